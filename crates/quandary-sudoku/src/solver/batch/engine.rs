//! Keeping a register full: boards are loaded, branch, and are replaced when they are done.
//!
//! A bit of the register is a *slot*. The rounds run until enough slots are ready for attention: the board is broken,
//! solved, or stuck where only branching helps. Then the planes are transposed into boards (27 words each), and each ready
//! slot is served: a solution is recorded, a stuck board branches (one branch keeps the slot, the other goes onto its
//! puzzle's own stack), a free slot takes the newest branch from its puzzle's stack, or the next puzzle. When there are no
//! more puzzles, free slots steal: they take the oldest branch of another puzzle's stack, which holds most work. The last
//! few boards would leave the register almost empty, and the engine for single boards finishes them.

use std::time::Duration;

use super::super::bands::{Cells, candidates, digits};
use super::super::choose::{Branch, choose, first_digit};
use super::super::single::Search;
use super::choose::{DIGITS, NO_CELL};
use super::round::Planes;
use super::slots::{Ready, ServicePolicy, Slots};
use super::transpose::{Board, Digits, MAX_GROUPS, Transposer};
use super::vector::Vector;
use quandary_core::clock::Instant;
use quandary_core::verdict::{Budget, Counters, Stopped};

/// Puzzles to solve, and who receives the answers.
pub(super) struct Job<'j> {
    /// The boards.
    pub(super) boards: &'j [Cells],
    /// Stop at this many solutions of a puzzle.
    pub(super) enough: u64,
    /// What each puzzle may spend.
    pub(super) budget: &'j Budget,
    /// Called with each solution and the number of its puzzle.
    pub(super) on_solution: &'j mut dyn FnMut(usize, &Cells),
    /// Called once for each puzzle with its result.
    pub(super) on_done: &'j mut dyn FnMut(usize, Report),
    /// With this many boards left or fewer, the engine for single boards takes over.
    pub(super) tail: usize,
}

/// The result of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Report {
    /// Solutions seen.
    pub(in super::super) found: u64,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Dead ends.
    pub(super) backtracks: u64,
    /// Most branches waiting at one time.
    pub(super) peak: u64,
    /// Whether everything was searched, or why not.
    pub(in super::super) ended: Result<(), Stopped>,
}

impl Report {
    /// Only the board itself has been looked at.
    pub(in super::super) const NEW: Report = Report { found: 0, nodes: 1, backtracks: 0, peak: 0, ended: Ok(()) };

    /// The counters that all solvers share.
    pub(in super::super) fn counters(&self) -> Counters {
        Counters {
            nodes: self.nodes,
            generated: 2 * self.nodes,
            backtracks: self.backtracks,
            peak_frontier: self.peak,
            peak_bytes: (self.peak + 1) * size_of::<Board>() as u64,
            ..Counters::default()
        }
    }
}

/// A puzzle that is being worked on.
struct Task {
    puzzle: usize,
    /// Slots that work on it.
    slots: u32,
    /// Whether nothing is left to do for it.
    is_over: bool,
    /// The result so far.
    report: Report,
    /// Branches that wait, the oldest first.
    waiting: Vec<Board>,
    /// Its share of the time so far.
    spent: Duration,
}

/// From this many boards on, they are transposed together rather than one by one.
const MIN_TRANSPOSED: usize = 16;

/// A slot without a task.
const NO_TASK: u32 = u32::MAX;

/// A register full of boards.
pub(super) struct Engine<V: Vector> {
    cpu: V::Cpu,
    planes: Box<Planes<V>>,
    /// The boards of the slots.
    boards: Vec<Board>,
    /// The digits of boards that are loaded or solved.
    digits: Vec<Digits>,
    transposer: Box<Transposer<V>>,
    /// Which task a slot works on.
    slots: Vec<u32>,
    ready: Box<Ready>,
    tasks: Vec<Task>,
    free_tasks: Vec<u32>,
    /// The next puzzle that has not been started.
    next: usize,
    /// Branches that wait in all tasks together.
    waiting: usize,
    /// The task that was last stolen from.
    victim: usize,
    /// Stealing has failed since the last branching.
    nothing_to_steal: bool,
}

