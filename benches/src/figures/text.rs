//! Figures as text, which one program prints and another one reads: one line per figure, with its fields between tabs.

use super::{Label, Role, Spread};
use std::fmt::Write;

/// The results of each contender, for each subject, in the order in which they were measured.
#[derive(Debug, Default, PartialEq)]
pub struct Figures(Vec<(String, Vec<(Label, Spread)>)>);

const ROLES: [Role; 4] = [Role::Ours, Role::Peer, Role::Unchecked, Role::Floor];

impl Figures {
    /// Adds the results of a subject.
    pub fn push(&mut self, subject: impl Into<String>, cells: Vec<(Label, Spread)>) {
        self.0.push((subject.into(), cells));
    }

    /// The figures as text.
    ///
    /// # Panics
    ///
    /// Panics if a role is not listed here.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (subject, cells) in &self.0 {
            for (Label { name, role, .. }, Spread { low, median, high, rounds }) in cells {
                let role = ROLES.iter().position(|other| other == role).expect("all roles are listed");
                writeln!(text, "{subject}\t{name}\t{role}\t{low}\t{median}\t{high}\t{rounds}")
                    .expect("writing to a string cannot fail");
            }
        }
        text
    }

    /// Reads what [`text`](Figures::text) wrote; `None` if the text is something else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut figures = Vec::<(String, Vec<_>)>::new();
        for line in text.lines() {
            let fields: Vec<_> = line.split('\t').collect();
            let [subject, name, role, low, median, high, rounds] = fields[..] else { return None };
            let label = Label::new(name, *ROLES.get(role.parse::<usize>().ok()?)?);
            let spread = Spread {
                low: low.parse().ok()?,
                median: median.parse().ok()?,
                high: high.parse().ok()?,
                rounds: rounds.parse().ok()?,
            };
            if figures.last().is_none_or(|(last, _)| last != subject) {
                figures.push((subject.to_owned(), Vec::new()));
            }
            figures.last_mut()?.1.push((label, spread));
        }
        Some(Figures(figures))
    }
}

impl IntoIterator for Figures {
    type Item = (String, Vec<(Label, Spread)>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_they_are_written() {
        let text = "pool\tdefault\t0\t1\t2.5\t3\t7\npool\tslab\t1\t1\t1\t1\t1\ntree\tvec\t3\t1\t1\t1\t1\n";
        let figures = Figures::parse(text).unwrap();
        assert_eq!(figures.text(), text);
        let subjects: Vec<_> = figures.into_iter().collect();
        assert_eq!(
            subjects.iter().map(|(subject, cells)| (&**subject, cells.len())).collect::<Vec<_>>(),
            [("pool", 2), ("tree", 1)]
        );
        let (label, spread) = &subjects[0].1[0];
        assert_eq!(*label, Label::new("default", Role::Ours));
        assert_eq!(*spread, Spread { low: 1.0, median: 2.5, high: 3.0, rounds: 7 });
        assert_eq!(subjects[1].1[0].0.role, Role::Floor);
        assert!(Figures::parse("pool\tdefault\n").is_none());
    }
}
