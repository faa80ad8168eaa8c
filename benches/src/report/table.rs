//! A table: contenders down, the values of one parameter across.

use super::goal::{Bound, Goal};
use super::plot::Plot;
use super::spread::Spread;

/// What a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Of this crate.
    Ours,
    /// What a program might use in its place: ratios are to the best of them.
    Peer,
    /// What tells how good a container could be, without being one.
    Floor,
}

/// Who a contender is.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The name of the row. Contenders of one name in different columns are one row.
    pub name: String,
    /// What the row is for.
    pub role: Role,
    /// What is known before any clock runs, under [`Table::facts`]; the first column that has the row decides.
    pub facts: Vec<String>,
}

impl Label {
    /// One without facts.
    #[must_use]
    pub fn new(name: impl Into<String>, role: Role) -> Self {
        Label { name: name.into(), role, facts: Vec::new() }
    }

    /// The same with one more fact.
    #[must_use]
    pub fn fact(mut self, fact: impl ToString) -> Self {
        self.facts.push(fact.to_string());
        self
    }
}

/// One contender.
#[derive(Clone, Debug)]
pub struct Row {
    /// Who it is.
    pub label: Label,
    /// What it took, a cell for each of [`Table::values`]; `None` where it does not take part.
    pub cells: Vec<Option<Spread>>,
}

/// Contenders down, the values of a parameter across.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file name of its plot, of letters, digits and hyphens.
    pub name: String,
    /// What stands above it.
    pub title: String,
    /// What a number is, such as `ns an event`. Less is better.
    pub unit: &'static str,
    /// What the columns differ in, such as `capacity`.
    pub parameter: &'static str,
    /// Heads of the columns that come before the figures: what [`Label::facts`] say.
    pub facts: Vec<&'static str>,
    /// The value of the parameter in each column.
    pub values: Vec<String>,
    /// The contenders.
    pub rows: Vec<Row>,
    /// How it is drawn.
    pub plot: Plot,
    /// Whether a cell has its ratio to the best peer: not where that would say nothing.
    pub has_ratios: bool,
}

