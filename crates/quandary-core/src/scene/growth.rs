//! Growth charts: how algorithms cope as puzzles grow.
//!
//! One panel for each measure (time, nodes, memory), one line for each algorithm, sizes from left to right. The vertical axes are
//! logarithmic: exponential growth is a straight line, and a constant factor between two algorithms is the same distance everywhere. A point is
//! the median of several puzzles, the bar through it goes from the first quartile to the third. A hollow point is a lower bound:
//! half of the runs or more ran out of their budget. Lines differ in colour and in the shape of their points.

use std::fmt::Write as _;

use super::chart::Measure;
use super::palette::paint;
use super::sheet::{Anchor, Place, Sheet, short, text_width};

/// A growth chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Growth {
    /// The name of the chart, shown above it.
    pub title: String,
    /// What grows: "colours".
    pub axis: String,
    /// The sizes, from left to right. Numbers are placed by their value, everything else evenly.
    pub sizes: Vec<String>,
    /// What is measured, one panel each.
    pub measures: Vec<Measure>,
    /// What is compared.
    pub lines: Vec<GrowthLine>,
    /// Lines of text under the chart.
    pub captions: Vec<String>,
}

/// One of the things compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GrowthLine {
    /// Its name.
    pub name: String,
    /// For each measure one point for each size; `None` where it was not measured.
    pub points: Vec<Vec<Option<GrowthPoint>>>,
}

/// What several runs of one size took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GrowthPoint {
    /// The first quartile.
    pub low: f64,
    /// The median.
    pub middle: f64,
    /// The third quartile.
    pub high: f64,
    /// Whether it is only a lower bound, because runs were stopped.
    pub is_bound: bool,
}

const EDGE: f64 = 20.0;
const WIDTH: f64 = 760.0;
/// Where panels begin: values of the axis stand before it.
const LEFT: f64 = 84.0;
const PANEL: f64 = 210.0;
const TEXT: f64 = 14.0;
/// Half the size of a point.
const POINT: f64 = 4.5;
/// Smaller values are drawn as this much: a logarithmic axis has no zero.
const LEAST: f64 = 1e-9;

/// Draws a growth chart as a self-contained SVG document.
pub fn render(chart: &Growth) -> String {
    let mut sheet = Sheet::new(&chart.title, &in_words(chart));
    sheet.text(&chart.title, "clue", Place { x: EDGE, y: EDGE + 10.0, size: 19.0, anchor: Anchor::Start });
    let mut y = legend(chart, EDGE + 44.0, &mut sheet) + 26.0;
    for measure in 0..chart.measures.len() {
        y = panel(chart, measure, y, &mut sheet);
    }
    let bottom = sheet.captions(&chart.captions, EDGE, y, WIDTH - 2.0 * EDGE);
    sheet.finish(WIDTH, bottom + EDGE, true)
}

/// The chart for screen readers.
fn in_words(chart: &Growth) -> String {
    let mut text = String::new();
    for (index, measure) in chart.measures.iter().enumerate() {
        for line in &chart.lines {
            let Some(points) = line.points.get(index) else { continue };
            // Writing to a string cannot fail.
            let _ = write!(text, "{}, {}:", measure.name, line.name);
            for (size, point) in chart.sizes.iter().zip(points) {
                let Some(point) = point else { continue };
                let bound = if point.is_bound { "at least " } else { "" };
                let _ = write!(text, " {} {size}: {bound}{};", chart.axis, measure.unit.show(point.middle));
            }
            text.push(' ');
        }
    }
    text.trim_end().to_owned()
}

/// Draws the names of the lines, as many side by side as there is room for; returns where they end.
fn legend(chart: &Growth, top: f64, sheet: &mut Sheet) -> f64 {
    let (mut x, mut y) = (EDGE + POINT, top);
    for (index, line) in chart.lines.iter().enumerate() {
        let width = 14.0 + text_width(&line.name, TEXT) + 18.0;
        if x > EDGE + POINT && x + width > WIDTH - EDGE {
            (x, y) = (EDGE + POINT, y + 22.0);
        }
        point(index, x, y, false, sheet);
        sheet.text(&line.name, "", Place { x: x + 11.0, y, size: TEXT, anchor: Anchor::Start });
        x += width;
    }
    y
}

