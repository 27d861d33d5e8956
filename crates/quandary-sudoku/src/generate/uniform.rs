//! Filled 9×9 boards, each of the 6,670,903,752,021,072,936,960 exactly as likely as any other.
//!
//! **What makes it possible.** Look at a board column by column, three rows (a *band*) at a time, and forget the order
//! within each three cells: what is left is one set of three digits per column and band. In a box, the three sets
//! partition the nine digits (280 *shares*, as the columns of a box may be swapped); down a column, the three sets do.
//! If the sets of the middle band are known, those of the upper band can be chosen for each stack by itself, in 56
//! ways, and the lower band gets what remains. And if all sets are known, each band can be ordered by itself: the
//! number of its orders depends on the three shares of its boxes only, and on these only up to the names of the digits.
//! So with digits named so that the first share is 012·345·678, a table of 280 × 280 numbers knows them all
//! ([`Tables::orders`]).
//!
//! **The draw.** The shares of the middle band are drawn by weight, its number of orders. Of pairs of shares that
//! differ in names only, one has to be known, as names are drawn at the end anyway. The 56³ sets of the upper band are
//! drawn evenly, and the result is kept with a probability proportional to the orders of the upper band times those of
//! the lower one; otherwise all is drawn again (rejection sampling). One draw in 75 is kept, and a draw costs some
//! table look-ups. Orders, columns and names are then drawn evenly.
//!
//! A test shows that no board is missed and none counted twice: the tables add up to the number above.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use rand::seq::SliceRandom;

use crate::solver::Cells;
use quandary_core::random::{ChaCha8Rng, RngExt};

/// Three digits, one bit each.
type Set = u16;

/// The sets of the three columns of a box.
type Columns = [Set; 3];

/// The sets of a box, in any order: a number from 0 to 279. Share 0 is 012·345·678.
type Share = u16;

const SHARES: usize = 280;

/// In how many ways the sets above a box can be chosen.
const ABOVE: usize = 56;

const ALL: Set = 0o777;

/// The most orders that a band can have: three boxes with the same sets, three Latin squares.
const MAX_ORDERS: u32 = 12 * 12 * 12;

/// One way to choose the sets above and below a box.
#[derive(Clone, Copy)]
struct Choice {
    above: Share,
    below: Share,
    /// The sets above; below is what remains of each column.
    sets: Columns,
}

/// Three shares up to names: the first is 0, these are the others.
struct Kind {
    shares: [Share; 2],
    /// The chance of this kind and all before it to be that of the middle band, out of those of the last.
    up_to: u32,
    /// All orders of such a band but for that of its rows.
    orders: Vec<Order>,
}

/// The digits of each row of a band, box by box.
type Order = [[Set; 3]; 3];

/// A band whose first share is 0: what kind it is of, and which names make it so.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// How many orders it has.
    orders: u16,
    kind: u16,
    /// The number of the names under which the band of the kind is this one.
    names: u16,
}

/// Everything that does not depend on the random stream.
struct Tables {
    /// The sets of each share.
    sets: Vec<Columns>,
    /// For each second and third share the orders of a band whose first share is 0.
    orders: Vec<u16>,
    /// The same with everything that is known of them.
    pairs: Vec<Pair>,
    /// For each share the 56 choices around it.
    choices: Vec<[Choice; ABOVE]>,
    /// For each choice around share 0, and for each share, its number once digits are named so that the share above is
    /// 0.
    above: Vec<[Share; SHARES]>,
    /// The same for the share below.
    below: Vec<[Share; SHARES]>,
    kinds: Vec<Kind>,
    /// The first kind that a random number can select, by all but its last [`GUIDED`] bits.
    guide: Vec<u16>,
    /// All names under which share 0 is share 0.
    names: Vec<Names>,
}

/// What each digit is called.
type Names = [u8; 9];

const GUIDED: u32 = 14;

