//! What the benchmarks share: reading collections, and timing by the thread's CPU clock.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
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
