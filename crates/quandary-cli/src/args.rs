//! Every command and option, its help and its examples: the one place where they are written down. Help pages,
//! shell completions and the parser all come from here; the families' names, notations and rules come from the registry.

mod certify;
mod common;
mod convert;
mod explain;
mod generate;
mod print;
mod solve;

use std::time::Duration;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use quandary::ALL;

use common::{also_output, families, of_family, seconds};
use generate::{generate_command, generators, read_generate, read_series, series_option, with_series_options};

pub(crate) use certify::Certify;
pub(crate) use common::{Batch, Cores, Limits, Notation, Reading, Streamed};
pub(crate) use convert::{Canvas, Convert, Draw};
pub(crate) use explain::{Depth, Detail, Explain, GradeArgs, Hint};
pub(crate) use generate::Generate;
pub(crate) use print::Print;
pub(crate) use solve::{Check, Compare, Format, Solve};

const QUICK_START: &str = "\
Quick start:
  quandary solve puzzle.txt              detect the family, solve it, show it
  quandary solve --json many.txt         one answer per line, for programs
  quandary explain puzzle.txt            every step, with its reason
  quandary compare puzzle.txt            algorithms side by side on one puzzle
  quandary print puzzles.txt -o book.pdf puzzles on paper, with solutions
  quandary serve                         play in a browser, on this machine
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
    Print(Print),
    Families(Families),
    Serve(Serve),
    Completions(Completions),
    Man(Man),
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
    /// Width of boards and tables in columns [default: that of the terminal; no limit in a pipe]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,
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

/// Write manual pages
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary man | man -l -
  quandary man -o ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write a page for every command into this directory, instead of the first one to standard output
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<std::path::PathBuf>,
}

/// The options of a family's bare program.
#[derive(Args, Debug)]
pub(crate) struct Bare {
    #[command(flatten)]
    pub(crate) notation: Notation,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) cores: Cores,
}

/// The whole command line: the commands above, and a bare program for every family in the registry.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command()
        .mut_subcommand("convert", |convert| convert.mut_arg("output_file", also_output))
        .mut_subcommand("compare", with_series_options);
    let command = if generators().next().is_some() { command.subcommand(generate_command()) } else { command };
    ALL.iter().fold(command, |command, family| {
        let (name, title) = (family.name(), family.title());
        let program = Bare::augment_args(clap::Command::new(name))
            .about(format!("{title}: read one puzzle from standard input, print only its solution"))
            .after_help(format!(
                "Example:\n  quandary {name} < puzzle.txt\n\nOnly the solution goes to standard output. \
                 'quandary families {name}' shows what\ncan be read; 'quandary solve' shows more."
            ));
        command.subcommand(of_family(program, family))
    })
}

/// Reads the command line; help and usage errors are printed and end the program with 0 or 2.
pub(crate) fn parse() -> Invocation {
    let matches = command().get_matches();
    read(&matches).unwrap_or_else(|error| error.exit())
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
    let Cli { screen, mut task } = Cli::from_arg_matches(matches)?;
    if let (Task::Compare(compare), Some((_, given))) = (&mut task, matches.subcommand()) {
        compare.series = read_series(given);
        if compare.generate.is_none()
            && let Some(option) = series_option(given, &compare.series)
        {
            let message = format!("--{option} is about new puzzles: add --generate FAMILY");
            return Err(clap::Error::raw(clap::error::ErrorKind::MissingRequiredArgument, format!("{message}\n")));
        }
    }
    Ok(Invocation { screen, task })
}

/// A usage error of our own, shown as clap shows its own.
pub(crate) fn usage_error(message: &str) -> ! {
    // Without the usage of the whole program, which says nothing about the command.
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")).exit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn help_can_be_wrapped_on_a_narrow_screen() {
        let root = command();
        for part in std::iter::once(&root).chain(root.get_subcommands()) {
            let help = part.get_after_help().map(ToString::to_string).unwrap_or_default();
            // The path of a file cannot be broken.
            let words = help.split_whitespace().filter(|word| !word.starts_with("~/"));
            let longest = words.max_by_key(|word| word.chars().count()).unwrap_or_default();
            assert!(longest.chars().count() <= 40, "{}: {longest}", part.get_name());
        }
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
    fn options_of_new_puzzles_need_a_family() {
        for option in [["--colours", "3"], ["-n", "3"], ["--seed", "1"]] {
            let matches = command().try_get_matches_from(["quandary", "compare", "board.txt"].iter().chain(&option));
            let error = read(&matches.unwrap()).unwrap_err().to_string();
            assert!(error.contains("add --generate FAMILY"), "{error}");
        }
        let matches = command().try_get_matches_from(["quandary", "compare", "--generate", "ballsort", "-n", "3"]);
        assert!(read(&matches.unwrap()).is_ok());
    }

    #[test]
    fn every_family_has_its_bare_program() {
        for family in ALL {
            let matches = command().try_get_matches_from(["quandary", family.name()]).unwrap();
            assert!(matches!(read(&matches).unwrap().task, Task::Bare(name, _) if name == family.name()));
        }
    }
}
