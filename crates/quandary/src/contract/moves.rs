//! Puzzles of moves: what to do next and why, the whole way, and how hard it is.
//!
//! There is no deduction cell by cell here, but there are reasons. A move is *forced* when every other one leads into a dead
//! end, which is proved, not guessed ([`Moves::moves_to_undo`]). Otherwise the family says what the move is good for
//! ([`Moves::narrate`]). That no plan is shorter has an argument of its own where counting is enough
//! ([`Moves::lower_bound`]); where it is not, a search has shown it, and that is said.
//!
//! Where part of the puzzle is hidden, a plan leads to where more of it is revealed, and what is said holds for all orders
//! of what is hidden: a dead end is one in every order, and the answer says how many orders can be solved.
//!
//! The grade looks at what makes such a puzzle hard: how long a shortest plan is, how many moves there are to choose from
//! along it (*branching*), and which share of them are mistakes that cannot be made good (*dead ends*).

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{ContractError, Kind, identity, words as said};
use crate::puzzle::{Move, Moves, Plan, Puzzle};
use crate::reason::explain::{SCALE, Words, words};
use crate::verdict::{Ask, Budget, Orders, Outcome, Stopped, Verdict};

/// One move of a plan, with its reason.
#[derive(Clone, Debug)]
pub struct MoveStep {
    /// The move.
    pub step: Move,
    /// What is said about it.
    pub words: Words,
    /// How many different moves there were to choose from.
    pub choices: usize,
    /// How many of them lead into a dead end.
    pub dead_ends: usize,
}

/// The way from a board to the goal.
#[derive(Clone, Debug)]
pub struct Way {
    /// The moves in order.
    pub steps: Vec<MoveStep>,
    /// What the solver found.
    pub outcome: Outcome,
    /// Whether it goes to the goal. Where part of the puzzle is hidden it may end before, where more of it is revealed.
    pub is_complete: bool,
    /// Why no plan is shorter, or why the way ends where it does, in a sentence or two.
    pub shortest: String,
    /// Why the steps end before the plan does, where they do.
    pub stopped: Option<Stopped>,
}

/// Why there is no way to explain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWay {
    /// In words.
    pub message: String,
    /// What ran out, where that is why.
    pub stopped: Option<Stopped>,
}

/// How hard a puzzle of moves is, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveGrade {
    /// easy, moderate, hard, very hard, fiendish or extreme.
    pub word: &'static str,
    /// A number from 0: the level's place times 100, and the score within it, below 100.
    pub score: f64,
    /// Moves of the plan.
    pub length: usize,
    /// Whether no plan is shorter.
    pub is_shortest: bool,
    /// How many moves there are to choose from at each point, on average.
    pub branching: f64,
    /// The share of these moves that lead into a dead end.
    pub dead_end_share: f64,
    /// How many moves were the only ones that keep the board alive.
    pub forced: usize,
}

/// A grade with what it rests on.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The grade.
    pub grade: MoveGrade,
    /// The way that was graded.
    pub way: Way,
    /// Why it is the shortest, and which board was graded where part of the puzzle is hidden.
    pub message: String,
    /// Where part of the puzzle is hidden, how many boards were graded; else 0.
    pub boards: usize,
}

/// The next move, or what stands in the way.
#[derive(Clone, Debug)]
pub enum MoveHint {
    /// The next move of a plan.
    Next {
        /// The move with its reason.
        step: MoveStep,
        /// How many moves are left, this one included.
        left: usize,
        /// Whether no plan from here is shorter.
        is_shortest: bool,
        /// Where part of the puzzle is hidden, what its orders come to: `left` then leads to where more of it is revealed.
        outlook: Option<String>,
    },
    /// Nobody can say how to go on before what is hidden is known: what was revealed must be written down, or no move reveals
    /// anything.
    Hidden(String),
    /// There is no way from here: take back so many moves. `None` when there never was one.
    DeadEnd(Option<usize>),
    /// All is done.
    Done,
    /// No plan was found within the budget.
    Open(String),
}

fn ask(budget: &Budget) -> Ask {
    Ask { solutions: 1, budget: budget.clone(), ..Ask::default() }
}

