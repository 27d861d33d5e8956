//! Puzzles of moves: what to do next and why, the whole plan, and how hard it is.
//!
//! There is no deduction cell by cell here, but there are reasons. A move is *forced* when every other one leads to a dead
//! end, which is proved, not guessed ([`Moves::can_be_solved`]). Otherwise the family states the purpose of the move
//! ([`Moves::narrate`]). That no plan is shorter has an argument of its own where counting is enough
//! ([`Moves::lower_bound`]); where it is not, a search has shown it, and that is said.
//!
//! Where part of the puzzle is hidden, a plan leads to where more of it is revealed, and what is said holds for all orders
//! of what is hidden: a dead end is one in every order, and the answer says how many orders can be solved.
//!
//! The grade looks at what makes such a puzzle hard: how long a shortest plan is, how many moves there are to choose from
//! along it (*branching*), and which share of them are mistakes that cannot be corrected (*dead ends*).

use std::time::Duration;

use serde::Serialize;

use super::answer::{Ending, EndingInfo, sentence};
use super::hint::undo_message;
use super::steps::MoveStep;
use super::words as numbers;
use quandary_core::puzzle::{FORCED_MOVE, Move, Moves, Plan, Puzzle, Violation};
use quandary_core::reason::explain::{SCALE, Words, words};
use quandary_core::scene::{Paint, Scene, Tint};
use quandary_core::verdict::{Ask, Budget, Orders, Outcome, Stopped, Verdict};

/// A plan with the reason of each move.
#[derive(Clone, Debug)]
pub(super) struct ExplainedPlan {
    /// The moves in order.
    pub(super) steps: Vec<MoveStep>,
    /// What the solver found.
    pub(super) outcome: Outcome,
    /// How it ends, and why no plan is shorter.
    pub(super) ending: EndingInfo,
}

/// How hard a move puzzle is, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
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
    /// How many moves were the only ones that keep the board solvable.
    pub forced: usize,
}

/// A grade with what it rests on.
#[derive(Clone, Debug)]
pub(super) struct GradedPlan {
    pub(super) grade: MoveGrade,
    pub(super) plan: ExplainedPlan,
    /// Why it is the shortest, and which board was graded where part of the puzzle is hidden.
    pub(super) message: String,
    /// Where part of the puzzle is hidden, how many boards were graded.
    pub(super) boards: Option<GradedBoards>,
}

/// The next move, or why there is none.
#[derive(Clone, Debug)]
pub(super) enum NextMove {
    /// The next move of a plan.
    Move {
        step: MoveStep,
        /// How many moves are left, this one included.
        left: usize,
        /// Whether no plan from here is shorter.
        is_shortest: bool,
        /// Whether the plan leads only to where more of the puzzle is revealed.
        is_partial: bool,
        /// What is known about the orders of the hidden parts.
        outlook: Option<String>,
    },
    /// Nobody can say how to go on before what is hidden is known: as it has been revealed, or, where nothing is known to
    /// reveal more, as no plan was found.
    Hidden { message: String, has_plan: bool },
    /// There is no solution from here: take back so many moves. `None` when there never was one.
    DeadEnd { undo: Option<usize>, message: String },
    /// The puzzle is solved.
    Done,
    /// No plan was found within the budget.
    Open(String, Option<Stopped>),
}

/// The time for a question about a puzzle with hidden parts where none is set: each is asked about many boards at once, and of
/// a large board that may take for ever.
const TIME_WITH_HIDDEN: Duration = Duration::from_secs(5);

/// The budget for a question, with its clock running.
pub(super) fn patient(play: &dyn Moves, budget: &Budget) -> Budget {
    let is_timed = budget.time.is_some() || budget.deadline.is_some();
    let time = if play.has_hidden() && !is_timed { Some(TIME_WITH_HIDDEN) } else { budget.time };
    Budget { time, ..budget.clone() }.begin()
}

fn ask(budget: &Budget) -> Ask {
    Ask { solutions: 1, budget: budget.clone(), ..Ask::default() }
}

/// A move as people number it.
pub(super) fn places(step: Move) -> [u32; 2] {
    [u32::from(step.from) + 1, u32::from(step.to) + 1]
}

