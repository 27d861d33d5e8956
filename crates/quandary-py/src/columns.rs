//! Many puzzles at once: a column of texts in, columns of answers out, an error for each bad row.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary::batch::Batch;
use quandary::{Ask, Budget, Error, Puzzle, VerdictWord};
use quandary_core::read::{Detected, Diagnostic, Hints, Source};

use crate::arrow::{Table, Texts};
use crate::board::budget_of;
use crate::count::Count;
use crate::raise::{internal, option};
use crate::run::{in_pieces, run, threads_or_all};
use crate::score::{self, Reward};

/// How many rows are one piece of work.
const PIECE: usize = 4096;

/// The same for scores: the answers of a piece, each up to a megabyte, fit into one column.
const SCORE_PIECE: usize = 1024;

/// The columns that say what is wrong with a row.
#[derive(Default)]
pub(crate) struct ErrorColumns {
    /// Rows without an error since the last one that has one: mostly all of them.
    right: usize,
    message: StringBuilder,
    line: UInt64Builder,
    column: UInt64Builder,
    help: StringBuilder,
}

impl ErrorColumns {
    /// Their fields.
    pub(crate) fn fields() -> [Field; 4] {
        [
            text_field("error"),
            Field::new("error_line", DataType::UInt64, true),
            Field::new("error_column", DataType::UInt64, true),
            text_field("error_help"),
        ]
    }

    pub(crate) fn none(&mut self) {
        self.right += 1;
    }

    pub(crate) fn error(&mut self, error: &Error) {
        self.add(&error.message, error.position(), error.help.as_deref());
    }

    pub(crate) fn add(&mut self, message: &str, position: Option<(usize, usize)>, help: Option<&str>) {
        self.skip();
        self.message.append_value(message);
        self.line.append_option(position.map(|(line, _)| line as u64));
        self.column.append_option(position.map(|(_, column)| column as u64));
        self.help.append_option(help);
    }

    /// Writes nothing for the rows that were right.
    fn skip(&mut self) {
        let rows = std::mem::take(&mut self.right);
        self.message.append_nulls(rows);
        self.line.append_nulls(rows);
        self.column.append_nulls(rows);
        self.help.append_nulls(rows);
    }

    pub(crate) fn finish(mut self) -> [ArrayRef; 4] {
        self.skip();
        [
            Arc::new(self.message.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.column.finish()),
            Arc::new(self.help.finish()),
        ]
    }
}

/// A column of texts that may be missing.
pub(crate) fn text_field(name: &str) -> Field {
    Field::new(name, DataType::Utf8, true)
}

/// A column of lists of texts.
pub(crate) fn texts_field(name: &str) -> Field {
    Field::new(name, DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))), true)
}

/// A schema of these fields and those of errors.
pub(crate) fn schema(fields: Vec<Field>) -> SchemaRef {
    Arc::new(Schema::new([fields, ErrorColumns::fields().to_vec()].concat()))
}

/// The batches of all pieces as a table.
pub(crate) fn table(
    py: Python<'_>,
    schema: SchemaRef,
    batches: Vec<Result<RecordBatch, ArrowError>>,
) -> PyResult<Table> {
    let batches = batches.into_iter().collect::<Result<_, _>>();
    Ok(Table::new(schema, batches.map_err(|error| internal(py, error.to_string()))?))
}

/// The rows of a piece.
fn rows_of(piece: usize, size: usize, rows: usize) -> std::ops::Range<usize> {
    piece * size..((piece + 1) * size).min(rows)
}

/// Why a row without a text has no answer.
const NULL: &str = "there is no puzzle in this row";

/// Solves a column of puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column="puzzle", solutions, threads=None, time_limit=None, node_limit=None))]
pub(crate) fn solve_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    column: &str,
    solutions: Count,
    threads: Option<Count>,
    time_limit: Option<f64>,
    node_limit: Option<Count>,
) -> PyResult<Table> {
    if solutions == Count(0) {
        return Err(option(py, "solutions: expected at least 1; 2 prove that a solution is the only one"));
    }
    let texts = Texts::import(puzzles, column)?;
    let budget = budget_of(py, time_limit, node_limit)?;
    let ask = Ask { solutions: solutions.size(), budget: budget.clone(), ..Ask::default() };
    let schema = schema(vec![
        text_field("verdict"),
        text_field("solution"),
        Field::new("solution_count", DataType::UInt64, true),
        Field::new("count_is_exact", DataType::Boolean, true),
        Field::new("nodes", DataType::UInt64, true),
    ]);
    let pieces = texts.len().div_ceil(PIECE);
    let batches = run(py, &budget.cancel, || {
        in_pieces(
            threads_or_all(threads),
            pieces,
            &budget.cancel,
            || Batch::new(ask.clone()),
            |batch, piece| solve_piece(batch, &texts, rows_of(piece, PIECE, texts.len()), &schema),
        )
    })?;
    table(py, schema, batches)
}

