//! Making new puzzles: what a generator can be asked for, and what it answers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Puzzle;
use crate::edit::Editor;
use crate::picture::option_text;
use crate::random::{ChaCha8Rng, Key};
use crate::verdict::{Budget, Stopped};

/// Makes new puzzles of a family.
pub trait Generator: Send + Sync {
    /// What can be asked for. The command line makes one option of each.
    fn options(&self) -> &'static [GeneratorOption];

    /// Techniques that so few puzzles need that a search of the usual length is hopeless: nobody is offered to ask for them.
    fn hardly_needed(&self) -> &'static [&'static str] {
        &[]
    }

    /// Levels (counted from 0, easy) that boards of some sizes hardly ever have: a search of the usual length finds none, and
    /// nobody is offered to ask for them. Each with the value of the [size option](Self::size_option) for which that holds, where
    /// no other option is given.
    fn missing_levels(&self) -> &'static [(&'static str, &'static [usize])] {
        &[]
    }

    /// The option that says how large a board is: the first with usual values that needs no other.
    fn size_option(&self) -> Option<&'static GeneratorOption> {
        self.options().iter().find(|option| !option.usual.is_empty() && option.requires.is_empty())
    }

    /// The number of the generator's revision: it grows whenever the same spec gives other puzzles than before.
    fn revision(&self) -> u32;

    /// The revision for one spec: where a generator has learned a better way to meet some requests, the puzzles of all others
    /// stay what they are.
    fn revision_for(&self, _spec: &GenerateSpec) -> u32 {
        self.revision()
    }

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

    /// Whether [`Generator::outlook`] can tell anything about the puzzles of a spec.
    fn looks_ahead(&self, _spec: &GenerateSpec) -> bool {
        false
    }

    /// How far a puzzle looks from needing some techniques, where a look tells that faster than an explanation: 0 where it may
    /// need them all, 1 where it seems to need none. Any of the names in a list will do. `None` where only an explanation can tell.
    fn outlook(&self, _puzzle: &dyn Puzzle, _techniques: &[Vec<&'static str>]) -> Option<f64> {
        None
    }

    /// The level (counted from 0, easy) near which puzzles need some techniques, where others hardly ever do.
    fn level_of(&self, _techniques: &[Vec<&'static str>]) -> Option<usize> {
        None
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

    /// What sets such boards by hand, where the generator knows enough of them: the generator for all families does.
    fn editor(&'static self) -> Option<&'static dyn Editor> {
        None
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
    /// What it does, in one line, with the default unless that is one value. It names other options without dashes: not only the command line has them.
    pub summary: &'static str,
    /// The values that are accepted, where they can be listed; empty where they cannot.
    pub choices: &'static [&'static str],
    /// What is assumed where the option is not given, where that is one value.
    pub default: Option<&'static str>,
    /// The option is valid only together with one of these; empty where it needs none.
    pub requires: &'static [&'static str],
    /// Values that people often want, for a front end to suggest; not all that are accepted.
    pub usual: &'static [&'static str],
    /// What players call the choices, or else the usual values, one for each ("9×9" for boxes of 3x3); empty where they call
    /// them by the values.
    pub called: &'static [&'static str],
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
        GeneratorOption {
            name,
            value: None,
            summary,
            choices: &[],
            default: None,
            requires: &[],
            usual: &[],
            called: &[],
        }
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

    /// The same, with what players call the usual values.
    #[must_use]
    pub const fn called(self, called: &'static [&'static str]) -> Self {
        GeneratorOption { called, ..self }
    }

    /// What players call a value.
    pub fn name_of(&self, value: &'static str) -> &'static str {
        let place = self.usual.iter().position(|usual| *usual == value);
        place.and_then(|place| self.called.get(place).copied()).unwrap_or(value)
    }

    /// The summary with the default, also where only [`default`](Self::default) names it.
    pub fn help(&self) -> Cow<'static, str> {
        match self.default {
            Some(default) if !self.summary.contains("default") => {
                format!("{} (default {default})", self.summary).into()
            }
            _ => self.summary.into(),
        }
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

#[cfg(test)]
mod tests {
    use super::GeneratorOption;

    #[test]
    fn help_names_the_default_once() {
        let size = GeneratorOption::value("size", "N", "rows and columns");
        assert_eq!(size.help(), "rows and columns");
        assert_eq!(size.default("6x6").help(), "rows and columns (default 6x6)");
        let rule = GeneratorOption::value("rule", "RULE", "ball (default) or water").default("ball");
        assert_eq!(rule.help(), "ball (default) or water");
    }
}
