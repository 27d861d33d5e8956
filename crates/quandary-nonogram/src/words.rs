//! Steps in a Nonogram player's words: overlap, glue, joining and splitting, mercury, gaps that are too small.
//!
//! What a step concludes from one line is known exactly; its name is read off the places. Cells that become filled are an
//! *overlap* when the clue alone puts them there, *glue* when a filled cell near a wall has to grow away from it, *joining*
//! when two filled cells turn out to be one block. Cells that stay empty are *splitting* when filling them would join two
//! blocks into a longer one than there is, *punctuation* around a block that is complete, a *gap too small* for any block,
//! *mercury* where the first block would leave a filled cell behind, and otherwise simply out of reach. On coloured boards,
//! what follows from the colours that a cell may have is *colour logic*.

use super::{LineName, Nonogram};
use crate::line::Block;
use quandary_core::puzzle::value_names;
use quandary_core::reason::explain::words::{capital, cells_of, conclusions, plain_words};
use quandary_core::reason::explain::{Argument, State, Step, Words};
use quandary_core::reason::{Model, Values};

/// The value set of a cell that stays empty.
const EMPTY: Values = 1;

/// What only coloured boards need.
pub(super) const COLOUR_LOGIC: &str = "colour logic";

/// Every name that a step may have, in teaching order.
pub(super) const TECHNIQUES: &[&str] = &[
    "empty line",
    "exact fit",
    "completed line",
    "overlap",
    "punctuation",
    "glue",
    "joining",
    "splitting",
    "gap too small",
    "mercury",
    "forced gap",
    COLOUR_LOGIC,
    "placement",
    "two-line combination",
    "edge logic",
    "contradiction",
    "nested contradiction",
];

/// A step in words.
pub(super) fn narrate(puzzle: &Nonogram, model: &Model, state: &State, step: &Step) -> Words {
    match step.argument {
        Argument::Rule => {}
        Argument::Supposition { .. } => return supposition(puzzle, model, step),
        _ => return plain_words(&value_names(puzzle), model, step),
    }
    // The constraints of the model are the lines, in order.
    let Some(line) = step.constraints.first().and_then(|&id| puzzle.lines().nth(id)) else {
        return plain_words(&value_names(puzzle), model, step);
    };
    let (clue, then) = (puzzle.clue(line), conclusions(&value_names(puzzle), model, step));
    let seen = Line::of(model, step, state, puzzle.written(clue));
    let needed: usize = clue.iter().map(|block| block.length).sum();
    let known = cells_of(model, step.premises.iter().map(|known| known.var));
    let with = if known.is_empty() { String::new() } else { format!(", with what is known of {known}") };
    let is_mixed = clue.iter().any(|block| block.colour != clue[0].colour);
    let is_found = step.conclusions.iter().all(|shown| shown.left.is_power_of_two());
    let is_whole = is_found && step.conclusions.len() == puzzle.cells_of(line).count();
    match () {
        () if clue.is_empty() => Words::named("empty line", format!("The clue of {line} is 0: {then}.")),
        () if is_whole => {
            Words::named("exact fit", format!("{} just fits into {line}: {then}.", capital(&seen.blocks())))
        }
        () if puzzle.is_coloured() && seen.is_about_colours(step) => {
            let sentence = format!("The colours of {line} ({}) leave nothing else{with}: {then}.", seen.clue);
            Words::named(COLOUR_LOGIC, sentence)
        }
        // What players say of gaps and neighbours holds where all blocks of a line have one colour.
        () if is_mixed && seen.filled() > 0 && seen.filled() < needed => placement(&seen, line, &with, &then),
        () if seen.all_empty => empty_cells(&seen, line, clue, needed, &with, &then),
        () if seen.all_filled => filled_cells(&seen, line, needed, &with, &then),
        () => placement(&seen, line, &with, &then),
    }
}

/// Cells on which all ways to lay the blocks agree, without a better name for it.
fn placement(seen: &Line, line: LineName, with: &str, then: &str) -> Words {
    let sentence = format!("Every way to lay the blocks {} in {line}{with} agrees: {then}.", seen.clue);
    Words::named("placement", sentence)
}

