//! Steps of an explanation as plain data: cells, rules and values by the names that players use.
//!
//! A [`Step`](explain::Step) of the reasoning engine speaks of variables and constraints by number. To be shown it has to be
//! narrated from what is known before it, and then applied, so that the next one can be narrated. [`walk`] does the one,
//! [`Reasoned::describe`] the other, and nothing else does: explanations, hints, pages, pictures and grades are all made
//! with them.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use quandary_core::narrate::Tints;
use quandary_core::puzzle::{self, Cell};
use quandary_core::reason::explain::{self, Argument, Entry, Known, State, words};
use quandary_core::reason::{Model, Values, each_value};

/// A step of an explanation: a deduction, or a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Step {
    /// What follows from what is known.
    Deduction(Box<Deduction>),
    /// A move of a plan.
    Move(MoveStep),
}

/// How a deduction argues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ArgumentWord {
    /// By one rule or several.
    Rule,
    /// Every other value of a cell is taken.
    OnlyValue,
    /// A pattern that players have a name for.
    Pattern,
    /// Suppose the opposite: the steps inside end in a contradiction.
    Supposition,
    /// The rule cannot hold with these premises.
    Contradiction,
}

/// A deduction: from the premises, by the rules, the conclusions follow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Deduction {
    /// Its place in the explanation, counted from 1; steps inside a supposition have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// How it argues.
    pub argument: ArgumentWord,
    /// What players call it, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// One or two sentences.
    pub text: String,
    /// The conclusions alone, in words.
    pub brief: String,
    /// The rules that it uses.
    pub rules: Vec<String>,
    /// What has to be known.
    pub premises: Vec<KnownCells>,
    /// What follows; empty for a contradiction.
    pub conclusions: Vec<Conclusion>,
    /// What it asks of the reader.
    pub cost: u32,
    /// What a picture colours.
    pub tints: Tints,
    /// The notation that players use for it, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The links of a chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<ChainLink>,
    /// Cells that could exchange these values in a second solution: the step holds only on a board that has just one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swap: Option<KnownCells>,
    /// What is supposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppose: Option<KnownCells>,
    /// How many suppositions stand inside each other; 1 for a plain one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,
    /// The steps of a supposition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Deduction>,
    /// The board with the step drawn in, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// A move of a plan, with its reason.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MoveStep {
    /// Its place in the plan, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// From where to where, counted from 1.
    #[serde(rename = "move")]
    pub places: [u32; 2],
    /// What players call it, where it has a name.
    pub name: Option<&'static str>,
    /// Its purpose.
    pub text: String,
    /// How many different moves there were to choose from.
    pub choices: usize,
    /// How many of them lead into a dead end.
    pub dead_ends: usize,
    /// The board after the move, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// Cells, and the values that they may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownCells {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The values, by name.
    pub values: Vec<String>,
}

/// What a step shows of some cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conclusion {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The values that they cannot have.
    pub removed: Vec<String>,
    /// The values that are left to them.
    pub left: Vec<String>,
}

/// A link of a chain: if the first is false, the second is true (strong), or if the first is true, the second is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainLink {
    /// Where it starts.
    pub from: KnownCells,
    /// Where it leads.
    pub to: KnownCells,
    /// Whether it is a strong link.
    pub strong: bool,
}

impl KnownCells {
    /// In words: "r1c1 3 or 4".
    pub fn describe(&self) -> String {
        format!("{} {}", words::list_cells(self.cells.iter().copied()), words::alternatives(&self.values))
    }
}

/// A board whose rules are constraints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reasoned<'a> {
    pub(super) board: &'a dyn puzzle::Puzzle,
    pub(super) model: &'a Model,
}

/// Goes through steps one after the other. `visit` gets the step's number, counted from 1, what is known before it, and the
/// step.
pub(super) fn walk(
    model: &Model,
    start: State,
    steps: &[explain::Step],
    mut visit: impl FnMut(usize, &State, &explain::Step),
) {
    let mut state = start;
    for (index, step) in steps.iter().enumerate() {
        visit(index + 1, &state, step);
        if state.apply(model, step).is_err() {
            break;
        }
    }
}

/// What players call each step, where it has a name.
pub(super) fn names(
    board: &dyn quandary_core::Puzzle,
    model: &Model,
    start: State,
    steps: &[explain::Step],
) -> Vec<Option<&'static str>> {
    let mut names = Vec::with_capacity(steps.len());
    walk(model, start, steps, |_, state, step| {
        // Only what has no name of its own has to be put into words for it.
        let own = step.pattern().map(|pattern| pattern.name);
        names.push(own.or_else(|| board.narrate(model, state, step).name));
    });
    names
}

