//! Types of `core` that are not plain data.

use super::FieldBytes;
use crate::image::item_form::{FieldForm, Sink};
use crate::image::moved::{LostHandle, Moved};
use crate::image::plain_data::{self, PlainData};
use core::cmp::{Ordering, Reverse};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::Saturating;
use core::ops::{Range, RangeInclusive};
use core::time::Duration;

/// Writes numbers one after the other.
macro_rules! put {
    ($bytes:expr, $($number:expr),+) => {{
        let mut rest = $bytes;
        $({
            let number = $number.to_ne_bytes();
            let (place, others) = rest.split_at_mut(number.len());
            place.copy_from_slice(&number);
            rest = others;
        })+
        let _ = rest;
    }};
}

/// Reads a number from the first bytes, and removes them.
macro_rules! take {
    ($bytes:ident: $Number:ty) => {{
        let (number, rest) = $bytes.split_first_chunk()?;
        $bytes = rest;
        <$Number>::from_ne_bytes(*number)
    }};
}

impl FieldBytes for Duration {
    const BYTES: usize = 12;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put!(bytes, self.as_secs(), self.subsec_nanos());
    }

    #[inline]
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let (seconds, nanoseconds) = (take!(bytes: u64), take!(bytes: u32));
        (nanoseconds < 1_000_000_000 && bytes.is_empty()).then(|| Duration::new(seconds, nanoseconds))
    }
}

impl FieldBytes for Ordering {
    const BYTES: usize = 1;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put!(bytes, (*self as i8));
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .into_iter()
            .find(|order| [*order as i8 as u8] == bytes)
    }
}

/// An address is saved as the number that it is.
macro_rules! addresses {
    ($($Address:ident: $Number:ty),*) => {$(
        impl FieldBytes for $Address {
            const BYTES: usize = size_of::<$Number>();

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                put!(bytes, self.to_bits());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(|bits| Self::from_bits(<$Number>::from_ne_bytes(bits)))
            }
        }
    )*};
}

addresses! { Ipv4Addr: u32, Ipv6Addr: u128 }

impl FieldBytes for SocketAddrV4 {
    const BYTES: usize = 6;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put!(bytes, self.ip().to_bits(), self.port());
    }

    #[inline]
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let address = Self::new(Ipv4Addr::from_bits(take!(bytes: u32)), take!(bytes: u16));
        bytes.is_empty().then_some(address)
    }
}

impl FieldBytes for SocketAddrV6 {
    const BYTES: usize = 26;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put!(bytes, self.ip().to_bits(), self.port(), self.flowinfo(), self.scope_id());
    }

    #[inline]
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let address = Ipv6Addr::from_bits(take!(bytes: u128));
        let address = Self::new(address, take!(bytes: u16), take!(bytes: u32), take!(bytes: u32));
        bytes.is_empty().then_some(address)
    }
}

/// Writes which one of two types a value has, and returns the place of its bytes. Zeros are behind them.
#[inline]
fn put_variant(variant: u8, size: usize, bytes: &mut [u8]) -> &mut [u8] {
    bytes[0] = variant;
    &mut bytes[1..=size]
}

/// Reads which one of two types of these sizes a value has, and returns the bytes of the value.
#[inline]
fn take_variant(bytes: &[u8], sizes: [usize; 2]) -> Option<(u8, &[u8])> {
    let (&variant, bytes) = bytes.split_first()?;
    let (value, rest) = bytes.split_at_checked(*sizes.get(usize::from(variant))?)?;
    rest.iter().all(|&byte| byte == 0).then_some((variant, value))
}

/// The larger of two sizes, and the byte that says which type a value has.
#[inline]
const fn variant_bytes([first, second]: [usize; 2]) -> usize {
    1 + if first > second { first } else { second }
}

macro_rules! of_both_versions {
    ($($Address:ident: $V4:ident, $V6:ident;)*) => {$(
        impl FieldBytes for $Address {
            const BYTES: usize = variant_bytes([$V4::BYTES, $V6::BYTES]);

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                match self {
                    Self::V4(address) => address.write(put_variant(0, $V4::BYTES, bytes)),
                    Self::V6(address) => address.write(put_variant(1, $V6::BYTES, bytes)),
                }
            }

            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                match take_variant(bytes, [$V4::BYTES, $V6::BYTES])? {
                    (0, address) => $V4::read(address).map(Self::V4),
                    (_, address) => $V6::read(address).map(Self::V6),
                }
            }
        }
    )*};
}

of_both_versions! {
    IpAddr: Ipv4Addr, Ipv6Addr;
    SocketAddr: SocketAddrV4, SocketAddrV6;
}

