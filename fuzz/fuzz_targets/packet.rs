//! See `stackpool_fuzz::packet`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| stackpool_fuzz::packet(data));
