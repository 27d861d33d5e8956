//! Lines of numbers in their plainest form, read in one pass: what boards of several lines are when programs write them.

/// Numbers in lines: `3 1\n2\n`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberLines {
    numbers: Vec<u16>,
    /// Where each line ends among the numbers.
    ends: Vec<usize>,
}

impl NumberLines {
    /// Numbers of up to four digits with one space between them, and one line end after each line; the last may be missing.
    /// No number starts with a zero but 0 itself, and no line is empty. `None` for any other text.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let mut lines = NumberLines { numbers: Vec::with_capacity(bytes.len() / 2 + 1), ends: Vec::with_capacity(32) };
        let (mut number, mut digits) = (0_u16, 0);
        for &byte in bytes.strip_suffix(b"\n").unwrap_or(bytes).iter().chain(b"\n") {
            match byte {
                b'0'..=b'9' if digits < 4 && (digits == 0 || number > 0) => {
                    number = 10 * number + u16::from(byte - b'0');
                    digits += 1;
                }
                b' ' | b'\n' if digits > 0 => {
                    lines.numbers.push(number);
                    (number, digits) = (0, 0);
                    if byte == b'\n' {
                        lines.ends.push(lines.numbers.len());
                    }
                }
                _ => return None,
            }
        }
        Some(lines)
    }

    /// How many lines there are.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The lines, from the first.
    pub fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.numbers[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_are_read() {
        let lines = NumberLines::read("3 1\n20\n0 9999").expect("plain lines");
        assert_eq!(lines.iter().collect::<Vec<_>>(), [&[3, 1][..], &[20], &[0, 9999]]);
        assert_eq!(NumberLines::read("3 1\n20\n0 9999\n"), Some(lines));
    }

    #[test]
    fn anything_else_is_not() {
        for text in
            ["", "\n", "1\n\n2", " 1", "1 ", "1  2", "01", "00", "12345", "-1", "1,2", "1\r\n2", "1\t2", "1\n\n", "a"]
        {
            assert_eq!(NumberLines::read(text), None, "{text:?}");
        }
    }
}