/// A filled board: any of them, with the same chance.
pub(super) fn filled_board(random: &mut ChaCha8Rng) -> Cells {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let tables = TABLES.get_or_init(Tables::new);
    let (kind, choices) = tables.draw(random);
    let shares = [0, kind.shares[0], kind.shares[1]];
    let middle = shares.map(|share| tables.sets[usize::from(share)]);
    let around: [&Choice; 3] = std::array::from_fn(|stack| &tables.choices[usize::from(shares[stack])][choices[stack]]);
    let above = around.map(|choice| choice.sets);
    let below: [Columns; 3] =
        std::array::from_fn(|stack| std::array::from_fn(|at| ALL & !middle[stack][at] & !above[stack][at]));
    let orders = [
        tables.order(&tables.above[choices[0]], around.map(|choice| choice.above), random),
        kind.orders[random.random_range(0..kind.orders.len() as u32) as usize],
        tables.order(&tables.below[choices[0]], around.map(|choice| choice.below), random),
    ];
    let mut columns: [usize; 9] = std::array::from_fn(|column| column);
    columns.chunks_mut(3).for_each(|stack| stack.shuffle(random));
    let mut names: Names = std::array::from_fn(|digit| digit as u8 + 1);
    names.shuffle(random);
    let mut cells = [0; 81];
    for (band, (sets, order)) in [above, middle, below].iter().zip(orders).enumerate() {
        let mut rows = [0, 1, 2];
        rows.shuffle(random);
        for (row, boxes) in rows.into_iter().zip(order) {
            for (column, &to) in columns.iter().enumerate() {
                let digit = boxes[column / 3] & sets[column / 3][column % 3];
                cells[(3 * band + row) * 9 + to] = names[digit.trailing_zeros() as usize];
            }
        }
    }
    cells
}

/// All orders of a band whose first column is in the order of its digits: the order of the rows is free.
fn orders(sets: &[Columns; 3]) -> Vec<Order> {
    let [first, second, third] = sets.map(|columns| columns.map(in_rows));
    let mut found = Vec::new();
    let start = first[0][0];
    for left in first[1].iter().flat_map(|a| first[2].map(|b| start | a | b)) {
        for &a in second[0].iter().filter(|&&a| a & left == 0) {
            for &b in second[1].iter().filter(|&&b| b & left == 0) {
                for &c in second[2].iter().filter(|&&c| c & left == 0) {
                    let middle = a | b | c;
                    let right = !(left | middle) & BAND;
                    // Each row of the last box has one digit of each column.
                    let fits = |column: &[u32; 6]| column.iter().any(|order| order & right == *order);
                    if third.iter().all(fits) {
                        let row = |row: u32| [left, middle, right].map(|digits| (digits >> (9 * row)) as Set & ALL);
                        found.push([row(0), row(1), row(2)]);
                    }
                }
            }
        }
    }
    found
}

/// Three rows of nine digits, one bit each.
const BAND: u32 = (1 << 27) - 1;

/// The six orders of three digits in a column: bit `9 * row + digit`.
fn in_rows(set: Set) -> [u32; 6] {
    let low = u32::from(set & set.wrapping_neg());
    let high = 1 << (15 - set.leading_zeros());
    let middle = u32::from(set) & !low & !high;
    let order = |top: u32, centre: u32, bottom: u32| top | centre << 9 | bottom << 18;
    [
        order(low, middle, high),
        order(low, high, middle),
        order(middle, low, high),
        order(middle, high, low),
        order(high, low, middle),
        order(high, middle, low),
    ]
}

/// The digits of a set.
fn digits(set: Set) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| set >> digit & 1 == 1)
}

/// A set under other names.
fn rename(set: Set, names: &Names) -> Set {
    digits(set).fold(0, |renamed, digit| renamed | 1 << names[digit])
}

/// The digits of a share, in the order of the names under which it is share 0.
fn digits_of(columns: &Columns) -> Names {
    let mut names = [0; 9];
    for (name, digit) in columns.iter().flat_map(|&set| digits(set)).enumerate() {
        names[name] = digit as u8;
    }
    names
}

/// The names that undo others.
fn inverse(names: &Names) -> Names {
    let mut inverse = [0; 9];
    for (digit, &name) in names.iter().enumerate() {
        inverse[usize::from(name)] = digit as u8;
    }
    inverse
}

/// One renaming after another.
fn then(first: &Names, second: &Names) -> Names {
    first.map(|name| second[usize::from(name)])
}

/// The sets of three digits among some.
fn threes(among: Set) -> impl Iterator<Item = Set> {
    (0..=ALL).filter(move |set| set & !among == 0 && set.count_ones() == 3)
}

