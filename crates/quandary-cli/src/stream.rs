//! Many puzzles through one command: read, worked on by all cores, printed in order.
//!
//! One thread reads and cuts the inputs into chunks, workers turn chunks into what is to be printed, and the calling thread
//! prints it in the order of the inputs. A chunk is one puzzle at first, so that the first answer comes at once, and grows
//! while chunks take little time: a file of a million lines keeps every core busy, and a file of hard puzzles is spread
//! evenly. Only a few chunks are under way at any time, so that memory stays small whatever the input. When the input pauses,
//! everything that was read is answered and handed over.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quandary::read::split::Chunk;
use quandary::read::{Diagnostic, Source};

use crate::commands::Failure;
use crate::exit::Exit;
use crate::input::{Bad, Chunks, GIVE_UP_AFTER};
use crate::interrupt;
use crate::output::{self, Out};
use crate::progress::Progress;
use crate::report::{self, ReportStyle};

/// The most puzzles of a chunk.
const MOST_PUZZLES: usize = 8192;

/// The most bytes of a chunk, but for one puzzle that is larger.
const MOST_BYTES: usize = 256 << 10;

/// Chunks that take less time are made larger, and those that take more smaller.
const SHORT: Duration = Duration::from_millis(4);
const LONG: Duration = Duration::from_millis(20);

/// What is to be printed for one chunk.
#[derive(Default)]
pub(crate) struct Printed {
    pub(crate) parts: Vec<Part>,
    /// How the puzzles ended.
    pub(crate) exit: Option<Exit>,
    /// How many puzzles there were.
    pub(crate) puzzles: u64,
}

/// What is printed in one go.
pub(crate) enum Part {
    /// Answers, for standard output: blank lines stand between answers of several lines, and before the first one where it
    /// takes several.
    Blocks { text: Vec<u8>, is_first_long: bool },
    /// Answers, for standard output, one right after the other.
    Lines(Vec<u8>),
    /// Something to say on standard error.
    Note(String),
    /// A text that could not be read, for one of the two streams.
    Bad(Box<Part>),
}

impl Printed {
    /// Adds answers, one right after the other.
    pub(crate) fn lines(&mut self) -> &mut Vec<u8> {
        if !matches!(self.parts.last(), Some(Part::Lines(_))) {
            self.parts.push(Part::Lines(Vec::new()));
        }
        match self.parts.last_mut() {
            Some(Part::Lines(text)) => text,
            _ => unreachable!("it was just added"),
        }
    }

    /// Adds an answer that is kept apart from others by blank lines where it takes several.
    pub(crate) fn block(&mut self, answer: &[u8]) {
        if !answer.is_empty() {
            self.block_with(output::is_long(answer), |text| text.extend_from_slice(answer));
        }
    }

    /// Adds an answer that `write` appends; `is_long` where it takes several lines.
    pub(crate) fn block_with(&mut self, is_long: bool, write: impl FnOnce(&mut Vec<u8>)) {
        if let Some(Part::Blocks { text, .. }) = self.parts.last_mut() {
            if is_long {
                text.push(b'\n');
            }
            return write(text);
        }
        let mut text = Vec::new();
        write(&mut text);
        self.parts.push(Part::Blocks { text, is_first_long: is_long });
    }

    /// Adds something to say on standard error.
    pub(crate) fn note(&mut self, text: String) {
        if !text.is_empty() {
            self.parts.push(Part::Note(text));
        }
    }

    /// Adds a text that could not be read.
    pub(crate) fn bad(&mut self, report: Part) {
        self.parts.push(Part::Bad(Box::new(report)));
        self.ended(Exit::BadInput);
    }

    /// Counts a puzzle that ended so.
    pub(crate) fn ended(&mut self, exit: Exit) {
        self.exit = self.exit.max(Some(exit));
        self.puzzles += 1;
    }
}

