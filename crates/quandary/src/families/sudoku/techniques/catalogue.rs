//! All techniques in one table: name, what each asks of the reader, who finds it.
//!
//! The order of the table is the order in which a good solver looks.

use super::board::Board;
use super::found::Finds;
use super::{locked, singles, subsets};

/// Looks for a technique.
pub type Finder = fn(&Board, &mut Finds);

macro_rules! techniques {
    ($($variant:ident, $name:literal, $cost:literal, $find:expr;)*) => {
        /// A technique by its name in the trade.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Technique {
            $(#[doc = $name] $variant,)*
        }

        /// All techniques, in the order in which a good solver looks for them.
        pub const TECHNIQUES: &[Technique] = &[$(Technique::$variant,)*];

        impl Technique {
            /// What the trade calls it.
            pub const fn name(self) -> &'static str {
                match self { $(Technique::$variant => $name,)* }
            }

            /// What it asks of the reader.
            pub const fn cost(self) -> u32 {
                match self { $(Technique::$variant => $cost,)* }
            }

            /// Looks for it.
            pub fn find(self, board: &Board, finds: &mut Finds) {
                let find: Finder = match self { $(Technique::$variant => $find,)* };
                find(board, finds);
            }
        }
    };
}

techniques! {
    FullHouse, "full house", 10, singles::full_house;
    HiddenSingleBox, "hidden single", 14, singles::hidden_in_box;
    HiddenSingleLine, "hidden single", 18, singles::hidden_in_line;
    NakedSingle, "naked single", 24, singles::naked;
    Pointing, "locked candidates (pointing)", 30, locked::pointing;
    Claiming, "locked candidates (claiming)", 32, locked::claiming;
    LockedPair, "locked pair", 34, |board, finds| subsets::locked(board, 2, finds);
    NakedPair, "naked pair", 36, |board, finds| subsets::naked(board, 2, finds);
    HiddenPair, "hidden pair", 40, |board, finds| subsets::hidden(board, 2, finds);
    LockedTriple, "locked triple", 44, |board, finds| subsets::locked(board, 3, finds);
    NakedTriple, "naked triple", 46, |board, finds| subsets::naked(board, 3, finds);
    HiddenTriple, "hidden triple", 52, |board, finds| subsets::hidden(board, 3, finds);
    NakedQuad, "naked quad", 60, |board, finds| subsets::naked(board, 4, finds);
    HiddenQuad, "hidden quad", 66, |board, finds| subsets::hidden(board, 4, finds);
}
