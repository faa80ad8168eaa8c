//! Powers of two as alignments: `Alignment<64>` chooses a zero-sized type that is aligned to 64 bytes.

/// An alignment of `BYTES`, which is a power of two up to 65,536.
#[derive(Debug)]
pub struct Alignment<const BYTES: usize>;

/// Alignments that exist: powers of two up to 65,536.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an alignment: an alignment is a power of two from 1 to 65,536 bytes",
    label = "not an alignment"
)]
pub trait Align {
    /// A zero-sized type of this alignment.
    type Marker: Copy + Send + Sync + Unpin + core::fmt::Debug + 'static;
}

macro_rules! alignments {
    ($($name:ident $bytes:literal),* $(,)?) => {$(
        #[doc = concat!("Aligned to ", stringify!($bytes), " bytes.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(align($bytes))]
        pub struct $name;

        #[diagnostic::do_not_recommend]
        impl Align for Alignment<$bytes> {
            type Marker = $name;
        }
    )*};
}

alignments!(
    Align1 1, Align2 2, Align4 4, Align8 8, Align16 16, Align32 32, Align64 64, Align128 128, Align256 256,
    Align512 512, Align1024 1024, Align2048 2048, Align4096 4096, Align8192 8192, Align16384 16384,
    Align32768 32768, Align65536 65536,
);

/// `T` at an address that is a multiple of the alignment.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Started<A: Align, T> {
    start: [A::Marker; 0],
    content: T,
}

/// The size of a cache line in bytes. (Some processors have lines of 128 bytes.)
const LINE_BYTES: usize = 64;

/// An array of at most this many bytes fits in the nearest cache. Such an array needs no alignment beyond that of its
/// items.
const NEAR_BYTES: usize = 16 << 10;

/// The alignment for the start of an array of `count` items of `item_bytes` bytes each; 1 adds nothing to the
/// alignment of the item type.
///
/// It keeps an item within one cache line where a line has room for it. The result is the largest power of two that
/// divides `item_bytes`, at most `LINE_BYTES`: no larger alignment can hold for all items of an array.
#[must_use]
pub const fn start_align(item_bytes: usize, count: usize) -> usize {
    if item_bytes == 0 || item_bytes.saturating_mul(count) <= NEAR_BYTES {
        return 1;
    }
    let divisor = 1 << item_bytes.trailing_zeros();
    if divisor < LINE_BYTES { divisor } else { LINE_BYTES }
}

#[cfg(test)]
mod tests {
    use super::{Align, Alignment, Started, start_align};

    #[test]
    fn items_of_a_power_of_two_are_in_as_few_lines_as_can_be() {
        assert_eq!(
            [4, 32, 64, 256, 48, 28, 96, 7].map(|bytes| start_align(bytes, 10_000)),
            [4, 32, 64, 64, 16, 4, 32, 1]
        );
        assert_eq!([start_align(32, 512), start_align(32, 513), start_align(0, 10_000)], [1, 32, 1]);
        assert_eq!(start_align(1 << 20, usize::MAX), 64);
    }

    #[test]
    fn what_is_started_has_the_alignment_and_is_at_the_start() {
        assert_eq!(align_of::<Started<Alignment<64>, [u8; 100]>>(), 64);
        assert_eq!(size_of::<Started<Alignment<1>, [u8; 100]>>(), 100);
        assert_eq!(core::mem::offset_of!(Started<Alignment<64>, [u8; 100]>, content), 0);
    }

    #[test]
    fn markers_have_no_size_and_the_alignment() {
        fn check<const BYTES: usize>()
        where
            Alignment<BYTES>: Align,
        {
            assert_eq!(size_of::<<Alignment<BYTES> as Align>::Marker>(), 0);
            assert_eq!(align_of::<<Alignment<BYTES> as Align>::Marker>(), BYTES);
        }
        check::<1>();
        check::<16>();
        check::<128>();
        check::<65536>();
    }
}