/// Cells that stay empty.
fn empty_cells(seen: &Line, line: LineName, clue: &[Block], needed: usize, with: &str, then: &str) -> Words {
    let (shown, longest) = (&seen.clue, clue.iter().map(|block| block.length).max().unwrap_or(0));
    if seen.filled() == needed {
        return Words::named("completed line", format!("All blocks of {line} are found ({shown}): {then}."));
    }
    if seen.new_cells().all(|at| seen.is_filled_beside(at, -1) && seen.is_filled_beside(at, 1)) {
        let sentence =
            format!("Filled, it would join two blocks of {line} ({shown}) into one that is too long: {then}.");
        return Words::named("splitting", sentence);
    }
    if seen.new_cells().all(|at| seen.is_filled_beside(at, -1) || seen.is_filled_beside(at, 1)) {
        let sentence = format!("A block of {line} ({shown}) is complete, and blocks do not touch{with}: {then}.");
        return Words::named("punctuation", sentence);
    }
    let shortest = clue.iter().map(|block| block.length).min().unwrap_or(0);
    if seen.new_cells().all(|at| seen.gap_around(at) < shortest) {
        let sentence = format!("The gap is too small for any block of {line} ({shown}){with}: {then}.");
        return Words::named("gap too small", sentence);
    }
    if seen.starts_at_a_wall() && seen.filled() > 0 && longest > 0 {
        let sentence =
            format!("A block of {line} ({shown}) that began here could not reach the filled cell{with}: {then}.");
        return Words::named("mercury", sentence);
    }
    Words::named("forced gap", format!("No block of {line} ({shown}) can reach there{with}: {then}."))
}

/// Cells that become filled.
fn filled_cells(seen: &Line, line: LineName, needed: usize, with: &str, then: &str) -> Words {
    let shown = &seen.clue;
    if seen.room() == needed {
        let sentence =
            format!("{} has room for its blocks ({shown}) in one way only{with}: {then}.", capital(&line.to_string()));
        return Words::named("completed line", sentence);
    }
    if seen.filled() == 0 {
        return Words::named("overlap", format!("However {} may lie in {line}{with}, {then}.", seen.blocks()));
    }
    if seen.new_cells().all(|at| seen.lies_between_filled(at)) {
        let sentence = format!("The filled cells of {line} belong to one block ({shown}){with}: {then}.");
        return Words::named("joining", sentence);
    }
    if seen.new_cells().all(|at| seen.grows_from_filled(at)) {
        let sentence =
            format!("A block of {line} ({shown}) has no room on the other side and must grow{with}: {then}.");
        return Words::named("glue", sentence);
    }
    Words::named("overlap", format!("However {} may lie in {line}{with}, {then}.", seen.blocks()))
}

/// A supposition: two lines together, along the edge, or any other.
fn supposition(puzzle: &Nonogram, model: &Model, step: &Step) -> Words {
    let mut words = plain_words(&value_names(puzzle), model, step);
    let Argument::Supposition { suppose, levels } = step.argument else { return words };
    let lines: Vec<LineName> = step.constraints.iter().filter_map(|&id| puzzle.lines().nth(id)).collect();
    let at_edge = |line: &LineName| match *line {
        LineName::Row(row) => row == 0 || row + 1 == puzzle.height(),
        LineName::Column(column) => column == 0 || column + 1 == puzzle.width(),
    };
    let of_cell = model.cells(suppose.var).first().copied();
    let is_along_edge = lines.iter().filter(|line| at_edge(line)).any(|line| {
        of_cell.is_some_and(|cell| match *line {
            LineName::Row(row) => cell.row == row,
            LineName::Column(column) => cell.column == column,
        })
    });
    words.name = Some(match (levels, &lines[..]) {
        (2.., _) => "nested contradiction",
        (_, [_, _]) => "two-line combination",
        _ if is_along_edge => "edge logic",
        _ => "contradiction",
    });
    words
}

