//! What an attribute says of a pool, and the widths and bytes that follow.
//!
//! The page asks while it runs, so no macro can answer. The widths are those of the plan that the macros use. It is not
//! public; this program may use it, because it is built and tested with the crate. How widths add up to bytes is
//! written here, in the order of the parts of a pool. The tests compare both with pools that the macros made.

use core::fmt::{self, Display, Formatter};
use stackpool::__private::Plan;

/// What handles are checked against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// A live flag and a generation per slot: the default.
    Generation,
    /// A bit per slot.
    Live,
    /// Nothing.
    None,
}

/// The keys of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Keys {
    /// `capacity`, from 1 to 4,294,967,295.
    pub(crate) capacity: u32,
    /// `dense`.
    pub(crate) dense: bool,
    /// `layout = u32`: a table of whole integers of 32 bits.
    pub(crate) wide: bool,
    /// `guard`.
    pub(crate) guard: Guard,
    /// `generation_bits`.
    pub(crate) generation_bits: Option<u8>,
    /// `quarantine`.
    pub(crate) quarantine: Option<u32>,
}

impl Keys {
    /// Everything as by default.
    pub(crate) const fn new(capacity: u32) -> Self {
        Keys {
            capacity,
            dense: false,
            wide: false,
            guard: Guard::Generation,
            generation_bits: None,
            quarantine: None,
        }
    }

    /// What cannot be: it would not compile.
    ///
    /// # Errors
    ///
    /// A sentence for the user.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.capacity == 0 {
            return Err("A pool holds at least 1 object.".into());
        }
        let spare = 32 - index_bits(self.capacity);
        match self.generation_bits {
            Some(bits) if u32::from(bits) > spare => Err(format!(
                "A handle of 32 bits has room for {spare} bits of generation beside an index below {}.",
                Grouped(self.capacity.into(), ",")
            )),
            _ => Ok(()),
        }
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::new(self.capacity.into());
        if self.dense {
            plan = plan.dense();
        }
        if self.wide {
            plan = plan.layout(32);
        }
        plan = match self.guard {
            Guard::Generation => plan,
            Guard::Live => plan.guard_live(),
            Guard::None => plan.guard_none(),
        };
        if let Some(bits) = self.generation_bits {
            plan = plan.generation_bits(bits.into());
        }
        if let Some(slots) = self.quarantine {
            plan = plan.quarantine_of(slots.into());
        }
        plan
    }

    /// The widths that follow.
    pub(crate) fn widths(&self) -> Widths {
        let plan = self.plan();
        let handle_bytes = plan.handle_bits() / 8;
        Widths {
            index_bits: index_bits(self.capacity),
            handle_bytes,
            option_bytes: match plan.handle_has_niche() {
                true => handle_bytes,
                // A flag, as wide as the handle is aligned.
                false => (handle_bytes + 1).next_multiple_of(2),
            },
            generations: plan.generations(),
            quarantine: plan.quarantine() as u32,
        }
    }

    /// The bytes of the bookkeeping of a pool. It is aligned to 4 bytes.
    pub(crate) fn bookkeeping_bytes(&self) -> u64 {
        let plan = self.plan();
        let slots = u64::from(self.capacity);
        // Two counts, and how many slots were ever used.
        let mut bytes = 3 * COUNTER;
        // Free slots: in the quarantine, a counter before them and a ring of two counters after.
        bytes += 2 * COUNTER + padded(table_bytes(&plan), COUNTER);
        if plan.quarantine() > 0 {
            let ring = plan.quarantine() as u64 * u64::from(plan.ring_bits()) / 8;
            bytes += COUNTER + 2 * COUNTER + padded(ring, COUNTER);
        }
        if self.dense {
            // How many objects there are, and how many entries are written.
            bytes += 2 * COUNTER + padded(table_bytes(&plan), COUNTER);
        }
        bytes += match self.guard {
            Guard::Generation => padded(slots * u64::from(plan.cell_bits()) / 8, COUNTER),
            Guard::Live => 4 * plan.live_words() as u64,
            Guard::None => 0,
        };
        bytes
    }

    /// The bytes of a pool of items of this size and alignment, each in one piece.
    pub(crate) fn pool_bytes(&self, size: u32, align: u32) -> u64 {
        let align = u64::from(align);
        let start = align.max(self.plan().start_align() as u64);
        let items = u64::from(self.capacity) * padded(size.into(), align);
        let whole = padded(padded(self.bookkeeping_bytes(), start) + padded(items, start), start);
        padded(whole, COUNTER)
    }
}

