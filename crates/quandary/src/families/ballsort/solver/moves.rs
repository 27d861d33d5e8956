//! Moves on packed positions: which are worth trying, which is forced, and what each does to hash and bound.
//!
//! A position is a sorted row of contents (see [`super::super::contents`]): bottle order is gone, and bottles that look
//! alike stand side by side. Left out are the moves that [`super::super::model`] leaves out, for the reasons given there:
//! out of finished bottles, from a bottle of one colour into an empty one, and between twins but for the first.
//!
//! One kind of move is *forced*, and made at once: no position is kept in which it is still to be made. Let colour `c`
//! fill one bottle, let none of its balls be buried, let some bottle hold `c` alone, and let the room above the borders
//! that have `c` above them be too small for all of `c`:
//!
//! ```text
//!   |   | | c | |   |        capacity 4: two c stand alone, two more on top of others.
//!   |   | | a | | c |        The room above the two borders is 1 + 2 = 3, too small for 4.
//!   | c | | b | | b |        So both go home now.
//!   | c | | a | | a |
//! ```
//!
//! Whatever plan there is, one bottle is given to `c` from here to the end: no more room for it will ever come to light,
//! and what there is does not suffice. Every bottle that has `c` on top must lose it, in one pour at least, or as many
//! moves as balls. So gather `c` in the (fullest) bottle that it has, leave out all its other moves, and make the
//! rest of the plan as it was: no bottle that it uses has less room than before, and it is no longer. (The well-known case is
//! two bottles that complete a colour. Pouring onto a bottle of one colour *whenever* there is one is not sound.)

use super::super::Rule;
use super::super::contents::{Content, Contents, bit};
use super::super::rows::{Code, mix, replace};

/// Balls that go from a bottle with one content to a bottle with another, as contents stand before.
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
    /// The move that led here, before forced ones.
    pub(super) step: Step,
}

/// What a position has of one colour.
#[derive(Clone, Copy, Default)]
struct Share {
    /// Free balls.
    open: u16,
    /// Bottles with it on top.
    tops: u16,
    /// Room above borders with it right above them, buried ones too, what stands there included.
    above: u16,
    /// Bottles with it at the bottom, and those among them that hold nothing else, and those that are full of it.
    bottoms: u16,
    pures: u16,
    full: u16,
    /// The longest run at a bottom, and the longest with nothing above it.
    kept: u16,
    fullest: u16,
}

impl Share {
    fn is_forced(&self, homes: u16, rule: Rule) -> bool {
        homes == 1
            && self.pures > 0
            && self.tops > 1
            && self.open > self.above
            && (rule == Rule::Water || self.kept == self.fullest)
    }
}

