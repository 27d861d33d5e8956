//! What boards look like, drawn in full.

use proptest::prelude::*;

use super::terminal::Style;
use super::*;

fn plain(scene: &Scene) -> String {
    terminal::render(scene, &Style::default())
}

/// A drawing in a test starts on its own line.
fn drawn(text: &str) -> &str {
    text.strip_prefix('\n').unwrap_or(text)
}

/// The document, parsed by an independent reader.
fn parsed(svg: &str) -> roxmltree::Document<'_> {
    roxmltree::Document::parse(svg).expect("a well-formed document")
}

#[test]
fn a_boxed_board_has_heavy_boxes_and_light_lines_inside() {
    let scene = samples::boxed(2, 2, "1..4 .2'3. .3'4. 4..2");
    let picture = "
┏━━━┯━━━┳━━━┯━━━┓
┃ 1 │   ┃   │ 4 ┃
┠───┼───╂───┼───┨
┃   │ 2 ┃ 3 │   ┃
┣━━━┿━━━╋━━━┿━━━┫
┃   │ 3 ┃ 4 │   ┃
┠───┼───╂───┼───┨
┃ 4 │   ┃   │ 2 ┃
┗━━━┷━━━┻━━━┷━━━┛
";
    assert_eq!(plain(&scene), drawn(picture));
}

#[test]
fn a_boxed_board_can_be_drawn_in_ascii() {
    let scene = samples::boxed(2, 2, "1..4 .2'3. .3'4. 4..2");
    let picture = "
+===+===+===+===+
| 1 :   |   : 4 |
+---+---+---+---+
|   : 2 | 3 :   |
+===+===+===+===+
|   : 3 | 4 :   |
+---+---+---+---+
| 4 :   |   : 2 |
+===+===+===+===+
";
    assert_eq!(terminal::render(&scene, &Style { ascii: true, colour: false }), drawn(picture));
}

#[test]
fn a_fill_in_one_region_is_one_body_and_regions_stand_out() {
    let mut scene = samples::regions("aab acb ccb", "..? ~~? ~~~");
    scene.captions = vec!["Region b is still open above its lowest cell.".into()];
    let picture = "
    2   2   1
  ┏━━━━━━━┳━━━┓
0 ┃ · ┊ · ┃   ┃
  ┃┈┈┈┏━━━┫┈┈┈┃
2 ┃~~~┃~~~┃   ┃
  ┣━━━┛~~~┃┈┈┈┃
3 ┃~~~~~~~┃~~~┃
  ┗━━━━━━━┻━━━┛
Region b is still open above its lowest cell.
";
    assert_eq!(plain(&scene), drawn(picture));
}

#[test]
fn columns_are_open_above_and_stand_apart() {
    let scene = samples::columns(3, &["ABA", "BB", ""]);
    let picture = "
┃ A ┃ ┃   ┃ ┃   ┃
┃ B ┃ ┃ B ┃ ┃   ┃
┃ A ┃ ┃ B ┃ ┃   ┃
┗━━━┛ ┗━━━┛ ┗━━━┛
  1     2     3
";
    assert_eq!(plain(&scene), drawn(picture));
}

#[test]
fn a_board_of_fills_shows_its_picture_with_clues_next_to_the_board() {
    let scene = samples::picture("##.# ###. ????");
    let picture = "
      2   2   1   1
    ┏━━━━━━━┯━━━┯━━━┓
2 1 ┃███████│ · │███┃
    ┃███████└───┼───┨
  3 ┃███████████│ · ┃
    ┠───┬───┬───┼───┨
    ┃   │   │   │   ┃
    ┗━━━┷━━━┷━━━┷━━━┛
";
    assert_eq!(plain(&scene), drawn(picture));
}

#[test]
fn a_board_of_thirty_fits_a_hundred_columns_and_a_larger_one_leaves_out_thin_lines() {
    let board = |size: usize| samples::picture(&vec!["#.".repeat(size / 2); size].join(" "));
    let mut thirty = board(30);
    thirty.row_clues.clear();
    assert!(plain(&thirty).lines().all(|line| line.chars().count() <= 100));
    let mut forty = board(40);
    forty.row_clues.clear();
    forty.column_clues.clear();
    let text = plain(&forty);
    // Forty rows of cells and nine thick lines; forty columns of two characters and nine thick lines.
    assert_eq!(text.lines().count(), 40 + 9);
    assert!(text.lines().all(|line| line.chars().count() == 40 * 2 + 9));
}

#[test]
fn a_colour_without_a_letter_shows_its_number() {
    let mut scene = Scene::new("One cell", 1, 1);
    scene.cells[Cell { row: 0, column: 0 }].paint = Paint::Colour(6);
    assert_eq!(plain(&scene), " 7\n");
    assert!(svg::render(&scene).contains(">7</text>"));
}

