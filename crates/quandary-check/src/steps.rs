//! Does every step of an explanation follow?
//!
//! A step says: from these premises, by these rules, that follows. Four things are checked, with nothing taken on trust:
//!
//! 1. Each premise is known: it is given, entered, or was shown by an earlier step (a digit that stands in a unit is
//!    known to stand nowhere else in it).
//! 2. The conclusion follows from the premises and the named rules *alone*: every other cell may be anything. A rule is
//!    asked, for each cell and each value, whether any way to fill its cells has that value there; values without one are
//!    removed, until nothing moves.
//! 3. What a named pattern rules out breaks by the premises and the named rules, whatever the other cells are
//!    (`patterns.rs`); where it needs a board with one solution, that is shown too.
//! 4. A supposition is checked by its own steps, from its premises and what is supposed, and has to end where nothing is
//!    possible. Other conclusions of the same supposition have to break by the named rules too.
//!
//! The rules: `row`, `column` and `box` of a Sudoku, and the groups and demands of its variants; `row` and `column` of a
//! Nonogram; in an Aquarium `tank`, which keeps its water level, and `row` and `column`, which count their water. Where a step
//! names lines and tanks, they are looked at together. A tank that is not named may hold water in any of its cells.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::patterns::{Cells, Rules, Ways, could_all_exchange};
use crate::sudoku::variant::{Demand, Wants};
use crate::{Failure, aquarium, nonogram, read_puzzle, sudoku};

/// Row and column, counted from 0.
type Cell = (usize, usize);
/// Values that are possible, as bits.
type Values = u64;
/// What each cell may be.
type Board = BTreeMap<Cell, Values>;

#[derive(Deserialize)]
struct Trace {
    puzzle: serde_json::Value,
    #[serde(default)]
    entries: Vec<Known>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Known {
    cells: Vec<String>,
    values: Vec<String>,
}

#[derive(Deserialize)]
struct Shown {
    cells: Vec<String>,
    removed: Vec<String>,
}

#[derive(Deserialize)]
struct Step {
    argument: String,
    rules: Vec<String>,
    premises: Vec<Known>,
    conclusions: Vec<Shown>,
    suppose: Option<Known>,
    swap: Option<Known>,
    #[serde(default)]
    steps: Vec<Step>,
}

/// A rule of the puzzle.
enum Rule {
    /// Every value once.
    EachOnce(Vec<Cell>),
    /// These runs of filled cells, in order: how long, and of which value.
    Runs(Vec<Cell>, Vec<(usize, Values)>),
    /// So much water, in cells that force each other as the named tanks do.
    Water(Vec<Cell>, usize),
    /// The tank's level.
    Level(Vec<Cell>),
    /// What a variant of Sudoku demands of some cells.
    Demand(Demand),
}

impl Rule {
    fn cells(&self) -> &[Cell] {
        match self {
            Rule::EachOnce(cells) | Rule::Runs(cells, _) | Rule::Water(cells, _) | Rule::Level(cells) => cells,
            Rule::Demand(demand) => &demand.cells,
        }
    }
}

/// Where water goes from each cell of the tanks that a step names.
type Flow = BTreeMap<Cell, BTreeSet<Cell>>;

/// A puzzle as this file sees it.
struct Game {
    names: Vec<String>,
    start: Board,
    rules: BTreeMap<String, Rule>,
    /// Where water goes from each cell, in all tanks.
    flow: Flow,
}

/// Checks every step of an explanation, as Quandary writes it in JSON.
pub fn check_steps(trace_json: &str) -> Result<(), Failure> {
    let trace: Trace = serde_json::from_str(trace_json).map_err(|error| Failure::Solution(error.to_string()))?;
    let game = Game::read(&trace.puzzle.to_string())?;
    let mut board = game.start.clone();
    for entry in &trace.entries {
        game.keep(&mut board, entry)?;
    }
    game.strike(&mut board);
    for (number, step) in (1..).zip(&trace.steps) {
        game.step(&mut board, step).map_err(|failure| match failure {
            Failure::Rule { rule, what } => Failure::Rule { rule, what: format!("step {number}: {what}") },
            other => other,
        })?;
        game.strike(&mut board);
    }
    Ok(())
}

fn wrong(what: impl Into<String>) -> Failure {
    Failure::rule("step", what.into())
}

impl Game {
    fn read(puzzle: &str) -> Result<Game, Failure> {
        #[derive(Deserialize)]
        struct Head {
            family: String,
        }
        let Head { family } = read_puzzle(puzzle)?;
        match family.as_str() {
            "sudoku" => Game::sudoku(&read_puzzle(puzzle)?),
            "nonogram" => Game::nonogram(&read_puzzle(puzzle)?),
            "aquarium" => Game::aquarium(&read_puzzle(puzzle)?),
            other => Err(Failure::Puzzle(format!("steps of the family '{other}' are not checked"))),
        }
    }

