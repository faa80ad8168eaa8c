//! One line per row along the columns, with the names on the right.

use super::{LINE, MARGIN, colour, text, title};
use crate::figures::Role;
use crate::report::number::short;
use crate::report::table::Table;
use plotters::prelude::*;
use std::error::Error;

/// Pixels of the chart.
const CHART: (u32, u32) = (640, 460);
/// Pixels of the names on the right.
const NAMES: u32 = 200;
/// The length in pixels of the line next to a name.
const SAMPLE: i32 = 24;

pub(super) fn draw(table: &Table, machine: &str) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    draw_to(&mut svg, table, machine)?;
    Ok(svg)
}

fn draw_to(svg: &mut String, table: &Table, machine: &str) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(svg, (CHART.0 + NAMES, CHART.1)).into_drawing_area();
    area.fill(&WHITE)?;
    let (chart, names) = area.split_horizontally(CHART.0);
    let colours = colour::of_rows(table);

    let medians = table.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|spread| spread.median);
    let (least, most) =
        medians.fold((f64::MAX, 0.0), |(least, most), m| (f64::min(least, m), f64::max(most, m)));
    let columns = table.values.len();
    let mut chart = ChartBuilder::on(&chart)
        .caption(title(table), text(15, BLACK))
        .margin(MARGIN)
        .margin_right(3 * MARGIN)
        .x_label_area_size(30)
        .y_label_area_size(50)
        .build_cartesian_2d(
            0.0..columns.max(2) as f64 - 1.0,
            (least * 0.8..most * 1.25).log_scale().with_key_points(ticks(least * 0.8, most * 1.25)),
        )?;
    chart
        .configure_mesh()
        .light_line_style(BLACK.mix(0.05))
        .x_labels(columns)
        .x_label_formatter(&|&x| column_name(table, x))
        .y_label_formatter(&|&y| short(y))
        .draw()?;

    for (i, (row, &colour)) in table.rows.iter().zip(&colours).enumerate() {
        let width = if row.label.role == Role::Floor { 1 } else { 2 };
        let cells = row.cells.iter().enumerate();
        let points: Vec<_> =
            cells.filter_map(|(column, cell)| Some((column as f64, (*cell)?.median))).collect();
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(width)))?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;

        let y = 2 * MARGIN + LINE * (i as i32 + 1);
        names.draw(&PathElement::new([(0, y), (SAMPLE, y)], colour.stroke_width(width)))?;
        names.draw(&Text::new(row.label.shown(), (SAMPLE + 6, y), text(13, BLACK)))?;
    }
    area.draw(&Text::new(machine.to_owned(), (MARGIN, CHART.1 as i32 - MARGIN / 2), text(12, BLACK)))?;
    area.present()?;
    Ok(())
}

/// The value of the column at `x`; empty text between two columns.
fn column_name(table: &Table, x: f64) -> String {
    let is_column = (x - x.round()).abs() < 1e-6;
    table.values.get(x.round() as usize).filter(|_| is_column).cloned().unwrap_or_default()
}

/// The numbers 1, 2, 5, 10, 20, 50 and so on, between two numbers.
fn ticks(least: f64, most: f64) -> Vec<f64> {
    let powers = (-3..9).map(|exponent| 10_f64.powi(exponent));
    let ticks = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * power));
    ticks.filter(|tick| (least..=most).contains(tick)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_between_the_ends() {
        assert_eq!(ticks(0.9, 60.0), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0]);
        assert!(ticks(3.0, 4.0).is_empty());
    }
}
