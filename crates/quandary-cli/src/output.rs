//! How answers are printed: as a picture, plainly, as JSON, as a constraint solver would, or as SVG.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style as Ansi;
use comfy_table::{CellAlignment, Table, presets};
use quandary::api::{Solved, remarks};
use quandary::scene::terminal::Style;
use quandary::scene::{film, svg, terminal};
use quandary::{Ask, Outcome, Puzzle, Solution, Stopped};

use crate::args::{Colour, Terminal};
use crate::report::ReportStyle;
use crate::saved::Saved;
use crate::words;

/// Whether the screen has ASCII only: for the whole run, like the choice of colours.
static ASCII: AtomicBool = AtomicBool::new(false);

/// How standard output and standard error look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputStyle {
    /// Pictures on standard output.
    pub(crate) picture: Style,
    /// Reports on standard error.
    pub(crate) report: ReportStyle,
    /// How many columns standard output has; `None` where there is no limit.
    pub(crate) width: Option<u16>,
}

impl OutputStyle {
    /// Colours where they were asked for, or where a terminal can show them and `NO_COLOR` does not forbid them.
    pub(crate) fn new(screen: Terminal) -> Self {
        let choice = match screen.color {
            Colour::Auto => anstream::ColorChoice::Auto,
            Colour::Always => anstream::ColorChoice::Always,
            Colour::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let ascii = screen.ascii;
        ASCII.store(ascii, Ordering::Relaxed);
        let out = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let err = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        let width = screen.width.or_else(|| {
            let (columns, _) = io::stdout().is_terminal().then(|| terminal_size::terminal_size_of(io::stdout()))??;
            Some(columns.0)
        });
        OutputStyle { picture: Style { colour: out, ascii }, report: ReportStyle { colour: err, ascii }, width }
    }

    /// Whether no line of a text is longer than the screen is wide.
    pub(crate) fn fits(&self, text: &str) -> bool {
        self.width.is_none_or(|width| text.lines().all(|line| columns_of(line) <= usize::from(width)))
    }

    /// A board, or where it is too wide for the screen, how to see it.
    pub(crate) fn fitted(&self, board: String) -> String {
        match self.width {
            Some(width) if !self.fits(&board) => {
                let needed = board.lines().map(columns_of).max().unwrap_or(0);
                let said = format!(
                    "The board needs {needed} columns, and the screen has {width}. Make the window wider, or draw the \
                     board into a file:"
                );
                format!("{}\n  quandary draw FILE -o board.svg\n", self.wrapped(&said, ""))
            }
            _ => board,
        }
    }

    /// A line of prose, broken between words where the screen ends; further lines begin with `indent`.
    pub(crate) fn wrapped(&self, line: &str, indent: &str) -> String {
        let Some(width) = self.width.map(usize::from) else { return line.to_owned() };
        let (mut text, mut columns) = (String::new(), 0);
        for word in line.split_inclusive(' ') {
            let needed = columns_of(word.trim_end());
            if columns > indent.len() && columns + needed > width {
                text.truncate(text.trim_end().len());
                text.push('\n');
                text.push_str(indent);
                columns = indent.len();
            }
            text.push_str(word);
            columns += columns_of(word);
        }
        text
    }

    /// A line whose end matters more than its beginning, as much of it as the screen has room for.
    fn cut_in_front<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let (columns, Some(width)) = (line.chars().count(), self.width.map(usize::from)) else { return line.into() };
        match columns > width {
            true => format!("…{}", line.chars().skip(columns + 1 - width).collect::<String>()).into(),
            false => line.into(),
        }
    }