    fn sudoku(puzzle: &sudoku::Puzzle) -> Result<Game, Failure> {
        let (height, width, digits) = puzzle.shape()?;
        let side = height * width;
        // Digits are one symbol each: 1 to 9, then A to Z.
        let symbols: Vec<char> = ('1'..='9').chain('A'..='Z').take(side).collect();
        if symbols.len() < side || digits.iter().any(|&digit| digit > side) {
            return Err(Failure::Puzzle(format!("a board of side {side} with digits up to {:?}", digits.iter().max())));
        }
        let names = symbols.iter().map(char::to_string).collect();
        let all = (1 << side) - 1;
        let mut start = Board::new();
        for (place, &digit) in digits.iter().enumerate() {
            start.insert((place / side, place % side), if digit == 0 { all } else { 1 << (digit - 1) });
        }
        for (cell, marks) in puzzle.variant.marked(side)? {
            let marked = marks.iter().fold(0, |set, digit| set | 1 << (digit - 1));
            start.entry(cell).and_modify(|now| *now &= marked);
        }
        let groups = puzzle.groups(side, height, width)?.into_iter();
        let mut rules: BTreeMap<String, Rule> = groups.map(|(name, cells)| (name, Rule::EachOnce(cells))).collect();
        for demand in puzzle.variant.demands(side)? {
            let name = demand.name();
            rules.insert(
                name,
                match demand.wants {
                    Wants::Unlike => Rule::EachOnce(demand.cells),
                    _ => Rule::Demand(demand),
                },
            );
        }
        Ok(Game { names, start, rules, flow: BTreeMap::new() })
    }

    fn nonogram(puzzle: &nonogram::Puzzle) -> Result<Game, Failure> {
        let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
        let colours = puzzle.rows.iter().chain(&puzzle.columns).flatten().map(|block| block.run().1).max().unwrap_or(1);
        if colours > 60 {
            return Err(Failure::Puzzle(format!("{colours} colours are more than this checker knows")));
        }
        let runs = |clue: &Vec<nonogram::Block>| -> Vec<(usize, Values)> {
            let runs = clue.iter().map(|block| block.run()).filter(|&(length, _)| length > 0);
            runs.map(|(length, colour)| (length, 1 << colour)).collect()
        };
        let mut rules = BTreeMap::new();
        for (row, clue) in puzzle.rows.iter().enumerate() {
            let cells = (0..width).map(|column| (row, column)).collect();
            rules.insert(format!("row {}", row + 1), Rule::Runs(cells, runs(clue)));
        }
        for (column, clue) in puzzle.columns.iter().enumerate() {
            let cells = (0..height).map(|row| (row, column)).collect();
            rules.insert(format!("column {}", column + 1), Rule::Runs(cells, runs(clue)));
        }
        let names = (0..=colours).map(|value| match value {
            0 => "empty".to_owned(),
            1 if colours == 1 => "filled".to_owned(),
            colour => {
                let named = puzzle.colours.get(usize::from(colour) - 1).and_then(|colour| colour.name.clone());
                named.unwrap_or_else(|| format!("colour {colour}"))
            }
        });
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let all = (1 << (colours + 1)) - 1;
        let start = cells.map(|cell| (cell, all)).collect();
        Ok(Game { names: names.collect(), start, rules, flow: BTreeMap::new() })
    }

    fn aquarium(puzzle: &aquarium::Puzzle) -> Result<Game, Failure> {
        if !puzzle.is_whole() {
            return Err(Failure::Puzzle("the tanks do not fill the board".to_owned()));
        }
        let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
        let mut rules = BTreeMap::new();
        for (row, clue) in puzzle.rows.iter().enumerate() {
            let cells = (0..width).map(|column| (row, column)).collect();
            rules.extend(clue.map(|clue| (format!("row {}", row + 1), Rule::Water(cells, clue))));
        }
        for (column, clue) in puzzle.columns.iter().enumerate() {
            let cells = (0..height).map(|row| (row, column)).collect();
            rules.extend(clue.map(|clue| (format!("column {}", column + 1), Rule::Water(cells, clue))));
        }
        let mut tanks: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        for cell in puzzle.cells() {
            let name = puzzle.tanks[cell.0][cell.1].to_string();
            tanks.entry(format!("tank {}", name.trim_matches('"'))).or_default().push(cell);
        }
        rules.extend(tanks.into_iter().map(|(name, cells)| (name, Rule::Level(cells))));
        let flow = puzzle.cells().map(|cell| (cell, puzzle.floods(cell))).collect();
        Ok(Game::two_valued(["air", "water"], height, width, rules, flow))
    }

