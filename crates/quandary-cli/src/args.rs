//! Every command and option, its help and its examples: the one place where they are written down. Help pages,
//! shell completions and the parser all come from here; the families' names, notations and rules come from the registry.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use quandary::families::ALL;
use quandary::puzzle::{Family, Generator};
use quandary::read::Hints;
use quandary::verdict::Budget;

use crate::interrupt;

const QUICK_START: &str = "\
Quick start:
  quandary solve puzzle.txt              find out what it is, solve it, show it
  quandary solve --json many.txt         one answer per line, for programs
  quandary compare puzzle.txt            algorithms side by side on one puzzle
  quandary families                      what can be read, with examples

Exit codes:
  0    solved: what was asked for was found
  1    proved to have no solution (check: not a solution)
  2    bad input or usage
  3    several solutions where one was required (--require-unique, check)
  4    the budget (time, memory) ran out first
  130  interrupted; the best so far is still printed
Over several puzzles the first that applies of 130, 2, 4, 3, 1, 0.";

/// Solves puzzles and proves what it says: the only solution, the shortest plan, or none at all.
#[derive(Debug, Parser)]
#[command(name = "quandary", version, after_help = QUICK_START, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    screen: Screen,
    #[command(subcommand)]
    task: Task,
}

/// What was asked on the command line.
#[derive(Debug)]
pub(crate) struct Asked {
    /// How to write to a terminal.
    pub(crate) screen: Screen,
    /// What to do.
    pub(crate) task: Task,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    Solve(Solve),
    Check(Check),
    Compare(Compare),
    Explain(Explain),
    Hint(Hint),
    Grade(GradeArgs),
    Convert(Convert),
    Draw(Draw),
    Families(Families),
    Serve(Serve),
    Completions(Completions),
    /// New puzzles of a family; its options come from the family's generator.
    #[command(skip)]
    Generate(Generate),
    /// A family's bare program; the family is the subcommand's name.
    #[command(skip)]
    Bare(&'static str, Bare),
}

/// How to write to a terminal.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// When to use colours; NO_COLOR is honoured too
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub(crate) color: Colour,
    /// Print ASCII characters only; JSON and SVG stay as they are
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal
    Auto,
    /// Also in a pipe
    Always,
    /// Not at all
    Never,
}

/// Where puzzles come from, and what is known about them.
#[derive(Args, Debug)]
pub(crate) struct Reading {
    /// Files, '-' for standard input (also when there is none), or a puzzle's URL
    #[arg(value_name = "FILE")]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) kind: Kind,
}

/// What is known about a puzzle before it is read.
#[derive(Args, Debug)]
pub(crate) struct Kind {
    /// The family, where it cannot be told from the text
    #[arg(long, value_name = "NAME", value_parser = families())]
    pub(crate) family: Option<String>,
    #[command(flatten)]
    pub(crate) dialect: Dialect,
}

impl Kind {
    /// The same for the library.
    pub(crate) fn hints(&self) -> Hints {
        Hints { family: self.family.clone(), ..self.dialect.hints() }
    }
}

/// What is known about a puzzle of a known family.
#[derive(Args, Debug)]
pub(crate) struct Dialect {
    /// The notation, where it cannot be told from the text
    #[arg(long, value_name = "FORMAT", value_parser = notations(|_| true))]
    pub(crate) from: Option<String>,
    /// The rule to play by, whatever the puzzle itself says
    #[arg(long, value_name = "NAME", value_parser = rules())]
    pub(crate) rule: Option<String>,
}

impl Dialect {
    /// The same for the library.
    pub(crate) fn hints(&self) -> Hints {
        Hints { notation: self.from.clone(), rule: self.rule.clone(), at_command_line: true, ..quandary::hints() }
    }
}

/// What a solve may spend.
#[derive(Args, Debug)]
pub(crate) struct Spending {
    /// Seconds for one puzzle; decimals are allowed
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Megabytes that a search may hold in its tables for one puzzle
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory_limit: Option<u64>,
}

