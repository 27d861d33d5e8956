//! The forcing chains of the rating: of all arguments of a kind the shortest is taken.

use std::cell::Cell;

use super::super::board::{Board, Digits, UNITS, digits_in, first, members};
use super::super::catalogue::Technique;
use super::super::found::Found;
use super::explainer::Hint;
use super::implications::{ASSUMED, BY_CELL, CLAIMS, Cause, Claim, End, Rules, Run, claim, meaning, units_in_order};
use super::nested::Search;
use super::outcomes::Outcomes;
use super::outline::{Known, Outline, Outlines};
use super::unary::{self, length};
use quandary_core::verdict::Stopped;

/// A kind of forcing chain, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One digit at a time, to a contradiction.
    Nishio,
    /// From all candidates of a cell, or all places of a digit in a unit.
    Multiple,
    /// The same, where a claim may rest on several others, with help of a level; at level 4 also that of the nested chains.
    Dynamic(u8, u8),
}

impl Kind {
    /// Where its ratings start.
    pub(super) fn base(self) -> f64 {
        match self {
            Kind::Nishio => 7.5,
            Kind::Multiple => 8.0,
            Kind::Dynamic(level, _) => 8.5 + 0.5 * f64::from(level),
        }
    }
}

/// The easiest argument so far: its difficulty, length and kind, and what it shows.
#[derive(Default)]
struct Best {
    hint: Option<(f64, usize, u8, Found)>,
}

impl Best {
    fn wants(&self, difficulty: f64, claims: usize, kind: u8) -> bool {
        self.hint
            .as_ref()
            .is_none_or(|best| difficulty.total_cmp(&best.0).then((claims, kind).cmp(&(best.1, best.2))).is_lt())
    }

    /// How long an argument of the same base may be.
    fn limit(&self) -> usize {
        self.hint.as_ref().map_or(usize::MAX, |best| best.1)
    }

    fn hint(self) -> Option<Hint> {
        self.hint.map(|(difficulty, _, _, found)| ((difficulty * 10.0).round() as u32, found))
    }
}

/// A find that shows a claim.
fn shows(shown: Claim) -> Found {
    let (cell, digit, is_true) = meaning(shown);
    let mut found = Found::new(Technique::ForcingVerity);
    if is_true {
        found.places.push((cell, digit));
        found
    } else {
        found.strikes(1 << cell, digit)
    }
}

/// The easiest chain or cycle with one start.
pub(super) fn single(board: &Board) -> Option<Hint> {
    let mut best = Best::default();
    for chain in unary::all(board) {
        if best.wants(chain.difficulty, chain.claims, chain.kind) {
            let mut found = chain.shown.map_or_else(|| Found::new(Technique::ContinuousLoop), shows);
            if chain.shown.is_none() {
                for (cell, digits) in &chain.losses {
                    found = digits_in(*digits).fold(found, |found, digit| found.strikes(1 << cell, digit));
                }
            }
            best.hint = Some((chain.difficulty, chain.claims, chain.kind, found));
        }
    }
    best.hint()
}

/// What is wanted of the arguments from a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Contradictions only, with their chains.
    Contradictions,
    /// All, with their chains.
    Chains,
}

/// Runs from every candidate, each made once, and only where it may show something.
pub(super) struct Runs<'b> {
    board: &'b Board,
    rules: Rules,
    /// How long an argument may be that is still of interest: runs stop where only longer ones can follow.
    limit: Cell<usize>,
    made: Vec<Option<Box<Run>>>,
    /// What follows from each candidate, in runs without help.
    outcomes: Option<Outcomes>,
    /// The same in runs with help, where that is known without a run.
    outlines: Option<Outlines>,
}

