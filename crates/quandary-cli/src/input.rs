//! Where puzzles come from: files, standard input, or the command line itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quandary::Puzzle;
use quandary::read::split::{Chunk, Piece, Splitter};
use quandary::read::{self, Detected, Diagnostic, Fit, Hints, Source};

use crate::background::Background;
use crate::output;
use crate::packed;
use crate::saved::Position;
use crate::stream::{Feed, Task};
use crate::utf16;

/// Something that could not be read: where, and what is wrong.
pub(crate) type Bad = (Source, Diagnostic);

/// The texts of all puzzles of all inputs, in order, read as they are asked for.
pub(crate) struct Pieces {
    inputs: std::vec::IntoIter<String>,
    hints: Hints,
    /// The input being read, and its name.
    current: Option<(String, Splitter<Box<dyn BufRead + Send>>)>,
    /// The file that was noted last, and how many texts of it in a row could not be read.
    unreadable: (Arc<str>, usize),
    /// The message to print before the next piece.
    last_words: Option<Bad>,
}

/// So many texts in a row that cannot be read show that a file holds no puzzles: the rest of it is left unread.
pub(crate) const GIVE_UP_AFTER: usize = 1000;

impl Pieces {
    /// The puzzles of these inputs; standard input when there are none.
    pub(crate) fn new(inputs: &[String], hints: Hints) -> Self {
        let inputs = if inputs.is_empty() { vec!["-".to_owned()] } else { inputs.to_vec() };
        Pieces { inputs: inputs.into_iter(), hints, current: None, unreadable: (Arc::from(""), 0), last_words: None }
    }

    /// Takes note of whether a piece could be read, of all pieces in order. `false` for one of a file that was given up
    /// before: nothing is to be said about it.
    pub(crate) fn note(&mut self, source: &Source, is_readable: bool) -> bool {
        let (file, in_a_row) = &mut self.unreadable;
        if **file != *source.name {
            (*file, *in_a_row) = (source.name.clone(), 0);
        }
        if *in_a_row == GIVE_UP_AFTER {
            return false;
        }
        *in_a_row = if is_readable { 0 } else { *in_a_row + 1 };
        if *in_a_row == GIVE_UP_AFTER {
            if self.current.as_ref().is_some_and(|(name, _)| **name == *source.name) {
                self.current = None;
            }
            self.last_words = Some(gave_up(&source.name));
        }
        true
    }
}

impl Iterator for Pieces {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if let Some(bad) = self.last_words.take() {
            // Nothing more comes from that file, so that counting starts over.
            self.unreadable.1 = 0;
            return Some(Err(bad));
        }
        loop {
            if let Some((name, splitter)) = &mut self.current {
                match splitter.next() {
                    Some(Ok(piece)) => return Some(piece),
                    Some(Err(error)) => {
                        let bad = cannot_read(name, &error);
                        self.current = None;
                        return Some(Err(bad));
                    }
                    None => self.current = None,
                }
            }
            let input = self.inputs.next()?;
            match open(&input, &Arc::default()) {
                Ok(Input { name, stream, .. }) => {
                    self.current = Some((name.to_owned(), Splitter::new(stream, name, self.hints.clone())));
                }
                Err(error) => return Some(Err(cannot_read(&input, &error))),
            }
        }
    }
}

/// The puzzles of all inputs in chunks, in order, read as they are asked for.
pub(crate) struct Chunks {
    inputs: std::vec::IntoIter<String>,
    hints: Hints,
    /// The input being read.
    current: Option<Current>,
    /// Its number, counted from 1.
    file: usize,
    /// How many of its puzzles are to be passed over.
    skip: usize,
    /// How much was read of the inputs.
    read: Arc<AtomicU64>,
}

/// An input that is being read, and its name.
type Current = (Arc<str>, Splitter<Box<dyn BufRead + Send>>);

/// The most puzzles of a chunk.
pub(crate) const MOST_PUZZLES: usize = 8192;

/// The most bytes of a chunk, but for one puzzle that is larger.
const MOST_BYTES: usize = 256 << 10;

impl Chunks {
    /// The puzzles of these inputs; standard input when there are none. The bytes that are read are counted.
    pub(crate) fn new(inputs: &[String], hints: Hints, read: Arc<AtomicU64>) -> Self {
        let inputs = if inputs.is_empty() { vec!["-".to_owned()] } else { inputs.to_vec() };
        Chunks { inputs: inputs.into_iter(), hints, current: None, file: 0, skip: 0, read }
    }

