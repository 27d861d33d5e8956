//! Clauses: at least one of these literals is true.
//!
//! Clauses of two literals are lists of consequences ("if this, then that"). Clauses of three that the caller gave are
//! written down at each of their literals, the two others beside each other: what follows is seen right there, without a
//! look at the clause itself, and nothing is ever moved. Many models have thousands of these, and propagating
//! them is most of the work. Longer and learned clauses are one after the other in one array, and each is
//! watched at two of its literals: as long as neither is false, nothing follows from the clause, and it need not be visited.
//! Learned clauses may be deleted; those the caller gave may not.

use super::Literal;
use super::facts::{Facts, Reason};

/// A clause that has to be visited when a literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    clause: u32,
    /// Another literal of the clause: while it is true, the clause need not be opened.
    other: Literal,
}

/// What has to be visited when a literal becomes true.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// What follows, from the binary clauses.
    one: Vec<Literal>,
    /// Pairs of which one at least must be true, from permanent clauses of three.
    pairs: Vec<[Literal; 2]>,
    /// The clauses that watch its opposite.
    watchers: Vec<Watcher>,
}

/// All clauses of two literals or more.
#[derive(Clone, Debug)]
pub(super) struct Clauses {
    /// By literal.
    lists: Vec<Lists>,
    /// All longer clauses: length with flags, LBD, then the literals.
    arena: Vec<u32>,
    /// Where the learned clauses start in the arena, oldest first.
    learned: Vec<u32>,
    /// How many literals stand in lists and pairs.
    listed: usize,
}

const HEADER: usize = 2;
const LEARNED: u32 = 1 << 31;
/// It took part in a conflict since the last reduction.
const USED: u32 = 1 << 30;
const LENGTH: u32 = USED - 1;

/// A learned clause of at most this LBD is always kept.
const GLUE: u32 = 2;

impl Clauses {
    pub(super) fn new(variables: usize) -> Self {
        Clauses { lists: vec![Lists::default(); 2 * variables], arena: Vec::new(), learned: Vec::new(), listed: 0 }
    }

    /// Adds a clause of two literals or more; a longer one is watched at its first two. `lbd` is the number of
    /// decision levels among the literals of a learned clause; `None` for a permanent clause. Returns the reason of the first
    /// literal where the others are false.
    pub(super) fn add(&mut self, literals: &[Literal], lbd: Option<u32>) -> Reason {
        match (literals, lbd) {
            (&[a, b], _) => {
                self.lists[(!a).index()].one.push(b);
                self.lists[(!b).index()].one.push(a);
                self.listed += 2;
                Reason::Binary(!b)
            }
            (&[a, b, c], None) => {
                self.lists[(!a).index()].pairs.push([b, c]);
                self.lists[(!b).index()].pairs.push([a, c]);
                self.lists[(!c).index()].pairs.push([a, b]);
                self.listed += 6;
                Reason::Pair(!b, !c)
            }
            _ => Reason::Clause(self.add_watched(literals, lbd)),
        }
    }

    fn add_watched(&mut self, literals: &[Literal], lbd: Option<u32>) -> u32 {
        let clause = self.arena.len() as u32;
        let flags = if lbd.is_some() { LEARNED | USED } else { 0 };
        self.arena.push(literals.len() as u32 | flags);
        self.arena.push(lbd.unwrap_or(0));
        self.arena.extend(literals.iter().map(|literal| literal.index() as u32));
        self.watch(clause);
        if lbd.is_some() {
            self.learned.push(clause);
        }
        clause
    }

    fn watch(&mut self, clause: u32) {
        let (first, second) = (self.literal(clause, 0), self.literal(clause, 1));
        self.lists[(!first).index()].watchers.push(Watcher { clause, other: second });
        self.lists[(!second).index()].watchers.push(Watcher { clause, other: first });
    }

    pub(super) fn len(&self, clause: u32) -> usize {
        (self.arena[clause as usize] & LENGTH) as usize
    }

    #[inline]
    pub(super) fn literal(&self, clause: u32, index: usize) -> Literal {
        Literal::from_index(self.arena[clause as usize + HEADER + index])
    }

    pub(super) fn is_learned(&self, clause: u32) -> bool {
        self.arena[clause as usize] & LEARNED != 0
    }

    /// The clause helped to explain a conflict.
    pub(super) fn mark_used(&mut self, clause: u32) {
        self.arena[clause as usize] |= USED;
    }

