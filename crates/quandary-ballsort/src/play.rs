//! A game being played: which moves are legal, which bottles are open, and when it is over.
//!
//! Hidden balls are played as a player sees them: a pour takes the balls of one colour that are seen and stops above a hidden
//! one; a hidden ball on top of an open bottle has been revealed, and since its colour is not written on the board, no move
//! may use that bottle until it is.
//!
//! [`question`], [`reveal`] and the other functions at the end are what a player needs besides moves: revealed balls that must be
//! named, and an extra bottle for a player who is stuck.
//!
//! Written for readability, on plain stacks: `verify` replays plans with it, pictures of a plan are taken from it, and the
//! searches, which have their own packed positions, are tested against it.

use super::paint::paints;
use super::{BallSort, Goal, HIDDEN, MAX_BOTTLES, Rule};
use quandary_core::play::{Closed, LegalMove, Offer, Question, Stacks};
use quandary_core::puzzle::{Move, Violation};
use quandary_core::scene::SceneCell;

/// Makes one move, or says which rule forbids it. `capacity` is what the second bottle holds. Returns how many balls went
/// over.
pub fn pour(bottles: &mut [Vec<u8>], capacity: usize, rule: Rule, step: Move) -> Result<usize, Violation> {
    let count = pourable(bottles, capacity, rule, step)?;
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    let left = bottles[from].len() - count;
    let colour = bottles[from][left];
    bottles[from].truncate(left);
    for _ in 0..count {
        bottles[to].push(colour);
    }
    Ok(count)
}

/// How many balls go over in a move, or which rule forbids it.
fn pourable(bottles: &[Vec<u8>], capacity: usize, rule: Rule, step: Move) -> Result<usize, Violation> {
    let no = |rule, message: String| Err(Violation::new(rule, message, Vec::new()));
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    if let Some(missing) = [from, to].into_iter().find(|&bottle| bottle >= bottles.len()) {
        return no("bottle", format!("there is no bottle {}: there are {}", missing + 1, bottles.len()));
    }
    if from == to {
        return no("two bottles", format!("bottle {} is poured into itself", from + 1));
    }
    let Some(&colour) = bottles[from].last() else {
        return no("source", format!("bottle {} is empty, so nothing can be taken from it", from + 1));
    };
    let room = capacity - bottles[to].len();
    if room == 0 {
        return no("room", format!("bottle {} is full", to + 1));
    }
    if bottles[to].last().is_some_and(|&top| top != colour) {
        let message = format!("the tops of bottle {} and bottle {} have different colours", from + 1, to + 1);
        return no("colour", message);
    }
    let run = bottles[from].iter().rev().take_while(|&&ball| ball == colour).count();
    Ok(match rule {
        Rule::Ball => 1,
        Rule::Water => run.min(room),
    })
}

/// Whether a bottle is as it must be in the end: empty, or full of one colour.
pub fn is_sorted(bottle: &[u8], capacity: usize) -> bool {
    bottle.is_empty() || (bottle.len() == capacity && bottle.iter().all(|&ball| ball == bottle[0]))
}

/// Whether all balls of a colour that are seen stand in full bottles, and there are some. Then none of that colour is
/// hidden, since the hidden ones make up for those that are missing to full bottles.
pub(super) fn is_complete(bottles: &[Vec<u8>], capacity: usize, colour: u8) -> bool {
    let is_full = |bottle: &Vec<u8>| bottle.len() == capacity && bottle.iter().all(|&ball| ball == colour);
    let mut holding = bottles.iter().filter(|bottle| bottle.contains(&colour)).peekable();
    holding.peek().is_some() && holding.all(is_full)
}

/// A board, some moves later.
#[derive(Clone, Debug)]
pub(crate) struct Play<'p> {
    puzzle: &'p BallSort,
    bottles: Vec<Vec<u8>>,
    /// Which bottles are still locked.
    locked: Vec<bool>,
}

