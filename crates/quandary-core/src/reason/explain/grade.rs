//! How hard a puzzle is: statistics of its explanation, on one scale for all families.
//!
//! The *level* depends on the hardest step: looking at one rule (easy),
//! looking at several at once (moderate), thinking one rule through, or a short supposition or two (hard), longer ones or more
//! (very hard), a long chain or many of them (fiendish), and suppositions inside suppositions, or none that is short enough (extreme). A puzzle that needs only
//! a look at one rule is still moderate when few steps are available at a time: when at many points there is only one place to
//! look. The *score* orders puzzles within a level: the mean cost of the steps, more where few are available, and a little more
//! for a long solution.

use serde::Serialize;

use super::{Ending, Explanation, Step};

/// How hard a puzzle is, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grade {
    /// easy, moderate, hard, very hard, fiendish or extreme.
    pub word: &'static str,
    /// A number from 0: the level's place times 100, and the score within it, below 100.
    pub score: f64,
    /// How many steps there are.
    pub steps: usize,
    /// The cost of the hardest step, and its place among the steps, counted from 1.
    pub hardest: (u32, usize),
    /// How many steps need at least a thorough argument.
    pub hard_steps: usize,
    /// How many steps are suppositions.
    pub suppositions: usize,
    /// How deeply suppositions are nested.
    pub levels: u32,
    /// The longest chain of a supposition.
    pub longest_chain: usize,
    /// How many steps as cheap as the one taken are open, on average.
    pub width: f64,
    /// How many steps were the only one.
    pub bottlenecks: usize,
}

/// The words of the scale that all families share, from a score of 0 on, a hundred each.
pub const SCALE: [&str; 6] = ["easy", "moderate", "hard", "very hard", "fiendish", "extreme"];

/// Chains up to this length, and so few suppositions, leave a puzzle hard.
const SHORT_CHAIN: usize = 4;
const FEW_SUPPOSITIONS: usize = 2;
/// Chains longer than this, or more suppositions, make a puzzle fiendish.
const LONG_CHAIN: usize = 8;
const MANY_SUPPOSITIONS: usize = 10;
/// So many points with only one place to look, and a third of all, make a way narrow.
const MANY_BOTTLENECKS: usize = 6;
/// A usual number of steps.
const USUAL_STEPS: f64 = 30.0;
/// From these costs on, a pattern with a name makes a puzzle moderate, hard, very hard and fiendish.
const PATTERNS: [u32; 4] = [30, 50, 105, 200];

/// How many links a chain has: what one rule shows in several small arguments is one.
fn links(step: &Step) -> usize {
    step.sub_steps.chunk_by(|one, next| one.constraints == next.constraints).count()
}

/// Grades an explanation that ended complete; `None` for any other, which says nothing about the whole.
pub fn grade(explanation: &Explanation) -> Option<Grade> {
    if explanation.ending != Ending::Complete {
        return None;
    }
    let steps = &explanation.steps;
    let hardest = steps.iter().enumerate().map(|(place, step)| (step.cost, place + 1));
    let hardest = hardest.max_by_key(|&(cost, place)| (cost, std::cmp::Reverse(place))).unwrap_or((0, 0));
    let suppositions = steps.iter().filter(|step| step.levels() > 0).count();
    let levels = steps.iter().map(|step| step.levels()).max().unwrap_or(0);
    let longest_chain = steps.iter().map(links).max().unwrap_or(0);
    let hard_steps = steps.iter().filter(|step| step.is_thought_through()).count();
    let several = steps.iter().any(|step| step.constraints.len() > 1);
    let pattern = steps.iter().filter(|step| step.pattern().is_some()).map(|step| step.cost).max().unwrap_or(0);
    let named = PATTERNS.iter().filter(|&&from| pattern >= from).count();
    let count = steps.len().max(1) as f64;
    let bottlenecks = explanation.widths.iter().filter(|&&width| width == 1).count();
    let is_narrow = bottlenecks >= MANY_BOTTLENECKS && 3 * bottlenecks >= steps.len();
    let level = match levels {
        0 if named > 2 => named,
        0 if hard_steps > 0 => 2,
        0 => named.max(usize::from(several || is_narrow)),
        1 if longest_chain > LONG_CHAIN || suppositions > MANY_SUPPOSITIONS => 4,
        1 if longest_chain <= SHORT_CHAIN && suppositions <= FEW_SUPPOSITIONS => named.max(2),
        1 => named.max(3),
        _ => 5,
    };
    let mean = steps.iter().map(|step| f64::from(step.cost)).sum::<f64>() / count;
    let width = explanation.widths.iter().sum::<usize>() as f64 / count;
    // Twice as many steps of one kind are harder, but not twice as hard.
    let effort = mean * (1.0 + bottlenecks as f64 / count) * (count / USUAL_STEPS).powf(0.25);
    let score = level as f64 * 100.0 + 100.0 * effort / (effort + 100.0);
    Some(Grade {
        word: SCALE[level],
        score: (score * 10.0).round() / 10.0,
        steps: steps.len(),
        hardest,
        hard_steps,
        suppositions,
        levels,
        longest_chain,
        width: (width * 10.0).round() / 10.0,
        bottlenecks,
    })
}
