//! Who was measured.

/// The role of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A row of this crate.
    Ours,
    /// A container that a program could use instead. Ratios are to the best of all peers.
    Peer,
    /// A peer that checks no key: a stale one finds the object that took its place.
    Unchecked,
    /// A row that shows how good a container could be, without being a container.
    Floor,
}

/// What is said of a peer that checks no key.
pub const NO_CHECK: &str = " (no check)";

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

    /// The name as tables and plots show it: with a note if this is a peer that checks no key.
    #[must_use]
    pub fn shown(&self) -> String {
        let note = if self.role == Role::Unchecked { NO_CHECK } else { "" };
        format!("{}{note}", self.name)
    }

    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, fact: impl ToString) -> Self {
        self.facts.push(fact.to_string());
        self
    }
}
