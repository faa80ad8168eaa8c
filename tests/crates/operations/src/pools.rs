//! Pools: each guard over each table, and free lists.

/// A module with the operations of a pool, which is passed by reference.
macro_rules! pool {
    (
        $group:literal, $row:ident: [[u32; $words:literal]; $capacity:literal]
        $(, $key:ident = $value:tt)*
    ) => {
        pub(crate) mod $row {
            stackpool::pool! {
                pub(crate) Entry: [[u32; $words]; $capacity] $(, $key = $value)*;
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".insert"))]
            fn insert(pool: &mut EntryPool, item: [u32; $words]) -> Option<EntryHandle> {
                pool.insert(item).ok()
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".remove"))]
            fn remove(pool: &mut EntryPool, handle: EntryHandle) -> bool {
                pool.remove(handle).is_some()
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".get"))]
            fn get(pool: &EntryPool, handle: EntryHandle) -> Option<&[u32; $words]> {
                pool.get(handle)
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".get_mut"))]
            fn get_mut(pool: &mut EntryPool, handle: EntryHandle) -> Option<&mut [u32; $words]> {
                pool.get_mut(handle)
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".clear"))]
            fn clear(pool: &mut EntryPool) {
                pool.clear();
            }
        }
    };
}

/// A module with the loops over a pool whose guard knows what is live.
macro_rules! loops {
    ($group:literal, $($row:ident),*) => {
        pub(crate) mod loops {
            $(pub(crate) mod $row {
                use super::super::$row::EntryPool;

                #[unsafe(export_name = concat!($group, ".", stringify!($row), ".values"))]
                fn values(pool: &EntryPool) -> u32 {
                    let mut sum = 0_u32;
                    for item in pool.values() {
                        sum = sum.wrapping_add(item[0]);
                    }
                    sum
                }

                #[unsafe(export_name = concat!($group, ".", stringify!($row), ".iter"))]
                fn iter(pool: &EntryPool) -> u32 {
                    let mut sum = 0_u32;
                    for (handle, item) in pool {
                        sum = sum.wrapping_add(item[0] ^ handle.index() as u32);
                    }
                    sum
                }

                #[unsafe(export_name = concat!($group, ".", stringify!($row), ".iter_mut"))]
                fn iter_mut(pool: &mut EntryPool) {
                    for (_, item) in pool {
                        item[0] = 1;
                    }
                }
            })*
        }
    };
}

/// The pools of one group: items of `$words` words.
macro_rules! group {
    ($group:literal, $words:literal) => {
        pool!($group, generation_u8: [[u32; $words]; 200]);
        pool!($group, generation_u16: [[u32; $words]; 1_000]);
        pool!($group, generation_packed18: [[u32; $words]; 100_000]);
        pool!($group, generation_split24: [[u32; $words]; 300_000]);
        pool!($group, generation_u32: [[u32; $words]; 300_000], layout = u32);
        pool!($group, generation_free_list: [[u32; $words]; 1_000], bookkeeping = free_list);
        pool!($group, generation_u8_no_quarantine: [[u32; $words]; 200], quarantine = 0);
        pool!($group, live_u8: [[u32; $words]; 200], guard = live);
        pool!($group, live_u16: [[u32; $words]; 1_000], guard = live);
        pool!($group, live_packed18: [[u32; $words]; 100_000], guard = live);
        pool!($group, live_split24: [[u32; $words]; 300_000], guard = live);
        pool!($group, live_u32: [[u32; $words]; 300_000], guard = live, layout = u32);
        pool!($group, live_free_list: [[u32; $words]; 1_000], guard = live, bookkeeping = free_list);
        pool!($group, none_u8: [[u32; $words]; 200], guard = none);
        pool!($group, none_u16: [[u32; $words]; 1_000], guard = none);
        pool!($group, none_packed18: [[u32; $words]; 100_000], guard = none);
        pool!($group, none_split24: [[u32; $words]; 300_000], guard = none);
        pool!($group, none_u32: [[u32; $words]; 300_000], guard = none, layout = u32);
        loops!(
            $group,
            generation_u8,
            generation_u16,
            generation_packed18,
            generation_free_list,
            live_u8,
            live_u16,
            live_packed18,
            live_free_list
        );
    };
}

pub(crate) mod of_16_bytes {
    group!("pool16", 4);
}

#[cfg(feature = "wide")]
pub(crate) mod of_64_bytes {
    group!("pool64", 16);
}
