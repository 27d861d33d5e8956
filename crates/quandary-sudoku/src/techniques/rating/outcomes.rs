//! What follows from every candidate of a board, for all of them at once, without how.
//!
//! Each candidate has two sets of *starts*: the candidates whose truth makes it true, and those whose truth makes it false. A
//! cell, and a digit in a unit, is a *group* of candidates of which one is true. What makes one of a group true makes the others
//! false; what makes all but one false makes that one true. Groups add to the sets of their members until nothing changes.
//! One start is one bit, so that one pass over a group serves 256 starts.
//!
//! What follows from a false candidate is not worked out by itself: where it is one of a group of two, it is what follows from
//! the other one, and nothing follows from any other false candidate alone.

use super::super::board::{Board, Cells, PEERS, digits_in, members};
use super::implications::{Claim, meaning};
use super::outline::Outline;

/// Which links are used between the true ones of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    Units,
    Cells,
    Both,
}

/// When all but one of a group being false makes that one true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Always. A start is not followed any further once two of its claims clash.
    Dynamic,
    /// In groups of two. Clashes do not matter.
    Pairs(Links),
}

/// Candidates of which one is true, by their numbers.
struct Group {
    members: std::ops::Range<usize>,
    forces: bool,
}

/// No candidate, or no group.
const NONE: u16 = u16::MAX;
/// A cell and a digit in each unit, 324 in all, as bits.
const GROUP_WORDS: usize = 6;
/// How many words the bits of all candidates take at most.
const MOST_WORDS: usize = 12;

/// A set of candidates by their numbers.
pub(super) type Set = [u64; MOST_WORDS];

/// What follows from every candidate.
pub(super) struct Outcomes {
    candidates: Vec<(u8, u8)>,
    number: Box<[[u16; 9]; 81]>,
    groups: Vec<Group>,
    /// The members of all groups, one group after another.
    members: Vec<u16>,
    /// The groups of each candidate, by their numbers.
    groups_of: Vec<[u16; 4]>,
    /// How many words of starts are handled at once.
    width: usize,
    /// The starts that make each candidate true and false: for each `width` words of starts, `width` words per candidate.
    on: Vec<u64>,
    off: Vec<u64>,
    clashes: Vec<u64>,
    /// The same the other way round, where it was asked for: what each start makes true and false.
    on_from: Vec<u64>,
    off_from: Vec<u64>,
}

impl Outcomes {
    pub(super) fn new(board: &Board, rule: Rule) -> Outcomes {
        let mut outcomes = Outcomes::with_groups(board, rule);
        let count = outcomes.candidates.len();
        outcomes.width = if count <= 128 { 2 } else { 4 };
        let blocks = count.div_ceil(64 * outcomes.width);
        let size = blocks * outcomes.width * count;
        (outcomes.on, outcomes.off) = (vec![0; size], vec![0; size]);
        for block in 0..blocks {
            match outcomes.width {
                2 => outcomes.spread::<2>(block, rule == Rule::Dynamic),
                _ => outcomes.spread::<4>(block, rule == Rule::Dynamic),
            }
        }
        outcomes
    }

    fn with_groups(board: &Board, rule: Rule) -> Outcomes {
        let mut number = Box::new([[NONE; 9]; 81]);
        let mut candidates = Vec::with_capacity(256);
        for cell in members(board.open) {
            let is_open = board.cells[cell].count_ones() > 1;
            for digit in digits_in(board.cells[cell]) {
                // What is alone in its cell and all its units leads nowhere, and nothing leads to it.
                if is_open || board.digits[digit] & PEERS[cell] != 0 {
                    number[cell][digit] = candidates.len() as u16;
                    candidates.push((cell as u8, digit as u8));
                }
            }
        }
        let groups_of = vec![[NONE; 4]; candidates.len()];
        let mut outcomes = Outcomes {
            candidates,
            number,
            groups: Vec::with_capacity(256),
            members: Vec::with_capacity(1024),
            groups_of,
            width: 0,
            on: Vec::new(),
            off: Vec::new(),
            clashes: Vec::new(),
            on_from: Vec::new(),
            off_from: Vec::new(),
        };
        if rule != Rule::Pairs(Links::Units) {
            for cell in members(board.open) {
                let of_cell = digits_in(board.cells[cell]).map(|digit| (cell, digit));
                outcomes.group(of_cell, true, rule);
            }
        }
        for digit in 0..9 {
            for unit in 0..27 {
                let of_unit = members(board.places(unit, digit)).map(|cell| (cell, digit));
                outcomes.group(of_unit, false, rule);
            }
        }
        outcomes
    }