/// A text that could not be read: as JSON, or for a person.
pub(crate) fn bad((source, error): &Bad, json: bool, style: ReportStyle) -> Part {
    if json {
        return Part::Lines(format!("{}\n", report::for_programs(source, error)).into_bytes());
    }
    Part::Note(report::for_people(source, error, style))
}

/// A chunk on its way to a worker.
struct Job {
    number: usize,
    file: usize,
    chunk: Chunk,
}

/// A chunk that is done.
struct Done {
    number: usize,
    file: usize,
    name: Arc<str>,
    bytes: u64,
    printed: Printed,
}

/// What the threads share.
struct Shared {
    /// How many puzzles the next chunk may have.
    size: AtomicUsize,
    /// The file that was given up last, counted from 1.
    given_up: AtomicUsize,
}

/// Runs a command over all its inputs: `work` says what is to be printed for a chunk, `report` what for a file that cannot be
/// read.
pub(crate) fn run(
    chunks: Chunks,
    threads: Option<u16>,
    progress: &Progress,
    out: &mut Out,
    report: impl Fn(&Bad) -> Part,
    work: impl Fn(Chunk) -> Printed + Send + Sync + 'static,
) -> Result<Exit, Failure> {
    let threads = threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
    let shared = Arc::new(Shared { size: AtomicUsize::new(1), given_up: AtomicUsize::new(0) });
    let (send_job, jobs) = sync_channel(threads);
    let (send_done, done) = channel();
    // A chunk is read only when there is room for it.
    let (send_room, room) = channel();
    for _ in 0..2 * threads + 1 {
        let _ = send_room.send(());
    }
    // The threads are not joined: one may wait for an input that never ends while nobody wants its answers any more.
    let (jobs, work) = (Arc::new(Mutex::new(jobs)), Arc::new(work));
    for _ in 0..threads {
        let (jobs, work, shared, done) = (jobs.clone(), work.clone(), shared.clone(), send_done.clone());
        thread::Builder::new().stack_size(STACK).spawn(move || worker(&jobs, &*work, &shared, &done))?;
    }
    let feeding = shared.clone();
    thread::Builder::new().spawn(move || feed(chunks, &feeding, &room, &send_job))?;
    // The printer waits for the workers, and they for the end of the inputs.
    drop(send_done);
    Printer { out, progress, report: &report, shared: &shared, exit: Exit::Solved, in_a_row: (0, 0) }
        .run(&done, &send_room)
}

/// The stack of a worker: as large as that of the main thread.
const STACK: usize = 8 << 20;

/// Reads the inputs, a chunk at a time.
fn feed(mut chunks: Chunks, shared: &Shared, room: &Receiver<()>, jobs: &SyncSender<Job>) {
    for number in 0.. {
        if room.recv().is_err() || interrupt::is_raised() {
            return;
        }
        let given_up = shared.given_up.load(Ordering::Relaxed);
        let Some((file, chunk)) = chunks.next(shared.size.load(Ordering::Relaxed), MOST_BYTES, given_up) else {
            return;
        };
        interrupt::begin_work();
        if jobs.send(Job { number, file, chunk }).is_err() {
            return;
        }
    }
}

/// Works on chunks until there are no more.
fn worker(jobs: &Mutex<Receiver<Job>>, work: &dyn Fn(Chunk) -> Printed, shared: &Shared, done: &Sender<Done>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { number, file, chunk }) = job else { return };
        let (name, bytes) = measure(&chunk);
        let start = Instant::now();
        let printed = work(chunk);
        let size = shared.size.load(Ordering::Relaxed);
        let size = match start.elapsed() {
            taken if taken < SHORT => (2 * size).min(MOST_PUZZLES),
            taken if taken > LONG => (size / 2).max(1),
            _ => size,
        };
        shared.size.store(size, Ordering::Relaxed);
        if done.send(Done { number, file, name, bytes, printed }).is_err() {
            return;
        }
    }
}

