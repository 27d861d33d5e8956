//! `print`: sheets and books of puzzles as PDF, with their solutions.
//!
//! A [`Printer`] prepares one puzzle after the other: it is drawn, solved, graded and, where that is wanted, explained. This may
//! happen on several threads, each with a printer of its own. [`bind`] puts the prepared puzzles on pages. The same puzzles
//! and options give the same bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize, Serializer};

use super::explain::explain_from;
use super::request::{Request, Text};
use super::solve::solve_verified;
use super::steps::{Reasoned, walk};
use super::words::{count, verdict};
use super::{Error, ReadError, plan};
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::puzzle::Families;
use quandary_core::read::split;
use quandary_core::reason::explain::{self, SCALE, State};
use quandary_core::scene::{Scene, svg};
use quandary_core::verdict::{Ask, Budget, Verdict};
use quandary_print::book::{Answer, Book, Cover, Entry, Paper};
use quandary_print::{Styles, is_covered};

/// The most puzzles of a book.
const MOST_PUZZLES: usize = 2000;
/// The most puzzles on a page, and the most in large print.
const MOST_PER_PAGE: usize = 12;
const MOST_PER_LARGE_PAGE: usize = 2;

/// What `print` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PrintOptions {
    /// More puzzles, each in any notation. The request's own text may also hold several.
    pub puzzles: Vec<Text>,
    /// The title of the book; by default the families' names.
    pub title: Option<String>,
    /// The size of the pages.
    pub paper: PaperSize,
    /// How many puzzles are on a page, from 1 to 12; by default 4, or 1 in large print, and 1 for boards that would be too small.
    pub per_page: Option<usize>,
    /// Larger letters and boards, at most two on a page.
    pub large: bool,
    /// A page with the title, the rules and the number of puzzles in front; by default where the puzzles take several pages.
    pub cover: Option<bool>,
    /// Solutions at the end; by default yes.
    pub solutions: Option<bool>,
    /// The grade of each puzzle; by default yes.
    pub grades: Option<bool>,
    /// Every step of every solution, in words, at the end.
    pub worked: bool,
}

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaperSize {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl PrintOptions {
    /// Finds out whether all of it can be printed.
    pub fn check(&self) -> Result<(), Error> {
        let most = if self.large { MOST_PER_LARGE_PAGE } else { MOST_PER_PAGE };
        match self.per_page {
            Some(count) if !(1..=most).contains(&count) => {
                let where_to = if self.large { " in large print" } else { "" };
                Err(Error::bad_request(format!("{count} puzzles per page: expected 1 to {most}{where_to}")))
            }
            _ => Ok(()),
        }
    }

    fn has_solutions(&self) -> bool {
        self.solutions.unwrap_or(true)
    }

    fn has_grades(&self) -> bool {
        self.grades.unwrap_or(true)
    }
}

/// The answer to `print`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Booklet {
    /// How many puzzles it has.
    pub puzzles: usize,
    /// How many pages it has.
    pub pages: usize,
    /// What a reader should know before printing: puzzles without a solution, or with several.
    pub notes: Vec<String>,
    /// The PDF file, in base64.
    #[serde(serialize_with = "in_base64")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub pdf: Vec<u8>,
}

fn in_base64<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

/// Prepares puzzles for print.
pub struct Printer<'a> {
    options: &'a PrintOptions,
    styles: Styles,
}

/// A puzzle that is ready to be printed.
#[derive(Clone, Debug)]
pub struct PreparedPuzzle {
    entry: Entry,
    /// The family's name and goal.
    family: (&'static str, &'static str),
    /// What else holds on the board, in sentences.
    rules: Vec<String>,
    /// What a reader should know before printing.
    note: Option<String>,
}

impl<'a> Printer<'a> {
    /// A printer for these options.
    pub fn new(options: &'a PrintOptions) -> Self {
        Printer { options, styles: Styles::new(svg::style()).on_white() }
    }

