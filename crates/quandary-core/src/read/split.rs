//! Splitting a file into puzzles as it streams in.
//!
//! A file may hold one puzzle, one per line, or several blocks with blank lines between them; nothing in it says
//! which. The head of the file decides: if it is short enough to be seen whole and reads as one puzzle, it is one; if its
//! first line reads as a puzzle by itself, every line is one; if its first block does, every block is one. Lines stream:
//! a file of ten million of them is never held in memory. A text that has to be held whole is cut piece by piece as they
//! are asked for.
//!
//! A [`Splitter`] gives one piece after the other, or [`Chunk`]s of them for programs that work on many at once. Lines that
//! need nothing from the lines above them stay together in a chunk as they were read.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;

pub use super::lines::Lines;

use super::lines::{Above, HEAD, LineCutter, Stream, hide_column_names, is_skipped, too_long_error, without_line_end};
use super::{Detected, Hints, Label, detect};
use crate::puzzle::{Packing, Puzzle};
use crate::text::{Diagnostic, Fit, Line, MAX_TEXT, Source, json};

/// How many blocks with blank lines between them are tried as one puzzle.
const BLOCKS_PER_PUZZLE: usize = 8;

/// A text that begins with a longer run of lines is not tried as one that holds a puzzle in each run.
const LINES_PER_BLOCK: usize = 600;

/// One puzzle's text, or what is wrong with it.
pub type Piece = Result<Source, (Source, Diagnostic)>;

/// Several puzzles of one file.
#[derive(Debug)]
pub enum Chunk {
    /// Whole lines, each a puzzle, blank or a comment.
    Lines(Lines),
    /// Single texts.
    Pieces(Vec<Piece>),
}

