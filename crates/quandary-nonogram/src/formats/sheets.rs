//! Sheets of numbers, each with its own way of saying where the rows end: Olšák's `.mk`, `.cwd`, Keen's text, and the
//! batches of the computer tournaments.
//!
//! All are lines of numbers, one for each row and column, as in [`super::PLAIN`]; only what is around them differs.

use super::super::solver::plain_conflict;
use super::super::{MAX_SIDE, Nonogram};
use super::{board, clue, is_sheet, plain_words};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Span};

/// Olšák's plain form, files ending in `.mk`.
pub(crate) static MK: Notation<Nonogram> = Notation {
    name: "mk",
    summary: "a line 'height width', the rows, a line with '#', the columns; files that end in .mk",
    packing: Packing::Block,
    comments: false,
    detect: |source| {
        let has_border = is_sheet(source) && source.lines().any(|line| line.text.trim() == "#");
        match Fit::by_mark(has_border, || read_mk(source)) {
            Fit::Damaged if source.extension().as_deref() != Some("mk") => Fit::No,
            fit => fit,
        }
    },
    read: read_mk,
    write: Some(|puzzle| {
        let (rows, columns) = sides(puzzle)?;
        Ok(format!("{} {}\n{}\n#\n{}\n", puzzle.height(), puzzle.width(), rows.join("\n"), columns.join("\n")))
    }),
};

/// Height and width on lines of their own.
pub(crate) static CWD: Notation<Nonogram> = Notation {
    name: "cwd",
    summary: "a line with the height, one with the width, the rows, a blank line, the columns; files that end in .cwd",
    packing: Packing::Block,
    comments: true,
    detect: |source| match (source.extension().as_deref() == Some("cwd"), is_sheet(source).then(|| read_cwd(source))) {
        (true, Some(Ok(_))) => Fit::Likely,
        (true, _) => Fit::Damaged,
        (false, Some(read)) => fit(read),
        (false, None) => Fit::No,
    },
    read: read_cwd,
    write: Some(|puzzle| {
        let (rows, columns) = sides(puzzle)?;
        let clues = format!("{}\n\n{}\n", rows.join("\n"), columns.join("\n"));
        Ok(format!("{}\n{}\n{clues}", puzzle.height(), puzzle.width()))
    }),
};

/// Keen's form: clues and nothing else.
pub(crate) static KEEN: Notation<Nonogram> = Notation {
    name: "keen",
    summary: "the rows, a blank line, the columns, without a size",
    packing: Packing::Block,
    comments: true,
    detect: |source| {
        // With a size in front it is one of the other sheets.
        let sized = [&super::PLAIN, &super::NIN, &CWD, &super::CWC];
        let has_size = || sized.iter().any(|other| (other.detect)(source) >= Fit::Possible);
        if !is_sheet(source) || has_size() { Fit::No } else { fit(read_keen(source)) }
    },
    read: read_keen,
    write: Some(|puzzle| {
        let (rows, columns) = sides(puzzle)?;
        Ok(format!("{}\n\n{}\n", rows.join("\n"), columns.join("\n")))
    }),
};

/// The form of the computer tournaments: square boards, columns first.
pub(crate) static TOURNAMENT: Notation<Nonogram> = Notation {
    name: "tournament",
    summary: "a line '$' with a number, the columns, the rows; square boards, many in a file",
    packing: Packing::Headed("$"),
    comments: false,
    detect: |source| {
        let has_heading = is_sheet(source)
            && source.lines().find(|line| !line.is_blank()).is_some_and(|line| line.text.starts_with('$'));
        Fit::by_mark(has_heading, || read_tournament(source))
    },
    read: read_tournament,
    write: Some(|puzzle| {
        if puzzle.height() != puzzle.width() {
            return Err(format!("a tournament's boards are square, this one is {}", puzzle.shape()).into());
        }
        let (rows, columns) = sides(puzzle)?;
        Ok(format!("$1\n{}\n{}\n", columns.join("\n"), rows.join("\n")).replace(' ', "\t"))
    }),
};

/// A sheet without any mark of its own is believed when its clues go together.
fn fit(read: Result<Nonogram, Diagnostic>) -> Fit {
    match read {
        Ok(puzzle) if plain_conflict(&puzzle).is_none() => Fit::Likely,
        _ => Fit::No,
    }
}

/// The clues of both sides as they are written.
fn sides(puzzle: &Nonogram) -> Result<(Vec<String>, Vec<String>), DoesNotFit> {
    super::sides(puzzle, |line| plain_words(puzzle, line))
}

/// The lines that are clues, where there are to be `count` of them. A blank line is an empty clue where lines with
/// something on them are too few; then only blank lines at the end are none, and may have been cut off.
fn clues<'a>(lines: &[Line<'a>], count: usize) -> Option<Vec<Line<'a>>> {
    let written: Vec<Line<'a>> = lines.iter().filter(|line| !line.is_blank()).copied().collect();
    if written.len() >= count || lines.len() < count {
        return (written.len() == count).then_some(written);
    }
    lines[count..].iter().all(Line::is_blank).then(|| lines[..count].to_vec())
}