/// A line as the step sees it.
struct Line {
    /// Its clue as it is written.
    clue: String,
    /// For each cell: what has to be known of it, if anything.
    known: Vec<Option<Values>>,
    /// Whether something new follows for it.
    is_new: Vec<bool>,
    all_empty: bool,
    all_filled: bool,
}

impl Line {
    fn of(model: &Model, step: &Step, state: &State, clue: String) -> Line {
        let scope = step.constraints.first().map(|&id| model.constraints()[id].scope()).unwrap_or_default();
        let known = |var: &usize| step.premises.iter().find(|known| known.var == *var).map(|known| known.values);
        let is_new =
            |var: &usize| step.conclusions.iter().any(|shown| shown.var == *var && shown.left != state.get(*var));
        Line {
            clue,
            known: scope.iter().map(known).collect(),
            is_new: scope.iter().map(is_new).collect(),
            all_empty: step.conclusions.iter().all(|shown| shown.left == EMPTY),
            all_filled: step.conclusions.iter().all(|shown| shown.left & EMPTY == 0),
        }
    }

    /// The blocks in words: "the block of 5", "the row of blocks 2 1".
    fn blocks(&self) -> String {
        let kind = if self.clue.contains(' ') { "row of blocks" } else { "block of" };
        format!("the {kind} {}", self.clue)
    }

    /// Whether what follows is about colours: a cell that keeps several of them, or premises that do.
    fn is_about_colours(&self, step: &Step) -> bool {
        let is_open = |values: Values| !values.is_power_of_two() && values != 0;
        step.conclusions.iter().any(|shown| is_open(shown.left))
            || self.known.iter().flatten().any(|&values| is_open(values))
    }

    fn new_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.is_new.len()).filter(|&at| self.is_new[at])
    }

    fn is_filled(&self, at: usize) -> bool {
        self.known.get(at).copied().flatten().is_some_and(|values| values & EMPTY == 0)
    }

    /// Whether a cell is known to stay empty, or lies beyond the line.
    fn is_wall(&self, at: isize) -> bool {
        usize::try_from(at).ok().and_then(|at| self.known.get(at)).is_none_or(|known| *known == Some(EMPTY))
    }

    /// How many filled cells the step looks at.
    fn filled(&self) -> usize {
        (0..self.known.len()).filter(|&at| self.is_filled(at)).count()
    }

    /// How many cells may be filled, as far as the step looks.
    fn room(&self) -> usize {
        self.known.iter().filter(|known| **known != Some(EMPTY)).count()
    }

    fn is_filled_beside(&self, at: usize, side: isize) -> bool {
        at.checked_add_signed(side).is_some_and(|beside| self.is_filled(beside))
    }

    /// The width of the gap around a cell, between walls.
    fn gap_around(&self, at: usize) -> usize {
        let at = at as isize;
        let left = (1..).take_while(|step| !self.is_wall(at - step)).count();
        let right = (1..).take_while(|step| !self.is_wall(at + step)).count();
        left + right + 1
    }

    /// Whether the new cells begin or end right beside a wall.
    fn starts_at_a_wall(&self) -> bool {
        let (first, last) = (self.new_cells().min(), self.new_cells().max());
        first.is_some_and(|at| self.is_wall(at as isize - 1)) || last.is_some_and(|at| self.is_wall(at as isize + 1))
    }

    /// Whether there are filled cells on both sides with only new or filled cells between.
    fn lies_between_filled(&self, at: usize) -> bool {
        self.leads_to_filled(at, -1) && self.leads_to_filled(at, 1)
    }

    /// Whether new or filled cells lead from here to a filled one.
    fn grows_from_filled(&self, at: usize) -> bool {
        self.leads_to_filled(at, -1) || self.leads_to_filled(at, 1)
    }

    /// Whether nothing but new cells stands between here and the next filled one on this side.
    fn leads_to_filled(&self, at: usize, side: isize) -> bool {
        let mut here = at;
        loop {
            match here.checked_add_signed(side) {
                Some(next) if self.is_filled(next) => return true,
                Some(next) if self.is_new.get(next) == Some(&true) => here = next,
                _ => return false,
            }
        }
    }
}
