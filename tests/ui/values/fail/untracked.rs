//! Without a guard nothing is known of a value.

use stackpool::pool;

pool! {
    Ports: [u16; 8_000..9_000], guard = none;
}

fn main() {
    let ports = PortsPool::new();
    let _ = ports.contains(8_000);
    let _ = ports.iter();
}
