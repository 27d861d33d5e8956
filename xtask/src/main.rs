//! `cargo xtask site [FOLDER]`: the static site, from the page's files and the npm package.
//! `cargo xtask wasm FILE`: the library as WebAssembly, for that package.
//!
//! The site can be put on any file host: it works under any address, offline after the first visit, and can be
//! installed. WebAssembly needs the target `wasm32-unknown-unknown`: where rustup has it, it is used; else a compiler
//! that `tools/wasm-toolchain.sh` unpacked into `target/wasm-toolchain`; else this says how to get one.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use flate2::Compression;
use flate2::write::GzEncoder;
use quandary_web::ASSETS;

const TARGET: &str = "wasm32-unknown-unknown";

/// A file host sends no headers of ours, so the page itself says what it may do: the same as under `quandary serve`.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// The files of the npm package that the site uses.
const PACKAGE: [&str; 4] = ["engine.js", "program.js", "worker-engine.js", "worker.js"];

const MISSING: &str = "WebAssembly needs a Rust compiler for wasm32-unknown-unknown, and there is none. Either\n\
                       \x20 rustup target add wasm32-unknown-unknown\n\
                       or, on Debian without rustup's downloads,\n\
                       \x20 tools/wasm-toolchain.sh\n\
                       and then again";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let done = match (words.next().as_deref(), words.next()) {
        (Some("site"), folder) => site(&folder.map_or_else(|| root().join("target/site"), PathBuf::from)),
        (Some("wasm"), Some(file)) => {
            wasm().and_then(|program| fs::copy(program, &file).map(drop).map_err(|why| format!("{file}: {why}")))
        }
        _ => {
            eprintln!("cargo xtask site [FOLDER]    builds the static site (default: target/site)");
            eprintln!("cargo xtask wasm FILE        builds the engine as WebAssembly");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// Builds the whole site into a folder.
fn site(folder: &Path) -> Result<(), String> {
    let read = |file: &Path| fs::read(file).map_err(|why| format!("{} cannot be read: {why}", file.display()));
    let mut files: Vec<(String, Vec<u8>)> =
        ASSETS.iter().map(|asset| (asset.path.to_owned(), asset.bytes.to_vec())).collect();
    files.push(("quandary/quandary.wasm".to_owned(), read(&wasm()?)?));
    for name in PACKAGE {
        files.push((format!("quandary/{name}"), read(&root().join("npm").join(name))?));
    }
    // The name of a build is what is in it: an unchanged site is not loaded twice.
    let build = files
        .iter()
        .flat_map(|(_, bytes)| bytes)
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let list: Vec<String> =
        files.iter().map(|(path, _)| format!("{path:?}")).filter(|path| path != "\"sw.js\"").collect();
    for (path, bytes) in &mut files {
        match path.as_str() {
            "index.html" => {
                replace(bytes, "<html lang=\"en\">", "<html lang=\"en\" data-engine=\"worker\">")?;
                let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
                replace(bytes, "<meta charset=\"utf-8\">", &format!("<meta charset=\"utf-8\">\n{policy}"))?;
            }
            "sw.js" => {
                replace(bytes, "quandary-development", &format!("quandary-{build:016x}"))?;
                replace(bytes, "const FILES = [];", &format!("const FILES = [{}];", list.join(", ")))?;
            }
            _ => {}
        }
    }
    for (path, bytes) in &files {
        let file = folder.join(path);
        let made = fs::create_dir_all(file.parent().unwrap_or(folder)).and_then(|()| fs::write(&file, bytes));
        made.map_err(|why| format!("{} cannot be written: {why}", file.display()))?;
    }
    let sizes = |wanted: fn(&str) -> bool| -> usize {
        files.iter().filter(|(path, _)| wanted(path)).map(|(_, bytes)| packed(bytes)).sum()
    };
    println!("{}: {} files", folder.display(), files.len());
    println!("  engine  {:>8} bytes compressed", sizes(|path| path.ends_with(".wasm")));
    println!("  page    {:>8} bytes compressed", sizes(|path| !path.ends_with(".wasm")));
    Ok(())
}

/// Puts one text for another, which must be there.
fn replace(bytes: &mut Vec<u8>, old: &str, new: &str) -> Result<(), String> {
    let text = std::str::from_utf8(bytes).map_err(|why| why.to_string())?;
    if !text.contains(old) {
        return Err(format!("the page has changed: it no longer contains {old:?}"));
    }
    *bytes = text.replace(old, new).into_bytes();
    Ok(())
}

/// How many bytes a file host would send.
fn packed(bytes: &[u8]) -> usize {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    // Packing into memory cannot fail.
    let written = packer.write_all(bytes);
    written.and_then(|()| packer.finish()).map_or(0, |packed| packed.len())
}

/// Builds the library as WebAssembly; says where it is.
fn wasm() -> Result<PathBuf, String> {
    let root = root();
    let own = root.join("target/wasm-toolchain");
    let cargo = cargo();
    let mut build = Command::new(&cargo);
    build.current_dir(&root).args(["build", "--package", "quandary-wasm", "--profile", "site", "--target", TARGET]);
    // Its own folder: this may run inside of another cargo, which holds the usual one.
    build.args(["--target-dir", "target/wasm"]);
    if !has_target() {
        if !own.join("usr/bin/rustc").exists() {
            return Err(MISSING.to_owned());
        }
        let lists = [own.join("usr/bin"), own.join("lld")];
        let old = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(lists.into_iter().chain(std::env::split_paths(&old)))
            .map_err(|why| why.to_string())?;
        build
            .arg("-Zbuild-std=std,panic_abort")
            .env("RUSTC", own.join("usr/bin/rustc"))
            .env("RUSTC_BOOTSTRAP", "1")
            .env("LD_LIBRARY_PATH", own.join("usr/lib/x86_64-linux-gnu"))
            .env("PATH", path);
    }
    // What this program was started with is meant for this machine's compiler. Solvers recurse: a worker gets more than
    // the usual megabyte of stack, and one that needs still more stops alone.
    build.env_remove("RUSTUP_TOOLCHAIN").env("RUSTFLAGS", "-C link-arg=-zstack-size=33554432");
    let status = build.status().map_err(|why| format!("cargo cannot be started: {why}"))?;
    if !status.success() {
        return Err("the library could not be built as WebAssembly".to_owned());
    }
    Ok(root.join(format!("target/wasm/{TARGET}/site/quandary_wasm.wasm")))
}

/// The cargo that runs this, not a wrapper that would choose a compiler.
fn cargo() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from)
}

/// Whether the usual compiler knows WebAssembly.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    asked.is_ok_and(|said| said.status.success() && Path::new(String::from_utf8_lossy(&said.stdout).trim()).exists())
}
