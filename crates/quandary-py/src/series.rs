//! Datasets: any item by its number, the same everywhere, in splits that share nothing.
//!
//! The random stream of an item is keyed by the revision of the draws and of the generator, the family, all options, the seed
//! and the split, so nothing is shared by construction of the numbers. Chance could still draw copies of one board in two
//! splits, and on small boards it will. Therefore every board belongs to exactly one split, whatever the seed and the
//! options: which one follows from a number that all its copies share. An item is drawn again until its board belongs to the
//! split, and is not excluded.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use arrow_array::builder::{Float64Builder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use pyo3::prelude::*;
use quandary::api::{self, Assessment, GenerateOptions, Series, assess};
use quandary::{ALL, Ask, Budget, Error, ErrorKind};
use quandary_core::random::fingerprint;
use quandary_core::{Puzzle, Solution};

use crate::arrow::Table;
use crate::board::budget_of;
use crate::columns::{ErrorColumns, schema, table, text_field, texts_field};
use crate::count::Count;
use crate::prompt::{self, Frame, Style, in_rows};
use crate::raise::{option, raise};
use crate::run::{in_pieces, run, threads_or_all};
use crate::written::{fingerprint_of, text_of};

/// The revision of items: boards, questions, answers. It changes when any item differs from before, as it does when a solver finds
/// another of several shortest plans.
const REVISION: u32 = 3;

/// The revision of draws, with which the random stream is keyed: it changes only when items are to have other boards than before.
const STREAM: u32 = 2;

/// The revision of grades, for items that are ordered by them or have them: it changes when puzzles get other grades or
/// techniques than before.
const GRADES: u32 = 2;

/// How often an item is drawn until its board belongs to the split.
const DRAWS: u64 = 1 << 12;

/// Into how many parts boards are divided.
const PARTS: u64 = 16;

/// The parts of a split.
fn parts_of(split: &str) -> Option<std::ops::Range<u64>> {
    match split {
        "train" => Some(0..14),
        "validation" => Some(14..15),
        "test" => Some(15..16),
        "all" => Some(0..PARTS),
        _ => None,
    }
}

/// Makes the items of a dataset.
#[pyclass(frozen, module = "quandary._quandary")]
pub(crate) struct Maker {
    maker: Arc<api::Maker>,
    parts: std::ops::Range<u64>,
    excluded: HashSet<u64>,
    style: Style,
    graded: bool,
    /// Whether items depend on grades.
    has_grades: bool,
    seed: u64,
    /// What all questions about plain boards have in common.
    plain_frame: OnceLock<Frame>,
}

/// An item of a dataset.
struct Item {
    /// Its number in the series of the generator.
    number: u64,
    puzzle: String,
    question: String,
    answer: String,
    grade: Option<Assessment>,
}

/// An item for Python: number, puzzle, question, answer, and word, score and techniques of its grade.
type Parts = (u64, String, String, String, Option<(&'static str, f64, Vec<&'static str>)>);

impl Maker {
    fn item(&self, maker: &api::Maker, index: u64, budget: &Budget) -> Result<Item, Error> {
        for draw in 0..DRAWS {
            budget.check().map_err(Error::budget)?;
            let number = index * DRAWS + draw;
            let (board, grade) = maker.board(number)?;
            if self.belongs(&*board)? {
                return self.described(&*board, number, grade, budget);
            }
        }
        Err(Error::unprocessable(format!("item {index}: none of {DRAWS} boards belongs to this split"))
            .help("there are too few different boards with these options; ask for larger ones"))
    }

    /// Whether a board belongs to the split and is not excluded.
    fn belongs(&self, board: &dyn Puzzle) -> Result<bool, Error> {
        let class = match board.copy_class() {
            Some(class) => class,
            None => fingerprint_of(board)?,
        };
        let belongs = self.parts.contains(&(class % PARTS));
        Ok(belongs && (self.excluded.is_empty() || !self.excluded.contains(&fingerprint_of(board)?)))
    }

