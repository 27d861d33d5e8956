//! Every command and option, its help and its examples: the one place where they are written down. Help pages,
//! shell completions and the parser all come from here; the families' names, notations and rules come from the registry.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use quandary::api::GeneratorOption;
use quandary::read::Hints;
use quandary::{ALL, Budget, Family};

use crate::interrupt;

const QUICK_START: &str = "\
Quick start:
  quandary solve puzzle.txt              detect the family, solve it, show it
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
For several puzzles, the exit code is the first of 130, 2, 4, 3, 1, 0 that applies to any of them.";

/// Solves puzzles and proves its claims: the only solution, the shortest plan, or no solution.
#[derive(Debug, Parser)]
#[command(name = "quandary", version, after_help = QUICK_START, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    screen: Terminal,
    #[command(subcommand)]
    task: Task,
}

/// The parsed command line.
#[derive(Debug)]
pub(crate) struct Invocation {
    /// How to print to a terminal.
    pub(crate) screen: Terminal,
    /// What to do.
    pub(crate) task: Task,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    Solve(Solve),
    Check(Check),
    Certify(Certify),
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

/// How to print to a terminal.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// When to use colours; NO_COLOR is respected
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
    /// Files, '-' for standard input (the default), or a puzzle's URL
    #[arg(value_name = "FILE")]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) kind: Kind,
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
    /// The notation, if it cannot be detected
    #[arg(long, value_name = "FORMAT", value_parser = notations(false))]
    pub(crate) from: Option<String>,
    /// The rule to play by; overrides the one in the puzzle
    #[arg(long, value_name = "NAME", value_parser = rules())]
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

/// Where the answers to many puzzles go, and how they are worked on.
#[derive(Args, Debug)]
pub(crate) struct Batch {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write to this file instead of standard output, compressed if its name ends in .gz or .zst
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output_file: Option<PathBuf>,
    /// Continue the same run into the same file after it was interrupted
    #[arg(long, requires = "output_file")]
    pub(crate) resume: bool,
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
  quandary solve --json puzzles.txt.gz -o answers.jsonl.zst
  quandary solve --json puzzles.txt.gz -o answers.jsonl.zst --resume

A file may hold many puzzles; answers keep their order. A puzzle that cannot be read is
reported in its place, and the others are still solved. Files may be compressed (.gz, .zst).
While a run writes to a file, FILE.resume says how far it is; after the run was interrupted or
killed, the same command with --resume goes on from there.")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Stop after this many solutions [default: 2, enough to prove uniqueness]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) solutions: Option<u32>,
    /// Count all solutions
    #[arg(long)]
    pub(crate) count: bool,
    /// Exit with 3 when a puzzle has several solutions
    #[arg(long)]
    pub(crate) require_unique: bool,
    /// Prove the verdict again and have the proof checked
    #[arg(long)]
    pub(crate) certify: bool,
    #[command(flatten)]
    pub(crate) batch: Batch,
    /// Show a plan move by move, in the terminal or (with --output svg) as an animation
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

/// Check a solution: is it correct, is it unique, which rule does it break?
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary check puzzle.txt solution.txt
  quandary solve --output plain puzzle.txt | quandary check puzzle.txt -
  quandary solve --json puzzles.txt | quandary check puzzles.txt - --json

A file of many puzzles is checked against as many solutions in the same order: one per line (also
the lines that 'solve --json' prints), or separated by blank lines.
Exit codes: 0 correct, 1 not a solution, 3 correct but not the only one.")]
pub(crate) struct Check {
    /// The puzzle, or several: a file, '-' for standard input, or a URL
    pub(crate) puzzle: String,
    /// The solution: a file, or '-' for standard input; for several puzzles, as many solutions
    pub(crate) solution: String,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) batch: Batch,
    /// Print one JSON object per puzzle per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prove verdicts: certificates that others can check
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary certify puzzle.txt -o proofs
  quandary-check proofs/puzzle.jsonl proofs/puzzle.qcert
  quandary certify --veripb puzzle.txt -o proofs
  veripb proofs/puzzle-1.opb proofs/puzzle-1.pbp

For each input, DIR gets NAME.jsonl with the puzzles and NAME.qcert with their certificates, in the
same order. Each certificate is checked before it is written. A verdict that cannot be certified
within the limits is reported as not certified and is in neither file.
Exit codes: 0 everything is certified (also that there is no solution), 4 something is not.")]
pub(crate) struct Certify {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Write puzzles and certificates into this directory
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Certify the exact number of solutions, up to 10,000
    #[arg(long)]
    pub(crate) count: bool,
    /// Also write a formula and a proof for VeriPB: NAME-1.opb, NAME-1.pbp, and so on
    #[arg(long, requires = "output")]
    pub(crate) veripb: bool,
    /// Print one JSON object per puzzle per line
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

Each algorithm runs alone, on one thread, and has the same task: for Sort, to find a plan; for
the other families, to prove that there is exactly one solution. The default time limit is 5 s
per algorithm.")]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Node limit per algorithm
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Only these algorithms, in this order
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = algorithms())]
    pub(crate) algorithms: Vec<String>,
    /// Examine heuristics instead: is each admissible and consistent on this board, and how well does it guide A*?
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
    /// Also write a bar chart to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// Explain how to solve a puzzle, step by step, with the reason for each step
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary explain puzzle.txt
  quandary explain --first 10 --last 12 --detail full puzzle.txt
  quandary explain --json puzzle.txt > trace.json
  quandary explain --html steps.html --svg steps puzzle.txt

Each step is the cheapest one that was found: a single rule where that is enough, otherwise a
supposition (\"if this cell were …\").
Exit codes: 0 explained to the end, 1 no solution, 3 several solutions, 4 stopped or stuck.")]
pub(crate) struct Explain {
    /// The puzzle: a file, '-' for standard input, or its URL
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// First step to show
    #[arg(long, value_name = "STEP")]
    pub(crate) first: Option<usize>,
    /// Last step to show
    #[arg(long, value_name = "STEP")]
    pub(crate) last: Option<usize>,
    /// How much detail to give about each step
    #[arg(long, value_enum, default_value_t = Detail::Normal, value_name = "HOW")]
    pub(crate) detail: Detail,
    /// Print one JSON object that a program can check
    #[arg(long)]
    pub(crate) json: bool,
    /// Also draw each step into this directory: step-001.svg and so on
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,
    /// Also write an HTML page with a picture and a sentence for each step
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// How much to say about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Detail {
    /// What follows, and the step's name
    Brief,
    /// Also the reason
    Normal,
    /// Also all premises, the cost, and the chain of a supposition
    Full,
}

/// Show the next step from a half-filled board, or a mistake if there is one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary hint puzzle.txt
  quandary hint puzzle.txt --state board.txt --depth where
  quandary hint puzzle.txt --state board.txt --check-only

The file for --state has one symbol per cell, row by row: '?' for an empty cell, otherwise the
symbols of solutions (digits; # and . ; 1 and 0). Pencil marks are in braces, {12}, or one word
per cell as in pencil-mark grids. For Sort, the file has the moves made so far, written as in
solutions (1 -> 3).
Exit codes: 0 a hint (--check-only: correct so far), 1 a mistake or no solution, 3 several
solutions, 4 stopped or stuck.")]
pub(crate) struct Hint {
    /// The puzzle: a file, '-' for standard input, or its URL
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// File with the half-filled board, or the moves made so far
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    /// How much to reveal: where to look, the reason, or what to do
    #[arg(long, value_enum, default_value_t = Depth::What, value_name = "DEPTH")]
    pub(crate) depth: Depth,
    /// Only say whether the board is correct so far
    #[arg(long)]
    pub(crate) check_only: bool,
    /// How much detail to give about the step
    #[arg(long, value_enum, default_value_t = Detail::Normal, value_name = "HOW")]
    pub(crate) detail: Detail,
    /// Also draw the hint into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// How much a hint reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Depth {
    /// Where to look
    Where,
    /// The reason, without the conclusion
    Why,
    /// What to do
    What,
}

/// Grade puzzles: how hard, and why
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary grade puzzle.txt
  quandary grade --json puzzles.txt > grades.jsonl

The grade comes from the explanation: its hardest step, its suppositions, and how many steps are
available at a time.")]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) batch: Batch,
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
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) batch: Batch,
    /// The notation to write
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = notations(true))]
    pub(crate) to: String,
    /// Omit the title and the author
    #[arg(long)]
    pub(crate) untitled: bool,
    /// Print one JSON object per puzzle
    #[arg(long)]
    pub(crate) json: bool,
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