fn solve_piece(
    batch: &mut Batch,
    texts: &Texts,
    rows: std::ops::Range<usize>,
    schema: &SchemaRef,
) -> Result<RecordBatch, ArrowError> {
    let first = rows.start;
    let solved = batch.solve(rows.clone().map(|row| texts.get(row).unwrap_or_default().as_bytes()));
    let (mut verdicts, mut solutions) = (StringBuilder::new(), StringBuilder::new());
    let (mut counts, mut nodes, mut exact) = (UInt64Builder::new(), UInt64Builder::new(), BooleanBuilder::new());
    let mut errors = ErrorColumns::default();
    let mut failed = solved.errors.iter().peekable();
    for row in 0..solved.rows.len() {
        let verdict = solved.rows.verdicts[row];
        verdicts.append_option(verdict.map(verdict_word));
        let solution = std::str::from_utf8(solved.rows.solution(row)).unwrap_or_default();
        solutions.append_option(Some(solution).filter(|solution| !solution.is_empty()));
        counts.append_option(verdict.map(|_| solved.rows.counts[row]));
        exact.append_option(verdict.map(|_| solved.rows.exact[row]));
        nodes.append_option(verdict.map(|_| solved.rows.counters[row].nodes));
        match failed.next_if(|error| error.row == row) {
            None => errors.none(),
            Some(_) if texts.get(first + row).is_none() => errors.add(NULL, None, None),
            Some(error) => errors.add(&error.message, error.line.zip(error.column), error.help.as_deref()),
        }
    }
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(verdicts.finish()),
        Arc::new(solutions.finish()),
        Arc::new(counts.finish()),
        Arc::new(exact.finish()),
        Arc::new(nodes.finish()),
    ];
    columns.extend(errors.finish());
    RecordBatch::try_new(schema.clone(), columns)
}

/// Reads puzzles one after the other; the next one is probably written like one before it.
struct Reader {
    hints: Hints,
    /// The notations that were seen.
    kinds: Vec<Detected>,
    last: Option<Puzzle>,
}

impl Reader {
    fn new() -> Self {
        Reader { hints: quandary::hints(), kinds: Vec::new(), last: None }
    }

    /// Reads a puzzle, or gives the last one again where the text is the same.
    fn read(&mut self, text: &str) -> Result<&Puzzle, Error> {
        if self.last.as_ref().is_none_or(|last| last.source().text != text) {
            let source = Source::from_text(text);
            let board = match self.read_plain(text) {
                Some(board) => board,
                None => self.read_any(&source).map_err(|diagnostic| {
                    let source_text = source.clone();
                    quandary::ReadError { source_text, diagnostic }
                })?,
            };
            self.last = Some(Puzzle::new(board, source, self.hints.clone()));
        }
        self.last.as_ref().ok_or_else(|| Error::unprocessable(NULL))
    }

    /// Reads the plainest texts in the notations that were seen.
    fn read_plain(&self, text: &str) -> Option<Box<dyn quandary_core::Puzzle>> {
        let readers = self.kinds.iter().filter_map(|kind| kind.family.line_reader(kind.notation.name()));
        readers.into_iter().find_map(|read| read(text))
    }

    /// Reads any text. Its notation is the first that will be tried next.
    fn read_any(&mut self, source: &Source) -> Result<Box<dyn quandary_core::Puzzle>, Diagnostic> {
        let kind = quandary_core::read::detect_again(source, self.kinds.first().copied(), &self.hints)?;
        let board = quandary_core::read::read_as(source, &kind, &self.hints)?;
        let is_same = |other: &Detected| {
            (other.family.name(), other.notation.name()) == (kind.family.name(), kind.notation.name())
        };
        self.kinds.retain(|other| !is_same(other));
        self.kinds.insert(0, kind);
        Ok(board)
    }
}

/// Grades a column of puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column="puzzle", threads=None, time_limit=None, node_limit=None))]
pub(crate) fn grade_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    column: &str,
    threads: Option<Count>,
    time_limit: Option<f64>,
    node_limit: Option<Count>,
) -> PyResult<Table> {
    let texts = Texts::import(puzzles, column)?;
    let budget = budget_of(py, time_limit, node_limit)?;
    let schema = schema(vec![
        text_field("family"),
        text_field("grade"),
        Field::new("score", DataType::Float64, true),
        text_field("hardest_step"),
        texts_field("techniques"),
        text_field("ending"),
    ]);
    let pieces = texts.len().div_ceil(PIECE);
    let batches = run(py, &budget.cancel, || {
        in_pieces(threads_or_all(threads), pieces, &budget.cancel, Reader::new, |reader, piece| {
            grade_piece(reader, &texts, rows_of(piece, PIECE, texts.len()), &budget, &schema)
        })
    })?;
    table(py, schema, batches)
}

