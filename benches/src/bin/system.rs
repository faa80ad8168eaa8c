//! Measures what is made on the heap again and again with the allocator of the system: run by the workload
//! `made`, whose program is on another one.

use stackpool_benches::workload::made;

fn main() {
    print!("{}", made());
}
