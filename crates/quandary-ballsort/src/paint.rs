//! How colours look. One whose name says how it looks, a word or its first letter, looks like that; the others take the
//! paints that are left, in order.

use super::BallSort;
use quandary_core::scene::Paint;

/// A paint with the names that stand for it: words, a letter, and the one of the general paints that it looks like, which no
/// other colour may have beside it.
struct Named {
    words: &'static [&'static str],
    letter: char,
    general: u8,
    own: Option<[u8; 3]>,
}

const fn general(words: &'static [&'static str], letter: char, general: u8) -> Named {
    Named { words, letter, general, own: None }
}

const fn own(words: &'static [&'static str], letter: char, general: u8, paint: [u8; 3]) -> Named {
    Named { words, letter, general, own: Some(paint) }
}

/// No letter stands for the paint, since the letter stands for a more usual one.
const NO_LETTER: char = '\0';

/// The general paints are those of the core's palette: orange, blue, green, yellow, pink, sky, vermilion, violet, silver,
/// wine, mint, brown, rose and slate.
const NAMED: &[Named] = &[
    own(&["red", "crimson", "scarlet"], 'r', 6, [0xD0, 0x20, 0x2A]),
    general(&["green"], 'g', 2),
    general(&["blue"], 'b', 1),
    general(&["yellow", "gold"], 'y', 3),
    general(&["orange", "amber"], 'o', 0),
    general(&["purple", "violet", "indigo"], 'p', 7),
    general(&["violet"], 'v', 7),
    own(&["white"], 'w', 8, [0xFF, 0xFF, 0xFF]),
    own(&["black"], 'k', 13, [0x20, 0x20, 0x20]),
    own(&["cyan", "aqua", "turquoise"], 'c', 10, [0x30, 0xC8, 0xD0]),
    own(&["magenta", "fuchsia"], 'm', 4, [0xC8, 0x28, 0xA0]),
    own(&["lime", "light green"], 'l', 10, [0x9A, 0xD8, 0x2E]),
    own(&["teal"], 't', 10, [0x00, 0x70, 0x78]),
    general(&["pink"], NO_LETTER, 4),
    general(&["sky", "sky blue", "light blue"], NO_LETTER, 5),
    general(&["vermilion"], NO_LETTER, 6),
    general(&["silver", "grey", "gray", "light grey", "light gray"], NO_LETTER, 8),
    general(&["wine", "maroon", "plum"], NO_LETTER, 9),
    general(&["mint"], NO_LETTER, 10),
    general(&["brown"], NO_LETTER, 11),
    general(&["rose"], NO_LETTER, 12),
    general(&["slate", "dark grey", "dark gray"], NO_LETTER, 13),
    own(&["dark green"], NO_LETTER, 2, [0x00, 0x5A, 0x28]),
    own(&["dark blue", "navy"], NO_LETTER, 1, [0x10, 0x20, 0x70]),
];

/// How each colour of a board looks, from the first on.
pub(super) fn paints(puzzle: &BallSort) -> Vec<Paint> {
    let count = puzzle.bottles().iter().flatten().copied().max().unwrap_or_default().max(puzzle.names.len() as u8);
    let mut paints: Vec<Option<Paint>> = vec![None; usize::from(count)];
    let mut taken = [false; 256];
    for (paint, name) in paints.iter_mut().zip(&puzzle.names) {
        let named =
            named(name).map(|named| (named.own.map_or(Paint::Colour(named.general), Paint::Own), named.general));
        // Two names may stand for one paint; a general paint is given once.
        if let Some((found, general)) = named
            && !(found == Paint::Colour(general) && taken[usize::from(general)])
        {
            taken[usize::from(general)] = true;
            *paint = Some(found);
        }
    }
    let mut left = (0..=u8::MAX).filter(|&general| !taken[usize::from(general)]);
    // More colours than general paints: only a board with 255 of them and names for some.
    paints.into_iter().map(|paint| paint.unwrap_or_else(|| Paint::Colour(left.next().unwrap_or_default()))).collect()
}

/// The paint that a name stands for.
fn named(name: &str) -> Option<&'static Named> {
    let name = name.trim().to_lowercase().replace(['-', '_'], " ");
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => NAMED.iter().find(|named| named.letter == letter),
        _ => NAMED.iter().find(|named| named.words.contains(&name.as_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    fn paints_of(names: &[&str]) -> Vec<Paint> {
        let bottles = (1..=names.len() as u8).map(|colour| vec![colour]).collect();
        let names = names.iter().map(|&name| name.to_owned()).collect();
        paints(&BallSort::new(1, bottles, Rule::Ball, names).unwrap())
    }

    #[test]
    fn a_colour_looks_like_its_name() {
        let [green, red] = [Paint::Colour(2), Paint::Own([0xD0, 0x20, 0x2A])];
        assert_eq!(paints_of(&["R", "G", "Y"]), [red, green, Paint::Colour(3)]);
        assert_eq!(paints_of(&["green", "Red"]), [green, red]);
    }

    #[test]
    fn names_that_say_nothing_take_the_paints_in_order_and_none_twice() {
        assert_eq!(paints_of(&["1", "2", "3"]), [0, 1, 2].map(Paint::Colour));
        let paints = paints_of(&["a", "blue", "7", "B", "x", "orange", "violet", "purple", "cyan", "mint"]);
        let mut different = paints.clone();
        different.dedup();
        different.retain(|paint| paints.iter().filter(|other| *other == paint).count() == 1);
        assert_eq!(different.len(), paints.len(), "{paints:?}");
    }
}
