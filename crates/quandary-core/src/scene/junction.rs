//! The characters for the places where walls meet.
//!
//! Four walls may meet in a corner, each absent, thin or thick: 81 cases, and Unicode has a character for every one of
//! them. Written as a number with four digits to the base 3 (up, right, down, left), a case is its own place in the
//! table; the straight lines are in it too.

use super::Wall;

/// The walls that leave one corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arms {
    pub(super) up: Wall,
    pub(super) right: Wall,
    pub(super) down: Wall,
    pub(super) left: Wall,
}

const TABLE: [&str; 3] = [
    // Nothing goes up.
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳",
    // A thin wall goes up.
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈",
    // A thick wall goes up.
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
];

impl Arms {
    /// A wall that runs straight from left to right.
    pub(super) fn across(wall: Wall) -> Self {
        Arms { right: wall, left: wall, ..Arms::default() }
    }

    /// A wall that runs straight down.
    pub(super) fn down(wall: Wall) -> Self {
        Arms { up: wall, down: wall, ..Arms::default() }
    }

    /// The strongest of the four.
    pub(super) fn strongest(self) -> Wall {
        self.up.max(self.right).max(self.down).max(self.left)
    }

    /// The box-drawing character.
    pub(super) fn glyph(self) -> char {
        let place = 9 * weight(self.right) + 3 * weight(self.down) + weight(self.left);
        TABLE[weight(self.up)].chars().nth(place).unwrap_or(' ')
    }

    /// The nearest thing in ASCII: `-` and `:` for thin walls, `=` and `|` for thick ones.
    pub(super) fn ascii(self) -> char {
        match (self.up.max(self.down), self.right.max(self.left)) {
            (Wall::None, Wall::None) => ' ',
            (Wall::None, Wall::Thin) => '-',
            (Wall::None, Wall::Thick) => '=',
            (Wall::Thin, Wall::None) => ':',
            (Wall::Thick, Wall::None) => '|',
            _ => '+',
        }
    }
}

fn weight(wall: Wall) -> usize {
    match wall {
        Wall::None => 0,
        Wall::Thin => 1,
        Wall::Thick => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Wall::{None, Thick, Thin};

    #[test]
    fn every_meeting_of_walls_has_a_character_of_its_own() {
        let all: std::collections::BTreeSet<char> = TABLE.iter().flat_map(|part| part.chars()).collect();
        assert_eq!(all.len(), 81);
        assert!(TABLE.iter().all(|part| part.chars().count() == 27));
    }

    #[test]
    fn mixed_meetings_keep_the_weight_of_each_wall() {
        let glyph = |up, right, down, left| Arms { up, right, down, left }.glyph();
        assert_eq!(glyph(None, Thick, Thick, None), '┏');
        assert_eq!(glyph(Thin, Thin, Thin, Thin), '┼');
        assert_eq!(glyph(Thick, Thin, Thick, Thin), '╂');
        assert_eq!(glyph(Thin, Thick, Thin, Thick), '┿');
        assert_eq!(glyph(Thick, Thin, Thick, None), '┠');
        assert_eq!(glyph(None, Thick, Thin, Thick), '┯');
        assert_eq!(glyph(Thick, None, None, Thin), '┚');
        assert_eq!(glyph(None, None, None, Thick), '╸');
        assert_eq!(Arms::across(Thick).glyph(), '━');
        assert_eq!(Arms::down(Thin).glyph(), '│');
    }
}