    /// A line that cannot be broken, as much of it as the screen has room for.
    pub(crate) fn cut<'a>(&self, line: &'a str) -> Cow<'a, str> {
        match self.width.map(usize::from) {
            Some(width) if columns_of(line) > width => {
                format!("{}…", line.chars().take(width.saturating_sub(1)).collect::<String>()).into()
            }
            _ => line.into(),
        }
    }

    /// Lines of prose, each broken where the screen ends; further lines of it begin a little farther in.
    pub(crate) fn paragraphs(&self, text: &str) -> String {
        let broken = |line: &str| self.wrapped(line, &" ".repeat(line.len() - line.trim_start().len() + 3)) + "\n";
        text.lines().map(broken).collect()
    }

    /// A text in bold, where there are colours.
    pub(crate) fn bold(&self, text: &str) -> String {
        self.styled(text, Ansi::new().bold())
    }

    /// A text in the background, where there are colours.
    pub(crate) fn dim(&self, text: &str) -> String {
        self.styled(text, Ansi::new().dimmed())
    }

    /// A text in the characters that the screen has: where those are ASCII, others become what they look like.
    pub(crate) fn spelled<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.picture.ascii { words::ascii(text) } else { Cow::Borrowed(text) }
    }

    fn styled(&self, text: &str, style: Ansi) -> String {
        if self.picture.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// A solved puzzle, ready to be printed.
pub(crate) struct Answer<'a> {
    /// The puzzle.
    pub(crate) puzzle: &'a Puzzle,
    /// What was asked.
    pub(crate) ask: &'a Ask,
    /// What was found.
    pub(crate) outcome: &'a Outcome,
    /// Whether the plain form prints all solutions or only the first.
    pub(crate) all_solutions: bool,
    /// Whether pictures show a solution step by step.
    pub(crate) replay: bool,
    /// Whether the verdict is proved again.
    pub(crate) certify: bool,
}

impl Answer<'_> {
    /// The solutions that are shown: where some were to be drawn at random, only those.
    pub(crate) fn shown(&self) -> &[Solution] {
        match &self.outcome.sampled {
            Ok(drawn) if self.ask.sample.is_some() => drawn,
            Err(_) if self.ask.sample.is_some() => &[],
            _ => &self.outcome.solutions,
        }
    }

    /// The picture as SVG; the error says why there is none.
    pub(crate) fn svg(&self) -> Result<String, Stopped> {
        let budget = self.ask.budget.for_showing();
        Ok(with_line_end(match self.shown().first() {
            Some(solution) if self.replay => film::render(self.puzzle.frames(solution), &budget)?,
            solution => svg::render_within(&self.puzzle.scene(solution), &budget)?,
        }))
    }

    /// The answer of the library, with a certificate where it was asked for.
    pub(crate) fn solved(&self) -> Solved {
        let mut solved = Solved::new(self.puzzle, self.outcome.clone(), self.ask);
        if self.certify {
            solved.certify(self.puzzle, &self.ask.budget.begin());
        }
        solved
    }

    /// The board as a terminal shows it, with the verdict.
    pub(crate) fn picture(&self, style: &OutputStyle) -> String {
        let mut text = heading(self.puzzle, style);
        let solutions = self.shown();
        let which = if self.ask.sample.is_some() { "drawn solution" } else { "solution" };
        if solutions.is_empty() {
            text += &board(self.puzzle, None, style);
        }
        for (index, solution) in solutions.iter().enumerate() {
            if solutions.len() > 1 {
                let _ = writeln!(text, "{which} {}:", index + 1);
            }
            text += &match self.replay {
                true => replay(self.puzzle, solution, style),
                false => board(self.puzzle, Some(solution), style),
            };
        }
        let took =
            format!("{}, {}", words::time(self.outcome.cpu), words::count(self.outcome.counters.nodes, "search node"));
        let (verdict, remarks) = match self.certify {
            true => {
                let solved = self.solved();
                (solved.message, solved.remarks)
            }
            false => (
                words::verdict(self.puzzle.board(), self.outcome, self.ask),
                remarks(self.puzzle.board(), self.outcome, &self.ask.budget),
            ),
        };
        let _ = writeln!(text, "{}", style.bold(&style.wrapped(&verdict, "  ")));
        for remark in remarks {
            let _ = writeln!(text, "{}", style.wrapped(&remark, "  "));
        }
        let _ = writeln!(text, "{}", style.dim(&took));
        text
    }

    /// The solutions and nothing else.
    pub(crate) fn plain(&self) -> String {
        let shown = if self.all_solutions || self.ask.sample.is_some() { usize::MAX } else { 1 };
        let texts = self.shown().iter().take(shown).map(|solution| self.puzzle.solution_text(solution));
        let mut printed = String::new();
        for text in texts {
            if !printed.is_empty() && is_long(text.as_bytes()) {
                printed.push('\n');
            }
            printed += &with_line_end(text);
        }
        printed
    }

    /// The words and values that a constraint solver prints.
    pub(crate) fn status(&self) -> String {
        let mut text = format!("{}\n", self.outcome.status());
        for solution in self.shown() {
            let values: Vec<String> = self.puzzle.solution_values(solution).iter().map(u32::to_string).collect();
            text += &values.join(", ");
            text.push('\n');
        }
        text
    }
}

