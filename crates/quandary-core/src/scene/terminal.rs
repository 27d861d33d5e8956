//! A scene in box-drawing characters.
//!
//! The board becomes a text grid: a line of text for every row of cells, and one for every row of walls that has
//! something to show. Where walls meet, the character is chosen from the four of them, so light, heavy and mixed
//! corners are right. Fills run on through a thin wall, so that cells of one fill look like one body. Everything can be read without colour; colour only helps.
//!
//! A cell is three characters wide, which with its walls makes a square on most screens. Boards above 25 columns get
//! narrower cells; above 30 rows or columns, lines with nothing but thin walls are left out. The cost is one pass over
//! the cells.

use anstyle::{AnsiColor, Style as Ansi};

use super::junction::Arms;
use super::palette::Rgb;
use super::{Ink, Paint, Scene, SceneCell, Wall};

/// How a scene is written to a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Use ANSI colours.
    pub colour: bool,
    /// Use only ASCII characters for walls and fills.
    pub ascii: bool,
}

/// Boards with more rows (or columns) than this leave out lines that have only thin walls.
const COMPACT_ABOVE: usize = 30;
/// The key to the colours is wrapped at this width.
const KEY_WIDTH: usize = 76;
/// Longer texts in a cell are cut: a cell is for a digit or a letter.
const LONGEST_TEXT: usize = 12;

/// Draws a scene as lines of text, each ended by a line feed, without blanks at line ends.
pub fn render(scene: &Scene, style: &Style) -> String {
    let drawing = Drawing::new(scene, *style);
    let mut out = String::new();
    for line in drawing.column_clues().chain(drawing.board()).chain(drawing.labels()).chain(drawing.key()) {
        line.write_to(&mut out, style.colour);
    }
    for caption in scene.captions.iter().chain(&scene.legend).flat_map(|caption| caption.lines()) {
        out.push_str(clean(caption).trim_end());
        out.push('\n');
    }
    out
}

/// A scene with the measures of its drawing.
struct Drawing<'a> {
    scene: &'a Scene,
    style: Style,
    /// Regions have irregular borders, so thin walls are drawn faintly to let them stand out.
    faint: bool,
    /// Characters inside each column.
    widths: Vec<usize>,
    /// Which horizontal lines of walls are shown: `rows + 1`.
    shown_above: Vec<bool>,
    /// Which vertical lines of walls are shown: `columns + 1`.
    shown_left: Vec<bool>,
    /// Row clues, each row joined into one text.
    row_clues: Vec<String>,
    /// Characters left of the board.
    margin: usize,
}

/// What is seen at a place between cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    /// A wall, or nothing.
    Wall(Wall),
    /// The same fill on both sides, running on.
    Body(Paint),
}

impl<'a> Drawing<'a> {
    fn new(scene: &'a Scene, style: Style) -> Self {
        let (rows, columns) = (scene.cells.rows(), scene.cells.columns());
        let above = |row: usize| (0..columns).map(move |column| scene.wall_above(row, column));
        let left = |column: usize| (0..rows).map(move |row| scene.wall_left(row, column));
        let weakest_shown = |length: usize| if length > COMPACT_ABOVE { Wall::Thick } else { Wall::Thin };
        let shown_above: Vec<bool> = (0..=rows).map(|row| above(row).any(|wall| wall >= weakest_shown(rows))).collect();
        let shown_left: Vec<bool> =
            (0..=columns).map(|column| left(column).any(|wall| wall >= weakest_shown(columns))).collect();
        let faint = (1..rows).any(|row| mixed(above(row))) || (1..columns).any(|column| mixed(left(column)));

        let gap: Vec<bool> = (0..columns).map(|column| scene.is_gap_column(column)).collect();
        let texts = scene.cells.values().iter().map(|cell| length(&cell.shown()));
        let clues = scene.column_clues.iter().take(columns).flatten().map(|clue| length(clue));
        let labels = scene.labels.iter().take(columns).map(|label| length(label));
        let widest = texts.chain(clues).chain(labels).max().unwrap_or(0).min(LONGEST_TEXT);
        // Two texts must not run into each other where no wall is shown between them.
        let touching = (1..columns).any(|column| !shown_left[column] && !gap[column - 1] && !gap[column]);
        let least = match columns {
            0..=25 => 3,
            26..=50 => 2,
            _ => 1,
        };
        let width = least.max(widest + usize::from(touching && widest > 0));
        let widths = gap.iter().map(|&gap| if gap { 1 } else { width }).collect();

        let row_clues: Vec<String> = scene.row_clues.iter().take(rows).map(|clues| clean(&clues.join(" "))).collect();
        let margin =
            row_clues.iter().map(|clues| length(clues)).max().filter(|&widest| widest > 0).map_or(0, |n| n + 1);
        Drawing { scene, style, faint, widths, shown_above, shown_left, row_clues, margin }
    }