    fn group(&mut self, of: impl Iterator<Item = (usize, usize)>, is_cell: bool, rule: Rule) {
        let start = self.members.len();
        let number = &self.number;
        self.members.extend(of.map(|(cell, digit)| number[cell][digit]).filter(|&of| of != NONE));
        let count = self.members.len() - start;
        if count < 2 {
            self.members.truncate(start);
            return;
        }
        let forces = match rule {
            Rule::Dynamic => true,
            Rule::Pairs(links) => count == 2 && (is_cell || links != Links::Cells),
        };
        for &member in &self.members[start..] {
            let slots = &mut self.groups_of[usize::from(member)];
            if let Some(slot) = slots.iter_mut().find(|slot| **slot == NONE) {
                *slot = self.groups.len() as u16;
            }
        }
        self.groups.push(Group { members: start..self.members.len(), forces });
    }

    /// Works out a block of starts.
    fn spread<const W: usize>(&mut self, block: usize, stops: bool) {
        let count = self.candidates.len();
        let planes = block * W * count..(block + 1) * W * count;
        let (on, off) = (self.on[planes.clone()].as_chunks_mut::<W>().0, self.off[planes].as_chunks_mut::<W>().0);
        for start in block * W * 64..count.min((block + 1) * W * 64) {
            on[start][start / 64 % W] |= 1 << (start % 64);
        }
        let mut block = Block { on, off, clashes: [0; W], stops };
        let mut todo = [0_u64; GROUP_WORDS];
        (0..self.groups.len()).for_each(|group| todo[group / 64] |= 1 << (group % 64));
        while todo.iter().any(|&word| word != 0) {
            for word in 0..GROUP_WORDS {
                let mut now = std::mem::take(&mut todo[word]);
                while now != 0 {
                    let bit = now & now.wrapping_neg();
                    now ^= bit;
                    let group = &self.groups[word * 64 + bit.trailing_zeros() as usize];
                    let grown = |member: u16| {
                        for of in self.groups_of[usize::from(member)].into_iter().filter(|&of| of != NONE) {
                            todo[usize::from(of / 64)] |= 1 << (of % 64);
                        }
                    };
                    match &self.members[group.members.clone()] {
                        &[one, other] if group.forces => block.add_pair([one, other], grown),
                        members if group.forces => block.add_group::<true>(members, grown),
                        members => block.add_group::<false>(members, grown),
                    }
                    // A group is done after one pass, until another one adds something.
                    todo[word] &= !bit;
                }
            }
        }
        self.clashes.extend(block.clashes);
    }

    /// The number of a candidate from which the same follows as from a claim; `None` where nothing follows.
    pub(super) fn start(&self, claim: Claim) -> Option<u16> {
        let (cell, digit, is_true) = meaning(claim);
        let number = self.number[cell][digit];
        if number == NONE || is_true {
            return Some(number).filter(|&number| number != NONE);
        }
        self.partners(number).next()
    }

