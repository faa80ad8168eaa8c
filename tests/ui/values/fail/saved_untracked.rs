//! Without a guard a pool does not know what to save.

use stackpool::pool;

pool! {
    Ports: [u16; 8_000..9_000], guard = none;
    Numbers: [u32; 100], guard = none;
}

fn main() {
    let _ = PortsPool::new().save();
    let _ = NumbersPool::new().restore(&[]);
}