impl Reasoned<'_> {
    /// A step as plain data, narrated from what is known before it.
    pub(super) fn describe(self, number: Option<usize>, state: &State, step: &explain::Step) -> Deduction {
        let Reasoned { board, model } = self;
        let words = board.narrate(model, state, step);
        let pattern = step.pattern();
        let (suppose, levels) = match &step.argument {
            Argument::Supposition { suppose, levels } => (Some(*suppose), Some(*levels)),
            _ => (None, None),
        };
        let conclusion = |shown: &explain::Shown| Conclusion {
            cells: model.cells(shown.var).to_vec(),
            removed: self.names(shown.removed),
            left: self.names(shown.left),
        };
        let link = |link: &explain::Link| ChainLink {
            from: self.cells_of(&link.from.vars, link.from.values),
            to: self.cells_of(&link.to.vars, link.to.values),
            strong: link.is_strong,
        };
        Deduction {
            number,
            argument: match &step.argument {
                Argument::Rule => ArgumentWord::Rule,
                Argument::OnlyValue => ArgumentWord::OnlyValue,
                Argument::Pattern(_) => ArgumentWord::Pattern,
                Argument::Supposition { .. } => ArgumentWord::Supposition,
                Argument::Contradiction => ArgumentWord::Contradiction,
            },
            name: words.name,
            text: words.sentence,
            brief: words::capital(&words::conclusions(&|value| board.value_name(value), model, step)),
            rules: step.rules(model).into_iter().map(str::to_owned).collect(),
            premises: step.premises.iter().map(|known| self.known(known)).collect(),
            conclusions: step.conclusions.iter().map(conclusion).collect(),
            cost: step.cost,
            tints: Tints::of(model, step).with_parts(model, &words.parts),
            notation: pattern.and_then(|pattern| pattern.notation.clone()),
            links: pattern.map(|pattern| pattern.links.iter().map(link).collect()).unwrap_or_default(),
            swap: pattern.and_then(|pattern| pattern.swap.as_ref()).map(|swap| self.cells_of(&swap.vars, swap.values)),
            suppose: suppose.map(|known| self.known(&known)),
            levels,
            steps: suppose.map(|known| self.chain(state, known, &step.sub_steps)).unwrap_or_default(),
            svg: None,
        }
    }

    /// The steps of a supposition, each narrated from what is known and supposed before it.
    fn chain(self, state: &State, suppose: Known, steps: &[explain::Step]) -> Vec<Deduction> {
        let mut state = state.clone();
        let mut is_sound = state.enter(self.model, suppose).is_ok();
        let mut described = Vec::new();
        for step in steps {
            described.push(self.describe(None, &state, step));
            if is_sound {
                // The chain ends in a contradiction: the steps at its end are narrated from the last consistent state.
                let mut next = state.clone();
                is_sound = next.apply(self.model, step).is_ok();
                if is_sound {
                    state = next;
                }
            }
        }
        described
    }

    /// What is known of a variable.
    fn known(self, known: &Known) -> KnownCells {
        self.cells_of(&[known.var], known.values)
    }

    fn cells_of(self, vars: &[usize], values: Values) -> KnownCells {
        let cells = vars.iter().flat_map(|&var| self.model.cells(var)).copied().collect();
        KnownCells { cells, values: self.names(values) }
    }

    /// Values by the names that players use.
    fn names(self, values: Values) -> Vec<String> {
        each_value(values).map(|value| self.board.value_name(value)).collect()
    }

    /// What a player has written in a cell.
    pub(super) fn entry(self, entry: &Entry) -> KnownCells {
        KnownCells { cells: vec![entry.cell], values: self.names(entry.values) }
    }
}

/// A puzzle in its JSON notation, for programs; `null` where that cannot hold it. It stays text: as a tree of values, the
/// largest boards take fifty times as much.
pub(super) fn json_of(board: &dyn puzzle::Puzzle) -> Box<RawValue> {
    let written = board.family().notation("json").and_then(|json| json.write_unchecked(board).ok());
    written.and_then(|text| RawValue::from_string(text).ok()).unwrap_or_else(|| RawValue::NULL.to_owned())
}

/// Steps of the reasoning engine as the JSON that [`explain`](crate::Puzzle::explain) answers with, for tests that make
/// steps of their own.
#[doc(hidden)]
pub fn trace(board: &dyn puzzle::Puzzle, model: &Model, start: &State, steps: &[explain::Step]) -> Value {
    let on = Reasoned { board, model };
    let mut shown = Vec::new();
    walk(model, start.clone(), steps, |number, state, step| shown.push(on.describe(Some(number), state, step)));
    serde_json::json!({ "puzzle": json_of(board), "entries": [], "steps": shown })
}
