//! The section of one workload.

use super::goal::Goal;
use super::table::Table;

/// A workload, measured.
#[derive(Clone, Debug)]
pub struct Section {
    /// The number and the name of the workload, as the page has it.
    pub title: String,
    /// What is done, and what of it is measured: Markdown.
    pub about: String,
    /// The figures.
    pub tables: Vec<Table>,
    /// What was to be reached.
    pub goals: Vec<Goal>,
    /// What a reader should know of the figures: Markdown, a sentence or two each.
    pub notes: Vec<String>,
}

impl Section {
    /// One without figures.
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
