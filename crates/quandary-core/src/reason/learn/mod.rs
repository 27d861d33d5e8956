//! Conflict-driven clause learning (CDCL), for boards that propagation leaves open.
//!
//! A puzzle is stated over yes/no variables. What must hold is given in two ways: as *clauses* (at least one of these
//! [`Literal`]s is true), and through a [`Propagator`] that covers everything that would need too many clauses: sums,
//! line clues. [`Learner::search`] decides one variable after another and propagates each decision. When that ends in
//! a conflict, it resolves backwards through the reasons until a single fact of the current level is left (the *first unique
//! implication point*), and keeps the result as a learned clause. So the same conflict never occurs twice, and the search
//! jumps back as far as the clause allows.
//!
//! The pieces, each well known and each worth its place:
//!
//! * two watched literals per clause; binary clauses, and ternary ones that were given, in lists of their own (`clauses`);
//! * reasons of a propagator only when they are asked for, and only from facts that are older than the conclusion;
//! * minimised learned clauses (`analyse`);
//! * decisions by activity (`order`) with saved phases;
//! * restarts by Luby's sequence and by LBD, in turn (`restarts`); clauses of high LBD are deleted first;
//! * for boards that have a solution which is hard to find, the best phase ([`Learner::use_best_phase`]): each descent begins
//!   with the values of the longest trail without a conflict so far;
//! * several threads at one hard puzzle ([`Learner::search_on_threads`]), in `team`;
//! * for proofs, a log of what was learned from what ([`Learner::keep_log`]), in `log`.
//!
//! Clauses that the caller gives are permanent: the clause that [`Learner::block_model`] adds so that a solution is not
//! found twice must never be dropped, or the search would find the same solution again and call it a second one.
//!
//! A conflict costs about as much as the facts that led to it; memory grows with the learned clauses, which are reduced
//! regularly, and with one permanent clause per solution found. Any family may use this; it knows none.

mod analyse;
mod clauses;
mod facts;
mod literal;
mod log;
mod order;
mod restarts;
mod search;
mod team;
#[cfg(test)]
mod tests;

pub use facts::Facts;
pub use literal::Literal;
pub use search::{Found, Learner, Probe};

/// A set of facts that cannot all hold was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// Rules that are propagated by code of their own instead of clauses.
///
/// The learner notifies it of every fact in order ([`learn_of`](Propagator::learn_of)), undoes facts in reverse order
/// ([`take_back`](Propagator::take_back)), and in between asks what follows ([`propagate`](Propagator::propagate)). One
/// propagator covers all such rules of a puzzle, so that it can keep them in whatever shape is fast.
pub trait Propagator {
    /// A literal became true. This should only update counts and note what has to be propagated.
    fn learn_of(&mut self, literal: Literal);

    /// The newest literal that was notified and not yet undone is open again.
    fn take_back(&mut self, literal: Literal);

    /// Draws conclusions from the facts it was notified of, by [`Facts::imply`]. Called when the clauses have nothing more to say,
    /// and at least once before the first decision. It must find every broken rule once all variables are decided; how
    /// much it sees before that is its own choice.
    ///
    /// On a contradiction it puts true literals that cannot all hold into `conflict`.
    fn propagate(&mut self, facts: &mut Facts, conflict: &mut Vec<Literal>) -> Result<(), Contradiction>;

    /// Why `literal` followed: puts into `reason` true literals that are [older](Facts::is_older) than it and force it.
    /// `tag` is what was given to [`Facts::imply`].
    fn explain(&mut self, literal: Literal, tag: u32, facts: &Facts, reason: &mut Vec<Literal>);

    /// Forgets what was noted to be propagated: a contradiction was found, and what changed is about to be undone.
    fn forget(&mut self);

    /// About how many bytes it holds.
    fn bytes(&self) -> u64 {
        0
    }
}

/// No rules but clauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClausesOnly;

impl Propagator for ClausesOnly {
    fn learn_of(&mut self, _: Literal) {}

    fn take_back(&mut self, _: Literal) {}

    fn propagate(&mut self, _: &mut Facts, _: &mut Vec<Literal>) -> Result<(), Contradiction> {
        Ok(())
    }

    fn explain(&mut self, _: Literal, _: u32, _: &Facts, _: &mut Vec<Literal>) {}

    fn forget(&mut self) {}
}
