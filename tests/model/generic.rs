//! Definitions with parameters.

use crate::drops::Token;
use crate::model::item::Item;
use crate::model::{Abilities, Subject, Tested};
use crate::size::{cases, miri_or};
use stackpool::{Of, Pool, Sized16, Sized24, pool};

pool! {
    Live: [(); 40], guard = live, marks = 3;
}

/// An item of a generic type.
#[derive(Pool, Clone, PartialEq, Debug)]
#[pool(capacity = 20)]
struct Wrapped<T>(T);

impl<T: Item> Item for Wrapped<T> {
    type Witness = T::Witness;

    fn made(id: u32, witness: &T::Witness) -> Self {
        Wrapped(T::made(id, witness))
    }

    fn stamp(&self) -> u32 {
        self.0.stamp()
    }

    fn stamp_of(id: u32) -> u32 {
        T::stamp_of(id)
    }

    fn dropped(witness: &T::Witness) -> Option<Vec<u32>> {
        T::dropped(witness)
    }

    fn alive(witness: &T::Witness) -> Option<Vec<u32>> {
        T::alive(witness)
    }
}

fn check(pools: fn() -> Vec<Box<dyn Subject>>) {
    crate::check(cases(1, 16), miri_or(18, 300), pools);
}

macro_rules! models {
    ($($test:ident: $definition:ty $(, $ability:ident($($args:tt)*))*;)*) => {$(
        #[test]
        fn $test() {
            check(|| vec![Box::new(Tested::new(Abilities::<$definition>::new()$(.$ability($($args)*))*))]);
        }
    )*};
}

models! {
    sized_16: Sized16<Token, 70>, table();
    sized_24: Sized24<u32, 90>, table(), image();
    with_the_widths_of_another: Of<Live, Token>, table(), marks(3);
    of_a_generic_type: Wrapped<Token>, table();
}

gate::only! {
    mod more {
        use super::*;

        pool! { Listed: [u64; 30], bookkeeping = free_list; }

        models! {
            sized_16_of_one_slot: Sized16<u64, 1>, table(), image();
            fewer_slots_than_the_quarantine: Sized24<Token, 5>, table();
            in_the_slots_of_another: Of<Listed, u8>;
            of_a_generic_type_with_a_larger_item: Wrapped<String>, table();
        }
    }
}