impl<V: Vector> Engine<V> {
    /// A register of free slots.
    #[inline(always)]
    pub(super) fn new(cpu: V::Cpu) -> Self {
        let mut ready =
            Ready { solved: Slots::NONE, stuck: Slots::NONE, idle: Slots::NONE, all: [u32::MAX; MAX_GROUPS] };
        for slot in 0..V::BOARDS {
            ready.idle.add(slot);
        }
        Engine {
            cpu,
            planes: Box::new(Planes::new(cpu)),
            boards: vec![Board::BROKEN; V::BOARDS],
            digits: vec![Digits::new(&[0; 81]); V::BOARDS],
            transposer: Box::new(Transposer::new(cpu)),
            slots: vec![NO_TASK; V::BOARDS],
            ready: Box::new(ready),
            tasks: Vec::new(),
            free_tasks: Vec::new(),
            next: 0,
            waiting: 0,
            victim: 0,
            nothing_to_steal: false,
        }
    }

    /// Solves all puzzles of a job.
    #[inline(always)]
    pub(super) fn run(mut self, job: &mut Job<'_>) {
        let mut clock = Instant::now();
        loop {
            // While nothing branches and nothing waits, boards are loaded and read as digits, and the others stay where
            // they are.
            let branches = self.ready.stuck.count > 0 || self.waiting > 0;
            if branches {
                let choice = self.planes.choose();
                self.transposer.make_boards(&self.planes.cells, &choice, &mut self.boards);
            }
            self.serve(job, branches);
            let loaded = self.refill(job, branches);
            let taken = self.slots.iter().filter(|&&task| task != NO_TASK).count();
            // A narrow register is worth filling up to the same share.
            if taken <= job.tail.min(V::BOARDS * 3 / 8) {
                return self.finish_one_by_one(job, branches, &loaded);
            }
            if branches {
                self.transposer.make_planes(&self.boards, &mut self.planes.cells);
            }
            if loaded != [0; MAX_GROUPS] {
                self.transposer.digits_to_planes(&self.digits, V::load(self.cpu, &loaded), &mut self.planes.cells);
            }
            self.planes.start(V::load(self.cpu, &self.ready.all));
            self.run_rounds(taken);
            if let Err(why) = self.account(job, &mut clock, taken) {
                return self.stop(job, why);
            }
        }
    }

    /// Runs rounds until it is time to serve the slots that are ready, and lists those.
    #[inline(always)]
    fn run_rounds(&mut self, taken: usize) {
        let (mut dead, mut open, mut moved) = ([0; MAX_GROUPS], [0; MAX_GROUPS], [0; MAX_GROUPS]);
        let (mut policy, empty) = (ServicePolicy::default(), V::BOARDS - taken);
        let Ready { solved, stuck, idle, all } = &mut *self.ready;
        loop {
            let findings = self.planes.round();
            findings.dead.store(&mut dead);
            findings.open.store(&mut open);
            findings.moved.store(&mut moved);
            let mut count = 0;
            for group in 0..V::GROUPS {
                all[group] = dead[group] | !open[group] | !moved[group];
                count += all[group].count_ones() as usize;
            }
            // Free slots hold a board that is broken from the start.
            if policy.is_due(count.saturating_sub(empty), taken) {
                break;
            }
        }
        for group in 0..V::GROUPS {
            let (alive, is_open) = (!dead[group], open[group]);
            open[group] = alive & !is_open;
            moved[group] = alive & is_open & !moved[group];
        }
        idle.list(&dead[..V::GROUPS]);
        solved.list(&open[..V::GROUPS]);
        stuck.list(&moved[..V::GROUPS]);
    }

    /// Takes the solutions from the slots that are ready, lets the stuck ones branch, and lists all others as idle.
    #[inline(always)]
    fn serve(&mut self, job: &mut Job<'_>, has_boards: bool) {
        for index in 0..self.ready.idle.count {
            if let Some(task) = self.task(self.ready.idle.get(index)) {
                task.report.backtracks += 1;
            }
        }
        // Where the boards have been transposed already, a few solutions are read one by one.
        let one_by_one = has_boards && self.ready.solved.count < MIN_TRANSPOSED;
        if self.ready.solved.count > 0 && !one_by_one {
            self.transposer.planes_to_digits(&self.planes.cells, &mut self.digits);
        }
        for index in 0..self.ready.solved.count {
            let slot = self.ready.solved.get(index);
            if self.task(slot).is_some() {
                let solution =
                    if one_by_one { digits(self.boards[slot].candidates()) } else { self.digits[slot].cells() };
                self.note_solution(job, slot, &solution);
            }
            self.ready.idle.add(slot);
        }
        for index in 0..self.ready.stuck.count {
            let slot = self.ready.stuck.get(index);
            if !self.branch(job, slot) {
                self.ready.idle.add(slot);
            }
        }
    }

