//! What follows when a candidate is assumed true or false, and how long the argument is.
//!
//! A *claim* is a candidate with "true" or "false". From a true one follow the false ones around it; from a false one a true
//! one, where a cell or a unit has only one left. In a *dynamic* run every claim changes the board for those after it,
//! so a claim can rest on several others; in a run with *advanced* rules locked candidates, pairs and X-Wings are used when
//! nothing else follows. A claim's ancestors are all claims that it rests on: their number is the length of the argument.

use std::collections::VecDeque;

use super::super::board::{Board, Cells, PEERS, UNITS, digits_in, first, members, units_of};
use super::super::catalogue::Technique;
use super::super::found::Finds;

/// A candidate that is assumed true or false.
pub(super) type Claim = u16;

/// How many claims there are.
const CLAIMS: usize = 81 * 9 * 2;

pub(super) fn claim(cell: usize, digit: usize, is_true: bool) -> Claim {
    ((cell * 9 + digit) * 2) as Claim + Claim::from(is_true)
}

/// The cell, the digit, and whether it is assumed true.
pub(super) fn meaning(claim: Claim) -> (usize, usize, bool) {
    let candidate = usize::from(claim / 2);
    (candidate / 9, candidate % 9, claim % 2 == 1)
}

/// Which consequences are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// A cell holds one digit.
    pub(super) cells: bool,
    /// Each claim changes the board for the next.
    pub(super) is_dynamic: bool,
    /// Locked candidates, pairs and X-Wings help.
    pub(super) is_advanced: bool,
}

/// Everything that follows from a claim.
pub(super) struct Run {
    /// Where a claim's parents are in `parents`; `NEW` for one that was not reached.
    place: Vec<(u32, u16)>,
    parents: Vec<Claim>,
    /// The claims that were reached, true ones first by digit.
    pub(super) on: [Cells; 9],
    pub(super) off: [Cells; 9],
    /// A claim that was reached, and the parents of its opposite.
    pub(super) clash: Option<(Claim, Vec<Claim>)>,
}

const NEW: (u32, u16) = (u32::MAX, 0);

impl Run {
    /// Draws the consequences of a claim.
    pub(super) fn new(board: &Board, start: Claim, rules: Rules) -> Run {
        let run =
            Run { place: vec![NEW; CLAIMS], parents: Vec::with_capacity(256), on: [0; 9], off: [0; 9], clash: None };
        let (trues, falses) = (VecDeque::new(), VecDeque::new());
        let mut propagation = Propagation { board, now: board.clone(), rules, trues, falses, run };
        propagation.add(start, &[]);
        propagation.finish()
    }

    fn reach(&mut self, claim: Claim, parents: &[Claim]) {
        self.place[usize::from(claim)] = (self.parents.len() as u32, parents.len() as u16);
        self.parents.extend(parents);
        let (cell, digit, is_true) = meaning(claim);
        let set = if is_true { &mut self.on } else { &mut self.off };
        set[digit] |= 1 << cell;
    }

    fn has(&self, claim: Claim) -> bool {
        self.place[usize::from(claim)] != NEW
    }

    fn parents_of(&self, claim: Claim) -> &[Claim] {
        let (start, count) = self.place[usize::from(claim)];
        &self.parents[start as usize..start as usize + usize::from(count)]
    }

    /// How many claims a claim rests on, itself included.
    pub(super) fn ancestors(&self, claim: Claim) -> usize {
        self.ancestors_of(vec![claim], 0)
    }

    /// How many claims both sides of the clash rest on.
    pub(super) fn length_of_clash(&self) -> Option<usize> {
        let (reached, parents) = self.clash.as_ref()?;
        Some(self.ancestors(*reached) + self.ancestors_of(parents.clone(), 1))
    }

    fn ancestors_of(&self, mut todo: Vec<Claim>, more: usize) -> usize {
        let mut seen = [0_u64; CLAIMS.div_ceil(64)];
        let mut count = more;
        while let Some(claim) = todo.pop() {
            let bit = 1 << (claim % 64);
            let word = &mut seen[usize::from(claim / 64)];
            if *word & bit == 0 {
                *word |= bit;
                count += 1;
                todo.extend(self.parents_of(claim));
            }
        }
        count
    }
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
    run: Run,
}