    /// Propagates a literal that became true. Returns `false` on a conflict; `conflict` then holds true literals that cannot all
    /// hold.
    pub(super) fn propagate(&mut self, literal: Literal, facts: &mut Facts, conflict: &mut Vec<Literal>) -> bool {
        let lists = &mut self.lists[literal.index()];
        for &next in &lists.one {
            if facts.is_false(next) {
                conflict.extend([literal, !next]);
                return false;
            }
            if facts.is_open(next) {
                facts.set(next, Reason::Binary(literal));
            }
        }
        for &[a, b] in &lists.pairs {
            match facts.is_one_left(a, b) {
                None => {}
                Some(true) if facts.is_false(a) => facts.set(b, Reason::Pair(literal, !a)),
                Some(true) => facts.set(a, Reason::Pair(literal, !b)),
                Some(false) => {
                    conflict.extend([literal, !a, !b]);
                    return false;
                }
            }
        }
        let mut waiting = std::mem::take(&mut lists.watchers);
        let (mut read, mut write) = (0, 0);
        let mut holds = true;
        while let Some(&watcher) = waiting.get(read) {
            read += 1;
            if facts.is_true(watcher.other) {
                waiting[write] = watcher;
                write += 1;
                continue;
            }
            let start = watcher.clause as usize + HEADER;
            let length = self.len(watcher.clause);
            let literals = &mut self.arena[start..start + length];
            let gone = (!literal).index() as u32;
            // The literal that became false stands second, so that the first is what may follow.
            if literals[0] == gone {
                literals.swap(0, 1);
            }
            let first = Literal::from_index(literals[0]);
            let kept = Watcher { clause: watcher.clause, other: first };
            if facts.is_true(first) {
                waiting[write] = kept;
                write += 1;
                continue;
            }
            if let Some(index) = (2..length).find(|&index| !facts.is_false(Literal::from_index(literals[index]))) {
                literals.swap(1, index);
                let next = Literal::from_index(literals[1]);
                self.lists[(!next).index()].watchers.push(kept);
                continue;
            }
            waiting[write] = kept;
            write += 1;
            if facts.is_false(first) {
                conflict.extend(literals.iter().map(|&index| !Literal::from_index(index)));
                holds = false;
                break;
            }
            facts.set(first, Reason::Clause(watcher.clause));
        }
        waiting.copy_within(read.., write);
        waiting.truncate(write + waiting.len() - read);
        self.lists[literal.index()].watchers = waiting;
        holds
    }

    /// Deletes half of the learned clauses that were not used since the last reduction, those of the highest LBD first, and
    /// compacts the array. That moves clauses, which is safe because `facts` is at level 0, where no reason is asked for.
    pub(super) fn reduce(&mut self, facts: &Facts) {
        debug_assert_eq!(facts.level(), 0);
        let mut spare: Vec<(u32, usize, u32)> = Vec::new();
        for &clause in &self.learned {
            let (header, lbd) = (self.arena[clause as usize], self.arena[clause as usize + 1]);
            if header & USED == 0 && lbd > GLUE {
                spare.push((lbd, self.len(clause), clause));
            }
            self.arena[clause as usize] &= !USED;
        }
        spare.sort_unstable();
        let mut dropped: Vec<u32> = spare[spare.len() / 2..].iter().map(|&(_, _, clause)| clause).collect();
        dropped.sort_unstable();
        for lists in &mut self.lists {
            lists.watchers.clear();
            lists.pairs.retain(|pair| !pair.iter().any(|&literal| facts.is_true(literal)));
        }
        self.learned.clear();
        let (mut read, mut write) = (0, 0);
        let mut dropped = dropped.into_iter().peekable();
        while read < self.arena.len() {
            let words = HEADER + self.len(read as u32);
            let holds_for_good = (0..words - HEADER).any(|index| facts.is_true(self.literal(read as u32, index)));
            let is_dropped = dropped.next_if_eq(&(read as u32)).is_some();
            if !is_dropped && !holds_for_good {
                self.arena.copy_within(read..read + words, write);
                self.bring_open_literals_forward(write as u32, facts);
                self.watch(write as u32);
                if self.arena[write] & LEARNED != 0 {
                    self.learned.push(write as u32);
                }
                write += words;
            }
            read += words;
        }
        self.arena.truncate(write);
    }

    /// At level 0 a clause that does not hold permanently has two open literals at least; they are the ones to watch.
    fn bring_open_literals_forward(&mut self, clause: u32, facts: &Facts) {
        let start = clause as usize + HEADER;
        let length = self.len(clause);
        let literals = &mut self.arena[start..start + length];
        let mut place = 0;
        for index in 0..length {
            if place < 2 && facts.is_open(Literal::from_index(literals[index])) {
                literals.swap(place, index);
                place += 1;
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let longer = self.arena.capacity() * size_of::<u32>() + 4 * self.learned.len() * size_of::<Watcher>();
        (longer + self.listed * 2 * size_of::<Literal>() + self.lists.len() * size_of::<Lists>()) as u64
    }
}
