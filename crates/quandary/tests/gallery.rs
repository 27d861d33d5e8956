//! The technique galleries in `docs/`: for every name a board of our own making, a picture and the sentence.
//!
//! `QUANDARY_WRITE_DOCS=1 cargo test -p quandary --test gallery` rewrites them; otherwise the test makes sure that every
//! technique that comes up stands in the gallery that is written.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use quandary::read::{self, Source};
use quandary::scene::svg;
use quandary::{ALL, Budget};
use quandary_core::narrate::picture_of;
use quandary_core::puzzle::{Family, GenerateSpec, Puzzle};
use quandary_core::reason::explain::{State, explain, words};

/// How many boards of each kind are made in search of a technique.
const BOARDS: u64 = 60;

/// A technique at work.
struct Shown {
    board: String,
    sentence: String,
    notation: Option<String>,
    picture: String,
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The family's examples, and boards from its generator, always the same.
fn boards(family: &'static dyn Family) -> Vec<Box<dyn Puzzle>> {
    let read = |text: &str| read::puzzle(&Source::from_text(text), &quandary::hints()).ok();
    let mut boards: Vec<Box<dyn Puzzle>> = family.examples().iter().filter_map(|example| read(example.text)).collect();
    let wishes: &[&[(&str, &str)]] = match family.name() {
        "aquarium" => &[&[("size", "6x6")], &[("size", "8x8")], &[]],
        _ => &[&[("size", "10x10")], &[("size", "12x12")]],
    };
    if let Some(generator) = family.generator() {
        for options in wishes {
            let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let spec = GenerateSpec { seed: 2026, options, ..GenerateSpec::default() };
            boards.extend((0..BOARDS).filter_map(|index| generator.generate(&spec, index).ok()));
        }
    }
    boards
}

/// The first use of every technique that these boards show.
fn gallery(family: &'static dyn Family) -> (Vec<&'static str>, BTreeMap<&'static str, Shown>) {
    let (mut names, mut shown) = (Vec::new(), BTreeMap::new());
    for puzzle in boards(family) {
        let Some(model) = puzzle.model() else { continue };
        // Patterns that a family finds by itself have a gallery of their own.
        if model.patterns().is_some() {
            return (Vec::new(), BTreeMap::new());
        }
        // Some boards need more techniques than others.
        if puzzle.techniques().len() > names.len() {
            names = puzzle.techniques();
        }
        let Ok(mut state) = State::new(&model) else { continue };
        // Nodes and not time end the search: the gallery must not depend on the machine.
        for step in explain(&model, state.clone(), &Budget::default()).steps {
            let words = puzzle.narrate(&model, &state, &step);
            if let Some(name) = words.name.filter(|name| !shown.contains_key(name)) {
                let picture = svg::render(&picture_of(&*puzzle, &model, &state, &step));
                let notation = step.pattern().and_then(|pattern| pattern.notation.clone());
                let board = puzzle.write("json", quandary::ALL).unwrap_or_default().trim().to_owned();
                shown.insert(name, Shown { board, sentence: words.sentence, notation, picture });
            }
            if state.apply(&model, &step).is_err() {
                break;
            }
        }
        if names.iter().all(|name| shown.contains_key(name)) {
            break;
        }
    }
    (names, shown)
}

fn file_name(family: &str, technique: &str) -> String {
    let plain: String = technique.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    format!("{family}-{}.svg", plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
}

fn page(family: &dyn Family, names: &[&'static str], shown: &BTreeMap<&'static str, Shown>) -> String {
    let mut text = format!(
        "# {}: techniques\n\n{}\n\nThe names that `quandary explain`, `hint` and `grade` use, in the order in which a good \
         solver looks for them, each with the first board of our generator on which it came up. In the pictures, yellow is the \
         line or group whose rule is used, a dotted ring what has to be known, a plain ring what follows, a dashed ring \
         what is supposed. This page and its pictures are written by the program \
         (`QUANDARY_WRITE_DOCS=1 cargo test -p quandary --test gallery`).\n",
        family.title(),
        family.goal()
    );
    for name in names {
        let Some(Shown { board, sentence, notation, .. }) = shown.get(name) else { continue };
        let file = file_name(family.name(), name);
        let _ = write!(text, "\n## {}\n\n{sentence}\n\n", words::capital(name));
        if let Some(notation) = notation {
            let _ = write!(text, "`{notation}`\n\n");
        }
        let _ = write!(
            text,
            "![{name}](pictures/{file})\n\n<details><summary>the board</summary>\n\n```json\n{board}\n```\n</details>\n"
        );
    }
    let missing: Vec<&str> = names.iter().filter(|name| !shown.contains_key(*name)).copied().collect();
    if !missing.is_empty() {
        let _ = write!(text, "\nKnown too, but rarer than these boards: {}.\n", missing.join(", "));
    }
    text
}

#[test]
fn every_technique_that_our_boards_show_stands_in_the_gallery() {
    let is_writing = std::env::var_os("QUANDARY_WRITE_DOCS").is_some();
    for &family in ALL {
        let (names, shown) = gallery(family);
        if names.is_empty() {
            continue;
        }
        assert!(shown.keys().all(|name| names.contains(name)), "{}: {:?}", family.name(), shown.keys());
        let path = docs().join(format!("techniques-{}.md", family.name()));
        let page = page(family, &names, &shown);
        if is_writing {
            std::fs::create_dir_all(docs().join("pictures")).unwrap();
            std::fs::write(&path, &page).unwrap();
            for (name, found) in &shown {
                std::fs::write(docs().join("pictures").join(file_name(family.name(), name)), &found.picture).unwrap();
            }
            continue;
        }
        let Ok(written) = std::fs::read_to_string(&path) else {
            println!("skipped: {} is not written yet", path.display());
            continue;
        };
        for name in shown.keys() {
            let file = docs().join("pictures").join(file_name(family.name(), name));
            assert!(
                written.contains(&format!("\n## {}\n", words::capital(name))),
                "{name} is not on {}",
                path.display()
            );
            assert!(file.is_file(), "{} is missing", file.display());
        }
    }
}