/// The line above a picture: what it is, by which rule, and where it came from.
pub(crate) fn heading(puzzle: &Puzzle, style: &OutputStyle) -> String {
    let source = puzzle.source();
    let (what, place) = (puzzle.heading(), format!("{}:{}", source.name, source.first_line));
    let is_in_one_line = style.fits(&format!("{what}  {place}"));
    let between = if is_in_one_line { "  " } else { "\n" };
    format!("{}{between}{}\n", style.bold(&style.wrapped(&what, "")), style.dim(&style.cut_in_front(&place)))
}

/// The board in the terminal; the solution as a text where the screen is too narrow for the board.
pub(crate) fn board(puzzle: &Puzzle, solution: Option<&Solution>, style: &OutputStyle) -> String {
    let drawn = with_line_end(terminal::render(&puzzle.scene(solution), &style.picture));
    match solution {
        Some(solution) if !style.fits(&drawn) => {
            style.fitted(drawn) + "The solution:\n" + &with_line_end(puzzle.solution_text(solution))
        }
        _ => style.fitted(drawn),
    }
}

/// How many columns a line takes, without its colours.
fn columns_of(line: &str) -> usize {
    let mut columns = 0;
    let mut is_colour = false;
    for character in line.chars() {
        match character {
            '\u{1b}' => is_colour = true,
            'm' if is_colour => is_colour = false,
            _ if is_colour => {}
            _ => columns += 1,
        }
    }
    columns
}

/// A solution step by step in the terminal.
pub(crate) fn replay(puzzle: &Puzzle, solution: &Solution, style: &OutputStyle) -> String {
    let draw = |scene| style.fitted(with_line_end(terminal::render(&scene, &style.picture)));
    puzzle.frames(solution).map(draw).collect::<Vec<_>>().join("\n")
}

/// An empty table with these columns.
pub(crate) fn table(style: &OutputStyle, heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(if style.picture.ascii {
        presets::ASCII_BORDERS_ONLY_CONDENSED
    } else {
        presets::UTF8_FULL_CONDENSED
    });
    table.set_header(heads);
    table
}

