//! What a technique has found, and how it becomes a step.

use super::board::{ALL, Board, Cells, Digits, UNITS, members, units_of};
use super::catalogue::Technique;
use super::say::conclusion;
use quandary_core::reason::explain::words::capital;
use quandary_core::reason::explain::{Argument, Known, Link, Node, Part, Pattern, Role, Shown, State, Step, Swap};

/// One use of a technique: what it shows, and from what.
#[derive(Clone, Debug)]
pub struct Found {
    /// The technique.
    pub technique: Technique,
    /// Cells and the digits that they are shown to hold.
    pub places: Vec<(usize, usize)>,
    /// For each digit, the cells that are shown not to hold it.
    pub strikes: [Cells; 9],
    /// What has to be known: cells, and the digits that may be left to them.
    pub premises: Vec<(usize, Digits)>,
    /// The units that are used, as bits.
    pub units: u32,
    /// Cells that could exchange two digits, where the technique needs a board with one solution.
    pub swap: Option<(Cells, Digits)>,
    /// A sentence or two, where sentences are wanted.
    pub sentence: String,
    /// The same in the usual shorthand.
    pub notation: Option<String>,
    /// The links of a chain.
    pub links: Vec<Link>,
    /// Cells with a role in the pattern, and the digits that it is about.
    pub parts: Vec<(Role, Cells, Digits)>,
}

