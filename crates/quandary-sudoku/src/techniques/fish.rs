//! Fish: n rows that have a digit in n columns only take it out of the rest of these columns, and vice versa.
//!
//! Two lines make an X-Wing, three a Swordfish, four a Jellyfish. With *fins*, places of a row outside the columns, all
//! in one box, either the fish holds or a fin is true: cells that see all fins and would lose the digit by the fish lose it
//! either way. A finned fish of which a line has one place besides its fins is called *sashimi*.

use super::board::{Board, Cells, UNITS, digits_in, members};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use super::subsets::choices;
use quandary_core::reason::explain::Role;

const PLAIN: [Technique; 3] = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish];
const FINNED: [Technique; 3] = [Technique::FinnedXWing, Technique::FinnedSwordfish, Technique::FinnedJellyfish];
const SASHIMI: [Technique; 3] = [Technique::SashimiXWing, Technique::SashimiSwordfish, Technique::SashimiJellyfish];

/// Fish of a size without fins.
pub(super) fn plain(board: &Board, size: usize, finds: &mut Finds) {
    each_base(board, size, size as u32, &mut |digit, base, places, across| {
        if across.len() != size {
            return false;
        }
        let cover = across.iter().fold(0, |all, &line| all | UNITS[line]);
        let struck = board.digits[digit] & cover & !base.iter().fold(0, |all, &line| all | UNITS[line]);
        if struck == 0 {
            return false;
        }
        let fish = fish(PLAIN[size - 2], digit, base, across, places).marking(Role::Corner, places, 1 << digit);
        let found = fish.strikes(struck, digit).described(board, |then| {
            format!(
                "In {}, {digit} fits only in {}. So these {} have their {digit}s there: {then}.",
                say::units(base),
                say::units(across),
                if across[0] < 9 { "rows" } else { "columns" },
                digit = say::digit(digit)
            )
        });
        finds.add(board, found)
    });
}

/// Fish of a size with fins; `is_sashimi` chooses between those of which a line has one place besides its fins, and the
/// others.
pub(super) fn finned(board: &Board, size: usize, is_sashimi: bool, finds: &mut Finds) {
    let technique = if is_sashimi { SASHIMI[size - 2] } else { FINNED[size - 2] };
    each_base(board, size, size as u32 + 2, &mut |digit, base, places, across| {
        if across.len() <= size || across.len() > size + 2 {
            return false;
        }
        let in_base = base.iter().fold(0, |all, &line| all | UNITS[line]);
        choices(across, size, &mut |chosen| {
            let cover = chosen.iter().fold(0, |all, &line| all | UNITS[line]);
            let fins = places & !cover;
            let Some(of_fins) = (18..27).find(|&unit| fins & !UNITS[unit] == 0) else { return false };
            let struck = board.digits[digit] & cover & !in_base & UNITS[of_fins];
            if struck == 0 {
                return false;
            }
            let fewest = base.iter().map(|&line| (UNITS[line] & places & !fins).count_ones()).min().unwrap_or(0);
            if fewest == 0 || (fewest == 1) != is_sashimi {
                return false;
            }
            let fish = fish(technique, digit, base, chosen, places)
                .marking(Role::Corner, places & !fins, 1 << digit)
                .marking(Role::Fin, fins, 1 << digit);
            let found = fish.using([of_fins]).strikes(struck, digit).described(
                board,
                |then| {
                    format!(
                        "In {}, {digit} fits only in {}, apart from {}. Either {} is {digit} or the fish is complete; in both \
                         cases {then}.",
                        say::units(base),
                        say::units(chosen),
                        say::cells(fins),
                        say::one_of(fins),
                        digit = say::digit(digit)
                    )
                },
            );
            finds.add(board, found)
        })
    });
}

fn fish(technique: Technique, digit: usize, base: &[usize], cover: &[usize], places: Cells) -> Found {
    let found = Found::new(technique).using(base.iter().chain(cover).copied());
    base.iter().fold(found, |found, &line| found.knowing_places(line, digit, places))
}

/// Receives a digit, lines, all its places in them, and the lines across; returns whether it has seen enough.
type Seen<'s> = dyn FnMut(usize, &[usize], Cells, &[usize]) -> bool + 's;

/// Calls `seen` with every choice of lines in which a digit has one to `most` places, and together so many: the digit, the lines,
/// all its places in them, and the lines across.
fn each_base(board: &Board, size: usize, most: u32, seen: &mut Seen<'_>) {
    for digit in 0..9 {
        for (lines, others) in [(0..9, 9), (9..18, 0)] {
            // For each line, where on it the digit fits: bit n for the n-th line across.
            let mut across = [0u16; 18];
            for cell in members(board.digits[digit]) {
                let (row, column) = (cell / 9, cell % 9);
                across[row] |= 1 << column;
                across[9 + column] |= 1 << row;
            }
            let few: Vec<(usize, u16)> = lines
                .map(|line| (line, across[line]))
                .filter(|(_, across)| (1..=most).contains(&across.count_ones()))
                .collect();
            let mut report = |base: &[usize], across: u16| {
                let places = base.iter().fold(0, |all, &line| all | board.places(line, digit));
                let across: Vec<usize> = digits_in(across).map(|line| others + line).collect();
                seen(digit, base, places, &across)
            };
            if extend(&few, size, most, &mut Vec::with_capacity(size), 0, &mut report) {
                return;
            }
        }
    }
}

/// Extends the chosen lines by others to so many, as long as they have at most so many places across.
fn extend(
    rest: &[(usize, u16)],
    size: usize,
    most: u32,
    chosen: &mut Vec<usize>,
    across: u16,
    report: &mut dyn FnMut(&[usize], u16) -> bool,
) -> bool {
    if chosen.len() == size {
        return report(chosen, across);
    }
    for (index, &(line, more)) in rest.iter().enumerate() {
        if rest.len() - index < size - chosen.len() {
            break;
        }
        if (across | more).count_ones() > most {
            continue;
        }
        chosen.push(line);
        let enough = extend(&rest[index + 1..], size, most, chosen, across | more, report);
        chosen.pop();
        if enough {
            return true;
        }
    }
    false
}