impl Chunk {
    /// How many puzzles there are, readable or not.
    pub fn len(&self) -> usize {
        match self {
            Chunk::Lines(lines) => lines.iter().count(),
            Chunk::Pieces(pieces) => pieces.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The chunk without its first puzzles; `None` where it has no more than these.
    #[must_use]
    pub fn without_first(self, count: usize) -> Option<Self> {
        match self {
            Chunk::Lines(lines) => lines.without_first(count).map(Chunk::Lines),
            Chunk::Pieces(mut pieces) if count < pieces.len() => Some(Chunk::Pieces(pieces.split_off(count))),
            Chunk::Pieces(_) => None,
        }
    }
}

/// Cuts a stream into the texts of single puzzles.
pub struct Splitter<R> {
    stream: Stream<R>,
    name: Arc<str>,
    hints: Hints,
    state: State,
}

enum State {
    /// Nothing has been read yet.
    Fresh,
    /// Every line is a puzzle.
    Lines(Box<LineCutter>),
    /// One piece that is ready, if it was not asked for yet.
    Ready(Option<Box<Piece>>),
    /// A text that is held whole, cut as its pieces are asked for.
    Held(Box<Held>),
}

/// A text that is held whole, and how much of it was cut.
struct Held {
    source: Source,
    cursor: Cursor,
    cut: Cut,
}

/// How a text is cut.
enum Cut {
    /// Puzzles are separated by marks that some notation knows.
    Marks(Mark),
    /// One JSON object after the other.
    Objects(json::Objects),
    /// Puzzles have blank lines between them and perhaps within them.
    Blocks(Blocks),
}

/// Runs of lines, one or more of which make a puzzle.
#[derive(Default)]
struct Blocks {
    /// Those that were looked at and not used yet.
    waiting: VecDeque<Source>,
    /// How many made the last puzzle, and what it was. The next one is probably like it, and trying that first is many times
    /// cheaper than asking all notations about one block, two blocks and so on.
    last: Option<(usize, Detected)>,
}

impl Blocks {
    /// The next puzzle; a block that belongs to none by itself, for its own error.
    fn next(&mut self, source: &Source, cursor: &mut Cursor, hints: &Hints) -> Option<Source> {
        let room = BLOCKS_PER_PUZZLE - self.waiting.len();
        self.waiting.extend(std::iter::from_fn(|| block(source, cursor)).take(room));
        let puzzle = self.like_the_last().or_else(|| {
            (1..=self.waiting.len()).find_map(|count| {
                let text = joined(self.waiting.iter().take(count));
                let found = detect(&text, hints).ok().filter(|found| found.fit >= Fit::Possible)?;
                self.last = Some((count, found));
                Some((count, text))
            })
        });
        let Some((count, text)) = puzzle else { return self.waiting.pop_front() };
        self.waiting.drain(..count);
        Some(text)
    }

    /// As many blocks as the last puzzle had, where they fit its notation as well.
    fn like_the_last(&self) -> Option<(usize, Source)> {
        let (count, last) = self.last.filter(|(count, _)| *count <= self.waiting.len())?;
        let text = joined(self.waiting.iter().take(count));
        let fits = last.fit >= Fit::Likely && !Label::is_in(&text) && last.notation.detect(&text) >= last.fit;
        fits.then_some((count, text))
    }
}

/// What separates the puzzles of a batch.
#[derive(Clone, Copy)]
enum Mark {
    /// Each puzzle starts with a line that begins with this ([`Packing::Headed`]).
    Heading(&'static str),
    /// Puzzles have lines like this one between them ([`Packing::Fenced`]).
    Fence(&'static str),
}

impl Mark {
    fn is(self, line: &Line<'_>) -> bool {
        match self {
            Mark::Heading(heading) => line.text.starts_with(heading),
            Mark::Fence(fence) => is_fence(line.text, fence),
        }
    }
}

/// A place between two lines of a text.
#[derive(Clone, Copy)]
struct Cursor {
    offset: usize,
    number: usize,
}

impl Cursor {
    fn start_of(source: &Source) -> Cursor {
        Cursor { offset: 0, number: source.first_line }
    }

    /// The next line, without its line end.
    fn line<'s>(&mut self, source: &'s Source) -> Option<Line<'s>> {
        let rest = &source.text[self.offset..];
        let text = rest.split_inclusive('\n').next()?;
        let line = Line { text: text.lines().next().unwrap_or_default(), start: self.offset, number: self.number };
        self.offset += text.len();
        self.number += 1;
        Some(line)
    }
}

impl<R: BufRead> Splitter<R> {
    /// Starts on a stream.
    pub fn new(input: R, name: impl Into<Arc<str>>, hints: Hints) -> Self {
        let stream = Stream { input, has_ended: false, would_wait: Box::new(|| false) };
        Splitter { stream, name: name.into(), hints, state: State::Fresh }
    }

    /// The same for a stream that may pause, with a function that says whether reading from it would wait. Lines are then handed
    /// over before a pause.
    #[must_use]
    pub fn with_pauses(self, would_wait: impl FnMut() -> bool + Send + 'static) -> Self {
        Splitter { stream: Stream { would_wait: Box::new(would_wait), ..self.stream }, ..self }
    }

    /// Reads the head and decides how the file is packed.
    fn open(&mut self) -> io::Result<State> {
        let mut head = Vec::new();
        while head.len() < HEAD {
            // Somebody waits for an answer to what was written so far, if that is surely a puzzle.
            if head.ends_with(b"\n")
                && (self.stream.would_wait)()
                && let Some(kind) = self.lines_kind(&head, Fit::Sure)
            {
                return Ok(self.lines(head, kind));
            }
            let has_more = self.stream.read_on(&mut head)?;
            hide_column_names(&mut head);
            if !has_more {
                return Ok(match Source::from_bytes(self.name.clone(), head, 1) {
                    Ok(source) => self.cut(source),
                    Err(bad) => State::Ready(Some(Box::new(Err(bad)))),
                });
            }
        }
        if let Some(kind) = self.lines_kind(&head, Fit::Likely) {
            return Ok(self.lines(head, kind));
        }
        // One large puzzle, or several: it has to be seen whole.
        self.stream.read_up_to(MAX_TEXT + 1, &mut head)?;
        let too_long = head.len() > MAX_TEXT;
        if too_long {
            head.truncate(HEAD);
        }
        let bad = match Source::from_bytes(self.name.clone(), head, 1) {
            Ok(source) if !too_long => return Ok(self.cut(source)),
            Ok(source) => too_long_error(source, "this text is too long for one puzzle"),
            Err(bad) => bad,
        };
        Ok(State::Ready(Some(Box::new(Err(bad)))))
    }

    /// A text in which every line is a puzzle, the first of this kind.
    fn lines(&self, head: Vec<u8>, kind: Detected) -> State {
        State::Lines(Box::new(LineCutter::new(self.name.clone(), head, kind)))
    }

    /// What the first line of a text is, if the text is one of lines by the look of its start.
    fn lines_kind(&self, head: &[u8], fit: Fit) -> Option<Detected> {
        let first_line = head.split(|&byte| byte == b'\n').find(|line| !is_skipped(line)).unwrap_or_default();
        if first_line.len() >= HEAD {
            return None;
        }
        let line = Source::from_bytes(self.name.clone(), without_line_end(first_line).to_vec(), 1).ok()?;
        self.kind_of_line(&line).filter(|kind| kind.fit >= fit && !self.starts_with_a_block(head))
    }

    /// What a line is, if it is a puzzle by itself.
    fn kind_of_line(&self, line: &Source) -> Option<Detected> {
        detect(line, &self.hints).ok().filter(|found| found.notation.packing() == Packing::Line)
    }

    /// Whether the text up to the first blank line is one puzzle over several lines. Some notations begin with a line
    /// that is a puzzle by itself.
    fn starts_with_a_block(&self, head: &[u8]) -> bool {
        let text = String::from_utf8_lossy(&head[..head.len().min(HEAD)]);
        let block = text.lines().skip_while(|line| line.trim().is_empty()).take_while(|line| !line.trim().is_empty());
        let block: Vec<&str> = block.take(LINES_PER_BLOCK).collect();
        let is_whole = (2..LINES_PER_BLOCK).contains(&block.len());
        is_whole
            && detect(&Source::new(self.name.clone(), block.join("\n"), 1), &self.hints)
                .is_ok_and(|found| found.fit >= Fit::Likely && found.notation.packing() != Packing::Line)
    }

    /// Decides how a text that is held whole is cut.
    fn cut(&self, source: Source) -> State {
        let whole = detect(&source, &self.hints).map_or(Fit::No, |found| found.fit);
        if let Some(kind) = self.is_of_lines(&source, whole) {
            return self.lines(source.text.into_bytes(), kind);
        }
        match self.cut_of(&source, whole) {
            Some(cut) => State::Held(Box::new(Held { cursor: Cursor::start_of(&source), source, cut })),
            None => State::Ready(Some(Box::new(Ok(source)))),
        }
    }

    /// What the first line of a text is, if every line of it is a puzzle rather than the text as a whole.
    fn is_of_lines(&self, source: &Source, whole: Fit) -> Option<Detected> {
        if source.text.trim().is_empty() {
            return None;
        }
        let mut above = Above::default();
        let mut own = |line: Line<'_>| Some(Source::new(source.name.clone(), above.puzzle(line.text)?, line.number));
        let mut lines = source.lines().filter(|line| line.text.len() < HEAD);
        let kind = lines.find_map(&mut own).and_then(|line| self.kind_of_line(&line))?;
        let mut filled = source.lines().filter(|line| !is_skipped(line.text.as_bytes()));
        let is_of_lines =
            kind.fit > whole && filled.nth(1).is_some() && !self.starts_with_a_block(source.text.as_bytes());
        is_of_lines.then_some(kind)
    }

    /// How a text that fits so well as a whole is cut; `None` where it is one puzzle, or none at all.
    fn cut_of(&self, source: &Source, whole: Fit) -> Option<Cut> {
        if source.text.trim().is_empty() {
            return None;
        }
        if whole > Fit::Damaged {
            return None;
        }
        let by_marks = || self.cut_at_marks(source);
        let by_objects = || json::Objects::of(source).map(Cut::Objects);
        by_marks().or_else(by_objects).or_else(|| self.cut_at_blank_lines(source))
    }

    /// Whether puzzles are separated by marks. `None` when the text has no such marks, or nothing between the first of them
    /// is a puzzle.
    fn cut_at_marks(&self, source: &Source) -> Option<Cut> {
        let packings = || self.hints.families.iter().flat_map(|family| family.notations()).map(|found| found.packing());
        let first = source.lines().find(|line| !line.is_blank())?;
        let heading = packings().find_map(|packing| match packing {
            Packing::Headed(heading) if first.text.starts_with(heading) => Some(heading),
            _ => None,
        });
        let fence = || {
            let mut fences = packings().filter_map(|packing| match packing {
                Packing::Fenced(fence) => Some(fence),
                _ => None,
            });
            fences.find(|fence| source.lines().any(|line| is_fence(line.text, fence)))
        };
        let mark = match heading {
            Some(heading) => Mark::Heading(heading),
            None => Mark::Fence(fence()?),
        };
        let cut = || Cut::Marks(mark);
        let mut cursor = Cursor::start_of(source);
        let mut first = std::iter::from_fn(|| cut().next(source, &mut cursor, &self.hints)).take(BLOCKS_PER_PUZZLE);
        first.any(|piece| self.is_puzzle(&piece)).then(cut)
    }

    /// Whether a puzzle starts the text, perhaps with some blank lines in it.
    fn cut_at_blank_lines(&self, source: &Source) -> Option<Cut> {
        let mut cursor = Cursor::start_of(source);
        let head: Vec<Source> = std::iter::from_fn(|| block(source, &mut cursor)).take(BLOCKS_PER_PUZZLE).collect();
        let starts = (1..=head.len()).any(|count| self.is_puzzle(&joined(head.iter().take(count))));
        starts.then(|| Cut::Blocks(Blocks::default()))
    }

    fn is_puzzle(&self, source: &Source) -> bool {
        is_puzzle(source, &self.hints)
    }

    /// The next pieces of the file, at most so many of them or so many bytes; `None` at its end.
    pub fn next_chunk(&mut self, pieces: usize, bytes: usize) -> io::Result<Option<Chunk>> {
        if let State::Fresh = self.state {
            self.state = State::Ready(None);
            self.state = self.open()?;
        }
        if let State::Lines(lines) = &mut self.state {
            return lines.next_chunk(&mut self.stream, pieces, bytes);
        }
        let (mut found, mut length) = (Vec::new(), 0);
        while found.len() < pieces && length < bytes {
            match self.next() {
                Some(Ok(piece)) => {
                    let (Ok(source) | Err((source, _))) = &piece;
                    length += source.text.len();
                    found.push(piece);
                }
                Some(Err(error)) if found.is_empty() => return Err(error),
                Some(Err(_)) | None => break,
            }
        }
        Ok((!found.is_empty()).then_some(Chunk::Pieces(found)))
    }
}

impl<R: BufRead> Iterator for Splitter<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        if let State::Fresh = self.state {
            match self.open() {
                Ok(state) => self.state = state,
                Err(error) => {
                    self.state = State::Ready(None);
                    return Some(Err(error));
                }
            }
        }
        match &mut self.state {
            State::Ready(piece) => piece.take().map(|piece| Ok(*piece)),
            State::Held(held) => {
                let Held { source, cursor, cut } = &mut **held;
                cut.next(source, cursor, &self.hints).map(|source| Ok(Ok(source)))
            }
            State::Lines(lines) => lines.next_line(&mut self.stream).transpose(),
            State::Fresh => None,
        }
    }
}

