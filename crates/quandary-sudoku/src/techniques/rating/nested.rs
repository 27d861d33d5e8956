//! Help inside a run: what patterns show once some candidates are gone, and what whole chains show that are searched for on
//! the board as it is then.
//!
//! A nested chain's parents are the candidates that had to go so that its true claims follow; its own length is added to
//! that of every argument that uses it.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::super::board::{Board, Cells, Digits, digits_in};
use super::forcing::{self, Detail, Offer};
use super::implications::{ASSUMED, BY_CELL, Cause, Claim, Rules, Run, Scratch, claim, meaning};
use super::outcomes::{Links, Outcomes, Rule};
use super::outline::Outlines;
use super::{patterns, unary};
use quandary_core::verdict::{Stopped, Watch};

/// A nested chain, as part of an argument.
#[derive(Debug)]
pub(super) struct Nested {
    /// Equal for chains of the same claims in the same order.
    pub(super) key: u32,
    /// Its length, with all that is nested in it.
    pub(super) claims: usize,
}

/// A false claim that follows, and from which claims.
pub(super) struct Addition {
    pub(super) claim: Claim,
    pub(super) parents: Vec<Claim>,
    pub(super) nested: Option<Rc<Nested>>,
}

/// Candidates that go, by digit.
pub(super) type Losses = [Cells; 9];

/// How many boards are remembered.
const REMEMBERED: usize = 1 << 14;

/// A board in a run of the outermost level: its cells, and which of them are open.
type Met = ([Digits; 81], Cells);

/// What all runs on the way to a solution share. A step makes the board smaller, so what followed from a claim before still does.
pub(super) struct Search<'w, 'b> {
    pub(super) watch: &'w mut Watch<'b>,
    keys: HashMap<Vec<Claim>, u32>,
    /// What was shown on boards met before, by one kind of chains and in one step.
    shown: HashMap<[Digits; 81], Rc<Vec<Addition>>>,
    /// What was removed from boards met before, without how, by the level of help.
    losses: HashMap<(u8, Met), Losses>,
    /// What followed from every claim when this was worked out last, by the level of help.
    pub(super) outlines: [Option<Outlines>; 5],
    pub(super) depth: usize,
    /// Runs that are over, and what they needed on the way: their memory is used again.
    #[expect(clippy::vec_box, reason = "runs are large and handed back and forth: only their addresses are moved")]
    pub(super) spare_runs: Vec<Box<Run>>,
    pub(super) spare_scratch: Vec<Scratch>,
}

impl<'w, 'b> Search<'w, 'b> {
    pub(super) fn new(watch: &'w mut Watch<'b>) -> Self {
        Search {
            watch,
            keys: HashMap::new(),
            shown: HashMap::new(),
            losses: HashMap::new(),
            outlines: Default::default(),
            depth: 0,
            spare_runs: Vec::new(),
            spare_scratch: Vec::new(),
        }
    }

    /// Begins with another kind of chains or another board.
    pub(super) fn begin_kind(&mut self) {
        self.shown.clear();
        self.keys.clear();
    }

    /// What goes from a board, worked out only once.
    fn remember(&mut self, level: u8, now: &Board, losses: impl FnOnce(&Board) -> Losses) -> Losses {
        if self.losses.len() >= REMEMBERED {
            self.losses.clear();
        }
        *self.losses.entry((level, (now.cells, now.open))).or_insert_with(|| losses(now))
    }

    fn key(&mut self, chains: &[Vec<(Claim, Cause)>]) -> u32 {
        let mut text: Vec<Claim> = Vec::with_capacity(chains.iter().map(|chain| chain.len() + 1).sum());
        for chain in chains {
            text.extend(chain.iter().map(|&(claim, _)| claim));
            text.push(Claim::MAX);
        }
        let next = self.keys.len() as u32;
        *self.keys.entry(text).or_insert(next)
    }
}

/// What the first kind of help that shows anything shows. `board` is the board before the run, `now` is what is left.
pub(super) fn shown(
    board: &Board,
    now: &Board,
    rules: Rules,
    search: &mut Search<'_, '_>,
) -> Result<Rc<Vec<Addition>>, Stopped> {
    search.watch.check()?;
    if search.depth == 0
        && let Some(shown) = search.shown.get(&now.cells)
    {
        return Ok(Rc::clone(shown));
    }
    let mut additions = patterns::shown(board, now);
    if additions.is_empty() && matches!(rules.level, 2 | 3) {
        additions = from_unary(board, now, search);
    }
    if additions.is_empty() && rules.level >= 3 {
        search.depth += 1;
        let result = from_multiple(board, now, inner(rules), search);
        search.depth -= 1;
        additions = result?;
    }
    let additions = Rc::new(additions);
    if search.depth == 0 {
        if search.shown.len() >= REMEMBERED {
            search.shown.clear();
        }
        search.shown.insert(now.cells, Rc::clone(&additions));
    }
    Ok(additions)
}

