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

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::batch::LineSolver;
use crate::credits::Credits;
use crate::picture::option_text;
use crate::play::{LegalMove, Offer, Play, Question, Stacks};
use crate::random::{ChaCha8Rng, Key};
use crate::reason::explain::words::plain_words;
use crate::reason::explain::{State, Step, Words};
use crate::reason::{self, Model, Strategy};
use crate::scene::{Ink, Scene, SceneCell};
use crate::search::lab::Examination;
use crate::text::{Diagnostic, Source};
use crate::verdict::{Ask, Budget, Conflict, Counters, Orders, Outcome, Stopped};

pub use crate::grid::Cell;
pub use crate::solution::{Move, Plan, Solution, Violation};
pub use crate::text::Fit;
pub use crate::verdict::Algorithm;
pub use entries::{cell_model, filled_rows, number_in_grid, read_entries, read_filled, solution_of_values, symbol_of};

/// The families that a text may belong to.
pub type Families = &'static [&'static dyn Family];

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

    /// Makes new puzzles, where the family can: with a generator of its own, or with the one for all families of deduction
    /// ([`ClueGenerator`](crate::generate::ClueGenerator)).
    fn generator(&self) -> Option<&'static dyn Generator> {
        None
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

    /// How it looks, with or without a solution.
    fn scene(&self, solution: Option<&Solution>) -> Scene;

    /// A solution in JSON. By default an array of rows, one symbol for each cell.
    fn solution_json(&self, solution: &Solution) -> Value {
        filled_rows(self, solution).into()
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

/// What a move is called when every other one loses, or there is no other.
pub const FORCED_MOVE: &str = "forced move";

/// A move puzzle: what a player may ask while solving it.
pub trait Moves: Send + Sync {
    /// The board after some moves; the error is the first one that is against the rules.
    fn after(&self, moves: &[Move]) -> Result<Box<dyn Puzzle>, Violation>;

    /// Every move that the rules allow now.
    fn legal(&self) -> Vec<Move>;

    /// The moves that lead to different positions: of moves between interchangeable places, only one.
    fn distinct(&self) -> Vec<Move> {
        self.legal()
    }

    /// What a move is good for, made on this board, with the moves of the plan that follow it.
    fn narrate(&self, step: Move, rest: &[Move]) -> Words;

    /// A lower bound on the number of moves, found by counting, and why it holds, in whole sentences.
    fn lower_bound(&self) -> (u32, String);

    /// Whether the board is solved in its current state, whatever is still hidden.
    fn is_solved(&self) -> bool;

    /// Whether there is a solution after some moves, proved; `false` also when one of them is against the rules. With hidden
    /// parts: in at least one order of what is hidden.
    fn can_be_solved(&self, moves: &[Move], budget: &Budget) -> Result<bool, Stopped>;

    /// How many of the last moves must be taken back before there is a solution again, proved: 0 when there is one now, `None`
    /// when not even the start has one, or a move is against the rules. A lost position stays lost, so the last good one is
    /// found by bisection.
    fn moves_to_undo(&self, moves: &[Move], budget: &Budget) -> Result<Option<usize>, Stopped> {
        let budget = budget.begin();
        let is_alive = |made: usize| self.can_be_solved(&moves[..made], &budget);
        if self.after(moves).is_err() {
            return Ok(None);
        }
        if is_alive(moves.len())? {
            return Ok(Some(0));
        }
        if moves.is_empty() || !is_alive(0)? {
            return Ok(None);
        }
        let (mut alive, mut dead) = (0, moves.len());
        while dead - alive > 1 {
            let middle = usize::midpoint(alive, dead);
            *(if is_alive(middle)? { &mut alive } else { &mut dead }) = middle;
        }
        Ok(Some(moves.len() - alive))
    }

    /// What players call a place from which and to which moves go: "bottle".
    fn place_noun(&self) -> &'static str {
        "place"
    }

    /// What is in the places. By default it is read off the picture: each column is a place.
    fn stacks(&self) -> Option<Stacks> {
        None
    }

    /// [`legal`](Moves::legal) with the number of pieces that go over in each move, where that is quicker to say than to find
    /// out by making every move.
    fn legal_amounts(&self) -> Option<Vec<LegalMove>> {
        None
    }

    /// Why a move is against the rules, in a sentence that says nothing of other moves; `None` for a legal one.
    fn refusal(&self, step: Move) -> Option<String> {
        self.after(&[step]).err().map(|broken| broken.message)
    }

    /// How pieces look that may be revealed and are in no picture yet.
    fn hidden_pieces(&self) -> Vec<SceneCell> {
        Vec::new()
    }

    /// What a player must say about a revealed piece before the next move.
    fn question(&self) -> Option<Question> {
        None
    }

    /// The board once the player has said which piece was revealed in a place; the error is one sentence.
    fn reveal(&self, place: usize, _piece: &str) -> Result<Box<dyn Puzzle>, String> {
        Err(format!("nothing has been revealed in place {}", place + 1))
    }

    /// Changes of the board itself that a player may ask for.
    fn offers(&self) -> Vec<Offer> {
        Vec::new()
    }

    /// The board with one of the [`offers`](Moves::offers) taken.
    fn accept(&self, _offer: &str) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// What has been revealed and must be written into the puzzle before the next hint, in a sentence.
    fn revealed(&self) -> Option<String> {
        None
    }

    /// Where part of the puzzle is hidden: in how many orders of what is hidden there is a solution after some moves.
    fn orders(&self, _moves: &[Move], _budget: &Budget) -> Option<Orders> {
        None
    }

    /// What the orders of what is hidden mean for the player, in a sentence.
    fn outlook(&self, _orders: &Orders) -> String {
        String::new()
    }

    /// Whether part of the puzzle is hidden.
    fn has_hidden(&self) -> bool {
        false
    }

    /// Where part of the puzzle is hidden: boards that it may turn out to be and that can be solved, at most `most` and evenly
    /// spread where there are more, and what is known of all of them.
    fn solvable_boards(&self, _most: usize, _budget: &Budget) -> Option<(Vec<Box<dyn Puzzle>>, Orders)> {
        None
    }
}

