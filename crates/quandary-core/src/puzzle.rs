//! The one interface that a family implements.
//!
//! In the spirit of Simon Tatham's `struct game`: narrow and fully documented. A [`Family`] describes
//! a kind of puzzle (its name, its rules, its notations, its examples). A [`Puzzle`] is one
//! board: it can be verified against, solved, drawn and written. A [`Notation`] reads and writes from one
//! definition. Front ends know these traits and the registry, and nothing else about a family.
//!
//! To add a family: make a crate, implement [`Family`] and [`Puzzle`], and add one line to the registry in the crate
//! `quandary`; CONTRIBUTING.md walks through it. Most methods have a default. A family of deduction that states its rules as
//! a [`Model`] need not solve, read or write solutions itself, and gets a generator from [`generate`](crate::generate).

mod entries;
mod generator;
mod moves;
mod notation;

use std::any::Any;
use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::batch::{LineConverter, LineSolver};
use crate::credits::Credits;
use crate::edit::Editor;
use crate::play::Play;
use crate::reason::explain::words::plain_words;
use crate::reason::explain::{State, Step, Words};
use crate::reason::{self, Model, Strategy};
use crate::scene::{Ink, Scene, SceneCell};
use crate::search::lab::Examination;
use crate::text::{Diagnostic, Source};
use crate::verdict::{Ask, Budget, Conflict, Counters, Outcome, Stopped};

pub use crate::grid::Cell;
pub use crate::solution::{Move, Plan, Solution, SolutionJson, Violation};
pub use crate::text::Fit;
pub use crate::verdict::Algorithm;
pub use entries::{cell_model, filled_rows, number_in_grid, read_entries, read_filled, solution_of_values, symbol_of};
pub use generator::{GenerateError, GenerateSpec, Generator, GeneratorOption};
pub use moves::{FORCED_MOVE, Moves};
pub use notation::{AnyNotation, DoesNotFit, Notation, Packing, WriteError, Writer};

/// The families that a text may belong to.
pub type Families = &'static [&'static dyn Family];

/// Reads a line in the plainest form of a notation; `None` leaves it to the notation's reader. The line has no label, and
/// would be found to be in this notation.
pub type LineReader = fn(&str) -> Option<Box<dyn Puzzle>>;

/// A kind of puzzle.
pub trait Family: Send + Sync {
    /// The name on the command line and in JSON: lower case, one word.
    fn name(&self) -> &'static str;

    /// The name as people write it.
    fn title(&self) -> &'static str;

    /// The rules in plain words, for a reader who has never seen the puzzle.
    fn goal(&self) -> &'static str;

