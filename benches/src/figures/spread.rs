//! The times of the rounds of one contender.

/// The median of all rounds, and the quartiles. Half of the rounds are between the quartiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// A quarter of the rounds took less.
    pub low: f64,
    /// Half of the rounds took less.
    pub median: f64,
    /// A quarter of the rounds took more.
    pub high: f64,
    /// The number of rounds.
    pub rounds: usize,
}

impl Spread {
    /// Computes the spread of these times, which may be in any order.
    ///
    /// # Panics
    ///
    /// Panics if there are no times.
    #[must_use]
    pub fn of(mut rounds: Vec<f64>) -> Self {
        rounds.sort_unstable_by(f64::total_cmp);
        let count = rounds.len();
        Spread {
            low: rounds[count / 4],
            median: rounds[count / 2],
            high: rounds[count - 1 - count / 4],
            rounds: count,
        }
    }

    /// A number that is the same in every round, such as a number of bytes.
    #[must_use]
    pub fn exact(number: f64) -> Self {
        Spread { low: number, median: number, high: number, rounds: 1 }
    }

    /// Whether the rounds differ.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_rounds_are_between_the_quartiles() {
        let rounds = vec![9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0];
        assert_eq!(Spread::of(rounds), Spread { low: 3.0, median: 5.0, high: 7.0, rounds: 9 });
        assert_eq!(Spread::of(vec![2.0]), Spread::exact(2.0));
    }
}