fn of_lines(rows: &[Line<'_>], columns: &[Line<'_>], at: Span) -> Result<Nonogram, Diagnostic> {
    let side = |lines: &[Line<'_>]| lines.iter().map(clue).collect::<Result<Vec<_>, _>>();
    board(side(rows)?, side(columns)?, at)
}

fn wrong(expected: &str, source: &Source, notation: &Notation<Nonogram>) -> Diagnostic {
    Diagnostic::new(format!("{expected} expected")).label("here", source.first_word()).help(notation.summary)
}

/// A number from 1 to the longest side that is alone on its line.
fn size(line: Option<&Line<'_>>, what: &str, source: &Source) -> Result<usize, Diagnostic> {
    let tokens: Vec<_> = line.into_iter().flat_map(Line::tokens).take(2).collect();
    match tokens[..] {
        [token] => match token.number(what, MAX_SIDE)? {
            0 => Err(Diagnostic::new(format!("{what} is 0")).label("at least 1", token)),
            size => Ok(size),
        },
        _ => Err(wrong(&format!("a line with {what} alone is"), source, &CWD)),
    }
}

fn read_mk(source: &Source) -> Result<Nonogram, Diagnostic> {
    let lines: Vec<_> = source.lines().skip_while(Line::is_blank).collect();
    let border = lines.iter().position(|line| line.text.trim() == "#");
    let (Some(&header), Some(border)) = (lines.first(), border.filter(|&border| border > 0)) else {
        return Err(wrong("a line '#' between rows and columns is", source, &MK));
    };
    let tokens: Vec<_> = header.tokens().collect();
    let [height, width] = tokens[..] else {
        return Err(wrong("a line with height and width is", source, &MK));
    };
    let (height, width) = (height.number("the height", MAX_SIDE)?, width.number("the width", MAX_SIDE)?);
    let (rows, columns) = (&lines[1..border], &lines[border + 1..]);
    // Some writers close the columns with a second border.
    let columns = columns.strip_suffix_border();
    for line in rows.iter().chain(columns) {
        // A word that is not a clue is the better thing to point at than a wrong number of lines.
        clue(line)?;
    }
    let (Some(rows), Some(columns)) = (clues(rows, height), clues(columns, width)) else {
        let written = |lines: &[Line<'_>]| lines.iter().filter(|line| !line.is_blank()).count();
        return Err(Diagnostic::new(format!(
            "expected {height} + {width} clue lines, found {} + {}",
            written(rows),
            written(columns)
        ))
        .label("the size is given here", header)
        .help(MK.summary));
    };
    of_lines(&rows, &columns, header.span())
}

/// Lines without a border at their end.
trait StripBorder {
    fn strip_suffix_border(&self) -> &Self;
}

impl StripBorder for [Line<'_>] {
    fn strip_suffix_border(&self) -> &Self {
        match self {
            [others @ .., last] if last.text.trim() == "#" => others,
            _ => self,
        }
    }
}

fn read_cwd(source: &Source) -> Result<Nonogram, Diagnostic> {
    let lines: Vec<_> = source.lines().skip_while(Line::is_blank).collect();
    let height = size(lines.first(), "the height", source)?;
    let width = size(lines.get(1), "the width", source)?;
    let below = &lines[2..];
    let written = below.iter().filter(|line| !line.is_blank()).count();
    // Where some clues are blank lines, the one between rows and columns stands at its place.
    let has_border = written < height + width && below.get(height).is_some_and(Line::is_blank);
    let found = if has_border {
        clues(&below[..height], height)
            .zip(clues(&below[height + 1..], width))
            .map(|(rows, columns)| [rows, columns].concat())
    } else {
        clues(below, height + width)
    };
    for line in below {
        clue(line)?;
    }
    let Some(found) = found else {
        return Err(Diagnostic::new(format!("expected {height} + {width} clue lines, found {written}"))
            .label("the size is given here", lines[0])
            .help(CWD.summary));
    };
    of_lines(&found[..height], &found[height..], lines[0].span())
}

fn read_keen(source: &Source) -> Result<Nonogram, Diagnostic> {
    let lines: Vec<_> = source.lines().collect();
    let parts: Vec<&[Line<'_>]> = lines.split(Line::is_blank).filter(|part| !part.is_empty()).collect();
    let [rows, columns] = parts[..] else {
        return Err(wrong("rows, one blank line and columns are", source, &KEEN));
    };
    of_lines(rows, columns, rows[0].span())
}

fn read_tournament(source: &Source) -> Result<Nonogram, Diagnostic> {
    let mut lines: Vec<_> = source.lines().skip_while(Line::is_blank).collect();
    if !lines.first().is_some_and(|line| line.text.starts_with('$')) {
        return Err(wrong("a heading such as '$1' is", source, &TOURNAMENT));
    }
    let heading = lines.remove(0);
    // A blank line is an empty clue, but for those that only end the text.
    let written = lines.iter().rposition(|line| !line.is_blank()).map_or(0, |last| last + 1);
    lines.truncate(written + written % 2);
    if lines.len() % 2 == 1 || lines.is_empty() {
        return Err(Diagnostic::new(format!("expected as many columns as rows, found {} clue lines", lines.len()))
            .label("the board starts here", heading)
            .help(TOURNAMENT.summary));
    }
    let (columns, rows) = lines.split_at(lines.len() / 2);
    of_lines(rows, columns, heading.span())
}
