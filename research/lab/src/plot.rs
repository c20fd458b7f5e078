//! Plots as SVG: curves on linear or logarithmic axes, and stacked bars.
//!
//! The SVG has no scripts or style sheets, and the same data give the same text on every machine.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal factors; only positive values can be shown.
    Log,
}

/// The style in which a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStyle {
    /// A line through filled marks.
    Solid,
    /// A dashed line through hollow marks.
    Dashed,
    /// Marks alone.
    Dots,
}

/// A series of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The style.
    pub line: LineStyle,
    /// The number of the colour.
    pub color: usize,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A series. Points that are not finite are left out.
    pub fn new(
        name: impl Into<String>,
        line: LineStyle,
        color: usize,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Series {
        let points = points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        Series { name: name.into(), line, color, points }
    }
}

/// Curves on two axes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Text above.
    pub title: String,
    /// Text below the horizontal axis.
    pub x_label: String,
    /// Text beside the vertical axis.
    pub y_label: String,
    /// The horizontal axis.
    pub x: Scale,
    /// The vertical axis.
    pub y: Scale,
    /// The curves.
    pub series: Vec<Series>,
}

/// Horizontal bars of stacked parts.
#[derive(Clone, Debug)]
pub struct Bars {
    /// Text above.
    pub title: String,
    /// Text below the axis.
    pub label: String,
    /// Names of the parts.
    pub parts: Vec<String>,
    /// Names of the bars and the lengths of their parts.
    pub bars: Vec<(String, Vec<f64>)>,
}

/// One figure.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// Curves.
    Plot(Plot),
    /// Bars.
    Bars(Bars),
}

const WIDTH: f64 = 1000.0;
const PLOT_HEIGHT: f64 = 560.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 48.0;
const RIGHT: f64 = 250.0;
const BOTTOM: f64 = 58.0;
const BAR: f64 = 24.0;
const BAR_NAMES: f64 = 220.0;

/// Colours that colour-blind readers can distinguish, after Okabe and Ito, some of them darkened for thin lines.
const COLORS: [&str; 9] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#3b9dd1", "#7a4fbf", "#404040", "#8c6d31"];