/// The bytes of a counter.
const COUNTER: u64 = 4;

/// The bytes of the entries around the top of a packed table, which are kept unpacked: 32, and where they are.
const WINDOW: u64 = 33 * 4;

/// The bytes of a table of an index per slot.
fn table_bytes(plan: &Plan) -> u64 {
    let slots = plan.capacity() as u64;
    match plan.table_bits() {
        24 => padded(3 * slots, 2),
        18 => WINDOW + 4 * plan.table_words() as u64 + padded(2 * slots, 4),
        bits => slots * u64::from(bits) / 8,
    }
}

fn index_bits(capacity: u32) -> u32 {
    u32::BITS - (capacity - 1).leading_zeros()
}

fn padded(bytes: u64, align: u64) -> u64 {
    bytes.next_multiple_of(align)
}

/// What follows from the keys alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Widths {
    /// The bits of an index.
    pub(crate) index_bits: u32,
    /// The bytes of a handle.
    pub(crate) handle_bytes: u8,
    /// The bytes of an `Option` of a handle.
    pub(crate) option_bytes: u8,
    /// How many generations a slot goes through.
    pub(crate) generations: u32,
    /// How many slots wait.
    pub(crate) quarantine: u32,
}

/// The keys as in an attribute.
impl Display for Keys {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "capacity = {}", self.capacity_text())?;
        self.others().fmt(f)
    }
}

impl Keys {
    /// The capacity as a number in Rust.
    pub(crate) fn capacity_text(&self) -> impl Display {
        Grouped(self.capacity.into(), "_")
    }

    /// The keys except the capacity, each after a comma.
    pub(crate) fn others(&self) -> impl Display {
        OtherKeys(*self)
    }
}

struct OtherKeys(Keys);

impl Display for OtherKeys {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let keys = self.0;
        if keys.dense {
            f.write_str(", dense")?;
        }
        if keys.wide {
            f.write_str(", layout = u32")?;
        }
        match keys.guard {
            Guard::Generation => {}
            Guard::Live => f.write_str(", guard = live")?,
            Guard::None => f.write_str(", guard = none")?,
        }
        if let Some(bits) = keys.generation_bits {
            write!(f, ", generation_bits = {bits}")?;
        }
        if let Some(slots) = keys.quarantine {
            write!(f, ", quarantine = {slots}")?;
        }
        Ok(())
    }
}

