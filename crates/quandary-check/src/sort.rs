//! Is a plan the shortest? Can a board not be sorted at all?
//!
//! Both are decided by looking at every position that matters, with the moves as `ballsort.rs` states them. Bottles with
//! the same contents, size and lock are interchangeable, so a position is its bottles in sorted order.
//!
//! *Unsolvable*: all positions that can be reached are visited, and none is sorted.
//!
//! *Optimal*: the plan is replayed; then it is shown that no plan has fewer moves, say fewer than N. Positions are visited
//! by the number of moves g that they take. A position whose [`least`] number of further moves h is N − g or more cannot
//! be part of a shorter plan and is left out. If no sorted position is among the others, there is no shorter plan.
//!
//! # Why `least` is a lower bound
//!
//! It is 0 for a sorted position, and no move lowers it by more than 1.
//!
//! * `ball`: the number of balls, minus, for each colour that fills m bottles at most in the end (that is: bottles that hold
//!   exactly its balls), the m longest runs of it that
//!   begin at the bottom of a bottle. A move makes one such run longer by one ball at most.
//! * `water`: the number of runs, minus, for each colour, the number of bottles that begin with it, up to m. A pour that
//!   joins a run to another has one run less, and no new bottom; a pour into an empty bottle has one more bottom at
//!   most, and no run less.
//! * where bottles need not be full: the balls (or runs) that have another colour below them. A move takes away one.

use std::collections::HashSet;

use crate::ballsort::{Lots, Plan, Puzzle};
use crate::certificate::{Claim, Shown};
use crate::limits::{Limits, Work};
use crate::{Failure, ballsort, read_puzzle};

/// Shows that a plan sorts the bottles and that none is shorter.
pub(crate) fn check_optimal(puzzle_json: &str, moves: Vec<[usize; 2]>, limits: &Limits<'_>) -> Result<Shown, Failure> {
    let puzzle: Puzzle = read_puzzle(puzzle_json)?;
    let game = Game::new(&puzzle)?;
    // To replay a move takes about as much as to look at a position.
    Work::new(limits).spend(moves.len().saturating_mul(game.effort()))?;
    ballsort::check(&puzzle, &Plan::of(&moves))?;
    let steps = game.explore(Some(moves.len()), limits)?;
    Ok(Shown { claim: Claim::Optimal(moves), solutions: Vec::new(), steps })
}

/// Shows that no plan sorts the bottles.
pub(crate) fn check_unsolvable(puzzle_json: &str, limits: &Limits<'_>) -> Result<Shown, Failure> {
    let game = Game::new(&read_puzzle(puzzle_json)?)?;
    let steps = if game.lots.is_none() { 0 } else { game.explore(None, limits)? };
    Ok(Shown { claim: Claim::Unsolvable, solutions: Vec::new(), steps })
}

/// Bottles in sorted order, one after the other: how many balls a bottle holds, the colour that it waits for (0 for none), then
/// its balls from the bottom up (0 for no ball; also above the last place of a bottle that is smaller than others).
type Position = Vec<u8>;

/// Where in a bottle's bytes these are.
const SIZE: usize = 0;
const LOCK: usize = 1;
const BALLS: usize = 2;

/// A bottle of a position.
#[derive(Clone, Copy, PartialEq)]
struct Bottle<'p> {
    size: usize,
    lock: u8,
    balls: &'p [u8],
}

struct Game {
    start: Position,
    /// How many bytes a bottle takes.
    stride: usize,
    pours: bool,
    fills: bool,
    /// How many bottles each colour fills in the end at most; `None` if some colour cannot fill whole bottles, though it has to.
    lots: Option<Vec<usize>>,
}