impl Table {
    /// One without columns and rows, that is not drawn.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        unit: &'static str,
        parameter: &'static str,
    ) -> Self {
        Table {
            name: name.into(),
            title: title.into(),
            unit,
            parameter,
            facts: Vec::new(),
            values: Vec::new(),
            rows: Vec::new(),
            plot: Plot::None,
            has_ratios: true,
        }
    }

    /// The same without ratios to peers.
    #[must_use]
    pub fn without_ratios(self) -> Self {
        Table { has_ratios: false, ..self }
    }

    /// The same with these columns before the figures.
    #[must_use]
    pub fn facts(self, facts: &[&'static str]) -> Self {
        Table { facts: facts.to_vec(), ..self }
    }

    /// The same, drawn.
    #[must_use]
    pub fn plot(self, plot: Plot) -> Self {
        Table { plot, ..self }
    }

    /// Adds a column: the value of the parameter, and what each contender took with it. Rows are ordered by role, and
    /// within it as they first come.
    pub fn column(&mut self, value: impl Into<String>, cells: impl IntoIterator<Item = (Label, Spread)>) {
        let column = self.values.len();
        self.values.push(value.into());
        for (label, spread) in cells {
            let row = self.row_of(label);
            row.cells.resize(column, None);
            row.cells.push(Some(spread));
        }
        for row in &mut self.rows {
            row.cells.resize(column + 1, None);
        }
        self.rows.sort_by_key(|row| row.label.role);
    }

    fn row_of(&mut self, label: Label) -> &mut Row {
        let place = self.rows.iter().position(|row| row.label.name == label.name).unwrap_or_else(|| {
            self.rows.push(Row { label, cells: Vec::new() });
            self.rows.len() - 1
        });
        &mut self.rows[place]
    }

    /// What a contender took.
    #[must_use]
    pub fn cell(&self, row: &str, value: &str) -> Option<Spread> {
        let column = self.values.iter().position(|candidate| candidate == value)?;
        self.rows.iter().find(|candidate| candidate.label.name == row)?.cells[column]
    }

    /// The median of the best peer in a column.
    pub(super) fn best_peer(&self, column: usize) -> Option<f64> {
        let peers = self.rows.iter().filter(|row| row.label.role == Role::Peer);
        peers.filter_map(|row| Some(row.cells[column]?.median)).min_by(f64::total_cmp)
    }

    /// The best of these contenders in a column: its median.
    #[must_use]
    pub fn best_of(&self, rows: &[&str], value: &str) -> Option<f64> {
        rows.iter().filter_map(|row| Some(self.cell(row, value)?.median)).min_by(f64::total_cmp)
    }

    /// The goal that a contender takes at most `bound` times what the best of `others` takes; `None` where one of the two
    /// is not in the column.
    #[must_use]
    pub fn goal(&self, row: &str, value: &str, others: &[&str], bound: f64) -> Option<Goal> {
        let best = self.best_of(others, value)?;
        let reached = self.cell(row, value)?.median / best;
        let floors = self.rows.iter().filter(|row| row.label.role == Role::Floor);
        let floors: Vec<_> = floors.map(|row| row.label.name.as_str()).collect();
        let floor = self.best_of(&floors, value).map(|floor| floor / best);
        let of = match others {
            [other] => format!("of {other}"),
            _ => format!("of the best of {}", others.join(", ")),
        };
        let what = format!("{}, {value}: {row}", self.title);
        Some(Goal { what, of, bound: Bound::AtMost(bound), unit: "", reached, floor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("t", "T", "ns", "capacity");
        let cell = |name: &str, role, number| (Label::new(name, role), Spread::exact(number));
        table.column("1", [cell("peer", Role::Peer, 4.0), cell("ours", Role::Ours, 2.0)]);
        table.column("2", [cell("other", Role::Peer, 3.0), cell("peer", Role::Peer, 5.0)]);
        table.column("3", [cell("ours", Role::Ours, 9.0)]);
        table
    }

    #[test]
    fn columns_are_joined_by_name_and_ordered_by_role() {
        let table = table();
        let names: Vec<_> = table.rows.iter().map(|row| row.label.name.as_str()).collect();
        assert_eq!(names, ["ours", "peer", "other"]);
        assert!(table.rows.iter().all(|row| row.cells.len() == 3));
        assert_eq!(table.cell("ours", "3"), Some(Spread::exact(9.0)));
        assert_eq!((table.cell("ours", "2"), table.cell("nobody", "2")), (None, None));
    }

    #[test]
    fn the_best_peer_is_the_fastest_of_its_column() {
        let table = table();
        assert_eq!([0, 1, 2].map(|column| table.best_peer(column)), [Some(4.0), Some(3.0), None]);
    }

    #[test]
    fn goals_are_ratios_where_both_take_part() {
        let table = table();
        let goal = table.goal("ours", "1", &["peer", "other"], 0.5).unwrap();
        assert!((goal.reached, goal.is_met()) == (0.5, true));
        assert!(!table.goal("ours", "1", &["peer"], 0.49).unwrap().is_met());
        assert!(table.goal("ours", "2", &["peer"], 0.5).is_none());
        assert!(table.goal("ours", "3", &["peer"], 0.5).is_none());
        assert_eq!(goal.floor, None);
    }

    #[test]
    fn goals_know_the_floor() {
        let mut table = table();
        table.column(
            "4",
            [("ours", Role::Ours, 2.0), ("peer", Role::Peer, 4.0), ("vec", Role::Floor, 1.0)]
                .map(|(name, role, number)| (Label::new(name, role), Spread::exact(number))),
        );
        assert_eq!(table.goal("ours", "4", &["peer"], 0.5).unwrap().floor, Some(0.25));
    }
}
