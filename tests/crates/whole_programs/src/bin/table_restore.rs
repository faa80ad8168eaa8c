//! A table that is restored, with the number.

#![no_std]
#![no_main]
#![allow(dead_code, reason = "not every program saves the whole table")]

use stackpool_whole_programs::table_program;

table_program!(|table, page| _ = stackpool::Snapshot::restore(table, page).is_ok());
