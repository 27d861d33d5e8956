//! Hidden balls and locked bottles against brute force: small random boards, every order of the hidden balls, and a plain
//! breadth-first search for each. The rules are written down here again, on plain stacks.

use std::collections::{BTreeSet, HashSet, VecDeque};

use quandary::ALL;
use quandary::api::{Request, perform};
use quandary_core::verdict::Budget;
use serde_json::{Value, json};

type Bottles = Vec<Vec<u8>>;

/// What a hidden ball is here.
const HIDDEN: u8 = 0;

#[derive(Clone, Debug)]
struct Board {
    capacity: usize,
    bottles: Bottles,
    locks: Vec<Option<u8>>,
    is_water: bool,
    is_uniform: bool,
}

impl Board {
    fn json(&self) -> String {
        let ball = |&ball: &u8| if ball == HIDDEN { json!("?") } else { json!(ball) };
        let bottles: Vec<Vec<Value>> = self.bottles.iter().map(|bottle| bottle.iter().map(ball).collect()).collect();
        let rule = format!(
            "{}{}",
            if self.is_water { "water" } else { "ball" },
            if self.is_uniform { "-uniform" } else { "" }
        );
        let mut board = json!({ "family": "ballsort", "capacity": self.capacity, "bottles": bottles, "rule": rule });
        let locks = self
            .locks
            .iter()
            .enumerate()
            .filter_map(|(bottle, lock)| Some(((bottle + 1).to_string(), json!((*lock)?))));
        let locks: serde_json::Map<String, Value> = locks.collect();
        if !locks.is_empty() {
            board["locks"] = Value::Object(locks);
        }
        board.to_string()
    }

    /// The colours of the hidden balls, or `None` where they do not come out even.
    fn missing(&self) -> Option<Vec<u8>> {
        let seen = |colour: u8| self.bottles.iter().flatten().filter(|&&ball| ball == colour).count();
        let mut missing: Vec<u8> = Vec::new();
        for colour in 1..=20 {
            while seen(colour) > 0
                && (seen(colour) + missing.iter().filter(|&&other| other == colour).count()) % self.capacity != 0
            {
                missing.push(colour);
            }
        }
        let mut fresh = self.locks.iter().flatten().copied().chain(1..=20).filter(|&colour| seen(colour) == 0);
        while missing.len() < seen(HIDDEN) {
            let colour = fresh.find(|colour| !missing.contains(colour))?;
            missing.extend(vec![colour; self.capacity]);
        }
        let are_locks_there = self.locks.iter().flatten().all(|&lock| seen(lock) > 0 || missing.contains(&lock));
        (missing.len() == seen(HIDDEN) && are_locks_there).then_some(missing)
    }

    /// Every way to put the missing colours into the hidden places.
    fn orders(&self, missing: &[u8]) -> BTreeSet<Vec<u8>> {
        fn put(left: &mut Vec<u8>, order: &mut Vec<u8>, all: &mut BTreeSet<Vec<u8>>) {
            if left.is_empty() {
                all.insert(order.clone());
            }
            for at in 0..left.len() {
                if left[..at].contains(&left[at]) {
                    continue;
                }
                let colour = left.remove(at);
                order.push(colour);
                put(left, order, all);
                order.pop();
                left.insert(at, colour);
            }
        }
        let mut all = BTreeSet::new();
        put(&mut missing.to_vec(), &mut Vec::new(), &mut all);
        all
    }

