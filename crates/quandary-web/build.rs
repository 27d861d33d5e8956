//! Lists the page's files, so that they are built into the program: each file under `page/` with its address, and the
//! style that the library gives its pictures, which is the style of the boards on the page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // A folder is watched as a whole: a new file counts as a change, too.
    println!("cargo:rerun-if-changed=page");
    let home = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = home.join("page");
    let mut found = Vec::new();
    collect(&root, &mut found)?;
    let address = |file: &Path| file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
    let mut files: Vec<(String, PathBuf)> = found.into_iter().map(|file| (address(&file), file)).collect();
    files.push(("picture.css".to_owned(), home.join("../quandary-core/src/scene/picture.css")));
    files.sort();
    let mut list = String::from("&[\n");
    for (path, file) in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        // Writing to a string cannot fail.
        let _ =
            writeln!(list, "    Asset {{ path: {path:?}, bytes: include_bytes!({:?}) }},", file.display().to_string());
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("assets.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
