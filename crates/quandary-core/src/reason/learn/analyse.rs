//! Conflict analysis: the first unique implication point, and clause minimisation.
//!
//! A conflict is a set of true literals that cannot all hold. Along the trail from the newest to the oldest, each literal of
//! the current level is replaced by its reason, until one is left: the first unique implication point. Then every literal
//! that follows from the others is removed.

use super::facts::{Facts, Reason};
use super::log::Log;
use super::order::Order;
use super::{Literal, Propagator, clauses::Clauses};

/// What an analysis knows of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// It is part of the set.
    Seen,
    /// It follows from the set.
    Implied,
    /// It does not follow from the set, as far as was looked.
    Needed,
}

/// How deep to look for whether a literal follows from others; further down it hardly ever does.
const DEEPEST: u32 = 200;

/// Working space for conflict analysis.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// The true literals that cannot all hold.
    pub(super) conflict: Vec<Literal>,
    /// The clause that was learned; the first literal is the one that follows after the jump back, the second is the newest
    /// of the others.
    pub(super) learned: Vec<Literal>,
    /// The LBD of the learned clause: how many decision levels its literals have.
    pub(super) lbd: u32,
    marks: Vec<Mark>,
    marked: Vec<usize>,
    /// Reasons that the propagator gave during this analysis, one after the other.
    given: Vec<Literal>,
    /// Where the reason of each variable is in `given`; meaningful if it was asked for in this round.
    place: Vec<(u64, u32, u32)>,
    /// The round in which each level was seen last.
    level_seen: Vec<u64>,
    round: u64,
    /// What was learned from what, where that is wanted.
    pub(super) log: Option<Box<Log>>,
}

/// Where the literals of a reason are.
#[derive(Clone, Copy)]
enum Antecedent {
    Clause(u32),
    One(Literal),
    Two([Literal; 2]),
    Given(u32, u32),
}