/// Describes a move after those made before: the alternatives are tried.
fn explained(play: &dyn Moves, made: &[Move], step: Move, rest: &[Move], budget: &Budget) -> Result<MoveStep, Stopped> {
    let Ok(here) = play.after(made) else { return Err(Stopped::Incomplete) };
    let Some(now) = here.moves() else { return Err(Stopped::Incomplete) };
    let (mut choices, mut dead_ends) = (0, 0);
    for other in now.distinct() {
        choices += 1;
        dead_ends += usize::from(!play.can_be_solved(&[made, &[other]].concat(), budget)?);
    }
    let narrated = now.narrate(step, rest);
    let words = if choices > 1 && dead_ends + 1 == choices {
        Words::named(FORCED_MOVE, format!("{} Every other move leads to a dead end.", narrated.sentence))
    } else if choices == 1 {
        Words::named(FORCED_MOVE, format!("{} There is no other move.", narrated.sentence))
    } else {
        narrated
    };
    Ok(MoveStep {
        number: Some(made.len() + 1),
        places: places(step),
        name: words.name,
        text: words.sentence,
        choices,
        dead_ends,
        svg: None,
    })
}

/// The next move from a board that can still be solved.
pub(super) fn next_move(play: &dyn Moves, made: &[Move], budget: &Budget) -> Result<NextMove, Violation> {
    let budget = &patient(play, budget);
    let here = play.after(made)?;
    let Some(now) = here.moves() else { return Ok(NextMove::Done) };
    if now.is_solved() {
        return Ok(NextMove::Done);
    }
    match play.moves_to_undo(made, budget) {
        Ok(Some(0)) => {}
        Ok(undo) => return Ok(NextMove::DeadEnd { undo, message: undo_message(play, undo, budget) }),
        Err(why) => {
            let message = format!("Whether there is a solution from here was not settled: {why}.");
            return Ok(NextMove::Open(message, Some(why)));
        }
    }
    if let Some(what) = now.revealed() {
        return Ok(NextMove::Hidden { message: what, has_plan: true });
    }
    let outcome = here.solve(&ask(budget));
    let verdict = || {
        let verdict = numbers::verdict(&*here, &outcome, &ask(budget));
        sentence(verdict.strip_prefix("unknown: ").unwrap_or(&verdict))
    };
    let stopped = match outcome.verdict {
        Verdict::Unknown(why) => Some(why),
        _ => None,
    };
    let Some(plan) = outcome.solutions.first().and_then(|found| found.plan()) else {
        // The moves that led here may tell more than the board as it stands.
        let orders = play.orders(made, budget).filter(|orders| orders.solvable > 0);
        return Ok(match orders {
            Some(orders) => {
                let outlook = sentence(&play.outlook(&orders));
                let message =
                    format!("Part of the puzzle is hidden, and no move is known to reveal more of it. {outlook}");
                NextMove::Hidden { message, has_plan: false }
            }
            None => NextMove::Open(verdict(), stopped),
        });
    };
    let Some((&next, rest)) = plan.moves.split_first() else {
        return Ok(NextMove::Hidden { message: verdict(), has_plan: true });
    };
    let is_partial = stopped == Some(Stopped::Hidden);
    let outlook = outcome.orders.filter(|_| is_partial).map(|orders| sentence(&now.outlook(&orders)));
    let is_shortest = outcome.verdict == Verdict::Optimal;
    Ok(match explained(play, made, next, rest, budget) {
        Ok(step) => NextMove::Move { step, left: plan.moves.len(), is_shortest, is_partial, outlook },
        Err(why) => NextMove::Open(sentence(&why.to_string()), Some(why)),
    })
}

impl NextMove {
    /// The hint in words.
    pub(super) fn message(&self) -> String {
        match self {
            NextMove::Move { step, left, outlook: Some(outlook), .. } => {
                let left = words::capital(&numbers::count(*left as u64, "move"));
                format!("{} {left} from here to where more is revealed. {outlook}", step.text)
            }
            NextMove::Move { step, left, is_shortest, .. } => {
                let at_best = if *is_shortest { "At best " } else { "" };
                format!("{} {at_best}{} to go, this one included.", step.text, numbers::count(*left as u64, "move"))
            }
            NextMove::Done => "Solved.".to_owned(),
            NextMove::Open(why, _) | NextMove::DeadEnd { message: why, .. } | NextMove::Hidden { message: why, .. } => {
                why.clone()
            }
        }
    }
}

