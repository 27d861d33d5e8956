//! What each step of a reasoning is worth.
//!
//! A step about a cell is a claim such as `r3c7 is 5`, `r2c1 = 4`, `r1c1 and r1c2 are empty` or `r4c4 is not 7`; its words are
//! those of Quandary's explanations. It is *sound* if it is true in the only solution. It is *forced* if it follows from what
//! was known before it by one rule, or by all rules on that cell together; that is decided by the independent checker, not by
//! the engine. A sound claim that is not forced is a guess, or a conclusion without its reasons. What is known already is
//! no step, and neither is what a sentence only supposes ("if r1c3 is 1, then …") or leaves open ("r1c3 is 1 or 4"). A step of a
//! puzzle of moves is a move such as `1 -> 3`.

use quandary::read::Source;
use quandary::{Ask, Budget, Error, Move, Puzzle, Verdict};
use quandary_core::puzzle::{self, cell_model, read_entries};
use quandary_core::reason::explain::{Entry, Known, State, explain};
use quandary_core::reason::{Model, Values, Var, each_value};
use quandary_core::{Cell, Grid};
use serde::Serialize;
use serde_json::{Value, json};

use crate::progress::distance;

/// One step, as `StepScore` in Python.
#[derive(Serialize)]
struct StepScore {
    text: String,
    claim: String,
    value: Option<String>,
    sound: bool,
    forced: bool,
    technique: Option<&'static str>,
    reason: String,
    before: Option<u64>,
    after: Option<u64>,
}

/// Scores every step of a reasoning, from a player's state on; the answer is JSON.
pub(crate) fn score(text: &str, puzzle: &Puzzle, state: Option<&str>, budget: &Budget) -> Result<String, Error> {
    let budget = budget.begin();
    let steps = match puzzle.board().moves() {
        Some(_) => moves(text, puzzle.board(), state, &budget)?,
        None => claims(text, puzzle.board(), state, &budget)?,
    };
    serde_json::to_string(&steps).map_err(|error| Error::bad_request(error.to_string()))
}

/// A claim about a cell: that it has a value, or has it not.
struct Claim<'t> {
    text: &'t str,
    cell: Cell,
    value: u8,
    is_not: bool,
}

/// Reads the claims of a text, sentence by sentence.
fn read_claims<'t>(text: &'t str, board: &dyn puzzle::Puzzle) -> impl Iterator<Item = Vec<Claim<'t>>> {
    let names: Vec<String> = (0..64).map(|value| board.value_name(value).to_lowercase()).collect();
    let value_of = move |word: &str| -> Option<u8> {
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some(symbol), None) => board.value_of_symbol(symbol),
            _ => {
                let word = word.to_lowercase();
                names.iter().position(|name| *name == word).map(|value| value as u8)
            }
        }
    };
    let sentences = text.split_inclusive(['\n', ';']).flat_map(|line| line.split_inclusive(". "));
    sentences.map(move |sentence| claims_in(sentence, &value_of))
}

/// Reads the claims of a sentence. What it supposes is no claim, and neither is what it leaves open.
fn claims_in<'t>(sentence: &'t str, value_of: &dyn Fn(&str) -> Option<u8>) -> Vec<Claim<'t>> {
    let mut claims: Vec<Claim<'t>> = Vec::new();
    let (mut cells, mut has_verb, mut is_not): (Vec<Cell>, bool, bool) = (Vec::new(), false, false);
    // Where the claims of the last value begin, which an "or" after it takes back, and the one that stands after the "or".
    let (mut last, mut is_alternative): (Option<usize>, bool) = (None, false);
    for word in words_of(sentence) {
        if let Some(cell) = cell_of(word) {
            if has_verb {
                cells.clear();
            }
            (has_verb, is_not, last) = (false, false, None);
            cells.push(cell);
            continue;
        }
        match word.to_lowercase().as_str() {
            "if" | "suppose" | "supposing" | "assume" | "assuming" => break,
            "or" if last.is_some() => {
                claims.truncate(last.take().unwrap_or_default());
                is_alternative = true;
            }
            "and" | "or" if !has_verb => {}
            "is" | "are" | "=" | ":" | "->" | "→" | ":=" | "must" | "be" | "holds" | "a" | "an" => has_verb = true,
            "not" | "isn't" | "aren't" | "cannot" | "can't" | "≠" | "!=" => (has_verb, is_not) = (true, true),
            _ => {
                let value = value_of(word);
                if let Some(value) = value.filter(|_| has_verb && !is_alternative && !cells.is_empty()) {
                    last = (!is_not).then_some(claims.len());
                    let text = sentence.trim();
                    claims.extend(cells.iter().map(|&cell| Claim { text, cell, value, is_not }));
                } else if value.is_none() {
                    last = None;
                }
                cells.clear();
                (has_verb, is_not, is_alternative) = (false, false, false);
            }
        }
    }
    claims
}

