//! Making new boards: natural tanks, water at random levels, clues that allow no second solution.
//!
//! The board is divided into tanks ([`tanks`]), each tank is filled to a random level, and the clues are counted. That is a
//! board with a solution; the solver proves whether it is the only one. Boards with more are discarded: on boards like the
//! puzzle sites' nearly all to one in three are unique, depending on how small the tanks are, and proving it takes a tenth
//! of a millisecond. Boards that are too wet or too dry, or have too many trivial clues (none or all of a line), are
//! discarded before that.
//!
//! Everything is drawn from one random stream per board, and attempts are limited by their number and by steps of the
//! search, never by the clock: the same options and seed give the same board on every machine.

mod dates;
mod picture;
mod stress;
mod tanks;

pub use stress::exact_cover;

use super::{Aquarium, Flow, WaterRule, neighbours};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, GenerateError, GenerateSpec, Generator, GeneratorOption, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, Key, Rng, RngExt};
use quandary_core::verdict::{Ask, Budget, Outcome, Stopped, Verdict, Watch};

/// Sides that can be asked for.
const SIDES: std::ops::RangeInclusive<usize> = 2..=100;

/// How many boards are tried before a request is rejected.
const TRIES: u32 = 3_000;

/// The part of the cells that hold water, in percent. Very small boards are exempt: there a few tanks decide.
const WATER: std::ops::RangeInclusive<usize> = 40..=60;
const CELLS_FOR_WATER: usize = 36;

/// The most tanks of a board when their number is not requested: with more, the proofs of large boards take too long.
const MAX_TANKS: usize = 100;

/// Rows and columns of a stress board when its size is not requested: 12 sets over 12 elements.
const STRESS: (usize, usize) = (25, 15);

/// The puzzle site's classes: name, side, tanks. How many tanks its daily and weekly boards have is not known; these are in
/// between.
const CLASSES: [(&str, usize, usize); 12] = [
    ("6x6-easy", 6, 6),
    ("6x6-normal", 6, 9),
    ("6x6-hard", 6, 18),
    ("10x10-easy", 10, 14),
    ("10x10-normal", 10, 20),
    ("10x10-hard", 10, 33),
    ("15x15-easy", 15, 22),
    ("15x15-normal", 15, 32),
    ("15x15-hard", 15, 45),
    ("20x20-daily", 20, 40),
    ("25x25-weekly", 25, 50),
    ("30x30-monthly", 30, 60),
];

/// From this level of the scale on, boards have more and smaller tanks.
const HARD: usize = 2;

/// The names of the classes.
const CLASS_NAMES: [&str; CLASSES.len()] = {
    let mut names = [""; CLASSES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = CLASSES[at].0;
        at += 1;
    }
    names
};

/// The one value of [`AquariumGenerator`].
pub(super) static GENERATOR: AquariumGenerator = AquariumGenerator;

/// Makes Aquarium boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct AquariumGenerator;

/// A request, parsed.
#[derive(Clone, Debug)]
struct Plan {
    kind: Kind,
    seed: u64,
    rows: usize,
    columns: usize,
    fewest_tanks: usize,
    most_tanks: usize,
    rule: WaterRule,
    is_robust: bool,
    drops_clues: bool,
}

/// What a board is made from.
#[derive(Clone, Debug)]
enum Kind {
    /// Random tanks and water.
    Random,
    /// This water.
    Picture(Grid<bool>),
    /// An exact cover of this many elements by some of this many sets.
    Stress { elements: usize, sets: usize },
}