impl Game {
    fn new(puzzle: &Puzzle) -> Result<Game, Failure> {
        let Lots { bottles, capacities, locks, colours } = puzzle.numbered()?;
        let stride = BALLS + capacities.iter().copied().max().unwrap_or(0);
        let mut start = Vec::new();
        for (number, (bottle, &size)) in bottles.iter().zip(&capacities).enumerate() {
            start.push(size as u8);
            start.push(locks.get(&(number + 1)).copied().unwrap_or(0));
            start.extend(bottle);
            start.extend(std::iter::repeat_n(0, stride - BALLS - bottle.len()));
        }
        let mut counts = vec![0; usize::from(colours) + 1];
        bottles.iter().flatten().for_each(|&ball| counts[usize::from(ball)] += 1);
        let fills = puzzle.rule.fills();
        // Where bottles need not be full, it does not matter how many a colour fills.
        let most = |&count: &usize| if fills { most_bottles(&capacities, count) } else { Some(0) };
        let lots = counts.iter().map(most).collect();
        let mut game = Game { start: Vec::new(), stride, pours: puzzle.rule.pours(), fills, lots };
        game.open_locks(&mut start);
        game.start = game.sorted(&start);
        Ok(game)
    }

    /// Visits all positions that can be part of a plan with fewer moves than this, or all if there is no limit. Returns how many
    /// these are; the error says that one of them is sorted.
    fn explore(&self, fewer_than: Option<usize>, limits: &Limits<'_>) -> Result<usize, Failure> {
        let (mut work, mut memory, effort) = (Work::new(limits), limits.memory, self.effort());
        let matters =
            |position: &Position, moves: usize| fewer_than.is_none_or(|most| moves + self.least(position) < most);
        let mut seen: HashSet<Position> = HashSet::new();
        let mut layer: Vec<Position> = Vec::new();
        if matters(&self.start, 0) {
            seen.insert(self.start.clone());
            layer.push(self.start.clone());
        }
        let mut moves = 0;
        while !layer.is_empty() {
            if layer.iter().any(|position| self.is_goal(position)) {
                return Err(Failure::rule("claim", format!("a plan of {moves} moves sorts the bottles")));
            }
            moves += 1;
            let mut next_layer = Vec::new();
            for position in &layer {
                // Two bottles for each move that there could be.
                work.spend(position.len() / self.stride * (position.len() / self.stride))?;
                for next in self.after(position) {
                    work.spend(effort)?;
                    if matters(&next, moves) && !seen.contains(&next) {
                        memory = memory.checked_sub(2 * next.len() as u64 + 64).ok_or(Failure::Limit)?;
                        seen.insert(next.clone());
                        next_layer.push(next);
                    }
                }
            }
            layer = next_layer;
        }
        Ok(seen.len())
    }

    /// How many bytes are looked at for a new position: all of them, and again for each lock.
    fn effort(&self) -> usize {
        let locks = self.bottles(&self.start).filter(|bottle| bottle.lock != 0).count();
        self.start.len().saturating_mul(1 + locks)
    }

