//! The paper that SVG pictures are drawn on.
//!
//! Boards and charts share one sheet: the frame with its name for those who cannot see it, one style for light and
//! dark screens, text that is escaped wherever it comes from, and numbers written short. The style says everything
//! twice, once for light and once for dark, because many programs that turn SVG into other forms know no CSS
//! variables; those that know no media queries either see the light form, and so does a printer.

use std::fmt::{self, Display, Write};

/// A picture being drawn: a growing body, closed by [`Sheet::finish`].
pub(super) struct Sheet {
    title: String,
    description: String,
    body: String,
}

/// How wide a character of a sans-serif font is, as a part of its size: a little generous, since fonts differ.
const CHARACTER: f64 = 0.6;

const LIGHT: &str = "\
.quandary{font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums}
.quandary text{fill:#1b1f24}
.quandary .page{fill:#fff}
.quandary .ground{fill:#fff}
.quandary .water .fill{fill:#7cc4f0}
.quandary .filled .fill{fill:#1b1f24}
.quandary .filled text{fill:#fff}
.quandary .dot{fill:#a3abb5}
.quandary .wall{fill:none;stroke:#1b1f24;stroke-linecap:square}
.quandary .thin{stroke-width:1;stroke:#c4cbd3}
.quandary .fifth{stroke-width:1.5;stroke:#7d8792}
.quandary .thick{stroke-width:3}
.quandary .given{font-weight:700}
.quandary .cell .found{fill:#0a5fb4}
.quandary text.black{fill:#000}
.quandary text.white{fill:#fff}
.quandary .plate,.quandary .key path{stroke:#7d8792}
.quandary .clue{font-weight:600}
.quandary .label,.quandary .axis{fill:#5a636e}
.quandary .rule{stroke:#dde2e7}
.quandary .value{paint-order:stroke;stroke:#fff;stroke-width:4}
.quandary .clear{fill:none;pointer-events:all}
.quandary .shade{fill:#e4e8ee}
.quandary .diagonal{fill:none;stroke:#8fb3dc;stroke-width:2}
.quandary .thermometer circle{fill:#d3d9e0}
.quandary .thermometer path{fill:none;stroke:#d3d9e0;stroke-linecap:round;stroke-linejoin:round}
.quandary .arrow *{fill:none;stroke:#8b95a1;stroke-width:2;stroke-linejoin:round}
.quandary .cage{fill:none;stroke:#4a5360;stroke-width:1.2;stroke-dasharray:3 2.4}
.quandary .sum{font-weight:600}
.quandary .note{fill:#5a636e}
.quandary .sign circle{stroke:#1b1f24;stroke-width:1.4}
.quandary .sign.open circle{fill:#fff}
.quandary .sign.full circle{fill:#1b1f24}
.quandary .sign.full text{fill:#fff}
.quandary .sign.bare circle{fill:#fff;stroke:none}
.quandary .sign text{font-weight:700}
.quandary .mark{fill:#5a636e}
.quandary .struck{fill:#c62828;font-weight:700}
.quandary .strike{stroke:#c62828;stroke-width:1.5}
.quandary .t-line .ground,.quandary .wash{fill:#fff3c9}
.quandary .t-premise .ground{fill:#ffe39a}
.quandary .t-conclusion .ground{fill:#cdf2d6}
.quandary .t-supposed .ground{fill:#e6dbfa}
.quandary .t-wrong .ground{fill:#fbd5d5}
.quandary .ring{fill:none;stroke-width:2}
.quandary .t-premise .ring{stroke:#a15c00;stroke-dasharray:2 3.5;stroke-linecap:round}
.quandary .t-conclusion .ring{stroke:#17803a}
.quandary .t-supposed .ring{stroke:#6b3fc4;stroke-dasharray:8 4}
.quandary .t-wrong .ring{stroke:#c62828}
.quandary .link{fill:none;stroke:#6b3fc4;stroke-width:2;opacity:.85}
.quandary .weak{stroke-dasharray:5 4}
";

const DARK: &str = "\
@media screen and (prefers-color-scheme:dark){
.quandary text{fill:#e8ecf1}
.quandary .page{fill:#14181d}
.quandary .ground{fill:#1c222a}
.quandary .water .fill{fill:#1f6fa8}
.quandary .filled .fill{fill:#dfe5ec}
.quandary .filled text{fill:#14181d}
.quandary .dot{fill:#66707c}
.quandary .wall{stroke:#dfe5ec}
.quandary .thin{stroke:#3a434e}
.quandary .fifth{stroke:#76818d}
.quandary .cell .found{fill:#7cc0ff}
.quandary text.black{fill:#000}
.quandary text.white{fill:#fff}
.quandary .label,.quandary .axis{fill:#a7b1bc}
.quandary .rule{stroke:#2b333c}
.quandary .value{stroke:#14181d}
.quandary .shade{fill:#2a323d}
.quandary .diagonal{stroke:#3f6796}
.quandary .thermometer circle{fill:#39424d}
.quandary .thermometer path{stroke:#39424d}
.quandary .arrow *{stroke:#7d8894}
.quandary .cage{stroke:#a7b1bc}
.quandary .note{fill:#a7b1bc}
.quandary .sign circle{stroke:#dfe5ec}
.quandary .sign.open circle{fill:#1c222a}
.quandary .sign.full circle{fill:#dfe5ec}
.quandary .sign.full text{fill:#14181d}
.quandary .sign.bare circle{fill:#1c222a}
.quandary .mark{fill:#a7b1bc}
.quandary .struck{fill:#ff8a80}
.quandary .strike{stroke:#ff8a80}
.quandary .t-line .ground,.quandary .wash{fill:#35301a}
.quandary .t-premise .ground{fill:#544618}
.quandary .t-conclusion .ground{fill:#173d23}
.quandary .t-supposed .ground{fill:#33264f}
.quandary .t-wrong .ground{fill:#4d1f20}
.quandary .t-premise .ring{stroke:#f0b74a}
.quandary .t-conclusion .ring{stroke:#5fd47d}
.quandary .t-supposed .ring{stroke:#bb9bff}
.quandary .t-wrong .ring{stroke:#ff8a80}
.quandary .link{stroke:#bb9bff}
}
";

impl Sheet {
    pub(super) fn new(title: &str, description: &str) -> Self {
        Sheet { title: title.to_owned(), description: description.to_owned(), body: String::new() }
    }

    /// Adds markup as it is. What comes from elsewhere goes through [`escaped`] first.
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
        let text = escaped(text);
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

    /// The whole document for a page that has the style already, and says beside it what there is to see.
    pub(super) fn finish_briefly(self, width: f64, height: f64) -> String {
        let (width, height) = (short(width.ceil()), short(height.ceil()));
        format!(
            "<svg class=\"quandary\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\">\n{}</svg>\n",
            escaped(&self.title),
            self.body
        )
    }

    /// The whole document; without its style where the page around it has that already.
    pub(super) fn finish(self, width: f64, height: f64, is_styled: bool) -> String {
        let Sheet { title, description, body } = self;
        let style = if is_styled { format!("<style>\n{}</style>\n", style()) } else { String::new() };
        let (width, height) = (short(width.ceil()), short(height.ceil()));
        let (title, description) = (escaped(&title), escaped(&description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"quandary\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n{style}\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
        )
    }
}

/// The style of all pictures, for light and dark screens and for print.
pub(super) fn style() -> String {
    format!("{LIGHT}{DARK}")
}

/// Where a text stands.
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) anchor: Anchor,
}

/// Which part of a text stands at its place.
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
pub(super) fn short(number: f64) -> impl Display {
    // Adding zero turns "-0" into "0".
    (number * 100.0).round() / 100.0 + 0.0
}

/// A text that is safe between tags and in attributes. Characters that XML forbids become the replacement character.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
    }
    safe
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
    fn marks_of_xml_are_escaped_and_forbidden_characters_replaced() {
        assert_eq!(escaped("<a & \"b\" > 'c'>\0"), "&lt;a &amp; &quot;b&quot; &gt; &#39;c&#39;&gt;\u{FFFD}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([short(2.0), short(1.0 / 3.0), short(-0.001)].map(|n| n.to_string()), ["2", "0.33", "0"]);
    }
}