fn grade_piece(
    reader: &mut Reader,
    texts: &Texts,
    rows: std::ops::Range<usize>,
    budget: &Budget,
    schema: &SchemaRef,
) -> Result<RecordBatch, ArrowError> {
    let (mut families, mut words, mut hardest) = (StringBuilder::new(), StringBuilder::new(), StringBuilder::new());
    let (mut scores, mut endings) = (Float64Builder::new(), StringBuilder::new());
    let mut techniques = ListBuilder::new(StringBuilder::new());
    let mut errors = ErrorColumns::default();
    for row in rows {
        let read = texts.get(row).ok_or_else(|| Error::unprocessable(NULL)).and_then(|text| reader.read(text));
        let graded = read.and_then(|puzzle| puzzle.grade_alone(budget));
        let graded = match graded {
            Ok(graded) => {
                errors.none();
                Some(graded)
            }
            Err(error) => {
                errors.error(&error);
                None
            }
        };
        let grade = graded.as_ref().and_then(|graded| graded.grade.as_ref());
        families.append_option(graded.as_ref().map(|graded| graded.header.family));
        words.append_option(grade.map(|grade| grade.word()));
        scores.append_option(grade.map(|grade| grade.score()));
        hardest.append_option(graded.as_ref().and_then(|graded| graded.hardest_step));
        endings.append_option(graded.as_ref().map(|graded| ending_word(graded.ending.ending)));
        techniques.append_option(graded.as_ref().map(|graded| graded.techniques.iter().map(|&name| Some(name))));
    }
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(families.finish()),
        Arc::new(words.finish()),
        Arc::new(scores.finish()),
        Arc::new(hardest.finish()),
        Arc::new(techniques.finish()),
        Arc::new(endings.finish()),
    ];
    columns.extend(errors.finish());
    RecordBatch::try_new(schema.clone(), columns)
}

/// A verdict as JSON has it.
fn verdict_word(verdict: VerdictWord) -> &'static str {
    match verdict {
        VerdictWord::Unique => "unique",
        VerdictWord::Multiple => "multiple",
        VerdictWord::Optimal => "optimal",
        VerdictWord::Feasible => "feasible",
        VerdictWord::Impossible => "impossible",
        _ => "unknown",
    }
}

/// An ending as JSON has it.
fn ending_word(ending: quandary::api::Ending) -> String {
    format!("{ending:?}").to_lowercase()
}

/// Scores a column of replies to a column of puzzles.
#[pyfunction]
#[pyo3(signature = (replies, puzzles, *, reward="strict", reply_column="reply", column="puzzle", threads=None, time_limit=None, node_limit=None))]
#[expect(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn score_batch(
    py: Python<'_>,
    replies: &Bound<'_, PyAny>,
    puzzles: &Bound<'_, PyAny>,
    reward: &str,
    reply_column: &str,
    column: &str,
    threads: Option<Count>,
    time_limit: Option<f64>,
    node_limit: Option<Count>,
) -> PyResult<Table> {
    let reward = Reward::read(reward).map_err(|message| option(py, message))?;
    let (replies, puzzles) = (Texts::import(replies, reply_column)?, Texts::import(puzzles, column)?);
    if replies.len() != puzzles.len() {
        let message = format!("{} replies, but {} puzzles", replies.len(), puzzles.len());
        return Err(PyValueError::new_err(message));
    }
    let budget = budget_of(py, time_limit, node_limit)?;
    let schema = schema(vec![
        Field::new("value", DataType::Float64, true),
        text_field("outcome"),
        text_field("reason"),
        text_field("extracted"),
    ]);
    let pieces = replies.len().div_ceil(SCORE_PIECE);
    let batches = run(py, &budget.cancel, || {
        in_pieces(threads_or_all(threads), pieces, &budget.cancel, Reader::new, |reader, piece| {
            score_piece(
                reader,
                &replies,
                &puzzles,
                rows_of(piece, SCORE_PIECE, replies.len()),
                (reward, &budget),
                &schema,
            )
        })
    })?;
    table(py, schema, batches)
}

fn score_piece(
    reader: &mut Reader,
    replies: &Texts,
    puzzles: &Texts,
    rows: std::ops::Range<usize>,
    (reward, budget): (Reward, &Budget),
    schema: &SchemaRef,
) -> Result<RecordBatch, ArrowError> {
    let (mut values, mut outcomes) = (Float64Builder::new(), StringBuilder::new());
    let (mut reasons, mut extracted) = (StringBuilder::new(), StringBuilder::new());
    let mut errors = ErrorColumns::default();
    for row in rows {
        let read = puzzles.get(row).ok_or_else(|| Error::unprocessable(NULL)).and_then(|text| reader.read(text));
        match read {
            Ok(puzzle) => {
                let score = score::score(replies.get(row).unwrap_or_default(), puzzle.board(), reward, budget);
                values.append_value(score.value);
                outcomes.append_value(score.standing.word());
                reasons.append_option(Some(&score.reason).filter(|reason| !reason.is_empty()));
                extracted.append_option(score.answer);
                errors.none();
            }
            Err(error) => {
                values.append_null();
                outcomes.append_null();
                reasons.append_null();
                extracted.append_null();
                errors.error(&error);
            }
        }
    }
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(values.finish()),
        Arc::new(outcomes.finish()),
        Arc::new(reasons.finish()),
        Arc::new(extracted.finish()),
    ];
    columns.extend(errors.finish());
    RecordBatch::try_new(schema.clone(), columns)
}