/// Reads plain data from its bytes.
fn read_plain<T: PlainData>(bytes: &[u8]) -> Option<T> {
    (bytes.len() == plain_data::saved_bytes::<T>() && plain_data::are_valid::<T>(1, bytes))
        .then(|| plain_data::reader::<T>()(bytes))
}

/// Writes two values of plain data.
fn write_two<T: PlainData>([first, second]: [&T; 2], bytes: &mut [u8]) {
    let (place, rest) = bytes.split_at_mut(plain_data::saved_bytes::<T>());
    plain_data::write(first, place);
    plain_data::write(second, &mut rest[..plain_data::saved_bytes::<T>()]);
}

/// Reads two values of plain data.
fn read_two<T: PlainData>(bytes: &[u8]) -> Option<[T; 2]> {
    let (first, second) = bytes.split_at_checked(plain_data::saved_bytes::<T>())?;
    Some([read_plain(first)?, read_plain(second)?])
}

impl<T: PlainData, E: PlainData> FieldBytes for Result<T, E> {
    const BYTES: usize = variant_bytes([plain_data::saved_bytes::<T>(), plain_data::saved_bytes::<E>()]);

    fn write(&self, bytes: &mut [u8]) {
        match self {
            Ok(value) => plain_data::write(value, put_variant(0, plain_data::saved_bytes::<T>(), bytes)),
            Err(value) => plain_data::write(value, put_variant(1, plain_data::saved_bytes::<E>(), bytes)),
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        match take_variant(bytes, [plain_data::saved_bytes::<T>(), plain_data::saved_bytes::<E>()])? {
            (0, value) => read_plain(value).map(Ok),
            (_, value) => read_plain(value).map(Err),
        }
    }

    fn relink<M: Moved>(&mut self, moved: &M) -> Result<(), LostHandle> {
        match self {
            Ok(value) => plain_data::relink(value, moved),
            Err(value) => plain_data::relink(value, moved),
        }
    }

    fn put_parts<S: Sink>(&self, sink: &mut S) {
        match self {
            Ok(value) => T::Form::put(value, sink),
            Err(value) => E::Form::put(value, sink),
        }
    }
}

macro_rules! around_one {
    ($($Type:ident),*) => {$(
        impl<T: PlainData> FieldBytes for $Type<T> {
            const BYTES: usize = plain_data::saved_bytes::<T>();

            fn write(&self, bytes: &mut [u8]) {
                plain_data::write(&self.0, bytes);
            }

            fn read(bytes: &[u8]) -> Option<Self> {
                read_plain(bytes).map(Self)
            }

            fn relink<M: Moved>(&mut self, moved: &M) -> Result<(), LostHandle> {
                plain_data::relink(&mut self.0, moved)
            }

            fn put_parts<S: Sink>(&self, sink: &mut S) {
                T::Form::put(&self.0, sink);
            }
        }
    )*};
}

around_one! { Reverse, Saturating }

impl<T: PlainData> FieldBytes for Range<T> {
    const BYTES: usize = 2 * plain_data::saved_bytes::<T>();

    fn write(&self, bytes: &mut [u8]) {
        write_two([&self.start, &self.end], bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        read_two(bytes).map(|[start, end]| start..end)
    }

    fn relink<M: Moved>(&mut self, moved: &M) -> Result<(), LostHandle> {
        plain_data::relink(&mut self.start, moved)?;
        plain_data::relink(&mut self.end, moved)
    }

    fn put_parts<S: Sink>(&self, sink: &mut S) {
        T::Form::put(&self.start, sink);
        T::Form::put(&self.end, sink);
    }
}

/// An inclusive range is exhausted after its last number, which is its start and its end then. It has a byte that says
/// so. `$exhaust` makes it so.
macro_rules! inclusive_ranges {
    ($($($T:ident)+, $exhaust:expr;)*) => {$($(
        impl FieldBytes for RangeInclusive<$T> {
            const BYTES: usize = 2 * size_of::<$T>() + 1;

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                write_two([self.start(), self.end()], bytes);
                bytes[2 * size_of::<$T>()] = (self.start() == self.end() && self.is_empty()).into();
            }

            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                let (bytes, is_exhausted) = bytes.split_at_checked(2 * size_of::<$T>())?;
                let [start, end] = read_two(bytes)?;
                let is_one = start == end;
                let mut range = start..=end;
                match is_exhausted {
                    [0] => {}
                    [1] if is_one => $exhaust(&mut range)?,
                    _ => return None,
                }
                Some(range)
            }
        }
    )+)*};
}

inclusive_ranges! {
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char, |range: &mut RangeInclusive<_>| range.next().map(drop);
    f32 f64, |_: &mut RangeInclusive<_>| None;
}
