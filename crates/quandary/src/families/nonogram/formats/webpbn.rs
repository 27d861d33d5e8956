//! The XML form of webpbn.com, which many collections use.

use roxmltree::{Document, Node};

use super::super::{LineName, Nonogram};
use super::colours::{self, Letters};
use super::{board, json_block};
use crate::puzzle::{Fit, Notation, Packing};
use crate::read::{Diagnostic, Source, Span};
use crate::reason::Block;

/// webpbn's form, files ending in `.xml`.
pub static XML: Notation<Nonogram> = Notation {
    name: "xml",
    summary: "webpbn's XML: <puzzle> with <clues type=\"rows\"> and <clues type=\"columns\">, a <line> of <count> for each line",
    packing: Packing::Block,
    detect: |source| match (source.text.contains("<clues"), read(source)) {
        (false, _) => Fit::No,
        (true, Ok(_)) => Fit::Sure,
        (true, Err(_)) => Fit::Damaged,
    },
    read,
    write: Some(write),
};

fn span(node: Node<'_, '_>) -> Span {
    Span { start: node.range().start, len: node.range().len() }
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    let document = Document::parse_with_options(&source.text, options).map_err(|error| {
        let at = error.pos();
        let line = source.lines().nth((at.row as usize).saturating_sub(1));
        let start = line.map_or(0, |line| line.start);
        Diagnostic::new(format!("this XML cannot be read: {error}")).label("here", Span { start, len: 0 })
    })?;
    let puzzle = document.descendants().find(|node| node.has_tag_name("puzzle"));
    let Some(puzzle) = puzzle else {
        return Err(Diagnostic::new("there is no <puzzle>")
            .label("in this text", source.first_word())
            .help(XML.summary));
    };
    if let Some(kind) = puzzle.attribute("type").filter(|&kind| kind != "grid") {
        return Err(Diagnostic::new(format!("the puzzle is of type '{kind}'"))
            .label("this puzzle", span(puzzle))
            .help("only puzzles of type 'grid' are Nonograms"));
    }
    let default_colour = puzzle.attribute("defaultcolor").unwrap_or("black");
    let mut letters = Letters::default();
    let mut side = |name: &str| -> Result<Vec<Vec<Block>>, Diagnostic> {
        let is_side = |node: &Node<'_, '_>| node.has_tag_name("clues") && node.attribute("type") == Some(name);
        let Some(clues) = puzzle.children().find(is_side) else {
            return Err(Diagnostic::new(format!("there are no clues for the {name}"))
                .label("in this puzzle", span(puzzle))
                .help(XML.summary));
        };
        let lines = clues.children().filter(|node| node.has_tag_name("line"));
        lines.map(|line| clue(line, default_colour, &mut letters)).collect()
    };
    let columns = side("columns")?;
    board(side("rows")?, columns, span(puzzle))
}

fn clue(line: Node<'_, '_>, default_colour: &str, letters: &mut Letters) -> Result<Vec<Block>, Diagnostic> {
    let mut blocks = Vec::new();
    for count in line.children().filter(|node| node.has_tag_name("count")) {
        let text = count.text().unwrap_or_default().trim();
        let Ok(length) = text.parse::<usize>() else {
            return Err(
                Diagnostic::new(format!("'{text}' is not a number")).label("a length was expected here", span(count))
            );
        };
        if length == 0 {
            return Err(Diagnostic::new("a block of unknown length")
                .label("this block", span(count))
                .help("blotted clues, written as 0, cannot be solved here; an empty line has no <count> at all"));
        }
        let colour = letters.number(count.attribute("color").unwrap_or(default_colour), span(count))?;
        blocks.push(Block { colour, ..json_block(length, colour, span(count))? });
    }
    Ok(blocks)
}

fn write(puzzle: &Nonogram) -> Result<String, String> {
    let mut text = "<?xml version=\"1.0\"?>\n<puzzleset>\n<puzzle type=\"grid\" defaultcolor=\"black\">\n".to_owned();
    text.push_str("<color name=\"white\" char=\".\">FFFFFF</color>\n");
    for colour in colours::used(puzzle) {
        let (name, letter, paint) = (colours::name(colour), colours::letter(colour), colours::paint(colour));
        text.push_str(&format!("<color name=\"{name}\" char=\"{letter}\">{paint}</color>\n"));
    }
    for (side, is_side) in [("columns", false), ("rows", true)] {
        text.push_str(&format!("<clues type=\"{side}\">\n"));
        for line in puzzle.lines().filter(|line| matches!(line, LineName::Row(_)) == is_side) {
            let count =
                |block: &Block| format!("<count color=\"{}\">{}</count>", colours::name(block.colour), block.length);
            let counts: String = puzzle.clue(line).iter().map(count).collect();
            text.push_str(&format!("<line>{counts}</line>\n"));
        }
        text.push_str("</clues>\n");
    }
    text.push_str("</puzzle>\n</puzzleset>\n");
    Ok(text)
}
