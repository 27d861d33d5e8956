//! Numbers and verdicts in plain words: the library's own.

pub(crate) use quandary::api::words::*;

use std::borrow::Cow;

use quandary::Stopped;

/// What is said where the budget leaves no room for a picture.
pub(crate) fn no_picture(why: Stopped) -> String {
    format!("no picture: {why}")
}

/// A text in ASCII: each other character becomes what it style like or, where nothing does, a question mark.
pub(crate) fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut spelled = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => spelled.push(c),
            '×' => spelled.push('x'),
            'µ' => spelled.push('u'),
            '→' => spelled.push_str("->"),
            '–' | '—' | '−' => spelled.push('-'),
            '…' => spelled.push_str("..."),
            '·' | '•' => spelled.push('.'),
            '≤' => spelled.push_str("<="),
            '≥' => spelled.push_str(">="),
            '≠' => spelled.push_str("!="),
            '‘' | '’' => spelled.push('\''),
            '“' | '”' => spelled.push('"'),
            '\u{a0}' => spelled.push(' '),
            _ => spelled.push('?'),
        }
    }
    Cow::Owned(spelled)
}

#[cfg(test)]
mod tests {
    use super::ascii;

    #[test]
    fn what_is_not_ascii_becomes_what_it_looks_like() {
        assert_eq!(ascii("6×6, 31 µs, 3→4, r1c1–r1c3 …"), "6x6, 31 us, 3->4, r1c1-r1c3 ...");
        assert_eq!(ascii("plain"), "plain");
        assert_eq!(ascii("a λ"), "a ?");
    }
}
