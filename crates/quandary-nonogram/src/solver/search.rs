//! Depth-first search with probing at every node, over black and white boards and over coloured ones.
//!
//! When probing (`probing`, `coloured::probing`) finds nothing more, the search branches on the cell that its board
//! prefers. On black and white boards, as long as no solution is known, the search restarts now and then, by Luby's
//! sequence and with a little noise, so that one bad early choice costs little. After the first solution it runs on without
//! restarts, and what it has refuted stays refuted: that is the proof that there is no second one.
//!
//! Where a proof for others is wanted, everything that is refuted is logged as a clause: with the decisions of the branch, this
//! content of this cell leads to a contradiction; and in the end, these decisions do. So the log is the tree of decisions in
//! post-order, with what probing found at each node.

use super::board::Lines;
use super::count::Countable;
use super::stages::Findings;
use crate::Nonogram;
use crate::line::word::Word;
use quandary_core::puzzle::Solution;
use quandary_core::verdict::{Ask, CellLiteral, Counters, Stopped, Watch};

/// Nodes before the first restart, and the unit of all later ones.
pub(super) const RESTART_UNIT: u64 = 300;

/// Most clauses of a log: a longer one would take longer to check than a proof takes to find.
const LONGEST_LOG: usize = 10_000;

/// Most bytes of probe memory that are saved at each branch; larger boards probe again after a dead end.
const SNAPSHOT_LIMIT: usize = 1 << 18;

/// What the search needs to know of a board, black and white or coloured.
pub(super) trait Searchable: Countable + Sized {
    /// The sets that lines are made of.
    type Word: Word;
    /// One change of the board, as stored on the trail.
    type Change: Copy;
    /// What probing keeps beside the board.
    type Prober;
    /// The contents of a cell that a branch tries, the first one first.
    type Choices: Iterator<Item = Self::Choice>;

    /// Whether the search restarts as long as no solution is known.
    const RESTARTS: bool;

    /// The board of a puzzle whose clues fit into its lines.
    fn new(puzzle: &Nonogram) -> Self;
    /// How many lines branching may settle before the learner takes over.
    fn branching_share(puzzle: &Nonogram) -> u64;
    /// Settles all lines by the clues alone; `false` when one breaks.
    fn propagate_clues(&mut self, watch: &mut Watch<'_>) -> Result<bool, Stopped>;
    /// How many lines were settled so far.
    fn lines_settled(&self) -> u64;
    /// The lines of all changes after a mark.
    fn changed_since(&self, mark: usize) -> Lines<Self::Word>;
    /// The picture of a board without open cells.
    fn picture(&self) -> Solution;
    /// A second solution that is easily seen from a first one.
    fn variation(_: &Solution) -> Option<Solution> {
        None
    }
    /// About how many bytes the board takes.
    fn bytes(&self) -> u64;

    /// A prober for this board.
    fn prober(&self) -> Self::Prober;
    /// The board has changed in these lines.
    fn note_changed(_: &mut Self::Prober, _: Lines<Self::Word>) {}
    /// About how many bytes the prober takes.
    fn prober_bytes(_: &Self::Prober) -> u64 {
        0
    }
    /// Probes all open cells until nothing new follows. `false` when the board breaks.
    fn probe_all(search: &mut Search<'_, Self>, watch: &mut Watch<'_>) -> Result<bool, Halt>;
    /// What to branch on; `None` when no cell is open.
    fn choose(search: &mut Search<'_, Self>) -> Option<Self::Choices>;
    /// What is decided at a branch, in a proof.
    fn literal(&self, choice: Self::Choice) -> CellLiteral;
    /// Continues with clause learning where branching has used up its share.
    fn learn(puzzle: &Nonogram, search: Search<'_, Self>, watch: &mut Watch<'_>) -> Findings;
}

/// What is remembered of the probes of a cell.
#[derive(Clone, Copy)]
pub(super) struct Probe<W> {
    /// The lines that they settled.
    pub(super) lines: Lines<W>,
    /// How much followed: on a black and white board from each content, on a coloured one at least and at most.
    pub(super) gains: [u16; 2],
    /// Whether no line has changed since.
    pub(super) is_valid: bool,
}

/// The result of probing a cell.
pub(super) enum Found {
    Nothing,
    Something,
    Contradiction,
}

/// A branch: how to go back, what is tried there, and what is still to be tried.
struct Frame<C: Iterator> {
    mark: usize,
    tried: C::Item,
    untried: C,
}

/// Why a search ended without having looked everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// For good.
    Stopped(Stopped),
    /// Its share of the work is done; something else may go on.
    Slice,
}

impl From<Stopped> for Halt {
    fn from(why: Stopped) -> Self {
        Halt::Stopped(why)
    }
}

/// A search in progress.
pub(super) struct Search<'a, B: Searchable> {
    pub(super) board: B,
    pub(super) ask: &'a Ask,
    pub(super) probes: Vec<Probe<B::Word>>,
    pub(super) prober: B::Prober,
    /// The probes as they were at each branch, unless that is too much.
    snapshots: Vec<Vec<Probe<B::Word>>>,
    frames: Vec<Frame<B::Choices>>,
    /// The trail at the root, with all that is known for certain.
    root: usize,
    /// Lines that may be settled.
    share: u64,
    /// A buffer for probing.
    pub(super) spare: Vec<B::Change>,
    pub(super) solutions: Vec<Solution>,
    pub(super) found: u64,
    pub(super) counters: Counters,
    /// What was refuted, where that is wanted and not too much.
    pub(super) log: Option<Vec<Vec<CellLiteral>>>,
}

