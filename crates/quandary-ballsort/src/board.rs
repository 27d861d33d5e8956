//! The board: bottles, balls, locks, and when they are consistent.

use super::{MAX_BOTTLES, MAX_CAPACITY, share};
use quandary_core::Credits;

/// How much one move pours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// One ball a move.
    Ball,
    /// The whole top run of one colour, as much as fits.
    Water,
}

impl Rule {
    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Ball => "ball",
            Rule::Water => "water",
        }
    }

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Rule> {
        [Rule::Ball, Rule::Water].into_iter().find(|rule| rule.name() == name)
    }
}

/// What counts as sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Every bottle is empty or full of one colour: each colour fills its bottles.
    #[default]
    Full,
    /// No bottle holds two colours; a colour may stand in several bottles, full or not.
    Uniform,
}

/// The rules by name: how much one move pours, and what counts as sorted.
pub(super) static RULES: [(&str, Rule, Goal); 4] = [
    ("ball", Rule::Ball, Goal::Full),
    ("water", Rule::Water, Goal::Full),
    ("ball-uniform", Rule::Ball, Goal::Uniform),
    ("water-uniform", Rule::Water, Goal::Uniform),
];

/// The rule of this name.
pub(super) fn rule_named(name: &str) -> Option<(Rule, Goal)> {
    RULES.iter().find(|(known, ..)| *known == name).map(|&(_, rule, goal)| (rule, goal))
}

/// A ball whose colour is not known yet: it is revealed when it is on top.
pub(crate) const HIDDEN: u8 = 0;

/// A board: bottles with coloured balls in them.
///
/// Two boards are equal when they look the same and have the same rule and title: the numbers of colours that have names
/// do not matter.
#[derive(Clone, Debug)]
pub struct BallSort {
    /// How many balls a bottle holds; where that differs, the largest.
    pub(super) capacity: usize,
    /// For each bottle how many balls it holds; empty when all hold the same.
    pub(super) capacities: Vec<usize>,
    pub(super) bottles: Vec<Vec<u8>>,
    pub(super) rule: Rule,
    pub(super) goal: Goal,
    /// For each bottle the colour that must be complete before it may be used; empty when no bottle is locked.
    pub(super) locks: Vec<Option<u8>>,
    pub(super) names: Vec<String>,
    pub(super) credits: Credits,
}

/// Bottles with colours for their hidden balls, bottle by bottle from the bottom up.
pub(super) fn uncovered(bottles: &[Vec<u8>], colours: &[u8]) -> Vec<Vec<u8>> {
    let mut bottles = bottles.to_vec();
    let hidden = bottles.iter_mut().flatten().filter(|ball| **ball == HIDDEN);
    hidden.zip(colours).for_each(|(ball, &colour)| *ball = colour);
    bottles
}

impl PartialEq for BallSort {
    fn eq(&self, other: &BallSort) -> bool {
        let is_same = |&a: &u8, &b: &u8| self.colour_name(a) == other.colour_name(b);
        let are_same = |(a, b): (&Vec<u8>, &Vec<u8>)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b));
        let is_same_lock = |bottle: usize| match (self.lock(bottle), other.lock(bottle)) {
            (Some(a), Some(b)) => is_same(&a, &b),
            (a, b) => a == b,
        };
        (self.capacity, self.rule, self.goal) == (other.capacity, other.rule, other.goal)
            && self.capacities == other.capacities
            && self.bottles.len() == other.bottles.len()
            && self.bottles.iter().zip(&other.bottles).all(are_same)
            && (0..self.bottles.len()).all(is_same_lock)
            && self.credits == other.credits
    }
}

impl Eq for BallSort {}

/// What is wrong with a board, and which ball it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The bottle, and the height of the ball in it, both counted from 0.
    pub place: Option<(usize, usize)>,
}

fn no_such_capacity(capacity: usize) -> BoardError {
    BoardError {
        message: format!("a bottle cannot hold {capacity} balls"),
        help: format!("the capacity may be from 1 to {MAX_CAPACITY}"),
        place: None,
    }
}

