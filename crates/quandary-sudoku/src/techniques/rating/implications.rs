//! What follows when a candidate is assumed true or false, and how long the argument is.
//!
//! A *claim* is a candidate with "true" or "false". From a true one follow the false ones around it; from a false one a true
//! one, where a cell or a unit has only one left. In a *dynamic* run every claim changes the board for those after it,
//! so a claim can rest on several others. From level 1 on, patterns and then nested chains are used when nothing else
//! follows. A claim's ancestors are all claims that it rests on: their number is the length of the argument.
//!
//! The order in which claims are reached decides between arguments of equal length, so it is part of the rating.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::super::board::{Board, Cells, PEERS, UNITS, digits_in, first, members, units_of};
use super::nested::{self, Nested, Search};
use quandary_core::verdict::Stopped;

/// A candidate that is assumed true or false.
pub(super) type Claim = u16;

/// How many claims there are.
pub(super) const CLAIMS: usize = 81 * 9 * 2;

pub(super) fn claim(cell: usize, digit: usize, is_true: bool) -> Claim {
    ((cell * 9 + digit) * 2) as Claim + Claim::from(is_true)
}

/// The cell, the digit, and whether it is assumed true.
pub(super) fn meaning(claim: Claim) -> (usize, usize, bool) {
    let candidate = usize::from(claim / 2);
    (candidate / 9, candidate % 9, claim % 2 == 1)
}

/// Why a claim holds: the number of a unit, or one of the next three.
pub(super) type Cause = u8;
/// Because of its cell.
pub(super) const BY_CELL: Cause = 27;
/// It is assumed.
pub(super) const ASSUMED: Cause = 28;
/// Because of a pattern or a nested chain.
pub(super) const BY_PATTERN: Cause = 29;

/// The units of a cell in the order in which the rating looks at them: box, row, column.
pub(super) fn units_in_order(cell: usize) -> [usize; 3] {
    let [row, column, in_box] = units_of(cell);
    [in_box, row, column]
}

/// Which consequences are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rules {
    /// A cell holds one digit.
    pub(super) cells: bool,
    /// Each claim changes the board for the next.
    pub(super) is_dynamic: bool,
    /// What helps when nothing else follows: 0 nothing, 1 patterns, 2 also chains with one start, 3 also forcing chains, 4
    /// patterns and dynamic forcing chains.
    pub(super) level: u8,
    /// The level of the nested chains, at level 4.
    pub(super) inner: u8,
}

/// A claim that was reached.
struct Reached {
    claim: Claim,
    cause: Cause,
    /// Where its parents are listed, and how many they are.
    parents: (u32, u16),
    /// How many claims it rests on, itself included; 0 as long as nobody has asked.
    count: Cell<u16>,
}

/// Everything that follows from a claim.
#[derive(Default)]
pub(super) struct Run {
    /// The number of each claim among those that were reached.
    number: Vec<u16>,
    reached: Vec<Reached>,
    /// The numbers of the claims that others rest on: always smaller than those of the others.
    parents: Vec<u16>,
    nested: Vec<(Claim, Rc<Nested>)>,
    /// The claims that were reached, in order.
    pub(super) trues: Vec<Claim>,
    pub(super) falses: Vec<Claim>,
    /// The same by digit.
    pub(super) on: [Cells; 9],
    pub(super) off: [Cells; 9],
    pub(super) clash: Option<Clash>,
}

/// A claim that would follow although its opposite was reached.
pub(super) struct Clash {
    claim: Claim,
    parents: Vec<u16>,
    cause: Cause,
}

/// The end of an argument: a claim that was reached, or one of both sides of the clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Claim(Claim),
    ClashTrue,
    ClashFalse,
}

const NEW: u16 = u16::MAX;

impl Run {
    /// Draws the consequences of a claim.
    pub(super) fn new(
        board: &Board,
        start: Claim,
        rules: Rules,
        search: &mut Search<'_, '_>,
    ) -> Result<Box<Run>, Stopped> {
        let mut run = search.spare_runs.pop().unwrap_or_default();
        run.clear();
        let Scratch { mut trues, mut falses } = search.spare_scratch.pop().unwrap_or_default();
        trues.clear();
        falses.clear();
        let mut propagation = Propagation { board, now: board.clone(), rules, trues, falses, run };
        propagation.reach(start, std::iter::empty(), ASSUMED);
        propagation.finish(search)
    }

    fn clear(&mut self) {
        self.number.clear();
        self.number.resize(CLAIMS, NEW);
        self.reached.clear();
        self.parents.clear();
        self.nested.clear();
        self.trues.clear();
        self.falses.clear();
        (self.on, self.off, self.clash) = ([0; 9], [0; 9], None);
    }

