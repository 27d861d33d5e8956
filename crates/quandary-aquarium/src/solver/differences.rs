//! Two neighbouring lines at a time: what follows from the difference of their clues.
//!
//! A tank that is in two neighbouring columns with the same rows adds the same to both, whatever its level, and so
//! nothing to their difference. What is left are the tanks that differ, and few of them do. So the difference of two
//! clues often decides a level where each of the lines by itself leaves everything open. The same goes for two
//! neighbouring rows: there a tank that is about as wide in both adds next to nothing unless its water ends just
//! between the two.
//!
//! A difference is a sum over tanks, each of which adds some number for each of its levels. For every tank the least and the
//! most of these numbers over the levels that are still possible are kept. A level is impossible if its number, with the
//! least (or the most) of all others, misses the difference. That is checked only when the lines by themselves show nothing
//! more, and only on boards that are searched: there it saves most of the work, elsewhere it would cost more than it saves.
//!
//! This needs one level per tank, that is, the region rule.

use quandary_core::reason::learn::{Contradiction, Facts, Literal};

/// A tank: stretches that fill up from the bottom.
#[derive(Clone, Copy, Debug)]
struct Tank {
    /// Where its stretches start in `rungs`.
    start: u32,
    height: u16,
    /// How many of them are wet, and how many dry.
    wet: u16,
    dry: u16,
    /// Where the terms that it is part of start and end in `terms_of`.
    terms: (u32, u32),
    is_stale: bool,
}

impl Tank {
    /// The lowest and the highest level that are possible.
    fn levels(&self) -> (u16, u16) {
        (self.wet, self.height - self.dry)
    }
}

/// What a tank adds to a difference.
#[derive(Clone, Copy, Debug)]
struct Term {
    difference: u32,
    tank: u32,
    /// Where its numbers by level start in `numbers`.
    numbers: u32,
    least: i32,
    most: i32,
}

#[derive(Clone, Copy, Debug)]
struct Difference {
    wanted: i32,
    /// Where its terms start, and where they end.
    terms: (u32, u32),
    least: i32,
    most: i32,
    is_waiting: bool,
}

/// All differences of neighbouring lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    tanks: Vec<Tank>,
    rungs: Vec<u32>,
    /// By stretch: its tank.
    tank_of: Vec<u32>,
    terms: Vec<Term>,
    numbers: Vec<i32>,
    terms_of: Vec<u32>,
    differences: Vec<Difference>,
    /// Tanks whose levels changed since their terms were computed, and differences to look at.
    stale: Vec<u32>,
    waiting: Vec<u32>,
    candidates: Vec<Candidate>,
}

/// A term in a reason, with the levels that were possible.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    term: u32,
    low: u16,
    high: u16,
    /// The newer of the decisions behind the two.
    level: u32,
}

/// Which numbers are ruled out: those with which the sum would be too large, or too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    TooLarge,
    TooSmall,
}

impl Differences {
    /// Tanks as lists of stretches from the bottom up, for a board with this many stretches.
    pub(super) fn new(tanks: &[Vec<u32>], stretches: usize) -> Self {
        let mut all = Differences { tank_of: vec![0; stretches], ..Differences::default() };
        for (index, rungs) in tanks.iter().enumerate() {
            let start = all.rungs.len() as u32;
            rungs.iter().for_each(|&rung| all.tank_of[rung as usize] = index as u32);
            all.rungs.extend(rungs);
            let height = rungs.len() as u16;
            all.tanks.push(Tank { start, height, wet: 0, dry: 0, terms: (0, 0), is_stale: false });
        }
        all
    }

