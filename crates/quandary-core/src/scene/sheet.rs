//! The paper that SVG pictures are drawn on.
//!
//! Boards and charts share one sheet: the frame with its title for screen readers, one style for light and
//! dark screens, text that is escaped wherever it comes from, and numbers written short. The style is written once
//! (`picture.css`), with `light-dark(…)` where a colour depends on the screen. A page uses it unchanged. In a
//! standalone picture it is written twice, once for light and once for dark, because many programs that turn SVG into other forms know
//! neither that function nor CSS variables; those that know no media queries either see the light form, and so does a
//! printer.

use std::fmt::{self, Display, Write};
use std::sync::LazyLock;

use crate::memory::Charge;
use crate::text::escape;
use crate::verdict::{Budget, Stopped};

/// A picture being drawn: a growing body, closed by [`Sheet::finish`].
pub(super) struct Sheet {
    title: String,
    description: String,
    body: String,
    /// What the drawing may take, where that is limited, and what it has taken.
    limit: Option<(Budget, Charge)>,
    /// Why it ended before it was complete.
    stopped: Option<Stopped>,
}

/// How wide a character of a sans-serif font is, as a part of its size: a little generous, since fonts differ.
const CHARACTER: f64 = 0.6;

/// The style of all pictures. Each rule is on one line; a colour that differs by the screen is `light-dark(a,b)`.
pub(super) const STYLE: &str = include_str!("picture.css");

impl Sheet {
    pub(super) fn new(title: &str, description: &str) -> Self {
        let (title, description) = (title.to_owned(), description.to_owned());
        Sheet { title, description, body: String::new(), limit: None, stopped: None }
    }

    /// The same sheet with a limit: [`Sheet::may_go_on`] says when it is reached.
    pub(super) fn within(self, budget: &Budget) -> Self {
        let budget = budget.begin();
        let charge = budget.start().account().open();
        Sheet { limit: Some((budget, charge)), ..self }
    }

    /// Whether there is time and memory for more. Asked once for each row of cells or clues.
    pub(super) fn may_go_on(&mut self) -> bool {
        if let Some((budget, charge)) = &mut self.limit {
            let room = budget.check().and_then(|()| charge.set(self.body.capacity() as u64));
            self.stopped = self.stopped.or(room.err());
        }
        self.stopped.is_none()
    }

    /// Why the drawing ended before it was complete.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Adds markup as it is. What comes from elsewhere goes through [`escape`] first.
    pub(super) fn draw(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(markup);
        self.body.push('\n');
    }

    /// Writes a text whose middle line runs through `y`.
    pub(super) fn text(&mut self, text: &str, class: &str, place: Place) {
        if text.is_empty() {
            return;
        }
        let anchor = match place.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        // Capitals and digits reach about 0.7 of the font size above the line that they stand on.
        let (x, y, size) = (short(place.x), short(place.y + 0.35 * place.size), short(place.size));
        let text = escape(text);
        self.draw(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}>{text}</text>"
        ));
    }

    /// Writes captions from `top` down, broken into lines of at most `width`; returns where they end.
    pub(super) fn captions(&mut self, captions: &[String], x: f64, top: f64, width: f64) -> f64 {
        const SIZE: f64 = 14.0;
        const LINE: f64 = 20.0;
        let longest = (width / (SIZE * CHARACTER)) as usize;
        let mut y = top;
        for caption in captions {
            for line in wrapped(caption, longest) {
                self.text(&line, "caption", Place { x, y: y + LINE / 2.0, size: SIZE, anchor: Anchor::Start });
                y += LINE;
            }
        }
        y
    }

    /// What was drawn so far, for a page that defines it under a name.
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    /// The whole document for a page that has the style already and describes the picture itself.
    pub(super) fn finish_briefly(self, width: f64, height: f64) -> String {
        let (width, height) = (short(width.ceil()), short(height.ceil()));
        format!(
            "<svg class=\"quandary\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\">\n{}</svg>\n",
            escape(&self.title),
            self.body
        )
    }

    /// The whole document; without its style where the page around it has that already.
    pub(super) fn finish(self, width: f64, height: f64, is_styled: bool) -> String {
        let Sheet { title, description, mut body, .. } = self;
        let style = if is_styled { format!("<style>\n{}</style>\n", style()) } else { String::new() };
        let (width, height) = (short(width.ceil()), short(height.ceil()));
        let (title, description) = (escape(&title), escape(&description));
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"quandary\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n{style}\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n"
        );
        // The body of a large board is tens of megabytes: it is not copied.
        body.insert_str(0, &head);
        body.push_str("</svg>\n");
        body
    }
}