impl Generator for AquariumGenerator {
    fn options(&self) -> &'static [GeneratorOption] {
        const OPTIONS: &[GeneratorOption] = &[
            GeneratorOption::value("size", "ROWSxCOLUMNS", "rows and columns, 2 to 100 each (default 10x10)")
                .default("10x10")
                .usual(&["5x5", "6x6", "8x8", "10x10", "12x12", "15x15", "20x20", "25x25", "30x30"]),
            GeneratorOption::value(
                "tanks",
                "A..B",
                "how many tanks (default: one for every five cells, fewer on large boards, more for grade hard or above)",
            ),
            GeneratorOption::value(
                "class",
                "NAME",
                "size and tanks as on the puzzle site: 6x6-, 10x10- or 15x15- with easy, normal or hard, \
                 20x20-daily, 25x25-weekly or 30x30-monthly",
            )
            .choices(&CLASS_NAMES),
            GeneratorOption::value("rule", "RULE", "how water spreads: region (default), pool or adjacent")
                .choices(&["region", "pool", "adjacent"])
                .default("region"),
            GeneratorOption::flag("robust", "the same unique solution under the region rule and the pool rule"),
            GeneratorOption::flag(
                "minimal-clues",
                "remove clues until removing any other would allow a second solution",
            ),
            GeneratorOption::value(
                "image",
                GeneratorOption::FILE,
                "the water is the dark part of this picture (PNG, JPEG, PBM, or rows of # and .), scaled to the size of the board",
            ),
            GeneratorOption::value(
                "special",
                "WHEN",
                "the daily, weekly or monthly board of a date: the same for every seed",
            )
            .choices(&["daily", "weekly", "monthly"])
            .requires(&["date"]),
            GeneratorOption::value("date", "YEAR-MONTH-DAY", "the day of a special board, such as 2026-11-16")
                .requires(&["special"]),
            GeneratorOption::flag(
                "stress",
                "boards that encode exact-cover problems, to test solvers with (default size 25x15: 12 sets over 12 elements)",
            ),
        ];
        OPTIONS
    }

    fn unavoidable(&self) -> &'static [&'static str] {
        &["too wide", "indispensable"]
    }

    fn missing_levels(&self) -> &'static [(&'static str, &'static [usize])] {
        // Measured (bench/results/levels.md).
        &[("5x5", &[4])]
    }

    fn revision(&self) -> u32 {
        2
    }

    fn key(&self, spec: &GenerateSpec) -> Result<Key, GenerateError> {
        let plan = Plan::of(spec)?;
        let kind = match &plan.kind {
            Kind::Random => "random".to_owned(),
            Kind::Picture(water) => water.values().iter().map(|&wet| if wet { '#' } else { '.' }).collect(),
            Kind::Stress { .. } => "stress".to_owned(),
        };
        let key = Key::new("aquarium", self.revision(), plan.seed)
            .with("size", format_args!("{}x{}", plan.rows, plan.columns))
            .with("tanks", format_args!("{}..{}", plan.fewest_tanks, plan.most_tanks))
            .with("rule", plan.rule.name())
            .with("robust", plan.is_robust)
            .with("minimal-clues", plan.drops_clues)
            .with("special", spec.text("special").unwrap_or_default())
            .with("kind", kind);
        Ok(key)
    }

    /// Small tanks make hard boards.
    fn defaults_for_level(
        &self,
        spec: &GenerateSpec,
        level: usize,
    ) -> Result<Vec<(&'static str, usize)>, GenerateError> {
        let plan = Plan::of(spec)?;
        let cells = plan.rows * plan.columns;
        let is_free = ["class", "special", "image", "stress"].into_iter().all(|name| !spec.has(name));
        Ok(match cells {
            _ if !is_free || level < HARD => Vec::new(),
            0..=49 => vec![("tanks", cells / 2)],
            50..=144 => vec![("tanks", cells / 3)],
            _ => Vec::new(),
        })
    }

    /// A tank or two change their shape or their level.
    fn vary(
        &self,
        spec: &GenerateSpec,
        puzzle: &dyn Puzzle,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, GenerateError> {
        let plan = Plan::of(spec)?;
        let (Some(board), Kind::Random) = (puzzle.downcast::<Aquarium>(), &plan.kind) else { return Ok(None) };
        let outcome = board.solve(&Ask { budget: spec.budget.clone(), ..Ask::default() });
        let Some(water) = outcome.solutions.first().and_then(Solution::grid) else { return Ok(None) };
        let water = water.map(|&wet| wet == 1);
        let Some(mut next) = plan.changed(board, &water, random) else { return Ok(None) };
        if !plan.is_unique(&next, spec)? {
            return Ok(None);
        }
        if plan.drops_clues {
            plan.drop_clues(&mut next, spec, &spec.budget.start(), random)?;
        }
        Ok(Some(Box::new(next)))
    }

    fn make(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, GenerateError> {
        let plan = Plan::of(spec)?;
        let watch = spec.budget.start();
        let mut board = plan.unique_board(spec, &watch, random)?;
        if plan.drops_clues {
            plan.drop_clues(&mut board, spec, &watch, random)?;
        }
        Ok(Box::new(board))
    }
}

impl Plan {
    fn of(spec: &GenerateSpec) -> Result<Self, GenerateError> {
        let refuse = |name: &'static str, message: String| Err(GenerateError::Option { name, message });
        let mut size = spec.size("size")?;
        let mut tanks = spec.range("tanks")?.map(|range| (*range.start() as usize, *range.end() as usize));
        let special = dates::special(spec)?;
        let (class, named_by) = match special {
            Some((class, _)) if !spec.has("class") => (Some(class), "special"),
            _ => (spec.text("class"), "class"),
        };
        let kinds = ["image", "stress", named_by].into_iter().filter(|name| spec.has(name)).collect::<Vec<_>>();
        if let [first, second, ..] = kinds[..] {
            return refuse(first, format!("it cannot be combined with the option '{second}'"));
        }
        if let Some(class) = class {
            let Some(&(_, side, count)) = CLASSES.iter().find(|(name, ..)| *name == class) else {
                return refuse("class", format!("'{class}' is not one of {}", CLASS_NAMES.join(", ")));
            };
            if size.is_some() || tanks.is_some() || special.is_some() && named_by == "class" {
                return refuse(named_by, "it says the size and the tanks already; give either it or them".into());
            }
            (size, tanks) = (Some((side, side)), Some((count, count)));
        }
        if spec.has("stress") && tanks.is_some() {
            return refuse("tanks", "the tanks of a stress board follow from its size".into());
        }
        if let Some((rows, columns)) = size
            && (!SIDES.contains(&rows) || !SIDES.contains(&columns))
        {
            return refuse(
                "size",
                format!("{rows}x{columns}: sides of {} to {} can be made", SIDES.start(), SIDES.end()),
            );
        }
        let kind = match spec.text("image") {
            Some(text) => Kind::Picture(picture::water(text, size)?),
            None if spec.has("stress") => {
                let (rows, columns) = size.unwrap_or(STRESS);
                let (elements, sets) = stress::elements_and_sets(rows, columns)?;
                Kind::Stress { elements, sets }
            }
            None => Kind::Random,
        };
        let (rows, columns) = match &kind {
            Kind::Picture(water) => (water.rows(), water.columns()),
            Kind::Stress { elements, sets } => (2 * sets + 1, elements + 3),
            Kind::Random => size.unwrap_or((10, 10)),
        };
        let cells = rows * columns;
        let usual = cells.div_ceil(5).min(2 * rows.max(columns)).min(MAX_TANKS);
        let (fewest_tanks, most_tanks) = tanks.unwrap_or((usual, usual));
        if fewest_tanks == 0 || most_tanks > cells {
            return refuse("tanks", format!("a board of {rows}×{columns} has 1 to {cells} tanks"));
        }
        let rule = match spec.text("rule") {
            None => WaterRule::default(),
            Some(name) => match WaterRule::named(name) {
                Some(rule) => rule,
                None => return refuse("rule", format!("'{name}' is not one of region, pool, adjacent")),
            },
        };
        let is_robust = spec.has("robust");
        if is_robust && rule == WaterRule::Adjacent {
            return refuse("robust", "it is about the region and the pool rule, not about adjacent".into());
        }
        if rule == WaterRule::Adjacent && matches!(kind, Kind::Stress { .. }) {
            return refuse("stress", "these boards ask their question under the region and the pool rule only".into());
        }
        let drops_clues = spec.has("minimal-clues");
        // The special board is the same for everyone, whatever the seed.
        let seed = special.map_or(spec.seed, |(_, period)| period);
        Ok(Plan { kind, seed, rows, columns, fewest_tanks, most_tanks, rule, is_robust, drops_clues })
    }

    fn unique_board(
        &self,
        spec: &GenerateSpec,
        watch: &Watch<'_>,
        random: &mut ChaCha8Rng,
    ) -> Result<Aquarium, GenerateError> {
        if let Kind::Picture(water) = &self.kind {
            let cannot = "no tanks were found that leave this picture as the only answer; another size, or larger dark \
                          and light areas, make that likelier";
            return picture::board(self, water, spec, watch, random)?.ok_or(GenerateError::Cannot(cannot.to_owned()));
        }
        for _ in 0..TRIES {
            watch.check().map_err(GenerateError::Stopped)?;
            let board = match self.kind {
                Kind::Stress { elements, sets } => self.draw_cover(elements, sets, random),
                _ => self.draw(random),
            };
            if let Some(board) = board
                && self.is_unique(&board, spec)?
            {
                return Ok(board);
            }
        }
        let (rows, columns) = (self.rows, self.columns);
        Err(GenerateError::Cannot(match self.kind {
            Kind::Stress { elements, sets } => format!(
                "no {sets} sets over {elements} elements had a single cover in {TRIES} tries; fewer rows make that likelier"
            ),
            _ => format!(
                "no board of {rows}×{columns} with {} to {} tanks had a single answer in {TRIES} tries; larger tanks (a \
                 smaller --tanks) make that likelier",
                self.fewest_tanks, self.most_tanks
            ),
        }))
    }

    /// A board that encodes an exact cover problem, and has a solution.
    fn draw_cover(&self, elements: usize, sets: usize, random: &mut ChaCha8Rng) -> Option<Aquarium> {
        let sets = stress::random_sets(elements, sets, random);
        exact_cover(elements, &sets).map(|board| Aquarium { rule: self.rule, ..board })
    }

    /// A board with a solution; `None` when it does not look good enough.
    fn draw(&self, random: &mut ChaCha8Rng) -> Option<Aquarium> {
        let count = random.random_range(self.fewest_tanks..=self.most_tanks);
        let tanks = tanks::cut((self.rows, self.columns), count, None, random);
        let (rows, columns) = (vec![None; self.rows], vec![None; self.columns]);
        let board = Aquarium::new(columns, rows, &tanks, self.rule).ok()?;
        let water = fill(&board, random);
        self.dressed(board, &water)
    }

    /// A tank takes over a cell from another one, or not, and is filled to another level. `None` when that fails.
    fn changed(&self, board: &Aquarium, water: &Grid<bool>, random: &mut ChaCha8Rng) -> Option<Aquarium> {
        let mut tanks = board.tanks.clone();
        let mut tank = random.random_range(1..=board.tank_count()) as u16;
        if random.random_bool(0.5) {
            let borders: Vec<(Cell, Cell)> = neighbours(&tanks).filter(|&(a, b)| tanks[a] != tanks[b]).collect();
            let &(a, b) = borders.get(random.random_range(0..borders.len().max(1)))?;
            let (taken, by) = if random.random_bool(0.5) { (a, b) } else { (b, a) };
            tank = tanks[by];
            tanks[taken] = tank;
        }
        let rows: Vec<usize> = tanks.cells().filter(|&cell| tanks[cell] == tank).map(|cell| cell.row).collect();
        let level = random.random_range(*rows.iter().min()?..=rows.iter().max()? + 1);
        let mut water = water.clone();
        for cell in tanks.cells().filter(|&cell| tanks[cell] == tank) {
            water[cell] = cell.row >= level;
        }
        let next = Aquarium::new(vec![None; self.columns], vec![None; self.rows], &tanks, self.rule).ok()?;
        let is_wanted = (self.fewest_tanks..=self.most_tanks).contains(&next.tank_count());
        self.dressed(next, &water).filter(|_| is_wanted)
    }

    /// A board with the clues of some water; `None` when it does not look good enough.
    fn dressed(&self, board: Aquarium, water: &Grid<bool>) -> Option<Aquarium> {
        let wet = water.values().iter().filter(|&&wet| wet).count();
        let cells = self.rows * self.columns;
        if cells >= CELLS_FOR_WATER && !WATER.contains(&(100 * wet / cells)) {
            return None;
        }
        let board = clued(board, water);
        let is_given_away = |clue: Option<u32>, room: usize| clue == Some(0) || clue == Some(room as u32);
        let given_away = board.rows.iter().filter(|&&clue| is_given_away(clue, self.columns)).count()
            + board.columns.iter().filter(|&&clue| is_given_away(clue, self.rows)).count();
        // One line in ten, and on small boards two: there they can hardly be avoided.
        (given_away <= 2.max((self.rows + self.columns) / 10)).then_some(board)
    }

    /// The solver's verdict on a board under every rule that counts, within the steps that one board may take.
    fn outcomes<'a>(
        &'a self,
        board: &'a Aquarium,
        spec: &'a GenerateSpec,
    ) -> impl Iterator<Item = Result<Outcome, GenerateError>> + 'a {
        let steps = match self.kind {
            Kind::Stress { .. } => 1_000_000,
            _ => 500 + (self.rows * self.columns * self.most_tanks / 10) as u64,
        };
        let ask = Ask { budget: Budget { nodes: Some(steps), ..spec.budget.clone() }, ..Ask::default() };
        let rules = [WaterRule::Region, WaterRule::Pool, WaterRule::Adjacent];
        let counts = |rule: WaterRule| rule == self.rule || self.is_robust && rule != WaterRule::Adjacent;
        rules.into_iter().filter(move |&rule| counts(rule)).map(move |rule| {
            let outcome = Aquarium { rule, ..board.clone() }.solve(&ask);
            match outcome.verdict {
                Verdict::Unknown(why) if why != Stopped::Nodes => Err(GenerateError::Stopped(why)),
                _ => Ok(outcome),
            }
        })
    }

    /// Whether the board was proved to have one solution, under every rule that counts. A board that is too hard is
    /// discarded like one with several solutions.
    fn is_unique(&self, board: &Aquarium, spec: &GenerateSpec) -> Result<bool, GenerateError> {
        for outcome in self.outcomes(board, spec) {
            if outcome?.verdict != Verdict::Unique {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves out clues, in random order, as long as the solution stays the only one.
    fn drop_clues(
        &self,
        board: &mut Aquarium,
        spec: &GenerateSpec,
        watch: &Watch<'_>,
        random: &mut ChaCha8Rng,
    ) -> Result<(), GenerateError> {
        let mut lines: Vec<usize> = (0..self.rows + self.columns).collect();
        shuffle(&mut lines, random);
        for line in lines {
            watch.check().map_err(GenerateError::Stopped)?;
            let clue = board.clue_mut(line).take();
            if !self.is_unique(board, spec)? {
                *board.clue_mut(line) = clue;
            }
        }
        Ok(())
    }
}

/// The board with the clues of some water.
fn clued(board: Aquarium, water: &Grid<bool>) -> Aquarium {
    let count = |cells: &mut dyn Iterator<Item = &bool>| Some(cells.filter(|&&wet| wet).count() as u32);
    Aquarium {
        rows: (0..water.rows()).map(|row| count(&mut water.row(row).iter())).collect(),
        columns: (0..water.columns()).map(|column| count(&mut water.column(column))).collect(),
        ..board
    }
}

/// Water at random levels. Where the rule allows different levels in one tank, some parts get them.
fn fill(board: &Aquarium, random: &mut ChaCha8Rng) -> Grid<bool> {
    let mut rows_of = vec![(usize::MAX, 0); board.tank_count() + 1];
    for cell in board.tanks.cells() {
        let (top, bottom) = &mut rows_of[usize::from(board.tanks[cell])];
        (*top, *bottom) = ((*top).min(cell.row), (*bottom).max(cell.row));
    }
    // The highest wet row of each tank, or the one below it when it is empty.
    let level: Vec<usize> = rows_of[1..].iter().map(|&(top, bottom)| random.random_range(top..=bottom + 1)).collect();
    let is_wet = |cell: Cell| cell.row >= level[usize::from(board.tanks[cell]) - 1];
    let flow = Flow::new(board);
    let mut wet: Vec<bool> = flow.first.iter().map(|&cell| is_wet(cell)).collect();
    if board.rule == WaterRule::Region {
        return flow.stretch_of.map(|&stretch| wet[stretch as usize]);
    }
    let mut covered = vec![false; wet.len()];
    // From the top: a stretch with no water above it may be dry.
    let mut floods = flow.floods.clone();
    floods.sort_unstable_by_key(|&(above, _)| std::cmp::Reverse(above));
    let mut floods = floods.into_iter().peekable();
    for stretch in (0..wet.len()).rev() {
        wet[stretch] = wet[stretch] && (covered[stretch] || random.random_range(0..4) > 0);
        while let Some((_, below)) = floods.next_if(|&(above, _)| above as usize == stretch) {
            covered[below as usize] |= wet[stretch];
        }
    }
    flow.stretch_of.map(|&stretch| wet[stretch as usize])
}

/// Puts a list into random order.
fn shuffle<T>(list: &mut [T], random: &mut impl Rng) {
    for place in (1..list.len()).rev() {
        list.swap(place, random.random_range(0..=place));
    }
}
