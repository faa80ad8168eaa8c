//! A definition by hand, whose values would have generations, or be without holes.

use stackpool::__private::{Cells, Fixed, HandleBits, LiveWords, SlotCount, TableBits, Waiting, WithoutHoles};
use stackpool::layout::Tabled;
use stackpool::{ValuePool, ValueSpec};
use std::marker::PhantomData;

struct Digit<L>(PhantomData<L>);

impl<L: Tabled + 'static> ValueSpec for Digit<L> {
    type Item = u8;
    type Layout = L;
    const NAME: &'static str = "Digit";

    fn value(index: u32) -> u8 {
        index as u8
    }

    fn index(value: &u8) -> Option<u32> {
        Some(u32::from(*value))
    }
}

type Generations = Fixed<SlotCount<10>, TableBits<8>, Cells<4, 8>, HandleBits<8>>;
type Dense = Fixed<SlotCount<10>, TableBits<8>, LiveWords<1>, HandleBits<8>, Waiting<0, 0>, (), (), WithoutHoles>;

fn main() {
    let _ = ValuePool::<Digit<Generations>>::new().acquire();
    let _ = ValuePool::<Digit<Dense>>::new().acquire();
}
