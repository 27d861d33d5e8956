//! Texts in UTF-16, as spreadsheets and editors of Windows save them: known by their first two bytes.

use std::io::{self, BufRead, BufReader, Read};

/// How many bytes are decoded at a time.
const BLOCK: usize = 1 << 13;

/// The stream in UTF-8: decoded where it begins with a mark of UTF-16, else as it is.
pub(crate) fn decoded(mut stream: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    let unit = match stream.fill_buf()? {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return Ok(stream),
    };
    stream.consume(2);
    Ok(Box::new(BufReader::new(Decoder {
        stream,
        unit,
        bytes: Vec::new(),
        text: Vec::new(),
        given: 0,
        has_ended: false,
    })))
}

struct Decoder {
    stream: Box<dyn BufRead + Send>,
    unit: fn([u8; 2]) -> u16,
    /// What was read and not decoded yet.
    bytes: Vec<u8>,
    /// What was decoded, and how much of it was given out.
    text: Vec<u8>,
    given: usize,
    has_ended: bool,
}

impl Decoder {
    /// Decodes the next block, all but half a character at its end.
    fn decode(&mut self) -> io::Result<()> {
        let read = self.stream.by_ref().take(BLOCK as u64).read_to_end(&mut self.bytes)?;
        self.has_ended = read == 0;
        let mut units: Vec<u16> = self.bytes.chunks_exact(2).map(|pair| (self.unit)([pair[0], pair[1]])).collect();
        let is_half = |unit: &u16| (0xd800..0xdc00).contains(unit);
        if !self.has_ended && units.last().is_some_and(is_half) {
            units.pop();
        }
        self.bytes.drain(..2 * units.len());
        let mut text: String =
            char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        if self.has_ended && !self.bytes.is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            self.bytes.clear();
        }
        (self.text, self.given) = (text.into_bytes(), 0);
        Ok(())
    }
}

impl Read for Decoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.has_ended {
            self.decode()?;
        }
        let part = &self.text[self.given..];
        let length = part.len().min(buffer.len());
        buffer[..length].copy_from_slice(&part[..length]);
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> String {
        let mut text = String::new();
        decoded(Box::new(io::Cursor::new(bytes))).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn both_orders_of_bytes_are_read_and_other_texts_stay_as_they_are() {
        let long = "5,3,,é😀\r\n".repeat(3000);
        let units = || std::iter::once(0xfeff).chain(long.encode_utf16());
        assert_eq!(read(units().flat_map(u16::to_le_bytes).collect()), long);
        assert_eq!(read(units().flat_map(u16::to_be_bytes).collect()), long);
        assert_eq!(read(long.clone().into_bytes()), long);
        assert_eq!(read(Vec::new()), "");
        // A file that was cut off in the middle of a character ends with a mark of that.
        assert_eq!(read(vec![0xff, 0xfe, b'5', 0, b'3']), "5\u{fffd}");
    }
}
