//! Tables as pictures: SVG, in colours by role.

mod bars;
mod colour;
mod lines;

use super::table::Table;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// How a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plot {
    /// The table is not drawn.
    None,
    /// One panel per column, with one bar per row.
    Bars,
    /// One line per row along the columns, on a logarithmic scale.
    Lines,
}

impl Plot {
    pub(super) fn is_drawn(self) -> bool {
        self != Plot::None
    }
}

/// Free pixels at each side.
const MARGIN: i32 = 16;

/// The height of a line of text in pixels.
const LINE: i32 = 20;

/// Draws a table into a file in `folder`. The file has the name of the table.
pub(super) fn draw(folder: &Path, table: &Table) -> Result<(), Box<dyn Error>> {
    let path = folder.join(format!("{}.svg", table.name));
    match table.plot {
        Plot::None => Ok(()),
        Plot::Bars => bars::draw(&path, table),
        Plot::Lines => lines::draw(&path, table),
    }
}

/// Text with a height of this many pixels. Its position is the left end of its middle line.
fn text(size: i32, colour: RGBColor) -> TextStyle<'static> {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    let style: TextStyle<'static> = ("sans-serif", size).into_font().color(&colour);
    style.pos(Pos::new(HPos::Left, VPos::Center))
}

/// The content of the picture.
fn title(table: &Table) -> String {
    format!("{}: {}, by {}", table.title, table.unit, table.parameter)
}
