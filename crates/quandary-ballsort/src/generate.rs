//! New boards: shuffled balls, kept when the oracle proves what was requested.
//!
//! Shuffles with two empty bottles can nearly always be sorted up to a dozen colours; with twenty colours three in ten
//! cannot, and with one empty bottle most cannot from five colours on. So every board is checked before it is returned:
//! [`super::oracle`] proves that it can be sorted, or, for `--impossible`, that it cannot. With `--optimum` the length
//! of a shortest plan is proved as well; with `--tight` that one empty bottle fewer would not do. `--dead-ends` asks
//! for a difficulty: the share of moves along a shortest plan that make the board unsortable. That
//! share predicts how hard people find a board; the length of the plan hardly does.
//!
//! With `--capacities 3..6` bottles differ in size; each colour fills one of the bottles that it is dealt into. The oracle
//! only knows bottles of one size, so there a search over positions is the proof.
//!
//! With hundreds of colours and few empty bottles it is infeasible to decide whether a shuffled board can be sorted. There
//! the balls are dealt instead, along an order in which the bottles can be dug out: that order is the proof.

use std::ops::RangeInclusive;

use super::oracle::{self, Answer};
use super::solver::can_be_sorted;
use super::{BallSort, Goal, MAX_BOTTLES, MAX_CAPACITY, MAX_COLOURS, Rule};
use quandary_core::puzzle::{GenerateError, GenerateSpec, Generator, GeneratorOption, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, Key, RngExt};
use quandary_core::verdict::{Ask, Budget, Stopped, Verdict};

/// Shuffles that are tried for one board.
const SHUFFLES: usize = 2_000;

/// What may be spent on one shuffle, in nodes of the border graph or in positions: where that is not enough the next one may
/// be easier. And how many may stay undecided.
const BORDER_NODES: u64 = 200_000;
const UNDECIDED: usize = 3;

/// So many dead ends in a hundred moves are rare with two empty bottles.
const MANY_DEAD_ENDS: u64 = 10;

/// The generator of this family.
pub(super) static SHUFFLER: Shuffler = Shuffler;

/// Shuffles balls.
pub(super) struct Shuffler;

