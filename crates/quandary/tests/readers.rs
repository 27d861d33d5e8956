//! Claims about reading that hold for every family and every notation.

use proptest::prelude::*;
use quandary::read::split::{self, Splitter};
use quandary::read::{self, Diagnostic, Hints, Source};
use quandary::scene::{svg, terminal};
use quandary::{ALL, Ask, Budget};
use quandary_core::Puzzle;
use quandary_core::puzzle::Example;

fn examples() -> Vec<Example> {
    ALL.iter().flat_map(|family| family.examples()).copied().collect()
}

/// Text that is nearly a puzzle: an example with some characters changed, or anything at all.
fn nearly_a_puzzle() -> impl Strategy<Value = String> {
    let changes =
        prop::collection::vec((any::<prop::sample::Index>(), "[0-9A-Za-z,;_?{}\\[\\]\":#*. \t\n\r-]{0,3}"), 0..6);
    let mutated = (prop::sample::select(examples()), changes).prop_map(|(example, changes)| {
        let mut text: Vec<char> = example.text.chars().collect();
        for (at, new) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + 1).min(text.len());
            text.splice(at..end, new.chars());
        }
        text.into_iter().collect()
    });
    prop_oneof![6 => mutated, 1 => "[ -~\n\t]{0,120}", 1 => "\\PC{0,60}", 1 => "[0-9 \n]{0,120}"]
}

/// A puzzle that was read can be solved within a budget, verified, drawn and written.
fn use_it(puzzle: &dyn Puzzle) {
    let ask = Ask { budget: Budget { nodes: Some(50), memory: 10 << 20, ..Budget::seconds(0.05) }, ..Ask::default() };
    let outcome = puzzle.solve(&ask);
    for solution in &outcome.solutions {
        assert_eq!(puzzle.verify(solution), Ok(()));
    }
    let scene = puzzle.scene(outcome.solutions.first());
    terminal::render(&scene, &terminal::Style::default());
    svg::render(&scene);
    for notation in puzzle.family().notations() {
        let _ = notation.write(puzzle, quandary::ALL);
    }
}

/// An error has a message, and its labels lie inside the text.
fn is_sound(source: &Source, error: &Diagnostic) {
    assert!(!error.message.is_empty());
    for (span, _) in &error.labels {
        assert!(span.start + span.len <= source.text.len(), "{error:?} in {:?}", source.text);
        assert!(source.text.is_char_boundary(span.start), "{error:?} in {:?}", source.text);
    }
    let (line, column) = error.position(source).unwrap_or((1, 1));
    assert!(line >= source.first_line && column >= 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_a_reader_panic(text in nearly_a_puzzle()) {
        let source = Source::from_text(text.as_str());
        for family in ALL {
            for notation in family.notations() {
                notation.detect(&source);
                if let Err(error) = notation.read(&source) {
                    is_sound(&source, &error);
                }
            }
        }
        match read::puzzle(&source, &quandary::hints()) {
            Ok(puzzle) => use_it(&*puzzle),
            Err(error) => is_sound(&source, &error),
        }
    }

    #[test]
    fn no_text_makes_the_reader_of_a_solution_panic(example in prop::sample::select(examples()), text in nearly_a_puzzle()) {
        let puzzle = read::puzzle(&Source::from_text(example.text), &quandary::hints()).unwrap();
        let source = Source::from_text(text.as_str());
        match puzzle.read_solution(&source) {
            Ok(solution) => drop(puzzle.verify(&solution)),
            Err(error) => is_sound(&source, &error),
        }
    }

    #[test]
    fn no_bytes_make_the_splitter_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for piece in Splitter::new(&bytes[..], "noise", quandary::hints()) {
            match piece.unwrap() {
                Ok(source) => drop(read::puzzle(&source, &quandary::hints())),
                Err((source, error)) => is_sound(&source, &error),
            }
        }
    }
}

#[test]
fn line_ends_byte_order_marks_and_comments_change_nothing() {
    for example in examples() {
        let plain = read::puzzle(&Source::from_text(example.text), &quandary::hints())
            .unwrap()
            .write("json", quandary::ALL)
            .unwrap();
        let crlf = example.text.replace('\n', "\r\n");
        let marked = format!("\u{feff}{}", example.text);
        let spaced = format!("{}\n\n", example.text.trim_end());
        for text in [crlf, marked, spaced] {
            let puzzle = read::puzzle(&Source::from_text(text.as_str()), &quandary::hints());
            let again =
                puzzle.unwrap_or_else(|error| panic!("{error}: {text:?}")).write("json", quandary::ALL).unwrap();
            assert_eq!(again, plain, "{} as {}: {text:?}", example.name, example.notation);
        }
    }
}

#[test]
fn a_file_of_many_puzzles_is_cut_where_each_begins() {
    for example in examples() {
        let one = read::puzzle(&Source::from_text(example.text), &quandary::hints())
            .unwrap()
            .write("json", quandary::ALL)
            .unwrap();
        let many = [example.text.trim_end(); 3].join("\n\n") + "\n";
        let puzzles = split::puzzles(Source::from_text(many.as_str()), &quandary::hints());
        assert_eq!(puzzles.len(), 3, "{} as {}", example.name, example.notation);
        for puzzle in puzzles {
            assert_eq!(puzzle.unwrap().write("json", quandary::ALL).unwrap(), one);
        }
    }
}

#[test]
fn a_file_that_is_no_text_is_refused_at_its_first_strange_byte() {
    let refuse = |bytes: &[u8]| {
        let (source, error) = Source::from_bytes("picture.png", bytes.to_vec(), 1).unwrap_err();
        let position = error.position(&source).unwrap();
        (error.message, position)
    };
    assert_eq!(refuse(b"12\n3\x004"), ("this is not a text file".to_owned(), (2, 2)));
    assert_eq!(refuse(b"\x89PNG"), ("this is not a text file".to_owned(), (1, 1)));
}

#[test]
fn an_endless_line_is_refused_and_not_swallowed_whole() {
    let endless = std::io::Read::take(std::io::repeat(b'7'), 100 << 20);
    let pieces: Vec<_> = Splitter::new(std::io::BufReader::new(endless), "endless", quandary::hints()).collect();
    let [Ok(Err((source, error)))] = &pieces[..] else { panic!("one refusal") };
    assert_eq!(error.message, "this text is too long for one puzzle");
    assert!(source.text.len() < 1000, "what is kept of it is short");
    assert!(error.help.as_deref().unwrap_or_default().contains("32 MiB"));
}

#[test]
fn nothing_to_read_is_said_so() {
    for text in ["", "\n\n", "  \t\n"] {
        let error = read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap_err();
        assert_eq!(error.message, "there is no puzzle here: the text is empty");
    }
    let hints = Hints { family: Some("chess".into()), ..quandary::hints() };
    let error = read::puzzle(&Source::from_text("x"), &hints).unwrap_err();
    assert_eq!(error.message, "there is no family called 'chess'");
    let hints = Hints { notation: Some("fen".into()), ..quandary::hints() };
    let error = read::puzzle(&Source::from_text("x"), &hints).unwrap_err();
    assert_eq!(error.message, "there is no notation called 'fen'");
}
