//! Many walks through the border graph side by side, a whole bottle at a time.
//!
//! Where walks that go on border by border ([`super::beam`]) end, these may not: a step digs one bottle out to the bottom. That
//! wins a bottle, and costs one for each colour in it that had none yet. What counts is how many bottles are left to spare, and
//! how many of the others hold few such colours: they are the next to go. Where no bottle can be dug out, a step is one
//! border. It proves nothing when it fails.

use super::super::contents::Contents;
use super::dig::Dig;
use quandary_core::verdict::{Stopped, Watch};

/// As many times the kept steps are looked at more closely.
const CLOSER: usize = 6;

/// What a bottle to spare is worth, in promises.
const SPARE: i32 = 20;

/// A border that was removed, and the number of the one before it.
type Way = (u32, u16);

/// Before the first border.
const START: u32 = u32::MAX;

/// A step that a walk could take.
struct Step {
    worth: i32,
    walk: usize,
    core: u16,
    /// Whether the whole bottle is dug out.
    is_whole: bool,
    hash: u64,
}

/// An order in which all borders of a position go, found by so many walks; `None` when they all end.
pub(in super::super) fn order(
    contents: &Contents,
    bottles: &[u32],
    width: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<u16>>, Stopped> {
    let mut start = Dig::new(contents);
    start.start_at(bottles.iter().map(|&bottle| contents.at(bottle).core));
    let mut walks = vec![(start, START)];
    let mut ways: Vec<Way> = Vec::new();
    loop {
        if let Some((_, last)) = walks.iter().find(|(dig, _)| dig.is_done()) {
            return Ok(Some(retrace(&ways, *last)));
        }
        let mut steps: Vec<Step> = Vec::new();
        for (walk, (dig, _)) in walks.iter_mut().enumerate() {
            watch.tick(0, 0)?;
            look_around(dig, walk, &mut steps);
        }
        best(&mut steps, CLOSER * width);
        for step in &mut steps {
            let dig = &mut walks[step.walk].0;
            let dug = take(dig, step.core, step.is_whole);
            step.worth = SPARE * dig.spare() + dig.promise();
            dug.iter().rev().for_each(|&core| dig.put_back(core));
        }
        best(&mut steps, width);
        if steps.is_empty() {
            return Ok(None);
        }
        let mut go_on = |step: &Step| {
            let (mut dig, mut last) = walks[step.walk].clone();
            for core in take(&mut dig, step.core, step.is_whole) {
                ways.push((last, core));
                last = ways.len() as u32 - 1;
            }
            (dig, last)
        };
        let on = steps.iter().map(&mut go_on).collect();
        walks = on;
    }
}

/// Everything that a walk could do next.
fn look_around(dig: &mut Dig<'_>, walk: usize, steps: &mut Vec<Step>) {
    let mut cores = dig.row.clone();
    cores.dedup();
    cores.retain(|&core| core != 0);
    let first = steps.len();
    for is_whole in [true, false] {
        for &core in &cores {
            let dug = take(dig, core, is_whole);
            if !dug.is_empty() {
                steps.push(Step { worth: SPARE * dig.spare(), walk, core, is_whole, hash: dig.hash });
            }
            dug.iter().rev().for_each(|&core| dig.put_back(core));
        }
        if steps.len() > first {
            return;
        }
    }
}

/// Removes the last border of a bottle, or all of them: which. None when that cannot be.
fn take(dig: &mut Dig<'_>, core: u16, is_whole: bool) -> Vec<u16> {
    let mut dug = Vec::new();
    let mut next = core;
    while next != 0 && (is_whole || dug.is_empty()) {
        if !dig.can_remove(next) {
            dug.drain(..).rev().for_each(|core| dig.put_back(core));
            return dug;
        }
        dig.remove(next);
        dug.push(next);
        next = dig.contents.at(dig.contents.cores[usize::from(next)].below).core;
    }
    dug
}

/// Keeps the best steps, and of several to the same place one.
fn best(steps: &mut Vec<Step>, count: usize) {
    steps.sort_by_key(|step| (std::cmp::Reverse(step.worth), step.walk, step.core));
    let mut seen = std::collections::HashSet::new();
    steps.retain(|step| seen.len() < count && seen.insert(step.hash));
}

/// The borders that a walk removed, in order.
fn retrace(ways: &[Way], last: u32) -> Vec<u16> {
    let before = |&at: &u32| Some(ways[at as usize].0).filter(|&before| before != START);
    let numbers = std::iter::successors(Some(last).filter(|&last| last != START), before);
    let mut order: Vec<u16> = numbers.map(|at| ways[at as usize].1).collect();
    order.reverse();
    order
}