impl<'a, B: Searchable> Search<'a, B> {
    pub(super) fn new(board: B, ask: &'a Ask) -> Self {
        Search {
            prober: board.prober(),
            board,
            ask,
            probes: Vec::new(),
            snapshots: Vec::new(),
            frames: Vec::new(),
            root: 0,
            share: 0,
            spare: Vec::new(),
            solutions: Vec::new(),
            found: 0,
            counters: Counters::default(),
            log: ask.log.then(Vec::new),
        }
    }

    /// Looks everywhere, or as far as settling `share` lines goes. Where it halts early it cannot go on, only restart.
    pub(super) fn run(&mut self, watch: &mut Watch<'_>, share: u64) -> Result<(), Halt> {
        self.share = share;
        if !self.board.propagate_clues(watch)? {
            return Ok(());
        }
        self.root = self.board.mark();
        if self.board.open() == 0 {
            return Ok(self.record(self.board.picture(), true)?);
        }
        let (height, width) = self.board.size();
        watch.tick(0, self.board.bytes() + (height * width * size_of::<Probe<B::Word>>()) as u64)?;
        self.probes = vec![Probe { lines: Lines::NONE, gains: [0; 2], is_valid: false }; height * width];
        let mut restart = 1;
        let mut next_restart = RESTART_UNIT * luby(restart);
        if !B::probe_all(self, watch)? {
            return Ok(());
        }
        self.root = self.board.mark();
        loop {
            // Here the board is probed, and without a contradiction.
            self.counters.nodes += 1;
            self.counters.generated += 1;
            self.counters.peak_frontier = self.counters.peak_frontier.max(self.frames.len() as u64);
            watch.tick(self.counters.nodes, self.bytes())?;
            let mut holds = match B::choose(self) {
                Some(choices) => self.branch(choices),
                None => {
                    self.record_board(self.frames.is_empty())?;
                    false
                }
            };
            while !(holds && B::probe_all(self, watch)?) {
                self.counters.backtracks += 1;
                self.note(&[]);
                match self.back_up() {
                    None => return Ok(()),
                    Some(still_holds) => holds = still_holds,
                }
            }
            if B::RESTARTS && self.found == 0 && self.counters.nodes >= next_restart {
                restart += 1;
                next_restart = self.counters.nodes + RESTART_UNIT * luby(restart);
                self.restart();
            }
        }
    }

    /// An error when branching has used up its share, or the budget is used up.
    pub(super) fn check_limits(&self, watch: &mut Watch<'_>) -> Result<(), Halt> {
        watch.tick(self.counters.nodes, 0)?;
        if self.board.lines_settled() > self.share { Err(Halt::Slice) } else { Ok(()) }
    }

    /// Tries the first content; the others are left for later. Says whether the lines still hold.
    fn branch(&mut self, mut choices: B::Choices) -> bool {
        let Some(choice) = choices.next() else { return false };
        self.frames.push(Frame { mark: self.board.mark(), tried: choice, untried: choices });
        if self.keeps_snapshots() {
            if self.snapshots.len() < self.frames.len() {
                self.snapshots.push(Vec::new());
            }
            let snapshot = &mut self.snapshots[self.frames.len() - 1];
            snapshot.clear();
            snapshot.extend_from_slice(&self.probes);
        }
        self.commit(choice)
    }

