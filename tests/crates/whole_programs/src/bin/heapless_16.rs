//! 16 boxes of the pool of heapless, whose memory the program hands over.

#![no_std]
#![no_main]

use heapless::pool::boxed::BoxBlock;
use stackpool_whole_programs::{Packet, program};

heapless::box_pool!(Packets: Packet);

static mut BLOCKS: [BoxBlock<Packet>; 16] = [const { BoxBlock::new() }; 16];

program!(
    {
        let blocks = &raw mut BLOCKS;
        // SAFETY: nothing else names the static, and this runs once.
        for block in unsafe { &mut *blocks } {
            Packets.manage(block);
        }
    },
    |packet| Packets.alloc(packet)
);
