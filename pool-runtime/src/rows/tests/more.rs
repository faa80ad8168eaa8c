//! Combinations of guards, bookkeepings, capacities and quarantines, which the gate explores in addition to a layout of
//! each kind.

use super::*;

type ThreeStrictly = Waiting<3, 8, true>;

/// Writes a test of each guard: all capacities and quarantines of tables, and some of lists. Each is to see this many
/// transitions.
macro_rules! guards {
    ($($name:ident: $guard:ty, $least:literal;)*) => {$(
        #[test]
        fn $name() {
            let mut seen = Seen::default();
            explore! { seen:
                of_stack Stack<1, $guard, NoneWaits>, of_stack Stack<2, $guard, NoneWaits>,
                of_stack Stack<3, $guard, NoneWaits>, of_stack Stack<4, $guard, NoneWaits>,
                of_stack Stack<1, $guard, OneWaits>, of_stack Stack<2, $guard, OneWaits>,
                of_stack Stack<3, $guard, OneWaits>, of_stack Stack<4, $guard, OneWaits>,
                of_stack Stack<2, $guard, TwoWait>, of_stack Stack<3, $guard, TwoWait>,
                of_stack Stack<4, $guard, TwoWait>, of_list List<1, $guard, NoneWaits>,
                of_list List<3, $guard, NoneWaits>, of_list List<4, $guard, NoneWaits>,
                of_list List<2, $guard, OneWaits>, of_list List<3, $guard, OneWaits>,
                of_list List<4, $guard, TwoWait>,
            }
            seen.end(stringify!($name), $least);
        }
    )*};
}

guards! {
    live: LiveWords<1>, 200_000;
    two_generations_then_retired: Cells<3, 16, 1>, 250_000;
    one_generation: Cells<1, 8>, 200_000;
    two_generations: Cells<2, 8>, 240_000;
    three_generations: Cells<3, 8>, 260_000;
    one_generation_then_retired: Cells<2, 8, 1>, 180_000;
}

#[test]
fn unguarded() {
    let mut seen = Seen::default();
    explore! { seen:
        of_unguarded Stack<1, Unguarded, NoneWaits>, of_unguarded Stack<2, Unguarded, NoneWaits>,
        of_unguarded Stack<3, Unguarded, NoneWaits>, of_unguarded Stack<4, Unguarded, NoneWaits>,
    }
    seen.end("unguarded", 40_000);
}

/// Slots that wait are never taken.
#[test]
fn strict() {
    type Retiring = Cells<3, 8, 1>;
    type InOrder<G, Q> = Dense<3, G, Q, MarksAtMost<2, 8>, ChangeWords<1>>;
    let mut seen = Seen::default();
    explore! { seen:
        of_stack Stack<2, LiveWords<1>, OneStrictly>, of_stack Stack<4, LiveWords<1>, ThreeStrictly>,
        of_list List<4, LiveWords<1>, TwoStrictly>,
        of_stack Stack<3, Cells<2, 8>, OneStrictly>, of_stack Stack<4, Cells<2, 8>, TwoStrictly>,
        of_list List<3, Cells<2, 8>, TwoStrictly>,
        of_stack Stack<3, Retiring, TwoStrictly>, of_list List<3, Retiring, OneStrictly>,
        of_stack Marked<TableBits<8>, OneStrictly, ChangeWords<1>>,
        of_list Marked<LinkBits<8>, OneStrictly, ChangeWords<1>>,
        of_stack InOrder<Cells<2, 8>, OneStrictly>, of_stack InOrder<LiveWords<1>, TwoStrictly>,
    }
    seen.end("strict", 170_000);
}

/// The order of insertion with up to two marks, changed slots, and tables of packed bits with and without a window.
#[test]
fn marks_changes_and_packed_tables() {
    type Changed<F, Q> = Fixed<SlotCount<3>, F, Cells<3, 8, 1>, HandleBits<8>, Q, (), ChangeWords<1>>;
    type LiveChanged<Q> =
        Fixed<SlotCount<4>, TableBits<8>, LiveWords<1>, HandleBits<8>, Q, (), ChangeWords<1>>;
    let mut seen = Seen::default();
    explore! { seen:
        of_stack Marked<TableBits<8>, NoneWaits, ()>,
        of_stack Marked<TableBits<8>, OneWaits, ChangeWords<1>>,
        of_list Marked<LinkBits<8>, OneWaits, ()>,
        of_stack Changed<TableBits<8>, NoneWaits>,
        of_stack Changed<TableBits<8>, TwoWait>,
        of_list Changed<LinkBits<8>, NoneWaits>,
        of_list Changed<LinkBits<8>, OneWaits>,
        of_stack LiveChanged<NoneWaits>,
        of_stack LiveChanged<OneWaits>,
        of_stack Packed<9, NoneWaits>,
        of_stack Packed<17, NoneWaits>,
        of_stack Packed<17, OneWaits>,
        of_stack Packed<17, TwoWait>,
    }
    seen.end("marks, changes and packed tables", 200_000);
}

/// Pools without holes, with all that they can have in addition to the places of their objects.
#[test]
fn dense() {
    type InOrder<Q, C> = Dense<3, Cells<2, 8>, Q, MarksAtMost<2, 8>, C>;
    let mut seen = Seen::default();
    explore! { seen:
        of_stack Dense<1, LiveWords<1>, NoneWaits, (), ()>,
        of_stack Dense<3, LiveWords<1>, NoneWaits, (), ()>,
        of_stack Dense<4, LiveWords<1>, OneWaits, (), ()>,
        of_stack Dense<4, LiveWords<1>, NoneWaits, (), ChangeWords<1>>,
        of_stack Dense<3, Cells<2, 8>, NoneWaits, (), ()>,
        of_stack Dense<3, Cells<2, 8>, TwoWait, (), ChangeWords<1>>,
        of_stack Dense<3, Cells<3, 8, 1>, NoneWaits, (), ()>,
        of_stack Dense<4, Cells<3, 8, 1>, OneWaits, (), ChangeWords<1>>,
        of_stack InOrder<NoneWaits, ()>,
        of_stack InOrder<OneWaits, ChangeWords<1>>,
    }
    seen.end("dense", 130_000);
}
