//! 1,000 boxes that threads and interrupt handlers make, without locks.

#![no_std]
#![no_main]

use stackpool_whole_programs::{Packet, program};

stackpool::pool! {
    Packets: [Packet; 1_000], boxed;
}

program!((), PacketsBox::new);
