//! Making new boards: natural tanks, water at random levels, clues that allow no second answer.
//!
//! The board is cut into tanks ([`tanks`]), each tank is filled to a random level, and the clues are counted off. That is a
//! board with a solution; whether it is the only one is for the solver to prove. Boards with more are thrown away: on
//! boards like the puzzle sites' nearly all or every third are unique, depending on how small the tanks are, and proving
//! it takes a tenth of a millisecond. Boards that are all too wet or dry, or show too many clues that give themselves away
//! (none or all of a line), are thrown away before that.
//!
//! Everything is drawn from one random stream per board, and trials are limited by their number and by steps of the
//! search, never by the clock: the same wish gives the same board on every machine.

mod tanks;

use super::{Aquarium, Flow, WaterRule};
use crate::grid::Grid;
use crate::puzzle::{Cell, Generator, GeneratorOption, Puzzle, Refusal, Wish};
use crate::random::{self, ChaCha8Rng, RngExt};
use crate::verdict::{Ask, Budget, Stopped, Verdict, Watch};

/// Sides that can be asked for.
const SIDES: std::ops::RangeInclusive<usize> = 2..=100;

/// How many boards are tried before a wish is refused.
const TRIES: u32 = 3_000;

/// The part of the cells that hold water, in percent. On very small boards a few tanks decide, so there it is not asked.
const WATER: std::ops::RangeInclusive<usize> = 40..=60;
const CELLS_FOR_WATER: usize = 36;

/// The puzzle site's classes: name, side, tanks.
const CLASSES: [(&str, usize, usize); 10] = [
    ("6x6-easy", 6, 6),
    ("6x6-normal", 6, 9),
    ("6x6-hard", 6, 18),
    ("10x10-easy", 10, 14),
    ("10x10-normal", 10, 20),
    ("10x10-hard", 10, 33),
    ("15x15-easy", 15, 22),
    ("15x15-normal", 15, 32),
    ("15x15-hard", 15, 45),
    ("30x30-monthly", 30, 60),
];

/// The one value of [`AquariumGenerator`].
pub(super) static GENERATOR: AquariumGenerator = AquariumGenerator;

/// Makes Aquarium boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct AquariumGenerator;

/// A wish, understood.
#[derive(Clone, Copy, Debug)]
struct Plan {
    rows: usize,
    columns: usize,
    fewest_tanks: usize,
    most_tanks: usize,
    rule: WaterRule,
    is_robust: bool,
    drops_clues: bool,
}

impl Generator for AquariumGenerator {
    fn options(&self) -> &'static [GeneratorOption] {
        const fn option(name: &'static str, value: Option<&'static str>, summary: &'static str) -> GeneratorOption {
            GeneratorOption { name, value, summary }
        }
        const OPTIONS: [GeneratorOption; 6] = [
            option("size", Some("ROWSxCOLUMNS"), "rows and columns, 2 to 100 each (default 10x10)"),
            option("tanks", Some("A..B"), "how many tanks (default: one for every five cells)"),
            option(
                "class",
                Some("NAME"),
                "size and tanks as the puzzle site has them: 6x6-, 10x10- or 15x15- with easy, normal or hard, or 30x30-monthly",
            ),
            option("rule", Some("RULE"), "how water spreads: region (default), pool or adjacent"),
            option("robust", None, "one and the same only answer under the region and the pool rule"),
            option("minimal-clues", None, "leave out clues until no other can go without a second answer"),
        ];
        &OPTIONS
    }

    fn generate(&self, wish: &Wish, index: u64) -> Result<Box<dyn Puzzle>, Refusal> {
        let plan = Plan::of(wish)?;
        let mut random = random::stream(wish.seed, "aquarium", index);
        let watch = wish.budget.start();
        for _ in 0..TRIES {
            watch.look().map_err(Refusal::Stopped)?;
            let Some(mut board) = plan.draw(&mut random) else { continue };
            if !plan.is_unique(&board, wish)? {
                continue;
            }
            if plan.drops_clues {
                plan.drop_clues(&mut board, wish, &watch, &mut random)?;
            }
            return Ok(Box::new(board));
        }
        Err(Refusal::Cannot(format!(
            "no board of {}×{} with {} to {} tanks had a single answer in {TRIES} tries; larger tanks (a smaller --tanks) \
             make that likelier",
            plan.rows, plan.columns, plan.fewest_tanks, plan.most_tanks
        )))
    }
}

