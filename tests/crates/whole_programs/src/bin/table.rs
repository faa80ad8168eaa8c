//! A table that is not saved.

#![no_std]
#![no_main]
#![allow(dead_code, reason = "not every program saves the whole table")]

use stackpool_whole_programs::table_program;

table_program!(|_, _| ());
