//! Why it matters: a join that became one of another definition gave handles of a generation that this one
//! does not have, which unsafe code takes on trust. In a packed array they made handles beyond the capacity.

#![allow(coherence_leak_check, reason = "the two definitions are meant to differ in a lifetime alone")]

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits};
use stackpool::handle_map::{Join, Joined};
use stackpool::{Handle, HandleMap, Pool, PoolSpec, handle_array};
use std::marker::PhantomData;

struct Spec<F>(PhantomData<F>);
type General = Spec<for<'a> fn(&'a ())>;
type Special = Spec<fn(&'static ())>;

impl PoolSpec for General {
    type Item = u64;
    type Layout = Fixed<SlotCount<5>, TableBits<8>, Cells<5, 8>, HandleBits<16>>;
    const NAME: &'static str = "General";
}

/// Its last generation is the mark of a retired slot: handles have two bits of generation, not three.
impl PoolSpec for Special {
    type Item = u64;
    type Layout = Fixed<SlotCount<5>, TableBits<8>, Cells<5, 8, 1>, HandleBits<16>>;
    const NAME: &'static str = "Special";
}

type JoinOf<'a, P> =
    Join<P, <&'a HandleMap<P, u8> as Joined<P>>::Lane, <&'a HandleMap<P, u8> as Joined<P>>::Lane>;

fn special<'a>(join: JoinOf<'a, General>) -> JoinOf<'a, Special> {
    join
}

fn main() {
    let mut map = HandleMap::<General, u8>::new();
    let last: Handle<General> = Handle::from_bits(4 << 3 | 1).unwrap();
    map.insert(last, 7);
    let (handle, ..) = special(map.join(&map)).next().unwrap();
    assert_eq!(Handle::<Special>::from_bits(handle.to_bits()), None);

    let mut array = <handle_array![Handle<Special>; 16]>::new();
    array.set(1, Handle::from_bits(4).unwrap());
    array.set(0, handle);
    let beyond = array.get(1).unwrap();
    assert_eq!(beyond.index(), 5);
    let _ = Pool::<Special>::new().get(beyond);
}
