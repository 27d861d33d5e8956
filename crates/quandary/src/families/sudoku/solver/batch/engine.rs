//! Keeping a register full: boards come in, branch, and leave.
//!
//! A bit of the register is a *seat*. The rounds run until enough boards are ready for attention: broken, solved, or
//! stuck where only a choice helps. Then the planes are turned into boards (27 words each), and each ready seat is
//! served: a solution is written down, a stuck board branches (one half keeps the seat, the other goes onto its puzzle's
//! own stack), an empty seat takes the next half from its puzzle's stack, or the next puzzle. When there are no more
//! puzzles, empty seats help: they take the oldest half of somebody else's stack, which holds most work. The last few
//! boards would leave the register almost empty, and the engine for single boards finishes them.

use std::time::Duration;

use super::super::choose::{Branch, choose, first_digit};
use super::super::single::Search;
use super::super::words::Cells;
use super::choose::NO_CELL;
use super::round::Planes;
use super::turn;
use super::vector::Vector;
use crate::clock::Instant;
use crate::verdict::{Budget, Counters, Stopped};

/// Puzzles to solve, and where the answers go.
pub(super) struct Job<'j> {
    /// The boards.
    pub(super) boards: &'j [Cells],
    /// Stop at this many solutions of a puzzle.
    pub(super) enough: u64,
    /// What each puzzle may spend.
    pub(super) budget: &'j Budget,
    /// Is shown each solution with the number of its puzzle.
    pub(super) arrive: &'j mut dyn FnMut(usize, &Cells),
    /// Is told once for each puzzle what came of it.
    pub(super) done: &'j mut dyn FnMut(usize, Report),
    /// With this many boards left or fewer, the engine for single boards takes over.
    pub(super) tail: usize,
}

/// What came of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Report {
    /// Solutions seen.
    pub(in super::super) found: u64,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Dead ends.
    pub(super) backtracks: u64,
    /// Most halves waiting at one time.
    pub(super) peak: u64,
    /// Whether everything was searched, or why not.
    pub(in super::super) ended: Result<(), Stopped>,
}

impl Report {
    /// Nothing has been looked at but the board itself.
    pub(in super::super) const NEW: Report = Report { found: 0, nodes: 1, backtracks: 0, peak: 0, ended: Ok(()) };

    /// The same in the words that all solvers use.
    pub(in super::super) fn counters(&self) -> Counters {
        Counters {
            nodes: self.nodes,
            generated: 2 * self.nodes,
            backtracks: self.backtracks,
            peak_frontier: self.peak,
            peak_bytes: self.peak * size_of::<[u32; 27]>() as u64,
            ..Counters::default()
        }
    }
}

/// A puzzle that is being worked on.
struct Table {
    puzzle: usize,
    /// Seats that work on it.
    seats: u32,
    /// Whether nothing more is to be done for it.
    is_over: bool,
    /// What has come of it so far.
    report: Report,
    /// Halves that wait, the oldest first.
    waiting: Vec<[u32; 27]>,
    /// Its share of the time so far.
    spent: Duration,
}

/// As many groups of 32 boards as the widest register has.
const MOST_GROUPS: usize = 16;

/// A seat without a table.
const NOBODY: u32 = u32::MAX;

/// A register full of boards.
pub(super) struct Engine<V> {
    planes: Box<Planes<V>>,
    /// The boards of the seats, word by word.
    boards: Vec<u32>,
    /// Which table a seat works for.
    seats: Vec<u32>,
    tables: Vec<Table>,
    free_tables: Vec<u32>,
    /// The next puzzle that nobody has looked at.
    next: usize,
    /// Where to look next for work to help with.
    helped: usize,
    /// Somebody has looked in vain since the last branching.
    all_help_themselves: bool,
}