    /// The bottles with the hidden balls in some order.
    fn filled(bottles: &Bottles, order: &[u8]) -> Bottles {
        let mut colours = order.iter();
        let ball = |&ball: &u8, colours: &mut std::slice::Iter<'_, u8>| {
            if ball == HIDDEN { *colours.next().unwrap() } else { ball }
        };
        bottles.iter().map(|bottle| bottle.iter().map(|each| ball(each, &mut colours)).collect()).collect()
    }

    fn is_sorted(&self, bottles: &Bottles) -> bool {
        bottles.iter().all(|bottle| {
            let is_one = bottle.iter().all(|&ball| ball == bottle[0]);
            bottle.is_empty() || (is_one && (self.is_uniform || bottle.len() == self.capacity))
        })
    }

    /// Opens the bottles whose colour stands in full bottles.
    fn open(&self, bottles: &Bottles, is_open: &mut [bool]) {
        for (at, lock) in self.locks.iter().enumerate() {
            let Some(colour) = lock else {
                is_open[at] = true;
                continue;
            };
            let full = bottles
                .iter()
                .filter(|bottle| bottle.len() == self.capacity && bottle.iter().all(|ball| ball == colour));
            let balls = bottles.iter().flatten().filter(|&ball| ball == colour).count();
            is_open[at] |= balls > 0 && full.count() * self.capacity == balls;
        }
    }

    /// The bottles after a move, if it is legal.
    fn moved(&self, bottles: &Bottles, is_open: &[bool], from: usize, to: usize) -> Option<Bottles> {
        let (&top, room) = (bottles[from].last()?, self.capacity - bottles[to].len());
        let is_fit = bottles[to].last().is_none_or(|&other| other == top);
        if from == to || !is_open[from] || !is_open[to] || room == 0 || !is_fit || top == HIDDEN {
            return None;
        }
        let run = bottles[from].iter().rev().take_while(|&&ball| ball == top).count();
        let count = if self.is_water { run.min(room) } else { 1 };
        let mut next = bottles.clone();
        for _ in 0..count {
            let ball = next[from].pop()?;
            next[to].push(ball);
        }
        Some(next)
    }

    fn steps(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.bottles.len();
        (0..count).flat_map(move |from| (0..count).map(move |to| (from, to)))
    }

    /// The length of a shortest plan when everything is seen.
    fn shortest(&self, bottles: Bottles, mut is_open: Vec<bool>) -> Option<usize> {
        self.open(&bottles, &mut is_open);
        let mut seen = HashSet::from([(bottles.clone(), is_open.clone())]);
        let mut waiting = VecDeque::from([(bottles, is_open, 0)]);
        while let Some((bottles, is_open, length)) = waiting.pop_front() {
            if self.is_sorted(&bottles) {
                return Some(length);
            }
            for (from, to) in self.steps() {
                let Some(next) = self.moved(&bottles, &is_open, from, to) else { continue };
                let mut then = is_open.clone();
                self.open(&next, &mut then);
                if seen.insert((next.clone(), then.clone())) {
                    waiting.push_back((next, then, length + 1));
                }
            }
        }
        None
    }

    /// The bottles after a plan that uses what is seen; `None` when a move is not legal.
    fn played(&self, plan: &[(usize, usize)]) -> Option<Vec<Bottles>> {
        let mut is_open = vec![false; self.bottles.len()];
        let mut all = vec![self.bottles.clone()];
        self.open(&self.bottles, &mut is_open);
        for &(from, to) in plan {
            let next = self.moved(all.last()?, &is_open, from, to)?;
            self.open(&next, &mut is_open);
            all.push(next);
        }
        Some(all)
    }

    /// How many moves each order takes after a plan, `None` for those that cannot be sorted.
    fn after(&self, plan: &[(usize, usize)], orders: &BTreeSet<Vec<u8>>) -> Vec<Option<usize>> {
        let positions = self.played(plan).unwrap();
        let of_order = |order: &Vec<u8>| {
            let mut is_open = vec![false; self.bottles.len()];
            positions.iter().for_each(|bottles| self.open(&Self::filled(bottles, order), &mut is_open));
            self.shortest(Self::filled(positions.last().unwrap(), order), is_open)
        };
        orders.iter().map(of_order).collect()
    }
}

/// A small generator of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    /// A board of up to eight balls in up to five bottles, with up to four hidden balls and up to two locks.
    fn board(&mut self) -> Board {
        let capacity = 1 + self.below(4);
        let colours = 2 + self.below(if capacity < 3 { 2 } else { 1 });
        let mut balls: Vec<u8> = (1..=colours as u8).flat_map(|colour| vec![colour; capacity]).collect();
        for last in (1..balls.len()).rev() {
            balls.swap(last, self.below(last + 1));
        }
        let mut bottles = vec![Vec::new(); colours + self.below(3)];
        let is_ragged = self.below(2) == 0;
        for (index, ball) in balls.into_iter().enumerate() {
            let first = if is_ragged { self.below(bottles.len()) } else { index / capacity };
            let at =
                (first..first + bottles.len()).map(|at| at % bottles.len()).find(|&at| bottles[at].len() < capacity);
            bottles[at.unwrap()].push(ball);
        }
        let mut locks = vec![None; bottles.len()];
        for _ in 0..self.below(3) {
            locks[self.below(bottles.len())] = Some(1 + self.below(colours) as u8);
        }
        for _ in 0..self.below(5) {
            let at = self.below(bottles.len());
            // A ball on top is seen, unless its bottle is locked.
            let most = bottles[at].len() - usize::from(locks[at].is_none() && !bottles[at].is_empty());
            if most > 0 {
                bottles[at][self.below(most)] = HIDDEN;
            }
        }
        Board { capacity, bottles, locks, is_water: self.below(2) == 0, is_uniform: self.below(3) == 0 }
    }
}

