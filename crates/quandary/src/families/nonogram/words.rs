//! Steps in a Nonogram player's words: overlap, completed line, forced gap.

use super::{Nonogram, shown};
use crate::reason::explain::words::{capital, cells_of, conclusions, plain_words};
use crate::reason::explain::{Argument, Step, Words};
use crate::reason::{Block, Model};

/// The value set of a cell that stays empty.
const EMPTY: u64 = 1;

/// A step in words.
pub(super) fn narrate(puzzle: &Nonogram, model: &Model, step: &Step) -> Words {
    if step.argument != Argument::Rule {
        return plain_words(puzzle, model, step);
    }
    // The constraints of the model are the lines, in order.
    let Some(line) = step.constraints.first().and_then(|&id| puzzle.lines().nth(id)) else {
        return plain_words(puzzle, model, step);
    };
    let (clue, then) = (puzzle.clue(line), conclusions(puzzle, model, step));
    let filled = step.premises.iter().filter(|known| known.values & EMPTY == 0).count();
    let needed: usize = clue.iter().map(|block| block.length).sum();
    let all_empty = step.conclusions.iter().all(|shown| shown.left == EMPTY);
    let all_filled = step.conclusions.iter().all(|shown| shown.left & EMPTY == 0);
    let known = cells_of(model, step.premises.iter().map(|known| known.var));
    let with = if known.is_empty() { String::new() } else { format!(", with what is known of {known}") };
    let is_whole = step.conclusions.len() == puzzle.cells_of(line).count();
    match () {
        () if clue.is_empty() => Words::named("empty line", format!("The clue of {line} is 0: {then}.")),
        () if is_whole => {
            Words::named("exact fit", format!("{} just fits into {line}: {then}.", capital(&blocks(clue))))
        }
        () if all_empty && filled == needed => {
            Words::named("completed line", format!("All blocks of {line} are found ({}): {then}.", shown(clue)))
        }
        () if all_empty => {
            let sentence = format!("No block of {line} ({}) can reach there{with}: {then}.", shown(clue));
            Words::named("forced gap", sentence)
        }
        () if all_filled => {
            let sentence = format!("However {} may lie in {line}{with}, {then}.", blocks(clue));
            Words::named("overlap", sentence)
        }
        () => {
            let sentence = format!("Every way to lay the blocks {} in {line}{with} agrees: {then}.", shown(clue));
            Words::named("placement", sentence)
        }
    }
}

/// The blocks of a clue in words: "the block of 5", "the row of blocks 2 1".
fn blocks(clue: &[Block]) -> String {
    match clue {
        [only] => format!("the block of {}", only.length),
        several => format!("the row of blocks {}", shown(several)),
    }
}
