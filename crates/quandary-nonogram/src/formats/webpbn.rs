//! The XML form of webpbn.com, which many collections use.
//!
//! A puzzle has a table of colours, one of which is the background, clues for the rows and columns, and maybe pictures:
//! its goal, other solutions, and what players have saved. Black and white need not be declared. Where there are no clues,
//! they are those of the goal.

use roxmltree::{Document, Node};

use super::super::palette::{self, Colour};
use super::super::{LineName, Nonogram, runs};
use super::colours::{Table, single};
use super::{all_known, block, untold};
use crate::line::Block;
use quandary_core::Credits;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing, Puzzle};
use quandary_core::text::{Diagnostic, Source, Span, escape};

/// webpbn's form, files ending in `.xml`.
pub(crate) static XML: Notation<Nonogram> = Notation {
    name: "xml",
    summary: "webpbn's XML: <puzzle> with <clues type=\"rows\"> and <clues type=\"columns\">, a <line> of <count> for each line",
    packing: Packing::Block,
    comments: false,
    detect: |source| {
        let is_marked = source.text.contains("<clues") || source.text.contains("<puzzleset");
        Fit::by_mark(is_marked && (source.text.len() < LONG || is_closed(source)), || read(source))
    },
    read,
    write: Some(write),
};

/// A longer document is read only if it is closed: one of megabytes costs much, and what is wrong with it is soon said.
const LONG: usize = 1 << 20;

/// Whether the document ends with the end of its puzzles.
fn is_closed(source: &Source) -> bool {
    let text = source.text.trim_end();
    text.ends_with("</puzzleset>") || text.ends_with("</puzzle>")
}

/// The background where a puzzle does not define it.
const BACKGROUND: &str = "white";

/// The colour of blocks where a puzzle does not define it.
const DEFAULT: &str = "black";

fn span(node: Node<'_, '_>) -> Span {
    Span { start: node.range().start, len: node.range().len() }
}

/// The text as a document.
fn parse(source: &Source) -> Result<Document<'_>, Diagnostic> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    Document::parse_with_options(&source.text, options).map_err(|error| {
        let at = error.pos();
        let line = source.lines().nth((at.row as usize).saturating_sub(1));
        let before =
            |line: &str| line.chars().take((at.col as usize).saturating_sub(1)).map(char::len_utf8).sum::<usize>();
        let start = line.map_or(source.end().start, |line| line.start + before(line.text));
        Diagnostic::new(format!("this XML cannot be read: {error}"))
            .label("here", Span { start, len: 0 })
            .help(XML.summary)
    })
}

/// The puzzle of a document.
fn puzzle_of<'a>(document: &'a Document<'a>, source: &Source) -> Result<Node<'a, 'a>, Diagnostic> {
    let mut puzzles = document.descendants().filter(|node| node.has_tag_name("puzzle"));
    let Some(puzzle) = puzzles.next() else {
        return Err(Diagnostic::new("there is no <puzzle>")
            .label("in this text", source.first_word())
            .help(XML.summary));
    };
    if let Some(second) = puzzles.next() {
        return Err(Diagnostic::new("a second puzzle starts here")
            .label("this <puzzle>", Span { start: span(second).start, len: "<puzzle".len() })
            .help("give each puzzle a file of its own"));
    }
    Ok(puzzle)
}

/// The colours that are declared: name, character and paint.
fn colours<'a>(puzzle: Node<'a, 'a>) -> impl Iterator<Item = (&'a str, Option<char>, Node<'a, 'a>)> {
    let declared = puzzle.children().filter(|node| node.has_tag_name("color"));
    declared.filter_map(|node| Some((node.attribute("name")?, node.attribute("char").and_then(single), node)))
}

/// What the puzzle is called, and who made it.
fn credits(puzzle: Node<'_, '_>) -> Credits {
    let text = |name: &str| {
        let node = puzzle.children().find(|node| node.has_tag_name(name));
        node.and_then(|node| node.text()).unwrap_or_default()
    };
    Credits::new(text("title"), text("author"))
}

