//! Cages that cover a filled board, and the changes that make them enough for one solution.
//!
//! Cages grow cell by cell, from cells in corners first, so that hardly any is left alone. They have two to five cells and
//! no digit twice.
//!
//! **One solution.** Solve the board; where there is a second solution, change the cages so that it breaks a sum, and go on.
//! A cell whose digit differs in the second solution moves over to a neighbouring cage, or a large cage is split. Each
//! change has to rule out all solutions that were ruled out before, so none comes back. What a symmetry maps onto each
//! other changes together.

use rand::seq::SliceRandom;

use super::plan::Plan;
use crate::variant::{Cage, Variant};
use quandary_core::puzzle::{Cell, GenerateError, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::{Ask, Budget, Stopped, Verdict};

/// Sizes of cages, as often as they are wanted.
const SIZES: [usize; 20] = [2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 5];

/// The largest cage.
const MAX_SIZE: usize = 5;

/// How often a board is covered before one is taken that leaves a cell alone.
const MAX_COVERS: usize = 30;

/// How many second solutions are ruled out before other cages are tried.
const MAX_CHANGES: usize = 80;

/// Nodes of one search for a second solution: what takes more is hard for a player, too.
const MAX_NODES: u64 = 300;

/// The cells beside a cell, in its row and column.
pub(super) fn neighbours(cell: usize, side: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / side, cell % side);
    let steps = [
        (row > 0).then(|| cell - side),
        (column > 0).then(|| cell - 1),
        (column + 1 < side).then_some(cell + 1),
        (row + 1 < side).then_some(cell + side),
    ];
    steps.into_iter().flatten()
}

/// Cages for every cell that no line covers.
pub(super) fn draw(variant: &Variant, filled: &[u8], maps: &[Vec<usize>], random: &mut ChaCha8Rng) -> Vec<Cage> {
    let side = filled.len().isqrt();
    let blank = Cover { side, filled, maps, cage_of: vec![None; filled.len()] };
    let lines = variant.thermometers.iter().flatten();
    let lines = lines.chain(variant.arrows.iter().flat_map(|arrow| arrow.circle.iter().chain(&arrow.shaft)));
    let is_line: Vec<usize> = lines.map(|cell| cell.row * side + cell.column).collect();
    let mut best: Option<(usize, Cover<'_>)> = None;
    for _ in 0..MAX_COVERS {
        let mut cover = blank.clone();
        cover.cover(&is_line, random);
        let alone = cover.cages().iter().filter(|cage| cage.len() == 1).count();
        if best.as_ref().is_none_or(|(least, _)| alone < *least) {
            best = Some((alone, cover));
        }
        if alone == 0 {
            break;
        }
    }
    best.map(|(_, cover)| cover.finished()).unwrap_or_default()
}

/// Changes the cages of a board without givens until it has one solution; `None` where that was not reached.
pub(super) fn settle(
    plan: &Plan,
    filled: &[u8],
    random: &mut ChaCha8Rng,
    budget: &Budget,
) -> Result<Option<Plan>, GenerateError> {
    let side = plan.side();
    let maps = plan.symmetry.maps(side);
    let mut cover = Cover::of(&plan.variant, filled, &maps);
    let mut others: Vec<Vec<u8>> = Vec::new();
    for _ in 0..MAX_CHANGES {
        let now = plan.on(Variant { cages: cover.finished(), ..plan.variant.clone() });
        match second(&now, filled, budget)? {
            Second::None => return Ok(Some(now)),
            Second::Unknown => return Ok(None),
            Second::Found(other) => others.push(other),
        }
        let Some(next) = cover.without(&others, random) else { return Ok(None) };
        cover = next;
    }
    Ok(None)
}

/// Other cages for the same solution, by one small change; `None` where it does not leave one solution.
pub(super) fn vary(
    plan: &Plan,
    filled: &[u8],
    random: &mut ChaCha8Rng,
    budget: &Budget,
) -> Result<Option<Plan>, GenerateError> {
    let maps = plan.symmetry.maps(plan.side());
    let cover = Cover::of(&plan.variant, filled, &maps);
    let Some(next) = cover.changes(None, random).next() else { return Ok(None) };
    let now = plan.on(Variant { cages: next.finished(), ..plan.variant.clone() });
    Ok(matches!(second(&now, filled, budget)?, Second::None).then_some(now))
}

/// What there is beside the known solution.
enum Second {
    None,
    Found(Vec<u8>),
    Unknown,
}

/// Looks for a second solution of a board without givens.
fn second(plan: &Plan, filled: &[u8], budget: &Budget) -> Result<Second, GenerateError> {
    let nodes = Some(budget.nodes.map_or(MAX_NODES, |nodes| nodes.min(MAX_NODES)));
    let ask = Ask { budget: Budget { nodes, ..budget.clone() }, ..Ask::default() };
    let outcome = plan.shape(vec![0; filled.len()])?.solve(&ask);
    let other = outcome.solutions.iter().filter_map(Solution::grid).find(|grid| grid.values() != filled);
    match (outcome.verdict, other) {
        (_, Some(other)) => Ok(Second::Found(other.values().to_vec())),
        (Verdict::Unique, _) => Ok(Second::None),
        (Verdict::Unknown(why), _) if why != Stopped::Nodes => Err(GenerateError::Stopped(why)),
        _ => Ok(Second::Unknown),
    }
}

/// A board that is covered with cages.
#[derive(Clone)]
struct Cover<'b> {
    side: usize,
    filled: &'b [u8],
    maps: &'b [Vec<usize>],
    /// The number of each cell's cage.
    cage_of: Vec<Option<usize>>,
}