    fn has(&self, claim: Claim) -> bool {
        self.number[usize::from(claim)] != NEW
    }

    fn parents_of(&self, number: u16) -> &[u16] {
        let (start, count) = self.reached[usize::from(number)].parents;
        &self.parents[start as usize..start as usize + usize::from(count)]
    }

    /// How many claims these rest on, themselves included, but not the one that is left out. Parents have smaller numbers, so
    /// one pass downwards is enough.
    fn ancestors(&self, of: &[u16], without: u16) -> usize {
        const WORDS: usize = CLAIMS.div_ceil(64);
        let add = |set: &mut [u64; WORDS], number: u16| set[usize::from(number / 64)] |= 1 << (number % 64);
        let mut set = [0; WORDS];
        of.iter().for_each(|&number| add(&mut set, number));
        let mut count = 0;
        for word in (0..self.reached.len().div_ceil(64)).rev() {
            while let Some(bit) = set[word].checked_ilog2() {
                set[word] ^= 1 << bit;
                let number = word as u16 * 64 + bit as u16;
                if number != without {
                    count += 1;
                    self.parents_of(number).iter().for_each(|&parent| add(&mut set, parent));
                }
            }
        }
        count
    }

    /// The claim at an end, and whether it is the one that was not reached.
    fn at(&self, end: End) -> (Claim, Option<&Clash>) {
        let clash = |is_true: bool| {
            let clash = self.clash.as_ref().expect("the run has a clash");
            let is_new = (clash.claim % 2 == 1) == is_true;
            if is_new { (clash.claim, Some(clash)) } else { (clash.claim ^ 1, None) }
        };
        match end {
            End::Claim(claim) => (claim, None),
            End::ClashTrue => clash(true),
            End::ClashFalse => clash(false),
        }
    }

    /// How many claims an end rests on, itself included.
    pub(super) fn count(&self, end: End) -> usize {
        let (claim, clash) = self.at(end);
        if let Some(clash) = clash {
            return self.ancestors(&clash.parents, self.number[usize::from(claim)]) + 1;
        }
        let number = self.number[usize::from(claim)];
        let known = &self.reached[usize::from(number)].count;
        if known.get() == 0 {
            known.set(self.ancestors(&[number], NEW) as u16);
        }
        usize::from(known.get())
    }

    /// Whether nested chains were used.
    pub(super) fn is_nested(&self) -> bool {
        !self.nested.is_empty()
    }

    /// The nested chain from which a claim follows.
    pub(super) fn nested(&self, claim: Claim) -> Option<&Rc<Nested>> {
        self.nested.iter().find(|(of, _)| *of == claim).map(|(_, nested)| nested)
    }

    /// The claims that an end rests on, from the end back to the start, each with its cause.
    pub(super) fn chain(&self, end: End) -> Vec<(Claim, Cause)> {
        let (last, clash) = self.at(end);
        let mut seen = [0_u64; CLAIMS.div_ceil(64)];
        let mut chain: Vec<(Claim, Cause)> = Vec::new();
        let mut todo: VecDeque<u16> = VecDeque::new();
        if let Some(clash) = clash {
            chain.push((last, clash.cause));
            todo.extend(&clash.parents);
        } else {
            todo.push_back(self.number[usize::from(last)]);
        }
        while let Some(number) = todo.pop_front() {
            let (word, bit) = (usize::from(number / 64), 1 << (number % 64));
            let reached = &self.reached[usize::from(number)];
            if seen[word] & bit == 0 && (clash.is_none() || reached.claim != last) {
                seen[word] |= bit;
                chain.push((reached.claim, reached.cause));
                todo.extend(self.parents_of(number));
            }
        }
        chain
    }
}

/// What a run needs while it is in progress, kept for the next one.
#[derive(Default)]
pub(super) struct Scratch {
    trues: VecDeque<Claim>,
    falses: VecDeque<Claim>,
}

/// A run in progress.
struct Propagation<'b> {
    board: &'b Board,
    /// The board as the claims have changed it, in a dynamic run.
    now: Board,
    rules: Rules,
    /// Claims whose consequences have not been drawn yet.
    trues: VecDeque<Claim>,
    falses: VecDeque<Claim>,
    run: Box<Run>,
}