impl BallSort {
    /// A board from its bottles, each from the bottom up, with colours counted from 1. `names[c - 1]` is what the
    /// puzzle calls colour `c`; without names, colours are called by their numbers.
    pub fn new(capacity: usize, bottles: Vec<Vec<u8>>, rule: Rule, names: Vec<String>) -> Result<BallSort, BoardError> {
        BallSort::with(capacity, bottles, (rule, Goal::Full), Vec::new(), names)
    }

    /// The same with everything that boards may have: another goal, locked bottles (for each bottle the colour that opens
    /// it; no list when none is locked), and balls of hidden colours (0).
    pub fn with(
        capacity: usize,
        bottles: Vec<Vec<u8>>,
        rules: (Rule, Goal),
        locks: Vec<Option<u8>>,
        names: Vec<String>,
    ) -> Result<BallSort, BoardError> {
        BallSort::made(capacity, Vec::new(), bottles, rules, locks, names)
    }

    /// The same with bottles that may differ in size: for each, how many balls it holds.
    pub fn with_each(
        capacities: Vec<usize>,
        bottles: Vec<Vec<u8>>,
        rules: (Rule, Goal),
        locks: Vec<Option<u8>>,
        names: Vec<String>,
    ) -> Result<BallSort, BoardError> {
        let (said, there) = (capacities.len(), bottles.len());
        if said != there {
            let message = format!("there are {said} capacities for {there} bottles");
            let help = "write for each bottle how many balls it holds, empty bottles included".to_owned();
            return Err(BoardError { message, help, place: None });
        }
        let largest = capacities.iter().copied().max().unwrap_or(MAX_CAPACITY);
        let is_mixed = capacities.iter().any(|&capacity| capacity != largest);
        if let (true, Some(&wrong)) = (is_mixed, capacities.iter().find(|&&of| !(1..=MAX_CAPACITY).contains(&of))) {
            return Err(no_such_capacity(wrong));
        }
        let capacities = if is_mixed { capacities } else { Vec::new() };
        BallSort::made(largest, capacities, bottles, rules, locks, names)
    }

    fn made(
        capacity: usize,
        capacities: Vec<usize>,
        bottles: Vec<Vec<u8>>,
        (rule, goal): (Rule, Goal),
        mut locks: Vec<Option<u8>>,
        names: Vec<String>,
    ) -> Result<BallSort, BoardError> {
        locks.resize(bottles.len(), None);
        if locks.iter().all(Option::is_none) {
            locks.clear();
        }
        let mut board = BallSort { capacity, capacities, bottles, rule, goal, locks, names, credits: Credits::NONE };
        board.check()?;
        // A ball that can have only one colour is not hidden.
        let missing = if board.hidden() > 0 { board.missing() } else { None };
        if let Some(missing) = missing.filter(|missing| missing.iter().all(|&colour| colour == missing[0])) {
            board = board.uncovered_as(&missing);
        }
        Ok(board)
    }

    /// The same board with colours for its hidden balls, bottle by bottle from the bottom up.
    pub(super) fn uncovered_as(&self, colours: &[u8]) -> BallSort {
        BallSort { bottles: uncovered(&self.bottles, colours), ..self.clone() }
    }

