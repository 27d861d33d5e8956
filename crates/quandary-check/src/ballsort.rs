//! Ball Sort and Water Sort, as a rule book states them.
//!
//! Bottles hold balls of several colours, one above the other, each bottle at most as many as its capacity (4, where a
//! puzzle does not say). A move takes from the top of one bottle and puts it on top of another. A move is allowed when
//!
//! 1. both bottles are there, and they are not the same,
//! 2. the first one is not empty,
//! 3. the second one is not full,
//! 4. the second one is empty, or its top ball has the colour of the ball that is moved.
//!
//! Under the rule `ball` (also when the puzzle names none) one ball is moved. Under the rule `water` all balls of that
//! colour on top of the first bottle are moved, as many as the second one has room for.
//!
//! In the end every bottle is empty, or full with balls of one colour. Under the rules `ball-uniform` and
//! `water-uniform` it is enough that no bottle holds two colours.
//!
//! A bottle may be locked until a colour is complete: neither first nor second bottle of a move until all visible balls
//! of that colour have been in full bottles of it once. A ball may be hidden (`?`). It is revealed when it is on top of
//! a bottle that is not locked; since its colour is not known before, a plan may end there, and no move may use that
//! bottle. A pour stops at a hidden ball. A plan may also end where everything visible is sorted: every bottle would be
//! as it must be if its hidden balls had the colour of the visible ones in it. Whether the rest can be sorted is not
//! checked here: that depends on the colours of the hidden balls.
//!
//! A plan also says how many moves it has, and may say how many are needed at least: it cannot need more than it has.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::{Failure, Once};

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    #[serde(default = "usual_capacity")]
    capacity: usize,
    /// From the bottom up; colours are numbers or names.
    bottles: Vec<Vec<Value>>,
    #[serde(default)]
    rule: Rule,
    /// For bottles counted from 1, the colour that each waits for.
    #[serde(default)]
    locks: Once<usize, Value>,
}

