//! Codes of handles, in every width.

use super::*;
use crate::base::size::miri_or;
use bytemuck::Zeroable;

fn round_trips<C: Code>() {
    assert_eq!(C::read_link(Zeroable::zeroed()), None);
    assert_eq!(size_of::<C::LinkBits>(), size_of::<Option<C>>());
    assert_eq!(align_of::<C::LinkBits>(), align_of::<C>());
    let step = miri_or(0x7_0001, 257);
    let codes = (0..=C::LARGEST.min(miri_or(40, 1000))).chain((0..=C::LARGEST.min(1 << 24)).step_by(step));
    for code in codes.chain([C::LARGEST - 1, C::LARGEST]) {
        // SAFETY: 1. both ranges end at `LARGEST`, and the last two codes are at most `LARGEST`.
        let stored = unsafe { C::new(code as u32) };
        assert_eq!(u64::from(stored.get()), code);
        for bits in 0..=u64::BITS - C::LARGEST.leading_zeros() {
            assert_eq!(u64::from(stored.above(bits)), code >> bits);
        }
        // SAFETY: the bytes are initialised, and `Bits` has the same size, by 2. of `Code`.
        let bits = unsafe { core::mem::transmute_copy::<C, C::Bits>(&stored) };
        assert_eq!(C::read(bits).map(u64::from), Some(code));
        assert_eq!(C::read_link(C::link(bits)).map(u64::from), Some(code));
        assert_ne!(C::link(bits), Zeroable::zeroed());
        // SAFETY: 1. they are the stored bits of a code that is at most `LARGEST`.
        let again = unsafe { from_stored::<C>(stored.stored()) };
        assert_eq!((again.get(), again.stored()), (stored.get(), stored.stored()));
    }
}

#[test]
fn every_code_comes_back() {
    round_trips::<u8>();
    round_trips::<u16>();
    round_trips::<Code24>();
    round_trips::<NonZeroU8>();
    round_trips::<NonZeroU16>();
    round_trips::<NonZeroCode24>();
    round_trips::<NonZeroU32>();
}

#[test]
fn zero_bytes_are_no_code_where_there_is_a_niche() {
    assert_eq!(NonZeroU8::read(0), None);
    assert_eq!(NonZeroU16::read(0), None);
    assert_eq!(NonZeroU32::read(0), None);
    assert_eq!([[0, 0, 0], [1, 2, 0], [255, 255, 0]].map(NonZeroCode24::read), [None; 3]);
    assert_eq!(u8::read(0), Some(0));
    assert_eq!(u16::read(0), Some(0));
    assert_eq!(Code24::read([0; 3]), Some(0));
}
