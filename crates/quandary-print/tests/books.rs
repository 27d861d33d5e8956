//! How books are laid out: how many pages they have, and what is on them.

use quandary_print::Drawing;
use quandary_print::book::{Answer, Book, Cover, Entry, Paper};

fn entry(answer: Option<Answer>) -> Entry {
    let picture = Drawing { width: 356.0, height: 356.0, items: Vec::new() };
    Entry { name: "Sudoku, 9×9".into(), grade: Some("hard".into()), picture, answer, steps: Vec::new() }
}

fn book(entries: Vec<Entry>) -> Book {
    Book {
        title: "A book".into(),
        cover: None,
        paper: Paper::A4,
        large_alone: false,
        per_page: 4,
        solutions_per_page: 12,
        is_large: false,
        entries,
    }
}

fn board() -> Option<Answer> {
    Some(Answer::Board(Drawing { width: 356.0, height: 356.0, items: Vec::new() }))
}

fn pages(book: &Book) -> usize {
    let (pdf, pages) = book.finish();
    let written = pdf.windows(11).filter(|part| *part == b"/Type /Page").count();
    // Pages, and the object that lists them.
    assert_eq!(written, pages + 1);
    pages
}

#[test]
fn every_page_has_as_many_puzzles_as_were_asked_for() {
    for (per_page, expected) in [(1, 13), (2, 7), (5, 3), (9, 2), (12, 2)] {
        let book = Book { per_page, ..book(vec![entry(None); 13]) };
        assert_eq!(pages(&book), expected, "{per_page} per page");
    }
}

#[test]
fn solutions_come_on_pages_of_their_own_and_moves_as_text() {
    assert_eq!(pages(&book(vec![entry(board()); 13])), 4 + 2);
    let moves = Some(Answer::Text("1→2, ".repeat(40)));
    assert_eq!(pages(&book(vec![entry(moves); 4])), 1 + 1);
}

#[test]
fn steps_run_over_as_many_pages_as_they_need() {
    let mut long = entry(None);
    long.steps = vec!["In box 4, 7 can only go in row 8, so remove it from the rest of the row.".into(); 400];
    let short = Entry { steps: vec!["Fill r1c1.".into()], ..entry(None) };
    assert_eq!(pages(&book(vec![short])), 2);
    assert!(pages(&book(vec![long])) > 4);
}

#[test]
fn long_rules_go_on_behind_the_cover() {
    let with_rules = |count: usize| {
        let paragraphs = vec![("A puzzle".to_owned(), "The rules of this puzzle. ".repeat(60)); count];
        Book { cover: Some(Cover { subtitle: "1 puzzle".into(), paragraphs }), ..book(vec![entry(None)]) }
    };
    assert_eq!(pages(&with_rules(1)), 2);
    assert!(pages(&with_rules(8)) > 3);
    assert_eq!(pages(&Book { is_large: true, ..with_rules(0) }), 2);
}

#[test]
fn a_book_without_puzzles_is_a_file_all_the_same() {
    let (pdf, pages) = book(Vec::new()).finish();
    assert!(pdf.starts_with(b"%PDF-") && pages == 0);
}
