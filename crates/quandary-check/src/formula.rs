//! A puzzle as a pseudo-Boolean formula, for VeriPB and for whoever does not want to trust `state.rs`.
//!
//! Every variable of the puzzle with two values is one yes/no variable: `x5` says that variable 5 (counted from 1) has
//! value 1. One with more values has a yes/no variable for each, `x5_3` for value 3, of which exactly one is true. Each
//! kind of rule is written as sums:
//!
//! * different: each value at most once, or exactly once where there are as many cells as values;
//! * count: the weighted sum;
//! * implies: not the first, or the second;
//! * a demand on two cells: each digit of one is false, or one of the digits of the other that go with it is true;
//!   thermometers are such demands on neighbours;
//! * runs, cages and arrows: a path through a network (`formula/network.rs`), with a variable `e…` for each step; very large
//!   cages and arrows are sums of digits.
//!
//! With a solution, the formula also has an objective: the number of variables that agree with it. A proof that this
//! cannot be less than all of them shows that the solution is the only one.

mod network;

use std::fmt::Write;

use crate::Failure;
use crate::kinds::{Kind, Values, each};
use crate::limits::Limits;
use crate::rules::Rules;
use crate::sudoku::variant::Wants;

/// A multiple of a yes/no variable, or of its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// How much it counts.
    pub coefficient: i64,
    /// The yes/no variable.
    pub variable: usize,
    /// Whether it counts when the variable is true.
    pub is: bool,
}

/// A sum that is equal to a bound, or at least as large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// What is added up.
    pub terms: Vec<Term>,
    /// Whether the sum equals the bound.
    pub is_equality: bool,
    /// The bound.
    pub bound: i64,
}

/// A puzzle as sums over yes/no variables. Those of the puzzle's variables come first.
#[derive(Clone, Debug)]
pub struct Formula {
    /// All sums.
    pub sums: Vec<Linear>,
    /// How many yes/no variables belong to the puzzle's variables.
    pub of_puzzle: usize,
    /// How many there are in total.
    pub variables: usize,
    values: usize,
    puzzle_variables: usize,
}

/// About how many bytes a term takes, here and in a search that looks at it from both sides.
const TERM_BYTES: u64 = 96;

impl Formula {
    /// The formula of a puzzle, if it takes no more memory than the limits allow, with what a search needs beside it.
    pub fn new(rules: &Rules, limits: &Limits<'_>) -> Result<Formula, Failure> {
        let mut memory = limits.memory;
        let of_puzzle = if rules.values() == 2 { rules.variables() } else { rules.variables() * rules.values() };
        let mut formula = Formula {
            sums: Vec::new(),
            of_puzzle,
            variables: of_puzzle,
            values: rules.values(),
            puzzle_variables: rules.variables(),
        };
        for variable in 0..rules.variables() {
            if formula.values != 2 {
                formula.exactly_one((0..formula.values).map(|value| (variable, value)));
            }
            for value in (0..formula.values).filter(|value| rules.start(variable) >> value & 1 == 0) {
                let never = formula.literal(variable, value).opposite();
                formula.at_least(vec![never], 1);
            }
        }
        let mut counted = 0;
        for rule in &rules.rules {
            let cells = &rule.variables;
            let added: usize = formula.sums[counted..].iter().map(|sum| sum.terms.len()).sum();
            counted = formula.sums.len();
            memory = memory.checked_sub(added as u64 * TERM_BYTES).ok_or(Failure::Limit)?;
            if (limits.stop)() {
                return Err(Failure::Limit);
            }
            match &rule.kind {
                Kind::Different => formula.different(cells),
                Kind::Runs(runs) => formula.runs(runs, cells)?,
                Kind::Count(count) => {
                    let weighted = cells.iter().zip(count.ladders.iter().flatten());
                    let terms = weighted.map(|(&cell, &weight)| formula.literal(cell, 1).times(weight.into()));
                    formula.sums.push(Linear { terms: terms.collect(), is_equality: true, bound: count.total });
                }
                // It follows from two sums that are there.
                Kind::Difference(_) => {}
                Kind::Implies => {
                    let (not_first, second) = (formula.literal(cells[0], 1).opposite(), formula.literal(cells[1], 1));
                    formula.at_least(vec![not_first, second], 1);
                }
                Kind::Walk(wants) => formula.demand(wants, cells, rules)?,
            }
        }
        Ok(formula)
    }

    /// Forbids a solution: some variable has another value. When all solutions that are known are forbidden, there is a
    /// solution of the formula only if there is another one.
    pub fn forbid(&mut self, solution: &[usize]) {
        let others = self.agreement(solution).into_iter().map(Term::opposite).collect();
        self.at_least(others, 1);
    }

    /// What says that a variable of the puzzle has a value.
    pub fn literal(&self, variable: usize, value: usize) -> Term {
        let (number, is) =
            if self.values == 2 { (variable, value == 1) } else { (variable * self.values + value, true) };
        Term { coefficient: 1, variable: number, is }
    }

    /// The variable and the value that a yes/no variable of the puzzle stands for.
    pub fn meaning(&self, number: usize) -> (usize, usize) {
        if self.values == 2 { (number, 1) } else { (number / self.values, number % self.values) }
    }