#[test]
fn a_caption_cannot_move_the_cursor() {
    let mut scene = Scene::new("Empty", 0, 0);
    scene.captions = vec!["red: \u{1b}[31m".into()];
    assert_eq!(plain(&scene), "red: \u{fffd}[31m\n");
}

#[test]
fn every_cell_of_a_picture_has_an_id_and_its_role() {
    let svg = svg::render(&samples::regions("aab acb ccb", "..? ~~? ~~~"));
    let document = parsed(&svg);
    let role = |id: &str| document.descendants().find(|node| node.attribute("id") == Some(id))?.attribute("class");
    assert_eq!(role("r1c1"), Some("cell empty"));
    assert_eq!(role("r2c1"), Some("cell wavy"));
    assert_eq!(role("r2c3"), Some("cell open"));
    assert_eq!(role("r4c1"), None);
    assert_eq!(
        document.descendants().filter(|node| node.attribute("id").is_some_and(|id| id.starts_with("r"))).count(),
        9 + 3
    );
}

#[test]
fn a_picture_names_itself_and_keeps_every_caption_as_it_was_typed() {
    let mut scene = samples::boxed(2, 2, "1... .... .... ....");
    scene.title = "Board <4 × 4> & \"boxes\"".into();
    scene.captions = vec!["a < b & \"c\" > d".into()];
    let svg = svg::render(&scene);
    let document = parsed(&svg);
    let text = |name: &str| document.descendants().find(|node| node.tag_name().name() == name)?.text();
    assert_eq!(text("title"), Some("Board <4 × 4> & \"boxes\""));
    assert_eq!(text("desc"), Some("A board of 4 rows and 4 columns."));
    assert!(document.descendants().any(|node| node.text() == Some("a < b & \"c\" > d")));
    assert_eq!(document.root_element().attribute("role"), Some("img"));
}

#[test]
fn columns_have_round_bottoms_where_the_scene_says_so_and_gaps_are_no_cells() {
    let svg = svg::render(&samples::columns(3, &["ABA", "BB", ""]));
    let document = parsed(&svg);
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert!(ids.contains(&"r1c1") && ids.contains(&"r3c5") && !ids.contains(&"r1c2"));
    let walls = document.descendants().find(|node| node.attribute("class") == Some("wall thick"));
    let rounded = walls.and_then(|node| node.attribute("d")).map_or(0, |path| path.matches('Q').count());
    assert_eq!(rounded, 2 * 3);
    let square = Scene { has_round_bottoms: false, ..samples::columns(3, &["ABA", "BB", ""]) };
    assert!(!svg::render(&square).contains('Q'));
}

fn comparison() -> chart::Chart {
    use chart::{Chart, Measure, Row, Unit};
    let row = |name: &str, time: f64, bytes: Option<f64>, stopped: Option<&str>| Row {
        name: name.into(),
        values: vec![Some(time), bytes],
        stopped: stopped.map(str::to_owned),
    };
    Chart {
        title: "Four boards & two <empty>".into(),
        measures: vec![
            Measure { name: "Time".into(), unit: Unit::Seconds },
            Measure { name: "Peak memory".into(), unit: Unit::Bytes },
        ],
        rows: vec![
            row("Uniform cost", 10.0, Some(2.1e6), Some("the time limit passed")),
            row("A*", 0.0123, Some(1.5e6), None),
            row("Greedy", 0.00045, None, None),
        ],
        captions: vec!["Each ran under 10 s.".into()],
    }
}

#[test]
fn a_chart_says_what_each_algorithm_took_and_which_ran_out() {
    let svg = chart::render(&comparison());
    let document = parsed(&svg);
    let texts: Vec<&str> =
        document.descendants().filter(|n| n.tag_name().name() == "text").filter_map(|n| n.text()).collect();
    for expected in [
        "Four boards & two <empty>",
        "Time (logarithmic scale)",
        "≥ 10 s, the time limit passed",
        "12.3 ms",
        "450 µs",
        "Peak memory",
        "≥ 2.1 MB, the time limit passed",
        "1.5 MB",
        "not measured",
    ] {
        assert!(texts.contains(&expected), "{expected} is missing in {texts:?}");
    }
    let hatched = document.descendants().filter(|n| n.attribute("fill").is_some_and(|fill| fill.starts_with("url(")));
    assert_eq!(hatched.count(), 2, "the one that ran out is hatched in both panels");
}

#[test]
fn values_are_shown_in_the_unit_that_keeps_them_short() {
    use chart::Unit::{Bytes, Count, Seconds};
    let shown = [
        Seconds.show(0.0),
        Seconds.show(0.9996),
        Seconds.show(75.0),
        Seconds.show(2e-10),
        Bytes.show(999.0),
        Bytes.show(123_456.0),
        Count.show(42.0),
        Count.show(1_250_000.0),
    ];
    assert_eq!(shown, ["0 s", "1 s", "75 s", "0.2 ns", "999 B", "123 kB", "42", "1.25 M"]);
}

