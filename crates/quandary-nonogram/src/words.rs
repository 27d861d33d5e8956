//! Steps in a Nonogram player's words: overlap, glue, joining and splitting, mercury, gaps that are too small.
//!
//! What a step concludes from one line is known exactly; its name follows from the positions of the cells. Cells that become filled are an
//! *overlap* when the clue alone puts them there, *glue* when a filled cell near a wall has to grow away from it, *joining*
//! when two filled cells turn out to be one block. Cells that stay empty are *splitting* when filling them would join two
//! blocks into a longer one than there is, *punctuation* around a block that is complete, a *gap too small* for any block,
//! *mercury* where the block at the edge would end just before a filled cell, and otherwise a *forced gap* that no block can reach. On coloured boards,
//! what follows from the colours that a cell may have is *colour logic*.

mod seen;

use super::{LineName, Nonogram};
use crate::line::Block;
use quandary_core::puzzle::value_names;
use quandary_core::reason::explain::words::{capital, cells_of, group_by, plain_words, values};
use quandary_core::reason::explain::{Argument, State, Step, Words};
use quandary_core::reason::{Model, Values};
use seen::Line;

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

/// What these are, for those who meet the name for the first time.
pub(super) const SUMMARIES: &[(&str, &str)] = &[
    ("empty line", "The clue of a line is 0: none of its cells is filled."),
    ("exact fit", "The blocks of a line and the gaps between them fill it completely: they fit in only one way."),
    ("completed line", "All blocks of a line are found: every other cell is empty."),
    ("overlap", "Wherever a block goes in its line, it covers the same cells in the middle: these are filled."),
    ("punctuation", "A block that is complete has an empty cell at each end."),
    (
        "glue",
        "A filled cell near an edge or an empty cell belongs to a block that must reach further: it grows away from the edge.",
    ),
    ("joining", "Two filled cells belong to the same block: what is between them is filled, too."),
    ("splitting", "Filling a cell would join two runs into one that is too long: the cell is empty."),
    ("gap too small", "A gap between empty cells is too small for any block that could go there: it stays empty."),
    (
        "mercury",
        "A filled cell is as far from the edge as the block there is long: a block that began at the edge would touch it and be \
         too long. The cell at the edge is empty.",
    ),
    ("forced gap", "No block can reach these cells: they are empty."),
    (
        COLOUR_LOGIC,
        "Blocks of different colours need no gap, and a cell has the colour that its row and its column both allow.",
    ),
    ("placement", "Going through all placements of the blocks of a line shows what they have in common."),
    ("two-line combination", "A row and a column together show what neither shows alone."),
    ("edge logic", "A block at the edge would need blocks in the next line that its clue does not have."),
    ("contradiction", "Assume that a cell is filled or empty, and follow the clues until a line cannot be completed."),
    ("nested contradiction", "A contradiction whose chain needs assumptions of its own."),
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
    let clue = puzzle.clue(line);
    let seen = Line::of(puzzle, model, step, state, line);
    let needed: usize = clue.iter().map(|block| block.least()).sum();
    let is_mixed = clue.iter().any(|block| block.colour != clue[0].colour);
    let is_found = step.conclusions.iter().all(|shown| shown.left.is_power_of_two());
    let is_whole = is_found && step.conclusions.len() == puzzle.cells_of(line).count();
    match () {
        () if clue.is_empty() => {
            Words::named("empty line", format!("The clue of {line} is 0, so it stays empty. {}.", seen.actions))
        }
        () if is_whole => {
            let blocks = if clue.len() == 1 { "the block fits" } else { "the blocks fit" };
            Words::named("exact fit", format!("{}: {blocks} in only one way. {}.", seen.title(), seen.actions))
        }
        () if puzzle.is_coloured() && seen.is_about_colours(step) => {
            let so = if seen.facts.is_empty() { "the colours" } else { "so the colours" };
            let sentence = format!("{} {so} leave no other choice. {}.", seen.title_and_facts(), seen.actions);
            Words::named(COLOUR_LOGIC, sentence)
        }
        // What players say of gaps and neighbours needs lengths, and holds where all blocks of a line have one colour.
        () if clue.iter().any(|block| block.is_unknown()) => placement(&seen),
        () if is_mixed && seen.filled() > 0 && seen.filled() < needed => placement(&seen),
        () if seen.all_empty => empty_cells(&seen, clue, needed),
        () if seen.all_filled => filled_cells(&seen, needed),
        () => placement(&seen),
    }
}

/// Cells on which all placements of the blocks agree, without a better name for it.
fn placement(seen: &Line) -> Words {
    let so = if seen.facts.is_empty() { "all" } else { "so all" };
    let sentence =
        format!("{} {so} placements of the blocks agree on these cells. {}.", seen.title_and_facts(), seen.actions);
    Words::named("placement", sentence)
}