    /// The clues above the board, the last of each column nearest to it.
    fn column_clues(&self) -> impl Iterator<Item = Line> {
        let clues = &self.scene.column_clues[..self.scene.column_clues.len().min(self.widths.len())];
        let depth = clues.iter().map(Vec::len).max().unwrap_or(0);
        (0..depth).map(move |level| {
            self.texts(Ansi::new().bold(), |column| {
                let clues = clues.get(column)?;
                (level + clues.len()).checked_sub(depth).and_then(|place| clues.get(place))
            })
        })
    }

    /// The labels under the board.
    fn labels(&self) -> impl Iterator<Item = Line> {
        let any = self.scene.labels.iter().any(|label| !label.is_empty());
        any.then(|| self.texts(Ansi::new().dimmed(), |column| self.scene.labels.get(column))).into_iter()
    }

    /// A line with a text over each column.
    fn texts<'t>(&self, ansi: Ansi, text: impl Fn(usize) -> Option<&'t String>) -> Line {
        let mut line = Line::default();
        line.repeat(' ', self.margin, Ansi::new());
        for (column, &width) in self.widths.iter().enumerate() {
            line.repeat(' ', self.shown_left[column].into(), Ansi::new());
            line.centre(text(column).map_or("", |text| text), width, ' ', Ansi::new(), ansi);
        }
        line
    }

    /// What the letters stand for, as many in a line as there is room for.
    fn key(&self) -> impl Iterator<Item = Line> {
        let mut lines: Vec<Line> = Vec::new();
        for entry in &self.scene.key {
            let name = clean(&entry.name);
            let width = 3 + length(&name);
            match lines.last_mut() {
                Some(line) if line.0.len() + 2 + width <= KEY_WIDTH => line.repeat(' ', 2, Ansi::new()),
                _ => lines.push(Line::default()),
            }
            let Some(line) = lines.last_mut() else { continue };
            let (fill, ansi) = self.fill(entry.paint);
            line.centre(&entry.letter.to_string(), if self.style.colour { 3 } else { 1 }, fill, ansi, ansi.bold());
            line.text(&format!(" {name}"), Ansi::new());
        }
        lines.into_iter()
    }

    /// The board with the clues left of it.
    fn board(&self) -> impl Iterator<Item = Line> {
        let rows = self.scene.cells.rows();
        (0..=rows).flat_map(move |row| {
            let walls = self.shown_above[row].then(|| self.walls(row));
            let cells = (row < rows).then(|| self.cells(row));
            walls.into_iter().chain(cells)
        })
    }

    /// The line of walls above a row.
    fn walls(&self, row: usize) -> Line {
        let mut line = Line::default();
        line.repeat(' ', self.margin, Ansi::new());
        for column in 0..self.shown_left.len() {
            if self.shown_left[column] {
                self.corner(row, column, &mut line);
            }
            if let Some(&width) = self.widths.get(column) {
                self.stretch(self.above(row, column), Arms::across, width, &mut line);
            }
        }
        line
    }

    /// The line of cells of a row, with its clues.
    fn cells(&self, row: usize) -> Line {
        let mut line = Line::default();
        let clues = self.row_clues.get(row).map_or("", |clues| clues);
        line.repeat(' ', self.margin.saturating_sub(length(clues) + 1), Ansi::new());
        line.text(clues, Ansi::new().bold());
        line.repeat(' ', usize::from(self.margin > 0), Ansi::new());
        for column in 0..self.shown_left.len() {
            if self.shown_left[column] {
                self.stretch(self.left(row, column), Arms::down, 1, &mut line);
            }
            if let Some(&width) = self.widths.get(column) {
                self.cell(&self.scene.cells.row(row)[column], width, &mut line);
            }
        }
        line
    }

    fn cell(&self, cell: &SceneCell, width: usize, line: &mut Line) {
        let text = cell.shown();
        let (fill, ansi) = self.fill(cell.paint);
        let ink = match cell.ink {
            Ink::Given => ansi.bold(),
            Ink::Found if cell.is_plainly_found() => ansi.fg_color(Some(AnsiColor::Green.into())),
            Ink::Found => ansi,
        };
        if text.is_empty() && cell.paint == Paint::Empty {
            let dot = if self.style.ascii { "." } else { "·" };
            line.centre(dot, width, fill, ansi, ansi.dimmed());
        } else {
            line.centre(&text, width, fill, ansi, ink);
        }
    }

    /// What a paint is filled with.
    fn fill(&self, paint_of: Paint) -> (char, Ansi) {
        let on = |back: Rgb| Ansi::new().bg_color(Some(back.ansi().into())).fg_color(Some(back.ink().ansi().into()));
        match paint_of {
            Paint::Open | Paint::Empty | Paint::Gap => (' ', Ansi::new()),
            Paint::Wavy => ('~', on(Rgb(0x00, 0x5F, 0xAF))),
            Paint::Filled => (if self.style.ascii { '#' } else { '█' }, Ansi::new()),
            Paint::Colour(_) | Paint::Own(_) => (' ', paint_of.rgb().map_or(Ansi::new(), on)),
        }
    }

    /// A piece of wall, or what runs on through it.
    fn stretch(&self, between: Between, arms: impl Fn(Wall) -> Arms, width: usize, line: &mut Line) {
        match between {
            Between::Body(paint) => {
                let (fill, ansi) = self.fill(paint);
                line.repeat(fill, width, ansi);
            }
            Between::Wall(Wall::Thin) if self.faint => {
                let glyph = match (arms(Wall::Thin) == Arms::across(Wall::Thin), self.style.ascii) {
                    (true, false) => '┈',
                    (false, false) => '┊',
                    (true, true) => ' ',
                    (false, true) => ':',
                };
                line.repeat(glyph, width, Ansi::new().dimmed());
            }
            Between::Wall(wall) => line.repeat(self.glyph(arms(wall)), width, wall_style(wall)),
        }
    }

    /// The place where up to four walls meet.
    fn corner(&self, row: usize, column: usize, line: &mut Line) {
        let beyond = Between::Wall(Wall::None);
        let up = row.checked_sub(1).map_or(beyond, |row| self.left(row, column));
        let left = column.checked_sub(1).map_or(beyond, |column| self.above(row, column));
        let right = self.above(row, column);
        let down = self.left(row, column);
        if let Between::Body(paint) = up
            && [left, right, down].iter().all(|&arm| arm == up)
        {
            let (fill, ansi) = self.fill(paint);
            return line.repeat(fill, 1, ansi);
        }
        let wall = |between: Between| match between {
            Between::Wall(Wall::Thin) if self.faint => Wall::None,
            Between::Wall(wall) => wall,
            Between::Body(_) => Wall::None,
        };
        let arms = Arms { up: wall(up), right: wall(right), down: wall(down), left: wall(left) };
        line.repeat(self.glyph(arms), 1, wall_style(arms.strongest()));
    }

    fn glyph(&self, arms: Arms) -> char {
        if self.style.ascii { arms.ascii() } else { arms.glyph() }
    }

    fn above(&self, row: usize, column: usize) -> Between {
        let over = row.checked_sub(1).map_or(Paint::Gap, |row| self.scene.paint_at(row, column));
        between(self.scene.wall_above(row, column), over, self.scene.paint_at(row, column))
    }

    fn left(&self, row: usize, column: usize) -> Between {
        let before = column.checked_sub(1).map_or(Paint::Gap, |column| self.scene.paint_at(row, column));
        between(self.scene.wall_left(row, column), before, self.scene.paint_at(row, column))
    }
}