impl Spending {
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

/// Solve puzzles: verdict, picture, solution
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary solve puzzle.txt
  quandary solve --json puzzles.txt > answers.jsonl
  quandary solve --require-unique --output plain < puzzle.txt
  quandary solve --count --time-limit 10 puzzle.txt
  quandary solve --output svg puzzle.txt > solved.svg
  quandary solve --replay levels.txt

A file may hold many puzzles; answers keep their order. A puzzle that cannot be read is
reported in its place and the rest goes on.")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) spending: Spending,
    /// Stop after this many solutions [default: 2, enough to prove that there is just one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) solutions: Option<u32>,
    /// Count all solutions
    #[arg(long)]
    pub(crate) count: bool,
    /// Exit with 3 when a puzzle has several solutions
    #[arg(long)]
    pub(crate) require_unique: bool,
    /// How many puzzles to work on at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Show a plan move by move: in the terminal, or with --output svg as a moving picture
    #[arg(long)]
    pub(crate) replay: bool,
    /// How to print the answers
    #[arg(long, value_enum, default_value_t = Format::Picture, value_name = "FORM")]
    output: Format,
    /// The same as --output json
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

impl Solve {
    /// How to print the answers.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.output }
    }
}

/// How to print an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The board with the solution drawn in, and the verdict in words
    Picture,
    /// The solution only
    Plain,
    /// One JSON object per puzzle per line
    Json,
    /// OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN, then all cells in one list
    Status,
    /// An SVG picture of the solved board
    Svg,
}

/// Is this a solution, and the only one? Which rule breaks?
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary check puzzle.txt solution.txt
  quandary solve --output plain puzzle.txt | quandary check puzzle.txt -

Exit codes: 0 right, 1 no solution, 3 right but not the only one.")]
pub(crate) struct Check {
    /// The puzzle: a file, '-' for standard input, or its URL
    pub(crate) puzzle: String,
    /// The solution: a file, or '-' for standard input
    pub(crate) solution: String,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) spending: Spending,
    /// Print the answer as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Run algorithms side by side on the same puzzle
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary compare puzzle.txt
  quandary compare --list --family sudoku
  quandary compare --time-limit 1 --csv puzzles.txt > runs.csv
  quandary compare puzzle.txt --svg times.svg
  quandary compare --lab level.txt

Each algorithm runs alone, on one thread, on the same question: for puzzles of deduction
\"prove that there is just one solution\", for sorting \"find a plan\". The time limit is 5 s
for each algorithm unless --time-limit says otherwise.")]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) spending: Spending,
    /// Search nodes for each algorithm
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Only these algorithms, in this order
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = algorithms())]
    pub(crate) algorithms: Vec<String>,
    /// Try heuristics instead: is each admissible and consistent on this board, and how well does it guide A*?
    #[arg(long, conflicts_with_all = ["algorithms", "csv", "svg"])]
    pub(crate) lab: bool,
    /// List the algorithms and what they do
    #[arg(long)]
    pub(crate) list: bool,
    /// One JSON object per puzzle per line
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Comma-separated values, one line for each run
    #[arg(long)]
    pub(crate) csv: bool,
    /// Also draw the times as a bar chart into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// Explain how a puzzle is solved, step by step, each with its reason
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary explain puzzle.txt
  quandary explain --first 10 --last 12 --detail full puzzle.txt
  quandary explain --json puzzle.txt > trace.json
  quandary explain --html way.html --svg steps puzzle.txt

Each step is the cheapest that was found: one rule where one is enough, then \"suppose … then …\".
Exit codes: 0 explained to the end, 1 no solution, 3 several solutions, 4 stopped or stuck.")]
pub(crate) struct Explain {
    /// The puzzle: a file, '-' for standard input, or its URL
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) spending: Spending,
    /// Show the steps from this one on
    #[arg(long, value_name = "STEP")]
    pub(crate) first: Option<usize>,
    /// Show the steps up to this one
    #[arg(long, value_name = "STEP")]
    pub(crate) last: Option<usize>,
    /// How much to say about each step
    #[arg(long, value_enum, default_value_t = Detail::Normal, value_name = "HOW")]
    pub(crate) detail: Detail,
    /// Print one JSON object that a program can check
    #[arg(long)]
    pub(crate) json: bool,
    /// Also draw every step into this folder: step-001.svg and so on
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,
    /// Also write one page with a picture and a sentence for every step
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// How much to say about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Detail {
    /// What follows, and the step's name
    Brief,
    /// With the reason
    Normal,
    /// With everything that has to be known, the cost, and the chain of a supposition
    Full,
}