    /// Goes on after the puzzles that are done.
    pub(crate) fn after(mut self, done: Position) -> Self {
        let files = done.file.saturating_sub(1);
        self.inputs.by_ref().take(files).for_each(drop);
        // A file that was given up is not looked at again.
        let is_given_up = done.unreadable == GIVE_UP_AFTER;
        if is_given_up {
            self.inputs.next();
        }
        Chunks { file: files + usize::from(is_given_up), skip: if is_given_up { 0 } else { done.done }, ..self }
    }

    /// Begins the next input; `None` after the last one, an error as a chunk.
    fn open_next(&mut self) -> Option<Result<(), Chunk>> {
        let input = self.inputs.next()?;
        (self.current, self.file) = (None, self.file + 1);
        Some(match open(&input, &self.read) {
            Ok(Input { name, stream, would_wait }) => {
                let name: Arc<str> = name.into();
                let splitter = Splitter::new(stream, name.clone(), self.hints.clone()).with_pauses(would_wait);
                self.current = Some((name, splitter));
                Ok(())
            }
            Err(error) => Err(Chunk::Pieces(vec![Err(cannot_read(&input, &error))])),
        })
    }

    /// The next puzzles of one input, with its number.
    fn read_on(&mut self, puzzles: usize, given_up: usize) -> Option<Chunk> {
        loop {
            if let Some((name, splitter)) = &mut self.current
                && self.file != given_up
            {
                match splitter.next_chunk(puzzles, MOST_BYTES) {
                    Ok(Some(chunk)) => return Some(chunk),
                    Ok(None) => {}
                    Err(error) => {
                        let bad = cannot_read(name, &error);
                        self.current = None;
                        return Some(Chunk::Pieces(vec![Err(bad)]));
                    }
                }
            }
            self.skip = if self.current.is_some() { 0 } else { self.skip };
            if let Err(chunk) = self.open_next()? {
                return Some(chunk);
            }
        }
    }
}

impl Feed for Chunks {
    type Item = Chunk;

    fn next(&mut self, puzzles: usize, given_up: usize) -> Option<Task<Chunk>> {
        loop {
            let most = if self.skip > 0 { MOST_PUZZLES } else { puzzles };
            let chunk = self.read_on(most, given_up)?;
            let puzzles = chunk.len();
            let skipped = self.skip.min(puzzles);
            self.skip -= skipped;
            if let Some(chunk) = if skipped > 0 { chunk.without_first(skipped) } else { Some(chunk) } {
                let name = self.current.as_ref().map_or_else(|| Arc::from(""), |(name, _)| name.clone());
                return Some(Task { file: self.file, name, puzzles: puzzles - skipped, item: chunk });
            }
        }
    }
}

/// The one puzzle of an input.
pub(crate) fn one_puzzle(input: &str, hints: &Hints) -> Result<Puzzle, Bad> {
    let mut pieces = Pieces::new(&[input.to_owned()], hints.clone());
    let Some(first) = pieces.next() else {
        return Err((Source::new(input, "", 1), Diagnostic::new("there is no puzzle here")));
    };
    let source = first?;
    if let Some(second) = pieces.next() {
        let (Ok(second) | Err((second, _))) = second;
        let error = Diagnostic::new("there is more than one puzzle here")
            .label("the second starts here", second.first_word())
            .help("give one puzzle; 'quandary solve' takes many");
        return Err((second, error));
    }
    read_puzzle(source, hints)
}

/// A puzzle that was read, or what is wrong with it.
pub(crate) type ReadPuzzle = Result<Puzzle, Bad>;

/// Reads all puzzles of a chunk.
pub(crate) fn puzzles_of(chunk: Chunk, hints: &Hints) -> Vec<ReadPuzzle> {
    match chunk {
        Chunk::Pieces(pieces) => pieces.into_iter().map(|piece| read_piece(piece, None, hints)).collect(),
        Chunk::Lines(lines) => {
            lines.iter().map(|(number, line)| read_piece(lines.piece(number, line), lines.kind, hints)).collect()
        }
    }
}

/// Finds out what a piece is, and reads it. The lines of a file are mostly of one kind, which is tried first.
pub(crate) fn read_piece(piece: Piece, kind: Option<Detected>, hints: &Hints) -> ReadPuzzle {
    let source = piece?;
    match read::puzzle_like(&source, kind, hints) {
        Ok(board) => Ok(Puzzle::new(board, source, hints.clone())),
        Err(error) => Err((source, error)),
    }
}

