//! Runs the fuzz targets on random bytes, without a fuzzer.

/// A small generator (xorshift64*, Vigna 2016).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Random bytes, at most this many. The counts at the front are small, so that bytes are left for the changes.
    fn script(&mut self, most: u64) -> Vec<u8> {
        let mut script: Vec<u8> = (0..self.next() % most).map(|_| (self.next() >> 56) as u8).collect();
        if let Some(count) = script.get_mut(1) {
            *count %= 64;
        }
        script
    }
}

fn run(target: fn(&[u8]), seed: u64, scripts: u32, most_bytes: u64) {
    let mut random = Random(seed);
    for _ in 0..if cfg!(debug_assertions) { scripts / 32 } else { scripts } {
        target(&random.script(most_bytes));
    }
}

#[test]
fn restore() {
    run(stackpool_fuzz::restore, 1, 100_000, 200);
}

#[test]
fn delta() {
    run(stackpool_fuzz::delta, 2, 100_000, 200);
}

#[test]
fn packet() {
    run(stackpool_fuzz::packet, 14, 100_000, 200);
}

#[test]
fn regions() {
    run(stackpool_fuzz::regions, 3, 300_000, 200);
}

#[test]
fn pools() {
    run(stackpool_fuzz::pools, 4, 8_000, 1_600);
}

#[test]
fn values() {
    run(stackpool_fuzz::values, 5, 100_000, 200);
}

#[test]
fn data() {
    run(stackpool_fuzz::data, 6, 100_000, 200);
}

#[test]
fn columns() {
    run(stackpool_fuzz::columns, 7, 8_000, 1_600);
}

#[test]
fn world() {
    run(stackpool_fuzz::world, 8, 20_000, 300);
}

#[test]
fn structures() {
    run(stackpool_fuzz::structures, 13, 100_000, 300);
}

#[test]
fn diff() {
    run(stackpool_fuzz::diff, 9, 20_000, 200);
}

#[test]
fn history() {
    run(stackpool_fuzz::history, 10, 3_000, 600);
}

#[test]
fn relink() {
    run(stackpool_fuzz::relink, 11, 20_000, 400);
}

#[test]
fn boxes() {
    run(stackpool_fuzz::boxes, 12, 30_000, 400);
}
