//! Drawings on pages of a PDF file.
//!
//! A page is laid out from its upper left corner in points, of which an inch has 72. Both fonts are embedded, cut down to the
//! glyphs that were used, with a table from glyphs to letters, so that text can be selected, searched and read aloud. The
//! file has no date and no random number: the same drawings give the same bytes.

mod file;

use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Name, Str};
use subsetter::GlyphRemapper;

use crate::drawing::{Cap, Drawing, Item, Label, Rgb, Segment, Shape, Stroke};
use crate::font::{self, Weight};

/// A PDF file being written, page by page.
pub struct Pdf {
    title: String,
    pages: Vec<Page>,
    fonts: [UsedFont; 2],
    /// Degrees of opacity that were used, in hundredths.
    opacities: Vec<u8>,
    links: Vec<Link>,
    bookmarks: Vec<Bookmark>,
}

/// A page being drawn.
struct Page {
    width: f32,
    height: f32,
    content: Content,
    /// The colour that the next fill has, so that it is said once for many.
    fill: Option<Rgb>,
}

/// The glyphs of a font that were used: their new numbers, and per new number the letter and the width.
struct UsedFont {
    weight: Weight,
    glyphs: GlyphRemapper,
    letters: Vec<(char, f32)>,
}

/// A place on a page that leads to another page.
struct Link {
    page: usize,
    area: Area,
    target: usize,
}

/// An entry of the table of contents that PDF readers show beside the pages.
struct Bookmark {
    title: String,
    page: usize,
}

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// From the left side of the page.
    pub x: f32,
    /// From its upper side.
    pub y: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
}

