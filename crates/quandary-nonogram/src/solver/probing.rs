//! Probing: every open cell is tried with both contents.
//!
//! When the lines alone say nothing more: what if this cell were empty, what if it were filled? A content that breaks some
//! line is ruled out (a failed literal), and whatever follows from both contents is known. A probe depends only on the
//! lines it settled; as long as none of them changes it would end the same way, so it is not run again ("probe skipping"
//! prunes nothing and loses nothing). A probe that happens to fill the board is a solution already. Where lines are short
//! enough, four cells are probed at a time (`lockstep`).
//!
//! When probing ends too, the search branches on the cell whose two probes gained most, counting mainly the lesser gain
//! (`min + 1.85 · ln(1 + difference)`, the best of seven formulas in Wu's comparison).
//!
//! Two more things were tried and measured. Consequences read backwards ("if that, then not this"), given to the learner
//! as clauses where the lines do not see them by themselves: boards built to be hard have next to none, and on random ones
//! they made no difference beyond noise. And eight cells at a time in the wider registers: neighbours that are further
//! apart change different lines, and what is gained in each step is lost in more of them.

use super::board::{Board, Lines, Spot};
use super::learned;
use super::lockstep::{self, Lockstep};
use super::search::{Found, Halt, Probe, RESTART_UNIT, Search, Searchable};
use super::stages::Findings;
use super::swap::swapped;
use crate::line::word::Word;
use crate::{BLACK, Nonogram};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::random::{ChaCha8Rng, RngExt, SeedableRng};
use quandary_core::verdict::{CellLiteral, Stopped, Watch};

/// Lines of more cells than this are long: whatever is done to a board with such lines looks at the clock after each line.
const LARGE: usize = 128;

/// What probing keeps beside a black and white board.
pub(super) struct Prober<W> {
    /// Probes that run side by side, where the lines are short enough for it.
    lockstep: Option<Lockstep<W>>,
    random: ChaCha8Rng,
}

impl<W: Word> Searchable for Board<W> {
    type Word = W;
    type Change = Spot;
    type Prober = Prober<W>;
    type Choices = std::array::IntoIter<Spot, 2>;

    const RESTARTS: bool = true;

    fn new(puzzle: &Nonogram) -> Self {
        Board::new(puzzle)
    }

    /// Enough for a few rounds of probing the whole board.
    fn branching_share(puzzle: &Nonogram) -> u64 {
        (4_000 + 32 * puzzle.height() as u64 * puzzle.width() as u64).min(100_000)
    }

    fn propagate_clues(&mut self, watch: &mut Watch<'_>) -> Result<bool, Stopped> {
        self.propagate_within(watch)
    }

    fn lines_settled(&self) -> u64 {
        self.lines_settled
    }

    fn changed_since(&self, mark: usize) -> Lines<W> {
        Lines::of(self.trail[mark..].iter().map(|spot| (spot.row, spot.column)))
    }

    fn picture(&self) -> Solution {
        picture(self.rows.known.iter().map(|known| known.filled), self.width())
    }

    fn variation(first: &Solution) -> Option<Solution> {
        first.grid().and_then(swapped).map(Solution::Grid)
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn prober(&self) -> Prober<W> {
        Prober { lockstep: None, random: ChaCha8Rng::seed_from_u64(0) }
    }

    fn note_changed(prober: &mut Prober<W>, lines: Lines<W>) {
        if let Some(lockstep) = &mut prober.lockstep {
            lockstep.note_changed(lines);
        }
    }

    fn prober_bytes(prober: &Prober<W>) -> u64 {
        prober.lockstep.as_ref().map_or(0, Lockstep::bytes)
    }

    fn probe_all(search: &mut Search<'_, Self>, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        if !W::HAS_LANES {
            return search.probe_one_by_one(watch);
        }
        search.prober.lockstep.get_or_insert_with(|| Lockstep::new(&search.board));
        search.probe_in_lockstep(watch)
    }

