use super::*;
use crate::figures::Role;

/// A contender that reports a fixed time, and counts its calls.
struct Fixed {
    time: f64,
    checksum: u64,
    prepared: usize,
    laps: usize,
}

impl Contender for Fixed {
    fn label(&self) -> Label {
        Label::new(self.time.to_string(), Role::Ours)
    }

    fn prepare(&mut self) {
        self.prepared += 1;
    }

    fn lap(&mut self) -> Lap {
        self.laps += 1;
        assert_eq!(self.prepared, self.laps);
        // The first lap is not timed.
        let time = if self.laps == 1 { 1e9 } else { self.time };
        Lap { time, checksum: self.checksum }
    }
}

fn fixed(time: f64, checksum: u64) -> Fixed {
    Fixed { time, checksum, prepared: 0, laps: 0 }
}

#[test]
fn each_contender_has_its_own_times() {
    let mut contenders = [fixed(1.0, 7), fixed(2.0, 7), fixed(3.0, 7)];
    let spreads = measure(4, &mut contenders);
    assert_eq!(spreads.iter().map(|(label, _)| label.name.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
    assert_eq!(spreads.iter().map(|(_, spread)| spread.high).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
    assert!(contenders.iter().all(|contender| contender.laps == 5));
}

#[test]
fn builds_are_of_one_row() {
    let mut samples = Samples::new();
    samples.add(2, &mut [fixed(1.0, 7)]);
    samples.add(2, &mut [fixed(5.0, 7)]);
    let [(label, spread)] = &samples.spreads()[..] else { panic!("one row") };
    assert_eq!((label.name.as_str(), spread.low, spread.high), ("1", 1.0, 5.0));
}

#[test]
#[should_panic(expected = "other work")]
fn other_work_is_noticed() {
    measure(1, &mut [fixed(1.0, 7), fixed(2.0, 8)]);
}
