//! The coloured sheet of webpbn: `.cwd` with numbers for colours.
//!
//! Height, width and the number of colours are on lines of their own. Four lists follow, with a blank line between them:
//! the lengths of the rows' blocks, their colours, the lengths of the columns' blocks, their colours. Colours are numbered
//! from 1; what they look like is not stated. So it is written below, where other readers have stopped reading, in a remark for each
//! colour: `# y #F0D000 yellow`, with a dot for the background.

use super::super::palette::{self, Colour, MAX_COLOURS, Palette};
use super::super::solver::plain_conflict;
use super::super::{LineName, MAX_SIDE, Nonogram};
use super::colours::single;
use super::{all_known, board, is_sheet, length, sides};
use crate::line::Block;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// The coloured sheet, files ending in `.cwc`.
pub(crate) static CWC: Notation<Nonogram> = Notation {
    name: "cwc",
    summary: "lines with the height, the width and the number of colours, then lengths and colours of the rows, lengths and colours of the columns, a blank line between; files that end in .cwc",
    packing: Packing::Block,
    comments: true,
    detect: |source| match Header::of(source).filter(|_| is_sheet(source)).map(|_| read(source)) {
        Some(Ok(puzzle)) if plain_conflict(&puzzle).is_none() => Fit::Likely,
        Some(Ok(_)) => Fit::Possible,
        Some(Err(_)) if source.extension().as_deref() == Some("cwc") => Fit::Damaged,
        _ => Fit::No,
    },
    read,
    write: Some(write),
};

/// The three numbers on top.
struct Header<'a> {
    sizes: [Token<'a>; 3],
    /// What follows.
    lines: Vec<Line<'a>>,
    /// What is given about the colours.
    remarks: Vec<Line<'a>>,
}

impl<'a> Header<'a> {
    /// The header, where the first three lines are one number each.
    fn of(source: &'a Source) -> Option<Self> {
        let mut lines = source.lines().skip_while(Line::is_blank);
        let mut number = || {
            let tokens: Vec<Token<'a>> = lines.next()?.tokens().take(2).collect();
            match tokens[..] {
                [token] if token.is_number() => Some(token),
                _ => None,
            }
        };
        let sizes = [number()?, number()?, number()?];
        let is_remark = |line: &Line<'_>| line.text.trim_start().starts_with('#');
        let (remarks, lines) = lines.partition(is_remark);
        Some(Header { sizes, lines, remarks })
    }

    /// The lines of the four lists. A blank line may be an empty clue, where it does not stand between two lists.
    fn lists(&self, [height, width]: [usize; 2]) -> Option<[Vec<Line<'a>>; 4]> {
        let written: Vec<Line<'a>> = self.lines.iter().filter(|line| !line.is_blank()).copied().collect();
        let is_plain = written.len() == 2 * (height + width);
        let mut rest = if is_plain { &written[..] } else { &self.lines[..] };
        let mut lists = [height, height, width, width].map(|count| (count, Vec::new()));
        for (index, (count, list)) in lists.iter_mut().enumerate() {
            if index > 0 && !is_plain {
                let (border, below) = rest.split_first()?;
                rest = if border.is_blank() { below } else { return None };
            }
            // Blank lines at the end of a file get lost, and may have been empty clues.
            let (first, below) = rest.split_at(rest.len().min(*count));
            if first.len() < *count && (index < 3 || is_plain) {
                return None;
            }
            *list = first.to_vec();
            list.resize(*count, Line { text: "", start: 0, number: 0 });
            rest = below;
        }
        rest.iter().all(Line::is_blank).then_some(lists.map(|(_, list)| list))
    }
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let Some(header) = Header::of(source) else {
        return Err(Diagnostic::new("height, width and the number of colours are expected, each on a line of its own")
            .label("here", source.first_word())
            .help(CWC.summary));
    };
    let [height, width, colours] = header.sizes;
    let size = |token: Token<'_>, what: &str| match token.number(what, MAX_SIDE)? {
        0 => Err(Diagnostic::new(format!("{what} is 0")).label("at least 1", token)),
        size => Ok(size),
    };
    let (rows, columns) = (size(height, "the height")?, size(width, "the width")?);
    let most = colours.number("the number of colours", MAX_COLOURS.into())?;
    let Some([row_lengths, row_colours, column_lengths, column_colours]) = header.lists([rows, columns]) else {
        let found = header.lines.iter().filter(|line| !line.is_blank()).count();
        let expected = 2 * (rows + columns);
        return Err(Diagnostic::new(format!(
            "expected {expected} lines, lengths and colours of {rows} rows and {columns} columns, found {found}"
        ))
        .label("the size is given here", height)
        .help(CWC.summary));
    };
    let side = |lengths: &[Line<'_>], colours: &[Line<'_>]| -> Result<Vec<Vec<Block>>, Diagnostic> {
        lengths.iter().zip(colours).map(|(lengths, colours)| clue(lengths, colours, most)).collect()
    };
    let rows = side(&row_lengths, &row_colours)?;
    let puzzle = board(rows, side(&column_lengths, &column_colours)?, height.into())?;
    let (background, declared): (Vec<Colour>, Vec<Colour>) =
        header.remarks.iter().filter_map(colour).partition(|colour| colour.letter == BACKGROUND);
    let palette = if declared.is_empty() { puzzle.palette().clone() } else { Palette::of(declared) };
    Ok(puzzle.with_palette(palette.on(background.first().map_or(palette::WHITE, |colour| colour.paint))))
}