    /// Rules that differ between places where the puzzle is played; the first is the default. Empty when everybody
    /// plays by the same rules.
    fn rules(&self) -> &'static [Rule] {
        &[]
    }

    /// What else the rules say, in whole sentences: what only some boards have.
    fn notes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Largest boards that are read, in words.
    fn limits(&self) -> &'static str;

    /// The longest text that can be one puzzle of this family, in bytes, whatever the notation. Longer texts are rejected
    /// without being read.
    fn longest_text(&self) -> usize {
        4 << 20
    }

    /// The longest text of one puzzle in one of its notations, in bytes, where that takes more room than the others.
    fn longest_in(&self, _notation: &str) -> usize {
        self.longest_text()
    }

    /// Every notation that is read, written, or both.
    fn notations(&self) -> Vec<&'static dyn AnyNotation>;

    /// Original puzzles, one or more per notation: documentation, samples and tests at once.
    fn examples(&self) -> &'static [Example];

    /// What people call its examples, by name, in the order of a list to choose from. Those that are left out are there for their
    /// notation, and need no place in such a list.
    fn example_titles(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The name of the example that new players see first.
    fn first_example(&self) -> Option<&'static str> {
        self.examples().first().map(|example| example.name)
    }

    /// The algorithms that `compare` runs side by side, from the plainest to the best. By default those that every family of
    /// deduction has.
    fn algorithms(&self) -> &'static [Algorithm] {
        &reason::ALGORITHMS
    }

    /// Solves many puzzles of this family together, where the family has an engine that gains by it: one outcome per
    /// puzzle, in their order, each as [`Puzzle::solve`] would give it. The budget is that of one puzzle; a batch shares
    /// its time evenly. `None` where the puzzles are as well solved one by one.
    fn solve_many(&self, _puzzles: &[&dyn Puzzle], _ask: &Ask) -> Option<Vec<Outcome>> {
        None
    }

    /// An engine that takes lines of this notation in and solves them together, where the family has one.
    fn line_solver(&self, _notation: &str) -> Option<Box<dyn LineSolver>> {
        None
    }

    /// Reads texts of this notation in their plainest form, many times faster than the notation's reader and to the same
    /// boards, where the family has such a reader. It takes no text that could be anything else.
    fn line_reader(&self, _notation: &str) -> Option<LineReader> {
        None
    }

    /// Writes lines of one notation in another, where that needs no board: the same texts as read and written one by one.
    fn line_converter(&self, _from: &str, _to: &str) -> Option<LineConverter> {
        None
    }

    /// Makes new puzzles, where the family can: with a generator of its own, or with the one for all families of deduction
    /// ([`ClueGenerator`](crate::generate::ClueGenerator)).
    fn generator(&self) -> Option<&'static dyn Generator> {
        None
    }

    /// What sets its boards by hand, where the family has it: an editor of its own, or the one for all families whose clues
    /// are given cells.
    fn editor(&self) -> Option<&'static dyn Editor> {
        self.generator().and_then(Generator::editor)
    }

    /// What the techniques of its explanations are, by name, in a sentence or two for those who meet the name for the first time.
    fn technique_summaries(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What each level of the scale asks of the player, from the easiest on, in a sentence each; empty for a family that leaves this
    /// to the general words.
    fn level_summaries(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the plain text form of an answer starts with the status word of a constraint solver.
    fn prints_status(&self) -> bool {
        false
    }

    /// Former names of notations and algorithms, each with the current one. Both are accepted.
    fn former_names(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The current name of a notation or algorithm.
    fn present_name<'n>(&self, name: &'n str) -> &'n str {
        self.former_names().iter().find(|(former, _)| *former == name).map_or(name, |&(_, present)| present)
    }

    /// The notation of this name, or of this former name.
    fn notation(&self, name: &str) -> Option<&'static dyn AnyNotation> {
        let name = self.present_name(name);
        self.notations().into_iter().find(|notation| notation.name() == name)
    }
}

/// One board of some family.
pub trait Puzzle: Any + fmt::Debug + Send + Sync {
    /// The family it belongs to.
    fn family(&self) -> &'static dyn Family;

    /// The board's size as people say it: "6×6", "9×9, boxes 3×3".
    fn size(&self) -> String;

