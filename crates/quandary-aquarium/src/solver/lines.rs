//! The clues of rows and columns, as sums that are kept up to date with every change of a level.
//!
//! A line is a sum of *ladders*. A ladder is made of stretches that fill up from the bottom: the rungs of a tank in one
//! column. Each stretch of a row is a ladder of one rung, as heavy as it is wide. For every line two numbers are kept up
//! to date: the water it holds for certain and the most it can hold. If a ladder could rise by more than the clue
//! allows, its upper rungs are dry; if it could fall by more than the clue can spare, its lower rungs are wet. In a column
//! each rung adds one cell, so nothing more follows from the column alone. In a row more may follow: not every number is a
//! sum of the widths that are left, and [`Lines::row_sums`] finds what that decides.
//!
//! Reasons are made on demand. A ladder needs only one fact for its level (its highest wet rung, or its lowest dry
//! one). Facts are left out, the newest first, as long as the rest still suffices; of the last one a weaker fact is taken
//! where that is enough.

use quandary_core::reason::learn::{Contradiction, Facts, Literal, Propagator};

/// Stretches of a line that fill up from the bottom.
#[derive(Clone, Copy, Debug)]
struct Ladder {
    /// Where its rungs start.
    start: u32,
    rungs: u16,
    wet: u16,
    dry: u16,
    /// How much each rung counts: 1 in a column; in a row, where a ladder has one rung, its width.
    weight: u16,
}

/// A row or column with a clue.
#[derive(Clone, Copy, Debug)]
struct Line {
    clue: u32,
    /// Where its ladders start, and where they end.
    ladders: (u32, u32),
    /// Water for certain, and the most that can be.
    wet: u32,
    most: u32,
    /// Water if every rung were wet.
    room: u32,
    is_row: bool,
    is_waiting: bool,
}

/// A place where a stretch counts.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: u32,
    ladder: u32,
}

/// All lines of a board that have a clue.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    lines: Vec<Line>,
    ladders: Vec<Ladder>,
    /// The stretches of all ladders, each ladder from the bottom up.
    rungs: Vec<u32>,
    /// By stretch: where its places start in `places`.
    starts: Vec<u32>,
    places: Vec<Place>,
    /// Lines that changed since they were looked at.
    waiting: Vec<u32>,
    candidates: Vec<Candidate>,
    sums: Vec<(u32, u32, u128)>,
}

/// What is still open of a line.
#[derive(Clone, Debug)]
pub(super) struct OpenLine<L> {
    /// The water that is still to come.
    pub(super) missing: u32,
    pub(super) is_row: bool,
    /// The open rungs of each ladder that has some, from the bottom up, and how much each counts.
    pub(super) ladders: L,
}

/// A fact that may be part of a reason.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    ladder: u32,
    rung: u16,
    level: u32,
    share: u32,
}

/// No ladder.
const NO_LADDER: u32 = u32::MAX;

/// A tag is twice the number of the line, and one more where the sums of the row were looked at.
const BY_SUMS: u32 = 1;

/// A line cannot hold; or it concludes what is known to be false.
struct Broken {
    tag: u32,
    conclusion: Option<Literal>,
}

impl Lines {
    /// Starts a line; its ladders follow.
    pub(super) fn begin(&mut self, clue: u32, is_row: bool) {
        let at = self.ladders.len() as u32;
        self.waiting.push(self.lines.len() as u32);
        self.lines.push(Line { clue, ladders: (at, at), wet: 0, most: 0, room: 0, is_row, is_waiting: true });
    }

    /// Adds a ladder to the line that was started last: stretches from the bottom up, and how much each of them counts.
    pub(super) fn ladder(&mut self, rungs: impl IntoIterator<Item = u32>, weight: u16) {
        let start = self.rungs.len();
        self.rungs.extend(rungs);
        let rungs = (self.rungs.len() - start) as u16;
        self.ladders.push(Ladder { start: start as u32, rungs, wet: 0, dry: 0, weight });
        if let Some(line) = self.lines.last_mut() {
            let reach = u32::from(rungs) * u32::from(weight);
            line.ladders.1 += 1;
            line.room += reach;
            line.most += reach;
        }
    }

    /// All lines are there: notes for every stretch where it counts.
    pub(super) fn finish(&mut self, stretches: usize) {
        self.starts = vec![0; stretches + 1];
        for &stretch in &self.rungs {
            self.starts[stretch as usize + 1] += 1;
        }
        for stretch in 0..stretches {
            self.starts[stretch + 1] += self.starts[stretch];
        }
        let mut next = self.starts.clone();
        let mut places = vec![Place { line: 0, ladder: 0 }; self.rungs.len()];
        for (line, &Line { ladders: (first, last), .. }) in self.lines.iter().enumerate() {
            for ladder in first..last {
                for &stretch in self.rungs_of(ladder) {
                    let place = &mut next[stretch as usize];
                    places[*place as usize] = Place { line: line as u32, ladder };
                    *place += 1;
                }
            }
        }
        self.places = places;
    }