    fn two_valued(names: [&str; 2], height: usize, width: usize, rules: BTreeMap<String, Rule>, flow: Flow) -> Game {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        Game { names: names.map(str::to_owned).to_vec(), start: cells.map(|cell| (cell, 0b11)).collect(), rules, flow }
    }

    /// A board of which nothing is known.
    fn blank(&self) -> Board {
        let all = (1 << self.names.len()) - 1;
        self.start.keys().map(|&cell| (cell, all)).collect()
    }

    fn values(&self, names: &[String]) -> Result<Values, Failure> {
        names.iter().try_fold(0, |set, name| {
            let value = self.names.iter().position(|known| known == name);
            value.map(|value| set | 1 << value).ok_or_else(|| wrong(format!("there is no value '{name}'")))
        })
    }

    fn cells(&self, names: &[String]) -> Result<Vec<Cell>, Failure> {
        let read = |name: &String| {
            let (row, column) = name.strip_prefix('r')?.split_once('c')?;
            let cell = (row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?);
            self.start.contains_key(&cell).then_some(cell)
        };
        names.iter().map(|name| read(name).ok_or_else(|| wrong(format!("there is no cell '{name}'")))).collect()
    }

    fn keep(&self, board: &mut Board, known: &Known) -> Result<(), Failure> {
        let values = self.values(&known.values)?;
        for cell in self.cells(&known.cells)? {
            board.entry(cell).and_modify(|now| *now &= values);
        }
        Ok(())
    }

    /// What is known at sight: what stands in a unit stands nowhere else in it, and cells of a tank that flood each other are
    /// filled together.
    fn strike(&self, board: &mut Board) {
        loop {
            let before = board.clone();
            agree(&self.flow, board);
            for rule in self.rules.values() {
                let cells = match rule {
                    Rule::EachOnce(cells) => cells,
                    Rule::Demand(Demand { cells, wants: Wants::UnlikeSum(_), .. }) => cells,
                    _ => continue,
                };
                for &cell in cells {
                    let value = board[&cell];
                    if value.is_power_of_two() {
                        for other in cells.iter().filter(|&&other| other != cell) {
                            board.entry(*other).and_modify(|now| *now &= !value);
                        }
                    }
                }
            }
            // Where nothing is left of a cell, there is no solution, and everything follows.
            if board.values().any(|&values| values == 0) {
                board.values_mut().for_each(|values| *values = 0);
            }
            if *board == before {
                return;
            }
        }
    }

    /// Checks one step and takes over what it shows.
    fn step(&self, board: &mut Board, step: &Step) -> Result<(), Failure> {
        let mut known = self.blank();
        for premise in &step.premises {
            let values = self.values(&premise.values)?;
            for cell in self.cells(&premise.cells)? {
                if board[&cell] & !values != 0 {
                    return Err(wrong(format!("the premise {:?} is not known", premise.cells)));
                }
            }
            self.keep(&mut known, premise)?;
        }
        let rules = step.rules.iter().map(|name| self.rules.get(name));
        let rules: Vec<&Rule> =
            rules.collect::<Option<_>>().ok_or_else(|| wrong(format!("no such rule: {:?}", step.rules)))?;
        match step.argument.as_str() {
            "contradiction" => {
                if self.follow(&mut known, &rules) {
                    return Err(wrong(format!("{:?} can hold", step.rules)));
                }
                // Nothing is possible any more.
                board.values_mut().for_each(|values| *values = 0);
            }
            "rule" | "only-value" => {
                if self.follow(&mut known, &rules) {
                    for shown in &step.conclusions {
                        let removed = self.values(&shown.removed)?;
                        for cell in self.cells(&shown.cells)? {
                            if known[&cell] & removed != 0 {
                                return Err(wrong(format!("{:?} may still be {:?}", shown.cells, shown.removed)));
                            }
                        }
                    }
                }
            }
            "supposition" => self.supposition(&known, step, &rules)?,
            "pattern" => self.pattern(board, &known, step, &rules)?,
            other => return Err(wrong(format!("there is no argument '{other}'"))),
        }
        for shown in &step.conclusions {
            let removed = self.values(&shown.removed)?;
            for cell in self.cells(&shown.cells)? {
                board.entry(cell).and_modify(|now| *now &= !removed);
            }
        }
        Ok(())
    }