impl<'p> Play<'p> {
    /// The start.
    pub(crate) fn new(puzzle: &'p BallSort) -> Play<'p> {
        let with_room = |(at, bottle): (usize, &Vec<u8>)| {
            let mut stack = Vec::with_capacity(puzzle.holds(at));
            stack.extend_from_slice(bottle);
            stack
        };
        let bottles: Vec<_> = puzzle.bottles.iter().enumerate().map(with_room).collect();
        let locked = (0..bottles.len()).map(|bottle| puzzle.lock(bottle).is_some()).collect();
        let mut play = Play { puzzle, bottles, locked };
        play.unlock();
        play
    }

    /// The current bottles, each from the bottom up.
    pub(crate) fn bottles(&self) -> &[Vec<u8>] {
        &self.bottles
    }

    /// The current board; bottles that have opened are no longer locked.
    pub(super) fn board(self) -> BallSort {
        let mut board = BallSort { bottles: self.bottles, ..self.puzzle.clone() };
        board.locks.iter_mut().zip(self.locked).filter(|(_, locked)| !locked).for_each(|(lock, _)| *lock = None);
        if board.locks.iter().all(Option::is_none) {
            board.locks.clear();
        }
        board
    }

    /// Whether a bottle is still locked.
    pub(crate) fn is_locked(&self, bottle: usize) -> bool {
        self.locked[bottle]
    }

    /// Until when a bottle is locked, in words.
    fn until(&self, bottle: usize) -> String {
        let colour = self.puzzle.lock(bottle).map_or_else(String::new, |colour| self.puzzle.colour_name(colour));
        format!("until colour {colour} is complete")
    }

    /// That a bottle is locked, and until when.
    pub(super) fn lock_sentence(&self, bottle: usize) -> String {
        format!("bottle {} is locked {}", bottle + 1, self.until(bottle))
    }

    /// The bottles that are still locked.
    pub(super) fn locked(&self) -> impl Iterator<Item = usize> {
        (0..self.bottles.len()).filter(|&bottle| self.locked[bottle])
    }

    /// Makes one move, or says which rule forbids it. Returns how many balls went over.
    pub(crate) fn make(&mut self, step: Move) -> Result<usize, Violation> {
        for bottle in [step.from, step.to].map(usize::from) {
            if self.locked.get(bottle) == Some(&true) {
                return Err(Violation::new("lock", self.lock_sentence(bottle), Vec::new()));
            }
            if self.bottles.get(bottle).and_then(|balls| balls.last()) == Some(&HIDDEN) {
                let message =
                    format!("the ball on top of bottle {} has just been revealed: its colour is not known", bottle + 1);
                return Err(Violation::new("hidden", message, Vec::new()));
            }
        }
        let holds = self.puzzle.holds(step.to.into());
        let count = pour(&mut self.bottles, holds, self.puzzle.rule, step)?;
        self.unlock();
        Ok(count)
    }

    /// Opens every bottle whose colour is complete. What is open stays open.
    fn unlock(&mut self) {
        if self.puzzle.locks.is_empty() {
            return;
        }
        for bottle in 0..self.bottles.len() {
            if self.locked[bottle] {
                self.locked[bottle] = !self
                    .puzzle
                    .lock(bottle)
                    .is_some_and(|colour| is_complete(&self.bottles, self.puzzle.capacity, colour));
            }
        }
    }

    /// A bottle that is not as it must be in the end. A hidden ball may have any colour, so its bottle is not, unless it is
    /// the only ball there.
    pub(crate) fn unsorted(&self) -> Option<usize> {
        let mut bottles = (0..).zip(&self.bottles);
        let is_unsure = |bottle: &[u8]| bottle.len() > 1 && bottle.contains(&HIDDEN);
        bottles.find(|&(at, bottle)| !self.is_done(at, bottle) || is_unsure(bottle)).map(|(at, _)| at)
    }

    /// A bottle that is seen not to be as it must be in the end, whatever its hidden balls are.
    pub(crate) fn seen_unsorted(&self) -> Option<usize> {
        let mut bottles = (0..).zip(&self.bottles);
        if self.puzzle.hidden() == 0 {
            return bottles.find(|&(at, bottle)| !self.is_done(at, bottle)).map(|(at, _)| at);
        }
        let as_if_of_one_colour = |bottle: &Vec<u8>| -> Vec<u8> {
            let seen = bottle.iter().find(|&&ball| ball != HIDDEN).copied().unwrap_or(HIDDEN);
            bottle.iter().map(|&ball| if ball == HIDDEN { seen } else { ball }).collect()
        };
        bottles.find(|&(at, bottle)| !self.is_done(at, &as_if_of_one_colour(bottle))).map(|(at, _)| at)
    }

    /// Whether a bottle that holds this is as it must be in the end.
    fn is_done(&self, at: usize, bottle: &[u8]) -> bool {
        match self.puzzle.goal {
            Goal::Full => is_sorted(bottle, self.puzzle.holds(at)),
            Goal::Uniform => bottle.iter().all(|&ball| ball == bottle[0]),
        }
    }

    /// A bottle that may be used and has a hidden ball on top: it has just been revealed.
    pub(crate) fn uncovered(&self) -> Option<usize> {
        (0..self.bottles.len()).find(|&bottle| !self.locked[bottle] && self.bottles[bottle].last() == Some(&HIDDEN))
    }
}

/// The word for the offer of one more bottle.
const ADD: &str = "add-bottle";

impl Play<'_> {
    /// What is in the bottles, by the names of the colours.
    pub(super) fn stacks(&self) -> Stacks {
        let name = |&ball: &u8| self.puzzle.colour_name(ball);
        let is_full = |&at: &usize| {
            let bottle = &self.bottles[at];
            !bottle.is_empty() && bottle[0] != HIDDEN && is_sorted(bottle, self.puzzle.holds(at))
        };
        Stacks {
            contents: self.bottles.iter().map(|bottle| bottle.iter().map(name).collect()).collect(),
            finished: (0..self.bottles.len()).filter(is_full).collect(),
            closed: self.locked().map(|place| Closed { place, until: self.until(place) }).collect(),
        }
    }

