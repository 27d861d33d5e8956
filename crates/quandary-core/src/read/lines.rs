//! Files in which every line is a puzzle, read as they stream in.
//!
//! Most lines need nothing from the lines above them and stay together as they were read ([`Lines`]). Below a comment that says
//! something about the following lines ([`Label`]), each line becomes a text of its own with that label.

use std::io::{self, BufRead};
use std::ops::Range;
use std::sync::Arc;

use super::split::{Chunk, Piece};
use super::{Buffer, Detected, Label, label};
use crate::puzzle::Packing;
use crate::text::{Diagnostic, MAX_TEXT, Source, Span};

/// The longest line that may be a puzzle, and how much of a file is read before deciding how it is packed.
pub(super) const HEAD: usize = 64 << 10;

/// Whole lines of a file in which every line is a puzzle.
#[derive(Debug)]
pub struct Lines {
    /// The file.
    pub name: Arc<str>,
    /// The number of the first line.
    pub first_line: usize,
    /// The lines, each with its line end; the last one of a file may have none.
    pub text: Buffer,
    /// What the first puzzle of the file is: the others are probably written like it.
    pub kind: Option<Detected>,
}

impl Lines {
    /// The lines that hold something, without their line ends, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.places().map(|(number, place)| (number, &self.text[place]))
    }

    /// The numbers of the lines that hold something, and where they are without their line ends.
    fn places(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut start = 0;
        let lines = std::iter::from_fn(move || {
            let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
            let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let place = start..start + without_line_end(&rest[..length]).len();
            start += length;
            Some(place)
        });
        (self.first_line..).zip(lines).filter(|(_, place)| !is_skipped(&self.text[place.clone()]))
    }

    /// The lines after the first ones that hold something; `None` where there are no more than these.
    pub(super) fn without_first(mut self, count: usize) -> Option<Self> {
        let (number, place) = self.places().nth(count)?;
        self.text.drain(..place.start);
        self.first_line = number;
        Some(self)
    }

    /// A line as a text with its place.
    pub fn piece(&self, number: usize, line: &[u8]) -> Piece {
        Source::from_bytes(self.name.clone(), line.to_vec(), number)
    }
}

/// An input that may pause.
pub(super) struct Stream<R> {
    pub(super) input: R,
    /// Whether it has ended.
    pub(super) has_ended: bool,
    /// Whether reading on would wait for whoever writes the input.
    pub(super) would_wait: Box<dyn FnMut() -> bool + Send>,
}

impl<R: BufRead> Stream<R> {
    /// Reads on, as much as there is at once; `false` at the end.
    pub(super) fn read_on(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        if self.has_ended {
            return Ok(false);
        }
        let bytes = loop {
            match self.input.fill_buf() {
                Ok(bytes) => break bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        let read = bytes.len();
        buffer.extend_from_slice(bytes);
        self.input.consume(read);
        self.has_ended = read == 0;
        Ok(read > 0)
    }

    /// Reads on up to a length; less only at the end.
    pub(super) fn read_up_to(&mut self, length: usize, buffer: &mut Vec<u8>) -> io::Result<()> {
        while buffer.len() < length && self.read_on(buffer)? {}
        Ok(())
    }
}

/// A stream of lines that is being cut.
pub(super) struct LineCutter {
    name: Arc<str>,
    /// What was read and not used yet starts at `start`.
    buffer: Vec<u8>,
    start: usize,
    /// The number of the next line.
    next: usize,
    /// The label above the next line.
    above: Above,
    /// What the first puzzle is.
    kind: Detected,
}

impl LineCutter {
    /// A stream whose start has been read, and whose first puzzle is of this kind.
    pub(super) fn new(name: Arc<str>, head: Vec<u8>, kind: Detected) -> Self {
        LineCutter { name, buffer: head, start: 0, next: 1, above: Above::default(), kind }
    }

    /// What was read and not used yet.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Uses some bytes.
    fn take(&mut self, bytes: usize) -> &[u8] {
        let taken = self.start..self.start + bytes;
        self.start = taken.end;
        &self.buffer[taken]
    }

    /// Reads on; `false` at the end.
    fn read_on<R: BufRead>(&mut self, stream: &mut Stream<R>) -> io::Result<bool> {
        self.buffer.drain(..self.start);
        self.start = 0;
        stream.read_on(&mut self.buffer)
    }

    /// Reads until there is a whole line, or more of one than may be a puzzle; gives its length with its line end, which is
    /// 0 at the end.
    fn fill_line<R: BufRead>(&mut self, stream: &mut Stream<R>) -> io::Result<usize> {
        let mut seen = 0;
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.rest()[seen..]) {
                return Ok(seen + end + 1);
            }
            seen = self.rest().len();
            if seen > HEAD || !self.read_on(stream)? {
                return Ok(seen);
            }
        }
    }

