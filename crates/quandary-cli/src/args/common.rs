//! What several commands share: where puzzles come from, what is known about them, limits, and the values that options take.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use quandary::api::Families;
use quandary::read::Hints;
use quandary::{ALL, Budget, Family, Puzzle, Threads};

use crate::input::{self, Bad};
use crate::interrupt;

/// Many puzzles: where they come from, what is known about them, and what each may take.
#[derive(Args, Debug)]
pub(crate) struct Reading {
    /// Files, directories, '-' for standard input (the default), a puzzle's URL, or the puzzle itself
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

impl Reading {
    /// All inputs in order, with the files of directories in their place.
    pub(crate) fn inputs(&self) -> Vec<String> {
        input::walk(&self.files)
    }
}

/// One puzzle, what is known about it, and what it may take.
#[derive(Args, Debug)]
pub(crate) struct OnePuzzle {
    /// The puzzle: a file, '-' for standard input (the default), its URL, or the puzzle itself
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: String,
    #[command(flatten)]
    kind: Kind,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) cores: Cores,
    /// Print one JSON object, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

impl OnePuzzle {
    /// Reads it.
    pub(crate) fn read(&self) -> Result<Puzzle, Bad> {
        input::one_puzzle(&self.file, &self.kind.hints())
    }

    /// What it may take, all threads for this one puzzle.
    pub(crate) fn budget(&self) -> Budget {
        self.limits.budget().on(self.cores.for_one())
    }
}

/// Many puzzles that are answered in a stream.
#[derive(Args, Debug)]
pub(crate) struct Streamed {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) batch: Batch,
    /// Print one JSON object per puzzle per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is known about a puzzle before it is read.
#[derive(Args, Debug)]
pub(crate) struct Kind {
    /// The family, if it cannot be detected
    #[arg(long, value_name = "NAME", value_parser = families())]
    pub(crate) family: Option<String>,
    #[command(flatten)]
    pub(crate) notation: Notation,
}

impl Kind {
    /// The same for the library.
    pub(crate) fn hints(&self) -> Hints {
        Hints { family: self.family.clone(), ..self.notation.hints() }
    }
}

/// What is known about a puzzle of a known family.
#[derive(Args, Debug)]
pub(crate) struct Notation {
    /// The notation, if it cannot be detected; 'quandary families NAME' lists them
    #[arg(long, value_name = "FORMAT", value_parser = notations(ALL, false), hide_possible_values = true)]
    pub(crate) from: Option<String>,
    /// The rule to play by; overrides the one in the puzzle
    #[arg(long, value_name = "NAME", value_parser = rules(ALL), hide_possible_values = true)]
    pub(crate) rule: Option<String>,
}

impl Notation {
    /// The same for the library.
    pub(crate) fn hints(&self) -> Hints {
        Hints { notation: self.from.clone(), rule: self.rule.clone(), at_command_line: true, ..quandary::hints() }
    }
}

/// Time and memory limits.
#[derive(Args, Clone, Debug)]
pub(crate) struct Limits {
    /// Time limit per puzzle, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Memory limit per puzzle for search tables, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory_limit: Option<u64>,
}

impl Limits {
    /// The same for the library, running from now on.
    pub(crate) fn begin(&self) -> Budget {
        self.budget().begin()
    }

    /// The same for the library, stopped by Ctrl-C; the clock does not run yet.
    pub(crate) fn budget(&self) -> Budget {
        let usual = Budget::default();
        Budget {
            time: self.time_limit,
            memory: self.memory_limit.map_or(usual.memory, |megabytes| megabytes << 20),
            cancel: interrupt::flag(),
            ..usual
        }
    }
}

/// How many threads work.
#[derive(Args, Clone, Debug)]
pub(crate) struct Cores {
    /// Number of threads, all of them for one hard puzzle if there is nothing else to do [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Cores {
    fn count(&self) -> usize {
        self.threads.map_or_else(Threads::available, usize::from)
    }

    /// All of them for one puzzle.
    pub(crate) fn for_one(&self) -> Threads {
        Threads::of(self.count())
    }

    /// For workers that share them: see [`crate::stream`].
    pub(crate) fn shared(&self) -> Threads {
        Threads::shared(self.count())
    }
}

/// Where the answers to many puzzles go, and how they are worked on.
#[derive(Args, Debug)]
pub(crate) struct Batch {
    #[command(flatten)]
    pub(crate) cores: Cores,
    /// Write to this file instead of standard output, compressed if its name ends in .gz or .zst
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output_file: Option<PathBuf>,
    /// Continue the same run into the same file after it was interrupted
    #[arg(long, requires = "output_file")]
    pub(crate) resume: bool,
}

/// `--output` names the file where it does not choose the form of the answers.
pub(super) fn also_output(file: clap::Arg) -> clap::Arg {
    file.alias("output")
}

pub(super) fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(ALL.iter().map(|family| family.name()))
}

/// The names of these families' notations, or only of those that are written, each once.
pub(super) fn notations(families: Families, written: bool) -> PossibleValuesParser {
    let all = families.iter().flat_map(|family| family.notations());
    each_once(all.filter(|notation| !written || notation.writes()).map(|notation| notation.name()))
}

/// An option in the help of one family: it takes, and lists, what that family has.
pub(super) fn of_family(command: clap::Command, family: &'static &'static dyn Family) -> clap::Command {
    let families = std::slice::from_ref(family);
    let own = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
    let (has_from, has_to, has_rule) = (own("from"), own("to"), own("rule"));
    let mut command = command;
    if has_from {
        command = command.mut_arg("from", |arg| {
            arg.value_parser(notations(families, false))
                .hide_possible_values(false)
                .help("The notation, if it cannot be detected")
        });
    }
    if has_to {
        command = command.mut_arg("to", |arg| arg.value_parser(notations(families, true)).hide_possible_values(false));
    }
    if has_rule {
        let has_rules = !family.rules().is_empty();
        command = command.mut_arg("rule", |arg| match has_rules {
            true => arg.value_parser(rules(families)).hide_possible_values(false),
            false => arg.hide(true),
        });
    }
    command
}

pub(super) fn rules(families: Families) -> PossibleValuesParser {
    each_once(families.iter().flat_map(|family| family.rules()).map(|rule| rule.name))
}

pub(super) fn algorithms() -> PossibleValuesParser {
    each_once(ALL.iter().flat_map(|family| family.algorithms()).map(|algorithm| algorithm.name))
}

fn each_once(names: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    let mut once: Vec<&'static str> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    // Former names are accepted, and shown nowhere.
    let former = |name: &'static str| {
        let all = ALL.iter().flat_map(|family| family.former_names());
        all.filter(move |(_, present)| *present == name).map(|(former, _)| *former)
    };
    PossibleValuesParser::new(once.into_iter().map(|name| {
        let mut aliases: Vec<&'static str> = former(name).collect();
        aliases.dedup();
        PossibleValue::new(name).aliases(aliases)
    }))
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds, such as 10 or 0.5".to_owned()),
    }
}