/// Every puzzle of all inputs, each read as it comes.
pub(crate) fn puzzles(inputs: &[String], hints: Hints) -> impl Iterator<Item = Result<Puzzle, Bad>> {
    let mut pieces = Pieces::new(inputs, hints.clone());
    std::iter::from_fn(move || {
        let read = pieces.next()?.and_then(|piece| read_puzzle(piece, &hints));
        pieces.note(source_of(&read), read.is_ok());
        Some(read)
    })
}

/// The text of a puzzle, whether it could be read or not.
pub(crate) fn source_of(read: &Result<Puzzle, Bad>) -> &Source {
    match read {
        Ok(puzzle) => puzzle.source(),
        Err((source, _)) => source,
    }
}

/// Reads a puzzle from its text.
fn read_puzzle(source: Source, hints: &Hints) -> Result<Puzzle, Bad> {
    Puzzle::read_source(source, hints).map_err(|error| (error.source_text, error.diagnostic))
}

/// The longest text that is read as a solution or as what a player has written. A 512 × 512 board takes half a megabyte.
pub(crate) const LONGEST_ANSWER: usize = 4 << 20;

/// The whole text of an input.
pub(crate) fn whole(input: &str) -> Result<Source, Bad> {
    let Input { name, stream, .. } = open(input, &Arc::default()).map_err(|error| cannot_read(input, &error))?;
    let mut bytes = Vec::new();
    stream.take(LONGEST_ANSWER as u64 + 1).read_to_end(&mut bytes).map_err(|error| cannot_read(name, &error))?;
    if bytes.len() > LONGEST_ANSWER {
        let error = Diagnostic::new(format!("{name} is too long: more than {} MiB", LONGEST_ANSWER >> 20));
        return Err((Source::new(name, "", 1), error));
    }
    Source::from_bytes(name, bytes, 1)
}

/// An open input.
pub(crate) struct Input<'i> {
    /// What messages call it.
    pub(crate) name: &'i str,
    pub(crate) stream: Box<dyn BufRead + Send>,
    /// Whether reading on would wait for whoever writes it.
    would_wait: Box<dyn FnMut() -> bool + Send>,
}

impl<'i> Input<'i> {
    /// A text of the command line.
    fn given(text: &str) -> Self {
        Input::steady("<argument>", Box::new(io::Cursor::new(text.to_owned().into_bytes())))
    }

    /// An input that never waits for anybody.
    fn steady(name: &'i str, stream: Box<dyn BufRead + Send>) -> Self {
        Input { name, stream, would_wait: Box::new(|| false) }
    }
}

/// Names of files are shorter than this, or have a slash; a puzzle with a slip in it is longer.
const LONG: usize = 30;

/// Whether something that is not the name of a file is a puzzle itself, or was meant to be one.
fn is_puzzle(text: &str) -> bool {
    let least = if text.len() >= LONG && !text.contains(['/', '\\']) { Fit::Damaged } else { Fit::Possible };
    read::detect(&Source::from_text(text), &quandary::hints()).is_ok_and(|found| found.fit >= least)
}

/// The inputs with the files of directories in their place: all that are not hidden, in the order of their names.
pub(crate) fn walk(inputs: &[String]) -> Vec<String> {
    let mut walked = Vec::new();
    for input in inputs {
        let before = walked.len();
        if Path::new(input).is_dir() {
            walk_into(Path::new(input), &mut walked);
        }
        // An empty directory, and one that cannot be read, is reported when it is opened.
        if walked.len() == before {
            walked.push(input.clone());
        }
    }
    walked
}

fn walk_into(folder: &Path, walked: &mut Vec<String>) {
    let Ok(entries) = folder.read_dir() else { return };
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let is_hidden = entry.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        match entry.to_str() {
            _ if is_hidden => {}
            // Links to directories are not followed: they may lead in circles.
            _ if entry.is_dir() && !entry.is_symlink() => walk_into(&entry, walked),
            Some(path) if entry.is_file() => walked.push(path.to_owned()),
            _ => {}
        }
    }
}