/// A number with something between its thousands.
struct Grouped(u64, &'static str);

impl Display for Grouped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Grouped(number, separator) = self;
        if number < 1_000 {
            return write!(f, "{number}");
        }
        write!(f, "{}{separator}{:03}", Grouped(number / 1_000, separator), number % 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stackpool::{Handle, PoolSpec, pool};
    use std::panic::catch_unwind;

    /// Compares a pool that the macros made with the figures from its keys.
    macro_rules! same {
        ($keys:expr, [$item:ty; $capacity:literal] $($attribute:tt)*) => {{
            pool! { Made: [$item; $capacity] $($attribute)*; }
            let keys: Keys = Keys { capacity: $capacity, ..$keys };
            assert_eq!(keys.check(), Ok(()));
            let widths = keys.widths();
            let text = format!("[{}; {}]{}", stringify!($item), $capacity, keys.others());
            assert_eq!(usize::from(widths.handle_bytes), size_of::<Handle<Made>>(), "{text}");
            assert_eq!(usize::from(widths.option_bytes), size_of::<Option<Handle<Made>>>(), "{text}");
            assert_eq!(widths.generations, MadePool::GENERATIONS, "{text}");
            assert_eq!(widths.quarantine as usize, MadePool::QUARANTINE, "{text}");
            assert_eq!(keys.bookkeeping_bytes(), MadePool::BOOKKEEPING_BYTES as u64, "{text}");
            type Item = <Made as PoolSpec>::Item;
            let bytes = keys.pool_bytes(size_of::<Item>() as u32, align_of::<Item>() as u32);
            assert_eq!(bytes, MadePool::TOTAL_BYTES as u64, "{text}");
        }};
    }

    /// [`same`] for one capacity, with each guard, in place and dense.
    macro_rules! same_each {
        ($($capacity:literal)*) => {$(
            let default = Keys::new($capacity);
            let dense = Keys { dense: true, ..default };
            same!(default, [[u32; 5]; $capacity]);
            same!(default, [[u8; 3]; $capacity]);
            same!(default, [[u64; 3]; $capacity]);
            same!(dense, [[u32; 5]; $capacity], dense);
            same!(dense, [[u8; 3]; $capacity], dense);
            same!(Keys { guard: Guard::Live, ..default }, [u16; $capacity], guard = live);
            same!(Keys { guard: Guard::Live, ..dense }, [u64; $capacity], guard = live, dense);
            same!(Keys { guard: Guard::None, ..default }, [[u32; 3]; $capacity], guard = none);
            same!(Keys { generation_bits: Some(8), ..default }, [[u32; 5]; $capacity], generation_bits = 8);
            same!(Keys { quarantine: Some(0), ..dense }, [u8; $capacity], dense, quarantine = 0);
            same!(Keys { wide: true, ..default }, [u8; $capacity], layout = u32);
            same!(Keys { wide: true, ..dense }, [u8; $capacity], layout = u32, dense);
        )*};
    }

    #[test]
    fn figures_are_those_of_the_pools_that_the_macros_make() {
        same_each!(1 7 100 255 256 511 512 1_000 10_001 16_384 32_767 32_768 60_000 65_535 65_536 65_537);
        same_each!(200_001 262_145 1_000_003);
    }

    #[test]
    fn the_odd_widths_are_those_of_the_macros() {
        let keys = Keys::new(3_001);
        same!(Keys { generation_bits: Some(14), ..keys }, [u64; 3_001], generation_bits = 14);
        same!(Keys { generation_bits: Some(0), ..keys }, [u64; 3_001], generation_bits = 0);
        same!(Keys { quarantine: Some(77), ..keys }, [u16; 3_001], quarantine = 77);
        same!(
            Keys { quarantine: Some(77), guard: Guard::Live, ..keys },
            [u16; 3_001],
            quarantine = 77,
            guard = live
        );
    }

    #[test]
    fn what_does_not_compile_is_refused() {
        for capacity in [1, 2, 200, 262_144, 262_145, 16_777_216, 16_777_217, u32::MAX] {
            for bits in [4, 8, 14, 24] {
                let keys = Keys { generation_bits: Some(bits), ..Keys::new(capacity) };
                let compiles = catch_unwind(|| keys.plan().check_generation_bits()).is_ok();
                assert_eq!(keys.check().is_ok(), compiles, "{keys}");
            }
        }
        assert!(Keys::new(0).check().is_err());
    }

    #[test]
    fn an_attribute_has_what_is_not_the_default() {
        assert_eq!(Keys::new(999).to_string(), "capacity = 999");
        let keys = Keys {
            capacity: 1_234_567,
            dense: true,
            wide: true,
            guard: Guard::Live,
            generation_bits: None,
            quarantine: Some(0),
        };
        assert_eq!(
            keys.to_string(),
            "capacity = 1_234_567, dense, layout = u32, guard = live, quarantine = 0"
        );
    }
}
