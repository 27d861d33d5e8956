//! Making new Nonograms: random shapes or a given picture, changed as little as needed until the clues have one solution.
//!
//! A random picture is made of shapes (`shapes`). A given picture, drawn or photographed, is scaled to the size of the board
//! (`picture`) and to few colours (`colours`). Either is then repaired (`repair`) until its clues have one solution.

mod colours;
mod picture;
mod repair;
mod shapes;

use self::picture::Wanted;
use self::repair::{Repair, has_one_answer, repaired};
use self::shapes::{is_at_edge, shapes};
use super::Nonogram;
use quandary_core::puzzle::{Cell, GenerateError, GenerateSpec, Generator, GeneratorOption, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, Key, RngExt};
use quandary_core::verdict::Ask;

/// The generator of the family.
pub(crate) static GENERATOR: Pictures = Pictures;

/// Makes Nonograms from random or given pictures.
#[derive(Debug)]
pub(crate) struct Pictures;

/// The largest side of a random picture; larger ones take too long to be repaired.
const MAX_RANDOM_SIDE: usize = 100;

/// From this level of the scale on, random pictures have this density unless another is asked for.
const HARD: usize = 2;
const DENSITY_OF_HARD: usize = 42;

/// By how many percent the density of a changed picture may differ from the requested one.
const LOOSENESS: usize = 8;

/// How many pictures are started before giving up.
const ATTEMPTS: u64 = 20;

/// The options that give a picture to start from.
const PICTURES: &[&str] = &["image", "picture"];

const OPTIONS: &[GeneratorOption] = &[
    GeneratorOption::value(
        "size",
        "HxW",
        "rows × columns of a random picture (default 15x15), or those to which a given picture is scaled",
    )
    .default("15x15")
    .usual(&["5x5", "6x6", "8x8", "10x10", "12x12", "15x15", "20x20", "25x25", "30x30"]),
    GeneratorOption::value(
        "density",
        "PERCENT",
        "about how much of a random picture is filled, from 20 to 80 (default 55; 42 for grade hard or above)",
    )
    .default("55"),
    GeneratorOption::value(
        "picture",
        "TEXT",
        "a picture to start from, as rows of # and . or as a plain PBM; as few cells are changed as needed",
    ),
    GeneratorOption::value(
        "image",
        GeneratorOption::FILE,
        "the same, from a file: PNG, JPEG, PBM or rows of # and .; scaled to at most 40 cells a side unless a larger size is given",
    ),
    GeneratorOption::value(
        "threshold",
        "BRIGHTNESS",
        "cells of a given picture darker than this, from 1 to 255, are filled (default: the value that best separates dark from light)",
    )
    .requires(PICTURES),
    GeneratorOption::flag(
        "dither",
        "shades of grey of a given picture become more or fewer filled cells, instead of all or none",
    )
    .requires(PICTURES),
    GeneratorOption::value(
        "colours",
        "NUMBER",
        "a coloured puzzle from a given picture, with at most this many colours besides white, from 2 to 12",
    )
    .requires(PICTURES)
    .usual(&["3", "4", "5", "6", "8", "10", "12"]),
];

/// What a random picture is like.
struct Landscape {
    rows: usize,
    columns: usize,
    /// How much of it is filled, in percent.
    density: u64,
}

impl Landscape {
    fn of(spec: &GenerateSpec) -> Result<Self, GenerateError> {
        let (rows, columns) = spec.size("size")?.unwrap_or((15, 15));
        if rows.max(columns) > MAX_RANDOM_SIDE {
            let message =
                format!("{rows}x{columns} is too large; up to {MAX_RANDOM_SIDE}x{MAX_RANDOM_SIDE} can be made");
            return Err(GenerateError::Option { name: "size", message });
        }
        let density = spec.number("density", 55)?;
        if !(20..=80).contains(&density) {
            return Err(GenerateError::Option { name: "density", message: format!("{density} is not from 20 to 80") });
        }
        Ok(Landscape { rows, columns, density })
    }
}