    /// Adds a difference: how much each stretch adds when it is wet, and the total.
    pub(super) fn add(&mut self, wanted: i32, mut amounts: Vec<(u32, i32)>) {
        amounts.sort_unstable_by_key(|&(rung, _)| (self.tank_of[rung as usize], rung));
        let first = self.terms.len() as u32;
        let index = self.differences.len() as u32;
        let (mut least, mut most) = (0, 0);
        for of_tank in amounts.chunk_by(|a, b| self.tank_of[a.0 as usize] == self.tank_of[b.0 as usize]) {
            let tank = self.tank_of[of_tank[0].0 as usize];
            let Tank { start, height, .. } = self.tanks[tank as usize];
            let numbers = self.numbers.len() as u32;
            let mut number = 0;
            self.numbers.push(0);
            for &rung in &self.rungs[start as usize..][..height.into()] {
                number +=
                    of_tank.iter().filter(|(stretch, _)| *stretch == rung).map(|&(_, amount)| amount).sum::<i32>();
                self.numbers.push(number);
            }
            let range = &self.numbers[numbers as usize..];
            let (low, high) = (range.iter().copied().min().unwrap_or(0), range.iter().copied().max().unwrap_or(0));
            if low == high {
                // It adds nothing, whatever its level.
                self.numbers.truncate(numbers as usize);
                continue;
            }
            self.terms.push(Term { difference: index, tank, numbers, least: low, most: high });
            (least, most) = (least + low, most + high);
        }
        let terms = (first, self.terms.len() as u32);
        self.waiting.push(index);
        self.differences.push(Difference { wanted, terms, least, most, is_waiting: true });
    }

    /// All differences are there: notes for every tank where it counts.
    pub(super) fn finish(&mut self) {
        self.terms_of = (0..self.terms.len() as u32).collect();
        self.terms_of.sort_by_key(|&term| self.terms[term as usize].tank);
        let mut at = 0;
        for (index, tank) in self.tanks.iter_mut().enumerate() {
            let start = at;
            while self.terms_of.get(at as usize).is_some_and(|&term| self.terms[term as usize].tank == index as u32) {
                at += 1;
            }
            tank.terms = (start, at);
        }
    }

    #[inline]
    pub(super) fn change(&mut self, literal: Literal, is_known: bool) {
        let index = self.tank_of[literal.variable()];
        let tank = &mut self.tanks[index as usize];
        let count = if literal.value() { &mut tank.wet } else { &mut tank.dry };
        *count = if is_known { *count + 1 } else { *count - 1 };
        if !std::mem::replace(&mut tank.is_stale, true) {
            self.stale.push(index);
        }
    }

    /// Recomputes the terms of tanks whose levels changed.
    fn refresh(&mut self) {
        while let Some(index) = self.stale.pop() {
            let tank = &mut self.tanks[index as usize];
            tank.is_stale = false;
            let ((low, high), (first, last)) = (tank.levels(), tank.terms);
            for &term in &self.terms_of[first as usize..last as usize] {
                let term = &mut self.terms[term as usize];
                let numbers = &self.numbers[term.numbers as usize..][low.into()..=high.into()];
                let (mut least, mut most) = (i32::MAX, i32::MIN);
                for &number in numbers {
                    (least, most) = (least.min(number), most.max(number));
                }
                if (least, most) == (term.least, term.most) {
                    continue;
                }
                let difference = &mut self.differences[term.difference as usize];
                difference.least += least - term.least;
                difference.most += most - term.most;
                (term.least, term.most) = (least, most);
                if !std::mem::replace(&mut difference.is_waiting, true) {
                    self.waiting.push(term.difference);
                }
            }
        }
    }

    pub(super) fn forget(&mut self) {
        for difference in self.waiting.drain(..) {
            self.differences[difference as usize].is_waiting = false;
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.numbers.len() * 4 + self.terms.len() * (size_of::<Term>() + 4) + self.rungs.len() * 8) as u64
    }

    fn number(&self, term: &Term, level: u16) -> i32 {
        self.numbers[term.numbers as usize + usize::from(level)]
    }

    /// The claim that a tank is filled to a level at least (or, if not `wet`, to less).
    fn claim(&self, tank: u32, level: u16, wet: bool) -> Literal {
        Literal::new(self.rungs[self.tanks[tank as usize].start as usize + usize::from(level) - 1] as usize, wet)
    }

