//! The quick tests of the Python package, with the library that Cargo has just built.
//!
//! They need Python 3.10 and pytest: those of `QUANDARY_PYTHON`, of the environment that `python/build.sh` makes, or `python3`.
//! Where there are none, the reason is printed; `QUANDARY_PYTHON_REQUIRED` makes that a failure.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// An interpreter that can run the tests.
fn interpreter(python: &Path) -> Option<PathBuf> {
    let local = python.join(".venv/bin/python");
    let named = env::var_os("QUANDARY_PYTHON").map(PathBuf::from);
    let mut candidates = named.into_iter().chain([local, PathBuf::from("python3")]);
    candidates.find(|candidate| {
        let check = "import sys, pytest; sys.exit(sys.version_info < (3, 10))";
        Command::new(candidate).args(["-c", check]).output().is_ok_and(|run| run.status.success())
    })
}

/// The native library that was built with this test. `cargo test` leaves it beside the test's own program; only `cargo build`
/// copies it to the folder above, where it may be older.
fn library() -> Option<PathBuf> {
    let folder = env::current_exe().ok()?.parent()?.to_owned();
    let names = ["lib_quandary.so", "lib_quandary.dylib", "_quandary.dll"];
    names.iter().map(|name| folder.join(name)).find(|path| path.exists())
}

#[test]
fn the_python_package_passes_its_quick_tests() {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
    let skip = |why: &str| {
        assert!(env::var_os("QUANDARY_PYTHON_REQUIRED").is_none(), "the Python tests were skipped: {why}");
        println!("skipped: {why}");
    };
    let Some(interpreter) = interpreter(&python) else {
        return skip("there is no Python 3.10 with pytest; python/build.sh makes an environment");
    };
    let Some(library) = library() else { return skip("the native library was not built") };
    // The package as a wheel would install it.
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let package = site.join("quandary");
    let _ = fs::remove_dir_all(&site);
    fs::create_dir_all(&package).expect("a folder for the package");
    for file in fs::read_dir(python.join("src/quandary")).expect("the package").flatten() {
        if file.path().is_file() {
            fs::copy(file.path(), package.join(file.file_name())).expect("a copy");
        }
    }
    let suffix = if cfg!(windows) { "pyd" } else { "abi3.so" };
    fs::copy(library, package.join(format!("_quandary.{suffix}"))).expect("a copy of the library");
    let run = Command::new(interpreter)
        .args([
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "--ignore=tests/adapters",
            "--ignore=tests/test_types.py",
            "tests",
        ])
        .current_dir(&python)
        .env("PYTHONPATH", &site)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python starts");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    println!("{said}");
    assert!(run.status.success(), "{said}");
}