    /// The next line that holds something.
    pub(super) fn next_line<R: BufRead>(&mut self, stream: &mut Stream<R>) -> io::Result<Option<Piece>> {
        loop {
            let length = self.fill_line(stream)?;
            if length == 0 {
                return Ok(None);
            }
            let (number, is_too_long) = (self.next, length > HEAD);
            self.next += 1;
            let line = self.take(length);
            let is_whole = line.ends_with(b"\n");
            let line = without_line_end(&line[..length.min(HEAD)]).to_vec();
            if !is_whole {
                self.skip_line(stream)?;
            }
            let piece = match Source::from_bytes(self.name.clone(), line, number) {
                Ok(source) if is_too_long => Err(too_long_error(source, "this line is too long for one puzzle")),
                Ok(source) => match self.above.puzzle(&source.text) {
                    Some(text) => Ok(Source { text, ..source }),
                    None => continue,
                },
                Err(bad) => Err(bad),
            };
            return Ok(Some(piece));
        }
    }

    /// Passes over the rest of a line that is too long, without holding it.
    fn skip_line<R: BufRead>(&mut self, stream: &mut Stream<R>) -> io::Result<()> {
        loop {
            if let Some(end) = memchr::memchr(b'\n', self.rest()) {
                self.take(end + 1);
                return Ok(());
            }
            self.start = self.buffer.len();
            if !self.read_on(stream)? {
                return Ok(());
            }
        }
    }

    /// The next lines, at most so many of them and so many bytes, but for one line; `None` at the end.
    pub(super) fn next_chunk<R: BufRead>(
        &mut self,
        stream: &mut Stream<R>,
        lines: usize,
        bytes: usize,
    ) -> io::Result<Option<Chunk>> {
        let mut length = self.fill_line(stream)?;
        if length == 0 {
            return Ok(None);
        }
        let mut count = 1;
        while count < lines && length < bytes && length <= HEAD.max(bytes) {
            let rest = &self.rest()[length..];
            if let Some(end) = memchr::memchr(b'\n', &rest[..rest.len().min(HEAD)]) {
                length += end + 1;
                count += 1;
            } else if rest.len() >= HEAD || stream.has_ended || (stream.would_wait)() {
                break;
            // What was read before an error is handed over first; the next call meets the error again.
            } else if self.read_on(stream).is_err() {
                break;
            }
        }
        let text = &self.rest()[..length];
        let has_label = || memchr::memchr(b'#', text).is_some() && text.split(|&byte| byte == b'\n').any(is_label);
        let is_plain = self.above.label.is_empty() && !has_label();
        if is_plain && (count > 1 || length <= HEAD) {
            let first_line = self.next;
            self.next += count;
            let mut text = Buffer::new();
            text.extend_from_slice(self.take(length));
            return Ok(Some(Chunk::Lines(Lines { name: self.name.clone(), first_line, text, kind: Some(self.kind) })));
        }
        let (end, mut pieces) = (self.next + count, Vec::new());
        while self.next < end
            && let Some(piece) = self.next_line(stream)?
        {
            pieces.push(piece);
        }
        Ok(Some(Chunk::Pieces(pieces)))
    }
}

/// The label that stands above the lines of a file, on one line or on several: it is true of all lines below, until another
/// one comes, as far as they do not say otherwise.
#[derive(Default)]
pub(super) struct Above {
    label: Vec<(&'static str, String)>,
    /// Whether a puzzle has come since the last line of the label: the next one begins another.
    is_closed: bool,
}

impl Above {
    /// The puzzle of a line, with the label that stands above it; `None` where the line holds none.
    pub(super) fn puzzle(&mut self, line: &str) -> Option<String> {
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
        if self.label.is_empty() {
            return Some(line.to_owned());
        }
        let own = Label::of_line(line);
        let is_new = |(key, _): &&(&'static str, String)| own.iter().all(|(known, _)| known != key);
        let above: Vec<(&str, String)> = self.label.iter().filter(is_new).cloned().collect();
        Some(label::put(line, Packing::Line, &above))
    }
}

/// Whether a line is a comment that says something about the lines below it.
fn is_label(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#") && Label::alone(&String::from_utf8_lossy(line)).is_some()
}

/// A line without its line end.
pub(super) fn without_line_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1);
    &line[..end]
}

/// Makes the first line of a data set a comment where it names the columns: `quizzes,solutions`.
pub(super) fn hide_column_names(head: &mut [u8]) {
    /// What data sets call the column of their puzzles.
    const NAMES: [&str; 8] = ["puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "board", "problem"];
    /// The longest first line that is looked at.
    const LONGEST: usize = 400;
    let start = if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let Some(end) = head.iter().take(LONGEST).position(|&byte| byte == b'\n') else { return };
    let Ok(line) = std::str::from_utf8(&head[start..end]) else { return };
    let names: Vec<String> =
        line.split([',', ';', '\t']).map(|name| name.trim().trim_matches('"').to_lowercase()).collect();
    let is_name = |name: &String| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_- ".contains(c))
    };
    if names.len() > 1 && names.iter().all(is_name) && names.iter().any(|name| NAMES.contains(&name.as_str())) {
        head[start] = b'#';
    }
}

/// Blank lines and comments hold no puzzle.
pub(super) fn is_skipped(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.is_empty() || text == b"\xef\xbb\xbf" || text.starts_with(b"#")
}

pub(super) fn too_long_error(mut source: Source, message: &str) -> (Source, Diagnostic) {
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