impl<'b> Cover<'b> {
    /// The cages that a board has.
    fn of(variant: &Variant, filled: &'b [u8], maps: &'b [Vec<usize>]) -> Self {
        let side = filled.len().isqrt();
        let mut cage_of = vec![None; filled.len()];
        for (number, cage) in variant.cages.iter().enumerate() {
            for cell in &cage.cells {
                cage_of[cell.row * side + cell.column] = Some(number);
            }
        }
        Cover { side, filled, maps, cage_of }
    }

    /// The cells of each cage.
    fn cages(&self) -> Vec<Vec<usize>> {
        let count = self.cage_of.iter().flatten().max().map_or(0, |most| most + 1);
        let mut cages = vec![Vec::new(); count];
        for (cell, cage) in self.cage_of.iter().enumerate() {
            if let Some(cage) = *cage {
                cages[cage].push(cell);
            }
        }
        cages.retain(|cage| !cage.is_empty());
        cages
    }

    /// The cages with their sums.
    fn finished(&self) -> Vec<Cage> {
        let sum = |cells: &[usize]| cells.iter().map(|&cell| u32::from(self.filled[cell])).sum();
        let cell = |&cell: &usize| Cell { row: cell / self.side, column: cell % self.side };
        let cage = |cells: Vec<usize>| Cage { sum: Some(sum(&cells)), cells: cells.iter().map(cell).collect() };
        self.cages().into_iter().map(cage).collect()
    }

