//! Shared boxes and weak pointers, beside a list of their objects.

use crate::drops::{Drops, Token};
use crate::script::Script;
use stackpool::{PoolBox, SharedBox, SharedSpec, WeakBox, WeakSpec};

/// What is expected of an object.
struct Object {
    /// The token in it.
    id: u32,
    owners: usize,
    /// How often its weak pointers became stale.
    epoch: u32,
    /// Whether a weak pointer of this epoch was made.
    has_weak: bool,
}

impl Object {
    fn revoke(&mut self) {
        self.epoch += u32::from(self.has_weak);
        self.has_weak = false;
    }

    /// One owner less. The last one makes the weak pointers stale.
    fn leave(&mut self) {
        self.owners -= 1;
        if self.owners == 0 {
            self.revoke();
        }
    }
}

/// A weak pointer, its object and the epoch of which it is.
type Weak<P> = (WeakBox<P>, usize, u32);

struct Run<P: SharedSpec<Item = Token>> {
    objects: Vec<Object>,
    boxes: Vec<(SharedBox<P>, usize)>,
    weak: Vec<Weak<P>>,
    drops: Drops,
    last_id: u32,
    refused: u64,
}

/// Plays the script, and compares after each step.
pub(super) fn run<P: SharedSpec<Item = Token> + WeakSpec>(mut script: Script<'_>) {
    let refused_before = SharedBox::<P>::full_count();
    let drops = Drops::default();
    let mut run =
        Run::<P> { objects: Vec::new(), boxes: Vec::new(), weak: Vec::new(), drops, last_id: 0, refused: 0 };
    // A slot has 2,048 generations, and each step uses up one at most.
    for _ in 0..2_000 {
        if script.is_empty() {
            break;
        }
        run.step(script.byte(), usize::from(script.byte()));
        run.check();
        assert_eq!(SharedBox::<P>::full_count() - refused_before, run.refused);
    }
}

impl<P: SharedSpec<Item = Token> + WeakSpec> Run<P> {
    fn token(&mut self) -> Token {
        self.last_id += 1;
        self.drops.token(self.last_id)
    }

    fn live(&self) -> usize {
        self.objects.iter().filter(|object| object.owners != 0).count()
    }

    fn has_room(&mut self) -> bool {
        let has_room = self.live() < SharedBox::<P>::CAPACITY;
        self.refused += u64::from(!has_room);
        has_room
    }

    /// Notes a new object that one box owns.
    fn made(&mut self, boxed: SharedBox<P>, id: u32, has_weak: bool) -> usize {
        self.objects.push(Object { id, owners: 1, epoch: 0, has_weak });
        self.boxes.push((boxed, self.objects.len() - 1));
        self.objects.len() - 1
    }

    fn step(&mut self, action: u8, pick: usize) {
        match action % 20 {
            0..3 => self.new_one(),
            3 => self.new_cyclic(),
            19 => SharedBox::<P>::flush_thread_cache(),
            18 => self.upgrade(pick),
            _ if self.boxes.is_empty() => self.new_one(),
            action => self.use_one(action, pick % self.boxes.len()),
        }
    }

    fn new_one(&mut self) {
        let token = self.token();
        let id = token.id;
        let has_room = self.has_room();
        match SharedBox::<P>::new(token) {
            Ok(boxed) => {
                assert!(has_room);
                self.made(boxed, id, false);
            }
            Err(full) => assert!(!has_room && full.into_inner().id == id),
        }
    }

    fn new_cyclic(&mut self) {
        let has_room = self.has_room();
        let drops = self.drops.clone();
        let (id, mut me) = (self.last_id + 1, None);
        let made = SharedBox::<P>::new_cyclic(|weak| {
            assert!(weak.upgrade().is_none(), "there is no object yet");
            me = Some(weak);
            drops.token(id)
        });
        assert_eq!((made.is_ok(), me.is_some()), (has_room, has_room));
        if let (Ok(boxed), Some(weak)) = (made, me) {
            self.last_id = id;
            let object = self.made(boxed, id, true);
            self.weak.push((weak, object, 0));
        }
    }

    fn upgrade(&mut self, pick: usize) {
        if self.weak.is_empty() {
            return;
        }
        let (weak, object, epoch) = self.weak[pick % self.weak.len()];
        let is_valid = self.objects[object].owners != 0 && self.objects[object].epoch == epoch;
        let boxed = weak.upgrade();
        assert_eq!(boxed.is_some(), is_valid);
        if let Some(boxed) = boxed {
            self.objects[object].owners += 1;
            self.boxes.push((boxed, object));
        }
    }

