//! `quandary-check`: is it true what was claimed about a puzzle?

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use quandary_check::{
    Certificate, Claim, Failure, Formula, Limits, Rules, Shown, check, check_certificate, check_explanation, records,
};
use serde_json::value::RawValue;

const HELP: &str = "\
quandary-check: checks claims about puzzles, without trusting the program that made them

  quandary-check PUZZLES CERTIFICATES           check certificates (.qcert), one for each line of PUZZLES
  quandary-check show PUZZLES CERTIFICATES      check them, and write out what each that holds says
  quandary-check solution PUZZLE SOLUTION       check that a solution keeps every rule
  quandary-check explanation PUZZLE STEPS       check every step of an explanation, and that it ends with one value per cell
  quandary-check --opb PUZZLE [SOLUTION]        write the formula for VeriPB; with a solution, to prove that it is the only one
  quandary-check --opb-others PUZZLE SOLUTIONS  write the formula that there are other solutions than those of a JSON list

Puzzles are in Quandary's JSON notation, one on each line; `quandary convert --to json` writes it.
Exit code: 0 all is as claimed, 1 it is not, or was not shown, 2 a file cannot be read.
";

/// No file is longer than this.
const LONGEST: u64 = 1 << 28;
/// No certificate that is longer is written out: in memory it takes up to a hundred times as much.
const LONGEST_SHOWN: usize = 1 << 23;
/// No list of solutions is longer, in bytes: each of them is a line of the formula.
const LONGEST_LIST: usize = 1 << 24;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["show", puzzles, certificates] => certificates_hold(puzzles, certificates, true),
        ["solution", puzzle, solution] => solution_holds(puzzle, solution),
        ["explanation", puzzle, steps] => explanation_holds(puzzle, steps),
        ["--opb", puzzle] => write_formula(puzzle, None),
        ["--opb", puzzle, solution] => write_formula(puzzle, Some(solution)),
        ["--opb-others", puzzle, solutions] => write_formula_of_others(puzzle, solutions),
        [puzzles, certificates] if !puzzles.starts_with('-') => certificates_hold(puzzles, certificates, false),
        _ => Err(HELP.to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprint!("{why}");
            ExitCode::from(2)
        }
    }
}

fn bytes_of(path: &str) -> Result<Vec<u8>, String> {
    let failed = |error: io::Error| format!("{path}: {error}\n");
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST { Err(format!("{path}: longer than 256 MB\n")) } else { Ok(bytes) }
}

fn text_of(path: &str) -> Result<String, String> {
    String::from_utf8(bytes_of(path)?).map_err(|error| format!("{path}: {error}\n"))
}

fn say(line: &str) -> Result<(), String> {
    writeln!(io::stdout(), "{line}").map_err(|error| format!("standard output: {error}\n"))
}

/// Whether something holds, with the reason if it does not.
fn verdict(result: Result<(), Failure>, yes: &str) -> Result<bool, String> {
    say(&result.as_ref().map_or_else(|failure| format!("no: {failure}"), |()| format!("yes: {yes}")))?;
    Ok(result.is_ok())
}

fn solution_holds(puzzle: &str, solution: &str) -> Result<bool, String> {
    verdict(check(&text_of(puzzle)?, &text_of(solution)?), "the solution keeps every rule")
}

fn explanation_holds(puzzle: &str, steps: &str) -> Result<bool, String> {
    verdict(
        check_explanation(&text_of(puzzle)?, &text_of(steps)?),
        "every step follows, and one value per cell is left",
    )
}

fn write_formula(puzzle: &str, solution: Option<&str>) -> Result<bool, String> {
    let unreadable = |failure: Failure| format!("{failure}\n");
    let rules = Rules::read(&text_of(puzzle)?).map_err(unreadable)?;
    let solution = solution.map(|path| rules.read_solution(&text_of(path)?).map_err(unreadable)).transpose()?;
    let formula = Formula::new(&rules, &Limits::default()).map_err(unreadable)?;
    let text = formula.to_opb(solution.as_deref());
    io::stdout().write_all(text.as_bytes()).map_err(|error| format!("standard output: {error}\n"))?;
    Ok(true)
}

