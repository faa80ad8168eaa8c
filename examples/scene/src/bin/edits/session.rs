//! Random edits of an editor and of the model.

use crate::model::{Model, ModelPlace};
use crate::random::Random;
use scene::{Axis, Block, Editor, Layout, NodeId, Place, Size, Widths};
use std::time::{Duration, Instant};

/// The value of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Widget {
    number: u32,
    least: Size,
    axis: Axis,
}

impl Block for Widget {
    fn least(&self) -> Size {
        self.least
    }

    fn axis(&self) -> Axis {
        self.axis
    }
}

impl Widget {
    fn random(number: u32, random: &mut Random) -> Self {
        let least = Size { width: 2 + random.below(20) as u32, height: 2 + random.below(9) as u32 };
        let axis = if random.below(2) == 0 { Axis::Row } else { Axis::Column };
        Widget { number, least, axis }
    }
}

/// How often each thing happened.
#[derive(Default, Debug)]
pub(crate) struct Counts {
    pub(crate) inserted: usize,
    pub(crate) refused: usize,
    pub(crate) removed: usize,
    pub(crate) moved: usize,
    pub(crate) replaced: usize,
    pub(crate) undone: usize,
    pub(crate) redone: usize,
    /// The most nodes at once.
    pub(crate) most: usize,
    /// Nodes that were gone and are there again.
    pub(crate) came_back: usize,
    /// The sizes that were computed, of those of all nodes after each edit.
    pub(crate) computed: usize,
    pub(crate) shown: usize,
    /// The time that the editor took.
    pub(crate) time: Duration,
}

/// An editor, the model, and the handles that the editor gave out.
pub(crate) struct Session<S: Widths<Widget>> {
    editor: Editor<S, Widget>,
    model: Model<Widget>,
    /// The handle of each node that ever was, by its number.
    handles: Vec<NodeId<S, Widget>>,
    /// The numbers of the nodes that are there, in ascending order.
    live: Vec<u32>,
    /// The largest number of a node that ever was there.
    largest: u32,
    random: Random,
    counts: Counts,
}

impl<S: Widths<Widget>> Session<S> {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let root = Widget::random(0, &mut random);
        let editor = Editor::new(root);
        let handles = vec![editor.tree().root()];
        let (model, counts) = (Model::new(root, Editor::<S, Widget>::STEPS), Counts::default());
        Session { editor, model, handles, live: vec![0], largest: 0, random, counts }
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Makes a random edit, and compares.
    pub(crate) fn step(&mut self) -> Result<(), String> {
        match self.random.below(20) {
            0..8 => self.insert(),
            8 => self.remove(),
            9..12 => self.move_to(),
            12..14 => self.replace(),
            14..18 => self.undo(),
            _ => self.redo(),
        }?;
        let time = Instant::now();
        let computed = self.editor.update_layout();
        self.counts.time += time.elapsed();
        self.counts.computed += computed;
        self.compare()
    }

    fn insert(&mut self) -> Result<(), String> {
        let (place, model_place) = self.place();
        let number = self.handles.len() as u32;
        let widget = Widget::random(number, &mut self.random);
        let is_full = self.live.len() == scene::Tree::<S, Widget>::CAPACITY;
        match self.timed(|editor| editor.insert(place, widget)) {
            Ok(_) if is_full => Err("a full tree took a node".to_owned()),
            Ok(id) => {
                self.handles.push(id);
                self.model.insert(model_place, number, widget);
                self.counts.inserted += 1;
                Ok(())
            }
            Err(full) if is_full && full.into_inner() == widget => {
                self.counts.refused += 1;
                Ok(())
            }
            Err(_) => Err("a tree refused a node, and is not full".to_owned()),
        }
    }

    fn remove(&mut self) -> Result<(), String> {
        let number = self.any();
        let id = self.handles[number as usize];
        let is_done = self.timed(|editor| editor.remove(id));
        self.counts.removed += usize::from(is_done);
        agree("remove", is_done, self.model.remove(number))
    }

