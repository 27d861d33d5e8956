//! `certify`: verdicts with certificates that others can check.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use quandary::Puzzle;
use quandary::api::{CertificateFile, Certified, CertifyOptions};

use super::{Failure, cannot_write, json_line, report_api_error, report_error};
use crate::args::Certify;
use crate::exit::Exit;
use crate::input;
use crate::interrupt;
use crate::output::{Out, OutputStyle};
use crate::progress::patiently;
use crate::words;

/// Runs the command. Ctrl-C ends it after the puzzle at hand; the files have those before it.
pub(crate) fn run(args: &Certify, style: &OutputStyle) -> Result<Exit, Failure> {
    interrupt::stoppable(|| certify(args, style))
}

fn certify(args: &Certify, style: &OutputStyle) -> Result<Exit, Failure> {
    let options = CertifyOptions { count: args.count, veripb: args.veripb };
    if let Some(folder) = &args.output {
        fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    }
    let mut out = Out::screen();
    let mut exit = Exit::Solved;
    let (mut names, mut files): (BTreeSet<String>, Option<Files>) = (BTreeSet::new(), None);
    let inputs = args.reading.inputs();
    let puzzles = input::puzzles(&inputs, args.reading.kind.hints());
    for read in puzzles.take_while(|_| !interrupt::is_raised()) {
        let puzzle = match read {
            Ok(puzzle) => puzzle,
            Err((source, error)) => {
                exit = exit.max(report_error(&mut out, &source, &error, style)?);
                continue;
            }
        };
        let certified = match patiently("certifying", || puzzle.certify(&options, &args.reading.limits.budget())) {
            Ok(certified) => certified,
            Err(error) => {
                exit = exit.max(report_api_error(&mut out, error, args.json, style)?);
                continue;
            }
        };
        if let Some(folder) = &args.output {
            let is_same = files.as_ref().is_some_and(|files| *files.source == *puzzle.source().name);
            if !is_same {
                files.take().map_or(Ok(()), |files| files.save())?;
            }
            files.get_or_insert_with(|| Files::new(folder, &puzzle, &mut names)).add(&certified)?;
        }
        if certified.certificate.is_none() {
            exit = exit.max(Exit::RanOut);
        }
        out.lines(&if args.json { json_line(&certified)? } else { line(&certified, style) })?;
    }
    files.map_or(Ok(()), |files| files.save())?;
    out.flush()?;
    Ok(exit)
}

/// What is said about one puzzle.
fn line(certified: &Certified, style: &OutputStyle) -> String {
    let place = format!("{}:{}", certified.source.file, certified.source.line);
    let size = certified.certificate.map(|info| style.dim(&format!(" [{}]", words::bytes(info.bytes as u64))));
    format!("{place}: {}{}\n", style.bold(&certified.message), size.unwrap_or_default())
}

/// The files for one input.
struct Files {
    source: String,
    /// The folder and the name that all of them begin with.
    base: PathBuf,
    puzzles: String,
    certificates: CertificateFile,
    count: usize,
}

impl Files {
    /// Files that are called as their input; a number is added where that name was used before.
    fn new(folder: &Path, puzzle: &Puzzle, names: &mut BTreeSet<String>) -> Self {
        let source = puzzle.source().name.to_string();
        let stem = Path::new(&source).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.filter(|stem| !stem.starts_with('<') && !source.contains("://"));
        let stem = stem.unwrap_or_else(|| "puzzle".to_owned());
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let name = std::iter::once(stem.clone()).chain(numbered).find(|name| !names.contains(name)).unwrap_or(stem);
        names.insert(name.clone());
        let (puzzles, certificates) = (String::new(), CertificateFile::default());
        Files { source, base: folder.join(name), puzzles, certificates, count: 0 }
    }

    /// Adds a puzzle, if it was certified.
    fn add(&mut self, certified: &Certified) -> Result<(), Failure> {
        let Some(record) = &certified.record else { return Ok(()) };
        self.count += 1;
        self.puzzles += certified.puzzle.trim();
        self.puzzles.push('\n');
        self.certificates.add(record.clone());
        if let Some(files) = &certified.veripb {
            let count = self.count;
            self.write(&format!("-{count}.opb"), files.opb.as_bytes())?;
            self.write(&format!("-{count}.pbp"), files.pbp.as_bytes())?;
        }
        Ok(())
    }

    fn save(&self) -> Result<(), Failure> {
        self.write(".jsonl", self.puzzles.as_bytes())?;
        self.write(".qcert", &self.certificates.to_bytes())
    }

    fn write(&self, ending: &str, bytes: &[u8]) -> Result<(), Failure> {
        let mut name = self.base.as_os_str().to_owned();
        name.push(ending);
        let path = PathBuf::from(name);
        fs::write(&path, bytes).map_err(|error| cannot_write(&path, &error))
    }
}