/// What a move is worth, after those that were made before: the alternatives are tried.
fn judged(play: &dyn Moves, made: &[Move], step: Move, rest: &[Move], budget: &Budget) -> Result<MoveStep, Stopped> {
    let Ok(here) = play.after(made) else { return Err(Stopped::Incomplete) };
    let Some(now) = here.moves() else { return Err(Stopped::Incomplete) };
    let (mut choices, mut dead_ends) = (0, 0);
    for other in now.distinct() {
        choices += 1;
        dead_ends += usize::from(!play.can_be_solved(&[made, &[other]].concat(), budget)?);
    }
    let told = now.narrate(step, rest);
    let words = if choices > 1 && dead_ends + 1 == choices {
        let sentence = format!("{} Every other move leads into a dead end.", told.sentence);
        Words::named("forced pour", sentence)
    } else if choices == 1 {
        Words::named("forced pour", format!("{} There is no other move.", told.sentence))
    } else {
        told
    };
    Ok(MoveStep { step, words, choices, dead_ends })
}

/// The next move from a board that can still be solved.
pub fn next_move(puzzle: &dyn Puzzle, play: &dyn Moves, made: &[Move], budget: &Budget) -> Result<MoveHint, String> {
    debug_assert!(puzzle.moves().is_some());
    let budget = &budget.begin();
    let here = play.after(made).map_err(|why| why.message)?;
    let Some(now) = here.moves() else { return Ok(MoveHint::Done) };
    if now.is_solved() {
        return Ok(MoveHint::Done);
    }
    match play.moves_to_undo(made, budget) {
        Ok(Some(0)) => {}
        Ok(undo) => return Ok(MoveHint::DeadEnd(undo)),
        Err(why) => return Ok(MoveHint::Open(format!("whether there is a way from here was not settled: {why}"))),
    }
    if let Some(what) = now.revealed() {
        return Ok(MoveHint::Hidden(what));
    }
    let outcome = here.solve(&ask(budget));
    let said = || said::verdict(&*here, &outcome, &ask(budget));
    let Some(plan) = outcome.solutions.first().and_then(|found| found.plan()) else {
        // How it came here may tell more than the board as it stands: a bottle may have been open in some orders.
        let orders = play.orders(made, budget).filter(|orders| orders.solvable > 0);
        return Ok(match orders {
            Some(orders) => {
                let outlook = sentence(&play.outlook(&orders));
                MoveHint::Hidden(format!(
                    "Part of the puzzle is hidden, and no move is known to reveal more of it. {outlook}"
                ))
            }
            None => MoveHint::Open(said()),
        });
    };
    let Some((&next, rest)) = plan.moves.split_first() else { return Ok(MoveHint::Hidden(sentence(&said()))) };
    let is_partial = outcome.verdict == Verdict::Unknown(Stopped::Hidden);
    let outlook = outcome.orders.filter(|_| is_partial).map(|orders| sentence(&now.outlook(&orders)));
    let is_shortest = outcome.verdict == Verdict::Optimal;
    Ok(match judged(play, made, next, rest, budget) {
        Ok(step) => MoveHint::Next { step, left: plan.moves.len(), is_shortest, outlook },
        Err(why) => MoveHint::Open(why.to_string()),
    })
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let text = text.strip_prefix("unknown: ").unwrap_or(text);
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{end}", words::capital(text))
}

