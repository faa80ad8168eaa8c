//! A goal, and the figure that was reached.

use super::number::short;

/// The bound of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// At most this.
    AtMost(f64),
    /// At least this.
    AtLeast(f64),
}

/// A goal, and the figure that was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The name of the figure.
    pub what: String,
    /// The figure that this one is divided by, such as `of slab`; empty if it is not a ratio.
    pub of: String,
    /// The bound.
    pub bound: Bound,
    /// The unit of both numbers, such as `ms`; empty for a ratio.
    pub unit: &'static str,
    /// The figure.
    pub reached: f64,
    /// The best row that is not a container, if there is one. No container can be much better.
    pub floor: Option<f64>,
}

impl Goal {
    /// The goal of a figure that must be at most `bound`.
    #[must_use]
    pub fn at_most(what: impl Into<String>, reached: f64, bound: f64, unit: &'static str) -> Self {
        Goal { what: what.into(), of: String::new(), bound: Bound::AtMost(bound), unit, reached, floor: None }
    }

    /// The goal of a figure that must be at least `bound`.
    #[must_use]
    pub fn at_least(what: impl Into<String>, reached: f64, bound: f64, unit: &'static str) -> Self {
        Goal { bound: Bound::AtLeast(bound), ..Goal::at_most(what, reached, bound, unit) }
    }

    /// The same goal as a ratio to another figure.
    #[must_use]
    pub fn of(self, of: impl Into<String>) -> Self {
        Goal { of: of.into(), ..self }
    }

    /// Whether the goal is reached.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.is_met_by(self.reached)
    }

    /// Whether even the floor, which is not a container, misses the goal, although it is better than the figure.
    #[must_use]
    pub fn is_beyond_the_floor(&self) -> bool {
        let is_below = |floor| match self.bound {
            Bound::AtMost(_) => floor <= self.reached,
            Bound::AtLeast(_) => floor >= self.reached,
        };
        self.floor.is_some_and(|floor| !self.is_met_by(floor) && is_below(floor))
    }

    /// The figure, with enough digits to show that it misses the bound if it does.
    fn figure(&self) -> String {
        let (text, Bound::AtMost(bound) | Bound::AtLeast(bound)) = (short(self.reached), self.bound);
        if !self.is_met() && text.parse() == Ok(bound) { format!("{:.5}", self.reached) } else { text }
    }

    fn is_met_by(&self, figure: f64) -> bool {
        match self.bound {
            Bound::AtMost(bound) => figure <= bound,
            Bound::AtLeast(bound) => figure >= bound,
        }
    }

    /// The cells of a row: name, goal, figure, floor, and whether the goal is met.
    pub(super) fn cells(&self) -> [String; 5] {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let (sign, bound) = match self.bound {
            Bound::AtMost(bound) => ("<=", bound),
            Bound::AtLeast(bound) => (">=", bound),
        };
        let of = if self.of.is_empty() { String::new() } else { format!(" {}", self.of) };
        let verdict = match (self.is_met(), self.is_beyond_the_floor()) {
            (true, _) => "met",
            (false, false) => "**not met**",
            (false, true) => "**not met**, nor by the floor",
        };
        [
            self.what.clone(),
            format!("{sign} {bound}{unit}{of}"),
            format!("{}{unit}", self.figure()),
            self.floor.map(short).unwrap_or_default(),
            verdict.to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_met_from_their_side() {
        assert!(Goal::at_most("", 1.0, 1.0, "").is_met() && !Goal::at_most("", 1.01, 1.0, "").is_met());
        assert!(Goal::at_least("", 1.0, 1.0, "").is_met() && !Goal::at_least("", 0.99, 1.0, "").is_met());
        assert!(!Goal::at_most("", f64::NAN, 1.0, "").is_met());
    }

    #[test]
    fn both_numbers_have_the_unit() {
        let goal = Goal::at_most("derive", 7.25, 10.0, "ms");
        assert_eq!(goal.cells(), ["derive", "<= 10 ms", "7.25 ms", "", "met"]);
        let goal = Goal::at_least("save", 0.5, 0.8, "").of("of the copy");
        assert_eq!(goal.cells(), ["save", ">= 0.8 of the copy", "0.500", "", "**not met**"]);
    }

    #[test]
    fn what_misses_by_little_is_seen_to() {
        let cell = |reached| Goal::at_most("get", reached, 0.85, "").cells()[2].clone();
        assert_eq!([0.85, 0.85004, 0.8512].map(cell), ["0.850", "0.85004", "0.851"]);
    }

    #[test]
    fn the_floor_tells_what_cannot_be_met() {
        let goal = |floor| Goal { floor, ..Goal::at_most("get", 1.2, 0.85, "") };
        assert!(goal(Some(0.9)).is_beyond_the_floor());
        assert!([None, Some(0.8), Some(1.3)].iter().all(|&floor| !goal(floor).is_beyond_the_floor()));
        assert_eq!(goal(Some(0.9)).cells()[3..], ["0.900", "**not met**, nor by the floor"]);
    }
}
