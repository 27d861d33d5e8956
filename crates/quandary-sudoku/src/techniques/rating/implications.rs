//! What follows when a candidate is assumed true or false, and how long the argument is.
//!
//! A *claim* is a candidate with "true" or "false". From a true one follow the false ones around it; from a false one a true
//! one, where a cell or a unit has only one left. In a *dynamic* run every claim changes the board for those after it,
//! so a claim can rest on several others. From level 1 on, patterns and then nested chains are used when nothing else
//! follows. A claim's ancestors are all claims that it rests on: their number is the length of the argument.
//!
//! The order in which claims are reached decides between arguments of equal length, so it is part of the rating.

use std::collections::VecDeque;
use std::rc::Rc;

use super::super::board::{Board, Cells, PEERS, UNITS, digits_in, first, members, units_of};
use super::nested::{self, Addition, Nested, Search};
use super::outcomes::{Links, Rule};
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

impl Rules {
    /// The rule of runs without help.
    pub(super) fn rule(self) -> Rule {
        if self.is_dynamic { Rule::Dynamic } else { Rule::Pairs(Links::Both) }
    }
}

/// A claim that was reached.
struct Reached {
    claim: Claim,
    cause: Cause,
    /// Where its parents are listed, and how many they are.
    parents: (u32, u16),
}

/// Claims by their numbers among those that were reached.
pub(super) type Reach = [u64; CLAIMS.div_ceil(64)];

