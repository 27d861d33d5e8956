//! Learning from a contradiction.
//!
//! The contradiction is a set of true literals that cannot all hold. Going back in time, each literal of the newest level
//! is replaced by the reason why it is true, until one is left: had that one been false at once, none of this would have
//! happened. Then every literal that follows from the others of the set is left out.

use super::facts::{Facts, Reason};
use super::order::Order;
use super::{Literal, Propagator, clauses::Clauses};

/// What an analysis knows of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// It is part of the set.
    Seen,
    /// It follows from the set.
    Follows,
    /// It does not follow from the set, as far as was looked.
    Stands,
}

/// How deep to look for whether a literal follows from others; further down it hardly ever does.
const DEEPEST: u32 = 200;

/// Working space for the analysis of contradictions.
#[derive(Debug)]
pub(super) struct Analysis {
    /// The true literals that cannot all hold.
    pub(super) clash: Vec<Literal>,
    /// The clause that was learned; the first literal is the one that follows after the jump back, the second is the newest
    /// of the others.
    pub(super) learned: Vec<Literal>,
    /// How many levels the learned clause ties together.
    pub(super) ties: u32,
    marks: Vec<Mark>,
    marked: Vec<usize>,
    /// Reasons that the propagator gave during this analysis, one after the other.
    given: Vec<Literal>,
    /// Where the reason of each variable lies in `given`; meaningful if it was asked for in this round.
    place: Vec<(u64, u32, u32)>,
    /// The round in which each level was seen last.
    level_seen: Vec<u64>,
    round: u64,
}

/// Where the literals of a reason stand.
#[derive(Clone, Copy)]
enum Because {
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
            clash: Vec::new(),
            learned: Vec::new(),
            ties: 0,
            marks: vec![Mark::Unseen; variables],
            marked: Vec::new(),
            given: Vec::new(),
            place: vec![(0, 0, 0); variables],
            level_seen: vec![0; variables + 1],
            round: 0,
        }
    }

    /// Turns the clash into a learned clause. All literals of the clash are true, and the newest level of theirs, which
    /// is above 0, is the present one.
    pub(super) fn run<P: Propagator>(&mut self, context: &mut Context<'_, P>) {
        self.round += 1;
        self.given.clear();
        self.learned.clear();
        // The place of the literal that is found last.
        self.learned.push(Literal::new(0, true));
        let mut open = 0;
        for index in 0..self.clash.len() {
            open += self.absorb(self.clash[index], context);
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
            if let Some(because) = self.because(literal, context) {
                if let Because::Clause(clause) = because {
                    context.clauses.note_use(clause);
                }
                for index in 0..self.count(because, context) {
                    open += self.absorb(self.literal(because, index, context), context);
                }
            }
        }
        self.leave_out_what_follows(context);
        for variable in self.marked.drain(..) {
            self.marks[variable] = Mark::Unseen;
        }
        self.finish(context.facts);
    }

    /// Takes a true literal into the set; 1 when it is one more of the present level.
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
    fn because<P: Propagator>(&mut self, literal: Literal, context: &mut Context<'_, P>) -> Option<Because> {
        let variable = literal.variable();
        Some(match context.facts.reason(variable) {
            Reason::None => return None,
            Reason::Clause(clause) => Because::Clause(clause),
            Reason::Binary(cause) => Because::One(cause),
            Reason::Pair(a, b) => Because::Two([a, b]),
            Reason::Native(tag) => {
                let (round, start, end) = self.place[variable];
                if round == self.round {
                    return Some(Because::Given(start, end));
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
                Because::Given(start, end)
            }
        })
    }

    fn count<P>(&self, because: Because, context: &Context<'_, P>) -> usize {
        match because {
            Because::Clause(clause) => context.clauses.len(clause) - 1,
            Because::One(_) => 1,
            Because::Two(_) => 2,
            Because::Given(start, end) => (end - start) as usize,
        }
    }

    fn literal<P>(&self, because: Because, index: usize, context: &Context<'_, P>) -> Literal {
        match because {
            // The first literal of the clause is the conclusion.
            Because::Clause(clause) => !context.clauses.literal(clause, index + 1),
            Because::One(cause) => cause,
            Because::Two(causes) => causes[index],
            Because::Given(start, _) => self.given[start as usize + index],
        }
    }

    fn leave_out_what_follows<P: Propagator>(&mut self, context: &mut Context<'_, P>) {
        let mut kept = 1;
        for index in 1..self.learned.len() {
            let literal = self.learned[index];
            if !self.follows_from_the_rest(!literal, context) {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    fn follows_from_the_rest<P: Propagator>(&mut self, literal: Literal, context: &mut Context<'_, P>) -> bool {
        let Some(because) = self.because(literal, context) else { return false };
        (0..self.count(because, context)).all(|index| {
            let premise = self.literal(because, index, context);
            self.is_known(premise, 0, context)
        })
    }

    fn is_known<P: Propagator>(&mut self, literal: Literal, depth: u32, context: &mut Context<'_, P>) -> bool {
        let variable = literal.variable();
        let level = context.facts.level_of(variable);
        if level == 0 {
            return true;
        }
        match self.marks[variable] {
            Mark::Seen | Mark::Follows => return true,
            Mark::Stands => return false,
            Mark::Unseen => {}
        }
        let mut follows = false;
        // Nothing follows at a level of which the set knows nothing.
        if self.level_seen[level as usize] == self.round
            && depth < DEEPEST
            && let Some(because) = self.because(literal, context)
        {
            follows = (0..self.count(because, context)).all(|index| {
                let premise = self.literal(because, index, context);
                self.is_known(premise, depth + 1, context)
            });
        }
        self.marks[variable] = if follows { Mark::Follows } else { Mark::Stands };
        self.marked.push(variable);
        follows
    }

    /// Counts the levels, and brings the newest of the other literals to the second place.
    fn finish(&mut self, facts: &Facts) {
        self.round += 1;
        self.ties = 0;
        for literal in &self.learned {
            let level = facts.level_of(literal.variable()) as usize;
            if std::mem::replace(&mut self.level_seen[level], self.round) != self.round {
                self.ties += 1;
            }
        }
        let newest = (1..self.learned.len()).max_by_key(|&index| facts.level_of(self.learned[index].variable()));
        if let Some(newest) = newest {
            self.learned.swap(1, newest);
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.marks.len() * 32 + self.given.capacity() * size_of::<Literal>()) as u64
    }
}
