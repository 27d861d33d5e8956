//! Variables for the blocks of a board, beside those for its cells.
//!
//! "Block `j` starts at place `p` or before" is a variable, tied to the cells by clauses of two or three literals. The
//! clauses deduce nothing that the lines would not, but what is learned about a block is often one literal where it would
//! be many about cells. Only starts that are possible when the search begins get variables.

use std::ops::Range;

use crate::line::word::Word;
use quandary_core::reason::learn::Literal;

/// Most block variables; a board with more is searched over its cells alone.
const MAX_BLOCK_VARIABLES: usize = 1 << 20;

/// The clauses that tie the blocks of a board to its cells, for what is known about the board now.
pub(super) struct BlockClauses {
    /// Variables: one for each cell, and then those of the blocks.
    pub(super) variables: usize,
    pub(super) clauses: Vec<Short>,
    /// For each block with variables: its line, its place in the clue, the starts that have a variable, and the first one.
    pub(super) blocks: Vec<(usize, usize, Range<usize>, usize)>,
}

/// A clause of three literals at most: there are thousands, too many for an allocation each.
#[derive(Clone, Copy)]
pub(super) struct Short {
    literals: [Literal; 3],
    count: usize,
}

impl Short {
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals[..self.count]
    }
}

/// A claim about a block: certain one way or the other, or a variable.
#[derive(Clone, Copy)]
pub(super) enum Claim {
    No,
    Yes,
    Open(Literal),
}

/// A line whose blocks get variables.
pub(super) trait BlockLine {
    /// Number of cells.
    fn length(&self) -> usize;
    /// The lengths of its blocks.
    fn sizes(&self) -> &[u16];
    /// The least number of empty cells behind a block that is not the last.
    fn gap_behind(&self, block: usize) -> usize;
    /// The claim that the cell at a place belongs to a block like this one.
    fn covers(&self, block: usize, place: usize) -> Claim;
    /// The claim that the cell at a place is empty.
    fn is_empty(&self, place: usize) -> Claim;
}

/// The possible starts of a block, from the first to the last, and the variables of all but the last: "by this place".
#[derive(Clone, Copy)]
struct Starts {
    first: usize,
    last: usize,
    variable: usize,
}

impl Starts {
    /// The claim that the block starts at this place or before.
    fn by(self, place: Option<usize>) -> Claim {
        match place {
            Some(place) if place >= self.last => Claim::Yes,
            Some(place) if place >= self.first => Claim::Open(Literal::new(self.variable + place - self.first, true)),
            _ => Claim::No,
        }
    }
}

impl BlockClauses {
    /// The clauses for a board with this many cell variables and lines. `line` gives each line that is open, and for each of
    /// its blocks the set of possible starts.
    pub(super) fn new<L: BlockLine, W: Word>(
        cell_variables: usize,
        lines: usize,
        line: impl Fn(usize) -> Option<(L, Vec<W>)>,
    ) -> Self {
        let none = || BlockClauses { variables: cell_variables, clauses: Vec::new(), blocks: Vec::new() };
        let mut all = none();
        for number in 0..lines {
            let Some((line, starts)) = line(number) else { continue };
            all.add_line(number, &line, &starts);
            if all.variables > cell_variables + MAX_BLOCK_VARIABLES {
                return none();
            }
        }
        all
    }

    fn add_line<W: Word>(&mut self, number: usize, line: &impl BlockLine, sets: &[W]) {
        let sizes = line.sizes();
        let mut starts: Vec<Starts> = Vec::with_capacity(sizes.len());
        for set in sets {
            let (first, last) = (set.first(), set.members().last().unwrap_or(0));
            self.blocks.push((number, starts.len(), first..last, self.variables));
            starts.push(Starts { first, last, variable: self.variables });
            self.variables += last - first;
        }
        for (block, (&own, &set)) in starts.iter().zip(sets).enumerate() {
            let size = usize::from(sizes[block]);
            for place in own.first..own.last {
                self.implies(own.by(Some(place)), own.by(Some(place + 1)));
            }
            // A start that is not possible: by this place means by the one before.
            for place in (own.first..=own.last).filter(|&place| !set.has(place)) {
                self.implies(own.by(Some(place)), own.by(place.checked_sub(1)));
            }
            if let Some(next) = starts.get(block + 1) {
                for place in next.first..=next.last {
                    let before = own.by(place.checked_sub(size + line.gap_behind(block)));
                    self.implies(next.by(Some(place)), before);
                }
            }
            // A block that has started, and not so early that it has ended, covers the cell.
            for place in own.first..(own.last + size).min(line.length()) {
                let has_ended = own.by(place.checked_sub(size));
                self.clause([own.by(Some(place)).negated(), has_ended, line.covers(block, place)]);
            }
        }
        // A cell between two blocks, behind the end of one and before the start of the next, is empty.
        for place in 0..line.length() {
            for next in 0..=sizes.len() {
                let is_behind = match next.checked_sub(1) {
                    None => Claim::Yes,
                    Some(block) => starts[block].by(place.checked_sub(sizes[block].into())),
                };
                let next_has_started = starts.get(next).map_or(Claim::No, |next| next.by(Some(place)));
                self.clause([is_behind.negated(), next_has_started, line.is_empty(place)]);
            }
        }
    }

    fn implies(&mut self, cause: Claim, effect: Claim) {
        self.clause([cause.negated(), effect]);
    }

    fn clause<const N: usize>(&mut self, claims: [Claim; N]) {
        let mut clause = Short { literals: [Literal::new(0, true); 3], count: 0 };
        for claim in claims {
            match claim {
                Claim::Yes => return,
                Claim::No => {}
                Claim::Open(literal) => {
                    clause.literals[clause.count] = literal;
                    clause.count += 1;
                }
            }
        }
        self.clauses.push(clause);
    }
}

impl Claim {
    fn negated(self) -> Claim {
        match self {
            Claim::No => Claim::Yes,
            Claim::Yes => Claim::No,
            Claim::Open(literal) => Claim::Open(!literal),
        }
    }
}
