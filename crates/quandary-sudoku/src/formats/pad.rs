//! Links of f-puzzles and SudokuPad.
//!
//! An f-puzzles link holds the puzzle's JSON ([`fpuzzles`]), compressed by LZ-string and written in base 64. SudokuPad takes the
//! same behind `fpuz`; a form of its own behind `scl` or `ctc`, a relaxed and shortened JSON of what is to be drawn; and
//! two short forms for plain boards, `scf` and `classic`.

use std::iter::Peekable;
use std::str::Chars;

use serde_json::{Map, Value, json};

use super::link::link;
use super::{bad, fpuzzles};
use crate::Sudoku;
use crate::variant::Says;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Source};

/// f-puzzles.
pub(crate) static F_PUZZLES: Notation<Sudoku> = Notation {
    name: "f-puzzles",
    summary: "an f-puzzles link, https://www.f-puzzles.com/?load=…, or the JSON that it contains: given digits and pencil \
              marks, regions, diagonals, killer cages, extra regions, thermometers, arrows, dots, X and V, odd and even, \
              anti-knight, anti-king, non-consecutive, disjoint groups; other constraints are named in the error",
    packing: Packing::Line,
    comments: false,
    detect: detect_f_puzzles,
    read: read_f_puzzles,
    write: Some(|puzzle| Ok(format!("https://www.f-puzzles.com/?load={}", pack(puzzle)?))),
};

/// SudokuPad.
pub(crate) static SUDOKUPAD: Notation<Sudoku> = Notation {
    name: "sudokupad",
    summary: "a SudokuPad link that contains its puzzle: https://sudokupad.app/fpuz… (as f-puzzles), /scl… and /ctc… (digits, \
              regions and cages; what is only drawn is named in the error), /scf… and /classic… (plain boards)",
    packing: Packing::Line,
    comments: false,
    detect: |source| Fit::by_mark(pad_payload(source).is_some(), || read_pad(source)),
    read: read_pad,
    write: Some(|puzzle| Ok(format!("https://sudokupad.app/fpuz{}", pack(puzzle)?))),
};

/// The longest packed puzzle that is read. Unpacked it may grow with the square of its length, so it is kept short.
const LONGEST: usize = 12_000;

