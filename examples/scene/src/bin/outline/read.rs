//! Reads an outline.

use scene::{Axis, Block, Place, Size, Tree, Widths};
use std::fmt;

/// A line of an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Line<'text> {
    pub(crate) title: &'text str,
    axis: Axis,
}

impl<'text> Line<'text> {
    fn new(line: &'text str) -> Self {
        match line.strip_suffix(" >") {
            Some(title) => Line { title: title.trim_end(), axis: Axis::Row },
            None => Line { title: line, axis: Axis::Column },
        }
    }
}

impl Block for Line<'_> {
    /// The title is in the upper edge, with a space on both sides.
    fn least(&self) -> Size {
        Size { width: self.title.chars().count() as u32 + 4, height: 2 }
    }

    fn axis(&self) -> Axis {
        self.axis
    }
}

/// Why a text is not an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mistake {
    /// There is no line.
    Empty,
    /// A second line that is inside of no other.
    SecondRoot { line: usize },
    /// There are more lines than the tree has nodes.
    Full { line: usize, room: usize },
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Empty => write!(f, "an outline has at least one line"),
            Mistake::SecondRoot { line } => {
                write!(f, "line {line}: only the first line is inside of no other; indent this one")
            }
            Mistake::Full { line, room } => {
                write!(f, "line {line}: there is room for {room} boxes; use only the lines before this one")
            }
        }
    }
}

/// Reads the tree of the lines that are not empty. The tree borrows the titles.
pub(crate) fn read<'text, S: Widths<Line<'text>>>(text: &'text str) -> Result<Tree<S, Line<'text>>, Mistake> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(line, text)| (line + 1, text.len() - text.trim_start().len(), text.trim()))
        .filter(|(_, _, text)| !text.is_empty());
    let (_, _, first) = lines.next().ok_or(Mistake::Empty)?;
    let mut tree = Tree::new(Line::new(first));
    // The boxes that are open, each with the indentation of those inside.
    let mut open = vec![(tree.root(), 0)];
    for (line, indent, text) in lines {
        while open.len() > 1 && open.last().is_some_and(|(_, outer)| *outer >= indent) {
            open.pop();
        }
        if indent == 0 {
            return Err(Mistake::SecondRoot { line });
        }
        let parent = open[open.len() - 1].0;
        let room = Tree::<S, Line<'text>>::CAPACITY;
        let node = tree.insert(Place::last_in(parent, &tree), Line::new(text));
        open.push((node.map_err(|_| Mistake::Full { line, room })?, indent));
    }
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::{Mistake, read};
    use scene::Axis;

    stackpool::pool! { Few: [(); 6]; }

    #[test]
    fn lines_are_inside_of_those_that_are_indented_less() {
        let text = String::from("a\n    b >\n\n     c\n     d\n  e\n");
        let tree = read::<Few>(&text).unwrap();
        let depth = |mut id| {
            let mut depth = 0;
            while let Some(parent) = tree.parent(id) {
                (id, depth) = (parent, depth + 1);
            }
            depth
        };
        let lines: Vec<_> = tree.walk().map(|id| (depth(id), tree.get(id).unwrap().title)).collect();
        assert_eq!(lines, [(0, "a"), (1, "b"), (2, "c"), (2, "d"), (1, "e")]);
        let axes: Vec<_> = tree.walk().map(|id| tree.get(id).unwrap().axis).collect();
        assert_eq!(axes.iter().filter(|axis| **axis == Axis::Row).count(), 1);
    }

    #[test]
    fn mistakes_name_their_line() {
        assert_eq!(read::<Few>(" \n\n").unwrap_err(), Mistake::Empty);
        assert_eq!(read::<Few>("a\n b\nc").unwrap_err(), Mistake::SecondRoot { line: 3 });
        assert_eq!(read::<Few>("a\n b\n c\n d\n e\n f\n g").unwrap_err(), Mistake::Full { line: 7, room: 6 });
    }
}
