//! Dividing a board into tanks that look hand-drawn.
//!
//! Tanks that simply grow at random become a few giants among many single cells. Here every tank has a target size near the
//! average; the start cells keep their distance; and the tank that lacks most cells grows next. A tank prefers cells that
//! touch it on one side only, so it winds, and forks into U and arch shapes instead of growing into a lump. What is left
//! over in corners goes to the neighbour that lacks most. Last, single cells take a cell from a neighbour that can spare
//! one.
//!
//! Where the water is given, as for a picture, a tank takes only cells with which it still has one level: none that is dry
//! at or below its water, none that is wet at or above its air. Cells that no tank can take become tanks of their own.

use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;
use quandary_core::random::{Rng, RngExt};

/// How many places are considered for each start cell; the one farthest from all others is taken.
const PLACES_WEIGHED: usize = 4;

/// The weight of a cell that touches the tank on one, two, three or four sides.
const LIKING: [u32; 4] = [16, 3, 1, 1];

/// A board being divided.
struct Cutting<'r, R> {
    tanks: Grid<u16>,
    /// By tank: cells that could be next. Some may have been taken since, some are listed twice.
    around: Vec<Vec<Cell>>,
    size: Vec<u32>,
    wanted: Vec<u32>,
    /// The water that has to be possible, where it is given, and what it is in each tank so far.
    water: Option<&'r Grid<bool>>,
    levels: Vec<Level>,
    random: &'r mut R,
}

/// How low the air of a tank reaches and how high its water.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The row below the lowest dry cell.
    dry: usize,
    /// The row of the highest wet cell.
    wet: usize,
}

impl Level {
    pub(super) const UNKNOWN: Level = Level { dry: 0, wet: usize::MAX };

    pub(super) fn with(self, row: usize, is_wet: bool) -> Self {
        if is_wet { Level { wet: self.wet.min(row), ..self } } else { Level { dry: self.dry.max(row + 1), ..self } }
    }

    /// The level of two tanks as one.
    pub(super) fn and(self, other: Self) -> Self {
        Level { dry: self.dry.max(other.dry), wet: self.wet.min(other.wet) }
    }

    /// Whether all air is above all water.
    pub(super) fn is_level(self) -> bool {
        self.dry <= self.wet
    }
}

/// Cuts a board into `count` tanks, numbered from 1, each in one piece. There must be at least as many cells as tanks,
/// and one tank at least. With `water`, each tank can hold just that; there may be more tanks then.
pub(super) fn cut<R: Rng>(
    (rows, columns): (usize, usize),
    count: usize,
    water: Option<&Grid<bool>>,
    random: &mut R,
) -> Grid<u16> {
    let cells = rows * columns;
    // Many tanks somewhat below the average, a few twice as large: between 0.4 and 2.2 times, by the square of a random
    // number.
    let wanted = (0..count)
        .map(|_| {
            let chance = random.random_range(0..1000usize);
            ((400_000 + 18 * chance * chance / 10) * cells / (count * 1_000_000)) as u32
        })
        .collect();
    let mut cutting = Cutting {
        tanks: Grid::filled(rows, columns, 0),
        around: vec![Vec::new(); count],
        size: vec![0; count],
        wanted,
        water,
        levels: vec![Level::UNKNOWN; count],
        random,
    };
    cutting.start(count);
    cutting.grow();
    cutting.found_more();
    cutting.feed_single_cells();
    cutting.tanks
}