    fn described(
        &self,
        board: &dyn Puzzle,
        number: u64,
        grade: Option<Assessment>,
        budget: &Budget,
    ) -> Result<Item, Error> {
        let grade = if self.graded && grade.is_none() { assess(board, budget) } else { grade };
        let outcome = board.solve(&Ask { budget: budget.clone(), ..Ask::default() });
        let Some(solution) = outcome.solutions.first() else {
            budget.check().map_err(Error::budget)?;
            return Err(Error::unprocessable("no solution was found"));
        };
        if let Err(broken) = board.verify(solution) {
            let message = format!("the answer to a generated board breaks the rules: {}", broken.message);
            return Err(Error::new(ErrorKind::Internal, message));
        }
        let (puzzle, question, answer) = if board.is_plain() {
            self.plain(board, solution)?
        } else {
            let puzzle = text_of(board)?;
            let shown = in_rows(board, &puzzle);
            let question = Frame::of(board, &shown, self.style).around(&shown);
            (puzzle, question, prompt::answer_text(board, solution))
        };
        Ok(Item { number, puzzle, question, answer, grade })
    }

    /// Puzzle, question and answer for a plain board, of which there are millions: all are of one size, so their questions have
    /// one frame, and what is written need not be read back.
    fn plain(&self, board: &dyn Puzzle, solution: &Solution) -> Result<(String, String, String), Error> {
        let notation = board.family().notations().into_iter().find(|notation| notation.writes());
        let written = notation.and_then(|notation| notation.write_unchecked(board).ok());
        let puzzle = written.ok_or_else(|| Error::unprocessable("no notation can hold it"))?;
        let shown = in_rows(board, &puzzle);
        let frame = self.plain_frame.get_or_init(|| Frame::of(board, &shown, self.style));
        let answer = match board.solution_json(solution).string() {
            Some(symbols) => in_rows(board, &symbols),
            None => prompt::answer_text(board, solution),
        };
        Ok((puzzle.trim_end().to_owned(), frame.around(&shown), answer))
    }

    /// What makes boards within a budget.
    fn within(&self, budget: &Budget) -> api::Maker {
        self.maker.within(budget)
    }
}

/// The greatest number of an item.
const LAST: u64 = u64::MAX / DRAWS - 1;

#[pymethods]
impl Maker {
    /// The items of a family. `options` is JSON; `excluded` are fingerprints.
    #[new]
    #[pyo3(signature = (family, seed, split, options, style, excluded, graded))]
    #[expect(clippy::too_many_arguments, reason = "only the Python class calls it, with all of them")]
    fn new(
        py: Python<'_>,
        family: &str,
        seed: u64,
        split: &str,
        options: &str,
        style: &str,
        excluded: HashSet<u64>,
        graded: bool,
    ) -> PyResult<Self> {
        let parts = parts_of(split).ok_or_else(|| {
            option(py, format!("there is no split '{split}'; choose one of: train, validation, test, all"))
        })?;
        let style = Style::read(style).map_err(|message| option(py, message))?;
        let mut options: GenerateOptions =
            serde_json::from_str(options).map_err(|error| option(py, format!("invalid options: {error}")))?;
        let is_ordered = options.grade.is_some() || !options.needs.is_empty() || !options.avoids.is_empty();
        options.seed = fingerprint(format!("quandary dataset {STREAM} {split} {seed}").as_bytes());
        let seed = options.seed;
        let series = Series::new(ALL, family, &options, &Budget::default()).map_err(|error| raise(py, &error))?;
        Ok(Maker {
            maker: series.maker(),
            parts,
            excluded,
            style,
            graded,
            has_grades: graded || is_ordered,
            seed,
            plain_frame: OnceLock::new(),
        })
    }

    /// The revisions of the dataset, of its generator, and of grades where items depend on them.
    #[getter]
    fn revision(&self) -> String {
        let revision = format!("{REVISION}.{}", self.maker.revision());
        if self.has_grades { format!("{revision}.{GRADES}") } else { revision }
    }

    /// The seed of the generator's series, with which any front end makes the same boards.
    #[getter]
    fn series_seed(&self) -> u64 {
        self.seed
    }

