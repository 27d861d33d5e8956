//! The walk through the border graph: depth first, the most promising removal first, and nothing twice.

use super::super::contents::Contents;
use super::Answer;
use super::dig::{Dig, Rank};
use super::memory::{Fate, Memory};
use quandary_core::memory::{Account, Charge};
use quandary_core::verdict::{Counters, Stopped, Watch};

/// The walk and its memory. One oracle answers for all positions that can be reached from one start.
pub(in super::super) struct Oracle<'c> {
    dig: Dig<'c>,
    memory: Memory,
    charge: Charge,
    nodes: u64,
    generated: u64,
    deepest: usize,
    /// Nodes on the way down.
    ladder: Vec<Rung>,
    /// Removals still to be tried, of all nodes on the way down; of each node the best last.
    waiting: Vec<u16>,
    ranked: Vec<(Rank, u16)>,
}

/// A node on the way down.
struct Rung {
    /// The border whose removal led here; `None` at the start.
    dug: Option<u16>,
    /// Where its removals begin in the list of those that wait.
    waiting: usize,
}

impl<'c> Oracle<'c> {
    /// An oracle that knows nothing yet; what it remembers is charged to the account.
    pub(in super::super) fn new(contents: &'c Contents, account: &Account) -> Oracle<'c> {
        Oracle {
            dig: Dig::new(contents),
            memory: Memory::new(contents),
            charge: account.open(),
            nodes: 0,
            generated: 0,
            deepest: 0,
            ladder: Vec::new(),
            waiting: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// How many nodes were visited so far.
    pub(in super::super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What it took so far.
    pub(super) fn counters(&self) -> Counters {
        Counters {
            nodes: self.nodes,
            generated: self.generated,
            peak_frontier: self.deepest as u64,
            peak_bytes: self.charge.account().peak(),
            ..Counters::default()
        }
    }

    /// Whether a position can be sorted. Visits at most `limit` nodes, and stops by the watch's budget too.
    pub(in super::super) fn ask(&mut self, bottles: &[u32], watch: &mut Watch<'_>, limit: u64) -> Answer {
        let contents = self.dig.contents;
        self.dig.start_at(bottles.iter().map(|&bottle| contents.at(bottle).core));
        self.walk(watch, limit)
    }

    /// The same for a position that is given by the cores of its bottles, and that a search may ask for again: where
    /// the walk was given up before, it is not restarted.
    pub(in super::super) fn ask_once(
        &mut self,
        cores: impl Iterator<Item = u16> + Clone,
        watch: &mut Watch<'_>,
        limit: u64,
    ) -> Answer {
        let contents = self.dig.contents;
        let mut known = None;
        if contents.has_keys {
            known = self.memory.fate_of_key(cores.clone().map(|core| contents.cores[usize::from(core)].weight).sum());
        }
        if known.is_none() {
            self.dig.start_at(cores);
            known = self.memory.fate(&self.dig);
        }
        match known {
            Some(Fate::Alive) => Answer::Solvable,
            Some(Fate::Dead) => Answer::DeadEnd,
            Some(Fate::Open) => Answer::Unknown(Stopped::Nodes),
            None => self.walk(watch, limit),
        }
    }

    /// Continues the walk from the current dig.
    fn walk(&mut self, watch: &mut Watch<'_>, limit: u64) -> Answer {
        match self.memory.fate(&self.dig) {
            Some(Fate::Alive) => return Answer::Solvable,
            Some(Fate::Dead) => return Answer::DeadEnd,
            Some(Fate::Open) | None => {}
        }
        let last = self.nodes.saturating_add(limit);
        self.ladder.clear();
        self.waiting.clear();
        if self.enter(None) {
            return self.alive();
        }
        while let Some(rung) = self.ladder.last() {
            if self.waiting.len() == rung.waiting {
                if let Err(why) = self.memory.set(&self.dig, Fate::Dead, &mut self.charge) {
                    return self.give_up(why);
                }
                self.leave();
                continue;
            }
            let Some(core) = self.waiting.pop() else { break };
            self.dig.remove(core);
            self.generated += 1;
            match self.memory.fate(&self.dig) {
                Some(Fate::Dead) => {
                    self.dig.put_back(core);
                    continue;
                }
                Some(Fate::Alive) => {
                    self.dig.put_back(core);
                    return self.alive();
                }
                Some(Fate::Open) | None => {}
            }
            let spent = watch.tick(self.nodes + 1, 0);
            if let Err(why) = spent.and(if self.nodes < last { Ok(()) } else { Err(Stopped::Nodes) }) {
                self.dig.put_back(core);
                return self.give_up(why);
            }
            if self.enter(Some(core)) {
                return self.alive();
            }
        }
        Answer::DeadEnd
    }

    /// Begins with a node. `true` when it is seen at once that it is alive.
    fn enter(&mut self, dug: Option<u16>) -> bool {
        self.nodes += 1;
        self.ladder.push(Rung { dug, waiting: self.waiting.len() });
        self.deepest = self.deepest.max(self.ladder.len());
        if self.dig.is_done() {
            return true;
        }
        self.dig.ranked(&mut self.ranked);
        let mut is_alive = false;
        self.ranked.retain(|&(_, core)| {
            let fate = self.memory.fate_of_key(self.dig.key_without(core));
            is_alive |= fate == Some(Fate::Alive);
            fate != Some(Fate::Dead)
        });
        self.ranked.sort_unstable();
        self.waiting.extend(self.ranked.iter().map(|&(_, core)| core));
        is_alive
    }

    /// Goes back from the last node on the ladder.
    fn leave(&mut self) {
        if let Some(Rung { dug, waiting }) = self.ladder.pop() {
            self.waiting.truncate(waiting);
            if let Some(core) = dug {
                self.dig.put_back(core);
            }
        }
    }

    /// Every node on the way to one that is alive is alive. The way is kept whatever the memory limit: it is the plan.
    fn alive(&mut self) -> Answer {
        self.charge.allow_overdraft(true);
        while !self.ladder.is_empty() {
            let kept = self.memory.set(&self.dig, Fate::Alive, &mut self.charge);
            debug_assert_eq!(kept, Ok(()));
            self.leave();
        }
        self.charge.allow_overdraft(false);
        Answer::Solvable
    }

    /// Goes back to the start of the walk and notes that it was not finished.
    fn give_up(&mut self, why: Stopped) -> Answer {
        while !self.ladder.is_empty() {
            if self.ladder.len() == 1 && why == Stopped::Nodes {
                // Not to remember it costs time, no more.
                let _ = self.memory.set(&self.dig, Fate::Open, &mut self.charge);
            }
            self.leave();
        }
        Answer::Unknown(why)
    }

    /// An order in which all borders of a position go, by their cores. Only for positions that [`Oracle::ask`] has called
    /// solvable: it follows the nodes that are known to be alive.
    pub(in super::super) fn order(&mut self, bottles: &[u32]) -> Vec<u16> {
        let contents = self.dig.contents;
        self.dig.start_at(bottles.iter().map(|&bottle| contents.at(bottle).core));
        let mut order = Vec::new();
        while !self.dig.is_done() {
            self.dig.ranked(&mut self.ranked);
            let next = self.ranked.iter().map(|&(_, core)| core).find(|&core| {
                self.dig.remove(core);
                let is_alive = self.dig.is_done() || self.memory.fate(&self.dig) == Some(Fate::Alive);
                self.dig.put_back(core);
                is_alive
            });
            let Some(core) = next else { break };
            self.dig.remove(core);
            order.push(core);
        }
        order
    }
}