    /// The candidates that are true where this one is false.
    pub(super) fn partners(&self, number: u16) -> impl Iterator<Item = u16> + '_ {
        let groups = self.groups_of[usize::from(number)].into_iter().filter(|&of| of != NONE);
        groups.map(|of| &self.groups[usize::from(of)]).filter(|group| group.members.len() == 2 && group.forces).map(
            move |group| {
                let [one, other] = [self.members[group.members.start], self.members[group.members.start + 1]];
                if one == number { other } else { one }
            },
        )
    }

    pub(super) fn number(&self, cell: usize, digit: usize) -> Option<u16> {
        Some(self.number[cell][digit]).filter(|&number| number != NONE)
    }

    pub(super) fn candidate(&self, number: u16) -> (usize, usize) {
        let (cell, digit) = self.candidates[usize::from(number)];
        (cell.into(), digit.into())
    }

    pub(super) fn count(&self) -> u16 {
        self.candidates.len() as u16
    }

    /// The first candidate that leads to this one, and this one to it.
    pub(super) fn class(&self, number: u16) -> u16 {
        let row = &self.on_from[usize::from(number) * self.words()..];
        let both = |word: usize| row[word] & self.on[self.plane(number.into(), word)];
        let found = (0..self.words()).find(|&word| both(word) != 0);
        found.map_or(number, |word| (word * 64) as u16 + both(word).trailing_zeros() as u16)
    }

    /// How much follows from a candidate.
    pub(super) fn reach(&self, number: u16) -> u32 {
        let row = usize::from(number) * self.words()..(usize::from(number) + 1) * self.words();
        self.on_from[row.clone()].iter().chain(&self.off_from[row]).map(|word| word.count_ones()).sum()
    }

    pub(super) fn clashes(&self, start: u16) -> bool {
        self.clashes[usize::from(start / 64)] >> (start % 64) & 1 == 1
    }

    fn plane(&self, candidate: usize, word: usize) -> usize {
        (word / self.width * self.candidates.len() + candidate) * self.width + word % self.width
    }

    /// Whether a candidate is true when the start is.
    pub(super) fn is_on(&self, candidate: u16, start: u16) -> bool {
        self.on[self.plane(candidate.into(), usize::from(start / 64))] >> (start % 64) & 1 == 1
    }

    /// Whether a candidate is false when the start is true.
    pub(super) fn is_off(&self, candidate: u16, start: u16) -> bool {
        self.off[self.plane(candidate.into(), usize::from(start / 64))] >> (start % 64) & 1 == 1
    }

    /// Whether anything makes the candidate true and false.
    pub(super) fn is_contradicted(&self, candidate: u16) -> bool {
        (0..self.candidates.len().div_ceil(64)).any(|word| {
            let at = self.plane(candidate.into(), word);
            self.on[at] & self.off[at] != 0
        })
    }

    fn words(&self) -> usize {
        self.candidates.len().div_ceil(64)
    }

    /// Makes it possible to ask what starts have in common.
    pub(super) fn transpose(&mut self) {
        if self.on_from.is_empty() {
            (self.on_from, self.off_from) = (self.transposed(&self.on), self.transposed(&self.off));
        }
    }

    fn transposed(&self, planes: &[u64]) -> Vec<u64> {
        let (count, words) = (self.candidates.len(), self.words());
        let mut transposed = vec![0; words * words * 64];
        for word in 0..words {
            for column in 0..words {
                let mut block = [0; 64];
                for (row, candidate) in (column * 64..count.min(column * 64 + 64)).enumerate() {
                    block[row] = planes[self.plane(candidate, word)];
                }
                transpose_block(&mut block);
                for (row, bits) in block.into_iter().enumerate() {
                    transposed[(word * 64 + row) * words + column] = bits;
                }
            }
        }
        transposed
    }

    /// What all of these starts make true and false; `None` if nothing.
    pub(super) fn common(&self, starts: &[u16]) -> Option<[Set; 2]> {
        let (words, mut any) = (self.words(), 0);
        let mut common = [[0; MOST_WORDS]; 2];
        for (set, from) in common.iter_mut().zip([&self.on_from, &self.off_from]) {
            set[..words].fill(u64::MAX);
            for &start in starts {
                let row = &from[usize::from(start) * words..(usize::from(start) + 1) * words];
                set.iter_mut().zip(row).for_each(|(word, row)| *word &= row);
            }
            any |= set.iter().fold(0, |any, word| any | word);
        }
        (any != 0).then_some(common)
    }

    /// The same by digit.
    pub(super) fn outline(&self, [on, off]: &[Set; 2]) -> Outline {
        let mut outline = Outline { on: [0; 9], off: [0; 9] };
        for (set, by_digit) in [(on, &mut outline.on), (off, &mut outline.off)] {
            for (cell, digit) in self.in_set(set) {
                by_digit[digit] |= 1 << cell;
            }
        }
        outline
    }

    fn in_set<'s>(&'s self, set: &'s Set) -> impl Iterator<Item = (usize, usize)> + 's {
        set.iter().enumerate().flat_map(move |(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                let (cell, digit) = *self.candidates.get(word * 64 + bit).filter(|_| bit < 64)?;
                Some((cell.into(), digit.into()))
            })
        })
    }

    /// What follows from one start.
    pub(super) fn reached(&self, start: u16) -> Outline {
        self.common(&[start]).map_or(Outline { on: [0; 9], off: [0; 9] }, |sets| self.outline(&sets))
    }

    /// What chains with one start remove: those that lead from a candidate to its own opposite.
    pub(super) fn losses_of_chains(&self, board: &Board) -> [Cells; 9] {
        let mut losses = [0; 9];
        for (start, &(cell, digit)) in (0..).zip(&self.candidates) {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            if board.cells[cell].count_ones() < 2 {
                continue;
            }
            if self.is_off(start, start) {
                losses[digit] |= 1 << cell;
            }
            if self.partners(start).any(|other| self.is_on(start, other)) {
                digits_in(board.cells[cell] & !(1 << digit)).for_each(|other| losses[other] |= 1 << cell);
            }
        }
        losses
    }

    /// What forcing chains remove: what all of a group have in common, and what leads to a clash.
    pub(super) fn losses_of_groups(&mut self, board: &Board, is_dynamic: bool) -> [Cells; 9] {
        self.transpose();
        let mut losses = [0; 9];
        let count_at = |number: u16| board.cells[usize::from(self.candidates[usize::from(number)].0)].count_ones();
        for group in &self.groups {
            let starts = &self.members[group.members.clone()];
            // Without clashes, units are looked at from their first cell, and cells with two candidates are not.
            if !is_dynamic && count_at(starts[0]) < 3 {
                continue;
            }
            let Some([on, off]) = self.common(starts) else { continue };
            for (cell, digit) in self.in_set(&off) {
                losses[digit] |= 1 << cell;
            }
            for (cell, digit) in self.in_set(&on) {
                digits_in(board.cells[cell] & !(1 << digit)).for_each(|other| losses[other] |= 1 << cell);
            }
        }
        if is_dynamic {
            for (start, &(cell, digit)) in (0..).zip(&self.candidates) {
                if self.clashes(start) {
                    losses[usize::from(digit)] |= 1 << cell;
                }
            }
        }
        losses
    }
}