impl Cut {
    /// The next piece of a text.
    fn next(&mut self, source: &Source, cursor: &mut Cursor, hints: &Hints) -> Option<Source> {
        let piece = |text: &str, number: usize| Source::new(source.name.clone(), text, number);
        match self {
            Cut::Marks(mark) => loop {
                let has_headings = matches!(mark, Mark::Heading(_));
                let is_mark = |line: &Line<'_>| mark.is(line);
                let mut start = *cursor;
                // A heading belongs to its puzzle, a fence to none.
                if is_mark(&cursor.line(source)?) && !has_headings {
                    start = *cursor;
                }
                let mut ahead = *cursor;
                while ahead.line(source).is_some_and(|line| !is_mark(&line)) {
                    *cursor = ahead;
                }
                let text = &source.text[start.offset..cursor.offset];
                if !text.trim().is_empty() {
                    return Some(piece(text, start.number));
                }
            },
            Cut::Objects(objects) => objects.next(source),
            Cut::Blocks(blocks) => blocks.next(source, cursor, hints),
        }
    }
}

fn is_puzzle(source: &Source, hints: &Hints) -> bool {
    detect(source, hints).is_ok_and(|found| found.fit >= Fit::Possible)
}

/// Whether a line only repeats the character of a fence, at least as often as the fence does.
fn is_fence(line: &str, fence: &str) -> bool {
    let mark = fence.chars().next();
    line.len() >= fence.len() && line.chars().all(|c| Some(c) == mark)
}

