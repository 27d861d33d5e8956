//! What a conflict teaches.
//!
//! A conflict is a set of true literals that cannot all hold. Each literal of the current level is replaced by its
//! reason, newest first, until one is left. So that a certificate can be read without the formula's inner variables,
//! literals of these are always replaced, at every level: they are never decided, so they have a reason. Then literals
//! that follow from the others are left out.

use crate::clauses::{Clauses, Origin};
use crate::literal::{Lit, Reason, Trail};
use crate::sums::Sums;

/// The clause that was learned, and working space.
#[derive(Debug)]
pub(crate) struct Analysis {
    /// The first literal follows after the jump back; the second is the newest of the others.
    pub(crate) learned: Vec<Lit>,
    pub(crate) origins: Vec<Origin>,
    pub(crate) lbd: u32,
    /// Variables that were seen, for activity.
    pub(crate) seen_variables: Vec<usize>,
    seen: Vec<bool>,
    why: Vec<Lit>,
    /// How many variables belong to the puzzle; the others are inner ones.
    of_puzzle: usize,
}

/// Where reasons come from.
#[derive(Clone, Copy)]
pub(crate) struct Knowledge<'a> {
    pub(crate) trail: &'a Trail,
    pub(crate) sums: &'a Sums,
    pub(crate) clauses: &'a Clauses,
}

impl Knowledge<'_> {
    /// The true literals that make a literal true, or (without one) that cannot all hold.
    pub(crate) fn explain(&self, reason: Reason, literal: Option<Lit>, why: &mut Vec<Lit>) {
        why.clear();
        match reason {
            Reason::Decision => {}
            Reason::Sum(sum) => self.sums.explain(sum, literal, self.trail, why),
            Reason::Clause(clause) => {
                why.extend(
                    self.clauses.literals(clause).iter().filter(|&&other| Some(other) != literal).map(|&other| !other),
                );
            }
        }
    }
}

impl Analysis {
    pub(crate) fn new(variables: usize, of_puzzle: usize) -> Self {
        Analysis {
            learned: Vec::new(),
            origins: Vec::new(),
            lbd: 0,
            seen_variables: Vec::new(),
            seen: vec![false; variables],
            why: Vec::new(),
            of_puzzle,
        }
    }

    /// Turns a conflict at the current level, which is above 0, into a clause.
    pub(crate) fn run(&mut self, conflict: Reason, known: Knowledge<'_>) {
        let trail = known.trail;
        self.learned.clear();
        self.origins.clear();
        self.seen_variables.clear();
        let mut others = Vec::new();
        // Literals that are still to be replaced, in total and of the current level.
        let (mut open, mut current) = (0, 0);
        let mut at = trail.literals.len();
        let mut next = (conflict, None);
        loop {
            let (reason, literal) = next;
            if let Reason::Clause(clause) = reason {
                self.origins.push(Origin::Clause(clause));
            }
            let mut why = std::mem::take(&mut self.why);
            known.explain(reason, literal, &mut why);
            for &cause in &why {
                let variable = cause.variable();
                if trail.level_of(cause) == 0 {
                    self.origins.push(Origin::Fact(cause));
                } else if !std::mem::replace(&mut self.seen[variable], true) {
                    self.seen_variables.push(variable);
                    if trail.level_of(cause) == trail.level() {
                        current += 1;
                        open += 1;
                    } else if variable >= self.of_puzzle {
                        open += 1;
                    } else {
                        others.push(!cause);
                    }
                }
            }
            self.why = why;
            // The newest literal that is to be replaced.
            let found = loop {
                if open == 0 {
                    break None;
                }
                at -= 1;
                let literal = trail.literals[at];
                if !self.seen[literal.variable()] {
                    continue;
                }
                let is_inner = literal.variable() >= self.of_puzzle;
                if trail.level_of(literal) == trail.level() {
                    if current == 1 && !is_inner {
                        // The one that is left.
                        self.learned.push(!literal);
                        current = 0;
                        open -= 1;
                        continue;
                    }
                    current -= 1;
                    open -= 1;
                    break Some(literal);
                }
                if is_inner {
                    open -= 1;
                    break Some(literal);
                }
            };
            match found {
                Some(literal) => next = (trail.reason(literal), Some(literal)),
                None => break,
            }
        }
        self.learned.append(&mut others);
        self.minimise(known);
        for &variable in &self.seen_variables {
            self.seen[variable] = false;
        }
        self.finish(trail);
    }

    /// Leaves out literals that follow from the others.
    fn minimise(&mut self, known: Knowledge<'_>) {
        let trail = known.trail;
        let mut levels: Vec<u32> = self.learned.iter().map(|&literal| trail.level_of(literal)).collect();
        levels.sort_unstable();
        levels.dedup();
        // Inner variables were marked on the way; only literals of the clause may count.
        let mut is_in_clause: Vec<usize> = self.learned.iter().map(|literal| literal.variable()).collect();
        is_in_clause.sort_unstable();
        let mut kept = 1;
        let mut why = Vec::new();
        for index in 1..self.learned.len() {
            let literal = self.learned[index];
            let mut to_explain = vec![!literal];
            let mut visited = vec![literal.variable()];
            let mut origins = Vec::new();
            let mut follows = true;
            while let Some(literal) = to_explain.pop().filter(|_| follows) {
                let reason = trail.reason(literal);
                follows = reason != Reason::Decision && visited.len() < 100;
                if let Reason::Clause(clause) = reason {
                    origins.push(Origin::Clause(clause));
                }
                known.explain(reason, Some(literal), &mut why);
                for &cause in &why {
                    let level = trail.level_of(cause);
                    if level == 0 {
                        origins.push(Origin::Fact(cause));
                    } else if is_in_clause.binary_search(&cause.variable()).is_err()
                        && !visited.contains(&cause.variable())
                    {
                        follows &= levels.binary_search(&level).is_ok();
                        visited.push(cause.variable());
                        to_explain.push(cause);
                    }
                }
            }
            if follows {
                self.origins.append(&mut origins);
            } else {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    fn finish(&mut self, trail: &Trail) {
        let mut levels: Vec<u32> = self.learned.iter().map(|&literal| trail.level_of(literal)).collect();
        levels.sort_unstable();
        levels.dedup();
        self.lbd = levels.len() as u32;
        let newest = (1..self.learned.len()).max_by_key(|&index| trail.level_of(self.learned[index]));
        if let Some(newest) = newest {
            self.learned.swap(1, newest);
        }
    }
}
