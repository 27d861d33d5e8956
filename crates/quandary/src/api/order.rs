//! Puzzles on request: with a given grade, with or without given techniques.
//!
//! A generator makes puzzles; their grade and techniques are known only once they are explained. So puzzles are generated and
//! explained, and the one that is closest to the request is changed in small steps ([`Generator::vary`]): a change that
//! leads away from the request is undone. A search that gets stuck starts again with new puzzles. A puzzle is returned only
//! if it matches: when the tries run out, the result is an error that describes the closest puzzle that was found. The
//! request is part of the key of the random stream, and nothing depends on the clock, so the same request gives the same
//! puzzles everywhere.

use std::collections::BTreeSet;

use serde::Serialize;

use super::plan::{self, GradedPlan};
use super::steps::names;
use crate::puzzle::{Kind, kind};
use quandary_core::puzzle::{GenerateError, GenerateSpec, Generator, Puzzle};
use quandary_core::random::{ChaCha8Rng, Key};
use quandary_core::reason::explain::words::alternatives;
use quandary_core::reason::explain::{SCALE, State, explain_without_words, grade};
use quandary_core::reason::open_variables;
use quandary_core::verdict::{Budget, Stopped, Watch};

/// How many puzzles are tried for one order, unless set otherwise, and at most.
const USUAL_TRIES: u64 = 1000;
const MOST_TRIES: u64 = 1 << 20;

/// How many new puzzles a search chooses its start from.
const FRESH: usize = 12;

/// This many puzzles that need no explanation count as one try.
const GLANCES: u64 = 100;

/// A distance from the order that is larger than any between two scores.
const FAR: f64 = 10_000.0;

/// After this many changes in a row without improvement, a search starts again.
const MOST_IDLE: usize = 100;

/// After this many changes in a row that failed, too.
const MOST_MISSED: usize = 400;

/// What a puzzle has to be like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// From this score to below that one, and how it was asked for.
    grade: Option<(f64, f64, String)>,
    needs: Vec<String>,
    avoids: Vec<String>,
    tries: u64,
}

