//! Penpa+ links: what is drawn in them, whatever the puzzle.
//!
//! The part `p=` of a link is base64 of deflated text. Its first line has the kind of grid, its size with margins, the
//! title and the author, the second the margins, the fourth the puzzle: objects keyed by place. A name of two letters stands for a longer one (`zN`
//! for numbers, `zE` for edges), without quotes, so that it is not quite JSON. Places are numbered row by row in a grid that is
//! two cells larger on each side; the corners are numbered after the cells, each by the cell at whose lower right it lies.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use base64::Engine;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::DeflateDecoder;
use serde_json::{Map, Value};

use quandary_core::Credits;
use quandary_core::puzzle::Cell;
use quandary_core::read::{Diagnostic, Source};

/// The longest drawing that is read, unpacked.
const LONGEST: usize = 16 << 20;

/// How many cells stand around the grid on each side in the numbering of places.
const AROUND: usize = 2;

/// The longest side that is read.
const MAX_SIDE: usize = 1000;

/// What a link draws on a grid of squares, margins included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawing {
    /// Rows of the whole drawing.
    pub rows: usize,
    /// Columns of the whole drawing.
    pub columns: usize,
    /// Rows and columns outside the board: above, below, left, right.
    pub margins: [usize; 4],
    /// Numbers and words by cell.
    pub numbers: BTreeMap<Cell, String>,
    /// Edges, each between two corners, the upper or left one first. The corner of a row and column is the upper left one
    /// of that cell.
    pub edges: BTreeSet<(Cell, Cell)>,
    /// What it is called and who made it.
    pub credits: Credits,
}

impl Drawing {
    /// Reads a link; `None` where the text is something else.
    pub(super) fn read(source: &Source) -> Option<Result<Self, Diagnostic>> {
        let text = source.text.trim();
        if text.contains('\n') || !(text.contains("penpa") || text.starts_with("m=")) {
            return None;
        }
        let (_, rest) = text.split_once("p=")?;
        let packed = rest.split(|c: char| c == '&' || c.is_whitespace() || c == '"' || c == '\'').next()?;
        let damaged = |what: &str| {
            Diagnostic::new(format!("this Penpa+ link is damaged: {what}"))
                .label("here", source.first_word())
                .help("copy the whole link again, from 'Share' in the editor")
        };
        Some(unpacked(packed).and_then(|text| Self::of_text(&text)).map_err(damaged))
    }

    fn of_text(text: &str) -> Result<Self, &'static str> {
        let lines: Vec<&str> = text.lines().collect();
        let [head, margins, _, puzzle, ..] = lines[..] else { return Err("it ends too soon") };
        let mut head = head.split(',');
        if head.next() != Some("square") {
            return Err("its grid is not one of squares");
        }
        let mut side = || head.next().and_then(|side| side.parse().ok()).filter(|side| (1..=MAX_SIDE).contains(side));
        let (Some(columns), Some(rows)) = (side(), side()) else { return Err("its size is invalid") };
        let credit = |name: &str| head.clone().find_map(|field| field.strip_prefix(name)).unwrap_or_default();
        let credit = |name: &str| credit(name).replace("%2C", ",");
        let credits = Credits::new(&credit("Title:"), &credit("Author:"));
        let margins: [usize; 4] = serde_json::from_str(margins).map_err(|_| "its margins are invalid")?;
        if margins.iter().any(|&margin| margin > MAX_SIDE) {
            return Err("its margins are invalid");
        }
        let puzzle: Map<String, Value> =
            serde_json::from_str(&with_quotes(puzzle)).map_err(|_| "what is drawn cannot be read")?;
        let mut drawing = Drawing { rows, columns, margins, credits, ..Drawing::default() };
        let object = |names: [&str; 2]| names.iter().find_map(|name| puzzle.get(*name)?.as_object());
        for (place, value) in object(["zN", "number"]).into_iter().flatten() {
            let (Some(cell), Some(text)) =
                (place.parse().ok().and_then(|place| drawing.cell(place)), value[0].as_str())
            else {
                continue;
            };
            drawing.numbers.insert(cell, text.to_owned());
        }
        for (places, style) in object(["zE", "lineE"]).into_iter().flatten() {
            let ends = places.split_once(',').and_then(|(a, b)| Some((drawing.corner(a)?, drawing.corner(b)?)));
            if let Some((a, b)) = ends.filter(|_| style.is_number()) {
                drawing.edges.insert((a.min(b), a.max(b)));
            }
        }
        Ok(drawing)
    }

    /// The cell of a number; those outside the drawing are none.
    fn cell(&self, place: usize) -> Option<Cell> {
        let width = self.columns + 2 * AROUND;
        let cell = Cell { row: (place / width).checked_sub(AROUND)?, column: (place % width).checked_sub(AROUND)? };
        (cell.row < self.rows && cell.column < self.columns).then_some(cell)
    }

    fn corner(&self, place: &str) -> Option<Cell> {
        let width = self.columns + 2 * AROUND;
        let place = place.trim().parse::<usize>().ok()?.checked_sub(width * (self.rows + 2 * AROUND))?;
        // It is the lower right corner of that cell.
        let (row, column) = ((place / width + 1).checked_sub(AROUND)?, (place % width + 1).checked_sub(AROUND)?);
        (row <= self.rows && column <= self.columns).then_some(Cell { row, column })
    }
}

/// The text in a link.
fn unpacked(packed: &str) -> Result<String, &'static str> {
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let bytes = GeneralPurpose::new(&ALPHABET, lenient)
        .decode(packed.replace("%2B", "+").replace("%2F", "/").replace("%3D", "="))
        .map_err(|_| "it is not base64")?;
    let mut text = String::new();
    let read = DeflateDecoder::new(&bytes[..]).take(LONGEST as u64).read_to_string(&mut text);
    read.map_err(|_| "what is packed in it is not complete")?;
    Ok(text)
}

/// The short names in quotes, so that it is JSON.
fn with_quotes(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 64);
    let mut is_inside = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        is_inside ^= character == '"';
        match character {
            'z' if !is_inside => {
                quoted.extend(['"', 'z']);
                quoted.extend(characters.next());
                quoted.push('"');
            }
            _ => quoted.push(character),
        }
    }
    quoted
}
