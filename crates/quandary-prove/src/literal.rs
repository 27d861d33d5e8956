//! A yes/no variable or its opposite, and what is known of it.

use std::ops::Not;

use quandary_check::Term;

/// A yes/no variable of the formula, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) fn new(variable: usize, is: bool) -> Self {
        Lit((variable as u32) << 1 | u32::from(!is))
    }

    pub(crate) fn of(term: Term) -> Self {
        Lit::new(term.variable, term.is)
    }

    pub(crate) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is(self) -> bool {
        self.0 & 1 == 0
    }

    /// A number of its own, for tables.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was decided.
    Decision,
    /// A sum of the formula leaves no choice.
    Sum(u32),
    /// All other literals of a clause are false.
    Clause(u32),
}

/// What is known, in the order in which it became known.
#[derive(Debug)]
pub(crate) struct Trail {
    /// By literal: 1 true, 2 false, 0 open.
    truth: Vec<u8>,
    level: Vec<u32>,
    position: Vec<u32>,
    reason: Vec<Reason>,
    pub(crate) literals: Vec<Lit>,
    /// Where each level starts.
    starts: Vec<usize>,
}

impl Trail {
    pub(crate) fn new(variables: usize) -> Self {
        Trail {
            truth: vec![0; 2 * variables],
            level: vec![0; variables],
            position: vec![0; variables],
            reason: vec![Reason::Decision; variables],
            literals: Vec::with_capacity(variables),
            starts: Vec::new(),
        }
    }

    pub(crate) fn is_true(&self, literal: Lit) -> bool {
        self.truth[literal.index()] == 1
    }

    pub(crate) fn is_false(&self, literal: Lit) -> bool {
        self.truth[literal.index()] == 2
    }

    pub(crate) fn is_open(&self, literal: Lit) -> bool {
        self.truth[literal.index()] == 0
    }

    /// The level at which a variable got its value.
    pub(crate) fn level_of(&self, literal: Lit) -> u32 {
        self.level[literal.variable()]
    }

    /// Where a variable is on the trail.
    pub(crate) fn position(&self, literal: Lit) -> u32 {
        self.position[literal.variable()]
    }

    pub(crate) fn reason(&self, literal: Lit) -> Reason {
        self.reason[literal.variable()]
    }

    /// The current level.
    pub(crate) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    pub(crate) fn set(&mut self, literal: Lit, reason: Reason) {
        self.truth[literal.index()] = 1;
        self.truth[(!literal).index()] = 2;
        let variable = literal.variable();
        self.level[variable] = self.level();
        self.position[variable] = self.literals.len() as u32;
        self.reason[variable] = reason;
        self.literals.push(literal);
    }

    pub(crate) fn decide(&mut self, literal: Lit) {
        self.starts.push(self.literals.len());
        self.set(literal, Reason::Decision);
    }

    /// Undoes the newest literal.
    pub(crate) fn pop(&mut self) -> Option<Lit> {
        let literal = self.literals.pop()?;
        self.truth[literal.index()] = 0;
        self.truth[(!literal).index()] = 0;
        Some(literal)
    }

    /// Where the levels above this one start.
    pub(crate) fn end_of(&self, level: u32) -> usize {
        self.starts.get(level as usize).copied().unwrap_or(self.literals.len())
    }

    /// Closes the levels above this one; their literals have been undone.
    pub(crate) fn close_above(&mut self, level: u32) {
        self.starts.truncate(level as usize);
    }
}