    /// The lines that have open places.
    pub(super) fn open(&self) -> impl Iterator<Item = OpenLine<impl Iterator<Item = (&[u32], u16)> + Clone>> {
        self.lines.iter().map(|&Line { clue, ladders: (first, last), wet, is_row, .. }| {
            let ladders = (first..last).filter_map(|index| {
                let Ladder { rungs, wet, dry, weight, .. } = self.ladders[index as usize];
                (wet + dry < rungs).then(|| (&self.rungs_of(index)[wet.into()..(rungs - dry).into()], weight))
            });
            OpenLine { missing: clue.saturating_sub(wet), is_row, ladders }
        })
    }

    fn rungs_of(&self, ladder: u32) -> &[u32] {
        let Ladder { start, rungs, .. } = self.ladders[ladder as usize];
        &self.rungs[start as usize..][..rungs.into()]
    }

    /// The claim that a rung is wet (or dry).
    #[inline]
    fn claim(&self, ladder: &Ladder, rung: u16, wet: bool) -> Literal {
        Literal::new(self.rungs[ladder.start as usize + usize::from(rung)] as usize, wet)
    }

    /// Looks at one line. In a row, says whether looking at the sums of its widths could show more.
    fn look(&self, line: u32, facts: &mut Facts) -> Result<bool, Broken> {
        let Line { clue, ladders: (first, last), wet, most, is_row, .. } = self.lines[line as usize];
        if wet > clue || most < clue {
            return Err(Broken { tag: line << 1, conclusion: None });
        }
        let (up, down) = (clue - wet, most - clue);
        let (mut single, mut widest) = (0, 0);
        for ladder in &self.ladders[first as usize..last as usize] {
            let top = ladder.rungs - ladder.dry;
            if ladder.wet >= top {
                continue;
            }
            let weight = u32::from(ladder.weight);
            single += u32::from(ladder.weight == 1);
            widest = widest.max(weight);
            let gap = u32::from(top - ladder.wet) * weight;
            if gap > up {
                // The lowest rung that would be too much; those above it follow.
                self.conclude(line, self.claim(ladder, ladder.wet + (up / weight) as u16, false), facts)?;
            }
            if gap > down {
                // The highest rung without which there would be too little; those below it follow.
                self.conclude(line, self.claim(ladder, top - 1 - (down / weight) as u16, true), facts)?;
            }
        }
        // With as many stretches of one cell as the widest is wide, every number up to the sum of all can be made, and so
        // it is without any one of them.
        Ok(is_row && single < widest)
    }

    fn conclude(&self, line: u32, literal: Literal, facts: &mut Facts) -> Result<(), Broken> {
        if facts.is_false(literal) {
            return Err(Broken { tag: line << 1, conclusion: Some(literal) });
        }
        facts.imply(literal, line << 1);
        Ok(())
    }

    /// Which open stretches of a row are wet (or dry) in every way to make up what is missing.
    ///
    /// From both ends of the row, the set of sums that the stretches up to there can make, as bits; a stretch is decided if
    /// no sum before it and no sum behind it make up the rest with it, or without it.
    fn row_sums(&mut self, line: u32, facts: &mut Facts) -> Result<(), Broken> {
        let Line { clue, ladders: (first, last), wet, most, .. } = self.lines[line as usize];
        let tag = line << 1 | BY_SUMS;
        // Where more water is missing than there are bits, the air is counted instead: of a row up to 256 wide one of the two
        // is always few enough, unless it is all open and half of it is to be wet.
        let by_air = clue - wet >= u128::BITS;
        let missing = if by_air { most - clue } else { clue - wet };
        if missing == 0 || missing >= u128::BITS {
            return Ok(());
        }
        self.sums.clear();
        let mut before: u128 = 1;
        for index in first..last {
            let ladder = self.ladders[index as usize];
            if ladder.wet + ladder.dry == 0 {
                let width = u32::from(ladder.weight);
                self.sums.push((self.rungs[ladder.start as usize], width, before));
                before |= before.checked_shl(width).unwrap_or(0);
            }
        }
        if before >> missing & 1 == 0 {
            return Err(Broken { tag, conclusion: None });
        }
        // Bit s: the stretches behind can make up `missing - s`.
        let mut behind: u128 = 1 << missing;
        while let Some((stretch, width, before)) = self.sums.pop() {
            let with = behind.checked_shr(width).unwrap_or(0);
            let (can_be_left_out, can_be_taken) = (before & behind != 0, before & with != 0);
            if !(can_be_left_out && can_be_taken) {
                let literal = Literal::new(stretch as usize, can_be_taken != by_air);
                if facts.is_false(literal) {
                    return Err(Broken { tag, conclusion: Some(literal) });
                }
                facts.imply(literal, tag);
            }
            behind |= with;
        }
        Ok(())
    }