    fn bottles<'p>(&self, position: &'p [u8]) -> impl Iterator<Item = Bottle<'p>> {
        position.chunks(self.stride).map(|bottle| {
            let balls = &bottle[BALLS..];
            let balls = &balls[..balls.iter().position(|&ball| ball == 0).unwrap_or(balls.len())];
            Bottle { size: bottle[SIZE].into(), lock: bottle[LOCK], balls }
        })
    }

    fn is_goal(&self, position: &Position) -> bool {
        self.bottles(position).all(|Bottle { size, balls, .. }| {
            let is_of_one_colour = balls.windows(2).all(|pair| pair[0] == pair[1]);
            balls.is_empty() || (is_of_one_colour && (!self.fills || balls.len() == size))
        })
    }

    /// No plan has fewer moves than this.
    fn least(&self, position: &Position) -> usize {
        let mut all = 0;
        // The colour and the length of the run at the bottom of each bottle.
        let mut bottoms: Vec<(u8, usize)> = Vec::with_capacity(position.len() / self.stride);
        for Bottle { balls, .. } in self.bottles(position) {
            let mut runs = balls.chunk_by(|a, b| a == b).map(|run| if self.pours { 1 } else { run.len() });
            if let Some(&colour) = balls.first() {
                let bottom = runs.next().unwrap_or(0);
                all += bottom + runs.sum::<usize>();
                bottoms.push((colour, bottom));
            }
        }
        // By colour, the longest first.
        bottoms.sort_unstable_by(|a, b| b.cmp(a));
        for of_colour in bottoms.chunk_by(|a, b| a.0 == b.0) {
            let lots = self.lots.as_ref().map_or(0, |lots| lots[usize::from(of_colour[0].0)]);
            let most = if self.fills { lots } else { of_colour.len() };
            all -= of_colour.iter().take(most).map(|(_, length)| length).sum::<usize>();
        }
        all
    }

    /// The positions after each legal move.
    fn after(&self, position: &Position) -> impl Iterator<Item = Position> {
        let bottles: Vec<Bottle<'_>> = self.bottles(position).collect();
        let count = bottles.len();
        let moves = (0..count).flat_map(move |from| (0..count).map(move |to| (from, to)));
        moves.filter_map(move |(from, to)| {
            let Bottle { lock: from_lock, balls: source, .. } = bottles[from];
            let Bottle { size, lock: to_lock, balls: target } = bottles[to];
            let &colour = source.last()?;
            let room = size - target.len();
            let fits = room > 0 && target.last().is_none_or(|&top| top == colour);
            if from == to || from_lock != 0 || to_lock != 0 || !fits {
                return None;
            }
            // Of bottles that are the same, the first is enough.
            let is_twin_of = |other: usize, at: usize| at > 0 && bottles[at - 1] == bottles[at] && at - 1 != other;
            if is_twin_of(from, to) || is_twin_of(to, from) {
                return None;
            }
            let run = source.iter().rev().take_while(|&&ball| ball == colour).count();
            let count = if self.pours { run.min(room) } else { 1 };
            let mut next = position.clone();
            next[from * self.stride + BALLS + source.len() - count..][..count].fill(0);
            next[to * self.stride + BALLS + target.len()..][..count].fill(colour);
            self.open_locks(&mut next);
            Some(self.sorted(&next))
        })
    }

    /// Opens the bottles that wait for a colour which is complete: seen, and only in bottles that are full of it.
    fn open_locks(&self, position: &mut [u8]) {
        for at in (LOCK..position.len()).step_by(self.stride).filter(|&at| position[at] != 0).collect::<Vec<_>>() {
            let colour = position[at];
            let is_full = |bottle: Bottle<'_>| {
                bottle.balls.len() == bottle.size && bottle.balls.iter().all(|&ball| ball == colour)
            };
            let with_it = self.bottles(position).filter(|bottle| bottle.balls.contains(&colour));
            let complete: Vec<bool> = with_it.map(is_full).collect();
            if !complete.is_empty() && !complete.contains(&false) {
                position[at] = 0;
            }
        }
    }

    fn sorted(&self, position: &[u8]) -> Position {
        let mut bottles: Vec<&[u8]> = position.chunks(self.stride).collect();
        bottles.sort_unstable();
        bottles.concat()
    }
}

