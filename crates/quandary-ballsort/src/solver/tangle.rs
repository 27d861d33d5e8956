//! Ball rule: moves that no order of digging can avoid.
//!
//! The quick bound counts every ball that must move once. Some must move twice. Let colour `c` have one *home*, the only
//! bottle with `c` at the bottom, and let something else be in it. If the balls at the bottom of the home stay where
//! they are, a `c` ball elsewhere moves only once if it waits until the home is cleared. So when it is above the bottom
//! run of `d`'s home, the home of `c` must be cleared before the home of `d` is:
//!
//! ```text
//!   | b | | a |      a's home is the first bottle, b's the second.
//!   | a | | b |      a before b, because a is on b; b before a, because b is on a.
//!   -----------      One of them moves a ball twice: one move more than the quick bound.
//! ```
//!
//! Draw an arc from `c` to `d` for each such order. On every cycle some colour breaks its rule (one of its balls moves
//! twice, or its bottom balls move after all): one more move for each colour that does. The fewest colours that break all
//! cycles, the *minimum feedback vertex set*, is added to the quick bound. A cycle may be one arc long: a ball above its own
//! home.
//!
//! One move lowers the sum by one at most: it takes one ball away, which changes only the arcs of its own colour; and
//! when it goes home, that colour has none.
//!
//! Finding the smallest set is NP-hard in general. Here the graphs are sparse: colours without arcs in or out, with one arc
//! in or out, or with an arc to themselves are reduced at once, and little is left to branch on. When there is too much,
//! disjoint cycles are counted instead, which is a lower bound as well.

use super::super::contents::Contents;
use super::super::rows::Code;

/// A set of colours in `W` words.
type Set<const W: usize> = [u64; W];

/// How many branchings are made before cycles are counted instead.
const BRANCHINGS: u32 = 200;

/// The smallest number of colours that break all cycles of a position, or a lower bound of it. Colours that fill several
/// bottles, or have several homes or none, have no arcs.
pub(super) fn tangle<C: Code>(contents: &Contents, row: &[C]) -> u32 {
    match contents.colours() {
        0..=32 => Graph::<1, 32>::of(contents, row).smallest(),
        33..=64 => Graph::<1, 64>::of(contents, row).smallest(),
        65..=128 => Graph::<2, 128>::of(contents, row).smallest(),
        _ => Graph::<4, 256>::of(contents, row).smallest(),
    }
}

/// Cycles of a position that have no colour in common: each of them costs a move. There may be fewer of them than
/// [`tangle`] counts.
pub(super) fn cycles<C: Code>(contents: &Contents, row: &[C]) -> Vec<Vec<usize>> {
    match contents.colours() {
        0..=64 => Graph::<1, 64>::of(contents, row).cycles(),
        65..=128 => Graph::<2, 128>::of(contents, row).cycles(),
        _ => Graph::<4, 256>::of(contents, row).cycles(),
    }
}

/// Arcs between up to `N` colours. It is made for every position that is expanded, so it does not allocate.
#[derive(Clone)]
struct Graph<const W: usize, const N: usize> {
    alive: Set<W>,
    /// Arcs out of each colour, and into it.
    out: [Set<W>; N],
    into: [Set<W>; N],
}

