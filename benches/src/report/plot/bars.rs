//! One panel per column, with one bar per row and a line between the quartiles.

use super::{LINE, MARGIN, colour, text, title};
use crate::figures::Spread;
use crate::report::number::short;
use crate::report::table::Table;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// Pixels of the names on the left.
const NAMES: i32 = 180;
/// Pixels of a panel.
const PANEL: i32 = 250;
/// The longest bar in pixels. The number is to its right.
const LONGEST: f64 = 180.0;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub(super) fn draw(table: &Table, machine: &str) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    draw_to(&mut svg, table, machine)?;
    Ok(svg)
}

fn draw_to(svg: &mut String, table: &Table, machine: &str) -> Result<(), Box<dyn Error>> {
    let panels = PANEL * table.values.len().max(2) as i32; // the title needs two
    let size =
        ((2 * MARGIN + NAMES + panels) as u32, (2 * MARGIN + LINE * (table.rows.len() as i32 + 3)) as u32);
    let area = SVGBackend::with_string(svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    area.draw(&Text::new(title(table), (MARGIN, MARGIN + LINE / 2), text(15, BLACK)))?;
    area.draw(&Text::new(machine.to_owned(), (MARGIN, MARGIN + LINE * 3 / 2), text(12, BLACK)))?;
    for (i, row) in table.rows.iter().enumerate() {
        area.draw(&Text::new(row.label.shown(), (MARGIN, middle(i)), text(13, BLACK)))?;
    }
    for column in 0..table.values.len() {
        panel(&area, table, column)?;
    }
    area.present()?;
    Ok(())
}

/// The middle of a row. The title, the machine and the heads of the panels are above.
fn middle(row: usize) -> i32 {
    MARGIN + LINE * (row as i32 + 3) + LINE / 2
}

fn panel(area: &Area<'_>, table: &Table, column: usize) -> Result<(), Box<dyn Error>> {
    let left = MARGIN + NAMES + PANEL * column as i32;
    let head = (left, MARGIN + LINE * 2 + LINE / 2);
    area.draw(&Text::new(table.values[column].clone(), head, text(14, BLACK)))?;
    let cells = || table.rows.iter().map(|row| row.cells[column]);
    // The scale uses the medians. A quartile of a disturbed measurement would make all other bars short.
    let most = cells().flatten().map(|spread| spread.median).fold(0.0, f64::max) * 1.15;
    let x = |number: f64| left + (number.min(most) / most * LONGEST).round() as i32;
    for ((i, cell), colour) in cells().enumerate().zip(colour::of_rows(table)) {
        let Some(Spread { low, median, high, .. }) = cell else { continue };
        let y = middle(i);
        let bar = [(left, y - LINE / 2 + 3), (x(median), y + LINE / 2 - 3)];
        area.draw(&Rectangle::new(bar, colour.filled()))?;
        area.draw(&PathElement::new([(x(low), y), (x(high), y)], BLACK))?;
        area.draw(&Text::new(short(median), (x(high) + 5, y), text(12, BLACK)))?;
    }
    Ok(())
}