fn background<'a>(puzzle: Node<'a, 'a>) -> &'a str {
    puzzle.attribute("backgroundcolor").unwrap_or(BACKGROUND)
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let document = parse(source)?;
    let puzzle = puzzle_of(&document, source)?;
    if let Some(kind) = puzzle.attribute("type").filter(|&kind| kind != "grid") {
        return Err(Diagnostic::new(format!("the puzzle is of type '{kind}'"))
            .label("this puzzle", span(puzzle))
            .help("only puzzles of type 'grid' are Nonograms"));
    }
    let mut table = Table::default();
    let background = background(puzzle);
    table.set_background(palette::named(background).unwrap_or(palette::WHITE));
    for (name, character, node) in colours(puzzle) {
        let text = node.text().unwrap_or_default().trim();
        let Some(paint) = palette::hex(text).or_else(|| palette::named(text)) else {
            return Err(Diagnostic::new(format!("'{}' is not a colour", text.escape_default()))
                .label("six hexadecimal digits were expected here", span(node))
                .help("write for example <color name=\"red\" char=\"r\">E00000</color>"));
        };
        if name == background {
            table.set_background(paint);
            continue;
        }
        table.declare(name, Colour { letter: character.unwrap_or('?'), name: name.to_owned(), paint });
    }
    if !colours(puzzle).any(|(name, ..)| name == DEFAULT) && background != DEFAULT {
        table.imply(DEFAULT, Colour { letter: 'X', ..Colour::usual(1) });
    }
    let clues = Clues { puzzle, default_colour: puzzle.attribute("defaultcolor").unwrap_or(DEFAULT), background };
    let has_clues = puzzle.children().any(|node| node.has_tag_name("clues"));
    let (rows, columns) = match goal(&document, source)? {
        Some(goal) if !has_clues => of_goal(&goal, &mut table, background)?,
        _ => {
            let columns = clues.side("columns", &mut table)?;
            (clues.side("rows", &mut table)?, columns)
        }
    };
    Ok(table.board(rows, columns, span(puzzle))?.credited(credits(puzzle)))
}

/// Where the clues of a puzzle stand, and what they leave unsaid.
struct Clues<'a> {
    puzzle: Node<'a, 'a>,
    default_colour: &'a str,
    background: &'a str,
}

impl Clues<'_> {
    /// The clues of the rows or of the columns.
    fn side(&self, name: &str, table: &mut Table) -> Result<Vec<Vec<Block>>, Diagnostic> {
        let is_side = |node: &Node<'_, '_>| node.has_tag_name("clues") && node.attribute("type") == Some(name);
        let Some(clues) = self.puzzle.children().find(is_side) else {
            return Err(Diagnostic::new(format!("there are no clues for the {name}"))
                .label("in this puzzle", Span { start: span(self.puzzle).start, len: "<puzzle".len() })
                .help(XML.summary));
        };
        let lines = clues.children().filter(|node| node.has_tag_name("line"));
        lines.map(|line| self.clue(line, table)).collect()
    }

    fn clue(&self, line: Node<'_, '_>, table: &mut Table) -> Result<Vec<Block>, Diagnostic> {
        let mut blocks = Vec::new();
        for count in line.children().filter(|node| node.has_tag_name("count")) {
            let text = count.text().unwrap_or_default().trim();
            let Ok(length) = text.parse::<usize>() else {
                if text.starts_with('?') {
                    return Err(untold(span(count)));
                }
                return Err(Diagnostic::new(format!("'{}' is not a number", text.escape_default()))
                    .label("a length was expected here", span(count)));
            };
            if length == 0 {
                let error = untold(span(count));
                return Err(
                    error.help("unknown clues, written as 0, are not supported; an empty line has no <count> at all")
                );
            }
            let name = count.attribute("color").unwrap_or(self.default_colour);
            if name == self.background {
                return Err(Diagnostic::new(format!("a block in the colour of the background, '{name}'"))
                    .label("this block", span(count))
                    .help("give its colour with <count color=\"…\">, or for all with defaultcolor"));
            }
            blocks.push(block(length, table.number(name, span(count))?, span(count))?);
        }
        Ok(blocks)
    }
}

/// A cell of a goal: the name of its colour and its place.
pub(super) type GoalCell = (String, Span);

/// The goal of a document, row by row, each cell as the name of its colour; other pictures are ignored, and so is a goal
/// with cells that are not known.
fn goal(document: &Document<'_>, source: &Source) -> Result<Option<Vec<Vec<GoalCell>>>, Diagnostic> {
    let is_goal = |node: &Node<'_, '_>| {
        node.has_tag_name("solution") && matches!(node.attribute("type").unwrap_or("goal"), "goal" | "solution")
    };
    let solution = document.descendants().find(is_goal);
    let Some(image) = solution.and_then(|node| node.children().find(|node| node.has_tag_name("image"))) else {
        return Ok(None);
    };
    let puzzle = document.descendants().find(|node| node.has_tag_name("puzzle"));
    let mut names: Vec<(char, String)> = Vec::new();
    if let Some(puzzle) = puzzle {
        names.extend(colours(puzzle).filter_map(|(name, character, _)| Some((character?, name.to_owned()))));
    }
    let mut rows = Vec::new();
    let (start, end) = (span(image).start, span(image).start + span(image).len);
    for line in source.lines().filter(|line| (start..end).contains(&(line.start + line.text.len()))) {
        let (Some(left), Some(right)) = (line.text.find('|'), line.text.rfind('|')) else { continue };
        if left == right {
            continue;
        }
        let mut row = Vec::new();
        for (at, character) in line.text[left + 1..right].char_indices() {
            let here = Span { start: line.start + left + 1 + at, len: character.len_utf8() };
            let declared = names.iter().find(|(known, _)| *known == character).map(|(_, name)| name.clone());
            let usual = match character {
                '.' | '0' | ' ' => Some(BACKGROUND.to_owned()),
                'X' | '1' | '#' | '*' => Some(DEFAULT.to_owned()),
                _ => None,
            };
            let Some(name) = declared.or(usual) else {
                return Err(Diagnostic::new(format!(
                    "'{}' is not a colour of this picture",
                    character.escape_default()
                ))
                .label("this cell", here)
                .help("the colours are declared with <color name=\"…\" char=\"…\">"));
            };
            row.push((name, here));
        }
        rows.push(row);
    }
    Ok(Some(rows))
}

