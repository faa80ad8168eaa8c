//! A table that is restored; an error names the field.

#![no_std]
#![no_main]
#![allow(dead_code, reason = "not every program saves the whole table")]

use stackpool_whole_programs::table_program;

table_program!(|table, page| page[1] = match stackpool::Snapshot::restore(table, page) {
    Ok(()) => 0,
    Err(_) => <Table as stackpool::Snapshot>::check_saved(page).is_ok().into(),
});
