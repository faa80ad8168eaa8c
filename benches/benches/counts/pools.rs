//! The pools whose instructions are counted.

use stackpool::pool;
use stackpool_benches::Item;

pool! {
    pub(crate) Tiny: [Item; 256];
    /// The default of most programs: a `u16` table, guard `generation`.
    pub(crate) Short: [Item; 4_096];
    pub(crate) Stack: [Item; 4_096], quarantine = 0;
    pub(crate) Live: [Item; 4_096], guard = live;
    pub(crate) None: [Item; 4_096], guard = none;
    pub(crate) Free: [Item; 4_096], bookkeeping = free_list;
    pub(crate) Packed18: [Item; 100_000];
    pub(crate) Split24: [Item; 300_000];
    pub(crate) Words: [Item; 100_000], layout = u32;
    /// A pool that is saved and restored.
    pub(crate) Saved: [Item; 10_000];
    pub(crate) SavedLive: [Item; 10_000], guard = live;
}