    /// The item of this number.
    #[pyo3(signature = (index, time_limit=None))]
    fn make(&self, py: Python<'_>, index: Count, time_limit: Option<f64>) -> PyResult<Parts> {
        let index = index.0;
        if index > LAST {
            return Err(option(py, format!("item {index}: the last one is {LAST}")));
        }
        let budget = budget_of(py, time_limit, None)?;
        let maker = self.within(&budget);
        let item = run(py, &budget.cancel, || self.item(&maker, index, &budget.begin()))?;
        let Item { number, puzzle, question, answer, grade } = item.map_err(|error| raise(py, &error))?;
        let grade = grade.map(|grade| (grade.word, grade.score, grade.techniques.into_iter().collect()));
        Ok((number, puzzle, question, answer, grade))
    }

    /// Items of a range of numbers as columns.
    #[pyo3(signature = (start, stop, *, threads=None, time_limit=None))]
    fn batch(
        &self,
        py: Python<'_>,
        start: Count,
        stop: Count,
        threads: Option<Count>,
        time_limit: Option<f64>,
    ) -> PyResult<Table> {
        let (start, stop) = (start.0, stop.0);
        if stop < start || stop > LAST {
            return Err(option(py, format!("expected a range of items, not {start}..{stop}")));
        }
        if stop - start > MOST {
            return Err(option(
                py,
                format!("at most {MOST} items at a time, not {}: make several ranges", stop - start),
            ));
        }
        let budget = budget_of(py, time_limit, None)?;
        let schema = schema(vec![
            Field::new("index", DataType::UInt64, true),
            Field::new("series_index", DataType::UInt64, true),
            text_field("puzzle"),
            text_field("question"),
            text_field("answer"),
            text_field("grade"),
            Field::new("score", DataType::Float64, true),
            texts_field("techniques"),
        ]);
        let pieces = (stop - start).div_ceil(PIECE) as usize;
        let batches = run(py, &budget.cancel, || {
            in_pieces(
                threads_or_all(threads),
                pieces,
                &budget.cancel,
                || self.within(&budget),
                |maker, piece| {
                    let first = start + piece as u64 * PIECE;
                    self.piece(maker, first..(first + PIECE).min(stop), &budget, &schema)
                },
            )
        })?;
        table(py, schema, batches)
    }
}

/// The most items of one table, which is held in memory.
const MOST: u64 = 100_000_000;

/// How many items are one piece of work.
const PIECE: u64 = 256;

impl Maker {
    fn piece(
        &self,
        maker: &api::Maker,
        items: std::ops::Range<u64>,
        budget: &Budget,
        schema: &SchemaRef,
    ) -> Result<RecordBatch, ArrowError> {
        let (mut indices, mut numbers) = (UInt64Builder::new(), UInt64Builder::new());
        let (mut puzzles, mut questions, mut answers) =
            (StringBuilder::new(), StringBuilder::new(), StringBuilder::new());
        let (mut words, mut scores) = (StringBuilder::new(), Float64Builder::new());
        let mut techniques = ListBuilder::new(StringBuilder::new());
        let mut errors = ErrorColumns::default();
        for index in items {
            let item = match self.item(maker, index, &budget.begin()) {
                Ok(item) => {
                    errors.none();
                    Some(item)
                }
                Err(error) => {
                    errors.error(&error);
                    None
                }
            };
            let item = item.as_ref();
            let grade = item.and_then(|item| item.grade.as_ref());
            indices.append_value(index);
            numbers.append_option(item.map(|item| item.number));
            puzzles.append_option(item.map(|item| &item.puzzle));
            questions.append_option(item.map(|item| &item.question));
            answers.append_option(item.map(|item| &item.answer));
            words.append_option(grade.map(|grade| grade.word));
            scores.append_option(grade.map(|grade| grade.score));
            techniques.append_option(grade.map(|grade| grade.techniques.iter().map(|&name| Some(name))));
        }
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(indices.finish()),
            Arc::new(numbers.finish()),
            Arc::new(puzzles.finish()),
            Arc::new(questions.finish()),
            Arc::new(answers.finish()),
            Arc::new(words.finish()),
            Arc::new(scores.finish()),
            Arc::new(techniques.finish()),
        ];
        columns.extend(errors.finish());
        RecordBatch::try_new(schema.clone(), columns)
    }
}