    /// The name of a yes/no variable.
    pub fn name(&self, number: usize) -> String {
        if number >= self.of_puzzle {
            return format!("e{}", number - self.of_puzzle + 1);
        }
        let (variable, value) = self.meaning(number);
        if self.values == 2 { format!("x{}", variable + 1) } else { format!("x{}_{value}", variable + 1) }
    }

    /// What agrees with a solution: one literal for each variable of the puzzle.
    pub fn agreement(&self, solution: &[usize]) -> Vec<Term> {
        (0..self.puzzle_variables).map(|variable| self.literal(variable, solution[variable])).collect()
    }

    /// How many inequalities the formula has, with an equality counting twice.
    pub fn inequalities(&self) -> usize {
        self.sums.iter().map(|sum| 1 + usize::from(sum.is_equality)).sum()
    }

    /// The formula in the OPB format; with the number of agreements with a solution as its objective if one is given.
    pub fn to_opb(&self, solution: Option<&[usize]>) -> String {
        let mut text = String::new();
        if let Some(solution) = solution {
            text.push_str("min:");
            self.write_terms(&mut text, &self.agreement(solution));
            text.push_str(" ;\n");
        }
        for sum in &self.sums {
            self.write_terms(&mut text, &sum.terms);
            let relation = if sum.is_equality { "=" } else { ">=" };
            let _ = writeln!(text, " {relation} {} ;", sum.bound);
        }
        text
    }

    fn write_terms(&self, text: &mut String, terms: &[Term]) {
        for term in terms {
            let sign = if term.is { "" } else { "~" };
            let _ = write!(text, " {} {sign}{}", term.coefficient, self.name(term.variable));
        }
    }

    fn at_least(&mut self, terms: Vec<Term>, bound: i64) {
        self.sums.push(Linear { terms, is_equality: false, bound });
    }

    fn exactly_one(&mut self, cells: impl Iterator<Item = (usize, usize)>) {
        let terms = cells.map(|(variable, value)| self.literal(variable, value)).collect();
        self.sums.push(Linear { terms, is_equality: true, bound: 1 });
    }

    fn different(&mut self, cells: &[usize]) {
        for value in 0..self.values {
            if cells.len() == self.values {
                self.exactly_one(cells.iter().map(|&cell| (cell, value)));
            } else if cells.len() > 1 {
                let others = cells.iter().map(|&cell| self.literal(cell, value).opposite()).collect();
                self.at_least(others, cells.len() as i64 - 1);
            }
        }
    }

    /// The sum of the digits of some cells, each `times` as much.
    fn digits(&self, cells: &[usize], times: i64, rules: &Rules) -> Vec<Term> {
        let of_cell = |&cell: &usize| {
            each(rules.start(cell)).map(move |value| self.literal(cell, value).times(times * (value as i64 + 1)))
        };
        cells.iter().flat_map(of_cell).collect()
    }

    fn demand(&mut self, wants: &Wants, cells: &[usize], rules: &Rules) -> Result<(), Failure> {
        let values: Vec<Values> = cells.iter().map(|&cell| rules.start(cell)).collect();
        match wants {
            Wants::Unlike => self.different(cells),
            Wants::UnlikeSum(_) | Wants::NumberIsSum(_) if self.walk(wants, &values, cells)? => {}
            Wants::UnlikeSum(total) => {
                self.different(cells);
                let terms = self.digits(cells, 1, rules);
                let bound = i64::try_from(*total).map_err(|_| Failure::Limit)?;
                self.sums.push(Linear { terms, is_equality: true, bound });
            }
            Wants::Growing => {
                for pair in cells.windows(2) {
                    self.both_ways([pair[0], pair[1]], rules, |a, b| a < b);
                }
            }
            Wants::NumberIsSum(places) if *places > 9 => return Err(Failure::Limit),
            Wants::NumberIsSum(places) => {
                let (number, shaft) = cells.split_at(*places);
                let mut terms = self.digits(shaft, -1, rules);
                for (at, &cell) in number.iter().rev().enumerate() {
                    terms.extend(self.digits(&[cell], 10_i64.pow(at as u32), rules));
                }
                self.sums.push(Linear { terms, is_equality: true, bound: 0 });
            }
            _ => self.both_ways([cells[0], cells[1]], rules, |a, b| wants.hold(&[a + 1, b + 1])),
        }
        Ok(())
    }

    /// A relation between two cells: every value of each has a value of the other that goes with it.
    fn both_ways(&mut self, [a, b]: [usize; 2], rules: &Rules, holds: impl Fn(usize, usize) -> bool) {
        let all = |cell: usize| -> Values { rules.start(cell) };
        for value in each(all(a)) {
            let partners = each(all(b)).filter(|&other| holds(value, other)).map(|other| self.literal(b, other));
            let clause = std::iter::once(self.literal(a, value).opposite()).chain(partners).collect();
            self.at_least(clause, 1);
        }
        for value in each(all(b)) {
            let partners = each(all(a)).filter(|&other| holds(other, value)).map(|other| self.literal(a, other));
            let clause = std::iter::once(self.literal(b, value).opposite()).chain(partners).collect();
            self.at_least(clause, 1);
        }
    }
}

impl Term {
    /// Its opposite.
    #[must_use]
    pub fn opposite(self) -> Self {
        Term { is: !self.is, ..self }
    }

    fn times(self, coefficient: i64) -> Self {
        Term { coefficient, ..self }
    }
}
