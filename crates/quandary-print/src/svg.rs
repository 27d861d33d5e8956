//! Quandary's SVG, element by element.

use roxmltree::{Document, Node, NodeType};

use crate::Error;
use crate::drawing::{Drawing, Item, Label, Rgb, Segment, Shape, Stroke, circle, rectangle};
use crate::font::{self, Weight};
use crate::style::{Anchor, Look, Styles, number};

impl Drawing {
    /// Reads a picture with a style of its own.
    pub fn read(svg: &str) -> Result<Drawing, Error> {
        let css =
            svg.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).map_or("", |(css, _)| css);
        Styles::new(css).read(svg)
    }
}

impl Styles {
    /// Reads a picture in this style.
    pub fn read(&mut self, picture: &str) -> Result<Drawing, Error> {
        read(picture, self)
    }
}

/// Reads a picture.
fn read(svg: &str, styles: &mut Styles) -> Result<Drawing, Error> {
    let document = Document::parse(svg).map_err(|error| Error::NotSvg(error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(Error::NotSvg(format!("it begins with <{}>", root.tag_name().name())));
    }
    let mut drawing = Drawing { width: length(root, "width")?, height: length(root, "height")?, items: Vec::new() };
    let kind = styles.kind(None, "svg", root.attribute("class").unwrap_or_default())?;
    children(root, kind, styles, &mut drawing)?;
    Ok(drawing)
}

fn children(parent: Node<'_, '_>, kind: usize, styles: &mut Styles, drawing: &mut Drawing) -> Result<(), Error> {
    parent.children().filter(Node::is_element).try_for_each(|node| element(node, kind, styles, drawing))
}

fn element(node: Node<'_, '_>, around: usize, styles: &mut Styles, drawing: &mut Drawing) -> Result<(), Error> {
    let tag = node.tag_name().name();
    if matches!(tag, "title" | "desc" | "style") {
        return Ok(());
    }
    let kind = styles.kind(Some(around), tag, node.attribute("class").unwrap_or_default())?;
    if node.has_attribute("transform") || node.has_attribute("style") {
        return Err(Error::Unsupported(format!("<{tag}> with a transformation or a style of its own")));
    }
    if tag == "g" {
        return children(node, kind, styles, drawing);
    }
    let own = node.attributes().map(|attribute| (attribute.name(), attribute.value()));
    let look = styles.look(kind, own.filter(|(name, _)| OWN.contains(name)))?;
    let path = match tag {
        "text" => return text(node, &look, drawing),
        "path" => path(node.attribute("d").unwrap_or_default())?,
        "circle" => circle(length(node, "cx")?, length(node, "cy")?, length(node, "r")?),
        "rect" => {
            let [x, y, width, height, radius] = ["x", "y", "width", "height", "rx"].map(|name| length(node, name));
            rectangle(x?, y?, width?, height?, radius?)
        }
        _ => return Err(Error::Unsupported(format!("<{tag}>"))),
    };
    let stroke = stroke(&look);
    let is_ground = || matches!(node.attribute("class"), Some("ground" | "page"));
    if styles.is_on_white && stroke.is_none() && look.fill == Some(WHITE) && is_ground() {
        return Ok(());
    }
    if look.fill.is_some() || stroke.is_some() {
        drawing.items.push(Item::Path(Shape { path, fill: look.fill, stroke, opacity: look.opacity }));
    }
    Ok(())
}

const WHITE: Rgb = [255; 3];

/// The attributes that say how an element looks.
const OWN: [&str; 9] = [
    "fill",
    "fill-opacity",
    "font-size",
    "opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-width",
    "text-anchor",
];

fn stroke(look: &Look) -> Option<Stroke> {
    let Look { stroke_width: width, cap, has_round_corners, .. } = *look;
    let colour: Rgb = look.stroke.filter(|_| width > 0.0)?;
    Some(Stroke { colour, width, dashes: look.dashes.clone(), cap, has_round_corners })
}

fn text(node: Node<'_, '_>, look: &Look, drawing: &mut Drawing) -> Result<(), Error> {
    if let Some(inner) = node.children().find(Node::is_element) {
        return Err(Error::Unsupported(format!("<{}> in a text", inner.tag_name().name())));
    }
    let text: String =
        node.children().filter(|part| part.node_type() == NodeType::Text).filter_map(|part| part.text()).collect();
    let weight = if look.is_bold { Weight::Bold } else { Weight::Regular };
    let size = look.font_size;
    let (x, y) = (length(node, "x")?, length(node, "y")?);
    let x = match look.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - font::width(&text, weight, size) / 2.0,
        Anchor::End => x - font::width(&text, weight, size),
    };
    if let Some(fill) = look.fill.filter(|_| !text.trim().is_empty()) {
        drawing.items.push(Item::Text(Label { text, x, y, size, weight, fill, halo: stroke(look) }));
    }
    Ok(())
}

/// A length that an element states; 0 where it does not.
fn length(node: Node<'_, '_>, name: &str) -> Result<f32, Error> {
    let Some(value) = node.attribute(name) else { return Ok(0.0) };
    number(value).ok_or_else(|| Error::Unsupported(format!("the length {name}=\"{value}\"")))
}

