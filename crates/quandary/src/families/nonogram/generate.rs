//! Making new Nonograms: random shapes or a given picture, changed as little as needed until the clues have one answer.
//!
//! Random dots make poor pictures and hardly ever a unique puzzle, so a random picture is smoothed first: each cell takes
//! the side of most of its neighbours, and filled cells gather in shapes. Then the clues are solved. Where they have a second
//! answer, the two differ in some cells, and one of these is turned over; that the two pictures can change places
//! is what the change takes away. A handful of such cells is tried each time, and the one kept is that which leaves the
//! least in doubt, until a puzzle has one answer or the changes have become too many.

use super::{LARGEST_SIDE, Nonogram};
use crate::grid::Grid;
use crate::puzzle::{Cell, Generator, GeneratorOption, Puzzle, Refusal, Solution, Wish};
use crate::random::{ChaCha8Rng, RngExt, stream};
use crate::read::Source;
use crate::verdict::{Ask, Verdict, Watch};

/// The generator of the family.
pub static GENERATOR: Pictures = Pictures;

/// Makes Nonograms from random or given pictures.
#[derive(Debug)]
pub struct Pictures;

/// The largest side of a random picture; larger ones take too long to be repaired.
const LARGEST_RANDOM: usize = 100;

/// How many pictures are begun before giving up.
const ATTEMPTS: u64 = 20;

/// How many ways of repairing a picture are tried at each step.
const REPAIRS: usize = 6;

const OPTIONS: [GeneratorOption; 3] = [
    GeneratorOption {
        name: "size", value: Some("HxW"), summary: "rows × columns of a random picture (default 15x15)"
    },
    GeneratorOption {
        name: "density",
        value: Some("PERCENT"),
        summary: "how much of a random picture is filled, about, from 20 to 80 (default 55)",
    },
    GeneratorOption {
        name: "picture",
        value: Some("TEXT"),
        summary: "a picture to start from, as rows of # and . or as a plain PBM; as few cells are changed as needed",
    },
];

impl Generator for Pictures {
    fn options(&self) -> &'static [GeneratorOption] {
        &OPTIONS
    }

    fn generate(&self, wish: &Wish, index: u64) -> Result<Box<dyn Puzzle>, Refusal> {
        let mut random = stream(wish.seed, "nonogram", index);
        let mut watch = wish.budget.start();
        if let Some(text) = wish.text("picture") {
            if let Some(name) = ["size", "density"].into_iter().find(|name| wish.has(name)) {
                return Err(Refusal::Option { name, message: "a given picture has its own".to_owned() });
            }
            let picture = read_picture(text).map_err(|message| Refusal::Option { name: "picture", message })?;
            let cells = picture.values().len();
            return match repaired(picture, &mut random, &mut watch, wish, cells / 4 + 4)? {
                Some(puzzle) => Ok(Box::new(puzzle)),
                None => Err(Refusal::Cannot(
                    "this picture has no puzzle with one answer near it: more than a quarter of its cells would change"
                        .to_owned(),
                )),
            };
        }
        let (rows, columns) = wish.size("size")?.unwrap_or((15, 15));
        if rows.max(columns) > LARGEST_RANDOM {
            let message = format!("{rows}x{columns} is too large; up to {LARGEST_RANDOM}x{LARGEST_RANDOM} can be made");
            return Err(Refusal::Option { name: "size", message });
        }
        let density = wish.number("density", 55)?;
        if !(20..=80).contains(&density) {
            return Err(Refusal::Option { name: "density", message: format!("{density} is not from 20 to 80") });
        }
        for _ in 0..ATTEMPTS {
            let picture = shapes(rows, columns, density as f64 / 100.0, &mut random);
            if let Some(puzzle) = repaired(picture, &mut random, &mut watch, wish, rows * columns / 6 + 4)? {
                return Ok(Box::new(puzzle));
            }
        }
        Err(Refusal::Cannot(format!("no puzzle with one answer came out of {ATTEMPTS} pictures; try another density")))
    }
}