/// Makes new puzzles of a family.
pub trait Generator: Send + Sync {
    /// What can be asked for. The command line makes one option of each.
    fn options(&self) -> &'static [GeneratorOption];

    /// The number of the generator's revision: it grows whenever the same spec gives other puzzles than before.
    fn revision(&self) -> u32;

    /// Techniques that practically every puzzle needs, so that nobody is offered to avoid them.
    fn unavoidable(&self) -> &'static [&'static str] {
        &[]
    }

    /// What the series of a spec is drawn from: the family, the [revision](Self::revision), the seed, and every option that
    /// the puzzles depend on, as it was understood. Specs that mean the same have the same key however they are
    /// spelled; all others have different keys.
    fn key(&self, spec: &GenerateSpec) -> Result<Key, GenerateError>;

    /// Makes a random puzzle. The same spec and the same stream give the same puzzle everywhere. A spec that cannot be met is
    /// rejected, never answered with something else.
    fn make(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, GenerateError>;

    /// Makes a puzzle that is likelier than others to be of a level (counted from 0, easy), where the generator knows how:
    /// the start of a search for an ordered grade.
    fn make_near(
        &self,
        spec: &GenerateSpec,
        _level: usize,
        random: &mut ChaCha8Rng,
    ) -> Result<Box<dyn Puzzle>, GenerateError> {
        self.make(spec, random)
    }

    /// A puzzle that differs from this one in a small part and meets the spec as well. `None` where the change did not
    /// work, or where puzzles of this spec cannot be changed in part.
    fn vary(
        &self,
        _spec: &GenerateSpec,
        _puzzle: &dyn Puzzle,
        _random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, GenerateError> {
        Ok(None)
    }

    /// What to assume for options that are not given when a level (counted from 0, easy) is ordered: larger boards for
    /// harder puzzles.
    fn defaults_for_level(
        &self,
        _spec: &GenerateSpec,
        _level: usize,
    ) -> Result<Vec<(&'static str, usize)>, GenerateError> {
        Ok(Vec::new())
    }

    /// Makes puzzle number `index` of a series: drawn from a stream of its own, so that no two puzzles share anything.
    fn generate(&self, spec: &GenerateSpec, index: u64) -> Result<Box<dyn Puzzle>, GenerateError> {
        self.make(&spec.begin(), &mut self.key(spec)?.stream(index))
    }

    /// A remark on a puzzle that was made from this spec: where it had to deviate from it.
    fn remark(&self, _spec: &GenerateSpec, _puzzle: &dyn Puzzle) -> Option<String> {
        None
    }
}

/// Something that a generator can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorOption {
    /// The name on the command line, without dashes.
    pub name: &'static str,
    /// The placeholder of the value in the help ("A..B"); `None` for a flag.
    pub value: Option<&'static str>,
    /// What it does, in one line, with the default. It names other options without dashes: not only the command line has them.
    pub summary: &'static str,
    /// The values that are accepted, where they can be listed; empty where they cannot.
    pub choices: &'static [&'static str],
    /// What is assumed where the option is not given, where that is one value.
    pub default: Option<&'static str>,
    /// The option is valid only together with one of these; empty where it needs none.
    pub requires: &'static [&'static str],
    /// Values that people often want, for a front end to suggest; not all that are accepted.
    pub usual: &'static [&'static str],
}

