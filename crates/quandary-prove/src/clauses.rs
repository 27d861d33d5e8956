//! Clauses: those that were learned, and those that forbid a solution.
//!
//! All that was ever learned stays in the log, with what it was learned from; `trim.rs` picks from it. Clauses that did
//! not help lately are no longer watched.

use crate::literal::{Lit, Reason, Trail};

#[derive(Clone, Copy, Debug)]
struct Watcher {
    clause: u32,
    /// While this literal is true, the clause need not be looked at.
    other: Lit,
}

/// Where a clause is, and where it came from.
#[derive(Clone, Debug)]
struct Entry {
    start: usize,
    length: usize,
    /// Where its sources are in `sources`.
    sources: (usize, usize),
    /// How many levels its literals had.
    lbd: u32,
    is_given: bool,
    is_active: bool,
    was_used: bool,
}

/// What a clause was learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Another clause.
    Clause(u32),
    /// A literal that is true for good.
    Fact(Lit),
}

/// All clauses.
#[derive(Debug)]
pub(crate) struct Clauses {
    entries: Vec<Entry>,
    literals: Vec<Lit>,
    sources: Vec<Origin>,
    watchers: Vec<Vec<Watcher>>,
}

/// Learned clauses of this many levels are always kept.
const GLUE: u32 = 2;

impl Clauses {
    pub(crate) fn new(variables: usize) -> Self {
        Clauses {
            entries: Vec::new(),
            literals: Vec::new(),
            sources: Vec::new(),
            watchers: vec![Vec::new(); 2 * variables],
        }
    }

    /// About how many bytes they take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.entries.len() * (size_of::<Entry>() + 2 * size_of::<Watcher>())
            + self.literals.len() * size_of::<Lit>()
            + self.sources.len() * size_of::<Origin>()) as u64
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn literals(&self, clause: u32) -> &[Lit] {
        let entry = &self.entries[clause as usize];
        &self.literals[entry.start..entry.start + entry.length]
    }

    pub(crate) fn sources(&self, clause: u32) -> &[Origin] {
        let (start, end) = self.entries[clause as usize].sources;
        &self.sources[start..end]
    }

    pub(crate) fn is_given(&self, clause: u32) -> bool {
        self.entries[clause as usize].is_given
    }

    pub(crate) fn mark_used(&mut self, clause: u32) {
        self.entries[clause as usize].was_used = true;
    }

    /// Adds a clause, watched at its first two literals. `learned` has its origins and its levels; `None` if it is given.
    pub(crate) fn add(&mut self, clause: &[Lit], learned: Option<(&[Origin], u32)>) -> u32 {
        let number = self.entries.len() as u32;
        let (start, first_source) = (self.literals.len(), self.sources.len());
        self.literals.extend(clause);
        self.sources.extend(learned.map_or(&[][..], |(origins, _)| origins));
        self.entries.push(Entry {
            start,
            length: clause.len(),
            sources: (first_source, self.sources.len()),
            lbd: learned.map_or(0, |(_, lbd)| lbd),
            is_given: learned.is_none(),
            is_active: true,
            was_used: true,
        });
        self.watch(number);
        number
    }

    fn watch(&mut self, clause: u32) {
        if let [first, second, ..] = *self.literals(clause) {
            self.watchers[(!first).index()].push(Watcher { clause, other: second });
            self.watchers[(!second).index()].push(Watcher { clause, other: first });
        }
    }

    /// Concludes what follows from a literal that became true. Returns a clause that is false, if there is one.
    pub(crate) fn propagate(&mut self, literal: Lit, trail: &mut Trail) -> Option<Reason> {
        let mut waiting = std::mem::take(&mut self.watchers[literal.index()]);
        let mut conflict = None;
        let (mut read, mut write) = (0, 0);
        while let Some(&watcher) = waiting.get(read) {
            read += 1;
            if trail.is_true(watcher.other) {
                waiting[write] = watcher;
                write += 1;
                continue;
            }
            let entry = &self.entries[watcher.clause as usize];
            let literals = &mut self.literals[entry.start..entry.start + entry.length];
            // The false literal stands second.
            if literals[0] == !literal {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let kept = Watcher { clause: watcher.clause, other: first };
            if !trail.is_true(first) {
                if let Some(place) = (2..literals.len()).find(|&place| !trail.is_false(literals[place])) {
                    literals.swap(1, place);
                    let next = literals[1];
                    self.watchers[(!next).index()].push(kept);
                    continue;
                }
                if trail.is_false(first) {
                    waiting[write] = kept;
                    write += 1;
                    conflict = Some(Reason::Clause(watcher.clause));
                    break;
                }
                trail.set(first, Reason::Clause(watcher.clause));
            }
            waiting[write] = kept;
            write += 1;
        }
        waiting.copy_within(read.., write);
        waiting.truncate(write + waiting.len() - read);
        self.watchers[literal.index()] = waiting;
        conflict
    }

    /// Stops watching half of the learned clauses that were not used lately. Only at level 0.
    pub(crate) fn reduce(&mut self, trail: &Trail) {
        let mut idle = Vec::new();
        for (number, entry) in self.entries.iter_mut().enumerate() {
            let is_learned = entry.is_active && !entry.is_given;
            if is_learned && !std::mem::take(&mut entry.was_used) && entry.lbd > GLUE && entry.length > 2 {
                idle.push((entry.lbd, entry.length, number));
            }
        }
        idle.sort_unstable();
        for &(_, _, number) in &idle[idle.len() / 2..] {
            self.entries[number].is_active = false;
        }
        self.watchers.iter_mut().for_each(Vec::clear);
        for number in 0..self.entries.len() as u32 {
            let entry = &mut self.entries[number as usize];
            let literals = &mut self.literals[entry.start..entry.start + entry.length];
            if literals.iter().any(|&literal| trail.is_true(literal)) {
                entry.is_active = false;
            }
            if entry.is_active {
                // At level 0 two literals at least are open; they are the ones to watch.
                let mut place = 0;
                for index in 0..literals.len() {
                    if place < 2 && trail.is_open(literals[index]) {
                        literals.swap(place, index);
                        place += 1;
                    }
                }
                self.watch(number);
            }
        }
    }
}
