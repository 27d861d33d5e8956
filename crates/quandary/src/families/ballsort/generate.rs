//! New boards: shuffled balls, kept when the oracle says what was wished.
//!
//! Shuffles with two empty bottles can nearly always be sorted up to a dozen colours; with twenty colours three in ten
//! cannot, and with one empty bottle most cannot from five colours on. So every board is asked about before it is given
//! away: [`super::oracle`] proves that it can be sorted, or, for `--impossible`, that it cannot. With `--optimum` the length
//! of a shortest plan is proved as well.

use super::oracle::{self, Answer};
use super::{BallSort, MAX_BOTTLES, MAX_CAPACITY, MAX_COLOURS, Rule};
use crate::puzzle::{Generator, GeneratorOption, Puzzle, Refusal, Wish};
use crate::random::{ChaCha8Rng, RngExt, stream};
use crate::verdict::{Ask, Verdict};

/// Shuffles that are tried for one board.
const SHUFFLES: usize = 2_000;

/// The generator of this family.
pub(super) static SHUFFLER: Shuffler = Shuffler;

/// Shuffles balls.
pub(super) struct Shuffler;

impl Generator for Shuffler {
    fn options(&self) -> &'static [GeneratorOption] {
        &[
            GeneratorOption {
                name: "colours",
                value: Some("N"),
                summary: "how many colours, each filling a bottle (6)",
            },
            GeneratorOption { name: "capacity", value: Some("N"), summary: "how many balls a bottle holds (4)" },
            GeneratorOption { name: "empty", value: Some("N"), summary: "how many bottles are empty (2)" },
            GeneratorOption { name: "rule", value: Some("RULE"), summary: "ball or water (ball)" },
            GeneratorOption {
                name: "optimum",
                value: Some("A..B"),
                summary: "a shortest plan has this many moves, proved (any)",
            },
            GeneratorOption { name: "impossible", value: None, summary: "boards that cannot be sorted, proved" },
        ]
    }

    fn generate(&self, wish: &Wish, index: u64) -> Result<Box<dyn Puzzle>, Refusal> {
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
        let is_wanted_dead = wish.has("impossible");
        if is_wanted_dead && optimum.is_some() {
            let message = "a board that cannot be sorted has no shortest plan".to_owned();
            return Err(Refusal::Option { name: "optimum", message });
        }
        let watch = wish.budget.start();
        let mut random = stream(wish.seed, "ballsort", index);
        for _ in 0..SHUFFLES {
            watch.look().map_err(Refusal::Stopped)?;
            let puzzle = shuffled(&mut random, colours, capacity, empty, rule)?;
            match oracle::ask(&puzzle, &wish.budget).0 {
                Answer::Unknown(why) => return Err(Refusal::Stopped(why)),
                answer if (answer == Answer::DeadEnd) != is_wanted_dead => continue,
                _ => {}
            }
            let Some(optimum) = &optimum else { return Ok(Box::new(puzzle)) };
            let outcome = puzzle.solve(&Ask { budget: wish.budget.clone(), ..Ask::default() });
            let length = outcome.solutions.first().and_then(|solution| solution.plan()).map(|plan| plan.moves.len());
            match (outcome.verdict, length) {
                (Verdict::Optimal, Some(length)) if optimum.contains(&(length as u64)) => return Ok(Box::new(puzzle)),
                (Verdict::Unknown(why), _) => return Err(Refusal::Stopped(why)),
                _ => {}
            }
        }
        Err(Refusal::Cannot(format!("none of {SHUFFLES} shuffled boards was as wished")))
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
    fn wishes_without_sense_are_refused() {
        for (name, value) in
            [("colours", "0"), ("capacity", "0"), ("colours", "900"), ("empty", "255"), ("rule", "tea")]
        {
            let Err(Refusal::Option { name: blamed, .. }) = make(&[(name, value)], 0) else { panic!("{name} {value}") };
            assert_eq!(blamed, name);
        }
        assert!(make(&[("impossible", ""), ("optimum", "5")], 0).is_err());
        assert!(matches!(make(&[("colours", "2"), ("optimum", "90")], 0), Err(Refusal::Cannot(_))));
    }
}