    /// The name of the rule in force, where the family has several.
    fn rule(&self) -> Option<&'static str> {
        None
    }

    /// What holds on this board beyond [`Family::goal`], one sentence each: the rule in force, and what the clues drawn on
    /// the board mean.
    fn rules_in_force(&self) -> Vec<String> {
        let rules = self.family().rules();
        let rule = self.rule().and_then(|name| rules.iter().find(|rule| rule.name == name));
        rule.map(Rule::sentence).into_iter().collect()
    }

    /// The same board under another rule; `None` when the family has no rule of that name.
    fn with_rule(&self, _name: &str) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// The board's number where it was published, in one word, where it is known.
    fn id(&self) -> Option<String> {
        None
    }

    /// The same board with another number; `None` when that is not a number of this family's boards.
    fn with_id(&self, _id: &str) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// What the puzzle is called and who made it, as far as it is known.
    fn credits(&self) -> &Credits {
        const { &Credits::NONE }
    }

    /// The same board with another title and author; `None` when the family's boards have none.
    fn with_credits(&self, _credits: Credits) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// Checks a solution against the rules, and nothing else: about ten lines per family, called on every answer
    /// before it is shown. The error names the rule that breaks.
    fn verify(&self, solution: &Solution) -> Result<(), Violation>;

    /// Solves by the best means the family has. By default by propagation and search over [`model`](Puzzle::model); a family
    /// without one solves by itself.
    fn solve(&self, ask: &Ask) -> Outcome {
        let Some(model) = self.model() else {
            let (counters, no_conflict) = (Counters::default(), || Conflict::new("no solver"));
            return Outcome::of_search(Vec::new(), 0, Err(Stopped::Incomplete), counters, Duration::ZERO, no_conflict);
        };
        reason::solve(&model, ask, Strategy { shave: true }, |values| solution_of_values(self, &model, values))
    }

    /// Solves by one of the algorithms of [`Family::algorithms`]; `None` for an unknown name. By default by those of
    /// [`reason::ALGORITHMS`].
    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        let model = self.model()?;
        reason::solve_with(&model, algorithm, ask, |values| solution_of_values(self, &model, values))
    }

    /// The rules of this board as constraints, where the family is one of deduction.
    fn model(&self) -> Option<Model> {
        None
    }

    /// The same rules with one variable for each cell, for what a player writes cell by cell. `None` where
    /// [`model`](Puzzle::model) is that already.
    fn model_of_cells(&self) -> Option<Model> {
        None
    }

    /// What players call a value of the model's variables: "5", "black". Different values of a model have different names;
    /// for values that no model has (any up to 63), any name will do.
    fn value_name(&self, value: u8) -> String {
        value.to_string()
    }

    /// The value of the model's variables that stands for a number of a solution's grid.
    fn value_in_grid(&self, number: u8) -> u8 {
        number
    }

    /// The value that a player writes with this symbol on a partly filled board; `None` for any other symbol. Open cells
    /// are `?` in every family. By default the value whose name is this one character; numbers above 9 are the letters from
    /// `A` on, and longer names have their first letter, in lower case. A family in which two names begin with the same letter
    /// says which symbols to use.
    fn value_of_symbol(&self, symbol: char) -> Option<u8> {
        (0..64).find(|&value| entries::usual_symbol(&self.value_name(value)) == Some(symbol))
    }

    /// How a value of the model's variables looks in a cell where a player or the solver has written it.
    fn shown_value(&self, value: u8) -> SceneCell {
        SceneCell { text: self.value_name(value), ink: Ink::Found, ..SceneCell::default() }
    }

    /// How hard the puzzle is on the scales that the family's players know, in addition to the grade that all families share.
    /// Empty where there are none, or where the budget does not suffice.
    fn ratings(&self, _budget: &Budget) -> Vec<Rating> {
        Vec::new()
    }

    /// How the board is played, where that does not follow from [`model`](Puzzle::model) or [`moves`](Puzzle::moves).
    fn play(&self) -> Option<&dyn Play> {
        None
    }

    /// The puzzle as one of moves, where the family is one of moves.
    fn moves(&self) -> Option<&dyn Moves> {
        None
    }

    /// A step of an explanation in words, with the name that players use where there is one. `state` is what was known before
    /// it.
    fn narrate(&self, model: &Model, _state: &State, step: &Step) -> Words {
        plain_words(&value_names(self), model, step)
    }

    /// The parts of the board in which two solutions differ, as players call them ("region 3"); none where the cells
    /// say it all.
    fn differing_parts(&self, _first: &Solution, _other: &Solution) -> Vec<String> {
        Vec::new()
    }

    /// The names that steps of an explanation may have, in the order in which a good solver looks for them.
    fn techniques(&self) -> Vec<&'static str> {
        vec!["supposition", "nested supposition"]
    }

    /// Remarks on an answer, a sentence each: how a board that is partly hidden may turn out, what would make an impossible
    /// one possible. May take as long as a solve; none by default.
    fn remarks(&self, _outcome: &Outcome, _budget: &Budget) -> Vec<String> {
        Vec::new()
    }

    /// A solution as a series of pictures of one size, from the start to the end: a plan move by move. Each is made when
    /// it is asked for: all pictures of a large board at once would take gigabytes. By default the board and the solved
    /// board.
    fn frames<'a>(&'a self, solution: &'a Solution) -> Box<dyn Iterator<Item = Scene> + 'a> {
        Box::new([None, Some(solution)].into_iter().map(|solution| self.scene(solution)))
    }

    /// Heuristics of this family compared with the true distances on this board, where the family is one of moves.
    fn lab(&self, _budget: &Budget) -> Vec<Examination> {
        Vec::new()
    }

    /// A text that two boards share exactly when they differ only in names and order, where the family knows; a series of
    /// new puzzles contains each such board once.
    fn canonical(&self) -> Option<String> {
        None
    }

    /// The form that all copies of a board share, also where it takes longer to find than a puzzle of a series takes to make.
    fn copy_form(&self) -> Option<String> {
        self.canonical()
    }

    /// Whether the first notation of the family holds the board as it is, beyond doubt, so that what is written need not be
    /// read back. Millions of such boards are written at a time.
    fn is_plain(&self) -> bool {
        false
    }

    /// A number that all copies of a board share, quick to work out; different boards may share it too. `None` where
    /// [`copy_form`](Puzzle::copy_form) is as quick.
    fn copy_class(&self) -> Option<u64> {
        None
    }

    /// How it looks, with or without a solution.
    fn scene(&self, solution: Option<&Solution>) -> Scene;

    /// A solution in JSON. By default an array of rows, one symbol for each cell.
    fn solution_json(&self, solution: &Solution) -> SolutionJson {
        SolutionJson::new(&filled_rows(self, solution))
    }

    /// A solution in plain text: the form that the family's own command prints. By default a line for each row, one symbol for
    /// each cell.
    fn solution_text(&self, solution: &Solution) -> String {
        filled_rows(self, solution).join("\n")
    }

    /// The solution as one flat list of numbers: cells row by row, or the two places of each move, counted from 1.
    fn solution_values(&self, solution: &Solution) -> Vec<u32> {
        match solution {
            Solution::Grid(grid) => grid.values().iter().map(|&value| value.into()).collect(),
            Solution::Plan(plan) => {
                plan.moves.iter().flat_map(|step| [u32::from(step.from) + 1, u32::from(step.to) + 1]).collect()
            }
        }
    }

    /// Reads a solution in any form that people have it: the JSON form, the plain form, or a bare grid. By default a board
    /// of symbols, row by row, in any form in which a player's state is read.
    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        read_filled(self, source)
    }
}