/// Blocks as one text, with the blank lines that were between them.
fn joined<'s>(mut blocks: impl Iterator<Item = &'s Source>) -> Source {
    let mut whole = blocks.next().cloned().unwrap_or_else(|| Source::from_text(""));
    for block in blocks {
        let blank = block.first_line - whole.first_line - whole.text.matches('\n').count();
        whole.text.push_str(&"\n".repeat(blank));
        whole.text.push_str(&block.text);
    }
    whole
}

/// The next run of lines without a blank one.
fn block(source: &Source, cursor: &mut Cursor) -> Option<Source> {
    let first = std::iter::from_fn(|| cursor.line(source)).find(|line| !line.is_blank())?;
    let mut end = first.start + first.text.len();
    while let Some(line) = cursor.line(source).filter(|line| !line.is_blank()) {
        end = line.start + line.text.len();
    }
    let text = source.text[first.start..end].replace("\r\n", "\n");
    Some(Source::new(source.name.clone(), text, first.number))
}

/// Reads every puzzle of a text: the short way for callers that hold it whole.
pub fn puzzles(source: Source, hints: &Hints) -> Vec<Result<Box<dyn Puzzle>, (Source, Diagnostic)>> {
    let name = source.name.clone();
    let splitter = Splitter::new(io::Cursor::new(source.text.into_bytes()), name, hints.clone());
    splitter
        .filter_map(Result::ok)
        .map(|piece| {
            let source = piece?;
            super::puzzle(&source, hints).map_err(|error| (source, error))
        })
        .collect()
}
