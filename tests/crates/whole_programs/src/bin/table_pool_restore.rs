//! A table whose pool is restored.

#![no_std]
#![no_main]
#![allow(dead_code, reason = "not every program saves the whole table")]

use stackpool_whole_programs::table_program;

table_program!(|table, page| _ = table.nodes.restore(page).is_ok());
