//! Any model as a board that can be counted: the variables are the places, and what constraints leave over is the state.
//!
//! Two variables belong to one part when a constraint has both. The number of ways to fill a part depends on the values
//! that its variables may still have, and on what the decided variables of its constraints leave to it
//! ([`Constraint::remainder`](super::super::Constraint::remainder)): of a sum only how much is missing.
//!
//! A branch decides a variable of the constraint that has the fewest open ones, so that constraints are finished one after
//! the other and few of them are half done at any time: then few states differ.

use super::super::{Engine, Model, Values, Var, each_value};
use super::Countable;

/// A model being counted.
#[derive(Debug)]
pub struct Board<'m> {
    model: &'m Model,
    engine: Engine<'m>,
    /// By variable and by constraint: the last round in which it was seen.
    seen_vars: Vec<u32>,
    seen_constraints: Vec<u32>,
    round: u32,
}

impl<'m> Board<'m> {
    /// The model's board after propagation; `None` where that breaks a constraint.
    pub fn new(model: &'m Model) -> Option<Self> {
        let mut engine = Engine::new(model);
        engine.propagate().ok()?;
        let (seen_vars, seen_constraints) = (vec![0; model.start().len()], vec![0; model.constraints().len()]);
        Some(Board { model, engine, seen_vars, seen_constraints, round: 0 })
    }

    /// The values of all variables of a full board.
    pub fn values(&self) -> Vec<u8> {
        self.model.decided(self.engine.domains()).unwrap_or_default()
    }

    /// The constraints on some variables, each once, in order.
    fn constraints_on(&mut self, part: &[Var]) -> Vec<usize> {
        self.round += 1;
        let mut constraints = Vec::new();
        for &var in part {
            for &constraint in self.model.watchers(var) {
                if std::mem::replace(&mut self.seen_constraints[constraint], self.round) != self.round {
                    constraints.push(constraint);
                }
            }
        }
        constraints.sort_unstable();
        constraints
    }
}

impl Countable for Board<'_> {
    type Place = Var;
    type State = Box<[u8]>;
    type Choice = (Var, Values);
    type Choices = std::vec::IntoIter<(Var, Values)>;

    fn open_places(&self) -> Vec<Var> {
        (0..self.model.start().len()).filter(|&var| self.is_open(var)).collect()
    }

    fn is_open(&self, var: Var) -> bool {
        self.engine.domains().size(var) > 1
    }

    fn parts(&mut self, open: Vec<Var>) -> Vec<Vec<Var>> {
        self.round += 1;
        let mut parts = Vec::new();
        for var in open {
            if self.seen_vars[var] == self.round {
                continue;
            }
            self.seen_vars[var] = self.round;
            let (mut part, mut next) = (vec![var], 0);
            while let Some(&var) = part.get(next) {
                next += 1;
                for &constraint in self.model.watchers(var) {
                    if std::mem::replace(&mut self.seen_constraints[constraint], self.round) == self.round {
                        continue;
                    }
                    for &other in self.model.constraints()[constraint].scope() {
                        if self.seen_vars[other] != self.round && self.engine.domains().size(other) > 1 {
                            self.seen_vars[other] = self.round;
                            part.push(other);
                        }
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        // If the time ends, most parts have been counted.
        parts.sort_by_key(Vec::len);
        parts
    }

    fn state(&mut self, part: &[Var]) -> (Box<[u8]>, usize) {
        let domains = self.engine.domains();
        let mut state = Vec::with_capacity(4 * part.len());
        for &var in part {
            // As many bytes for a variable as it has values at most: this is the same in all states.
            let (values, bytes) = (domains.get(var), self.model.start()[var].ilog2() / 8 + 1);
            state.extend_from_slice(&(var as u32).to_le_bytes()[..3]);
            state.extend_from_slice(&values.to_le_bytes()[..bytes as usize]);
        }
        // No variable has this number: what follows is about constraints.
        state.extend_from_slice(&[u8::MAX; 3]);
        for constraint in self.constraints_on(part) {
            self.model.constraints()[constraint].remainder(self.engine.domains(), &mut state);
        }
        let bytes = state.len() + 96;
        (state.into(), bytes)
    }

    fn choices(&mut self, part: &[Var]) -> Self::Choices {
        let domains = self.engine.domains();
        let open_in = |constraint: usize| {
            let scope = self.model.constraints()[constraint].scope();
            scope.iter().filter(|&&var| domains.size(var) > 1).count()
        };
        let cost = |&var: &Var| {
            let shortest = self.model.watchers(var).iter().map(|&constraint| open_in(constraint)).min();
            (shortest.unwrap_or(0), domains.size(var), var)
        };
        let best = part.iter().copied().min_by_key(cost);
        let choices = best.into_iter().flat_map(|var| each_value(domains.get(var)).map(move |value| (var, 1 << value)));
        choices.collect::<Vec<_>>().into_iter()
    }

    fn mark(&self) -> usize {
        self.engine.mark()
    }

    fn decide(&mut self, (var, values): (Var, Values)) -> bool {
        self.engine.decide(var, values).is_ok()
    }

    fn take_back(&mut self, mark: usize) {
        self.engine.undo_to(mark);
    }
}
