//! What there is to draw: paths and texts in order, each with its colours. Lengths are those of the SVG picture, with the
//! origin in the upper left corner.

use crate::font::Weight;

/// A picture as a list of what to draw, one over the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// What to draw, in this order.
    pub items: Vec<Item>,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A shape.
    Path(Shape),
    /// A line of text.
    Text(Label),
}

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// A path, filled or stroked or both: first filled, then stroked.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub path: Vec<Segment>,
    /// What fills it.
    pub fill: Option<Rgb>,
    /// The line along it.
    pub stroke: Option<Stroke>,
    /// How much of what lies below is covered: 1 is all of it.
    pub opacity: f32,
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Starts a new part here.
    Move(f32, f32),
    /// A straight line to here.
    Line(f32, f32),
    /// A cubic curve: two control points and the end.
    Cubic(f32, f32, f32, f32, f32, f32),
    /// Back to where the part started.
    Close,
}

/// A line along a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Rgb,
    /// How broad it is.
    pub width: f32,
    /// Lengths of dashes and gaps in turn; empty for a line without gaps.
    pub dashes: Vec<f32>,
    /// How it ends.
    pub cap: Cap,
    /// Whether its corners are round.
    pub has_round_corners: bool,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// At its end.
    #[default]
    Butt,
    /// With half a circle beyond.
    Round,
    /// With half a square beyond.
    Square,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What is written.
    pub text: String,
    /// Where it starts.
    pub x: f32,
    /// The line that it stands on.
    pub y: f32,
    /// The size of the font.
    pub size: f32,
    /// Regular or bold.
    pub weight: Weight,
    /// Its colour.
    pub fill: Rgb,
    /// A line around the letters, drawn under them.
    pub halo: Option<Stroke>,
}

/// How far the control points of a quarter circle are from its ends, as a part of the radius.
const ROUND: f32 = 0.552_284_8;

/// A rectangle, with round corners where a radius is given.
pub fn rectangle(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Vec<Segment> {
    use Segment::{Close, Cubic, Line, Move};
    let r = radius.min(width / 2.0).min(height / 2.0);
    let (right, bottom) = (x + width, y + height);
    if r <= 0.0 {
        return vec![Move(x, y), Line(right, y), Line(right, bottom), Line(x, bottom), Close];
    }
    let k = r * (1.0 - ROUND);
    let path = [
        Move(x + r, y),
        Line(right - r, y),
        Cubic(right - k, y, right, y + k, right, y + r),
        Line(right, bottom - r),
        Cubic(right, bottom - k, right - k, bottom, right - r, bottom),
        Line(x + r, bottom),
        Cubic(x + k, bottom, x, bottom - k, x, bottom - r),
        Line(x, y + r),
        Cubic(x, y + k, x + k, y, x + r, y),
        Close,
    ];
    // A circle, or a side that is all corner, has no straight lines.
    let (is_narrow, is_low) = (width <= 2.0 * r, height <= 2.0 * r);
    let is_empty = |place: usize| matches!(place, 1 | 5) && is_narrow || matches!(place, 3 | 7) && is_low;
    path.into_iter().enumerate().filter(|&(place, _)| !is_empty(place)).map(|(_, segment)| segment).collect()
}

/// A circle.
pub fn circle(x: f32, y: f32, radius: f32) -> Vec<Segment> {
    rectangle(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius)
}
