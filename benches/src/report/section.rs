//! The section of one workload.

use super::goal::Goal;
use super::table::Table;

/// The results of a workload.
#[derive(Clone, Debug)]
pub struct Section {
    /// The number and the name of the workload on the page.
    pub title: String,
    /// A description of the work and of what is measured, as Markdown.
    pub about: String,
    /// The tables.
    pub tables: Vec<Table>,
    /// The goals.
    pub goals: Vec<Goal>,
    /// Notes on the figures, as Markdown, each of one or two sentences.
    pub notes: Vec<String>,
}

impl Section {
    /// Makes a section without figures.
    #[must_use]
    pub fn new(title: impl Into<String>, about: impl Into<String>) -> Self {
        Section {
            title: title.into(),
            about: about.into(),
            tables: Vec::new(),
            goals: Vec::new(),
            notes: Vec::new(),
        }
    }
}
