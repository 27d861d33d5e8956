//! Text that runs over columns and pages.

use super::{INK, Press, Type};
use crate::font::Weight;

/// Paragraphs in columns. A page is begun when there is something to write on it.
pub(super) struct Flow<'p, 'b> {
    press: &'p mut Press<'b>,
    columns: usize,
    body: Type,
    /// The column that is written in; `None` before the first page.
    column: Option<usize>,
    /// The line that was written last.
    y: f32,
}

/// The space between columns.
const GAP: f32 = 20.0;
/// From line to line, in font sizes.
const LINE: f32 = 1.4;

impl<'p, 'b> Flow<'p, 'b> {
    pub(super) fn new(press: &'p mut Press<'b>, columns: usize, size: f32) -> Self {
        let body = Type { size: press.book.size(size), weight: Weight::Regular, fill: INK };
        Flow { press, columns, body, column: None, y: 0.0 }
    }

    fn width(&self) -> f32 {
        (self.press.book.area().width - GAP * (self.columns - 1) as f32) / self.columns as f32
    }

    /// Goes to the next line; to the next column or page where there is no room for `lines` more.
    fn next_line(&mut self, lines: usize) -> f32 {
        let area = self.press.book.area();
        let step = LINE * self.body.size;
        let is_full = self.y + step * lines as f32 > area.y + area.height;
        match self.column {
            Some(column) if !is_full => {
                self.y += step;
                self.column = Some(column);
            }
            Some(column) if column + 1 < self.columns => {
                self.column = Some(column + 1);
                self.y = area.y + self.body.size;
            }
            _ => {
                self.press.begin_page();
                self.column = Some(0);
                self.y = area.y + self.body.size;
            }
        }
        area.x + self.column.unwrap_or(0) as f32 * (self.width() + GAP)
    }

    /// Leaves a line free.
    pub(super) fn gap(&mut self) {
        self.y += 0.8 * LINE * self.body.size;
    }

    /// Writes a heading, together with the first lines below it.
    pub(super) fn heading(&mut self, text: &str) {
        let bold = Type { weight: Weight::Bold, ..self.body };
        let x = self.next_line(4);
        let y = self.y;
        self.press.write(&cut(text, bold, self.width()), x, y, bold);
    }

    /// Writes a paragraph with a number before it; returns the place of the page that it begins on.
    pub(super) fn paragraph(&mut self, number: &str, text: &str) -> usize {
        let bold = Type { weight: Weight::Bold, ..self.body };
        let indent = bold.width("000") + 0.5 * self.body.size;
        let mut page = None;
        for (line, text) in wrapped(text, self.body, self.width() - indent).iter().enumerate() {
            let x = self.next_line(1);
            page = page.or(Some(self.press.next - 1));
            let (y, body) = (self.y, self.body);
            if line == 0 {
                self.press.write(number, x, y, bold);
            }
            self.press.write(text, x + indent, y, body);
        }
        page.unwrap_or(self.press.next)
    }
}

/// A text broken at blanks into lines of this width; a word that is longer is cut.
pub(super) fn wrapped(text: &str, kind: Type, width: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || kind.width(&longer) <= width {
            *line = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.into_iter().map(|line| cut(&line, kind, width)).collect()
}

/// A text of at most this width; what is left out is shown by dots.
pub(super) fn cut(text: &str, kind: Type, width: f32) -> String {
    if kind.width(text) <= width {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() {
        let shown = format!("{}…", kept.trim_end());
        if kind.width(&shown) <= width {
            return shown;
        }
    }
    String::new()
}
