//! Boards of variants: what is drawn on them, in which order, and which variants go together.
//!
//! What does not depend on the digits comes first: regions (`regions.rs`), thermometers and arrows (`lines.rs`). Then the
//! board is filled at random under these rules. What follows from the digits comes last: dots, X and V wherever they
//! belong, and cages (`cages.rs`). From there on a variant is made like any other Sudoku: digits are taken away for as long
//! as the solution stays the only one.
//!
//! Players expect a Killer without any given digit, so its cages are changed until they are enough. A setter's regions and
//! lines look the same when the page is turned or mirrored; where no symmetry is asked for, one is drawn.

use std::fmt;

use rand::seq::SliceRandom;

use super::plan::Plan;
use super::{cages, lines, regions};
use crate::symmetry::Symmetry;
use crate::variant::{BoardRule, Says, Sign, Variant};
use crate::{Sudoku, solver};
use quandary_core::puzzle::{Cell, GenerateError, Puzzle};
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::{Ask, Budget, Verdict};

/// A kind of variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Jigsaw,
    X,
    Windoku,
    DisjointGroups,
    AntiKnight,
    AntiKing,
    NonConsecutive,
    Killer,
    Thermo,
    Arrow,
    Dots,
    Xv,
}

/// All kinds, by their names.
const KINDS: [(&str, Kind); 12] = [
    ("jigsaw", Kind::Jigsaw),
    ("x", Kind::X),
    ("windoku", Kind::Windoku),
    ("disjoint-groups", Kind::DisjointGroups),
    ("anti-knight", Kind::AntiKnight),
    ("anti-king", Kind::AntiKing),
    ("non-consecutive", Kind::NonConsecutive),
    ("killer", Kind::Killer),
    ("thermo", Kind::Thermo),
    ("arrow", Kind::Arrow),
    ("dots", Kind::Dots),
    ("xv", Kind::Xv),
];

/// Some of the kinds.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kinds(u16);

impl Kinds {
    /// Reads names such as `killer,x`, for boards with boxes of this size.
    pub(super) fn read(text: &str, box_rows: usize, box_columns: usize) -> Result<Kinds, GenerateError> {
        let refuse = |message: String| Err(GenerateError::Option { name: "variant", message });
        let mut kinds = Kinds::default();
        for name in text.split([',', '+']).map(str::trim).filter(|name| !name.is_empty() && *name != "none") {
            let Some((_, kind)) = KINDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
                let known: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
                return refuse(format!("'{name}' is not one of: {}", known.join(", ")));
            };
            kinds.0 |= 1 << *kind as u16;
        }
        for kind in [Kind::Windoku, Kind::DisjointGroups].into_iter().filter(|&kind| kinds.has(kind)) {
            if kinds.has(Kind::Jigsaw) {
                return refuse(format!("jigsaw has no boxes, which {} needs", kind.name()));
            }
        }
        if kinds.has(Kind::Windoku) && box_rows != box_columns {
            return refuse("windoku needs square boxes".to_owned());
        }
        if kinds.has(Kind::Dots) && kinds.has(Kind::Xv) {
            return refuse("dots and xv are drawn in the same places; choose one of them".to_owned());
        }
        if kinds.has(Kind::Dots) && kinds.has(Kind::NonConsecutive) {
            return refuse("non-consecutive rules out all white dots; choose one of the two".to_owned());
        }
        Ok(kinds)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Whether regions take the place of the boxes.
    pub(super) fn has_regions(self) -> bool {
        self.has(Kind::Jigsaw)
    }

    /// Whether players expect no given digit.
    pub(super) fn has_cages(self) -> bool {
        self.has(Kind::Killer)
    }

    /// Whether nothing is drawn before the board is filled.
    fn are_rules(self) -> bool {
        ![Kind::Jigsaw, Kind::Thermo, Kind::Arrow].into_iter().any(|kind| self.has(kind))
    }

    /// Why there is no board.
    fn impossible(self, side: usize) -> GenerateError {
        let message =
            format!("no {side}×{side} board satisfies the rules of {self}; omit one of them or change the box");
        GenerateError::Option { name: "variant", message }
    }

    /// The rules for the whole board.
    fn rules(self) -> impl Iterator<Item = BoardRule> {
        let rules: [(Kind, &[BoardRule]); 8] = [
            (Kind::X, &[BoardRule::MainDiagonal, BoardRule::AntiDiagonal]),
            (Kind::Windoku, &[BoardRule::Windows]),
            (Kind::DisjointGroups, &[BoardRule::DisjointGroups]),
            (Kind::AntiKnight, &[BoardRule::AntiKnight]),
            (Kind::AntiKing, &[BoardRule::AntiKing]),
            (Kind::NonConsecutive, &[BoardRule::NonConsecutive]),
            (Kind::Dots, &[BoardRule::AllWhiteDots, BoardRule::AllBlackDots]),
            (Kind::Xv, &[BoardRule::AllXv]),
        ];
        rules.into_iter().filter(move |(kind, _)| self.has(*kind)).flat_map(|(_, rules)| rules.iter().copied())
    }
}