/// The next step only, from what a player has written so far; a mistake is found first
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary hint puzzle.txt
  quandary hint puzzle.txt --state board.txt --depth where
  quandary hint puzzle.txt --state board.txt --check-only

The board of --state has one symbol for each cell, row by row, '?' for an open one; the other
symbols are those of the solutions (digits; # and . ; 1 and 0). Marks stand in braces, {12}, or
one word for each cell as in pencil-mark grids. For puzzles of moves it holds the moves made
so far, as solutions are written (1 -> 3).
Exit codes: 0 a hint (--check-only: right so far), 1 a mistake or no solution, 3 several solutions, 4 stopped or stuck.")]
pub(crate) struct Hint {
    /// The puzzle: a file, '-' for standard input, or its URL
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) spending: Spending,
    /// What is written so far: a file
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    /// How deep: where to look, why something follows there, or what to do
    #[arg(long, value_enum, default_value_t = Depth::What, value_name = "DEPTH")]
    pub(crate) depth: Depth,
    /// Only say whether all is right so far
    #[arg(long)]
    pub(crate) check_only: bool,
    /// How much to say about what to do
    #[arg(long, value_enum, default_value_t = Detail::Normal, value_name = "HOW")]
    pub(crate) detail: Detail,
    /// Also draw the hint into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// How deep a hint goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Depth {
    /// Where to look
    Where,
    /// Why something follows there
    Why,
    /// What to do
    What,
}

/// How hard puzzles are, and why
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary grade puzzle.txt
  quandary grade --json puzzles.txt > grades.jsonl

The grade comes from the explanation: its hardest step, its suppositions, and how many steps are
open at a time.")]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) spending: Spending,
    /// One JSON object per puzzle per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write puzzles in another notation
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary convert puzzle.txt
  quandary convert puzzles.txt --to json -o puzzles.jsonl
  quandary convert puzzle.non --to puzz-link --untitled
  quandary families sudoku          (shows the notations of a family)")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The notation to write
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = notations(|n| n.writes()))]
    pub(crate) to: String,
    /// Leave out the title and the author
    #[arg(long)]
    pub(crate) untitled: bool,
    /// Write into this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Draw puzzles, solved or not
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary draw puzzle.txt
  quandary draw puzzle.txt -o puzzle.svg
  quandary draw puzzle.txt --solution -o solved.svg
  quandary draw level.txt --replay -o plan.svg
  quandary draw level.txt --step 7

Where a file holds several puzzles, the second is drawn into puzzle-2.svg, and so on.")]
pub(crate) struct Draw {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) spending: Spending,
    /// How to draw [default: by the ending of -o, else terminal]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) to: Option<Canvas>,
    /// Draw into this file instead of on standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Solve it first and draw the solution in
    #[arg(long)]
    pub(crate) solution: bool,
    /// Solve it first and draw the plan move by move: in the terminal, or as a moving SVG picture
    #[arg(long)]
    pub(crate) replay: bool,
    /// Solve it first and draw the board after this many moves
    #[arg(long, value_name = "N", conflicts_with_all = ["solution", "replay"])]
    pub(crate) step: Option<usize>,
}

/// What to draw on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Canvas {
    /// Text and box-drawing characters
    Terminal,
    /// A picture for web pages and print
    Svg,
}

/// What can be read and solved: families, rules, notations, algorithms
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary families
  quandary families aquarium
  quandary families --json")]
