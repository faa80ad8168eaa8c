//! 1,000 boxes that are made and dropped in critical sections.

#![no_std]
#![no_main]

use stackpool_whole_programs::{Packet, program};

stackpool::pool! {
    Packets: [Packet; 1_000], boxed, sync = critical_section;
}

program!((), PacketsBox::new);
