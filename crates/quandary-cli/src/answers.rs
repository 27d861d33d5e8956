//! The solutions that `check` compares with as many puzzles.

use std::io::{BufRead, Read};

use quandary::read::split::Piece;
use quandary::read::{Diagnostic, Source};
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
    name: String,
    lines: Box<dyn BufRead + Send>,
    /// The number of the next line.
    next: usize,
    /// Whether blank lines stand between solutions; otherwise each line is one.
    in_blocks: bool,
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
        Ok(Answers::Many(Box::new(Many {
            name: name.to_owned(),
            lines,
            next: 1,
            in_blocks: has_blank_line && !is_json,
        })))
    }

    /// The next solution; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Piece> {
        match self {
            Answers::Whole(answer) => answer.take().map(Ok),
            Answers::Many(many) => many.next(),
        }
    }
}

impl Many {
    fn next(&mut self) -> Option<Piece> {
        let (mut text, mut first) = (Vec::new(), self.next);
        loop {
            let before = text.len();
            let read = (&mut self.lines).take((input::LONGEST_ANSWER - before) as u64).read_until(b'\n', &mut text);
            match read {
                Err(error) => return Some(Err(input::cannot_read(&self.name, &error))),
                Ok(0) if before == 0 => return None,
                Ok(0) => break,
                Ok(_) => {}
            }
            self.next += 1;
            let is_blank = text[before..].trim_ascii().is_empty();
            if is_blank && before == 0 {
                text.clear();
                first = self.next;
            } else if is_blank || !self.in_blocks {
                break;
            }
        }
        Some(Source::from_bytes(self.name.as_str(), text, first).and_then(answer_of))
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
