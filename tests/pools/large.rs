//! Pools of more than 8 MiB, whose walks look ahead in sparse words.

use stackpool::{Heap, Pool};

/// 9.4 MiB of slots.
#[derive(Pool, Clone, PartialEq, Debug)]
#[pool(capacity = 600)]
struct Block {
    number: u64,
    rest: [u64; 2_047],
}

impl Block {
    fn new(number: u64) -> Self {
        Block { number, rest: [number; 2_047] }
    }
}

/// The live slots of each word in turn, on both sides of the numbers with which a walk looks ahead.
const LIVE: [u64; 7] = [5, 0, 4, 24, 3, 25, 64];

/// A pool with that many live slots in each word of the first `used` slots, and the numbers of its objects.
fn sparse(used: u64) -> (Heap<BlockPool>, Vec<u64>) {
    let mut blocks = BlockPool::on_heap();
    blocks.extend((0..used).map(Block::new));
    let stays = |number: u64| (number * 37) % 64 < LIVE[number as usize / 64 % LIVE.len()];
    blocks.retain(|_, block| stays(block.number));
    let numbers = (0..used).filter(|&number| stays(number)).collect();
    (blocks, numbers)
}

#[test]
fn walks_of_large_sparse_pools_visit_each_live_slot_once() {
    for used in if cfg!(miri) { vec![500] } else { vec![64, 256, 300, 400, 576, 600] } {
        let (mut blocks, numbers) = sparse(used);
        assert!(blocks.iter().map(|(_, block)| block.number).eq(numbers.iter().copied()));
        assert!(blocks.values().rev().map(|block| block.number).eq(numbers.iter().rev().copied()));
        let mut both_ends = blocks.values().map(|block| block.number);
        assert_eq!(
            (both_ends.next(), both_ends.next_back()),
            (numbers.first().copied(), numbers.last().copied())
        );
        let between: u64 = numbers[1..numbers.len() - 1].iter().sum();
        assert_eq!(both_ends.sum::<u64>(), between);

        blocks.values_mut().for_each(|block| block.number += 1);
        for (handle, block) in &mut *blocks {
            assert_eq!(handle.index() as u64 + 1, block.number);
        }
        let odd = blocks.extract_if(|_, block| block.number % 2 == 1).map(|(_, block)| block.number);
        assert!(odd.eq(numbers.iter().map(|number| number + 1).filter(|number| number % 2 == 1)));
        let even = blocks.into_iter().map(|(_, block)| block.rest[2_046]);
        assert!(even.eq(numbers.iter().copied().filter(|number| number % 2 == 1)));
    }
}