/// Everything that follows from a claim.
#[derive(Default)]
pub(super) struct Run {
    /// The number of each claim among those that were reached.
    number: Vec<u16>,
    reached: Vec<Reached>,
    /// The numbers of the claims that others rest on: always smaller than those of the others.
    parents: Vec<u16>,
    /// For each claim those that it rests on, itself included, as bits: so many words each.
    rests_on: Vec<u64>,
    words: usize,
    /// The nested chains from which claims follow, with their numbers.
    nested: Vec<(u16, Rc<Nested>)>,
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
    /// Draws the consequences of a claim, as long as arguments that use them may have no more claims than the limit.
    pub(super) fn new(
        board: &Board,
        start: Claim,
        rules: Rules,
        limit: usize,
        search: &mut Search<'_, '_>,
    ) -> Result<Box<Run>, Stopped> {
        let mut run = search.spare_runs.pop().unwrap_or_default();
        run.clear();
        let Scratch { mut trues, mut falses } = search.spare_scratch.pop().unwrap_or_default();
        trues.clear();
        falses.clear();
        let mut propagation = Propagation { board, now: board.clone(), rules, limit, trues, falses, run };
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

    pub(super) fn has(&self, claim: Claim) -> bool {
        self.number[usize::from(claim)] != NEW
    }

    fn parents_of(&self, number: u16) -> &[u16] {
        let (start, count) = self.reached[usize::from(number)].parents;
        &self.parents[start as usize..start as usize + usize::from(count)]
    }

    /// Notes for each claim what it rests on. Parents have smaller numbers, so one pass is enough.
    fn note_ancestors(&mut self) {
        self.words = self.reached.len().div_ceil(64);
        self.rests_on.clear();
        self.rests_on.resize(self.reached.len() * self.words, 0);
        for (number, reached) in self.reached.iter().enumerate() {
            let (before, own) = self.rests_on.split_at_mut(number * self.words);
            let (start, count) = reached.parents;
            for &parent in &self.parents[start as usize..start as usize + usize::from(count)] {
                let parent = usize::from(parent) * self.words;
                own.iter_mut().zip(&before[parent..parent + self.words]).for_each(|(own, parent)| *own |= parent);
            }
            own[number / 64] |= 1 << (number % 64);
        }
    }

    fn ancestors(&self, number: u16) -> &[u64] {
        &self.rests_on[usize::from(number) * self.words..(usize::from(number) + 1) * self.words]
    }

    /// What these rest on, themselves included, but not the one that is left out.
    fn ancestors_without(&self, of: &[u16], without: u16) -> Reach {
        let add = |set: &mut Reach, number: u16| set[usize::from(number / 64)] |= 1 << (number % 64);
        let (mut set, mut todo): (Reach, Reach) = ([0; _], [0; _]);
        of.iter().for_each(|&number| add(&mut todo, number));
        for word in (0..self.words).rev() {
            while let Some(bit) = todo[word].checked_ilog2() {
                todo[word] ^= 1 << bit;
                let number = word as u16 * 64 + bit as u16;
                if number != without {
                    add(&mut set, number);
                    self.parents_of(number).iter().for_each(|&parent| add(&mut todo, parent));
                }
            }
        }
        set
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

    /// The claims that an end rests on, itself included where it was reached.
    fn reach(&self, end: End) -> Reach {
        let (claim, clash) = self.at(end);
        let number = self.number[usize::from(claim)];
        let mut set = [0; _];
        let mut add = |number: u16| {
            set.iter_mut().zip(self.ancestors(number)).for_each(|(word, ancestors)| *word |= ancestors);
        };
        match clash {
            Some(clash) if number != NEW => return self.ancestors_without(&clash.parents, number),
            Some(clash) => clash.parents.iter().for_each(|&parent| add(parent)),
            None => add(number),
        }
        set
    }

    /// How many claims an end rests on, itself included.
    pub(super) fn count(&self, end: End) -> usize {
        let ones = |words: &[u64]| -> usize { words.iter().map(|word| word.count_ones() as usize).sum() };
        match end {
            End::Claim(claim) => ones(self.ancestors(self.number[usize::from(claim)])),
            _ => ones(&self.reach(end)) + usize::from(self.at(end).1.is_some()),
        }
    }

    /// How many claims another one rests on that follows from these and a nested chain, itself and all nested chains included.
    fn cost(&self, parents: &[Claim], last: &Nested) -> usize {
        let mut set: Reach = [0; _];
        for &parent in parents {
            let ancestors = self.ancestors(self.number[usize::from(parent)]);
            set.iter_mut().zip(ancestors).for_each(|(word, ancestors)| *word |= ancestors);
        }
        let mut cost = 1 + last.claims + set.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let mut done = vec![last.key];
        for (number, nested) in &self.nested {
            if set[usize::from(number / 64)] >> (number % 64) & 1 == 1 && !done.contains(&nested.key) {
                done.push(nested.key);
                cost += nested.claims;
            }
        }
        cost
    }

    /// Whether nested chains were used.
    pub(super) fn is_nested(&self) -> bool {
        !self.nested.is_empty()
    }

    /// The nested chains that an end rests on.
    pub(super) fn nested(&self, end: End) -> impl Iterator<Item = &Nested> {
        let reach = self.reach(end);
        let is_used = move |number: u16| reach[usize::from(number / 64)] >> (number % 64) & 1 == 1;
        self.nested.iter().filter(move |(number, _)| is_used(*number)).map(|(_, nested)| &**nested)
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
    limit: usize,
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
        let Propagation { trues, falses, mut run, .. } = self;
        run.note_ancestors();
        search.spare_scratch.push(Scratch { trues, falses });
        Ok(run)
    }

    fn reach(&mut self, claim: Claim, parents: impl Iterator<Item = Claim>, cause: Cause) {
        let run = &mut *self.run;
        let start = run.parents.len();
        run.parents.extend(parents.map(|parent| run.number[usize::from(parent)]));
        let parents = (start as u32, (run.parents.len() - start) as u16);
        run.number[usize::from(claim)] = run.reached.len() as u16;
        run.reached.push(Reached { claim, cause, parents });
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
        if self.is_too_long(&shown) {
            return Ok(false);
        }
        for addition in shown.iter() {
            if !self.run.has(addition.claim) && addition.parents.iter().all(|&parent| self.run.has(parent)) {
                if let Some(nested) = &addition.nested {
                    self.run.nested.push((self.run.reached.len() as u16, Rc::clone(nested)));
                }
                self.reach(addition.claim, addition.parents.iter().copied(), BY_PATTERN);
            }
        }
        Ok(!self.falses.is_empty())
    }

    /// Whether everything that can still be reached rests on more claims than the limit. Where nested chains of the last kind show
    /// all that they can, whatever is reached from there on rests on what one of them shows.
    fn is_too_long(&mut self, shown: &[Addition]) -> bool {
        let is_last_kind = matches!(self.rules, Rules { level: 2 | 4, inner: 0, .. });
        if self.limit == usize::MAX || !is_last_kind || shown.is_empty() {
            return false;
        }
        self.run.note_ancestors();
        let run = &self.run;
        let is_added = |addition: &&Addition| addition.parents.iter().all(|&parent| run.has(parent));
        shown.iter().filter(is_added).all(|addition| {
            addition.nested.as_ref().is_some_and(|nested| run.cost(&addition.parents, nested) > self.limit)
        })
    }
}
