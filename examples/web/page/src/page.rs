//! The state of the page, as JavaScript asks for it.

use crate::definitions::{self, Definition};
use crate::fireworks::Fireworks;
use crate::planner;
use crate::sky::Answer;
use crate::wood::Wood;

pub(crate) struct Page {
    definitions: Vec<Definition>,
    capacity: usize,
    pub(crate) show: Fireworks,
    pub(crate) wood: Wood,
    /// The text that JavaScript reads.
    pub(crate) text: String,
    /// The bytes that JavaScript wrote.
    pub(crate) input: Vec<u8>,
}

impl Page {
    pub(crate) fn new() -> Self {
        let definitions = definitions::all();
        let show = Fireworks::new(definitions[0].sky());
        Page {
            capacity: definitions[0].capacity,
            show,
            wood: Wood::new(),
            definitions,
            text: String::new(),
            input: Vec::new(),
        }
    }

    pub(crate) fn describe(&mut self) {
        self.text = definitions::describe(&self.definitions);
    }

    /// Begins again with an empty pool of another definition.
    pub(crate) fn choose(&mut self, definition: usize) {
        if let Some(definition) = self.definitions.get(definition) {
            self.capacity = definition.capacity;
            self.show = Fireworks::new(definition.sky());
        }
    }

    pub(crate) fn step(&mut self, seconds: f32, load: f32, aspect: f32) {
        self.show.step(seconds, load * self.capacity as f32, aspect);
    }

    pub(crate) fn burst(&mut self, x: f32, y: f32) {
        self.show.burst([x, y], (self.capacity / 20) as u32);
    }

    pub(crate) fn plan(&mut self) {
        self.text = planner::answer(&String::from_utf8_lossy(&self.input));
    }

    /// What the pool says to the handle that was kept: a word, and for another spark the frames after which it came.
    pub(crate) fn ask(&mut self) {
        self.text = match self.show.sky.ask() {
            Answer::NothingKept => "nothing".into(),
            Answer::Itself => "itself".into(),
            Answer::Caught => "caught".into(),
            Answer::Leftover => "leftover".into(),
            Answer::Another(frames) => format!("another {frames}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn another_definition_begins_with_an_empty_pool() {
        let mut page = Page::new();
        page.burst(0.0, 0.0);
        assert_eq!(page.show.sky.len(), 50);
        page.choose(1);
        assert_eq!(page.show.sky.len(), 0);
        page.burst(0.0, 0.0);
        page.choose(usize::MAX);
        assert_eq!(page.show.sky.len(), 50);
    }

    #[test]
    fn a_handle_is_kept_and_asked_in_words() {
        let mut page = Page::new();
        page.ask();
        assert_eq!(page.text, "nothing");
        page.burst(0.0, 0.0);
        assert!(page.show.sky.keep().is_some());
        page.ask();
        assert_eq!(page.text, "itself");
        page.show.sky.remove_kept();
        page.ask();
        assert_eq!(page.text, "caught");
    }
}