/// The words of a sentence; `r1c1=5` is three of them.
fn words_of(sentence: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for piece in sentence.split(|c: char| c.is_whitespace() || ",()[]*`\"“”".contains(c)) {
        let mut rest = piece;
        while let Some((at, sign)) = ["!=", ":=", "->", "≠", "→", "=", ":"]
            .iter()
            .filter_map(|sign| rest.find(sign).map(|at| (at, *sign)))
            .min_by_key(|(at, sign)| (*at, usize::MAX - sign.len()))
        {
            words.extend([&rest[..at], sign]);
            rest = &rest[at + sign.len()..];
        }
        // A full stop ends a sentence unless it is the symbol itself.
        words.push(if rest.len() > 1 { rest.trim_end_matches(['.', '!', ';']) } else { rest });
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A cell by its name, `r3c7`.
fn cell_of(word: &str) -> Option<Cell> {
    let word = word.to_ascii_lowercase();
    let (row, column) = word.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
    Some(Cell { row: number(row)?, column: number(column)? })
}

/// What is known at some point of a reasoning.
struct Reasoning<'a> {
    board: &'a dyn puzzle::Puzzle,
    model: &'a Model,
    vars: Grid<Option<Var>>,
    json: Value,
    entries: Vec<Entry>,
    state: State,
}

fn claims(
    text: &str,
    board: &dyn puzzle::Puzzle,
    state: Option<&str>,
    budget: &Budget,
) -> Result<Vec<StepScore>, Error> {
    let model = board.model().ok_or_else(|| Error::unprocessable("this family has no rules to reason with"))?;
    let outcome = board.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    let (Verdict::Unique, Some(solution)) = (&outcome.verdict, outcome.solutions.first().and_then(|one| one.grid()))
    else {
        return Err(Error::unprocessable("steps are scored only on a puzzle with one solution"));
    };
    let entries = match (state, cell_model(board)) {
        (Some(state), Some(cells)) => {
            let source = Source::from_text(state);
            let read = read_entries(board, &cells, &source)
                .map_err(|diagnostic| quandary::ReadError { source_text: source, diagnostic })?;
            let vars = model.vars_of_cells(solution.rows(), solution.columns());
            let entry = |entry: Entry| vars[entry.cell].map(|var| Entry { var, ..entry });
            read.into_iter().filter_map(entry).collect()
        }
        _ => Vec::new(),
    };
    let start = State::with_entries(&model, &entries)
        .map_err(|_| Error::unprocessable("the state breaks a rule, so nothing follows from it"))?;
    let written = board.write("json", quandary::ALL).map_err(|error| Error::unprocessable(error.to_string()))?;
    let json = serde_json::from_str(&written).map_err(|error| Error::unprocessable(error.to_string()))?;
    let vars = model.vars_of_cells(solution.rows(), solution.columns());
    let mut here = Reasoning { board, model: &model, vars, json, entries, state: start };
    let mut scores = Vec::new();
    for claims in read_claims(text, board) {
        budget.check().map_err(Error::budget)?;
        for claim in claims {
            budget.check().map_err(Error::budget)?;
            scores.extend(here.judged(&claim, solution, budget));
        }
    }
    Ok(scores)
}

impl Reasoning<'_> {
    /// The score of a claim; `None` where it says what is known already, or is about no cell of the board. What is true is
    /// known from then on.
    fn judged(&mut self, claim: &Claim<'_>, solution: &Grid<u8>, budget: &Budget) -> Option<StepScore> {
        let on_board = claim.cell.row < solution.rows() && claim.cell.column < solution.columns();
        let var = on_board.then(|| self.vars[claim.cell]).flatten()?;
        let removed: Values = if claim.is_not { 1 << claim.value } else { !(1 << claim.value) };
        if self.state.get(var) & removed == 0 && (claim.is_not || self.state.is_written(var)) {
            return None;
        }
        let truth = self.board.value_in_grid(solution[claim.cell]);
        let sound = removed >> truth & 1 == 0;
        let shown_by = if sound { self.rules_that_show(var, claim.cell, removed) } else { None };
        let technique = shown_by.as_ref().and_then(|_| self.name_of(var, claim.value, claim.is_not, budget));
        let reason = match (&shown_by, sound) {
            (Some(rules), _) => rules.join(", "),
            (None, true) => "true, but it does not follow from one rule".to_owned(),
            (None, false) => "not true in the solution".to_owned(),
        };
        let name = self.board.value_name(claim.value);
        if sound {
            self.learn(Entry { cell: claim.cell, var, values: !removed, is_mark: claim.is_not });
        }
        Some(StepScore {
            text: claim.text.to_owned(),
            claim: claim.cell.to_string(),
            value: Some(if claim.is_not { format!("not {name}") } else { name }),
            sound,
            forced: shown_by.is_some(),
            technique,
            reason,
            before: None,
            after: None,
        })
    }

    fn learn(&mut self, entry: Entry) {
        // What is true contradicts nothing that is known.
        if self.state.enter(self.model, Known { var: entry.var, values: entry.values }).is_ok() {
            self.entries.push(entry);
        }
    }

    fn names(&self, values: Values) -> Vec<String> {
        each_value(values).map(|value| self.board.value_name(value)).collect()
    }

    /// The rules that show a claim, by the independent checker: one of those on its cell, or all of them together.
    fn rules_that_show(&self, var: Var, cell: Cell, removed: Values) -> Option<Vec<String>> {
        let watchers = self.model.watchers(var);
        let alone = watchers.iter().map(|&watcher| vec![watcher]);
        alone.chain([watchers.to_vec()]).find_map(|rules| self.shown_by(&rules, var, cell, removed))
    }

    fn shown_by(&self, rules: &[usize], var: Var, cell: Cell, removed: Values) -> Option<Vec<String>> {
        let constraints = || rules.iter().map(|&rule| &self.model.constraints()[rule]);
        let mut vars: Vec<Var> = constraints().flat_map(|rule| rule.scope().iter().copied()).chain([var]).collect();
        vars.sort_unstable();
        vars.dedup();
        let mut names: Vec<String> = constraints().map(|rule| rule.name().to_owned()).collect();
        let ties = vars.iter().filter_map(|&var| self.model.tie(var)).map(str::to_owned);
        for tie in ties {
            if !names.contains(&tie) {
                names.push(tie);
            }
        }
        let all = self.model.start().iter().fold(0, |all, values| all | values);
        let premise = |&var: &Var| {
            let left = self.state.get(var);
            (left != all).then(|| json!({"cells": cells(self.model.cells(var)), "values": self.names(left)}))
        };
        let premises: Vec<Value> = vars.iter().filter_map(premise).collect();
        let entry = |entry: &Entry| json!({"cells": cells(&[entry.cell]), "values": self.names(entry.values & all)});
        let trace = json!({
            "puzzle": self.json,
            "entries": self.entries.iter().map(entry).collect::<Vec<_>>(),
            "steps": [{
                "argument": "rule",
                "rules": names,
                "premises": premises,
                "conclusions": [{"cells": cells(&[cell]), "removed": self.names(removed & all)}],
            }],
        });
        quandary_check::check_steps(&trace.to_string()).is_ok().then_some(names)
    }

    /// What players call the step that an explanation reaches the claim with from here, where it comes at once.
    fn name_of(&self, var: Var, value: u8, is_not: bool, budget: &Budget) -> Option<&'static str> {
        let explanation = explain(self.model, self.state.clone(), budget);
        let mut state = self.state.clone();
        for step in &explanation.steps {
            let reaches = step.conclusions.iter().any(|shown| {
                shown.var == var && if is_not { shown.removed >> value & 1 == 1 } else { shown.left == 1 << value }
            });
            if reaches {
                return self.board.narrate(self.model, &state, step).name;
            }
            state.apply(self.model, step).ok()?;
        }
        None
    }
}