fn has<const W: usize>(set: &Set<W>, at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

fn put<const W: usize>(set: &mut Set<W>, at: usize) {
    set[at / 64] |= 1 << (at % 64);
}

fn take<const W: usize>(set: &mut Set<W>, at: usize) {
    set[at / 64] &= !(1 << (at % 64));
}

fn size<const W: usize>(set: &Set<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn members<const W: usize>(set: Set<W>) -> impl Iterator<Item = usize> {
    (0..W).flat_map(move |word| {
        let mut rest = set[word];
        std::iter::from_fn(move || {
            let at = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (at < 64).then_some(word * 64 + at)
        })
    })
}

impl<const W: usize, const N: usize> Graph<W, N> {
    fn of<C: Code>(contents: &Contents, row: &[C]) -> Graph<W, N> {
        let mut bottoms = [0u16; 256];
        let mut mixed: Set<W> = [0; W];
        for code in row {
            let content = contents.at(code.number());
            bottoms[usize::from(content.bottom)] += 1;
            if content.runs > 1 {
                put(&mut mixed, usize::from(content.bottom));
            }
        }
        let mut graph = Graph { alive: [0; W], out: [[0; W]; N], into: [[0; W]; N] };
        for colour in members(mixed) {
            if bottoms[colour] == 1 && contents.homes[colour] == 1 {
                put(&mut graph.alive, colour);
            }
        }
        for code in row {
            let content = contents.at(code.number());
            let home = usize::from(content.bottom);
            if content.runs < 2 || !has(&graph.alive, home) {
                continue;
            }
            let mut part = content;
            while part.runs > 1 {
                let colour = usize::from(part.colour);
                if has(&graph.alive, colour) {
                    put(&mut graph.out[colour], home);
                    put(&mut graph.into[home], colour);
                }
                part = contents.at(part.below);
            }
        }
        graph
    }

    fn smallest(mut self) -> u32 {
        let sure = self.reduce();
        if size(&self.alive) == 0 {
            return sure;
        }
        let mut branchings = BRANCHINGS;
        let most = size(&self.alive);
        match self.clone().branch(most, &mut branchings) {
            Some(exact) => sure + exact,
            None => sure + self.cycles().len() as u32,
        }
    }

    /// Reduces every colour whose part is clear, and says how many of them are in the set.
    fn reduce(&mut self) -> u32 {
        let mut sure = 0;
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for colour in members(self.alive) {
                if has(&self.out[colour], colour) {
                    self.drop(colour);
                    sure += 1;
                    has_changed = true;
                } else if size(&self.out[colour]) <= 1 || size(&self.into[colour]) <= 1 {
                    // On no cycle, or every cycle through it goes through its only neighbour on one side too.
                    self.bridge(colour);
                    has_changed = true;
                }
            }
        }
        sure
    }

    /// Takes a colour out of the graph.
    fn drop(&mut self, colour: usize) {
        take(&mut self.alive, colour);
        for next in members(std::mem::replace(&mut self.out[colour], [0; W])) {
            take(&mut self.into[next], colour);
        }
        for previous in members(std::mem::replace(&mut self.into[colour], [0; W])) {
            take(&mut self.out[previous], colour);
        }
    }

    /// Takes a colour out of the graph that is not in the set: paths through it become arcs.
    fn bridge(&mut self, colour: usize) {
        let (out, into) = (self.out[colour], self.into[colour]);
        self.drop(colour);
        for previous in members(into) {
            for next in members(out) {
                put(&mut self.out[previous], next);
                put(&mut self.into[next], previous);
            }
        }
    }

    /// The smallest set, if it has at most `most` members; `None` when that takes too many branchings.
    fn branch(mut self, most: u32, branchings: &mut u32) -> Option<u32> {
        let sure = self.reduce();
        let busiest = members(self.alive).max_by_key(|&c| size(&self.out[c]) * size(&self.into[c]));
        let Some(colour) = busiest else { return Some(sure) };
        if sure >= most {
            return Some(most + 1); // No better than what is known.
        }
        *branchings = branchings.checked_sub(1)?;
        let mut with = self.clone();
        with.drop(colour);
        let best = sure + 1 + with.branch(most - sure - 1, branchings)?;
        let limit = most.min(best.saturating_sub(1));
        if limit <= sure {
            return Some(best);
        }
        self.bridge(colour);
        let other = sure + self.branch(limit - sure, branchings)?;
        Some(best.min(other))
    }

    /// Cycles with no colour in common, short ones first: each needs a colour of its own.
    fn cycles(mut self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        loop {
            let shortest = members(self.alive).filter_map(|colour| self.cycle(colour)).min_by_key(Vec::len);
            let Some(cycle) = shortest else { return found };
            cycle.iter().for_each(|&colour| self.drop(colour));
            found.push(cycle);
        }
    }

    /// A shortest cycle through a colour.
    fn cycle(&self, start: usize) -> Option<Vec<usize>> {
        let mut parent = [usize::MAX; N];
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(colour) = queue.pop_front() {
            for next in members(self.out[colour]) {
                if next == start {
                    let way = std::iter::successors(Some(colour), |&at| (at != start).then(|| parent[at]));
                    return Some(way.collect());
                }
                if parent[next] == usize::MAX {
                    parent[next] = colour;
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(arcs: &[(usize, usize)], colours: usize) -> Graph<1, 8> {
        let mut graph = Graph { alive: [(1 << colours) - 1], out: [[0]; 8], into: [[0]; 8] };
        for &(from, to) in arcs {
            put(&mut graph.out[from], to);
            put(&mut graph.into[to], from);
        }
        graph
    }

    /// By trying every set of colours.
    fn by_trying(arcs: &[(usize, usize)], colours: usize) -> u32 {
        let is_acyclic = |taken: u32| {
            let mut left: Vec<usize> = (0..colours).filter(|&c| taken >> c & 1 == 0).collect();
            loop {
                let before = left.len();
                let kept = left.clone();
                left.retain(|&c| arcs.iter().any(|&(from, to)| from == c && kept.contains(&to)));
                if left.len() == before {
                    return left.is_empty();
                }
            }
        };
        (0..1u32 << colours).filter(|&taken| is_acyclic(taken)).map(u32::count_ones).min().unwrap()
    }

    proptest::proptest! {
        #[test]
        fn the_smallest_set_is_as_small_as_trying_all_sets_finds(
            arcs in proptest::collection::vec((0..8usize, 0..8usize), 0..30),
        ) {
            let exact = by_trying(&arcs, 8);
            proptest::prop_assert_eq!(graph(&arcs, 8).smallest(), exact);
            let mut none = 0;
            let cut_short = graph(&arcs, 8).branch(8, &mut none);
            proptest::prop_assert!(cut_short.is_none_or(|found| found == exact));
            proptest::prop_assert!(graph(&arcs, 8).cycles().len() as u32 <= exact);
        }
    }
}
