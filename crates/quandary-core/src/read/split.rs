//! Splitting a file into puzzles as it streams in.
//!
//! A file may hold one puzzle, one per line, or several blocks with blank lines between them; nothing in it says
//! which. The head of the file decides: if it is short enough to be seen whole and reads as one puzzle, it is one; if its
//! first line reads as a puzzle by itself, every line is one; if its first block does, every block is one. Lines stream:
//! a file of ten million of them is never held in memory.

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
    /// Pieces that were cut already.
    Ready(std::vec::IntoIter<Piece>),
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
                Ok(source) => State::Ready(self.cut(source).into_iter()),
                Err(bad) => State::Ready(vec![Err(bad)].into_iter()),
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
        Ok(State::Ready(
            match Source::from_bytes(self.name.clone(), head, 1) {
                Err(bad) => vec![Err(bad)],
                Ok(source) if too_long => vec![Err(too_long_error(source, "this text is too long for one puzzle"))],
                Ok(source) => self.cut(source),
            }
            .into_iter(),
        ))
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

    /// Cuts a text that is held whole.
    fn cut(&self, source: Source) -> Vec<Piece> {
        let whole = detect(&source, &self.hints).map_or(Fit::No, |found| found.fit);
        let lines = || source.lines().filter(|line| !is_skipped(line.text.as_bytes()));
        let mut above = Above::default();
        let mut own = |line: Line<'_>| Some(Source::new(source.name.clone(), above.puzzle(line.text)?, line.number));
        let first_line = source.lines().filter(|line| line.text.len() < HEAD).find_map(&mut own);
        let first_line = first_line.map_or(Fit::No, |line| self.line_fit(&line));
        if first_line > whole && lines().nth(1).is_some() && !self.starts_with_a_block(source.text.as_bytes()) {
            let mut above = Above::default();
            let own = |line: Line<'_>| Some(Source::new(source.name.clone(), above.puzzle(line.text)?, line.number));
            return source.lines().filter_map(own).map(Ok).collect();
        }
        if whole <= Fit::Damaged {
            if let Some(boards) = self.cut_at_marks(&source) {
                return boards.into_iter().map(Ok).collect();
            }
            if let Some(objects) = json::objects(&source) {
                return objects.into_iter().map(Ok).collect();
            }
            if let Some(puzzles) = self.cut_at_blank_lines(&source) {
                return puzzles.into_iter().map(Ok).collect();
            }
        }
        vec![Ok(source)]
    }

    /// Cuts a batch whose puzzles are set apart by marks that some notation knows ([`Packing::Headed`],
    /// [`Packing::Fenced`]). `None` when the text has no such marks, or nothing between the first of them is a puzzle.
    fn cut_at_marks(&self, source: &Source) -> Option<Vec<Source>> {
        let notations = self.hints.families.iter().flat_map(|family| family.notations());
        let (mut headings, mut fences) = (Vec::new(), Vec::new());
        for notation in notations {
            match notation.packing() {
                Packing::Headed(heading) => headings.push(heading),
                Packing::Fenced(fence) => fences.push(fence),
                Packing::Line | Packing::Block => {}
            }
        }
        let first = source.lines().find(|line| !line.is_blank())?;
        let heading = headings.into_iter().find(|heading| first.text.starts_with(heading));
        let is_fence = |line: &Line<'_>| fences.iter().any(|fence| is_fence(line.text, fence));
        let is_mark = |line: &Line<'_>| heading.map_or_else(|| is_fence(line), |mark| line.text.starts_with(mark));
        let mut marks = source.lines().filter(is_mark).peekable();
        marks.peek()?;
        let first = heading.is_none().then(|| source.lines().next()).flatten().filter(|line| !is_fence(line));
        let mut starts = first.into_iter().chain(marks).peekable();
        let mut next = || {
            let start = starts.next()?;
            let until = starts.peek().map_or(source.text.len(), |line| line.start);
            // A heading belongs to its puzzle, a fence to none.
            let skipped = match heading.is_none() && is_fence(&start) {
                true => source.text[start.start..].find('\n').map_or(start.text.len(), |end| end + 1),
                false => 0,
            };
            let from = (start.start + skipped).min(until);
            let number = start.number + usize::from(skipped > 0);
            Some(Source::new(source.name.clone(), &source.text[from..until], number))
        };
        let mut puzzles: Vec<Source> = Vec::new();
        let mut is_any = false;
        while let Some(puzzle) = next() {
            if puzzle.text.trim().is_empty() {
                continue;
            }
            is_any = is_any || detect(&puzzle, &self.hints).is_ok_and(|found| found.fit >= Fit::Possible);
            puzzles.push(puzzle);
            if !is_any && puzzles.len() == BLOCKS_PER_PUZZLE {
                return None;
            }
        }
        is_any.then_some(puzzles)
    }

    /// Cuts at blank lines. A puzzle may hold some itself, so blocks are put together until they make one; `None` when
    /// no puzzle starts the text.
    fn cut_at_blank_lines(&self, source: &Source) -> Option<Vec<Source>> {
        let is_puzzle = |text: &Source| detect(text, &self.hints).is_ok_and(|found| found.fit >= Fit::Possible);
        // Whether a puzzle starts the text is seen from its first blocks; the others are cut only where one does.
        let head = blocks(source, BLOCKS_PER_PUZZLE);
        let starts = (1..=head.len()).any(|count| is_puzzle(&joined(&head[..count])));
        if !starts {
            return None;
        }
        let blocks = blocks(source, usize::MAX);
        let mut puzzles = Vec::new();
        let mut at = 0;
        while at < blocks.len() {
            let mut puzzle = blocks[at].clone();
            let mut end = at + 1;
            while !is_puzzle(&puzzle) && end < blocks.len().min(at + BLOCKS_PER_PUZZLE) {
                end += 1;
                puzzle = joined(&blocks[at..end]);
            }
            if is_puzzle(&puzzle) {
                puzzles.push(puzzle);
                at = end;
            } else if puzzles.is_empty() {
                return None;
            } else {
                // Not a puzzle, or a damaged one: by itself it gets its own error.
                puzzles.push(blocks[at].clone());
                at += 1;
            }
        }
        (!puzzles.is_empty()).then_some(puzzles)
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
                    self.state = State::Ready(Vec::new().into_iter());
                    return Some(Err(error));
                }
            }
        }
        match &mut self.state {
            State::Ready(pieces) => pieces.next().map(Ok),
            _ => self.next_line().transpose(),
        }
    }
}