/// Cells as the checker names them.
fn cells(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}

fn moves(
    text: &str,
    board: &dyn puzzle::Puzzle,
    state: Option<&str>,
    budget: &Budget,
) -> Result<Vec<StepScore>, Error> {
    let play = board.moves().ok_or_else(|| Error::unprocessable("this family has no moves"))?;
    let mut made: Vec<Move> = match state {
        Some(state) => {
            let source = Source::from_text(state);
            let read = board.read_solution(&source);
            let read = read.map_err(|diagnostic| quandary::ReadError { source_text: source, diagnostic })?;
            read.plan().map(|plan| plan.moves.clone()).unwrap_or_default()
        }
        None => Vec::new(),
    };
    let ask = Ask { budget: budget.clone(), ..Ask::default() };
    let mut here = play.after(&made).map_err(|broken| Error::unprocessable(broken.message))?;
    let mut before = distance(&*here, &ask).map(|moves| moves as u64);
    let mut scores = Vec::new();
    for (line, step) in read_moves(text) {
        budget.check().map_err(Error::budget)?;
        let claim = format!("{} -> {}", u32::from(step.from) + 1, u32::from(step.to) + 1);
        let Some(now) = here.moves() else { break };
        let legal = now.legal();
        let base = StepScore {
            text: line.trim().to_owned(),
            claim,
            value: None,
            sound: false,
            forced: legal == [step],
            technique: None,
            reason: String::new(),
            before,
            after: None,
        };
        if !legal.contains(&step) {
            scores.push(StepScore { reason: now.refusal(step).unwrap_or_default(), ..base });
            continue;
        }
        let technique = now.narrate(step, &[]).name;
        made.push(step);
        let next = now.after(&[step]).map_err(|broken| Error::unprocessable(broken.message))?;
        let after = distance(&*next, &ask).map(|moves| moves as u64);
        let reason = match (before, after) {
            (_, None) => "there is no way to the goal after it".to_owned(),
            (Some(before), Some(after)) if after < before => "leads towards the goal".to_owned(),
            _ => "does not lead towards the goal".to_owned(),
        };
        scores.push(StepScore { sound: after.is_some(), technique, reason, after, ..base });
        before = after;
        here = next;
    }
    Ok(scores)
}

/// The moves of a text, each with its line.
fn read_moves(text: &str) -> Vec<(&str, Move)> {
    let mut moves = Vec::new();
    for line in text.lines() {
        let numbers: Vec<(usize, &str)> = line
            .split(|c: char| !c.is_ascii_digit())
            .filter(|digits| !digits.is_empty())
            .map(|digits| (digits.as_ptr() as usize - line.as_ptr() as usize, digits))
            .collect();
        for pair in numbers.windows(2) {
            let [(start, from), (end, to)] = [pair[0], pair[1]];
            let between = line[start + from.len()..end].trim().to_lowercase();
            let is_move = matches!(between.as_str(), "->" | "→" | "to" | "=>")
                || between.starts_with("to ") && between.split_whitespace().count() == 2;
            let number = |digits: &str| digits.parse::<u16>().ok()?.checked_sub(1);
            if let (true, Some(from), Some(to)) = (is_move, number(from), number(to)) {
                moves.push((line, Move { from, to }));
            }
        }
    }
    moves
}