    /// Draws conclusions. On a contradiction `clash` holds facts that cannot all hold. `mark` makes a tag of a difference.
    pub(super) fn propagate(
        &mut self,
        facts: &mut Facts,
        clash: &mut Vec<Literal>,
        mark: u32,
    ) -> Result<(), Contradiction> {
        self.refresh();
        while let Some(index) = self.waiting.pop() {
            self.differences[index as usize].is_waiting = false;
            let Difference { wanted, terms: (first, last), least, most, .. } = self.differences[index as usize];
            if least > wanted || most < wanted {
                let side = if least > wanted { Side::TooLarge } else { Side::TooSmall };
                self.gather(
                    index,
                    u32::MAX,
                    side,
                    if least > wanted { least - wanted - 1 } else { wanted - most - 1 },
                    None,
                    facts,
                    clash,
                );
                return Err(Contradiction);
            }
            for at in first..last {
                let term = self.terms[at as usize];
                let (lowest, highest) = (wanted - (most - term.most), wanted - (least - term.least));
                if term.least >= lowest && term.most <= highest {
                    continue;
                }
                let (low, high) = self.tanks[term.tank as usize].levels();
                let fits = |level: &u16| (lowest..=highest).contains(&self.number(&term, *level));
                let Some(new_low) = (low..=high).find(fits) else {
                    // No level fits: it is no less than one more than the highest.
                    self.exclude(index, at, (low, high), None, facts, clash);
                    if high < self.tanks[term.tank as usize].height {
                        clash.push(self.claim(term.tank, high + 1, false));
                    }
                    return Err(Contradiction);
                };
                let new_high = (low..=high).rev().find(fits).unwrap_or(new_low);
                for literal in [
                    (new_low > low).then(|| self.claim(term.tank, new_low, true)),
                    (new_high < high).then(|| self.claim(term.tank, new_high + 1, false)),
                ]
                .into_iter()
                .flatten()
                {
                    if facts.is_false(literal) {
                        self.explain(index, literal, None, facts, clash);
                        clash.push(!literal);
                        return Err(Contradiction);
                    }
                    if facts.is_open(literal) {
                        facts.imply(literal, mark | index);
                    }
                }
            }
        }
        Ok(())
    }

    /// Why a literal followed from a difference, by facts that are older than `before`.
    pub(super) fn explain(
        &mut self,
        difference: u32,
        literal: Literal,
        before: Option<Literal>,
        facts: &Facts,
        reason: &mut Vec<Literal>,
    ) {
        let tank = self.tank_of[literal.variable()];
        let (first, last) = self.differences[difference as usize].terms;
        let Some(term) = (first..last).find(|&term| self.terms[term as usize].tank == tank) else { return };
        let Tank { start, height, .. } = self.tanks[tank as usize];
        let rungs = &self.rungs[start as usize..][..height.into()];
        let rung = rungs.iter().position(|&rung| rung as usize == literal.variable()).unwrap_or(0) as u16;
        let (low, high) = self.levels_before(tank, before, facts);
        // The levels that were ruled out.
        let out = if literal.value() { (low, rung) } else { (rung + 1, high) };
        self.exclude(difference, term, out, before, facts, reason);
        if !literal.value() && out.1 < height {
            reason.push(self.claim(tank, out.1 + 1, false));
        }
    }

    /// The levels of a tank that facts older than `before` left.
    fn levels_before(&self, tank: u32, before: Option<Literal>, facts: &Facts) -> (u16, u16) {
        let is_old =
            |literal: Literal| facts.is_true(literal) && before.is_none_or(|before| facts.is_older(literal, before));
        let (low, high) = self.tanks[tank as usize].levels();
        let height = self.tanks[tank as usize].height;
        let low = (1..=low).rev().find(|&level| is_old(self.claim(tank, level, true))).unwrap_or(0);
        let high = (high..height).find(|&level| is_old(self.claim(tank, level + 1, false))).unwrap_or(height);
        (low, high)
    }

