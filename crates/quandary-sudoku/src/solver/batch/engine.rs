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
use super::super::words::{Cells, candidates, digits};
use super::choose::{DIGITS, NO_CELL};
use super::round::Planes;
use super::seats::{Patience, Ready, Seats};
use super::turn::{Board, Digits, MOST_GROUPS, Turner};
use super::vector::Vector;
use quandary_core::clock::Instant;
use quandary_core::verdict::{Budget, Counters, Stopped};

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
            peak_bytes: (self.peak + 1) * size_of::<Board>() as u64,
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
    waiting: Vec<Board>,
    /// Its share of the time so far.
    spent: Duration,
}

/// So many boards are read or written out together rather than one by one.
const TOGETHER: usize = 16;

/// A seat without a table.
const NOBODY: u32 = u32::MAX;

/// A register full of boards.
pub(super) struct Engine<V> {
    planes: Box<Planes<V>>,
    /// The boards of the seats.
    boards: Vec<Board>,
    /// The digits of boards that come in or go out.
    digits: Vec<Digits>,
    turner: Box<Turner<V>>,
    /// Which table a seat works for.
    seats: Vec<u32>,
    ready: Box<Ready>,
    tables: Vec<Table>,
    free_tables: Vec<u32>,
    /// The next puzzle that nobody has looked at.
    next: usize,
    /// Halves that wait at all tables together.
    waiting: usize,
    /// Where to look next for work to help with.
    helped: usize,
    /// Somebody has looked in vain since the last branching.
    all_help_themselves: bool,
}

impl<V: Vector> Engine<V> {
    /// A register of empty seats.
    #[inline(always)]
    pub(super) fn new() -> Self {
        let mut ready =
            Ready { solved: Seats::NONE, stuck: Seats::NONE, idle: Seats::NONE, all: [u32::MAX; MOST_GROUPS] };
        for seat in 0..V::BOARDS {
            ready.idle.add(seat);
        }
        Engine {
            planes: Box::new(Planes::new()),
            boards: vec![Board::BROKEN; V::BOARDS],
            digits: vec![Digits::new(&[0; 81]); V::BOARDS],
            turner: Box::new(Turner::new()),
            seats: vec![NOBODY; V::BOARDS],
            ready: Box::new(ready),
            tables: Vec::new(),
            free_tables: Vec::new(),
            next: 0,
            waiting: 0,
            helped: 0,
            all_help_themselves: false,
        }
    }

    /// Solves all puzzles of a job.
    #[inline(always)]
    pub(super) fn run(mut self, job: &mut Job<'_>) {
        let mut clock = Instant::now();
        loop {
            // While nothing branches and nothing waits, boards come in and go out as digits, and the others stay where
            // they are.
            let branches = self.ready.stuck.count > 0 || self.waiting > 0;
            if branches {
                let choice = self.planes.choose();
                self.turner.make_boards(&self.planes.cells, &choice, &mut self.boards);
            }
            self.serve(job, branches);
            let arrived = self.refill(job, branches);
            let taken = self.seats.iter().filter(|&&seat| seat != NOBODY).count();
            // A narrow register is worth filling up to the same share.
            if taken <= job.tail.min(V::BOARDS * 3 / 8) {
                return self.finish_one_by_one(job, branches, &arrived);
            }
            if branches {
                self.turner.make_planes(&self.boards, &mut self.planes.cells);
            }
            if arrived != [0; MOST_GROUPS] {
                self.turner.digits_to_planes(&self.digits, V::load(&arrived), &mut self.planes.cells);
            }
            self.planes.start(V::load(&self.ready.all));
            self.play_rounds(taken);
            if let Err(why) = self.account(job, &mut clock, taken) {
                return self.stop(job, why);
            }
        }
    }

