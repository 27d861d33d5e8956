//! What a text says about itself in comments: `# rule: pool`.
//!
//! Many notations have no place for everything that a puzzle has, and some texts could be read in more than one way. A
//! label says it beside the board, where other programs pass it over: a comment, on a line of its own or at the end of a
//! line, with one or more of these, each after a `#`:
//!
//! | | |
//! |---|---|
//! | `# family: aquarium` | what kind of puzzle it is |
//! | `# notation: nin` | the notation that it is written in |
//! | `# rule: pool` | the rule that it is played by |
//! | `# id: 8:4760102` | its number where it was published |
//!
//! Any other comment is no label. What the caller says (`--family`, `--from`, `--rule`) takes precedence. Writers add a label
//! only where the text alone would not be read back as the same board.

use std::borrow::Cow;

use super::{Diagnostic, Hints, Source, Span};
use crate::puzzle::Packing;

/// What a label can say.
const KEYS: [&str; 4] = ["family", "notation", "rule", "id"];

/// The longest label. Comments further from the end of their line are none.
const LONGEST: usize = 256;

/// One thing that a label says, and its place in the text.
type Entry = (&'static str, String, Span);

/// What a text says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label(Vec<Entry>);

impl Label {
    /// Takes the label out of a text, leaving blanks in its place. Text that says one thing twice holds several puzzles.
    pub fn take(source: &Source) -> Result<(Cow<'_, Source>, Label), Diagnostic> {
        let mut label = Label::default();
        if !source.text.contains('#') {
            return Ok((Cow::Borrowed(source), label));
        }
        let mut places = Vec::new();
        for line in source.lines() {
            if let Some((at, entries)) = in_line(line.text) {
                places.push(line.start + at..line.start + line.text.len());
                for (key, value) in entries {
                    let start = line.start + (value.as_ptr() as usize - line.text.as_ptr() as usize);
                    let span = Span { start, len: value.len() };
                    if let Some(first) = label.entry(key) {
                        return Err(Diagnostic::new(format!("this text says twice what its {key} is"))
                            .label("the second time", span)
                            .label("the first time", first.2)
                            .help("several puzzles stand apart by blank lines, or each on its own line"));
                    }
                    label.0.push((key, value.to_owned(), span));
                }
            }
        }
        if places.is_empty() {
            return Ok((Cow::Borrowed(source), label));
        }
        let mut text = source.text.clone();
        for place in places {
            let blank = " ".repeat(place.len());
            text.replace_range(place, &blank);
        }
        Ok((Cow::Owned(Source { text, ..source.clone() }), label))
    }

    /// What a line says where it is a label and nothing else.
    pub(super) fn alone(line: &str) -> Option<Vec<(&'static str, &str)>> {
        in_line(line).filter(|(at, _)| line[..*at].trim().is_empty()).map(|(_, entries)| entries)
    }

    /// What the label of a line says; nothing where it has none.
    pub(super) fn of_line(line: &str) -> Vec<(&'static str, &str)> {
        in_line(line).map_or(Vec::new(), |(_, entries)| entries)
    }

    /// Whether a text has a label.
    pub fn is_in(source: &Source) -> bool {
        source.text.contains('#') && source.lines().any(|line| in_line(line.text).is_some())
    }

    fn entry(&self, key: &str) -> Option<&Entry> {
        self.0.iter().find(|(known, ..)| *known == key)
    }

    /// What it says about one thing.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entry(key).map(|(_, value, _)| value.as_str())
    }

    /// Whether it says what kind of text this is.
    pub(super) fn names_notation(&self) -> bool {
        self.entry("notation").is_some()
    }

    /// The hints, completed by what the label says.
    pub(super) fn complete(&self, hints: &Hints) -> Hints {
        let own = |key: &str| self.get(key).map(str::to_owned);
        // The notation of another family than the one that was asked for says nothing.
        let is_same_family =
            hints.family.is_none() || self.get("family").is_none_or(|name| hints.family.as_deref() == Some(name));
        Hints {
            family: hints.family.clone().or_else(|| own("family")),
            notation: hints.notation.clone().or_else(|| own("notation").filter(|_| is_same_family)),
            rule: hints.rule.clone().or_else(|| own("rule")),
            ..*hints
        }
    }

    /// An error about what the label says, pointing at it where it is to blame for it.
    pub(super) fn blamed(&self, key: &str, error: Diagnostic) -> Diagnostic {
        match self.entry(key) {
            Some((.., span)) => error.label("this comment says so", *span),
            None => error,
        }
    }
}