fn between(wall: Wall, a: Paint, b: Paint) -> Between {
    let runs_on = wall != Wall::Thick && a == b && matches!(a, Paint::Wavy | Paint::Filled);
    if runs_on { Between::Body(a) } else { Between::Wall(wall) }
}

/// Whether one line holds walls of several kinds, as where irregular regions meet.
fn mixed(mut walls: impl Iterator<Item = Wall>) -> bool {
    let first = walls.next();
    walls.any(|wall| Some(wall) != first)
}

fn wall_style(strongest: Wall) -> Ansi {
    if strongest == Wall::Thin { Ansi::new().dimmed() } else { Ansi::new() }
}

/// Characters of a text as a terminal counts them, for the letters and digits that boards are made of.
fn length(text: &str) -> usize {
    text.chars().count()
}

/// The text without control characters: a caption must not move the cursor.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// A line of characters, each with its colours.
#[derive(Default)]
struct Line(Vec<(char, Ansi)>);

impl Line {
    fn repeat(&mut self, c: char, times: usize, ansi: Ansi) {
        self.0.extend(std::iter::repeat_n((c, ansi), times));
    }

    fn text(&mut self, text: &str, ansi: Ansi) {
        self.0.extend(text.chars().map(|c| (c, ansi)));
    }

    /// A text in the middle of its column (a little to the right where it cannot be exact, as digits stand).
    fn centre(&mut self, text: &str, width: usize, fill: char, around: Ansi, ansi: Ansi) {
        let text: String = clean(text).chars().take(width).collect();
        let spare = width - length(&text);
        self.repeat(fill, spare.div_ceil(2), around);
        self.text(&text, ansi);
        self.repeat(fill, spare / 2, around);
    }

    fn write_to(mut self, out: &mut String, colour: bool) {
        while self.0.pop_if(|&mut (c, ansi)| c == ' ' && (!colour || ansi.get_bg_color().is_none())).is_some() {}
        let mut current = Ansi::new();
        for (c, ansi) in self.0 {
            if colour && ansi != current {
                out.push_str(&format!("{}{}", current.render_reset(), ansi.render()));
                current = ansi;
            }
            out.push(c);
        }
        if colour {
            out.push_str(&current.render_reset().to_string());
        }
        out.push('\n');
    }
}
