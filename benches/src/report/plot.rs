//! Tables as pictures: SVG, in colours by role.

mod bars;
mod colour;
mod lines;

use super::table::Table;
use plotters::prelude::*;
use std::error::Error;
use std::fs;
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

    /// The name of this kind in files of results.
    pub(super) fn name(self) -> &'static str {
        match self {
            Plot::None => "none",
            Plot::Bars => "bars",
            Plot::Lines => "lines",
        }
    }

    /// The kind of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Plot::None, Plot::Bars, Plot::Lines].into_iter().find(|plot| plot.name() == name)
    }
}

/// Free pixels at each side.
const MARGIN: i32 = 16;

/// The height of a line of text in pixels.
const LINE: i32 = 20;

/// Draws a table into a file in `folder`, with the name of the machine. The file has the name of the table.
pub(super) fn draw(folder: &Path, table: &Table, machine: &str) -> Result<(), Box<dyn Error>> {
    let drawn = match table.plot {
        Plot::None => return Ok(()),
        Plot::Bars => bars::draw(table, machine)?,
        Plot::Lines => lines::draw(table, machine)?,
    };
    let (head, rest) = drawn.split_once('\n').ok_or("an SVG without a first line")?;
    let picture = format!("{head}\n{}{rest}", colour::dark_mode());
    Ok(fs::write(folder.join(format!("{}.svg", table.name)), picture)?)
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