    fn choose(search: &mut Search<'_, Self>) -> Option<Self::Choices> {
        let width = search.board.width();
        let is_noisy = search.counters.nodes > RESTART_UNIT && search.found == 0;
        let random = &mut search.prober.random;
        let mut best: Option<(f32, Spot)> = None;
        for row in 0..search.board.height() {
            for column in search.board.open_in(row).members() {
                let [empty, filled] = search.probes[row * width + column].gains.map(f32::from);
                let mut score = empty.min(filled) + 1.85 * (1.0 + (empty - filled).abs()).ln();
                if is_noisy {
                    score *= random.random_range(0.8..1.2);
                }
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, Spot { row: row as u16, column: column as u16, filled: false }));
                }
            }
        }
        let (_, spot) = best?;
        let first = if is_noisy && random.random_bool(0.5) { spot.other() } else { spot };
        Some([first, first.other()].into_iter())
    }

    fn literal(&self, spot: Spot) -> CellLiteral {
        let cell = usize::from(spot.row) * self.width() + usize::from(spot.column);
        CellLiteral { cell: cell as u32, value: BLACK, is: spot.filled }
    }

    fn learn(puzzle: &Nonogram, search: Search<'_, Self>, watch: &mut Watch<'_>) -> Findings {
        learned::learn(puzzle, search, watch)
    }
}

/// The picture with these filled cells in its rows.
fn picture<W: Word>(rows: impl Iterator<Item = W>, width: usize) -> Solution {
    let values: Vec<u8> = rows.flat_map(|row| (0..width).map(move |column| u8::from(row.has(column)))).collect();
    let height = values.len() / width;
    Solution::Grid(Grid::from_values(height, width, values).unwrap_or_else(|| Grid::filled(height, width, 0)))
}

