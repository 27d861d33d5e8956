//! A\* on packed positions, able to pause, resume, and stop at a memory limit.
//!
//! The engine of [`quandary_core::search`] accepts any state space, at a cost: a state and a key on the heap for every
//! position, a hash recomputed, a bound computed from scratch. Sort puzzles have millions of positions, so this search
//! is specialised for them. A position takes as many bytes as there are bottles (in most boards), 12 bytes for its
//! way back, cost and estimate, some 12 in the table that finds it again ([`super::super::rows`]) and 4 in the list of those
//! that wait. Moves are not stored: the way back is found by making the moves of each position on it again.
//!
//! Open positions are in stacks, ordered by cost plus estimate and then by cost; among those with the least sum, the one with
//! the highest cost comes first. Expensive properties are computed only when a position's turn has come: the better bound of the ball rule
//! ([`super::tangle`]), after which it may have to wait again, and whether it is a dead end ([`super::super::oracle`]).
//!
//! By the water rule the search goes by how many moves a plan may *waste*, that is, make without lowering the bound. When
//! the turn of a position comes, it is known what a plan may cost in all, so how much it may waste from here on. If more
//! pours than that must be wasted ([`super::traps`]), the position waits. Otherwise it is expanded by a few moves of which one is
//! sure to be in such a plan, if there is one ([`super::gather`]), and then waits for the next total; every move is made only
//! where no such few are known:
//!
//! ```text
//!   no plan of 44?   positions of 44 in all: few moves, or none    43 and less: more moves
//!   no plan of 45?   positions of 45 in all: few moves, or none    44 and less: more moves
//! ```
//!
//! So the last and largest layer of a proof is a thin one, and what would cost more is not even stored. A new position
//! inherits the total of the one before it, as smaller totals are proved to be too little. By the ball rule
//! the layers are many and equally large, and looking twice costs more than it saves.
//!
//! With a weight above 1 on the estimate the search looks for some plan soon instead of a shortest one. Once a
//! plan is known, positions that cannot lead to a shorter one are not kept.

use super::super::Rule;
use super::super::contents::Contents;
use super::super::oracle::{Answer, Oracle};
use super::super::rows::{Code, Rows};
use super::super::store::Chunks;
use super::gather::{Choice, Waste};
use super::ladder::Purse;
use super::moves::{Child, Moves, Step};
use super::queue::Queue;
use super::tangle::tangle;
use super::traps::Traps;
use quandary_core::memory::Charge;
use quandary_core::verdict::Stopped;

/// How a search went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The goal was reached, at this position.
    Sorted(u32),
    /// Nothing is left to look at: there is no plan, or none shorter than the one found so far.
    Exhausted,
    /// As many positions as allowed for now were looked at.
    Paused,
    /// The budget has ended.
    Stopped(Stopped),
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    cost: u32,
    estimate: u16,
    mark: Mark,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It waits with its quick bound.
    Fresh,
    /// It waits with its better bound, and is not a known dead end.
    Weighed,
    /// It has been expanded, or is a dead end.
    Closed,
}

/// The parent of the start.
const NOBODY: u32 = u32::MAX;

/// How many border nodes the oracle may visit for one position.
const ORACLE_LIMIT: u64 = 5_000;

/// What the oracle may cost, in border nodes, before it has found a dead end; and what each that it finds is worth. On
/// boards with few dead ends it is soon not asked any more.
const ORACLE_CREDIT: i64 = 2_000;
const DEAD_END_WORTH: i64 = 32;
const POSITION_WORTH: i64 = 2;

/// The cores of a position's bottles. Positions are sorted, and so are they: cores are numbered as their contents are.
fn cores_of<C: Code>(contents: &Contents, row: &[C]) -> impl Iterator<Item = u16> + Clone {
    row.iter().map(|code| contents.at(code.number()).core)
}

pub(super) struct Search<'c, C> {
    contents: &'c Contents,
    rule: Rule,
    moves: Moves<'c, C>,
    rows: Rows<C>,
    nodes: Chunks<Node>,
    open: Queue,
    /// For rows, nodes and stacks together.
    charge: Charge,
    /// How often the estimate counts, in quarters.
    weight: u32,
    /// The length of the plan found so far.
    known: u32,
    scratch: Vec<C>,
    /// Whether positions are weighed as soon as they are made, if they would be next in line.
    is_eager: bool,
    credit: i64,
    /// Whether positions are expanded by how much a plan may waste.
    is_layered: bool,
    traps: Option<Traps<'c>>,
}