fn pack(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    if puzzle.variant().signs.iter().any(|sign| matches!(sign.says, Says::Sum(sum) if sum != 5 && sum != 10)) {
        return Err("it has no sign for sums other than 5 and 10".into());
    }
    if fpuzzles::has_lone_window(puzzle) {
        return Err("a cage that looks like a window would read as the rule of windows".into());
    }
    let open = puzzle.open_digits();
    let blanks = puzzle.cells().cells().zip(&open).filter(|(cell, _)| puzzle.cells()[*cell] == 0);
    if let Some((cell, _)) =
        blanks.into_iter().find(|(cell, open)| puzzle.struck(*cell) != 0 && **open & !puzzle.struck(*cell) == 0)
    {
        return Err(format!("{cell} has no pencil mark left").into());
    }
    let packed = lz_str::compress_to_base64(&fpuzzles::write(puzzle).to_string());
    Ok(packed.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D"))
}

/// Unpacks what LZ-string packed, in any of the ways that links are written.
fn unpack(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let text = percent_decoded(text);
    let plain: String = text
        .chars()
        .map(|c| {
            if c == ' ' || c == '-' {
                '+'
            } else if c == '_' {
                '/'
            } else {
                c
            }
        })
        .collect();
    // One more symbol at the end, in case that the padding was lost.
    let ways = [
        lz_str::decompress_from_base64(&format!("{}=", plain.trim_end_matches('='))),
        lz_str::decompress_from_encoded_uri_component(&format!("{text}$")),
    ];
    ways.into_iter()
        .flatten()
        .filter_map(|wide| String::from_utf16(&wide).ok())
        .find(|text| text.trim_start().starts_with('{'))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let pair = || u8::from_str_radix(text.get(text.len() - rest.len()..text.len() - rest.len() + 2)?, 16).ok();
        match (byte, pair()) {
            (b'%', Some(decoded)) => {
                bytes.push(decoded);
                rest.nth(1);
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

// ── f-puzzles ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The packed part of an f-puzzles link.
fn load(source: &Source) -> Option<&str> {
    let line = link(source)?;
    let host = line.text.split('/').nth(2)?;
    let at = line.text.find("load=")? + "load=".len();
    let packed = line.text[at..].split(['&', '#']).next()?;
    (host.ends_with("f-puzzles.com") && !packed.starts_with("fpuz")).then_some(packed)
}

/// The JSON of a puzzle that stands there as it is.
fn plain_json(source: &Source) -> Option<Value> {
    let text = source.text.trim_start();
    let value = text.starts_with('{').then(|| serde_json::from_str::<Value>(text).ok())??;
    fpuzzles::is_like(&value).then_some(value)
}

fn detect_f_puzzles(source: &Source) -> Fit {
    if load(source).is_none() {
        return if plain_json(source).is_some() { Fit::Sure } else { Fit::No };
    }
    if read_f_puzzles(source).is_ok() { Fit::Sure } else { Fit::Damaged }
}

fn read_f_puzzles(source: &Source) -> Result<Sudoku, Diagnostic> {
    let value = match (plain_json(source), load(source)) {
        (Some(value), _) => value,
        (None, Some(packed)) => unpacked(packed, source)?,
        (None, None) => {
            return Err(bad("a link or the JSON of f-puzzles was expected", source.first_word(), F_PUZZLES.summary));
        }
    };
    fpuzzles::read(&value).map_err(|error| bad(error, source.first_word(), F_PUZZLES.summary))
}

/// The JSON of a packed puzzle.
fn unpacked(packed: &str, source: &Source) -> Result<Value, Diagnostic> {
    let value = unpack(packed).and_then(|text| serde_json::from_str(&text).ok());
    value.ok_or_else(|| {
        bad(
            "the puzzle in this link cannot be unpacked",
            source.first_word(),
            "copy the whole link; it may have been cut off",
        )
    })
}

// ── SudokuPad ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The puzzle part of a SudokuPad link: its form, and what follows.
fn pad_payload(source: &Source) -> Option<(&'static str, &str)> {
    let line = link(source)?;
    let host = line.text.split('/').nth(2)?;
    let is_pad = ["sudokupad.app", "sudokupad.svencodes.com", "app.crackingthecryptic.com"]
        .iter()
        .any(|name| host.ends_with(name));
    let rest = line.text.splitn(4, '/').nth(3).filter(|_| is_pad)?;
    let rest = rest.strip_prefix("sudoku/").unwrap_or(rest);
    let rest = ["?puzzleid=", "?load="].iter().find_map(|key| rest.strip_prefix(key)).unwrap_or(rest);
    let rest = rest.split(['?', '&', '#']).next()?;
    let forms = ["fpuzzles", "fpuz", "scl", "ctc", "scf", "classic"];
    Some(forms.into_iter().find_map(|form| Some((form, rest.strip_prefix(form)?))).unwrap_or(("", rest)))
}

fn read_pad(source: &Source) -> Result<Sudoku, Diagnostic> {
    let at = source.first_word();
    let (form, rest) =
        pad_payload(source).ok_or_else(|| bad("a SudokuPad link was expected", at, SUDOKUPAD.summary))?;
    let puzzle = match form {
        "fpuz" | "fpuzzles" => fpuzzles::read(&unpacked(rest, source)?),
        "scl" | "ctc" => {
            let text = unpack(rest)
                .ok_or_else(|| bad("the puzzle in this link cannot be unpacked", at, "copy the whole link"))?;
            let value = Relaxed::read(&text)
                .ok_or_else(|| bad("the puzzle in this link is invalid", at, "copy the whole link"))?;
            drawn_board(&value).and_then(|value| fpuzzles::read(&value))
        }
        "scf" | "classic" => short_board(rest).and_then(|value| fpuzzles::read(&value)),
        _ => {
            let help = "the site keeps the puzzle under a short name; open it there and share it as a long link";
            return Err(bad("this link does not hold its puzzle", at, help));
        }
    };
    puzzle.map_err(|error| bad(error, at, SUDOKUPAD.summary))
}

/// Plain boards: each symbol is a digit (0 for a blank) and a number of blanks after it. Letters that are left over after
/// 81 cells name rules: x for the diagonals, w for the windows.
fn short_board(text: &str) -> Result<Value, String> {
    const SYMBOLS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut cells: Vec<usize> = Vec::new();
    let mut letters = text.chars();
    while cells.len() < 81 {
        let letter = letters.next().ok_or_else(|| format!("the link has {} cells, expected 81", cells.len()))?;
        let code =
            SYMBOLS.find(letter).ok_or_else(|| format!("'{}' means nothing in this link", letter.escape_default()))?;
        cells.push(code % 10);
        cells.extend(std::iter::repeat_n(0, code / 10));
    }
    if cells.len() > 81 {
        return Err(format!("the link has {} cells, expected 81", cells.len()));
    }
    let cell = |digit: &usize| if *digit == 0 { json!({}) } else { json!({"value": digit, "given": true}) };
    let rows: Value = cells.chunks(9).map(|row| row.iter().map(cell).collect::<Value>()).collect();
    let mut puzzle = json!({"size": 9, "grid": rows});
    for rule in letters {
        match rule {
            'x' => {
                puzzle["diagonal+"] = true.into();
                puzzle["diagonal-"] = true.into();
            }
            'w' => {
                let corners = [(2, 2), (2, 6), (6, 2), (6, 6)];
                let window = |(top, left): (usize, usize)| -> Value {
                    (0..9).map(|at| format!("R{}C{}", top + at / 3, left + at % 3)).collect()
                };
                puzzle["extraregion"] = corners.map(|corner| json!({"cells": window(corner)})).to_vec().into();
            }
            other => return Err(format!("there is no rule '{}' in such links", other.escape_default())),
        }
    }
    Ok(puzzle)
}

/// A board as SudokuPad draws it, in the form of f-puzzles. Only digits, regions and cages have a meaning of their own.
fn drawn_board(value: &Value) -> Result<Value, String> {
    let list = |long: &str, short: &str| {
        value.get(long).or_else(|| value.get(short)).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let drawn = [("lines", "l"), ("arrows", "a"), ("overlays", "o"), ("underlays", "u")];
    let drawn: Vec<&str> =
        drawn.iter().filter(|(long, short)| !list(long, short).is_empty()).map(|(long, _)| *long).collect();
    if !drawn.is_empty() {
        let drawn = drawn.join(", ");
        return Err(format!("this puzzle has {drawn}, which are only drawn: what they mean is in its rules in words"));
    }
    let rows = list("cells", "ce");
    let mut region_of: Map<String, Value> = Map::new();
    let place = |cell: &Value| Some((cell.get(0)?.as_u64()? + 1, cell.get(1)?.as_u64()? + 1));
    for (number, region) in list("regions", "re").iter().enumerate() {
        for (row, column) in region.as_array().into_iter().flatten().filter_map(place) {
            region_of.insert(format!("R{row}C{column}"), number.into());
        }
    }
    let cell = |row: usize, column: usize, cell: &Value| {
        let mut fields = Map::new();
        if let Some(value) = cell.get("value").or_else(|| cell.get("v")) {
            fields.insert("value".into(), value.clone());
            fields.insert("given".into(), true.into());
        }
        if let Some(region) = region_of.get(&format!("R{}C{}", row + 1, column + 1)) {
            fields.insert("region".into(), region.clone());
        }
        Value::Object(fields)
    };
    let grid: Value = rows
        .iter()
        .enumerate()
        .map(|(row, cells)| -> Value {
            cells.as_array().into_iter().flatten().enumerate().map(|(column, at)| cell(row, column, at)).collect()
        })
        .collect();
    let mut credits = ["title", "author"].map(|key| {
        (key, value.get("metadata").and_then(|metadata| metadata.get(key)).and_then(Value::as_str).map(str::to_owned))
    });
    let mut cages = Vec::new();
    for cage in list("cages", "ca") {
        let cells: Vec<String> = cage
            .get("cells")
            .or_else(|| cage.get("ce"))
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(place)
            .map(|(row, column)| format!("R{row}C{column}"))
            .collect();
        let value =
            cage.get("sum").or_else(|| cage.get("value")).or_else(|| cage.get("v")).cloned().unwrap_or_default();
        if !cells.is_empty() {
            cages.push(json!({"cells": cells, "value": value}));
            continue;
        }
        // A cage without cells holds the title, the author, the rules in words: 'title: Thursday'.
        if let Some((name, text)) = value.as_str().and_then(|text| text.split_once(':')) {
            let credit = credits.iter_mut().find(|(key, text)| *key == name.trim() && text.is_none());
            credit.into_iter().for_each(|(_, known)| *known = Some(text.trim().to_owned()));
        }
    }
    let mut puzzle = json!({"size": rows.len(), "grid": grid, "killercage": cages});
    for (key, text) in credits {
        puzzle[key] = text.into();
    }
    Ok(puzzle)
}

/// A reader of SudokuPad's relaxed JSON: names without quotes, single quotes, `t` and `f`, colours without anything, and
/// nothing at all for an empty object.
struct Relaxed<'a> {
    rest: Peekable<Chars<'a>>,
}

/// How deep lists may lie in each other.
const DEEPEST: usize = 16;

impl Relaxed<'_> {
    fn read(text: &str) -> Option<Value> {
        serde_json::from_str(text).ok().or_else(|| Relaxed { rest: text.chars().peekable() }.value(0))
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match self.rest.peek()? {
            '{' => {
                let mut fields = Map::new();
                self.rest.next();
                while self.rest.next_if_eq(&'}').is_none() {
                    let name = match self.rest.peek()? {
                        '\'' | '"' => self.quoted()?,
                        _ => self.word(),
                    };
                    self.rest.next_if_eq(&':')?;
                    fields.insert(name, self.value(depth + 1)?);
                    self.rest.next_if_eq(&',');
                }
                Some(Value::Object(fields))
            }
            '[' => {
                let mut items = Vec::new();
                self.rest.next();
                if self.rest.next_if_eq(&']').is_some() {
                    return Some(Value::Array(items));
                }
                loop {
                    items.push(match self.rest.peek()? {
                        ',' | ']' => json!({}),
                        _ => self.value(depth + 1)?,
                    });
                    match self.rest.next()? {
                        ',' => {}
                        ']' => return Some(Value::Array(items)),
                        _ => return None,
                    }
                }
            }
            '\'' | '"' => self.quoted().map(Value::String),
            _ => {
                let word = self.word();
                Some(match word.as_str() {
                    "t" | "true" => true.into(),
                    "f" | "false" => false.into(),
                    _ => serde_json::from_str(&word).unwrap_or(Value::String(word)),
                })
            }
        }
    }

    fn quoted(&mut self) -> Option<String> {
        let quote = self.rest.next()?;
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '\\' => match self.rest.next()? {
                    'n' => text.push('\n'),
                    other => text.push(other),
                },
                c if c == quote => return Some(text),
                c => text.push(c),
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.rest.next_if(|c| !matches!(c, ',' | ':' | ']' | '}' | '[' | '{')) {
            word.push(c);
        }
        word
    }
}