/// What starts make of the candidates of a block: true, false, and both.
struct Block<'o, const W: usize> {
    on: &'o mut [[u64; W]],
    off: &'o mut [[u64; W]],
    clashes: [u64; W],
    /// Whether a start is not followed any further once two of its claims clash.
    stops: bool,
}

impl<const W: usize> Block<'_, W> {
    /// Adds to the sets of the members of a group, and says whose sets have grown.
    #[inline(always)]
    fn add_group<const FORCES: bool>(&mut self, members: &[u16], mut grown: impl FnMut(u16)) {
        // Where one, or more than one, of the group is true; the same of those that are not known to be false.
        let (mut once, mut twice, mut left, mut more) = ([0; W], [0; W], [0; W], [0; W]);
        for &member in members {
            let (on, off) = (&self.on[usize::from(member)], &self.off[usize::from(member)]);
            for word in 0..W {
                twice[word] |= once[word] & on[word];
                once[word] |= on[word];
                if FORCES {
                    more[word] |= left[word] & !off[word];
                    left[word] |= !off[word];
                }
            }
        }
        for &member in members {
            let (on, off) = (&self.on[usize::from(member)], &self.off[usize::from(member)]);
            let (mut new_on, mut new_off) = ([0; W], [0; W]);
            for word in 0..W {
                new_off[word] = once[word] & !on[word] | twice[word];
                if FORCES {
                    new_on[word] = !off[word] & !more[word] | !left[word];
                }
            }
            self.add(member, new_on, new_off, &mut grown);
        }
    }

    /// The same for two candidates of which one is true.
    #[inline(always)]
    fn add_pair(&mut self, pair: [u16; 2], mut grown: impl FnMut(u16)) {
        let [one, other] = pair.map(|member| (self.on[usize::from(member)], self.off[usize::from(member)]));
        self.add(pair[0], other.1, other.0, &mut grown);
        self.add(pair[1], one.1, one.0, &mut grown);
    }

    #[inline(always)]
    fn add(&mut self, member: u16, mut new_on: [u64; W], mut new_off: [u64; W], grown: &mut impl FnMut(u16)) {
        let (on, off) = (&mut self.on[usize::from(member)], &mut self.off[usize::from(member)]);
        let mut any = 0;
        for word in 0..W {
            let followed = if self.stops { !self.clashes[word] } else { u64::MAX };
            new_on[word] &= !on[word] & followed;
            new_off[word] &= !off[word] & followed;
            any |= new_on[word] | new_off[word];
        }
        if any != 0 {
            for word in 0..W {
                on[word] |= new_on[word];
                off[word] |= new_off[word];
                self.clashes[word] |= on[word] & off[word];
            }
            grown(member);
        }
    }
}