    fn move_to(&mut self) -> Result<(), String> {
        let number = self.any();
        let id = self.handles[number as usize];
        let (place, model_place) = self.place();
        let is_done = self.timed(|editor| editor.move_to(id, place));
        self.counts.moved += usize::from(is_done);
        agree("move", is_done, self.model.move_to(number, model_place))
    }

    fn replace(&mut self) -> Result<(), String> {
        let number = self.any();
        let id = self.handles[number as usize];
        let widget = Widget::random(number, &mut self.random);
        let is_done = self.timed(|editor| editor.replace(id, widget));
        self.counts.replaced += usize::from(is_done);
        self.model.replace(number, widget);
        agree("replace", is_done, true)
    }

    fn undo(&mut self) -> Result<(), String> {
        let is_done = self.timed(Editor::undo);
        self.counts.undone += usize::from(is_done);
        agree("undo", is_done, self.model.undo())
    }

    fn redo(&mut self) -> Result<(), String> {
        let is_done = self.timed(Editor::redo);
        self.counts.redone += usize::from(is_done);
        agree("redo", is_done, self.model.redo())
    }

    /// The number of a random node.
    fn any(&mut self) -> u32 {
        self.live[self.random.below(self.live.len())]
    }

    /// A random place, half of the time behind a node and otherwise in it.
    fn place(&mut self) -> (Place<S, Widget>, ModelPlace) {
        let number = self.any();
        let (id, tree) = (self.handles[number as usize], self.editor.tree());
        let number_of = |id| tree.get(id).map_or(0, |widget: &Widget| widget.number);
        match Place::behind(id, tree).filter(|_| self.random.below(2) == 0) {
            Some(place) => {
                let parent = tree.parent(id).map_or(0, number_of);
                (place, ModelPlace { parent, behind: Some(number) })
            }
            None => (Place::first_in(id), ModelPlace { parent: number, behind: None }),
        }
    }

    fn timed<R>(&mut self, edit: impl FnOnce(&mut Editor<S, Widget>) -> R) -> R {
        let time = Instant::now();
        let result = edit(&mut self.editor);
        self.counts.time += time.elapsed();
        result
    }

    /// Compares the editor with the model, and its layout with one that is computed from scratch.
    fn compare(&mut self) -> Result<(), String> {
        let mut expected = Vec::new();
        self.model.root.list(0, &mut expected);
        let rects = self.editor.rects();
        let tree = self.editor.tree();
        if rects.len() != expected.len() || tree.len() != expected.len() {
            return Err(format!("{} nodes, and {} in the model", tree.len(), expected.len()));
        }
        for ((id, _), (depth, number, widget)) in rects.iter().zip(&expected) {
            if *id != self.handles[*number as usize] || tree.get(*id) != Some(*widget) {
                return Err(format!("node {number} is {:?}, and not {widget:?}", tree.get(*id)));
            }
            let above = std::iter::successors(Some(*id), |id| tree.parent(*id));
            if above.count() != depth + 1 {
                return Err(format!("node {number} is not at depth {depth}"));
            }
        }
        let mut fresh = Layout::new();
        fresh.update(tree);
        if fresh.rects(tree) != rects {
            return Err("a size was known that had changed".to_owned());
        }
        self.count(expected.into_iter().map(|(_, number, _)| number).collect());
        Ok(())
    }

    /// Counts the nodes that are there now.
    fn count(&mut self, mut live: Vec<u32>) {
        live.sort_unstable();
        let was_gone = |number: &&u32| self.live.binary_search(number).is_err();
        // A node that is new has a larger number than all before.
        let largest = self.largest;
        self.counts.came_back += live.iter().filter(was_gone).filter(|number| **number <= largest).count();
        self.largest = self.largest.max(live.last().copied().unwrap_or(0));
        self.counts.most = self.counts.most.max(live.len());
        self.counts.shown += live.len();
        self.live = live;
    }
}

fn agree(what: &str, editor: bool, model: bool) -> Result<(), String> {
    if editor == model {
        return Ok(());
    }
    Err(format!("{what}: done by the editor: {editor}, by the model: {model}"))
}
