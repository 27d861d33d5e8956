//! Puzzles made to order: of a grade, with a technique, without another.
//!
//! A generator makes puzzles; what they ask of a player is known only once they are explained. So puzzles are made and
//! explained until one is as it was ordered, and that one is handed over. None is ever called what it is not: when the
//! tries (or the time) run out, the order is refused, and the refusal tells of the closest puzzle that came up. Try number
//! `t` for puzzle `i` of a series has a random stream of its own, so the same order gives the same puzzles everywhere.

use std::collections::BTreeSet;

use super::moves::{explain_moves, grade_moves};
use crate::puzzle::{Generator, Puzzle, Refusal, Wish};
use crate::reason::explain::{State, explain, grade};
use crate::verdict::{Budget, Stopped};

/// How many puzzles are tried for one order, unless somebody says otherwise, and at most.
const USUAL_TRIES: u64 = 200;
const MOST_TRIES: u64 = 1 << 20;

/// The words of the scale, from 0 on, a hundred each.
const SCALE: [&str; 6] = ["easy", "moderate", "hard", "very hard", "fiendish", "extreme"];

/// What a puzzle has to be like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// From this score to below that one, and how it was asked for.
    grade: Option<(f64, f64, String)>,
    needs: Vec<String>,
    avoids: Vec<String>,
    tries: u64,
}

/// What a puzzle asks of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The word of its grade.
    pub word: &'static str,
    /// The number of its grade.
    pub score: f64,
    /// The techniques that its explanation uses.
    pub techniques: BTreeSet<&'static str>,
}

/// A name as it is compared: small letters, blanks for dashes.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', '_'], " ")
}

impl Order {
    /// An order from its parts: a grade such as `hard` or `150..320`, techniques that must or must not occur, and how many
    /// puzzles to try.
    pub fn new(grade: Option<&str>, needs: &[String], avoids: &[String], tries: Option<u64>) -> Result<Order, Refusal> {
        let tries = tries.unwrap_or(USUAL_TRIES).clamp(1, MOST_TRIES);
        let grade = grade.map(read_grade).transpose()?;
        let read = |names: &[String]| names.iter().map(|name| plain(name)).collect();
        Ok(Order { grade, needs: read(needs), avoids: read(avoids), tries })
    }

    /// Whether any puzzle will do.
    pub fn is_open(&self) -> bool {
        self.grade.is_none() && self.needs.is_empty() && self.avoids.is_empty()
    }

    /// Refuses techniques that this kind of puzzle does not know.
    fn check_names(&self, puzzle: &dyn Puzzle) -> Result<(), Refusal> {
        let known = puzzle.techniques();
        for (option, names) in [("needs", &self.needs), ("avoids", &self.avoids)] {
            let is_known = |name: &String| known.iter().any(|known| plain(known).starts_with(name.as_str()));
            if let Some(name) = names.iter().find(|name| !is_known(name)) {
                let message = format!("there is no technique called '{name}' here; choose from: {}", known.join(", "));
                return Err(Refusal::Option { name: option, message });
            }
        }
        Ok(())
    }

    /// How far a puzzle is from the order: 0 when it is as ordered.
    fn distance(&self, found: &Assessment) -> f64 {
        let uses = |name: &&String| found.techniques.iter().any(|used| plain(used).starts_with(name.as_str()));
        let off = self.grade.as_ref().map_or(0.0, |(low, high, _)| {
            if found.score >= *high { found.score - high + 0.1 } else { (low - found.score).max(0.0) }
        });
        let missing = self.needs.iter().filter(|name| !uses(name)).count();
        let unwanted = self.avoids.iter().filter(uses).count();
        off + 100.0 * (missing + unwanted) as f64
    }
}

/// A word of the scale, or a range of scores.
fn read_grade(text: &str) -> Result<(f64, f64, String), Refusal> {
    let asked = plain(text);
    if let Some(level) = SCALE.iter().position(|word| *word == asked) {
        let low = 100.0 * level as f64;
        let high = if level + 1 == SCALE.len() { f64::INFINITY } else { low + 100.0 };
        return Ok((low, high, asked));
    }
    let range = text.split_once("..").and_then(|(low, high)| {
        let (low, high): (f64, f64) = (low.trim().parse().ok()?, high.trim().trim_start_matches('=').parse().ok()?);
        (low <= high).then_some((low, high + 0.05, asked.clone()))
    });
    range.ok_or_else(|| Refusal::Option {
        name: "grade",
        message: format!("'{text}' is neither a range such as 150..320 nor one of: {}", SCALE.join(", ")),
    })
}

