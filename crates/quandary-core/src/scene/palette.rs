//! Colours for cells that come in several colours.
//!
//! The first seven are Okabe and Ito's, chosen to be distinguishable for colour-blind people; the next ones follow
//! them in hue but differ in lightness. Beyond the list, hues are spread by the golden angle, so that any number of
//! colours gets a paint. What is written on a colour is black or white, whichever stands out more.

use std::sync::LazyLock;

/// A colour as red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

const NAMED: [Rgb; 14] = [
    Rgb(0xE6, 0x9F, 0x00), // orange
    Rgb(0x00, 0x72, 0xB2), // blue
    Rgb(0x00, 0x9E, 0x73), // green
    Rgb(0xF0, 0xE4, 0x42), // yellow
    Rgb(0xCC, 0x79, 0xA7), // pink
    Rgb(0x56, 0xB4, 0xE9), // sky
    Rgb(0xD5, 0x5E, 0x00), // vermilion
    Rgb(0x5B, 0x3A, 0x9E), // violet
    Rgb(0xC9, 0xC9, 0xC9), // silver
    Rgb(0x7D, 0x1D, 0x4F), // wine
    Rgb(0x8F, 0xE3, 0xC8), // mint
    Rgb(0x6B, 0x42, 0x1C), // brown
    Rgb(0xFF, 0xC9, 0xDE), // rose
    Rgb(0x5F, 0x68, 0x70), // slate
];

/// The paint of a colour, counted from 0.
pub(super) fn paint(colour: u8) -> Rgb {
    NAMED.get(usize::from(colour)).copied().unwrap_or_else(|| {
        let hue = (f64::from(colour) * 137.508) % 360.0;
        // Neighbours in the list differ in lightness too.
        let lightness = [0.35, 0.55, 0.75][usize::from(colour) % 3];
        from_hue(hue, lightness)
    })
}

/// A colour of this hue (degrees) and lightness (0 to 1), fairly saturated.
fn from_hue(hue: f64, lightness: f64) -> Rgb {
    let reach = 0.6 * lightness.min(1.0 - lightness);
    let channel = |offset: f64| {
        let k = (offset + hue / 30.0) % 12.0;
        let value = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    };
    Rgb(channel(0.0), channel(8.0), channel(4.0))
}

impl Rgb {
    pub(super) const BLACK: Rgb = Rgb(0, 0, 0);
    pub(super) const WHITE: Rgb = Rgb(0xFF, 0xFF, 0xFF);

    /// Black or white, whichever is easier to read on this colour.
    pub(super) fn ink(self) -> Rgb {
        if self.contrast(Rgb::BLACK) >= self.contrast(Rgb::WHITE) { Rgb::BLACK } else { Rgb::WHITE }
    }

    /// The contrast between two colours as web accessibility rules count it: from 1 to 21.
    pub(super) fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn luminance(self) -> f64 {
        /// How bright each level of a channel is. A large board asks for every cell, and powers are slow.
        static LINEAR: LazyLock<[f64; 256]> = LazyLock::new(|| {
            std::array::from_fn(|channel| {
                let value = channel as f64 / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            })
        });
        let linear = |channel: u8| LINEAR[usize::from(channel)];
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The colour as `#rrggbb`.
    pub(super) fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The nearest of the 216 colours that nearly every terminal knows.
    pub(super) fn ansi(self) -> anstyle::Ansi256Color {
        // The six levels of each channel are 0, 95, 135, 175, 215 and 255.
        let level = |channel: u8| match channel {
            0..48 => 0,
            48..115 => 1,
            _ => (channel - 35) / 40,
        };
        anstyle::Ansi256Color(16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_on_a_colour_can_be_read() {
        for colour in 0..=u8::MAX {
            let paint = paint(colour);
            assert!(paint.contrast(paint.ink()) >= 4.5, "colour {colour}: {}", paint.hex());
        }
    }

    #[test]
    fn the_first_colours_differ_in_a_terminal_too() {
        let all: std::collections::BTreeSet<u8> = (0..NAMED.len() as u8).map(|colour| paint(colour).ansi().0).collect();
        assert_eq!(all.len(), NAMED.len());
    }
}