impl GeneratorOption {
    /// The [`value`](Self::value) of an option that names a file. A front end reads the file and passes its contents
    /// with [`GenerateSpec::set_file`].
    pub const FILE: &'static str = "FILE";

    /// An option with a value.
    pub const fn value(name: &'static str, value: &'static str, summary: &'static str) -> Self {
        GeneratorOption { value: Some(value), ..Self::flag(name, summary) }
    }

    /// A flag.
    pub const fn flag(name: &'static str, summary: &'static str) -> Self {
        GeneratorOption { name, value: None, summary, choices: &[], default: None, requires: &[], usual: &[] }
    }

    /// The same, with all the values that are accepted.
    #[must_use]
    pub const fn choices(self, choices: &'static [&'static str]) -> Self {
        GeneratorOption { choices, ..self }
    }

    /// The same, with the value that is assumed where it is not given.
    #[must_use]
    pub const fn default(self, default: &'static str) -> Self {
        GeneratorOption { default: Some(default), ..self }
    }

    /// The same, for use together with one of these options only.
    #[must_use]
    pub const fn requires(self, requires: &'static [&'static str]) -> Self {
        GeneratorOption { requires, ..self }
    }

    /// The same, with values that people often want.
    #[must_use]
    pub const fn usual(self, usual: &'static [&'static str]) -> Self {
        GeneratorOption { usual, ..self }
    }

    /// Whether the value is a file's content.
    pub fn is_file(&self) -> bool {
        self.value == Some(Self::FILE)
    }
}

/// What a generator is asked for.
#[derive(Clone, Debug, Default)]
pub struct GenerateSpec {
    /// The seed of the series.
    pub seed: u64,
    /// Options by name, as they were given; an option without a value has an empty one.
    pub options: BTreeMap<String, String>,
    /// What making one puzzle may cost.
    pub budget: Budget,
}

impl GenerateSpec {
    /// The same with the clock of its budget running.
    #[must_use]
    pub fn begin(&self) -> GenerateSpec {
        GenerateSpec { budget: self.budget.begin(), ..self.clone() }
    }

    /// An option as it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// Gives an option the content of a file: its text, or a data URL where it is not text (see [`crate::picture`]).
    pub fn set_file(&mut self, name: &str, content: Vec<u8>) {
        self.options.insert(name.to_owned(), option_text(content));
    }

    /// Whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.options.contains_key(name)
    }

    /// An option as a number, or the default.
    pub fn number(&self, name: &'static str, default: u64) -> Result<u64, GenerateError> {
        self.text(name).map_or(Ok(default), |text| {
            text.parse().map_err(|_| GenerateError::Option { name, message: format!("'{text}' is not a whole number") })
        })
    }

    /// An option such as `22..28` or `25` as a range of numbers.
    pub fn range(&self, name: &'static str) -> Result<Option<RangeInclusive<u64>>, GenerateError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        match (low.trim().parse(), high.trim().trim_start_matches('=').parse()) {
            (Ok(low), Ok(high)) if low <= high => Ok(Some(low..=high)),
            _ => Err(GenerateError::Option { name, message: format!("'{text}' is not a range such as 22..28") }),
        }
    }

    /// An option such as `10x15` (rows × columns) or `10` as a size.
    pub fn size(&self, name: &'static str) -> Result<Option<(usize, usize)>, GenerateError> {
        self.text(name).map(|text| Self::read_size(name, text)).transpose()
    }

    /// A text such as `10x15` (rows × columns) or `10` as the size that an option stands for.
    pub fn read_size(name: &'static str, text: &str) -> Result<(usize, usize), GenerateError> {
        let (rows, columns) = text.split_once(['x', '×']).unwrap_or((text, text));
        match (rows.trim().parse(), columns.trim().parse()) {
            (Ok(rows), Ok(columns)) if rows > 0 && columns > 0 => Ok((rows, columns)),
            _ => Err(GenerateError::Option { name, message: format!("'{text}' is not a size such as 10x15") }),
        }
    }
}

/// Why a generator made nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// An option is not valid.
    #[error("option '{name}': {message}")]
    Option {
        /// The option.
        name: &'static str,
        /// What is wrong with it, and what was expected.
        message: String,
    },
    /// The spec cannot be met, or was not met within the work that one puzzle may take.
    #[error("{0}")]
    Cannot(String),
    /// The budget ran out.
    #[error("{0}")]
    Stopped(Stopped),
    /// The budget ended before a puzzle met the spec: what ended, and what came closest.
    #[error("{1}")]
    Ended(Stopped, String),
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