/// The outline that a path's `d` describes.
fn path(d: &str) -> Result<Vec<Segment>, Error> {
    let mut pen = Pen::default();
    let mut rest = d.trim_start();
    while let Some(command) = rest.chars().next().filter(char::is_ascii_alphabetic) {
        let end = rest[1..].find(|letter: char| letter.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let numbers = numbers(&rest[1..end]).ok_or_else(|| Error::NotSvg(format!("the path {:?}", &rest[..end])))?;
        pen.follow(command, &numbers)?;
        rest = &rest[end..];
    }
    if rest.is_empty() { Ok(pen.path) } else { Err(Error::NotSvg(format!("the path {rest:?}"))) }
}

/// The numbers after a command: with blanks or commas between, or each with its sign.
fn numbers(text: &str) -> Option<Vec<f32>> {
    let mut numbers = Vec::new();
    for part in text.split([' ', ',', '\n']) {
        let mut part = part;
        while !part.is_empty() {
            let end = part[1..].find('-').map_or(part.len(), |end| end + 1);
            numbers.push(number(&part[..end])?);
            part = &part[end..];
        }
    }
    Some(numbers)
}

type Point = (f32, f32);

/// A path being read: where it is, where its part began, and the last control point of a quadratic curve.
#[derive(Default)]
struct Pen {
    path: Vec<Segment>,
    at: Point,
    start: Point,
    control: Option<Point>,
}

impl Pen {
    /// Follows a command, which may come with numbers for several pieces.
    fn follow(&mut self, command: char, numbers: &[f32]) -> Result<(), Error> {
        let takes = match command.to_ascii_uppercase() {
            'Z' => 0,
            'H' | 'V' => 1,
            'M' | 'L' | 'T' => 2,
            'Q' => 4,
            'C' => 6,
            _ => return Err(Error::Unsupported(format!("a path with the command {command}"))),
        };
        if takes == 0 {
            self.at = self.start;
            self.path.push(Segment::Close);
            return Ok(());
        }
        if numbers.is_empty() || !numbers.len().is_multiple_of(takes) {
            return Err(Error::NotSvg(format!("the path command {command} with {} numbers", numbers.len())));
        }
        for (piece, numbers) in numbers.chunks(takes).enumerate() {
            let origin = if command.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
            let point = |place: usize| (origin.0 + numbers[place], origin.1 + numbers[place + 1]);
            let control = self.control.take();
            match command.to_ascii_uppercase() {
                'M' if piece == 0 => {
                    (self.at, self.start) = (point(0), point(0));
                    self.path.push(Segment::Move(self.at.0, self.at.1));
                }
                'H' => self.line((origin.0 + numbers[0], self.at.1)),
                'V' => self.line((self.at.0, origin.1 + numbers[0])),
                'Q' => self.quadratic(point(0), point(2)),
                'T' => {
                    // The control point is the last one, mirrored.
                    let (x, y) = control.unwrap_or(self.at);
                    self.quadratic((2.0 * self.at.0 - x, 2.0 * self.at.1 - y), point(0));
                }
                'C' => self.cubic(point(0), point(2), point(4)),
                _ => self.line(point(0)),
            }
        }
        Ok(())
    }

    fn line(&mut self, to: Point) {
        self.at = to;
        self.path.push(Segment::Line(to.0, to.1));
    }

    fn quadratic(&mut self, control: Point, to: Point) {
        // The same curve as a cubic one has its control points two thirds of the way.
        let part = |end: f32, control: f32| end + (control - end) * 2.0 / 3.0;
        let first = (part(self.at.0, control.0), part(self.at.1, control.1));
        let second = (part(to.0, control.0), part(to.1, control.1));
        self.cubic(first, second, to);
        self.control = Some(control);
    }

    fn cubic(&mut self, first: Point, second: Point, to: Point) {
        self.at = to;
        self.path.push(Segment::Cubic(first.0, first.1, second.0, second.1, to.0, to.1));
    }
}

#[cfg(test)]
mod tests {
    use super::Segment::{Close, Cubic, Line, Move};
    use super::path;

    #[test]
    fn paths_are_followed_from_where_they_are() {
        assert_eq!(
            path("M1 2h3V4l-1-1Z").unwrap(),
            [Move(1.0, 2.0), Line(4.0, 2.0), Line(4.0, 4.0), Line(3.0, 3.0), Close]
        );
        assert_eq!(path("M0 0 1 1").unwrap(), [Move(0.0, 0.0), Line(1.0, 1.0)]);
        assert_eq!(
            path("M0 0q3 -3 6 0t6 0").unwrap(),
            [Move(0.0, 0.0), Cubic(2.0, -2.0, 4.0, -2.0, 6.0, 0.0), Cubic(8.0, 2.0, 10.0, 2.0, 12.0, 0.0)]
        );
        assert!(path("M1").is_err() && path("1 2").is_err() && path("M1 x").is_err() && path("").unwrap().is_empty());
    }
}