pub(crate) struct Families {
    /// One family, in full
    #[arg(value_name = "NAME", value_parser = families())]
    pub(crate) name: Option<String>,
    /// Print JSON, one object per family per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Open the page for playing, on this machine
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary serve                         then open http://127.0.0.1:7878 in a browser
  quandary serve --listen 0.0.0.0:8080   for the whole network: everybody can ask

The page asks a JSON interface that programs can use, too: POST /api/solve, /api/hint, /api/explain, /api/grade,
/api/generate and more, described in /api/openapi.json. Ctrl-C stops the server.")]
pub(crate) struct Serve {
    /// Where to listen; a port of 0 takes any free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
    pub(crate) listen: std::net::SocketAddr,
    /// Seconds that one question may take; decimals are allowed
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    pub(crate) time_limit: Duration,
    /// Megabytes that the tables of one search may hold
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000), default_value_t = 64)]
    pub(crate) memory_limit: u64,
}

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary completions bash > ~/.local/share/bash-completion/completions/quandary
  quandary completions zsh > ~/.zfunc/_quandary
  quandary completions fish > ~/.config/fish/completions/quandary.fish")]
pub(crate) struct Completions {
    pub(crate) shell: clap_complete::Shell,
}

/// The options of a family's bare program.
#[derive(Args, Debug)]
pub(crate) struct Bare {
    #[command(flatten)]
    pub(crate) dialect: Dialect,
    #[command(flatten)]
    pub(crate) spending: Spending,
}

/// The options of `generate` that are the same for every family.
#[derive(Args, Debug)]
pub(crate) struct Making {
    /// How many puzzles to make
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// The seed of the series [default: a new one each time, shown on standard error]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// The number of the first puzzle in the series; ranges that do not overlap share nothing
    #[arg(long, value_name = "I", default_value_t = 0)]
    pub(crate) start: u64,
    /// How hard: easy, moderate, hard, very-hard, fiendish, extreme, or a range of scores
    #[arg(long, value_name = "WORD|A..B")]
    pub(crate) grade: Option<String>,
    /// A technique that the explanation must use; several with commas
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    pub(crate) needs: Vec<String>,
    /// A technique that the explanation must do without; several with commas
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    pub(crate) avoids: Vec<String>,
    /// How many puzzles to try for each that is ordered by grade or technique
    #[arg(long, value_name = "N")]
    pub(crate) tries: Option<u64>,
    /// The notation to write [default: the family's first that can hold the puzzle]
    #[arg(long, value_name = "FORMAT", value_parser = notations(|n| n.writes()))]
    pub(crate) to: Option<String>,
    /// Write into this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How many puzzles to work on at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) spending: Spending,
}

/// New puzzles of a family.
#[derive(Debug)]
pub(crate) struct Generate {
    /// The family's name.
    pub(crate) family: &'static str,
    /// What is the same for every family.
    pub(crate) making: Making,
    /// The generator's own options, as they were given.
    pub(crate) options: BTreeMap<String, String>,
}

/// `generate`, with one subcommand for each family that can make puzzles.
fn generate_command() -> clap::Command {
    let command = clap::Command::new("generate")
        .about("Make new puzzles: solvable by proof, unique where that is asked, the same from the same seed")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help("'quandary generate FAMILY --help' shows what can be asked of that family.");
    makers().fold(command, |command, (family, generator)| {
        let options = generator.options().iter().map(|option| {
            let arg = clap::Arg::new(option.name).long(option.name).help(option.summary).help_heading("What to make");
            match option.value {
                Some(value) => arg.value_name(value),
                None => arg.action(clap::ArgAction::SetTrue),
            }
        });
        let name = family.name();
        let program = Making::augment_args(clap::Command::new(name))
            .about(format!("Make new puzzles of the family {}", family.title()))
            .args(options)
            .after_help(format!(
                "Example:\n  quandary generate {name} --count 3 --seed 1\n\nThe same options, seed and number give the \
                 same puzzle on every machine. What cannot be honoured\nis refused."
            ));
        command.subcommand(program)
    })
}

/// The families that can make puzzles.
fn makers() -> impl Iterator<Item = (&'static dyn Family, &'static dyn Generator)> {
    ALL.iter().filter_map(|&family| Some((family, family.generator()?)))
}

