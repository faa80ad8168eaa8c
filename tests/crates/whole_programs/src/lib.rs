//! The program that all binaries of this package are, with boxes of different kinds.

#![no_std]

use core::panic::PanicInfo;
// Critical sections, and the interrupts that the start-up code names.
#[cfg(target_arch = "arm")]
use cortex_m as _;
#[cfg(target_arch = "riscv32")]
use riscv as _;

#[cfg(target_arch = "arm")]
pub use cortex_m_rt::entry;
#[cfg(target_arch = "riscv32")]
pub use riscv_rt::entry;

/// What the boxes own.
pub struct Packet {
    pub len: u16,
    pub data: [u8; 128],
}

/// A byte from a register.
#[inline(never)]
#[must_use]
pub fn receive() -> u8 {
    // SAFETY: the programs are built and not run. On the microcontrollers of the target, this is a register.
    unsafe { core::ptr::read_volatile(0x4000_0000 as *const u8) }
}

/// A byte to a register.
#[inline(never)]
pub fn send(byte: u8) {
    // SAFETY: as above.
    unsafe { core::ptr::write_volatile(0x4000_0000 as *mut u8, byte) }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// The program: after `$start`, makes a box with `$make`, sends a byte of it, and drops it, again and again.
#[macro_export]
macro_rules! program {
    ($start:expr, $make:expr) => {
        #[$crate::entry]
        fn main() -> ! {
            $start;
            loop {
                match ($make)($crate::Packet { len: 1, data: [$crate::receive(); 128] }) {
                    Ok(packet) => $crate::send(packet.data[packet.len as usize & 127]),
                    Err(_full) => $crate::send(1),
                }
            }
        }
    };
}

/// The program: a table of 40 nodes in a pool, beside a number. It goes on and off a page of flash, as `$with` does it
/// with the table and the bytes of the page.
#[macro_export]
macro_rules! table_program {
    ($with:expr) => {
        stackpool::pool! { Nodes: [[u32; 2]; 40]; }

        #[derive(stackpool::Snapshot)]
        struct Table {
            nodes: NodesPool,
            now: u32,
        }

        static mut TABLE: Table = Table { nodes: NodesPool::new(), now: 0 };
        static mut PAGE: [u8; 1024] = [0; 1024];

        #[$crate::entry]
        fn main() -> ! {
            // SAFETY: nothing else names the static, and this runs once.
            let table: &'static mut Table = unsafe { &mut *(&raw mut TABLE) };
            // SAFETY: as above.
            let page: &'static mut [u8; 1024] = unsafe { &mut *(&raw mut PAGE) };
            loop {
                page[0] = $crate::receive();
                table.now += 1;
                if table.nodes.insert([page[3].into(), 1]).is_err() {
                    table.nodes.retain(|_, node| node[0] > 3);
                }
                let with: fn(&mut Table, &mut [u8; 1024]) = $with;
                with(table, page);
                $crate::send(page[1]);
            }
        }
    };
}
