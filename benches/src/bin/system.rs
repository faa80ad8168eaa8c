//! Measures containers that are made on the heap, with the allocator of the system. The workloads `made` and `bounds`,
//! whose own program uses another allocator, run this program.

use stackpool_benches::workload::made;

fn main() {
    print!("{}", made());
}
