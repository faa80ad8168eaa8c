use stackpool::{Pool, pool};

const ALL: usize = 65;

#[derive(Pool)]
#[pool(capacity = 64, quarantine = ALL)]
struct MoreThanAll(u32);

#[derive(Pool)]
#[pool(capacity = 64, quarantine = "8")]
struct Text(u32);

#[derive(Pool)]
#[pool(capacity = 64, quarantine)]
struct Alone(u32);

pool! {
    Negative: [u32; 64], quarantine = -1;
    Huge: [u32; 100_000_000], quarantine = 20_000_000;
    NearMiss: [u32; 64], quarantin = 8;
    Synonym: [u32; 64], cooldown = 8;
    Ports: [u16; 8_000..8_100], quarantine = 101;
}

fn main() {
    let _ = MoreThanAllPool::QUARANTINE + TextPool::QUARANTINE;
}
