//! Search that learns from its mistakes: the conflict-driven core for boards that propagation leaves open.
//!
//! A puzzle is stated over yes/no variables. What must hold is given in two ways: as *clauses* (at least one of these
//! [`Literal`]s is true), and through a [`Propagator`] that speaks for everything that would need too many clauses: sums,
//! line clues. [`Learner::search`] decides one variable after another and follows up each decision. When that ends in
//! a contradiction, it asks backwards for the reasons until a single fact of the present level is left (the *first unique
//! implication point*), and keeps what it found as a new clause. So the same mistake is never made twice, and the search
//! jumps back as far as the mistake reaches.
//!
//! The pieces, each well known and each worth its place:
//!
//! * two watched literals per clause; clauses of two, and those of three that were given, in lists of their own (`clauses`);
//! * reasons of a propagator only when they are asked for, and only from facts that are older than the conclusion;
//! * learned clauses without literals that follow from the rest (`analyse`);
//! * variables that took part in recent conflicts first (`order`), each with the value it had last;
//! * restarts in Luby's rhythm, and in turn with it whenever learning gets worse (`rhythm`); clauses that tie many levels
//!   together are thrown away first;
//! * for boards that have a solution which is hard to find, the values of the largest set of facts that ever held together
//!   ([`Learner::aim`]): each descent begins where the best one got to, and mends what broke there.
//!
//! Clauses that the caller gives are permanent: the clause that [`Learner::block_model`] adds so that a solution is not
//! found twice must never be dropped, or the search would find the same solution again and call it a second one.
//!
//! A conflict costs about as much as the facts that led to it; memory grows with the learned clauses, which are halved
//! regularly, and with one permanent clause per solution found. Any family may use this; it knows none.

mod analyse;
mod clauses;
mod facts;
mod literal;
mod order;
mod rhythm;
mod search;
#[cfg(test)]
mod tests;

pub use facts::Facts;
pub use literal::Literal;
pub use search::{Found, Learner, Probe};

/// A set of facts that cannot all hold was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// Rules that are followed up by code of their own instead of clauses.
///
/// The learner tells it every fact in order ([`learn_of`](Propagator::learn_of)), takes facts back in reverse order
/// ([`take_back`](Propagator::take_back)), and in between asks what follows ([`propagate`](Propagator::propagate)). One
/// propagator speaks for all such rules of a puzzle, so that it can keep them in whatever shape is fast.
pub trait Propagator {
    /// A literal became true. Only to keep count and to note what has to be looked at.
    fn learn_of(&mut self, literal: Literal);

    /// The literal that was told last of those not yet taken back is open again.
    fn take_back(&mut self, literal: Literal);

    /// Draws conclusions from what it was told, by [`Facts::imply`]. Called when the clauses have nothing more to say,
    /// and at least once before the first decision. It must find every broken rule once all variables are decided; how
    /// much it sees before that is its own choice.
    ///
    /// On a contradiction it puts true literals that cannot all hold into `clash`.
    fn propagate(&mut self, facts: &mut Facts, clash: &mut Vec<Literal>) -> Result<(), Contradiction>;

    /// Why `literal` followed: puts into `reason` true literals that are [older](Facts::is_older) than it and force it.
    /// `tag` is what was given to [`Facts::imply`].
    fn explain(&mut self, literal: Literal, tag: u32, facts: &Facts, reason: &mut Vec<Literal>);

    /// Forgets what was noted to be looked at: a contradiction was found, and what changed is about to be taken back.
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
