//! What people do every day: print puzzles, read what a spreadsheet saved, use a narrow window, compare as puzzles grow.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use tempfile::TempDir;

const LINE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const FIRST_ROW: &str = "5 3 4 6 7 8 9 1 2\n";

/// What the command prints, and how it ends.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn run(args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let output = Command::cargo_bin("quandary").unwrap().args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn path(desk: &TempDir, name: &str) -> (PathBuf, String) {
    let path = desk.path().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

/// The board as rows, with something between the cells and nothing in the blank ones.
fn table(separator: &str) -> String {
    let cells: Vec<String> = LINE.chars().map(|c| if c == '0' { String::new() } else { c.to_string() }).collect();
    cells.chunks(9).map(|row| row.join(separator) + "\n").collect()
}

#[test]
fn a_book_is_printed_and_is_the_same_every_time() {
    let desk = TempDir::new().unwrap();
    let (file, name) = path(&desk, "book.pdf");
    let made = run(&["generate", "sudoku", "--count", "6", "--seed", "5"], "");
    let print = |more: &[&str]| {
        let ran = run(&[&["print", "-", "-o", &name], more].concat(), made.out.clone());
        assert_eq!(ran.code, 0, "{}", ran.err);
        (fs::read(&file).unwrap(), ran.err)
    };
    let (book, said) = print(&["--per-page", "2"]);
    assert!(book.starts_with(b"%PDF-") && book == print(&["--per-page", "2"]).0);
    // A cover, three pages of puzzles, one of solutions.
    assert!(said.ends_with("6 puzzles on 5 pages\n"), "{said}");
    for (more, pages) in [
        (&["--no-cover", "--no-solutions"][..], "2 pages"),
        (&["--per-page", "12"], "2 pages"),
        (&["--paper", "letter", "--cover", "--per-page", "6"], "3 pages"),
        (&["--large-print", "--no-solutions"], "7 pages"),
    ] {
        let (other, said) = print(more);
        assert!(said.contains(pages) && other != book, "{more:?}: {said}");
    }
    assert_eq!(run(&["print", "-", "-o", &name, "--large-print", "--per-page", "3"], LINE).code, 2);
    assert_eq!(run(&["print", "-", "-o", &name], "no puzzle at all").code, 2);
    assert!(run(&["print", "-", "-o", "-"], LINE).out.starts_with("%PDF-"));
    // A puzzle that has several solutions is printed, and pointed out.
    let several = run(&["print", "-", "-o", &name], "1...\n....\n....\n....");
    assert_eq!(several.code, 0);
    assert!(several.err.contains("<stdin>:1:"), "{}", several.err);
}

#[test]
fn spreadsheets_arrays_and_data_sets_are_read() {
    let array: Vec<String> = table(",")
        .lines()
        .map(|row| {
            format!("[{}]", row.split(',').map(|c| if c.is_empty() { "0" } else { c }).collect::<Vec<_>>().join(", "))
        })
        .collect();
    let array = format!("[{}]", array.join(",\n "));
    let nulls = array.replace('0', "null");
    let utf16 = |text: &str| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    for text in [
        table(",").into_bytes(),
        table(";").into_bytes(),
        table("\t").into_bytes(),
        table(",").replace('\n', "\r\n").into_bytes(),
        array.into_bytes(),
        nulls.into_bytes(),
        utf16(&table("\t")),
        format!("quizzes,solutions\n{LINE},{SOLVED}\n").into_bytes(),
        format!("id,puzzle,solution,clues,difficulty\n1,{LINE},{SOLVED},30,0.0\n").into_bytes(),
    ] {
        let shown = String::from_utf8_lossy(&text).into_owned();
        let ran = run(&["solve", "--output", "plain"], text);
        assert!(ran.code == 0 && ran.out.starts_with(FIRST_ROW), "{shown}\n{}{}", ran.out, ran.err);
    }
    let many = format!("quizzes,solutions\n{}", format!("{LINE},{SOLVED}\n").repeat(3));
    let ran = run(&["solve", "--json"], many);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 3), "{}", ran.err);
    let ragged = run(&["solve"], table(",").replacen("6,,,1", "6,,1", 1));
    assert!(ragged.code == 2 && ragged.err.contains("a row has 8 cells, expected 9"), "{}", ragged.err);
}

#[test]
fn the_puzzle_itself_and_whole_directories_are_read() {
    let ran = run(&["solve", "--output", "plain", LINE], "");
    assert!(ran.code == 0 && ran.out.starts_with(FIRST_ROW), "{}", ran.err);
    let desk = TempDir::new().unwrap();
    fs::create_dir(desk.path().join("more")).unwrap();
    fs::write(desk.path().join("b.txt"), LINE).unwrap();
    fs::write(desk.path().join("more/a.txt"), table(",")).unwrap();
    let ran = run(&["solve", "--json", desk.path().to_str().unwrap()], "");
    let files: Vec<bool> = ran.out.lines().map(|line| line.contains("b.txt")).collect();
    assert_eq!(files, [true, false], "{}{}", ran.out, ran.err);
    let missing = run(&["solve", "nothing.txt"], "");
    assert!(missing.code == 2 && missing.err.contains("there is no such file"), "{}", missing.err);
}