impl Propagation<'_> {
    /// Draws consequences until nothing more follows, or two claims clash. False claims wait until no true one is left.
    fn finish(mut self) -> Run {
        while self.run.clash.is_none() {
            if let Some(claim) = self.trues.pop_front() {
                self.follow_true(claim);
            } else if let Some(claim) = self.falses.pop_front() {
                self.follow_false(claim);
            } else if !self.rules.is_advanced || !self.follow_patterns() {
                break;
            }
        }
        self.run
    }

    /// Adds a claim that follows from others, unless it is there. `false` when its opposite is: that is a clash.
    fn add(&mut self, claim: Claim, parents: &[Claim]) -> bool {
        let opposite = claim ^ 1;
        if self.run.has(opposite) {
            self.run.clash = Some((opposite, parents.to_vec()));
            return false;
        }
        if !self.run.has(claim) {
            self.run.reach(claim, parents);
            let (_, _, is_true) = meaning(claim);
            if is_true { &mut self.trues } else { &mut self.falses }.push_back(claim);
        }
        true
    }

    /// From a true candidate follow the false ones around it.
    fn follow_true(&mut self, here: Claim) {
        let (cell, digit, _) = meaning(here);
        let mut follows: Vec<Claim> = Vec::with_capacity(20);
        if self.rules.cells {
            let others = digits_in(self.now.cells[cell] & !(1 << digit));
            follows.extend(others.map(|other| claim(cell, other, false)));
        }
        let [row, column, in_box] = units_of(cell);
        let around = self.now.digits[digit] & PEERS[cell];
        for part in [UNITS[in_box], UNITS[row] & !UNITS[in_box], UNITS[column] & !UNITS[in_box]] {
            follows.extend(members(around & part).map(|cell| claim(cell, digit, false)));
        }
        for next in follows {
            if !self.add(next, &[here]) {
                return;
            }
        }
    }

    /// From a false candidate follows a true one, where a cell or a unit has only one left. It also rests on whatever
    /// has left that cell or unit before.
    fn follow_false(&mut self, here: Claim) {
        let (cell, digit, _) = meaning(here);
        if self.rules.cells && self.now.cells[cell].count_ones() == 2 {
            let other = (self.now.cells[cell] & !(1 << digit)).trailing_zeros() as usize;
            let gone = digits_in(self.board.cells[cell] & !self.now.cells[cell]);
            let parents: Vec<Claim> =
                std::iter::once(here).chain(gone.map(|digit| claim(cell, digit, false))).collect();
            if !self.add(claim(cell, other, true), &parents) {
                return;
            }
        }
        let [row, column, in_box] = units_of(cell);
        for unit in [in_box, row, column] {
            let places = self.now.places(unit, digit);
            if places.count_ones() == 2 {
                let gone = members(self.board.places(unit, digit) & !places);
                let parents: Vec<Claim> =
                    std::iter::once(here).chain(gone.map(|cell| claim(cell, digit, false))).collect();
                if !self.add(claim(first(places & !(1 << cell)), digit, true), &parents) {
                    return;
                }
            }
        }
        if self.rules.is_dynamic {
            self.now.strike(1 << cell, digit);
        }
    }

    /// Adds what the advanced rules show; whether that is anything new.
    fn follow_patterns(&mut self) -> bool {
        for (next, parents) in advanced(self.board, &self.now) {
            if !self.run.has(next) && parents.iter().all(|&parent| self.run.has(parent)) {
                self.run.reach(next, &parents);
                self.falses.push_back(next);
            }
        }
        !self.falses.is_empty()
    }
}

/// What locked candidates, pairs and X-Wings show once some candidates are gone, each with the candidates that had to go.
fn advanced(board: &Board, now: &Board) -> Vec<(Claim, Vec<Claim>)> {
    let rules: [&[Technique]; 4] = [
        &[Technique::Pointing, Technique::Claiming],
        &[Technique::HiddenPair],
        &[Technique::NakedPair],
        &[Technique::XWing],
    ];
    let mut claims = Vec::new();
    for rule in rules {
        let mut finds = Finds::default();
        rule.iter().for_each(|technique| technique.find(now, &mut finds));
        for found in &finds.found {
            let mut parents: Vec<Claim> = Vec::new();
            for &(cell, allowed) in &found.premises {
                let gone = board.cells[cell] & !now.cells[cell] & !allowed;
                parents.extend(digits_in(gone).map(|digit| claim(cell, digit, false)));
            }
            if parents.is_empty() {
                continue;
            }
            for (cell, digits) in found.losses(now) {
                claims.extend(digits_in(digits).map(|digit| (claim(cell, digit, false), parents.clone())));
            }
        }
        if !claims.is_empty() {
            break;
        }
    }
    claims
}
