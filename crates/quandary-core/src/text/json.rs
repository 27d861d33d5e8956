//! The JSON notation, as far as it is the same for every family.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Diagnostic, Fit, Source, Span};
use crate::credits::Credits;

/// The part that every JSON puzzle has.
#[derive(Deserialize)]
struct Head {
    family: Option<String>,
}

/// How well a text fits the JSON notation of a family.
pub fn detect(source: &Source, family: &str) -> Fit {
    if !source.text.trim_start().starts_with('{') {
        return Fit::No;
    }
    match serde_json::from_str::<Head>(&source.text) {
        Ok(Head { family: Some(name) }) if name == family => Fit::Sure,
        Ok(_) => Fit::No,
        // Broken JSON that names the family: its reader says where it breaks.
        Err(_) if source.text.contains(&format!("\"{family}\"")) => Fit::Damaged,
        Err(_) => Fit::No,
    }
}

/// Reads the fields that a family's JSON notation has.
pub fn read<T: DeserializeOwned>(source: &Source, example: &str) -> Result<T, Diagnostic> {
    serde_json::from_str(&source.text).map_err(|error| {
        // serde_json counts lines and columns from 1, and columns in bytes.
        let line_start =
            source.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let start = (line_start + error.column().saturating_sub(1)).min(source.text.len());
        let start = source.text.floor_char_boundary(start);
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
        Diagnostic::new(format!("this JSON puzzle cannot be read: {message}"))
            .label("here", Span { start, len: 0 })
            .help(format!("the form is {example}"))
    })
}

/// The fields of a JSON puzzle that say what it is called and who made it.
#[derive(Deserialize)]
struct CreditFields {
    title: Option<String>,
    author: Option<String>,
}

/// What a JSON puzzle is called, and who made it.
pub fn credits(source: &Source, example: &str) -> Result<Credits, Diagnostic> {
    let CreditFields { title, author } = read(source, example)?;
    Ok(Credits::new(&title.unwrap_or_default(), &author.unwrap_or_default()))
}

/// The place of a key, to point at when its value makes no sense.
pub fn key(source: &Source, name: &str) -> Span {
    let quoted = format!("\"{name}\"");
    match source.text.find(&quoted) {
        Some(start) => Span { start, len: quoted.len() },
        None => source.first_word(),
    }
}

/// The objects of a text that holds several JSON objects one after the other, each laid out as its writer liked, or one
/// array of objects. `None` when the text is not of that kind.
pub fn objects(source: &Source) -> Option<Vec<Source>> {
    if source.text.trim_start().starts_with('[') {
        return array_of_objects(source);
    }
    if !source.text.trim_start().starts_with('{') {
        return None;
    }
    let mut stream = serde_json::Deserializer::from_str(&source.text).into_iter::<serde::de::IgnoredAny>();
    let mut objects = Vec::new();
    let mut start = 0;
    let mut lines = Lines::of(source);
    while let Some(object) = stream.next() {
        object.ok()?;
        let text = &source.text[start..stream.byte_offset()];
        let lead = text.len() - text.trim_start().len();
        objects.push(Source::new(source.name.clone(), text.trim(), lines.at(start + lead)));
        start = stream.byte_offset();
    }
    (objects.len() > 1).then_some(objects)
}

/// The line numbers of places that come one after the other, each line counted once.
struct Lines<'s> {
    source: &'s Source,
    offset: usize,
    number: usize,
}

impl<'s> Lines<'s> {
    fn of(source: &'s Source) -> Self {
        Lines { source, offset: 0, number: source.first_line }
    }

    /// The number of the line that an offset lies in; it is not before the one asked about last.
    fn at(&mut self, offset: usize) -> usize {
        self.number += self.source.text[self.offset..offset].matches('\n').count();
        self.offset = offset;
        self.number
    }
}

/// The objects of an array, each with its own place.
fn array_of_objects(source: &Source) -> Option<Vec<Source>> {
    let text = &source.text;
    let from = |at: usize| at + (text[at..].len() - text[at..].trim_start().len());
    let mut objects = Vec::new();
    let mut lines = Lines::of(source);
    let mut at = from(text.find('[')? + 1);
    while text[at..].starts_with('{') {
        let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<serde::de::IgnoredAny>();
        stream.next()?.ok()?;
        let end = at + stream.byte_offset();
        objects.push(Source::new(source.name.clone(), &text[at..end], lines.at(at)));
        at = from(end);
        if text[at..].starts_with(',') {
            at = from(at + 1);
        }
    }
    (!objects.is_empty() && text[at..].trim() == "]").then_some(objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_of_objects_is_cut_into_its_objects() {
        let cut = |text: &str| objects(&Source::from_text(text));
        let found = cut("[\n {\"a\": [1, {}]},\n\n {\"b\": 2}\n]\n").unwrap();
        let shown: Vec<_> = found.iter().map(|source| (source.text.as_str(), source.first_line)).collect();
        assert_eq!(shown, [("{\"a\": [1, {}]}", 2), ("{\"b\": 2}", 4)]);
        for other in ["[]", "[1, 2]", "[{}, 1]", "[{}", "[{\"a\": }]", "[{}] more"] {
            assert!(cut(other).is_none(), "{other}");
        }
    }
}
