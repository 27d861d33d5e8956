//! Colouring: where a digit has two places in a unit, one is true and one is not. Places that are connected through such
//! units get two colours in turn; all of one colour are true, all of the other false.
//!
//! *Simple colours*: a cell that sees both colours loses the digit (trap); two cells of one colour that see each other
//! make that colour false (wrap). *Multi-colours* takes two such networks: where a colour of the first sees a colour of
//! the second, one of the two opposite colours is true.

use super::board::{Board, Cells, PEERS, first, members};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use quandary_core::reason::explain::words::capital;

/// Connected places of one digit, in two colours, and the units that link them.
struct Net {
    colours: [Cells; 2],
    units: Vec<usize>,
}

impl Net {
    fn all(&self) -> Cells {
        self.colours[0] | self.colours[1]
    }

    /// What has to be known of it.
    fn knowing(&self, board: &Board, digit: usize, found: Found) -> Found {
        let found = found.using(self.units.iter().copied());
        self.units.iter().fold(found, |found, &unit| found.knowing_places(unit, digit, board.places(unit, digit)))
    }
}

fn nets(board: &Board, digit: usize) -> Vec<Net> {
    let links: Vec<(usize, Cells)> =
        (0..27).map(|unit| (unit, board.places(unit, digit))).filter(|(_, places)| places.count_ones() == 2).collect();
    let mut left = links.iter().fold(0, |all, link| all | link.1);
    let mut nets = Vec::new();
    while left != 0 {
        let mut net = Net { colours: [1 << first(left), 0], units: Vec::new() };
        loop {
            let before = net.all();
            for (_, ends) in &links {
                for colour in 0..2 {
                    if ends & net.colours[colour] != 0 {
                        net.colours[1 - colour] |= ends & !net.colours[colour];
                    }
                }
            }
            if net.all() == before {
                break;
            }
        }
        net.units = links.iter().filter(|link| link.1 & net.all() != 0).map(|link| link.0).collect();
        left &= !net.all();
        // A network that gives a cell both colours belongs to a board that contradicts itself.
        if net.colours[0] & net.colours[1] == 0 {
            nets.push(net);
        }
    }
    nets
}

/// The cells of one colour as a subject: "r1c1 is", "r1c1 and r4c7 are".
fn all_are(set: Cells) -> String {
    format!("{} {}", say::cells(set), if set.is_power_of_two() { "is" } else { "are" })
}

/// Cells that see some cell of a set.
fn seen_by_any(set: Cells) -> Cells {
    members(set).fold(0, |seen, cell| seen | PEERS[cell])
}

/// One network.
pub(super) fn simple(board: &Board, finds: &mut Finds) {
    for digit in 0..9 {
        for net in nets(board, digit).iter().filter(|net| net.units.len() > 1) {
            for colour in 0..2 {
                let (one, other) = (net.colours[colour], net.colours[1 - colour]);
                if seen_by_any(one) & one == 0 {
                    continue;
                }
                let found = net.knowing(board, digit, Found::new(Technique::SimpleColours)).strikes(one, digit);
                let found = found.seeing(one, one).described(board, |then| {
                    format!(
                        "Either {} {d}, or {} {d}. Two of the first group see each other, so that group is not {d}: \
                         {then}.",
                        all_are(one),
                        all_are(other),
                        d = say::digit(digit)
                    )
                });
                if finds.add(board, found) {
                    return;
                }
            }
            let [one, other] = net.colours;
            let struck = board.digits[digit] & seen_by_any(one) & seen_by_any(other) & !net.all();
            let found = net.knowing(board, digit, Found::new(Technique::SimpleColours)).strikes(struck, digit);
            let found = found.seeing(struck, one | other).described(board, |then| {
                format!(
                    "Either {} {d}, or {} {d}. A cell that sees cells of both kinds cannot be {d}: {then}.",
                    all_are(one),
                    all_are(other),
                    d = say::digit(digit)
                )
            });
            if finds.add(board, found) {
                return;
            }
        }
    }
}

/// Two networks.
pub(super) fn multi(board: &Board, finds: &mut Finds) {
    for digit in 0..9 {
        let nets = nets(board, digit);
        for (index, first) in nets.iter().enumerate() {
            for second in &nets[index + 1..] {
                if two_nets(board, digit, first, second, finds) {
                    return;
                }
            }
        }
    }
}

/// Everything that two networks show about each other: a colour that sees both colours of the other, and then all at once.
fn two_nets(board: &Board, digit: usize, first: &Net, second: &Net, finds: &mut Finds) -> bool {
    let start = || {
        let found = first.knowing(board, digit, Found::new(Technique::MultiColours));
        second.knowing(board, digit, found)
    };
    let d = say::digit(digit);
    let mut all = start();
    let mut reasons: Vec<String> = Vec::new();
    for (net, other) in [(first, second), (second, first)] {
        for &colour in &net.colours {
            if other.colours.iter().any(|&opposite| seen_by_any(colour) & opposite == 0) {
                continue;
            }
            let why = || {
                let [one, two] = other.colours.map(all_are);
                let see = if colour.is_power_of_two() { "sees" } else { "see" };
                format!("either {one} {d}, or {two} {d}. {} {see} cells of both kinds", say::cells(colour))
            };
            let found = start().strikes(colour, digit).seeing(colour, other.all());
            let found = found.described(board, |then| format!("{}. So {then}.", why()));
            if finds.add(board, found) {
                return true;
            }
            all = all.strikes(colour, digit).seeing(colour, other.all());
            reasons.push(why());
        }
    }
    for one in 0..2 {
        for two in 0..2 {
            let (near, far) = (first.colours[one], second.colours[two]);
            let (rest, end) = (first.colours[1 - one], second.colours[1 - two]);
            let struck = board.digits[digit] & seen_by_any(rest) & seen_by_any(end) & !first.all() & !second.all();
            if seen_by_any(near) & far == 0 || struck == 0 {
                continue;
            }
            all = all.strikes(struck, digit).seeing(near, far).seeing(struck, rest | end);
            let [near, far] = [near, far].map(say::cells);
            let [rest, end] = [rest, end].map(all_are);
            reasons.push(format!("{near} and {far} cannot all be {d}, so {rest} {d} or {end} {d}"));
        }
    }
    let all = all.described(board, |then| {
        let [one, two] = first.colours.map(all_are);
        let [three, four] = second.colours.map(all_are);
        format!(
            "Either {one} {d} or {two} {d}, and either {three} {d} or {four} {d}. {}. So {then}.",
            capital(&reasons.join("; "))
        )
    });
    finds.add(board, all)
}
