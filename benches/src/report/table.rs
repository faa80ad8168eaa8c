//! A table: one row per contender, one column per value of a parameter.

use super::goal::{Bound, Goal};
use super::plot::Plot;
use crate::figures::{Label, Role, Spread};

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The label of the row.
    pub label: Label,
    /// The results, one cell for each of [`Table::values`]; `None` if the contender does not take part.
    pub cells: Vec<Option<Spread>>,
}

/// One row per contender, one column per value of a parameter.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file name of the plot, of letters, digits and hyphens.
    pub name: String,
    /// The title of the table.
    pub title: String,
    /// The unit of the numbers, such as `ns per event`. Less is better.
    pub unit: String,
    /// The parameter that differs between the columns, such as `capacity`.
    pub parameter: String,
    /// The heads of the columns for the facts of [`Label::facts`], before the figures.
    pub facts: Vec<String>,
    /// The value of the parameter in each column.
    pub values: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// How it is drawn.
    pub plot: Plot,
    /// Whether cells show the ratio to the best peer. Off in tables where the ratio says nothing.
    pub has_ratios: bool,
}

impl Table {
    /// Makes a table without columns and rows, which is not drawn.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        unit: impl Into<String>,
        parameter: impl Into<String>,
    ) -> Self {
        Table {
            name: name.into(),
            title: title.into(),
            unit: unit.into(),
            parameter: parameter.into(),
            facts: Vec::new(),
            values: Vec::new(),
            rows: Vec::new(),
            plot: Plot::None,
            has_ratios: true,
        }
    }

    /// Removes the ratios to peers.
    #[must_use]
    pub fn without_ratios(self) -> Self {
        Table { has_ratios: false, ..self }
    }

    /// Adds these columns before the figures.
    #[must_use]
    pub fn facts(self, facts: &[&str]) -> Self {
        Table { facts: facts.iter().map(|&fact| fact.to_owned()).collect(), ..self }
    }

    /// Sets the kind of plot.
    #[must_use]
    pub fn plot(self, plot: Plot) -> Self {
        Table { plot, ..self }
    }

    /// Adds a column: the value of the parameter, and the result of each contender. Rows are ordered by role, and
    /// rows of one role by their first appearance.
    ///
    /// # Panics
    ///
    /// If the table has a column of this value. Its goals would count twice.
    pub fn column(&mut self, value: impl Into<String>, cells: impl IntoIterator<Item = (Label, Spread)>) {
        let (column, value) = (self.values.len(), value.into());
        assert!(!self.values.contains(&value), "{} has a column {value}", self.title);
        self.values.push(value);
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

    /// The result of a contender.
    #[must_use]
    pub fn cell(&self, row: &str, value: &str) -> Option<Spread> {
        let column = self.values.iter().position(|candidate| candidate == value)?;
        self.rows.iter().find(|candidate| candidate.label.name == row)?.cells[column]
    }

    /// The median of the best peer in a column.
    pub(super) fn best_peer(&self, column: usize) -> Option<f64> {
        let peers = self.rows.iter().filter(|row| matches!(row.label.role, Role::Peer | Role::Unchecked));
        peers.filter_map(|row| Some(row.cells[column]?.median)).min_by(f64::total_cmp)
    }

    /// The median of the best of these contenders in a column.
    #[must_use]
    pub fn best_of(&self, rows: &[&str], value: &str) -> Option<f64> {
        rows.iter().filter_map(|row| Some(self.cell(row, value)?.median)).min_by(f64::total_cmp)
    }

    /// The goal that a contender takes at most `bound` times as much as the best of `others`. `None` if one of the
    /// two is not in the column.
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
    #[should_panic(expected = "T has a column 1")]
    fn a_column_is_measured_once() {
        table().column("1", []);
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
