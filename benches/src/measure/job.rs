//! Contenders made from closures.

use super::{Contender, Lap};
use crate::figures::Label;

/// Work with a name.
pub struct Job<'a> {
    label: Label,
    prepare: Box<dyn FnMut() + 'a>,
    lap: Box<dyn FnMut() -> Lap + 'a>,
}

impl<'a> Job<'a> {
    /// Makes a job that needs no preparation.
    #[must_use]
    pub fn new(label: Label, lap: impl FnMut() -> Lap + 'a) -> Self {
        Job { label, prepare: Box::new(|| ()), lap: Box::new(lap) }
    }

    /// Makes a job that is prepared by this closure before each lap.
    #[must_use]
    pub fn prepared(self, prepare: impl FnMut() + 'a) -> Self {
        Job { prepare: Box::new(prepare), ..self }
    }
}

impl Contender for Job<'_> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn prepare(&mut self) {
        (self.prepare)();
    }

    fn lap(&mut self) -> Lap {
        (self.lap)()
    }
}

impl std::fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Job").field(&self.label.name).finish()
    }
}