/// Exchanges rows and columns.
fn transpose_block(block: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, u64::from(u32::MAX));
    while half != 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (block[row] >> half ^ block[row + half]) & mask;
            block[row] ^= swapped << half;
            block[row + half] ^= swapped;
            row = (row + half + 1) & !half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::super::forcing::{self, Detail};
    use super::super::implications::{Rules, Run, claim};
    use super::super::nested::Search;
    use super::super::unary;
    use super::*;
    use quandary_core::verdict::Budget;

    /// A board, and then boards on which more and more is struck out.
    fn boards() -> Vec<Board> {
        let text = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let mut digits = [0; 81];
        text.bytes().zip(&mut digits).filter(|(symbol, _)| *symbol != b'.').for_each(|(s, digit)| *digit = s - b'0');
        let mut boards = vec![Board::from_digits(&digits, true).unwrap()];
        for round in 0..39 {
            let mut board = boards[round].clone();
            let cell = members(board.open).filter(|&cell| board.cells[cell].count_ones() > 2).nth(7 * round % 30);
            let Some(cell) = cell else { break };
            let digit = digits_in(board.cells[cell]).next().unwrap();
            board.strike(1 << cell, digit);
            boards.push(board);
        }
        boards
    }

    #[test]
    fn outcomes_are_what_whole_runs_reach() {
        let budget = Budget::default();
        let mut watch = budget.start();
        let mut search = Search::new(&mut watch);
        let (mut clashes, mut same) = (0, 0);
        for board in boards() {
            for is_dynamic in [false, true] {
                let rules = Rules { cells: true, is_dynamic, level: 0, inner: 0 };
                let mut outcomes = Outcomes::new(&board, rules.rule());
                outcomes.transpose();
                let open = members(board.open).flat_map(|cell| digits_in(board.cells[cell]).map(move |d| (cell, d)));
                for (cell, digit) in open.filter(|&(cell, _)| board.cells[cell].count_ones() > 1) {
                    for is_true in [false, true] {
                        let start = claim(cell, digit, is_true);
                        let run = Run::new(&board, start, rules, usize::MAX, &mut search).unwrap();
                        let number = outcomes.start(start);
                        let has_clash = number.is_some_and(|number| outcomes.clashes(number));
                        assert_eq!(has_clash, run.clash.is_some(), "{cell} {digit} {is_true}");
                        clashes += usize::from(has_clash);
                        if !has_clash {
                            let outline = number.map_or(Outline::of(start), |number| outcomes.reached(number));
                            assert_eq!((outline.on, outline.off), (run.on, run.off), "{cell} {digit} {is_true}");
                            same += 1;
                        }
                        search.spare_runs.push(run);
                    }
                }
            }
        }
        assert!(clashes > 100 && same > 1000, "{clashes} {same}");
    }

    #[test]
    fn losses_are_those_of_all_chains() {
        let budget = Budget::default();
        let mut watch = budget.start();
        let mut search = Search::new(&mut watch);
        let mut compared = [0; 2];
        for mut board in boards() {
            // Forcing chains are looked for where chains with one start show nothing.
            loop {
                let mut expected = [0; 9];
                for &(cell, gone) in unary::all(&board).iter().flat_map(|chain| &chain.losses) {
                    // A cell with one digit left is solved before chains are looked for.
                    if board.cells[cell].count_ones() > 1 {
                        digits_in(gone).for_each(|digit| expected[digit] |= 1 << cell);
                    }
                }
                assert_eq!(Outcomes::new(&board, Rule::Pairs(Links::Both)).losses_of_chains(&board), expected);
                if expected == [0; 9] {
                    break;
                }
                compared[0] += 1;
                (0..9).for_each(|digit| board.strike(expected[digit], digit));
            }
            let rules = Rules { cells: true, is_dynamic: false, level: 0, inner: 0 };
            let mut outcomes = Outcomes::new(&board, rules.rule());
            // Where claims clash, what is known of them depends on where a run stops.
            if (0..outcomes.count()).any(|start| outcomes.clashes(start)) {
                continue;
            }
            let mut expected = [0; 9];
            let runs = forcing::offers(&board, rules, Detail::Chains, &mut search, &mut |_, offer| {
                let (cell, gone) = offer.loss(&board).unwrap_or_default();
                digits_in(gone).for_each(|digit| expected[digit] |= 1 << cell);
            });
            search.spare_runs.extend(runs.unwrap().into_made());
            assert_eq!(outcomes.losses_of_groups(&board, false), expected);
            compared[1] += usize::from(expected != [0; 9]);
        }
        assert!(compared.iter().all(|&boards| boards > 5), "{compared:?}");
    }
}
