//! Moves on packed positions: which are worth trying, which is forced, and what each does to hash and bound.
//!
//! A position is a sorted row of contents (see [`super::super::contents`]): bottle order does not matter, and bottles
//! that look alike are next to each other. Left out are the moves that [`super::super::model`] leaves out, for the
//! reasons given there: out of finished bottles, from a bottle of one colour into an empty one, and between twins but
//! for the first.
//!
//! Some moves are *forced* and made at once, so that no position is kept in which they are still to be made: see
//! [`super::gather`].

use super::super::Rule;
use super::super::contents::{Content, Contents, bit};
use super::super::rows::{Code, mix, replace};
use super::gather::{Choice, Waste};
use super::traps::members;

/// Balls that go from a bottle with one content to a bottle with another, by the contents before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) count: u8,
}

/// A position that a move leads to, forced moves made.
pub(super) struct Child<'r, C> {
    pub(super) row: &'r [C],
    pub(super) hash: u64,
    pub(super) cost: u32,
    /// The quick bound: see [`Moves::quick_bound`].
    pub(super) bound: u32,
    /// The move that led here, before forced ones; `None` where forced ones alone did.
    pub(super) step: Option<Step>,
}

/// What a position has of one colour.
#[derive(Clone, Copy, Default)]
pub(super) struct Share {
    /// Free balls.
    pub(super) open: u16,
    /// Bottles with it on top.
    pub(super) tops: u16,
    /// Room above borders with it right above them, buried ones too, what stands there included.
    pub(super) above: u16,
    /// Bottles with it at the bottom, and those among them that hold nothing else, and those that are full of it.
    pub(super) bottoms: u16,
    pub(super) pures: u16,
    full: u16,
    /// The longest run at a bottom, and the longest with nothing above it.
    pub(super) kept: u16,
    pub(super) fullest: u16,
    /// Of the borders with it right above that could take more than they have, buried ones too, the least that fits above
    /// one; 0 for none.
    pub(super) narrowest: u16,
}

/// Makes moves. It holds only tables and buffers.
pub(super) struct Moves<'c, C> {
    pub(super) contents: &'c Contents,
    pub(super) rule: Rule,
    pub(super) mixed: Vec<u64>,
    pub(super) shares: Vec<Share>,
    /// For each colour the first target of it, and for each target the next: one more than its place, 0 for none.
    pub(super) first: Vec<u16>,
    pub(super) next: Vec<u16>,
    child: Vec<C>,
    /// Colours that may have to be gathered.
    pub(super) colours: Vec<u8>,
    /// Colours that may be next, and in how many ways.
    pub(super) ways: Vec<(u32, u8)>,
}