/// All figures as one SVG, one below the other.
pub fn svg(drawings: &[Drawing]) -> String {
    let heights: Vec<f64> = drawings.iter().map(Drawing::height).collect();
    let height = heights.iter().sum::<f64>().max(1.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"14\" fill=\"#202020\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let mut top = 0.0;
    for (drawing, height) in drawings.iter().zip(heights) {
        let _ = writeln!(text, "<g transform=\"translate(0 {top})\">");
        match drawing {
            Drawing::Plot(plot) => plot.draw(&mut text),
            Drawing::Bars(bars) => bars.draw(&mut text),
        }
        text.push_str("</g>\n");
        top += height;
    }
    text.push_str("</svg>\n");
    text
}

impl Drawing {
    /// Returns curves on two axes, each with its label and its scale.
    pub fn plot(
        title: impl Into<String>,
        (x_label, x): (&str, Scale),
        (y_label, y): (&str, Scale),
        series: impl IntoIterator<Item = Series>,
    ) -> Drawing {
        let (x_label, y_label) = (x_label.to_owned(), y_label.to_owned());
        let series = series.into_iter().collect();
        Drawing::Plot(Plot { title: title.into(), x_label, y_label, x, y, series })
    }

    /// Returns bars, each with its name and the lengths of its parts.
    pub fn bars(
        title: impl Into<String>,
        label: impl Into<String>,
        parts: impl IntoIterator<Item = impl Into<String>>,
        bars: impl IntoIterator<Item = (String, Vec<f64>)>,
    ) -> Drawing {
        let parts = parts.into_iter().map(Into::into).collect();
        Drawing::Bars(Bars {
            title: title.into(),
            label: label.into(),
            parts,
            bars: bars.into_iter().collect(),
        })
    }

    fn height(&self) -> f64 {
        match self {
            Drawing::Plot(_) => PLOT_HEIGHT,
            Drawing::Bars(bars) => TOP + BAR * bars.bars.len() as f64 + BOTTOM,
        }
    }
}

/// An axis: a range of values and its place in the drawing.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis for these values, drawn from `from` to `to`.
    fn new(scale: Scale, values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Axis {
        let values = values.filter(move |value| scale == Scale::Linear || *value > 0.0);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.clone().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low <= high { (low, high) } else { (1.0, 10.0) };
        match scale {
            Scale::Log => {
                let first = low.log10().floor() as i32;
                let last = (high.log10().ceil() as i32).max(first + 1);
                let ticks = (first..=last).map(|power| 10f64.powi(power)).collect();
                Axis { scale, low: 10f64.powi(first), high: 10f64.powi(last), from, to, ticks }
            }
            Scale::Linear => {
                let mut ticks: Vec<f64> = values.collect();
                ticks.sort_by(f64::total_cmp);
                ticks.dedup();
                let (mut low, mut high) = (low, high);
                if ticks.len() > 14 || ticks.len() < 2 {
                    let step = step((high - low).max(1e-9) / 8.0);
                    (low, high) =
                        ((low / step).floor() * step, (high / step).ceil().max(low / step + 1.0) * step);
                    ticks = (0..=((high - low) / step).round() as usize)
                        .map(|at| low + step * at as f64)
                        .collect();
                }
                Axis { scale, low, high, from, to, ticks }
            }
        }
    }

    /// The coordinate of a value; `None` for a value without a logarithm on a logarithmic axis.
    fn place(&self, value: f64) -> Option<f64> {
        let part = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log if value > 0.0 => (value / self.low).log10() / (self.high / self.low).log10(),
            Scale::Log => return None,
        };
        Some(self.from + part * (self.to - self.from))
    }

    fn tick_text(&self, value: f64) -> String {
        match self.scale {
            Scale::Linear => {
                let text = format!("{value:.3}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            Scale::Log => {
                let power = value.log10().round() as i32;
                if (-2..=3).contains(&power) {
                    format!("{value}")
                } else {
                    format!("10{}", superscript(power))
                }
            }
        }
    }
}

/// The smallest round number that is at least `at_least`.
fn step(at_least: f64) -> f64 {
    let power = 10f64.powf(at_least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|&step| step >= at_least)
        .unwrap_or(power)
}

fn superscript(number: i32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |c: char| c.to_digit(10).map_or('⁻', |digit| digits[digit as usize]);
    number.to_string().chars().map(digit).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Writes a text; `anchor` is start, middle or end.
fn write(text: &mut String, x: f64, y: f64, anchor: &str, more: &str, content: &str) {
    let content = escaped(content);
    let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{more}>{content}</text>");
}

/// A straight line: its ends.
type Rule = [(f64, f64); 2];

/// Draws straight lines of one colour.
fn draw_rules(text: &mut String, color: &str, rules: impl IntoIterator<Item = Rule>) {
    let rule = |[(x1, y1), (x2, y2)]: Rule| format!("M{x1:.1},{y1:.1}L{x2:.1},{y2:.1}");
    let path: String = rules.into_iter().map(rule).collect();
    if !path.is_empty() {
        let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\"/>");
    }
}

const GRID: &str = "#dddddd";
const FINE_GRID: &str = "#f0f0f0";
const FRAME: &str = "#606060";
const HEADING: &str = " font-size=\"17\" font-weight=\"bold\"";

impl Plot {
    fn draw(&self, text: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, PLOT_HEIGHT - BOTTOM);
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Axis::new(self.x, points().map(|point| point.0), LEFT + 16.0, right - 16.0);
        let y = Axis::new(self.y, points().map(|point| point.1), bottom, TOP);
        write(text, LEFT, TOP - 20.0, "start", HEADING, &self.title);
        let across = |at: f64| [(LEFT, at), (right, at)];
        if self.y == Scale::Log {
            let fine = y.ticks.iter().flat_map(|tick| (2..10).map(move |digit| tick * f64::from(digit)));
            let fine = fine.filter_map(|value| y.place(value)).filter(|at| *at > TOP);
            draw_rules(text, FINE_GRID, fine.map(across));
        }
        let places = |axis: &Axis| {
            let place = |&tick: &f64| Some((axis.place(tick)?, axis.tick_text(tick)));
            axis.ticks.iter().filter_map(place).collect::<Vec<_>>()
        };
        let (columns, rows) = (places(&x), places(&y));
        draw_rules(text, GRID, rows.iter().map(|(at, _)| across(*at)));
        draw_rules(text, GRID, columns.iter().map(|(at, _)| [(*at, TOP), (*at, bottom)]));
        draw_rules(text, FRAME, columns.iter().map(|(at, _)| [(*at, bottom), (*at, bottom + 5.0)]));
        for (at, label) in rows {
            write(text, LEFT - 8.0, at + 5.0, "end", "", &label);
        }
        for (at, label) in columns {
            write(text, at, bottom + 21.0, "middle", "", &label);
        }
        let (width, height) = (right - LEFT, bottom - TOP);
        let _ = writeln!(
            text,
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{FRAME}\"/>"
        );
        write(text, LEFT + width / 2.0, PLOT_HEIGHT - 14.0, "middle", "", &self.x_label);
        let middle = TOP + height / 2.0;
        let turned = format!(" transform=\"rotate(-90 20 {middle:.1})\"");
        write(text, 20.0, middle, "middle", &turned, &self.y_label);
        // Dashed lines are drawn last, so that their hollow marks stay visible where two curves coincide.
        for dashed in [false, true] {
            for series in self.series.iter().filter(|series| (series.line == LineStyle::Dashed) == dashed) {
                let places = series.points.iter().filter_map(|&(a, b)| Some((x.place(a)?, y.place(b)?)));
                series.draw(text, &places.collect::<Vec<_>>());
            }
        }
        let mut legend = TOP + 10.0;
        for series in self.series.iter().filter(|series| !series.points.is_empty()) {
            series.draw(text, &[(right + 16.0, legend), (right + 50.0, legend)]);
            write(text, right + 60.0, legend + 5.0, "start", " font-size=\"13\"", &series.name);
            legend += 22.0;
        }
    }
}

