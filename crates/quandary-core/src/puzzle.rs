//! The one interface that a family implements.
//!
//! In the spirit of Simon Tatham's `struct game`: narrow and fully documented. A [`Family`] is what can be said
//! about a kind of puzzle without having one (its name, its rules, its notations, its examples). A [`Puzzle`] is one
//! board: it can be verified against, solved, drawn and written. A [`Notation`] reads and writes from one
//! definition. Front ends know these traits and the registry, and nothing else about a family.
//!
//! To add a family: make a crate with `lib.rs`, `formats.rs`, `model.rs`, `solver.rs` and `scene.rs`, implement [`Family`]
//! and [`Puzzle`], and add one line to the registry in the crate `quandary`.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;

use crate::credits::Credits;
use crate::grid::Grid;
use crate::play::{LegalMove, Offer, Play, Question, Stacks};
use crate::random::{ChaCha8Rng, Key};
use crate::read::image::option_text;
use crate::read::{self, Diagnostic, Hints, Source, Token, label};
use crate::reason::Model;
use crate::reason::explain::words::plain_words;
use crate::reason::explain::{State, Step, Words};
use crate::scene::{Ink, Scene, SceneCell};
use crate::search::lab::Examination;
use crate::verdict::{Ask, Budget, Orders, Outcome, Stopped};

/// The families that a text may belong to.
pub type Families = &'static [&'static dyn Family];

/// A kind of puzzle.
pub trait Family: Send + Sync {
    /// The name on the command line and in JSON: lower case, one word.
    fn name(&self) -> &'static str;

    /// The name as people write it.
    fn title(&self) -> &'static str;

    /// The rules in plain words, for somebody who has never seen the puzzle.
    fn goal(&self) -> &'static str;

    /// Rules that differ between places where the puzzle is played; the first is the default. Empty when everybody
    /// plays by the same rules.
    fn rules(&self) -> &'static [Rule] {
        &[]
    }

    /// What else the rules say, in whole sentences: what some boards have and others have not.
    fn notes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Largest boards that are read, in words.
    fn limits(&self) -> &'static str;

    /// The longest text that can be one puzzle of this family, in bytes, whatever the notation. Longer texts are refused
    /// before anybody tries to read them.
    fn longest_text(&self) -> usize {
        4 << 20
    }

    /// Every notation that is read, written, or both.
    fn notations(&self) -> Vec<&'static dyn AnyNotation>;

    /// Puzzles of our own, one or more per notation: they are documentation, samples and tests at once.
    fn examples(&self) -> &'static [Example];

    /// The name of the example that a newcomer sees first.
    fn first_example(&self) -> Option<&'static str> {
        self.examples().first().map(|example| example.name)
    }

    /// The algorithms that `compare` runs side by side, from the plainest to the best.
    fn algorithms(&self) -> &'static [Algorithm];

    /// Solves many puzzles of this family together, where the family has an engine that gains by it: one outcome per
    /// puzzle, in their order, each as [`Puzzle::solve`] would give it. The budget is that of one puzzle; a batch shares
    /// its time evenly. `None` where the puzzles are as well solved one by one.
    fn solve_many(&self, _puzzles: &[&dyn Puzzle], _ask: &Ask) -> Option<Vec<Outcome>> {
        None
    }

    /// Makes new puzzles, where the family can.
    fn generator(&self) -> Option<&'static dyn Generator> {
        None
    }

    /// Whether the seed documents print the solver's status word before an answer of this family.
    fn prints_status(&self) -> bool {
        false
    }

    /// The notation of this name.
    fn notation(&self, name: &str) -> Option<&'static dyn AnyNotation> {
        self.notations().into_iter().find(|notation| notation.name() == name)
    }
}

/// One board of some family.
pub trait Puzzle: Any + fmt::Debug + Send + Sync {
    /// The family it belongs to.
    fn family(&self) -> &'static dyn Family;

