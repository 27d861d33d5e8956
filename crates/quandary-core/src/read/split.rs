//! Splitting a file into puzzles as it streams in.
//!
//! A file may hold one puzzle, one per line, or several blocks with blank lines between them; nothing in it says
//! which. The head of the file decides: if it is short enough to be seen whole and reads as one puzzle, it is one; if its
//! first line reads as a puzzle by itself, every line is one; if its first block does, every block is one. Lines stream:
//! a file of ten million of them is never held in memory. A text that has to be held whole is cut piece by piece as they
//! are asked for.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use super::{Detected, Hints, Label, detect, label};
use crate::puzzle::{Packing, Puzzle};
use crate::text::{Diagnostic, Fit, Line, MAX_TEXT, Source, Span, json};

/// How much of a file is read before deciding how it is packed.
const HEAD: usize = 64 << 10;

/// How many blocks with blank lines between them are tried as one puzzle.
const BLOCKS_PER_PUZZLE: usize = 8;

/// A text that begins with a longer run of lines is not tried as one that holds a puzzle in each run.
const LINES_PER_BLOCK: usize = 600;

/// One puzzle's text, or what is wrong with it.
pub type Piece = Result<Source, (Source, Diagnostic)>;

/// Cuts a stream into the texts of single puzzles.
pub struct Splitter<R> {
    input: R,
    name: Arc<str>,
    hints: Hints,
    state: State,
}

enum State {
    /// Nothing has been read yet.
    Fresh,
    /// The bytes of the head that are still to be cut into lines, then the rest of the stream.
    Lines { head: io::Cursor<Vec<u8>>, next: usize, above: Above },
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
    /// Each line is a puzzle, with the label above it.
    Lines(Above),
    /// Puzzles are set apart by marks that some notation knows.
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

/// What sets the puzzles of a batch apart.
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
        Splitter { input, name: name.into(), hints, state: State::Fresh }
    }

    /// Reads the head and decides how the file is packed.
    fn open(&mut self) -> io::Result<State> {
        let mut head = Vec::new();
        self.input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let is_whole = head.len() < HEAD;
        if is_whole {
            return Ok(match Source::from_bytes(self.name.clone(), head, 1) {
                Ok(source) => self.cut(source),
                Err(bad) => State::Ready(Some(Box::new(Err(bad)))),
            });
        }
        let first_line = head.split(|&byte| byte == b'\n').find(|line| !is_skipped(line)).unwrap_or_default().to_vec();
        if first_line.len() < HEAD
            && let Ok(line) = Source::from_bytes(self.name.clone(), first_line, 1)
            && self.line_fit(&line) >= Fit::Likely
            && !self.starts_with_a_block(&head)
        {
            return Ok(State::Lines { head: io::Cursor::new(head), next: 1, above: Above::default() });
        }
        // One large puzzle, or several: it has to be seen whole.
        let room = (MAX_TEXT + 1).saturating_sub(head.len());
        self.input.by_ref().take(room as u64).read_to_end(&mut head)?;
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

    /// How well a line reads as a puzzle by itself.
    fn line_fit(&self, line: &Source) -> Fit {
        match detect(line, &self.hints) {
            Ok(Detected { notation, fit, .. }) if notation.packing() == Packing::Line => fit,
            _ => Fit::No,
        }
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
        match self.cut_of(&source) {
            Some(cut) => State::Held(Box::new(Held { cursor: Cursor::start_of(&source), source, cut })),
            None => State::Ready(Some(Box::new(Ok(source)))),
        }
    }

    /// How a text is cut; `None` where it is one puzzle, or none at all.
    fn cut_of(&self, source: &Source) -> Option<Cut> {
        if source.text.trim().is_empty() {
            return None;
        }
        let whole = detect(source, &self.hints).map_or(Fit::No, |found| found.fit);
        let mut above = Above::default();
        let mut own = |line: Line<'_>| Some(Source::new(source.name.clone(), above.puzzle(line.text)?, line.number));
        let mut lines = source.lines().filter(|line| line.text.len() < HEAD);
        let first_line = lines.find_map(&mut own).map_or(Fit::No, |line| self.line_fit(&line));
        let mut filled = source.lines().filter(|line| !is_skipped(line.text.as_bytes()));
        if first_line > whole && filled.nth(1).is_some() && !self.starts_with_a_block(source.text.as_bytes()) {
            return Some(Cut::Lines(Above::default()));
        }
        if whole > Fit::Damaged {
            return None;
        }
        let by_marks = || self.cut_at_marks(source);
        let by_objects = || json::Objects::of(source).map(Cut::Objects);
        by_marks().or_else(by_objects).or_else(|| self.cut_at_blank_lines(source))
    }

    /// Whether puzzles are set apart by marks. `None` when the text has no such marks, or nothing between the first of them
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

    /// The next line that holds something, for files that are cut line by line.
    fn next_line(&mut self) -> io::Result<Option<Piece>> {
        let State::Lines { head, next, above } = &mut self.state else { return Ok(None) };
        loop {
            let mut line = Vec::new();
            let mut both = head.by_ref().chain(&mut self.input);
            let read = both.by_ref().take(HEAD as u64).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(None);
            }
            let number = *next;
            *next += 1;
            let too_long = read == HEAD && line.last() != Some(&b'\n');
            if too_long {
                both.skip_until(b'\n')?;
            }
            while matches!(line.last(), Some(b'\n' | b'\r')) {
                line.pop();
            }
            let piece = match Source::from_bytes(self.name.clone(), line, number) {
                Ok(source) if too_long => Err(too_long_error(source, "this line is too long for one puzzle")),
                Ok(source) => match above.puzzle(&source.text) {
                    Some(text) => Ok(Source { text, ..source }),
                    None => continue,
                },
                Err(bad) => Err(bad),
            };
            return Ok(Some(piece));
        }
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
            _ => self.next_line().transpose(),
        }
    }
}

