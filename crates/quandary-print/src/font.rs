//! The font of all pictures and pages: Inter, regular and bold, cut down to the letters of European languages and a few signs.
//!
//! Glyphs are set one after the other by their widths. There is no kerning, and no script that needs more than that.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};

/// The files, as they are embedded.
static FILES: [&[u8]; 2] = [include_bytes!("../fonts/Inter-Regular.ttf"), include_bytes!("../fonts/Inter-Bold.ttf")];

static FACES: LazyLock<[Option<Face<'static>>; 2]> = LazyLock::new(|| FILES.map(|file| Face::parse(file, 0).ok()));

/// How strong letters are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weight {
    /// As usual.
    #[default]
    Regular,
    /// Bold.
    Bold,
}

impl Weight {
    /// The font file.
    #[cfg(feature = "pdf")]
    pub(crate) fn file(self) -> &'static [u8] {
        FILES[self as usize]
    }

    /// The font; a test makes sure that it can be read.
    pub(crate) fn face(self) -> Option<&'static Face<'static>> {
        FACES[self as usize].as_ref()
    }
}

/// A glyph, and how far the next one is from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    #[cfg_attr(not(feature = "pdf"), expect(dead_code, reason = "only a PDF file has text beside its glyphs"))]
    pub(crate) character: char,
    pub(crate) id: GlyphId,
    /// As a part of the font size.
    pub(crate) advance: f32,
}

/// The glyphs of a text. What the font does not have becomes its sign for a missing glyph.
pub(crate) fn glyphs(text: &str, weight: Weight) -> impl Iterator<Item = Glyph> {
    text.chars().filter_map(move |character| {
        let face = weight.face()?;
        let id = face.glyph_index(character).unwrap_or_default();
        let advance = f32::from(face.glyph_hor_advance(id).unwrap_or_default()) / f32::from(face.units_per_em());
        Some(Glyph { character, id, advance })
    })
}

/// How wide a text is at this font size.
pub fn width(text: &str, weight: Weight, size: f32) -> f32 {
    glyphs(text, weight).map(|glyph| glyph.advance).sum::<f32>() * size
}

/// Whether the font has every letter of a text.
pub fn is_covered(text: &str) -> bool {
    Weight::Regular.face().is_some_and(|face| text.chars().all(|letter| face.glyph_index(letter).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_have_the_letters_that_quandary_writes() {
        let all = "AZaz09 ×→µ–−≥≤≠·…“”‘’éüßšáЖжΩω√✓";
        for weight in [Weight::Regular, Weight::Bold] {
            let face = weight.face().unwrap();
            for letter in all.chars() {
                assert!(face.glyph_index(letter).is_some(), "{letter} is missing");
            }
        }
        assert!(is_covered(all) && !is_covered("猫"));
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        let one = width("8", Weight::Bold, 10.0);
        assert!((5.0..8.0).contains(&one), "{one}");
        assert!((width("88", Weight::Bold, 10.0) - 2.0 * one).abs() < 1e-4);
    }
}