fn ask(verb: &str, request: &Request) -> Value {
    match perform(ALL, verb, request, &Budget::default()) {
        Ok(answer) => serde_json::from_str(&answer).unwrap(),
        Err(error) => json!({ "error": error.message }),
    }
}

fn plan_of(solution: &Value) -> Vec<(usize, usize)> {
    let moves = solution["moves"].as_array().unwrap();
    moves.iter().map(|step| (step[0].as_u64().unwrap() as usize - 1, step[1].as_u64().unwrap() as usize - 1)).collect()
}

fn state_of(plan: &[(usize, usize)]) -> Value {
    let moves: Vec<[usize; 2]> = plan.iter().map(|&(from, to)| [from + 1, to + 1]).collect();
    json!({ "moves": moves })
}

/// How many orders can be sorted.
fn alive(lengths: &[Option<usize>]) -> usize {
    lengths.iter().flatten().count()
}

#[test]
fn everything_that_is_said_of_small_boards_agrees_with_brute_force_over_all_orders() {
    let mut random = Random(13);
    let (mut with_hidden, mut impossible, mut partly, mut dead_moves) = (0, 0, 0, 0);
    for index in 0..12_000 {
        let mut board = random.board();
        let Some(missing) = board.missing() else { continue };
        let text = board.json();
        let orders = board.orders(&missing);
        let lengths = board.after(&[], &orders);
        // What can be one colour only is not hidden.
        if orders.len() == 1 {
            board.bottles = Board::filled(&board.bottles, &missing);
        }
        let request = Request::about(text.clone());
        let solved = ask("solve", &request);
        assert!(solved.get("error").is_none(), "{text}: {solved}");
        let verdict = solved["verdict"].as_str().unwrap();
        assert_eq!(verdict == "impossible", alive(&lengths) == 0, "{text}: {solved}");
        if orders.len() > 1 {
            with_hidden += 1;
            impossible += usize::from(verdict == "impossible");
            partly += usize::from(alive(&lengths) > 0 && alive(&lengths) < orders.len());
            let counts = &solved["orders"];
            assert_eq!(counts["total"], orders.len(), "{text}");
            assert_eq!(counts["solvable"], alive(&lengths), "{text}");
            assert_eq!(counts["unsolvable"], orders.len() - alive(&lengths), "{text}");
        } else {
            assert!(solved.get("orders").is_none(), "{text}");
            let length = solved["solutions"][0]["length"].as_u64().map(|length| length as usize);
            assert_eq!(length, lengths[0], "{text}");
        }
        let plan = solved["solutions"].get(0).map(plan_of);
        if let Some(plan) = &plan {
            let solution = solved["solutions"][0].clone();
            let shown = board.played(plan);
            assert!(shown.is_some(), "{text}: {plan:?}");
            assert_eq!(quandary_check::check(&text, &solution.to_string()), Ok(()), "{text}");
            if orders.len() > 1 {
                let after = alive(&board.after(plan, &orders));
                assert_eq!(solved["orders"]["solvable_after_plan"], after, "{text}");
                assert!(after > 0, "{text}: {solved}");
            }
            let checked = ask("check", &request.clone().with("solution", solution));
            assert_eq!(checked["correct"], true, "{text}: {checked}");
        }
        let hint = ask("hint", &request);
        assert_eq!(hint["correct"], alive(&lengths) > 0, "{text}: {hint}");
        if let Some(step) = hint.get("move") {
            let then = board.after(&plan_of(&json!({ "moves": [step] })), &orders);
            assert!(alive(&then) > 0, "{text}: {hint}");
            if orders.len() == 1 {
                assert_eq!(hint["moves_to_go"], lengths[0].unwrap(), "{text}");
                assert_eq!(then[0].map(|left| left + 1), lengths[0], "{text}: {hint}");
            }
        }
        let so_far = ask("check", &request.clone().with("state", json!({ "moves": [] })));
        assert_eq!(so_far["correct"], alive(&lengths) > 0, "{text}");
        // It is complete when it is sorted whatever the order is.
        assert_eq!(so_far["complete"], lengths.iter().all(|&length| length == Some(0)), "{text}");
        if index % 3 > 0 {
            continue;
        }
        for step in board.steps().filter(|&step| board.played(&[step]).is_some()) {
            let alive_then = alive(&board.after(&[step], &orders)) > 0;
            let then = ask("check", &request.clone().with("state", state_of(&[step])));
            assert_eq!(then["correct"], alive_then, "{text} after {step:?}: {then}");
            let expected = if alive(&lengths) > 0 && !alive_then { json!(1) } else { Value::Null };
            assert_eq!(then.get("undo").unwrap_or(&Value::Null), &expected, "{text} after {step:?}");
            assert_eq!(ask("hint", &request.clone().with("state", state_of(&[step])))["correct"], alive_then, "{text}");
            dead_moves += usize::from(!alive_then);
        }
        let (explained, graded) = (ask("explain", &request), ask("grade", &request));
        assert_eq!(graded["grade"].is_object(), alive(&lengths) > 0, "{text}: {graded}");
        assert_eq!(explained["ending"] == "broken", alive(&lengths) == 0, "{text}: {explained}");
        let moves = plan.as_ref().map_or(0, Vec::len);
        assert_eq!(explained["steps"].as_array().unwrap().len(), moves, "{text}: {explained}");
    }
    println!(
        "{with_hidden} with hidden balls: {impossible} impossible, {partly} in some orders only; {dead_moves} dead moves"
    );
    assert!(with_hidden > 1_000 && impossible > 100 && partly > 100 && dead_moves > 100);
}

