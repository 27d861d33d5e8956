//! Beam search through the border graph, for boards with hundreds of colours.
//!
//! Depth-first search finds an order of borders at once when there are a few dozen colours. With hundreds, a mistake near the
//! top shows hundreds of borders later, and backtracking never gets that far. So here a fixed number of walks advances step
//! by step, and of all the steps that they could take next only the best are kept. It proves nothing when it fails.
//!
//! There are two kinds of steps. [`Border`] removes one border; the best steps leave most bottles to spare. [`Bottle`] digs a
//! whole bottle out to the bottom, which gains a bottle and costs one for each colour in it that had none yet; where no
//! bottle can be dug out, it removes one border. Its best steps also leave many bottles that hold few such colours: they
//! are the next to go.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::super::contents::Contents;
use super::dig::{Dig, Rank};
use quandary_core::verdict::{Stopped, Watch};

/// How many walks are kept, in turn.
pub(in super::super) const WIDTHS: [usize; 3] = [8, 32, 128];

/// A step that a walk could take: it digs from the last border of a bottle with this core.
pub(super) struct Step<P> {
    /// The least goes first.
    priority: P,
    walk: usize,
    core: u16,
    /// The hash of the node that it leads to.
    hash: u64,
    /// The borders that it removes.
    extent: Extent,
}

#[derive(Clone, Copy)]
enum Extent {
    Border,
    WholeBottle,
}

/// A kind of steps.
pub(super) trait Stride {
    /// What steps are sorted by, and of equal ones by the walk or the core.
    type Priority: Ord + Copy;

    /// Every step that a walk could take.
    fn expand(dig: &mut Dig<'_>, walk: usize, steps: &mut Vec<Step<Self::Priority>>);

    /// Compares the best steps more closely; says how many times the width of the beam they are.
    const CLOSER: usize;

    /// The priority of a step after a closer look at the node that it leads to.
    fn refine(dig: &Dig<'_>, step: &Step<Self::Priority>) -> Self::Priority;
}

/// A border that was removed, and the index of the one before it.
type Removal = (u32, u16);

/// Before the first border.
const START: u32 = u32::MAX;

/// An order in which all borders of a position go, found by a beam of this width; `None` when all walks end.
pub(super) fn order<S: Stride>(
    contents: &Contents,
    bottles: &[u32],
    width: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<u16>>, Stopped> {
    let mut start = Dig::new(contents);
    start.start_at(bottles.iter().map(|&bottle| contents.at(bottle).core));
    let mut walks = vec![(start, START)];
    let mut removals: Vec<Removal> = Vec::new();
    loop {
        if let Some((_, last)) = walks.iter().find(|(dig, _)| dig.is_done()) {
            return Ok(Some(retrace(&removals, *last)));
        }
        let mut steps: Vec<Step<S::Priority>> = Vec::new();
        for (walk, (dig, _)) in walks.iter_mut().enumerate() {
            watch.tick(0, 0)?;
            S::expand(dig, walk, &mut steps);
        }
        if S::CLOSER > 1 {
            keep_best(&mut steps, S::CLOSER * width);
            for step in &mut steps {
                let dig = &mut walks[step.walk].0;
                let dug = remove(dig, step.core, step.extent);
                step.priority = S::refine(dig, step);
                put_back(dig, &dug);
            }
        }
        keep_best(&mut steps, width);
        if steps.is_empty() {
            return Ok(None);
        }
        let mut advance = |step: &Step<S::Priority>| {
            let (mut dig, mut last) = walks[step.walk].clone();
            for core in remove(&mut dig, step.core, step.extent) {
                removals.push((last, core));
                last = removals.len() as u32 - 1;
            }
            (dig, last)
        };
        walks = steps.iter().map(&mut advance).collect();
    }
}

/// Keeps the best steps, and of several to the same node one.
fn keep_best<P: Ord + Copy>(steps: &mut Vec<Step<P>>, count: usize) {
    steps.sort_by_key(|step| step.priority);
    let mut seen = HashSet::new();
    steps.retain(|step| seen.len() < count && seen.insert(step.hash));
}

/// Removes the last border of a bottle, or all of them, and says which; none when that is not possible.
fn remove(dig: &mut Dig<'_>, core: u16, extent: Extent) -> Vec<u16> {
    let mut dug = Vec::new();
    let mut next = core;
    while next != 0 && (matches!(extent, Extent::WholeBottle) || dug.is_empty()) {
        if !dig.can_remove(next) {
            put_back(dig, &dug);
            return Vec::new();
        }
        dig.remove(next);
        dug.push(next);
        next = dig.contents.at(dig.contents.cores[usize::from(next)].below).core;
    }
    dug
}

fn put_back(dig: &mut Dig<'_>, dug: &[u16]) {
    dug.iter().rev().for_each(|&core| dig.put_back(core));
}

/// The borders that a walk removed, in order.
fn retrace(removals: &[Removal], last: u32) -> Vec<u16> {
    let before = |&at: &u32| Some(removals[at as usize].0).filter(|&before| before != START);
    let indices = std::iter::successors(Some(last).filter(|&last| last != START), before);
    let mut order: Vec<u16> = indices.map(|at| removals[at as usize].1).collect();
    order.reverse();
    order
}

/// Steps that remove one border.
pub(super) struct Border;

impl Stride for Border {
    type Priority = Reverse<(Rank, usize, u16)>;

    const CLOSER: usize = 1;

    fn expand(dig: &mut Dig<'_>, walk: usize, steps: &mut Vec<Step<Self::Priority>>) {
        let mut ranked = Vec::new();
        dig.ranked(&mut ranked);
        steps.extend(ranked.into_iter().map(|(rank, core)| Step {
            priority: Reverse((rank, walk, core)),
            walk,
            core,
            hash: dig.hash_without(core),
            extent: Extent::Border,
        }));
    }

    fn refine(_: &Dig<'_>, step: &Step<Self::Priority>) -> Self::Priority {
        step.priority
    }
}

/// Steps that dig a whole bottle out, or remove one border where no bottle can be dug out.
pub(super) struct Bottle;

/// What a bottle to spare is worth, in promises.
const SPARE: i32 = 20;

impl Stride for Bottle {
    type Priority = (Reverse<i32>, usize, u16);

    const CLOSER: usize = 6;

    fn expand(dig: &mut Dig<'_>, walk: usize, steps: &mut Vec<Step<Self::Priority>>) {
        let mut cores = dig.row.clone();
        cores.dedup();
        cores.retain(|&core| core != 0);
        let first = steps.len();
        for extent in [Extent::WholeBottle, Extent::Border] {
            for &core in &cores {
                let dug = remove(dig, core, extent);
                if !dug.is_empty() {
                    let priority = (Reverse(SPARE * dig.spare()), walk, core);
                    steps.push(Step { priority, walk, core, hash: dig.hash, extent });
                }
                put_back(dig, &dug);
            }
            if steps.len() > first {
                return;
            }
        }
    }

    fn refine(dig: &Dig<'_>, step: &Step<Self::Priority>) -> Self::Priority {
        (Reverse(SPARE * dig.spare() + dig.promise()), step.walk, step.core)
    }
}