impl<'c, C: Code> Moves<'c, C> {
    pub(super) fn new(contents: &'c Contents, rule: Rule) -> Moves<'c, C> {
        Moves {
            contents,
            rule,
            mixed: (0..contents.all.len() as u32).map(mix).collect(),
            shares: vec![Share::default(); contents.colours()],
            first: vec![0; contents.colours()],
            next: vec![0; contents.bottles()],
            child: Vec::with_capacity(contents.bottles()),
            colours: Vec::new(),
            ways: Vec::new(),
        }
    }

    /// An empty one, to take the place of one that is in use.
    pub(super) fn idle(contents: &'c Contents) -> Moves<'c, C> {
        let (mixed, shares) = (Vec::new(), Vec::new());
        let (first, next, child, colours, ways) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Moves { contents, rule: Rule::Ball, mixed, shares, first, next, child, colours, ways }
    }

    /// The hash of a row, by the table.
    pub(super) fn hash(&self, row: &[C]) -> u64 {
        row.iter().fold(0, |sum, code| sum.wrapping_add(self.mixed[code.number() as usize]))
    }

    /// The start, before forced moves.
    pub(super) fn start(&self) -> Vec<C> {
        let mut row: Vec<C> = self.contents.start.iter().map(|&bottle| C::new(bottle)).collect();
        row.sort_unstable();
        row
    }

    /// Fills in the shares of a position and gives its quick bound.
    fn survey(&mut self, row: &[C]) -> u32 {
        self.shares.fill(Share::default());
        let mut runs = 0;
        let mut balls = 0;
        for &code in row {
            let content = *self.contents.at(code.number());
            if content.runs == 0 {
                continue;
            }
            runs += u32::from(content.runs);
            balls += (self.contents.capacity - usize::from(content.room)) as u32;
            let top = &mut self.shares[usize::from(content.colour)];
            top.open += u16::from(content.run);
            top.tops += 1;
            if content.is_pure() {
                top.pures += 1;
                top.full += u16::from(content.room == 0);
                top.fullest = top.fullest.max(content.run.into());
            } else {
                for part in borders(self.contents, content) {
                    let share = &mut self.shares[usize::from(part.colour)];
                    share.above += part.hosts();
                    if part.room > 0 && (share.narrowest == 0 || part.hosts() < share.narrowest) {
                        share.narrowest = part.hosts();
                    }
                }
            }
            let bottom = &mut self.shares[usize::from(content.bottom)];
            bottom.bottoms += 1;
            bottom.kept = bottom.kept.max(content.bottom_run.into());
        }
        let colours = self.shares.iter().zip(&self.contents.homes);
        match self.rule {
            Rule::Water => runs - colours.map(|(share, &homes)| u32::from(share.bottoms.min(homes))).sum::<u32>(),
            Rule::Ball => {
                let kept = colours.enumerate().map(|(colour, (share, &homes))| match homes {
                    1 => u32::from(share.kept),
                    _ => self.kept(row, colour as u8),
                });
                balls - kept.sum::<u32>()
            }
        }
    }

    /// The bound that is cheap to keep up to date. Water: runs, less the bottles that each colour can settle in. Ball:
    /// balls, less those that may stay where they are. (The proofs are with `pours_needed` and `moves_needed` of
    /// [`super::super::model::Space`].) It is 0 for a sorted position and no other.
    pub(super) fn quick_bound(&mut self, row: &[C]) -> u32 {
        self.survey(row)
    }

    /// Balls of a colour that may stay: its longest runs at the bottom of a bottle, as many as it will fill.
    fn kept(&self, row: &[C], colour: u8) -> u32 {
        let homes = usize::from(self.contents.homes[usize::from(colour)]);
        let contents = row.iter().map(|code| self.contents.at(code.number()));
        let runs = contents.filter(|content| content.bottom == colour).map(|content| content.bottom_run);
        if homes == 1 {
            return runs.max().unwrap_or(0).into();
        }
        let mut runs: Vec<u8> = runs.collect();
        runs.sort_unstable();
        runs.iter().rev().take(homes).map(|&run| u32::from(run)).sum()
    }

    /// Calls `visit` with every position that a useful move leads to, if its quick bound is `most` at most and no more moves are
    /// wasted than may be.
    pub(super) fn expand(&mut self, row: &[C], waste: Waste, most: u32, visit: impl FnMut(Child<'_, C>)) {
        let bound = self.survey(row);
        let choice = self.choose(row, waste);
        self.expand_surveyed(row, bound, choice, most, visit);
    }

    /// The same for the position that [`Moves::choose`] was asked about last: `bound` is its quick bound, `choice` the answer.
    pub(super) fn expand_surveyed(
        &mut self,
        row: &[C],
        bound: u32,
        choice: Choice,
        most: u32,
        mut visit: impl FnMut(Child<'_, C>),
    ) {
        let contents = self.contents;
        let Choice { waste, few } = choice;
        let hash = self.hash(row);
        if waste.others == 0
            && let Some((row, cost)) = self.gathered(row, waste)
        {
            return visit(Child { row: &row, hash: self.hash(&row), cost, bound: bound - cost, step: None });
        }
        // One of these colours wastes nothing; if it is one that has a bottle alone, it is gathered.
        for colour in few.filter(|_| waste.others > 0).into_iter().flat_map(members) {
            if self.shares[usize::from(colour)].pures > 0
                && let Some((row, cost)) = self.gathered(row, Waste::all_but(colour))
            {
                visit(Child { row: &row, hash: self.hash(&row), cost, bound: bound - cost, step: None });
            }
        }
        let has_empty = few.is_none() && row.first().is_some_and(|code| code.number() == 0);
        let mut child = std::mem::take(&mut self.child);
        for (from, &code) in row.iter().enumerate() {
            let number = code.number();
            let source = contents.at(number);
            if source.runs == 0 || (from > 0 && row[from - 1] == code) {
                continue;
            }
            let colour = usize::from(source.colour);
            if few.is_some_and(|few| few & bit(source.colour) == 0 || self.shares[colour].pures > 0) {
                continue;
            }
            let may_waste = few.is_none() && waste.allows(source.colour);
            if source.is_pure() && self.shares[colour].full == contents.homes[colour] {
                continue;
            }
            let mut try_target = |moves: &mut Self, target: u32| {
                let fits = source.run.min(contents.at(target).room);
                let count = if moves.rule == Rule::Ball { 1 } else { fits };
                let step = Step { from: number, to: target, count };
                let before = bound;
                let (bound, share) = moves.bound_after(row, from, step, before);
                if bound > most || (bound >= before && !may_waste) {
                    return;
                }
                child.clear();
                child.extend_from_slice(row);
                let made = moves.make(&mut child, from, step, share, waste, Made { hash, cost: 1, bound });
                visit(Child { row: &child, hash: made.hash, cost: made.cost, bound: made.bound, step: Some(step) });
            };
            if has_empty && !source.is_pure() {
                try_target(self, 0);
            }
            let mut target = self.first[colour];
            while target > 0 {
                let to = usize::from(target) - 1;
                target = self.next[to];
                // The first of several twins may be the source itself; then the second stands for them.
                if to != from || row.get(to + 1) == Some(&code) {
                    try_target(self, row[to].number());
                }
            }
        }
        self.child = child;
    }

    /// The quick bound after a move from the surveyed position, and what there is of the moved colour then.
    #[inline]
    fn bound_after(&self, row: &[C], from: usize, step: Step, bound: u32) -> (u32, Share) {
        let (source, target) = (self.contents.at(step.from), self.contents.at(step.to));
        let colour = usize::from(source.colour);
        let homes = self.contents.homes[colour];
        let before = self.shares[colour];
        let mut share = before;
        let is_whole = step.count == source.run;
        if is_whole {
            share.tops -= 1;
            if source.is_pure() {
                share.pures -= 1;
                share.bottoms -= 1;
            } else {
                share.above -= source.hosts();
            }
        }
        if target.runs == 0 {
            share.tops += 1;
            share.pures += 1;
            share.bottoms += 1;
        }
        let bound = match self.rule {
            Rule::Water => {
                let merged = u32::from(is_whole && target.runs > 0);
                bound - merged + u32::from(before.bottoms.min(homes)) - u32::from(share.bottoms.min(homes))
            }
            Rule::Ball if homes == 1 => {
                if target.runs <= 1 {
                    share.kept = share.kept.max(u16::from(target.run) + u16::from(step.count));
                }
                if source.is_pure() && u16::from(source.run) == before.kept {
                    // The longest run at the bottom may have been this one.
                    let others = row.iter().enumerate().filter(|&(at, _)| at != from);
                    let others = others.map(|(_, code)| self.contents.at(code.number()));
                    let longest = others.filter(|other| other.bottom == source.colour).map(|other| other.bottom_run);
                    let longest = longest.max().unwrap_or(0).max(source.run - step.count);
                    let put = if target.runs <= 1 { target.run + step.count } else { 0 };
                    share.kept = longest.max(put).into();
                }
                bound + u32::from(before.kept) - u32::from(share.kept)
            }
            Rule::Ball if source.is_pure() || target.runs <= 1 => {
                let mut after = row.to_vec();
                let to = after.partition_point(|code| code.number() < step.to);
                let to = if to == from { to + 1 } else { to };
                let (left, put) = self::after(self.contents, step);
                (after[from], after[to]) = (C::new(left), C::new(put));
                bound + self.kept(row, source.colour) - self.kept(&after, source.colour)
            }
            Rule::Ball => bound,
        };
        (bound, share)
    }

    /// Makes a move on `row`, a copy of the surveyed position, and whatever is forced then. `share` is what there is of the
    /// moved colour after it, `made` the effect of the move alone, but for the hash.
    fn make(&mut self, row: &mut [C], from: usize, step: Step, share: Share, waste: Waste, made: Made) -> Made {
        let contents = self.contents;
        let source = contents.at(step.from);
        let (left, put) = after(contents, step);
        replace(row, from, C::new(left));
        let to = row.partition_point(|code| code.number() < step.to);
        replace(row, to, C::new(put));
        let mixed = |number: u32| self.mixed[number as usize];
        let gone = mixed(step.from).wrapping_add(mixed(step.to));
        let mut hash = made.hash.wrapping_sub(gone).wrapping_add(mixed(left)).wrapping_add(mixed(put));

        let mut colours = std::mem::take(&mut self.colours);
        colours.clear();
        // How long the runs are is looked at when it matters.
        if share.is_forced(contents.homes[usize::from(source.colour)], Rule::Water, waste.allows(source.colour)) {
            colours.push(source.colour);
        }
        let under = contents.at(left);
        if step.count == source.run && under.runs > 0 {
            let mut share = self.shares[usize::from(under.colour)];
            share.open += u16::from(under.run);
            share.tops += 1;
            share.pures += u16::from(under.is_pure());
            if share.is_forced(contents.homes[usize::from(under.colour)], Rule::Water, waste.allows(under.colour)) {
                colours.push(under.colour);
            }
        }
        if colours.is_empty() {
            self.colours = colours;
            return Made { hash, ..made };
        }
        // Every ball that is gathered stays, and every run disappears: the bound falls by what it costs.
        let cost = self.gather(row, &mut colours, waste, |step| {
            let (left, put) = after(contents, step);
            let gone = self.mixed[step.from as usize].wrapping_add(self.mixed[step.to as usize]);
            hash =
                hash.wrapping_sub(gone).wrapping_add(self.mixed[left as usize]).wrapping_add(self.mixed[put as usize]);
        });
        self.colours = colours;
        Made { hash, cost: made.cost + cost, bound: made.bound - cost }
    }
}

/// What a step makes of its source and its target.
#[inline]
pub(super) fn after(contents: &Contents, step: Step) -> (u32, u32) {
    let colour = contents.at(step.from).colour;
    (contents.less(step.from, step.count), contents.more(step.to, colour, step.count))
}

/// A content, and what is left of it when the top run has gone, and so on, as long as there are borders.
#[inline]
pub(super) fn borders(contents: &Contents, content: Content) -> impl Iterator<Item = Content> {
    let parts = std::iter::successors(Some(content), |part| Some(*contents.at(part.below)));
    parts.take_while(|part| part.runs > 1)
}

/// The result of a move.
struct Made {
    hash: u64,
    cost: u32,
    bound: u32,
}