/// The colour of a line.
fn colour(index: usize) -> String {
    // Yellow is hard to see as a line on white.
    const SEEN: [u8; 10] = [1, 6, 2, 4, 0, 7, 5, 9, 11, 13];
    paint(SEEN[index % SEEN.len()]).hex()
}

/// Draws a point: its shape tells lines apart where colours do not.
fn point(index: usize, x: f64, y: f64, is_hollow: bool, sheet: &mut Sheet) {
    let (hex, r) = (colour(index), POINT);
    let fill = if is_hollow { "none" } else { &hex };
    let look = format!("fill=\"{fill}\" stroke=\"{hex}\" stroke-width=\"1.6\"");
    let at = |dx: f64, dy: f64| format!("{} {}", short(x + dx), short(y + dy));
    let corners = match index % 5 {
        0 => {
            let (x, y) = (short(x), short(y));
            return sheet.draw(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {look}/>", short(r)));
        }
        1 => vec![at(-r, -r), at(r, -r), at(r, r), at(-r, r)],
        2 => vec![at(0.0, -1.3 * r), at(1.2 * r, r), at(-1.2 * r, r)],
        3 => vec![at(0.0, -1.4 * r), at(1.4 * r, 0.0), at(0.0, 1.4 * r), at(-1.4 * r, 0.0)],
        _ => vec![at(0.0, 1.3 * r), at(1.2 * r, -r), at(-1.2 * r, -r)],
    };
    sheet.draw(format_args!("<path d=\"M{}Z\" {look}/>", corners.join("L")));
}

/// Draws the panel of a measure from `top` down; returns where it ends.
fn panel(chart: &Growth, measure: usize, top: f64, sheet: &mut Sheet) -> f64 {
    let Measure { name, unit } = &chart.measures[measure];
    let heading = format!("{name} (logarithmic)");
    sheet.text(&heading, "clue", Place { x: EDGE, y: top, size: 15.0, anchor: Anchor::Start });
    let bottom = top + 18.0 + PANEL;
    let points = || chart.lines.iter().filter_map(|line| line.points.get(measure)).flatten().flatten();
    let values = || points().flat_map(|point| [point.low, point.middle, point.high]).map(|value| value.max(LEAST));
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(LEAST, f64::max));
    if points().next().is_none() {
        return bottom;
    }
    let (low, high) = ((least.log10() - 0.05).floor(), (most.log10() + 0.05).ceil());
    let height = |value: f64| bottom - (value.max(LEAST).log10() - low) / (high - low).max(1.0) * PANEL;
    let right = WIDTH - EDGE;
    let step = ((high - low) as usize / 7 + 1) as i32;
    for power in (low as i32..=high as i32).step_by(step as usize) {
        let value = 10f64.powi(power);
        let y = height(value);
        sheet.draw(format_args!("<path class=\"rule\" d=\"M{} {}H{}\"/>", short(LEFT), short(y), short(right)));
        let place = Place { x: LEFT - 8.0, y, size: 11.0, anchor: Anchor::End };
        sheet.text(&unit.show(value), "axis", place);
    }
    let xs = places(&chart.sizes, LEFT + 24.0, right - 24.0);
    let mut last = f64::NEG_INFINITY;
    for (size, &x) in chart.sizes.iter().zip(&xs) {
        let half = text_width(size, 11.0) / 2.0;
        // Names that would touch the one before are left out.
        if x - half > last + 4.0 {
            sheet.text(size, "axis", Place { x, y: bottom + 12.0, size: 11.0, anchor: Anchor::Middle });
            last = x + half;
        }
    }
    let place = Place { x: f64::midpoint(LEFT, right), y: bottom + 28.0, size: 12.0, anchor: Anchor::Middle };
    sheet.text(&chart.axis, "label", place);
    for (index, line) in chart.lines.iter().enumerate() {
        let Some(points) = line.points.get(measure) else { continue };
        let hex = colour(index);
        let mut path = String::new();
        for (point, x) in points.iter().zip(&xs) {
            match point {
                Some(point) => {
                    let pen = if path.is_empty() || path.ends_with(' ') { 'M' } else { 'L' };
                    let _ = write!(path, "{pen}{} {}", short(*x), short(height(point.middle)));
                }
                // A gap: the line begins anew.
                None => path.push(' '),
            }
        }
        let line = path.trim_end();
        sheet.draw(format_args!("<path fill=\"none\" stroke=\"{hex}\" stroke-width=\"2\" d=\"{line}\"/>"));
        for (spread, x) in points.iter().zip(&xs).filter_map(|(point, x)| Some((point.as_ref()?, *x))) {
            let (x_at, from, to) = (short(x), short(height(spread.low)), short(height(spread.high)));
            sheet.draw(format_args!(
                "<path fill=\"none\" stroke=\"{hex}\" stroke-width=\"1.2\" opacity=\"0.6\" d=\"M{x_at} {from}V{to}\"/>"
            ));
            point(index, x, height(spread.middle), spread.is_bound, sheet);
        }
    }
    bottom + 58.0
}