fn usual_capacity() -> usize {
    4
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rule {
    #[default]
    Ball,
    Water,
    BallUniform,
    WaterUniform,
}

impl Rule {
    fn pours(self) -> bool {
        matches!(self, Rule::Water | Rule::WaterUniform)
    }

    fn fills(self) -> bool {
        matches!(self, Rule::Ball | Rule::Water)
    }
}

fn is_hidden(ball: &Value) -> bool {
    ball.as_str() == Some("?")
}

/// The bottles with colours for the hidden balls, where these can be deduced: they fill up the colours that are seen to
/// whole bottles, and what is left over are new colours, each a bottle of them. When that leaves one colour, all hidden
/// balls have it. A colour that a lock waits for is the first of the new ones.
fn told(puzzle: &Puzzle) -> Vec<Vec<Value>> {
    let mut bottles = puzzle.bottles.clone();
    let mut hidden = 0;
    // By its text, each colour and how many balls have it.
    let mut counts: BTreeMap<String, (&Value, usize)> = BTreeMap::new();
    for ball in puzzle.bottles.iter().flatten() {
        if is_hidden(ball) {
            hidden += 1;
        } else {
            counts.entry(ball.to_string()).or_insert((ball, 0)).1 += 1;
        }
    }
    let lacks = |count: usize| (puzzle.capacity - count % puzzle.capacity) % puzzle.capacity;
    let lacking = counts.values().map(|&(colour, count)| (colour, lacks(count)));
    let lacking: Vec<(&Value, usize)> = lacking.filter(|&(_, lacks)| lacks > 0).collect();
    let only = match &lacking[..] {
        [] if hidden == puzzle.capacity => {
            let awaited = puzzle.locks.0.values().find(|colour| !counts.contains_key(&colour.to_string())).cloned();
            awaited.unwrap_or_else(|| Value::from("a new colour"))
        }
        [(colour, lacks)] if *lacks == hidden => (*colour).clone(),
        _ => return bottles,
    };
    bottles.iter_mut().flatten().filter(|ball| is_hidden(ball)).for_each(|ball| *ball = only.clone());
    bottles
}

/// Removes the locks whose colour is complete.
fn unlock(locks: &mut BTreeMap<usize, Value>, bottles: &[Vec<Value>], capacity: usize) {
    locks.retain(|_, colour| {
        let mut with_it = bottles.iter().filter(|bottle| bottle.contains(colour)).peekable();
        let is_seen = with_it.peek().is_some();
        let is_complete = with_it.all(|bottle| bottle.len() == capacity && bottle.iter().all(|ball| ball == colour));
        !(is_seen && is_complete)
    });
}

/// The bottles with numbers for the colours, from 1 on.
pub(crate) struct Lots {
    pub(crate) bottles: Vec<Vec<u8>>,
    /// For bottles counted from 1, the colour that each waits for.
    pub(crate) locks: BTreeMap<usize, u8>,
    /// How many colours there are.
    pub(crate) colours: u8,
}

impl Puzzle {
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    pub(crate) fn pours(&self) -> bool {
        self.rule.pours()
    }

    pub(crate) fn fills(&self) -> bool {
        self.rule.fills()
    }

    /// The board with numbered colours, if nothing on it is hidden.
    pub(crate) fn numbered(&self) -> Result<Lots, Failure> {
        let bottles = told(self);
        if self.capacity == 0 || self.capacity > 255 || bottles.len() > 255 {
            return Err(Failure::Puzzle(
                "this many bottles, or bottles of this capacity, are not supported".to_owned(),
            ));
        }
        if bottles.iter().any(|bottle| bottle.len() > self.capacity) {
            return Err(Failure::Puzzle("a bottle holds more than it can".to_owned()));
        }
        if bottles.iter().flatten().any(is_hidden) {
            let why = "balls are hidden, and what is claimed would depend on what they are";
            return Err(Failure::Puzzle(why.to_owned()));
        }
        let mut colours: BTreeMap<String, u8> = BTreeMap::new();
        let mut number = |colour: &Value| {
            let next = u8::try_from(colours.len() + 1).map_err(|_| Failure::Puzzle("too many colours".to_owned()))?;
            Ok(*colours.entry(colour.to_string()).or_insert(next))
        };
        let mut numbered = Vec::new();
        for bottle in &bottles {
            numbered.push(bottle.iter().map(&mut number).collect::<Result<Vec<u8>, Failure>>()?);
        }
        let locked = self.locks.0.iter().map(|(bottle, colour)| Ok((*bottle, number(colour)?)));
        let locks = locked.collect::<Result<_, Failure>>()?;
        Ok(Lots { bottles: numbered, locks, colours: colours.len() as u8 })
    }
}

impl Plan {
    pub(crate) fn of(moves: &[[usize; 2]]) -> Self {
        Plan { moves: moves.to_vec(), length: None, lower_bound: None }
    }
}

#[derive(Deserialize)]
pub(crate) struct Plan {
    /// Bottles from and to, counted from 1.
    moves: Vec<[usize; 2]>,
    length: Option<usize>,
    lower_bound: Option<usize>,
}

pub(crate) fn check(puzzle: &Puzzle, plan: &Plan) -> Result<(), Failure> {
    if puzzle.capacity == 0 {
        return Err(Failure::Puzzle("a bottle holds at least one ball".to_owned()));
    }
    let mut bottles = told(puzzle);
    if let Some(over_full) = bottles.iter().position(|bottle| bottle.len() > puzzle.capacity) {
        return Err(Failure::Puzzle(format!("bottle {} holds more than it can", over_full + 1)));
    }
    let mut locks = puzzle.locks.0.clone();
    unlock(&mut locks, &bottles, puzzle.capacity);
    for (number, &[from, to]) in (1..).zip(&plan.moves) {
        let no = |rule: &'static str, why: &str| Failure::rule(rule, format!("move {number} ({from} to {to}): {why}"));
        if from == 0 || from > bottles.len() || to == 0 || to > bottles.len() {
            return Err(no("bottle", "there is no such bottle"));
        }
        if from == to {
            return Err(no("same", "a bottle is poured into itself"));
        }
        if locks.contains_key(&from) || locks.contains_key(&to) {
            return Err(no("lock", "a bottle is locked"));
        }
        let (from, to) = (from - 1, to - 1);
        if [from, to].iter().any(|&bottle| bottles[bottle].last().is_some_and(is_hidden)) {
            return Err(no("hidden", "the ball on top has just been revealed"));
        }
        let Some(colour) = bottles[from].last().cloned() else {
            return Err(no("empty", "there is nothing to take"));
        };
        if bottles[to].len() == puzzle.capacity {
            return Err(no("full", "there is no room"));
        }
        if bottles[to].last().is_some_and(|top| *top != colour) {
            return Err(no("colour", "it would lie on another colour"));
        }
        bottles[from].pop();
        bottles[to].push(colour.clone());
        while puzzle.rule.pours() && bottles[from].last() == Some(&colour) && bottles[to].len() < puzzle.capacity {
            bottles[from].pop();
            bottles[to].push(colour.clone());
        }
        unlock(&mut locks, &bottles, puzzle.capacity);
    }
    let is_revealed = (1..)
        .zip(&bottles)
        .any(|(number, bottle)| !locks.contains_key(&number) && bottle.last().is_some_and(is_hidden));
    for (number, bottle) in (1..).zip(&bottles) {
        let is_full = bottle.len() == puzzle.capacity || !puzzle.rule.fills();
        let mut seen = bottle.iter().filter(|ball| !is_hidden(ball));
        let is_of_one_colour = seen.next().is_none_or(|first| seen.all(|ball| ball == first));
        if is_revealed {
            break;
        }
        if !(bottle.is_empty() || (is_full && is_of_one_colour)) {
            let what = format!("in the end bottle {number} is neither empty nor full with one colour");
            return Err(Failure::rule("goal", what));
        }
    }
    let moves = plan.moves.len();
    match (plan.length, plan.lower_bound) {
        (Some(length), _) if length != moves => {
            Err(Failure::rule("length", format!("the plan has {moves} moves, not {length}")))
        }
        (_, Some(bound)) if bound > moves => {
            Err(Failure::rule("bound", format!("the plan has {moves} moves, so no plan needs {bound}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::broken;

    /// Two bottles of two balls each, and an empty one.
    ///
    /// ```text
    /// 2 1 .
    /// 1 2 .
    /// ```
    const BALLS: &str = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]],"rule":"ball"}"#;

    fn plan(moves: &str) -> String {
        format!(r#"{{"moves":{moves}}}"#)
    }

    #[test]
    fn a_plan_that_sorts_the_balls_is_accepted() {
        assert_eq!(broken(BALLS, &plan("[[1,3],[2,1],[2,3]]")), None);
        assert_eq!(broken(BALLS, r#"{"moves":[[1,3],[2,1],[2,3]],"length":3,"lower_bound":3}"#), None);
        let sorted = r#"{"family":"ballsort","bottles":[["red","red","red","red"],[]]}"#;
        assert_eq!(broken(sorted, &plan("[]")), None);
    }

    #[test]
    fn each_rule_has_a_plan_that_breaks_it_alone() {
        for (rule, moves) in [
            ("bottle", "[[1,4]]"),
            ("bottle", "[[0,1]]"),
            ("same", "[[1,1]]"),
            ("empty", "[[3,1]]"),
            ("full", "[[1,2]]"),
            ("colour", "[[1,3],[2,3]]"),
            ("goal", "[[1,3],[2,1]]"),
            ("goal", "[]"),
        ] {
            assert_eq!(broken(BALLS, &plan(moves)), Some(rule), "{moves}");
        }
        assert_eq!(broken(BALLS, r#"{"moves":[[1,3],[2,1],[2,3]],"length":4}"#), Some("length"));
        assert_eq!(broken(BALLS, r#"{"moves":[[1,3],[2,1],[2,3]],"lower_bound":4}"#), Some("bound"));
    }

    #[test]
    fn full_bottles_of_two_colours_are_not_sorted() {
        let mixed = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1]]}"#;
        assert_eq!(broken(mixed, &plan("[]")), Some("goal"));
        let split = r#"{"family":"ballsort","capacity":2,"bottles":[[1],[1]]}"#;
        assert_eq!(broken(split, &plan("[]")), Some("goal"), "of one colour, but not full");
    }

    #[test]
    fn water_pours_as_much_as_fits() {
        // 2 . .    The two 2s on top move in one pour, or in two moves of a ball.
        // 2 . .
        // 1 2 1
        // 1 2 1
        let bottles = r#""capacity":4,"bottles":[[1,1,2,2],[2,2],[1,1]]"#;
        let water = format!(r#"{{"family":"ballsort",{bottles},"rule":"water"}}"#);
        let balls = format!(r#"{{"family":"ballsort",{bottles},"rule":"ball"}}"#);
        assert_eq!(broken(&water, &plan("[[1,2],[1,3]]")), None);
        assert_eq!(broken(&balls, &plan("[[1,2],[1,3]]")), Some("colour"), "the second 2 is still on top");
        assert_eq!(broken(&balls, &plan("[[1,2],[1,2],[1,3],[1,3]]")), None);
        assert_eq!(broken(&water, &plan("[[1,2],[1,2]]")), Some("full"));
        // Only one of the two fits: the other stays, and needs a pour of its own.
        let tight = r#"{"family":"ballsort","capacity":3,"bottles":[[1,2,2],[2,2],[1,1]],"rule":"water"}"#;
        assert_eq!(broken(tight, &plan("[[1,2],[1,3]]")), Some("colour"));
    }

    #[test]
    fn by_the_uniform_rule_bottles_need_not_be_full() {
        let split = r#"{"family":"ballsort","capacity":2,"bottles":[[1],[1]],"rule":"ball-uniform"}"#;
        assert_eq!(broken(split, &plan("[]")), None);
        let mixed = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1]],"rule":"water-uniform"}"#;
        assert_eq!(broken(mixed, &plan("[]")), Some("goal"));
    }

    #[test]
    fn a_locked_bottle_opens_with_its_colour() {
        let locked = r#"{"family":"ballsort","capacity":2,"bottles":[[1],[1],[2,3],[3,2],[]],"locks":{"3":1}}"#;
        assert_eq!(broken(locked, &plan("[[3,5]]")), Some("lock"));
        assert_eq!(broken(locked, &plan("[[1,2],[3,1],[4,3]]")), Some("goal"));
        assert_eq!(broken(locked, &plan("[[1,2],[3,1],[4,3],[4,1]]")), None);
    }

    #[test]
    fn a_plan_may_end_where_a_hidden_ball_comes_to_reveal() {
        let hidden = r#"{"family":"ballsort","capacity":2,"bottles":[["?",1],["?",2],[],[3],[3]]}"#;
        assert_eq!(broken(hidden, &plan("[[1,3]]")), None);
        assert_eq!(broken(hidden, &plan("[]")), Some("goal"));
        assert_eq!(broken(hidden, &plan("[[1,3],[1,2]]")), Some("hidden"));
        // Behind a lock nothing is revealed.
        let locked = r#"{"family":"ballsort","capacity":2,"bottles":[[1,"?"],["?",2],[3],[3]],"locks":{"1":3}}"#;
        assert_eq!(broken(locked, &plan("[]")), Some("goal"));
        assert_eq!(broken(locked, &plan("[[3,4]]")), None);
    }

    #[test]
    fn a_plan_may_end_where_all_is_sorted_as_far_as_can_be_seen() {
        let hidden = r#"{"family":"ballsort","capacity":3,"bottles":[[2,"?",2],[1,"?",1]]}"#;
        assert_eq!(broken(hidden, &plan("[]")), None);
        let mixed = r#"{"family":"ballsort","capacity":3,"bottles":[[2,"?",2],[1,"?",2,3]],"rule":"ball-uniform"}"#;
        assert_eq!(broken(mixed, &plan("[]")), Some("puzzle"));
        let mixed = r#"{"family":"ballsort","capacity":3,"bottles":[[2,"?",2],[1,"?",3]],"rule":"ball-uniform"}"#;
        assert_eq!(broken(mixed, &plan("[]")), Some("goal"));
    }

    #[test]
    fn balls_that_can_have_one_colour_only_are_not_hidden() {
        let told = r#"{"family":"ballsort","capacity":2,"bottles":[[],[1,2],["?",1]]}"#;
        assert_eq!(broken(told, &plan("[[2,1],[3,2],[1,3]]")), None);
        let new = r#"{"family":"ballsort","capacity":2,"bottles":[["?",1],["?",1],[]],"locks":{"3":2}}"#;
        assert_eq!(broken(new, &plan("[[1,3]]")), Some("lock"));
        let new = r#"{"family":"ballsort","capacity":2,"bottles":[["?",1],["?",1],[]]}"#;
        assert_eq!(broken(new, &plan("[[1,3],[2,3],[1,2]]")), None);
    }

    #[test]
    fn a_pour_stops_above_a_hidden_ball() {
        let water = r#"{"family":"ballsort","capacity":3,"bottles":[["?","?",1],[1],[2,2,1]],"rule":"water"}"#;
        assert_eq!(broken(water, &plan("[[1,2]]")), None);
        assert_eq!(broken(water, &plan("[[3,2]]")), Some("goal"));
        assert_eq!(broken(water, &plan("[[1,2],[1,2]]")), Some("hidden"));
    }

    #[test]
    fn boards_that_do_not_fit_together_are_refused() {
        let over_full = r#"{"family":"ballsort","capacity":1,"bottles":[[1,1]]}"#;
        assert_eq!(broken(over_full, &plan("[]")), Some("puzzle"));
        assert_eq!(broken(BALLS, r#"{"moves":[[1]]}"#), Some("solution"));
        assert_eq!(broken(BALLS, r#"{"moves":[[-1,2]]}"#), Some("solution"));
    }
}