    /// Puts into `reason` facts, older than `before`, from which it follows that a line holds too much (`wet`) or too
    /// little: with what the ladder `own` adds (or loses) in any case, the facts add up to `need` at least.
    #[expect(clippy::too_many_arguments, reason = "one question about one line; a struct would only rename its parts")]
    fn gather(
        &mut self,
        line: u32,
        own: u32,
        wet: bool,
        need: u32,
        before: Option<Literal>,
        facts: &Facts,
        reason: &mut Vec<Literal>,
    ) {
        let (first, last) = self.lines[line as usize].ladders;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mut sum = 0;
        let is_old =
            |literal: Literal| facts.is_true(literal) && before.is_none_or(|before| facts.is_older(literal, before));
        for index in (first..last).filter(|&index| index != own) {
            let ladder = &self.ladders[index as usize];
            // The highest wet rung or the lowest dry one, among the facts that are old enough.
            let found = if wet {
                (0..ladder.wet).rev().find(|&rung| is_old(self.claim(ladder, rung, true)))
            } else {
                (ladder.rungs - ladder.dry..ladder.rungs).find(|&rung| is_old(self.claim(ladder, rung, false)))
            };
            if let Some(rung) = found {
                let level = facts.level_of(self.claim(ladder, rung, wet).variable());
                let share = Self::share(ladder, rung, wet);
                sum += share;
                candidates.push(Candidate { ladder: index, rung, level, share });
            }
        }
        let mut spare = sum.saturating_sub(need);
        if spare > 0 {
            candidates.sort_unstable_by_key(|candidate| (std::cmp::Reverse(candidate.level), candidate.share));
        }
        for &Candidate { ladder, rung, level, share } in &candidates {
            // What holds permanently costs nothing, so nothing is gained by leaving it out.
            if level > 0 && share <= spare {
                spare -= share;
                continue;
            }
            let ladder = &self.ladders[ladder as usize];
            let mut rung = rung;
            while level > 0 && spare >= ladder.weight.into() {
                let weaker = if wet { rung.wrapping_sub(1) } else { rung + 1 };
                // A rung further down may have become known only after the conclusion.
                if weaker >= ladder.rungs || !is_old(self.claim(ladder, weaker, wet)) {
                    break;
                }
                spare -= u32::from(ladder.weight);
                rung = weaker;
            }
            reason.push(self.claim(ladder, rung, wet));
        }
        self.candidates = candidates;
    }

    /// The water that a wet rung means at least, or the air that a dry one means.
    fn share(ladder: &Ladder, rung: u16, wet: bool) -> u32 {
        u32::from(if wet { rung + 1 } else { ladder.rungs - rung }) * u32::from(ladder.weight)
    }

    /// The facts behind a conclusion of a line, or behind its breaking.
    fn reason(
        &mut self,
        tag: u32,
        conclusion: Option<Literal>,
        before: Option<Literal>,
        facts: &Facts,
        reason: &mut Vec<Literal>,
    ) {
        let line = tag >> 1;
        if tag & BY_SUMS != 0 {
            return self.reason_of_sums(line, conclusion, before, facts, reason);
        }
        let Line { clue, wet, room, .. } = self.lines[line as usize];
        let Some(conclusion) = conclusion else {
            let too_much = wet > clue;
            let need = if too_much { clue + 1 } else { room - clue + 1 };
            return self.gather(line, NO_LADDER, too_much, need, before, facts, reason);
        };
        let (ladder, rung) = self.place_of(line, conclusion.variable());
        // If the conclusion were false, its ladder would add (or lose) this much.
        let is_dry = !conclusion.value();
        let share = Self::share(&self.ladders[ladder as usize], rung, is_dry);
        let limit = if is_dry { clue } else { room - clue };
        self.gather(line, ladder, is_dry, (limit + 1).saturating_sub(share), before, facts, reason);
    }

