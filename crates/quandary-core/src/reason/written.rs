//! What is written on a board, and who wrote it: for the sentences that say how a rule is broken.

use super::explain::words::{self, Names};
use super::{Domains, Model, Values, Var};
use crate::grid::Cell;

/// Who wrote the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Author {
    /// The player.
    Player,
    /// It is given with the puzzle.
    Setter,
    /// It is part of an answer that is checked as a whole.
    Answer,
}

/// How a rule is broken: the variables that break it, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The variables whose values break the rule; no others are needed.
    pub vars: Vec<Var>,
    /// One sentence, with a full stop.
    pub sentence: String,
}

/// The values that are written, and who wrote them. Nothing is known of other variables.
#[derive(Debug)]
pub struct Written {
    /// What players call each value.
    names: Vec<String>,
    /// Every value that occurs.
    any: Values,
    domains: Domains,
    authors: Vec<Option<Author>>,
    /// The cells of each variable in which its value is written.
    cells: Vec<Vec<Cell>>,
}

impl Written {
    /// The given values of a puzzle, whose players call its values by these names.
    pub fn given(names: Names<'_>, model: &Model) -> Self {
        let any = model.start().iter().fold(0, |any, values| any | values);
        // Sentences about yes/no variables name both values, even where one does not occur.
        let names = (0..(Values::BITS - any.leading_zeros()).max(2)).map(|value| names(value as u8)).collect();
        let author = |&values: &Values| (values != any).then_some(Author::Setter);
        let authors: Vec<Option<Author>> = model.start().iter().map(author).collect();
        let cells = |var: Var| if authors[var].is_some() { model.cells(var).to_vec() } else { Vec::new() };
        let cells = (0..authors.len()).map(cells).collect();
        Written { names, any, domains: Domains::new(model.start().to_vec()), cells, authors }
    }

    /// Adds what was written in a cell of a variable. Where that contradicts what is there already, it is left out.
    pub fn add(&mut self, author: Author, var: Var, cell: Cell, values: Values) {
        if self.domains.get(var) & values == 0 {
            return;
        }
        let is_new = self.domains.keep(var, values) == Ok(true);
        // A given value stays given when it is written again.
        if self.authors[var] == Some(Author::Setter) {
            if !is_new {
                return;
            }
            self.cells[var].clear();
        }
        self.authors[var] = Some(author);
        self.cells[var].push(cell);
    }

    /// The values that each variable may have.
    pub fn domains(&self) -> &Domains {
        &self.domains
    }

    /// The value that is written for a variable.
    pub fn value(&self, var: Var) -> Option<u8> {
        self.authors[var].and_then(|_| self.domains.value(var))
    }

    /// Who wrote the value of a variable.
    pub fn author(&self, var: Var) -> Option<Author> {
        self.authors[var]
    }

    /// The cells in which the value of a variable is written.
    pub fn cells(&self, var: Var) -> &[Cell] {
        &self.cells[var]
    }

    /// The first cell in which the value of a variable is written.
    pub fn cell(&self, var: Var) -> Cell {
        self.cells[var].first().copied().unwrap_or(Cell { row: 0, column: 0 })
    }

    /// What players call a value.
    pub fn name(&self, value: u8) -> String {
        self.names.get(usize::from(value)).cloned().unwrap_or_default()
    }

    /// Whether a cell may have more than two values, so that a filled cell is one of several colours.
    pub fn has_colours(&self) -> bool {
        self.any.count_ones() > 2
    }

    /// Whether a whole answer is checked, not a player's board.
    pub fn is_answer(&self) -> bool {
        self.authors.contains(&Some(Author::Answer))
    }

    /// The written cells of some variables: "r1c1–r1c3 and r2c1".
    pub fn places(&self, vars: &[Var]) -> String {
        words::list_cells(vars.iter().flat_map(|&var| self.cells(var)).copied())
    }

    /// Where a value is that is written several times: "yours in r1c1 and the given one in r1c4".
    pub fn whose(&self, vars: &[Var]) -> String {
        let of = |author: Author| -> Vec<Var> {
            vars.iter().copied().filter(|&var| self.authors[var] == Some(author)).collect()
        };
        let (yours, given) = (of(Author::Player), of(Author::Setter));
        match (yours.is_empty(), given.len()) {
            (true, _) => self.places(vars),
            (false, 0) => format!("yours in {}", self.places(&yours)),
            (false, 1) => format!("yours in {} and the given one in {}", self.places(&yours), self.places(&given)),
            (false, _) => format!("yours in {} and the given ones in {}", self.places(&yours), self.places(&given)),
        }
    }

    /// What is written for some variables: "your 5 in r1c1 and the given 4 in r1c3", "your air cells r3c1 and r3c2".
    pub fn facts(&self, vars: &[Var]) -> String {
        let mut groups: Vec<(Author, Values, Vec<Var>)> = Vec::new();
        for &var in vars {
            let Some(author) = self.authors[var] else { continue };
            let values = self.domains.get(var);
            match groups.iter_mut().find(|group| (group.0, group.1) == (author, values)) {
                Some(group) => group.2.push(var),
                None => groups.push((author, values, vec![var])),
            }
        }
        groups.sort_by_key(|group| group.0);
        let describe = |(author, values, vars): &(Author, Values, Vec<Var>)| {
            let whose = match author {
                Author::Player if values.is_power_of_two() => "your ",
                Author::Player => "your marks ",
                Author::Setter if values.is_power_of_two() => "the given ",
                Author::Setter => "the pencil marks ",
                Author::Answer => "",
            };
            let (name, places) = (words::values(&|value| self.name(value), *values), self.places(vars));
            // A digit is in a cell; a word says what kind of cell it is.
            let is_kind = values.is_power_of_two() && name.chars().nth(1).is_some();
            match (is_kind, vars.iter().map(|&var| self.cells(var).len()).sum::<usize>()) {
                (false, _) => format!("{whose}{name} in {places}"),
                (true, 1) => format!("{whose}{name} cell {places}"),
                (true, _) => format!("{whose}{name} cells {places}"),
            }
        };
        words::join(&groups.iter().map(describe).collect::<Vec<_>>())
    }
}
