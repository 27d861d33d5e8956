//! The sums of the formula, and what follows from them.
//!
//! Every sum is kept as "at least": positive coefficients, and a bound that has to be reached. Its *slack* is how much
//! more the literals that are not false can give than is needed. A literal with a coefficient above the slack must be true.

use quandary_check::{Linear, Term};

use crate::literal::{Lit, Reason, Trail};

#[derive(Debug)]
struct Sum {
    start: usize,
    end: usize,
    slack: i64,
    largest: i64,
    /// How much all literals together give more than is needed.
    surplus: i64,
}

/// All sums.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    sums: Vec<Sum>,
    terms: Vec<(i64, Lit)>,
    /// By literal, the sums that it is part of, with its coefficient.
    part_of: Vec<Vec<(u32, i64)>>,
}

impl Sums {
    pub(crate) fn new(sums: &[Linear], variables: usize) -> Self {
        let mut all = Sums { part_of: vec![Vec::new(); 2 * variables], ..Sums::default() };
        for sum in sums {
            all.add(sum.terms.iter().copied(), sum.bound);
            if sum.is_equality {
                let negated = sum.terms.iter().map(|term| Term { coefficient: -term.coefficient, ..*term });
                all.add(negated, -sum.bound);
            }
        }
        all
    }

    fn add(&mut self, terms: impl Iterator<Item = Term>, mut bound: i64) {
        let (start, number) = (self.terms.len(), self.sums.len() as u32);
        for term in terms.filter(|term| term.coefficient != 0) {
            let mut literal = Lit::of(term);
            if term.coefficient < 0 {
                // −a · x = a · (not x) − a.
                literal = !literal;
                bound -= term.coefficient;
            }
            let coefficient = term.coefficient.abs();
            self.terms.push((coefficient, literal));
            self.part_of[literal.index()].push((number, coefficient));
        }
        let coefficients = || self.terms[start..].iter().map(|term| term.0);
        let (slack, largest) = (coefficients().sum::<i64>() - bound, coefficients().max().unwrap_or(0));
        self.sums.push(Sum { start, end: self.terms.len(), slack, largest, surplus: slack });
    }

    /// Concludes what each sum says when nothing is known. Returns a sum that cannot be reached, if there is one.
    pub(crate) fn start(&self, trail: &mut Trail) -> Option<Reason> {
        (0..self.sums.len() as u32).find(|&sum| !self.conclude(sum, trail)).map(Reason::Sum)
    }

    /// Takes note that a literal became true, and concludes what follows. Returns a sum that cannot be reached any
    /// more, if there is one.
    pub(crate) fn propagate(&mut self, literal: Lit, trail: &mut Trail) -> Option<Reason> {
        let part_of = &self.part_of[(!literal).index()];
        for &(sum, coefficient) in part_of {
            self.sums[sum as usize].slack -= coefficient;
        }
        part_of.iter().find(|&&(sum, _)| !self.conclude(sum, trail)).map(|&(sum, _)| Reason::Sum(sum))
    }

    /// Undoes the note that a literal became true.
    pub(crate) fn undo(&mut self, literal: Lit) {
        for &(sum, coefficient) in &self.part_of[(!literal).index()] {
            self.sums[sum as usize].slack += coefficient;
        }
    }

    fn conclude(&self, number: u32, trail: &mut Trail) -> bool {
        let sum = &self.sums[number as usize];
        if sum.slack < 0 {
            return false;
        }
        if sum.slack < sum.largest {
            for &(coefficient, literal) in &self.terms[sum.start..sum.end] {
                if coefficient > sum.slack && trail.is_open(literal) {
                    trail.set(literal, Reason::Sum(number));
                }
            }
        }
        true
    }

    /// Why a literal follows from a sum (or, with `None`, why the sum cannot be reached): literals that are true.
    pub(crate) fn explain(&self, number: u32, literal: Option<Lit>, trail: &Trail, why: &mut Vec<Lit>) {
        let sum = &self.sums[number as usize];
        let terms = &self.terms[sum.start..sum.end];
        let before = literal.map_or(u32::MAX, |literal| trail.position(literal));
        let is_cause = |&&(_, other): &&(i64, Lit)| trail.is_false(other) && trail.position(other) < before;
        // With all causes the slack is less than the coefficient; with fewer it may still be.
        let coefficient =
            literal.map_or(0, |literal| terms.iter().find(|term| term.1 == literal).map_or(0, |term| term.0));
        let known: i64 = terms.iter().filter(is_cause).map(|term| term.0).sum();
        let mut spare = coefficient - 1 - (sum.surplus - known);
        for &(coefficient, other) in terms.iter().filter(is_cause) {
            if coefficient <= spare && trail.level_of(other) > 0 {
                spare -= coefficient;
            } else {
                why.push(!other);
            }
        }
    }
}