    /// Facts of a row without which what is missing could be made up after all.
    ///
    /// At first every decided stretch counts. Then one after the other is treated as open again; as long as the sums that
    /// are possible then still miss the clue, it is not part of the reason.
    fn reason_of_sums(
        &mut self,
        line: u32,
        conclusion: Option<Literal>,
        before: Option<Literal>,
        facts: &Facts,
        reason: &mut Vec<Literal>,
    ) {
        let Line { clue, ladders: (first, last), .. } = self.lines[line as usize];
        let own = conclusion.map_or(NO_LADDER, |literal| self.place_of(line, literal.variable()).0);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mut sums: u128 = 1;
        let mut missing = clue as i32;
        for index in first..last {
            let ladder = &self.ladders[index as usize];
            let width = u32::from(ladder.weight);
            if index == own {
                // The opposite of the conclusion is what cannot be.
                missing -= if conclusion.is_some_and(Literal::value) { 0 } else { width as i32 };
                continue;
            }
            let literal = self.claim(ladder, 0, ladder.wet > 0);
            let is_known = ladder.wet + ladder.dry > 0 && before.is_none_or(|before| facts.is_older(literal, before));
            if is_known {
                missing -= if ladder.wet > 0 { width as i32 } else { 0 };
                candidates.push(Candidate {
                    ladder: index,
                    rung: 0,
                    level: facts.level_of(literal.variable()),
                    share: width,
                });
            } else {
                sums |= sums.checked_shl(width).unwrap_or(0);
            }
        }
        candidates.sort_unstable_by_key(|candidate| (std::cmp::Reverse(candidate.level), candidate.share));
        for &Candidate { ladder, level, share, .. } in &candidates {
            let ladder = &self.ladders[ladder as usize];
            let more = sums | sums.checked_shl(share).unwrap_or(0);
            let still_missing = missing + if ladder.wet > 0 { share as i32 } else { 0 };
            let is_missed = still_missing < 0 || still_missing < 128 && more >> still_missing & 1 == 0;
            if level > 0 && is_missed {
                (sums, missing) = (more, still_missing);
            } else {
                reason.push(self.claim(ladder, 0, ladder.wet > 0));
            }
        }
        self.candidates = candidates;
    }

    fn place_of(&self, line: u32, stretch: usize) -> (u32, u16) {
        let places = &self.places[self.starts[stretch] as usize..self.starts[stretch + 1] as usize];
        let ladder = places.iter().find(|place| place.line == line).map_or(NO_LADDER, |place| place.ladder);
        let rung = self.rungs_of(ladder).iter().position(|&rung| rung as usize == stretch).unwrap_or(0);
        (ladder, rung as u16)
    }

    fn next_waiting(&mut self) -> Option<u32> {
        let line = self.waiting.pop()?;
        self.lines[line as usize].is_waiting = false;
        Some(line)
    }
}

impl Propagator for Lines {
    #[inline]
    fn learn_of(&mut self, literal: Literal) {
        let stretch = literal.variable();
        for &Place { line, ladder } in &self.places[self.starts[stretch] as usize..self.starts[stretch + 1] as usize] {
            let (state, ladder) = (&mut self.lines[line as usize], &mut self.ladders[ladder as usize]);
            let weight = u32::from(ladder.weight);
            if literal.value() {
                state.wet += weight;
                ladder.wet += 1;
            } else {
                state.most -= weight;
                ladder.dry += 1;
            }
            if !std::mem::replace(&mut state.is_waiting, true) {
                self.waiting.push(line);
            }
        }
    }

    #[inline]
    fn take_back(&mut self, literal: Literal) {
        let stretch = literal.variable();
        for &Place { line, ladder } in &self.places[self.starts[stretch] as usize..self.starts[stretch + 1] as usize] {
            let (state, ladder) = (&mut self.lines[line as usize], &mut self.ladders[ladder as usize]);
            let weight = u32::from(ladder.weight);
            if literal.value() {
                state.wet -= weight;
                ladder.wet -= 1;
            } else {
                state.most += weight;
                ladder.dry -= 1;
            }
        }
    }

    fn propagate(&mut self, facts: &mut Facts, clash: &mut Vec<Literal>) -> Result<(), Contradiction> {
        while let Some(line) = self.next_waiting() {
            let known = facts.trail().len();
            let mut looked = self.look(line, facts);
            if let Ok(true) = looked
                && facts.trail().len() == known
            {
                looked = self.row_sums(line, facts).map(|()| false);
            }
            if let Err(Broken { tag, conclusion }) = looked {
                self.reason(tag, conclusion, None, facts, clash);
                clash.extend(conclusion.map(|literal| !literal));
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    fn explain(&mut self, literal: Literal, tag: u32, facts: &Facts, reason: &mut Vec<Literal>) {
        self.reason(tag, Some(literal), Some(literal), facts, reason);
    }

    fn forget(&mut self) {
        while self.next_waiting().is_some() {}
    }

    fn bytes(&self) -> u64 {
        (self.rungs.len() * (size_of::<u32>() + size_of::<Place>()) + self.ladders.len() * size_of::<Ladder>()) as u64
    }
}
