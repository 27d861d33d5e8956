//! What each variable may still be, and what follows from it.
//!
//! Two things remove values: the rules of the puzzle, each by itself (`kinds.rs`), and *facts*: clauses that were shown
//! before, such as "r1c1 is not 5, or r2c2 is 3". A clause of which all literals but one are false makes that one true.
//! Everything is repeated until nothing changes. What was assumed can be taken back.

use std::collections::VecDeque;

use crate::kinds::{Values, each};
use crate::limits::{Limits, Stop, Work};
use crate::rules::{Literal, Rules};

/// What each variable may be.
pub struct State<'r> {
    rules: &'r Rules,
    possible: Vec<Values>,
    /// Each change: the variable, and what it could be before.
    trail: Vec<(usize, Values)>,
    /// The rules of each variable.
    rules_of: Vec<Vec<usize>>,
    /// Rules with a variable that changed since they were looked at, by their turn.
    waiting: [VecDeque<usize>; 3],
    is_waiting: Vec<bool>,
    facts: Facts,
    /// The numbers of the facts that something followed from, where that is wanted.
    used: Option<Vec<usize>>,
    /// Literals that became false and whose clauses were not looked at since.
    became_false: Vec<usize>,
    /// Space for the values of one rule.
    of_rule: Vec<Values>,
    work: Work<'r>,
    /// Bytes that are left for facts.
    memory: u64,
}

/// Clauses, one after the other. Each is watched at its first two literals: while neither is false, nothing follows. The two
/// watchers of clause c have the numbers 2c and 2c + 1, and those of a literal are a chain.
#[derive(Debug)]
struct Facts {
    literals: Vec<u32>,
    /// Where each clause is in `literals`.
    clauses: Vec<(usize, usize)>,
    /// By literal, its first watcher.
    first: Vec<u32>,
    /// By watcher, the next one of the same literal.
    next: Vec<u32>,
}

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// About how many bytes a fact takes beside its literals.
const FACT_BYTES: u64 = 48;

impl<'r> State<'r> {
    /// The start of a puzzle. The limits hold for everything that is done with this state.
    pub fn new(rules: &'r Rules, limits: &Limits<'r>) -> Self {
        let mut rules_of = vec![Vec::new(); rules.variables()];
        for (number, rule) in rules.rules.iter().enumerate() {
            rule.variables.iter().for_each(|&variable| rules_of[variable].push(number));
        }
        State {
            rules,
            possible: rules.start.clone(),
            trail: Vec::new(),
            rules_of,
            waiting: [0, 1, 2].map(|turn| (0..rules.rules.len()).filter(|&rule| rules.turn(rule) == turn).collect()),
            is_waiting: vec![true; rules.rules.len()],
            facts: Facts {
                literals: Vec::new(),
                clauses: Vec::new(),
                first: vec![NONE; 2 * rules.values * rules.variables()],
                next: Vec::new(),
            },
            used: None,
            became_false: Vec::new(),
            of_rule: Vec::new(),
            work: Work::new(limits),
            memory: limits.memory,
        }
    }

    /// What a variable may be, as bits.
    pub fn possible(&self, variable: usize) -> Values {
        self.possible[variable]
    }

    /// The value of each variable, if each has one value left.
    pub fn solution(&self) -> Option<Vec<usize>> {
        let only = |values: &Values| values.is_power_of_two().then(|| values.trailing_zeros() as usize);
        self.possible.iter().map(only).collect()
    }

    /// Whether a literal is true (`Some(true)`), false, or open.
    pub fn truth(&self, literal: Literal) -> Option<bool> {
        let (possible, value) = (self.possible[literal.variable], 1 << literal.value);
        if possible & value == 0 {
            Some(!literal.is)
        } else if possible == value {
            Some(literal.is)
        } else {
            None
        }
    }

    /// Makes a literal true, without looking at what follows.
    pub fn assume(&mut self, literal: Literal) -> Result<(), Stop> {
        let value = 1 << literal.value;
        self.narrow(literal.variable, if literal.is { value } else { !value })
    }

    /// Leaves a variable only the values in a set.
    fn narrow(&mut self, variable: usize, to: Values) -> Result<(), Stop> {
        let before = self.possible[variable];
        let now = before & to;
        if now == before {
            return if now == 0 { Err(Stop::Contradiction) } else { Ok(()) };
        }
        self.trail.push((variable, before));
        self.possible[variable] = now;
        for &rule in &self.rules_of[variable] {
            if !std::mem::replace(&mut self.is_waiting[rule], true) {
                self.waiting[self.rules.turn(rule)].push_back(rule);
            }
        }
        let base = variable * self.rules.values;
        for value in each(before & !now) {
            self.became_false.push(2 * (base + value) + 1);
        }
        if now.is_power_of_two() {
            self.became_false.push(2 * (base + now.trailing_zeros() as usize));
        }
        if now == 0 { Err(Stop::Contradiction) } else { Ok(()) }
    }

    /// Removes what the rules and the facts do not allow, until nothing changes.
    pub fn propagate(&mut self) -> Result<(), Stop> {
        let result = self.propagate_all();
        if result.is_err() {
            self.became_false.clear();
            self.forget_waiting();
        }
        result
    }