/// What goes by the first kind of help that shows anything, in a run of the outermost level without chains that use help themselves.
/// It is what [`shown`] shows if every nested chain needed something to go, and it does where all easier kinds of chains show
/// nothing on the board before the run.
pub(super) fn losses(board: &Board, now: &Board, level: u8, search: &mut Search<'_, '_>) -> Result<Losses, Stopped> {
    search.watch.check()?;
    let mut losses = [0; 9];
    for addition in patterns::shown(board, now) {
        let (cell, digit, _) = meaning(addition.claim);
        losses[digit] |= 1 << cell;
    }
    if losses != [0; 9] {
        return Ok(losses);
    }
    if matches!(level, 2 | 3) {
        losses = search.remember(2, now, unary::losses);
    }
    if losses == [0; 9] && level >= 3 {
        let is_dynamic = level == 4;
        let rule = if is_dynamic { Rule::Dynamic } else { Rule::Pairs(Links::Both) };
        losses = search.remember(level, now, |now| Outcomes::new(now, rule).losses_of_groups(now, is_dynamic));
    }
    Ok(losses)
}

/// The kind of chains that are nested in those of a level.
fn inner(rules: Rules) -> Rules {
    Rules { cells: true, is_dynamic: rules.level == 4, level: rules.inner, inner: 0 }
}

/// The candidates that had to go so that the true claims of some chains follow.
fn parents(board: &Board, now: &Board, chains: &[Vec<(Claim, Cause)>]) -> Vec<Claim> {
    let mut parents: Vec<Claim> = Vec::new();
    let mut add = |gone: Claim| {
        if !parents.contains(&gone) {
            parents.push(gone);
        }
    };
    for &(of, cause) in chains.iter().flatten() {
        let (cell, digit, is_true) = meaning(of);
        if !is_true || cause >= ASSUMED {
            continue;
        }
        if cause == BY_CELL {
            digits_in(board.cells[cell] & !now.cells[cell]).for_each(|digit| add(claim(cell, digit, false)));
        } else {
            let unit = usize::from(cause);
            let gone = board.places(unit, digit) & !now.places(unit, digit);
            super::super::board::members(gone).for_each(|cell| add(claim(cell, digit, false)));
        }
    }
    parents
}

/// Adds what a nested chain removes, unless it needed nothing to go.
fn add(losses: &[(usize, Digits)], parents: &[Claim], nested: Nested, additions: &mut Vec<Addition>) {
    let nested = Rc::new(nested);
    for &(cell, digits) in losses {
        additions.extend(digits_in(digits).map(|digit| Addition {
            claim: claim(cell, digit, false),
            parents: parents.to_vec(),
            nested: Some(Rc::clone(&nested)),
        }));
    }
}

/// Of all chains with one start that remove the same, the easiest one; in order of difficulty.
fn from_unary(board: &Board, now: &Board, search: &mut Search<'_, '_>) -> Vec<Addition> {
    if unary::losses(now) == [0; 9] {
        return Vec::new();
    }
    let mut chains = unary::all(now);
    chains.sort_by(|one, other| {
        one.difficulty.total_cmp(&other.difficulty).then((one.claims, one.kind).cmp(&(other.claims, other.kind)))
    });
    let mut done: Vec<Vec<(usize, Digits)>> = Vec::new();
    let mut additions = Vec::new();
    for chain in chains {
        let mut sorted = chain.losses.clone();
        sorted.sort_unstable();
        if done.contains(&sorted) {
            continue;
        }
        done.push(sorted);
        let parents = parents(board, now, &chain.ways);
        if !parents.is_empty() {
            let nested = Nested { key: search.key(&chain.ways), claims: chain.claims };
            add(&chain.losses, &parents, nested, &mut additions);
        }
    }
    additions
}

/// The same for forcing chains.
fn from_multiple(
    board: &Board,
    now: &Board,
    rules: Rules,
    search: &mut Search<'_, '_>,
) -> Result<Vec<Addition>, Stopped> {
    /// Length, kind, order; starts, proof and cause of the starts.
    type Kept = (usize, u8, usize, Vec<Claim>, forcing::Proof, Cause);
    let mut best: BTreeMap<(usize, Digits), Kept> = BTreeMap::new();
    let mut order = 0;
    let runs = forcing::offers(now, rules, Detail::Chains, search, &mut |runs, offer: Offer<'_>| {
        let Some(loss) = offer.loss(now) else { return };
        order += 1;
        let kept = best.get(&loss);
        let limit = kept.map_or(usize::MAX, |kept| kept.0);
        if let Some(claims) = offer.claims_up_to(runs, limit)
            && kept.is_none_or(|kept| (claims, offer.kind) < (kept.0, kept.1))
        {
            best.insert(loss, (claims, offer.kind, order, offer.starts.to_vec(), offer.proof, offer.cause));
        }
    })?;
    let mut best: Vec<((usize, Digits), Kept)> = best.into_iter().collect();
    best.sort_by_key(|(_, kept)| (kept.0, kept.1, kept.2));
    let mut additions = Vec::new();
    for (loss, (claims, kind, _, starts, proof, cause)) in best {
        let offer = Offer { kind, starts: &starts, proof, cause };
        let mut chains = offer.chains(&runs);
        // What is assumed in turn is all that a cell or a unit has left.
        chains.iter_mut().flatten().filter(|link| link.1 == ASSUMED).for_each(|link| link.1 = offer.cause);
        let parents = parents(board, now, &chains);
        if !parents.is_empty() {
            add(&[loss], &parents, Nested { key: search.key(&chains), claims }, &mut additions);
        }
    }
    search.spare_runs.extend(runs.into_made());
    Ok(additions)
}