/// A picture of random shapes: random dots, smoothed.
fn shapes(rows: usize, columns: usize, density: f64, random: &mut ChaCha8Rng) -> Grid<u8> {
    let mut picture = Grid::filled(rows, columns, 0);
    for cell in picture.cells() {
        picture[cell] = u8::from(random.random_bool(density));
    }
    let before = picture.clone();
    for cell in picture.cells() {
        let (mut filled, mut all) = (0, 0);
        for row in cell.row.saturating_sub(1)..=(cell.row + 1).min(rows - 1) {
            for column in cell.column.saturating_sub(1)..=(cell.column + 1).min(columns - 1) {
                filled += u32::from(before[Cell { row, column }]);
                all += 1;
            }
        }
        // As dense as before on the whole: a cell follows its neighbours where they are clearly more or fewer than usual.
        let expected = density * f64::from(all);
        let own = f64::from(filled);
        if own > expected + 1.0 {
            picture[cell] = 1;
        } else if own < expected - 1.0 {
            picture[cell] = 0;
        }
    }
    picture
}

/// What stands in the way of a picture's clues having one answer.
enum Doubt {
    None,
    /// Another picture with the same clues.
    Other(Grid<u8>),
    /// It takes longer to find out than one puzzle may.
    Unknown,
}

fn doubt(picture: &Grid<u8>, wish: &Wish) -> Result<Doubt, Refusal> {
    let puzzle = Nonogram::of_picture(picture).map_err(|error| Refusal::Cannot(error.to_string()))?;
    let mut budget = wish.budget.clone();
    // A puzzle that takes this much is no fun to solve anyway.
    budget.nodes = Some(budget.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
    let other = outcome.solutions.into_iter().filter_map(|solution| match solution {
        Solution::Grid(grid) if grid != *picture => Some(grid),
        _ => None,
    });
    Ok(match (outcome.verdict, other.into_iter().next()) {
        (Verdict::Unique, _) => Doubt::None,
        (_, Some(other)) => Doubt::Other(other),
        _ => Doubt::Unknown,
    })
}

/// Most nodes that the solver may take for a puzzle that is being made.
const NODES: u64 = 2_000;

/// Turns cells over, at most so many, until the clues have one answer.
fn repaired(
    mut picture: Grid<u8>,
    random: &mut ChaCha8Rng,
    watch: &mut Watch<'_>,
    wish: &Wish,
    changes: usize,
) -> Result<Option<Nonogram>, Refusal> {
    let mut state = doubt(&picture, wish)?;
    for _ in 0..changes {
        let other = match state {
            Doubt::None => return Ok(Nonogram::of_picture(&picture).ok()),
            Doubt::Unknown => return Ok(None),
            Doubt::Other(other) => other,
        };
        let mut differing: Vec<Cell> = picture.cells().filter(|&cell| picture[cell] != other[cell]).collect();
        // The cell to turn over is that whose picture has a second answer that differs least, and best none.
        let mut best: Option<(usize, Cell, Doubt)> = None;
        for _ in 0..REPAIRS.min(differing.len()) {
            watch.look().map_err(Refusal::Stopped)?;
            let cell = differing.swap_remove(random.random_range(0..differing.len()));
            picture[cell] = 1 - picture[cell];
            let left = doubt(&picture, wish)?;
            let size = match &left {
                Doubt::None => 0,
                Doubt::Unknown => usize::MAX,
                Doubt::Other(other) => picture.cells().filter(|&cell| picture[cell] != other[cell]).count(),
            };
            picture[cell] = 1 - picture[cell];
            if best.as_ref().is_none_or(|(least, ..)| size < *least) {
                best = Some((size, cell, left));
            }
        }
        let Some((_, cell, left)) = best else { return Ok(None) };
        picture[cell] = 1 - picture[cell];
        state = left;
    }
    Ok(matches!(state, Doubt::None).then(|| Nonogram::of_picture(&picture).ok()).flatten())
}

/// A picture from rows of `#` and `.`, or from a plain PBM (`P1`).
fn read_picture(text: &str) -> Result<Grid<u8>, String> {
    let source = Source::from_text(text.replace("\\n", "\n"));
    let is_pbm = source.text.trim_start().starts_with("P1");
    let rows: Vec<Vec<u8>> = if is_pbm { read_pbm(&source.text)? } else { read_rows(&source)? };
    let width = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != width) {
        return Err("the rows of the picture are not equally long".to_owned());
    }
    if width == 0 || width.max(rows.len()) > LARGEST_SIDE {
        return Err(format!("a picture has 1 to {LARGEST_SIDE} rows and columns"));
    }
    let height = rows.len();
    Grid::from_values(height, width, rows.concat()).ok_or_else(|| "the picture is damaged".to_owned())
}

