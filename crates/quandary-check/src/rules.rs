//! A puzzle of deduction as data: what each variable may be, and rules of the few kinds in `kinds.rs`.
//!
//! A variable is a cell; in an Aquarium it is a part of a tank, the cells of a row that are always wet or dry together.
//! Variables are numbered row by row (a part by its first cell), values from 0: digit 1 is value 0, an empty cell or
//! air is value 0, a filled cell or water is value 1, and colour k is value k.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::kinds::count::Count;
use crate::kinds::runs::Runs;
use crate::kinds::{Kind, Values};
use crate::limits::LONGEST_SIDE;
use crate::sudoku::variant::Wants;
use crate::{Failure, aquarium, family_of_known_fields, nonogram, read_puzzle, sudoku};

/// A variable has a value, or it does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    /// The variable's number.
    pub variable: usize,
    /// One of its values.
    pub value: usize,
    /// Whether it has the value.
    pub is: bool,
}

/// No cell has more values: they are bits of a word.
const MOST_VALUES: usize = 60;

/// No board has more cells times values: there is a list for each.
const MOST_LITERALS: usize = 1 << 23;

/// A rule: its kind, and the variables that it is about.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) kind: Kind,
    pub(crate) variables: Vec<usize>,
}

/// A puzzle of deduction: variables, their values, and rules.
#[derive(Debug)]
pub struct Rules {
    /// What each variable may be before any rule is looked at.
    pub(crate) start: Vec<Values>,
    /// How many values there are.
    pub(crate) values: usize,
    pub(crate) rules: Vec<Rule>,
    /// The variable of each cell, row by row.
    variable_of: Vec<usize>,
    width: usize,
    /// The symbol of each value in a solution.
    symbols: Vec<char>,
    /// Whether a solution is one string, and not one for each row.
    is_one_string: bool,
}

impl Rules {
    /// Reads a puzzle in Quandary's JSON notation.
    pub fn read(puzzle_json: &str) -> Result<Rules, Failure> {
        match family_of_known_fields(puzzle_json)?.as_str() {
            "sudoku" => Rules::sudoku(&read_puzzle(puzzle_json)?),
            "nonogram" => Rules::nonogram(&read_puzzle(puzzle_json)?),
            "aquarium" => Rules::aquarium(&read_puzzle(puzzle_json)?),
            other => Err(Failure::Puzzle(format!("'{other}' is not a family of deduction"))),
        }
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.start.len()
    }

    /// How many values a variable has at most.
    pub fn values(&self) -> usize {
        self.values
    }

    /// The variable of a cell, counted row by row.
    pub fn variable_of(&self, cell: usize) -> Option<usize> {
        self.variable_of.get(cell).copied()
    }

    /// What a variable may be before any rule is looked at, as bits.
    pub fn start(&self, variable: usize) -> Values {
        self.start[variable]
    }

    /// Whether unit propagation over the [`Formula`](crate::Formula) sees all that `State` sees: black and white lines of runs
    /// alone.
    pub fn is_seen_by_units(&self) -> bool {
        self.values == 2 && self.rules.iter().all(|rule| matches!(rule.kind, Kind::Runs(_)))
    }

    /// When a rule is looked at: those about one or two variables first, which take little time, differences last.
    pub(crate) fn turn(&self, rule: usize) -> usize {
        match &self.rules[rule] {
            Rule { kind: Kind::Difference(_), .. } => 2,
            Rule { variables, .. } => usize::from(variables.len() > 2),
        }
    }

    /// A solution in Quandary's JSON form, from the value of each variable.
    pub fn solution_json(&self, values: &[usize]) -> String {
        let of_cells: Vec<usize> = self.variable_of.iter().map(|&variable| values[variable]).collect();
        self.solution_of_cells(&of_cells)
    }

    /// The same from the value of each cell, row by row.
    pub(crate) fn solution_of_cells(&self, values: &[usize]) -> String {
        let symbols: Vec<char> = values.iter().map(|&value| self.symbols[value]).collect();
        let rows: Vec<String> = symbols.chunks(self.width.max(1)).map(|row| row.iter().collect()).collect();
        if self.is_one_string { Value::from(rows.concat()).to_string() } else { Value::from(rows).to_string() }
    }

