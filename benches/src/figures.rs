//! Figures: who was measured, and the times of the rounds.

mod label;
mod spread;
mod text;

pub use label::{Label, NO_CHECK, Role};
pub use spread::Spread;
pub use text::Figures;