    /// Draws, solves and grades a puzzle.
    pub fn prepare(&mut self, puzzle: &Puzzle, budget: &Budget) -> Result<PreparedPuzzle, Error> {
        let budget = &budget.begin();
        let board = puzzle.board();
        let scene = board.scene(None);
        let family = board.family();
        let plain = puzzle.without_credits().filter(|_| !is_covered(&puzzle.heading()));
        let mut entry = Entry {
            // A title in letters that the font does not have is left out.
            name: plain.as_ref().unwrap_or(puzzle).heading(),
            grade: None,
            picture: self.drawing(&scene, budget)?,
            answer: None,
            steps: Vec::new(),
        };
        let (grades, worked) = (self.options.has_grades(), self.options.worked);
        if grades || worked {
            let (grade, steps) = reasoning(puzzle, budget, worked)?;
            entry.grade = grade.filter(|_| grades).map(str::to_owned);
            entry.steps = steps;
        }
        let ask = Ask { budget: budget.clone(), ..Ask::default() };
        let outcome = solve_verified(board, puzzle.source(), &ask)?;
        let said = verdict(board, &outcome, &ask);
        if self.options.has_solutions() {
            entry.answer = Some(match outcome.solutions.first() {
                Some(solution) if solution.plan().is_some() => {
                    let moves = solution.plan().map(|plan| &plan.moves[..]).unwrap_or_default();
                    let moves = moves.iter().map(|step| plan::places(*step)).map(|[from, to]| format!("{from}→{to}"));
                    Answer::Text(format!("{}: {}", entry.name, moves.collect::<Vec<_>>().join(", ")))
                }
                Some(solution) => {
                    let mut scene = board.scene(Some(solution));
                    scene.captions.clear();
                    Answer::Board(self.drawing(&scene, budget)?)
                }
                None => Answer::Text(format!("{}: {said}", entry.name)),
            });
        }
        let is_good = matches!(outcome.verdict, Verdict::Unique | Verdict::Optimal | Verdict::Feasible { .. });
        let note = (!is_good).then(|| {
            let source = puzzle.source();
            format!("{}:{}: {said}", source.name, source.first_line)
        });
        let rules = board.rules_in_force();
        Ok(PreparedPuzzle { entry, family: (family.title(), family.goal()), rules, note })
    }

    fn drawing(&mut self, scene: &Scene, budget: &Budget) -> Result<quandary_print::Drawing, Error> {
        let picture = svg::render_inside(scene, "");
        budget.check().map_err(Error::budget)?;
        self.styles.read(&picture).map_err(|error| Error::internal(error.to_string()))
    }
}

/// How hard a puzzle is, and every step of its solution where they are wanted.
fn reasoning(puzzle: &Puzzle, budget: &Budget, worked: bool) -> Result<(Option<&'static str>, Vec<String>), Error> {
    let board = puzzle.board();
    Ok(match puzzle.kind()? {
        Kind::Moves(play) => match plan::grade(board, play, budget) {
            Err(_) => (None, Vec::new()),
            Ok(graded) => {
                let steps = graded.plan.steps.into_iter().map(|step| step.text).filter(|_| worked);
                (Some(graded.grade.word), steps.collect())
            }
        },
        Kind::Deduction(model) => {
            let explanation = explain_from(&model, &[], budget);
            let mut steps = Vec::new();
            if let (true, Ok(start)) = (worked, State::new(&model)) {
                let on = Reasoned { board, model: &model };
                walk(&model, start, &explanation.steps, |number, state, step| {
                    steps.push(on.describe(Some(number), state, step).text);
                });
            }
            (explain::grade(&explanation).map(|grade| grade.word), steps)
        }
    })
}

/// Puts puzzles on pages.
pub fn bind(prepared: Vec<PreparedPuzzle>, options: &PrintOptions) -> Result<Booklet, Error> {
    options.check()?;
    let puzzles = prepared.len();
    if puzzles == 0 {
        return Err(Error::bad_request("there is no puzzle to print"));
    }
    if puzzles > MOST_PUZZLES {
        return Err(Error::unprocessable(format!("a book has at most {MOST_PUZZLES} puzzles, not {puzzles}"))
            .help("print several books"));
    }
    // Every family once, in the order of the puzzles, with the rules that hold on any of its boards.
    let mut families: Vec<(&str, String)> = Vec::new();
    for puzzle in &prepared {
        let (title, goal) = puzzle.family;
        let at = families.iter().position(|(known, _)| *known == title).unwrap_or_else(|| {
            families.push((title, goal.to_owned()));
            families.len() - 1
        });
        for rule in puzzle.rules.iter().filter(|rule| is_covered(rule)) {
            if !families[at].1.contains(rule.as_str()) {
                families[at].1 += &format!(" {rule}");
            }
        }
    }
    let names = families.iter().map(|(title, _)| *title).collect::<Vec<_>>();
    let title = options.title.clone().filter(|title| is_covered(title)).unwrap_or_else(|| names.join(", "));
    let per_page = options.per_page.unwrap_or(if options.large { 1 } else { 4 }).min(puzzles);
    let paragraphs = families.iter().map(|(title, rules)| ((*title).to_owned(), rules.clone())).collect();
    let mut grades: Vec<(String, usize)> = Vec::new();
    for grade in prepared.iter().filter_map(|puzzle| puzzle.entry.grade.as_ref()) {
        match grades.iter_mut().find(|(known, _)| known == grade) {
            Some((_, number)) => *number += 1,
            None => grades.push((grade.clone(), 1)),
        }
    }
    // The easiest first, as on the scale.
    grades.sort_by_key(|(grade, _)| SCALE.iter().position(|word| word == grade));
    let grades: Vec<String> = grades.into_iter().map(|(grade, number)| format!("{number} {grade}")).collect();
    let mut subtitle = count(puzzles as u64, "puzzle");
    if !grades.is_empty() {
        subtitle += &format!(": {}", grades.join(", "));
    }
    let notes = prepared.iter().filter_map(|puzzle| puzzle.note.clone()).collect();
    let mut book = Book {
        title,
        cover: None,
        paper: match options.paper {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        },
        per_page,
        large_alone: options.per_page.is_none(),
        solutions_per_page: if options.large { 2 } else { 12 }.min(puzzles),
        is_large: options.large,
        entries: prepared.into_iter().map(|puzzle| puzzle.entry).collect(),
    };
    if options.cover.unwrap_or_else(|| book.puzzle_page_count() > 1) {
        book.cover = Some(Cover { subtitle, paragraphs });
    }
    let (pdf, pages) = book.finish();
    Ok(Booklet { puzzles, pages, notes, pdf })
}