    /// A literal in words, such as "r1c2 is not 5". A part of a tank is named by its first cell.
    pub fn words(&self, literal: Literal) -> String {
        let cell = self.variable_of.iter().position(|&variable| variable == literal.variable).unwrap_or(0);
        let value = match self.symbols[literal.value] {
            '.' => "empty".to_owned(),
            '#' => "filled".to_owned(),
            '0' => "air".to_owned(),
            '1' if !self.is_one_string => "water".to_owned(),
            symbol => symbol.to_string(),
        };
        let not = if literal.is { "" } else { "not " };
        format!("r{}c{} is {not}{value}", cell / self.width + 1, cell % self.width + 1)
    }

    /// The value of each variable in a solution in Quandary's JSON form. Whether it keeps the rules is not checked here.
    pub fn read_solution(&self, solution_json: &str) -> Result<Vec<usize>, Failure> {
        let wrong = |what: &str| Failure::Solution(what.to_owned());
        let solution: Value = crate::read_solution(solution_json)?;
        let rows: Vec<&str> = match &solution {
            Value::String(all) => vec![all],
            Value::Array(rows) => rows.iter().filter_map(Value::as_str).collect(),
            _ => return Err(wrong("it is neither a text nor a list of texts")),
        };
        let symbols: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        if symbols.len() != self.variable_of.len() {
            return Err(wrong("it does not have one symbol for each cell"));
        }
        let mut values = vec![0; self.variables()];
        for (&variable, symbol) in self.variable_of.iter().zip(&symbols) {
            let value = self.symbols.iter().position(|known| known == symbol);
            values[variable] = value.ok_or_else(|| wrong("a symbol stands for nothing"))?;
        }
        Ok(values)
    }

    /// A board of which every cell is a variable with the same values.
    fn of_cells(height: usize, width: usize, symbols: Vec<char>) -> Result<Rules, Failure> {
        let is_long = height > LONGEST_SIDE || width > LONGEST_SIDE || symbols.len() > MOST_VALUES;
        if is_long || height * width * symbols.len() > MOST_LITERALS {
            return Err(Failure::Puzzle(format!("{height} × {width} cells of {} values are too many", symbols.len())));
        }
        let cells = height * width;
        Ok(Rules {
            start: vec![(1 << symbols.len()) - 1; cells],
            values: symbols.len(),
            rules: Vec::new(),
            variable_of: (0..cells).collect(),
            width,
            symbols,
            is_one_string: false,
        })
    }

    fn sudoku(puzzle: &sudoku::Puzzle) -> Result<Rules, Failure> {
        let (height, width, givens) = puzzle.shape()?;
        let side = height * width;
        let symbols: Vec<char> = ('1'..='9').chain('A'..='Z').take(side).collect();
        if symbols.len() < side || givens.iter().any(|&digit| digit > side) {
            return Err(Failure::Puzzle(format!("a board of side {side} with digits up to {:?}", givens.iter().max())));
        }
        let mut board = Rules::of_cells(side, side, symbols)?;
        board.is_one_string = true;
        for (start, &digit) in board.start.iter_mut().zip(&givens).filter(|(_, digit)| **digit > 0) {
            *start = 1 << (digit - 1);
        }
        for ((row, column), marks) in puzzle.variant.marked(side)? {
            board.start[row * side + column] &= marks.iter().fold(0, |set, digit| set | 1 << (digit - 1));
        }
        let numbers = |cells: &[(usize, usize)]| cells.iter().map(|(row, column)| row * side + column).collect();
        for (_, cells) in puzzle.groups(side, height, width)? {
            board.rules.push(Rule { kind: Kind::Different, variables: numbers(&cells) });
        }
        for demand in puzzle.variant.demands(side)? {
            let kind = if demand.wants == Wants::Unlike { Kind::Different } else { Kind::Walk(demand.wants) };
            board.rules.push(Rule { kind, variables: numbers(&demand.cells) });
        }
        Ok(board)
    }

    fn nonogram(puzzle: &nonogram::Puzzle) -> Result<Rules, Failure> {
        let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
        let mut symbols = puzzle.symbols()?;
        let colours = puzzle.rows.iter().chain(&puzzle.columns).flatten().map(|block| usize::from(block.run().1));
        let used = colours.max().unwrap_or(0);
        if used >= symbols.len() {
            return Err(Failure::Puzzle(format!("there is no letter for colour {used}")));
        }
        symbols.truncate(used.max(1) + 1);
        let mut board = Rules::of_cells(height, width, symbols)?;
        let rows = puzzle.rows.iter().enumerate();
        let rows = rows.map(|(row, clue)| (clue, (0..width).map(|column| row * width + column).collect()));
        let columns = puzzle.columns.iter().enumerate();
        let columns = columns.map(|(column, clue)| (clue, (0..height).map(|row| row * width + column).collect()));
        for (clue, variables) in rows.chain(columns) {
            let runs = nonogram::runs(clue);
            if runs.iter().any(|&(_, colour)| colour == 0) {
                return Err(Failure::Puzzle("colours are counted from 1".to_owned()));
            }
            board.rules.push(Rule { kind: Kind::Runs(Runs::new(&runs)), variables });
        }
        Ok(board)
    }

