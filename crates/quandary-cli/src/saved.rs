//! Answers in a file, written so that a long run can be continued after it was stopped at any moment.
//!
//! A file is written in whole answers only; where the disk is full, what was cut off is taken away again. Beside the file
//! `answers.jsonl` there is `answers.jsonl.resume` while the run lasts: a [`Record`] of how far it is, replaced a few times
//! per second. `--resume` cuts the file back to what the record says, passes over the puzzles that are done and goes on
//! from there. At the end the record is removed, so that a file without one is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::exit::Exit;
use crate::packed::Packing;

/// How much is written at a time.
const BLOCK: usize = 256 << 10;

/// The time between two records.
const RECORD_EVERY: Duration = Duration::from_millis(100);

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Position {
    /// The input, counted from 1.
    pub(crate) file: usize,
    /// How many of its puzzles are done.
    pub(crate) done: usize,
    /// How many of its texts in a row could not be read.
    pub(crate) unreadable: usize,
}

/// What makes a run the same as another one: what was asked for, of which inputs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Run {
    version: String,
    arguments: Vec<String>,
    inputs: Vec<InputFile>,
}

/// An input as it was when the run began.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
struct InputFile {
    name: String,
    bytes: Option<u64>,
    modified: Option<Duration>,
}

impl Run {
    /// The run of this process over some inputs. What changes only how it runs does not make it another one.
    pub(crate) fn over(inputs: &[String]) -> Self {
        let mut arguments = Vec::new();
        let mut given = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
        while let Some(argument) = given.next() {
            match argument.as_str() {
                "--resume" => {}
                "--threads" => drop(given.next()),
                other if other.starts_with("--threads=") => {}
                _ => arguments.push(argument),
            }
        }
        let inputs = inputs.iter().map(|name| {
            let found = fs::metadata(name).ok().filter(|found| found.is_file());
            let modified = found.as_ref().and_then(|found| found.modified().ok()?.duration_since(UNIX_EPOCH).ok());
            InputFile { name: name.clone(), bytes: found.map(|found| found.len()), modified }
        });
        Run { version: env!("CARGO_PKG_VERSION").to_owned(), arguments, inputs: inputs.collect() }
    }
}

/// What is known about a run that has not come to its end.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Record {
    run: Run,
    /// How much of the file belongs to the puzzles that are done.
    bytes: u64,
    pub(crate) position: Position,
    /// The most serious exit code so far.
    exit: u8,
    /// How much of the notes belongs to the puzzles that are done.
    notes: u64,
}

impl Record {
    /// The most serious exit so far.
    pub(crate) fn exit(&self) -> Exit {
        Exit::of_code(self.exit)
    }

    /// Whether an answer was written already.
    pub(crate) fn has_answers(&self) -> bool {
        self.bytes > 0
    }
}

/// Why a file cannot be written or continued.
#[derive(Debug)]
pub(crate) enum CannotSave {
    /// The system says why.
    Io(io::Error),
    /// There is an unfinished run of the same kind, which would be lost.
    Unfinished(PathBuf),
    /// The record is of another run.
    OtherRun(PathBuf),
    /// The record or the file is damaged.
    Damaged(PathBuf),
}

impl From<io::Error> for CannotSave {
    fn from(error: io::Error) -> Self {
        CannotSave::Io(error)
    }
}

/// What is there to continue.
pub(crate) enum Beginning {
    /// A new file.
    New(Saved),
    /// A file that was continued, from here.
    Continued(Saved, Record),
    /// The file is complete.
    Complete,
}

/// A file that answers are written to.
pub(crate) struct Saved {
    path: PathBuf,
    file: File,
    packing: Option<Packing>,
    /// Whole answers that are not written yet.
    waiting: Vec<u8>,
    /// How much of the file is whole answers.
    whole: u64,
    journal: Option<Journal>,
}

/// The record beside a file, and what else a run has to remember of the puzzles that are done.
struct Journal {
    path: PathBuf,
    run: Run,
    last: Instant,
    notes: Option<Notes>,
}

/// A file of notes that only grows.
struct Notes {
    file: File,
    written: u64,
    waiting: Vec<u8>,
}

impl Journal {
    fn new(path: PathBuf, run: Run) -> Self {
        Journal { path, run, last: Instant::now(), notes: None }
    }

    fn notes_path(&self) -> PathBuf {
        self.path.with_added_extension("notes")
    }

    /// Replaces the record.
    fn note(&mut self, bytes: u64, position: Position, exit: Exit) -> io::Result<()> {
        self.last = Instant::now();
        if let Some(notes) = &mut self.notes {
            notes.file.write_all(&notes.waiting)?;
            notes.written += std::mem::take(&mut notes.waiting).len() as u64;
        }
        let notes = self.notes.as_ref().map_or(0, |notes| notes.written);
        let record = Record { run: self.run.clone(), bytes, position, exit: exit.code(), notes };
        let new = self.path.with_added_extension("new");
        fs::write(&new, serde_json::to_vec(&record)?)?;
        fs::rename(&new, &self.path)
    }

    fn remove(&self) {
        // A record that stays behind is only in the way.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(self.notes_path());
    }
}