impl Generator for Pictures {
    fn options(&self) -> &'static [GeneratorOption] {
        OPTIONS
    }

    fn unavoidable(&self) -> &'static [&'static str] {
        &["overlap", "forced gap"]
    }

    /// Where two clues together show something, a single line nearly always shows more.
    fn hardly_needed(&self) -> &'static [&'static str] {
        &["two-line combination"]
    }

    fn missing_levels(&self) -> &'static [(&'static str, &'static [usize])] {
        // Measured (bench/results/levels.md).
        &[("5x5", &[4, 5]), ("6x6", &[5])]
    }

    fn revision(&self) -> u32 {
        2
    }

    fn key(&self, spec: &GenerateSpec) -> Result<Key, GenerateError> {
        let key = Key::new("nonogram", self.revision(), spec.seed);
        if let Some(Wanted { picture, cost, palette: _ }) = picture::wanted(spec)? {
            // The state of a picture, however it was reached.
            let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
            let cells: Vec<String> = picture.iter_rows().map(row).collect();
            let costs: Vec<String> = cost.values().iter().map(u32::to_string).collect();
            return Ok(key.with("picture", cells.join("\n")).with("cost", costs.join(" ")));
        }
        let Landscape { rows, columns, density } = Landscape::of(spec)?;
        Ok(key.with("size", format_args!("{rows}x{columns}")).with("density", density))
    }

    fn make(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, GenerateError> {
        let mut watch = spec.budget.start();
        if let Some(Wanted { picture, cost, palette }) = picture::wanted(spec)? {
            let cells = picture.values().len();
            let changes = cells / 4 + 4;
            let repair = Repair { beam: 4, changes, cost: Some(&cost) };
            return match repaired(picture, &repair, random, &mut watch, spec)? {
                Some(puzzle) => Ok(Box::new(match palette {
                    Some(palette) => puzzle.with_palette(palette),
                    None => puzzle,
                })),
                None => Err(GenerateError::Cannot(format!(
                    "no puzzle with one answer was found near this picture, with up to {changes} of its {cells} cells \
                     changed; try another --size or --threshold, or fewer --colours"
                ))),
            };
        }
        let Landscape { rows, columns, density } = Landscape::of(spec)?;
        let repair = Repair { beam: 1, changes: rows * columns / 6 + 4, cost: None };
        for _ in 0..ATTEMPTS {
            let picture = shapes(rows, columns, density as f64 / 100.0, random);
            if let Some(puzzle) = repaired(picture, &repair, random, &mut watch, spec)? {
                return Ok(Box::new(puzzle));
            }
        }
        Err(GenerateError::Cannot(format!(
            "no puzzle with one answer came out of {ATTEMPTS} pictures; try another density"
        )))
    }

    /// Sparser pictures are more ambiguous.
    fn defaults_for_level(
        &self,
        spec: &GenerateSpec,
        level: usize,
    ) -> Result<Vec<(&'static str, usize)>, GenerateError> {
        let is_random = !spec.has("picture") && !spec.has("image");
        Ok(if is_random && level >= HARD { vec![("density", DENSITY_OF_HARD)] } else { Vec::new() })
    }

    /// A few cells at the edges of the shapes change; a given picture stays as it is.
    fn vary(
        &self,
        spec: &GenerateSpec,
        puzzle: &dyn Puzzle,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, GenerateError> {
        if spec.has("picture") || spec.has("image") {
            return Ok(None);
        }
        let density = Landscape::of(spec)?.density as usize;
        let outcome = puzzle.solve(&Ask { budget: spec.budget.clone(), ..Ask::default() });
        let Some(mut picture) = outcome.solutions.first().and_then(Solution::grid).cloned() else { return Ok(None) };
        for _ in 0..random.random_range(1..=3) {
            let edges: Vec<Cell> = picture.cells().filter(|&cell| is_at_edge(&picture, cell)).collect();
            if !edges.is_empty() {
                picture[edges[random.random_range(0..edges.len())]] ^= 1;
            }
        }
        let filled = 100 * picture.values().iter().filter(|&&value| value != 0).count() / picture.values().len();
        let is_as_dense = filled.abs_diff(density) <= LOOSENESS;
        Ok(match is_as_dense && has_one_answer(&picture, spec)? {
            true => Nonogram::of_picture(&picture).ok().map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>),
            false => None,
        })
    }

    fn remark(&self, spec: &GenerateSpec, puzzle: &dyn Puzzle) -> Option<String> {
        let Wanted { picture, .. } = picture::wanted(spec).ok()??;
        let budget = spec.budget.clone();
        let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
        let grid = outcome.solutions.first()?.grid()?;
        let changed = picture.cells().filter(|&cell| picture[cell] != grid[cell]).count();
        let mut text = format!("{changed} of {} cells were changed", picture.values().len());
        if changed == 0 {
            return Some(text + "\n");
        }
        text.push_str(" so that the puzzle has one answer (+ filled, - emptied, ~ another colour):\n");
        for row in 0..grid.rows() {
            let mark = |column: usize| match (picture[Cell { row, column }], grid[Cell { row, column }]) {
                (0, 0) => '.',
                (0, _) => '+',
                (_, 0) => '-',
                (before, after) if before == after => '#',
                _ => '~',
            };
            text.extend((0..grid.columns()).map(mark));
            text.push('\n');
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::verdict::Verdict;

    fn spec(options: &[(&str, &str)]) -> GenerateSpec {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        GenerateSpec { seed: 7, options, ..GenerateSpec::default() }
    }

    #[test]
    fn every_puzzle_has_one_answer_and_the_size_that_was_asked_for() {
        let spec = spec(&[("size", "8x11"), ("density", "60")]);
        for index in 0..5 {
            let puzzle = GENERATOR.generate(&spec, index).unwrap();
            assert_eq!(puzzle.size(), "8×11");
            assert_eq!(puzzle.solve(&Ask::default()).verdict, Verdict::Unique);
        }
    }

    #[test]
    fn the_same_seed_and_index_give_the_same_puzzle() {
        let make = |seed, index| {
            GENERATOR.generate(&GenerateSpec { seed, ..spec(&[]) }, index).unwrap().write("json", crate::ONLY).unwrap()
        };
        assert_eq!(make(1, 5), make(1, 5));
        assert_ne!(make(1, 5), make(1, 6));
        assert_ne!(make(1, 5), make(2, 5));
    }

    #[test]
    fn a_picture_is_kept_where_it_has_one_answer_and_else_changed_in_few_cells() {
        let heart = ".#.#.\n#####\n#####\n.###.\n..#..";
        let puzzle = GENERATOR.generate(&spec(&[("picture", heart)]), 0).unwrap();
        let solution = &puzzle.solve(&Ask::default()).solutions[0];
        assert_eq!(puzzle.solution_json(solution).to_string(), format!("[\"{}\"]", heart.replace('\n', "\",\"")));
        let checkers = "P1\n# two ways to draw it\n4 2\n1 0 1 0\n0 1 0 1\n";
        let puzzle = GENERATOR.generate(&spec(&[("picture", checkers)]), 0).unwrap();
        assert_eq!(puzzle.solve(&Ask::default()).verdict, Verdict::Unique);
    }

    #[test]
    fn options_without_sense_are_refused() {
        let refused = |options: &[(&str, &str)]| GENERATOR.generate(&spec(options), 0).unwrap_err().to_string();
        assert_eq!(refused(&[("size", "200x200")]), "option 'size': 200x200 is too large; up to 100x100 can be made");
        assert_eq!(refused(&[("density", "95")]), "option 'density': 95 is not from 20 to 80");
        assert_eq!(refused(&[("picture", "#?")]), "option 'picture': '?' is not a cell of a picture; write # or .");
        assert_eq!(refused(&[("picture", "#.\n#")]), "option 'picture': the rows of the picture differ in length");
        assert_eq!(refused(&[("picture", "#."), ("density", "50")]), "option 'density': a given picture has its own");
        assert_eq!(
            refused(&[("picture", "#."), ("image", "#.")]),
            "option 'picture': there is one picture, this or the option 'image'"
        );
        assert_eq!(refused(&[("dither", "")]), "option 'dither': this is about a picture, and none is given");
        assert_eq!(refused(&[("image", "#."), ("colours", "1")]), "option 'colours': 1 is not from 2 to 12");
        assert_eq!(refused(&[("image", "#."), ("threshold", "0")]), "option 'threshold': 0 is not from 1 to 255");
        let both = [("image", "#."), ("threshold", "9"), ("dither", "")];
        assert_eq!(refused(&both), "option 'threshold': dithering needs none");
    }

    #[test]
    fn a_remark_shows_which_cells_of_a_picture_were_changed() {
        let heart = spec(&[("image", ".#.#.\n#####\n#####\n.###.\n..#..")]);
        let puzzle = GENERATOR.generate(&heart, 0).unwrap();
        assert_eq!(GENERATOR.remark(&heart, &*puzzle).unwrap(), "0 of 25 cells were changed\n");
        let checkers = spec(&[("image", "#.\n.#")]);
        let puzzle = GENERATOR.generate(&checkers, 0).unwrap();
        let remark = GENERATOR.remark(&checkers, &*puzzle).unwrap();
        assert!(remark.starts_with("1 of 4 cells were changed so that the puzzle has one answer"), "{remark}");
        assert_eq!(remark.matches(['+', '-']).count(), 2 + 1, "{remark}");
        assert_eq!(GENERATOR.remark(&spec(&[]), &*puzzle), None);
    }

    #[test]
    fn a_picture_in_colours_becomes_a_coloured_puzzle() {
        // Two red pixels beside two blue ones, above a white row.
        let pixels = [[220, 10, 10], [220, 10, 10], [10, 60, 220], [10, 60, 220]].concat();
        let bytes: Vec<u8> = [&b"P6\n4 2\n255\n"[..], &pixels, &[255; 12]].concat();
        let mut spec = spec(&[("colours", "3")]);
        spec.set_file("image", bytes);
        match GENERATOR.generate(&spec, 0) {
            Ok(puzzle) => {
                let json = puzzle.write("json", crate::ONLY).unwrap();
                assert!(json.contains("[[[2,1],[2,2]],[]]"), "{json}");
                assert!(json.contains("\"name\":\"blue\",\"paint\":\"#0A3CDC\""), "{json}");
            }
            // Without the feature that reads such files there is a reason.
            Err(refusal) => assert!(refusal.to_string().starts_with("option 'image': "), "{refusal}"),
        }
    }
}