impl Tables {
    fn new() -> Tables {
        let mut sets: Vec<Columns> = Vec::with_capacity(SHARES);
        for first in threes(ALL).filter(|first| first & 1 == 1) {
            let rest = ALL & !first;
            let lowest = rest & rest.wrapping_neg();
            sets.extend(
                threes(rest).filter(|second| second & lowest != 0).map(|second| [first, second, rest & !second]),
            );
        }
        let mut numbers = HashMap::new();
        for (number, columns) in sets.iter().enumerate() {
            numbers.insert(*columns, number as Share);
        }
        let number = |mut columns: Columns| {
            columns.sort_unstable_by_key(|set| set.trailing_zeros());
            numbers[&columns]
        };
        let renamed = |names: &Names| -> [Share; SHARES] {
            std::array::from_fn(|share| number(sets[share].map(|set| rename(set, names))))
        };
        let choices: Vec<[Choice; ABOVE]> = sets.iter().map(|columns| choices(columns, &number)).collect();
        let as_first = |share: Share| renamed(&inverse(&digits_of(&sets[usize::from(share)])));
        let above = choices[0].iter().map(|choice| as_first(choice.above)).collect();
        let below = choices[0].iter().map(|choice| as_first(choice.below)).collect();
        let names = names_of_first();
        let (pairs, kinds) = kinds(&sets, &names, &renamed);
        let orders = pairs.iter().map(|pair| pair.orders).collect();
        let most = kinds.last().map_or(0, |last| last.up_to);
        let guide = (0..=most >> GUIDED).map(|part| kinds.partition_point(|kind| kind.up_to <= part << GUIDED) as u16);
        Tables { guide: guide.collect(), sets, orders, pairs, choices, above, below, kinds, names }
    }

    /// The kind of a middle band and the choices above it, each as likely as it has filled boards.
    fn draw(&self, random: &mut ChaCha8Rng) -> (&Kind, [usize; 3]) {
        let most = self.kinds.last().map_or(1, |last| last.up_to);
        loop {
            let at = random.random_range(0..most);
            let first = usize::from(self.guide[(at >> GUIDED) as usize]);
            let kind = first + self.kinds[first..].iter().take_while(|kind| kind.up_to <= at).count();
            let choice = random.random_range(0..(ABOVE * ABOVE * ABOVE) as u32) as usize;
            let choices = [choice % ABOVE, choice / ABOVE % ABOVE, choice / (ABOVE * ABOVE)];
            let chance = random.random_range(0..MAX_ORDERS * MAX_ORDERS);
            if chance < self.orders_around(&self.kinds[kind], choices) {
                return (&self.kinds[kind], choices);
            }
        }
    }

    /// The orders of the upper band times those of the lower one.
    fn orders_around(&self, kind: &Kind, choices: [usize; 3]) -> u32 {
        let second = &self.choices[usize::from(kind.shares[0])][choices[1]];
        let third = &self.choices[usize::from(kind.shares[1])][choices[2]];
        let orders = |names: &[Share; SHARES], others: [Share; 2]| u32::from(self.orders[place(names, others)]);
        orders(&self.above[choices[0]], [second.above, third.above])
            * orders(&self.below[choices[0]], [second.below, third.below])
    }

    /// Any order of a band of these shares; `names` are the numbers of shares once the first is share 0.
    fn order(&self, names: &[Share; SHARES], shares: [Share; 3], random: &mut ChaCha8Rng) -> Order {
        let pair = &self.pairs[place(names, [shares[1], shares[2]])];
        let orders = &self.kinds[usize::from(pair.kind)].orders;
        let order = &orders[random.random_range(0..orders.len() as u32) as usize];
        let names = then(&self.names[usize::from(pair.names)], &digits_of(&self.sets[usize::from(shares[0])]));
        order.map(|row| row.map(|set| rename(set, &names)))
    }
}

/// Where a band stands in the tables.
fn place(names: &[Share; SHARES], others: [Share; 2]) -> usize {
    let [second, third] = others.map(|share| usize::from(names[usize::from(share)]));
    second * SHARES + third
}

/// The ways to choose the sets above a box with these columns, and below it what remains.
fn choices(columns: &Columns, number: &dyn Fn(Columns) -> Share) -> [Choice; ABOVE] {
    let mut choices = Vec::with_capacity(ABOVE);
    for first in threes(ALL & !columns[0]) {
        for second in threes(ALL & !columns[1] & !first) {
            let sets = [first, second, ALL & !first & !second];
            if sets[2] & columns[2] == 0 {
                let below = [0, 1, 2].map(|at| ALL & !columns[at] & !sets[at]);
                choices.push(Choice { above: number(sets), below: number(below), sets });
            }
        }
    }
    choices.try_into().unwrap_or_else(|_| unreachable!("a box has {ABOVE} choices around it"))
}

/// Names that make all others under which share 0 stays share 0: digits of a set change places, or sets do.
const SWAPS: [Names; 4] = [
    [1, 0, 2, 3, 4, 5, 6, 7, 8],
    [1, 2, 0, 3, 4, 5, 6, 7, 8],
    [3, 4, 5, 0, 1, 2, 6, 7, 8],
    [3, 4, 5, 6, 7, 8, 0, 1, 2],
];