/// Whether a line fits into so many columns, or is one word that cannot be broken: an address, a piece of JSON.
fn fits(line: &str, columns: usize) -> bool {
    line.chars().count() <= columns || !line.trim().contains(' ')
}

#[test]
fn boards_and_tables_fit_a_narrow_screen_or_say_how_to_see_them() {
    for args in [&["families"][..], &["compare", "-", "--time-limit", "1"]] {
        let ran = run(&[args, &["--width", "80"]].concat(), LINE);
        let tables = ran.out.lines().filter(|line| line.starts_with(['│', '┌', '╞', '└']));
        let widest = tables.map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 80, "{args:?}: {widest}\n{}", ran.out);
    }
    // On a phone or in a corner of the screen, too: no line is broken by the terminal.
    let desk = TempDir::new().unwrap();
    let long_path = desk.path().join("a-very-long-name-of-a-file-".repeat(4) + ".txt");
    fs::write(&long_path, LINE).unwrap();
    let series = ["compare", "--generate", "ballsort", "--colours", "2,3", "-n", "1", "--algorithms", "bfs,astar"];
    for width in ["40", "60"] {
        let compare = ["compare", long_path.to_str().unwrap(), "--time-limit", "1"];
        let commands = [
            &["families"][..],
            &["families", "sudoku"],
            &["compare", "--list"],
            &compare,
            &series,
            &["explain"],
            &["hint"],
            &["solve", long_path.to_str().unwrap()],
        ];
        for args in commands {
            let ran = run(&[args, &["--width", width]].concat(), LINE);
            let is_short = |line: &str| fits(line, width.parse().unwrap());
            assert!(ran.out.lines().all(is_short), "{args:?}: {width}\n{}", ran.out);
        }
    }
    // Prose breaks between words; examples that are too wide are cut, which is said.
    let narrow = run(&["families", "nonogram", "--width", "60"], "").out;
    assert!(narrow.lines().all(|line| fits(line, 60)), "{narrow}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert!(words(&narrow).join(" ").contains("Examples that are wider than the screen are cut"), "{narrow}");
    let [wide, unbroken] =
        [&["--width", "2000"][..], &[]].map(|more| run(&[&["families", "nonogram"], more].concat(), "").out);
    assert_eq!(words(&wide), words(&unbroken));
    let wide = run(&["solve", "--width", "30", LINE], "");
    assert!(words(&wide.out).join(" ").contains("needs 37 columns, and the screen has 30"), "{}", wide.out);
    assert!(wide.out.contains(FIRST_ROW) && wide.code == 0);
    assert!(run(&["solve", "--width", "40", LINE], "").out.contains('┏'));
    // A pipe has no width.
    assert!(run(&["solve", LINE], "").out.contains('┏'));
}