/// A whole plan from a board, each move with its reason, as far as the budget reaches.
pub(super) fn explain_plan(board: &dyn Puzzle, play: &dyn Moves, budget: &Budget) -> ExplainedPlan {
    let budget = patient(play, budget);
    // A plan without its reasons explains nothing: part of the time is kept for them.
    let for_plan = Budget { time: budget.start().left().map(|left| left * 3 / 4), ..budget.clone() };
    let outcome = board.solve(&ask(&for_plan));
    let Some(plan) = outcome.solutions.first().and_then(|found| found.plan()).cloned() else {
        let message = sentence(&numbers::verdict(board, &outcome, &ask(&budget)));
        let ending = match &outcome.verdict {
            Verdict::Impossible(conflict) => {
                EndingInfo { conflict: Some(conflict.clone()), ..EndingInfo::new(Ending::Broken, message) }
            }
            Verdict::Unknown(Stopped::Hidden) => EndingInfo::without_plan(message),
            Verdict::Unknown(why) => EndingInfo { stopped: Some(*why), ..EndingInfo::new(Ending::Stopped, message) },
            _ => EndingInfo::new(Ending::Stuck, message),
        };
        return ExplainedPlan { steps: Vec::new(), outcome, ending };
    };
    let (mut steps, mut stopped) = (Vec::new(), None);
    for (index, &step) in plan.moves.iter().enumerate() {
        match explained(play, &plan.moves[..index], step, &plan.moves[index + 1..], &budget) {
            Ok(step) => steps.push(step),
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    let is_complete = outcome.verdict != Verdict::Unknown(Stopped::Hidden);
    let ending = match (stopped, outcome.orders) {
        (Some(why), _) => {
            let all = numbers::count(plan.moves.len() as u64, "move");
            let message = format!("Stopped after {} of {all}: {why}.", steps.len());
            EndingInfo { stopped: Some(why), ..EndingInfo::new(Ending::Stopped, message) }
        }
        (None, None) => EndingInfo::new(Ending::Complete, why_shortest(play, &plan, &outcome)),
        (None, Some(orders)) if is_complete => {
            EndingInfo::new(Ending::Complete, format!("This solves it whatever is hidden; {}.", play.outlook(&orders)))
        }
        (None, Some(orders)) => EndingInfo::new(Ending::Hidden, why_it_ends(play, &plan, &orders)),
    };
    ExplainedPlan { steps, outcome, ending }
}

/// Why a plan ends before the goal.
fn why_it_ends(play: &dyn Moves, plan: &Plan, orders: &Orders) -> String {
    let here = play.after(&plan.moves).ok();
    let revealed = here.as_ref().and_then(|here| here.moves()?.revealed());
    let why = revealed.unwrap_or_else(|| "No move reveals more.".to_owned());
    format!("{why} {}", sentence(&play.outlook(orders)))
}

/// The board after each move of a plan: where something came to is tinted, and where it was.
pub(super) fn pictures<'a>(board: &'a dyn Puzzle, outcome: &'a Outcome) -> impl Iterator<Item = Scene> + 'a {
    let mut frames = outcome.solutions.first().into_iter().flat_map(|plan| board.frames(plan));
    let mut last = frames.next();
    frames.map(move |frame| {
        let before = last.replace(frame.clone()).unwrap_or_else(|| frame.clone());
        let mut scene = frame;
        scene.captions.clear();
        for cell in before.cells.cells() {
            let is_empty = matches!(scene.cells[cell].paint, Paint::Open | Paint::Empty);
            if before.cells[cell] != scene.cells[cell] {
                scene.cells[cell].tint = if is_empty { Tint::Premise } else { Tint::Conclusion };
            }
        }
        scene
    })
}

/// Grades a puzzle. Where part of it is hidden, the boards that it may turn out to be are graded, and the hardest
/// of them counts. The error says that there is no solution, or that the budget ran out.
pub(super) fn grade(board: &dyn Puzzle, play: &dyn Moves, budget: &Budget) -> Result<GradedPlan, EndingInfo> {
    let budget = patient(play, budget);
    let grade_of = |board: &dyn Puzzle, play: &dyn Moves| {
        let plan = explain_plan(board, play, &budget);
        match plan.ending.ending {
            Ending::Complete => {
                let message = plan.ending.message.clone();
                Ok(GradedPlan { grade: grade_plan(&plan), plan, message, boards: None })
            }
            _ => Err(plan.ending),
        }
    };
    let Some((boards, orders)) = play.solvable_boards(MAX_GRADED, &budget) else { return grade_of(board, play) };
    let mut hardest: Option<GradedPlan> = None;
    let mut graded = GradedBoards { graded: 0, solvable: orders.is_exact().then_some(orders.solvable), stopped: None };
    for (board, play) in boards.iter().filter_map(|board| Some((&**board, board.moves()?))) {
        let found = match grade_of(board, play) {
            Ok(found) => found,
            Err(ending) if hardest.is_some() => {
                graded.stopped = ending.stopped;
                break;
            }
            Err(ending) => return Err(ending),
        };
        graded.graded += 1;
        if hardest.as_ref().is_none_or(|hardest| hardest.grade.score < found.grade.score) {
            hardest = Some(found);
        }
    }
    let Some(hardest) = hardest else { return grade_of(board, play) };
    let message = format!(
        "Part of the puzzle is hidden: this is the grade of the hardest of {}. {}",
        graded.in_words(),
        hardest.message
    );
    Ok(GradedPlan { message, boards: Some(graded), ..hardest })
}

/// The most boards graded that a puzzle with hidden parts may turn out to be.
const MAX_GRADED: usize = 100;

/// How many of the boards were graded that a puzzle with hidden parts may turn out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradedBoards {
    /// How many were graded.
    pub graded: usize,
    /// How many can be solved, where that is known exactly.
    pub solvable: Option<u64>,
    /// Why the others were not graded, where the budget ended.
    pub stopped: Option<Stopped>,
}

impl GradedBoards {
    /// "30 boards that it may turn out to be", or how many of how many.
    pub fn in_words(&self) -> String {
        let what = "that it may turn out to be";
        match self.solvable {
            Some(all) if all == self.graded as u64 => format!("{} {what}", numbers::count(all, "board")),
            Some(all) => format!("the {} that were graded of {} {what}", self.graded, numbers::count(all, "board")),
            None => format!("the {} that were graded of the many boards {what}", self.graded),
        }
    }
}

/// Why no plan is shorter: by counting where that is enough, else by search.
fn why_shortest(play: &dyn Moves, plan: &Plan, outcome: &Outcome) -> String {
    let length = plan.moves.len() as u64;
    let (bound, argument) = play.lower_bound();
    let moves = numbers::count(length, "move");
    match (&outcome.verdict, u64::from(bound) == length) {
        (_, true) => format!("{argument} So no plan is shorter than {moves}."),
        (Verdict::Optimal, false) => {
            format!(
                "{argument} So at least {bound} are needed; a search of all shorter plans shows that the minimum is {moves}."
            )
        }
        (_, false) => {
            let proved = plan.lower_bound.max(bound);
            format!(
                "{argument} It is open whether a plan with fewer than {moves} exists; none has fewer than {proved}."
            )
        }
    }
}

/// From these scores on, a puzzle is moderate, hard, very hard, fiendish and extreme.
const LEVELS: [f64; 5] = [15.0, 28.0, 45.0, 70.0, 110.0];

/// Grades a plan: by its length, and more the more of the moves on offer are dead ends.
fn grade_plan(plan: &ExplainedPlan) -> MoveGrade {
    let steps = &plan.steps;
    let count = steps.len().max(1) as f64;
    let choices: usize = steps.iter().map(|step| step.choices).sum();
    let dead_ends: usize = steps.iter().map(|step| step.dead_ends).sum();
    let forced = steps.iter().filter(|step| step.choices > 1 && step.dead_ends + 1 == step.choices).count();
    let share = dead_ends as f64 / choices.max(1) as f64;
    let branching = choices as f64 / count;
    let difficulty = steps.len() as f64 * (1.0 + 4.0 * share) * (branching.max(1.0) / 4.0).clamp(0.75, 1.5);
    let level = LEVELS.iter().filter(|&&from| difficulty >= from).count();
    let low = if level == 0 { 0.0 } else { LEVELS[level - 1] };
    let high = LEVELS.get(level).copied().unwrap_or(low * 3.0);
    let within = (100.0 * (difficulty - low) / (high - low)).clamp(0.0, 99.9);
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    MoveGrade {
        word: SCALE[level],
        score: tenth(level as f64 * 100.0 + within),
        length: steps.len(),
        is_shortest: plan.outcome.verdict == Verdict::Optimal,
        branching: tenth(branching),
        dead_end_share: (share * 1000.0).round() / 1000.0,
        forced,
    }
}