impl<'c, C: Code> Search<'c, C> {
    /// A search for a plan shorter than `known`. With `weight` 4 it finds a shortest one. An error means that there is no
    /// memory to begin.
    pub(super) fn new(
        contents: &'c Contents,
        rule: Rule,
        weight: u32,
        known: u32,
        mut charge: Charge,
    ) -> Result<Search<'c, C>, Stopped> {
        let mut moves = Moves::new(contents, rule);
        let mut row = moves.start();
        let cost = moves.settle(&mut row, Waste::ANY, |_| {});
        let estimate = moves.quick_bound(&row);
        let mut rows = Rows::new(row.len());
        rows.add(Rows::hash(&row), &row, &mut charge)?;
        let start = Node { parent: NOBODY, cost, estimate: estimate as u16, mark: Mark::Fresh };
        let mut nodes = Chunks::new(1);
        nodes.push(&[start], &mut charge)?;
        let is_layered = rule == Rule::Water && weight == 4;
        let mut search = Search {
            contents,
            rule,
            moves,
            rows,
            nodes,
            open: Queue::default(),
            charge,
            weight,
            known,
            scratch: Vec::new(),
            is_eager: rule == Rule::Ball && weight == 4,
            credit: ORACLE_CREDIT,
            is_layered,
            traps: if is_layered { Traps::new(contents) } else { None },
        };
        search.wait(0)?;
        Ok(search)
    }

    /// A plan of this length is known: only shorter ones matter from now on.
    pub(super) fn know(&mut self, length: u32) {
        self.known = self.known.min(length);
    }

    /// No plan is shorter than this. Only with weight 4.
    pub(super) fn lower_bound(&self) -> u32 {
        (self.open.lowest() as u32).min(self.known)
    }

    fn rank(&self, node: &Node) -> (usize, usize) {
        let Node { cost, estimate, .. } = *node;
        if self.weight == 4 {
            ((cost + u32::from(estimate)) as usize, cost as usize)
        } else {
            // Costs differ too much here to make a stack for each.
            ((4 * cost + self.weight * u32::from(estimate)) as usize, 0)
        }
    }

    /// Puts a position among those that wait.
    fn wait(&mut self, number: u32) -> Result<(), Stopped> {
        let (total, level) = self.rank(self.nodes.item(number as usize));
        self.open.push(total, level, number, &mut self.charge)
    }

    /// The next position in line; entries that were overtaken are thrown away.
    fn next(&mut self) -> Option<u32> {
        while let Some(number) = self.open.pop(&mut self.charge) {
            let node = self.nodes.item(number as usize);
            if node.mark != Mark::Closed && self.rank(node).0 == self.open.lowest() {
                return Some(number);
            }
        }
        None
    }

    /// Goes on for at most this many positions.
    pub(super) fn run(&mut self, purse: &mut Purse<'_>, mut oracle: Option<&mut Oracle<'_>>, positions: u64) -> Ended {
        let mut left = positions;
        let mut row: Vec<C> = Vec::new();
        loop {
            let Some(number) = self.next() else { return Ended::Exhausted };
            let Node { cost, estimate, mark, .. } = *self.nodes.item(number as usize);
            if cost + u32::from(estimate) >= self.known {
                self.nodes.item_mut(number as usize).mark = Mark::Closed;
                if self.weight == 4 {
                    return Ended::Exhausted; // Everything that waits is at least as expensive.
                }
                continue;
            }
            if estimate == 0 {
                return Ended::Sorted(number);
            }
            if left == 0 {
                return match self.wait(number) {
                    Ok(()) => Ended::Paused,
                    Err(why) => Ended::Stopped(why),
                };
            }
            row.clear();
            row.extend_from_slice(self.rows.get(number));
            let mut waste = Waste::ANY;
            let bound = self.moves.quick_bound(&row);
            if self.is_layered && bound == 0 {
                return Ended::Sorted(number);
            }
            if mark == Mark::Fresh {
                let weighed = self.weigh(&row, bound, purse, &mut oracle);
                let Ok(Some(better)) = weighed else {
                    if let Err(why) = weighed {
                        return Ended::Stopped(why);
                    }
                    self.nodes.item_mut(number as usize).mark = Mark::Closed;
                    continue;
                };
                let node = self.nodes.item_mut(number as usize);
                node.mark = Mark::Weighed;
                if better > node.estimate.into() {
                    node.estimate = better as u16;
                    if let Err(why) = self.wait(number) {
                        return Ended::Stopped(why);
                    }
                    continue;
                }
            }
            if self.is_layered {
                let spare = u32::from(estimate).saturating_sub(bound);
                let (traps, wasters) = match &mut self.traps {
                    Some(traps) if traps.is_worth_it() => traps.look(&row, spare),
                    _ => (0, Waste { colours: 0, others: spare }),
                };
                if traps > spare {
                    self.nodes.item_mut(number as usize).estimate = (bound + traps) as u16;
                    if let Err(why) = purse.watch.tick(purse.nodes, 0).and_then(|()| self.wait(number)) {
                        return Ended::Stopped(why);
                    }
                    continue;
                }
                waste = wasters;
            }
            let choice = self.moves.choose(&row, waste);
            left -= 1;
            self.credit += POSITION_WORTH;
            if choice.is_all() {
                self.nodes.item_mut(number as usize).mark = Mark::Closed;
            }
            let mut looked = self.expand(number, &row, bound, choice, purse, &mut oracle);
            if !choice.is_all() && looked.is_ok() {
                // What else it can do is for longer plans.
                self.nodes.item_mut(number as usize).estimate += 1;
                looked = self.wait(number);
            }
            // A search that is stopped does not go on, and its bound is that of the position it was at.
            if let Err(why) = looked {
                return Ended::Stopped(why);
            }
        }
    }

    /// Asks what is expensive to know about a position: a better bound, `None` for a dead end. `quick` is its quick bound.
    /// An error means that the budget has ended.
    fn weigh(
        &mut self,
        row: &[C],
        quick: u32,
        purse: &mut Purse<'_>,
        oracle: &mut Option<&mut Oracle<'_>>,
    ) -> Result<Option<u32>, Stopped> {
        if let Some(oracle) = oracle
            && self.credit > 0
        {
            let before = oracle.nodes();
            let limit = ORACLE_LIMIT.min(self.credit as u64);
            let cores = cores_of(self.contents, row);
            let answer = oracle.ask_once(cores, &mut purse.watch, limit);
            self.credit -= (oracle.nodes() - before) as i64;
            match answer {
                Answer::DeadEnd => {
                    self.credit += DEAD_END_WORTH;
                    return Ok(None);
                }
                // Its own limit is not a reason to stop.
                Answer::Solvable | Answer::Unknown(Stopped::Nodes) => {}
                Answer::Unknown(why) => return Err(why),
            }
        }
        purse.watch.tick(purse.nodes, 0)?;
        Ok(Some(match self.rule {
            Rule::Water => 0,
            Rule::Ball => quick + tangle(self.contents, row),
        }))
    }

    /// Makes all moves of the position that was surveyed last, or those of plans that waste no more than that.
    fn expand(
        &mut self,
        number: u32,
        row: &[C],
        bound: u32,
        choice: Choice,
        purse: &mut Purse<'_>,
        oracle: &mut Option<&mut Oracle<'_>>,
    ) -> Result<(), Stopped> {
        purse.node(0, self.open.waiting())?;
        let estimate = u32::from(self.nodes.item(number as usize).estimate);
        let most = if choice.is_all() { u32::MAX } else { estimate - 1 };
        let idle = Moves::idle(self.contents);
        let mut moves = std::mem::replace(&mut self.moves, idle);
        let mut spent = Ok(());
        moves.expand_surveyed(row, bound, choice, most, |child| {
            purse.generated += 1;
            if spent.is_ok() {
                spent = self.meet(number, &child, purse, oracle);
            }
        });
        self.moves = moves;
        spent
    }

    /// Takes note of a position that a move leads to.
    #[inline]
    fn meet(
        &mut self,
        before: u32,
        child: &Child<'_, C>,
        purse: &mut Purse<'_>,
        oracle: &mut Option<&mut Oracle<'_>>,
    ) -> Result<(), Stopped> {
        let Node { cost, estimate, .. } = *self.nodes.item(before as usize);
        let dearer = cost + child.cost;
        // From the position before it is as far as `estimate`, so from here as far as that less this move.
        let mut bound = child.bound.max(u32::from(estimate).saturating_sub(child.cost));
        if dearer + bound >= self.known {
            return Ok(());
        }
        if let Some(at) = self.rows.find(child.hash, child.row) {
            let node = self.nodes.item_mut(at as usize);
            if dearer < node.cost {
                (node.parent, node.cost) = (before, dearer);
                if node.mark == Mark::Closed {
                    node.mark = Mark::Fresh;
                }
                if self.is_layered {
                    // What it waited for was counted from the higher cost.
                    node.estimate = bound as u16;
                }
                self.wait(at)?;
            }
            return Ok(());
        }
        // Where it would be next in line anyway, what is expensive to know is asked while it is available.
        let mut mark = Mark::Fresh;
        if self.is_eager && (dearer + bound) as usize <= self.open.lowest() {
            let Some(better) = self.weigh(child.row, child.bound, purse, oracle)? else { return Ok(()) };
            mark = Mark::Weighed;
            bound = bound.max(better);
            if dearer + bound >= self.known {
                return Ok(());
            }
        }
        let (at, _) = self.rows.add(child.hash, child.row, &mut self.charge)?;
        self.nodes.push(&[Node { parent: before, cost: dearer, estimate: bound as u16, mark }], &mut self.charge)?;
        self.wait(at)
    }

    /// The pours from the start to a position.
    pub(super) fn plan(&mut self, goal: u32) -> Vec<Step> {
        let mut way = vec![goal];
        while let Some(&last) = way.last()
            && self.nodes.item(last as usize).parent != NOBODY
        {
            way.push(self.nodes.item(last as usize).parent);
        }
        let mut row = self.moves.start();
        let mut steps = Vec::new();
        self.moves.settle(&mut row, Waste::ANY, |step| steps.push(step));
        for pair in way.windows(2).rev() {
            self.scratch.clear();
            self.scratch.extend_from_slice(self.rows.get(pair[1]));
            let cost = self.nodes.item(pair[0] as usize).cost - self.nodes.item(pair[1] as usize).cost;
            steps.extend(self.moves.between(&self.scratch, self.rows.get(pair[0]), cost));
        }
        steps
    }
}