/// Prints all puzzles of a request.
pub(super) fn print(families: Families, request: &Request, budget: &Budget) -> Result<Booklet, Error> {
    let (options, budget) = request.options::<PrintOptions>(budget)?;
    options.check()?;
    let mut printer = Printer::new(&options);
    let mut prepared = Vec::new();
    for text in request.puzzle.iter().chain(&options.puzzles).filter(|text| !text.is_blank()) {
        let hints = request.hints(families);
        for board in split::puzzles(text.0.clone(), &hints) {
            let board = board.map_err(|(source_text, diagnostic)| ReadError { source_text, diagnostic })?;
            let puzzle = Puzzle::new(board, text.0.clone(), hints.clone());
            prepared.push(printer.prepare(&puzzle, &budget)?);
        }
    }
    bind(prepared, &options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;

    /// Every family's first example, printed with everything.
    fn book(options: &str) -> Booklet {
        let texts: Vec<serde_json::Value> =
            ALL.iter().filter_map(|family| family.examples().first()).map(|example| example.text.into()).collect();
        let mut request = Request::parse(&format!("{{\"options\":{options}}}")).unwrap();
        request.options.insert("puzzles".to_owned(), texts.into());
        print(ALL, &request, &Budget::default()).unwrap()
    }

    #[test]
    fn a_book_has_a_cover_puzzles_and_solutions_and_is_the_same_every_time() {
        let first = book(r#"{"per_page": 2}"#);
        // Cover, two pages of puzzles, one of boards and one of moves.
        assert_eq!((first.puzzles, first.pages, first.notes.len()), (4, 5, 0), "{:?}", first.notes);
        assert!(first.pdf.starts_with(b"%PDF-"));
        assert_eq!(first.pdf, book(r#"{"per_page": 2}"#).pdf);
    }

    #[test]
    fn solutions_cover_and_steps_are_choices() {
        assert_eq!(book(r#"{"per_page": 4, "solutions": false, "cover": false}"#).pages, 1);
        assert_eq!(book(r#"{"per_page": 4, "cover": true, "solutions": false}"#).pages, 2);
        assert!(book(r#"{"worked": true}"#).pages > book("{}").pages);
        assert_eq!(book(r#"{"large": true, "solutions": false, "cover": false}"#).pages, 4);
    }

    #[test]
    fn large_boards_have_a_page_of_their_own() {
        let generate = |size: &str| {
            let family = crate::family("nonogram").and_then(|family| family.generator()).unwrap();
            let options = [("size".to_owned(), size.to_owned())].into();
            let spec = quandary_core::puzzle::GenerateSpec { seed: 1, options, ..Default::default() };
            let puzzle = family.generate(&spec, 0).unwrap();
            serde_json::Value::from(super::super::play::text_of(&*puzzle).unwrap())
        };
        let (small, large) = (generate("5"), generate("50"));
        let pages = |per_page: serde_json::Value| {
            let texts = serde_json::json!([small, small, large, small, large, large]);
            let options =
                serde_json::json!({ "per_page": per_page, "cover": false, "solutions": false, "grades": false });
            let mut request = Request::parse(&format!("{{\"options\":{options}}}")).unwrap();
            request.options.insert("puzzles".to_owned(), texts);
            print(ALL, &request, &Budget::default()).unwrap().pages
        };
        assert_eq!(pages(serde_json::Value::Null), 5);
        assert_eq!(pages(4.into()), 2);
    }

    #[test]
    fn what_cannot_be_printed_is_refused() {
        for (body, part) in [
            (r#"{"options":{"puzzles":[]}}"#, "no puzzle"),
            (r#"{"puzzle":"12..\n....\n....\n..43","options":{"per_page":13}}"#, "1 to 12"),
            (r#"{"puzzle":"12..\n....\n....\n..43","options":{"per_page":3,"large":true}}"#, "1 to 2"),
            (r#"{"puzzle":"12..\n..x.\n....\n..43"}"#, "x"),
        ] {
            let error = print(ALL, &Request::parse(body).unwrap(), &Budget::default()).unwrap_err();
            assert!(error.message.contains(part), "{}", error.message);
        }
    }

    #[test]
    fn a_puzzle_with_several_solutions_is_noted() {
        let request = Request::about("1...\n....\n....\n....");
        let booklet = print(ALL, &request, &Budget::default()).unwrap();
        assert!(booklet.notes[0].starts_with("<text>:1: multiple: 2 solutions or more"), "{:?}", booklet.notes);
    }
}
