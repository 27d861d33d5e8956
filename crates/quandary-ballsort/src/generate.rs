//! New boards: shuffled balls, kept when the oracle says what was wished.
//!
//! Shuffles with two empty bottles can nearly always be sorted up to a dozen colours; with twenty colours three in ten
//! cannot, and with one empty bottle most cannot from five colours on. So every board is asked about before it is given
//! away: [`super::oracle`] proves that it can be sorted, or, for `--impossible`, that it cannot. With `--optimum` the length
//! of a shortest plan is proved as well; with `--tight` that one empty bottle less would not do. `--dead-ends` asks for a
//! difficulty: the share of moves along a shortest plan after which all is lost. People's judgement follows that share, and
//! hardly the length of the plan.
//!
//! With hundreds of colours and few empty bottles nobody can say of a shuffled board whether it can be sorted. There the
//! balls are dealt instead, along an order in which the bottles can be dug out: that order is the proof.

use std::ops::RangeInclusive;

use super::oracle::{self, Answer};
use super::{BallSort, MAX_BOTTLES, MAX_CAPACITY, MAX_COLOURS, Rule};
use quandary_core::puzzle::{Generator, GeneratorOption, Puzzle, Refusal, Solution, Wish};
use quandary_core::random::{ChaCha8Rng, Key, RngExt};
use quandary_core::verdict::{Ask, Budget, Stopped, Verdict};

/// Shuffles that are tried for one board.
const SHUFFLES: usize = 2_000;

/// What may be spent on one shuffle, in nodes of the border graph: where that is not enough the next one may be easier.
/// So many of them may stay undecided.
const BORDER_NODES: u64 = 200_000;
const UNDECIDED: usize = 3;

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
                "how many colours, each filling a bottle (default 6, with --grade 4 to 16)",
            )
            .default("6")
            .usual(&["3", "4", "5", "6", "8", "10", "12"]),
            GeneratorOption::value("capacity", "N", "how many balls a bottle holds (default 4)")
                .default("4")
                .usual(&["3", "4", "5", "6"]),
            GeneratorOption::value("empty", "N", "how many bottles are empty (default 2)")
                .default("2")
                .usual(&["1", "2", "3"]),
            GeneratorOption::value("rule", "RULE", "ball (default) or water")
                .choices(&["ball", "water"])
                .default("ball"),
            GeneratorOption::value("optimum", "A..B", "a shortest plan has this many moves, proved (default: any)"),
            GeneratorOption::value(
                "dead-ends",
                "A..B",
                "so many of a hundred moves along a shortest plan lose: 0..2 is easy, 15..100 hard (default: any)",
            ),
            GeneratorOption::flag("tight", "with one empty bottle less it could not be sorted, proved"),
            GeneratorOption::flag("impossible", "boards that cannot be sorted, proved"),
        ];
        OPTIONS
    }

    fn revision(&self) -> u32 {
        2
    }

    fn key(&self, wish: &Wish) -> Result<Key, Refusal> {
        let plan = Plan::of(wish)?;
        let range = |range: &Option<RangeInclusive<u64>>| {
            range.as_ref().map(|range| format!("{}..{}", range.start(), range.end())).unwrap_or_default()
        };
        let key = Key::new("ballsort", self.revision(), wish.seed)
            .with("colours", plan.colours)
            .with("capacity", plan.capacity)
            .with("empty", plan.empty)
            .with("rule", plan.rule.name())
            .with("optimum", range(&plan.optimum))
            .with("dead-ends", range(&plan.dead_ends))
            .with("tight", plan.is_tight)
            .with("impossible", plan.is_wanted_dead);
        Ok(key)
    }

    /// The more colours, the longer the plan, which is most of what makes a board hard.
    fn defaults_for_level(&self, _wish: &Wish, level: usize) -> Result<Vec<(&'static str, usize)>, Refusal> {
        const COLOURS: [usize; 6] = [4, 6, 8, 11, 13, 16];
        Ok(COLOURS.get(level).map(|&colours| ("colours", colours)).into_iter().collect())
    }

    fn make(&self, wish: &Wish, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, Refusal> {
        let plan = Plan::of(wish)?;
        let watch = wish.budget.start();
        let Plan { colours, capacity, empty, rule, .. } = plan;
        let mut undecided = 0;
        for _ in 0..SHUFFLES {
            watch.look().map_err(Refusal::Stopped)?;
            let puzzle = shuffled(random, colours, capacity, empty, rule)?;
            match plan.judge(&puzzle, wish)? {
                Judgement::AsWished => return Ok(Box::new(puzzle)),
                Judgement::Otherwise => {}
                Judgement::Undecided => undecided += 1,
            }
            if undecided < UNDECIDED {
                continue;
            }
            if plan.is_special() || empty == 0 {
                return Err(Refusal::Cannot(format!(
                    "of {UNDECIDED} shuffled boards with {colours} colours and {empty} empty bottles it could not be \
                     found out whether they can be sorted"
                )));
            }
            return dealt(random, colours, capacity, empty, rule).map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>);
        }
        Err(Refusal::Cannot(format!("none of {SHUFFLES} shuffled boards was as wished")))
    }

    /// Two balls of different colours change places.
    fn vary(
        &self,
        wish: &Wish,
        puzzle: &dyn Puzzle,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, Refusal> {
        let plan = Plan::of(wish)?;
        let Some(board) = puzzle.downcast::<BallSort>() else { return Ok(None) };
        let mut bottles = board.bottles.clone();
        let place =
            |random: &mut ChaCha8Rng| (random.random_range(0..plan.colours), random.random_range(0..plan.capacity));
        let (a, b) = (place(random), place(random));
        let (first, second) = (bottles[a.0][a.1], bottles[b.0][b.1]);
        if first == second {
            return Ok(None);
        }
        (bottles[a.0][a.1], bottles[b.0][b.1]) = (second, first);
        let next = BallSort::new(plan.capacity, bottles, plan.rule, Vec::new());
        let next = next.map_err(|error| Refusal::Cannot(error.message))?;
        Ok(match plan.judge(&next, wish)? {
            Judgement::AsWished => Some(Box::new(next)),
            Judgement::Otherwise | Judgement::Undecided => None,
        })
    }
}