/// A table that fits the screen, and which of its columns it has: some may be left out, the first of `spare` first, which is said below it. Each
/// column has a heading, and may hold numbers.
pub(crate) fn fitted_table(
    style: &OutputStyle,
    columns: &[(&str, bool)],
    rows: &[Vec<String>],
    spare: &[&str],
) -> (String, Vec<usize>) {
    let mut shown: Vec<usize> = (0..columns.len()).collect();
    let mut left_out = Vec::new();
    let mut spare = spare.iter();
    loop {
        let mut table = table(style, &shown.iter().map(|&column| columns[column].0).collect::<Vec<_>>());
        for row in rows {
            table.add_row(shown.iter().map(|&column| &row[column]));
        }
        for (index, _) in shown.iter().enumerate().filter(|(_, column)| columns[**column].1) {
            if let Some(column) = table.column_mut(index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let text = format!("{table}\n");
        let next = spare.find(|head| shown.iter().any(|&column| columns[column].0 == **head));
        let (false, Some(&head)) = (style.fits(&text), next) else {
            return (text + &left_out_line(style, &left_out), shown);
        };
        shown.retain(|&column| columns[column].0 != head);
        left_out.push(head);
    }
}

/// What a narrow screen does not show, and how to see it.
fn left_out_line(style: &OutputStyle, names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let said = format!("Left out on this screen: {}. A wider window or --width shows them.", names.join(", "));
    style.wrapped(&said, "") + "\n"
}

/// A text that ends its last line.
pub(crate) fn with_line_end(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Whether a text takes more than one line.
pub(crate) fn is_long(text: &[u8]) -> bool {
    let end = text.iter().rposition(|&byte| byte != b'\n').unwrap_or(0);
    text[..end].contains(&b'\n')
}

/// Standard output, or a file.
pub(crate) struct Out {
    sink: Sink,
    /// Whether something was printed already.
    begun: bool,
    /// Whether texts are for a screen that has ASCII only.
    ascii: bool,
}

enum Sink {
    Stdout(BufWriter<StdoutLock<'static>>),
    File(Box<Saved>),
}

impl Out {
    /// Standard output, for data: as it is.
    pub(crate) fn stdout() -> Self {
        let stream = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        Out { sink: Sink::Stdout(stream), begun: false, ascii: false }
    }

    /// Standard output, for people: in the characters that the screen has. JSON and SVG stay as they are.
    pub(crate) fn screen() -> Self {
        Out { ascii: ASCII.load(Ordering::Relaxed), ..Out::stdout() }
    }

    /// A file, which may have answers already.
    pub(crate) fn file(saved: Saved, has_answers: bool) -> Self {
        Out { sink: Sink::File(Box::new(saved)), begun: has_answers, ascii: false }
    }

    /// Prints one answer; answers of more than one line are kept apart by blank lines.
    pub(crate) fn block(&mut self, text: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
        self.blocks(text, is_long(text.as_ref()))
    }

    /// Prints several answers that are kept apart already; `is_first_long` where the first takes more than one line.
    pub(crate) fn blocks(&mut self, text: &(impl AsRef<[u8]> + ?Sized), is_first_long: bool) -> io::Result<()> {
        if self.begun && is_first_long {
            self.write(b"\n")?;
        }
        self.lines(text)
    }

    /// Prints one answer right after the one before.
    pub(crate) fn lines(&mut self, text: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
        let text = text.as_ref();
        self.begun |= !text.is_empty();
        let is_data = matches!(text.first(), Some(b'{' | b'<'));
        if self.ascii && !is_data {
            return self.write(words::ascii(&String::from_utf8_lossy(text)).as_bytes());
        }
        self.write(text)
    }

    /// Writes a file as it is.
    pub(crate) fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stream) => stream.write_all(text),
            Sink::File(saved) => saved.write(text),
        }
    }

    /// Hands over what was printed so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stream) => stream.flush(),
            Sink::File(saved) => saved.flush(),
        }
    }

    /// The file, if it is one.
    pub(crate) fn saved(&mut self) -> Option<&mut Saved> {
        match &mut self.sink {
            Sink::Stdout(_) => None,
            Sink::File(saved) => Some(saved),
        }
    }

    /// Ends the output.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stream) => stream.flush(),
            Sink::File(saved) => saved.finish(),
        }
    }
}

/// The file for the n-th picture of a run: `a.svg`, `a-2.svg`, `a-3.svg` …
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{ending}"))
}

/// Says something on standard error; a failure to write there cannot be reported.
pub(crate) fn eprint(text: &str) {
    drop(io::stderr().write_all(text.as_bytes()));
}

/// How many columns a progress bar has.
pub(crate) fn columns_of_errors() -> u16 {
    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(columns, _)| columns.0)
}

/// Whether a progress bar would be seen.
pub(crate) fn has_progress_bar() -> bool {
    io::stderr().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_picture_gets_a_number_before_its_ending() {
        assert_eq!(numbered(Path::new("out/a.svg"), 1), Path::new("out/a.svg"));
        assert_eq!(numbered(Path::new("out/a.svg"), 2), Path::new("out/a-2.svg"));
        assert_eq!(numbered(Path::new("a"), 3), Path::new("a-3"));
    }
}
