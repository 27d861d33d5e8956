//! Water that has a given total: a row or a column of an Aquarium, or the difference of two of them.
//!
//! The cells are given in *ladders*: the cells of a ladder fill up from the first to the last, which other rules of the
//! puzzle say as well. So what a ladder adds depends on its level alone. Ladder by ladder, the set of the totals that are
//! possible so far is a row of bits, and every level shifts it by what it adds. The same from the other end gives the
//! totals from which the rest can be reached. A level that leads from none of the first to one of the second is impossible.

use super::Values;

/// The weights of some cells and their total.
#[derive(Debug)]
pub(crate) struct Count {
    /// For each ladder the weights of its cells, the cell that fills first coming first.
    pub(crate) ladders: Vec<Vec<i32>>,
    /// The total of the weights of all cells with value 1.
    pub(crate) total: i64,
}

/// A ladder with more than one level that is possible.
struct Ladder<'a> {
    weights: &'a [i32],
    /// Where its cells start.
    start: usize,
    lowest: usize,
    highest: usize,
    /// The least that a level adds, and how much more the others add at most.
    least: i64,
    most: usize,
}

impl Ladder<'_> {
    /// The levels that are possible, each with what it adds beyond the least.
    fn levels(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut sum = self.weights[..self.lowest].iter().map(|&weight| i64::from(weight)).sum::<i64>();
        (self.lowest..=self.highest).map(move |level| {
            let added = (sum - self.least) as usize;
            sum += self.weights.get(level).map_or(0, |&weight| i64::from(weight));
            (level, added)
        })
    }

    /// Whether each level adds at most 1 more or less than the one before.
    fn has_small_steps(&self) -> bool {
        self.weights[self.lowest..self.highest].iter().all(|weight| weight.abs() <= 1)
    }

    /// Leaves only the levels from one to another.
    fn keep(&self, lowest: usize, highest: usize, cells: &mut [Values]) {
        // A cell is full at the levels above its place, and empty at the others.
        for place in self.lowest..self.highest {
            cells[self.start + place] &= u64::from(lowest <= place) | u64::from(highest > place) << 1;
        }
    }
}

impl Count {
    /// How many words of bits a set of totals takes.
    pub(super) fn effort(&self) -> usize {
        1 + self.total.clamp(0, 4096) as usize / 64
    }

    /// Removes the values that occur in no way to reach the total; `false` if there is no way at all.
    pub(super) fn filter(&self, cells: &mut [Values]) -> bool {
        let mut total = self.total;
        let mut open = Vec::new();
        let mut start = 0;
        for weights in &self.ladders {
            let own = &mut cells[start..start + weights.len()];
            // As far as cells may be full, and from where on they may be empty.
            let highest = own.iter().position(|values| values & 0b10 == 0).unwrap_or(own.len());
            let lowest = own.iter().rposition(|values| values & 0b01 == 0).map_or(0, |last| last + 1);
            if lowest > highest {
                return false;
            }
            own[..lowest].iter_mut().for_each(|cell| *cell &= 0b10);
            own[highest..].iter_mut().for_each(|cell| *cell &= 0b01);
            let mut ladder = Ladder { weights, start, lowest, highest, least: 0, most: 0 };
            let sums = || {
                weights[lowest..highest].iter().scan(0, |sum, &weight| {
                    *sum += i64::from(weight);
                    Some(*sum)
                })
            };
            let (least, most) = sums().fold((0, 0), |(least, most), sum| (sum.min(least), sum.max(most)));
            ladder.least = least + weights[..lowest].iter().map(|&weight| i64::from(weight)).sum::<i64>();
            ladder.most = (most - least) as usize;
            total = total.saturating_sub(ladder.least);
            if lowest < highest {
                open.push(ladder);
            }
            start += weights.len();
        }
        let most: usize = open.iter().map(|ladder| ladder.most).sum();
        let Some(total) = usize::try_from(total).ok().filter(|&total| total <= most) else { return false };
        if !open.iter().all(Ladder::has_small_steps) {
            return filter_open(&open, total, cells);
        }
        // Every ladder adds any number from 0 to its most, so together the others add any number up to the sum of theirs.
        for ladder in &open {
            let others = most - ladder.most;
            let fits = |&(_, added): &(usize, usize)| added <= total && total - added <= others;
            let mut levels = ladder.levels().filter(fits).map(|(level, _)| level);
            let Some(lowest) = levels.next() else { return false };
            ladder.keep(lowest, levels.last().unwrap_or(lowest), cells);
        }
        true
    }
}

/// The same for any weights of the ladders that are open.
fn filter_open(open: &[Ladder<'_>], total: usize, cells: &mut [Values]) -> bool {
    let words = total / 64 + 1;
    // The totals that are possible before each ladder.
    let mut before = vec![0; (open.len() + 1) * words];
    before[0] = 1;
    for (index, ladder) in open.iter().enumerate() {
        let (done, rest) = before.split_at_mut((index + 1) * words);
        ladder.levels().for_each(|(_, added)| add_up(&done[index * words..], added, &mut rest[..words]));
    }
    // The totals before each ladder from which the rest can be reached.
    let mut can_finish = vec![0; words];
    can_finish[total / 64] |= 1 << (total % 64);
    let (mut earlier, mut from) = (vec![0; words], vec![0; words]);
    for (index, ladder) in open.iter().enumerate().rev() {
        let now = &before[index * words..(index + 1) * words];
        earlier.fill(0);
        let mut kept = None;
        for (level, added) in ladder.levels() {
            from.fill(0);
            take_off(&can_finish, added, &mut from);
            if now.iter().zip(&from).any(|(now, from)| now & from != 0) {
                earlier.iter_mut().zip(&from).for_each(|(earlier, from)| *earlier |= from);
                kept = Some((kept.map_or(level, |(lowest, _)| lowest), level));
            }
        }
        let Some((lowest, highest)) = kept else { return false };
        ladder.keep(lowest, highest, cells);
        std::mem::swap(&mut can_finish, &mut earlier);
    }
    true
}

/// Adds each number of a set, plus `shift`, to another set; numbers beyond its end are left out.
fn add_up(from: &[u64], shift: usize, to: &mut [u64]) {
    let (words, bits) = (shift / 64, shift % 64);
    for (word, &set) in from.iter().enumerate() {
        if let Some(low) = to.get_mut(word + words) {
            *low |= set << bits;
        }
        if bits > 0
            && let Some(high) = to.get_mut(word + words + 1)
        {
            *high |= set >> (64 - bits);
        }
    }
}

/// Adds each number of a set, minus `shift`, to another set; numbers below 0 are left out.
fn take_off(from: &[u64], shift: usize, to: &mut [u64]) {
    let (words, bits) = (shift / 64, shift % 64);
    for (word, set) in to.iter_mut().enumerate() {
        *set |= from.get(word + words).map_or(0, |low| low >> bits);
        if bits > 0 {
            *set |= from.get(word + words + 1).map_or(0, |high| high << (64 - bits));
        }
    }
}
