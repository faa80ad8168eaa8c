use stackpool::{Pool, pool};

const HALF: usize = 32;

#[derive(Pool)]
#[pool(capacity = 2 * HALF, quarantine = HALF)]
struct Declared(u32);

#[derive(Pool)]
#[pool(capacity = 10_000)]
struct Default(u32);

pool! {
    None: [u32; 10_000], quarantine = 0;
    All: [u32; 64], quarantine = 64, guard = live, bookkeeping = free_list;
    Few: [u32; 7];
    Unguarded: [u32; 10_000], guard = none;
    Wide: [u32; 10_000], generation_bits = 12;
    Live: [u32; 10_000], guard = live;
    Ports: [u16; 8_000..8_100];
    Sessions: [u16; 8_000..8_100], quarantine = 50;
    Frames: [u32; 2 * HALF], quarantine = 2 * HALF - 1, strict, guard = live;
    Strict: [u16; 8_000..8_100], strict, quarantine = 50;
}

pub fn main() {
    const {
        assert!(DeclaredPool::QUARANTINE == 32 && AllPool::QUARANTINE == 64 && SessionsPool::QUARANTINE == 50);
        assert!(DefaultPool::GENERATIONS * DefaultPool::QUARANTINE as u32 == 4_096);
        assert!(NonePool::QUARANTINE == 0 && FewPool::QUARANTINE == 0 && UnguardedPool::QUARANTINE == 0);
        assert!(WidePool::QUARANTINE == 0 && LivePool::QUARANTINE == 1_024 && PortsPool::QUARANTINE == 0);
    }
    let mut sessions = SessionsPool::new();
    let first = sessions.acquire().unwrap();
    sessions.release(first).unwrap();
    assert!((0..99).all(|_| sessions.acquire() != Some(first)));
    assert_eq!(sessions.acquire(), Some(first));

    let mut strict = StrictPool::new();
    let first = strict.acquire().unwrap();
    strict.release(first).unwrap();
    assert!((0..99).all(|_| strict.acquire() != Some(first)));
    assert_eq!((strict.acquire(), strict.stats().waiting, FramesPool::QUARANTINE), (None, 1, 63));
}