impl<W: Word> Search<'_, Board<W>> {
    fn probe_one_by_one(&mut self, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        let width = self.board.width();
        loop {
            let mut moved = false;
            for row in 0..self.board.height() {
                // A commit may close cells further on in this row, so each is looked at again.
                for column in self.board.open_in(row).members() {
                    if self.probes[row * width + column].is_valid || !self.board.open_in(row).has(column) {
                        continue;
                    }
                    self.check_limits(watch)?;
                    match self.probe(row, column, watch)? {
                        Found::Nothing => {}
                        Found::Something => moved = true,
                        Found::Contradiction => return Ok(false),
                    }
                }
            }
            if !moved {
                return Ok(true);
            }
        }
    }

    /// The same, several cells at a time.
    fn probe_in_lockstep(&mut self, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        let (height, width) = (self.board.height(), self.board.width());
        loop {
            let mut moved = false;
            let mut cells = [(0, 0); lockstep::CELLS];
            let mut gathered = 0;
            for row in 0..=height {
                let mut left = if row < height { self.board.open_in(row) } else { W::NONE };
                loop {
                    let next = left.members().find(|&column| !self.probes[row * width + column].is_valid);
                    match next {
                        Some(column) => {
                            cells[gathered] = (row, column);
                            gathered += 1;
                            left = left & !W::below(column + 1);
                        }
                        // Cells of several rows are probed together only where a row has too few; the last group may be
                        // smaller.
                        None if row < height || gathered == 0 => break,
                        None => {}
                    }
                    if gathered == lockstep::CELLS || next.is_none() {
                        self.check_limits(watch)?;
                        match self.probe_together(&cells[..gathered])? {
                            Found::Nothing => {}
                            Found::Something => moved = true,
                            Found::Contradiction => return Ok(false),
                        }
                        gathered = 0;
                        // A commit may have closed cells further on in this row.
                        left = if row < height { left & self.board.open_in(row) } else { W::NONE };
                    }
                }
            }
            if !moved {
                return Ok(true);
            }
        }
    }

    /// Probes some open cells side by side.
    fn probe_together(&mut self, cells: &[(usize, usize)]) -> Result<Found, Halt> {
        let Some(lockstep) = &mut self.prober.lockstep else { return Ok(Found::Nothing) };
        self.board.lines_settled += lockstep.run(&self.board, cells);
        self.counters.checks += 2 * cells.len() as u64;
        let open = self.board.open();
        let mut outcomes = [None; lockstep::CELLS];
        let mut is_solved = false;
        for (index, (&(row, column), outcome)) in cells.iter().zip(&mut outcomes).enumerate() {
            let lanes = lockstep.lanes(index);
            *outcome = Some(lanes.map(|lane| lane.holds));
            is_solved |= lanes.iter().any(|lane| lane.holds && lane.gain == open);
            let gains = lanes.map(|lane| lane.gain.min(u16::MAX.into()) as u16);
            let lines = lanes[0].lines.with(lanes[1].lines);
            self.probes[row * self.board.width() + column] = Probe { lines, gains, is_valid: true };
        }
        if is_solved && self.ask.solution_limit() <= 2 {
            for index in 0..cells.len() {
                self.record_lanes(index, open)?;
            }
        }
        let mut found = Found::Nothing;
        let mut follows = std::mem::take(&mut self.spare);
        for (index, (&(row, column), outcome)) in cells.iter().zip(outcomes).enumerate() {
            let empty = Spot { row: row as u16, column: column as u16, filled: false };
            follows.clear();
            match outcome {
                Some([true, true]) => {
                    if let Some(lockstep) = &self.prober.lockstep {
                        lockstep.common(&self.board, index, &mut follows);
                    }
                }
                Some([true, false]) => follows.push(empty),
                Some([false, true]) => follows.push(empty.other()),
                _ => follows.extend([empty, empty.other()]),
            }
            if !follows.is_empty() {
                self.note_probed(empty, outcome.unwrap_or_default(), &follows);
                found = if self.commit_all(&follows) { Found::Something } else { Found::Contradiction };
                if matches!(found, Found::Contradiction) {
                    break;
                }
            }
        }
        self.spare = follows;
        Ok(found)
    }

    /// Records the pictures that the two probes of a cell have completed.
    fn record_lanes(&mut self, index: usize, open: usize) -> Result<(), Halt> {
        for filled in [false, true] {
            let Some(lockstep) = &self.prober.lockstep else { return Ok(()) };
            let lane = lockstep.lanes(index)[usize::from(filled)];
            if lane.holds && lane.gain == open {
                let picture = picture(lockstep.filled_rows(index, filled), self.board.width());
                self.record(picture, false)?;
            }
        }
        Ok(())
    }

    /// Probes one open cell.
    fn probe(&mut self, row: usize, column: usize, watch: &mut Watch<'_>) -> Result<Found, Halt> {
        let mark = self.board.trail.len();
        let empty = Spot { row: row as u16, column: column as u16, filled: false };
        self.counters.checks += 2;
        self.board.touched = Lines::NONE;
        if !self.attempt(empty, watch)? {
            self.board.undo_to(mark);
            self.note_probed(empty, [false, true], &[empty.other()]);
            return Ok(if self.commit(empty.other()) { Found::Something } else { Found::Contradiction });
        }
        let mut follows = std::mem::take(&mut self.spare);
        follows.clear();
        follows.extend_from_slice(&self.board.trail[mark + 1..]);
        let gain = self.board.trail.len() - mark;
        self.board.undo_to(mark);
        if !self.attempt(empty.other(), watch)? {
            self.board.undo_to(mark);
            self.spare = follows;
            self.note_probed(empty, [true, false], &[empty]);
            return Ok(if self.commit(empty) { Found::Something } else { Found::Contradiction });
        }
        let gains = [gain, self.board.trail.len() - mark].map(|gain| gain.min(u16::MAX.into()) as u16);
        follows.retain(|&spot| self.board.is(spot));
        let lines = self.board.touched;
        self.board.undo_to(mark);
        self.probes[row * self.board.width() + column] = Probe { lines, gains, is_valid: true };
        self.note_probed(empty, [true, true], &follows);
        let found = match &follows[..] {
            [] => Found::Nothing,
            _ if self.commit_all(&follows) => Found::Something,
            _ => Found::Contradiction,
        };
        self.spare = follows;
        Ok(found)
    }

    /// Logs what follows from the two probes of a cell, of which some hold: from a failed one the other content, from two that
    /// hold what they have in common.
    fn note_probed(&mut self, empty: Spot, holds: [bool; 2], follows: &[Spot]) {
        if self.log.is_none() {
            return;
        }
        let contents = [empty, empty.other()].map(|content| self.board.literal(content));
        for fact in follows.iter().map(|&fact| self.board.literal(fact)).collect::<Vec<_>>() {
            if holds == [true, true] {
                contents.iter().for_each(|&content| self.note(&[content, fact]));
            }
            self.note(&[fact]);
        }
    }

    /// Tries a content; a picture that comes out is recorded.
    fn attempt(&mut self, spot: Spot, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        self.board.set(spot);
        // On a large board a single attempt may take a tenth of a second.
        let holds = if W::BITS > LARGE { self.board.propagate_within(watch)? } else { self.board.propagate() };
        if holds {
            self.record_probed()?;
        }
        Ok(holds)
    }

    /// Decides what follows from several probes; one of them may already have decided what the next one says.
    fn commit_all(&mut self, spots: &[Spot]) -> bool {
        let mark = self.board.trail.len();
        for &spot in spots {
            if self.board.is(spot.other()) {
                return false;
            }
            if !self.board.is(spot) {
                self.board.set(spot);
            }
        }
        self.follow_up(mark)
    }
}
