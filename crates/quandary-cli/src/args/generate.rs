//! `generate`: a subcommand for each family, with the options of its generator.

use std::collections::BTreeMap;

use clap::{Args, FromArgMatches};
use quandary::api::GeneratorOption;
use quandary::{ALL, Family};

use super::common::{Batch, Limits, also_output, notations, of_family};

/// The options of `generate` that are the same for every family.
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Seed of the series [default: a new one, printed on standard error]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Index of the first puzzle in the series
    #[arg(long, value_name = "I", default_value_t = 0)]
    pub(crate) start: u64,
    /// Grade: easy, moderate, hard, very-hard, fiendish, extreme, or a range such as
    /// easy..hard or 150..320
    #[arg(long, value_name = "WORD|A..B")]
    pub(crate) grade: Option<String>,
    /// Techniques that the explanation must use, separated by commas
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    pub(crate) needs: Vec<String>,
    /// Techniques that the explanation must not use, separated by commas
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    pub(crate) avoids: Vec<String>,
    /// Maximum number of puzzles to try for each one with the requested grade or techniques
    #[arg(long, value_name = "N")]
    pub(crate) tries: Option<u64>,
    /// Notation [default: the first of the family that can hold the puzzle]
    #[arg(long, value_name = "FORMAT", value_parser = notations(ALL, true))]
    pub(crate) to: Option<String>,
    /// Print one JSON object per puzzle, with its number, size and grade
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) batch: Batch,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// New puzzles of a family.
#[derive(Debug)]
pub(crate) struct Generate {
    /// The family's name.
    pub(crate) family: &'static str,
    /// What is the same for every family.
    pub(crate) common: GenerateArgs,
    /// The generator's own options, as they were given.
    pub(crate) options: BTreeMap<String, String>,
    /// The names of those options whose value is a file.
    pub(crate) files: Vec<String>,
}

/// `generate`, with one subcommand for each family that can make puzzles.
pub(super) fn generate_command() -> clap::Command {
    let command = clap::Command::new("generate")
        .about("Generate new puzzles: proved solvable, unique, reproducible from their seed")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help("'quandary generate FAMILY --help' lists the options of that family.");
    generators().fold(command, |command, (family, options)| {
        let options = options.iter().map(|option| {
            let arg = clap::Arg::new(option.name)
                .long(option.name)
                .help(option.help().into_owned())
                .help_heading("Generator options");
            match option.value {
                Some(value) => arg.value_name(value),
                None => arg.action(clap::ArgAction::SetTrue),
            }
        });
        let name = family.name();
        let program = GenerateArgs::augment_args(clap::Command::new(name))
            .mut_arg("output_file", also_output)
            .about(format!("Generate {} puzzles", family.title()))
            .after_help(format!(
                "Example:\n  quandary generate {name} --count 3 --seed 1\n\nThe same options, seed and number give the \
                 same puzzle on every machine."
            ));
        // A generator may know fewer rules than its family: it says itself which.
        command.subcommand(of_family(program, family).args(options))
    })
}

/// The families that can make puzzles.
pub(super) fn generators() -> impl Iterator<Item = (&'static &'static dyn Family, &'static [GeneratorOption])> {
    ALL.iter().filter_map(|family| Some((family, family.generator()?.options())))
}

/// The options of all generators that `compare --generate` takes, each once: those that need no file and that have no other meaning
/// there.
fn series_options(command: &clap::Command) -> Vec<&'static GeneratorOption> {
    let mut options: Vec<&GeneratorOption> = Vec::new();
    for option in generators().flat_map(|(_, options)| options) {
        let is_taken = command.get_arguments().any(|arg| arg.get_id() == option.name);
        let is_file = generators().any(|(_, all)| all.iter().any(|other| other.name == option.name && other.is_file()));
        if !is_taken && !is_file && !options.iter().any(|known| known.name == option.name) {
            options.push(option);
        }
    }
    options
}

/// `compare`, with the options of all generators.
pub(super) fn with_series_options(command: clap::Command) -> clap::Command {
    let options = series_options(&command);
    options.into_iter().fold(command, |command, option| {
        let families: Vec<&str> = generators()
            .filter(|(_, options)| options.iter().any(|other| other.name == option.name))
            .map(|(family, _)| family.name())
            .collect();
        let arg = clap::Arg::new(option.name)
            .long(option.name)
            .help(format!("See 'quandary generate {} --help'", families.join("|")))
            .help_heading("Options of --generate")
            .requires("generate");
        command.arg(match option.value {
            Some(value) => arg.value_name(value),
            None => arg.action(clap::ArgAction::SetTrue),
        })
    })
}

/// The options of the generator that were given to `compare`.
pub(super) fn read_series(matches: &clap::ArgMatches) -> BTreeMap<String, String> {
    let mut given = BTreeMap::new();
    for option in generators().flat_map(|(_, options)| options) {
        let value = match option.value {
            Some(_) => matches.try_get_one::<String>(option.name).ok().flatten().cloned(),
            None => {
                matches.try_get_one::<bool>(option.name).ok().flatten().filter(|given| **given).map(|_| String::new())
            }
        };
        given.extend(value.map(|value| (option.name.to_owned(), value)));
    }
    given
}

/// An option that was given to `compare` and says which puzzles to generate. The parser does not ask for `--generate` itself
/// where files are given, because the two exclude each other.
pub(super) fn series_option(matches: &clap::ArgMatches, series: &BTreeMap<String, String>) -> Option<String> {
    let is_given = |name: &&str| matches.value_source(name) == Some(clap::parser::ValueSource::CommandLine);
    series.keys().map(String::as_str).chain(["count", "seed"]).find(is_given).map(str::to_owned)
}

pub(super) fn read_generate(matches: &clap::ArgMatches) -> Result<Option<Generate>, clap::Error> {
    let Some((name, given)) = matches.subcommand() else { return Ok(None) };
    let Some((family, own)) = generators().find(|(family, _)| family.name() == name) else { return Ok(None) };
    let mut options = BTreeMap::new();
    for option in own {
        let value = match option.value {
            Some(_) => given.get_one::<String>(option.name).cloned(),
            None => given.get_flag(option.name).then(String::new),
        };
        options.extend(value.map(|value| (option.name.to_owned(), value)));
    }
    let files = own.iter().filter(|option| option.is_file()).map(|option| option.name.to_owned()).collect();
    Ok(Some(Generate { family: family.name(), common: GenerateArgs::from_arg_matches(given)?, options, files }))
}