/// Draws white discs with a coloured edge. A disc may cover a part of those before it.
fn hollow_marks(text: &mut String, places: &[(f64, f64)], color: &str) {
    let _ = writeln!(text, "<g fill=\"#ffffff\" stroke=\"{color}\" stroke-width=\"1.5\">");
    for (x, y) in places {
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>");
    }
    text.push_str("</g>\n");
}

impl Series {
    fn draw(&self, text: &mut String, places: &[(f64, f64)]) {
        let color = COLORS[self.color % COLORS.len()];
        let dash = if self.line == LineStyle::Dashed { " stroke-dasharray=\"7 5\"" } else { "" };
        if self.line != LineStyle::Dots {
            let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(
                text,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>",
                path.join(" ")
            );
        }
        let diameter = match self.line {
            LineStyle::Solid => 8.5,
            LineStyle::Dots => 11.5,
            LineStyle::Dashed => return hollow_marks(text, places, color),
        };
        // A line of no length with a round end is a disc. Equal places need only one.
        let discs: BTreeSet<String> = places.iter().map(|(x, y)| format!("M{x:.1},{y:.1}h0")).collect();
        let _ = writeln!(
            text,
            "<path d=\"{}\" stroke=\"{color}\" stroke-width=\"{diameter}\" stroke-linecap=\"round\"/>",
            Vec::from_iter(discs).concat()
        );
    }
}