impl Kind {
    fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// The names, in the order of the list above.
impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = KINDS.iter().filter(|(_, kind)| self.has(*kind)).map(|(name, _)| *name).collect();
        f.write_str(&names.join(","))
    }
}

/// Positions in which it is proved, or not, that rules leave no board.
const PROOF_NODES: u64 = 20_000;

/// How regions and lines may look where nothing is said of it: half a turn most often.
const LOOKS: [Symmetry; 8] = [
    Symmetry::Rotate180,
    Symmetry::Rotate180,
    Symmetry::Rotate180,
    Symmetry::Rotate90,
    Symmetry::Mirror,
    Symmetry::Flip,
    Symmetry::Diagonal,
    Symmetry::Antidiagonal,
];

/// A filled board with everything that is drawn on it; `None` where the random choices led nowhere.
pub(super) fn board(
    plan: &Plan,
    random: &mut ChaCha8Rng,
    budget: &Budget,
) -> Result<Option<(Plan, Vec<u8>)>, GenerateError> {
    let (side, kinds) = (plan.side(), plan.kinds);
    let look = if plan.symmetry == Symmetry::None {
        LOOKS[random.random_range(0..LOOKS.len() as u32) as usize]
    } else {
        plan.symmetry
    };
    let maps = look.maps(side);
    let mut drawn = Variant { rules: kinds.rules().collect(), ..Variant::default() };
    if kinds.has_regions() {
        let Some(regions) = regions::draw(plan.box_rows, plan.box_columns, &maps, random) else { return Ok(None) };
        drawn.regions = Some(regions);
    }
    let has = [kinds.has(Kind::Thermo), kinds.has(Kind::Arrow)];
    lines::draw(&mut drawn, has, side, &maps, random);
    // Rules about missing signs need the signs, so the board is filled without them.
    let mut rules = drawn.clone();
    rules.rules.retain(|rule| !matches!(rule, BoardRule::AllWhiteDots | BoardRule::AllBlackDots | BoardRule::AllXv));
    let blank = plan.on(rules).shape(vec![0; side * side])?;
    let filled = solver::random_board(&blank, random, budget).map_err(GenerateError::Stopped)?;
    let Some(filled) = filled else {
        // Rules alone, without anything drawn at random, may leave no board at all; then no try will succeed.
        return if kinds.are_rules() && has_none(&blank, budget) { Err(kinds.impossible(side)) } else { Ok(None) };
    };
    drawn.signs = signs(kinds, &filled, side, random);
    if kinds.has_cages() {
        drawn.cages = cages::draw(&drawn, &filled, &plan.symmetry.maps(side), random);
    }
    Ok(Some((plan.on(drawn), filled)))
}

/// Whether it is soon proved that a board cannot be filled.
fn has_none(blank: &Sudoku, budget: &Budget) -> bool {
    let budget = Budget { nodes: Some(PROOF_NODES), ..budget.clone() };
    let ask = Ask { solutions: 1, budget, ..Ask::default() };
    matches!(blank.solve(&ask).verdict, Verdict::Impossible(_))
}

/// All signs of the kinds that are asked for, wherever they belong.
fn signs(kinds: Kinds, filled: &[u8], side: usize, random: &mut ChaCha8Rng) -> Vec<Sign> {
    let mut signs = Vec::new();
    for cell in 0..side * side {
        let (row, column) = (cell / side, cell % side);
        let beside = [(row, column + 1), (row + 1, column)];
        for (down, right) in beside.into_iter().filter(|&(row, column)| row < side && column < side) {
            let [a, b] = [filled[cell], filled[down * side + right]].map(u32::from);
            let mut says: Vec<Says> = Vec::new();
            if kinds.has(Kind::Dots) {
                says.extend((a.abs_diff(b) == 1).then_some(Says::Difference(1)));
                says.extend((a == 2 * b || b == 2 * a).then_some(Says::Ratio(2)));
            }
            if kinds.has(Kind::Xv) {
                says.extend([5, 10].into_iter().find(|&sum| a + b == sum).map(Says::Sum));
            }
            // Between 1 and 2 either dot may stand.
            says.shuffle(random);
            let cells = [Cell { row, column }, Cell { row: down, column: right }];
            signs.extend(says.first().map(|&says| Sign { cells, says }));
        }
    }
    signs
}