impl Generator for Shuffler {
    fn options(&self) -> &'static [GeneratorOption] {
        const OPTIONS: &[GeneratorOption] = &[
            GeneratorOption::value(
                "colours",
                "N",
                "how many colours, each filling a bottle (default 6; 4 to 16 where a grade is given)",
            )
            .default("6")
            .usual(&["3", "4", "5", "6", "8", "10", "12"])
            .called(&[
                "3 colours",
                "4 colours",
                "5 colours",
                "6 colours",
                "8 colours",
                "10 colours",
                "12 colours",
            ]),
            GeneratorOption::value("capacity", "N", "how many balls a bottle holds (default 4)")
                .default("4")
                .usual(&["3", "4", "5", "6"]),
            GeneratorOption::value(
                "capacities",
                "A..B",
                "bottles of different sizes, each holding from A to B balls, instead of one capacity for all (default: all alike)",
            ),
            GeneratorOption::value("empty", "N", "how many bottles are empty (default 2; 1 for boards with dead ends)")
                .default("2")
                .usual(&["1", "2", "3"]),
            GeneratorOption::value("rule", "RULE", "ball (default) or water")
                .choices(&["ball", "water"])
                .default("ball"),
            GeneratorOption::value("optimum", "A..B", "number of moves of a shortest plan, proved (default: any)"),
            GeneratorOption::value(
                "dead-ends",
                "A..B",
                "percentage of moves along a shortest plan that lead to a dead end: 0..2 is easy, 15..100 hard (default: any)",
            ),
            GeneratorOption::flag("tight", "proved to be unsortable with one empty bottle fewer"),
            GeneratorOption::flag("impossible", "boards that are proved to be unsortable"),
        ];
        OPTIONS
    }

    fn unavoidable(&self) -> &'static [&'static str] {
        &["bringing a colour home", "freeing a colour"]
    }

    fn missing_levels(&self) -> &'static [(&'static str, &'static [usize])] {
        // Measured (bench/results/levels.md).
        &[
            ("3", &[2, 3, 4, 5]),
            ("4", &[2, 3, 4, 5]),
            ("5", &[3, 4, 5]),
            ("6", &[4, 5]),
            ("8", &[0]),
            ("10", &[0]),
            ("12", &[0]),
        ]
    }

    fn revision(&self) -> u32 {
        2
    }

    fn key(&self, spec: &GenerateSpec) -> Result<Key, GenerateError> {
        let plan = Plan::of(spec)?;
        let range = |range: &Option<RangeInclusive<u64>>| {
            range.as_ref().map(|range| format!("{}..{}", range.start(), range.end())).unwrap_or_default()
        };
        let key = Key::new("ballsort", self.revision(), spec.seed)
            .with("colours", plan.colours)
            .with("capacity", plan.capacity)
            .with("empty", plan.empty)
            .with("rule", plan.rule.name())
            .with("optimum", range(&plan.optimum))
            .with("dead-ends", range(&plan.dead_ends))
            .with("tight", plan.is_tight)
            .with("impossible", plan.is_wanted_dead);
        // Series without this option are as they were before there was one.
        Ok(match &plan.capacities {
            Some(_) => key.with("capacities", range(&plan.capacities)),
            None => key,
        })
    }

    /// The more colours, the longer the plan, which is most of what makes a board hard.
    fn defaults_for_level(
        &self,
        _spec: &GenerateSpec,
        level: usize,
    ) -> Result<Vec<(&'static str, usize)>, GenerateError> {
        const COLOURS: [usize; 6] = [4, 6, 8, 11, 13, 16];
        Ok(COLOURS.get(level).map(|&colours| ("colours", colours)).into_iter().collect())
    }

    fn make(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, GenerateError> {
        let plan = Plan::of(spec)?;
        let watch = spec.budget.start();
        let Plan { colours, capacity, empty, rule, .. } = plan;
        let mut undecided = 0;
        for _ in 0..SHUFFLES {
            watch.check().map_err(GenerateError::Stopped)?;
            let puzzle = plan.shuffled(random)?;
            match plan.judge(&puzzle, spec)? {
                Judgement::Accepted => return Ok(Box::new(puzzle)),
                Judgement::Rejected => {}
                Judgement::Undecided => undecided += 1,
            }
            if undecided < UNDECIDED {
                continue;
            }
            if plan.is_special() || empty == 0 || plan.capacities.is_some() {
                return Err(GenerateError::Cannot(format!(
                    "of {UNDECIDED} shuffled boards with {colours} colours and {empty} empty bottles it could not be \
                     found out whether they can be sorted"
                )));
            }
            return dealt(random, colours, capacity, empty, rule).map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>);
        }
        Err(GenerateError::Cannot(format!(
            "none of {SHUFFLES} shuffled boards with {colours} colours and {empty} empty bottles was as asked for"
        )))
    }

    /// Two balls of different colours change places.
    fn vary(
        &self,
        spec: &GenerateSpec,
        puzzle: &dyn Puzzle,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, GenerateError> {
        let plan = Plan::of(spec)?;
        let Some(board) = puzzle.downcast::<BallSort>() else { return Ok(None) };
        let mut bottles = board.bottles.clone();
        let place = |random: &mut ChaCha8Rng| {
            let bottle = random.random_range(0..plan.colours);
            (bottle, random.random_range(0..board.bottles[bottle].len()))
        };
        let (a, b) = (place(random), place(random));
        let (first, second) = (bottles[a.0][a.1], bottles[b.0][b.1]);
        if first == second {
            return Ok(None);
        }
        (bottles[a.0][a.1], bottles[b.0][b.1]) = (second, first);
        let next = BallSort { bottles, ..board.clone() };
        Ok(match plan.judge(&next, spec)? {
            Judgement::Accepted => Some(Box::new(next)),
            Judgement::Rejected | Judgement::Undecided => None,
        })
    }
}