    fn check(&self) -> Result<(), BoardError> {
        let fail = |message: String, help: String, place| Err(BoardError { message, help, place });
        if !(1..=MAX_CAPACITY).contains(&self.capacity) {
            return Err(no_such_capacity(self.capacity));
        }
        if !(1..=MAX_BOTTLES).contains(&self.bottles.len()) {
            return fail(
                format!("there are {} bottles", self.bottles.len()),
                format!("a board has from 1 to {MAX_BOTTLES} bottles, empty ones included"),
                None,
            );
        }
        let mut balls = [0u16; 256];
        for (bottle, stack) in self.bottles.iter().enumerate() {
            let holds = self.holds(bottle);
            if stack.len() > holds {
                let help = match self.is_mixed() {
                    false => "take balls out, or give every bottle a larger capacity",
                    true => "take balls out, or give this bottle a larger capacity",
                };
                return fail(
                    format!("bottle {} is over-full: {} balls, room for {holds}", bottle + 1, stack.len()),
                    help.to_owned(),
                    Some((bottle, holds)),
                );
            }
            stack.iter().for_each(|&ball| balls[usize::from(ball)] += 1);
            if stack.last() == Some(&HIDDEN) && self.lock(bottle).is_none() {
                return fail(
                    format!("the ball on top of bottle {} is hidden", bottle + 1),
                    "a ball on top is always seen: write its colour".to_owned(),
                    Some((bottle, stack.len() - 1)),
                );
            }
        }
        let hidden = usize::from(std::mem::take(&mut balls[usize::from(HIDDEN)]));
        if self.is_mixed() && (hidden > 0 || !self.locks.is_empty()) {
            let what = if hidden > 0 { "hidden balls" } else { "locked bottles" };
            return fail(
                format!("a board with {what} needs bottles that all hold the same"),
                format!("give every bottle the same capacity, or write the board without {what}"),
                None,
            );
        }
        let missing = if hidden > 0 || !self.locks.is_empty() { self.missing() } else { None };
        if hidden > 0 && missing.is_none() {
            return fail(
                format!("{hidden} hidden balls do not make the colours fill whole bottles"),
                format!("with the hidden ones there must be a multiple of {} of each colour", self.capacity),
                None,
            );
        }
        let is_there = |colour: &u8| {
            balls[usize::from(*colour)] > 0 || missing.as_ref().is_some_and(|colours| colours.contains(colour))
        };
        if let Some(colour) = self.locks.iter().flatten().find(|colour| !is_there(colour)) {
            return fail(
                format!("a bottle waits for colour {}, and there is none", self.colour_name(*colour)),
                "a bottle can be locked until a colour is complete that is on the board".to_owned(),
                None,
            );
        }
        if self.is_mixed() {
            return if self.goal == Goal::Full { self.check_shares(&balls) } else { Ok(()) };
        }
        let is_uneven = |colour: &u8| {
            let balls = balls[usize::from(*colour)];
            balls > 0 && !usize::from(balls).is_multiple_of(self.capacity)
        };
        if hidden == 0
            && self.goal == Goal::Full
            && let Some(colour) = (1..=u8::MAX).find(is_uneven)
        {
            let count = balls[usize::from(colour)];
            return fail(
                format!(
                    "colour {} has {count} ball{}, expected a multiple of {}",
                    self.colour_name(colour),
                    if count == 1 { "" } else { "s" },
                    self.capacity
                ),
                "the balls of each colour must fill whole bottles, or the board can never be sorted; this is not needed \
                 under the rules 'ball-uniform' and 'water-uniform'"
                    .to_owned(),
                self.last_of(colour),
            );
        }
        Ok(())
    }

    /// Whether each colour can fill bottles that differ in size, and all of them together: an error is certain.
    fn check_shares(&self, balls: &[u16; 256]) -> Result<(), BoardError> {
        let looser = "the balls of each colour must fill bottles of their own, or the board can never be sorted; by the \
                      rules 'ball-uniform' and 'water-uniform' they need not";
        let most = share::most_bottles(&self.capacities, balls);
        if let Some(colour) =
            (1..=u8::MAX).find(|&colour| balls[usize::from(colour)] > 0 && most[usize::from(colour)] == 0)
        {
            let (name, count) = (self.colour_name(colour), balls[usize::from(colour)]);
            let message = format!("no bottles hold exactly the balls of colour {name}, of which there are {count}");
            return Err(BoardError { message, help: looser.to_owned(), place: self.last_of(colour) });
        }
        match share::can_be_shared(&self.capacities, balls) {
            true => Ok(()),
            false => Err(BoardError {
                message: "the bottles cannot be shared out so that every colour fills its own".to_owned(),
                help: looser.to_owned(),
                place: None,
            }),
        }
    }

    /// The bottle and the height of the last ball of a colour.
    fn last_of(&self, colour: u8) -> Option<(usize, usize)> {
        let of_bottle =
            |(bottle, stack): (usize, &Vec<u8>)| Some((bottle, stack.iter().rposition(|&ball| ball == colour)?));
        self.bottles.iter().enumerate().rev().find_map(of_bottle)
    }

