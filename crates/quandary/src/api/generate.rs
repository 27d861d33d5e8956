//! `generate`: new puzzles, the same from the same seed, no board twice.
//!
//! A [`Series`] is the sequence of puzzles that a seed and its options stand for. Puzzle number `index` is drawn from a
//! random stream of its own, so puzzles can be made in any order and on any number of threads ([`Maker::make`]). A board
//! that is the same as an earlier one but for names and order is left out ([`Series::admit`]), so what comes out has to be
//! admitted in order.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::answer::Header;
use super::order::{Assessment, Order, generate_to_order};
use super::{Error, ErrorKind};
use crate::Puzzle;
use quandary_core::puzzle::{self, Families, Family, GenerateError, GenerateSpec, Generator};
use quandary_core::random::fingerprint;
use quandary_core::read::{Hints, Source};
use quandary_core::verdict::Budget;

/// The most puzzles of one answer.
const MAX_PUZZLES: u64 = 1000;

/// After this many repeated boards in a row, there are hardly any new ones.
const MAX_REPEATS: u64 = 2_000;

/// What `generate` can be asked for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct GenerateOptions {
    /// How many puzzles.
    pub count: u64,
    /// The seed: the same seed and options give the same puzzles.
    pub seed: u64,
    /// The number of the first puzzle in the series.
    pub start: u64,
    /// The notation to write them in; the family's first that can hold them where none is given.
    pub to: Option<String>,
    /// How hard: a word of the scale, or a range such as `easy..hard` or `150..320`.
    pub grade: Option<String>,
    /// Techniques that the explanation must use.
    #[serde(deserialize_with = "one_or_many")]
    pub needs: Vec<String>,
    /// Techniques that the explanation must not use.
    #[serde(deserialize_with = "one_or_many")]
    pub avoids: Vec<String>,
    /// How many puzzles to try for each that has to be of a grade or need a technique.
    pub tries: Option<u64>,
    /// The generator's own options.
    #[serde(flatten)]
    pub own: BTreeMap<String, Value>,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions {
            count: 1,
            seed: 0,
            start: 0,
            to: None,
            grade: None,
            needs: Vec::new(),
            avoids: Vec::new(),
            tries: None,
            own: BTreeMap::new(),
        }
    }
}

/// A name, or a list of names.
fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Names {
        One(String),
        Many(Vec<String>),
        None(()),
    }
    Ok(match Names::deserialize(deserializer)? {
        Names::One(name) => vec![name],
        Names::Many(names) => names,
        Names::None(()) => Vec::new(),
    })
}

/// The answer to `generate`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Generated {
    /// The family.
    pub family: &'static str,
    /// The seed.
    pub seed: u64,
    /// The puzzles.
    pub puzzles: Vec<GeneratedPuzzle>,
}

/// A new puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// Its number in the series. A later request that starts after it goes on from there.
    pub index: u64,
    /// Its size as people say it.
    pub size: String,
    /// The notation it is written in.
    pub notation: &'static str,
    /// The puzzle.
    pub text: String,
    /// How hard it is, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<Assessment>,
    /// Where it had to differ from what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A puzzle of a series before it is known to be a new one.
pub struct Candidate {
    index: u64,
    made: Result<(GeneratedPuzzle, u64), Error>,
}

/// Makes the puzzles of a series by their numbers, in any order and on any number of threads.
#[derive(Clone)]
pub struct Maker {
    family: &'static dyn Family,
    families: Families,
    generator: &'static dyn Generator,
    spec: GenerateSpec,
    order: Order,
    notations: Vec<&'static str>,
}

impl Maker {
    /// Makes the puzzle of this number, which may be one that the series holds already.
    pub fn make(&self, index: u64) -> Candidate {
        Candidate { index, made: self.try_make(index) }
    }