/// What a puzzle asks of a player; `None` where its explanation does not come to its end within the budget.
pub fn assess(puzzle: &dyn Puzzle, budget: &Budget) -> Option<Assessment> {
    if let Some(play) = puzzle.moves() {
        let way = explain_moves(puzzle, play, budget).ok().filter(|way| way.stopped.is_none())?;
        let grade = grade_moves(&way);
        let techniques = way.steps.iter().filter_map(|step| step.words.name).collect();
        return Some(Assessment { word: grade.word, score: grade.score, techniques });
    }
    let model = puzzle.model()?;
    let mut state = State::new(&model).ok()?;
    let explanation = explain(&model, state.clone(), budget);
    let grade = grade(&explanation)?;
    let mut techniques = BTreeSet::new();
    for step in &explanation.steps {
        techniques.extend(puzzle.narrate(&model, &state, step).name);
        state.apply(&model, step).ok()?;
    }
    Some(Assessment { word: grade.word, score: grade.score, techniques })
}

/// Makes puzzle number `index` of a series to order.
pub fn generate_to_order(
    generator: &dyn Generator,
    wish: &Wish,
    index: u64,
    order: &Order,
) -> Result<(Box<dyn Puzzle>, Option<Assessment>), Refusal> {
    if order.is_open() {
        return generator.generate(wish, index).map(|puzzle| (puzzle, None));
    }
    let wish = &wish.begin();
    let watch = wish.budget.start();
    let mut closest: Option<(f64, Assessment)> = None;
    let mut failed: Option<Refusal> = None;
    let (mut tries, mut ended) = (0, None);
    while tries < order.tries {
        if let Err(why) = watch.look() {
            if why == Stopped::Cancelled {
                return Err(Refusal::Stopped(why));
            }
            ended = Some(why);
            break;
        }
        // Far enough apart that no two puzzles of a series share a stream.
        let stream = index.wrapping_mul(MOST_TRIES).wrapping_add(tries);
        tries += 1;
        let puzzle = match generator.generate(wish, stream) {
            Ok(puzzle) => puzzle,
            Err(refusal @ (Refusal::Option { .. } | Refusal::Stopped(Stopped::Cancelled))) => return Err(refusal),
            // The reason is told with what came closest.
            Err(Refusal::Stopped(Stopped::Time)) => continue,
            Err(refusal) => {
                failed = Some(refusal);
                continue;
            }
        };
        if tries == 1 {
            order.check_names(&*puzzle)?;
        }
        let Some(found) = assess(&*puzzle, &wish.budget) else { continue };
        let distance = order.distance(&found);
        if distance <= 0.0 {
            return Ok((puzzle, Some(found)));
        }
        if closest.as_ref().is_none_or(|(best, _)| distance < *best) {
            closest = Some((distance, found));
        }
    }
    let closest = closest.map(|(_, found)| found);
    Err(match (failed, ended) {
        (_, Some(why)) => Refusal::Ended(why, refusal_of(order, tries, ended, closest.as_ref())),
        (Some(refusal), None) if closest.is_none() => refusal,
        (_, None) => Refusal::Cannot(refusal_of(order, tries, None, closest.as_ref())),
    })
}

/// Why an order is refused, and what came closest.
fn refusal_of(order: &Order, tries: u64, ended: Option<Stopped>, closest: Option<&Assessment>) -> String {
    let mut wanted: Vec<String> = Vec::new();
    wanted.extend(order.grade.as_ref().map(|(_, _, asked)| format!("grade {asked}")));
    wanted.extend(order.needs.iter().map(|name| format!("with '{name}'")));
    wanted.extend(order.avoids.iter().map(|name| format!("without '{name}'")));
    let why = ended.map(|why| format!(" ({why})")).unwrap_or_default();
    let closest = match closest {
        Some(found) => {
            let techniques: Vec<&str> = found.techniques.iter().copied().collect();
            format!("; the closest was {} ({}), with {}", found.word, found.score, techniques.join(", "))
        }
        None => String::new(),
    };
    format!("none of {tries} was {}{why}{closest}; more --tries may help", wanted.join(", "))
}