/// The label of a line: where it starts, and what it says.
fn in_line(line: &str) -> Option<(usize, Vec<(&'static str, &str)>)> {
    let from = line.ceil_char_boundary(line.len().saturating_sub(LONGEST));
    let starts = line[from..].match_indices('#').map(|(at, _)| from + at);
    let is_apart = |at: &usize| line[..*at].is_empty() || line[..*at].ends_with(char::is_whitespace);
    starts.filter(is_apart).find_map(|at| Some((at, entries(&line[at + 1..])?)))
}

/// The entries of a comment: `rule: pool # id: 8:5`. `None` where it is any other comment.
fn entries(comment: &str) -> Option<Vec<(&'static str, &str)>> {
    let entry = |part: &'_ str| -> Option<(&'static str, usize)> {
        let (key, value) = part.trim().split_once(':')?;
        let key = KEYS.into_iter().find(|known| *known == key)?;
        let value = value.trim();
        // Nothing that could be the end of a string or a sentence.
        let is_word = !value.is_empty() && value.chars().all(|c| c.is_ascii_alphanumeric() || ":,-_".contains(c));
        is_word.then(|| (key, value.as_ptr() as usize - comment.as_ptr() as usize))
    };
    let parts = comment.split('#').map(|part| {
        let (key, start) = entry(part)?;
        let end = part.as_ptr() as usize - comment.as_ptr() as usize + part.trim_end().len();
        Some((key, &comment[start..end]))
    });
    parts.collect()
}

/// The text with a label that says these things.
pub(crate) fn put(text: &str, packing: Packing, entries: &[(&str, String)]) -> String {
    let label: Vec<String> = entries.iter().map(|(key, value)| format!("# {key}: {value}")).collect();
    let label = label.join(" ");
    match packing {
        _ if entries.is_empty() => text.to_owned(),
        Packing::Block => format!("{label}\n{text}"),
        Packing::Line => {
            let line = text.trim_end_matches('\n');
            format!("{line} {label}{}", &text[line.len()..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(&'static str, String)> {
        let source = Source::from_text(text);
        let (plain, label) = Label::take(&source).unwrap();
        assert_eq!(plain.text.len(), source.text.len());
        label
            .0
            .into_iter()
            .map(|(key, value, span)| {
                assert_eq!(source.text[span.start..span.start + span.len], value);
                (key, value)
            })
            .collect()
    }

    #[test]
    fn a_label_stands_on_its_own_line_or_at_the_end_of_one() {
        assert_eq!(said("# rule: pool\n21\n12\n"), [("rule", "pool".to_owned())]);
        assert_eq!(said("1_2;1,1 # rule: pool"), [("rule", "pool".to_owned())]);
        assert_eq!(
            said("AB;BA # A=x B=y # family: ballsort #rule:ball  "),
            [("family", "ballsort".to_owned()), ("rule", "ball".to_owned())]
        );
        assert_eq!(said("4#0,1|1,0 # id: 8:4,760"), [("id", "8:4,760".to_owned())]);
    }

    #[test]
    fn other_comments_are_no_labels() {
        for text in [
            "# rule: one level in a tank\n1",
            "# rules: pool",
            "x# rule: pool",
            "#A author",
            "# rule:",
            "#\n#",
            "# A=rule: pool",
            "{\"name\": \"x # rule: pool\"}",
            "  \"x # id: 5\",",
        ] {
            assert_eq!(said(text), [], "{text}");
        }
    }

    #[test]
    fn a_text_with_two_labels_is_two_puzzles() {
        let source = Source::from_text("# rule: pool\n21\n\n# rule: region\n12\n");
        let error = Label::take(&source).unwrap_err();
        assert_eq!(
            (error.message.as_str(), error.position(&source)),
            ("this text says twice what its rule is", Some((4, 9)))
        );
    }

    #[test]
    fn what_is_put_into_a_text_is_taken_out_of_it() {
        let entries = [("family", "aquarium".to_owned()), ("rule", "pool".to_owned())];
        assert_eq!(put("1\n2\n", Packing::Block, &entries), "# family: aquarium # rule: pool\n1\n2\n");
        assert_eq!(put("12\n", Packing::Line, &entries), "12 # family: aquarium # rule: pool\n");
        assert_eq!(put("12", Packing::Line, &entries[1..]), "12 # rule: pool");
        assert_eq!(put("12\n", Packing::Line, &[]), "12\n");
        assert_eq!(said(&put("12", Packing::Line, &entries)), entries);
    }
}
