//! Strong and weak links between candidates: what chains are made of.
//!
//! A *node* says "one of these cells holds this digit": one cell, two or three cells where a box and a line cross (a
//! group), or the places of a digit in an almost locked set. A *strong* link says that one of two nodes is true: a cell
//! with two digits left, a unit with two places for a digit, two digits of an almost locked set. A *weak* link says that not
//! both are: they see each other, or share a cell.
//!
//! A search from "this node is false" goes along strong and weak links in turns, and reaches every node that would then be
//! true, each on a shortest path.

use std::collections::HashMap;

use super::als::{self, Als};
use super::board::{Board, Cells, UNITS, cells_of, digits_in, first, members, seen_by_all, units_around};
use super::found::Found;
use super::say;
use quandary_core::reason::explain;

/// Which links a kind of chain is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    /// Units with two places for a digit.
    pub(super) units: bool,
    /// Cells with two digits left.
    pub(super) cells: bool,
    /// Groups of cells.
    pub(super) groups: bool,
    /// Almost locked sets of up to this many cells.
    pub(super) sets: usize,
}

/// One of these cells holds this digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) digit: usize,
    pub(super) cells: Cells,
}

impl Node {
    /// The cell, where it is one.
    pub(super) fn cell(&self) -> Option<usize> {
        self.cells.is_power_of_two().then(|| first(self.cells))
    }

    /// In words: "r1c1 is 4".
    fn is(&self, truth: &str) -> String {
        match self.cell() {
            Some(cell) => format!("{} is {truth}{}", say::cell(cell), say::digit(self.digit)),
            None if truth.is_empty() => format!("one of {} is {}", say::cells(self.cells), say::digit(self.digit)),
            None => format!("none of {} is {}", say::cells(self.cells), say::digit(self.digit)),
        }
    }
}

/// Why one of two nodes is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strong {
    Cell,
    Unit(usize),
    Set(usize),
}

/// All links of a board.
pub(super) struct Graph<'b> {
    pub(super) board: &'b Board,
    pub(super) nodes: Vec<Node>,
    /// For each node, the candidates of its digit that it takes away when it is true.
    seen: Vec<Cells>,
    strong: Vec<Vec<(u16, Strong)>>,
    weak: Vec<Vec<u16>>,
    sets: Vec<Als>,
}

const NOBODY: u16 = u16::MAX;

impl<'b> Graph<'b> {
    /// The links of some kinds; of one digit only, where one is given.
    pub(super) fn new(board: &'b Board, kinds: Kinds, only: Option<usize>) -> Self {
        let mut graph = Graph {
            board,
            nodes: Vec::new(),
            seen: Vec::new(),
            strong: Vec::new(),
            weak: Vec::new(),
            sets: Vec::new(),
        };
        let mut places: HashMap<Node, u16> = HashMap::new();
        let digits = || (0..9).filter(|&digit| only.is_none_or(|only| only == digit));
        for digit in digits() {
            for cell in members(board.digits[digit]) {
                if kinds.units || board.cells[cell].count_ones() == 2 {
                    graph.node(Node { digit, cells: 1 << cell }, &mut places);
                }
            }
        }
        if kinds.groups {
            for digit in digits() {
                for in_box in 18..27 {
                    for line in 0..18 {
                        let cells = board.places(in_box, digit) & cells_of(line);
                        if cells.count_ones() > 1 {
                            graph.node(Node { digit, cells }, &mut places);
                        }
                    }
                }
            }
        }
        if kinds.units {
            for digit in digits() {
                for unit in 0..27 {
                    graph.link_unit(unit, digit, kinds.groups, &places);
                }
            }
        }
        if kinds.cells {
            for cell in members(board.cells_with(2)) {
                let mut both = digits_in(board.cells[cell])
                    .filter_map(|digit| places.get(&Node { digit, cells: 1 << cell }).copied());
                if let (Some(one), Some(other)) = (both.next(), both.next()) {
                    graph.link(one, other, Strong::Cell);
                }
            }
        }
        if kinds.sets > 1 {
            graph.sets = als::all(board, kinds.sets);
            for index in 0..graph.sets.len() {
                let set = graph.sets[index];
                if set.cells.is_power_of_two() {
                    continue;
                }
                let nodes: Vec<u16> = digits_in(set.digits)
                    .map(|digit| {
                        let node = Node { digit, cells: set.cells & board.digits[digit] };
                        graph.node(node, &mut places)
                    })
                    .collect();
                for (place, &one) in nodes.iter().enumerate() {
                    for &other in &nodes[place + 1..] {
                        graph.link(one, other, Strong::Set(index));
                    }
                }
            }
        }
        graph.link_weakly();
        graph
    }