    /// Every legal move, with the number of balls that go over.
    pub(super) fn legal(&self) -> Vec<LegalMove> {
        let is_usable = |&bottle: &usize| !self.locked[bottle] && self.bottles[bottle].last() != Some(&HIDDEN);
        let usable: Vec<usize> = (0..self.bottles.len()).filter(is_usable).collect();
        let count = |from: usize, to: usize| {
            let step = Move { from: from as u16, to: to as u16 };
            pourable(&self.bottles, self.puzzle.holds(to), self.puzzle.rule, step).ok()
        };
        let pairs = usable.iter().flat_map(|&from| usable.iter().map(move |&to| (from, to)));
        pairs.filter_map(|(from, to)| Some(LegalMove { from, to, count: count(from, to)? })).collect()
    }
}

/// The colours that the hidden balls may have, each once.
fn hidden_colours(puzzle: &BallSort) -> Vec<u8> {
    let mut colours = if puzzle.hidden() == 0 { Vec::new() } else { puzzle.missing().unwrap_or_default() };
    colours.dedup();
    colours
}

/// How the balls look that may turn out to be hidden.
pub(super) fn hidden_pieces(puzzle: &BallSort) -> Vec<SceneCell> {
    let paints = paints(puzzle);
    let painted = |colour: u8| SceneCell::painted(paints[usize::from(colour) - 1]);
    let cell = |colour: u8| SceneCell { text: puzzle.colour_name(colour), ..painted(colour) };
    hidden_colours(puzzle).into_iter().map(cell).collect()
}

/// Which ball has been revealed and must be named before the next move.
pub(super) fn question(puzzle: &BallSort) -> Option<Question> {
    let place = Play::new(puzzle).uncovered()?;
    let pieces = hidden_colours(puzzle).into_iter().map(|colour| puzzle.colour_name(colour)).collect();
    let text = format!("A hidden ball has been revealed in bottle {}. Which colour is it?", place + 1);
    Some(Question { place, text, pieces })
}

/// The board once the revealed ball of a bottle has been named. What can be one colour only is not hidden any more.
pub(super) fn reveal(puzzle: &BallSort, place: usize, piece: &str) -> Result<BallSort, Violation> {
    let wrong = |message: String| Violation::new("hidden ball", message, Vec::new());
    let is_revealed = Play::new(puzzle).bottles.get(place).is_some_and(|bottle| bottle.last() == Some(&HIDDEN));
    if !is_revealed || Play::new(puzzle).is_locked(place) {
        return Err(wrong(format!("no hidden ball has been revealed in bottle {}", place + 1)));
    }
    let colour = hidden_colours(puzzle).into_iter().find(|&colour| puzzle.colour_name(colour) == piece);
    let colour = colour.ok_or_else(|| wrong(format!("no hidden ball can be of colour {piece}")))?;
    let mut board = puzzle.clone();
    if let Some(ball) = board.bottles[place].last_mut() {
        *ball = colour;
    }
    let missing = if board.hidden() == 0 { None } else { board.missing() };
    Ok(match missing {
        Some(missing) if missing.iter().all(|&colour| colour == missing[0]) => board.uncovered_as(&missing),
        _ => board,
    })
}

/// What a player may ask for who is stuck.
pub(super) fn offers(puzzle: &BallSort) -> Vec<Offer> {
    let offer = Offer {
        id: ADD.to_owned(),
        label: "+ Add a bottle".to_owned(),
        hint: "One more empty bottle makes it easier".to_owned(),
    };
    if puzzle.bottles.len() < MAX_BOTTLES { vec![offer] } else { Vec::new() }
}

/// The board with one more empty bottle.
pub(super) fn accept(puzzle: &BallSort, offer: &str) -> Option<BallSort> {
    if offer != ADD || puzzle.bottles.len() >= MAX_BOTTLES {
        return None;
    }
    let mut board = puzzle.clone();
    board.add_bottle();
    Some(board)
}
