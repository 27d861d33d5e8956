//! The variants of Sudoku, as a rule book states them.
//!
//! A puzzle may name *regions*: they take the place of the boxes. Beside rows, columns and boxes a puzzle may have
//!
//! * `rules` for the whole board: a diagonal holds each digit once (`main-diagonal` from the upper left,
//!   `anti-diagonal` from the upper right); `windows`, square boxes one cell in from the edge and from each other, do; so do
//!   the cells in the same place of all boxes (`disjoint-groups`). Two cells a knight's move apart differ
//!   (`anti-knight`); two cells that touch at a corner differ (`anti-king`); two neighbours are not consecutive
//!   (`non-consecutive`). Two neighbours without a dot are not consecutive (`all-white-dots`), and none is twice the
//!   other (`all-black-dots`); two neighbours without a number between them add up to neither 5 nor 10 (`all-xv`);
//! * `cages`: no digit twice, and the digits add up to the sum if there is one;
//! * `thermometers`: digits grow from each cell to the next;
//! * `arrows`: the digits along the shaft add up to the number in the circle;
//! * `signs` between neighbours: their difference, their ratio, or their sum;
//! * `marks`: the digit of a cell is one of these.
//!
//! No cage, thermometer, arrow or sign names a cell twice.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::{Failure, Once};

/// Row and column, counted from 0.
pub(crate) type Cell = (usize, usize);

