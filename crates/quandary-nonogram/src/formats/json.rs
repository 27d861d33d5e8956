//! The JSON form.

use std::fmt;

use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::super::palette::{self, Colour, MAX_COLOURS, Palette};
use super::super::{BLACK, LineName, Nonogram};
use super::{block, board, has_letters};
use crate::line::Block;
use quandary_core::puzzle::{DoesNotFit, Notation, Packing, Puzzle};
use quandary_core::read::{Diagnostic, Source, Span, json};

/// The JSON form.
pub(crate) static JSON: Notation<Nonogram> = Notation {
    name: "json",
    summary: r##"{"family":"nonogram","rows":[[1,1],[3]],"columns":[[2],[1],[2]]}; [] or [0] for an empty line, [3,2] for a block of 3 cells in colour 2, "?" or ["?",2] for one of any length, and what colours are called in "colours":[{"letter":"r","name":"red","paint":"#E00000"}]; "background":"#C0E0FF" where empty cells are not white; "title":"House" and "author":"Jane""##,
    packing: Packing::Line,
    comments: false,
    detect: |source| json::detect(source, "nonogram"),
    read,
    write: Some(write),
};

/// What is in a JSON puzzle.
#[derive(Deserialize)]
struct Fields {
    rows: Vec<Vec<JsonBlock>>,
    columns: Vec<Vec<JsonBlock>>,
    colours: Option<Vec<JsonColour>>,
    background: Option<String>,
}

/// A black block is its length; one of another colour has its number as well.
#[derive(Clone, Copy)]
enum JsonBlock {
    Black(usize),
    Coloured(usize, u8),
    /// Of any length, `"?"`, in a colour.
    Unknown(u8),
}

/// Written by hand: what derives this for either of two forms keeps a copy of every block, and there may be a quarter of a
/// million.
impl<'de> Deserialize<'de> for JsonBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BlockVisitor)
    }
}

struct BlockVisitor;

