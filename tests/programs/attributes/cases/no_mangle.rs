//! `no_mangle`, which entries never accept on a static: all its forms, for every kind of entry.
#![forbid(unsafe_code)]

use stackpool::pool;

pool! {
    #[no_mangle] //~ `#[unsafe(export_name = "..")]` gives it one
    Pooled: [u64; 8];
    #[unsafe(no_mangle)] //~ `#[unsafe(export_name = "..")]` gives it one
    Boxed: [u64; 8], boxed;
    #[cfg_attr(all(), no_mangle)] //~ `#[unsafe(export_name = "..")]` gives it one
    Values: [u16; 0..64];
    #[cfg_attr(all(), cfg_attr(all(), unsafe(no_mangle)))] //~ `#[unsafe(export_name = "..")]` gives it one
    List: [u16 = [80, 443]];
    #[r#no_mangle] //~ `#[unsafe(export_name = "..")]` gives it one
    Raw: [u64; 8];
}

fn main() {}