impl<'b> Runs<'b> {
    fn new(board: &'b Board, rules: Rules, search: &mut Search<'_, '_>) -> Result<Runs<'b>, Stopped> {
        let mut made = Vec::new();
        made.resize_with(CLAIMS, || None);
        let limit = Cell::new(usize::MAX);
        let mut runs = Runs { board, rules, limit, made, outcomes: None, outlines: None };
        if rules.cells && rules.level == 0 {
            runs.outcomes.insert(Outcomes::new(board, rules.rule())).transpose();
        } else if rules.cells && rules.inner == 0 && search.depth == 0 {
            runs.outlines = Some(Outlines::new(board, rules.level, search)?);
        }
        Ok(runs)
    }

    fn make(&mut self, start: Claim, search: &mut Search<'_, '_>) -> Result<(), Stopped> {
        if self.made[usize::from(start)].is_none() {
            search.watch.check()?;
            self.made[usize::from(start)] = Some(Run::new(self.board, start, self.rules, self.limit.get(), search)?);
        }
        Ok(())
    }

    /// What a claim leads to, if there is an outline; if not, the run is made.
    fn look(&mut self, start: Claim, search: &mut Search<'_, '_>) -> Result<Option<Outline>, Stopped> {
        if let Some(outcomes) = &self.outcomes {
            let Some(number) = outcomes.start(start) else { return Ok(Some(Outline::of(start))) };
            if !outcomes.clashes(number) {
                return Ok(Some(outcomes.reached(number)));
            }
            self.make(start, search)?;
            return Ok(None);
        }
        if let Some(Known::Outline(outline)) = self.outlines.as_ref().map(|outlines| outlines.get(start)) {
            return Ok(Some(outline));
        }
        self.make(start, search)?;
        Ok(None)
    }

    /// Whether a claim leads to a clash.
    fn clashes(&mut self, start: Claim, search: &mut Search<'_, '_>) -> Result<bool, Stopped> {
        if let Some(outcomes) = &self.outcomes
            && outcomes.start(start).is_none_or(|number| !outcomes.clashes(number))
        {
            return Ok(false);
        }
        Ok(self.look(start, search)?.is_none() && self.get(start).clash.is_some())
    }

    /// What a claim leads to.
    fn reached(&mut self, start: Claim, search: &mut Search<'_, '_>) -> Result<Outline, Stopped> {
        if let Some(outline) = self.look(start, search)? {
            return Ok(outline);
        }
        let run = self.get(start);
        Ok(Outline { on: run.on, off: run.off })
    }

    /// What all of some claims lead to.
    fn common(&mut self, starts: &[Claim], search: &mut Search<'_, '_>) -> Result<Outline, Stopped> {
        if let Some(outcomes) = &self.outcomes {
            let mut numbers = [0; 9];
            let mut known = 0;
            for &start in starts {
                match outcomes.start(start) {
                    // Only its own claim is there, and the other starts do not lead to that.
                    None => return Ok(Outline::default()),
                    Some(number) if outcomes.clashes(number) => break,
                    Some(number) => numbers[known] = number,
                }
                known += 1;
            }
            if known == starts.len() {
                let common = outcomes.common(&numbers[..known]);
                return Ok(common.map_or_else(Outline::default, |sets| outcomes.outline(&sets)));
            }
        }
        let everywhere = (1 << 81) - 1;
        let mut common = Outline { on: [everywhere; 9], off: [everywhere; 9] };
        for &start in starts {
            let reached = self.reached(start, search)?;
            for digit in 0..9 {
                common.on[digit] &= reached.on[digit];
                common.off[digit] &= reached.off[digit];
            }
        }
        Ok(common)
    }

    /// All runs that were made.
    pub(super) fn into_made(self) -> impl Iterator<Item = Box<Run>> {
        self.made.into_iter().flatten()
    }

    fn get(&self, start: Claim) -> &Run {
        self.made[usize::from(start)].as_ref().expect("the run was made before")
    }
}

/// What shows a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// It follows from all starts.
    Common(Claim),
    /// The only start leads to a clash.
    Clash,
}

/// An argument.
pub(super) struct Offer<'s> {
    /// The kind's rank among equals.
    pub(super) kind: u8,
    pub(super) starts: &'s [Claim],
    pub(super) proof: Proof,
    /// Why one of the starts holds: because of a cell or a unit, or `ASSUMED`.
    pub(super) cause: Cause,
}

const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const UNIT: u8 = 6;
const CONTRADICTION: u8 = 7;

impl Offer<'_> {
    fn shown(&self) -> Claim {
        match self.proof {
            Proof::Common(claim) => claim,
            Proof::Clash => self.starts[0] ^ 1,
        }
    }

    /// The cell that loses digits; nothing where they are gone already.
    pub(super) fn loss(&self, board: &Board) -> Option<(usize, Digits)> {
        let (cell, digit, is_true) = meaning(self.shown());
        let digits = if is_true { board.cells[cell] & !(1 << digit) } else { 1 << digit };
        (digits != 0).then_some((cell, digits))
    }

    fn ends(&self) -> impl Iterator<Item = (Claim, End)> + '_ {
        let clash = [End::ClashTrue, End::ClashFalse].map(|end| (self.starts[0], end));
        let common = self.starts.iter().filter_map(|&start| match self.proof {
            Proof::Common(claim) => Some((start, End::Claim(claim))),
            Proof::Clash => None,
        });
        common.chain(clash.into_iter().filter(|_| self.proof == Proof::Clash))
    }

    /// Its length with that of each nested chain once; `None` when it is longer than the limit.
    pub(super) fn claims_up_to(&self, runs: &Runs<'_>, limit: usize) -> Option<usize> {
        let mut claims = 0;
        for (start, end) in self.ends() {
            claims += runs.get(start).count(end);
            if claims > limit {
                return None;
            }
        }
        if self.starts.iter().any(|&start| runs.get(start).is_nested()) {
            let mut done: Vec<u32> = Vec::new();
            for (start, end) in self.ends() {
                for nested in runs.get(start).nested(end) {
                    if !done.contains(&nested.key) {
                        done.push(nested.key);
                        claims += nested.claims;
                    }
                }
            }
        }
        (claims <= limit).then_some(claims)
    }

    /// The claims of each part, from its end back to its start.
    pub(super) fn chains(&self, runs: &Runs<'_>) -> Vec<Vec<(Claim, Cause)>> {
        self.ends().map(|(start, end)| runs.get(start).chain(end)).collect()
    }
}