/// A wish, understood.
struct Plan {
    colours: usize,
    capacity: usize,
    empty: usize,
    rule: Rule,
    optimum: Option<RangeInclusive<u64>>,
    dead_ends: Option<RangeInclusive<u64>>,
    is_tight: bool,
    is_wanted_dead: bool,
}

/// What a board is worth to a wish.
enum Judgement {
    AsWished,
    Otherwise,
    /// Whether it can be sorted takes too long to find out.
    Undecided,
}

impl Plan {
    fn of(wish: &Wish) -> Result<Plan, Refusal> {
        let within = |name: &'static str, usual: u64, most: usize| match wish.number(name, usual)? {
            number if number <= most as u64 => Ok(number as usize),
            _ => Err(Refusal::Option { name, message: format!("at most {most}") }),
        };
        let colours = within("colours", 6, MAX_COLOURS)?;
        let capacity = within("capacity", 4, MAX_CAPACITY)?;
        let empty = within("empty", 2, MAX_BOTTLES)?;
        let too_small = |name| Err(Refusal::Option { name, message: "at least 1".to_owned() });
        if colours == 0 {
            return too_small("colours");
        }
        if capacity == 0 {
            return too_small("capacity");
        }
        if colours + empty > MAX_BOTTLES {
            let message = format!("with {colours} colours at most {}", MAX_BOTTLES - colours);
            return Err(Refusal::Option { name: "empty", message });
        }
        let rule = match wish.text("rule") {
            None => Rule::Ball,
            Some(name) => Rule::named(name)
                .ok_or_else(|| Refusal::Option { name: "rule", message: "choose ball or water".to_owned() })?,
        };
        let optimum = wish.range("optimum")?;
        let dead_ends = wish.range("dead-ends")?;
        let (is_tight, is_wanted_dead) = (wish.has("tight"), wish.has("impossible"));
        let asked = [("optimum", optimum.is_some()), ("dead-ends", dead_ends.is_some()), ("tight", is_tight)];
        if let Some((name, _)) = asked.into_iter().find(|&(_, is_asked)| is_wanted_dead && is_asked) {
            let message = "a board that cannot be sorted has no plan".to_owned();
            return Err(Refusal::Option { name, message });
        }
        if is_tight && empty == 0 {
            return Err(Refusal::Option { name: "tight", message: "there is no empty bottle to leave out".to_owned() });
        }
        Ok(Plan { colours, capacity, empty, rule, optimum, dead_ends, is_tight, is_wanted_dead })
    }

    /// Whether more is wished for than a board that can be sorted.
    fn is_special(&self) -> bool {
        self.is_wanted_dead || self.is_tight || self.optimum.is_some() || self.dead_ends.is_some()
    }

    /// Whether a board is as wished, with proof.
    fn judge(&self, puzzle: &BallSort, wish: &Wish) -> Result<Judgement, Refusal> {
        let Some(is_dead_end) = is_dead(puzzle, wish)? else { return Ok(Judgement::Undecided) };
        if is_dead_end != self.is_wanted_dead {
            return Ok(Judgement::Otherwise);
        }
        if self.is_tight && is_dead(&with_one_less(puzzle), wish)? != Some(true) {
            return Ok(Judgement::Otherwise);
        }
        if self.optimum.is_none() && self.dead_ends.is_none() {
            return Ok(Judgement::AsWished);
        }
        let outcome = puzzle.solve(&Ask { budget: wish.budget.clone(), ..Ask::default() });
        let plan = match (outcome.verdict, outcome.solutions.into_iter().next()) {
            (Verdict::Optimal, Some(Solution::Plan(plan))) => plan,
            (Verdict::Unknown(why), _) => return Err(Refusal::Stopped(why)),
            _ => return Ok(Judgement::Otherwise),
        };
        let length = plan.moves.len() as u64;
        if self.optimum.as_ref().is_some_and(|wanted| !wanted.contains(&length)) {
            return Ok(Judgement::Otherwise);
        }
        if let Some(wanted) = &self.dead_ends {
            let found = oracle::dead_ends(puzzle, &plan.moves, &wish.budget).map_err(Refusal::Stopped)?;
            if !wanted.contains(&((100.0 * found.share()).round() as u64)) {
                return Ok(Judgement::Otherwise);
            }
        }
        Ok(Judgement::AsWished)
    }
}

