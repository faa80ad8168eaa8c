//! Packed structs that are saved field by field.

use stackpool::Snapshot;

#[derive(Snapshot)]
#[repr(C, packed)]
struct Header {
    version: u8,
    length: u32,
}

#[derive(Snapshot, Clone, Copy)]
#[snapshot(item)]
#[repr(packed(2))]
struct Item(u8, u32);

fn main() {
    let _ = Header { version: 1, length: 2 };
}
