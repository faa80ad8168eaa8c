//! Pools of so many slots that their links and entries take three bytes.

#![cfg(all(feature = "alloc", not(miri)))]

use stackpool::Pool;

crate::models! {
    4, 300;
    listed_65_536: Listed65536 [u16; 65_536, bookkeeping = free_list, guard = live].made_by(Pool::boxed);
    listed_65_537: Listed65537 [[u8; 3]; 65_537, bookkeeping = free_list].made_by(Pool::boxed);
    listed_300_000: Listed300000 [[u8; 3]; 300_000, bookkeeping = free_list, guard = live].made_by(Pool::boxed);
    stacked_65_537: Stacked65537 [[u8; 3]; 65_537].made_by(Pool::boxed).table();
}