    /// The board's size as people say it: "6×6, 9 tanks".
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
        rule.map(|rule| format!("Rule '{}': {}.", rule.name, rule.summary)).into_iter().collect()
    }

    /// The same board under another rule; `None` when the family has no rule of that name.
    fn with_rule(&self, _name: &str) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// The board's number where it was published, in one word, where it is known.
    fn id(&self) -> Option<String> {
        None
    }

    /// The same board with another number; `None` when that is no number of this family's boards.
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

    /// Solves by the best means the family has.
    fn solve(&self, ask: &Ask) -> Outcome;

    /// Solves by one of the algorithms of [`Family::algorithms`]; `None` for an unknown name.
    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome>;

    /// The rules of this board as constraints, where the family is one of deduction.
    fn model(&self) -> Option<Model> {
        None
    }

    /// The same rules with one variable for each cell, for what a player writes cell by cell. `None` where
    /// [`model`](Puzzle::model) is that already.
    fn model_of_cells(&self) -> Option<Model> {
        None
    }

    /// What players call a value of the model's variables: "5", "water". Unlike names for unlike values.
    fn value_name(&self, value: u8) -> String {
        value.to_string()
    }

    /// The value of the model's variables that stands for a number of a solution's grid.
    fn value_in_grid(&self, number: u8) -> u8 {
        number
    }

    /// The value that a player writes with this symbol on a partly filled board; `None` for any other symbol. Open cells
    /// are `?` in every family. By default the value whose name is this one character.
    fn value_of_symbol(&self, symbol: char) -> Option<u8> {
        let mut text = [0; 4];
        let symbol: &str = symbol.encode_utf8(&mut text);
        (0..64).find(|&value| self.value_name(value) == symbol)
    }

    /// How a value of the model's variables looks in a cell where a player or the solver has written it.
    fn shown_value(&self, value: u8) -> SceneCell {
        SceneCell { text: self.value_name(value), ink: Ink::Found, ..SceneCell::default() }
    }

    /// How hard the puzzle is on the scales that the family's players know, beside the grade that all families share. Empty
    /// where there are none, or where the budget does not suffice.
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

    /// A step of an explanation in words, with its name in the trade where it has one. `state` is what was known before
    /// it.
    fn narrate(&self, model: &Model, _state: &State, step: &Step) -> Words {
        plain_words(self, model, step)
    }

    /// The parts of the board in which two solutions differ, as players call them ("tank 3"); none where cells say all.
    fn differing_parts(&self, _first: &Solution, _other: &Solution) -> Vec<String> {
        Vec::new()
    }

    /// The names that steps of an explanation may have, in the order in which a good solver looks for them.
    fn techniques(&self) -> Vec<&'static str> {
        vec!["supposition", "nested supposition"]
    }

    /// What else is to be said with an answer, a sentence each: what a board that is partly hidden may come to, what would
    /// make an impossible one possible. May take as long as a solve; nothing by default.
    fn remarks(&self, _outcome: &Outcome, _budget: &Budget) -> Vec<String> {
        Vec::new()
    }

    /// A solution as a series of pictures of one size, from the start to the end: a plan move by move. By default the
    /// board and the solved board.
    fn frames(&self, solution: &Solution) -> Vec<Scene> {
        vec![self.scene(None), self.scene(Some(solution))]
    }

    /// Heuristics of this family held against the true distances on this board, where the family is one of moves.
    fn lab(&self, _budget: &Budget) -> Vec<Examination> {
        Vec::new()
    }

    /// A text that is the same for boards that are the same but for names and order, and for no others, where the family
    /// can tell; a series of new puzzles holds each of them once.
    fn canonical(&self) -> Option<String> {
        None
    }

    /// How it looks, with or without a solution.
    fn scene(&self, solution: Option<&Solution>) -> Scene;

    /// A solution as it stands in JSON.
    fn solution_json(&self, solution: &Solution) -> Value;

    /// A solution in plain text, as the seed documents print it.
    fn solution_text(&self, solution: &Solution) -> String;

    /// The solution as one flat list of numbers: cells row by row, or the bottles of each move, counted from 1.
    fn solution_values(&self, solution: &Solution) -> Vec<u32> {
        match solution {
            Solution::Grid(grid) => grid.values().iter().map(|&value| value.into()).collect(),
            Solution::Plan(plan) => {
                plan.moves.iter().flat_map(|step| [u32::from(step.from) + 1, u32::from(step.to) + 1]).collect()
            }
        }
    }

    /// Reads a solution in any form that people have it: the JSON form, the plain form, or a bare grid.
    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic>;
}