    /// Covers the board but for some cells.
    fn cover(&mut self, except: &[usize], random: &mut ChaCha8Rng) {
        let mut waiting: Vec<usize> = (0..self.filled.len()).filter(|cell| !except.contains(cell)).collect();
        waiting.shuffle(random);
        loop {
            waiting.retain(|&cell| self.cage_of[cell].is_none());
            let is_free = |cell: &usize| self.cage_of[*cell].is_none() && !except.contains(cell);
            let room = |cell: &usize| neighbours(*cell, self.side).filter(is_free).count();
            // A cell in a corner first, before it is left alone.
            let corner = waiting.iter().find(|cell| room(cell) <= 1);
            let Some(&start) = corner.or(waiting.first()) else { break };
            let size = SIZES[random.random_range(0..SIZES.len() as u32) as usize].min(self.side);
            let mut cage = vec![start];
            while cage.len() < size {
                let mut next: Vec<usize> =
                    cage.iter().flat_map(|&cell| neighbours(cell, self.side)).filter(is_free).collect();
                next.retain(|cell| !cage.contains(cell));
                next.shuffle(random);
                next.sort_by_key(|cell| room(cell) > 1);
                let grown = next.iter().find_map(|&cell| {
                    let alone = [&cage[..], &[cell]].concat();
                    let mut all = cage.clone();
                    for map in self.maps.iter().filter(|_| self.maps.len() > 1) {
                        all.extend(Some(map[cell]).filter(|image| !all.contains(image)));
                    }
                    [alone, all].into_iter().find(|next| next.len() > cage.len() && self.images(next).is_some())
                });
                let Some(grown) = grown else { break };
                cage = grown;
            }
            let images = self.images(&cage).unwrap_or_else(|| vec![cage]);
            for image in images {
                self.put(&image);
            }
        }
        self.join_singles();
    }

    /// Makes a cage of these cells.
    fn put(&mut self, cells: &[usize]) {
        let number = self.cage_of.iter().flatten().max().map_or(0, |most| most + 1);
        for &cell in cells {
            self.cage_of[cell] = Some(number);
        }
    }

    /// A new cage and what the symmetry makes of it; `None` where these overlap, take cells of other cages, or are no cages.
    fn images(&self, cage: &[usize]) -> Option<Vec<Vec<usize>>> {
        let mut images: Vec<Vec<usize>> = Vec::new();
        for map in self.maps {
            let mut image: Vec<usize> = cage.iter().map(|&cell| map[cell]).collect();
            image.sort_unstable();
            if !images.contains(&image) {
                images.push(image);
            }
        }
        let mut is_in = vec![false; self.filled.len()];
        let is_apart = images.iter().flatten().all(|&cell| !std::mem::replace(&mut is_in[cell], true));
        let is_free = images.iter().flatten().all(|&cell| self.cage_of[cell].is_none());
        (is_apart && is_free && images.iter().all(|image| self.is_cage(image))).then_some(images)
    }

    /// Whether cells are few, in one piece, and have no digit twice.
    fn is_cage(&self, cells: &[usize]) -> bool {
        let Some(&first) = cells.first() else { return false };
        let digits = cells.iter().fold(0_u32, |digits, &cell| digits | 1 << self.filled[cell]);
        let (mut reached, mut at) = (vec![first], 0);
        while let Some(&cell) = reached.get(at) {
            for other in neighbours(cell, self.side).filter(|other| cells.contains(other)) {
                if !reached.contains(&other) {
                    reached.push(other);
                }
            }
            at += 1;
        }
        cells.len() <= MAX_SIZE && digits.count_ones() as usize == cells.len() && reached.len() == cells.len()
    }

    /// Gives cells that were left alone to the smallest cage beside them that has room.
    fn join_singles(&mut self) {
        for cage in self.cages().into_iter().filter(|cage| cage.len() == 1) {
            let cell = cage[0];
            let size = |cage: Option<usize>| self.cage_of.iter().filter(|&&of| of == cage).count();
            if size(self.cage_of[cell]) > 1 {
                continue;
            }
            let mut beside: Vec<usize> =
                neighbours(cell, self.side).filter(|&other| self.cage_of[other].is_some()).collect();
            beside.sort_by_key(|&other| size(self.cage_of[other]));
            if let Some(next) = beside.into_iter().find_map(|other| self.moved(cell, other)) {
                *self = next;
            }
        }
    }

    /// The same with a cell in the cage of a neighbour, and the same for all images; `None` where that makes no cages.
    fn moved(&self, cell: usize, to: usize) -> Option<Self> {
        let mut next = self.clone();
        for map in self.maps {
            next.cage_of[map[cell]] = self.cage_of[map[to]];
        }
        next.is_sound(self).then_some(next)
    }

