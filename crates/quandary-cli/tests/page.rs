//! The page in a real browser: runs `tests/browser/run.sh`, which says what is missing where it cannot run.

use std::path::Path;
use std::process::Command;

/// The script's exit code when something that it needs is not installed.
const SKIPPED: i32 = 77;

#[test]
fn the_page_works_in_a_browser() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/browser/run.sh");
    let run = Command::new("bash").arg(script).env("QUANDARY_BIN", env!("CARGO_BIN_EXE_quandary")).output();
    let Ok(run) = run else {
        println!("skipped: there is no bash to run tests/browser/run.sh");
        return;
    };
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    println!("{said}");
    if run.status.code() == Some(SKIPPED) {
        // A machine that is meant to run everything says so; elsewhere the reason is printed.
        assert!(std::env::var_os("QUANDARY_BROWSER_REQUIRED").is_none(), "the browser tests were skipped: {said}");
        return;
    }
    assert!(run.status.success(), "{said}");
}
