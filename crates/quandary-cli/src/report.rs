//! What is wrong, shown to a person (with a caret under the place) or to a program (as JSON).
//!
//! The library says *what* and *where* ([`Diagnostic`]); this module cuts out the lines around the place, keeps them
//! short and free of control characters whatever the file holds, and numbers them as in the file, also when the
//! puzzle was cut from the middle of it.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode};
use miette::{SourceSpan, SpanContents};
use quandary::api::{Error, ReadError};
use quandary::read::{Diagnostic, Source, Span};
use serde_json::Value;

use crate::words;

/// Lines shown before and after the lines that are pointed at.
const CONTEXT: usize = 1;

/// Characters of a line shown before and after the place that is pointed at.
const REACH: usize = 60;

/// How reports look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportStyle {
    /// In colours.
    pub(crate) colour: bool,
    /// In ASCII only.
    pub(crate) ascii: bool,
}

/// The report for a person.
pub(crate) fn for_people(source: &Source, error: &Diagnostic, look: ReportStyle) -> String {
    let theme = match look {
        ReportStyle { ascii: true, .. } => GraphicalTheme::none(),
        ReportStyle { colour: true, .. } => GraphicalTheme::unicode(),
        ReportStyle { colour: false, .. } => GraphicalTheme::unicode_nocolor(),
    };
    let handler =
        GraphicalReportHandler::new_themed(theme).with_context_lines(CONTEXT).with_links(false).with_width(100);
    let report = Report::new(source, error);
    let mut text = String::new();
    match handler.render_report(&mut text, &report) {
        Ok(()) if look.ascii => words::ascii(&text).into_owned(),
        Ok(()) => text,
        // Rendering fails only when a span is outside its text; the message alone still says what is wrong.
        Err(fmt::Error) => format!("error: {}\n", error.message),
    }
}

/// The report for a program.
pub(crate) fn for_programs(source: &Source, error: &Diagnostic) -> Value {
    let error = Error::from(ReadError { source_text: source.clone(), diagnostic: error.clone() });
    serde_json::to_value(error.response()).unwrap_or_default()
}

/// A diagnostic with the lines it points at.
#[derive(Debug)]
struct Report<'a> {
    error: &'a Diagnostic,
    excerpt: Excerpt,
    labels: Vec<LabeledSpan>,
}

impl<'a> Report<'a> {
    fn new(source: &Source, error: &'a Diagnostic) -> Self {
        let (excerpt, spans) = Excerpt::new(source, &error.labels.iter().map(|(span, _)| *span).collect::<Vec<_>>());
        let labels = spans
            .into_iter()
            .zip(&error.labels)
            .enumerate()
            .map(|(index, (span, (_, text)))| {
                let text = Some(text.chars().map(harmless).collect());
                match index {
                    0 => LabeledSpan::new_primary_with_span(text, span),
                    _ => LabeledSpan::new_with_span(text, span),
                }
            })
            .collect();
        Report { error, excerpt, labels }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.message.chars().map(harmless).collect::<String>())
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        let help = self.error.help.as_ref()?;
        Some(Box::new(help.chars().map(harmless).collect::<String>()))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.labels.is_empty()).then_some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// The lines around the places that are pointed at.
#[derive(Debug)]
struct Excerpt {
    name: String,
    text: String,
    /// The number of the first line in the file, counted from 0.
    first_line: usize,
    /// For each line, how many characters were cut off at its start.
    cut: Vec<usize>,
}