impl dyn Puzzle {
    /// This puzzle as one of a known type.
    pub fn downcast<P: Puzzle>(&self) -> Option<&P> {
        (self as &dyn Any).downcast_ref()
    }

    /// What it is, in one line: family, size, rule, title and author ("Row, 1×6, rule: plain, “Harbour” by Jane").
    pub fn heading(&self) -> String {
        let rule = self.rule().map(|rule| format!(", rule: {rule}")).unwrap_or_default();
        self.credits().after(format!("{}, {}{rule}", self.family().title(), self.size()))
    }
}

/// What players call the values of a puzzle, for the functions of [`words`](crate::reason::explain::words).
pub fn value_names<P: Puzzle + ?Sized>(puzzle: &P) -> impl Fn(u8) -> String {
    |value| puzzle.value_name(value)
}

/// How hard a puzzle is on a scale that players know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rating {
    /// Who made the scale.
    pub scale: &'static str,
    /// What is rated: "ER", "score".
    pub name: &'static str,
    /// A number or a word.
    pub value: Value,
}

/// A rule that differs between places where a puzzle is played.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name on the command line and in JSON.
    pub name: &'static str,
    /// What it says, and who plays by it.
    pub summary: &'static str,
}

impl Rule {
    /// The rule as a sentence.
    pub fn sentence(&self) -> String {
        format!("Rule '{}': {}.", self.name, self.summary)
    }
}

/// An original puzzle: documentation, sample and test at once.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// A short name.
    pub name: &'static str,
    /// The notation it is written in.
    pub notation: &'static str,
    /// The puzzle itself.
    pub text: &'static str,
    /// The verdict it must get.
    pub verdict: &'static str,
    /// Its solution in plain text, where there is just one answer.
    pub solution: Option<&'static str>,
}
