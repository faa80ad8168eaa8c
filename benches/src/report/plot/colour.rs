//! Colours: blue and green for this crate, red for peers, yellow for peers that check no key, grey for rows that are
//! not containers. Each has another one in dark mode.

use crate::figures::Role;
use crate::report::table::Table;
use plotters::style::RGBColor;
use std::fmt::Write;

/// Two colours of a row: on white, and on black.
type Pair = (u32, u32);

const OURS: &[Pair] = &[
    (0x08306B, 0xC6DBEF),
    (0x2171B5, 0x4292C6),
    (0x6BAED6, 0x2171B5),
    (0x006D2C, 0xA1D99B),
    (0x41AB5D, 0x31A354),
    (0xA1D99B, 0x006D2C),
    (0x54278F, 0xBCBDDC),
    (0x9E9AC8, 0x756BB1),
];

const PEERS: &[Pair] =
    &[(0xA50F15, 0xFCBBA1), (0xEF3B2C, 0xEF3B2C), (0xFC9272, 0xA50F15), (0x843C39, 0xFC9272)];

const UNCHECKED: &[Pair] = &[(0xCC7A00, 0xF0BE3C), (0xF0BE3C, 0xCC7A00)];

const FLOORS: &[Pair] = &[(0x737373, 0xAAAAAA), (0xAAAAAA, 0x737373)];

/// The paper and the ink.
const PAGE: &[Pair] = &[(0xFFFFFF, 0x0D1117), (0x000000, 0xE6EDF3)];

/// One colour per row of a table.
pub(super) fn of_rows(table: &Table) -> Vec<RGBColor> {
    let rows = table.rows.iter().enumerate();
    let colours = rows.map(|(i, row)| {
        let role = row.label.role;
        let colours = match role {
            Role::Ours => OURS,
            Role::Peer => PEERS,
            Role::Unchecked => UNCHECKED,
            Role::Floor => FLOORS,
        };
        let before = table.rows[..i].iter().filter(|earlier| earlier.label.role == role).count();
        let [_, red, green, blue] = colours[before % colours.len()].0.to_be_bytes();
        RGBColor(red, green, blue)
    });
    colours.collect()
}

/// The element of an SVG that changes its colours where the reader's system is dark.
pub(super) fn dark_mode() -> String {
    let mut style = "<style>@media (prefers-color-scheme: dark) {\n".to_owned();
    for (light, dark) in [PAGE, OURS, PEERS, UNCHECKED, FLOORS].concat() {
        for property in ["fill", "stroke"] {
            writeln!(style, "[{property}=\"#{light:06X}\"] {{ {property}: #{dark:06X} }}")
                .expect("writing to a string cannot fail");
        }
    }
    style + "}</style>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_has_one_other_in_dark_mode() {
        let pairs = [PAGE, OURS, PEERS, UNCHECKED, FLOORS].concat();
        for (place, (light, _)) in pairs.iter().enumerate() {
            assert!(pairs[..place].iter().all(|(other, _)| other != light), "{light:06X} stands twice");
        }
        assert!(dark_mode().contains("[fill=\"#FFFFFF\"] { fill: #0D1117 }"));
    }
}