impl Saved {
    /// A file without a record beside it, for what is written in one go.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = File::create(path)?;
        Ok(Saved::new(path, file, 0, None))
    }

    /// A file with so many bytes of whole answers.
    fn new(path: &Path, file: File, whole: u64, journal: Option<Journal>) -> Self {
        Saved { path: path.to_owned(), file, packing: Packing::of_name(path), waiting: Vec::new(), whole, journal }
    }

    /// The file of a run, which is new or continued.
    pub(crate) fn begin(path: &Path, run: Run, resume: bool) -> Result<Beginning, CannotSave> {
        let journal_path = record_path(path);
        let record = match fs::read(&journal_path) {
            Ok(text) => Some(serde_json::from_slice::<Record>(&text).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        let exists = path.is_file();
        // The file runs ahead of its record: it may have answers while the record still says that nothing is done.
        let has_content = || fs::metadata(path).is_ok_and(|found| found.len() > 0);
        if resume {
            match record {
                None if exists => return Ok(Beginning::Complete),
                None => {}
                Some(None) => return Err(CannotSave::Damaged(journal_path)),
                Some(Some(record)) if record.run != run => return Err(CannotSave::OtherRun(journal_path)),
                Some(Some(record)) => return Saved::go_on(path, journal_path, run, record),
            }
        } else if let Some(Some(record)) = record
            && exists
            && record.run == run
            && (record.position != Position::default() || has_content())
        {
            return Err(CannotSave::Unfinished(journal_path));
        }
        // Devices and pipes cannot be continued.
        if path.exists() && !exists {
            return Ok(Beginning::New(Saved::create(path)?));
        }
        let mut journal = Journal::new(journal_path, run);
        // First the record, so that there is never an unfinished file without one.
        journal.note(0, Position::default(), Exit::Solved)?;
        match Saved::create(path) {
            Ok(saved) => Ok(Beginning::New(Saved { journal: Some(journal), ..saved })),
            Err(error) => {
                journal.remove();
                Err(error.into())
            }
        }
    }

    /// Goes on with the file of an unfinished run.
    fn go_on(path: &Path, journal_path: PathBuf, run: Run, record: Record) -> Result<Beginning, CannotSave> {
        let mut file = OpenOptions::new().write(true).create(record.bytes == 0).truncate(false).open(path)?;
        if file.metadata()?.len() < record.bytes {
            return Err(CannotSave::Damaged(path.to_owned()));
        }
        file.set_len(record.bytes)?;
        file.seek(SeekFrom::End(0))?;
        let saved = Saved::new(path, file, record.bytes, Some(Journal::new(journal_path, run)));
        Ok(Beginning::Continued(saved, record))
    }

    /// Writes a whole answer, or several.
    pub(crate) fn write(&mut self, answers: &[u8]) -> io::Result<()> {
        self.waiting.extend_from_slice(answers);
        if self.waiting.len() >= BLOCK { self.write_out() } else { Ok(()) }
    }

    /// Writes what has waited. A compressed file gets it later, in larger parts.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.packing.is_some() { Ok(()) } else { self.write_out() }
    }

    fn write_out(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let packed = self.packing.map(|packing| packing.pack(&self.waiting)).transpose()?;
        let bytes = packed.as_ref().unwrap_or(&self.waiting);
        if let Err(error) = self.file.write_all(bytes) {
            // Half an answer is worse than none. What cannot be cut (a device, say) stays as it is.
            let _ = self.file.set_len(self.whole);
            self.waiting.clear();
            return Err(io::Error::new(error.kind(), format!("cannot write {}: {error}", self.path.display())));
        }
        self.whole += bytes.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// Takes note of how far the run is, a few times per second.
    pub(crate) fn note(&mut self, position: Position, exit: Exit) -> io::Result<()> {
        if self.journal.as_ref().is_none_or(|journal| journal.last.elapsed() < RECORD_EVERY) {
            return Ok(());
        }
        self.note_now(position, exit)
    }

    /// Writes everything and takes note of how far the run is.
    pub(crate) fn note_now(&mut self, position: Position, exit: Exit) -> io::Result<()> {
        self.write_out()?;
        let whole = self.whole;
        self.journal.as_mut().map_or(Ok(()), |journal| journal.note(whole, position, exit))
    }

    /// Keeps notes from now on, and gives those of the puzzles that are done.
    pub(crate) fn keep_notes(&mut self, record: Option<&Record>) -> io::Result<Vec<u8>> {
        let Some(journal) = &mut self.journal else { return Ok(Vec::new()) };
        let path = journal.notes_path();
        let written = record.map_or(0, |record| record.notes);
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len(written)?;
        let mut kept = Vec::new();
        file.read_to_end(&mut kept)?;
        journal.notes = Some(Notes { file, written, waiting: Vec::new() });
        Ok(kept)
    }

    /// Adds to the notes.
    pub(crate) fn add_note(&mut self, note: &[u8]) {
        if let Some(notes) = self.journal.as_mut().and_then(|journal| journal.notes.as_mut()) {
            notes.waiting.extend_from_slice(note);
        }
    }

    /// Writes everything. The run has come to its end.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.write_out()?;
        if let Some(journal) = self.journal.take() {
            self.file.sync_data()?;
            journal.remove();
        }
        Ok(())
    }
}

/// The record beside a file.
fn record_path(path: &Path) -> PathBuf {
    path.with_added_extension("resume")
}