    /// The task that a slot works on, if anything is left to do for it.
    #[inline(always)]
    fn task(&mut self, slot: usize) -> Option<&mut Task> {
        self.tasks.get_mut(self.slots[slot] as usize).filter(|task| !task.is_over)
    }

    /// Branches on a stuck board; `false` when there is nothing to choose, so that it has no solution, or when its task is
    /// over.
    #[inline(always)]
    fn branch(&mut self, job: &mut Job<'_>, slot: usize) -> bool {
        let board = &mut self.boards[slot];
        let Some(task) = self.tasks.get_mut(self.slots[slot] as usize).filter(|task| !task.is_over) else {
            return false;
        };
        let report = &mut task.report;
        let cell = board.0[27];
        let branch =
            if cell == NO_CELL { choose(board.candidates()) } else { first_digit(board.candidates(), cell as usize) };
        let Some(Branch { word, bit }) = branch else {
            report.backtracks += 1;
            return false;
        };
        report.nodes += 1;
        if job.budget.nodes.is_some_and(|limit| report.nodes > limit) {
            report.ended = Err(Stopped::Nodes);
            task.is_over = true;
            return false;
        }
        task.waiting.push(*board);
        // The copy is changed, not the original: copying would wait for a store just before it.
        if let Some(other) = task.waiting.last_mut() {
            other.0[word] &= !bit;
        }
        report.peak = report.peak.max(task.waiting.len() as u64);
        self.waiting += 1;
        self.nothing_to_steal = false;
        let kept = board.0[word];
        for other in &mut board.0[word / 9 * 9..][..9] {
            *other &= !bit;
        }
        board.0[word] = kept;
        true
    }

    #[inline(always)]
    fn note_solution(&mut self, job: &mut Job<'_>, slot: usize, solution: &Cells) {
        let task = &mut self.tasks[self.slots[slot] as usize];
        let report = &mut task.report;
        report.found += 1;
        (job.on_solution)(task.puzzle, solution);
        if report.found >= job.enough {
            report.ended = Err(Stopped::Enough);
            task.is_over = true;
        }
    }

    /// Gives each idle slot something to do: its own puzzle's newest branch, a new puzzle, or a stolen branch. Returns
    /// the slots of puzzles that were loaded as digits.
    #[inline(always)]
    fn refill(&mut self, job: &mut Job<'_>, has_boards: bool) -> [u32; MAX_GROUPS] {
        let mut empty = 0;
        for index in 0..self.ready.idle.count {
            let slot = self.ready.idle.get(index);
            if let Some(task) = self.task(slot)
                && let Some(board) = task.waiting.pop()
            {
                self.waiting -= 1;
                self.boards[slot] = board;
                continue;
            }
            self.leave(job, slot);
            self.ready.idle.list[empty] = slot as u16;
            empty += 1;
        }
        let mut loaded = [0; MAX_GROUPS];
        let one_by_one = has_boards && empty.min(job.boards.len() - self.next) < MIN_TRANSPOSED;
        for index in 0..empty {
            let slot = self.ready.idle.get(index);
            if let Some(cells) = job.boards.get(self.next) {
                self.slots[slot] = self.new_task(self.next);
                self.next += 1;
                if one_by_one {
                    self.boards[slot] = Board::new(&candidates(cells));
                } else {
                    self.digits[slot] = Digits::new(cells);
                    loaded[slot % V::GROUPS] |= 1 << (slot / V::GROUPS);
                }
            } else if has_boards {
                let stolen = self.steal();
                self.slots[slot] = stolen.map_or(NO_TASK, |(task, _)| task);
                self.boards[slot] = stolen.map_or(Board::BROKEN, |(_, board)| board);
            }
        }
        loaded
    }

    /// A slot leaves its task; the last one reports the result.
    #[inline(always)]
    fn leave(&mut self, job: &mut Job<'_>, slot: usize) {
        let number = std::mem::replace(&mut self.slots[slot], NO_TASK);
        if let Some(task) = self.tasks.get_mut(number as usize) {
            task.slots -= 1;
            if task.slots == 0 {
                // No slot works on it, and what still waits is not needed: the puzzle is done.
                (job.on_done)(task.puzzle, task.report);
                self.waiting -= task.waiting.len();
                task.waiting.clear();
                self.free_tasks.push(number);
            }
        }
    }