/// The most bottles that hold exactly so many balls; `None` if there are no such bottles.
fn most_bottles(capacities: &[usize], balls: usize) -> Option<usize> {
    let mut most = vec![None; balls + 1];
    most[0] = Some(0);
    for &capacity in capacities {
        for filled in (capacity..=balls).rev() {
            most[filled] = most[filled].max(most[filled - capacity].map(|bottles: usize| bottles + 1));
        }
    }
    most[balls]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(capacities: &str, bottles: &str, rule: &str) -> Game {
        let puzzle = format!(r#"{{"family":"ballsort",{capacities},"bottles":{bottles},"rule":"{rule}"}}"#);
        Game::new(&read_puzzle(&puzzle).unwrap()).unwrap()
    }

    #[test]
    fn no_move_lowers_the_bound_by_more_than_one() {
        let boards = [
            (r#""capacity":2"#, "[[1,2],[2,1],[]]"),
            (r#""capacity":2"#, "[[1,2],[1,2],[3,3],[]]"),
            (r#""capacity":2"#, "[[1,1],[1,2],[2,1],[]]"),
            (r#""capacity":2"#, "[[1],[1,2],[2],[3,3],[]]"),
            (r#""capacities":[2,3,2,1]"#, "[[1,2],[2,1,2],[],[]]"),
            (r#""capacities":[4,1,2,3]"#, "[[1,2,1,1],[2],[],[]]"),
        ];
        for rule in ["ball", "water", "ball-uniform", "water-uniform"] {
            for (capacities, board) in boards {
                let game = game(capacities, board, rule);
                let mut seen = HashSet::from([game.start.clone()]);
                let mut to_visit = vec![game.start.clone()];
                while let Some(position) = to_visit.pop() {
                    assert!(!game.is_goal(&position) || game.least(&position) == 0, "{position:?}");
                    for next in game.after(&position) {
                        assert!(game.least(&position) <= game.least(&next) + 1, "{position:?} → {next:?} by {rule}");
                        if seen.insert(next.clone()) {
                            to_visit.push(next);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_longer_plan_is_not_the_shortest() {
        let puzzle = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]]}"#;
        let check = |moves: &[[usize; 2]]| check_optimal(puzzle, moves.to_vec(), &Limits::default());
        assert!(check(&[[1, 3], [2, 1], [2, 3]]).is_ok());
        assert!(check(&[[1, 3], [2, 1], [1, 2], [2, 1], [2, 3]]).is_err());
        assert!(check(&[[1, 3], [2, 1]]).is_err(), "the bottles are not sorted");
        assert!(check_unsolvable(puzzle, &Limits::default()).is_err());
        let full = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1]]}"#;
        assert!(check_unsolvable(full, &Limits::default()).is_ok());
        let odd = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2],[]]}"#;
        assert!(check_unsolvable(odd, &Limits::default()).is_ok());
    }

    #[test]
    fn a_bottle_of_another_size_changes_what_is_shortest() {
        let puzzle =
            |capacities: &str| format!(r#"{{"family":"ballsort","capacities":{capacities},"bottles":[[1,1,1],[]]}}"#);
        let moves = vec![[1, 2], [1, 2], [1, 2]];
        assert!(check_optimal(&puzzle("[4,3]"), moves.clone(), &Limits::default()).is_ok());
        assert!(check_optimal(&puzzle("[3,3]"), moves, &Limits::default()).is_err(), "no move is shorter");
        assert!(check_unsolvable(&puzzle("[4,3]"), &Limits::default()).is_err());
        assert!(check_unsolvable(&puzzle("[4,4]"), &Limits::default()).is_ok());
        assert!(check_unsolvable(&puzzle("[4,1]"), &Limits::default()).is_ok());
        assert_eq!(most_bottles(&[2, 3, 5, 4], 5), Some(2));
        assert_eq!(most_bottles(&[2, 2, 4], 5), None);
    }

    #[test]
    fn a_lock_that_never_opens_makes_a_board_unsolvable() {
        let locked = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]],"locks":{"3":1}}"#;
        assert!(check_unsolvable(locked, &Limits::default()).is_ok());
        let opens = r#"{"family":"ballsort","capacity":2,"bottles":[[1],[1],[2,3],[3,2],[]],"locks":{"3":1}}"#;
        assert!(check_unsolvable(opens, &Limits::default()).is_err());
    }

    #[test]
    fn limits_are_kept() {
        let puzzle = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]]}"#;
        let none = Limits { work: 5, ..Limits::default() };
        assert_eq!(check_optimal(puzzle, vec![[1, 3], [2, 1], [2, 3]], &none), Err(Failure::Limit));
        let none = Limits { memory: 5, ..Limits::default() };
        assert_eq!(check_unsolvable(puzzle, &none), Err(Failure::Limit));
    }
}
