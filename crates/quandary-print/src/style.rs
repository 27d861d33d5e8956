//! What the style of a picture says about each of its elements.
//!
//! A booklet has hundreds of pictures with one style, and thousands of cells with the same classes. So an element is known by its
//! name, its classes and those of everything around it, and the rules are matched once for each such kind.

use std::borrow::Cow;
use std::collections::HashMap;

use simplecss::{AttributeOperator, Element, PseudoClass, StyleSheet};

use crate::Error;
use crate::drawing::{Cap, Rgb};

/// A style sheet with what is known already about the kinds of elements.
pub struct Styles {
    rules: Vec<Rule>,
    kinds: Vec<Kind>,
    known: HashMap<(usize, String, String), usize>,
    /// Whether pictures are drawn on white paper: then a white ground need not be drawn.
    pub(crate) is_on_white: bool,
}

/// A rule of the style sheet: its selector and its declarations.
struct Rule {
    selector: String,
    declarations: Vec<(String, String)>,
}

/// A kind of element: its name, its classes, its surroundings, and how it looks.
struct Kind {
    parent: Option<usize>,
    tag: String,
    classes: String,
    look: Look,
    /// The properties that rules for the element itself state: they win over its attributes.
    stated: Vec<String>,
}

/// How an element looks, as far as the style and its surroundings say so.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) fill: Option<Rgb>,
    pub(crate) stroke: Option<Rgb>,
    pub(crate) stroke_width: f32,
    pub(crate) dashes: Vec<f32>,
    pub(crate) cap: Cap,
    pub(crate) has_round_corners: bool,
    pub(crate) font_size: f32,
    pub(crate) is_bold: bool,
    pub(crate) anchor: Anchor,
    /// How far a group or an element covers what lies below. Not inherited as such: groups of Quandary's pictures have no opacity.
    pub(crate) opacity: f32,
}

/// Which part of a text is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Look {
    /// What SVG says about an element without any style.
    fn initial() -> Self {
        Look {
            fill: Some([0, 0, 0]),
            stroke: None,
            stroke_width: 1.0,
            dashes: Vec::new(),
            cap: Cap::Butt,
            has_round_corners: false,
            font_size: 16.0,
            is_bold: false,
            anchor: Anchor::Start,
            opacity: 1.0,
        }
    }

    /// Takes over a property; those that do not change a printed picture are ignored.
    pub(crate) fn set(&mut self, property: &str, value: &str) -> Result<(), Error> {
        let unknown = || Error::Unsupported(format!("the style \"{property}: {value}\""));
        match property {
            "fill" => self.fill = colour(value).ok_or_else(unknown)?,
            "stroke" => self.stroke = colour(value).ok_or_else(unknown)?,
            "stroke-width" => self.stroke_width = number(value).ok_or_else(unknown)?,
            "font-size" => self.font_size = number(value).ok_or_else(unknown)?,
            "opacity" | "fill-opacity" => self.opacity = number(value).ok_or_else(unknown)?,
            "stroke-dasharray" => {
                self.dashes = value.split([' ', ',']).filter(|part| !part.is_empty()).filter_map(number).collect();
            }
            "stroke-linecap" => {
                self.cap = match value {
                    "butt" => Cap::Butt,
                    "round" => Cap::Round,
                    "square" => Cap::Square,
                    _ => return Err(unknown()),
                }
            }
            "stroke-linejoin" => self.has_round_corners = value == "round",
            "font-weight" => self.is_bold = value == "bold" || number(value).is_some_and(|weight| weight >= 600.0),
            "text-anchor" => {
                self.anchor = match value {
                    "start" => Anchor::Start,
                    "middle" => Anchor::Middle,
                    "end" => Anchor::End,
                    _ => return Err(unknown()),
                }
            }
            "font-family" | "font-variant-numeric" | "paint-order" | "pointer-events" | "cursor" => {}
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

/// A colour, or `none`; `None` for what is neither.
fn colour(value: &str) -> Option<Option<Rgb>> {
    if value == "none" {
        return Some(None);
    }
    let hex = value.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.is_ascii())?;
    let channel = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    Some(Some([channel(0)?, channel(2)?, channel(4)?]))
}

/// A length without a unit, or in pixels.
pub(crate) fn number(value: &str) -> Option<f32> {
    value.trim_end_matches("px").parse().ok().filter(|number: &f32| number.is_finite())
}

impl Styles {
    /// Reads a style sheet; what is for dark screens only does not count on paper.
    pub fn new(css: &str) -> Self {
        let sheet = StyleSheet::parse(css);
        let rules = sheet.rules.iter().map(|rule| Rule {
            selector: rule.selector.to_string(),
            declarations: rule.declarations.iter().map(|one| (one.name.to_owned(), one.value.to_owned())).collect(),
        });
        Styles { rules: rules.collect(), kinds: Vec::new(), known: HashMap::new(), is_on_white: false }
    }

    /// The same for white paper: a book of boards has a white ground in each of its cells, and is half as long without.
    #[must_use]
    pub fn on_white(self) -> Self {
        Styles { is_on_white: true, ..self }
    }

    /// The kind of an element, from that of the element around it.
    pub(crate) fn kind(&mut self, parent: Option<usize>, tag: &str, classes: &str) -> Result<usize, Error> {
        let key = (parent.map_or(0, |parent| parent + 1), tag.to_owned(), classes.to_owned());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let kind = self.kinds.len();
        let mut look = parent.map_or_else(Look::initial, |parent| self.kinds[parent].look.clone());
        look.opacity = 1.0;
        self.kinds.push(Kind {
            parent,
            tag: tag.to_owned(),
            classes: classes.to_owned(),
            look: look.clone(),
            stated: Vec::new(),
        });
        let mut stated = Vec::new();
        let element = Member { kinds: &self.kinds, kind };
        for rule in &self.rules {
            if simplecss::Selector::parse(&rule.selector).is_some_and(|selector| selector.matches(&element)) {
                rule.declarations.iter().try_for_each(|(name, value)| look.set(name, value))?;
                stated.extend(rule.declarations.iter().map(|(name, _)| name.clone()));
            }
        }
        (self.kinds[kind].look, self.kinds[kind].stated) = (look, stated);
        self.known.insert(key, kind);
        Ok(kind)
    }

    /// How an element of this kind looks that says these things about itself.
    pub(crate) fn look<'a>(
        &self,
        kind: usize,
        own: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Cow<'_, Look>, Error> {
        let Kind { look, stated, .. } = &self.kinds[kind];
        let mut look = Cow::Borrowed(look);
        for (property, value) in own.filter(|(property, _)| !stated.iter().any(|name| name == property)) {
            look.to_mut().set(property, value)?;
        }
        Ok(look)
    }
}

/// A kind of element, as selectors see it.
struct Member<'a> {
    kinds: &'a [Kind],
    kind: usize,
}

impl Element for Member<'_> {
    fn parent_element(&self) -> Option<Self> {
        self.kinds[self.kind].parent.map(|kind| Member { kinds: self.kinds, kind })
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        None
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.kinds[self.kind].tag == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        name == "class" && operator.matches(&self.kinds[self.kind].classes)
    }

    fn pseudo_class_matches(&self, _class: PseudoClass<'_>) -> bool {
        false
    }
}
