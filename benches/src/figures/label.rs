//! Who was measured.

/// The role of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A row of this crate.
    Ours,
    /// A container that a program could use instead. Ratios are to the best of these.
    Peer,
    /// A row that shows how good a container could be, without being a container.
    Floor,
}

/// The name and the role of a contender.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The name of the row. Contenders with the same name in different columns are one row.
    pub name: String,
    /// The role of the row.
    pub role: Role,
    /// Facts that are known without a measurement, under [`Table::facts`]. The first column with this row provides
    /// them.
    pub facts: Vec<String>,
}

impl Label {
    /// Makes a label without facts.
    #[must_use]
    pub fn new(name: impl Into<String>, role: Role) -> Self {
        Label { name: name.into(), role, facts: Vec::new() }
    }

    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, fact: impl ToString) -> Self {
        self.facts.push(fact.to_string());
        self
    }
}