    fn aquarium(puzzle: &aquarium::Puzzle) -> Result<Rules, Failure> {
        let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
        if !puzzle.is_whole() {
            return Err(Failure::Puzzle(format!("the tanks do not fill {height} rows and {width} columns")));
        }
        let mut board = Rules::of_cells(height, width, vec!['0', '1'])?;
        let (parts, floods) = puzzle.parts();
        // Parts are numbered by their first cells.
        let mut number: BTreeMap<usize, usize> = parts.iter().map(|&part| (part, 0)).collect();
        number.values_mut().enumerate().for_each(|(index, number)| *number = index);
        board.variable_of = parts.iter().map(|part| number[part]).collect();
        board.start.truncate(number.len());
        for (upper, lower) in floods {
            board.rules.push(Rule { kind: Kind::Implies, variables: vec![number[&upper], number[&lower]] });
        }
        // The cells of a column that fill up from the bottom, and all of a row that is a part.
        let ladders = puzzle.ladders();
        let mut add = |difference: bool, clue: i64, cells: &mut dyn Iterator<Item = (usize, i32, usize)>| {
            // By ladder, from the bottom up, each variable with its weight.
            let mut weights: BTreeMap<(usize, Reverse<usize>), (usize, i32)> = BTreeMap::new();
            for (cell, sign, ladder) in cells {
                let key = (ladder, Reverse(cell / width));
                weights.entry(key).or_insert((board.variable_of[cell], 0)).1 += sign;
            }
            weights.retain(|_, (_, weight)| *weight != 0);
            let weights: Vec<_> = weights.into_iter().collect();
            let of_ladders = weights.chunk_by(|a, b| a.0.0 == b.0.0);
            let ladders = of_ladders.map(|ladder| ladder.iter().map(|(_, (_, weight))| *weight).collect()).collect();
            let variables = weights.iter().map(|(_, (variable, _))| *variable).collect();
            let count = Count { ladders, total: clue };
            let kind = if difference { Kind::Difference(count) } else { Kind::Count(count) };
            board.rules.push(Rule { kind, variables });
        };
        let (rows, columns) = (&puzzle.rows, &puzzle.columns);
        let in_row = |row: usize, sign: i32| (0..width).map(move |column| (row * width + column, sign));
        let in_column = |column: usize, sign: i32| (0..height).map(move |row| (row * width + column, sign));
        let of_part = |(cell, sign): (usize, i32)| (cell, sign, parts[cell]);
        let of_ladder = |(cell, sign): (usize, i32)| (cell, sign, ladders[cell]);
        let number = |clue: usize| i64::try_from(clue).unwrap_or(i64::MAX);
        for (row, clue) in rows.iter().enumerate().filter_map(|(row, clue)| Some((row, (*clue)?))) {
            add(false, number(clue), &mut in_row(row, 1).map(of_part));
        }
        for (column, clue) in columns.iter().enumerate().filter_map(|(column, clue)| Some((column, (*clue)?))) {
            add(false, number(clue), &mut in_column(column, 1).map(of_ladder));
        }
        if !puzzle.has_one_level_per_tank() {
            return Ok(board);
        }
        // Here a ladder is a whole tank, so what it adds to two lines depends on its level, too.
        let both = |clues: &[Option<usize>], first: usize| {
            let clue = |at: usize| {
                clues[at].and_then(|clue| i64::try_from(clue).ok()).filter(|&clue| clue <= LONGEST_SIDE as i64)
            };
            Some(clue(first)? - clue(first + 1)?)
        };
        for (row, wanted) in (1..height).filter_map(|below| Some((below - 1, both(rows, below - 1)?))) {
            add(true, wanted, &mut in_row(row, 1).chain(in_row(row + 1, -1)).map(of_ladder));
        }
        for (column, wanted) in (1..width).filter_map(|next| Some((next - 1, both(columns, next - 1)?))) {
            add(true, wanted, &mut in_column(column, 1).chain(in_column(column + 1, -1)).map(of_ladder));
        }
        Ok(board)
    }
}