/// The label that stands above the lines of a file: it is true of all of them, until another one comes, as far as they do
/// not say otherwise.
#[derive(Default)]
struct Above(Vec<(&'static str, String)>);

impl Above {
    /// The puzzle of a line, with the label that stands above it; `None` where the line holds none.
    fn puzzle(&mut self, line: &str) -> Option<String> {
        if is_skipped(line.as_bytes()) {
            if let Some(label) = Label::alone(line) {
                self.0 = label;
            }
            return None;
        }
        let own = if self.0.is_empty() { Vec::new() } else { Label::of_line(line) };
        let is_new = |(key, _): &&(&'static str, String)| own.iter().all(|(known, _)| known != key);
        let above: Vec<(&str, String)> = self.0.iter().filter(is_new).cloned().collect();
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
fn joined(blocks: &[Source]) -> Source {
    let mut whole = blocks[0].clone();
    for block in &blocks[1..] {
        let blank = block.first_line - whole.first_line - whole.text.matches('\n').count();
        whole.text.push_str(&"\n".repeat(blank));
        whole.text.push_str(&block.text);
    }
    whole
}

/// Runs of lines with blank lines between them: the first `most` of them.
fn blocks(source: &Source, most: usize) -> Vec<Source> {
    let mut blocks: Vec<Source> = Vec::new();
    let mut open = false;
    for line in source.lines() {
        if line.is_blank() {
            if blocks.len() == most {
                break;
            }
            open = false;
            continue;
        }
        match blocks.last_mut() {
            Some(block) if open => {
                block.text.push('\n');
                block.text.push_str(line.text);
            }
            _ => blocks.push(Source::new(source.name.clone(), line.text, line.number)),
        }
        open = true;
    }
    blocks
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