/// A request, parsed.
struct Plan {
    colours: usize,
    capacity: usize,
    /// What a bottle may hold, where they differ.
    capacities: Option<RangeInclusive<u64>>,
    empty: usize,
    rule: Rule,
    optimum: Option<RangeInclusive<u64>>,
    dead_ends: Option<RangeInclusive<u64>>,
    is_tight: bool,
    is_wanted_dead: bool,
}

/// Whether a board meets a request.
enum Judgement {
    Accepted,
    Rejected,
    /// Whether it can be sorted takes too long to find out.
    Undecided,
}

impl Plan {
    fn of(spec: &GenerateSpec) -> Result<Plan, GenerateError> {
        let within = |name: &'static str, usual: u64, most: usize| match spec.number(name, usual)? {
            number if number <= most as u64 => Ok(number as usize),
            _ => Err(GenerateError::Option { name, message: format!("at most {most}") }),
        };
        let colours = within("colours", 6, MAX_COLOURS)?;
        let capacity = within("capacity", 4, MAX_CAPACITY)?;
        let capacities = spec.range("capacities")?;
        let refuse = |message: String| Err(GenerateError::Option { name: "capacities", message });
        match &capacities {
            Some(sizes) if *sizes.start() == 0 || *sizes.end() > MAX_CAPACITY as u64 => {
                return refuse(format!("a bottle holds 1 to {MAX_CAPACITY} balls"));
            }
            Some(_) if spec.has("capacity") => {
                return refuse("a capacity says that all bottles hold the same; give one of the two".to_owned());
            }
            Some(_) if spec.has("dead-ends") => {
                return refuse("dead ends are only counted where all bottles hold the same".to_owned());
            }
            _ => {}
        }
        let (optimum, dead_ends) = (spec.range("optimum")?, spec.range("dead-ends")?);
        let (is_tight, is_wanted_dead) = (spec.has("tight"), spec.has("impossible"));
        // With two empty bottles nearly all boards can be sorted, from nearly everywhere.
        let is_narrow = is_wanted_dead || dead_ends.as_ref().is_some_and(|share| *share.start() >= MANY_DEAD_ENDS);
        let empty = within("empty", if is_narrow { 1 } else { 2 }, MAX_BOTTLES)?;
        let too_small = |name| Err(GenerateError::Option { name, message: "at least 1".to_owned() });
        if colours == 0 {
            return too_small("colours");
        }
        if capacity == 0 {
            return too_small("capacity");
        }
        if colours + empty > MAX_BOTTLES {
            let message = format!("with {colours} colours at most {}", MAX_BOTTLES - colours);
            return Err(GenerateError::Option { name: "empty", message });
        }
        let rule = match spec.text("rule") {
            None => Rule::Ball,
            Some(name) => Rule::named(name)
                .ok_or_else(|| GenerateError::Option { name: "rule", message: "choose ball or water".to_owned() })?,
        };
        let asked = [("optimum", optimum.is_some()), ("dead-ends", dead_ends.is_some()), ("tight", is_tight)];
        if let Some((name, _)) = asked.into_iter().find(|&(_, is_asked)| is_wanted_dead && is_asked) {
            let message = "a board that cannot be sorted has no plan".to_owned();
            return Err(GenerateError::Option { name, message });
        }
        if is_tight && empty == 0 {
            return Err(GenerateError::Option {
                name: "tight",
                message: "there is no empty bottle to leave out".to_owned(),
            });
        }
        Ok(Plan { colours, capacity, capacities, empty, rule, optimum, dead_ends, is_tight, is_wanted_dead })
    }

    /// Balls in random order, bottle by bottle, and empty bottles after them.
    fn shuffled(&self, random: &mut ChaCha8Rng) -> Result<BallSort, GenerateError> {
        let Plan { colours, empty, rule, .. } = *self;
        let capacities = self.sizes(random);
        let filled = capacities.iter().zip(1..=colours);
        let mut balls: Vec<u8> = filled.flat_map(|(&capacity, colour)| vec![colour as u8; capacity]).collect();
        for last in (1..balls.len()).rev() {
            balls.swap(last, random.random_range(0..=last));
        }
        let mut bottles: Vec<Vec<u8>> = Vec::with_capacity(colours + empty);
        for &capacity in &capacities[..colours] {
            let rest = balls.split_off(capacity);
            bottles.push(std::mem::replace(&mut balls, rest));
        }
        bottles.resize(colours + empty, Vec::new());
        let board = BallSort::with_each(capacities, bottles, (rule, Goal::Full), Vec::new(), Vec::new());
        board.map_err(|error| GenerateError::Cannot(error.message))
    }

    /// How many balls each bottle holds. Where they may differ and there is more than one, they do.
    fn sizes(&self, random: &mut ChaCha8Rng) -> Vec<usize> {
        let bottles = self.colours + self.empty;
        let Some(sizes) = &self.capacities else { return vec![self.capacity; bottles] };
        let mut drawn: Vec<usize> = (0..bottles).map(|_| random.random_range(sizes.clone()) as usize).collect();
        if drawn.iter().all(|&size| size == drawn[0]) && bottles > 1 {
            let others: Vec<u64> = sizes.clone().filter(|&size| size != drawn[0] as u64).collect();
            if !others.is_empty() {
                drawn[0] = others[random.random_range(0..others.len())] as usize;
            }
        }
        drawn
    }

    /// Whether more is requested than a board that can be sorted.
    fn is_special(&self) -> bool {
        self.is_wanted_dead || self.is_tight || self.optimum.is_some() || self.dead_ends.is_some()
    }

    /// Whether a board meets the request, with proof.
    fn judge(&self, puzzle: &BallSort, spec: &GenerateSpec) -> Result<Judgement, GenerateError> {
        let Some(is_dead_end) = is_dead(puzzle, spec)? else { return Ok(Judgement::Undecided) };
        if is_dead_end != self.is_wanted_dead {
            return Ok(Judgement::Rejected);
        }
        if self.is_tight && is_dead(&with_one_less(puzzle), spec)? != Some(true) {
            return Ok(Judgement::Rejected);
        }
        if self.optimum.is_none() && self.dead_ends.is_none() {
            return Ok(Judgement::Accepted);
        }
        let outcome = puzzle.solve(&Ask { budget: spec.budget.clone(), ..Ask::default() });
        let plan = match (outcome.verdict, outcome.solutions.into_iter().next()) {
            (Verdict::Optimal, Some(Solution::Plan(plan))) => plan,
            (Verdict::Unknown(why), _) => return Err(GenerateError::Stopped(why)),
            _ => return Ok(Judgement::Rejected),
        };
        let length = plan.moves.len() as u64;
        if self.optimum.as_ref().is_some_and(|wanted| !wanted.contains(&length)) {
            return Ok(Judgement::Rejected);
        }
        if let Some(wanted) = &self.dead_ends {
            let found = oracle::dead_ends(puzzle, &plan.moves, &spec.budget).map_err(GenerateError::Stopped)?;
            if !wanted.contains(&((100.0 * found.share()).round() as u64)) {
                return Ok(Judgement::Rejected);
            }
        }
        Ok(Judgement::Accepted)
    }
}

