//! Handles as `defmt` logs them. The text is made on the other side: a handle takes its index and its generation, each
//! in as few bytes as all of its definition need.

use super::{Handle, Link};
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use defmt::{Format, Formatter};

/// Writes a number that is at most `$largest`, a constant, in the fewest bytes that this fits.
macro_rules! write_number {
    ($f:expr, $number:expr, $largest:expr, $one:literal, $two:literal, $four:literal) => {
        match $largest {
            0..=0xFF => defmt::write!($f, $one, $number as u8),
            0x100..=0xFFFF => defmt::write!($f, $two, $number as u16),
            _ => defmt::write!($f, $four, $number as u32),
        }
    };
}

/// Writes `#123`, or `#123v2` if handles carry a generation. The name of the definition is not written: it would take a
/// byte per letter in every message.
impl<P: PoolSpec> Format for Handle<P> {
    fn format(&self, f: Formatter<'_>) {
        write_number!(f, self.index(), <P::Layout as Layout>::CAPACITY - 1, "#{=u8}", "#{=u16}", "#{=u32}");
        let last = <P::Layout as Layout>::GENERATIONS - 1;
        if last > 0 {
            write_number!(f, self.generation(), last, "v{=u8}", "v{=u16}", "v{=u32}");
        }
    }
}

/// Writes the handle, or `None`.
impl<P: PoolSpec> Format for Link<P> {
    fn format(&self, f: Formatter<'_>) {
        match self.get() {
            Some(handle) => defmt::write!(f, "{}", handle),
            None => defmt::write!(f, "None"),
        }
    }
}
