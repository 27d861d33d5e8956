//! Moves in a player's words, and why no plan is shorter.
//!
//! What a move is good for can be seen on the board: it brings a colour home, empties a bottle, gathers a colour, or digs
//! for what lies below. The lower bound counts what cannot be avoided:
//!
//! - *Water*: a border lies between two different colours in a bottle. A pour removes at most one border. If a colour lies
//!   at the bottom of more bottles than it fills in the end, all but as many of these bottoms must be poured off too, and
//!   such a pour removes no border. So there are at least as many pours as borders and surplus bottoms together.
//! - *Balls*: a bottle ends empty or full of one colour, so every ball above another colour must move. Of the surplus bottoms
//!   the balls must move too, at best those of the lowest ones.

use super::{BallSort, Goal, HIDDEN, Play, Rule, is_sorted, pour};
use quandary_core::puzzle::{FORCED_MOVE, Move, Puzzle, Rule as RuleInfo};
use quandary_core::reason::explain::{Words, words::capital};

/// Every name that a move may have.
pub(super) const TECHNIQUES: &[&str] =
    &[FORCED_MOVE, "bringing a colour home", "emptying a bottle", "freeing a colour", "gathering a colour"];

/// A number of things: "1 move", "3 moves".
pub(super) fn count(many: usize, thing: &str) -> String {
    format!("{many} {thing}{}", if many == 1 { "" } else { "s" })
}

/// What holds on a board beyond the goal: its rule, its locks, and what is hidden.
pub(super) fn rules_in_force(board: &BallSort) -> Vec<String> {
    let rules = board.family().rules();
    let rule = board.rule().and_then(|name| rules.iter().find(|rule| rule.name == name));
    let mut sentences: Vec<String> = rule.map(RuleInfo::sentence).into_iter().collect();
    let play = Play::new(board);
    sentences.extend(play.locked().map(|bottle| format!("{}.", capital(&play.lock_sentence(bottle)))));
    if sentences.len() > 1 {
        let meaning = "A locked bottle may not be used until all balls of that colour stand in full bottles; then it \
                       stays open.";
        sentences.push(meaning.to_owned());
    }
    if board.hidden() > 0 {
        let meaning = "A ball marked ? is hidden: its colour shows once it is on top of an open bottle, and you are asked \
                       which it is.";
        sentences.push(meaning.to_owned());
        if board.rule == Rule::Water {
            sentences.push("A pour stops above a hidden ball.".to_owned());
        }
    }
    sentences
}

/// What a move is good for.
pub(super) fn narrate(board: &BallSort, step: Move, rest: &[Move]) -> Words {
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    let mut after = board.bottles.clone();
    let colour = board.bottles.get(from).and_then(|bottle| bottle.last().copied()).unwrap_or_default();
    let name = board.colour_name(colour);
    let (number_from, number_to) = (from + 1, to + 1);
    let Ok(count) = pour(&mut after, board.capacity, board.rule, step) else {
        return Words {
            name: None,
            sentence: format!("Bottle {number_from} cannot be poured into bottle {number_to}."),
        };
    };
    let what = match board.rule {
        Rule::Water => format!("Pour {name} from bottle {number_from} into bottle {number_to}"),
        Rule::Ball if count == 1 => format!("Move {name} from bottle {number_from} to bottle {number_to}"),
        Rule::Ball => format!("Move {count} balls of {name} from bottle {number_from} to bottle {number_to}"),
    };
    let is_home = is_sorted(&after[to], board.capacity) && !after[to].is_empty();
    if is_home {
        let also = if after[from].is_empty() { ", and empties the other" } else { "" };
        return Words::named("bringing a colour home", format!("{what}: that fills a bottle with {name} alone{also}."));
    }
    if after[from].is_empty() {
        return Words::named("emptying a bottle", format!("{what}: bottle {number_from} is free then."));
    }
    let below = after[from].last().map(|&colour| board.colour_name(colour)).unwrap_or_default();
    let is_freed = after[from].last() != Some(&colour);
    // When the colour that is revealed is taken next, that is what the move is for.
    let next = rest.iter().position(|later| later.from == step.from);
    let onto = if board.bottles[to].is_empty() { "into an empty bottle" } else { "onto its own colour" };
    if after[from].last() == Some(&HIDDEN) {
        let sentence = format!("{what}, {onto}: this reveals the hidden ball below it.");
        return Words::named("freeing a colour", sentence);
    }
    match next {
        Some(later) if is_freed => {
            let when = if later == 0 { "next".to_owned() } else { format!("{} moves later", later + 1) };
            let target = rest[later].to + 1;
            let sentence = format!("{what}, {onto}: this frees {below}, which goes to bottle {target} {when}.");
            Words::named("freeing a colour", sentence)
        }
        _ if is_freed => Words::named("freeing a colour", format!("{what}, {onto}: {below} comes to the top.")),
        _ => Words::named("gathering a colour", format!("{what}, {onto}; more of it follows.")),
    }
}

/// A number of moves that no plan can do without, and why.
pub(super) fn lower_bound(board: &BallSort) -> (u32, String) {
    let mut runs: Vec<Vec<(u8, usize)>> = Vec::new();
    for bottle in &board.bottles {
        let mut of_bottle: Vec<(u8, usize)> = Vec::new();
        for &colour in bottle {
            match of_bottle.last_mut() {
                Some((last, length)) if *last == colour => *length += 1,
                _ => of_bottle.push((colour, 1)),
            }
        }
        runs.push(of_bottle);
    }
    let borders: usize = runs.iter().map(|runs| runs.len().saturating_sub(1)).sum();
    let above: usize = runs.iter().flat_map(|runs| runs.iter().skip(1)).map(|run| run.1).sum();
    let (mut surplus, mut surplus_balls) = (0, 0);
    for colour in 1..=u8::MAX {
        let balls = board.bottles.iter().flatten().filter(|&&ball| ball == colour).count();
        let mut bottoms: Vec<usize> =
            runs.iter().filter_map(|runs| runs.first()).filter(|run| run.0 == colour).map(|run| run.1).collect();
        bottoms.sort_unstable();
        // Bottles of one colour need not be full by the looser goal, so that there may be any number of them.
        let most = if board.goal == Goal::Full { balls / board.capacity } else { bottoms.len() };
        let too_many = bottoms.len().saturating_sub(most);
        surplus += too_many;
        surplus_balls += bottoms[..too_many].iter().sum::<usize>();
    }
    let (bound, mut argument) = match board.rule {
        Rule::Water => (
            borders + surplus,
            format!("There are {borders} borders between different colours, and a pour removes one at most."),
        ),
        Rule::Ball => (above + surplus_balls, format!("{above} balls lie above another colour, and each must move.")),
    };
    if surplus > 0 {
        argument += &match board.rule {
            Rule::Water => format!(
                " {surplus} bottles more must be poured out to the bottom, since colours lie at the bottom of more bottles than they fill."
            ),
            Rule::Ball => format!(
                " {surplus_balls} balls at the bottom must move too, since colours lie at the bottom of more bottles than they fill."
            ),
        };
    }
    (bound as u32, argument)
}
