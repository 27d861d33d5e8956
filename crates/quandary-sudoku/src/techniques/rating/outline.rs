//! Which claims follow from one, without how: a fraction of the work of a whole run.
//!
//! Most runs show nothing, and only those that show something need their order and their lengths. What follows is the same in any
//! order as long as no two claims clash; where they do, the order decides where the run stops, so that takes a whole run.

use super::super::board::{Board, Cells, PEERS, digits_in, first, members, units_of};
use super::implications::{Claim, claim, meaning};
use super::nested::{self, Search};
use super::outcomes::{Outcomes, Rule};
use quandary_core::verdict::Stopped;

/// The candidates that are true and false when a claim holds, by digit.
#[derive(Clone, Copy, Default)]
pub(super) struct Outline {
    pub(super) on: [Cells; 9],
    pub(super) off: [Cells; 9],
}

/// Two claims clash.
#[derive(Debug)]
struct Clash;

/// An outline in progress.
struct Sketch {
    outline: Outline,
    /// The board as the claims have changed it, in a dynamic run.
    now: Board,
    /// False claims whose consequences have not been drawn yet.
    todo: Vec<(u8, u8)>,
}

impl Outline {
    /// A claim alone.
    pub(super) fn of(claim: Claim) -> Outline {
        let mut outline = Outline::default();
        let (cell, digit, is_true) = meaning(claim);
        if is_true {
            outline.on[digit] = 1 << cell
        } else {
            outline.off[digit] = 1 << cell
        }
        outline
    }

    fn add(&mut self, other: &Outline) {
        for digit in 0..9 {
            self.on[digit] |= other.on[digit];
            self.off[digit] |= other.off[digit];
        }
    }

    /// Adds what was known to follow from a claim with less help, or on a board with more candidates; `None` where claims clash.
    fn with_earlier(mut self, claim: Claim, before: &[Option<Outlines>], board: &Board) -> Option<Outline> {
        for known in before.iter().flatten().map(|outlines| outlines.get(claim)) {
            match known {
                Known::Nothing => {}
                Known::Clash => return None,
                Known::Outline(known) => {
                    for digit in 0..9 {
                        let gone = known.on[digit] & !board.digits[digit];
                        if members(gone).any(|cell| board.cells[cell] != 1 << digit) {
                            return None;
                        }
                        self.on[digit] |= known.on[digit] & board.digits[digit];
                        self.off[digit] |= known.off[digit] & board.digits[digit];
                    }
                }
            }
        }
        Some(self)
    }

    /// What follows in a dynamic run with help from claims that follow from one claim, on a board on which all easier kinds of
    /// chains show nothing; `None` where claims clash.
    fn with_help(&self, board: &Board, level: u8, search: &mut Search<'_, '_>) -> Result<Option<Outline>, Stopped> {
        let mut sketch = Sketch::new(board);
        if sketch.add(self).is_err() {
            return Ok(None);
        }
        loop {
            if sketch.finish().is_err() {
                return Ok(None);
            }
            let losses = nested::losses(board, &sketch.now, level, search)?;
            let mut is_new = false;
            for (digit, &cells) in losses.iter().enumerate() {
                is_new |= cells & !sketch.outline.off[digit] != 0;
                if sketch.strike(cells, digit).is_err() {
                    return Ok(None);
                }
            }
            if !is_new {
                return Ok(Some(sketch.outline));
            }
        }
    }
}

impl Sketch {
    fn new(board: &Board) -> Sketch {
        Sketch { outline: Outline { on: [0; 9], off: [0; 9] }, now: board.clone(), todo: Vec::with_capacity(128) }
    }