    /// Why the levels of a term from `out.0` to `out.1` are impossible, where these are at the lower or upper end of what its
    /// tank can be. The fact that makes them the lower end is part of the reason; the other end is for the caller.
    fn exclude(
        &mut self,
        difference: u32,
        term: u32,
        out: (u16, u16),
        before: Option<Literal>,
        facts: &Facts,
        reason: &mut Vec<Literal>,
    ) {
        let Difference { wanted, terms: (first, last), .. } = self.differences[difference as usize];
        let own = self.terms[term as usize];
        let (mut least, mut most) = (0, 0);
        for at in (first..last).filter(|&at| at != term) {
            let other = &self.terms[at as usize];
            let (low, high) = self.levels_before(other.tank, before, facts);
            let numbers = &self.numbers[other.numbers as usize..][low.into()..=high.into()];
            least += numbers.iter().copied().min().unwrap_or(0);
            most += numbers.iter().copied().max().unwrap_or(0);
        }
        // By how much each number misses, on the side where it misses by more.
        let (mut spare_large, mut spare_small) = (i32::MAX, i32::MAX);
        for level in out.0..=out.1 {
            let number = self.number(&own, level);
            let (above, below) = (number + least - wanted, wanted - number - most);
            if above >= below {
                spare_large = spare_large.min(above - 1);
            } else {
                spare_small = spare_small.min(below - 1);
            }
        }
        if spare_large < i32::MAX {
            self.gather(difference, term, Side::TooLarge, spare_large, before, facts, reason);
        }
        if spare_small < i32::MAX {
            self.gather(difference, term, Side::TooSmall, spare_small, before, facts, reason);
        }
        let (low, _) = self.levels_before(own.tank, before, facts);
        if out.0 == low && low > 0 {
            reason.push(self.claim(own.tank, low, true));
        }
    }

    /// Puts into `reason` the facts behind the least (or most) of all terms but `own`. Facts are left out, the newest
    /// first, as long as the rest still suffices.
    #[expect(
        clippy::too_many_arguments,
        reason = "one question about one difference; a struct would only rename its parts"
    )]
    fn gather(
        &mut self,
        difference: u32,
        own: u32,
        side: Side,
        mut spare: i32,
        before: Option<Literal>,
        facts: &Facts,
        reason: &mut Vec<Literal>,
    ) {
        let (first, last) = self.differences[difference as usize].terms;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        for at in (first..last).filter(|&at| at != own) {
            let tank = self.terms[at as usize].tank;
            let (low, high) = self.levels_before(tank, before, facts);
            let height = self.tanks[tank as usize].height;
            let level_of = |literal: Literal| facts.level_of(literal.variable());
            let of_low = if low > 0 { level_of(self.claim(tank, low, true)) } else { 0 };
            let of_high = if high < height { level_of(self.claim(tank, high + 1, false)) } else { 0 };
            if low > 0 || high < height {
                candidates.push(Candidate { term: at, low, high, level: of_low.max(of_high) });
            }
        }
        candidates.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.level));
        for &Candidate { term, low, high, .. } in &candidates {
            let term = self.terms[term as usize];
            let height = self.tanks[term.tank as usize].height;
            // How much worse the end of the range becomes when the levels from `from` to `to` are possible.
            let end = |from: u16, to: u16| {
                let numbers = self.numbers[term.numbers as usize..][from.into()..=to.into()].iter().copied();
                match side {
                    Side::TooLarge => numbers.min().unwrap_or(0),
                    Side::TooSmall => -numbers.max().unwrap_or(0),
                }
            };
            let now = end(low, high);
            let cost = |from: u16, to: u16| now - end(from, to);
            let (mut from, mut to) = (low, high);
            if cost(0, height) <= spare {
                (from, to) = (0, height);
            } else {
                // One end at a time, as far as it goes.
                while from > 0 && cost(from - 1, to) <= spare {
                    from -= 1;
                }
                while to < height && cost(from, to + 1) <= spare {
                    to += 1;
                }
            }
            spare -= cost(from, to);
            // A weaker bound must itself be an old fact; every level below a wet one is wet, but it may have become
            // known later.
            let is_old = |literal: Literal| {
                facts.is_true(literal) && before.is_none_or(|before| facts.is_older(literal, before))
            };
            if from > 0 {
                let weak = self.claim(term.tank, from, true);
                reason.push(if is_old(weak) { weak } else { self.claim(term.tank, low, true) });
            }
            if to < height {
                let weak = self.claim(term.tank, to + 1, false);
                reason.push(if is_old(weak) { weak } else { self.claim(term.tank, high + 1, false) });
            }
        }
        self.candidates = candidates;
    }
}