    fn propagate_all(&mut self) -> Result<(), Stop> {
        loop {
            while let Some(literal) = self.became_false.pop() {
                self.look_at_facts(literal)?;
            }
            let Some(number) = self.waiting.iter_mut().find_map(VecDeque::pop_front) else { return Ok(()) };
            self.is_waiting[number] = false;
            let rule = &self.rules.rules[number];
            let mut left = std::mem::take(&mut self.of_rule);
            left.clear();
            left.extend(rule.variables.iter().map(|&variable| self.possible[variable]));
            let mut result = rule.kind.filter(&mut left, &mut self.work);
            for (&variable, &values) in rule.variables.iter().zip(&left) {
                if result.is_ok() && values != self.possible[variable] {
                    result = self.narrow(variable, values);
                }
            }
            self.of_rule = left;
            result?;
        }
    }

    /// Looks at the clauses that are watched at a literal that became false.
    fn look_at_facts(&mut self, literal: usize) -> Result<(), Stop> {
        let (mut previous, mut watcher) = (NONE, self.facts.first[literal]);
        while watcher != NONE {
            let next = self.facts.next[watcher as usize];
            let (start, end) = self.facts.clauses[watcher as usize / 2];
            self.work.spend(end - start)?;
            // The false literal stands second.
            if self.facts.literals[start] as usize == literal {
                self.facts.literals.swap(start, start + 1);
            }
            let first = self.literal(self.facts.literals[start]);
            let is_open = |place: &usize| self.truth(self.literal(self.facts.literals[*place])) != Some(false);
            if self.truth(first) == Some(true) {
                previous = watcher;
            } else if let Some(other) = (start + 2..end).find(is_open) {
                self.facts.literals.swap(start + 1, other);
                match previous {
                    NONE => self.facts.first[literal] = next,
                    _ => self.facts.next[previous as usize] = next,
                }
                let watched = self.facts.literals[start + 1] as usize;
                self.facts.next[watcher as usize] = std::mem::replace(&mut self.facts.first[watched], watcher);
            } else {
                if let Some(used) = &mut self.used {
                    used.push(watcher as usize / 2);
                }
                self.assume(first)?;
                previous = watcher;
            }
            watcher = next;
        }
        Ok(())
    }

    fn literal(&self, number: u32) -> Literal {
        let number = number as usize;
        let (place, values) = (number / 2, self.rules.values);
        Literal { variable: place / values, value: place % values, is: number % 2 == 1 }
    }

    fn number(&self, literal: Literal) -> usize {
        2 * (literal.variable * self.rules.values + literal.value) + usize::from(literal.is)
    }

    /// How many facts there are, numbered in the order in which they were added. A clause of one literal is none.
    pub fn facts(&self) -> usize {
        self.facts.clauses.len()
    }

    /// The facts that something followed from since this was last asked: for a prover, who looks for those that are needed.
    pub fn used(&mut self) -> Vec<usize> {
        self.used.replace(Vec::new()).unwrap_or_default()
    }

    /// A point to come back to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything since a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark
            && let Some((variable, before)) = self.trail.pop()
        {
            self.possible[variable] = before;
        }
        self.became_false.clear();
        self.forget_waiting();
    }

    fn forget_waiting(&mut self) {
        self.waiting.iter_mut().flat_map(|rules| rules.drain(..)).for_each(|rule| self.is_waiting[rule] = false);
    }

    /// Whether a clause follows: with all its literals false, a contradiction follows. Nothing may be assumed, and
    /// everything must have been propagated.
    pub fn follows(&mut self, clause: &[Literal]) -> Result<bool, Stop> {
        let mark = self.mark();
        let mut result = Ok(());
        for &literal in clause {
            result = result.and_then(|()| self.assume(Literal { is: !literal.is, ..literal }));
        }
        let result = result.and_then(|()| self.propagate());
        self.undo(mark);
        match result {
            Ok(()) => Ok(false),
            Err(Stop::Contradiction) => Ok(true),
            Err(Stop::Limit) => Err(Stop::Limit),
        }
    }

    /// Adds a clause that is known to hold, and propagates. Nothing may be assumed.
    pub fn add(&mut self, clause: &[Literal]) -> Result<(), Stop> {
        if clause.iter().any(|&literal| self.truth(literal) == Some(true)) {
            return Ok(());
        }
        let open: Vec<Literal> = clause.iter().copied().filter(|&literal| self.truth(literal).is_none()).collect();
        match open[..] {
            [] => return Err(Stop::Contradiction),
            [only] => self.assume(only)?,
            _ => {
                let bytes = FACT_BYTES + 4 * open.len() as u64;
                self.memory = self.memory.checked_sub(bytes).ok_or(Stop::Limit)?;
                let start = self.facts.literals.len();
                let number = self.facts.clauses.len() as u32;
                for &literal in &open {
                    self.facts.literals.push(self.number(literal) as u32);
                }
                for (place, watcher) in [(start, 2 * number), (start + 1, 2 * number + 1)] {
                    let watched = self.facts.literals[place] as usize;
                    self.facts.next.push(std::mem::replace(&mut self.facts.first[watched], watcher));
                }
                self.facts.clauses.push((start, self.facts.literals.len()));
            }
        }
        self.propagate()
    }
}