/// How a file holds several puzzles of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// One puzzle on each line.
    Line,
    /// Puzzles over several lines each, separated by blank lines.
    Block,
    /// Puzzles over several lines each; the first line of each begins with this.
    Headed(&'static str),
    /// Puzzles over several lines each, separated by blank lines or by lines like this one: the same character, repeated
    /// at least as often.
    Fenced(&'static str),
}

/// One notation of one family, read and written from one definition.
pub struct Notation<P> {
    /// The name on the command line.
    pub name: &'static str,
    /// What it looks like, in a sentence or two.
    pub summary: &'static str,
    /// How a file holds several puzzles.
    pub packing: Packing,
    /// Whether comments (`# …`) are allowed, so that a [label](crate::read::label) can say what the
    /// notation cannot store.
    pub comments: bool,
    /// How well a text fits.
    pub detect: fn(&Source) -> Fit,
    /// Reads one puzzle.
    pub read: fn(&Source) -> Result<P, Diagnostic>,
    /// Writes one puzzle; the error says why this board cannot be written so. `None` for a notation that is only
    /// read. The text is read back before it is returned, so that nothing gets lost unnoticed.
    pub write: Option<Writer<P>>,
}

/// Writes one puzzle in some notation, or says why this board cannot be written so.
pub type Writer<P> = fn(&P) -> Result<String, String>;

/// A [`Notation`] of any family.
pub trait AnyNotation: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// What it looks like.
    fn summary(&self) -> &'static str;
    /// How a file holds several puzzles.
    fn packing(&self) -> Packing;
    /// Whether it can be written.
    fn writes(&self) -> bool;
    /// How well a text fits.
    fn detect(&self, source: &Source) -> Fit;
    /// Reads one puzzle.
    fn read(&self, source: &Source) -> Result<Box<dyn Puzzle>, Diagnostic>;
    /// Whether comments are allowed.
    fn comments(&self) -> bool;
    /// Writes one puzzle, without a check that it reads back as the same board: callers use
    /// [`write`](#method.write), which makes that check.
    fn write_unchecked(&self, puzzle: &dyn Puzzle) -> Result<String, WriteError>;
    /// Whether two puzzles are the same board of this notation's family.
    fn is_same(&self, one: &dyn Puzzle, other: &dyn Puzzle) -> bool;
}

impl<P: Puzzle + PartialEq> AnyNotation for Notation<P> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn packing(&self) -> Packing {
        self.packing
    }

    fn writes(&self) -> bool {
        self.write.is_some()
    }

    fn detect(&self, source: &Source) -> Fit {
        (self.detect)(source)
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Puzzle>, Diagnostic> {
        Ok(Box::new((self.read)(source)?))
    }

    fn comments(&self) -> bool {
        self.comments
    }

    fn write_unchecked(&self, puzzle: &dyn Puzzle) -> Result<String, WriteError> {
        let cannot = |why: &str| WriteError::cannot(self.name, why);
        let puzzle: &P = puzzle.downcast().ok_or_else(|| cannot("it belongs to another family"))?;
        let write = self.write.ok_or_else(|| cannot("this notation can only be read"))?;
        write(puzzle).map_err(|why| cannot(&why))
    }

    fn is_same(&self, one: &dyn Puzzle, other: &dyn Puzzle) -> bool {
        one.downcast::<P>().is_some_and(|one| Some(one) == other.downcast())
    }
}

/// Why a puzzle could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The family has no notation of that name.
    #[error("{family} has no notation called '{notation}'; it can be written as: {known}")]
    NoSuchNotation {
        /// What was asked for.
        notation: String,
        /// The family.
        family: &'static str,
        /// What can be asked for.
        known: String,
    },
    /// This board cannot be written in that notation.
    #[error("this board cannot be written as '{notation}': {why}{}", choices(instead))]
    Cannot {
        /// The notation.
        notation: &'static str,
        /// Why not.
        why: String,
        /// The notations that can hold the board.
        instead: Vec<&'static str>,
    },
}

impl WriteError {
    /// This board cannot be written so, and no other notation is known that could.
    pub(crate) fn cannot(notation: &'static str, why: impl Into<String>) -> Self {
        WriteError::Cannot { notation, why: why.into(), instead: Vec::new() }
    }
}

/// The notations to choose from, to follow an error.
fn choices(notations: &[&'static str]) -> String {
    if notations.is_empty() { String::new() } else { format!("; choose one of: {}", notations.join(", ")) }
}