    fn node(&mut self, node: Node, places: &mut HashMap<Node, u16>) -> u16 {
        *places.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.seen.push(seen_by_all(node.cells) & self.board.digits[node.digit]);
            self.strong.push(Vec::new());
            self.nodes.len() as u16 - 1
        })
    }

    fn link(&mut self, one: u16, other: u16, why: Strong) {
        self.strong[usize::from(one)].push((other, why));
        self.strong[usize::from(other)].push((one, why));
    }

    /// Two nodes that have all places of a digit in a unit between them.
    fn link_unit(&mut self, unit: usize, digit: usize, groups: bool, places: &HashMap<Node, u16>) {
        let all = self.board.places(unit, digit);
        let mut parts: Vec<Cells> = members(all).map(|cell| 1 << cell).collect();
        if groups {
            let crossing = if unit < 18 { 18..27 } else { 0..18 };
            parts.extend(crossing.map(|other| all & UNITS[other]).filter(|part| part.count_ones() > 1));
        } else if all.count_ones() != 2 {
            return;
        }
        for part in parts {
            let rest = all & !part;
            if rest != 0 && part < rest {
                let ends = [part, rest].map(|cells| places.get(&Node { digit, cells }).copied());
                if let [Some(one), Some(other)] = ends {
                    self.link(one, other, Strong::Unit(unit));
                }
            }
        }
    }

    fn link_weakly(&mut self) {
        let mut of_digit: [Vec<u16>; 9] = Default::default();
        let mut of_cell: Vec<Vec<u16>> = vec![Vec::new(); 81];
        for (index, node) in self.nodes.iter().enumerate() {
            of_digit[node.digit].push(index as u16);
            if let Some(cell) = node.cell() {
                of_cell[cell].push(index as u16);
            }
        }
        let weak_links = |(index, node): (usize, &Node)| {
            let seen = self.seen[index];
            let is_seen = |other: &u16| self.nodes[usize::from(*other)].cells & !seen == 0;
            let mut weak: Vec<u16> = of_digit[node.digit].iter().copied().filter(is_seen).collect();
            if let Some(cell) = node.cell() {
                weak.extend(of_cell[cell].iter().copied().filter(|&other| usize::from(other) != index));
            }
            weak
        };
        self.weak = self.nodes.iter().enumerate().map(weak_links).collect();
    }

    /// Whether two nodes cannot both be true.
    pub(super) fn is_weak(&self, one: u16, other: u16) -> bool {
        self.weak[usize::from(one)].contains(&other)
    }

    /// Everything that follows from a node being true or false. Entry 2n is "node n is false", 2n + 1 "node n is true";
    /// each has the entry that it follows from.
    pub(super) fn follow(&self, start: u16, is_true: bool) -> Vec<u16> {
        let mut from = vec![NOBODY; 2 * self.nodes.len()];
        let start = 2 * start + u16::from(is_true);
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            let (node, truth) = (usize::from(here / 2), here % 2 == 1);
            let mut reach = |entry: u16| {
                if from[usize::from(entry)] == NOBODY && entry != start {
                    from[usize::from(entry)] = here;
                    queue.push(entry);
                }
            };
            if truth {
                self.weak[node].iter().for_each(|&other| reach(2 * other));
            } else {
                self.strong[node].iter().for_each(|&(other, _)| reach(2 * other + 1));
            }
        }
        from
    }

    /// The nodes on the path from the start of [`Graph::follow`] to an entry, both included.
    pub(super) fn way(&self, from: &[u16], start: u16, entry: u16) -> Vec<u16> {
        let mut way = vec![entry / 2];
        let mut here = entry;
        while from[usize::from(here)] != NOBODY {
            here = from[usize::from(here)];
            way.push(here / 2);
        }
        debug_assert_eq!(way.last(), Some(&start));
        way.reverse();
        way
    }

    /// The candidates that are false when one of two nodes is true.
    pub(super) fn between(&self, one: u16, other: u16) -> [Cells; 9] {
        let (one, other) = (usize::from(one), usize::from(other));
        let (a, b) = (self.nodes[one], self.nodes[other]);
        let mut struck = [0; 9];
        if a.digit == b.digit {
            struck[a.digit] = self.seen[one] & self.seen[other];
            return struck;
        }
        if let (Some(cell), true) = (a.cell(), a.cells == b.cells) {
            for digit in digits_in(self.board.cells[cell] & !(1 << a.digit) & !(1 << b.digit)) {
                struck[digit] = a.cells;
            }
            return struck;
        }
        if a.cell().is_some() {
            struck[b.digit] |= a.cells & self.seen[other];
        }
        if b.cell().is_some() {
            struck[a.digit] |= b.cells & self.seen[one];
        }
        struck
    }

    /// The other digits of the sets on a loop: each set is locked, so these stand in it.
    pub(super) fn locked_in(&self, one: u16, other: u16) -> [Cells; 9] {
        let mut struck = [0; 9];
        if let Strong::Set(set) = self.why(one, other) {
            let set = self.sets[set];
            let ends = [one, other].map(|node| self.nodes[usize::from(node)].digit);
            for digit in digits_in(set.digits).filter(|digit| !ends.contains(digit)) {
                struck[digit] = seen_by_all(set.cells & self.board.digits[digit]) & self.board.digits[digit];
            }
        }
        struck
    }

    fn why(&self, one: u16, other: u16) -> Strong {
        let links = &self.strong[usize::from(one)];
        links.iter().find(|link| link.0 == other).map_or(Strong::Cell, |link| link.1)
    }

    /// Adds what a chain rests on. Its links are strong and weak in turns; `strong_first` says which comes first.
    pub(super) fn resting_on(&self, mut found: Found, way: &[u16], strong_first: bool) -> Found {
        for (place, link) in way.windows(2).enumerate() {
            let (one, other) = (self.nodes[usize::from(link[0])], self.nodes[usize::from(link[1])]);
            let is_strong = (place % 2 == 0) == strong_first;
            if is_strong {
                found = match self.why(link[0], link[1]) {
                    Strong::Cell => found.knowing(self.board, one.cells),
                    Strong::Unit(unit) => found.using([unit]).knowing_places(unit, one.digit, one.cells | other.cells),
                    Strong::Set(set) => {
                        let set = self.sets[set];
                        found.using([set.unit]).knowing(self.board, set.cells)
                    }
                };
            } else if one.digit == other.digit {
                found = found.seeing(one.cells, other.cells);
            }
            if self.board.is_told {
                let end = |node: Node| explain::Node { vars: members(node.cells).collect(), values: 1 << node.digit };
                found.links.push(explain::Link { from: end(one), to: end(other), is_strong });
            }
        }
        found
    }

    /// Adds what a node removes to a find: the units through which it sees those cells.
    pub(super) fn striking(&self, mut found: Found, ends: &[u16], struck: &[Cells; 9]) -> Found {
        for (digit, &cells) in struck.iter().enumerate().filter(|(_, cells)| **cells != 0) {
            found = found.strikes(cells, digit);
            for &end in ends {
                let node = self.nodes[usize::from(end)];
                if node.digit == digit {
                    found = found.seeing(cells, node.cells);
                }
            }
        }
        found
    }

    /// A chain in words, from its first node being false: "If r1c1 is not 4, r1c7 is 4, …".
    pub(super) fn described(&self, way: &[u16], truth: bool) -> String {
        let node = |index: usize| self.nodes[usize::from(way[index])];
        let first = node(0).is(if truth { "" } else { "not " });
        let then = usize::from(!truth)..way.len();
        let steps: Vec<String> = then.step_by(2).skip(usize::from(truth)).map(|index| node(index).is("")).collect();
        let last = node(way.len() - 1);
        let is_struck = way.len().is_multiple_of(2) == truth;
        match (steps.is_empty(), is_struck) {
            (false, true) => format!("if {first}, then {}, so {}", steps.join(", then "), last.is("not ")),
            (false, false) => format!("if {first}, then {}", steps.join(", then ")),
            // The first link leads there.
            (true, true) => format!("if {first}, then {}, as {}", last.is("not "), why_not_both(node(0), last)),
            (true, false) => format!("if {first}, that is so already"),
        }
    }

    /// A chain in the usual shorthand: `(4)r1c1=r1c7-(4=9)r2c8`.
    pub(super) fn eureka(&self, way: &[u16], strong_first: bool) -> String {
        let mut text = String::new();
        let mut digit = None;
        let mut index = 0;
        while index < way.len() {
            let node = self.nodes[usize::from(way[index])];
            if index > 0 {
                text.push(if (index % 2 == 1) == strong_first { '=' } else { '-' });
            }
            let next = way.get(index + 1).map(|&next| self.nodes[usize::from(next)]);
            let next_is_strong = (index % 2 == 0) == strong_first;
            match next {
                Some(next) if next_is_strong && next.cells == node.cells => {
                    let cell = say::compact(node.cells);
                    text += &format!("({}={}){cell}", say::digit(node.digit), say::digit(next.digit));
                    digit = Some(next.digit);
                    index += 2;
                    continue;
                }
                _ if digit != Some(node.digit) => text += &format!("({})", say::digit(node.digit)),
                _ => {}
            }
            text += &say::compact(node.cells);
            digit = Some(node.digit);
            index += 1;
        }
        text
    }
}

/// Why not both of two nodes are true: "both are in row 7".
fn why_not_both(one: Node, other: Node) -> String {
    if one.digit != other.digit {
        return "a cell holds only one digit".to_owned();
    }
    let cells = one.cells | other.cells;
    let all = if cells.count_ones() > 2 { "all" } else { "both" };
    match units_around(cells).next() {
        Some(unit) => format!("{all} are in {}", say::unit(unit)),
        None => "these cells see each other".to_owned(),
    }
}
