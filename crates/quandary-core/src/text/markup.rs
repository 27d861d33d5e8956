//! Text for XML and HTML.

use std::borrow::Cow;

/// A text that is safe between the tags of XML and HTML, and in their attributes. Characters that XML forbids become the replacement character.
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ') {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_xml_are_escaped_and_forbidden_characters_replaced() {
        assert_eq!(escape("<a & \"b\" > 'c'>\0"), "&lt;a &amp; &quot;b&quot; &gt; &#39;c&#39;&gt;\u{FFFD}");
    }
}