    fn supposition(&self, known: &Board, step: &Step, rules: &[&Rule]) -> Result<(), Failure> {
        let suppose = step.suppose.as_ref().ok_or_else(|| wrong("nothing is supposed"))?;
        let (cells, values) = (self.cells(&suppose.cells)?, self.values(&suppose.values)?);
        let mut inner = known.clone();
        self.keep(&mut inner, suppose)?;
        for sub_step in &step.steps {
            if let Some(unnamed) = sub_step.rules.iter().find(|rule| !step.rules.contains(rule)) {
                return Err(wrong(format!("the supposition uses '{unnamed}' and does not name it")));
            }
            self.step(&mut inner, sub_step)?;
        }
        if inner.values().all(|&values| values != 0) {
            return Err(wrong("the supposition does not end in a contradiction"));
        }
        for shown in &step.conclusions {
            let shown_cells = self.cells(&shown.cells)?;
            for name in &shown.removed {
                let value = self.values(std::slice::from_ref(name))?;
                // Each cell by itself: it breaks, or all that was supposed follows from it, which breaks.
                for cell in &shown_cells {
                    let mut other = known.clone();
                    other.entry(*cell).and_modify(|now| *now &= value);
                    let is_supposed = |other: &Board| cells.iter().all(|cell| other[cell] & !values == 0);
                    if !is_supposed(&other) && self.follow(&mut other, rules) && !is_supposed(&other) {
                        return Err(wrong(format!("{:?} = {name} does not break by these rules", shown.cells)));
                    }
                }
            }
        }
        Ok(())
    }