    /// How many balls a bottle holds; where that differs, the largest.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many balls this bottle holds.
    pub fn holds(&self, bottle: usize) -> usize {
        self.capacities.get(bottle).copied().unwrap_or(self.capacity)
    }

    /// Whether bottles differ in how many balls they hold.
    pub fn is_mixed(&self) -> bool {
        !self.capacities.is_empty()
    }

    /// For each colour, the most bottles that it can fill in the end, the last one perhaps in part where bottles need not
    /// be full.
    pub(super) fn homes(&self) -> [u16; 256] {
        let mut balls = [0u16; 256];
        self.bottles.iter().flatten().for_each(|&colour| balls[usize::from(colour)] += 1);
        if self.is_mixed() {
            return share::most_bottles(&self.capacities, &balls);
        }
        balls.map(|balls| balls.div_ceil(self.capacity as u16))
    }

    /// One more empty bottle, as large as the largest.
    pub(super) fn add_bottle(&mut self) {
        self.bottles.push(Vec::new());
        if self.is_mixed() {
            self.capacities.push(self.capacity);
        }
        if !self.locks.is_empty() {
            self.locks.push(None);
        }
    }

    /// The bottles, each from the bottom up; colours count from 1.
    pub fn bottles(&self) -> &[Vec<u8>] {
        &self.bottles
    }

    /// The colour that must be complete before a bottle may be used, where it is locked.
    pub fn lock(&self, bottle: usize) -> Option<u8> {
        self.locks.get(bottle).copied().flatten()
    }

    /// How many balls are hidden.
    pub fn hidden(&self) -> usize {
        self.bottles.iter().map(|bottle| bottle.iter().filter(|&&ball| ball == HIDDEN).count()).sum()
    }

    /// The colours of the hidden balls, each as often as it is missing: what the colours that are seen lack to fill
    /// whole bottles, and for the rest colours that are not seen at all, each filling one bottle; a colour that a lock
    /// waits for comes first among these. The same holds by every rule, also where bottles need not be full in the end.
    /// `None` when the numbers do not work out.
    pub(super) fn missing(&self) -> Option<Vec<u8>> {
        let mut seen = [0usize; 256];
        self.bottles.iter().flatten().for_each(|&ball| seen[usize::from(ball)] += 1);
        let mut missing = Vec::new();
        for colour in 1..=u8::MAX {
            let count = seen[usize::from(colour)];
            missing.extend(std::iter::repeat_n(colour, count.next_multiple_of(self.capacity) - count));
        }
        let rest = seen[0].checked_sub(missing.len()).filter(|rest| rest.is_multiple_of(self.capacity))?;
        // A lock may wait for a colour that is not seen anywhere.
        let awaited = self.locks.iter().flatten().copied();
        let unseen = awaited.chain(1..=u8::MAX).filter(|&colour| seen[usize::from(colour)] == 0);
        let mut new: Vec<u8> = Vec::new();
        for colour in unseen {
            if new.len() * self.capacity < rest && !new.contains(&colour) {
                new.push(colour);
            }
        }
        (new.len() * self.capacity == rest).then(|| {
            missing.extend(new.into_iter().flat_map(|colour| vec![colour; self.capacity]));
            missing
        })
    }

    /// Whether it is an ordinary board: nothing hidden, nothing locked, bottles of one size, full in the end.
    pub(super) fn is_classic(&self) -> bool {
        self.goal == Goal::Full && self.locks.is_empty() && !self.is_mixed() && self.hidden() == 0
    }

    /// What the puzzle calls a colour.
    pub fn colour_name(&self, colour: u8) -> String {
        if colour == HIDDEN {
            return "?".to_owned();
        }
        match usize::from(colour).checked_sub(1).and_then(|index| self.names.get(index)) {
            Some(name) => name.clone(),
            None => colour.to_string(),
        }
    }

    /// How many different colours there are.
    pub fn colours(&self) -> usize {
        let mut is_there = [false; 256];
        self.bottles.iter().flatten().for_each(|&colour| is_there[usize::from(colour)] = true);
        is_there[1..].iter().filter(|&&there| there).count()
    }
}
