//! The JSON notation, as far as it is the same for every family.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Diagnostic, Fit, Source, Span};
use crate::credits::Credits;

/// The part that every JSON puzzle has.
#[derive(Deserialize)]
struct Head {
    family: Option<String>,
}

/// The family that a JSON puzzle names; `None` where a text is none.
pub(crate) fn family(source: &Source) -> Option<String> {
    let is_object = source.text.trim_start().starts_with('{');
    is_object.then(|| serde_json::from_str::<Head>(&source.text).ok()?.family).flatten()
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

/// A map in which no key comes twice: nobody could say which of the two values holds. For
/// `#[serde(deserialize_with = "…")]`.
pub fn map_without_repeats<'de, D, K, V>(source: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Ord + Deserialize<'de>,
    V: Deserialize<'de>,
{
    struct Entries<K, V>(PhantomData<(K, V)>);
    impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
        type Value = BTreeMap<K, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = BTreeMap::new();
            while let Some((key, value)) = map.next_entry()? {
                if entries.insert(key, value).is_some() {
                    return Err(A::Error::custom("a key comes twice"));
                }
            }
            Ok(entries)
        }
    }
    source.deserialize_map(Entries(PhantomData))
}

/// The fields of a JSON puzzle that say what it is called and who made it.
#[derive(Deserialize)]
struct CreditFields {
    title: Option<String>,
    author: Option<String>,
}

/// What a JSON puzzle is called, and who made it.
pub fn credits(source: &Source, example: &str) -> Result<Credits, Diagnostic> {
    // Most puzzles have neither, and need not be read again for it. A key may be written with escapes.
    if !["\"title\"", "\"author\"", "\\"].iter().any(|sign| source.text.contains(sign)) {
        return Ok(Credits::NONE);
    }
    let CreditFields { title, author } = read(source, example)?;
    Ok(Credits::new(&title.unwrap_or_default(), &author.unwrap_or_default()))
}

/// The place of a key, to point at when its value is invalid.
pub fn key(source: &Source, name: &str) -> Span {
    let quoted = format!("\"{name}\"");
    match source.text.find(&quoted) {
        Some(start) => Span { start, len: quoted.len() },
        None => source.first_word(),
    }
}

/// The objects of a text that holds several JSON objects one after the other, each laid out as its writer liked, or one
/// array of objects.
pub(crate) struct Objects {
    is_array: bool,
    /// Where the rest starts, and the number of its line.
    offset: usize,
    number: usize,
}

impl Objects {
    /// The objects of a text. `None` when it is not of that kind.
    pub(crate) fn of(source: &Source) -> Option<Objects> {
        let text = source.text.trim_start();
        let is_array = text.starts_with('[');
        if !is_array && !text.starts_with('{') {
            return None;
        }
        let offset = source.text.len() - text.len() + usize::from(is_array);
        let number = source.first_line + source.text[..offset].matches('\n').count();
        let objects = Objects { is_array, offset, number };
        // All of it is looked at, but nothing is kept: a text may have millions of them.
        let mut ahead = Objects { ..objects };
        let count = std::iter::from_fn(|| ahead.step(source)).count();
        let is_whole = match is_array {
            true => source.text[ahead.offset..].trim() == "]",
            false => source.text[ahead.offset..].trim().is_empty(),
        };
        (is_whole && count > usize::from(!is_array)).then_some(objects)
    }

    /// The next object.
    pub(crate) fn next(&mut self, source: &Source) -> Option<Source> {
        let start = self.step(source)?;
        let text = &source.text[start..self.offset];
        let number = self.number - text.matches('\n').count();
        let end = text.trim_end_matches(|c: char| c == ',' || c.is_whitespace()).len();
        Some(Source::new(source.name.clone(), &text[..end], number))
    }

    /// Goes on behind the next object, and behind the comma after it in an array. Where it starts; `None` where there is
    /// none.
    fn step(&mut self, source: &Source) -> Option<usize> {
        let text = &source.text;
        let from = |at: usize| at + (text[at..].len() - text[at..].trim_start().len());
        let start = from(self.offset);
        if !text[start..].starts_with('{') {
            return None;
        }
        let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<serde::de::IgnoredAny>();
        stream.next()?.ok()?;
        let mut end = start + stream.byte_offset();
        if self.is_array && text[from(end)..].starts_with(',') {
            end = from(end) + 1;
        }
        self.number += text[self.offset..end].matches('\n').count();
        self.offset = end;
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_of_objects_is_cut_into_its_objects() {
        let cut = |text: &str| {
            let source = Source::from_text(text);
            let mut objects = Objects::of(&source)?;
            Some(std::iter::from_fn(|| objects.next(&source)).collect::<Vec<_>>())
        };
        let found = cut("[\n {\"a\": [1, {}]},\n\n {\"b\": 2}\n]\n").unwrap();
        let shown: Vec<_> = found.iter().map(|source| (source.text.as_str(), source.first_line)).collect();
        assert_eq!(shown, [("{\"a\": [1, {}]}", 2), ("{\"b\": 2}", 4)]);
        for other in ["[]", "[1, 2]", "[{}, 1]", "[{}", "[{\"a\": }]", "[{}] more"] {
            assert!(cut(other).is_none(), "{other}");
        }
    }
}