/// What stands for the background in a remark.
const BACKGROUND: char = '.';

/// The colour that a comment declares, if it does.
fn colour(remark: &Line<'_>) -> Option<Colour> {
    let mut words = remark.text.trim_start().strip_prefix('#')?.split_whitespace();
    let (letter, paint) = (single(words.next()?)?, palette::hex(words.next()?)?);
    Some(Colour { letter, paint, name: words.collect::<Vec<_>>().join(" ") })
}

/// The numbers of a line that are not 0.
fn numbers<'a>(line: &Line<'a>) -> Vec<Token<'a>> {
    line.tokens().filter(|token| token.text != "0").collect()
}

/// One clue from its two lines.
fn clue(lengths: &Line<'_>, colours: &Line<'_>, most: usize) -> Result<Vec<Block>, Diagnostic> {
    let (sizes, kinds) = (numbers(lengths), numbers(colours));
    if sizes.len() != kinds.len() {
        return Err(Diagnostic::new(format!("{} blocks have {} colours", sizes.len(), kinds.len()))
            .label("these colours", if kinds.is_empty() { *lengths } else { *colours })
            .label("these blocks", *lengths)
            .help("as many numbers of colours as lengths are expected, in the same order"));
    }
    let block = |(size, kind): (Token<'_>, Token<'_>)| -> Result<Block, Diagnostic> {
        let colour = kind.number("a colour", u8::MAX.into())?;
        if !(1..=most).contains(&colour) {
            return Err(Diagnostic::new(format!("colour {colour} is not defined"))
                .label("this colour", kind)
                .help(format!("the third line of the file says that there are {most}")));
        }
        Ok(Block { length: length(size)?, colour: colour as u8 })
    };
    sizes.into_iter().zip(kinds).map(block).collect()
}

fn write(puzzle: &Nonogram) -> Result<String, DoesNotFit> {
    all_known(puzzle)?;
    let list = |part: fn(&Block) -> usize| {
        sides(puzzle, |line: LineName| {
            let words: Vec<String> = puzzle.clue(line).iter().map(|block| part(block).to_string()).collect();
            Ok(if words.is_empty() { "0".to_owned() } else { words.join(" ") })
        })
    };
    let (lengths, colours) = (list(|block| block.length)?, list(|block| block.colour.into())?);
    let lists = [lengths.0, colours.0, lengths.1, colours.1].map(|lines| lines.join("\n"));
    let text = format!("{}\n{}\n{}\n{}\n", puzzle.height(), puzzle.width(), puzzle.colours(), lists.join("\n\n"));
    let colours = puzzle.palette().colours().iter();
    let declared: String =
        colours.map(|colour| format!("# {} {} {}\n", colour.letter, colour.hex(), colour.name)).collect();
    let background = match puzzle.palette().background() {
        palette::WHITE => String::new(),
        paint => format!("# {BACKGROUND} {}\n", palette::written(paint)),
    };
    Ok(if puzzle.has_own_colours() { format!("{text}\n{declared}{background}") } else { text })
}
