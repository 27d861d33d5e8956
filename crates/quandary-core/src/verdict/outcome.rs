//! What a solve returns: the verdict with its solutions, how many there are, and what it took to find out.

use std::time::Duration;

use serde::Serialize;

use super::{Ask, Conflict, Counters, Verdict, VerdictWord};
use crate::random::{RngExt, stream};
use crate::solution::Solution;
use crate::stopped::Stopped;

/// What a solve returns.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The claim.
    pub verdict: Verdict,
    /// Solutions found, at most as many as asked for. With `Unknown`, the best so far.
    pub solutions: Vec<Solution>,
    /// How many solutions were seen.
    pub solution_count: u64,
    /// Whether `solution_count` is the exact number of solutions.
    pub count_is_exact: bool,
    /// The exact number of solutions, also where it is too large for `solution_count`.
    pub exact_count: Option<u128>,
    /// The solutions that were drawn at random, where that was asked for; or why none could be drawn.
    pub sampled: Result<Vec<Solution>, Stopped>,
    /// Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved.
    pub orders: Option<Orders>,
    /// What the search has learned, if that was wanted and the solver learns: each clause follows from the rules, the clauses
    /// before it, and the demand that none of `solutions` is found again; together they leave nothing else.
    pub learned: Vec<Vec<CellLiteral>>,
    /// What it took.
    pub counters: Counters,
    /// CPU time spent.
    pub cpu: Duration,
}

/// A cell has a value, or it does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellLiteral {
    /// The cell's number, row by row.
    pub cell: u32,
    /// A value, as solutions have it.
    pub value: u8,
    /// Whether the cell has it.
    pub is: bool,
}

/// A puzzle with hidden parts stands for several boards, one for each *order* of what is hidden. This is how many of them
/// can be solved by a player who sees everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Orders {
    /// How many orders there are; `None` when the number does not fit into 64 bits.
    pub total: Option<u64>,
    /// Orders that can be solved, proved.
    pub solvable: u64,
    /// Orders that cannot be solved, proved.
    pub unsolvable: u64,
    /// Of the solvable ones, how many still are after the plan that comes with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvable_after_plan: Option<u64>,
}

impl Orders {
    /// Whether every order was decided, so that the numbers are exact.
    pub fn is_exact(&self) -> bool {
        self.total == Some(self.solvable + self.unsolvable)
    }

    /// Whether no order can be solved, proved.
    pub fn is_impossible(&self) -> bool {
        self.solvable == 0 && self.is_exact()
    }
}

impl Outcome {
    /// The outcome of a search for solutions: the verdict follows from what was found and why the search ended.
    ///
    /// `ended` is `Ok` when the whole space was searched, and otherwise says why not. `conflict` is asked only when
    /// the puzzle turned out to be impossible.
    pub fn of_search(
        solutions: Vec<Solution>,
        found: u64,
        ended: Result<(), Stopped>,
        counters: Counters,
        cpu: Duration,
        conflict: impl FnOnce() -> Conflict,
    ) -> Self {
        let verdict = match VerdictWord::of_search(found, ended) {
            VerdictWord::Impossible => Verdict::Impossible(conflict()),
            VerdictWord::Unique => Verdict::Unique,
            VerdictWord::Multiple => Verdict::Multiple,
            _ => Verdict::Unknown(ended.err().unwrap_or(Stopped::Enough)),
        };
        Outcome {
            verdict,
            solutions,
            solution_count: found,
            count_is_exact: ended.is_ok(),
            exact_count: ended.is_ok().then_some(found.into()),
            sampled: Ok(Vec::new()),
            orders: None,
            learned: Vec::new(),
            counters,
            cpu,
        }
    }

    /// The same puzzle after counting. It had two solutions or more; a number that is too large is a lower bound.
    #[must_use]
    pub fn counted(self, (ways, ended): (u128, Result<(), Stopped>)) -> Self {
        // So many solutions can still be drawn from, as long as no single part has as many.
        let sampled = ended.map(|()| Vec::new());
        let ended = if ways == u128::MAX { ended.and(Err(Stopped::TooMany(u64::MAX))) } else { ended };
        let count = u64::try_from(ways).ok();
        Outcome {
            solution_count: count.unwrap_or(u64::MAX).max(self.solution_count),
            count_is_exact: ended.is_ok() && count.is_some(),
            exact_count: ended.is_ok().then_some(ways),
            sampled,
            ..self
        }
    }

    /// Draws the sample from what was found, if that is all there is.
    #[must_use]
    pub fn sampled(self, ask: &Ask) -> Self {
        match (self.exact_count, &self.verdict) {
            (Some(_), _) => {
                let all = self.solutions.clone();
                self.sampled_from(&all, ask)
            }
            (None, Verdict::Unknown(why)) => Outcome { sampled: Err(*why), ..self },
            (None, _) => Outcome { sampled: Err(Stopped::Incomplete), ..self },
        }
    }

    /// Draws the sample from solutions that are all there are.
    #[must_use]
    pub fn sampled_from(self, all: &[Solution], ask: &Ask) -> Self {
        let Some(sample) = ask.sample.filter(|_| !all.is_empty()) else { return self };
        let mut random = stream(sample.seed, "sample", 0);
        let draw = |_| all[random.random_range(0..all.len() as u64) as usize].clone();
        Outcome { sampled: Ok((0..sample.count).map(draw).collect()), ..self }
    }

    /// The word that a constraint solver would print: `OPTIMAL` when the search was complete, `FEASIBLE` when there
    /// are solutions but not all was searched, `INFEASIBLE`, `UNKNOWN`.
    pub fn status(&self) -> &'static str {
        match &self.verdict {
            Verdict::Impossible(_) => "INFEASIBLE",
            Verdict::Unique | Verdict::Optimal => "OPTIMAL",
            _ if self.solutions.is_empty() => "UNKNOWN",
            Verdict::Multiple if self.count_is_exact => "OPTIMAL",
            _ => "FEASIBLE",
        }
    }
}