impl dyn Puzzle {
    /// This puzzle as one of a known type.
    pub fn downcast<P: Puzzle>(&self) -> Option<&P> {
        (self as &dyn Any).downcast_ref()
    }

    /// What it is, in a line: "Aquarium, 6×6, 8 tanks, rule: pool, “Harbour” by Jane".
    pub fn heading(&self) -> String {
        let rule = self.rule().map(|rule| format!(", rule: {rule}")).unwrap_or_default();
        self.credits().after(format!("{}, {}{rule}", self.family().title(), self.size()))
    }

    /// Writes the puzzle in one of its family's notations. What is written reads back as the same board, also where the
    /// reader has to find out to which of these families it belongs, or it is not written; the error then names the
    /// notations that can hold it.
    pub fn write(&self, notation: &str, families: Families) -> Result<String, WriteError> {
        let family = self.family();
        let found = family.notation(notation).ok_or_else(|| WriteError::NoSuchNotation {
            notation: notation.to_owned(),
            family: family.name(),
            known: family.notations().iter().filter(|n| n.writes()).map(|n| n.name()).collect::<Vec<_>>().join(", "),
        })?;
        found.write(self, families).map_err(|error| match error {
            WriteError::Cannot { notation, why, .. } => {
                let others = family.notations().into_iter().filter(|other| other.name() != notation);
                let instead =
                    others.filter(|other| other.write(self, families).is_ok()).map(|other| other.name()).collect();
                WriteError::Cannot { notation, why, instead }
            }
            error => error,
        })
    }
}

/// How hard a puzzle is on a scale that players know.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Who made the scale.
    pub scale: &'static str,
    /// What is rated: "ER", "score".
    pub name: &'static str,
    /// A number or a word.
    pub value: Value,
}

/// A puzzle of moves: what a player who is on the way may ask.
pub trait Moves: Send + Sync {
    /// The board after some moves; the error is the first one that is against the rules.
    fn after(&self, moves: &[Move]) -> Result<Box<dyn Puzzle>, Violation>;

    /// Every move that the rules allow now.
    fn legal(&self) -> Vec<Move>;

    /// The moves that differ in what they lead to: one of those that only name like places differently.
    fn distinct(&self) -> Vec<Move> {
        self.legal()
    }

    /// What a move is good for, made on this board, with the moves of the plan that follow it.
    fn narrate(&self, step: Move, rest: &[Move]) -> Words;

    /// A number of moves that no plan can do without, found by counting, and why, in whole sentences.
    fn lower_bound(&self) -> (u32, String);

    /// Whether the board is solved as it stands, whatever is still hidden.
    fn is_solved(&self) -> bool;

    /// Whether there is a solution after some moves, proved; `false` also when one of them is against the rules. With hidden
    /// parts: in at least one order of what is hidden.
    fn can_be_solved(&self, moves: &[Move], budget: &Budget) -> Result<bool, Stopped>;

    /// How many of the last moves must be taken back before there is a solution again, proved: 0 when all is well, `None`
    /// when not even the start has one, or a move is against the rules. What is lost stays lost, so the last good position
    /// is found by halving.
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

    /// What stands in the places. By default it is read off the picture: each column is a place.
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

    /// What has been revealed and must be written into the puzzle before anybody can say how to go on, in a sentence.
    fn revealed(&self) -> Option<String> {
        None
    }

    /// Where part of the puzzle is hidden: in how many orders of what is hidden there is a solution after some moves.
    fn orders(&self, _moves: &[Move], _budget: &Budget) -> Option<Orders> {
        None
    }

    /// What the orders of what is hidden come to, in a sentence.
    fn outlook(&self, _orders: &Orders) -> String {
        String::new()
    }

    /// Where part of the puzzle is hidden: some of the boards that it may turn out to be and that can be solved, at most so
    /// many.
    fn solvable_boards(&self, _most: usize, _budget: &Budget) -> Vec<Box<dyn Puzzle>> {
        Vec::new()
    }
}

/// Makes new puzzles of a family.
pub trait Generator: Send + Sync {
    /// What can be asked for. The command line makes one option of each.
    fn options(&self) -> &'static [GeneratorOption];