    /// Goes back to the last branch with something untried and tries it. `None` when there is none.
    fn back_up(&mut self) -> Option<bool> {
        loop {
            let mark = self.frames.last()?.mark;
            self.undo_to(mark);
            let frame = self.frames.last_mut()?;
            let Some(choice) = frame.untried.next() else {
                self.frames.pop();
                self.note(&[]);
                continue;
            };
            frame.tried = choice;
            if self.keeps_snapshots() {
                self.probes.copy_from_slice(&self.snapshots[self.frames.len() - 1]);
            } else {
                self.forget_probes();
            }
            return Some(self.commit(choice));
        }
    }

    /// Logs that one of these literals holds in this branch; without any, that the branch is refuted.
    pub(super) fn note(&mut self, literals: &[CellLiteral]) {
        let Some(log) = &mut self.log else { return };
        if log.len() == LONGEST_LOG {
            self.log = None;
            return;
        }
        let decided = self.frames.iter().map(|frame| self.board.literal(frame.tried));
        let clause = decided.map(|literal| CellLiteral { is: !literal.is, ..literal });
        log.push(clause.chain(literals.iter().copied()).collect());
    }

    /// Goes back to what is known for certain.
    pub(super) fn restart(&mut self) {
        self.frames.clear();
        self.undo_to(self.root);
        match self.snapshots.first() {
            Some(snapshot) => self.probes.copy_from_slice(snapshot),
            None => self.forget_probes(),
        }
    }

    fn undo_to(&mut self, mark: usize) {
        B::note_changed(&mut self.prober, self.board.changed_since(mark));
        self.board.take_back(mark);
    }

    fn forget_probes(&mut self) {
        self.probes.iter_mut().for_each(|probe| probe.is_valid = false);
    }

    fn keeps_snapshots(&self) -> bool {
        size_of_val(&self.probes[..]) <= SNAPSHOT_LIMIT
    }

    /// Decides a cell for as long as the present branch lasts.
    pub(super) fn commit(&mut self, choice: B::Choice) -> bool {
        let mark = self.board.mark();
        self.board.decide(choice);
        self.follow_up(mark)
    }

    /// Draws the conclusions of what was decided after `mark`; probes of lines that change are void.
    pub(super) fn follow_up(&mut self, mark: usize) -> bool {
        let holds = self.board.propagate();
        let changed = self.board.changed_since(mark);
        B::note_changed(&mut self.prober, changed);
        if holds {
            for probe in &mut self.probes {
                probe.is_valid &= !probe.lines.meets(changed);
            }
        }
        holds
    }

    /// Records the picture of a board without open cells. Where all solutions are counted, each is recorded at its own leaf
    /// and not where a probe happens to meet it.
    pub(super) fn record_probed(&mut self) -> Result<(), Stopped> {
        if self.board.open() == 0 && self.ask.solution_limit() <= 2 { self.record_board(false) } else { Ok(()) }
    }

    fn record_board(&mut self, is_forced: bool) -> Result<(), Stopped> {
        // Pictures that are only counted need not be drawn.
        if self.ask.solution_limit() > 2 && self.solutions.len() >= self.ask.solutions.max(1) {
            self.found += 1;
            return if self.found >= self.ask.solution_limit() { Err(Stopped::Enough) } else { Ok(()) };
        }
        self.record(self.board.picture(), is_forced)
    }

    /// Records a solution, perhaps one that a probe met before. One that `is_forced` from the start is the only one.
    pub(super) fn record(&mut self, picture: Solution, is_forced: bool) -> Result<(), Stopped> {
        let enough = self.ask.solution_limit();
        if enough <= 2 && self.solutions.contains(&picture) {
            return Ok(());
        }
        self.solutions.push(picture);
        self.found += 1;
        if enough == 2
            && self.found == 1
            && !is_forced
            && let Some(second) = self.solutions.last().and_then(B::variation)
        {
            self.solutions.push(second);
            self.found = 2;
        }
        if self.found >= enough { Err(Stopped::Enough) } else { Ok(()) }
    }

    /// About how much the search holds.
    pub(super) fn bytes(&self) -> u64 {
        let probes = size_of_val(&self.probes[..]) as u64;
        let log =
            self.log.as_ref().map_or(0, |log| log.len() * (self.frames.len() + 4) * size_of::<CellLiteral>()) as u64;
        self.board.bytes() + probes * (1 + self.snapshots.len() as u64) + B::prober_bytes(&self.prober) + log
    }
}

/// Luby's sequence 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
fn luby(mut index: u64) -> u64 {
    loop {
        let size = (index + 1).next_power_of_two();
        if index + 1 == size {
            return size / 2;
        }
        index -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lubys_sequence_doubles_when_it_has_been_walked_twice() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