If a file has several puzzles, the second is drawn into puzzle-2.svg, and so on.")]
pub(crate) struct Draw {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// How to draw [default: by the extension of the output file, otherwise terminal]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) to: Option<Canvas>,
    /// Draw into this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw the solution
    #[arg(long)]
    pub(crate) solution: bool,
    /// Draw the plan move by move, in the terminal or as an SVG animation
    #[arg(long)]
    pub(crate) replay: bool,
    /// Draw the board after this many moves of the plan
    #[arg(long, value_name = "N", conflicts_with_all = ["solution", "replay"])]
    pub(crate) step: Option<usize>,
    /// Print one JSON object per puzzle, with the picture as SVG and as text
    #[arg(long, conflicts_with_all = ["to", "output", "replay", "step"])]
    pub(crate) json: bool,
}

/// What to draw on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Canvas {
    /// Text and box-drawing characters
    Terminal,
    /// A picture for web pages and print
    Svg,
}

/// List families, with their rules, notations and algorithms
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary families
  quandary families aquarium
  quandary families --json")]
pub(crate) struct Families {
    /// A family to describe in full
    #[arg(value_name = "NAME", value_parser = families())]
    pub(crate) name: Option<String>,
    /// Print JSON, one object per family per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Serve the web page for playing, on this machine
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary serve                         then open http://127.0.0.1:7878 in a browser
  quandary serve --listen 0.0.0.0:8080   for the whole network

Programs can use the JSON interface of the page: POST /api/solve, /api/hint, /api/explain,
/api/grade, /api/generate and more, described in /api/openapi.json. Ctrl-C stops the server.")]
pub(crate) struct Serve {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
    pub(crate) listen: std::net::SocketAddr,
    /// Time limit per request, in seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    pub(crate) time_limit: Duration,
    /// Memory limit per request, in megabytes
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
    pub(crate) notation: Notation,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

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
    /// Grade: easy, moderate, hard, very-hard, fiendish, extreme, or a range of scores
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
    #[arg(long, value_name = "FORMAT", value_parser = notations(true))]
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
fn generate_command() -> clap::Command {
    let command = clap::Command::new("generate")
        .about("Generate new puzzles: proved solvable, unique, reproducible from their seed")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help("'quandary generate FAMILY --help' lists the options of that family.");
    generators().fold(command, |command, (family, options)| {
        let options = options.iter().map(|option| {
            let arg =
                clap::Arg::new(option.name).long(option.name).help(option.summary).help_heading("Generator options");
            match option.value {
                Some(value) => arg.value_name(value),
                None => arg.action(clap::ArgAction::SetTrue),
            }
        });
        let name = family.name();
        let program = GenerateArgs::augment_args(clap::Command::new(name))
            .mut_arg("output_file", also_output)
            .about(format!("Generate {} puzzles", family.title()))
            .args(options)
            .after_help(format!(
                "Example:\n  quandary generate {name} --count 3 --seed 1\n\nThe same options, seed and number give the \
                 same puzzle on every machine."
            ));
        command.subcommand(program)
    })
}

/// `--output` names the file where it does not choose the form of the answers.
fn also_output(file: clap::Arg) -> clap::Arg {
    file.alias("output")
}

/// The families that can make puzzles.
fn generators() -> impl Iterator<Item = (&'static dyn Family, &'static [GeneratorOption])> {
    ALL.iter().filter_map(|&family| Some((family, family.generator()?.options())))
}

fn read_generate(matches: &clap::ArgMatches) -> Result<Option<Generate>, clap::Error> {
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

/// The whole command line: the commands above, and a bare program for every family in the registry.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command().mut_subcommand("convert", |convert| convert.mut_arg("output_file", also_output));
    let command = if generators().next().is_some() { command.subcommand(generate_command()) } else { command };
    ALL.iter().fold(command, |command, family| {
        let (name, title) = (family.name(), family.title());
        let program = Bare::augment_args(clap::Command::new(name))
            .about(format!("{title}: read one puzzle from standard input, print only its solution"))
            .after_help(format!(
                "Example:\n  quandary {name} < puzzle.txt\n\nOnly the solution goes to standard output. \
                 'quandary families {name}' shows what\ncan be read; 'quandary solve' shows more."
            ));
        command.subcommand(program)
    })
}

/// Reads the command line; help and usage errors are printed and end the program with 0 or 2.
pub(crate) fn parse() -> Invocation {
    let matches = command().get_matches();
    read(&matches).unwrap_or_else(|error| error.format(&mut command()).exit())
}

fn read(matches: &clap::ArgMatches) -> Result<Invocation, clap::Error> {
    if let Some((name, bare)) = matches.subcommand()
        && let Some(family) = quandary::family(name)
    {
        let task = Task::Bare(family.name(), Bare::from_arg_matches(bare)?);
        return Ok(Invocation { screen: Terminal::from_arg_matches(matches)?, task });
    }
    if let Some(("generate", given)) = matches.subcommand()
        && let Some(generate) = read_generate(given)?
    {
        return Ok(Invocation { screen: Terminal::from_arg_matches(matches)?, task: Task::Generate(generate) });
    }
    let Cli { screen, task } = Cli::from_arg_matches(matches)?;
    Ok(Invocation { screen, task })
}

/// A usage error of our own, shown as clap shows its own.
pub(crate) fn usage_error(message: &str) -> ! {
    command().error(clap::error::ErrorKind::ValueValidation, message).exit()
}

fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(ALL.iter().map(|family| family.name()))
}

/// The names of all families' notations, or only of those that are written, each once.
fn notations(written: bool) -> PossibleValuesParser {
    let all = ALL.iter().flat_map(|family| family.notations());
    each_once(all.filter(|notation| !written || notation.writes()).map(|notation| notation.name()))
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
        _ => Err("expected a number of seconds, such as 10 or 0.5".to_owned()),
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