/// The file of a chunk, and its length.
fn measure(chunk: &Chunk) -> (Arc<str>, u64) {
    match chunk {
        Chunk::Lines(lines) => (lines.name.clone(), lines.text.len() as u64),
        Chunk::Pieces(pieces) => {
            let text = |piece: &quandary::read::split::Piece| match piece {
                Ok(source) | Err((source, _)) => (source.name.clone(), source.text.len() as u64 + 1),
            };
            let name = pieces.first().map_or_else(|| Arc::from(""), |piece| text(piece).0);
            (name, pieces.iter().map(|piece| text(piece).1).sum())
        }
    }
}

/// Prints what the workers hand over, in order.
struct Printer<'a> {
    out: &'a mut Out,
    progress: &'a Progress,
    report: &'a dyn Fn(&Bad) -> Part,
    shared: &'a Shared,
    exit: Exit,
    /// The file that was printed last, and how many texts of it in a row could not be read.
    in_a_row: (usize, usize),
}

impl Printer<'_> {
    fn run(mut self, done: &Receiver<Done>, room: &Sender<()>) -> Result<Exit, Failure> {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        loop {
            let chunk: Done = match done.try_recv() {
                Ok(chunk) => chunk,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    // Nothing comes at once: whoever reads the answers may be waiting for them.
                    self.out.flush()?;
                    match done.recv() {
                        Ok(chunk) => chunk,
                        Err(_) => break,
                    }
                }
            };
            waiting.insert(chunk.number, chunk);
            while let Some(chunk) = waiting.remove(&next) {
                next += 1;
                let printed = self.progress.hidden_while(|| self.print(chunk));
                interrupt::end_work();
                printed?;
                let _ = room.send(());
            }
            if interrupt::is_raised() && !interrupt::is_working() {
                break;
            }
        }
        self.out.flush()?;
        Ok(if interrupt::is_raised() { self.exit.max(Exit::Interrupted) } else { self.exit })
    }

    fn print(&mut self, chunk: Done) -> io::Result<()> {
        let Done { file, name, bytes, printed, .. } = chunk;
        let Printed { parts, exit, puzzles } = printed;
        if self.in_a_row.0 != file {
            self.in_a_row = (file, 0);
        }
        for part in parts {
            if self.in_a_row.1 == GIVE_UP_AFTER {
                return Ok(());
            }
            self.in_a_row.1 = if let Part::Bad(_) = part { self.in_a_row.1 + 1 } else { 0 };
            self.print_part(part)?;
            if self.in_a_row.1 == GIVE_UP_AFTER {
                self.give_up(file, &name)?;
            }
        }
        self.exit = self.exit.max(exit.unwrap_or(Exit::Solved));
        self.progress.advance(puzzles, bytes);
        Ok(())
    }

    fn print_part(&mut self, part: Part) -> io::Result<()> {
        match part {
            Part::Blocks { text, is_first_long } => self.out.blocks(&text, is_first_long),
            Part::Lines(text) => self.out.lines(&text),
            Part::Note(text) => {
                // In order also where both streams go to the same terminal.
                self.out.flush()?;
                output::eprint(&text);
                Ok(())
            }
            Part::Bad(part) => self.print_part(*part),
        }
    }

    /// So many texts in a row were no puzzles: the rest of the file is left unread.
    fn give_up(&mut self, file: usize, name: &str) -> io::Result<()> {
        self.shared.given_up.store(file, Ordering::Relaxed);
        self.exit = self.exit.max(Exit::BadInput);
        let message = format!("gave up reading {name}: {GIVE_UP_AFTER} texts in a row are no puzzles that can be read");
        let help = "the rest of the file was not read; if it holds puzzles, --family and --from say which";
        let part = (self.report)(&(Source::new(name, "", 1), Diagnostic::new(message).help(help)));
        self.print_part(part)
    }
}
