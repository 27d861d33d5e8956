//! Modules have no cycles: whoever reads a module need not know those that are built on it.
//!
//! The sources of a crate are read as text. A module is what lies directly under `src`; it uses another one where it names
//! it by `crate::…` or `super::…`. Comments and unit tests do not count: a comment may point at anything, and a test may
//! use anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Which modules each module uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// A source file: the path of its module, and its text.
type File = (Vec<String>, String);

#[test]
fn the_modules_of_every_library_crate_have_no_cycles() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let found = fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path());
    let libraries: Vec<_> = found.filter(|path| path.join("src/lib.rs").is_file()).collect();
    for path in &libraries {
        let name = path.file_name().unwrap().display();
        let graph = graph(&sources(&path.join("src")));
        assert_eq!(cycle(&graph), None, "{name}: {graph:#?}");
        assert!(graph.len() < 4 || graph.values().any(|used| !used.is_empty()), "{name}: {graph:?}");
    }
    let of_core = graph(&sources(&crates.join("quandary-core/src")));
    assert!(libraries.len() > 6 && of_core["write"].contains("puzzle"), "the sources were found and understood");
}

#[test]
fn a_cycle_is_found_however_the_modules_name_each_other() {
    let found = |files: &[(&str, &str)]| {
        let file = |(path, text): &(&str, &str)| (module_path(Path::new(path)), (*text).to_owned());
        cycle(&graph(&files.iter().map(file).collect::<Vec<_>>()))
    };
    let root = ("lib.rs", "pub use puzzle::{Cell, Puzzle};\npub use verdict::Outcome;");
    let (cell, verdict) = (("grid.rs", "pub struct Cell;"), ("verdict.rs", "use crate::grid::Cell;"));
    assert_eq!(found(&[root, cell, verdict, ("puzzle.rs", "use crate::{grid, verdict::Outcome};")]), None);
    for back in [
        "use crate::puzzle::Puzzle;",
        "use crate::{grid, puzzle::Puzzle};",
        "use std::fmt;\nuse crate::{\n    grid::{Cell, Grid},\n    puzzle,\n};",
        "use super::puzzle;",
        "fn f(puzzle: &dyn crate::puzzle::Puzzle) {}",
        "use crate::Puzzle;",
    ] {
        let files = [root, cell, ("verdict.rs", back), ("puzzle.rs", "use crate::verdict::Outcome;")];
        assert_eq!(found(&files).unwrap(), ["puzzle", "verdict", "puzzle"], "{back}");
    }
    for harmless in [
        "//! See [`crate::puzzle`].",
        "mod puzzle {}\nuse self::puzzle::Puzzle;",
        "#[cfg(test)]\nmod tests {\n    use crate::puzzle::Puzzle;\n}",
    ] {
        let files = [root, ("verdict.rs", harmless), ("puzzle.rs", "use crate::verdict::Outcome;")];
        assert_eq!(found(&files), None, "{harmless}");
    }
    let deep = [root, ("a/b.rs", "use super::super::c::D;"), ("c/mod.rs", ""), ("c/d.rs", "use super::super::a::b;")];
    assert_eq!(found(&deep).unwrap(), ["a", "c", "a"]);
    assert_eq!(found(&[root, ("a/b.rs", "use super::c;"), ("a/c.rs", "use super::b;")]), None, "within one module");
}

/// All source files under a folder, but for those of unit tests.
fn sources(folder: &Path) -> Vec<File> {
    fn collect(root: &Path, folder: &Path, files: &mut Vec<File>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(root, &path, files);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let inside = path.strip_prefix(root).unwrap();
                if !inside.with_extension("").iter().any(|part| part == "tests") {
                    files.push((module_path(inside), fs::read_to_string(&path).unwrap()));
                }
            }
        }
    }
    let mut files = Vec::new();
    collect(folder, folder, &mut files);
    files
}

/// The module that a file under `src` holds; none for `lib.rs`.
fn module_path(file: &Path) -> Vec<String> {
    let mut path: Vec<String> = file.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if matches!(path.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        path.pop();
    }
    path
}

/// Which modules use which.
fn graph(files: &[File]) -> Graph {
    let modules: BTreeSet<&str> = files.iter().filter_map(|(path, _)| path.first()).map(String::as_str).collect();
    let mut graph: Graph = modules.iter().map(|&module| (module.to_owned(), BTreeSet::new())).collect();
    // What the root takes from a module belongs to that module wherever it is named.
    let root = files.iter().find(|(path, _)| path.is_empty());
    let taken: BTreeMap<String, String> = root.map_or(BTreeMap::new(), |(_, text)| taken(&code(text), &modules));
    for (path, text) in files {
        let Some(module) = path.first() else { continue };
        let code = code(text);
        let mut named = names_after(&code, "crate::");
        // One `super::` for each level from here up to the root.
        let up = "super::".repeat(path.len());
        named.extend(names_after(&code, &up));
        let used = named.iter().filter_map(|name| match modules.contains(name.as_str()) {
            true => Some(name.clone()),
            false => taken.get(name).cloned(),
        });
        graph.entry(module.clone()).or_default().extend(used.filter(|other| other != module));
    }
    graph
}

/// The text without comments and unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The first names of all paths that begin with a prefix, those in braces too.
fn names_after(code: &str, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        // `foo_crate::` is another crate, and `super::super::` goes further up than its second half.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        names.extend(first_names(&code[at + prefix.len()..]));
    }
    names
}

/// The first name of each path of a use tree: `a::{b, c}` has `a`, `{a::b, c}` has `a` and `c`.
fn first_names(tree: &str) -> Vec<String> {
    let name = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(group) = tree.strip_prefix('{') else { return vec![name(tree)] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(name(group[start..at].trim_start()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

/// The items that the root takes from its modules (`pub use grid::{Cell, Grid};`), with their modules.
fn taken(root: &str, modules: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let uses = root.split(';').filter_map(|statement| statement.rsplit_once("use ").map(|(_, tree)| tree));
    let of_module = uses.filter_map(|tree| tree.split_once("::")).filter(|(module, _)| modules.contains(module));
    of_module.flat_map(|(module, rest)| first_names(rest).into_iter().map(|item| (item, module.to_owned()))).collect()
}

/// A cycle, from a module back to itself, if there is one.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    fn visit<'g>(graph: &'g Graph, path: &mut Vec<&'g str>, done: &mut BTreeSet<&'g str>) -> Option<Vec<String>> {
        let module = *path.last()?;
        for next in &graph[module] {
            if let Some(start) = path.iter().position(|&before| before == next) {
                return Some(path[start..].iter().chain([&next.as_str()]).map(|&name| name.to_owned()).collect());
            }
            if !done.contains(next.as_str()) {
                path.push(next);
                let found = visit(graph, path, done);
                path.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        done.insert(module);
        None
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|module| visit(graph, &mut vec![module], &mut done))
}
