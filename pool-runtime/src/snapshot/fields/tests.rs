//! What follows from the fields of a struct.

use super::*;
use crate::base::complaint::complaint;
use crate::base::item_field::{Show, show_bytes};
use crate::snapshot::diff::show::DiffSaved;
use names::{SavedField, SavedFields, short_shape};
use std::vec::Vec;

fn health() -> Field {
    FieldOf::<u16>::plain("health", 1, show_bytes).field
}

fn place() -> Field {
    FieldOf::<[u32; 2]>::plain("place", 2, show_bytes).field
}

#[test]
fn the_totals_are_the_sums_of_the_fields() {
    let totals = Totals::of(&[health().known, place().known], 25);
    assert_eq!(totals.header_bytes, 24 + 2 * 8 + 25);
    assert_eq!(totals.saved_bytes, totals.header_bytes + 2 + 8);
    assert_eq!(totals.delta_bytes, 24 + 3 * 8 + 16 + (1 + 2) + (1 + 8));
    assert!(!totals.calls_default);
    let calls_default = KnownField { calls_default: true, ..place().known };
    assert!(Totals::of(&[health().known, calls_default], 25).calls_default);
    let none = Totals::of(&[], 0);
    assert_eq!((none.header_bytes, none.saved_bytes, none.delta_bytes), (24, 24, 24 + 8 + 16));
}

#[test]
fn the_shape_of_a_struct_depends_on_names_types_and_order() {
    let shape = |fields: &[Field]| {
        let known: Vec<_> = fields.iter().map(|field| field.known).collect();
        Totals::of(&known, 0).shape
    };
    let first = shape(&[health(), place()]);
    // The name in saves counts, not that in the source.
    let named = KnownField { name: "hp", ..health().known };
    assert_eq!(shape(&[Field { known: named, ..health() }, place()]), first);
    for other in [
        shape(&[place(), health()]),
        shape(&[health()]),
        shape(&[health().saved_as("hp"), place()]),
        shape(&[FieldOf::<i16>::plain("health", 3, show_bytes).field, place()]),
    ] {
        assert_ne!(other, first);
    }
}

#[test]
fn names_are_read_as_they_were_written() {
    let fields = known_fields::<2>(&[health(), place().saved_as("position")]);
    let written = names::<{ 4 + 6 + 6 + 6 + 8 }>(&fields);
    let bytes = [&written[..], b"rest"].concat();
    let (saved, rest) = SavedFields::split(2, &bytes).unwrap();
    assert_eq!(rest, b"rest");
    let saved: Vec<_> = saved.map(|SavedField { shape, name }| (shape, name)).collect();
    assert_eq!(saved, [(short_shape(&fields[0]), "health"), (short_shape(&fields[1]), "position")]);
    // Bytes that end early, and another number of fields.
    for cut in [3, 9, 12, 29] {
        assert!(SavedFields::split(2, &bytes[..cut]).is_none(), "{cut}");
    }
    assert!([0, 1, 3].iter().all(|&count| SavedFields::split(count, &bytes).is_none()));
    assert_eq!(complaint(|| names::<31>(&fields)).as_deref(), Some("the names have another number of bytes"));
}

#[test]
fn a_field_reports_differences_as_its_type_does_unless_it_is_plain() {
    let asked: DiffSaved = |saved, report| report.unknown(saved);
    let shown: Show = |_, f| f.write_str("shown");
    let of_type = Field { diff: FieldDiff::Of(|_, _| {}), ..health() };
    let plain = health();
    for diff in [None, Some(asked)] {
        assert!(
            matches!(plain.reported(diff, shown).diff, FieldDiff::Plain(show) if std::ptr::fn_addr_eq(show, shown))
        );
    }
    let FieldDiff::Of(own) = of_type.diff else { panic!() };
    assert!(
        matches!(of_type.reported(None, shown).diff, FieldDiff::Of(diff) if std::ptr::fn_addr_eq(diff, own))
    );
    assert!(
        matches!(of_type.reported(Some(asked), shown).diff, FieldDiff::Of(diff) if std::ptr::fn_addr_eq(diff, asked))
    );
}