impl Excerpt {
    /// The excerpt, and the places in it.
    fn new(source: &Source, spans: &[Span]) -> (Self, Vec<SourceSpan>) {
        let text = source.text.as_str();
        let place = |offset: usize| text.floor_char_boundary(offset.min(text.len()));
        // A place that spans lines is pointed at where it starts: one caret, one line.
        let places: Vec<(usize, usize)> = spans
            .iter()
            .map(|span| {
                let start = place(span.start);
                let end = place(span.start.saturating_add(span.len));
                let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
                (start, end.clamp(start, line_end))
            })
            .collect();
        let lines_before = |offset: usize| text.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count();
        let first = places.iter().map(|p| lines_before(p.0)).min().unwrap_or(0).saturating_sub(CONTEXT);
        let last = places.iter().map(|p| lines_before(p.0)).max().unwrap_or(0) + CONTEXT;
        let mut excerpt = Excerpt {
            name: source.name.to_string(),
            text: String::new(),
            first_line: source.first_line + first - 1,
            cut: Vec::new(),
        };
        let mut shown = vec![(0, 0); places.len()];
        let mut line_start = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if (first..=last).contains(&number) {
                excerpt.add_line(line.trim_end_matches(['\n', '\r']), line_start, &places, &mut shown);
            }
            line_start += line.len();
            if number == last {
                break;
            }
        }
        // A place after the last line end is in a line of its own, with nothing on it.
        let ends_a_line = text.is_empty() || text.ends_with('\n');
        if ends_a_line && places.iter().any(|place| place.0 == text.len()) {
            excerpt.add_line("", text.len(), &places, &mut shown);
        }
        let spans = shown.into_iter().map(|(start, end): (usize, usize)| SourceSpan::new(start.into(), end - start));
        (excerpt, spans.collect())
    }

    /// Adds one line, cut to the part around the first place in it, and records where the labels end up.
    fn add_line(&mut self, line: &str, line_start: usize, places: &[(usize, usize)], shown: &mut [(usize, usize)]) {
        let line_end = line_start + line.len();
        let pointed = places.iter().map(|place| place.0).filter(|at| (line_start..=line_end).contains(at)).min();
        let column = pointed.map_or(0, |at| line[..at - line_start].chars().count());
        let cut = if column > 2 * REACH { column - REACH } else { 0 };
        self.cut.push(cut);
        let keep = (column - cut + REACH).max(2 * REACH);
        // Every offset of the line maps to the start of the line, the end of it, or to its character.
        let mut place_at = |from: usize, to: usize, at: usize| {
            for (place, shown) in places.iter().zip(&mut *shown) {
                if (from..to).contains(&place.0) {
                    shown.0 = at;
                }
                if (from..to).contains(&place.1) {
                    shown.1 = at.max(shown.0);
                }
            }
        };
        let mut offset = line_start;
        for (index, character) in line.chars().enumerate() {
            place_at(offset, offset + character.len_utf8(), self.text.len());
            offset += character.len_utf8();
            if (cut..cut + keep).contains(&index) {
                self.text.push(harmless(character));
            } else if index == cut + keep {
                self.text.push('…');
            }
        }
        place_at(offset, line_end + 2, self.text.len());
        self.text.push('\n');
    }
}

/// A character that does nothing to a terminal.
fn harmless(character: char) -> char {
    match character {
        '\t' => ' ',
        _ if character.is_control() => '\u{fffd}',
        _ => character,
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.read_span(span, before, after)?;
        let start = found.span().offset();
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let column = self.text[line_start..start].chars().count() + self.cut.get(found.line()).copied().unwrap_or(0);
        let line = self.first_line + found.line();
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            found.data(),
            *found.span(),
            line,
            column,
            found.line_count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: ReportStyle = ReportStyle { colour: false, ascii: false };

    fn report(text: &str, first_line: usize, start: usize, len: usize) -> String {
        let source = Source::new("grid.txt", text, first_line);
        let error =
            Diagnostic::new("this clue is too large").label("here", Span { start, len }).help("make it smaller");
        for_people(&source, &error, PLAIN)
    }

    #[test]
    fn a_report_names_file_line_and_column_and_points_at_the_place() {
        let text = report("1 2\n3 99\n4 5\n", 1, 6, 2);
        assert!(text.contains("grid.txt:2:3"), "{text}");
        assert!(text.contains("2 │ 3 99"), "{text}");
        assert!(text.contains("here") && text.contains("make it smaller"), "{text}");
    }

    #[test]
    fn lines_are_numbered_as_in_the_file_the_puzzle_was_cut_from() {
        let text = report("1 2\n3 99", 41, 6, 2);
        assert!(text.contains("grid.txt:42:3"), "{text}");
        assert!(text.contains("42 │ 3 99"), "{text}");
    }

    #[test]
    fn a_very_long_line_is_cut_to_the_place_and_keeps_its_column() {
        let line = format!("{}@{}", "1".repeat(100_000), "2".repeat(100_000));
        let text = report(&line, 1, 100_000, 1);
        assert!(text.contains("grid.txt:1:100001"), "{text}");
        assert!(text.len() < 2_000, "{}", text.len());
        let marked = text.lines().find(|line| line.contains('@')).unwrap();
        let caret = text.lines().find(|line| line.contains('┬')).unwrap();
        let column = |line: &str, what| line.chars().position(|c| c == what);
        assert_eq!(column(marked, '@'), column(caret, '┬'), "{text}");
    }

    #[test]
    fn control_characters_of_a_file_never_reach_the_terminal() {
        assert!(!report("\u{1b}[2J12\u{7}", 1, 4, 1).contains('\u{1b}'));
    }

    #[test]
    fn a_place_after_the_last_line_is_shown_too() {
        for (text, place) in [("", "1:1"), ("1 2\n", "2:1"), ("1 2\n3", "2:2"), ("é", "1:2")] {
            let shown = report(text, 1, text.len(), 0);
            assert!(shown.contains(&format!("grid.txt:{place}]")) && shown.contains("here"), "{shown}");
        }
    }

    #[test]
    fn the_form_for_programs_has_line_column_and_help() {
        let source = Source::new("a.txt", "12\n34", 5);
        let error = Diagnostic::new("no").label("here", Span { start: 4, len: 1 });
        let expected =
            r#"{"error":{"message":"no","line":6,"column":2,"help":null},"source":{"file":"a.txt","line":5}}"#;
        assert_eq!(for_programs(&source, &error).to_string(), expected);
    }
}