/// The same board with one empty bottle less; the empty ones come last.
fn with_one_less(puzzle: &BallSort) -> BallSort {
    let mut less = puzzle.clone();
    less.bottles.pop();
    less
}

/// Whether a board cannot be sorted, proved; `None` when that takes too much.
fn is_dead(puzzle: &BallSort, wish: &Wish) -> Result<Option<bool>, Refusal> {
    let nodes = wish.budget.nodes.map_or(BORDER_NODES, |all| all.min(BORDER_NODES));
    match oracle::ask(puzzle, &Budget { nodes: Some(nodes), ..wish.budget.clone() }).0 {
        Answer::Unknown(Stopped::Nodes | Stopped::Memory) => Ok(None),
        Answer::Unknown(why) => Err(Refusal::Stopped(why)),
        answer => Ok(Some(answer == Answer::DeadEnd)),
    }
}

/// Balls in random order, bottle by bottle, and empty bottles after them.
fn shuffled(
    random: &mut ChaCha8Rng,
    colours: usize,
    capacity: usize,
    empty: usize,
    rule: Rule,
) -> Result<BallSort, Refusal> {
    let mut balls: Vec<u8> = (1..=colours).flat_map(|colour| vec![colour as u8; capacity]).collect();
    for last in (1..balls.len()).rev() {
        balls.swap(last, random.random_range(0..=last));
    }
    let mut bottles: Vec<Vec<u8>> = balls.chunks(capacity).map(<[u8]>::to_vec).collect();
    bottles.resize(colours + empty, Vec::new());
    BallSort::new(capacity, bottles, rule, Vec::new()).map_err(|error| Refusal::Cannot(error.message))
}

