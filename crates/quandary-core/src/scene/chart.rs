//! Bar charts that compare algorithms.
//!
//! One row for each algorithm, one panel for each measure (time, memory …), the same order in every panel. Bars are
//! drawn on a logarithmic scale where the values span more than a factor of a hundred, since the interesting answer is
//! then "how many times", and the panel says so. The value is written at the end of its bar; a bar whose algorithm ran out
//! of budget is hatched and says why, because its value is only a lower bound.

use super::palette::paint;
use super::sheet::{Anchor, Place, Sheet, short, text_width};
use crate::text::escape;

/// A chart: every row has one value for every measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The name of the chart, shown above it.
    pub title: String,
    /// What is measured, one panel each.
    pub measures: Vec<Measure>,
    /// What is compared.
    pub rows: Vec<Row>,
    /// Lines of text under the chart.
    pub captions: Vec<String>,
}

/// Something measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name: "time", "peak memory".
    pub name: String,
    /// What it is counted in.
    pub unit: Unit,
}

/// What a measure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
    /// A plain number: nodes, moves.
    Count,
}

/// One of the things compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// One value for each measure; `None` where it was not measured.
    pub values: Vec<Option<f64>>,
    /// Why it ended early, when it did: its values are lower bounds then.
    pub stopped: Option<String>,
}

impl Unit {
    /// A value in this unit, in the size of unit that keeps the number short.
    pub fn show(self, value: f64) -> String {
        let sizes: &[(f64, &str)] = match self {
            Unit::Seconds => &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")],
            Unit::Bytes => &[(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")],
            Unit::Count => &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")],
        };
        // 999.6 ms is better shown as 1 s than as 1000 ms; nothing at all is shown in the plain unit.
        let fits = |&(size, _): &(f64, &str)| if value > 0.0 { value >= 0.9995 * size } else { size == 1.0 };
        let (size, name) = sizes.iter().copied().find(fits).unwrap_or(sizes[sizes.len() - 1]);
        let number = value / size;
        let digits = match number {
            _ if size == 1.0 && self != Unit::Seconds => 0,
            n if n >= 99.95 => 0,
            n if n >= 9.995 => 1,
            _ => 2,
        };
        let mut text = format!("{number:.digits$}");
        if text.contains('.') {
            text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        }
        if name.is_empty() { text } else { format!("{text} {name}") }
    }
}

impl Row {
    /// A value that can be drawn: numbers below zero and beyond all bounds cannot.
    fn value(&self, measure: usize) -> Option<f64> {
        self.values.get(measure).copied().flatten().filter(|value| value.is_finite() && *value >= 0.0)
    }

    /// What is written at the end of a bar.
    fn label(&self, measure: usize, unit: Unit) -> String {
        match (self.value(measure), &self.stopped) {
            (None, None) => "not measured".to_owned(),
            (None, Some(why)) => why.clone(),
            (Some(value), None) => unit.show(value),
            (Some(value), Some(why)) => format!("≥ {}, {why}", unit.show(value)),
        }
    }
}

/// From values to lengths between 0 and 1.
enum Scale {
    Linear {
        high: f64,
    },
    /// Between two powers of ten.
    Logarithmic {
        low: f64,
        high: f64,
    },
}

impl Scale {
    fn of(values: &[f64]) -> Self {
        let positive = || values.iter().copied().filter(|&value| value > 0.0);
        let (least, most) = (positive().fold(f64::INFINITY, f64::min), positive().fold(0.0, f64::max));
        if most > 100.0 * least {
            // The smallest bar must still be seen, so the scale starts a little below it.
            Scale::Logarithmic { low: (least.log10() - 0.2).floor(), high: most.log10() }
        } else {
            Scale::Linear { high: if most > 0.0 { most } else { 1.0 } }
        }
    }

    fn length(&self, value: f64) -> f64 {
        match *self {
            Scale::Linear { high } => value / high,
            Scale::Logarithmic { low, high } if value > 0.0 => (value.log10() - low) / (high - low),
            Scale::Logarithmic { .. } => 0.0,
        }
    }

    /// Round values along the axis.
    fn ticks(&self) -> Vec<f64> {
        match *self {
            Scale::Linear { high } => {
                let rough = high / 4.0;
                let power = 10f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&n| n >= rough).unwrap_or(high);
                (0..=4).map(|n| f64::from(n) * step).filter(|&tick| tick <= high * 1.0001).collect()
            }
            Scale::Logarithmic { low, high } => {
                let (low, high) = (low as i32, high.floor() as i32);
                let step = (high - low) / 8 + 1;
                (low..=high).step_by(step as usize).map(|power| 10f64.powi(power)).collect()
            }
        }
    }
}

const EDGE: f64 = 20.0;
const WIDTH: f64 = 760.0;
/// The height of a bar with the space around it.
const STEP: f64 = 28.0;
const BAR: f64 = 18.0;
const TEXT: f64 = 14.0;
/// However long the labels, a bar may be this long.
const LEAST_PLOT: f64 = 160.0;

/// Draws a chart as a self-contained SVG document.
pub fn render(chart: &Chart) -> String {
    let mut sheet = Sheet::new(&chart.title, &in_words(chart));
    sheet.text(&chart.title, "clue", Place { x: EDGE, y: EDGE + 10.0, size: 19.0, anchor: Anchor::Start });
    let names = chart.rows.iter().map(|row| text_width(&row.name, TEXT)).fold(0.0, f64::max);
    let (mut y, mut right) = (EDGE + 36.0, WIDTH - EDGE);
    for index in 0..chart.measures.len() {
        let panel = Panel::new(chart, index, EDGE + names + 10.0);
        y = panel.draw(y, &mut sheet);
        right = right.max(panel.right);
    }
    let bottom = sheet.captions(&chart.captions, EDGE, y, right - EDGE);
    sheet.finish(right + EDGE, bottom + EDGE / 2.0, true)
}

/// The chart for screen readers.
fn in_words(chart: &Chart) -> String {
    let row_in_words = |row: &Row| {
        let measures = chart.measures.iter().enumerate();
        let values = measures.map(|(index, measure)| format!("{} {}", measure.name, row.label(index, measure.unit)));
        format!("{}: {}.", row.name, values.collect::<Vec<_>>().join("; "))
    };
    chart.rows.iter().map(row_in_words).collect::<Vec<_>>().join(" ")
}

/// The bars of one measure.
struct Panel<'a> {
    chart: &'a Chart,
    index: usize,
    measure: &'a Measure,
    scale: Scale,
    /// Where the bars start.
    left: f64,
    /// How long the longest bar is.
    plot: f64,
    /// Where the longest label ends.
    right: f64,
}