/// The grade and the techniques of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    pub fn new(
        grade: Option<&str>,
        needs: &[String],
        avoids: &[String],
        tries: Option<u64>,
    ) -> Result<Order, GenerateError> {
        let tries = tries.unwrap_or(USUAL_TRIES).clamp(1, MOST_TRIES);
        let grade = grade.map(read_grade).transpose()?;
        let read = |names: &[String]| names.iter().map(|name| plain(name)).collect();
        Ok(Order { grade, needs: read(needs), avoids: read(avoids), tries })
    }

    /// Whether any puzzle will do.
    pub fn is_open(&self) -> bool {
        self.grade.is_none() && self.needs.is_empty() && self.avoids.is_empty()
    }

    /// For each technique that has to occur, the names of this kind of puzzle that it stands for. Refuses techniques that this
    /// kind of puzzle does not know, and those that must not occur either.
    fn needed_names(&self, puzzle: &dyn Puzzle) -> Result<Vec<Vec<&'static str>>, GenerateError> {
        let known = puzzle.techniques();
        let names_of = |name: &String| -> Vec<&'static str> {
            known.iter().copied().filter(|known| plain(known).starts_with(name.as_str())).collect()
        };
        for (option, names) in [("needs", &self.needs), ("avoids", &self.avoids)] {
            if let Some(name) = names.iter().find(|name| names_of(name).is_empty()) {
                let message = format!("there is no technique called '{name}' here; choose from: {}", known.join(", "));
                return Err(GenerateError::Option { name: option, message });
            }
        }
        let avoided: Vec<&str> = self.avoids.iter().flat_map(names_of).collect();
        let is_avoided = |name: &&String| names_of(name).iter().all(|name| avoided.contains(name));
        if let Some(name) = self.needs.iter().find(is_avoided) {
            return Err(GenerateError::Option {
                name: "avoids",
                message: format!("'{name}' is among the needed ones"),
            });
        }
        Ok(self.needs.iter().map(names_of).collect())
    }

    /// Refuses techniques that a search of the usual length does not find.
    fn check_chances(&self, names: &[Vec<&'static str>], generator: &dyn Generator) -> Result<(), GenerateError> {
        let is_rare = |names: &Vec<&str>| names.iter().all(|name| generator.hardly_needed().contains(name));
        match self.needs.iter().zip(names).find(|(_, names)| is_rare(names)) {
            Some((name, _)) if self.tries <= USUAL_TRIES => Err(GenerateError::Cannot(format!(
                "hardly any puzzle needs '{name}', so more than {USUAL_TRIES} tries have to be allowed for one"
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses a grade that boards of this size hardly ever have.
    fn check_size(&self, generator: &dyn Generator, spec: &GenerateSpec) -> Result<(), GenerateError> {
        let (Some((low, high, asked)), Some(option)) = (&self.grade, generator.size_option()) else { return Ok(()) };
        let size = |text: &str| GenerateSpec::read_size(option.name, text).ok();
        let given = spec.text(option.name).filter(|_| spec.options.len() == 1).and_then(size);
        let missing = generator.missing_levels().iter().find(|(value, _)| given.is_some() && size(value) == given);
        let Some((value, missing)) = missing.filter(|_| self.tries <= USUAL_TRIES) else { return Ok(()) };
        let is_asked = |level: &usize| *low < 100.0 * (*level + 1) as f64 && 100.0 * *level as f64 + 0.05 < *high;
        let all = 0..SCALE.len();
        if all.clone().filter(is_asked).any(|level| !missing.contains(&level)) {
            return Ok(());
        }
        let made: Vec<String> =
            all.filter(|level| !missing.contains(level)).map(|level| SCALE[level].to_owned()).collect();
        Err(GenerateError::Cannot(format!(
            "{}: hardly any puzzle of this size is of grade {asked}, they are {}; more than {USUAL_TRIES} tries have to be \
             allowed for one",
            option.name_of(value).replace('x', "×"),
            alternatives(&made)
        )))
    }

    /// Whether suppositions inside suppositions are needed, by any of their names.
    fn needs_nesting(&self) -> bool {
        self.needs.iter().any(|name| name.starts_with("nested "))
    }

    /// The lowest level that is requested, counted from 0. Only the hardest puzzles need anything nested.
    fn level(&self) -> Option<usize> {
        if self.needs_nesting() {
            return Some(SCALE.len() - 1);
        }
        self.grade.as_ref().map(|(low, ..)| ((low / 100.0).max(0.0) as usize).min(SCALE.len() - 1))
    }

    /// The spec with the options that the grade needs, where they are not given.
    fn with_defaults(&self, generator: &dyn Generator, spec: &GenerateSpec) -> Result<GenerateSpec, GenerateError> {
        let mut spec = spec.clone();
        if let Some(level) = self.level() {
            for (name, value) in generator.defaults_for_level(&spec, level)? {
                spec.options.entry(name.to_owned()).or_insert_with(|| value.to_string());
            }
        }
        Ok(spec)
    }

    /// The key of a series of puzzles to order: with what is ordered, but not with how often it is tried.
    fn key(&self, key: Key, looks_ahead: bool) -> Key {
        let names = |names: &Vec<String>| {
            let mut names = names.clone();
            names.sort();
            names.dedup();
            names.join(",")
        };
        let grade = self.grade.as_ref().map(|(low, high, _)| format!("{low}..{high}"));
        // A search that looks ahead finds other puzzles than the one before it did.
        let key = if looks_ahead && !self.needs.is_empty() { key.with("search", 3) } else { key };
        key.with("grade", grade.unwrap_or_default())
            .with("needs", names(&self.needs))
            .with("avoids", names(&self.avoids))
    }

    /// How far a puzzle is from the request: 0 when it matches.
    fn distance(&self, found: &Assessment) -> f64 {
        let uses = |name: &&String| found.techniques.iter().any(|used| plain(used).starts_with(name.as_str()));
        let off = self.grade.as_ref().map_or(0.0, |(low, high, _)| {
            if found.score < *high {
                return (low - found.score).max(0.0);
            }
            // Too hard by a level is farther than too easy by one: small changes rarely do away with what makes a puzzle hard.
            let is_level_above = found.score >= 100.0 * (high / 100.0).ceil();
            found.score - high + if is_level_above { 100.0 } else { 0.1 }
        });
        let missing = self.needs.iter().filter(|name| !uses(name)).count();
        let unwanted = self.avoids.iter().filter(uses).count();
        off + 100.0 * (missing + unwanted) as f64
    }
}

/// A word of the scale, or a range of words or of scores.
fn read_grade(text: &str) -> Result<(f64, f64, String), GenerateError> {
    let asked = plain(text);
    let level = |word: &str| {
        let level = SCALE.iter().position(|known| *known == word.trim())?;
        let low = 100.0 * level as f64;
        Some((low, if level + 1 == SCALE.len() { f64::INFINITY } else { low + 100.0 }))
    };
    let words = asked.split_once("..").and_then(|(from, to)| Some((level(from)?.0, level(to)?.1)));
    if let Some((low, high)) = level(&asked).or(words).filter(|(low, high)| low < high) {
        return Ok((low, high, asked));
    }
    let range = text.split_once("..").and_then(|(low, high)| {
        let (low, high): (f64, f64) = (low.trim().parse().ok()?, high.trim().trim_start_matches('=').parse().ok()?);
        let is_on_scale = low <= high && high >= 0.0 && low <= 100.0 * SCALE.len() as f64;
        is_on_scale.then_some((low, high + 0.05, asked.clone()))
    });
    range.ok_or_else(|| GenerateError::Option {
        name: "grade",
        message: format!(
            "'{text}' is not a grade: use one of {}, or a range such as easy..hard, or 150..320 on the scale from 0 to {}",
            SCALE.join(", "),
            100 * SCALE.len()
        ),
    })
}

/// The techniques and grade of a puzzle; `None` where its explanation does not reach the solution within the budget.
pub fn assess(board: &dyn Puzzle, budget: &Budget) -> Option<Assessment> {
    match kind(board).ok()? {
        Kind::Moves(play) => {
            let GradedPlan { grade, plan, .. } = plan::grade(board, play, budget).ok()?;
            let techniques = plan.steps.iter().filter_map(|step| step.name).collect();
            Some(Assessment { word: grade.word, score: grade.score, techniques })
        }
        Kind::Deduction(model) => {
            let start = State::new(&model).ok()?;
            let explanation = explain_without_words(&model, start.clone(), budget);
            let grade = grade(&explanation)?;
            let techniques = names(board, &model, start, &explanation.steps).into_iter().flatten().collect();
            Some(Assessment { word: grade.word, score: grade.score, techniques })
        }
    }
}

/// Makes puzzle number `index` of a series to order.
pub fn generate_to_order(
    generator: &dyn Generator,
    spec: &GenerateSpec,
    index: u64,
    order: &Order,
) -> Result<(Box<dyn Puzzle>, Option<Assessment>), GenerateError> {
    if order.is_open() {
        return generator.generate(spec, index).map(|puzzle| (puzzle, None));
    }
    let spec = spec.begin();
    let budget = spec.budget.clone();
    order.check_size(generator, &spec)?;
    let spec = order.with_defaults(generator, &spec)?;
    let looks_ahead = generator.looks_ahead(&spec) || order.needs_nesting();
    let random = order.key(generator.key(&spec)?, looks_ahead).stream(index);
    let watch = budget.start();
    let mut climb =
        Climb { generator, spec, order, names: Vec::new(), watch, random, tries: 0, glances: 0, closest: None };
    let ended = match climb.run() {
        Ok(Some(made)) => return Ok((made.puzzle, made.found)),
        Ok(None) => None,
        Err(GenerateError::Stopped(why)) if why != Stopped::Cancelled => Some(why),
        Err(refusal) => return Err(refusal),
    };
    let closest = climb.closest.as_ref().map(|(_, found)| found);
    let refusal = refusal_of(order, climb.tries + climb.glances, ended, closest);
    Err(match ended {
        Some(why) => GenerateError::Ended(why, refusal),
        None => GenerateError::Cannot(refusal),
    })
}

/// A puzzle on the way to the one that was ordered.
struct Made {
    puzzle: Box<dyn Puzzle>,
    /// Its grade and techniques; `None` where it was rejected without an explanation.
    found: Option<Assessment>,
    distance: f64,
}

/// The search for a puzzle that is as ordered.
struct Climb<'a> {
    generator: &'a dyn Generator,
    /// What is asked for, with the clock of its budget running.
    spec: GenerateSpec,
    order: &'a Order,
    /// For each technique that has to occur, the names that it stands for.
    names: Vec<Vec<&'static str>>,
    watch: Watch<'a>,
    random: ChaCha8Rng,
    /// Puzzles that were explained so far.
    tries: u64,
    /// Puzzles that were seen to be wrong without an explanation.
    glances: u64,
    closest: Option<(f64, Assessment)>,
}

impl Climb<'_> {
    /// A puzzle as ordered; `None` when the tries are used up.
    fn run(&mut self) -> Result<Option<Made>, GenerateError> {
        while !self.is_over() {
            let mut best: Option<Made> = None;
            for _ in 0..FRESH {
                self.check()?;
                let level = self.order.level().or_else(|| self.generator.level_of(&self.names));
                let puzzle = match level {
                    Some(level) => self.generator.make_near(&self.spec, level, &mut self.random)?,
                    None => self.generator.make(&self.spec, &mut self.random)?,
                };
                if self.tries + self.glances == 0 {
                    self.names = self.order.needed_names(&*puzzle)?;
                    self.order.check_chances(&self.names, self.generator)?;
                }
                let Some(made) = self.judged(puzzle)? else { continue };
                if best.as_ref().is_none_or(|best| made.distance < best.distance) {
                    best = Some(made);
                }
                if best.as_ref().is_some_and(|best| best.distance <= 0.0) {
                    return Ok(best);
                }
            }
            if let Some(start) = best
                && let Some(found) = self.up_from(start)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Changes a puzzle in small steps and keeps changes that do not lead away from the request.
    fn up_from(&mut self, mut here: Made) -> Result<Option<Made>, GenerateError> {
        let (mut idle, mut missed) = (0, 0);
        while idle < MOST_IDLE && missed < MOST_MISSED && !self.is_over() {
            self.check()?;
            let next = self.generator.vary(&self.spec, &*here.puzzle, &mut self.random)?;
            let Some(next) = next else {
                missed += 1;
                continue;
            };
            (idle, missed) = (idle + 1, 0);
            let Some(next) = self.judged(next)? else { continue };
            if next.distance <= 0.0 {
                return Ok(Some(next));
            }
            if next.distance <= here.distance {
                if next.distance < here.distance {
                    idle = 0;
                }
                here = next;
            }
        }
        Ok(None)
    }

    /// Whether the tries are used up.
    fn is_over(&self) -> bool {
        self.tries + self.glances / GLANCES >= self.order.tries
    }

    /// Ends the search where the budget is spent.
    fn check(&self) -> Result<(), GenerateError> {
        self.watch.check().map_err(GenerateError::Stopped)
    }

    /// Explains a puzzle; `None` where its explanation does not finish.
    fn judged(&mut self, puzzle: Box<dyn Puzzle>) -> Result<Option<Made>, GenerateError> {
        self.check()?;
        if self.order.level() == Some(SCALE.len() - 1)
            && let Some(model) = puzzle.model()
        {
            // Extreme is what shaving leaves open. That is found out faster than an explanation, and how much propagation
            // leaves open shows the way there.
            let (open, left) = open_variables(&model, &self.spec.budget).map_err(GenerateError::Stopped)?;
            if left == 0 {
                let distance = FAR - open as f64 / model.start().len().max(1) as f64;
                self.glances += 1;
                // An error describes at least one of them.
                if self.closest.is_none() {
                    self.closest =
                        assess(&*puzzle, &self.spec.budget).map(|found| (self.order.distance(&found), found));
                    self.check()?;
                }
                return Ok(Some(Made { puzzle, found: None, distance }));
            }
        }
        if !self.names.is_empty()
            && let Some(off) = self.generator.outlook(&*puzzle, &self.names).filter(|&off| off > 0.0)
        {
            self.glances += 1;
            return Ok(Some(Made { puzzle, found: None, distance: FAR * off }));
        }
        self.tries += 1;
        let found = assess(&*puzzle, &self.spec.budget);
        // Where the time ran out during the explanation, that is the reason.
        self.check()?;
        let Some(found) = found else { return Ok(None) };
        let distance = self.order.distance(&found);
        if self.closest.as_ref().is_none_or(|(best, _)| distance < *best) {
            self.closest = Some((distance, found.clone()));
        }
        Ok(Some(Made { puzzle, found: Some(found), distance }))
    }
}

/// Why an order is rejected, and what came closest.
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
    format!("none of {tries} was {}{why}{closest}; more tries may help", wanted.join(", "))
}
