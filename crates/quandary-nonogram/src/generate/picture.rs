//! The picture that a puzzle is made from: scaled to a board, and cut into filled and empty cells or into colours.
//!
//! In black and white a cell is filled where the picture is dark: darker than a threshold, or, when it is *dithered*, so
//! that each neighbourhood is about as dark as it was (Floyd–Steinberg: the error of a cell is passed on to the neighbours
//! that come after it). Colours have a file of their own (`colours`). A cell that was a close call costs little to change
//! later.

use super::super::MAX_SIDE;
use super::super::palette::Palette;
use super::colours::painted;
use quandary_core::grid::Grid;
use quandary_core::picture::Picture;
use quandary_core::puzzle::{Cell, GenerateError, GenerateSpec};

/// A picture that is larger than this is scaled down to it, unless a size is given.
const USUAL_SIDE: usize = 40;

/// The most colours of a puzzle that is made from a picture.
const MAX_PAINTS: u64 = 12;

/// Brightness halfway between black and white.
const MIDDLE: i32 = 128;

/// The picture of a request.
pub(super) struct Wanted {
    pub(super) picture: Grid<u8>,
    /// The cost of changing a cell.
    pub(super) cost: Grid<u32>,
    /// What its colours are called, where it has several.
    pub(super) palette: Option<Palette>,
}

/// The picture of a request, where there is one.
pub(super) fn wanted(spec: &GenerateSpec) -> Result<Option<Wanted>, GenerateError> {
    let refuse = |name, message: &str| Err(GenerateError::Option { name, message: message.to_owned() });
    let (name, text) = match (spec.text("picture"), spec.text("image")) {
        (Some(_), Some(_)) => return refuse("picture", "there is one picture, this or the option 'image'"),
        (Some(text), None) => ("picture", text),
        (None, Some(text)) => ("image", text),
        (None, None) => {
            return match ["threshold", "dither", "colours"].into_iter().find(|name| spec.has(name)) {
                Some(name) => refuse(name, "this is about a picture, and none is given"),
                None => Ok(None),
            };
        }
    };
    if spec.has("density") {
        return refuse("density", "a given picture has its own");
    }
    let threshold = within(spec, "threshold", 1..=255)?;
    let count = within(spec, "colours", 2..=MAX_PAINTS)?;
    for name in ["dither", "colours"] {
        if threshold.is_some() && spec.has(name) {
            let message = if name == "dither" { "dithering needs none" } else { "a coloured puzzle needs none" };
            return refuse("threshold", message);
        }
    }
    if count.is_some() && spec.has("dither") {
        return refuse("dither", "a coloured puzzle is not dithered");
    }
    let picture = Picture::read(text).map_err(|error| GenerateError::Option { name, message: error.to_string() })?;
    let longest = picture.rows().max(picture.columns());
    let (rows, columns) = match spec.size("size")? {
        Some((rows, columns)) if rows.max(columns) > MAX_SIDE || rows.min(columns) == 0 => {
            return refuse("size", &format!("a Nonogram has 1 to {MAX_SIDE} rows and columns"));
        }
        Some(size) => size,
        None if longest <= USUAL_SIDE => (picture.rows(), picture.columns()),
        None => {
            let shorter = |side: usize| (side * USUAL_SIDE / longest).max(1);
            (shorter(picture.rows()), shorter(picture.columns()))
        }
    };
    Ok(Some(match (count, spec.has("dither")) {
        (Some(count), _) => painted(&picture, (rows, columns), count as usize),
        (None, true) => dithered(&picture.scaled(rows, columns)),
        (None, false) => cut(&picture.scaled(rows, columns), threshold.map(|threshold| threshold as u8)),
    }))
}

/// An option that is a number within limits.
fn within(
    spec: &GenerateSpec,
    name: &'static str,
    limits: std::ops::RangeInclusive<u64>,
) -> Result<Option<u64>, GenerateError> {
    if !spec.has(name) {
        return Ok(None);
    }
    let number = spec.number(name, 0)?;
    if limits.contains(&number) {
        return Ok(Some(number));
    }
    let message = format!("{number} is not from {} to {}", limits.start(), limits.end());
    Err(GenerateError::Option { name, message })
}

/// Filled where the picture is dark.
fn cut(picture: &Picture, threshold: Option<u8>) -> Wanted {
    let dark = picture.dark(threshold);
    let brightness = picture.brightness();
    // Where no threshold is given, it lies between the brightest dark cell and the darkest other one.
    let edge = dark.cells().filter(|&cell| dark[cell]).map(|cell| brightness[cell]).max().unwrap_or(0);
    let cost = brightness.map(|&bright| 1 + u32::from(bright.abs_diff(edge)));
    Wanted { picture: dark.map(|&dark| u8::from(dark)), cost, palette: None }
}

/// Filled so that each neighbourhood is about as dark as it was.
fn dithered(picture: &Picture) -> Wanted {
    let mut brightness = picture.brightness().map(|&bright| i32::from(bright));
    let mut filled = Grid::filled(picture.rows(), picture.columns(), 0);
    let mut cost = Grid::filled(picture.rows(), picture.columns(), 1);
    for cell in filled.cells() {
        let bright = brightness[cell];
        filled[cell] = u8::from(bright < MIDDLE);
        cost[cell] = 1 + (bright - MIDDLE).unsigned_abs();
        let left_over = bright - if bright < MIDDLE { 0 } else { 255 };
        // In sixteenths: right, and below from the left to the right.
        for (down, across, share) in [(0, 1, 7), (1, -1, 3), (1, 0, 5), (1, 1, 1)] {
            let column = cell.column.checked_add_signed(across).filter(|&column| column < picture.columns());
            if let Some(column) = column
                && cell.row + down < picture.rows()
            {
                brightness[Cell { row: cell.row + down, column }] += left_over * share / 16;
            }
        }
    }
    Wanted { picture: filled, cost, palette: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted_of(options: &[(&str, &str)]) -> Wanted {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        wanted(&GenerateSpec { options, ..GenerateSpec::default() }).unwrap().unwrap()
    }

    #[test]
    fn a_picture_is_scaled_to_the_board() {
        let picture = wanted_of(&[("image", "##..\n##..\n..##\n..##"), ("size", "2x2")]).picture;
        assert_eq!(picture.values(), [1, 0, 0, 1]);
        let wide = format!("P1 80 20\n{}", "1".repeat(1600));
        let picture = wanted_of(&[("image", &wide)]).picture;
        assert_eq!((picture.rows(), picture.columns()), (10, 40));
    }

    #[test]
    fn grey_is_dithered_into_as_many_cells_as_it_is_dark() {
        let grey = Picture { pixels: Grid::filled(12, 12, [128; 3]) };
        let filled = dithered(&grey).picture.values().iter().filter(|&&value| value == 1).count();
        assert!((62..=82).contains(&filled), "{filled} of 144");
        assert_eq!(cut(&grey, Some(129)).picture.values(), [1; 144]);
        assert_eq!(cut(&grey, Some(128)).picture.values(), [0; 144]);
    }

    #[test]
    fn a_close_call_costs_less_to_change() {
        let row = Picture { pixels: Grid::from_values(1, 3, vec![[0; 3], [120; 3], [255; 3]]).unwrap() };
        let cost = cut(&row, Some(128)).cost;
        assert!(cost.values()[1] < cost.values()[0] && cost.values()[1] < cost.values()[2]);
    }
}
