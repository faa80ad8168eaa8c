//! Colours: blue and green for this crate, red and yellow for other crates, grey for rows that are not containers.

use crate::figures::Role;
use crate::report::table::Table;
use plotters::style::RGBColor;

const OURS: &[RGBColor] = &[
    RGBColor(8, 48, 107),
    RGBColor(33, 113, 181),
    RGBColor(107, 174, 214),
    RGBColor(0, 109, 44),
    RGBColor(65, 171, 93),
    RGBColor(161, 217, 155),
    RGBColor(84, 39, 143),
    RGBColor(158, 154, 200),
];

const PEERS: &[RGBColor] = &[
    RGBColor(165, 15, 21),
    RGBColor(239, 59, 44),
    RGBColor(252, 146, 114),
    RGBColor(204, 122, 0),
    RGBColor(240, 190, 60),
];

const FLOORS: &[RGBColor] = &[RGBColor(115, 115, 115), RGBColor(170, 170, 170)];

/// One colour per row of a table.
pub(super) fn of_rows(table: &Table) -> Vec<RGBColor> {
    let rows = table.rows.iter().enumerate();
    let colours = rows.map(|(i, row)| {
        let role = row.label.role;
        let colours = match role {
            Role::Ours => OURS,
            Role::Peer => PEERS,
            Role::Floor => FLOORS,
        };
        let before = table.rows[..i].iter().filter(|earlier| earlier.label.role == role).count();
        colours[before % colours.len()]
    });
    colours.collect()
}
