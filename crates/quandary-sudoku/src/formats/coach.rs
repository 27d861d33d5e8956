//! sudoku.coach: links with the 81 digits, and the states that the site lets people copy.
//!
//! A state is `SCv7_32_` and a JSON object, packed by zlib and written in base 32 (0–9, then a–v): the given digits, the digits that
//! the player has placed (treated as givens, as from HoDoKu's library), and for each cell its pencil marks as a number with bit `d` for the
//! digit `d`; 0 where there are none. Colours are ignored.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use super::link::{address, read_site, write_site};
use super::marks::{is_nine, nine};
use super::{bad, only_line, symbols};
use crate::Sudoku;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Source, Token};

/// Links and states of sudoku.coach.
pub(crate) static COACH: Notation<Sudoku> = Notation {
    name: "coach",
    summary: "a sudoku.coach link that contains the 81 digits, such as https://sudoku.coach/en/solver/53007…, or a state that was \
              copied there, SCv7_32_…, with its pencil marks",
    packing: Packing::Line,
    comments: false,
    detect: |source| Fit::by_mark(state(source).is_some() || address(source, SITE).is_some(), || read(source)),
    read,
    write: Some(write),
};

const SITE: &str = "sudoku.coach/";
const STATE: &str = "SCv7_32_";
const SYMBOLS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
const CELLS: usize = 81;
const EVERY_DIGIT: u32 = 0b11_1111_1110;

/// The longest state that is read, packed and unpacked.
const LONGEST: usize = 1 << 16;

/// What follows the mark of a state, by itself or at the end of a link.
fn state(source: &Source) -> Option<Token<'_>> {
    let line = only_line(source).ok()?;
    let text = line.text.trim();
    let at = text.find(STATE)? + STATE.len();
    let is_state = at == STATE.len() || text.starts_with("https://sudoku.coach/");
    is_state.then(|| Token { text: &text[at..], start: line.span().start + at })
}

fn read(source: &Source) -> Result<Sudoku, Diagnostic> {
    let Some(packed) = state(source) else { return read_site(source, SITE, COACH.summary) };
    let value = unpack(packed.text).ok_or_else(|| {
        bad("this state cannot be unpacked", packed, "copy the whole of it; it may have been cut off")
    })?;
    board(&value).map_err(|error| bad(error, packed, COACH.summary))
}

fn unpack(text: &str) -> Option<Value> {
    if text.len() > LONGEST {
        return None;
    }
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for symbol in text.bytes() {
        let five = SYMBOLS.iter().position(|&known| known == symbol.to_ascii_lowercase())?;
        bits = (bits << 5 | five as u32) & 0xfff;
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let mut json = String::new();
    ZlibDecoder::new(&bytes[..]).take(LONGEST as u64).read_to_string(&mut json).ok()?;
    serde_json::from_str(&json).ok()
}

fn board(value: &Value) -> Result<Sudoku, String> {
    if let Some(size) = value.get("gridSize").and_then(Value::as_u64).filter(|&size| size != 9) {
        return Err(format!("this state is of a {size}×{size} board, and only 9×9 is known"));
    }
    let row = |key: &str| -> Result<Vec<u32>, String> {
        let text = value.get(key).and_then(Value::as_str).unwrap_or_default();
        let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
        match (text.len(), digits.len()) {
            (0, _) => Ok(vec![0; CELLS]),
            (CELLS, CELLS) => Ok(digits),
            _ => Err(format!("{key} of this state does not have {CELLS} digits")),
        }
    };
    let (given, placed) = (row("givenDigits")?, row("userDigits")?);
    let marks = value.get("userCellCandidates").and_then(Value::as_str).unwrap_or_default();
    let mut marks: Vec<u32> = marks.split('-').map_while(|number| number.parse().ok()).collect();
    if marks.len() != CELLS {
        marks = vec![0; CELLS];
    }
    let cell = |place: usize| match (given[place], placed[place], marks[place] & EVERY_DIGIT) {
        (0, 0, 0) => EVERY_DIGIT,
        (0, 0, marks) => marks,
        (0, digit, _) | (digit, ..) => 1 << digit,
    };
    let cells: Vec<u32> = (0..CELLS).map(cell).collect();
    nine(&cells, |place| given[place] != 0 || placed[place] != 0)
}

fn write(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    if puzzle.is_classic() {
        return write_site(puzzle, "https://sudoku.coach/en/solver/");
    }
    is_nine(puzzle)?;
    let open = puzzle.open_digits();
    let mark = |cell| match puzzle.struck(cell) {
        0 => 0,
        struck => open[puzzle.cells().index_of(cell)] & !struck,
    };
    let marks: Vec<u32> = puzzle.cells().cells().map(mark).collect();
    if let Some(cell) =
        puzzle.cells().cells().zip(&marks).find(|(cell, marks)| puzzle.struck(*cell) != 0 && **marks == 0)
    {
        return Err(format!("{} has no pencil mark left", cell.0).into());
    }
    let marks: Vec<String> = marks.iter().map(u32::to_string).collect();
    let state = json!({
        "gridSize": 9,
        "givenDigits": symbols(puzzle).replace('.', "0"),
        "userDigits": "0".repeat(CELLS),
        "userCellCandidates": marks.join("-"),
    });
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(state.to_string().as_bytes()).and_then(|()| packer.finish());
    let packed = packed.map_err(|error| DoesNotFit::from(error.to_string()))?;
    let (mut text, mut bits, mut count) = (STATE.to_owned(), 0u32, 0);
    for byte in packed {
        bits = (bits << 8 | u32::from(byte)) & 0xfff;
        count += 8;
        while count >= 5 {
            count -= 5;
            text.push(char::from(SYMBOLS[(bits >> count & 31) as usize]));
        }
    }
    if count > 0 {
        text.push(char::from(SYMBOLS[(bits << (5 - count) & 31) as usize]));
    }
    Ok(text)
}