impl Found {
    /// Nothing yet.
    pub fn new(technique: Technique) -> Self {
        Found {
            technique,
            places: Vec::new(),
            strikes: [0; 9],
            premises: Vec::new(),
            units: 0,
            swap: None,
            sentence: String::new(),
            notation: None,
            links: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Removes a digit from cells.
    pub fn strikes(mut self, cells: Cells, digit: usize) -> Self {
        self.strikes[digit] |= cells;
        self
    }

    /// Uses units.
    pub fn using(mut self, units: impl IntoIterator<Item = usize>) -> Self {
        self.units |= units.into_iter().fold(0, |set, unit| set | 1 << unit);
        self
    }

    /// Uses every unit in which a cell of one set sees one of another.
    pub fn seeing(mut self, from: Cells, to: Cells) -> Self {
        for cell in members(from) {
            for unit in units_of(cell) {
                if UNITS[unit] & to & !(1 << cell) != 0 {
                    self.units |= 1 << unit;
                }
            }
        }
        self
    }

    /// Gives cells a role.
    pub fn marking(mut self, role: Role, cells: Cells, digits: Digits) -> Self {
        if cells != 0 {
            self.parts.push((role, cells, digits));
        }
        self
    }

    /// Adds links of one digit from cell to cell, in turn strong and weak.
    pub fn linking(mut self, digit: usize, path: &[usize]) -> Self {
        let node = |cell: usize| Node { vars: vec![cell], values: 1 << digit };
        let ends = path.windows(2).enumerate();
        self.links.extend(ends.map(|(index, pair)| Link {
            from: node(pair[0]),
            to: node(pair[1]),
            is_strong: index % 2 == 0,
        }));
        self
    }

    /// Rests on everything that is known of these cells; those that are open are part of the pattern.
    pub fn knowing(mut self, board: &Board, cells: Cells) -> Self {
        let of_pattern = members(cells & board.open).map(|cell| (Role::Corner, 1 << cell, board.cells[cell]));
        self.parts.extend(of_pattern);
        self.premises.extend(members(cells).map(|cell| (cell, board.cells[cell])));
        self
    }

    /// Rests on a digit's being possible in a unit nowhere but in these cells.
    pub fn knowing_places(mut self, unit: usize, digit: usize, except: Cells) -> Self {
        self.premises.extend(members(UNITS[unit] & !except).map(|cell| (cell, ALL & !(1 << digit))));
        self
    }

    /// Adds a sentence, where sentences are wanted; `sentence` gets the conclusion in words.
    pub fn described(mut self, board: &Board, sentence: impl FnOnce(&str) -> String) -> Self {
        if board.is_told {
            self.sentence = capital(&sentence(&conclusion(board, &self)));
        }
        self
    }

    /// How many candidates it takes away.
    pub fn size(&self, board: &Board) -> u32 {
        let struck: u32 = (0..9).map(|digit| (self.strikes[digit] & board.digits[digit]).count_ones()).sum();
        let written: u32 = self.places.iter().map(|&(cell, _)| board.cells[cell].count_ones()).sum();
        struck + written
    }

    /// The digits that each cell loses.
    pub fn losses(&self, board: &Board) -> Vec<(usize, Digits)> {
        let mut losses = [0; 81];
        for (digit, &cells) in self.strikes.iter().enumerate() {
            for cell in members(cells & board.digits[digit]) {
                losses[cell] |= 1 << digit;
            }
        }
        for &(cell, digit) in &self.places {
            losses[cell] |= board.cells[cell] & !(1 << digit);
        }
        let kept = losses.into_iter().enumerate();
        kept.filter(|&(cell, digits)| digits != 0 || self.places.iter().any(|place| place.0 == cell)).collect()
    }

    /// Carries it out.
    pub fn apply(&self, board: &mut Board) {
        for (digit, &cells) in self.strikes.iter().enumerate() {
            board.strike(cells, digit);
        }
        for &(cell, digit) in &self.places {
            board.write(cell, digit);
        }
    }

    /// As a step of an explanation.
    pub fn into_step(self, board: &Board, state: &State) -> Step {
        let shown = |(cell, digits): (usize, Digits)| {
            let (before, removed) = (state.get(cell), u64::from(digits));
            // A digit that was the last one left is still a conclusion: all others are ruled out by now.
            let removed = if removed == 0 { u64::from(ALL) & !before } else { removed };
            Shown { var: cell, removed, left: before & !removed }
        };
        let conclusions: Vec<Shown> = self.losses(board).into_iter().map(shown).collect();
        let mut known = [ALL; 81];
        for (cell, digits) in self.premises {
            known[cell] &= digits;
        }
        let premises: Vec<Known> = (0..81)
            .filter(|&cell| known[cell] != ALL)
            .map(|cell| Known { var: cell, values: u64::from(known[cell]) })
            .collect();
        let swap = self.swap.map(|(cells, digits)| Swap { vars: members(cells).collect(), values: digits.into() });
        let ends = self.links.iter().flat_map(|link| [&link.from, &link.to]);
        let linked = ends.map(|node| Part { role: Role::Corner, vars: node.vars.clone(), values: node.values });
        let own = self.parts.iter().map(|&(role, cells, digits)| Part {
            role,
            vars: members(cells).collect(),
            values: digits.into(),
        });
        let parts = own.chain(linked).collect();
        let pattern = Pattern {
            name: self.technique.name(),
            sentence: self.sentence,
            notation: self.notation,
            links: self.links,
            swap,
            parts,
        };
        Step {
            argument: Argument::Pattern(Box::new(pattern)),
            constraints: (0..27).filter(|unit| self.units >> unit & 1 == 1).collect(),
            premises,
            conclusions,
            cost: self.technique.cost(),
            assumed: Vec::new(),
            sub_steps: Vec::new(),
        }
    }
}

/// Collects what a technique finds.
#[derive(Debug, Default)]
pub struct Finds {
    /// What was found, each of it showing something new.
    pub found: Vec<Found>,
    /// How many to find; 0 for all of them.
    pub enough: usize,
}

impl Finds {
    /// Finds up to `enough` of them; 0 for all.
    pub fn up_to(enough: usize) -> Self {
        Finds { found: Vec::new(), enough }
    }

    /// Takes a find that shows something new; whether that was enough.
    pub fn add(&mut self, board: &Board, found: Found) -> bool {
        if found.size(board) > 0 {
            self.found.push(found);
        }
        self.is_enough()
    }

    /// Whether enough was found.
    pub fn is_enough(&self) -> bool {
        self.enough > 0 && self.found.len() >= self.enough
    }
}
