//! What the benchmarks share: reading collections, timing by the thread's CPU clock, and writing results down.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use cpu_time::ThreadTime;

/// Where a file of the collections would be.
fn place(path: &str) -> PathBuf {
    let folder = std::env::var_os("QUANDARY_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        |shared| PathBuf::from(shared).join("data"),
    );
    folder.join(path)
}

/// Whether a file of the collections is at hand.
pub fn has_collection(path: &str) -> bool {
    place(path).exists()
}

/// The text of a file below the folder of collections (`QUANDARY_SHARED`, or `../../shared/data`), unpacked where its
/// name ends in `.gz`.
pub fn collection(path: &str) -> String {
    let file = place(path);
    let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut text = String::new();
    let unpacked = if path.ends_with(".gz") {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text)
    } else {
        (&bytes[..]).read_to_string(&mut text)
    };
    unpacked.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text
}

/// CPU time of this thread for one run of `work`, the least of `repeats`.
pub fn least_time<T>(repeats: usize, mut work: impl FnMut() -> T) -> Duration {
    (0..repeats.max(1))
        .map(|_| {
            let start = ThreadTime::now();
            std::hint::black_box(work());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Machine, load and day, for the head of a table.
pub fn conditions() -> String {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let processors = file("/proc/cpuinfo");
    let field = |name: &str| {
        let line = processors.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map_or("", |(_, value)| value.trim()).to_owned()
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = file("/proc/loadavg").split(' ').next().unwrap_or_default().to_owned();
    let has = |flag: &str| field("flags").split(' ').any(|other| other == flag);
    let wide = ["avx2", "avx512f"].into_iter().filter(|flag| has(flag)).collect::<Vec<_>>().join(", ");
    let day = Command::new("date").arg("+%-d %B %Y").output().map(|output| output.stdout).unwrap_or_default();
    format!(
        "{} (family {}, model {}; {wide}), {cores} cores, load {load}, {}",
        field("model name"),
        field("cpu family"),
        field("model\t"),
        String::from_utf8_lossy(&day).trim()
    )
}

/// The folder of the committed results.
fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// Writes a picture to the results.
pub fn draw(name: &str, picture: &str) {
    fs::write(results().join(name), picture).expect("the folder of results can be written");
}

/// The lines of a page of results between which [`note`] writes.
const MARKS: [&str; 2] = ["<!-- measured -->", "<!-- end -->"];

/// Writes figures into a page of the results: between its marks, so that the words around them stay.
pub fn note(page: &str, figures: &str) {
    let file = results().join(page);
    let text = fs::read_to_string(&file).unwrap_or_default();
    let parts = text.split_once(MARKS[0]).and_then(|(before, rest)| Some((before, rest.split_once(MARKS[1])?.1)));
    let (before, after) = parts.unwrap_or((&text, "\n"));
    let text = format!("{before}{}\n{}\n{}{after}", MARKS[0], figures.trim(), MARKS[1]);
    fs::write(file, text).expect("the folder of results can be written");
}