    /// Plays rounds until it is time to serve those who are ready, and lists them.
    #[inline(always)]
    fn play_rounds(&mut self, taken: usize) {
        let (mut dead, mut open, mut moved) = ([0; MOST_GROUPS], [0; MOST_GROUPS], [0; MOST_GROUPS]);
        let (mut patience, empty) = (Patience::default(), V::BOARDS - taken);
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
            // Nobody sits on a board that is broken from the start.
            if patience.ends(count.saturating_sub(empty), taken) {
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

    /// Takes the solutions from the seats that are ready, lets the stuck ones branch, and lists all others as idle.
    #[inline(always)]
    fn serve(&mut self, job: &mut Job<'_>, has_boards: bool) {
        for index in 0..self.ready.idle.count {
            if let Some(table) = self.table(self.ready.idle.get(index)) {
                table.report.backtracks += 1;
            }
        }
        // Where boards are at hand, a few of them are read off one by one.
        let one_by_one = has_boards && self.ready.solved.count < TOGETHER;
        if self.ready.solved.count > 0 && !one_by_one {
            self.turner.planes_to_digits(&self.planes.cells, &mut self.digits);
        }
        for index in 0..self.ready.solved.count {
            let seat = self.ready.solved.get(index);
            if self.table(seat).is_some() {
                let solution =
                    if one_by_one { digits(self.boards[seat].candidates()) } else { self.digits[seat].cells() };
                self.note_solution(job, seat, &solution);
            }
            self.ready.idle.add(seat);
        }
        for index in 0..self.ready.stuck.count {
            let seat = self.ready.stuck.get(index);
            if !self.branch(job, seat) {
                self.ready.idle.add(seat);
            }
        }
    }

    /// The table that a seat works for, if anything is left to do there.
    #[inline(always)]
    fn table(&mut self, seat: usize) -> Option<&mut Table> {
        self.tables.get_mut(self.seats[seat] as usize).filter(|table| !table.is_over)
    }

    /// Splits a stuck board in two; `false` when there is nothing to choose, so that it has no solution, or when nobody
    /// wants to know any more.
    #[inline(always)]
    fn branch(&mut self, job: &mut Job<'_>, seat: usize) -> bool {
        let board = &mut self.boards[seat];
        let Some(table) = self.tables.get_mut(self.seats[seat] as usize).filter(|table| !table.is_over) else {
            return false;
        };
        let report = &mut table.report;
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
            table.is_over = true;
            return false;
        }
        table.waiting.push(*board);
        // Changed there and not here: a copy must not wait for what was written just before it.
        if let Some(half) = table.waiting.last_mut() {
            half.0[word] &= !bit;
        }
        report.peak = report.peak.max(table.waiting.len() as u64);
        self.waiting += 1;
        self.all_help_themselves = false;
        let kept = board.0[word];
        for other in &mut board.0[word / 9 * 9..][..9] {
            *other &= !bit;
        }
        board.0[word] = kept;
        true
    }

    #[inline(always)]
    fn note_solution(&mut self, job: &mut Job<'_>, seat: usize, solution: &Cells) {
        let table = &mut self.tables[self.seats[seat] as usize];
        let report = &mut table.report;
        report.found += 1;
        (job.arrive)(table.puzzle, solution);
        if report.found >= job.enough {
            report.ended = Err(Stopped::Enough);
            table.is_over = true;
        }
    }

    /// Gives each idle seat something to do: its own puzzle's last half, a new puzzle, or somebody's oldest half. Returns
    /// the seats of puzzles that have arrived as digits.
    #[inline(always)]
    fn refill(&mut self, job: &mut Job<'_>, has_boards: bool) -> [u32; MOST_GROUPS] {
        let mut empty = 0;
        for index in 0..self.ready.idle.count {
            let seat = self.ready.idle.get(index);
            if let Some(table) = self.table(seat)
                && let Some(board) = table.waiting.pop()
            {
                self.waiting -= 1;
                self.boards[seat] = board;
                continue;
            }
            self.leave(job, seat);
            self.ready.idle.list[empty] = seat as u16;
            empty += 1;
        }
        let mut arrived = [0; MOST_GROUPS];
        let one_by_one = has_boards && empty.min(job.boards.len() - self.next) < TOGETHER;
        for index in 0..empty {
            let seat = self.ready.idle.get(index);
            if let Some(cells) = job.boards.get(self.next) {
                self.seats[seat] = self.new_table(self.next);
                self.next += 1;
                if one_by_one {
                    self.boards[seat] = Board::new(&candidates(cells));
                } else {
                    self.digits[seat] = Digits::new(cells);
                    arrived[seat % V::GROUPS] |= 1 << (seat / V::GROUPS);
                }
            } else if has_boards {
                let helped = self.help();
                self.seats[seat] = helped.map_or(NOBODY, |(table, _)| table);
                self.boards[seat] = helped.map_or(Board::BROKEN, |(_, board)| board);
            }
        }
        arrived
    }

    /// A seat leaves its table; the last one says what came of the puzzle.
    #[inline(always)]
    fn leave(&mut self, job: &mut Job<'_>, seat: usize) {
        let number = std::mem::replace(&mut self.seats[seat], NOBODY);
        if let Some(table) = self.tables.get_mut(number as usize) {
            table.seats -= 1;
            if table.seats == 0 {
                // Nothing waits that anybody wants to know of, and nobody works: the puzzle is done.
                (job.done)(table.puzzle, table.report);
                self.waiting -= table.waiting.len();
                table.waiting.clear();
                self.free_tables.push(number);
            }
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
    fn help(&mut self) -> Option<(u32, Board)> {
        if std::mem::replace(&mut self.all_help_themselves, true) {
            return None;
        }
        for _ in 0..self.tables.len() {
            self.helped = (self.helped + 1) % self.tables.len();
            let table = &mut self.tables[self.helped];
            if !table.is_over && !table.waiting.is_empty() {
                table.seats += 1;
                self.waiting -= 1;
                self.all_help_themselves = false;
                return Some((self.helped as u32, table.waiting.remove(0)));
            }
        }
        None
    }

    /// Shares the time among the seats and stops what has had its share; an error stops everything.
    #[inline(always)]
    fn account(&mut self, job: &mut Job<'_>, clock: &mut Instant, taken: usize) -> Result<(), Stopped> {
        job.budget.check()?;
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
    #[inline(always)]
    fn finish_one_by_one(mut self, job: &mut Job<'_>, has_boards: bool, arrived: &[u32]) {
        if !has_boards {
            let nobody_asks = [V::splat(false); DIGITS];
            self.turner.make_boards(&self.planes.cells, &nobody_asks, &mut self.boards);
        }
        for seat in 0..V::BOARDS {
            let mut board = self.boards[seat];
            if let Some(table) = self.tables.get_mut(self.seats[seat] as usize) {
                if arrived[seat % V::GROUPS] >> (seat / V::GROUPS) & 1 == 1 {
                    board = Board::new(&candidates(&job.boards[table.puzzle]));
                }
                table.waiting.push(board);
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
                && let Some(board) = table.waiting.pop()
            {
                if let Err(why) = search.run_from(board.candidates()) {
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