fn read_generate(matches: &clap::ArgMatches) -> Result<Option<Generate>, clap::Error> {
    let Some((name, given)) = matches.subcommand() else { return Ok(None) };
    let Some((family, generator)) = makers().find(|(family, _)| family.name() == name) else { return Ok(None) };
    let mut options = BTreeMap::new();
    for option in generator.options() {
        let value = match option.value {
            Some(_) => given.get_one::<String>(option.name).cloned(),
            None => given.get_flag(option.name).then(String::new),
        };
        options.extend(value.map(|value| (option.name.to_owned(), value)));
    }
    Ok(Some(Generate { family: family.name(), making: Making::from_arg_matches(given)?, options }))
}

/// The whole command line: the commands above, and a bare program for every family in the registry.
pub(crate) fn command() -> clap::Command {
    let command =
        if makers().next().is_some() { Cli::command().subcommand(generate_command()) } else { Cli::command() };
    ALL.iter().fold(command, |command, family| {
        let (name, title) = (family.name(), family.title());
        let program = Bare::augment_args(clap::Command::new(name))
            .about(format!("{title}, bare: one puzzle on standard input, its solution on standard output"))
            .after_help(format!(
                "Example:\n  quandary {name} < puzzle.txt\n\nThe solution and nothing else goes to standard output. \
                 'quandary families {name}' shows what\ncan be read, 'quandary solve' says and draws more."
            ));
        command.subcommand(program)
    })
}

/// Reads the command line; help and usage errors are printed and end the program with 0 or 2.
pub(crate) fn parse() -> Asked {
    let matches = command().get_matches();
    read(&matches).unwrap_or_else(|error| error.format(&mut command()).exit())
}

fn read(matches: &clap::ArgMatches) -> Result<Asked, clap::Error> {
    if let Some((name, bare)) = matches.subcommand()
        && let Some(family) = quandary::family(name)
    {
        let task = Task::Bare(family.name(), Bare::from_arg_matches(bare)?);
        return Ok(Asked { screen: Screen::from_arg_matches(matches)?, task });
    }
    if let Some(("generate", given)) = matches.subcommand()
        && let Some(generate) = read_generate(given)?
    {
        return Ok(Asked { screen: Screen::from_arg_matches(matches)?, task: Task::Generate(generate) });
    }
    let Cli { screen, task } = Cli::from_arg_matches(matches)?;
    Ok(Asked { screen, task })
}

/// A usage error of our own, shown as clap shows its own.
pub(crate) fn usage_error(message: &str) -> ! {
    command().error(clap::error::ErrorKind::ValueValidation, message).exit()
}

fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(ALL.iter().map(|family| family.name()))
}

/// The names of all families' notations, each once.
fn notations(wanted: impl Fn(&dyn quandary::puzzle::AnyNotation) -> bool) -> PossibleValuesParser {
    let all = ALL.iter().flat_map(|family| family.notations());
    each_once(all.filter(|notation| wanted(*notation)).map(|notation| notation.name()))
}

fn rules() -> PossibleValuesParser {
    each_once(ALL.iter().flat_map(|family| family.rules()).map(|rule| rule.name))
}

fn algorithms() -> PossibleValuesParser {
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

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("give a number of seconds, such as 10 or 0.5".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn former_names_are_accepted_and_not_listed() {
        assert!(command().try_get_matches_from(["quandary", "convert", "--to", "seed", "board.txt"]).is_ok());
        assert!(
            command().try_get_matches_from(["quandary", "compare", "--algorithms", "ucs-seed", "board.txt"]).is_ok()
        );
        let error =
            command().try_get_matches_from(["quandary", "convert", "--to", "nothing", "board.txt"]).unwrap_err();
        let listed = error.to_string();
        assert!(listed.contains("plain") && !listed.contains("seed"), "{listed}");
    }

    #[test]
    fn every_family_has_its_bare_program() {
        for family in ALL {
            let matches = command().try_get_matches_from(["quandary", family.name()]).unwrap();
            assert!(matches!(read(&matches).unwrap().task, Task::Bare(name, _) if name == family.name()));
        }
    }
}