impl<'de> Visitor<'de> for BlockVisitor {
    type Value = JsonBlock;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a block: a length, or [length, colour]")
    }

    fn visit_u64<E: de::Error>(self, length: u64) -> Result<JsonBlock, E> {
        Ok(JsonBlock::Black(usize::try_from(length).unwrap_or(usize::MAX)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<JsonBlock, E> {
        match text {
            "?" => Ok(JsonBlock::Unknown(BLACK)),
            _ => Err(de::Error::custom("a block is a length, or \"?\" for an unknown one")),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<JsonBlock, A::Error> {
        let (Some(first), Some(colour), None) =
            (parts.next_element()?, parts.next_element()?, parts.next_element::<IgnoredAny>()?)
        else {
            return Err(de::Error::custom("a block is a length, or [length, colour]"));
        };
        match first {
            JsonBlock::Black(length) => Ok(JsonBlock::Coloured(length, colour)),
            JsonBlock::Unknown(_) => Ok(JsonBlock::Unknown(colour)),
            JsonBlock::Coloured(..) => Err(de::Error::custom("a block is a length, or [length, colour]")),
        }
    }
}

impl Serialize for JsonBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            JsonBlock::Black(length) => length.serialize(serializer),
            JsonBlock::Coloured(length, colour) => (length, colour).serialize(serializer),
            JsonBlock::Unknown(BLACK) => "?".serialize(serializer),
            JsonBlock::Unknown(colour) => ("?", colour).serialize(serializer),
        }
    }
}

/// What is written of a puzzle.
#[derive(Serialize)]
struct Written {
    family: &'static str,
    rows: Vec<Vec<JsonBlock>>,
    columns: Vec<Vec<JsonBlock>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<String>,
    #[serde(flatten)]
    credits: Map<String, Value>,
}

/// What a colour is called, as far as it is said.
#[derive(Deserialize)]
struct JsonColour {
    letter: Option<char>,
    name: Option<String>,
    paint: Option<String>,
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let fields: Fields = json::read(source, JSON.summary)?;
    let declared = fields.colours.as_ref().map(Vec::len);
    let side = |clues: Vec<Vec<JsonBlock>>, key: &str| -> Result<Vec<Vec<Block>>, Diagnostic> {
        let at = json::key(source, key);
        clues.into_iter().map(|blocks| clue(&blocks, declared, at)).collect()
    };
    let rows = side(fields.rows, "rows")?;
    let puzzle = board(rows, side(fields.columns, "columns")?, json::key(source, "rows"))?;
    let colours = match fields.colours {
        Some(colours) => self::palette(colours, json::key(source, "colours"))?,
        None => puzzle.palette().clone(),
    };
    let background = match fields.background {
        Some(text) => paint(&text, json::key(source, "background"))?,
        None => palette::WHITE,
    };
    Ok(puzzle.with_palette(colours.on(background)).credited(json::credits(source, JSON.summary)?))
}

fn clue(blocks: &[JsonBlock], declared: Option<usize>, at: Span) -> Result<Vec<Block>, Diagnostic> {
    if let [JsonBlock::Black(0)] = blocks {
        return Ok(Vec::new());
    }
    let read = |written: &JsonBlock| match *written {
        JsonBlock::Black(length) => block(length, BLACK, at),
        JsonBlock::Coloured(_, colour) | JsonBlock::Unknown(colour) if !(1..=MAX_COLOURS).contains(&colour) => {
            Err(Diagnostic::new(format!("there is no colour {colour}"))
                .label("among these", at)
                .help(format!("colours are numbered from 1, black, to {MAX_COLOURS}")))
        }
        JsonBlock::Coloured(_, colour) | JsonBlock::Unknown(colour)
            if declared.is_some_and(|declared| usize::from(colour) > declared) =>
        {
            Err(Diagnostic::new(format!("colour {colour} is not defined"))
                .label("among these", at)
                .help(format!("\"colours\" has {} of them", declared.unwrap_or_default())))
        }
        JsonBlock::Coloured(length, colour) => block(length, colour, at),
        JsonBlock::Unknown(colour) => Ok(Block { length: Block::UNKNOWN, colour }),
    };
    blocks.iter().map(read).collect()
}

fn paint(text: &str, at: Span) -> Result<[u8; 3], Diagnostic> {
    palette::hex(text).ok_or_else(|| {
        Diagnostic::new(format!("'{}' is not a colour of a cell", text.escape_default()))
            .label("among these", at)
            .help("write it as six hexadecimal digits: \"#E00000\"")
    })
}

fn palette(declared: Vec<JsonColour>, at: Span) -> Result<Palette, Diagnostic> {
    if declared.len() > MAX_COLOURS.into() {
        return Err(Diagnostic::new(format!("there are {} colours", declared.len()))
            .label("these", at)
            .help(format!("a Nonogram has up to {MAX_COLOURS} colours")));
    }
    let mut colours = Vec::new();
    for (number, declared) in (1..=MAX_COLOURS).zip(declared) {
        let usual = Colour::usual(number);
        let by_name = declared.name.as_deref().and_then(palette::named).unwrap_or(usual.paint);
        let paint = match declared.paint {
            None => by_name,
            Some(text) => paint(&text, at)?,
        };
        let letter = declared.letter.unwrap_or(usual.letter);
        colours.push(Colour { letter, name: declared.name.unwrap_or(usual.name), paint });
    }
    Ok(Palette::of(colours))
}

fn write(puzzle: &Nonogram) -> Result<String, DoesNotFit> {
    let block = |block: &Block| match puzzle.is_coloured() {
        _ if block.is_unknown() => JsonBlock::Unknown(block.colour),
        true => JsonBlock::Coloured(block.length, block.colour),
        false => JsonBlock::Black(block.length),
    };
    let clue = |line: LineName| puzzle.clue(line).iter().map(block).collect();
    let declared = puzzle.palette().colours().iter();
    let declared = declared.map(|one| json!({ "letter": one.letter, "name": one.name, "paint": one.hex() }));
    let background = puzzle.palette().background();
    let written = Written {
        family: "nonogram",
        rows: (0..puzzle.height()).map(LineName::Row).map(clue).collect(),
        columns: (0..puzzle.width()).map(LineName::Column).map(clue).collect(),
        colours: has_letters(puzzle).then(|| declared.collect()),
        background: (background != palette::WHITE).then(|| palette::written(background)),
        credits: puzzle.credits().fields().collect(),
    };
    serde_json::to_string(&written).map_err(|error| error.to_string().into())
}