impl<R: Rng> Cutting<'_, R> {
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<R> {
        let (rows, columns) = (self.tanks.rows(), self.tanks.columns());
        let Cell { row, column } = cell;
        [
            (row > 0).then(|| Cell { row: row - 1, column }),
            (row + 1 < rows).then_some(Cell { row: row + 1, column }),
            (column > 0).then(|| Cell { row, column: column - 1 }),
            (column + 1 < columns).then_some(Cell { row, column: column + 1 }),
        ]
        .into_iter()
        .flatten()
    }

    fn give(&mut self, cell: Cell, tank: usize) {
        self.tanks[cell] = tank as u16 + 1;
        self.size[tank] += 1;
        self.levels[tank] = self.level_with(cell, tank);
        for next in self.neighbours(cell) {
            if self.tanks[next] == 0 {
                self.around[tank].push(next);
            }
        }
    }

    fn level_with(&self, cell: Cell, tank: usize) -> Level {
        self.water.map_or(Level::UNKNOWN, |water| self.levels[tank].with(cell.row, water[cell]))
    }

    fn can_take(&self, cell: Cell, tank: usize) -> bool {
        self.level_with(cell, tank).is_level()
    }

    /// Gives cells that no tank could take to new ones.
    fn found_more(&mut self) {
        for cell in self.tanks.cells() {
            if self.tanks[cell] == 0 {
                let tank = self.size.len();
                let average = self.tanks.values().len() / tank;
                self.around.push(Vec::new());
                self.size.push(0);
                self.wanted.push(average as u32);
                self.levels.push(Level::UNKNOWN);
                self.give(cell, tank);
                while let Some(next) = self.best_around(tank) {
                    self.give(next, tank);
                }
            }
        }
    }

    /// Gives every tank its first cell.
    fn start(&mut self, count: usize) {
        let mut starts: Vec<Cell> = Vec::with_capacity(count);
        let mut free: Vec<Cell> = self.tanks.cells().collect();
        for tank in 0..count {
            let distance = |place: usize, free: &[Cell]| {
                let cell: Cell = free[place];
                let between = |other: &Cell| cell.row.abs_diff(other.row) + cell.column.abs_diff(other.column);
                starts.iter().map(between).min().unwrap_or(0)
            };
            let places: [usize; PLACES_WEIGHED] = std::array::from_fn(|_| self.random.random_range(0..free.len()));
            let best = places.into_iter().max_by_key(|&place| distance(place, &free)).unwrap_or(0);
            let cell = free.swap_remove(best);
            starts.push(cell);
            self.give(cell, tank);
        }
    }

    /// Lets tanks grow until every cell belongs to one.
    fn grow(&mut self) {
        // Tanks that may still have room around them.
        let mut growing: Vec<usize> = (0..self.size.len()).collect();
        while !growing.is_empty() {
            let lack = |tank: usize| self.wanted[tank] as i32 - self.size[tank] as i32;
            let most = growing.iter().map(|&tank| lack(tank)).max().unwrap_or(0);
            let ties = growing.iter().filter(|&&tank| lack(tank) == most).count();
            let pick = self.random.random_range(0..ties);
            let place = (0..growing.len()).filter(|&place| lack(growing[place]) == most).nth(pick).unwrap_or(0);
            let tank = growing[place];
            match self.best_around(tank) {
                Some(cell) => self.give(cell, tank),
                None => {
                    growing.swap_remove(place);
                }
            }
        }
    }

    /// A free cell beside a tank, drawn by weight.
    fn best_around(&mut self, tank: usize) -> Option<Cell> {
        let mut around = std::mem::take(&mut self.around[tank]);
        around.retain(|&cell| self.tanks[cell] == 0 && self.can_take(cell, tank));
        let total: u32 = around.iter().map(|&cell| self.liking(cell, tank)).sum();
        let mut left = if total == 0 { 0 } else { self.random.random_range(0..total) };
        let chosen = around.iter().copied().find(|&cell| {
            let share = self.liking(cell, tank);
            let is_it = left < share;
            left = left.saturating_sub(share);
            is_it
        });
        self.around[tank] = around;
        chosen
    }

    fn liking(&self, cell: Cell, tank: usize) -> u32 {
        let sides = self.neighbours(cell).filter(|&next| self.tanks[next] == tank as u16 + 1).count();
        LIKING[sides.clamp(1, 4) - 1]
    }

    /// A tank of one cell takes a second from a neighbour that has three or more and stays in one piece.
    fn feed_single_cells(&mut self) {
        for cell in self.tanks.cells() {
            let tank = usize::from(self.tanks[cell]) - 1;
            if self.size[tank] != 1 {
                continue;
            }
            let mut options: Vec<Cell> =
                self.neighbours(cell).filter(|&next| self.can_take(next, tank) && self.can_spare(next)).collect();
            if options.is_empty() {
                continue;
            }
            let taken = options.swap_remove(self.random.random_range(0..options.len()));
            self.size[usize::from(self.tanks[taken]) - 1] -= 1;
            self.tanks[taken] = tank as u16 + 1;
            self.size[tank] += 1;
            self.levels[tank] = self.level_with(taken, tank);
        }
    }

    /// Whether a tank stays in one piece, of two cells at least, without this cell.
    fn can_spare(&self, cell: Cell) -> bool {
        let id = self.tanks[cell];
        let size = self.size[usize::from(id) - 1];
        if size < 3 {
            return false;
        }
        let Some(start) = self.neighbours(cell).find(|&next| self.tanks[next] == id) else { return false };
        let mut reached = vec![start];
        let mut at = 0;
        while let Some(&here) = reached.get(at) {
            at += 1;
            for next in self.neighbours(here) {
                if next != cell && self.tanks[next] == id && !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        reached.len() as u32 == size - 1
    }
}
