//! What a search has learned, for a proof.
//!
//! A learner that keeps a log adds every clause that it learns, with the earlier ones that it was learned from. From the
//! end backwards, [`Log::needed`] picks those that the end rests on. What is known for good counts as needed: reasons do
//! not mention it, so nobody can tell what it was used for.
//!
//! Clauses have no names, and some are moved or stored in pieces. So the log knows a clause by a number that is computed
//! from its literals in any order. Should two clauses ever have the same one, a proof may lack a clause; whoever checks it
//! will notice.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Literal;
use super::clauses::Clauses;
use super::facts::{Facts, Reason};

/// The numbers of clauses are mixed already.
#[derive(Clone, Debug, Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Clauses in the order in which they were learned.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    literals: Vec<Literal>,
    sources: Vec<u32>,
    /// Where each clause ends in `literals`, and where its sources do.
    ends: Vec<(usize, usize)>,
    /// The clause with each number.
    numbered: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    /// The sources of the clause that comes next.
    of_next: Vec<u32>,
    /// Clauses that are needed in any case.
    roots: Vec<u32>,
    /// How much of what is known for good was looked at.
    known: usize,
}

/// A number for a clause, whatever the order of its literals.
fn number(clause: impl Iterator<Item = Literal>) -> u64 {
    clause.fold(0, |sum, literal| {
        let mut mixed = (literal.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        sum.wrapping_add(mixed ^ mixed >> 32)
    })
}

impl Log {
    /// The clause that comes next is learned with the help of this one, if that was learned as well.
    fn uses(&mut self, clause: impl Iterator<Item = Literal>) {
        self.of_next.extend(self.numbered.get(&number(clause)));
    }

    /// The same for a clause that is false: its literals' opposites are a conflict.
    pub(super) fn uses_conflict(&mut self, conflict: &[Literal]) {
        self.uses(conflict.iter().map(|&literal| !literal));
    }

    /// The same for the clause that made a literal true, if it was one. Longer permanent clauses need no look: those that block a
    /// model are needed in any case, and the others were not learned.
    pub(super) fn uses_reason(&mut self, literal: Literal, facts: &Facts, clauses: &Clauses) {
        match facts.reason(literal.variable()) {
            Reason::Clause(clause) if clauses.is_learned(clause) => {
                self.uses((0..clauses.len(clause)).map(|index| clauses.literal(clause, index)));
            }
            Reason::Binary(cause) => self.uses([literal, !cause].into_iter()),
            Reason::Clause(_) | Reason::Pair(..) | Reason::None | Reason::Native(_) => {}
        }
    }

    /// Notes what is known for good. That, and what was used since the last clause, is needed in any case.
    pub(super) fn note_known(&mut self, facts: &Facts, clauses: &Clauses) {
        let end = if facts.level() == 0 { facts.trail().len() } else { facts.start_of(1) };
        for &literal in &facts.trail()[self.known..end] {
            self.uses_reason(literal, facts, clauses);
        }
        self.known = end;
        self.roots.append(&mut self.of_next);
    }

    /// A model was found; its decisions lead to it with the help of the clauses that are reasons now.
    pub(super) fn add_decisions(&mut self, clause: &[Literal], facts: &Facts, clauses: &Clauses) {
        for &literal in facts.trail() {
            self.uses_reason(literal, facts, clauses);
        }
        self.add(clause);
        self.roots.push(self.ends.len() as u32 - 1);
    }

    /// A clause was learned.
    pub(super) fn add(&mut self, clause: &[Literal]) {
        let index = self.ends.len() as u32;
        self.of_next.sort_unstable();
        self.of_next.dedup();
        self.sources.append(&mut self.of_next);
        self.literals.extend_from_slice(clause);
        self.ends.push((self.literals.len(), self.sources.len()));
        self.numbered.insert(number(clause.iter().copied()), index);
        if clause.len() <= 1 {
            self.roots.push(index);
        }
    }

    /// The clauses that the end needs, in the order in which they were learned.
    pub(super) fn needed(&self) -> Vec<Vec<Literal>> {
        let mut is_needed = vec![false; self.ends.len()];
        self.roots.iter().for_each(|&root| is_needed[root as usize] = true);
        for index in (0..self.ends.len()).rev().filter(|&index| index > 0) {
            if is_needed[index] {
                let sources = self.ends[index - 1].1..self.ends[index].1;
                self.sources[sources].iter().for_each(|&source| is_needed[source as usize] = true);
            }
        }
        let start = |index: usize| if index == 0 { 0 } else { self.ends[index - 1].0 };
        let needed = (0..self.ends.len()).filter(|&index| is_needed[index]);
        needed.map(|index| self.literals[start(index)..self.ends[index].0].to_vec()).collect()
    }

    pub(super) fn bytes(&self) -> u64 {
        (4 * (self.literals.len() + self.sources.len()) + 40 * self.ends.len()) as u64
    }
}