/// All names under which share 0 is share 0, beginning with those that change nothing.
fn names_of_first() -> Vec<Names> {
    let mut all: Vec<Names> = vec![std::array::from_fn(|digit| digit as u8)];
    let mut known = HashSet::from([all[0]]);
    let mut at = 0;
    while let Some(&names) = all.get(at) {
        all.extend(SWAPS.iter().map(|swap| then(&names, swap)).filter(|names| known.insert(*names)));
        at += 1;
    }
    all
}

/// What is known of a band by its second and third share, and the kinds of bands.
fn kinds(sets: &[Columns], names: &[Names], renamed: &dyn Fn(&Names) -> [Share; SHARES]) -> (Vec<Pair>, Vec<Kind>) {
    let numbers: HashMap<Names, u16> = names.iter().zip(0..).map(|(names, number)| (*names, number)).collect();
    let after = |swap: &Names| -> Vec<u16> { names.iter().map(|names| numbers[&then(names, swap)]).collect() };
    let swaps = SWAPS.map(|swap| (renamed(&swap), after(&swap)));
    let mut pairs = vec![Pair::default(); SHARES * SHARES];
    let mut kinds: Vec<Kind> = Vec::new();
    let mut up_to = 0;
    for start in 0..pairs.len() {
        if pairs[start].orders != 0 {
            continue;
        }
        let [second, third] = [start / SHARES, start % SHARES];
        let orders = orders(&[sets[0], sets[second], sets[third]]);
        let of_kind = Pair { orders: 6 * orders.len() as u16, kind: kinds.len() as u16, names: 0 };
        pairs[start] = of_kind;
        let mut alike = vec![start];
        let mut at = 0;
        while let Some(&pair) = alike.get(at) {
            for (shares, after) in &swaps {
                let other = place(shares, [(pair / SHARES) as Share, (pair % SHARES) as Share]);
                if pairs[other].orders == 0 {
                    pairs[other] = Pair { names: after[usize::from(pairs[pair].names)], ..of_kind };
                    alike.push(other);
                }
            }
            at += 1;
        }
        up_to += u32::from(of_kind.orders) * alike.len() as u32;
        kinds.push(Kind { shares: [second as Share, third as Share], up_to, orders });
    }
    (pairs, kinds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::random::stream;

    #[test]
    fn the_tables_hold_every_filled_board_once() {
        let tables = Tables::new();
        let (mut boards, mut before) = (0u128, 0);
        for kind in &tables.kinds {
            let weight = u128::from(kind.up_to - before);
            before = kind.up_to;
            let mut around = 0;
            for choice in 0..ABOVE * ABOVE * ABOVE {
                let choices = [choice % ABOVE, choice / ABOVE % ABOVE, choice / (ABOVE * ABOVE)];
                let orders = tables.orders_around(kind, choices);
                assert!(orders <= MAX_ORDERS * MAX_ORDERS);
                around += u128::from(orders);
            }
            boards += weight * around;
        }
        // The first box's sets have 1680 orders of columns and names, the others' columns six each.
        assert_eq!(boards * 1680 * 36, 6_670_903_752_021_072_936_960);
    }

    #[test]
    fn boards_are_filled_right_and_rows_look_like_columns() {
        // In how many bands the three boxes have the same sets of digits in their rows. Stacks, turned, must have them
        // as often.
        let mut pure = [0u32; 6];
        let most = 20_000;
        for index in 0..most {
            let board = filled_board(&mut stream(3, "even", index));
            let turned: Cells = std::array::from_fn(|cell| board[cell % 9 * 9 + cell / 9]);
            for (turn, cells) in [board, turned].iter().enumerate() {
                let set =
                    |row: usize, stack: usize| (0..3).fold(0u16, |set, at| set | 1 << cells[row * 9 + 3 * stack + at]);
                for row in 0..9 {
                    assert_eq!(set(row, 0) | set(row, 1) | set(row, 2), 0b11_1111_1110);
                }
                for first in 0..9 {
                    let (top, stack) = (first / 3 * 3, first % 3);
                    assert_eq!(set(top, stack) | set(top + 1, stack) | set(top + 2, stack), 0b11_1111_1110);
                }
                for band in 0..3 {
                    let sets = |stack: usize| {
                        let mut sets = [0, 1, 2].map(|row| set(3 * band + row, stack));
                        sets.sort_unstable();
                        sets
                    };
                    pure[3 * turn + band] += u32::from(sets(0) == sets(1) && sets(1) == sets(2));
                }
            }
        }
        // Expected: two bands in 56, before weighting by what they allow elsewhere; 4 standard deviations are about
        // 110.
        let (least, most) = (pure.iter().min().expect("six"), pure.iter().max().expect("six"));
        assert!(most - least < 160 && *least > 400, "{pure:?}");
    }
}
