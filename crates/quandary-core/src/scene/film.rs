//! Scenes one after the other, as one animated SVG.
//!
//! A move of a plan changes few cells, so most of what there is to see stays as it was. Each cell is drawn
//! once for every stretch of frames in which it looks the same, and shown during that stretch; so are the walls, the
//! labels and the captions. The film runs by itself and starts over after its last picture; a program that does not
//! support animation shows the first one, which is the start of the plan.

use super::Scene;
use super::sheet::{Sheet, short};
use super::svg::{EDGE, Frame};
use crate::grid::Cell;
use crate::verdict::{Budget, Stopped};

/// How long each picture is seen, and how much longer the last one, in seconds.
const SECONDS: f64 = 1.0;
const LAST: f64 = 2.0;

/// Draws scenes of one size as a self-contained moving SVG document, within a budget; the error says what of it ran out.
pub fn render(scenes: impl IntoIterator<Item = Scene>, budget: &Budget) -> Result<String, Stopped> {
    let budget = &budget.begin();
    let mut charge = budget.start().account().open();
    let mut kept: Vec<Scene> = Vec::new();
    for scene in scenes {
        budget.check()?;
        charge.add(scene.bytes())?;
        kept.push(scene);
    }
    draw(&kept, budget)
}

fn draw(scenes: &[Scene], budget: &Budget) -> Result<String, Stopped> {
    let Some(first) = scenes.first() else { return Ok(String::new()) };
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame::new(scene, "")).collect();
    let description = format!("{} In {} pictures.", first.description, scenes.len());
    let mut film = Film { sheet: Sheet::new(&first.title, description.trim()).within(budget), count: scenes.len() };
    frames[0].clues(&mut film.sheet);
    for row in 0..first.cells.rows() {
        for column in 0..first.cells.columns() {
            if !film.sheet.may_go_on() {
                break;
            }
            let at = Cell { row, column };
            // A scene of another size ends before this cell, and shows nothing there.
            let looks = |frame: usize| {
                let cells = &scenes[frame].cells;
                (row < cells.rows() && column < cells.columns()).then(|| &cells[at])
            };
            film.stretches(looks, |frame, sheet| {
                if looks(frame).is_some() {
                    frames[frame].cell(row, column, false, sheet);
                }
            });
        }
    }
    film.stretches(|frame| (&scenes[frame].above, &scenes[frame].left), |frame, sheet| frames[frame].walls(sheet));
    let (mut width, mut height) = (0.0f64, 0.0f64);
    film.stretches(
        |frame| (&scenes[frame].labels, &scenes[frame].captions),
        |frame, sheet| {
            let labels_end = frames[frame].labels(sheet);
            let (right, bottom) = frames[frame].captions(labels_end, sheet);
            (width, height) = (width.max(right), height.max(bottom));
        },
    );
    match film.sheet.stopped() {
        Some(why) => Err(why),
        None => Ok(film.sheet.finish(width + EDGE, height + EDGE, true)),
    }
}

struct Film {
    sheet: Sheet,
    count: usize,
}

impl Film {
    /// Draws something once for each stretch of frames in which it looks the same.
    fn stretches<T: PartialEq>(&mut self, looks: impl Fn(usize) -> T, mut draw: impl FnMut(usize, &mut Sheet)) {
        let mut from = 0;
        while from < self.count {
            let end = (from + 1..self.count).find(|&frame| looks(frame) != looks(from)).unwrap_or(self.count);
            self.shown(from, end, |sheet| draw(from, sheet));
            from = end;
        }
    }

    /// Draws something that is seen from one frame to before another.
    fn shown(&mut self, from: usize, end: usize, draw: impl FnOnce(&mut Sheet)) {
        let length = self.count as f64 * SECONDS + LAST;
        let part = |frame: usize| ((frame as f64 * SECONDS / length) * 1e5).round() / 1e5;
        let (values, times) = match (from, end == self.count) {
            (0, true) => return draw(&mut self.sheet),
            (0, false) => ("visible;hidden", format!("0;{}", part(end))),
            (_, true) => ("hidden;visible", format!("0;{}", part(from))),
            (_, false) => ("hidden;visible;hidden", format!("0;{};{}", part(from), part(end))),
        };
        let start = if from == 0 { "visible" } else { "hidden" };
        self.sheet.draw(format_args!(
            "<g visibility=\"{start}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" \
             keyTimes=\"{times}\" dur=\"{}s\" repeatCount=\"indefinite\"/>",
            short(length)
        ));
        draw(&mut self.sheet);
        self.sheet.draw(format_args!("</g>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Paint, svg};

    fn render<const N: usize>(scenes: [Scene; N]) -> String {
        super::render(scenes, &Budget::default()).unwrap()
    }

    #[test]
    fn a_film_ends_with_its_budget() {
        let scenes = || std::iter::repeat_with(|| scene(1));
        assert_eq!(super::render(scenes(), &Budget::seconds(0.0)), Err(Stopped::Time));
        assert_eq!(super::render(scenes(), &Budget { memory: 10_000, ..Budget::default() }), Err(Stopped::Memory));
    }

    fn scene(colour: u8) -> Scene {
        let mut scene = Scene::new("two cells", 1, 2);
        scene.cells[Cell { row: 0, column: 0 }].paint = Paint::Colour(colour);
        scene.captions.push(format!("colour {colour}"));
        scene
    }

    #[test]
    fn what_stays_is_drawn_once_and_what_changes_once_for_each_look() {
        let film = render([scene(1), scene(2), scene(2)]);
        assert_eq!(film.matches("class=\"cell open\"").count(), 1);
        assert_eq!(film.matches("class=\"cell colour\"").count(), 2);
        assert_eq!(film.matches("colour 2</text>").count(), 1);
        assert!(film.contains("values=\"visible;hidden\" keyTimes=\"0;0.2\" dur=\"5s\""), "{film}");
        assert_eq!(film.matches("<g").count(), film.matches("</g>").count());
        assert!(!film.contains(" id="), "names would stand there twice");
    }

    #[test]
    fn one_picture_does_not_move() {
        let film = render([scene(1)]);
        assert!(!film.contains("<animate"));
        assert_eq!(film.matches("<path").count(), svg::render(&scene(1)).matches("<path").count());
        assert!(render([]).is_empty());
        // Scenes of different sizes make no sense, but must not panic.
        assert!(render([scene(1), Scene::new("empty", 0, 0)]).ends_with("</svg>\n"));
    }
}