/// The whole way from a board, each move with its reason, as far as the budget reaches. The error says that no plan was
/// found.
pub fn explain_moves(puzzle: &dyn Puzzle, play: &dyn Moves, budget: &Budget) -> Result<Way, NoWay> {
    let budget = budget.begin();
    // A plan without its reasons explains nothing: a part of the time is left for them.
    let most = Budget { time: budget.start().left().map(|left| left * 3 / 4), ..budget.clone() };
    let outcome = puzzle.solve(&ask(&most));
    let Some(plan) = outcome.solutions.first().and_then(|found| found.plan()).cloned() else {
        let stopped = match outcome.verdict {
            Verdict::Unknown(why) => Some(why),
            _ => None,
        };
        return Err(NoWay { message: said::verdict(puzzle, &outcome, &ask(&budget)), stopped });
    };
    let (mut steps, mut stopped) = (Vec::new(), None);
    for (index, &step) in plan.moves.iter().enumerate() {
        match judged(play, &plan.moves[..index], step, &plan.moves[index + 1..], &budget) {
            Ok(step) => steps.push(step),
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    let is_complete = outcome.verdict != Verdict::Unknown(Stopped::Hidden);
    let shortest = match (stopped, outcome.orders) {
        (Some(why), _) => {
            format!("Stopped after {} of {}: {why}", steps.len(), said::count(plan.moves.len() as u64, "move"))
        }
        (None, None) => why_shortest(play, &plan, &outcome),
        (None, Some(orders)) if is_complete => {
            format!("This solves it whatever is hidden; {}.", play.outlook(&orders))
        }
        (None, Some(orders)) => why_it_ends(play, &plan, &orders),
    };
    Ok(Way { steps, outcome, is_complete, shortest, stopped })
}

/// Why a way ends before the goal.
fn why_it_ends(play: &dyn Moves, plan: &Plan, orders: &Orders) -> String {
    let here = play.after(&plan.moves).ok();
    let revealed = here.as_ref().and_then(|here| here.moves()?.revealed());
    let why = revealed.unwrap_or_else(|| "No move reveals more.".to_owned());
    format!("{why} {}", sentence(&play.outlook(orders)))
}

/// Grades a puzzle. Where part of it is hidden, some of the boards that it may turn out to be are graded, and the hardest
/// of them counts. The error says that there is no solution, or that the budget ended.
pub fn graded(puzzle: &dyn Puzzle, play: &dyn Moves, budget: &Budget) -> Result<Graded, NoWay> {
    let budget = budget.begin();
    let grade_of = |puzzle: &dyn Puzzle, play: &dyn Moves| {
        let way = explain_moves(puzzle, play, &budget)?;
        let message = way.shortest.clone();
        match way.stopped {
            Some(_) => Err(NoWay { message, stopped: way.stopped }),
            None => Ok(Graded { grade: grade_moves(&way), way, message, boards: 0 }),
        }
    };
    let boards = play.solvable_boards(MOST_GRADED, &budget);
    let mut hardest: Option<Graded> = None;
    for board in boards.iter().filter_map(|board| Some((&**board, board.moves()?))) {
        let found = grade_of(board.0, board.1)?;
        if hardest.as_ref().is_none_or(|hardest| hardest.grade.score < found.grade.score) {
            hardest = Some(found);
        }
    }
    let Some(hardest) = hardest else { return grade_of(puzzle, play) };
    let message = format!(
        "Part of the puzzle is hidden: this is the grade of the hardest of {} that it may turn out to be. {}",
        said::count(boards.len() as u64, "board"),
        hardest.message
    );
    Ok(Graded { message, boards: boards.len(), ..hardest })
}

/// As many boards are graded that a puzzle with hidden parts may turn out to be.
const MOST_GRADED: usize = 12;

/// Why no plan is shorter: by counting where that is enough, else by search.
fn why_shortest(play: &dyn Moves, plan: &Plan, outcome: &Outcome) -> String {
    let length = plan.moves.len() as u64;
    let (bound, argument) = play.lower_bound();
    let moves = said::count(length, "move");
    match (&outcome.verdict, u64::from(bound) == length) {
        (_, true) => format!("{argument} So no plan is shorter than {moves}."),
        (Verdict::Optimal, false) => {
            format!("{argument} That proves {bound}; that none has fewer than {moves} was shown by trying all of them.")
        }
        (_, false) => {
            let proved = plan.lower_bound.max(bound);
            format!("{argument} Whether a plan of fewer than {moves} exists is open; none has fewer than {proved}.")
        }
    }
}

/// From these scores of trouble on, a puzzle is moderate, hard, very hard, fiendish and extreme.
const LEVELS: [f64; 5] = [15.0, 28.0, 45.0, 70.0, 110.0];

/// Grades a way. The trouble that it makes is its length, more the more of the moves on offer are dead ends.
pub fn grade_moves(way: &Way) -> MoveGrade {
    let count = way.steps.len().max(1) as f64;
    let choices: usize = way.steps.iter().map(|step| step.choices).sum();
    let dead_ends: usize = way.steps.iter().map(|step| step.dead_ends).sum();
    let forced = way.steps.iter().filter(|step| step.choices > 1 && step.dead_ends + 1 == step.choices).count();
    let share = dead_ends as f64 / choices.max(1) as f64;
    let branching = choices as f64 / count;
    let trouble = way.steps.len() as f64 * (1.0 + 4.0 * share) * (branching.max(1.0) / 4.0).clamp(0.75, 1.5);
    let level = LEVELS.iter().filter(|&&from| trouble >= from).count();
    let low = if level == 0 { 0.0 } else { LEVELS[level - 1] };
    let high = LEVELS.get(level).copied().unwrap_or(low * 3.0);
    let within = (100.0 * (trouble - low) / (high - low)).clamp(0.0, 99.9);
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    MoveGrade {
        word: SCALE[level],
        score: tenth(level as f64 * 100.0 + within),
        length: way.steps.len(),
        is_shortest: way.outcome.verdict == Verdict::Optimal,
        branching: tenth(branching),
        dead_end_share: (share * 1000.0).round() / 1000.0,
        forced,
    }
}

impl MoveStep {
    /// As it stands in JSON.
    pub fn json(&self) -> Value {
        json!({
            "move": numbers(self.step),
            "name": self.words.name,
            "text": self.words.sentence,
            "choices": self.choices,
            "dead_ends": self.dead_ends,
        })
    }
}

impl Way {
    /// Adds the steps, and why they are the fewest.
    pub fn tell(&self, object: &mut Map<String, Value>, wanted: impl Fn(usize) -> bool) {
        let steps = self.steps.iter().enumerate().filter(|(index, _)| wanted(index + 1)).map(|(index, step)| {
            let mut told = step.json();
            told["number"] = json!(index + 1);
            told
        });
        object.insert("verdict".into(), json!(self.outcome.verdict.word()));
        object.insert("steps".into(), steps.collect());
        let ending = match (self.stopped, self.is_complete) {
            (Some(_), _) => "stopped",
            (None, true) => "complete",
            (None, false) => "hidden",
        };
        object.insert("ending".into(), json!(ending));
        if let Some(orders) = self.outcome.orders {
            object.insert("orders".into(), json!(orders));
        }
        object.insert("message".into(), json!(self.shortest));
    }
}

impl From<NoWay> for ContractError {
    fn from(none: NoWay) -> Self {
        match none.stopped {
            Some(Stopped::Time | Stopped::Memory | Stopped::Nodes | Stopped::Cancelled) => {
                ContractError::new(Kind::Budget, none.message).help("give it more time or memory")
            }
            _ => ContractError::unprocessable(none.message),
        }
    }
}

impl MoveHint {
    /// The hint in words.
    pub fn message(&self) -> String {
        match self {
            MoveHint::Next { step, left, outlook: Some(outlook), .. } => {
                let go = said::count(*left as u64, "move");
                let Words { sentence, .. } = &step.words;
                format!("{sentence} {} from here to where more is revealed. {outlook}", words::capital(&go))
            }
            MoveHint::Next { step, left, is_shortest, outlook: None } => {
                let best = if *is_shortest { "At best " } else { "" };
                let go = said::count(*left as u64, "move");
                format!("{} {best}{go} to go, this one included.", step.words.sentence)
            }
            MoveHint::DeadEnd(Some(moves)) => {
                format!("From here there is no solution: take back the last {}.", said::count(*moves as u64, "move"))
            }
            MoveHint::DeadEnd(None) => "This board cannot be solved, whatever the moves.".to_owned(),
            MoveHint::Done => "All is done.".to_owned(),
            MoveHint::Open(why) | MoveHint::Hidden(why) => why.clone(),
        }
    }

    /// As it stands in JSON.
    pub fn json(&self, puzzle: &dyn Puzzle) -> Value {
        let mut object = identity(puzzle);
        object.insert(
            "correct".into(),
            match self {
                MoveHint::DeadEnd(_) => json!(false),
                MoveHint::Open(_) => Value::Null,
                MoveHint::Next { .. } | MoveHint::Hidden(_) | MoveHint::Done => json!(true),
            },
        );
        object.insert("message".into(), json!(self.message()));
        match self {
            MoveHint::Next { step, left, outlook, .. } => {
                object.insert("move".into(), json!(numbers(step.step)));
                let until = if outlook.is_some() { "moves_to_reveal" } else { "moves_to_go" };
                object.insert(until.into(), json!(left));
                object.insert("steps".into(), json!([step.json()]));
            }
            MoveHint::DeadEnd(undo) => {
                object.insert("undo".into(), json!(undo));
            }
            MoveHint::Done => {
                object.insert("ending".into(), json!("complete"));
            }
            MoveHint::Hidden(_) => {
                object.insert("ending".into(), json!("hidden"));
            }
            MoveHint::Open(_) => {
                object.insert("ending".into(), json!("stopped"));
            }
        }
        Value::Object(object)
    }
}

/// A move as people number it.
fn numbers(step: Move) -> [u32; 2] {
    [u32::from(step.from) + 1, u32::from(step.to) + 1]
}
