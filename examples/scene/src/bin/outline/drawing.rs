//! A picture of characters.

use scene::{Rect, Size};
use std::fmt;

/// Rows of characters. What is added later covers what is there.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    rows: Vec<Vec<char>>,
}

impl Drawing {
    pub(crate) fn new() -> Self {
        Drawing::default()
    }

    /// Adds a frame with a title in its upper edge.
    pub(crate) fn add(&mut self, Rect { x, y, size: Size { width, height } }: Rect, title: &str) {
        let (right, bottom) = (x + width - 1, y + height - 1);
        for at in x..=right {
            self.set(at, y, '─');
            self.set(at, bottom, '─');
        }
        for at in y..=bottom {
            self.set(x, at, '│');
            self.set(right, at, '│');
        }
        for (at, corner) in [((x, y), '┌'), ((right, y), '┐'), ((x, bottom), '└'), ((right, bottom), '┘')]
        {
            self.set(at.0, at.1, corner);
        }
        for (at, letter) in (x + 1..right).zip(std::iter::once(' ').chain(title.chars()).chain([' '])) {
            self.set(at, y, letter);
        }
    }

    fn set(&mut self, x: u32, y: u32, letter: char) {
        let (x, y) = (x as usize, y as usize);
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        if row.len() <= x {
            row.resize(x + 1, ' ');
        }
        row[x] = letter;
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{}", row.iter().collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Drawing, Rect, Size};

    #[test]
    fn a_frame_in_a_frame() {
        let mut drawing = Drawing::new();
        drawing.add(Rect { x: 0, y: 0, size: Size { width: 9, height: 4 } }, "ab");
        drawing.add(Rect { x: 1, y: 1, size: Size { width: 5, height: 2 } }, "c");
        assert_eq!(drawing.to_string(), "┌ ab ───┐\n│┌ c ┐  │\n│└───┘  │\n└───────┘\n");
    }
}