/// Cells that stay empty.
fn empty_cells(seen: &Line, clue: &[Block], needed: usize) -> Words {
    let (title, actions, cells) = (seen.title(), &seen.actions, &seen.cells);
    let is_one = seen.new_cells().count() == 1;
    let them = if is_one { "it" } else { "them" };
    if seen.filled() == needed {
        return Words::named("completed line", format!("{} is complete ({}). {actions}.", seen.name, seen.clue));
    }
    if seen.new_cells().all(|at| seen.is_filled_beside(at, -1) && seen.is_filled_beside(at, 1)) {
        let sentence =
            format!("{title}: filling {cells} would join two blocks into one that is too long. Cross {them} out.");
        return Words::named("splitting", sentence);
    }
    if seen.new_cells().all(|at| seen.is_filled_beside(at, -1) || seen.is_filled_beside(at, 1)) {
        let sentence = format!(
            "{} so {} complete; next to it comes a gap: cross out {cells}.",
            seen.title_and_facts(),
            seen.complete()
        );
        return Words::named("punctuation", sentence);
    }
    let shortest = clue.iter().map(|block| block.length).min().unwrap_or(0);
    if seen.new_cells().all(|at| seen.gap_around(at) < shortest) {
        let so = if seen.facts.is_empty() { "the gap" } else { "so the gap" };
        let sentence =
            format!("{} {so} at {cells} is too small for any block. Cross {them} out.", seen.title_and_facts());
        return Words::named("gap too small", sentence);
    }
    if let Some(sentence) = seen.mercury(clue) {
        return Words::named("mercury", format!("{}: {sentence}. {actions}.", seen.title()));
    }
    let either = cells.replacen(" and ", " or ", 1);
    if let Some(reach) = seen.out_of_reach(clue).filter(|_| clue.len() > 1) {
        let so = if seen.facts.is_empty() { "" } else { " so" };
        return Words::named("forced gap", format!("{}{so} {reach}. {actions}.", seen.title_and_facts()));
    }
    let sentence = match (clue, seen.known.contains(&Some(EMPTY))) {
        ([block], false) if seen.filled() > 0 => {
            let filled = &seen.known_cells;
            let (name, length) = (&seen.name, block.length);
            format!("{name}: the {length} includes {filled}, so it cannot reach {either}. Cross {them} out.")
        }
        _ if seen.facts.is_empty() => format!("{title}: no block can cover {either}. Cross {them} out."),
        _ => format!("{} so no block can cover {either}. Cross {them} out.", seen.title_and_facts()),
    };
    Words::named("forced gap", sentence)
}

/// Cells that become filled.
fn filled_cells(seen: &Line, needed: usize) -> Words {
    let (title, actions) = (seen.title(), &seen.actions);
    if seen.room() == needed {
        let cells = if needed == 1 { "1 filled cell".to_owned() } else { format!("{needed} filled cells") };
        let sentence = format!("{title} needs {cells}, and only {needed} can be filled. {actions}.");
        return Words::named("completed line", sentence);
    }
    if seen.filled() > 0 && seen.new_cells().all(|at| seen.lies_between_filled(at)) {
        let sentence = format!("{} and these belong to one block. {actions}.", seen.title_and_facts());
        return Words::named("joining", sentence);
    }
    if seen.filled() > 0 && seen.new_cells().all(|at| seen.grows_from_filled(at)) {
        let sentence =
            format!("{} so the block can only extend {}. {actions}.", seen.title_and_facts(), seen.direction());
        return Words::named("glue", sentence);
    }
    let (name, clue, cells) = (&seen.name, &seen.clue, &seen.cells);
    let it = if clue.contains(' ') { "the blocks cover" } else { "it covers" };
    let placed = format!("wherever you place the {clue}, {it} {cells}");
    let do_it = match (seen.new_cells().count(), actions.strip_prefix("Fill ")) {
        (2.., Some(_)) => "Fill them",
        _ => actions,
    };
    let sentence = match seen.facts.is_empty() {
        true => format!("{name}: {placed}. {do_it}."),
        false => format!("{name}: {}. {}. {do_it}.", seen.facts, capital(&placed)),
    };
    Words::named("overlap", sentence)
}

/// What to do: "fill r3c1 and cross out r3c2", "paint r3c1 red".
fn actions(puzzle: &Nonogram, model: &Model, step: &Step) -> String {
    let names = value_names(puzzle);
    let shown = step.conclusions.iter().map(|shown| match shown.left.is_power_of_two() {
        true => ((true, shown.left), shown.var),
        false => ((false, shown.removed), shown.var),
    });
    let parts: Vec<String> = group_by(shown)
        .into_iter()
        .map(|((is_found, set), vars)| {
            let cells = cells_of(model, vars);
            match is_found {
                true if set == EMPTY => format!("cross out {cells}"),
                true if !puzzle.is_coloured() => format!("fill {cells}"),
                true => format!("paint {cells} {}", values(&names, set)),
                false => format!("{cells} cannot be {}", values(&names, set)),
            }
        })
        .collect();
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}, and {last}", rest.join(", ")),
        _ => parts.join(""),
    }
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