/// The same board with one empty bottle fewer; the empty ones come last.
fn with_one_less(puzzle: &BallSort) -> BallSort {
    let mut less = puzzle.clone();
    less.bottles.pop();
    less.capacities.pop();
    less
}

/// Whether a board cannot be sorted, proved; `None` when that takes too much.
fn is_dead(puzzle: &BallSort, spec: &GenerateSpec) -> Result<Option<bool>, GenerateError> {
    let nodes = spec.budget.nodes.map_or(BORDER_NODES, |all| all.min(BORDER_NODES));
    match can_be_sorted(puzzle, &Budget { nodes: Some(nodes), ..spec.budget.clone() }).0 {
        Answer::Unknown(Stopped::Nodes | Stopped::Memory) => Ok(None),
        Answer::Unknown(why) => Err(GenerateError::Stopped(why)),
        answer => Ok(Some(answer == Answer::DeadEnd)),
    }
}

/// A board that is known to be sortable, for sizes at which it is too hard to find out of a shuffled one: bottle after bottle
/// is dealt from what is left, and no more colours are started than there are bottles for when the bottles are dug out in
/// that order. Half of the empty bottles are left for the player's mistakes. The bottles are shuffled in the end.
fn dealt(
    random: &mut ChaCha8Rng,
    colours: usize,
    capacity: usize,
    empty: usize,
    rule: Rule,
) -> Result<BallSort, GenerateError> {
    let mut left: Vec<u8> = (1..=colours).flat_map(|colour| vec![colour as u8; capacity]).collect();
    let mut has_begun = vec![false; colours + 1];
    let mut begun = 0;
    let mut bottles: Vec<Vec<u8>> = Vec::new();
    for dug in 0..colours {
        let most = dug + empty.div_ceil(2);
        let mut bottle = Vec::new();
        while bottle.len() < capacity {
            let fits = |&at: &usize| begun < most || has_begun[usize::from(left[at])];
            let choice: Vec<usize> = (0..left.len()).filter(fits).collect();
            // There is a choice: of the colours that have started, more balls are left than are in the bottles so far.
            let ball = left.swap_remove(choice[random.random_range(0..choice.len())]);
            begun += usize::from(!std::mem::replace(&mut has_begun[usize::from(ball)], true));
            bottle.push(ball);
        }
        // The first to be dug comes from the top, and what has just started may be anywhere.
        bottle.reverse();
        bottles.push(bottle);
    }
    let mut order: Vec<usize> = (0..colours).collect();
    for last in (1..colours).rev() {
        order.swap(last, random.random_range(0..=last));
    }
    let mut stand = vec![0; colours];
    order.iter().enumerate().for_each(|(place, &bottle)| stand[bottle] = place);
    let mut placed: Vec<Vec<u8>> = order.iter().map(|&bottle| bottles[bottle].clone()).collect();
    placed.resize(colours + empty, Vec::new());
    let puzzle =
        BallSort::new(capacity, placed, rule, Vec::new()).map_err(|error| GenerateError::Cannot(error.message))?;
    match oracle::can_be_dug(&puzzle, &stand) {
        true => Ok(puzzle),
        false => Err(GenerateError::Cannot("a board that was dealt to be sortable is not".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(options: &[(&str, &str)], index: u64) -> Result<BallSort, GenerateError> {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let spec = GenerateSpec { seed: 1, options, ..GenerateSpec::default() };
        SHUFFLER.generate(&spec, index).map(|puzzle| puzzle.downcast::<BallSort>().unwrap().clone())
    }

    #[test]
    fn boards_are_as_asked_for_and_the_same_every_time() {
        let spec = [("colours", "7"), ("capacity", "3"), ("empty", "1"), ("rule", "water")];
        let board = make(&spec, 3).unwrap();
        assert_eq!((board.colours(), board.capacity(), board.bottles().len(), board.rule), (7, 3, 8, Rule::Water));
        assert_eq!(oracle::ask(&board, &GenerateSpec::default().budget).0, Answer::Solvable);
        assert_eq!(make(&spec, 3), Ok(board.clone()));
        assert_ne!(make(&spec, 4), Ok(board));
    }

    #[test]
    fn impossible_boards_and_boards_of_some_length_come_with_proof() {
        for options in [&[("impossible", "")][..], &[("colours", "5"), ("empty", "1"), ("impossible", "")]] {
            let dead = make(options, 0).unwrap();
            assert!(matches!(dead.solve(&Ask::default()).verdict, Verdict::Impossible(_)));
        }
        let short = make(&[("colours", "4"), ("optimum", "10..11"), ("rule", "water")], 0).unwrap();
        let outcome = short.solve(&Ask::default());
        assert!((10..=11).contains(&outcome.solutions[0].plan().unwrap().moves.len()));
    }

    #[test]
    fn two_hundred_colours_are_no_trouble() {
        let board = make(&[("colours", "200"), ("empty", "12"), ("rule", "water")], 0).unwrap();
        assert_eq!((board.colours(), board.bottles().len()), (200, 212));
        assert_eq!(oracle::ask(&board, &Budget::seconds(60.0)).0, Answer::Solvable);
    }

    #[test]
    fn a_tight_board_needs_all_its_empty_bottles() {
        let board = make(&[("colours", "6"), ("tight", "")], 0).unwrap();
        let nothing = GenerateSpec::default();
        assert_eq!(is_dead(&board, &nothing), Ok(Some(false)));
        assert_eq!(is_dead(&with_one_less(&board), &nothing), Ok(Some(true)));
    }

    #[test]
    fn a_board_with_many_dead_ends_has_more_of_them_than_an_easy_one() {
        let share = |wanted| {
            let board = make(&[("colours", "6"), ("empty", "1"), ("rule", "water"), ("dead-ends", wanted)], 0).unwrap();
            let outcome = board.solve(&Ask::default());
            let plan = outcome.solutions[0].plan().unwrap();
            oracle::dead_ends(&board, &plan.moves, &GenerateSpec::default().budget).unwrap().share()
        };
        assert!(make(&[("dead-ends", "15..100")], 0).is_ok());
        assert!((0.0..0.105).contains(&share("0..10")));
        assert!((0.245..0.905).contains(&share("25..90")));
    }

    #[test]
    fn bottles_differ_where_that_is_asked_for_and_the_board_can_be_sorted() {
        for index in 0..6 {
            let spec = [("colours", "6"), ("capacities", "2..5"), ("rule", "water")];
            let board = make(&spec, index).unwrap();
            assert!(board.is_mixed() && (0..8).all(|bottle| (2..=5).contains(&board.holds(bottle))));
            let outcome = board.solve(&Ask::default());
            assert_eq!(outcome.verdict, Verdict::Optimal);
            assert_eq!(make(&spec, index), Ok(board));
        }
        let dead = make(&[("colours", "4"), ("empty", "1"), ("capacities", "3..4"), ("impossible", "")], 0).unwrap();
        assert!(matches!(dead.solve(&Ask::default()).verdict, Verdict::Impossible(_)));
        for other in [("capacity", "4"), ("dead-ends", "5..100")] {
            assert!(make(&[("capacities", "3..4"), other], 0).is_err());
        }
        assert!(make(&[("capacities", "0..4")], 0).is_err() && make(&[("capacities", "4..40")], 0).is_err());
    }

    #[test]
    fn options_without_sense_are_refused() {
        for (name, value) in
            [("colours", "0"), ("capacity", "0"), ("colours", "900"), ("empty", "255"), ("rule", "tea")]
        {
            let Err(GenerateError::Option { name: blamed, .. }) = make(&[(name, value)], 0) else {
                panic!("{name} {value}")
            };
            assert_eq!(blamed, name);
        }
        assert!(make(&[("impossible", ""), ("optimum", "5")], 0).is_err());
        assert!(make(&[("impossible", ""), ("tight", "")], 0).is_err());
        assert!(make(&[("empty", "0"), ("tight", "")], 0).is_err());
        assert!(matches!(make(&[("colours", "2"), ("optimum", "90")], 0), Err(GenerateError::Cannot(_))));
    }
}
