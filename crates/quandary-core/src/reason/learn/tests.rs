//! Claims about the learner: it finds exactly the models that trying everything finds.

use proptest::prelude::*;

use super::team::search_together;
use super::{ClausesOnly, Contradiction, Facts, Found, Learner, Literal, Probe, Propagator};
use crate::random::{RngExt, stream};
use crate::threads::Threads;
use crate::verdict::{Budget, Stopped, Watch};

/// Sums with weights that must come out exactly, propagated in the plainest way: with reasons that are not the shortest.
#[derive(Clone, Debug, Default)]
struct Sums {
    sums: Vec<(Vec<(Literal, u32)>, u32)>,
    known: Vec<Literal>,
}

impl Propagator for Sums {
    fn learn_of(&mut self, literal: Literal) {
        self.known.push(literal);
    }

    fn take_back(&mut self, literal: Literal) {
        assert_eq!(self.known.pop(), Some(literal), "facts are taken back in reverse order");
    }

    fn propagate(&mut self, facts: &mut Facts, conflict: &mut Vec<Literal>) -> Result<(), Contradiction> {
        for (tag, (terms, total)) in self.sums.iter().enumerate() {
            let least: u32 = terms.iter().filter(|(term, _)| facts.is_true(*term)).map(|(_, weight)| weight).sum();
            let most: u32 = terms.iter().filter(|(term, _)| !facts.is_false(*term)).map(|(_, weight)| weight).sum();
            if least > *total || most < *total {
                conflict.extend(known_terms(terms, facts));
                return Err(Contradiction);
            }
            for &(term, weight) in terms {
                if facts.is_open(term) && least + weight > *total {
                    facts.imply(!term, tag as u32);
                    return Ok(());
                }
                if facts.is_open(term) && most - weight < *total {
                    facts.imply(term, tag as u32);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, literal: Literal, tag: u32, facts: &Facts, reason: &mut Vec<Literal>) {
        let terms = &self.sums[tag as usize].0;
        reason.extend(known_terms(terms, facts).filter(|&fact| facts.is_older(fact, literal)));
    }

    fn forget(&mut self) {}
}

fn known_terms(terms: &[(Literal, u32)], facts: &Facts) -> impl Iterator<Item = Literal> {
    terms.iter().filter_map(|&(term, _)| [term, !term].into_iter().find(|&literal| facts.is_true(literal)))
}

/// All models, as bits, sorted.
fn models<P: Propagator>(learner: &mut Learner<P>, variables: usize) -> Vec<u32> {
    models_by(learner, variables, |learner, watch| learner.search(watch))
}

/// All models that are found in this way.
fn models_by<P: Propagator>(
    learner: &mut Learner<P>,
    variables: usize,
    search: impl Fn(&mut Learner<P>, &mut Watch<'_>) -> Result<Found, Stopped>,
) -> Vec<u32> {
    let budget = Budget::default();
    let mut watch = budget.start();
    let mut found = Vec::new();
    while search(learner, &mut watch).unwrap() == Found::Model {
        found.push((0..variables).map(|v| u32::from(learner.facts().is_true(Literal::new(v, true))) << v).sum());
        learner.block_model();
    }
    found.sort_unstable();
    found
}

fn holds(model: u32, literal: Literal) -> bool {
    (model >> literal.variable() & 1 == 1) == literal.value()
}

fn any_literal(variables: usize) -> impl Strategy<Value = Literal> {
    (0..variables, any::<bool>()).prop_map(|(variable, value)| Literal::new(variable, value))
}

const VARIABLES: usize = 9;

fn any_clauses(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<Literal>>> {
    prop::collection::vec(prop::collection::vec(any_literal(VARIABLES), 1..5), count)
}

fn any_sums() -> impl Strategy<Value = Vec<(Vec<(Literal, u32)>, u32)>> {
    let term = (any_literal(VARIABLES), 1u32..4);
    // A variable counts once in a sum: that is what the propagator above is made for.
    let terms = prop::collection::vec(term, 1..7).prop_map(|mut terms| {
        terms.sort_by_key(|(term, _)| term.variable());
        terms.dedup_by_key(|(term, _)| term.variable());
        terms
    });
    prop::collection::vec((terms, 0u32..9), 0..4)
}

/// A learner of these clauses, and their models as trying everything finds them.
fn with_models(clauses: &[Vec<Literal>]) -> (Learner<ClausesOnly>, Vec<u32>) {
    let mut learner = Learner::new(VARIABLES, ClausesOnly);
    for clause in clauses {
        learner.add_clause(clause);
    }
    let models = (0..1 << VARIABLES)
        .filter(|&model| clauses.iter().all(|clause| clause.iter().any(|&literal| holds(model, literal))))
        .collect();
    (learner, models)
}

/// Searches with three threads from the first conflict on.
fn by_three<P: Propagator + Clone + Send>(learner: &mut Learner<P>, watch: &mut Watch<'_>) -> Result<Found, Stopped> {
    search_together(learner, Threads::of(3).team(3).unwrap(), watch)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn three_threads_find_the_models_that_trying_everything_finds(clauses in any_clauses(10..40)) {
        let (mut learner, expected) = with_models(&clauses);
        prop_assert_eq!(models_by(&mut learner, VARIABLES, by_three), expected);
    }
}

#[test]
fn threads_that_tell_each_other_clauses_reach_the_verdict_of_one() {
    let variables = 120;
    let mut verdicts = Vec::new();
    for seed in 0..12 {
        // Clauses of three literals, as many as leave about half of such boards without a model.
        let mut random = stream(seed, "clauses", 0);
        let mut literal = || Literal::new(random.random_range(0..variables as u64) as usize, random.random_bool(0.5));
        let clauses: Vec<[Literal; 3]> = (0..variables * 43 / 10).map(|_| [literal(), literal(), literal()]).collect();
        let mut alone = Learner::new(variables, ClausesOnly);
        clauses.iter().for_each(|clause| alone.add_clause(clause));
        let mut together = alone.clone();
        let budget = Budget::default();
        let expected = alone.search(&mut budget.start()).unwrap();
        let mut watch = budget.start();
        assert_eq!(by_three(&mut together, &mut watch), Ok(expected));
        assert!(together.counters.helpers <= 2);
        let has_true = |clause: &[Literal; 3]| clause.iter().any(|&literal| together.facts().is_true(literal));
        assert!(expected == Found::Nothing || clauses.iter().all(has_true));
        verdicts.push(expected);
    }
    assert!(verdicts.contains(&Found::Model) && verdicts.contains(&Found::Nothing));
}

#[test]
fn all_threads_stop_when_the_budget_ends() {
    // Twelve pigeons in eleven holes; no hole has room for two of them.
    let (pigeons, holes) = (12, 11);
    let sits = |pigeon: usize, hole: usize| Literal::new(pigeon * holes + hole, true);
    let mut learner = Learner::new(pigeons * holes, ClausesOnly);
    for pigeon in 0..pigeons {
        learner.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
        for other in 0..pigeon {
            (0..holes).for_each(|hole| learner.add_clause(&[!sits(pigeon, hole), !sits(other, hole)]));
        }
    }
    let budget = Budget::seconds(0.2).on(Threads::of(3));
    let ended = learner.search_on_threads(&mut budget.start());
    assert_eq!(ended, Err(Stopped::Time));
    assert_eq!(budget.threads.spare(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn clauses_have_the_models_that_trying_everything_finds(clauses in any_clauses(0..40)) {
        let (mut learner, expected) = with_models(&clauses);
        prop_assert_eq!(models(&mut learner, VARIABLES), expected);
    }

    #[test]
    fn sums_and_clauses_together_have_the_models_that_trying_everything_finds(
        clauses in any_clauses(0..12), sums in any_sums(), best_phase: bool,
        probes in prop::collection::vec(any_literal(VARIABLES), 0..6),
    ) {
        let mut learner = Learner::new(VARIABLES, Sums { sums: sums.clone(), known: Vec::new() });
        if best_phase {
            learner.use_best_phase();
        }
        for clause in &clauses {
            learner.add_clause(clause);
        }
        if learner.settle().is_none() {
            for literal in probes {
                if learner.facts().is_open(literal) && learner.probe(literal, |_| ()) == Probe::Nothing {
                    break;
                }
            }
        }
        let total = |model: u32, terms: &[(Literal, u32)]| -> u32 {
            terms.iter().filter(|(term, _)| holds(model, *term)).map(|(_, weight)| weight).sum()
        };
        let expected: Vec<u32> = (0..1 << VARIABLES)
            .filter(|&model| clauses.iter().all(|clause| clause.iter().any(|&literal| holds(model, literal))))
            .filter(|&model| sums.iter().all(|(terms, sum)| total(model, terms) == *sum))
            .collect();
        prop_assert_eq!(models(&mut learner, VARIABLES), expected);
    }
}

/// Every pigeon has a hole, no hole two pigeons.
fn pigeons(learner: &mut Learner<ClausesOnly>, pigeons: usize, holes: usize) {
    let sits = |pigeon: usize, hole: usize| Literal::new(pigeon * holes + hole, true);
    for pigeon in 0..pigeons {
        learner.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        for first in 0..pigeons {
            for second in first + 1..pigeons {
                learner.add_clause(&[!sits(first, hole), !sits(second, hole)]);
            }
        }
    }
}

#[test]
fn a_long_search_restarts_reduces_its_clauses_and_is_still_right() {
    let budget = Budget::default();
    let mut crowded = Learner::new(8 * 7, ClausesOnly);
    pigeons(&mut crowded, 8, 7);
    assert_eq!(crowded.search(&mut budget.start()), Ok(Found::Nothing));
    assert!(crowded.counters.backtracks > 2_000, "long enough to reduce: {}", crowded.counters.backtracks);
    // 7 · 6 · 5 · 4 · 3 · 2 ways, each found once although learned clauses come and go.
    let mut roomy = Learner::new(5 * 7, ClausesOnly);
    pigeons(&mut roomy, 5, 7);
    for pigeon in 0..5 {
        for first in 0..7 {
            for second in first + 1..7 {
                roomy.add_clause(&[Literal::new(pigeon * 7 + first, false), Literal::new(pigeon * 7 + second, false)]);
            }
        }
    }
    let mut found = 0;
    let mut watch = budget.start();
    while roomy.search(&mut watch) == Ok(Found::Model) {
        found += 1;
        roomy.block_model();
    }
    assert_eq!(found, 7 * 6 * 5 * 4 * 3);
}

#[test]
fn budgets_stop_a_search() {
    for (budget, why) in [
        (Budget { nodes: Some(100), ..Budget::default() }, Stopped::Nodes),
        (Budget { memory: 1 << 16, ..Budget::default() }, Stopped::Memory),
        (Budget::seconds(0.01), Stopped::Time),
    ] {
        let mut crowded = Learner::new(12 * 11, ClausesOnly);
        pigeons(&mut crowded, 12, 11);
        assert_eq!(crowded.search(&mut budget.start()), Err(why));
    }
}

/// Whether unit propagation alone shows that these clauses and the opposite of `claim` cannot all hold.
fn follows(clauses: &[Vec<Literal>], claim: &[Literal]) -> bool {
    let mut known: Vec<Literal> = claim.iter().map(|&literal| !literal).collect();
    loop {
        let mut news = None;
        for clause in clauses.iter().filter(|clause| !clause.iter().any(|literal| known.contains(literal))) {
            let mut open = clause.iter().filter(|&&literal| !known.contains(&!literal));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&only), None) => news = Some(only),
                _ => {}
            }
        }
        match news {
            Some(literal) => known.push(literal),
            None => return false,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// With all models forbidden, each clause of the log follows from those before it, and in the end nothing is left.
    #[test]
    fn a_log_is_a_proof(clauses in prop::collection::vec(prop::collection::vec((0usize..9, any::<bool>()), 2..=3), 20..45)) {
        let clauses: Vec<Vec<Literal>> =
            clauses.iter().map(|clause| clause.iter().map(|&(variable, value)| Literal::new(variable, value)).collect()).collect();
        let clauses: Vec<Vec<Literal>> = clauses.into_iter().map(|mut clause| {
            clause.sort_unstable();
            clause.dedup();
            clause
        }).collect();
        let mut learner = Learner::new(9, ClausesOnly);
        learner.keep_log();
        clauses.iter().for_each(|clause| learner.add_clause(clause));
        let budget = Budget::default();
        let mut proof = clauses;
        while learner.search(&mut budget.start()).unwrap() == Found::Model {
            proof.push(learner.facts().trail().iter().map(|&literal| !literal).collect());
            learner.block_model();
        }
        for clause in learner.learned() {
            prop_assert!(follows(&proof, &clause), "{:?} does not follow", clause);
            proof.push(clause);
        }
        prop_assert!(follows(&proof, &[]));
    }
}