    /// What a pattern rules out has to break by the premises and the named rules, whatever the other cells are.
    fn pattern(&self, board: &Board, known: &Board, step: &Step, rules: &[&Rule]) -> Result<(), Failure> {
        let places: Vec<Cell> = self.start.keys().copied().collect();
        let number = |cell: &Cell| places.binary_search(cell).map_err(|_| wrong("a cell that is not on the board"));
        let flat = |board: &Board| -> Cells { board.values().copied().collect() };
        let units_of = |rules: &mut dyn Iterator<Item = &Rule>| -> Result<Vec<Vec<usize>>, Failure> {
            let units = rules.map(|rule| match rule {
                Rule::EachOnce(cells) if cells.len() == self.names.len() => cells.iter().map(number).collect(),
                _ => Err(wrong("patterns are checked only where every value stands once")),
            });
            units.collect()
        };
        let all = (1 << self.names.len()) - 1;
        let mut by_rules = Rules { units: units_of(&mut rules.iter().copied())?, swap: None, all };
        let mut cells = flat(known);
        let mut exchanged: Vec<usize>;
        if let Some(swap) = &step.swap {
            let everywhere = units_of(&mut self.rules.values())?;
            let whole = Rules { units: everywhere, swap: None, all };
            if whole.ways(&flat(&self.start), 2) != Ways::Count(1) {
                return Err(wrong("the pattern needs a board with one solution, which was not shown of this one"));
            }
            exchanged = self.cells(&swap.cells)?.iter().map(number).collect::<Result<_, _>>()?;
            let digits = self.values(&swap.values)?;
            if exchanged.iter().any(|&cell| self.start[&places[cell]].is_power_of_two()) {
                return Err(wrong("a given digit cannot be exchanged"));
            }
            if digits == 0 {
                let open: Vec<usize> =
                    (0..places.len()).filter(|&cell| !board[&places[cell]].is_power_of_two()).collect();
                for shown in &step.conclusions {
                    for cell in self.cells(&shown.cells)? {
                        cells[number(&cell)?] = self.values(&shown.removed)?;
                    }
                }
                exchanged.sort_unstable();
                let holds = open == exchanged && could_all_exchange(&whole.units, &cells, &open, all);
                return if holds { Ok(()) } else { Err(wrong("these cells could not all exchange their digits")) };
            }
            // Two rows, two columns and two boxes: then each unit has both digits in it before and after.
            let crossed = whole.units.iter().map(|unit| unit.iter().filter(|cell| exchanged.contains(cell)).count());
            let mut crossed: Vec<usize> = crossed.filter(|&count| count > 0).collect();
            crossed.dedup();
            if exchanged.len() != 4 || digits.count_ones() != 2 || crossed != [2] {
                return Err(wrong("these cells could not exchange two digits"));
            }
            by_rules.swap = Some((&exchanged, digits));
        }
        for shown in &step.conclusions {
            for name in &shown.removed {
                let value = self.values(std::slice::from_ref(name))?;
                for cell in self.cells(&shown.cells)? {
                    let cell = number(&cell)?;
                    if cells[cell] & value == 0 {
                        continue;
                    }
                    let mut supposed = cells.clone();
                    supposed[cell] = value;
                    if by_rules.ways(&supposed, 1) != Ways::Count(0) {
                        return Err(wrong(format!("{:?} = {name} does not break by these rules", shown.cells)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Where water goes in the tanks that are among these rules.
    fn flow_in(&self, rules: &[&Rule]) -> Flow {
        let named = |rule: &&Rule| match rule {
            Rule::Level(cells) => cells.clone(),
            _ => Vec::new(),
        };
        rules.iter().flat_map(named).map(|cell| (cell, self.flow[&cell].clone())).collect()
    }

    /// Removes what the rules leave no way for, until nothing moves; whether anything is left.
    fn follow(&self, board: &mut Board, rules: &[&Rule]) -> bool {
        let flow = self.flow_in(rules);
        loop {
            let before = board.clone();
            for rule in rules {
                for cell in rule.cells() {
                    let values = board[cell];
                    for value in (0..self.names.len()).map(|bit| 1 << bit).filter(|value| values & value != 0) {
                        let mut tried = board.clone();
                        tried.insert(*cell, value);
                        if !can_hold(rule, &tried, &flow) {
                            board.entry(*cell).and_modify(|now| *now &= !value);
                        }
                    }
                    if board[cell] == 0 {
                        return false;
                    }
                }
            }
            if !agree(&flow, board) {
                return false;
            }
            if *board == before {
                return true;
            }
        }
    }
}

/// Cells that flood each other are wet or dry together; whether anything is left.
fn agree(flow: &Flow, board: &mut Board) -> bool {
    for (cell, floods) in flow {
        for other in floods.iter().filter(|other| flow[other].contains(cell)) {
            let both = board[cell] & board[other];
            board.insert(*cell, both);
            board.insert(*other, both);
        }
    }
    board.values().all(|&values| values != 0)
}

/// Whether a rule can hold with some choice from what each cell may be.
fn can_hold(rule: &Rule, board: &Board, flow: &Flow) -> bool {
    match rule {
        Rule::EachOnce(cells) => {
            let mut holder: BTreeMap<usize, Cell> = BTreeMap::new();
            cells.iter().all(|&cell| seat(cell, board, &mut holder, &mut BTreeSet::new()))
        }
        Rule::Runs(cells, runs) => lay(cells, runs, board),
        Rule::Level(cells) => is_level(cells, board, flow),
        Rule::Water(cells, clue) => counts(cells, *clue, board, flow),
        Rule::Demand(demand) => can_be_met(demand, board),
    }
}

/// Whatever surely holds water floods only what may be wet.
fn is_level(cells: &[Cell], board: &Board, flow: &Flow) -> bool {
    cells.iter().filter(|cell| board[cell] == 0b10).all(|cell| flow[cell].iter().all(|to| board[to] & 0b10 != 0))
}

/// Whether water in one cell forces water in another.
fn floods(flow: &Flow, from: &Cell, to: &Cell) -> bool {
    flow.get(from).is_some_and(|floods| floods.contains(to))
}

/// Whether the cells of a line can hold so much water. Cells that force each other are filled together.
fn counts(cells: &[Cell], clue: usize, board: &Board, flow: &Flow) -> bool {
    let linked = |a: &Cell, b: &Cell| floods(flow, a, b) || floods(flow, b, a);
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    for cell in cells {
        let (mut joined, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group: &Vec<Cell>| group.iter().any(|other| linked(cell, other)));
        joined.push(vec![*cell]);
        groups = others;
        groups.push(joined.concat());
    }
    let mut sums = BTreeSet::from([0]);
    for group in &groups {
        let mut amounts = BTreeSet::new();
        fill(group, 0, &mut board.clone(), flow, &mut amounts);
        sums = sums.iter().flat_map(|sum| amounts.iter().map(move |amount| sum + amount)).collect();
    }
    sums.contains(&clue)
}

/// All amounts of water that a group of cells can hold.
fn fill(group: &[Cell], next: usize, board: &mut Board, flow: &Flow, amounts: &mut BTreeSet<usize>) {
    let Some(&cell) = group.get(next) else {
        amounts.insert(group.iter().filter(|cell| board[cell] == 0b10).count());
        return;
    };
    for value in [0b01, 0b10] {
        let before = board[&cell];
        if before & value != 0 {
            board.insert(cell, value);
            let decided = &group[..=next];
            let dry_under = |a: &Cell, b: &Cell| board[a] == 0b10 && floods(flow, a, b) && board[b] == 0b01;
            let holds = decided.iter().all(|other| !dry_under(&cell, other) && !dry_under(other, &cell));
            if holds {
                fill(group, next + 1, board, flow, amounts);
            }
            board.insert(cell, before);
        }
    }
}

/// Whether digits can be chosen for the cells of a demand. What matters of the digits chosen so far is their sum, the last
/// of them, and, where all have to differ, which they are; every such state is reached once.
fn can_be_met(demand: &Demand, board: &Board) -> bool {
    let choices = |cell: &Cell| {
        let values = board[cell];
        (0..64).filter(move |value| values >> value & 1 == 1).map(|value| value + 1)
    };
    let of_two = |[a, b]: [&Cell; 2]| choices(a).any(|x| choices(b).any(|y| demand.holds(&[x, y])));
    // The number in a circle so far and the sum of the shaft, the last digit, and the digits that are taken.
    let mut states: BTreeSet<(usize, usize, usize, Values)> = BTreeSet::from([(0, 0, 0, 0)]);
    for (place, cell) in demand.cells.iter().enumerate() {
        let mut next = BTreeSet::new();
        for &(number, sum, last, taken) in &states {
            for digit in choices(cell) {
                match demand.wants {
                    Wants::UnlikeSum(_) if taken >> digit & 1 == 0 => {
                        next.insert((0, sum + digit, 0, taken | 1 << digit))
                    }
                    Wants::Growing if digit > last => next.insert((0, 0, digit, 0)),
                    Wants::NumberIsSum(places) if place < places => next.insert((10 * number + digit, 0, 0, 0)),
                    Wants::NumberIsSum(_) => next.insert((number, sum + digit, 0, 0)),
                    _ => false,
                };
            }
        }
        states = next;
    }
    match (&demand.wants, &demand.cells[..]) {
        (Wants::UnlikeSum(total), _) => states.iter().any(|state| state.1 == *total),
        (Wants::NumberIsSum(_), _) => states.iter().any(|state| state.0 == state.1),
        (Wants::Growing, _) => !states.is_empty(),
        (_, [a, b]) => of_two([a, b]),
        _ => false,
    }
}

/// Finds a value of its own for a cell, others moving over where they can.
fn seat(cell: Cell, board: &Board, holder: &mut BTreeMap<usize, Cell>, asked: &mut BTreeSet<usize>) -> bool {
    for value in (0..64).filter(|value| board[&cell] >> value & 1 == 1) {
        if asked.insert(value) {
            let sitting = holder.get(&value).copied();
            if sitting.is_none_or(|other| seat(other, board, holder, asked)) {
                holder.insert(value, cell);
                return true;
            }
        }
    }
    false
}

/// Whether runs can be laid in a line. `reached[j]` are the places at which the next of the runs after `j` may start.
fn lay(cells: &[Cell], runs: &[(usize, Values)], board: &Board) -> bool {
    let length = cells.len();
    let may_be = |place: usize, value: Values| board[&cells[place]] & value != 0;
    let mut starts = BTreeSet::from([0]);
    for index in 0..=runs.len() {
        // Empty cells before the next run.
        for place in 0..length {
            if starts.contains(&place) && may_be(place, 0b01) {
                starts.insert(place + 1);
            }
        }
        let Some(&(run, value)) = runs.get(index) else { break };
        // Runs of one colour keep an empty cell between them; others may touch.
        let keeps_off = runs.get(index + 1).is_some_and(|next| next.1 == value);
        let mut after = BTreeSet::new();
        for start in starts {
            let end = start + run;
            if end <= length && (start..end).all(|place| may_be(place, value)) {
                if !keeps_off {
                    after.insert(end);
                } else if end < length && may_be(end, 0b01) {
                    after.insert(end + 1);
                }
            }
        }
        starts = after;
    }
    starts.contains(&length)
}
