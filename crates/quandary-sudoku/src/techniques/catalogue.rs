//! All techniques in one table: name, cost, and the function that finds it.
//!
//! The order of the table is the order in which a good solver looks.

use super::board::Board;
use super::found::Finds;
use super::{
    als, bug, chains, colours, fish, forcing, locked, rectangles, remote_pairs, singles, subsets, sue_de_coq, turbot,
    wings,
};

/// Looks for a technique.
pub(crate) type Finder = fn(&Board, &mut Finds);

macro_rules! techniques {
    ($($variant:ident, $name:literal, $cost:literal, $find:expr;)*) => {
        /// A technique, by the name that players use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Technique {
            $(#[doc = $name] $variant,)*
        }

        /// All techniques, in the order in which a good solver looks for them.
        pub const TECHNIQUES: &[Technique] = &[$(Technique::$variant,)*];

        impl Technique {
            /// What players call it.
            pub const fn name(self) -> &'static str {
                match self { $(Technique::$variant => $name,)* }
            }

            /// How hard it is for the reader.
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
    XWing, "X-Wing", 70, |board, finds| fish::plain(board, 2, finds);
    UniqueRectangle1, "unique rectangle type 1", 71, rectangles::type_1;
    BugPlusOne, "BUG+1", 72, bug::bug_plus_one;
    Skyscraper, "Skyscraper", 74, turbot::skyscraper;
    TwoStringKite, "2-String Kite", 76, turbot::kite;
    TurbotFish, "Turbot Fish", 78, turbot::turbot;
    Swordfish, "Swordfish", 80, |board, finds| fish::plain(board, 3, finds);
    EmptyRectangle, "empty rectangle", 82, turbot::empty_rectangle;
    XYWing, "XY-Wing", 84, wings::xy_wing;
    WWing, "W-Wing", 86, wings::w_wing;
    XYZWing, "XYZ-Wing", 88, wings::xyz_wing;
    UniqueRectangle2, "unique rectangle type 2", 89, rectangles::type_2;
    UniqueRectangle4, "unique rectangle type 4", 90, rectangles::type_4;
    RemotePair, "remote pairs", 91, remote_pairs::remote_pairs;
    FinnedXWing, "finned X-Wing", 92, |board, finds| fish::finned(board, 2, false, finds);
    SashimiXWing, "sashimi X-Wing", 94, |board, finds| fish::finned(board, 2, true, finds);
    SimpleColours, "simple colours", 96, colours::simple;
    UniqueRectangle3, "unique rectangle type 3", 97, rectangles::type_3;
    UniqueRectangle5, "unique rectangle type 5", 98, rectangles::type_5;
    UniqueRectangle6, "unique rectangle type 6", 99, rectangles::type_6;
    HiddenRectangle, "hidden rectangle", 100, rectangles::hidden;
    Jellyfish, "Jellyfish", 101, |board, finds| fish::plain(board, 4, finds);
    MultiColours, "multi-colours", 102, colours::multi;
    XChain, "X-chain", 110, chains::x_chain;
    XYChain, "XY-chain", 114, chains::xy_chain;
    FinnedSwordfish, "finned Swordfish", 118, |board, finds| fish::finned(board, 3, false, finds);
    SashimiSwordfish, "sashimi Swordfish", 120, |board, finds| fish::finned(board, 3, true, finds);
    SueDeCoq, "Sue de Coq", 128, sue_de_coq::sue_de_coq;
    ContinuousLoop, "continuous nice loop", 132, chains::continuous_loop;
    Aic, "alternating inference chain", 136, chains::aic;
    FinnedJellyfish, "finned Jellyfish", 140, |board, finds| fish::finned(board, 4, false, finds);
    SashimiJellyfish, "sashimi Jellyfish", 144, |board, finds| fish::finned(board, 4, true, finds);
    AlsXz, "ALS-XZ", 150, als::xz;
    GroupedLoop, "grouped continuous nice loop", 156, chains::grouped_loop;
    GroupedAic, "grouped alternating inference chain", 160, chains::grouped_aic;
    AlsXyWing, "ALS-XY-Wing", 170, als::xy_wing;
    AicWithSets, "alternating inference chain with almost locked sets", 180, chains::aic_with_sets;
    AlsChain, "ALS chain", 190, als::chain;
    ForcingContradiction, "forcing chain (contradiction)", 200, forcing::forcing_chain;
    ForcingVerity, "forcing chain (verity)", 210, forcing::forcing_chain;
}
