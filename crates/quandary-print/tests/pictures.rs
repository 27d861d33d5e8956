//! Quandary's own pictures become pixels and pages.

use quandary_core::Cell;
use quandary_core::scene::{Ink, Overlay, Paint, Scene, SceneCell, Tint, Wall, svg};
use quandary_print::{Drawing, Error, Styles, pdf::Pdf, png};

/// A board with one of everything that pictures have.
fn everything() -> Scene {
    let mut scene = Scene::new("Everything", 3, 4);
    scene.wall_in(|a, b| a.row != b.row);
    let cell = |row, column| Cell { row, column };
    scene.cells[cell(0, 0)] = SceneCell { text: "7".into(), ink: Ink::Given, ..SceneCell::default() };
    scene.cells[cell(0, 1)] =
        SceneCell { text: "5".into(), ink: Ink::Found, tint: Tint::Premise, ..SceneCell::default() };
    scene.cells[cell(0, 2)] = SceneCell::painted(Paint::Filled);
    scene.cells[cell(0, 3)] = SceneCell::painted(Paint::Colour(2));
    scene.cells[cell(1, 0)] = SceneCell::painted(Paint::Wavy);
    scene.cells[cell(1, 1)] = SceneCell::painted(Paint::Empty);
    scene.cells[cell(1, 2)] = SceneCell { tint: Tint::Wrong, ..SceneCell::painted(Paint::Own([255, 0, 0])) };
    scene.above[cell(2, 2)] = Wall::None;
    scene.row_clues = vec![vec!["1".into(), "2".into()]; 3];
    scene.column_clues = vec![vec!["3".into()]; 4];
    scene.captions = vec!["A caption with é and →".into()];
    scene.overlays = vec![
        Overlay::Cage { cells: vec![cell(1, 0), cell(1, 1)], label: "12".into() },
        Overlay::Thermometer(vec![cell(2, 0), cell(2, 1)]),
        Overlay::Arrow { circle: vec![cell(2, 3)], shaft: vec![cell(2, 3), cell(1, 3)] },
        Overlay::Sign { between: [cell(2, 1), cell(2, 2)], filled: Some(false), text: String::new() },
        Overlay::Line([cell(0, 0), cell(2, 2)]),
        Overlay::Shade(vec![cell(2, 2)]),
    ];
    scene
}

#[test]
fn a_picture_with_everything_becomes_pixels() {
    let drawing = Drawing::read(&svg::render(&everything())).unwrap();
    let file = png(&drawing, 2.0).unwrap();
    assert!(file.starts_with(b"\x89PNG"));
    let width = u32::from_be_bytes(file[16..20].try_into().unwrap());
    assert_eq!(width, (drawing.width * 2.0) as u32);
}

#[test]
fn a_picture_gives_the_same_page_every_time() {
    let page = || {
        let drawing = Drawing::read(&svg::render(&everything())).unwrap();
        let mut pdf = Pdf::new("Test");
        pdf.begin_page(400.0, 300.0);
        pdf.draw(&drawing, 10.0, 10.0, 1.0);
        pdf.finish()
    };
    let file = page();
    assert!(file.starts_with(b"%PDF-") && file == page());
    // Both fonts are in it, cut down to a few letters.
    assert!(file.len() < 40_000, "{}", file.len());
    assert!(file.windows(9).any(|part| part == b"/FontFile"));
}

#[test]
fn the_dark_colours_are_left_out() {
    let drawing = Drawing::read(&svg::render(&Scene::new("Empty", 1, 1))).unwrap();
    let quandary_print::drawing::Item::Path(page) = &drawing.items[0] else { panic!() };
    assert_eq!(page.fill, Some([255, 255, 255]));
}

#[test]
fn on_white_paper_a_white_ground_is_not_drawn_and_a_tinted_one_is() {
    let mut scene = Scene::new("Grounds", 1, 2);
    let items = |scene: &Scene, styles: Styles| {
        let mut styles = styles;
        styles.read(&svg::render_inside(scene, "")).unwrap().items.len()
    };
    let both =
        |scene: &Scene| (items(scene, Styles::new(svg::style())), items(scene, Styles::new(svg::style()).on_white()));
    assert_eq!(both(&scene), (3, 0));
    scene.cells[Cell { row: 0, column: 1 }].tint = Tint::Line;
    assert_eq!(both(&scene), (3, 1));
}

#[test]
fn what_is_not_understood_is_an_error() {
    for (svg, part) in [
        ("<svg><foreignObject/></svg>", "<foreignObject>"),
        ("<svg><path d=\"M0 0A1 1 0 0 0 2 2\"/></svg>", "command A"),
        ("<svg><g transform=\"scale(2)\"/></svg>", "transformation"),
        ("<svg><path fill=\"url(#a)\" d=\"M0 0H1\"/></svg>", "url(#a)"),
    ] {
        let error = Drawing::read(svg).unwrap_err();
        assert!(matches!(&error, Error::Unsupported(what) if what.contains(part)), "{error}");
    }
    assert!(matches!(Drawing::read("<svg>"), Err(Error::NotSvg(_))));
    assert!(matches!(Drawing::read("<html/>"), Err(Error::NotSvg(_))));
}

#[test]
fn a_picture_beyond_all_bounds_is_refused() {
    let drawing = Drawing { width: 1e6, height: 1e6, items: Vec::new() };
    assert!(matches!(png(&drawing, 1.0), Err(Error::TooLarge(..))));
}