/// What an analysis asks.
pub(super) struct Context<'a, P> {
    pub(super) facts: &'a Facts,
    pub(super) clauses: &'a mut Clauses,
    pub(super) propagator: &'a mut P,
    pub(super) order: &'a mut Order,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Self {
        Analysis {
            conflict: Vec::new(),
            learned: Vec::new(),
            lbd: 0,
            marks: vec![Mark::Unseen; variables],
            marked: Vec::new(),
            given: Vec::new(),
            place: vec![(0, 0, 0); variables],
            level_seen: vec![0; variables + 1],
            round: 0,
            log: None,
        }
    }

    /// Turns the conflict into a learned clause. All its literals are true, and the highest of their levels, which is above 0,
    /// is the current one.
    pub(super) fn run<P: Propagator>(&mut self, context: &mut Context<'_, P>) {
        self.round += 1;
        self.given.clear();
        self.learned.clear();
        // The place of the literal that is found last.
        self.learned.push(Literal::new(0, true));
        let mut open = 0;
        if let Some(log) = &mut self.log {
            log.uses_conflict(&self.conflict);
        }
        for index in 0..self.conflict.len() {
            open += self.absorb(self.conflict[index], context);
        }
        let trail = context.facts.trail();
        let mut at = trail.len();
        loop {
            at -= 1;
            let literal = trail[at];
            let variable = literal.variable();
            if self.marks[variable] != Mark::Seen {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.learned[0] = !literal;
                break;
            }
            if let Some(antecedent) = self.antecedent(literal, context) {
                if let Antecedent::Clause(clause) = antecedent {
                    context.clauses.mark_used(clause);
                }
                self.note_use(literal, context);
                for index in 0..self.count(antecedent, context) {
                    open += self.absorb(self.literal(antecedent, index, context), context);
                }
            }
        }
        self.minimise(context);
        for variable in self.marked.drain(..) {
            self.marks[variable] = Mark::Unseen;
        }
        self.finish(context.facts);
    }

    /// Takes a true literal into the set; 1 when it is one more of the current level.
    fn absorb<P>(&mut self, literal: Literal, context: &mut Context<'_, P>) -> usize {
        let variable = literal.variable();
        let level = context.facts.level_of(variable);
        if level == 0 || self.marks[variable] != Mark::Unseen {
            return 0;
        }
        self.marks[variable] = Mark::Seen;
        self.marked.push(variable);
        context.order.bump(variable);
        if level == context.facts.level() {
            return 1;
        }
        self.level_seen[level as usize] = self.round;
        self.learned.push(!literal);
        0
    }

    /// The reason of a true literal; `None` for a decision.
    fn antecedent<P: Propagator>(&mut self, literal: Literal, context: &mut Context<'_, P>) -> Option<Antecedent> {
        let variable = literal.variable();
        Some(match context.facts.reason(variable) {
            Reason::None => return None,
            Reason::Clause(clause) => Antecedent::Clause(clause),
            Reason::Binary(cause) => Antecedent::One(cause),
            Reason::Pair(a, b) => Antecedent::Two([a, b]),
            Reason::Native(tag) => {
                let (round, start, end) = self.place[variable];
                if round == self.round {
                    return Some(Antecedent::Given(start, end));
                }
                let start = self.given.len() as u32;
                context.propagator.explain(literal, tag, context.facts, &mut self.given);
                let end = self.given.len() as u32;
                debug_assert!(
                    self.given[start as usize..]
                        .iter()
                        .all(|&fact| context.facts.is_true(fact) && context.facts.is_older(fact, literal)),
                    "a reason must be known before its conclusion"
                );
                self.place[variable] = (self.round, start, end);
                Antecedent::Given(start, end)
            }
        })
    }

    fn count<P>(&self, antecedent: Antecedent, context: &Context<'_, P>) -> usize {
        match antecedent {
            Antecedent::Clause(clause) => context.clauses.len(clause) - 1,
            Antecedent::One(_) => 1,
            Antecedent::Two(_) => 2,
            Antecedent::Given(start, end) => (end - start) as usize,
        }
    }

    fn literal<P>(&self, antecedent: Antecedent, index: usize, context: &Context<'_, P>) -> Literal {
        match antecedent {
            // The first literal of the clause is the conclusion.
            Antecedent::Clause(clause) => !context.clauses.literal(clause, index + 1),
            Antecedent::One(cause) => cause,
            Antecedent::Two(causes) => causes[index],
            Antecedent::Given(start, _) => self.given[start as usize + index],
        }
    }

    fn minimise<P: Propagator>(&mut self, context: &mut Context<'_, P>) {
        let mut kept = 1;
        for index in 1..self.learned.len() {
            let literal = self.learned[index];
            if !self.is_redundant(!literal, context) {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    fn is_redundant<P: Propagator>(&mut self, literal: Literal, context: &mut Context<'_, P>) -> bool {
        let Some(antecedent) = self.antecedent(literal, context) else { return false };
        let follows = (0..self.count(antecedent, context)).all(|index| {
            let premise = self.literal(antecedent, index, context);
            self.is_implied(premise, 0, context)
        });
        if follows {
            self.note_use(literal, context);
        }
        follows
    }

    /// Takes note in the log, if there is one, that a clause which made a literal true is used.
    #[inline]
    fn note_use<P>(&mut self, literal: Literal, context: &Context<'_, P>) {
        if let Some(log) = &mut self.log {
            log.uses_reason(literal, context.facts, context.clauses);
        }
    }

    fn is_implied<P: Propagator>(&mut self, literal: Literal, depth: u32, context: &mut Context<'_, P>) -> bool {
        let variable = literal.variable();
        let level = context.facts.level_of(variable);
        if level == 0 {
            return true;
        }
        match self.marks[variable] {
            Mark::Seen | Mark::Implied => return true,
            Mark::Needed => return false,
            Mark::Unseen => {}
        }
        let mut follows = false;
        // Nothing follows at a level of which the set knows nothing.
        if self.level_seen[level as usize] == self.round
            && depth < DEEPEST
            && let Some(antecedent) = self.antecedent(literal, context)
        {
            follows = (0..self.count(antecedent, context)).all(|index| {
                let premise = self.literal(antecedent, index, context);
                self.is_implied(premise, depth + 1, context)
            });
            if follows {
                self.note_use(literal, context);
            }
        }
        self.marks[variable] = if follows { Mark::Implied } else { Mark::Needed };
        self.marked.push(variable);
        follows
    }

    /// Counts the levels, and brings the newest of the other literals to the second place.
    fn finish(&mut self, facts: &Facts) {
        self.round += 1;
        self.lbd = 0;
        for literal in &self.learned {
            let level = facts.level_of(literal.variable()) as usize;
            if std::mem::replace(&mut self.level_seen[level], self.round) != self.round {
                self.lbd += 1;
            }
        }
        let newest = (1..self.learned.len()).max_by_key(|&index| facts.level_of(self.learned[index].variable()));
        if let Some(newest) = newest {
            self.learned.swap(1, newest);
        }
    }

    /// Takes note in the log, if there is one, of what is known for good, and of the conflict at level 0 if there is one.
    #[cold]
    pub(super) fn note_known(&mut self, facts: &Facts, clauses: &Clauses) {
        if let Some(log) = &mut self.log {
            log.uses_conflict(&self.conflict);
            log.note_known(facts, clauses);
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let log = self.log.as_ref().map_or(0, |log| log.bytes());
        (self.marks.len() * 32 + self.given.capacity() * size_of::<Literal>()) as u64 + log
    }
}
