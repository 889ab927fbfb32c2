//! Plots as plain SVG.

use std::fmt::Write as _;

use crate::pairs::{Class, Group};

const WIDTH: f64 = 760.0;
/// The space for the titles of groups.
const LEFT: f64 = 260.0;
const ROW: f64 = 26.0;

fn colour(class: Class) -> &'static str {
    match class {
        Class::Identity => "#2b7a4b",
        Class::Discovered => "#7cc08f",
        Class::Refuted => "#c0504d",
        Class::Unknown => "#c9c9c9",
        Class::Unsupported => "#8a8a8a",
        Class::Rejected => "#000000",
    }
}

/// The colours of groups in the plot of times.
const LINES: [&str; 8] = [
    "#1f77b4", "#aec7e8", "#2ca02c", "#98df8a", "#9467bd", "#c5b0d5", "#d62728", "#ff9896",
];

fn opened(height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    )
}

fn write_text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}

fn write_box(svg: &mut String, x: f64, y: f64, width: f64, fill: &str) {
    let height = ROW - 8.0;
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{fill}\"/>"
    );
}

/// How the comparisons of each group ended, as bars.
pub(crate) fn classes(groups: &[Group]) -> String {
    let height = ROW * (groups.len() as f64 + 2.0) + 10.0;
    let mut svg = opened(height);
    let span = WIDTH - LEFT - 20.0;
    for (row, group) in groups.iter().enumerate() {
        let y = ROW * row as f64 + 10.0;
        write_text(&mut svg, LEFT - 8.0, y + 13.0, "end", &group.title());
        let all = group.comparisons.len().max(1) as f64;
        let mut x = LEFT;
        for class in Class::ALL {
            let count = group.count(class);
            if count == 0 {
                continue;
            }
            let width = span * count as f64 / all;
            write_box(&mut svg, x, y, width, colour(class));
            write_text(
                &mut svg,
                x + width / 2.0,
                y + 13.0,
                "middle",
                &count.to_string(),
            );
            x += width;
        }
    }
    let y = ROW * groups.len() as f64 + 22.0;
    let mut x = 20.0;
    for class in Class::ALL {
        write_box(&mut svg, x, y, 14.0, colour(class));
        write_text(&mut svg, x + 20.0, y + 13.0, "start", class.name());
        x += 40.0 + 7.0 * class.name().len() as f64;
    }
    svg.push_str("</svg>\n");
    svg
}

/// How many comparisons of each group are proved within a time, on a logarithmic scale.
pub(crate) fn times(groups: &[Group]) -> String {
    let (bottom, top, left, right) = (330.0, 20.0, 60.0, WIDTH - 20.0);
    let height = bottom + 50.0 + ROW * (groups.len() as f64 / 2.0).ceil();
    let mut svg = opened(height);
    // From a millisecond to a hundred seconds.
    let across = |seconds: f64| {
        let decades = seconds.clamp(0.001, 100.0).log10() + 3.0;
        left + (right - left) * decades / 5.0
    };
    let most = groups.iter().map(|group| group.comparisons.len()).max();
    let most = most.unwrap_or(0).max(1) as f64;
    let up = |count: usize| bottom - (bottom - top) * count as f64 / most;
    for (exponent, label) in ["1 ms", "10 ms", "0.1 s", "1 s", "10 s", "100 s"]
        .iter()
        .enumerate()
    {
        let x = across(10f64.powi(exponent as i32 - 3));
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#e0e0e0\"/>"
        );
        write_text(&mut svg, x, bottom + 16.0, "middle", label);
    }
    write_text(&mut svg, left - 8.0, top + 4.0, "end", &format!("{most}"));
    write_text(&mut svg, left - 8.0, bottom, "end", "0");
    for (row, (group, line)) in groups.iter().zip(LINES.iter().cycle()).enumerate() {
        let mut proved: Vec<f64> = group
            .comparisons
            .iter()
            .filter(|comparison| comparison.class.is_proved())
            .map(|comparison| comparison.seconds)
            .collect();
        proved.sort_by(f64::total_cmp);
        let mut points = String::new();
        for (count, seconds) in proved.iter().enumerate() {
            let _ = write!(points, "{:.1},{:.1} ", across(*seconds), up(count + 1));
        }
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2\"/>"
        );
        let (x, y) = (
            left + (row % 2) as f64 * (right - left) / 2.0,
            bottom + 34.0 + ROW * (row / 2) as f64,
        );
        write_box(&mut svg, x, y, 14.0, line);
        write_text(&mut svg, x + 20.0, y + 13.0, "start", &group.title());
    }
    svg.push_str("</svg>\n");
    svg
}