    fn new_task(&mut self, puzzle: usize) -> u32 {
        if let Some(index) = self.free_tasks.pop() {
            let task = &mut self.tasks[index as usize];
            (task.puzzle, task.slots, task.is_over, task.spent) = (puzzle, 1, false, Duration::ZERO);
            task.report = Report::NEW;
            return index;
        }
        let (report, waiting, spent) = (Report::NEW, Vec::new(), Duration::ZERO);
        self.tasks.push(Task { puzzle, slots: 1, is_over: false, report, waiting, spent });
        self.tasks.len() as u32 - 1
    }

    /// The oldest waiting branch of some task.
    fn steal(&mut self) -> Option<(u32, Board)> {
        if std::mem::replace(&mut self.nothing_to_steal, true) {
            return None;
        }
        for _ in 0..self.tasks.len() {
            self.victim = (self.victim + 1) % self.tasks.len();
            let task = &mut self.tasks[self.victim];
            if !task.is_over && !task.waiting.is_empty() {
                task.slots += 1;
                self.waiting -= 1;
                self.nothing_to_steal = false;
                return Some((self.victim as u32, task.waiting.remove(0)));
            }
        }
        None
    }

    /// Divides the time among the slots and stops the tasks that have used up theirs; an error stops everything.
    #[inline(always)]
    fn account(&mut self, job: &mut Job<'_>, clock: &mut Instant, taken: usize) -> Result<(), Stopped> {
        job.budget.check()?;
        let Some(limit) = job.budget.time else { return Ok(()) };
        let share = clock.elapsed() / taken as u32;
        *clock = Instant::now();
        for task in self.tasks.iter_mut().filter(|task| task.slots > 0 && !task.is_over) {
            task.spent += share * task.slots;
            if task.spent >= limit {
                task.report.ended = Err(Stopped::Time);
                task.is_over = true;
            }
        }
        Ok(())
    }

    /// Ends everything that is not finished.
    #[cold]
    fn stop(&mut self, job: &mut Job<'_>, why: Stopped) {
        for task in self.tasks.iter_mut().filter(|task| task.slots > 0) {
            if !task.is_over {
                task.report.ended = Err(why);
            }
            (job.on_done)(task.puzzle, task.report);
        }
        for puzzle in self.next..job.boards.len() {
            (job.on_done)(puzzle, Report { ended: Err(why), ..Report::NEW });
        }
    }

    /// Finishes the last boards with the engine for single ones.
    #[inline(always)]
    fn finish_one_by_one(mut self, job: &mut Job<'_>, has_boards: bool, loaded: &[u32]) {
        if !has_boards {
            let no_choice = [V::splat(self.cpu, false); DIGITS];
            self.transposer.make_boards(&self.planes.cells, &no_choice, &mut self.boards);
        }
        for slot in 0..V::BOARDS {
            let mut board = self.boards[slot];
            if let Some(task) = self.tasks.get_mut(self.slots[slot] as usize) {
                if loaded[slot % V::GROUPS] >> (slot / V::GROUPS) & 1 == 1 {
                    board = Board::new(&candidates(&job.boards[task.puzzle]));
                }
                task.waiting.push(board);
            }
        }
        for task in self.tasks.iter_mut().filter(|task| task.slots > 0) {
            let report = &mut task.report;
            let budget = Budget {
                time: job.budget.time.map(|limit| limit.saturating_sub(task.spent)),
                nodes: job.budget.nodes.map(|limit| limit.saturating_sub(report.nodes)),
                ..job.budget.clone()
            };
            let mut watch = budget.start();
            let mut on_solution = |cells: &Cells| (job.on_solution)(task.puzzle, cells);
            let mut search = Search::new(job.enough.saturating_sub(report.found), Some(&mut watch), &mut on_solution);
            while !task.is_over
                && let Some(board) = task.waiting.pop()
            {
                if let Err(why) = search.run_from(board.candidates()) {
                    report.ended = Err(why);
                    task.is_over = true;
                }
            }
            report.found += search.found;
            report.nodes += search.counters.nodes;
            report.backtracks += search.counters.backtracks;
            (job.on_done)(task.puzzle, *report);
        }
    }
}