#[derive(Default, Deserialize)]
pub(crate) struct Variant {
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    #[serde(default)]
    pub(crate) cages: Vec<Cage>,
    #[serde(default)]
    pub(crate) thermometers: Vec<Vec<String>>,
    #[serde(default)]
    pub(crate) arrows: Vec<Arrow>,
    #[serde(default)]
    pub(crate) signs: Vec<Sign>,
    #[serde(default)]
    pub(crate) marks: Once<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cage {
    sum: Option<usize>,
    cells: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrow {
    circle: Vec<String>,
    shaft: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sign {
    between: [String; 2],
    difference: Option<usize>,
    ratio: Option<usize>,
    sum: Option<usize>,
}

/// A demand on the digits of some cells.
pub(crate) struct Demand {
    /// The rule's short name.
    pub(crate) rule: &'static str,
    pub(crate) cells: Vec<Cell>,
    pub(crate) wants: Wants,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    /// All differ.
    Unlike,
    /// All differ, and they add up to this.
    UnlikeSum(usize),
    /// Each is more than the one before.
    Growing,
    /// The first few are the digits of a number, and the others add up to it.
    NumberIsSum(usize),
    /// Of the two, one is this much more than the other.
    Difference(usize),
    /// Of the two, one is this many times the other.
    Ratio(usize),
    /// The two add up to this.
    Sum(usize),
    /// The two are not consecutive.
    NotConsecutive,
    /// Of the two, none is twice the other.
    NotTwice,
    /// The two are neither consecutive nor one twice the other.
    NeitherDot,
    /// The two add up to neither 5 nor 10.
    NotFiveOrTen,
}

impl Demand {
    /// The name that explanations use: the rule and its cells.
    pub(crate) fn name(&self) -> String {
        let cells = self.cells.iter().map(|(row, column)| format!(" r{}c{}", row + 1, column + 1));
        format!("{}{}", self.rule, cells.collect::<String>())
    }
}

impl Wants {
    /// Whether these digits, one for each cell, are as demanded.
    pub(crate) fn hold(&self, digits: &[usize]) -> bool {
        let unlike = || (0..digits.len()).all(|i| (0..i).all(|j| digits[i] != digits[j]));
        let sum = |digits: &[usize]| digits.iter().sum::<usize>();
        match (self, digits) {
            (Wants::Unlike, _) => unlike(),
            (Wants::UnlikeSum(total), _) => unlike() && sum(digits) == *total,
            (Wants::Growing, _) => (1..digits.len()).all(|i| digits[i - 1] < digits[i]),
            (Wants::NumberIsSum(places), _) => {
                let (number, shaft) = digits.split_at(*places);
                let next = |number: usize, digit: &usize| number.checked_mul(10)?.checked_add(*digit);
                number.iter().try_fold(0, next) == Some(sum(shaft))
            }
            (Wants::Difference(by), [a, b]) => a.abs_diff(*b) == *by,
            (Wants::Ratio(by), [a, b]) => by.checked_mul(*b) == Some(*a) || by.checked_mul(*a) == Some(*b),
            (Wants::Sum(total), [a, b]) => a + b == *total,
            (Wants::NotConsecutive, [a, b]) => a.abs_diff(*b) != 1,
            (Wants::NotTwice, [a, b]) => *a != 2 * b && *b != 2 * a,
            (Wants::NeitherDot, [a, b]) => a.abs_diff(*b) != 1 && *a != 2 * b && *b != 2 * a,
            (Wants::NotFiveOrTen, [a, b]) => a + b != 5 && a + b != 10,
            _ => false,
        }
    }
}

fn cell(name: &str, side: usize) -> Result<Cell, Failure> {
    let read = || {
        let (row, column) = name.to_ascii_lowercase().strip_prefix('r')?.split_once('c').map(|(row, column)| {
            Some((row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?))
        })??;
        (row < side && column < side).then_some((row, column))
    };
    read().ok_or_else(|| Failure::Puzzle(format!("there is no cell '{name}'")))
}

fn cells(names: &[String], side: usize) -> Result<Vec<Cell>, Failure> {
    let cells: Vec<Cell> = names.iter().map(|name| cell(name, side)).collect::<Result<_, _>>()?;
    let mut seen = BTreeSet::new();
    match cells.iter().position(|cell| !seen.insert(cell)) {
        Some(place) => Err(Failure::Puzzle(format!("a clue names '{}' twice", names[place]))),
        None => Ok(cells),
    }
}

impl Variant {
    /// More groups of as many cells as digits, each with its kind and number. `boxes` are how high and how wide boxes are, where
    /// the board has them.
    pub(crate) fn groups(&self, side: usize, boxes: Option<[usize; 2]>) -> Result<Vec<(String, Vec<Cell>)>, Failure> {
        let (mut groups, mut seen) = (Vec::new(), BTreeSet::new());
        for rule in self.rules.iter().filter(|&rule| seen.insert(rule)) {
            let [height, width] = match (rule.as_str(), boxes) {
                ("windows", Some([height, width])) if height == width => [height, width],
                ("disjoint-groups", Some(boxes)) => boxes,
                ("windows" | "disjoint-groups", _) => {
                    return Err(Failure::Puzzle(format!("this board does not have the boxes that '{rule}' needs")));
                }
                _ => [0, 0],
            };
            match rule.as_str() {
                "main-diagonal" => groups.push(("diagonal 1".to_owned(), (0..side).map(|i| (i, i)).collect())),
                "anti-diagonal" => {
                    groups.push(("diagonal 2".to_owned(), (0..side).map(|i| (i, side - 1 - i)).collect()))
                }
                "windows" => {
                    // A window follows every gap of one row and one column, as long as it fits.
                    let starts = |long: usize| (1..side).step_by(long + 1).filter(move |start| start + long < side);
                    for top in starts(height) {
                        for left in starts(width) {
                            let window = (0..side).map(|i| (top + i / width, left + i % width)).collect();
                            groups.push((format!("window {}", groups_of(&groups, "window") + 1), window));
                        }
                    }
                }
                "disjoint-groups" => {
                    for i in 0..side {
                        let place = (i / width, i % width);
                        let all = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
                        let same = all.filter(|(row, column)| (row % height, column % width) == place);
                        groups.push((format!("group {}", i + 1), same.collect()));
                    }
                }
                "anti-knight" | "anti-king" | "non-consecutive" | "all-white-dots" | "all-black-dots" | "all-xv" => {}
                other => return Err(Failure::Puzzle(format!("there is no rule '{other}'"))),
            }
        }
        Ok(groups)
    }

    /// Everything that is demanded of single cages, lines and pairs of cells.
    pub(crate) fn demands(&self, side: usize) -> Result<Vec<Demand>, Failure> {
        let mut demands = Vec::new();
        for cage in &self.cages {
            let wants = cage.sum.map_or(Wants::Unlike, Wants::UnlikeSum);
            demands.push(Demand { rule: "cage", cells: cells(&cage.cells, side)?, wants });
        }
        for path in &self.thermometers {
            demands.push(Demand { rule: "thermometer", cells: cells(path, side)?, wants: Wants::Growing });
        }
        for arrow in &self.arrows {
            let all = cells(&[&arrow.circle[..], &arrow.shaft].concat(), side)?;
            demands.push(Demand { rule: "arrow", cells: all, wants: Wants::NumberIsSum(arrow.circle.len()) });
        }
        for sign in &self.signs {
            let (rule, wants) = match (sign.difference, sign.ratio, sign.sum) {
                (Some(by), None, None) => ("white dot", Wants::Difference(by)),
                (None, Some(by), None) => ("black dot", Wants::Ratio(by)),
                (None, None, Some(10)) => ("X", Wants::Sum(10)),
                (None, None, Some(5)) => ("V", Wants::Sum(5)),
                (None, None, Some(sum)) => ("sum", Wants::Sum(sum)),
                _ => return Err(Failure::Puzzle("a sign says nothing, or more than one thing".to_owned())),
            };
            demands.push(Demand { rule, cells: cells(&sign.between, side)?, wants });
        }
        // Neighbours with a dot between them, and with a number.
        let (mut dotted, mut numbered) = (BTreeSet::new(), BTreeSet::new());
        for sign in &self.signs {
            let joined = (cell(&sign.between[0], side)?, cell(&sign.between[1], side)?);
            let signed = if sign.sum.is_none() { &mut dotted } else { &mut numbered };
            signed.extend([joined, (joined.1, joined.0)]);
        }
        for (a, b) in pairs(side) {
            let wanted = self.between(a, b, dotted.contains(&(a, b)), numbered.contains(&(a, b)));
            demands.extend(wanted.into_iter().map(|(rule, wants)| Demand { rule, cells: vec![a, b], wants }));
        }
        Ok(demands)
    }

    /// What the rules for the whole board demand of two cells, the first before the second.
    fn between(&self, a: Cell, b: Cell, dotted: bool, numbered: bool) -> Vec<(&'static str, Wants)> {
        let (down, across) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        let has = |name: &str| self.rules.iter().any(|rule| rule == name);
        let mut wanted = Vec::new();
        if has("anti-knight") && (down, across) != (0, 0) && down * across == 2 {
            wanted.push(("knight's move", Wants::Unlike));
        }
        if has("anti-king") && (down, across) == (1, 1) {
            wanted.push(("king's move", Wants::Unlike));
        }
        if down + across == 1 {
            if has("non-consecutive") {
                wanted.push(("neighbours", Wants::NotConsecutive));
            }
            match (has("all-white-dots") && !dotted, has("all-black-dots") && !dotted) {
                (true, true) => wanted.push(("no dot", Wants::NeitherDot)),
                (true, false) => wanted.push(("no dot", Wants::NotConsecutive)),
                (false, true) => wanted.push(("no dot", Wants::NotTwice)),
                (false, false) => {}
            }
            if has("all-xv") && !numbered {
                wanted.push(("no X or V", Wants::NotFiveOrTen));
            }
        }
        wanted
    }

    /// The digits that each marked cell may have.
    pub(crate) fn marked(&self, side: usize) -> Result<Vec<(Cell, Vec<usize>)>, Failure> {
        let digit =
            |symbol: char| symbol.to_digit(36).map(|digit| digit as usize).filter(|digit| (1..=side).contains(digit));
        let read = |(name, marks): (&String, &String)| {
            let digits: Option<Vec<usize>> = marks.chars().map(digit).collect();
            let digits = digits.ok_or_else(|| Failure::Puzzle(format!("the marks of '{name}' are not digits")))?;
            Ok((cell(name, side)?, digits))
        };
        self.marks.0.iter().map(read).collect()
    }
}

fn groups_of(groups: &[(String, Vec<Cell>)], kind: &str) -> usize {
    groups.iter().filter(|(name, _)| name.starts_with(kind)).count()
}

/// All pairs of cells that are at most two rows and two columns apart, the first before the second.
fn pairs(side: usize) -> Vec<(Cell, Cell)> {
    let all: Vec<Cell> = (0..side).flat_map(|row| (0..side).map(move |column| (row, column))).collect();
    let mut pairs = Vec::new();
    for &a in &all {
        for row in a.0..side.min(a.0 + 3) {
            for column in a.1.saturating_sub(2)..side.min(a.1 + 3) {
                if a < (row, column) {
                    pairs.push((a, (row, column)));
                }
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use crate::tests::broken;

    /// The rule that a filled 4×4 board breaks, with these fields beside its cells.
    fn breaks(fields: &str, solution: &str) -> Option<&'static str> {
        let puzzle = format!(r#"{{"family":"sudoku","cells":"................",{fields}}}"#);
        broken(&puzzle, &format!("\"{solution}\""))
    }

    #[test]
    fn each_rule_has_a_board_that_breaks_it_alone() {
        let plain = "1234341221434321";
        for (rule, fields, right, wrong) in [
            ("diagonal", r#""rules":["main-diagonal"]"#, Some("1234341243212143"), plain),
            ("diagonal", r#""rules":["anti-diagonal"]"#, Some("1234341243212143"), plain),
            ("window", r#""rules":["windows"]"#, Some("1234341243212143"), plain),
            ("group", r#""rules":["disjoint-groups"]"#, Some(plain), "1234342143122143"),
            ("knight's move", r#""rules":["anti-knight"]"#, Some("1234432134122143"), plain),
            ("king's move", r#""rules":["anti-king"]"#, None, plain),
            ("neighbours", r#""rules":["non-consecutive"]"#, None, plain),
            ("no dot", r#""rules":["all-white-dots"]"#, None, plain),
            ("no dot", r#""rules":["all-black-dots"]"#, None, plain),
            ("no X or V", r#""rules":["all-xv"]"#, None, plain),
            ("cage", r#""cages":[{"sum":7,"cells":["r1c1","r1c2","r2c2"]}]"#, Some(plain), "1234431221433421"),
            ("cage", r#""cages":[{"cells":["r1c1","r2c2","r3c3"]}]"#, Some("1234341241232341"), plain),
            ("thermometer", r#""thermometers":[["r1c1","r1c2","r2c1"]]"#, Some(plain), "1324241331424231"),
            ("arrow", r#""arrows":[{"circle":["r2c1"],"shaft":["r1c1","r1c2"]}]"#, Some(plain), "1234431221433421"),
            ("white dot", r#""signs":[{"between":["r1c1","r1c2"],"difference":1}]"#, Some(plain), "1324241331424231"),
            ("black dot", r#""signs":[{"between":["r1c1","r1c2"],"ratio":2}]"#, Some(plain), "1324241331424231"),
            ("V", r#""signs":[{"between":["r1c2","r1c3"],"sum":5}]"#, Some(plain), "1243341221344321"),
            ("region", r#""regions":"ABABCDCDABABCDCD""#, Some(plain), "1234342143122143"),
            ("pencil mark", r#""marks":{"r1c1":"12"}"#, Some(plain), "4321214312343412"),
        ] {
            if let Some(right) = right {
                assert_eq!(breaks(fields, right), None, "{fields}");
            }
            assert_eq!(breaks(fields, wrong), Some(rule), "{fields}");
        }
    }

    #[test]
    fn a_circle_of_two_cells_holds_a_number_of_two_digits() {
        let arrow = |shaft: &str| format!(r#""arrows":[{{"circle":["r1c1","r1c2"],"shaft":{shaft}}}]"#);
        // r1c1 and r1c2 are 1 and 2; the second row is 3 4 1 2, the third 2 1 4 3.
        assert_eq!(breaks(&arrow(r#"["r2c1","r2c2","r2c3","r2c4","r3c1"]"#), "1234341221434321"), None);
        assert_eq!(breaks(&arrow(r#"["r2c1","r2c2"]"#), "1234341221434321"), Some("arrow"));
    }

    #[test]
    fn what_the_board_has_not_makes_no_puzzle() {
        for fields in [
            r#""rules":["gravity"]"#,
            r#""cages":[{"cells":["r5c1"]}]"#,
            r#""signs":[{"between":["r1c1","r1c2"]}]"#,
            r#""marks":{"r1c1":"9"}"#,
            r#""regions":"AAAAAAAAAAAAAAAA""#,
        ] {
            assert_eq!(breaks(fields, "1234341221434321"), Some("puzzle"), "{fields}");
        }
    }
}