/// Where the sizes are: by their values where all are numbers that grow, else evenly.
fn places(sizes: &[String], left: f64, right: f64) -> Vec<f64> {
    let numbers: Option<Vec<f64>> =
        sizes.iter().map(|size| size.parse().ok().filter(|n: &f64| n.is_finite())).collect();
    let grows = |numbers: &Vec<f64>| numbers.len() > 1 && numbers.windows(2).all(|pair| pair[0] < pair[1]);
    match numbers.filter(grows) {
        Some(numbers) => {
            let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
            numbers.iter().map(|number| left + (number - first) / (last - first) * (right - left)).collect()
        }
        None => {
            let step = (right - left) / sizes.len().saturating_sub(1).max(1) as f64;
            (0..sizes.len()).map(|index| left + index as f64 * step).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chart::Unit;
    use super::*;

    fn chart() -> Growth {
        let point = |middle: f64| Some(GrowthPoint { low: middle / 2.0, middle, high: middle * 2.0, is_bound: false });
        let line =
            |name: &str, points: Vec<Option<GrowthPoint>>| GrowthLine { name: name.into(), points: vec![points] };
        Growth {
            title: "Growth".into(),
            axis: "colours".into(),
            sizes: ["3", "4", "8"].map(String::from).to_vec(),
            measures: vec![Measure { name: "time".into(), unit: Unit::Seconds }],
            lines: vec![
                line(
                    "ucs",
                    vec![point(1e-3), point(1e-2), Some(GrowthPoint { is_bound: true, ..point(5.0).unwrap() })],
                ),
                line("a*", vec![point(1e-4), None, point(0.0)]),
            ],
            captions: Vec::new(),
        }
    }

    #[test]
    fn every_line_has_its_points_and_a_bound_is_hollow() {
        let svg = render(&chart());
        assert!(roxmltree::Document::parse(&svg).is_ok());
        // One circle in the legend, three in the panel, one of them hollow.
        assert_eq!(svg.matches("<circle").count(), 4);
        assert_eq!(svg.matches("r=\"4.5\" fill=\"none\"").count(), 1);
        assert!(svg.contains("colours 8: at least 5 s"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn numbers_are_placed_by_value_and_names_evenly() {
        assert_eq!(places(&["3", "4", "8"].map(String::from), 0.0, 10.0), [0.0, 2.0, 10.0]);
        assert_eq!(places(&["4×4", "6×6", "9×9"].map(String::from), 0.0, 10.0), [0.0, 5.0, 10.0]);
        assert_eq!(places(&["4×4".to_owned()], 0.0, 10.0), [0.0]);
    }

    #[test]
    fn an_empty_chart_is_drawn_as_far_as_it_goes() {
        assert!(render(&Growth { lines: Vec::new(), ..chart() }).contains("</svg>"));
        assert!(render(&Growth { sizes: Vec::new(), ..chart() }).contains("</svg>"));
    }
}
