//! Many puzzles through one command: read, worked on by all cores, printed in order.
//!
//! One thread reads and cuts the inputs into chunks ([`Feed`]), workers turn chunks into what is to be printed, and the calling
//! thread prints it in the order of the inputs. A chunk is one puzzle at first, so that the first answer comes at once, and grows
//! while chunks take little time: a file of a million lines keeps every core busy, and a file of hard puzzles is spread
//! evenly. Only a few chunks are under way at any time, so that memory stays small whatever the input. When the input pauses,
//! everything that was read is answered and handed over. With a single thread all of this happens in turn. A worker that has
//! nothing to do may help another one whose puzzle is hard ([`Threads`]).

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quandary::Threads;
use quandary::read::Buffer;

use crate::commands::Failure;
use crate::exit::Exit;
use crate::input::{self, Bad, GIVE_UP_AFTER, MOST_PUZZLES};
use crate::interrupt;
use crate::output::{self, Out};
use crate::progress::Progress;
use crate::report::{self, ReportStyle};
use crate::saved::Position;

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
    Blocks { text: Buffer, is_first_long: bool },
    /// Answers, for standard output, one right after the other.
    Lines(Buffer),
    /// Something to say on standard error.
    Note(String),
    /// A text that could not be read, for one of the two streams.
    Bad(Box<Part>),
}

impl Printed {
    /// Adds answers, one right after the other.
    pub(crate) fn lines(&mut self) -> &mut Vec<u8> {
        if !matches!(self.parts.last(), Some(Part::Lines(_))) {
            self.parts.push(Part::Lines(Buffer::new()));
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
        let mut text = Buffer::new();
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
        return Part::Lines(format!("{}\n", report::for_programs(source, error)).into_bytes().into());
    }
    Part::Note(report::for_people(source, error, style))
}

/// Where the work comes from.
pub(crate) trait Feed: Send + 'static {
    /// A chunk.
    type Item: Send;

    /// The next chunk, of at most so many puzzles; `None` at the end. Nothing more is read of the input with the number
    /// `given_up`.
    fn next(&mut self, puzzles: usize, given_up: usize) -> Option<Task<Self::Item>>;
}

/// A chunk, and where it is from.
pub(crate) struct Task<T> {
    /// The number of the input, counted from 1, and its name.
    pub(crate) file: usize,
    pub(crate) name: Arc<str>,
    /// How many puzzles it has, readable or not.
    pub(crate) puzzles: usize,
    pub(crate) item: T,
}

/// What is printed for a chunk, and how it goes on.
pub(crate) struct Turn {
    pub(crate) printed: Printed,
    /// What has to be remembered of it, should the run be continued later.
    pub(crate) note: Vec<u8>,
    pub(crate) then: Then,
}

/// How it goes on after a chunk.
pub(crate) enum Then {
    GoOn,
    /// Nothing more is wanted.
    Stop,
    Fail(Failure),
}

/// A run of a command over all its inputs.
pub(crate) struct Stream<'a> {
    /// For the workers, one each, and for those of them whose puzzle is hard.
    pub(crate) threads: Threads,
    pub(crate) progress: &'a Progress,
    pub(crate) out: &'a mut Out,
    /// What is to be printed for a file that cannot be read.
    pub(crate) report: &'a dyn Fn(&Bad) -> Part,
    /// What is done already, and how that ended.
    pub(crate) done: (Position, Exit),
}

/// What the threads share.
struct Shared {
    /// How many puzzles the next chunk may have.
    size: AtomicUsize,
    /// The file that was given up last, counted from 1.
    given_up: AtomicUsize,
    threads: Threads,
}

impl Shared {
    /// Works on a chunk, and decides how large the next one is. A thread that works does not help others.
    fn time<M>(&self, work: impl FnOnce() -> M) -> M {
        let _busy = self.threads.occupy();
        let start = Instant::now();
        let made = work();
        self.adapt(start.elapsed());
        made
    }

    /// Makes the next chunk larger or smaller after one that took so long.
    fn adapt(&self, taken: Duration) {
        let size = self.size.load(Ordering::Relaxed);
        let size = match taken {
            taken if taken < SHORT => (2 * size).min(MOST_PUZZLES),
            taken if taken > LONG => (size / 2).max(1),
            _ => size,
        };
        self.size.store(size, Ordering::Relaxed);
    }
}

