//! Powers of two as alignments: `Alignment<64>` chooses a zero-sized type that is aligned to 64 bytes.

/// An alignment of `BYTES`, which is a power of two up to 65,536.
#[derive(Debug)]
pub struct Alignment<const BYTES: usize>;

/// Alignments that exist: powers of two up to 65,536.
#[diagnostic::on_unimplemented(
    message = "this is not an alignment: an alignment is a power of two from 1 to 65,536 bytes",
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
);
// An alignment is at most `isize::MAX`.
#[cfg(not(target_pointer_width = "16"))]
alignments!(Align32768 32768, Align65536 65536);

/// `T` at an address that is a multiple of the alignment of `A`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Started<A, T> {
    start: [A; 0],
    content: T,
}

impl<A, T> Started<A, T> {
    /// Where the content begins.
    pub(crate) const OFFSET: usize = core::mem::offset_of!(Self, content);
}

#[cfg(test)]
mod tests {
    use super::{Align, Align1, Align64, Alignment, Started};

    #[test]
    fn what_is_started_has_the_alignment_and_is_at_the_start() {
        assert_eq!(align_of::<Started<Align64, [u8; 100]>>(), 64);
        assert_eq!(size_of::<Started<Align1, [u8; 100]>>(), 100);
        assert_eq!(core::mem::offset_of!(Started<Align64, [u8; 100]>, content), 0);
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