impl Propagation<'_> {
    /// Draws consequences until nothing more follows, or two claims clash. False claims wait until no true one is left.
    fn finish(mut self, search: &mut Search<'_, '_>) -> Result<Box<Run>, Stopped> {
        while self.run.clash.is_none() {
            if let Some(claim) = self.trues.pop_front() {
                self.follow_true(claim);
            } else if let Some(claim) = self.falses.pop_front() {
                self.follow_false(claim);
            } else if self.rules.level == 0 || !self.follow_patterns(search)? {
                break;
            }
        }
        let Propagation { trues, falses, run, .. } = self;
        search.spare_scratch.push(Scratch { trues, falses });
        Ok(run)
    }

    fn reach(&mut self, claim: Claim, parents: impl Iterator<Item = Claim>, cause: Cause) {
        let run = &mut *self.run;
        let start = run.parents.len();
        run.parents.extend(parents.map(|parent| run.number[usize::from(parent)]));
        let parents = (start as u32, (run.parents.len() - start) as u16);
        run.number[usize::from(claim)] = run.reached.len() as u16;
        run.reached.push(Reached { claim, cause, parents, count: Cell::new(0) });
        let (cell, digit, is_true) = meaning(claim);
        let (set, list, todo) = if is_true {
            (&mut run.on, &mut run.trues, &mut self.trues)
        } else {
            (&mut run.off, &mut run.falses, &mut self.falses)
        };
        set[digit] |= 1 << cell;
        list.push(claim);
        todo.push_back(claim);
    }

    /// Adds a claim that follows from others, unless it is there. `false` when its opposite is: that is a clash.
    fn add(&mut self, claim: Claim, parents: impl Iterator<Item = Claim>, cause: Cause) -> bool {
        let run = &mut *self.run;
        if run.has(claim ^ 1) {
            let parents = parents.map(|parent| run.number[usize::from(parent)]).collect();
            run.clash = Some(Clash { claim, parents, cause });
            return false;
        }
        if !run.has(claim) {
            self.reach(claim, parents, cause);
        }
        true
    }

    /// From a true candidate follow the false ones around it.
    fn follow_true(&mut self, here: Claim) {
        let (cell, digit, _) = meaning(here);
        if self.rules.cells {
            for other in digits_in(self.now.cells[cell] & !(1 << digit)) {
                if !self.add(claim(cell, other, false), std::iter::once(here), BY_CELL) {
                    return;
                }
            }
        }
        // What is false already changes nothing, unless it was reached as true as well.
        let mut around = self.now.digits[digit] & PEERS[cell] & (!self.run.off[digit] | self.run.on[digit]);
        for unit in units_in_order(cell) {
            for other in members(around & UNITS[unit]) {
                if !self.add(claim(other, digit, false), std::iter::once(here), unit as Cause) {
                    return;
                }
            }
            around &= !UNITS[unit];
        }
    }

    /// From a false candidate follows a true one, where a cell or a unit has only one left. It also rests on whatever
    /// has left that cell or unit before.
    fn follow_false(&mut self, here: Claim) {
        let (cell, digit, _) = meaning(here);
        if self.rules.cells && self.now.cells[cell].count_ones() == 2 {
            let other = (self.now.cells[cell] & !(1 << digit)).trailing_zeros() as usize;
            let gone = digits_in(self.board.cells[cell] & !self.now.cells[cell]);
            let parents = std::iter::once(here).chain(gone.map(|digit| claim(cell, digit, false)));
            if !self.add(claim(cell, other, true), parents, BY_CELL) {
                return;
            }
        }
        for unit in units_in_order(cell) {
            let places = self.now.places(unit, digit);
            if places.count_ones() == 2 {
                let gone = members(self.board.places(unit, digit) & !places);
                let parents = std::iter::once(here).chain(gone.map(|cell| claim(cell, digit, false)));
                if !self.add(claim(first(places & !(1 << cell)), digit, true), parents, unit as Cause) {
                    return;
                }
            }
        }
        if self.rules.is_dynamic {
            self.now.strike(1 << cell, digit);
        }
    }

    /// Adds what patterns and nested chains show; whether that is anything new.
    fn follow_patterns(&mut self, search: &mut Search<'_, '_>) -> Result<bool, Stopped> {
        let shown = nested::shown(self.board, &self.now, self.rules, search)?;
        for addition in shown.iter() {
            if !self.run.has(addition.claim) && addition.parents.iter().all(|&parent| self.run.has(parent)) {
                self.reach(addition.claim, addition.parents.iter().copied(), BY_PATTERN);
                if let Some(nested) = &addition.nested {
                    self.run.nested.push((addition.claim, Rc::clone(nested)));
                }
            }
        }
        Ok(!self.falses.is_empty())
    }
}