/// The easiest forcing chain of a kind.
pub(super) fn multiple(board: &Board, kind: Kind, search: &mut Search<'_, '_>) -> Result<Option<Hint>, Stopped> {
    let rules = match kind {
        Kind::Nishio => Rules { cells: false, is_dynamic: true, level: 0, inner: 0 },
        Kind::Multiple => Rules { cells: true, is_dynamic: false, level: 0, inner: 0 },
        Kind::Dynamic(level, inner) => Rules { cells: true, is_dynamic: true, level, inner },
    };
    search.begin_kind();
    let mut best = Best::default();
    let detail = if kind == Kind::Nishio { Detail::Contradictions } else { Detail::Chains };
    let mut runs = offers(board, rules, detail, search, &mut |runs, offer| {
        if offer.loss(board).is_some()
            && let Some(claims) = offer.claims_up_to(runs, best.limit())
        {
            let difficulty = kind.base() + length(claims);
            if best.wants(difficulty, claims, offer.kind) {
                best.hint = Some((difficulty, claims, offer.kind, shows(offer.shown())));
                runs.limit.set(best.limit());
            }
        }
    })?;
    if let Rules { level: level @ 1.., inner: 0, .. } = rules {
        search.outlines[usize::from(level)] = runs.outlines.take();
    }
    search.spare_runs.extend(runs.into_made());
    Ok(best.hint())
}

/// Makes every argument from the candidates of a board, in the order of the rating.
pub(super) fn offers<'b>(
    board: &'b Board,
    rules: Rules,
    detail: Detail,
    search: &mut Search<'_, '_>,
    take: &mut dyn FnMut(&Runs<'b>, Offer<'_>),
) -> Result<Runs<'b>, Stopped> {
    let is_multiple = detail != Detail::Contradictions;
    let mut runs = Runs::new(board, rules, search)?;
    for cell in members(board.open) {
        let count = board.cells[cell].count_ones();
        if count < if rules.is_dynamic { 2 } else { 3 } {
            continue;
        }
        for digit in digits_in(board.cells[cell]) {
            let [on, off] = [true, false].map(|is_true| claim(cell, digit, is_true));
            if rules.is_dynamic {
                for start in [on, off] {
                    if runs.clashes(start, search)? {
                        take(
                            &runs,
                            Offer { kind: CONTRADICTION, starts: &[start], proof: Proof::Clash, cause: ASSUMED },
                        );
                    }
                }
            }
            if !is_multiple {
                continue;
            }
            if rules.is_dynamic && count >= 3 {
                common(&mut runs, DOUBLE, &[on, off], ASSUMED, search, take)?;
            }
            for unit in units_in_order(cell) {
                let places = UNITS[unit] & board.digits[digit];
                if places.count_ones() >= 2 && first(places) == cell {
                    let starts: Vec<Claim> = members(places).map(|place| claim(place, digit, true)).collect();
                    common(&mut runs, UNIT, &starts, unit as Cause, search, take)?;
                }
            }
        }
        if is_multiple {
            let starts: Vec<Claim> = digits_in(board.cells[cell]).map(|digit| claim(cell, digit, true)).collect();
            common(&mut runs, CELL, &starts, BY_CELL, search, take)?;
        }
    }
    Ok(runs)
}

/// Claims that follow from each of these, in the order of the first.
fn common<'b>(
    runs: &mut Runs<'b>,
    kind: u8,
    starts: &[Claim],
    cause: Cause,
    search: &mut Search<'_, '_>,
    take: &mut dyn FnMut(&Runs<'b>, Offer<'_>),
) -> Result<(), Stopped> {
    let Outline { on, off } = runs.common(starts, search)?;
    if on.iter().chain(&off).all(|&cells| cells == 0) {
        return Ok(());
    }
    for &start in starts {
        runs.make(start, search)?;
    }
    let run = runs.get(starts[0]);
    for (list, sets) in [(&run.trues, &on), (&run.falses, &off)] {
        for &shown in list {
            let (cell, digit, _) = meaning(shown);
            if sets[digit] >> cell & 1 == 1 && starts.iter().all(|&start| runs.get(start).has(shown)) {
                take(runs, Offer { kind, starts, proof: Proof::Common(shown), cause });
            }
        }
    }
    Ok(())
}