    /// Makes the board of this number alone, with its grade where one was ordered.
    pub fn board(&self, index: u64) -> Result<(Box<dyn puzzle::Puzzle>, Option<Assessment>), Error> {
        generate_to_order(self.generator, &self.spec, index, &self.order)
            .map_err(|refusal| refused(self.family, refusal))
    }

    /// The same maker with another budget for each puzzle.
    #[must_use]
    pub fn within(&self, budget: &Budget) -> Maker {
        Maker { spec: GenerateSpec { budget: budget.clone(), ..self.spec.clone() }, ..self.clone() }
    }

    /// The revision of the generator: it grows whenever the same options give other puzzles than before.
    pub fn revision(&self) -> u32 {
        self.generator.revision_for(&self.spec)
    }

    fn try_make(&self, index: u64) -> Result<(GeneratedPuzzle, u64), Error> {
        let (board, grade) = self.board(index)?;
        let canonical = board.canonical();
        let remark = self.generator.remark(&self.spec, &*board);
        let puzzle = Puzzle::new(board, Source::from_text(""), Hints::new(self.families));
        let mut first_error = None;
        for &notation in &self.notations {
            match puzzle.write(notation) {
                Ok(text) => {
                    let (header, size) = (Header::of(puzzle.board()), puzzle.size());
                    let fingerprint = fingerprint(canonical.as_ref().unwrap_or(&text).as_bytes());
                    return Ok((GeneratedPuzzle { header, index, size, notation, text, grade, remark }, fingerprint));
                }
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        let why = first_error.map_or_else(|| "no notation can hold it".to_owned(), |error| error.to_string());
        Err(Error::unprocessable(why))
    }
}

/// The sequence of puzzles that a seed and its options stand for, no board twice.
///
/// ```
/// use quandary::{Budget, api::{GenerateOptions, Series}};
///
/// let options = GenerateOptions { seed: 7, ..Default::default() };
/// let series = Series::new(quandary::ALL, "sudoku", &options, &Budget::default())?;
/// let puzzles: Vec<_> = series.take(3).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles.len(), 3);
/// # Ok::<(), quandary::Error>(())
/// ```
pub struct Series {
    maker: Arc<Maker>,
    /// Fingerprints of the boards so far: a collision would only cost one board.
    seen: HashSet<u64>,
    /// Repeated boards in a row.
    repeats: u64,
    next: u64,
}

impl Series {
    /// The series of a family. The budget is that of one puzzle.
    pub fn new(families: Families, family: &str, options: &GenerateOptions, budget: &Budget) -> Result<Self, Error> {
        let family = super::catalogue::find(families, family)?;
        let generator = family
            .generator()
            .ok_or_else(|| Error::unprocessable(format!("{} puzzles cannot be generated", family.title())))?;
        let order = Order::new(options.grade.as_deref(), &options.needs, &options.avoids, options.tries)
            .map_err(|refusal| refused(family, refusal))?;
        let writable = || family.notations().into_iter().filter(|notation| notation.writes());
        let notations: Vec<&str> = match &options.to {
            // By default the first notation that can store the puzzle: unusual boards do not fit every notation.
            None => writable().map(|notation| notation.name()).collect(),
            Some(name) => {
                writable().map(|notation| notation.name()).filter(|known| *known == family.present_name(name)).collect()
            }
        };
        if notations.is_empty() {
            let known: Vec<&str> = writable().map(|notation| notation.name()).collect();
            let name = options.to.as_deref().unwrap_or_default();
            return Err(Error::bad_request(format!("{} is not written as '{name}'", family.title()))
                .help(format!("choose one of: {}", known.join(", "))));
        }
        let own = own_options(generator, &options.own)?;
        let spec = GenerateSpec { seed: options.seed, options: own, budget: budget.clone() };
        let maker = Arc::new(Maker { family, families, generator, spec, order, notations });
        Ok(Series { maker, seen: HashSet::new(), repeats: 0, next: options.start })
    }

    /// What makes its puzzles.
    pub fn maker(&self) -> Arc<Maker> {
        self.maker.clone()
    }

    /// Takes a puzzle into the series, and gives it with the fingerprint of its board; `None` where the series holds the same
    /// board already. Puzzles have to be taken in order.
    pub fn admit(&mut self, candidate: Candidate) -> Result<Option<(GeneratedPuzzle, u64)>, Error> {
        let (puzzle, fingerprint) = candidate.made?;
        self.next = candidate.index + 1;
        if self.seen.insert(fingerprint) {
            self.repeats = 0;
            return Ok(Some((puzzle, fingerprint)));
        }
        self.repeats += 1;
        if self.repeats > MAX_REPEATS {
            let why = format!("no new board among the last {MAX_REPEATS}");
            return Err(refused(self.maker.family, GenerateError::Cannot(why)));
        }
        Ok(None)
    }

    /// Goes on at this number after boards that the series holds already, by their fingerprints.
    pub fn go_on(&mut self, next: u64, fingerprints: impl Iterator<Item = u64>) {
        self.seen.extend(fingerprints);
        self.next = next;
    }

    /// The number of the next puzzle that has to be admitted.
    pub fn next_index(&self) -> u64 {
        self.next
    }
}

impl Iterator for Series {
    type Item = Result<GeneratedPuzzle, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let candidate = self.maker.make(self.next);
            if let Some(made) = self.admit(candidate).transpose() {
                return Some(made.map(|(puzzle, _)| puzzle));
            }
        }
    }
}