const FONT_NAMES: [Name<'static>; 2] = [Name(b"F0"), Name(b"F1")];

impl Pdf {
    /// An empty file with a title.
    pub fn new(title: &str) -> Self {
        let font = |weight| UsedFont { weight, glyphs: GlyphRemapper::new(), letters: vec![('\u{FFFD}', 0.0)] };
        Pdf {
            title: title.to_owned(),
            pages: Vec::new(),
            fonts: [font(Weight::Regular), font(Weight::Bold)],
            opacities: Vec::new(),
            links: Vec::new(),
            bookmarks: Vec::new(),
        }
    }

    /// Begins a new page of this size, in points.
    pub fn begin_page(&mut self, width: f32, height: f32) {
        let mut content = Content::new();
        // From here on, y counts downwards.
        content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
        self.pages.push(Page { width, height, content, fill: None });
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Names a page in the table of contents that PDF readers show; pages are counted from 0.
    pub fn bookmark(&mut self, title: &str, page: usize) {
        self.bookmarks.push(Bookmark { title: title.to_owned(), page });
    }

    /// Puts the first pages behind all others. Links and bookmarks count the pages as they are in the end.
    pub fn put_last(&mut self, first: usize) {
        let first = first.min(self.pages.len());
        self.pages.rotate_left(first);
    }

    /// Makes an area of a page lead to another page, which may not be there yet; pages are counted from 0.
    pub fn link(&mut self, page: usize, area: Area, target: usize) {
        self.links.push(Link { page, area, target });
    }

    /// Draws on the current page: the drawing's upper left corner at `x` and `y`, `scale` points to a unit of it.
    pub fn draw(&mut self, drawing: &Drawing, x: f32, y: f32, scale: f32) {
        let Some(page) = self.pages.last_mut() else { return };
        page.content.save_state().transform([scale, 0.0, 0.0, scale, x, y]);
        let before = page.fill;
        for item in &drawing.items {
            self.item(item);
        }
        if let Some(page) = self.pages.last_mut() {
            page.content.restore_state();
            page.fill = before;
        }
    }

    /// Draws one item on the current page.
    pub fn item(&mut self, item: &Item) {
        match item {
            Item::Path(shape) => self.shape(shape),
            Item::Text(label) => self.label(label),
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let opacity = (shape.opacity.clamp(0.0, 1.0) * 100.0).round() as u8;
        let is_clear = opacity < 100;
        let name = is_clear.then(|| self.opacity(opacity));
        let Some(page) = self.pages.last_mut() else { return };
        if let Some(name) = &name {
            page.content.save_state().set_parameters(Name(name.as_bytes()));
        }
        if let Some(fill) = shape.fill {
            page.fill_with(fill);
        }
        let is_dashed = shape.stroke.as_ref().is_some_and(|stroke| !stroke.dashes.is_empty());
        if let Some(stroke) = &shape.stroke {
            page.stroke_with(stroke);
        }
        let content = &mut page.content;
        match rectangle(&shape.path).filter(|_| !is_dashed) {
            Some([x, y, width, height]) => _ = content.rect(short(x), short(y), short(width), short(height)),
            None => outline(content, &shape.path),
        }
        match (shape.fill.is_some(), shape.stroke.is_some()) {
            (true, true) => content.fill_nonzero_and_stroke(),
            (true, false) => content.fill_nonzero(),
            (false, true) => content.stroke(),
            (false, false) => content.end_path(),
        };
        if is_dashed {
            content.set_dash_pattern([], 0.0);
        }
        if name.is_some() {
            content.restore_state();
            page.fill = None;
        }
    }

    /// The name of a degree of opacity.
    fn opacity(&mut self, hundredths: u8) -> String {
        if !self.opacities.contains(&hundredths) {
            self.opacities.push(hundredths);
        }
        format!("G{hundredths}")
    }

    fn label(&mut self, label: &Label) {
        let Some(page) = self.pages.last_mut() else { return };
        let used = &mut self.fonts[label.weight as usize];
        let mut codes = Vec::with_capacity(2 * label.text.len());
        for glyph in font::glyphs(&label.text, label.weight) {
            let code = used.glyphs.remap(glyph.id.0);
            if usize::from(code) == used.letters.len() {
                used.letters.push((glyph.character, glyph.advance));
            }
            codes.extend(code.to_be_bytes());
        }
        page.fill_with(label.fill);
        if let Some(halo) = &label.halo {
            page.stroke_with(halo);
        }
        let content = &mut page.content;
        content.begin_text().set_font(FONT_NAMES[label.weight as usize], label.size);
        let place = [1.0, 0.0, 0.0, -1.0, label.x, label.y];
        if label.halo.is_some() {
            content.set_text_rendering_mode(TextRenderingMode::Stroke).set_text_matrix(place).show(Str(&codes));
            content.set_text_rendering_mode(TextRenderingMode::Fill);
        }
        content.set_text_matrix(place).show(Str(&codes)).end_text();
    }

    /// The whole file.
    pub fn finish(self) -> Vec<u8> {
        file::write(self)
    }
}

impl Page {
    fn fill_with(&mut self, colour: Rgb) {
        if self.fill != Some(colour) {
            let [red, green, blue] = channels(colour);
            self.content.set_fill_rgb(red, green, blue);
            self.fill = Some(colour);
        }
    }

    fn stroke_with(&mut self, stroke: &Stroke) {
        let [red, green, blue] = channels(stroke.colour);
        let cap = match stroke.cap {
            Cap::Butt => LineCapStyle::ButtCap,
            Cap::Round => LineCapStyle::RoundCap,
            Cap::Square => LineCapStyle::ProjectingSquareCap,
        };
        let join = if stroke.has_round_corners { LineJoinStyle::RoundJoin } else { LineJoinStyle::MiterJoin };
        self.content
            .set_stroke_rgb(red, green, blue)
            .set_line_width(stroke.width)
            .set_line_cap(cap)
            .set_line_join(join);
        if !stroke.dashes.is_empty() {
            self.content.set_dash_pattern(stroke.dashes.iter().copied(), 0.0);
        }
    }
}

/// Writes a path.
fn outline(content: &mut Content, path: &[Segment]) {
    for &segment in path {
        match segment {
            Segment::Move(x, y) => content.move_to(short(x), short(y)),
            Segment::Line(x, y) => content.line_to(short(x), short(y)),
            Segment::Cubic(a, b, c, d, x, y) => {
                content.cubic_to(short(a), short(b), short(c), short(d), short(x), short(y))
            }
            Segment::Close => content.close_path(),
        };
    }
}

/// The rectangle that a path is, if it is an upright one: a corner, width and height. Most cells are, and PDF has one word for them.
fn rectangle(path: &[Segment]) -> Option<[f32; 4]> {
    use Segment::{Close, Line, Move};
    let &[Move(x, y), Line(a, b), Line(right, bottom), Line(c, d), Close] = path else { return None };
    let is_upright = [a, b, c, d] == [x, bottom, right, y] || [a, b, c, d] == [right, y, x, bottom];
    is_upright.then_some([x, y, right - x, bottom - y])
}

/// A length as exact as anybody can see: fewer digits are written and packed sooner.
fn short(length: f32) -> f32 {
    (length * 1000.0).round() / 1000.0
}

/// A colour as PDF counts it: from 0 to 1.
fn channels(colour: Rgb) -> [f32; 3] {
    // Three digits tell all 256 levels apart and are short to write.
    colour.map(|channel| (f32::from(channel) / 255.0 * 1000.0).round() / 1000.0)
}
