//! JSON as the notations write it, without spaces and escapes, read in one pass: the way that files with millions of boards go.
//!
//! A family's quick reader takes what it expects piece by piece. Whatever is different is `None`, and left to the notation's
//! reader.

/// The rest of a line of JSON.
#[derive(Clone, Copy, Debug)]
pub struct PlainJson<'a>(&'a [u8]);

impl<'a> PlainJson<'a> {
    /// A line, which may have blanks around it.
    pub fn new(line: &'a str) -> Self {
        PlainJson(line.trim_ascii().as_bytes())
    }

    /// Takes a piece that is the same in all lines.
    pub fn take(&mut self, piece: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(piece.as_bytes())?;
        Some(())
    }

    /// A number up to `most`.
    pub fn number(&mut self, most: usize) -> Option<usize> {
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit()).take(9).count();
        let (number, rest) = self.0.split_at(digits);
        let is_plain = digits > 0 && (digits == 1 || number[0] != b'0');
        let number = number.iter().fold(0, |number, digit| 10 * number + usize::from(digit - b'0'));
        self.0 = rest;
        (is_plain && number <= most).then_some(number)
    }

    /// A string of letters, digits and hyphens.
    pub fn word(&mut self) -> Option<&'a str> {
        self.take("\"")?;
        let end = self.0.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')?;
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        self.take("\"")?;
        str::from_utf8(word).ok()
    }

    /// A list of at most so many items, each taken by `item`, which is called once for each.
    pub fn list(&mut self, most: usize, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take("[")?;
        if self.take("]").is_some() {
            return Some(());
        }
        for _ in 0..most {
            item(self)?;
            if self.take(",").is_none() {
                return self.take("]");
            }
        }
        None
    }

    /// Whether nothing is left.
    pub fn has_ended(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(line: &str) -> Option<Vec<Vec<usize>>> {
        let (mut json, mut lists) = (PlainJson::new(line), Vec::new());
        json.list(3, |json| {
            let mut list = Vec::new();
            json.list(3, |json| {
                list.push(json.number(300)?);
                Some(())
            })?;
            lists.push(list);
            Some(())
        })?;
        json.has_ended().then_some(lists)
    }

    #[test]
    fn plain_lists_are_read() {
        assert_eq!(lists("[]"), Some(vec![]));
        assert_eq!(lists(" [[],[0,10,300],[7]]\n"), Some(vec![vec![], vec![0, 10, 300], vec![7]]));
        for line in [
            "",
            "[",
            "[[1]",
            "[[1],]",
            "[[1,]]",
            "[[01]]",
            "[[301]]",
            "[[1]]]",
            "[[1,2,3,4]]",
            "[ [1]]",
            "[[-1]]",
            "[[1.5]]",
            "[[99999999999999999999]]",
        ] {
            assert_eq!(lists(line), None, "{line}");
        }
    }

    #[test]
    fn words_are_plain() {
        let word = |text| PlainJson::new(text).word();
        assert_eq!((word("\"ball-uniform\""), word("\"\"")), (Some("ball-uniform"), Some("")));
        assert_eq!((word("\"a\\u0062\""), word("\"a"), word("a")), (None, None, None));
    }
}