/// A stream that counts what is read from it.
struct Counted<R> {
    stream: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.stream.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Opens one input; what is read of it is counted.
pub(crate) fn open<'i>(input: &'i str, read: &Arc<AtomicU64>) -> io::Result<Input<'i>> {
    if input == "-" {
        if io::stdin().is_terminal() {
            output::eprint("Type or paste a puzzle; end it with Ctrl-D.\n");
        }
        let stdin = Background::start(io::stdin())?;
        let would_wait = stdin.would_wait();
        let (stream, is_packed) = packed::unpacked(stdin)?;
        let steady = Input::steady("<stdin>", utf16::decoded(stream)?);
        return Ok(if is_packed { steady } else { Input { would_wait: Box::new(would_wait), ..steady } });
    }
    if input.contains("://") {
        return Ok(Input::given(input));
    }
    // Opening a directory succeeds on many systems and fails later with less to say.
    if Path::new(input).is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let file = match File::open(input) {
        Ok(file) => file,
        Err(_) if is_puzzle(input) => return Ok(Input::given(input)),
        Err(error) => return Err(error),
    };
    let file = Counted { stream: file, read: read.clone() };
    let (stream, _) = packed::unpacked(BufReader::with_capacity(1 << 16, file))?;
    Ok(Input::steady(input, utf16::decoded(stream)?))
}

/// A file whose rest is left unread.
pub(crate) fn gave_up(name: &str) -> Bad {
    let message = format!("gave up reading {name}: {GIVE_UP_AFTER} texts in a row could not be read as puzzles");
    let help = "the rest of the file was not read; if it holds puzzles, --family and --from say which";
    (Source::new(name, "", 1), Diagnostic::new(message).help(help))
}

/// A file that cannot be read, said in plain words.
pub(crate) fn cannot_read(name: &str, error: &io::Error) -> Bad {
    let (why, help) = match error.kind() {
        io::ErrorKind::NotFound => ("there is no such file", "check the name; it cannot be read as a puzzle either"),
        io::ErrorKind::IsADirectory => match walk(&[name.to_owned()])[..] {
            [ref one] if one == name => ("it is a directory without files", "hidden files are not read"),
            _ => ("it is a directory", "name one file; 'solve' and other commands for many puzzles read all of them"),
        },
        io::ErrorKind::PermissionDenied => ("permission denied", "check its owner and mode"),
        _ => ("", ""),
    };
    let why = if why.is_empty() { error.to_string() } else { why.to_owned() };
    let diagnostic = Diagnostic::new(format!("cannot read {name}: {why}"));
    (Source::new(name, "", 1), if help.is_empty() { diagnostic } else { diagnostic.help(help) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_does_not_stop_the_next_one() {
        let inputs = ["no such file".to_owned(), "https://example.org/?1".to_owned()];
        let pieces: Vec<Piece> = Pieces::new(&inputs, quandary::hints()).collect();
        let [Err((_, missing)), Ok(url)] = pieces.as_slice() else { panic!("{pieces:?}") };
        assert_eq!(missing.message, "cannot read no such file: there is no such file");
        assert_eq!(url.text, "https://example.org/?1");
    }

    #[test]
    fn directories_are_walked_in_the_order_of_names() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("b")).unwrap();
        for name in ["c.txt", "b/2.txt", "b/1.txt", "a.txt", ".hidden"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let path = folder.path().to_str().unwrap().to_owned();
        let expected: Vec<String> =
            ["a.txt", "b/1.txt", "b/2.txt", "c.txt"].iter().map(|name| format!("{path}/{name}")).collect();
        assert_eq!(walk(&[path, "-".to_owned()]), [expected, vec!["-".to_owned()]].concat());
    }

    #[test]
    fn a_puzzle_may_be_given_itself() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let pieces: Vec<Piece> = Pieces::new(&[puzzle.to_owned()], quandary::hints()).collect();
        assert!(matches!(&pieces[..], [Ok(source)] if source.text == puzzle), "{pieces:?}");
        // One symbol is missing: what is wrong with it is said, and not that there is no such file.
        assert!(is_puzzle(&puzzle[..80]));
        assert!(
            !is_puzzle("a-name-that-is-longer-than-most-puzzles.txt") && !is_puzzle("puzzles/of-the-year-2026/all.txt")
        );
        assert!(!is_puzzle("puzzle.txt") && !is_puzzle("53") && !is_puzzle("puzzles"));
    }

    #[test]
    fn an_empty_directory_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let (_, error) = whole(folder.path().to_str().unwrap()).unwrap_err();
        assert!(error.message.ends_with("it is a directory without files"), "{}", error.message);
    }
}