/// The move maker. It holds only tables and scratch space.
pub(super) struct Moves<'c, C> {
    pub(super) contents: &'c Contents,
    pub(super) rule: Rule,
    mixed: Vec<u64>,
    shares: Vec<Share>,
    /// For each colour the first target of it, and for each target the next: one more than its place, 0 for none.
    first: Vec<u16>,
    next: Vec<u16>,
    child: Vec<C>,
    /// Colours that may have to be gathered.
    colours: Vec<u8>,
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
        }
    }

    /// A move maker that holds nothing: it keeps the place of one that is in use.
    pub(super) fn idle(contents: &'c Contents) -> Moves<'c, C> {
        let (mixed, shares) = (Vec::new(), Vec::new());
        let (first, next, child, colours) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Moves { contents, rule: Rule::Ball, mixed, shares, first, next, child, colours }
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
                    self.shares[usize::from(part.colour)].above += part.hosts();
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

    /// Calls `visit` with every position that a move worth trying leads to.
    pub(super) fn expand(&mut self, row: &[C], visit: impl FnMut(Child<'_, C>)) {
        let bound = self.survey(row);
        self.expand_surveyed(row, bound, visit);
    }

    /// The same for the position whose quick bound was asked for last.
    pub(super) fn expand_surveyed(&mut self, row: &[C], bound: u32, mut visit: impl FnMut(Child<'_, C>)) {
        let contents = self.contents;
        let hash = self.hash(row);
        self.first.fill(0);
        for (at, &code) in row.iter().enumerate().rev() {
            let content = contents.at(code.number());
            if content.runs > 0 && content.room > 0 && (at == 0 || row[at - 1] != code) {
                let first = &mut self.first[usize::from(content.colour)];
                self.next[at] = std::mem::replace(first, at as u16 + 1);
            }
        }
        let has_empty = row.first().is_some_and(|code| code.number() == 0);
        let mut child = std::mem::take(&mut self.child);
        for (from, &code) in row.iter().enumerate() {
            let number = code.number();
            let source = contents.at(number);
            if source.runs == 0 || (from > 0 && row[from - 1] == code) {
                continue;
            }
            let colour = usize::from(source.colour);
            if source.is_pure() && self.shares[colour].full == contents.homes[colour] {
                continue;
            }
            let mut try_target = |moves: &mut Self, target: u32| {
                let most = source.run.min(contents.at(target).room);
                let count = if moves.rule == Rule::Ball { 1 } else { most };
                let step = Step { from: number, to: target, count };
                child.clear();
                child.extend_from_slice(row);
                let made = moves.make(&mut child, from, step, hash, bound);
                visit(Child { row: &child, hash: made.hash, cost: made.cost, bound: made.bound, step });
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

    /// Makes a move on `row`, a copy of the surveyed position, and whatever is forced then.
    fn make(&mut self, row: &mut [C], from: usize, step: Step, hash: u64, bound: u32) -> Made {
        let contents = self.contents;
        let (source, target) = (contents.at(step.from), contents.at(step.to));
        let (left, put) = after(contents, step);
        replace(row, from, C::new(left));
        let to = row.partition_point(|code| code.number() < step.to);
        replace(row, to, C::new(put));
        let table = std::mem::take(&mut self.mixed);
        let mixed = |number: u32| table[number as usize];
        let hash = hash
            .wrapping_sub(mixed(step.from))
            .wrapping_sub(mixed(step.to))
            .wrapping_add(mixed(left))
            .wrapping_add(mixed(put));

        let is_whole = step.count == source.run;
        let colour = usize::from(source.colour);
        let homes = contents.homes[colour];
        let before = self.shares[colour];
        let mut share = before;
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
        let mut colours = std::mem::take(&mut self.colours);
        colours.clear();
        // How long the runs are is looked at when it matters.
        if share.is_forced(homes, Rule::Water) {
            colours.push(source.colour);
        }
        let under = contents.at(left);
        if is_whole && under.runs > 0 {
            let mut share = self.shares[usize::from(under.colour)];
            share.open += u16::from(under.run);
            share.tops += 1;
            share.pures += u16::from(under.is_pure());
            if share.is_forced(contents.homes[usize::from(under.colour)], Rule::Water) {
                colours.push(under.colour);
            }
        }
        let bound = match self.rule {
            Rule::Water => {
                let merged = u32::from(is_whole && target.runs > 0);
                bound - merged + u32::from(before.bottoms.min(homes)) - u32::from(share.bottoms.min(homes))
            }
            Rule::Ball if source.is_pure() || target.runs <= 1 => {
                let kept = if homes == 1 { u32::from(before.kept) } else { self.kept_before(row, left, put, step) };
                bound + kept - self.kept(row, source.colour)
            }
            Rule::Ball => bound,
        };
        let mut hash = hash;
        // Every ball that is gathered comes to stay, and every run disappears: the bound falls by what it costs.
        let cost = self.gather(row, &mut colours, |step| {
            let (left, put) = after(contents, step);
            let gone = mixed(step.from).wrapping_add(mixed(step.to));
            hash = hash.wrapping_sub(gone).wrapping_add(mixed(left)).wrapping_add(mixed(put));
        });
        (self.colours, self.mixed) = (colours, table);
        Made { hash, cost: 1 + cost, bound: bound - cost }
    }

    /// What could stay of the moved colour before a move, of a colour that fills several bottles.
    fn kept_before(&self, row: &[C], left: u32, put: u32, step: Step) -> u32 {
        let mut before: Vec<C> = row.to_vec();
        for (now, then) in [(left, step.from), (put, step.to)] {
            let at = before.partition_point(|code| code.number() < now);
            replace(&mut before, at, C::new(then));
        }
        self.kept(&before, self.contents.at(step.from).colour)
    }

    /// Makes every forced move of the start, and says what they cost. `note` is told each pour, as the contents stand
    /// before it.
    pub(super) fn settle(&self, row: &mut [C], note: impl FnMut(Step)) -> u32 {
        let mut colours: Vec<u8> = (0..self.contents.colours()).map(|colour| colour as u8).collect();
        self.gather(row, &mut colours, note)
    }

    /// Gathers each of the colours that must be gathered now, and those that come to light meanwhile.
    fn gather(&self, row: &mut [C], colours: &mut Vec<u8>, mut note: impl FnMut(Step)) -> u32 {
        let mut cost = 0;
        while let Some(colour) = colours.pop() {
            let Some(mut target) = self.forced(row, colour) else { continue };
            let mut at = 0;
            while at < row.len() {
                let from = row[at].number();
                let content = self.contents.at(from);
                // Of two bottles that hold equally many of the colour and nothing else, the first is poured.
                let is_target = from == target && row.get(at + 1) != Some(&row[at]);
                if content.colour != colour || is_target {
                    at += 1;
                    continue;
                }
                let step = Step { from, to: target, count: content.run };
                let (left, put) = after(self.contents, step);
                note(step);
                replace(row, at, C::new(left));
                let to = row.partition_point(|code| code.number() < target);
                replace(row, to, C::new(put));
                if left != 0 {
                    colours.push(self.contents.at(left).colour);
                }
                target = put;
                cost += if self.rule == Rule::Ball { u32::from(step.count) } else { 1 };
                // Both may have moved others by a place.
                at = 0;
            }
        }
        cost
    }

    /// Whether a colour must be gathered now: then the fullest bottle that holds it alone.
    fn forced(&self, row: &[C], colour: u8) -> Option<u32> {
        let contents = self.contents;
        let mut share = Share::default();
        let mut fullest = 0;
        for code in row {
            let content = contents.at(code.number());
            if content.colour == colour {
                share.open += u16::from(content.run);
                share.tops += 1;
                if content.is_pure() {
                    share.pures += 1;
                    share.fullest = content.run.into();
                    // Numbers of one colour's pure contents grow with the balls, and rows are sorted.
                    fullest = code.number();
                }
            }
            if content.bottom == colour {
                share.kept = share.kept.max(content.bottom_run.into());
            }
            if content.above & bit(colour) != 0 {
                share.above += borders(contents, *content)
                    .filter(|part| part.colour == colour)
                    .map(|part| part.hosts())
                    .sum::<u16>();
            }
        }
        share.is_forced(contents.homes[usize::from(colour)], self.rule).then_some(fullest)
    }

    /// The pours from one position to another that a move and what it forces lead to. Empty when none does.
    pub(super) fn between(&mut self, row: &[C], next: &[C]) -> Vec<Step> {
        let mut best: Option<(u32, Step)> = None;
        self.expand(row, |child| {
            if child.row == next && best.is_none_or(|(cost, _)| child.cost < cost) {
                best = Some((child.cost, child.step));
            }
        });
        let Some((_, step)) = best else { return Vec::new() };
        let mut steps = vec![step];
        let mut row = row.to_vec();
        let (left, put) = after(self.contents, step);
        for (old, new) in [(step.from, left), (step.to, put)] {
            let at = row.partition_point(|code| code.number() < old);
            replace(&mut row, at, C::new(new));
        }
        self.settle(&mut row, |step| steps.push(step));
        steps
    }
}

/// What a step makes of its source and its target.
#[inline]
fn after(contents: &Contents, step: Step) -> (u32, u32) {
    let colour = contents.at(step.from).colour;
    (contents.less(step.from, step.count), contents.more(step.to, colour, step.count))
}

/// A content, and what is left of it when the top run has gone, and so on, as long as there are borders.
#[inline]
fn borders(contents: &Contents, content: Content) -> impl Iterator<Item = Content> {
    let parts = std::iter::successors(Some(content), |part| Some(*contents.at(part.below)));
    parts.take_while(|part| part.runs > 1)
}

/// What a move came to.
struct Made {
    hash: u64,
    cost: u32,
    bound: u32,
}
