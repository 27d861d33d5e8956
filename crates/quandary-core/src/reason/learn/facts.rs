//! The current assignment: what is known, in the order in which it became known.

use super::Literal;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The search decided so, or it was known from the start.
    None,
    /// All other literals of this clause are false.
    Clause(u32),
    /// This literal is true, and a binary clause has its opposite and the conclusion.
    Binary(Literal),
    /// These two are true, and a ternary clause has their opposites and the conclusion.
    Pair(Literal, Literal),
    /// The propagator concluded it, under this tag.
    Native(u32),
}

/// How a variable came by its value. Meaningful only while it has one.
#[derive(Clone, Copy, Debug)]
struct Origin {
    level: u32,
    position: u32,
    reason: Reason,
}

/// What is known: a truth value for some variables, each with its decision level, its place in the order, and the reason.
#[derive(Clone, Debug)]
pub struct Facts {
    /// By literal: 1 true, 2 false, 0 open.
    truth: Vec<u8>,
    origin: Vec<Origin>,
    trail: Vec<Literal>,
    /// Where each decision level starts on the trail.
    starts: Vec<u32>,
}

const TRUE: u8 = 1;
const FALSE: u8 = 2;

impl Facts {
    pub(super) fn new(variables: usize) -> Self {
        Facts {
            truth: vec![0; 2 * variables],
            origin: vec![Origin { level: 0, position: 0, reason: Reason::None }; variables],
            trail: Vec::with_capacity(variables),
            starts: Vec::new(),
        }
    }

    /// Whether the literal is known to be true.
    #[inline]
    pub fn is_true(&self, literal: Literal) -> bool {
        self.truth[literal.index()] == TRUE
    }

    /// Whether the literal is known to be false.
    #[inline]
    pub fn is_false(&self, literal: Literal) -> bool {
        self.truth[literal.index()] == FALSE
    }

    /// Whether nothing is known about the literal.
    #[inline]
    pub fn is_open(&self, literal: Literal) -> bool {
        self.truth[literal.index()] == 0
    }

    /// Of two literals one at least must be true: `None` where nothing follows from that, `Some(true)` where one is false
    /// and the other open, `Some(false)` where both are false.
    #[inline]
    pub(super) fn is_one_left(&self, a: Literal, b: Literal) -> Option<bool> {
        let (a, b) = (self.truth[a.index()], self.truth[b.index()]);
        if a | b != FALSE { None } else { Some(a != b) }
    }

    /// Whether `fact`, which is true, became known before `conclusion`, which is true as well.
    #[inline]
    pub fn is_older(&self, fact: Literal, conclusion: Literal) -> bool {
        self.origin[fact.variable()].position < self.origin[conclusion.variable()].position
    }

    /// The decision level at which a variable got its value; level 0 is permanent.
    #[inline]
    pub fn level_of(&self, variable: usize) -> u32 {
        self.origin[variable].level
    }

    /// The current decision level.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// All true literals, oldest first.
    #[inline]
    pub fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// Concludes that `literal`, which must not be false, is true; `tag` comes back when the reason is asked for. Says
    /// whether that was new.
    #[inline]
    pub fn imply(&mut self, literal: Literal, tag: u32) -> bool {
        debug_assert!(!self.is_false(literal), "a propagator must report a contradiction, not conclude it");
        let is_new = self.is_open(literal);
        if is_new {
            self.set(literal, Reason::Native(tag));
        }
        is_new
    }

    #[inline]
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) {
        self.truth[literal.index()] = TRUE;
        self.truth[(!literal).index()] = FALSE;
        self.origin[literal.variable()] =
            Origin { level: self.starts.len() as u32, position: self.trail.len() as u32, reason };
        self.trail.push(literal);
    }

    #[inline]
    pub(super) fn reason(&self, variable: usize) -> Reason {
        self.origin[variable].reason
    }

    /// Starts a new level.
    pub(super) fn new_level(&mut self) {
        self.starts.push(self.trail.len() as u32);
    }

    /// Where a level above 0 starts on the trail; the literal there is its decision.
    pub(super) fn start_of(&self, level: u32) -> usize {
        self.starts[level as usize - 1] as usize
    }

    /// Undoes the newest fact.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Literal> {
        let literal = self.trail.pop()?;
        self.truth[literal.index()] = 0;
        self.truth[(!literal).index()] = 0;
        Some(literal)
    }

    /// Closes all levels above this one; their facts have been undone.
    pub(super) fn backtrack_to(&mut self, level: u32) {
        self.starts.truncate(level as usize);
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.origin.len() * (size_of::<Origin>() + 2 + size_of::<Literal>())) as u64
    }
}