fn write_formula_of_others(puzzle: &str, solutions: &str) -> Result<bool, String> {
    let unreadable = |failure: Failure| format!("{failure}\n");
    let (puzzle, list) = (text_of(puzzle)?, text_of(solutions)?);
    let rules = Rules::read(&puzzle).map_err(unreadable)?;
    let mut formula = Formula::new(&rules, &Limits::default()).map_err(unreadable)?;
    if list.len() > LONGEST_LIST {
        return Err(format!("{solutions}: longer than {LONGEST_LIST} bytes\n"));
    }
    let list: Vec<&RawValue> = serde_json::from_str(&list).map_err(|error| format!("{solutions}: {error}\n"))?;
    let mut seen = BTreeSet::new();
    for solution in list {
        check(&puzzle, solution.get()).map_err(unreadable)?;
        let values = rules.read_solution(solution.get()).map_err(unreadable)?;
        if !seen.insert(values.clone()) {
            return Err(format!("{solutions}: a solution is listed twice\n"));
        }
        formula.forbid(&values);
    }
    io::stdout().write_all(formula.to_opb(None).as_bytes()).map_err(|error| format!("standard output: {error}\n"))?;
    Ok(true)
}

fn certificates_hold(puzzles: &str, certificates: &str, in_full: bool) -> Result<bool, String> {
    let text = text_of(puzzles)?;
    let lines = || (1..).zip(text.lines()).filter(|(_, line): &(usize, &str)| !line.trim().is_empty());
    let bytes = bytes_of(certificates)?;
    let records = records(&bytes).map_err(|failure| format!("{certificates}: {failure}\n"))?;
    if records.is_empty() || records.len() != lines().count() {
        return Err(format!("{} puzzles and {} certificates\n", lines().count(), records.len()));
    }
    let mut all_hold = true;
    for ((line, puzzle), (start, record)) in lines().zip(records) {
        let checked = check_certificate(puzzle, record, &Limits::default());
        let is_written_out = in_full && checked.is_ok();
        let said = match checked {
            Ok(shown) => format!("line {line}: {}, {} bytes", words(&shown), record.len()),
            Err(failure) => {
                all_hold = false;
                let failure = match failure {
                    Failure::Certificate { at, what } => Failure::Certificate { at: at + start, what },
                    other => other,
                };
                format!("line {line}: NOT SHOWN: {failure}")
            }
        };
        say(&said)?;
        if is_written_out && record.len() > LONGEST_SHOWN {
            say("  too long to be written out")?;
        } else if is_written_out {
            Certificate::from_bytes(puzzle, record).map_or(Ok(()), |certificate| write_out(puzzle, &certificate))?;
        }
    }
    Ok(all_hold)
}

/// Prints the clauses or moves of a certificate, one on each line.
fn write_out(puzzle: &str, certificate: &Certificate) -> Result<(), String> {
    if let Claim::Optimal(moves) = &certificate.claim {
        (1..).zip(moves).try_for_each(|(number, [from, to])| say(&format!("  {number}. {from} to {to}")))?;
    }
    let Ok(rules) = Rules::read(puzzle) else { return Ok(()) };
    if let Claim::Exactly(solutions) | Claim::Several(solutions) = &certificate.claim {
        solutions.iter().try_for_each(|solution| say(&format!("  {}", rules.solution_json(solution))))?;
    }
    for (number, clause) in (1..).zip(&certificate.clauses) {
        let words: Vec<String> = clause.iter().map(|&literal| rules.words(literal)).collect();
        say(&format!(
            "  {number}. {}",
            if words.is_empty() { "a contradiction".to_owned() } else { words.join(" or ") }
        ))?;
    }
    Ok(())
}

/// What was shown, in words.
fn words(shown: &Shown) -> String {
    let counted = |word: &str| format!("{} {word}{}", shown.steps, if shown.steps == 1 { "" } else { "s" });
    let (clauses, positions) = (counted("clause"), counted("position"));
    match &shown.claim {
        Claim::Unique => format!("unique, {} ({clauses})", shown.solutions.join(" ")),
        Claim::Impossible => format!("impossible ({clauses})"),
        Claim::Exactly(all) => format!("exactly {} solutions ({clauses})", all.len()),
        Claim::Several(some) => format!("at least {} solutions", some.len()),
        Claim::Optimal(moves) => format!("optimal, {} moves ({positions})", moves.len()),
        Claim::Unsolvable => format!("unsolvable ({positions})"),
    }
}