impl<'a> Panel<'a> {
    fn new(chart: &'a Chart, index: usize, left: f64) -> Self {
        let measure = &chart.measures[index];
        let values: Vec<f64> = chart.rows.iter().filter_map(|row| row.value(index)).collect();
        let scale = Scale::of(&values);
        // The bars are as long as they can be with every label still on the paper.
        let bars: Vec<(f64, f64)> = chart
            .rows
            .iter()
            .map(|row| {
                let length = row.value(index).map_or(0.0, |value| scale.length(value));
                (length, text_width(&row.label(index, measure.unit), TEXT) + 8.0)
            })
            .collect();
        let room = WIDTH - EDGE - left;
        let longest = bars.iter().filter(|bar| bar.0 > 0.0).map(|(length, label)| (room - label) / length);
        let plot = longest.fold(room, f64::min).max(LEAST_PLOT);
        let right = bars.iter().map(|(length, label)| left + length * plot + label).fold(left + plot, f64::max);
        Panel { chart, index, measure, scale, left, plot, right }
    }

    /// Draws the panel from `top` down; returns where it ends.
    fn draw(&self, top: f64, sheet: &mut Sheet) -> f64 {
        let scale = if matches!(self.scale, Scale::Logarithmic { .. }) { " (logarithmic scale)" } else { "" };
        let heading = format!("{}{scale}", self.measure.name);
        sheet.text(&heading, "clue", Place { x: EDGE, y: top + 8.0, size: 15.0, anchor: Anchor::Start });
        let bars_top = top + 24.0;
        let bars_end = bars_top + self.chart.rows.len() as f64 * STEP;
        self.axis(bars_top, bars_end, sheet);
        let colour = paint((self.index % 7) as u8 + 1).hex();
        let hatch = format!("hatch{}", self.index + 1);
        sheet.draw(format_args!(
            "<pattern id=\"{hatch}\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"{colour}\" fill-opacity=\"0.25\"/>\
             <rect width=\"2.5\" height=\"7\" fill=\"{colour}\"/></pattern>"
        ));
        for (place, row) in self.chart.rows.iter().enumerate() {
            let middle = bars_top + (place as f64 + 0.5) * STEP;
            let name = Place { x: self.left - 10.0, y: middle, size: TEXT, anchor: Anchor::End };
            sheet.text(&row.name, "", name);
            let length = row.value(self.index).map_or(0.0, |value| self.scale.length(value) * self.plot);
            if length > 0.0 {
                let fill = if row.stopped.is_some() { format!("url(#{hatch})") } else { colour.clone() };
                let (x, y, width) = (short(self.left), short(middle - BAR / 2.0), short(length));
                let name = escape(&row.name);
                sheet.draw(format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{BAR}\" rx=\"2\" fill=\"{fill}\" \
                     stroke=\"{colour}\"><title>{name}</title></rect>"
                ));
            }
            let class = if row.stopped.is_some() || row.value(self.index).is_none() { "value label" } else { "value" };
            let label = Place { x: self.left + length + 8.0, y: middle, size: TEXT, anchor: Anchor::Start };
            sheet.text(&row.label(self.index, self.measure.unit), class, label);
        }
        bars_end + 34.0
    }

    /// Faint lines at round values, with the values below.
    fn axis(&self, top: f64, end: f64, sheet: &mut Sheet) {
        for tick in self.scale.ticks() {
            let x = self.left + self.scale.length(tick) * self.plot;
            sheet.draw(format_args!("<path class=\"rule\" d=\"M{} {}V{}\"/>", short(x), short(top), short(end)));
            let place = Place { x, y: end + 10.0, size: 11.0, anchor: Anchor::Middle };
            sheet.text(&self.measure.unit.show(tick), "axis", place);
        }
    }
}
