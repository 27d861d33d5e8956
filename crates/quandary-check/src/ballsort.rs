//! Ball Sort and Water Sort, as a rule book states them.
//!
//! Bottles hold balls of several colours, one above the other, each bottle at most as many as its capacity (4, where a
//! puzzle does not say). All have the same, or the puzzle has a list with one for each. A move takes from the top of one
//! bottle and puts it on top of another. A move is allowed when
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

mod hidden;

use std::collections::BTreeMap;

use hidden::{deduced, is_hidden};
use serde::Deserialize;

use crate::limits::{Limits, Work};
use crate::{Failure, Name, Once};

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    capacity: Option<usize>,
    /// What each bottle holds, where that is said for each.
    capacities: Option<Vec<usize>>,
    /// From the bottom up.
    bottles: Vec<Vec<Name>>,
    #[serde(default)]
    pub(crate) rule: Rule,
    /// For bottles counted from 1, the colour that each waits for.
    #[serde(default)]
    locks: Once<usize, Name>,
}

/// What a bottle holds where nothing says it.
const USUAL_CAPACITY: usize = 4;

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rule {
    #[default]
    Ball,
    Water,
    BallUniform,
    WaterUniform,
}

impl Rule {
    pub(crate) fn pours(self) -> bool {
        matches!(self, Rule::Water | Rule::WaterUniform)
    }

    pub(crate) fn fills(self) -> bool {
        matches!(self, Rule::Ball | Rule::Water)
    }
}

/// Removes the locks whose colour is complete.
fn unlock(locks: &mut BTreeMap<usize, Name>, bottles: &[Vec<Name>], capacities: &[usize]) {
    locks.retain(|_, colour| {
        let mut with_it = bottles.iter().zip(capacities).filter(|(bottle, _)| bottle.contains(colour)).peekable();
        let is_seen = with_it.peek().is_some();
        let is_complete =
            with_it.all(|(bottle, &capacity)| bottle.len() == capacity && bottle.iter().all(|ball| ball == colour));
        !(is_seen && is_complete)
    });
}

/// The bottles with numbers for the colours, from 1 on.
pub(crate) struct Lots {
    pub(crate) bottles: Vec<Vec<u8>>,
    /// How many balls each bottle holds.
    pub(crate) capacities: Vec<usize>,
    /// For bottles counted from 1, the colour that each waits for.
    pub(crate) locks: BTreeMap<usize, u8>,
    /// How many colours there are.
    pub(crate) colours: u8,
}

impl Puzzle {
    /// How many balls each bottle holds, on a board that fits together. Locks and hidden balls are explained by bottles that all hold the same.
    fn capacities(&self) -> Result<Vec<usize>, Failure> {
        let no = |why: String| Err(Failure::Puzzle(why));
        let capacities = match (self.capacity, &self.capacities) {
            (Some(_), Some(_)) => return no("both 'capacity' and 'capacities' are there".to_owned()),
            (_, Some(each)) if each.len() != self.bottles.len() => {
                return no("there is not one capacity for each bottle".to_owned());
            }
            (_, Some(each)) => each.clone(),
            (one, None) => vec![one.unwrap_or(USUAL_CAPACITY); self.bottles.len()],
        };
        if capacities.contains(&0) {
            return no("a bottle holds at least one ball".to_owned());
        }
        let differ = capacities.iter().any(|of| *of != capacities[0]);
        if differ && (!self.locks.0.is_empty() || self.bottles.iter().flatten().any(is_hidden)) {
            return no("where bottles differ in size, none is locked and no ball is hidden".to_owned());
        }
        if let Some(bottle) = self.locks.0.keys().find(|&&bottle| bottle == 0 || bottle > self.bottles.len()) {
            return no(format!("there is no bottle {bottle} to lock"));
        }
        let over_full = self.bottles.iter().zip(&capacities).position(|(bottle, &of)| bottle.len() > of);
        match over_full {
            Some(bottle) => no(format!("bottle {} holds more than it can", bottle + 1)),
            None => Ok(capacities),
        }
    }

