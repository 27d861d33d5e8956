//! Moves in a player's words, and why no plan is shorter.
//!
//! The purpose of a move can be seen on the board: it completes a colour, empties a bottle, gathers a colour, or uncovers
//! the colour below. The lower bound counts the moves that every plan needs:
//!
//! - *Water*: a border is between two different colours in a bottle. A pour removes at most one border. If a colour is
//!   at the bottom of more bottles than it fills in the end, the surplus bottoms must be poured off too, and such a pour
//!   removes no border. So a plan has at least as many pours as there are borders and surplus bottoms together.
//! - *Balls*: a bottle ends empty or full of one colour, so every ball above another colour must move. The balls of surplus
//!   bottoms must move too; the bound counts the shortest of these bottoms.

use super::{BallSort, Goal, HIDDEN, Play, Rule, is_sorted, pour};
use quandary_core::puzzle::{FORCED_MOVE, Move, Puzzle, Rule as RuleInfo};
use quandary_core::reason::explain::Words;
use quandary_core::reason::explain::words::{capital, number, with_article};

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
        let meaning = "A locked bottle may not be used until all balls of that colour are in full bottles; then it \
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

/// The purpose of a move.
pub(super) fn narrate(board: &BallSort, step: Move, rest: &[Move]) -> Words {
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    let mut after = board.bottles.clone();
    let colour = board.bottles.get(from).and_then(|bottle| bottle.last().copied()).unwrap_or_default();
    let name = board.colour_name(colour);
    let (number_from, number_to) = (from + 1, to + 1);
    let Ok(count) = pour(&mut after, board.holds(to), board.rule, step) else {
        return Words::plain(format!("Bottle {number_from} cannot be poured into bottle {number_to}."));
    };
    let target = if board.bottles[to].is_empty() { "the empty bottle" } else { "bottle" };
    let what = match board.rule {
        Rule::Water => format!("Pour {name} from bottle {number_from} into {target} {number_to}."),
        Rule::Ball if count == 1 => format!("Move {name} from bottle {number_from} to {target} {number_to}."),
        Rule::Ball => format!("Move {count} balls of {name} from bottle {number_from} to {target} {number_to}."),
    };
    let is_home = is_sorted(&after[to], board.holds(to)) && !after[to].is_empty();
    if is_home {
        let also = if after[from].is_empty() { format!(" and empties bottle {number_from}") } else { String::new() };
        let sentence = format!("{what} This fills bottle {number_to} with {name}{also}.");
        return Words::named("bringing a colour home", sentence);
    }
    if after[from].is_empty() {
        return Words::named("emptying a bottle", format!("{what} This empties bottle {number_from}."));
    }
    let below = after[from].last().map(|&colour| with_article(&board.colour_name(colour))).unwrap_or_default();
    let is_freed = after[from].last() != Some(&colour);
    // When the colour that is revealed is taken next, that is what the move is for.
    let next = rest.iter().position(|later| later.from == step.from);
    if after[from].last() == Some(&HIDDEN) {
        let sentence = format!("{what} This reveals the hidden ball below it.");
        return Words::named("freeing a colour", sentence);
    }
    match next {
        Some(later) if is_freed => {
            let target = rest[later].to + 1;
            let when = match later {
                0 => " next".to_owned(),
                1..=8 => format!(" {} moves later", number(later + 1)),
                _ => " later".to_owned(),
            };
            let sentence = format!("{what} This uncovers {below}, which goes to bottle {target}{when}.");
            Words::named("freeing a colour", sentence)
        }
        _ if is_freed => Words::named("freeing a colour", format!("{what} This uncovers {below}.")),
        _ => {
            let sentence = format!("{what} Another {name} is still on top of bottle {number_from}.");
            Words::named("gathering a colour", sentence)
        }
    }
}

/// A number of moves that every plan needs, and why.
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
    let homes = board.homes();
    for colour in 1..=u8::MAX {
        let mut bottoms: Vec<usize> =
            runs.iter().filter_map(|runs| runs.first()).filter(|run| run.0 == colour).map(|run| run.1).collect();
        bottoms.sort_unstable();
        // Bottles of one colour need not be full by the looser goal, so that there may be any number of them.
        let most = if board.goal == Goal::Full { homes[usize::from(colour)].into() } else { bottoms.len() };
        let too_many = bottoms.len().saturating_sub(most);
        surplus += too_many;
        surplus_balls += bottoms[..too_many].iter().sum::<usize>();
    }
    let (bound, mut argument) = match board.rule {
        Rule::Water => (
            borders + surplus,
            match borders {
                1 => "There is 1 border between different colours, and a pour must remove it.".to_owned(),
                _ => format!("There are {borders} borders between different colours, and a pour removes at most one."),
            },
        ),
        Rule::Ball => (
            above + surplus_balls,
            match above {
                1 => "1 ball is above another colour and must move.".to_owned(),
                _ => format!("{above} balls are above another colour, and each must move."),
            },
        ),
    };
    if surplus > 0 {
        let (count, thing, what) = match board.rule {
            Rule::Water => (surplus, "more bottle", "be emptied completely"),
            Rule::Ball => (surplus_balls, "ball", "move away from the bottom"),
        };
        let s = if count == 1 { "" } else { "s" };
        argument += &format!(
            " Also, {count} {thing}{s} must {what}, because some colours are at the bottom of more bottles than they fill."
        );
    }
    (bound as u32, argument)
}