/// Makes puzzles of a family.
pub fn generate(
    families: Families,
    family: &str,
    options: &GenerateOptions,
    budget: &Budget,
) -> Result<Generated, Error> {
    if options.count > MAX_PUZZLES {
        return Err(Error::bad_request(format!("at most {MAX_PUZZLES} puzzles at a time"))
            .help("ask again with a higher 'start'"));
    }
    let series = Series::new(families, family, options, budget)?;
    let family = series.maker.family.name();
    let puzzles = series.take(options.count as usize).collect::<Result<_, _>>()?;
    Ok(Generated { family, seed: options.seed, puzzles })
}

/// The generator's own options; one that it does not know is an error. A flag is `true` or `false`; an empty text is `true`.
fn own_options(
    generator: &dyn Generator,
    options: &BTreeMap<String, Value>,
) -> Result<BTreeMap<String, String>, Error> {
    let mut own = BTreeMap::new();
    for (name, value) in options {
        let Some(option) = generator.options().iter().find(|option| option.name == name) else {
            let known: Vec<&str> = generator.options().iter().map(|option| option.name).collect();
            return Err(Error::bad_request(format!("there is no option called '{name}'"))
                .help(format!("this generator has: {}", known.join(", "))));
        };
        let text = match value {
            Value::Null | Value::Bool(false) => continue,
            Value::Bool(true) => String::new(),
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        if option.value.is_none() && !text.is_empty() {
            return Err(Error::bad_request(format!("option '{name}': expected true or false, not {value}")));
        }
        own.insert(name.clone(), text);
    }
    Ok(own)
}

/// Why nothing was made.
fn refused(family: &dyn Family, refusal: GenerateError) -> Error {
    let not_made = |why: &str| format!("no such {} could be generated: {why}", family.title());
    match refusal {
        GenerateError::Option { .. } => Error::bad_request(refusal.to_string()),
        GenerateError::Cannot(why) => Error::unprocessable(not_made(&why)),
        GenerateError::Stopped(why) => Error::budget(why),
        GenerateError::Ended(why, message) => {
            Error { stopped: Some(why), ..Error::new(ErrorKind::Budget, not_made(&message)) }
        }
    }
}

/// The largest file that an option's value may come from, in bytes.
pub const MAX_FILE_OPTION: usize = quandary_core::read::image::MAX_FILE;

/// The value of an option that stands for a file: its text, or a data URL where it is not text.
pub fn file_option(content: Vec<u8>) -> String {
    quandary_core::read::image::option_text(content)
}
