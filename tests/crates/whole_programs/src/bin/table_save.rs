//! A table that is saved, with the number.

#![no_std]
#![no_main]
#![allow(dead_code, reason = "not every program saves the whole table")]

use stackpool_whole_programs::table_program;

table_program!(|table, page| _ = stackpool::Snapshot::save_into(table, page).is_ok());