/// The stack of a worker: as large as that of the main thread.
const STACK: usize = 8 << 20;

impl Stream<'_> {
    /// Runs a command whose workers say what is to be printed for a chunk.
    pub(crate) fn run<F: Feed>(
        self,
        feed: F,
        work: impl Fn(F::Item) -> Printed + Send + Sync + 'static,
    ) -> Result<Exit, Failure> {
        self.run_in_turn(feed, work, |printed| Turn { printed, note: Vec::new(), then: Then::GoOn })
    }

    /// Runs a command that looks at what the workers have made once more, in order, before it is printed.
    pub(crate) fn run_in_turn<F: Feed, M: Send + 'static>(
        self,
        feed: F,
        work: impl Fn(F::Item) -> M + Send + Sync + 'static,
        in_turn: impl FnMut(M) -> Turn,
    ) -> Result<Exit, Failure> {
        let threads = self.threads.spare();
        let shared = Shared { size: AtomicUsize::new(1), given_up: AtomicUsize::new(0), threads: self.threads };
        let shared = Arc::new(shared);
        let (position, exit) = self.done;
        let (out, progress, report) = (self.out, self.progress, self.report);
        let printer = Printer { out, progress, report, shared: &shared, exit, position, is_whole: true };
        if threads == 1 {
            return printer.run_alone(feed, work, in_turn);
        }
        let (send_job, jobs) = sync_channel(threads);
        let (send_made, made) = channel();
        // A chunk is read only when there is room for it.
        let (send_room, room) = channel();
        for _ in 0..2 * threads + 1 {
            let _ = send_room.send(());
        }
        // The threads are not joined: one may wait for an input that never ends while nobody wants its answers any more.
        let (jobs, work) = (Arc::new(Mutex::new(jobs)), Arc::new(work));
        for _ in 0..threads {
            let (jobs, work, shared, made) = (jobs.clone(), work.clone(), shared.clone(), send_made.clone());
            thread::Builder::new().stack_size(STACK).spawn(move || worker(&jobs, &*work, &shared, &made))?;
        }
        let feeding = shared.clone();
        thread::Builder::new().spawn(move || read(feed, &feeding, &room, &send_job))?;
        // The printer waits for the workers, and they for the end of the inputs.
        drop(send_made);
        printer.run(&made, &send_room, in_turn)
    }
}

/// A chunk with its number in the run.
type Numbered<T> = (usize, Task<T>);

/// Reads the inputs, a chunk at a time.
fn read<F: Feed>(mut feed: F, shared: &Shared, room: &Receiver<()>, jobs: &SyncSender<Numbered<F::Item>>) {
    for number in 0.. {
        if room.recv().is_err() || interrupt::is_raised() {
            return;
        }
        let given_up = shared.given_up.load(Ordering::Relaxed);
        let Some(task) = feed.next(shared.size.load(Ordering::Relaxed), given_up) else { return };
        interrupt::begin_work();
        if jobs.send((number, task)).is_err() {
            return;
        }
    }
}

/// Works on chunks until there are no more.
fn worker<T, M>(
    jobs: &Mutex<Receiver<Numbered<T>>>,
    work: &dyn Fn(T) -> M,
    shared: &Shared,
    made: &Sender<Numbered<M>>,
) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, Task { file, name, puzzles, item })) = job else { return };
        let item = shared.time(|| work(item));
        if made.send((number, Task { file, name, puzzles, item })).is_err() {
            return;
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
    position: Position,
    /// Whether everything up to the position is done: after Ctrl-C a puzzle may have been left in the middle.
    is_whole: bool,
}

