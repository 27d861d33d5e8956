//! The gallery of Sudoku techniques: `docs/techniques-sudoku.md` and its pictures are made here, from boards of our own.
//!
//! Puzzles of a fixed seed are solved step by step; on the way every technique is looked for, and the clearest use of each is
//! kept. `QUANDARY_WRITE_EXAMPLES=1 cargo test -p quandary --test techniques_gallery` rewrites the gallery; without it the
//! test looks whether every technique is shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use quandary::scene::svg;
use quandary::{Budget, family};
use quandary_core::narrate::{Tints, scene_of};
use quandary_core::puzzle::{GenerateSpec, Puzzle};
use quandary_core::reason::explain::{Explainer, State, Step};
use quandary_sudoku::Sudoku;
use quandary_sudoku::internals::{Finds, TECHNIQUES, Technique, Techniques};

/// How many puzzles are looked at.
const PUZZLES: u64 = 400;

/// A use of a technique: the puzzle, what was known, and the step.
struct Shown {
    puzzle: Box<dyn Puzzle>,
    state: State,
    step: Step,
    /// How much there is to see; less is clearer.
    clutter: usize,
}

/// The chains and sets that take long to look for: the first use will do.
fn is_dear(technique: Technique) -> bool {
    technique >= Technique::FinnedJellyfish
}

fn gallery() -> BTreeMap<Technique, Shown> {
    let generator = family("sudoku").and_then(|family| family.generator()).unwrap();
    let spec = GenerateSpec { seed: 1, ..GenerateSpec::default() };
    let budget = Budget::default();
    let mut watch = budget.start();
    let mut kept: BTreeMap<Technique, Shown> = BTreeMap::new();
    for index in 0..PUZZLES {
        let puzzle = generator.generate(&spec, index).unwrap();
        let model = puzzle.model().unwrap();
        let techniques = Techniques::new(puzzle.downcast::<Sudoku>().unwrap()).unwrap();
        let mut explainer = Explainer::new(&model, State::new(&model).unwrap());
        loop {
            let board = techniques.board(explainer.state());
            for &technique in TECHNIQUES {
                // Early boards are full of candidates, and dear to look at.
                if is_dear(technique) && (kept.contains_key(&technique) || board.open.count_ones() > 45) {
                    continue;
                }
                let mut finds = Finds::up_to(1);
                technique.find(&board, &mut finds);
                // One finder may serve two techniques.
                let Some(found) = finds.found.pop().filter(|found| found.technique == technique) else { continue };
                let links = found.links.len();
                let step = found.into_step(&board, explainer.state());
                let clutter = 2 * board.open.count_ones() as usize + 4 * links + step.premises.len();
                if kept.get(&technique).is_none_or(|shown| clutter < shown.clutter) {
                    let puzzle = generator.generate(&spec, index).unwrap();
                    kept.insert(technique, Shown { puzzle, state: explainer.state().clone(), step, clutter });
                }
            }
            let Ok((step, _)) = explainer.next_step(&mut watch).unwrap() else { break };
            explainer.accept(&step).unwrap();
        }
    }
    kept
}

/// A technique's name as part of a file name.
fn slug(technique: Technique) -> String {
    let name = format!("{technique:?}");
    let mut slug = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !slug.is_empty() {
            slug.push('-');
        }
        slug.push(letter.to_ascii_lowercase());
    }
    slug
}

/// The page, below `docs`.
const PAGE: &str = "techniques-sudoku.md";

/// What stands above a technique.
fn heading(technique: Technique) -> String {
    let more = match technique {
        Technique::HiddenSingleBox => " in a box",
        Technique::HiddenSingleLine => " in a line",
        _ => "",
    };
    format!("{}{more}", quandary_core::reason::explain::words::capital(technique.name()))
}

/// Where a technique's picture is, below `docs`.
fn picture(technique: Technique) -> String {
    format!("pictures/techniques-sudoku/{}.svg", slug(technique))
}

/// The page and its pictures, by their paths below `docs`.
fn pages() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut page = String::from(
        "# Sudoku techniques: a gallery\n\n\
         Every named technique, in the order in which explanations try them, each on one of our own boards. In the pictures the\n\
         units in use have a light tint, the premises a stronger one, and the conclusions the strongest. The number after a name\n\
         is the cost of the step; cheaper steps come first. This page is written by a test (`tests/techniques_gallery.rs`).\n\n\
         Unique rectangles, hidden rectangles and BUG+1 are valid only on a board with one solution; they are used only where\n\
         that has been proved.\n",
    );
    let gallery = gallery();
    for &technique in TECHNIQUES {
        let Some(shown) = gallery.get(&technique) else {
            let _ = write!(page, "\n## {} · {}\n\n", heading(technique), technique.cost());
            page += "It does not occur on the boards of this gallery.\n";
            continue;
        };
        let Shown { puzzle, state, step, .. } = shown;
        let model = puzzle.model().unwrap();
        let words = puzzle.narrate(&model, state, step);
        let (name, picture) = (heading(technique), picture(technique));
        let _ = write!(page, "\n## {name} · {}\n\n", technique.cost());
        let _ = write!(page, "![{name}]({picture})\n\n{}\n", words.sentence);
        if let Some(notation) = step.pattern().and_then(|pattern| pattern.notation.as_ref()) {
            let _ = write!(page, "\nIn Eureka notation: `{notation}`\n");
        }
        let scene = scene_of(&**puzzle, &model, state, &Tints::of(&model, step));
        files.insert(picture, svg::render(&scene));
    }
    files.insert(PAGE.to_owned(), page);
    files
}

#[test]
fn the_gallery_shows_every_technique_on_a_board_of_our_own() {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if std::env::var_os("QUANDARY_WRITE_EXAMPLES").is_some() {
        for (path, text) in pages() {
            let file = docs.join(&path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, &text).unwrap();
        }
    }
    let Ok(page) = fs::read_to_string(docs.join(PAGE)) else {
        println!("skipped: docs/{PAGE} has not been written yet");
        return;
    };
    // Boards may differ from those that would be met today; but no technique is left out, and every picture is there.
    for &technique in TECHNIQUES {
        assert!(page.contains(&format!("## {}", heading(technique))), "{} is not shown", technique.name());
        let is_shown = !page.contains(&picture(technique)) || docs.join(picture(technique)).exists();
        assert!(is_shown, "{} has no picture", technique.name());
    }
}
