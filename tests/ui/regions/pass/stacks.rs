#![forbid(unsafe_code)]

use stackpool::region::{DoubleStack, Inline, Lower, LowerScope, Marker, Stack, Upper, UpperScope, scratch};

static SIZE: usize = size_of::<Stack<Inline<64>>>();

/// What is allocated outside of a scope can be used and changed in it.
fn sum(memory: &mut Stack<Inline<64>>) -> u32 {
    let mut outer = memory.enter();
    let total = outer.alloc(1).unwrap();
    outer.scope(|mut inner| {
        *total += *inner.alloc(2).unwrap();
        inner.scope(|innermost| *total += *innermost.alloc(3).unwrap());
    });
    *total
}

fn fill<'a>(low: &LowerScope<'a>, high: &UpperScope<'a>) -> [&'a mut u32; 2] {
    [low.alloc(4).unwrap(), high.alloc(5).unwrap()]
}

fn both(mut lower: Lower<'_>, mut upper: Upper<'_>) -> u32 {
    let values = fill(&lower.enter(), &upper.enter());
    *values[0] + *values[1]
}

pub fn main() {
    let mut memory = Stack::new();
    let markers: Vec<Marker> = (0..2).map(|_| memory.marker().unwrap()).collect();
    assert!(sum(&mut memory) == 6 && SIZE > 64);
    for marker in markers.into_iter().rev() {
        memory.rollback(marker).unwrap();
    }
    let mut memory = DoubleStack::<Inline<64>>::new();
    let (lower, upper) = memory.split();
    assert_eq!(both(lower, upper), 9);
    assert_eq!(scratch::<65_536, _>(|scope| scope.remaining_capacity()), 65_536);
}
