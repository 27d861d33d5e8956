//! "Suppose … then …": a value that leads to a contradiction is wrong.

use crate::reason::{Cause, Domains, Effort, Values};
use crate::verdict::{Stopped, Watch};

use super::probes::{Probes, has_many};
use super::prover::Prover;
use super::refute::{By, Link, Rounds, refute_below, removed_since, widen, work_back_below};
use super::{Known, State, Step};

/// How many of the values that break are worked out in full, the most promising first.
const WORKED_OUT: usize = 6;

/// After so many questions to rules the first nested supposition is good enough; and where very many values are open.
const ASKED_FOR_NESTED: u64 = 100_000;
const ASKED_WHERE_MANY_ARE_OPEN: u64 = 30_000;

/// The cheapest supposition that needs no other inside; `None` when no single value breaks.
pub(super) fn plain(
    prover: &mut Prover<'_>,
    state: &State,
    probes: &mut Probes,
    watch: &mut Watch<'_>,
) -> Result<Option<Step>, Stopped> {
    let mut breaking = probes.breaking(prover, state.all(), watch)?;
    breaking.sort_by_key(|(involved, suppose)| (involved.len(), suppose.var, suppose.values));
    let mut best: Option<Step> = None;
    for (involved, suppose) in breaking.into_iter().take(WORKED_OUT) {
        watch.check()?;
        let limit = best.as_ref().map_or(u32::MAX, |best| best.cost);
        best = refute_below(prover, state.all(), suppose, &involved, limit, &|| true).or(best);
    }
    if let Some(step) = &mut best {
        widen(prover, state.all(), step);
    }
    Ok(best)
}

/// The cheapest of the first few suppositions that need others inside: of as many as plain ones, or fewer where they take long.
/// Those with the most consequences come first.
pub(super) fn nested(
    prover: &mut Prover<'_>,
    state: &State,
    probes: &mut Probes,
    watch: &mut Watch<'_>,
) -> Result<Option<Step>, Stopped> {
    let (mut values, right) = probes.doubtful(prover, state.all(), Some(&watch.budget()));
    probes.follow_up(prover, state.all(), &right, watch)?;
    values.sort_by_key(|&suppose| std::cmp::Reverse(probes.consequences(suppose)));
    let enough = if has_many(state.all()) { ASKED_WHERE_MANY_ARE_OPEN } else { ASKED_FOR_NESTED };
    let (before, mut worked_out, mut best) = (prover.asked, 0, None::<Step>);
    for suppose in values {
        if best.is_some() && (worked_out == WORKED_OUT || prover.asked - before > enough) {
            break;
        }
        let limit = best.as_ref().map_or(u32::MAX, |best| best.cost);
        let Some(step) = refute_nested(prover, state.all(), suppose, probes, limit, watch)? else { continue };
        worked_out += 1;
        best = step.filter(|step| best.as_ref().is_none_or(|best| step.cost < best.cost)).or(best);
    }
    Ok(best)
}

/// The step that shows a value to be wrong with suppositions inside: where the constraints stop, each open value is tried in its turn.
/// `probes` are those without the supposition. `None` where nothing breaks; no step where it would not cost less than `limit`.
fn refute_nested(
    prover: &mut Prover<'_>,
    values: &[Values],
    suppose: Known,
    probes: &Probes,
    limit: u32,
    watch: &mut Watch<'_>,
) -> Result<Option<Option<Step>>, Stopped> {
    let mut domains = Domains::new(values.to_vec());
    if domains.keep(suppose.var, suppose.values).is_err() {
        return Ok(None);
    }
    let mut links: Vec<Link> = Vec::new();
    let mut rounds = Rounds::new(prover.model);
    let mut known: Option<Probes> = None;
    loop {
        // Constraints first.
        loop {
            let before = domains.trail().len();
            for constraint in 0..prover.model.constraints().len() {
                if !rounds.is_due(&domains, constraint) {
                    continue;
                }
                watch.tick(prover.asked, 0)?;
                let mark = domains.trail().len();
                domains.set_cause(Cause::Constraint(constraint));
                let result = prover.model.constraints()[constraint].propagate(&mut domains, Effort::Thorough);
                rounds.has_run(&domains, constraint);
                if result.is_err() || domains.trail().len() > mark {
                    links.push(Link { by: By::Constraint(constraint), mark, removed: removed_since(&domains, mark) });
                }
                if result.is_err() {
                    return Ok(Some(work_back_below(prover, &mut domains, &links, suppose, limit)));
                }
            }
            if domains.trail().len() == before {
                break;
            }
        }
        let inner = known.get_or_insert_with(|| probes.supposing());
        let breaking = inner.wrong(prover, domains.all(), watch)?;
        if breaking.is_empty() {
            return Ok(None);
        }
        for inner in breaking {
            let mark = domains.trail().len();
            let result = domains.remove(inner.var, inner.values);
            links.push(Link { by: By::Supposition(inner), mark, removed: removed_since(&domains, mark) });
            if result.is_err() {
                return Ok(Some(work_back_below(prover, &mut domains, &links, suppose, limit)));
            }
        }
    }
}
