//! The report: tables of medians with quartiles, goals and plots, in a file of results per workload, and the page that
//! quotes them.
//!
//! A workload fills a [`Section`]. It measures column by column ([`Table::column`]), and states its goals with
//! [`Table::goal`], which finds the figures in the table, or with [`Goal::at_most`] and [`Goal::at_least`].

mod goal;
mod machine;
mod markdown;
mod number;
mod page;
mod plot;
mod quote;
mod results;
mod section;
mod table;

pub use goal::{Bound, Goal};
pub use machine::{Machine, available_memory};
pub use number::grouped;
pub use page::{print_section, read_tables, write_page, write_results};
pub use plot::Plot;
pub use section::Section;
pub use table::{Row, Table};

pub use crate::figures::{Figures, Label, Role, Spread};
