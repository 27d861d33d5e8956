//! What a puzzle is called and who made it.
//!
//! Neither says anything about the board, but people want to keep them. Both are one line of text: whatever breaks a line
//! or controls a terminal becomes a blank at reading.

use std::fmt;

use serde_json::Value;

/// A title and an author, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// Empty where it is not known.
    title: String,
    /// Empty where it is not known.
    author: String,
}

impl Credits {
    /// Nothing is known.
    pub const NONE: Credits = Credits { title: String::new(), author: String::new() };

    /// A title and an author; an empty text is none.
    pub fn new(title: &str, author: &str) -> Self {
        Credits { title: one_line(title), author: one_line(author) }
    }

    /// What the puzzle is called.
    pub fn title(&self) -> Option<&str> {
        Some(self.title.as_str()).filter(|title| !title.is_empty())
    }

    /// Who made it.
    pub fn author(&self) -> Option<&str> {
        Some(self.author.as_str()).filter(|author| !author.is_empty())
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Credits::NONE
    }

    /// What is known, under the names that it has in JSON and in [labels](crate::read::label).
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [("title", self.title()), ("author", self.author())];
        all.into_iter().filter_map(|(key, value)| Some((key, value?)))
    }

    /// A heading, and what is known after it: "Row, 1×5, “House” by Jane".
    #[must_use]
    pub fn after(&self, heading: String) -> String {
        if self.is_empty() { heading } else { format!("{heading}, {self}") }
    }

    /// What is known as fields of a JSON object.
    pub fn fields(&self) -> impl Iterator<Item = (String, Value)> {
        self.entries().map(|(key, value)| (key.to_owned(), value.into()))
    }
}

/// "“House” by Jane".
impl fmt::Display for Credits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.title(), self.author()) {
            (Some(title), Some(author)) => write!(f, "“{title}” by {author}"),
            (Some(title), None) => write!(f, "“{title}”"),
            (None, Some(author)) => write!(f, "by {author}"),
            (None, None) => Ok(()),
        }
    }
}

/// A text without line breaks, control characters and redundant blanks.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_and_cannot_control_a_terminal() {
        let credits = Credits::new(" The\r\n\tCat \u{1b}[31m ", "\n");
        assert_eq!((credits.title(), credits.author()), (Some("The Cat [31m"), None));
        assert!(Credits::new(" ", "\u{7}").is_empty());
    }

    #[test]
    fn credits_say_what_is_known() {
        let said = |title, author| Credits::new(title, author).to_string();
        assert_eq!(said("House", "Jane"), "“House” by Jane");
        assert_eq!(said("House", ""), "“House”");
        assert_eq!(said("", "Jane"), "by Jane");
        assert_eq!(said("", ""), "");
    }
}