    /// Whether all cages that differ from those before are cages of two cells or more.
    fn is_sound(&self, before: &Cover<'_>) -> bool {
        let earlier = before.cages();
        self.cages().iter().all(|cage| earlier.contains(cage) || cage.len() > 1 && self.is_cage(cage))
    }

    /// The same with a cage split so that these cells are on their own; `None` where that makes no cages.
    fn split(&self, part: &[usize]) -> Option<Self> {
        let mut next = self.clone();
        for map in self.maps {
            let image: Vec<usize> = part.iter().map(|&cell| map[cell]).collect();
            next.put(&image);
        }
        next.is_sound(self).then_some(next)
    }

    /// The same with the cages of two cells joined; `None` where that makes no cages.
    fn joined(&self, cell: usize, other: usize) -> Option<Self> {
        let mut next = self.clone();
        for map in self.maps {
            let (from, to) = (next.cage_of[map[cell]], next.cage_of[map[other]]);
            for of in next.cage_of.iter_mut().filter(|of| **of == from) {
                *of = to;
            }
        }
        next.is_sound(self).then_some(next)
    }

    /// All small changes in random order: moves of cells first, of those where some board differs if one is given; then splits.
    /// Without such a board, cages are joined, too.
    fn changes<'c>(&'c self, other: Option<&'c [u8]>, random: &mut ChaCha8Rng) -> impl Iterator<Item = Self> + 'c {
        let differs = move |cell: usize| other.is_none_or(|other| other[cell] != self.filled[cell]);
        let mut pairs: Vec<(usize, usize)> = (0..self.filled.len())
            .filter(|&cell| self.cage_of[cell].is_some() && differs(cell))
            .flat_map(|cell| neighbours(cell, self.side).map(move |beside| (cell, beside)))
            .filter(|&(cell, beside)| self.cage_of[beside].is_some() && self.cage_of[beside] != self.cage_of[cell])
            .collect();
        pairs.shuffle(random);
        let mut parts: Vec<Vec<usize>> =
            self.cages().iter().filter(|cage| cage.len() > 3).flat_map(|cage| twos(cage, self.side)).collect();
        parts.retain(|part| part.iter().any(|&cell| differs(cell)));
        parts.shuffle(random);
        let is_free = other.is_none();
        let moves = pairs.into_iter().filter_map(move |(cell, beside)| match is_free && (cell + beside) % 5 == 0 {
            true => self.joined(cell, beside),
            false => self.moved(cell, beside),
        });
        moves.chain(parts.into_iter().filter_map(|part| self.split(&part)))
    }

    /// The same with a change after which none of these boards is a solution; `None` where there is none.
    fn without(&self, others: &[Vec<u8>], random: &mut ChaCha8Rng) -> Option<Self> {
        let last = others.last()?;
        self.changes(Some(last), random).find(|next| others.iter().rev().all(|other| next.rules_out(other)))
    }

    /// Whether a board breaks a cage.
    fn rules_out(&self, other: &[u8]) -> bool {
        self.cages().iter().any(|cage| {
            let sum = |board: &[u8]| cage.iter().map(|&cell| u32::from(board[cell])).sum::<u32>();
            let digits = cage.iter().fold(0_u32, |digits, &cell| digits | 1 << other[cell]);
            sum(other) != sum(self.filled) || (digits.count_ones() as usize) < cage.len()
        })
    }
}

/// The pairs of neighbours in a cage.
fn twos(cage: &[usize], side: usize) -> Vec<Vec<usize>> {
    let beside = |&cell: &usize| -> Vec<Vec<usize>> {
        let later = neighbours(cell, side).filter(|&other| other > cell && cage.contains(&other));
        later.map(|other| vec![cell, other]).collect()
    };
    cage.iter().flat_map(beside).collect()
}