impl Printer<'_> {
    fn run<M>(
        mut self,
        made: &Receiver<Numbered<M>>,
        room: &Sender<()>,
        mut in_turn: impl FnMut(M) -> Turn,
    ) -> Result<Exit, Failure> {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        'run: loop {
            let (number, task) = match made.try_recv() {
                Ok(task) => task,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    // Nothing comes at once: whoever reads the answers may be waiting for them.
                    self.out.flush()?;
                    match made.recv() {
                        Ok(task) => task,
                        Err(_) => break,
                    }
                }
            };
            waiting.insert(number, task);
            while let Some(task) = waiting.remove(&next) {
                next += 1;
                if self.take(task, &mut in_turn)?.is_break() {
                    break 'run;
                }
                let _ = room.send(());
            }
            if interrupt::is_raised() && !interrupt::is_working() {
                break;
            }
        }
        self.finish()
    }

    /// Does everything in this thread: reads a chunk, works on it and prints it.
    fn run_alone<F: Feed, M>(
        mut self,
        mut feed: F,
        work: impl Fn(F::Item) -> M,
        mut in_turn: impl FnMut(M) -> Turn,
    ) -> Result<Exit, Failure> {
        while !interrupt::is_raised() {
            // Reading may wait for whoever reads the answers.
            self.out.flush()?;
            let given_up = self.shared.given_up.load(Ordering::Relaxed);
            let Some(task) = feed.next(self.shared.size.load(Ordering::Relaxed), given_up) else { break };
            interrupt::begin_work();
            let Task { file, name, puzzles, item } = task;
            let item = self.shared.time(|| work(item));
            if self.take(Task { file, name, puzzles, item }, &mut in_turn)?.is_break() {
                break;
            }
        }
        self.finish()
    }

    /// Prints a chunk that is done; `Break` where nothing more is wanted.
    fn take<M>(&mut self, task: Task<M>, in_turn: &mut impl FnMut(M) -> Turn) -> Result<ControlFlow<()>, Failure> {
        let Task { file, name, puzzles, item } = task;
        if interrupt::is_raised() {
            self.stop_noting()?;
        }
        let Turn { printed, note, then } = in_turn(item);
        if let Some(saved) = self.out.saved() {
            saved.add_note(&note);
        }
        let result = self.progress.hidden_while(|| self.print(file, &name, printed));
        interrupt::end_work();
        result?;
        match then {
            Then::GoOn => {}
            Then::Stop => return Ok(ControlFlow::Break(())),
            Then::Fail(failure) => {
                self.stop_noting()?;
                self.out.flush()?;
                return Err(failure);
            }
        }
        self.position.done += puzzles;
        self.note()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Ends the run.
    fn finish(mut self) -> Result<Exit, Failure> {
        if interrupt::is_raised() {
            self.stop_noting()?;
            self.out.flush()?;
            return Ok(self.exit.max(Exit::Interrupted));
        }
        self.out.finish()?;
        Ok(self.exit)
    }

    /// Takes note of how far the run is.
    fn note(&mut self) -> io::Result<()> {
        match self.out.saved() {
            Some(saved) if self.is_whole => saved.note(self.position, self.exit),
            _ => Ok(()),
        }
    }

    /// The run ends before its end: from here on it can be continued.
    fn stop_noting(&mut self) -> io::Result<()> {
        if let Some(saved) = self.out.saved()
            && self.is_whole
        {
            saved.note_now(self.position, self.exit)?;
        }
        self.is_whole = false;
        Ok(())
    }

    fn print(&mut self, file: usize, name: &str, printed: Printed) -> io::Result<()> {
        let Printed { parts, exit, puzzles } = printed;
        if self.position.file != file {
            self.position = Position { file, ..Position::default() };
        }
        for part in parts {
            if self.position.unreadable == GIVE_UP_AFTER {
                return Ok(());
            }
            self.position.unreadable = if let Part::Bad(_) = part { self.position.unreadable + 1 } else { 0 };
            self.print_part(part)?;
            if self.position.unreadable == GIVE_UP_AFTER {
                self.give_up(file, name)?;
            }
        }
        self.exit = self.exit.max(exit.unwrap_or(Exit::Solved));
        self.progress.advance(puzzles);
        Ok(())
    }

    fn print_part(&mut self, part: Part) -> io::Result<()> {
        match part {
            Part::Blocks { text, is_first_long } => self.out.blocks(text.as_slice(), is_first_long),
            Part::Lines(text) => self.out.lines(text.as_slice()),
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
        let part = (self.report)(&input::gave_up(name));
        self.print_part(part)
    }
}
