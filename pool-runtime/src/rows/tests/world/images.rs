//! The images of rows, and the deltas between them.

use super::World;
use crate::changes::Changes;
use crate::image::fingerprint::Items;
use crate::layout::Layout;
use crate::rows::ImageOf;
use crate::rows::tests::Shown;
use crate::rows::tests::further::Further;
use crate::rows::tests::model::Model;
use crate::track::Site;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::vec;
use std::vec::Vec;

impl<L: Shown> World<L> {
    /// The image of the rows.
    pub(super) fn image(&self) -> Vec<u8> {
        // SAFETY: 1. they are the slots, and only rows write to free ones.
        let extent = unsafe { self.rows.extent(self.memory()) };
        let mut image = vec![0; ImageOf::<L>::bytes_with(extent, 0, Items::NONE)];
        let parts = image.split_at_mut(ImageOf::<L>::bytes(extent.slots));
        // SAFETY: 1. as above, and the extent is that of the rows.
        unsafe { self.rows.save(self.memory(), Items::NONE, extent, parts) };
        image
    }

    /// Loads the image of another world.
    pub(super) fn load(&mut self, other: &Self, further: &Further<L>) {
        let (before, image) = (self.image(), other.image());
        let (checked, _) = ImageOf::<L>::check(&image, Items::NONE).expect("a saved image");
        self.rows.add_differences_to_image(&checked, |_, _, _, same| same);
        let slots = self.memory();
        // SAFETY: 1. they are the slots, and what is free in the image holds no object. 2. done below.
        unsafe { further.load.expect("a guard")(&mut self.rows, slots, &checked, Site::caller()) };
        self.put_all(other);
        for slot in checked.live_slots() {
            // SAFETY: 1. the image was just loaded, and the slot is live in it.
            let place = unsafe { self.rows.seat(&checked, slot as usize) };
            assert_eq!(place, checked.place_of(slot as usize), "the place of slot {slot}");
        }
        assert_eq!(self.image(), image, "the image of what was loaded");
        check_delta::<L>(&before, &image);
    }

    /// Equal models have equal images, and deltas lead to the image: that since an earlier image, and that of what
    /// changed.
    pub(super) fn check_images(&self, images: &mut HashMap<u64, Vec<u8>>) {
        let Model { free, waiting, generation, live, log, .. } = &self.model;
        let log: Vec<_> = log.iter().flatten().collect();
        let mut hasher = DefaultHasher::new();
        (free, waiting, generation, live, log, self.seated()).hash(&mut hasher);
        let image = self.image();
        assert_eq!(images.entry(hasher.finish()).or_insert_with(|| image.clone()), &image, "another image");
        check_delta::<L>(&self.base, &image);
        check_delta::<L>(&image, &self.base);
        if L::Changes::ARE_NOTED {
            // SAFETY: 1. they are the slots, and only rows write to free ones.
            let mut delta = vec![0; unsafe { self.rows.changed_bytes(self.memory(), Items::NONE) }];
            // SAFETY: 1. as above.
            let saved = unsafe {
                self.rows.changed_delta_into(self.memory(), Items::NONE, &mut delta, |_, _, rest| rest)
            };
            let saved = saved.expect("a delta is as long as was computed");
            let of = ImageOf::<L>::delta(Items::NONE);
            let mut later = vec![0; of.most_bytes()];
            let later = of.apply(&self.base, saved, &mut later).expect("a delta");
            assert_eq!(later, image, "a delta leads to another image");
        }
    }
}

/// A delta of two images leads from one to the other.
fn check_delta<L: Layout>(base: &[u8], later: &[u8]) {
    let of = ImageOf::<L>::delta(Items::NONE);
    let (mut delta, mut patched) = (vec![0; of.most_bytes()], vec![0; of.most_bytes()]);
    let length = of.between(base, later, &mut delta).expect("two images");
    let patched = of.apply(base, &delta[..length], &mut patched).expect("a delta against this base");
    assert_eq!(patched, later, "a delta of two images leads to another one");
}