impl Cut {
    /// The next piece of a text.
    fn next(&mut self, source: &Source, cursor: &mut Cursor, hints: &Hints) -> Option<Source> {
        let piece = |text: &str, number: usize| Source::new(source.name.clone(), text, number);
        match self {
            Cut::Lines(above) => loop {
                let line = cursor.line(source)?;
                if let Some(text) = above.puzzle(line.text) {
                    return Some(piece(&text, line.number));
                }
            },
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

/// The label that stands above the lines of a file, on one line or on several: it is true of all lines below, until another
/// one comes, as far as they do not say otherwise.
#[derive(Default)]
struct Above {
    label: Vec<(&'static str, String)>,
    /// Whether a puzzle has come since the last line of the label: the next one begins another.
    is_closed: bool,
}

impl Above {
    /// The puzzle of a line, with the label that stands above it; `None` where the line holds none.
    fn puzzle(&mut self, line: &str) -> Option<String> {
        if is_skipped(line.as_bytes()) {
            if let Some(label) = Label::alone(line) {
                let is_said_again = |(key, _): &(&'static str, String)| label.iter().any(|(other, _)| other == key);
                self.label.retain(|entry| !self.is_closed && !is_said_again(entry));
                self.label.extend(label);
                self.is_closed = false;
            }
            return None;
        }
        self.is_closed = true;
        let own = if self.label.is_empty() { Vec::new() } else { Label::of_line(line) };
        let is_new = |(key, _): &&(&'static str, String)| own.iter().all(|(known, _)| known != key);
        let above: Vec<(&str, String)> = self.label.iter().filter(is_new).cloned().collect();
        Some(label::put(line, Packing::Line, &above))
    }
}

/// Whether a line only repeats the character of a fence, at least as often as the fence does.
fn is_fence(line: &str, fence: &str) -> bool {
    let mark = fence.chars().next();
    line.len() >= fence.len() && line.chars().all(|c| Some(c) == mark)
}

/// Blank lines and comments hold no puzzle.
fn is_skipped(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.is_empty() || text == b"\xef\xbb\xbf" || text.starts_with(b"#")
}

fn too_long_error(mut source: Source, message: &str) -> (Source, Diagnostic) {
    let at = Span { start: 0, len: 0 };
    source.text.truncate(source.text.floor_char_boundary(200));
    let limit = if message.contains("line") { HEAD } else { MAX_TEXT };
    let error = Diagnostic::new(message).label(format!("more than {} KiB follow", limit >> 10), at).help(format!(
        "one puzzle may take {} MiB, or {} KiB where a file holds one on each line; a file of many puzzles needs one of \
         the one-line notations",
        MAX_TEXT >> 20,
        HEAD >> 10
    ));
    (source, error)
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
