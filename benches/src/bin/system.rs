//! Measures containers that are repeatedly made on the heap, with the allocator of the system. The workload `made`,
//! whose own program uses another allocator, runs this program.

use stackpool_benches::workload::made;

fn main() {
    print!("{}", made());
}