    /// The number of the generator's revision: it grows whenever the same wish makes other puzzles than before.
    fn revision(&self) -> u32;

    /// What the series of a wish is drawn from: the family, the [revision](Self::revision), the seed, and every option that
    /// the puzzles depend on, as it was understood. Wishes that mean the same have the same key however they are
    /// spelled, all others another one.
    fn key(&self, wish: &Wish) -> Result<Key, Refusal>;

    /// Makes a puzzle by chance. The same wish and the same stream give the same puzzle everywhere. A wish that cannot be
    /// honoured is refused, never answered with something else.
    fn make(&self, wish: &Wish, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, Refusal>;

    /// Makes a puzzle that is likelier than others to be of a level (counted from 0, easy), where the generator knows how:
    /// the start of a search for an ordered grade.
    fn make_near(&self, wish: &Wish, _level: usize, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, Refusal> {
        self.make(wish, random)
    }

    /// A puzzle that differs from this one in a small part, and fulfils the wish as well. `None` where the change did not
    /// come out, or where puzzles of this wish cannot be changed in part.
    fn vary(
        &self,
        _wish: &Wish,
        _puzzle: &dyn Puzzle,
        _random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, Refusal> {
        Ok(None)
    }

    /// What to assume for options that are not given when a level (counted from 0, easy) is ordered: larger boards for
    /// harder puzzles.
    fn defaults_for_level(&self, _wish: &Wish, _level: usize) -> Result<Vec<(&'static str, usize)>, Refusal> {
        Ok(Vec::new())
    }

    /// Makes puzzle number `index` of a series: drawn from a stream of its own, so that no two puzzles share anything.
    fn generate(&self, wish: &Wish, index: u64) -> Result<Box<dyn Puzzle>, Refusal> {
        self.make(&wish.begin(), &mut self.key(wish)?.stream(index))
    }

    /// What there is to tell people about a puzzle that was made of this wish: where it had to differ from it.
    fn remark(&self, _wish: &Wish, _puzzle: &dyn Puzzle) -> Option<String> {
        None
    }
}

/// Something that a generator can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorOption {
    /// The name on the command line, without dashes.
    pub name: &'static str,
    /// What stands for the value in the help ("A..B"); `None` for an option that is there or not.
    pub value: Option<&'static str>,
    /// What it does, in one line, with the default.
    pub summary: &'static str,
    /// The values that are accepted, where they can be listed; empty where they cannot.
    pub choices: &'static [&'static str],
    /// What is assumed where the option is not given, where that is one value.
    pub default: Option<&'static str>,
    /// The option makes sense only together with one of these; empty where it stands alone.
    pub requires: &'static [&'static str],
    /// Values that people often want, for a front end to suggest; not all that are accepted.
    pub usual: &'static [&'static str],
}

impl GeneratorOption {
    /// The [`value`](Self::value) of an option that names a file. A front end reads the file and hands over what is in it
    /// with [`Wish::set_file`].
    pub const FILE: &'static str = "FILE";

    /// An option with a value.
    pub const fn value(name: &'static str, value: &'static str, summary: &'static str) -> Self {
        GeneratorOption { value: Some(value), ..Self::flag(name, summary) }
    }

    /// An option that is there or not.
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
pub struct Wish {
    /// The seed of the series.
    pub seed: u64,
    /// Options by name, as they were given; an option without a value has an empty one.
    pub options: BTreeMap<String, String>,
    /// What making one puzzle may cost.
    pub budget: Budget,
}

impl Wish {
    /// The same with the clock of its budget running.
    #[must_use]
    pub fn begin(&self) -> Wish {
        Wish { budget: self.budget.begin(), ..self.clone() }
    }

    /// An option as it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// Gives an option the content of a file: its text, or a data URL where it is no text (see [`crate::read::image`]).
    pub fn set_file(&mut self, name: &str, content: Vec<u8>) {
        self.options.insert(name.to_owned(), option_text(content));
    }

    /// Whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.options.contains_key(name)
    }

    /// An option as a number, or the default.
    pub fn number(&self, name: &'static str, default: u64) -> Result<u64, Refusal> {
        self.text(name).map_or(Ok(default), |text| {
            text.parse().map_err(|_| Refusal::Option { name, message: format!("'{text}' is not a whole number") })
        })
    }