/// The style of all pictures without `light-dark`: the light colours, then the dark ones for dark screens.
pub(super) fn style() -> &'static str {
    static EXPANDED: LazyLock<String> = LazyLock::new(|| {
        let dark: String = STYLE.lines().filter_map(dark_rule).collect();
        let light: String = STYLE.lines().filter(|line| line.ends_with('}')).fold(String::new(), |mut light, rule| {
            light += &chosen(rule, 0);
            light.push('\n');
            light
        });
        format!("{light}@media screen and (prefers-color-scheme:dark){{\n{dark}}}\n")
    });
    &EXPANDED
}

/// What a rule says of colours on a dark screen. Colours that are the same on both are said again, so that the order of
/// the rules stays what decides between equals.
fn dark_rule(rule: &str) -> Option<String> {
    let (selector, declarations) = rule.strip_suffix('}')?.split_once('{')?;
    let colours: Vec<String> = declarations
        .split(';')
        .filter(|declaration| declaration.contains('#') || declaration.starts_with("fill:none"))
        .map(|declaration| chosen(declaration, 1))
        .collect();
    (!colours.is_empty()).then(|| format!("{selector}{{{}}}\n", colours.join(";")))
}

/// A part of the style with the first or the second colour of every `light-dark(a,b)`.
fn chosen(style: &str, which: usize) -> String {
    let mut parts = style.split("light-dark(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (colours, rest) = part.split_once(')').unwrap_or((part, ""));
        text += colours.split(',').nth(which).unwrap_or_default();
        text += rest;
    }
    text
}

/// The position of a text.
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) anchor: Anchor,
}

/// Which part of a text is at its position.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// About how wide a text will be.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * CHARACTER
}

/// A number with at most two decimals, as short as it goes.
pub(super) fn short(number: f64) -> impl Display + Copy {
    Short((number * 100.0).round() as i64)
}

/// A number in hundredths. Whole numbers are written many times faster than fractions, and nearly all are whole.
#[derive(Clone, Copy)]
struct Short(i64);

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let (whole, part) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        whole.fmt(f)?;
        match part {
            0 => Ok(()),
            tenths if tenths % 10 == 0 => write!(f, ".{}", tenths / 10),
            part => write!(f, ".{part:02}"),
        }
    }
}

/// A text broken at blanks into lines of at most `longest` characters; a longer word is cut.
fn wrapped(text: &str, longest: usize) -> Vec<String> {
    let longest = longest.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut room = longest;
        for word in paragraph.split_whitespace() {
            let mut rest: Vec<char> = word.chars().collect();
            let gap = usize::from(!line.is_empty());
            if rest.len() + gap > room && gap > 0 {
                lines.push(std::mem::take(&mut line));
                room = longest;
            } else if gap > 0 {
                line.push(' ');
                room -= 1;
            }
            while rest.len() > room {
                lines.push(rest.drain(..room).collect());
            }
            room -= rest.len();
            line.extend(rest);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_caption_is_broken_at_blanks_and_a_long_word_is_cut() {
        assert_eq!(wrapped("the only solution", 8), ["the only", "solution"]);
        assert_eq!(wrapped("a abcdefgh b", 3), ["a", "abc", "def", "gh", "b"]);
        assert_eq!(wrapped("one\n\ntwo", 10), ["one", "", "two"]);
        assert_eq!(wrapped("ab cd", 0), ["a", "b", "c", "d"]);
    }

    #[test]
    fn the_style_has_the_light_colours_first_and_the_dark_ones_for_dark_screens() {
        assert!(STYLE.contains("\n.quandary .ground{fill:light-dark(#ffffff,#1c222a)}\n"));
        let (light, dark) = style().split_once("@media screen and (prefers-color-scheme:dark){\n").unwrap();
        assert!(light.contains(".quandary .ground{fill:#ffffff}\n") && !light.contains("1c222a"));
        assert!(dark.contains(".quandary .ground{fill:#1c222a}\n"));
        assert!(dark.contains(".quandary .thin{stroke:#737e8a}\n"), "{dark}");
        // It beats '.filled text' by its place, so it must come after it on dark screens too.
        assert!(dark.find(".filled text{") < dark.find("text.black{"));
        assert!(!style().contains("light-dark") && !style().contains("/*"));
        assert_eq!(style().matches('{').count(), style().matches('}').count());
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [2.0, 1.0 / 3.0, -0.001, -1.5, 2.05].map(|n| short(n).to_string()),
            ["2", "0.33", "0", "-1.5", "2.05"]
        );
    }
}
