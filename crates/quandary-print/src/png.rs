//! A drawing as pixels.

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform};
use ttf_parser::OutlineBuilder;

use crate::Error;
use crate::drawing::{Cap, Drawing, Item, Label, Rgb, Segment, Shape, Stroke};
use crate::font;

/// The most pixels of a picture, in millions. Each takes four bytes.
const MOST_MEGAPIXELS: u64 = 100;

/// Paints a drawing, `scale` pixels to a unit of it, and packs it as a PNG file.
pub fn png(drawing: &Drawing, scale: f32) -> Result<Vec<u8>, Error> {
    let [width, height] = [drawing.width, drawing.height].map(|length| f64::from(length) * f64::from(scale));
    let [width, height] = [width, height].map(|length| length.ceil().max(1.0) as u64);
    let too_large = Error::TooLarge(width, height, MOST_MEGAPIXELS);
    if width.saturating_mul(height) > MOST_MEGAPIXELS * 1_000_000 {
        return Err(too_large);
    }
    let pixmap = Pixmap::new(width as u32, height as u32);
    let Some(mut pixmap) = pixmap else { return Err(too_large) };
    let place = Transform::from_scale(scale, scale);
    for item in &drawing.items {
        match item {
            Item::Path(shape) => paint_shape(shape, place, &mut pixmap),
            Item::Text(label) => paint_label(label, place, &mut pixmap),
        }
    }
    // Packing into memory fails only where there is no memory.
    pixmap.encode_png().map_err(|_| too_large)
}

fn paint_shape(shape: &Shape, place: Transform, pixmap: &mut Pixmap) {
    let mut builder = PathBuilder::new();
    for &segment in &shape.path {
        match segment {
            Segment::Move(x, y) => builder.move_to(x, y),
            Segment::Line(x, y) => builder.line_to(x, y),
            Segment::Cubic(a, b, c, d, x, y) => builder.cubic_to(a, b, c, d, x, y),
            Segment::Close => builder.close(),
        }
    }
    // A path without length has nothing to paint.
    let Some(path) = builder.finish() else { return };
    if let Some(fill) = shape.fill {
        pixmap.fill_path(&path, &paint(fill, shape.opacity), FillRule::Winding, place, None);
    }
    if let Some(stroke) = &shape.stroke {
        paint_line(&path, stroke, shape.opacity, place, pixmap);
    }
}

fn paint_line(path: &Path, stroke: &Stroke, opacity: f32, place: Transform, pixmap: &mut Pixmap) {
    let line = tiny_skia::Stroke {
        width: stroke.width,
        line_cap: match stroke.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
            Cap::Square => LineCap::Square,
        },
        line_join: if stroke.has_round_corners { LineJoin::Round } else { LineJoin::Miter },
        dash: StrokeDash::new(stroke.dashes.clone(), 0.0),
        ..tiny_skia::Stroke::default()
    };
    pixmap.stroke_path(path, &paint(stroke.colour, opacity), &line, place, None);
}

fn paint([red, green, blue]: Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}

fn paint_label(label: &Label, place: Transform, pixmap: &mut Pixmap) {
    let Some(face) = label.weight.face() else { return };
    let scale = label.size / f32::from(face.units_per_em());
    let mut outline = Outline { builder: PathBuilder::new(), x: label.x, y: label.y, scale };
    for glyph in font::glyphs(&label.text, label.weight) {
        // A blank has no outline.
        let _ = face.outline_glyph(glyph.id, &mut outline);
        outline.x += glyph.advance * label.size;
    }
    let Some(path) = outline.builder.finish() else { return };
    if let Some(halo) = &label.halo {
        // The outer half of the line stays to be seen.
        paint_line(&path, halo, 1.0, place, pixmap);
    }
    pixmap.fill_path(&path, &paint(label.fill, 1.0), FillRule::Winding, place, None);
}

/// The outlines of glyphs, from the font's units with y upwards to the drawing's.
struct Outline {
    builder: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