/// A board that is known to be sortable, for sizes at which it is too hard to find out of a shuffled one: bottle after bottle
/// is dealt from what is left, and no more colours are begun than there are bottles for when the bottles are dug out in
/// that order. Half of the empty bottles are left for the player's mistakes. The bottles are shuffled in the end.
fn dealt(
    random: &mut ChaCha8Rng,
    colours: usize,
    capacity: usize,
    empty: usize,
    rule: Rule,
) -> Result<BallSort, Refusal> {
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
            // There is a choice: of the colours that have begun, more balls are left than stand in the bottles so far.
            let ball = left.swap_remove(choice[random.random_range(0..choice.len())]);
            begun += usize::from(!std::mem::replace(&mut has_begun[usize::from(ball)], true));
            bottle.push(ball);
        }
        // The first to be dug comes from the top, and what has just begun may lie anywhere.
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
    let puzzle = BallSort::new(capacity, placed, rule, Vec::new()).map_err(|error| Refusal::Cannot(error.message))?;
    match oracle::can_be_dug(&puzzle, &stand) {
        true => Ok(puzzle),
        false => Err(Refusal::Cannot("a board that was dealt to be sortable is not".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(options: &[(&str, &str)], index: u64) -> Result<BallSort, Refusal> {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let wish = Wish { seed: 1, options, ..Wish::default() };
        SHUFFLER.generate(&wish, index).map(|puzzle| puzzle.downcast::<BallSort>().unwrap().clone())
    }

    #[test]
    fn boards_are_as_wished_and_the_same_every_time() {
        let wish = [("colours", "7"), ("capacity", "3"), ("empty", "1"), ("rule", "water")];
        let board = make(&wish, 3).unwrap();
        assert_eq!((board.colours(), board.capacity(), board.bottles().len(), board.rule), (7, 3, 8, Rule::Water));
        assert_eq!(oracle::ask(&board, &Wish::default().budget).0, Answer::Solvable);
        assert_eq!(make(&wish, 3), Ok(board.clone()));
        assert_ne!(make(&wish, 4), Ok(board));
    }

    #[test]
    fn impossible_boards_and_boards_of_some_length_come_with_proof() {
        let dead = make(&[("colours", "5"), ("empty", "1"), ("impossible", "")], 0).unwrap();
        assert!(matches!(dead.solve(&Ask::default()).verdict, Verdict::Impossible(_)));
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
        let nothing = Wish::default();
        assert_eq!(is_dead(&board, &nothing), Ok(Some(false)));
        assert_eq!(is_dead(&with_one_less(&board), &nothing), Ok(Some(true)));
    }

    #[test]
    fn a_board_with_many_dead_ends_has_more_of_them_than_an_easy_one() {
        let share = |wanted| {
            let board = make(&[("colours", "6"), ("empty", "1"), ("rule", "water"), ("dead-ends", wanted)], 0).unwrap();
            let outcome = board.solve(&Ask::default());
            let plan = outcome.solutions[0].plan().unwrap();
            oracle::dead_ends(&board, &plan.moves, &Wish::default().budget).unwrap().share()
        };
        assert!((0.0..0.105).contains(&share("0..10")));
        assert!((0.245..0.905).contains(&share("25..90")));
    }

    #[test]
    fn wishes_without_sense_are_refused() {
        for (name, value) in
            [("colours", "0"), ("capacity", "0"), ("colours", "900"), ("empty", "255"), ("rule", "tea")]
        {
            let Err(Refusal::Option { name: blamed, .. }) = make(&[(name, value)], 0) else { panic!("{name} {value}") };
            assert_eq!(blamed, name);
        }
        assert!(make(&[("impossible", ""), ("optimum", "5")], 0).is_err());
        assert!(make(&[("impossible", ""), ("tight", "")], 0).is_err());
        assert!(make(&[("empty", "0"), ("tight", "")], 0).is_err());
        assert!(matches!(make(&[("colours", "2"), ("optimum", "90")], 0), Err(Refusal::Cannot(_))));
    }
}