#[test]
fn help_lists_the_notations_of_one_family_where_there_is_one() {
    let bare = run(&["nonogram", "--help"], "").out;
    assert!(bare.contains("puzz-link") && !bare.contains("pencilmarks"), "{bare}");
    let made = run(&["generate", "sudoku", "--help"], "").out;
    assert!(made.contains("pencilmarks") && !made.contains("layout"), "{made}");
    let solve = run(&["solve", "--help"], "").out;
    assert!(!solve.contains("pencilmarks") && solve.contains("quandary families NAME"), "{solve}");
    assert_eq!(run(&["sudoku", "--from", "nin"], LINE).code, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let desk = TempDir::new().unwrap();
    let (folder, name) = path(&desk, "man1");
    assert_eq!(run(&["man", "-o", &name], "").code, 0);
    for command in ["", "-solve", "-print", "-generate-sudoku", "-nonogram"] {
        let page = fs::read_to_string(folder.join(format!("quandary{command}.1"))).unwrap();
        assert!(page.contains(".TH"), "{command}");
    }
    assert!(run(&["man"], "").out.contains("quandary"));
}

#[test]
fn a_series_of_puzzles_is_compared_in_one_summary() {
    let desk = TempDir::new().unwrap();
    let (chart, name) = path(&desk, "growth.svg");
    let series = [
        "compare",
        "--generate",
        "ballsort",
        "--colours",
        "2..4",
        "-n",
        "3",
        "--seed",
        "1",
        "--algorithms",
        "ucs,astar",
    ];
    let ran = run(&[&series[..], &["--svg", &name]].concat(), "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("colours") && ran.out.contains("quartiles"), "{}", ran.out);
    let drawn = fs::read_to_string(chart).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("CPU time (logarithmic)") && drawn.contains("astar"));
    let csv = run(&[&series[..], &["--csv"]].concat(), "").out;
    assert_eq!(csv.lines().count(), 1 + 3 * 2, "{csv}");
    assert!(csv.starts_with("size,algorithm,puzzles,ran_out,time_us_low,time_us_median"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&run(&[&series[..], &["--json"]].concat(), "").out).unwrap();
    assert_eq!((json["axis"].as_str(), json["rows"].as_array().map(Vec::len)), (Some("colours"), Some(6)));
    // Budgets are marked, and larger puzzles are not tried after that.
    let bounded = run(
        &[
            "compare",
            "--generate",
            "ballsort",
            "--colours",
            "4..6",
            "-n",
            "2",
            "--algorithms",
            "ucs",
            "--node-limit",
            "3",
        ],
        "",
    )
    .out;
    assert!(bounded.contains("2 of 2") && bounded.contains("≥"), "{bounded}");
    assert_eq!(bounded.matches("ucs").count(), 1, "{bounded}");
    // Files are summed up by their size.
    let (_, many) = path(&desk, "many.txt");
    fs::write(&many, format!("{LINE}\n{LINE}\n12..........43..\n")).unwrap();
    let summed = run(&["compare", "--summary", "--csv", "--algorithms", "mac", &many], "").out;
    assert!(summed.contains("\n9×9,mac,2,0") && summed.contains("\n4×4,mac,1,0"), "{summed}");
    // Where there are several kinds of puzzles, sizes alone would not say which.
    let house = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/nonogram/house.mk.txt");
    let mixed = run(&["compare", "--summary", "--csv", "--algorithms", "mac", &many, house], "").out;
    assert!(mixed.contains("\nSudoku 9×9,mac,2,0") && mixed.contains("\nNonogram 5×5,mac,1,0"), "{mixed}");
    // Files come in any order: what ran out on a large board is tried on the small one after it.
    let large = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sudoku/sixteen-by-sixteen.grid.txt");
    let small = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sudoku/first-steps.grid.txt");
    let falling = ["compare", "--summary", "--csv", "--algorithms", "mac", "--node-limit", "100", large, small];
    let falling = run(&falling, "").out;
    assert!(falling.contains("\n16×16,mac,1,1") && falling.contains("\n4×4,mac,1,0"), "{falling}");
    for wrong in [
        &["compare", "--generate", "ballsort", "--colours", "2..4", "--capacity", "3..4"][..],
        &["compare", "--generate", "ballsort", "--box", "3x3"],
        &["compare", "--colours", "3"],
        &["compare", "--generate", "ballsort", "file.txt"],
    ] {
        assert_eq!(run(wrong, "").code, 2, "{wrong:?}");
    }
}

/// Sentences that new users stumbled over, and what is said today.
#[test]
fn sentences_are_clear() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/");
    let explain = |name: &str| run(&["explain", &format!("{root}{name}")], "").out;
    let sort = explain("ballsort/orchard.letters.txt");
    assert!(sort.contains("which goes to bottle 1 five moves later."), "{sort}");
    assert!(sort.contains("Solved in 9 moves."), "{sort}");
    let killer = explain("sudoku/killer-link.f-puzzles.txt");
    assert!(killer.contains("The cage at r2c3 has one cell and the sum 5: r2c3 is 5."), "{killer}");
    assert!(killer.contains("Row 5 needs a 2. The 2 in r6c3 and earlier steps rule out"), "{killer}");
    let nonogram = explain("nonogram/duck.plain.txt");
    assert!(nonogram.contains("Column 5: wherever you place the 2 3, the blocks cover r2c5. Fill r2c5."), "{nonogram}");
    let aquarium = explain("aquarium/harbour.digits.txt");
    assert!(aquarium.contains("Solved in 11 steps.") && !aquarium.contains("may be wet"), "{aquarium}");
    let givens = run(&["generate", "sudoku", "--givens", "few"], "").err;
    assert!(givens.contains("--givens: 'few' is not a range such as 22..28"), "{givens}");
    let bottles = run(&["solve"], "2 1\n1 2 1 2\n").err;
    assert!(
        bottles.contains("the number of filled bottles is 2 in the first line, but the number of rows is 1"),
        "{bottles}"
    );
    let desk = TempDir::new().unwrap();
    let (file, answer) = path(&desk, "answer.txt");
    fs::write(file, SOLVED.replacen("534", "539", 1)).unwrap();
    let wrong = run(&["check", LINE, &answer], "");
    assert_eq!((wrong.code, wrong.out.as_str()), (1, "no: Row 1 has two 9s: r1c3 and r1c7.\n"), "{}", wrong.err);
}