fn read_rows(source: &Source) -> Result<Vec<Vec<u8>>, String> {
    let cell = |character: char| match character {
        '#' | '*' | '1' | 'x' | 'X' => Ok(1),
        '.' | '0' | '-' | ' ' => Ok(0),
        _ => Err(format!("'{}' is no cell of a picture; write # or .", character.escape_default())),
    };
    let lines = source.lines().filter(|line| !line.is_blank());
    lines.map(|line| line.text.trim_end_matches('\r').chars().map(cell).collect()).collect()
}

fn read_pbm(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let words = text.lines().flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace());
    let mut words = words.skip(1);
    let mut size =
        || words.next().and_then(|word| word.parse::<usize>().ok()).filter(|size| (1..=LARGEST_SIDE).contains(size));
    let (Some(width), Some(_)) = (size(), size()) else {
        return Err(format!("a PBM starts with P1, its width and its height, each from 1 to {LARGEST_SIDE}"));
    };
    let bits = words.flat_map(str::chars).map(|bit| match bit {
        '0' => Ok(0),
        '1' => Ok(1),
        _ => Err(format!("'{}' is no bit of a plain PBM", bit.escape_default())),
    });
    let bits = bits.collect::<Result<Vec<u8>, _>>()?;
    Ok(bits.chunks(width).map(<[u8]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(options: &[(&str, &str)]) -> Wish {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Wish { seed: 7, options, ..Wish::default() }
    }

    #[test]
    fn every_puzzle_has_one_answer_and_the_size_that_was_asked_for() {
        let wish = wish(&[("size", "8x11"), ("density", "60")]);
        for index in 0..5 {
            let puzzle = GENERATOR.generate(&wish, index).unwrap();
            assert_eq!(puzzle.size(), "8×11");
            assert_eq!(puzzle.solve(&Ask::default()).verdict, Verdict::Unique);
        }
    }

    #[test]
    fn the_same_seed_and_index_give_the_same_puzzle() {
        let make = |seed, index| GENERATOR.generate(&Wish { seed, ..wish(&[]) }, index).unwrap().write("json").unwrap();
        assert_eq!(make(1, 5), make(1, 5));
        assert_ne!(make(1, 5), make(1, 6));
        assert_ne!(make(1, 5), make(2, 5));
    }

    #[test]
    fn a_picture_is_kept_where_it_has_one_answer_and_else_changed_in_few_cells() {
        let heart = ".#.#.\n#####\n#####\n.###.\n..#..";
        let puzzle = GENERATOR.generate(&wish(&[("picture", heart)]), 0).unwrap();
        let solution = &puzzle.solve(&Ask::default()).solutions[0];
        assert_eq!(puzzle.solution_json(solution).to_string(), format!("[\"{}\"]", heart.replace('\n', "\",\"")));
        let checkers = "P1\n# two ways to draw it\n4 2\n1 0 1 0\n0 1 0 1\n";
        let puzzle = GENERATOR.generate(&wish(&[("picture", checkers)]), 0).unwrap();
        assert_eq!(puzzle.solve(&Ask::default()).verdict, Verdict::Unique);
    }

    #[test]
    fn a_wish_that_makes_no_sense_is_refused() {
        let refused = |options: &[(&str, &str)]| GENERATOR.generate(&wish(options), 0).unwrap_err().to_string();
        assert_eq!(refused(&[("size", "200x200")]), "--size: 200x200 is too large; up to 100x100 can be made");
        assert_eq!(refused(&[("density", "95")]), "--density: 95 is not from 20 to 80");
        assert_eq!(refused(&[("picture", "#?")]), "--picture: '?' is no cell of a picture; write # or .");
        assert_eq!(refused(&[("picture", "#.\n#")]), "--picture: the rows of the picture are not equally long");
        assert_eq!(refused(&[("picture", "#."), ("size", "3")]), "--size: a given picture has its own");
    }
}