fn any_wall() -> impl Strategy<Value = Wall> {
    prop_oneof![Just(Wall::None), Just(Wall::Thin), Just(Wall::Thick)]
}

fn any_cell() -> impl Strategy<Value = SceneCell> {
    let paint = prop_oneof![
        Just(Paint::Open),
        Just(Paint::Empty),
        Just(Paint::Wavy),
        Just(Paint::Filled),
        any::<u8>().prop_map(Paint::Colour),
        Just(Paint::Gap),
    ];
    let ink = prop_oneof![Just(Ink::Given), Just(Ink::Found)];
    (paint, "[0-9A-Zé<&]{0,3}", ink).prop_map(|(paint, text, ink)| SceneCell {
        paint,
        text,
        ink,
        ..SceneCell::default()
    })
}

/// Scenes of any shape; clues, labels and walls need not fit the cells.
fn any_scene() -> impl Strategy<Value = Scene> {
    let grid = |rows: usize, columns: usize| {
        let cells = prop::collection::vec(any_cell(), rows * columns);
        let walls = prop::collection::vec(any_wall(), (rows + 1) * columns + rows * (columns + 1));
        let clues = || prop::collection::vec(prop::collection::vec("[0-9?]{0,2}", 0..4), 0..8);
        let words = || prop::collection::vec("[a-z<\"&\u{1b}\n ]{0,40}", 0..8);
        (cells, walls, clues(), clues(), words(), words(), any::<bool>()).prop_map(
            move |(cells, mut walls, row_clues, column_clues, labels, captions, shapeless)| {
                let left = walls.split_off((rows + 1) * columns);
                let mut scene = Scene { row_clues, column_clues, labels, captions, ..Scene::new("", rows, columns) };
                scene.cells = Grid::from_values(rows, columns, cells).unwrap_or(scene.cells);
                scene.left = Grid::from_values(rows, columns + 1, left).unwrap_or(scene.left);
                if !shapeless {
                    scene.above = Grid::from_values(rows + 1, columns, walls).unwrap_or(scene.above);
                } else {
                    scene.above = Grid::filled(1, 1, Wall::Thick);
                }
                scene
            },
        )
    };
    (0usize..7, 0usize..7).prop_flat_map(move |(rows, columns)| grid(rows, columns))
}

/// A text without its colours.
fn colourless(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

proptest! {
    #[test]
    fn any_scene_can_be_drawn_and_every_line_of_a_walled_board_is_equally_long(mut scene in any_scene()) {
        for ascii in [false, true] {
            let text = terminal::render(&scene, &Style { ascii, colour: false });
            prop_assert!(text.lines().all(|line| line.trim_end() == line));
            let coloured = terminal::render(&scene, &Style { ascii, colour: true });
            let coloured: Vec<String> = coloured.lines().map(|line| colourless(line).trim_end().to_owned()).collect();
            prop_assert_eq!(coloured, text.lines().collect::<Vec<_>>(), "colour adds nothing but colour");
        }
        parsed(&svg::render(&scene));

        scene.labels.clear();
        scene.captions.clear();
        scene.column_clues.clear();
        scene.above = Grid::filled(scene.cells.rows() + 1, scene.cells.columns(), Wall::None);
        scene.wall_in(|a, b| (a.row + b.column) % 3 == 0);
        let text = plain(&scene);
        let lengths: std::collections::BTreeSet<usize> = text.lines().map(|line| line.chars().count()).collect();
        prop_assert!(lengths.len() <= 1 || scene.cells.columns() == 0, "{}", text);
    }

    #[test]
    fn any_chart_can_be_drawn(
        rows in prop::collection::vec(("[a-z<&]{0,60}", prop::collection::vec(prop::option::of(prop::num::f64::ANY), 0..4), any::<Option<bool>>()), 0..6),
        measures in 0usize..4,
    ) {
        let units = [chart::Unit::Seconds, chart::Unit::Bytes, chart::Unit::Count];
        let measures = (0..measures).map(|n| chart::Measure { name: "<&>".into(), unit: units[n % 3] }).collect();
        let rows = rows.into_iter().map(|(name, values, stopped)| {
            chart::Row { name, values, stopped: stopped.map(|_| "stopped".into()) }
        }).collect();
        let svg = chart::render(&chart::Chart { measures, rows, ..chart::Chart::default() });
        // Names stand between tags, numbers in attributes.
        prop_assert!(!svg.contains("\"NaN") && !svg.contains("\"inf") && !svg.contains("\"-inf"));
        parsed(&svg);
    }
}