impl<V: Vector> Engine<V> {
    /// A register of empty seats.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Engine {
            planes: Box::new(Planes::new()),
            boards: vec![0; turn::WORDS * V::BOARDS],
            seats: vec![NOBODY; V::BOARDS],
            tables: Vec::new(),
            free_tables: Vec::new(),
            next: 0,
            helped: 0,
            all_help_themselves: false,
        }
    }

    /// Solves all puzzles of a job.
    #[inline(always)]
    pub(super) fn run(mut self, job: &mut Job<'_>) {
        let mut ready = vec![u32::MAX; 3 * V::GROUPS];
        let mut clock = Instant::now();
        loop {
            let fresh = self.serve(job, &ready);
            let taken = self.seats.iter().filter(|&&seat| seat != NOBODY).count();
            // A narrow register is worth filling up to the same share.
            if taken <= job.tail.min(V::BOARDS * 3 / 8) {
                return self.finish_one_by_one(job);
            }
            turn::to_planes(&self.boards, &mut self.planes.cells);
            self.planes.start(fresh);
            self.play_rounds(taken, &mut ready);
            for (word, planes) in self.planes.cells.iter().enumerate() {
                turn::to_boards(word, planes, &mut self.boards);
            }
            turn::to_boards(27, &self.planes.choose(), &mut self.boards);
            if let Err(why) = self.account(job, &mut clock, taken) {
                return self.stop(job, why);
            }
        }
    }

    /// Plays rounds until enough seats are ready. `ready` receives the dead, the open and the moving boards.
    #[inline(always)]
    fn play_rounds(&mut self, taken: usize, ready: &mut [u32]) {
        let (dead, rest) = ready.split_at_mut(V::GROUPS);
        let (open, moved) = rest.split_at_mut(V::GROUPS);
        let wanted = (taken * 2 / 3).max(1) + V::BOARDS - taken;
        loop {
            let findings = self.planes.round();
            findings.dead.store(dead);
            findings.open.store(open);
            findings.moved.store(moved);
            let waiting = dead.iter().zip(&*open).zip(&*moved).map(|((dead, open), moved)| dead | !open | !moved);
            if waiting.map(u32::count_ones).sum::<u32>() as usize >= wanted {
                return;
            }
        }
    }

    /// Serves every seat that is ready; returns the seats whose boards have changed.
    #[inline(always)]
    fn serve(&mut self, job: &mut Job<'_>, ready: &[u32]) -> V {
        let (dead, rest) = ready.split_at(V::GROUPS);
        let (open, moved) = rest.split_at(V::GROUPS);
        let mut fresh = [0; MOST_GROUPS];
        for (group, fresh) in fresh[..V::GROUPS].iter_mut().enumerate() {
            *fresh = dead[group] | !open[group] | !moved[group];
        }
        for row in 0..32 {
            for group in 0..V::GROUPS {
                let is = |set: &[u32]| set[group] >> row & 1 == 1;
                if !is(&fresh) {
                    continue;
                }
                let seat = row * V::GROUPS + group;
                let table = self.seats[seat];
                if table != NOBODY && !self.tables[table as usize].is_over {
                    if is(dead) {
                        self.tables[table as usize].report.backtracks += 1;
                    } else if !is(open) {
                        let solution = V::digits(&self.board(seat));
                        self.note_solution(job, table, &solution);
                    } else if self.branch(job, seat, table) {
                        continue;
                    }
                }
                self.fill(job, seat);
            }
        }
        V::load(&fresh)
    }

    /// The board of a seat.
    #[inline(always)]
    fn board(&self, seat: usize) -> [u32; 27] {
        let first = turn::place::<V>(seat / V::GROUPS, 0) + seat % V::GROUPS;
        let words = &self.boards[first..first + 26 * V::GROUPS + 1];
        let mut board = [0; 27];
        for word in 0..27 {
            board[word] = words[word * V::GROUPS];
        }
        board
    }

    #[inline(always)]
    fn set_board(&mut self, seat: usize, board: &[u32; 27]) {
        let first = turn::place::<V>(seat / V::GROUPS, 0) + seat % V::GROUPS;
        let words = &mut self.boards[first..first + 26 * V::GROUPS + 1];
        for word in 0..27 {
            words[word * V::GROUPS] = board[word];
        }
    }

    /// Splits a stuck board in two; `false` when there is nothing to choose, so that it has no solution.
    #[inline(always)]
    fn branch(&mut self, job: &mut Job<'_>, seat: usize, table: u32) -> bool {
        let (row, group) = (seat / V::GROUPS, seat % V::GROUPS);
        let mut board = self.board(seat);
        let cell = self.boards[turn::place::<V>(row, 27) + group];
        let table = &mut self.tables[table as usize];
        let report = &mut table.report;
        let branch = if cell == NO_CELL { choose(&board) } else { first_digit(&board, cell as usize) };
        let Some(Branch { word, bit }) = branch else {
            report.backtracks += 1;
            return false;
        };
        report.nodes += 1;
        if job.budget.nodes.is_some_and(|limit| report.nodes > limit) {
            report.ended = Err(Stopped::Nodes);
            table.is_over = true;
            return false;
        }
        board[word] &= !bit;
        table.waiting.push(board);
        self.all_help_themselves = false;
        report.peak = report.peak.max(table.waiting.len() as u64);
        let first = turn::place::<V>(row, word / 9 * 9) + group;
        let words = &mut self.boards[first..first + 8 * V::GROUPS + 1];
        for digit in 0..9 {
            let taken = if digit == word % 9 { 0 } else { bit };
            words[digit * V::GROUPS] &= !taken;
        }
        true
    }

    fn note_solution(&mut self, job: &mut Job<'_>, table: u32, solution: &Cells) {
        let table = &mut self.tables[table as usize];
        let report = &mut table.report;
        report.found += 1;
        (job.arrive)(table.puzzle, solution);
        if report.found >= job.enough {
            report.ended = Err(Stopped::Enough);
            table.is_over = true;
        }
    }

    /// Gives an empty seat something to do: its own puzzle's last half, a new puzzle, or somebody's oldest half.
    #[inline(always)]
    fn fill(&mut self, job: &mut Job<'_>, seat: usize) {
        let table = self.seats[seat];
        if table != NOBODY {
            let own = &mut self.tables[table as usize];
            if !own.is_over
                && let Some(board) = own.waiting.pop()
            {
                return self.set_board(seat, &board);
            }
            own.seats -= 1;
            if own.seats == 0 {
                // Nothing waits and nobody works: the puzzle is done.
                (job.done)(own.puzzle, own.report);
                own.waiting.clear();
                self.free_tables.push(table);
            }
        }
        self.seats[seat] = NOBODY;
        if let Some(cells) = job.boards.get(self.next) {
            self.seats[seat] = self.new_table(self.next);
            self.next += 1;
            self.set_board(seat, &V::candidates(cells));
        } else if let Some((table, board)) = self.help() {
            self.seats[seat] = table;
            self.set_board(seat, &board);
        } else {
            self.set_board(seat, &[0; 27]);
        }
    }

    fn new_table(&mut self, puzzle: usize) -> u32 {
        if let Some(index) = self.free_tables.pop() {
            let table = &mut self.tables[index as usize];
            (table.puzzle, table.seats, table.is_over, table.spent) = (puzzle, 1, false, Duration::ZERO);
            table.report = Report::NEW;
            return index;
        }
        let (report, waiting, spent) = (Report::NEW, Vec::new(), Duration::ZERO);
        self.tables.push(Table { puzzle, seats: 1, is_over: false, report, waiting, spent });
        self.tables.len() as u32 - 1
    }

    /// The oldest waiting half of some table.
    fn help(&mut self) -> Option<(u32, [u32; 27])> {
        if std::mem::replace(&mut self.all_help_themselves, true) {
            return None;
        }
        for _ in 0..self.tables.len() {
            self.helped = (self.helped + 1) % self.tables.len();
            let table = &mut self.tables[self.helped];
            if !table.is_over && !table.waiting.is_empty() {
                table.seats += 1;
                self.all_help_themselves = false;
                return Some((self.helped as u32, table.waiting.remove(0)));
            }
        }
        None
    }

    /// Shares the time among the seats and stops what has had its share; an error stops everything.
    #[inline(always)]
    fn account(&mut self, job: &mut Job<'_>, clock: &mut Instant, taken: usize) -> Result<(), Stopped> {
        if job.budget.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        let Some(limit) = job.budget.time else { return Ok(()) };
        let share = clock.elapsed() / taken as u32;
        *clock = Instant::now();
        for table in self.tables.iter_mut().filter(|table| table.seats > 0 && !table.is_over) {
            table.spent += share * table.seats;
            if table.spent >= limit {
                table.report.ended = Err(Stopped::Time);
                table.is_over = true;
            }
        }
        Ok(())
    }

    /// Ends everything that is not finished.
    #[cold]
    fn stop(&mut self, job: &mut Job<'_>, why: Stopped) {
        for table in self.tables.iter_mut().filter(|table| table.seats > 0) {
            if !table.is_over {
                table.report.ended = Err(why);
            }
            (job.done)(table.puzzle, table.report);
        }
        for puzzle in self.next..job.boards.len() {
            (job.done)(puzzle, Report { ended: Err(why), ..Report::NEW });
        }
    }

    /// Finishes the last boards with the engine for single ones.
    fn finish_one_by_one(mut self, job: &mut Job<'_>) {
        for seat in 0..V::BOARDS {
            let table = self.seats[seat];
            if table != NOBODY {
                let board = self.board(seat);
                self.tables[table as usize].waiting.push(board);
            }
        }
        for table in self.tables.iter_mut().filter(|table| table.seats > 0) {
            let report = &mut table.report;
            let budget = Budget {
                time: job.budget.time.map(|limit| limit.saturating_sub(table.spent)),
                nodes: job.budget.nodes.map(|limit| limit.saturating_sub(report.nodes)),
                ..job.budget.clone()
            };
            let mut watch = budget.start();
            let mut arrive = |cells: &Cells| (job.arrive)(table.puzzle, cells);
            let mut search = Search::new(job.enough.saturating_sub(report.found), Some(&mut watch), &mut arrive);
            while !table.is_over
                && let Some(words) = table.waiting.pop()
            {
                if let Err(why) = search.run_from(&words) {
                    report.ended = Err(why);
                    table.is_over = true;
                }
            }
            report.found += search.found;
            report.nodes += search.counters.nodes;
            report.backtracks += search.counters.backtracks;
            (job.done)(table.puzzle, *report);
        }
    }
}