    /// Does something with one box.
    fn use_one(&mut self, action: u8, at: usize) {
        let at_object = self.boxes[at].1;
        let is_only = self.objects[at_object].owners == 1;
        match action {
            4..6 => {
                let boxed = self.boxes[at].0.clone();
                self.objects[at_object].owners += 1;
                self.boxes.push((boxed, at_object));
            }
            6..8 => {
                let object = &mut self.objects[at_object];
                object.has_weak = true;
                let weak = SharedBox::downgrade(&self.boxes[at].0);
                self.weak.push((weak, at_object, object.epoch));
            }
            8 => {
                SharedBox::revoke_weak(&self.boxes[at].0);
                self.objects[at_object].revoke();
            }
            9 => {
                let token = self.token();
                let id = token.id;
                let is_alone = is_only && !self.objects[at_object].has_weak;
                match SharedBox::get_mut(&mut self.boxes[at].0) {
                    Some(object) => {
                        assert!(is_alone);
                        *object = token;
                        self.objects[at_object].id = id;
                    }
                    None => assert!(!is_alone),
                }
            }
            10 | 11 => self.make_mut(at),
            12 => {
                let (boxed, object) = self.boxes.swap_remove(at);
                match SharedBox::into_box(boxed) {
                    Ok(owned) => {
                        assert!(is_only && owned.id == self.objects[object].id);
                        self.objects[object].leave();
                        // It is shared again, as another object for the weak pointers.
                        let id = owned.id;
                        self.made(SharedBox::from(owned), id, false);
                    }
                    Err(boxed) => {
                        assert!(!is_only);
                        self.boxes.push((boxed, object));
                    }
                }
            }
            13 => {
                let (boxed, object) = self.boxes.swap_remove(at);
                let inner = SharedBox::into_inner(boxed);
                assert_eq!(inner.map(|token| token.id), is_only.then_some(self.objects[object].id));
                self.objects[object].leave();
            }
            14 => {
                let (boxed, object) = self.boxes.swap_remove(at);
                assert_eq!(SharedBox::unwrap_or_clone(boxed).id, self.objects[object].id);
                self.objects[object].leave();
            }
            15 => {
                let (boxed, object) = self.boxes.swap_remove(at);
                let address = SharedBox::as_ptr(&boxed);
                let raw = SharedBox::into_raw(boxed);
                // SAFETY: `raw` is of a box of this thread that was just taken apart, and is used once.
                let boxed = unsafe { SharedBox::<P>::from_raw(raw) };
                assert_eq!(SharedBox::as_ptr(&boxed), address);
                self.boxes.push((boxed, object));
            }
            _ => {
                let (boxed, object) = self.boxes.swap_remove(at);
                drop(boxed);
                self.objects[object].leave();
            }
        }
    }

    fn make_mut(&mut self, at: usize) {
        let (boxed, object) = &mut self.boxes[at];
        let old = *object;
        if self.objects[old].owners == 1 {
            assert_eq!(SharedBox::make_mut(boxed).expect("no slot is needed").id, self.objects[old].id);
            self.objects[old].revoke();
            return;
        }
        let has_room = self.has_room();
        let (boxed, object) = &mut self.boxes[at];
        match SharedBox::make_mut(boxed) {
            Ok(token) => {
                assert!(has_room);
                let id = token.id;
                *object = self.objects.len();
                self.objects[old].leave();
                self.objects.push(Object { id, owners: 1, epoch: 0, has_weak: false });
            }
            Err(_) => assert!(!has_room),
        }
    }

    fn check(&self) {
        for (boxed, object) in &self.boxes {
            let expected = &self.objects[*object];
            assert_eq!((boxed.id, SharedBox::strong_count(boxed)), (expected.id, expected.owners));
        }
        for &(weak, object, epoch) in &self.weak {
            let expected = &self.objects[object];
            assert_eq!(weak.strong_count(), if expected.epoch == epoch { expected.owners } else { 0 });
        }
        let mut ids: Vec<_> =
            self.objects.iter().filter(|object| object.owners != 0).map(|object| object.id).collect();
        ids.sort_unstable();
        assert_eq!(self.drops.alive(), ids, "an object was lost or dropped too early");
        // The slots that this thread keeps count too.
        let live = self.live();
        assert!((live..=live + SharedBox::<P>::CACHE).contains(&PoolBox::<P>::len()));
        if let [(first, one), .., (last, other)] = &*self.boxes {
            assert_eq!(SharedBox::ptr_eq(first, last), one == other);
        }
    }
}
