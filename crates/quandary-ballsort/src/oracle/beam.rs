//! Many walks through the border graph side by side.
//!
//! Going down one way and turning back at dead ends finds an order of borders at once when there are a few dozen colours.
//! With hundreds, a mistake near the top shows hundreds of borders later, and turning back never comes so far. So here
//! a fixed number of walks goes on border by border, and of all that they could do next only the best is kept: what
//! leaves most bottles to spare. It proves nothing when it fails.

use super::super::contents::Contents;
use super::dig::{Dig, Rank};
use quandary_core::verdict::{Stopped, Watch};

/// How many walks go side by side, in turn.
pub(in super::super) const WALKS: [usize; 3] = [8, 32, 128];

/// A walk's last step: the walk before that it went on from, and the border that it removed.
type Step = (u32, u16);

/// An order in which all borders of a position go, found by so many walks; `None` when they all end.
pub(in super::super) fn order(
    contents: &Contents,
    bottles: &[u32],
    width: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<u16>>, Stopped> {
    let mut start = Dig::new(contents);
    start.start_at(bottles.iter().map(|&bottle| contents.at(bottle).core));
    let mut walks = vec![start];
    let mut ranked = Vec::new();
    let mut steps: Vec<Vec<Step>> = Vec::new();
    loop {
        if walks.first().is_some_and(Dig::is_done) {
            return Ok(Some(retrace(&steps)));
        }
        let mut next: Vec<(Rank, Step, u64)> = Vec::new();
        for (number, walk) in walks.iter().enumerate() {
            watch.tick(0, 0)?;
            walk.ranked(&mut ranked);
            for &(rank, core) in &ranked {
                next.push((rank, (number as u32, core), walk.hash_without(core)));
            }
        }
        // Best first, and of several walks to the same place one: which, does not matter.
        next.sort_unstable_by(|a, b| b.cmp(a));
        let mut seen = std::collections::HashSet::new();
        next.retain(|&(_, _, hash)| seen.len() < width && seen.insert(hash));
        if next.is_empty() {
            return Ok(None);
        }
        let go_on = |&(_, (walk, core), _): &(Rank, Step, u64)| {
            let mut dig: Dig<'_> = walks[walk as usize].clone();
            dig.remove(core);
            dig
        };
        let on = next.iter().map(go_on).collect();
        walks = on;
        steps.push(next.into_iter().map(|(_, step, _)| step).collect());
    }
}

/// The borders that the first walk removed, in order. All walks are equally long: each step removes a border.
fn retrace(steps: &[Vec<Step>]) -> Vec<u16> {
    let mut walk = 0;
    let mut order: Vec<u16> = steps
        .iter()
        .rev()
        .map(|level| {
            let (before, core) = level[walk as usize];
            walk = before;
            core
        })
        .collect();
    order.reverse();
    order
}