    fn add(&mut self, claims: &Outline) -> Result<(), Clash> {
        for digit in 0..9 {
            self.strike(claims.off[digit], digit)?;
            for cell in members(claims.on[digit]) {
                self.set(cell, digit)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Clash> {
        while let Some((cell, digit)) = self.todo.pop() {
            self.follow(cell.into(), digit.into())?;
        }
        Ok(())
    }

    fn set(&mut self, cell: usize, digit: usize) -> Result<(), Clash> {
        let set: Cells = 1 << cell;
        if self.outline.off[digit] & set != 0 {
            return Err(Clash);
        }
        if self.outline.on[digit] & set == 0 {
            self.outline.on[digit] |= set;
            for other in digits_in(self.now.cells[cell] & !(1 << digit)) {
                self.strike(set, other)?;
            }
            self.strike(PEERS[cell] & self.now.digits[digit], digit)?;
        }
        Ok(())
    }

    fn strike(&mut self, cells: Cells, digit: usize) -> Result<(), Clash> {
        if self.outline.on[digit] & cells != 0 {
            return Err(Clash);
        }
        let new = cells & !self.outline.off[digit];
        self.outline.off[digit] |= new;
        self.todo.extend(members(new).map(|cell| (cell as u8, digit as u8)));
        Ok(())
    }

    fn follow(&mut self, cell: usize, digit: usize) -> Result<(), Clash> {
        let here: Cells = 1 << cell;
        if self.now.cells[cell].count_ones() == 2 {
            let other = (self.now.cells[cell] & !(1 << digit)).trailing_zeros() as usize;
            self.set(cell, other)?;
        }
        for unit in units_of(cell) {
            let places = self.now.places(unit, digit);
            if places.count_ones() == 2 {
                self.set(first(places & !here), digit)?;
            }
        }
        self.now.cells[cell] &= !(1 << digit);
        self.now.digits[digit] &= !here;
        Ok(())
    }
}

/// What follows from every claim of a board in dynamic runs with help.
pub(super) struct Outlines {
    alone: Outcomes,
    /// For each candidate one from which the same follows, by their numbers.
    class: Vec<u16>,
    /// What follows from a true candidate, and from a false one that is in no group of two.
    trues: Vec<Known>,
    falses: Vec<Known>,
}

/// What is known to follow from a claim.
#[derive(Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "nearly all are outlines")]
pub(super) enum Known {
    Nothing,
    Clash,
    Outline(Outline),
}

impl From<Option<Outline>> for Known {
    fn from(outline: Option<Outline>) -> Known {
        outline.map_or(Known::Clash, Known::Outline)
    }
}

impl Outlines {
    /// Works them out on a board on which all easier kinds of chains show nothing.
    pub(super) fn new(board: &Board, level: u8, search: &mut Search<'_, '_>) -> Result<Outlines, Stopped> {
        let at = usize::from(level);
        // Forcing chains without clashes start from the first cell of a unit only. So which of them there are depends on the way,
        // and it has to be the same as in a run: the way to where less help shows nothing any more.
        let is_free = level != 3;
        let before = [search.outlines[at].take().filter(|_| is_free), search.outlines[at - 1].take()];
        let mut alone = Outcomes::new(board, Rule::Dynamic);
        alone.transpose();
        let count = alone.count();
        let class = (0..count).map(|number| alone.class(number)).collect();
        let nothing = vec![Known::Nothing; count.into()];
        let mut outlines = Outlines { alone, class, trues: nothing.clone(), falses: nothing };
        for number in (0..count).filter(|&number| outlines.alone.partners(number).next().is_none()) {
            let (cell, digit) = outlines.alone.candidate(number);
            let start = claim(cell, digit, false);
            let known = Outline::of(start).with_earlier(start, &before, board);
            outlines.falses[usize::from(number)] = match known {
                Some(known) => known.with_help(board, level, search)?.into(),
                None => Known::Clash,
            };
        }
        // What follows from a claim follows from all claims that lead to it, so those that lead to little come first.
        let is_first = |&number: &u16| outlines.class[usize::from(number)] == number;
        let mut order: Vec<u16> = (0..count).filter(is_first).collect();
        order.sort_by_key(|&number| outlines.alone.reach(number));
        for number in order {
            let (cell, digit) = outlines.alone.candidate(number);
            let alone = (!outlines.alone.clashes(number)).then(|| outlines.alone.reached(number));
            let known = alone
                .and_then(|alone| if is_free { outlines.with_parts(number, alone) } else { Some(alone) })
                .and_then(|known| known.with_earlier(claim(cell, digit, true), &before, board));
            outlines.trues[usize::from(number)] = match known {
                Some(known) => known.with_help(board, level, search)?.into(),
                None => Known::Clash,
            };
        }
        let [_, lower] = before;
        search.outlines[at - 1] = lower;
        Ok(outlines)
    }

    /// Adds what is known to follow from each of the claims that follow; `None` where claims clash.
    fn with_parts(&self, number: u16, mut known: Outline) -> Option<Outline> {
        let alone = known;
        for digit in 0..9 {
            for (cells, is_true) in [(alone.on[digit], true), (alone.off[digit], false)] {
                for of in members(cells).filter_map(|cell| self.alone.number(cell, digit)) {
                    let class = self.class[usize::from(of)];
                    let part = match is_true {
                        true if class == self.class[usize::from(number)] => continue,
                        true => &self.trues[usize::from(class)],
                        false => &self.falses[usize::from(of)],
                    };
                    match part {
                        Known::Nothing => {}
                        Known::Clash => return None,
                        Known::Outline(part) => known.add(part),
                    }
                }
            }
        }
        Some(known)
    }

    /// What follows from a claim.
    pub(super) fn get(&self, claim: Claim) -> Known {
        if let Some(number) = self.alone.start(claim) {
            return self.trues[usize::from(self.class[usize::from(number)])];
        }
        let (cell, digit, is_true) = meaning(claim);
        let number = self.alone.number(cell, digit).filter(|_| !is_true);
        number.map_or(Known::Nothing, |number| self.falses[usize::from(number)])
    }
}
