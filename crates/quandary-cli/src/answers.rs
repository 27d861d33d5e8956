//! The solutions that `check` compares with as many puzzles.

use std::io::{BufRead, Read};
use std::sync::Arc;

use quandary::read::split::Piece;
use quandary::read::{Buffer, Diagnostic, Source};
use serde_json::Value;

use crate::input::{self, Bad, Input};

/// How much of a file is looked at to see how solutions are kept apart.
const HEAD: usize = 64 << 10;

/// Solutions in order.
pub(crate) enum Answers {
    /// One solution, if it was not asked for yet.
    Whole(Option<Source>),
    Many(Box<Many>),
}

/// Several solutions in one file.
pub(crate) struct Many {
    name: Arc<str>,
    lines: Box<dyn BufRead + Send>,
    /// The number of the next line.
    next: usize,
    /// Whether blank lines stand between solutions; otherwise each line is one.
    in_blocks: bool,
}

/// Solutions as they were read: whoever needs them finds out what they say, so that this is not left to the one thread that
/// reads.
pub(crate) struct Given {
    name: Arc<str>,
    text: Buffer,
    /// Where each ends in the text, and the number of its first line.
    places: Vec<(usize, usize)>,
    /// One more, which was read whole, or why there are no more.
    last: Option<Piece>,
}

impl Given {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len() + usize::from(self.last.is_some())
    }

    /// There is no other solution, for this reason, unless there is one already.
    pub(crate) fn end(&mut self, why: Bad) {
        self.last.get_or_insert(Err(why));
    }

    /// The solutions.
    pub(crate) fn pieces(self) -> impl Iterator<Item = Piece> {
        let Given { name, text, places, last } = self;
        let mut start = 0;
        let read = places.into_iter().map(move |(end, line)| {
            let text = text[start..end].to_vec();
            start = end;
            Source::from_bytes(name.clone(), text, line).and_then(answer_of)
        });
        read.chain(last)
    }
}

impl Answers {
    /// The solutions of a file.
    pub(crate) fn open(input: &str) -> Result<Self, Bad> {
        let Input { name, mut stream, .. } =
            input::open(input, &Default::default()).map_err(|error| input::cannot_read(input, &error))?;
        let mut head = Vec::new();
        (&mut stream).take(HEAD as u64).read_to_end(&mut head).map_err(|error| input::cannot_read(name, &error))?;
        let text = head.trim_ascii();
        let is_json = text.starts_with(b"{");
        let has_blank_line = text.split(|&byte| byte == b'\n').any(|line| line.trim_ascii().is_empty());
        let lines = Box::new(std::io::Cursor::new(head).chain(stream));
        Ok(Answers::Many(Box::new(Many { name: name.into(), lines, next: 1, in_blocks: has_blank_line && !is_json })))
    }

    /// The next solutions, at most so many; fewer only at the end.
    pub(crate) fn take(&mut self, most: usize) -> Given {
        let mut given = Given { name: "".into(), text: Buffer::new(), places: Vec::new(), last: None };
        match self {
            Answers::Whole(answer) if most > 0 => given.last = answer.take().map(Ok),
            Answers::Whole(_) => {}
            Answers::Many(many) => {
                given.name = many.name.clone();
                while given.len() < most && many.read_into(&mut given) {}
            }
        }
        given
    }
}

impl Many {
    /// Reads the next solution; `false` where there is none, or where reading failed.
    fn read_into(&mut self, given: &mut Given) -> bool {
        let start = given.text.len();
        let mut first = self.next;
        loop {
            let before = given.text.len();
            let room = (input::LONGEST_ANSWER - (before - start)) as u64;
            match (&mut self.lines).take(room).read_until(b'\n', &mut given.text) {
                Err(error) => {
                    given.text.truncate(start);
                    given.end(input::cannot_read(&self.name, &error));
                    return false;
                }
                Ok(0) if before == start => return false,
                Ok(0) => break,
                Ok(_) => {}
            }
            self.next += 1;
            let is_blank = given.text[before..].trim_ascii().is_empty();
            if is_blank && before == start {
                given.text.truncate(start);
                first = self.next;
            } else if is_blank || !self.in_blocks {
                break;
            }
        }
        given.places.push((given.text.len(), first));
        true
    }
}

/// The solution in an answer: the first one of a line that `solve --json` printed, otherwise the text itself.
fn answer_of(source: Source) -> Piece {
    if !source.text.trim_start().starts_with('{') {
        return Ok(source);
    }
    let Ok(Value::Object(answer)) = serde_json::from_str(&source.text) else { return Ok(source) };
    match answer.get("solutions").and_then(|solutions| solutions.get(0)) {
        Some(Value::String(text)) => Ok(Source { text: text.clone(), ..source }),
        Some(solution) => Ok(Source { text: solution.to_string(), ..source }),
        None if answer.contains_key("solutions") || answer.contains_key("error") => {
            let error = Diagnostic::new("this answer has no solution").label("here", source.first_word());
            Err((source, error))
        }
        None => Ok(source),
    }
}
