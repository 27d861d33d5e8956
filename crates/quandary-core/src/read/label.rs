//! What a text says about itself in comments: `# rule: pool`.
//!
//! Many notations cannot store everything that a puzzle has, and some texts could be read in more than one way. A
//! label adds this information in a place that other programs ignore: a comment, on a line of its own or at the end of a
//! line, with one or more of these, each after a `#`:
//!
//! | | |
//! |---|---|
//! | `# family: NAME` | the family of the puzzle |
//! | `# notation: nin` | the notation that it is written in |
//! | `# rule: pool` | the rule that it is played by |
//! | `# id: 8:4760102` | its number where it was published |
//! | `# title: "The Cat"` | what it is called |
//! | `# author: "Jane"` | who made it |
//!
//! A title and an author are in quotes, like JSON strings; on a line that is only a label the quotes are optional,
//! unless the text contains `#`.
//!
//! Any other comment is not a label. What the caller says (`--family`, `--from`, `--rule`) takes precedence. Writers add a label
//! only where the text alone would not be read back as the same board.

use std::borrow::Cow;

use super::{Diagnostic, Hints, Source, Span};
use crate::puzzle::Packing;

/// What a label can say.
const KEYS: [&str; 6] = ["family", "notation", "rule", "id", "title", "author"];

/// Which of them are free text.
const FREE: [&str; 2] = ["title", "author"];

/// The longest label. Comments further from the end of their line are none.
const LONGEST: usize = 4096;

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
                for (key, value, span) in entries {
                    let span = Span { start: line.start + span.start, ..span };
                    if let Some(first) = label.entry(key) {
                        return Err(Diagnostic::new(format!("this text states its {key} twice"))
                            .label("the second time", span)
                            .label("the first time", first.2)
                            .help("separate puzzles with blank lines, or write each on its own line"));
                    }
                    label.0.push((key, value, span));
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
    pub(super) fn alone(line: &str) -> Option<Vec<(&'static str, String)>> {
        in_line(line).filter(|(at, _)| line[..*at].trim().is_empty()).map(|(_, entries)| without_places(entries))
    }

    /// What the label of a line says; nothing where it has none.
    pub(super) fn of_line(line: &str) -> Vec<(&'static str, String)> {
        in_line(line).map_or(Vec::new(), |(_, entries)| without_places(entries))
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

/// Entries without their places.
fn without_places(entries: Vec<Entry>) -> Vec<(&'static str, String)> {
    entries.into_iter().map(|(key, value, _)| (key, value)).collect()
}

/// The label of a line: where it starts, and what it says, with places in the line.
fn in_line(line: &str) -> Option<(usize, Vec<Entry>)> {
    let from = line.ceil_char_boundary(line.len().saturating_sub(LONGEST));
    let starts = line[from..].match_indices('#').map(|(at, _)| from + at);
    let is_apart = |at: &usize| line[..*at].is_empty() || line[..*at].ends_with(char::is_whitespace);
    starts.filter(is_apart).find_map(|at| Some((at, entries(line, at)?)))
}

/// The entries of the comment that starts in a line at this `#`: `# rule: pool # id: 8:5`. `None` where it is any other
/// comment.
fn entries(line: &str, start: usize) -> Option<Vec<Entry>> {
    let is_alone = line[..start].trim().is_empty();
    let mut entries = Vec::new();
    let mut rest = line[start..].trim_end();
    // A label says each thing once; one more entry shows which is said twice.
    while !rest.is_empty() && entries.len() <= KEYS.len() {
        let (key, value) = rest.strip_prefix('#')?.trim_start().split_once(':')?;
        let key = KEYS.into_iter().find(|known| *known == key)?;
        let value = value.trim_start();
        let (said, len) = if FREE.contains(&key) { free_text(value, is_alone)? } else { word(value)? };
        entries.push((key, said, Span { start: offset(line, value), len }));
        rest = value[len..].trim_start();
    }
    rest.is_empty().then_some(entries)
}

/// Where a part of a text starts in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The word that a text starts with, and its length. Nothing that could be the end of a string or a sentence.
fn word(text: &str) -> Option<(String, usize)> {
    let word = text.split('#').next()?.trim_end();
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || ":,-_".contains(c));
    is_word.then(|| (word.to_owned(), word.len()))
}

/// The title that a text starts with, and how much of the text it takes: a string in quotes, or all up to the next `#` where
/// it may be omitted.
fn free_text(text: &str, may_be_bare: bool) -> Option<(String, usize)> {
    if text.starts_with('"') {
        let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let string = strings.next()?.ok()?;
        return Some((string, strings.byte_offset()));
    }
    let bare = text.split('#').next()?.trim_end();
    (may_be_bare && !bare.is_empty()).then(|| (bare.to_owned(), bare.len()))
}

/// A label that says these things.
fn written(entries: &[(&str, String)]) -> String {
    let said = |(key, value): &(&str, String)| match FREE.contains(key) {
        true => format!("# {key}: {}", serde_json::Value::from(value.as_str())),
        false => format!("# {key}: {value}"),
    };
    entries.iter().map(said).collect::<Vec<_>>().join(" ")
}

/// Whether these things are too long for a label.
pub(crate) fn is_too_long(entries: &[(&str, String)]) -> bool {
    written(entries).len() > LONGEST
}

/// The text with a label that says these things.
pub(crate) fn put(text: &str, packing: Packing, entries: &[(&str, String)]) -> String {
    let label = written(entries);
    match packing {
        _ if entries.is_empty() => text.to_owned(),
        Packing::Line => {
            let line = text.trim_end_matches('\n');
            format!("{line} {label}{}", &text[line.len()..])
        }
        _ => format!("{label}\n{text}"),
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
                let place = &source.text[span.start..span.start + span.len];
                let quoted = serde_json::Value::from(value.as_str()).to_string();
                assert!(place == value || place == quoted, "{place}");
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
            "12 # title: The Cat",
            "# title: The #1 Cat",
            "# title: \"The Cat\" and more",
            "# title: \"The Cat",
            "{\"title\": \"x # title: \\\"y\\\"\"}",
            "# title:",
        ] {
            assert_eq!(said(text), [], "{text}");
        }
    }

    #[test]
    fn a_title_stands_in_quotes_or_on_a_line_of_its_own() {
        let title = |text: &str| vec![("title", text.to_owned())];
        assert_eq!(said("# title: The Cat, 2: \"Miaow\"  \n12\n"), title("The Cat, 2: \"Miaow\""));
        assert_eq!(said("12 # title: \"# rule: pool\""), title("# rule: pool"));
        assert_eq!(said(r##"12 # title: "say \"#id: 5\"" # id: 7"##)[1], ("id", "7".to_owned()));
        let both = [("title", "The Cat".to_owned()), ("author", "Jane".to_owned())];
        assert_eq!(said("# title: The Cat # author: \"Jane\"\n12\n"), both);
        assert_eq!(said("12 # title: \"The Cat\" #author:\"Jane\""), both);
        let long = "ä \" # ".repeat(500);
        assert_eq!(said(&put("12", Packing::Line, &title(&long))), title(&long));
    }

    #[test]
    fn a_text_with_two_labels_is_two_puzzles() {
        let source = Source::from_text("# rule: pool\n21\n\n# rule: region\n12\n");
        let error = Label::take(&source).unwrap_err();
        assert_eq!(
            (error.message.as_str(), error.position(&source)),
            ("this text states its rule twice", Some((4, 9)))
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