/// A goal, row by row, and the name of its background.
pub(super) struct Goal {
    pub(super) rows: Vec<Vec<GoalCell>>,
    pub(super) background: String,
}

/// The goal of a text.
pub(super) fn goal_of(source: &Source) -> Result<Option<Goal>, Diagnostic> {
    let document = parse(source)?;
    let puzzle = document.descendants().find(|node| node.has_tag_name("puzzle"));
    let background = puzzle.map_or(BACKGROUND, |puzzle| background(puzzle)).to_owned();
    Ok(goal(&document, source)?.map(|rows| Goal { rows, background }))
}

/// Rows of clues, and columns of clues.
type BothSides = (Vec<Vec<Block>>, Vec<Vec<Block>>);

/// The clues of a goal.
fn of_goal(goal: &[Vec<GoalCell>], table: &mut Table, background: &str) -> Result<BothSides, Diagnostic> {
    let mut cells: Vec<Vec<u8>> = Vec::new();
    for row in goal {
        let cell = |(name, at): &GoalCell| if name == background { Ok(0) } else { table.number(name, *at) };
        cells.push(row.iter().map(cell).collect::<Result<_, _>>()?);
        if row.len() != goal[0].len() {
            let at = row.first().map_or(goal[0][0].1, |(_, at)| *at);
            return Err(Diagnostic::new("the rows of the goal are not equally long").label("this row", at));
        }
    }
    let width = cells.first().map_or(0, Vec::len);
    let columns = (0..width).map(|column| runs(cells.iter().map(|row| row[column]))).collect();
    Ok((cells.iter().map(|row| runs(row.iter().copied())).collect(), columns))
}

fn write(puzzle: &Nonogram) -> Result<String, DoesNotFit> {
    all_known(puzzle)?;
    let palette = puzzle.palette();
    let names: Vec<String> = palette.colours().iter().map(|colour| escape(&colour.name).into_owned()).collect();
    let default = names.first().map_or(DEFAULT, |name| name);
    // The background has a name that no colour has.
    let is_free = |name: &String| !names.contains(name);
    let numbered = (1..).map(|number| format!("background {number}"));
    let background = [BACKGROUND.to_owned()].into_iter().chain(numbered).find(is_free).unwrap_or_default();
    let attribute = if background == BACKGROUND { String::new() } else { format!(" backgroundcolor=\"{background}\"") };
    let mut text =
        format!("<?xml version=\"1.0\"?>\n<puzzleset>\n<puzzle type=\"grid\" defaultcolor=\"{default}\"{attribute}>\n");
    for (key, words) in puzzle.credits().entries() {
        text.push_str(&format!("<{key}>{}</{key}>\n", escape(words)));
    }
    let paint = palette::written(palette.background());
    text.push_str(&format!("<color name=\"{background}\" char=\".\">{}</color>\n", &paint[1..]));
    for (name, colour) in names.iter().zip(palette.colours()) {
        let (letter, paint) = (if names.len() > 1 { colour.letter } else { 'X' }, colour.hex());
        text.push_str(&format!("<color name=\"{name}\" char=\"{letter}\">{}</color>\n", &paint[1..]));
    }
    for (side, is_side) in [("columns", false), ("rows", true)] {
        text.push_str(&format!("<clues type=\"{side}\">\n"));
        for line in puzzle.lines().filter(|line| matches!(line, LineName::Row(_)) == is_side) {
            let count = |block: &Block| match block.colour {
                1 => format!("<count>{}</count>", block.length),
                colour => format!("<count color=\"{}\">{}</count>", names[usize::from(colour) - 1], block.length),
            };
            let counts: String = puzzle.clue(line).iter().map(count).collect();
            text.push_str(&format!("<line>{counts}</line>\n"));
        }
        text.push_str("</clues>\n");
    }
    text.push_str("</puzzle>\n</puzzleset>\n");
    Ok(text)
}