impl Bars {
    fn draw(&self, text: &mut String) {
        let (left, right) = (BAR_NAMES, WIDTH - RIGHT);
        let bottom = TOP + BAR * self.bars.len() as f64;
        let totals = || self.bars.iter().map(|(_, parts)| parts.iter().sum::<f64>());
        // The axis runs from zero to a round number.
        let high = totals().fold(0.0, f64::max);
        let axis_step = step(high.max(1e-9) / 8.0);
        let ticks = (high / axis_step).ceil().max(1.0) as usize;
        let place = |value: f64| left + value / (axis_step * ticks as f64) * (right - left);
        write(text, LEFT, TOP - 20.0, "start", HEADING, &self.title);
        let values = (0..=ticks).map(|tick| axis_step * tick as f64);
        draw_rules(text, GRID, values.clone().map(|value| [(place(value), TOP), (place(value), bottom)]));
        for value in values {
            let label = format!("{value:.6}");
            let label =
                if label.contains('.') { label.trim_end_matches('0').trim_end_matches('.') } else { &label };
            write(text, place(value), bottom + 21.0, "middle", "", label);
        }
        for (at, (name, parts)) in self.bars.iter().enumerate() {
            let top = TOP + BAR * at as f64;
            write(text, left - 8.0, top + BAR * 0.7, "end", " font-size=\"13\"", name);
            let mut sum = 0.0;
            for (part, &value) in parts.iter().enumerate() {
                let (x, width) = (place(sum), place(sum + value) - place(sum));
                sum += value;
                let color = COLORS[part % COLORS.len()];
                let (y, height) = (top + 3.0, BAR - 6.0);
                let _ = writeln!(
                    text,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{color}\"/>"
                );
            }
            let label = if sum == 0.0 { "0".to_owned() } else { format!("{sum:.2}") };
            write(
                text,
                place(sum) + 5.0,
                top + BAR * 0.7,
                "start",
                " font-size=\"12\" fill=\"#606060\"",
                &label,
            );
        }
        draw_rules(text, FRAME, [[(left, TOP), (left, bottom)], [(left, bottom), (right, bottom)]]);
        write(text, (left + right) / 2.0, bottom + 44.0, "middle", "", &self.label);
        for (at, part) in self.parts.iter().enumerate() {
            let y = TOP + 22.0 * at as f64;
            let (x, color) = (right + 60.0, COLORS[at % COLORS.len()]);
            let _ = writeln!(
                text,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" fill=\"{color}\"/>"
            );
            write(text, x + 22.0, y + 12.0, "start", " font-size=\"13\"", part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, values: &[f64]) -> Axis {
        Axis::new(scale, values.iter().copied(), 0.0, 100.0)
    }

    #[test]
    fn log_axes_run_from_decade_to_decade() {
        let axis = axis(Scale::Log, &[3.0, 0.0, -2.0, 28_338_861.0]);
        assert_eq!((axis.low, axis.high), (1.0, 1e8));
        assert_eq!(axis.place(1e4), Some(50.0));
        assert_eq!(axis.place(0.0), None);
        assert_eq!([1.0, 1e3, 1e4, 1e-3].map(|tick| axis.tick_text(tick)), ["1", "1000", "10⁴", "10⁻³"]);
    }

    #[test]
    fn linear_axes_have_their_ticks_at_the_values_or_at_round_numbers() {
        assert_eq!(axis(Scale::Linear, &[3.0, 5.0, 5.0, 9.0]).ticks, [3.0, 5.0, 9.0]);
        let many: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!(axis(Scale::Linear, &many).ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert!(axis(Scale::Linear, &[]).ticks.len() > 2, "no data is no reason to panic");
        assert!(axis(Scale::Linear, &[7.0]).place(7.0).is_some_and(f64::is_finite));
        assert!(axis(Scale::Log, &[7.0]).place(7.0).is_some_and(f64::is_finite));
    }

    #[test]
    fn texts_are_escaped() {
        let series = vec![Series::new("a < b & c", LineStyle::Solid, 0, [(1.0, 1.0), (2.0, f64::NAN)])];
        let (title, label) = ("<T>".to_owned(), String::new());
        let plot =
            Plot { title, x_label: label.clone(), y_label: label, x: Scale::Linear, y: Scale::Log, series };
        let text = svg(&[Drawing::Plot(plot)]);
        assert!(text.contains("a &lt; b &amp; c") && text.contains("&lt;T&gt;") && !text.contains("NaN"));
        assert!(svg(&[]).ends_with("</svg>\n"));
    }
}