impl Plan {
    fn of(wish: &Wish) -> Result<Self, Refusal> {
        let refuse = |name: &'static str, message: String| Err(Refusal::Option { name, message });
        let mut size = wish.size("size")?;
        let mut tanks = wish.range("tanks")?.map(|range| (*range.start() as usize, *range.end() as usize));
        if let Some(class) = wish.text("class") {
            let Some(&(_, side, count)) = CLASSES.iter().find(|(name, ..)| *name == class) else {
                let known: Vec<&str> = CLASSES.iter().map(|(name, ..)| *name).collect();
                return refuse("class", format!("'{class}' is not one of {}", known.join(", ")));
            };
            if size.is_some() || tanks.is_some() {
                return refuse("class", "it says the size and the tanks already; give either it or them".into());
            }
            (size, tanks) = (Some((side, side)), Some((count, count)));
        }
        let (rows, columns) = size.unwrap_or((10, 10));
        if !SIDES.contains(&rows) || !SIDES.contains(&columns) {
            return refuse(
                "size",
                format!("{rows}x{columns}: sides of {} to {} can be made", SIDES.start(), SIDES.end()),
            );
        }
        let cells = rows * columns;
        let (fewest_tanks, most_tanks) = tanks.unwrap_or((cells.div_ceil(5), cells.div_ceil(5)));
        if fewest_tanks == 0 || most_tanks > cells {
            return refuse("tanks", format!("a board of {rows}×{columns} has 1 to {cells} tanks"));
        }
        let rule = match wish.text("rule") {
            None => WaterRule::default(),
            Some(name) => match WaterRule::named(name) {
                Some(rule) => rule,
                None => return refuse("rule", format!("'{name}' is not one of region, pool, adjacent")),
            },
        };
        let is_robust = wish.has("robust");
        if is_robust && rule == WaterRule::Adjacent {
            return refuse("robust", "it is about the region and the pool rule, not about adjacent".into());
        }
        Ok(Plan { rows, columns, fewest_tanks, most_tanks, rule, is_robust, drops_clues: wish.has("minimal-clues") })
    }

    /// A board with a solution; `None` when its looks are not good enough.
    fn draw(&self, random: &mut ChaCha8Rng) -> Option<Aquarium> {
        let count = random.random_range(self.fewest_tanks..=self.most_tanks);
        let tanks = tanks::cut(self.rows, self.columns, count, random);
        let (rows, columns) = (vec![None; self.rows], vec![None; self.columns]);
        let mut board = Aquarium::new(columns, rows, &tanks, self.rule).ok()?;
        let water = fill(&board, random);
        let wet = water.values().iter().filter(|&&wet| wet).count();
        let cells = self.rows * self.columns;
        if cells >= CELLS_FOR_WATER && !WATER.contains(&(100 * wet / cells)) {
            return None;
        }
        let count = |cells: &mut dyn Iterator<Item = &bool>| Some(cells.filter(|&&wet| wet).count() as u32);
        board.rows = (0..self.rows).map(|row| count(&mut water.row(row).iter())).collect();
        board.columns = (0..self.columns).map(|column| count(&mut water.column(column))).collect();
        let is_given_away = |clue: Option<u32>, room: usize| clue == Some(0) || clue == Some(room as u32);
        let given_away = board.rows.iter().filter(|&&clue| is_given_away(clue, self.columns)).count()
            + board.columns.iter().filter(|&&clue| is_given_away(clue, self.rows)).count();
        // One line in ten, and on small boards two: there they can hardly be avoided.
        (given_away <= 2.max((self.rows + self.columns) / 10)).then_some(board)
    }

    /// Whether the board was proved to have one solution, under every rule that counts. Too hard a board is thrown away
    /// like one with several solutions.
    fn is_unique(&self, board: &Aquarium, wish: &Wish) -> Result<bool, Refusal> {
        let steps = 500 + (self.rows * self.columns * self.most_tanks / 10) as u64;
        let ask = Ask { budget: Budget { nodes: Some(steps), ..wish.budget.clone() }, ..Ask::default() };
        let rules = [WaterRule::Region, WaterRule::Pool, WaterRule::Adjacent];
        let counts = |rule: WaterRule| rule == self.rule || self.is_robust && rule != WaterRule::Adjacent;
        for rule in rules.into_iter().filter(|&rule| counts(rule)) {
            match (Aquarium { rule, ..board.clone() }).solve(&ask).verdict {
                Verdict::Unique => {}
                Verdict::Unknown(why) if why != Stopped::Nodes => return Err(Refusal::Stopped(why)),
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Leaves out clues, in random order, as long as the solution stays the only one.
    fn drop_clues(
        &self,
        board: &mut Aquarium,
        wish: &Wish,
        watch: &Watch<'_>,
        random: &mut ChaCha8Rng,
    ) -> Result<(), Refusal> {
        let mut lines: Vec<usize> = (0..self.rows + self.columns).collect();
        for place in (1..lines.len()).rev() {
            lines.swap(place, random.random_range(0..=place));
        }
        for line in lines {
            watch.look().map_err(Refusal::Stopped)?;
            let clue = board.clue_mut(line).take();
            if !self.is_unique(board, wish)? {
                *board.clue_mut(line) = clue;
            }
        }
        Ok(())
    }
}

/// Water at random levels. Where the rule lets the parts of a tank stand at different levels, some of them do.
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
    // From the top: a stretch with no water above it may run dry.
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