    /// The board with numbered colours, if nothing on it is hidden.
    pub(crate) fn numbered(&self) -> Result<Lots, Failure> {
        let capacities = self.capacities()?;
        if capacities.iter().any(|&capacity| capacity > 255) || self.bottles.len() > 255 {
            return Err(Failure::Puzzle(
                "this many bottles, or bottles of this capacity, are not supported".to_owned(),
            ));
        }
        let bottles = deduced(self, &capacities);
        if bottles.iter().flatten().any(is_hidden) {
            let why = "balls are hidden, and what is claimed would depend on what they are";
            return Err(Failure::Puzzle(why.to_owned()));
        }
        let mut colours: BTreeMap<Name, u8> = BTreeMap::new();
        let mut number = |colour: &Name| {
            let next = u8::try_from(colours.len() + 1).map_err(|_| Failure::Puzzle("too many colours".to_owned()))?;
            Ok(*colours.entry(colour.clone()).or_insert(next))
        };
        let mut numbered = Vec::new();
        for bottle in &bottles {
            numbered.push(bottle.iter().map(&mut number).collect::<Result<Vec<u8>, Failure>>()?);
        }
        let locked = self.locks.0.iter().map(|(bottle, colour)| Ok((*bottle, number(colour)?)));
        let locks = locked.collect::<Result<_, Failure>>()?;
        Ok(Lots { bottles: numbered, capacities, locks, colours: colours.len() as u8 })
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
    let capacities = puzzle.capacities()?;
    let mut bottles = deduced(puzzle, &capacities);
    let mut locks = puzzle.locks.0.clone();
    let balls: usize = bottles.iter().map(|bottle| bottle.len() + 1).sum();
    let mut work = Work::new(&Limits::default());
    work.spend(balls.saturating_mul(locks.len()))?;
    unlock(&mut locks, &bottles, &capacities);
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
        if bottles[to].len() == capacities[to] {
            return Err(no("full", "there is no room"));
        }
        if bottles[to].last().is_some_and(|top| *top != colour) {
            return Err(no("colour", "it would lie on another colour"));
        }
        work.spend(balls.saturating_mul(locks.len()))?;
        bottles[from].pop();
        bottles[to].push(colour.clone());
        while puzzle.rule.pours() && bottles[from].last() == Some(&colour) && bottles[to].len() < capacities[to] {
            bottles[from].pop();
            bottles[to].push(colour.clone());
        }
        unlock(&mut locks, &bottles, &capacities);
    }
    let is_revealed = (1..)
        .zip(&bottles)
        .any(|(number, bottle)| !locks.contains_key(&number) && bottle.last().is_some_and(is_hidden));
    for (number, bottle) in (1..).zip(&bottles) {
        let is_full = bottle.len() == capacities[number - 1] || !puzzle.rule.fills();
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
        let visible = r#"{"family":"ballsort","capacity":2,"bottles":[[],[1,2],["?",1]]}"#;
        assert_eq!(broken(visible, &plan("[[2,1],[3,2],[1,3]]")), None);
        let new = r#"{"family":"ballsort","capacity":2,"bottles":[["?",1],["?",1],[]],"locks":{"3":2}}"#;
        assert_eq!(broken(new, &plan("[[1,3]]")), Some("lock"));
        let new = r#"{"family":"ballsort","capacity":2,"bottles":[["?",1],["?",1],[]]}"#;
        assert_eq!(broken(new, &plan("[[1,3],[2,3],[1,2]]")), None);
        let named = new.replace('1', r#""new colour 1""#);
        assert_eq!(broken(&named, &plan("[[1,3],[2,3]]")), Some("goal"), "the hidden balls have another colour");
    }

    #[test]
    fn a_pour_stops_above_a_hidden_ball() {
        let water = r#"{"family":"ballsort","capacity":3,"bottles":[["?","?",1],[1],[2,2,1]],"rule":"water"}"#;
        assert_eq!(broken(water, &plan("[[1,2]]")), None);
        assert_eq!(broken(water, &plan("[[3,2]]")), Some("goal"));
        assert_eq!(broken(water, &plan("[[1,2],[1,2]]")), Some("hidden"));
    }

    #[test]
    fn each_bottle_may_hold_another_number_of_balls() {
        let bottles = r#""capacities":[4,3,2,1],"bottles":[[1,1,1],[2,2,2]]"#.replace("]]", "],[],[]]");
        let balls = format!(r#"{{"family":"ballsort",{bottles},"rule":"ball"}}"#);
        assert_eq!(broken(&balls, &plan("[]")), Some("goal"), "three balls do not fill a bottle of four");
        assert_eq!(broken(&balls, &plan("[[1,3],[1,3],[1,4]]")), None);
        assert_eq!(broken(&balls, &plan("[[1,4],[1,4]]")), Some("full"));
        assert_eq!(broken(&balls.replace("ball\"", "water\""), &plan("[[1,3],[1,4]]")), None);
        let locked = balls.replace("\"rule\"", "\"locks\":{\"4\":2},\"rule\"");
        assert_eq!(broken(&locked, &plan("[]")), Some("puzzle"));
    }

    #[test]
    fn a_number_is_the_same_colour_as_its_digits_in_a_text() {
        let mixed = r#"{"family":"ballsort","capacity":2,"bottles":[[1,"2"],["1",2],[]],"locks":{"3":"x"}}"#;
        assert_eq!(broken(&mixed.replace(r#","locks":{"3":"x"}"#, ""), &plan("[[1,3],[2,3],[2,1]]")), None);
        assert_eq!(broken(mixed, &plan("[[1,3]]")), Some("lock"));
        let sorted = r#"{"family":"ballsort","capacity":2,"bottles":[[1,COLOUR],["a","a"]]}"#;
        for (colour, expected) in [("1", None), ("\"1\"", None), ("\"01\"", Some("goal")), ("1.0", Some("puzzle"))] {
            assert_eq!(broken(&sorted.replace("COLOUR", colour), &plan("[]")), expected, "{colour}");
        }
    }

    #[test]
    fn boards_that_do_not_fit_together_are_refused() {
        for capacities in ["[2,2,2]", "[0,3]", "[1,3]"] {
            let wrong = format!(r#"{{"family":"ballsort","capacities":{capacities},"bottles":[[1,1],[1]]}}"#);
            assert_eq!(broken(&wrong, &plan("[]")), Some("puzzle"), "{capacities}");
        }
        let over_full = r#"{"family":"ballsort","capacity":1,"bottles":[[1,1]]}"#;
        assert_eq!(broken(over_full, &plan("[]")), Some("puzzle"));
        assert_eq!(broken(BALLS, r#"{"moves":[[1]]}"#), Some("solution"));
        assert_eq!(broken(BALLS, r#"{"moves":[[-1,2]]}"#), Some("solution"));
    }
}