    /// An option such as `22..28` or `25` as a range of numbers.
    pub fn range(&self, name: &'static str) -> Result<Option<RangeInclusive<u64>>, Refusal> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        match (low.trim().parse(), high.trim().trim_start_matches('=').parse()) {
            (Ok(low), Ok(high)) if low <= high => Ok(Some(low..=high)),
            _ => Err(Refusal::Option { name, message: format!("'{text}' is not a range such as 22..28") }),
        }
    }

    /// An option such as `10x15` (rows × columns) or `10` as a size.
    pub fn size(&self, name: &'static str) -> Result<Option<(usize, usize)>, Refusal> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let (rows, columns) = text.split_once(['x', '×']).unwrap_or((text, text));
        match (rows.trim().parse(), columns.trim().parse()) {
            (Ok(rows), Ok(columns)) if rows > 0 && columns > 0 => Ok(Some((rows, columns))),
            _ => Err(Refusal::Option { name, message: format!("'{text}' is not a size such as 10x15") }),
        }
    }
}

/// Why a generator made nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// An option makes no sense.
    #[error("--{name}: {message}")]
    Option {
        /// The option.
        name: &'static str,
        /// What is wrong with it, and what would do.
        message: String,
    },
    /// The wish cannot be honoured, or was not within the work that one puzzle may take.
    #[error("{0}")]
    Cannot(String),
    /// The budget ran out.
    #[error("{0}")]
    Stopped(Stopped),
    /// The budget ended before a puzzle was as wished: what ended, and what came closest.
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

/// A puzzle of our own: documentation, sample and test at once.
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
    /// Its solution as the seed documents print it, where there is just one answer.
    pub solution: Option<&'static str>,
}

/// An algorithm that `compare` runs.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// How well a text fits a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is something else.
    No,
    /// The shape is near enough that this notation can say best what is wrong with it.
    Damaged,
    /// It could be this, and other things too.
    Possible,
    /// It looks like this and hardly like anything else.
    Likely,
    /// It cannot be anything else.
    Sure,
}

/// How many puzzles of a notation a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// One puzzle on each line.
    Line,
    /// One puzzle over several lines; several puzzles are separated by blank lines.
    Block,
}

/// One notation of one family, read and written from one definition.
pub struct Notation<P> {
    /// The name on the command line.
    pub name: &'static str,
    /// What it looks like, in a sentence or two.
    pub summary: &'static str,
    /// How many puzzles a file holds.
    pub packing: Packing,
    /// Whether comments (`# …`) may stand beside the board, so that a [`label`] can say what the
    /// notation has no place for.
    pub comments: bool,
    /// How well a text fits.
    pub detect: fn(&Source) -> Fit,
    /// Reads one puzzle.
    pub read: fn(&Source) -> Result<P, Diagnostic>,
    /// Writes one puzzle; the error says why this board cannot be written so. `None` for a notation that is only
    /// read. Whatever is written is read back before it is handed out, so that nothing gets lost unnoticed.
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
    /// How many puzzles a file holds.
    fn packing(&self) -> Packing;
    /// Whether it can be written.
    fn writes(&self) -> bool;
    /// How well a text fits.
    fn detect(&self, source: &Source) -> Fit;
    /// Reads one puzzle.
    fn read(&self, source: &Source) -> Result<Box<dyn Puzzle>, Diagnostic>;
    /// Writes one puzzle, so that it reads back as the same board, both by this notation and by detection among these
    /// families. Without families detection is not tried.
    fn write(&self, puzzle: &dyn Puzzle, families: Families) -> Result<String, WriteError>;
}