#[test]
fn the_grade_is_that_of_the_hardest_order_that_can_be_sorted() {
    let board = r#"{"family":"ballsort","capacity":4,"bottles":[[1,"?",1,2],[3,"?",1],["?",1],["?",1,3,2],[1,"?",2],[]],"rule":"ball"}"#;
    let graded = ask("grade", &Request::about(board));
    assert_eq!((&graded["boards"], &graded["boards_solvable"]), (&json!(30), &json!(30)));
    // The hardest of all boards that it may turn out to be, each graded by itself.
    let missing = [1, 1, 2, 3, 3];
    let mut orders: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut indices = [0; 5];
    while indices[4] < 5 {
        if (0..5).all(|index| indices.contains(&index)) {
            orders.insert(indices.iter().map(|&index: &usize| missing[index]).collect());
        }
        indices[0] += 1;
        for place in 0..4 {
            if indices[place] == 5 {
                indices[place] = 0;
                indices[place + 1] += 1;
            }
        }
    }
    assert_eq!(orders.len(), 30);
    let score = |order: &Vec<u8>| {
        let mut turned_out = board.to_owned();
        for colour in order {
            turned_out = turned_out.replacen("\"?\"", &colour.to_string(), 1);
        }
        ask("grade", &Request::about(&turned_out))["grade"]["score"].as_f64().unwrap()
    };
    let hardest = orders.iter().map(score).fold(0.0, f64::max);
    assert_eq!(graded["grade"]["score"].as_f64(), Some(hardest));
}

#[test]
fn a_player_with_locked_bottles_gets_a_hint() {
    let text = include_str!("../../../examples/ballsort/behind-the-lock.words.txt");
    let request = Request::about(text);
    let solved = ask("solve", &request);
    let hint = ask("hint", &request);
    assert_eq!(solved["verdict"], "optimal");
    assert_eq!(hint["moves_to_go"], solved["solutions"][0]["length"]);
    let graded = ask("grade", &request);
    assert_eq!(graded["grade"]["is_shortest"], true);
    assert!(!graded["message"].as_str().unwrap().contains("hidden"), "nothing is hidden here: {graded}");
}

#[test]
fn a_hidden_ball_that_came_to_reveal_must_be_named_before_anybody_goes_on() {
    let text = include_str!("../../../examples/ballsort/under-cover.words.txt");
    let request = Request::about(text);
    let hint = ask("hint", &request);
    assert!(hint["message"].as_str().unwrap().contains("orders of the hidden balls can be sorted"), "{hint}");
    assert!(hint.get("moves_to_go").is_none(), "{hint}");
    let plan = plan_of(&ask("solve", &request)["solutions"][0]);
    let then = request.with("state", state_of(&plan));
    let hint = ask("hint", &then);
    assert_eq!((&hint["ending"], hint.get("move")), (&json!("hidden"), None));
    assert!(hint["message"].as_str().unwrap().contains("has been revealed"), "{hint}");
    assert_eq!(ask("check", &then)["complete"], false);
}
