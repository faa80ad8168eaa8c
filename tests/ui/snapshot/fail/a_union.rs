use stackpool::Snapshot;

#[derive(Snapshot)]
union Word {
    number: u32,
    bytes: [u8; 4],
}

fn main() {}