impl<P: Puzzle + PartialEq> Notation<P> {
    /// A text that was written, with a label for what it does not say itself.
    fn labelled(&self, puzzle: &P, text: String, families: Families) -> Result<String, String> {
        let family = puzzle.family();
        let hints = Hints::new(families);
        let own = |text: &str| read::read_with(&Source::from_text(text), family, self, &hints);
        let is_same = |again: Result<Box<dyn Puzzle>, Diagnostic>| {
            again.is_ok_and(|again| (*again).downcast::<P>().is_some_and(|again| again == puzzle))
        };
        let is_detected = |text: &str| families.is_empty() || is_same(read::puzzle(&Source::from_text(text), &hints));
        let again = own(&text).ok();
        let mut missing: Vec<(&'static str, String)> = Vec::new();
        if again.as_ref().is_none_or(|again| again.rule() != puzzle.rule()) {
            missing.extend(puzzle.rule().map(|rule| ("rule", rule.to_owned())));
        }
        if again.as_ref().is_none_or(|again| again.id() != puzzle.id()) {
            missing.extend(puzzle.id().map(|id| ("id", id)));
        }
        let written: Vec<(&str, &str)> = again.iter().flat_map(|again| again.credits().entries()).collect();
        let unwritten = puzzle.credits().entries().filter(|entry| !written.contains(entry));
        missing.extend(unwritten.map(|(key, text)| (key, text.to_owned())));
        let kind = [("family", family.name().to_owned()), ("notation", self.name.to_owned())];
        let all = [&kind[..], &missing].concat();
        let labels = [&[][..], &missing, &all];
        let texts = labels.map(|label| label::put(&text, self.packing, label));
        let tried = if self.comments { &texts[..] } else { &texts[..1] };
        match tried.iter().find(|text| is_same(own(text)) && is_detected(text)) {
            Some(text) => Ok(text.clone()),
            None if is_same(own(&texts[0])) => Err("nothing in it would show what it is".to_owned()),
            None if is_same(own(&texts[1])) || label::is_too_long(&missing) => {
                let what: Vec<String> = missing
                    .iter()
                    .map(|(key, value)| format!("the {key} '{}'", Token { text: value, start: 0 }.shown()))
                    .collect();
                Err(format!("it has no place for {}", what.join(" and ")))
            }
            None => Err("it would be read back as another board".to_owned()),
        }
    }
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

    fn write(&self, puzzle: &dyn Puzzle, families: Families) -> Result<String, WriteError> {
        let cannot = |why: &str| WriteError::Cannot { notation: self.name, why: why.to_owned(), instead: Vec::new() };
        let puzzle: &P = puzzle.downcast().ok_or_else(|| cannot("it belongs to another family"))?;
        let write = self.write.ok_or_else(|| cannot("this notation can only be read"))?;
        write(puzzle).and_then(|text| self.labelled(puzzle, text, families)).map_err(|why| cannot(&why))
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
        /// What stands in the way.
        why: String,
        /// The notations that can hold the board.
        instead: Vec<&'static str>,
    },
}

/// The notations to choose from, to follow an error.
fn choices(notations: &[&'static str]) -> String {
    if notations.is_empty() { String::new() } else { format!("; choose one of: {}", notations.join(", ")) }
}

/// A cell, counted from 0; shown counted from 1 as `r1c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row from the top.
    pub row: usize,
    /// Column from the left.
    pub column: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A solution as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Solution {
    /// A value in every cell: a digit, a colour (0 for none), or 1 for water and 0 for air.
    Grid(Grid<u8>),
    /// A sequence of moves.
    Plan(Plan),
}

impl Solution {
    /// The grid, where the solution is one.
    pub fn grid(&self) -> Option<&Grid<u8>> {
        match self {
            Solution::Grid(grid) => Some(grid),
            Solution::Plan(_) => None,
        }
    }

    /// The plan, where the solution is one.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Solution::Grid(_) => None,
            Solution::Plan(plan) => Some(plan),
        }
    }
}

/// A sequence of moves, with a proved bound on how short it could be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The moves in order.
    pub moves: Vec<Move>,
    /// No plan for this puzzle is shorter than this.
    pub lower_bound: u32,
}

/// One move from one place to another, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it starts.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
}

/// Which rule a claimed solution breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Violation {
    /// The rule's short name: "row", "clue", "level" …
    pub rule: &'static str,
    /// One sentence.
    pub message: String,
    /// The cells that break it.
    pub cells: Vec<Cell>,
}

impl Violation {
    /// A violation that points at some cells.
    pub fn new(rule: &'static str, message: impl Into<String>, cells: Vec<Cell>) -> Self {
        Violation { rule, message: message.into(), cells }
    }

    /// The answer has not even the right shape.
    pub fn shape(message: impl Into<String>) -> Self {
        Violation::new("shape", message, Vec::new())
    }
}
