//! What takes the differences of two saves, one after the other.

use super::Difference;
use super::place::{Part, Place};
use super::show::{FreeSlot, Shown, State, Window};
use crate::base::item_field::{ItemField, Show};
use crate::image::FieldPath;
use crate::image::diff::ImageDifference;
use core::fmt;
use core::ops::ControlFlow;

/// Takes the differences of two saves: see [`Snapshot::diff_saved`](crate::Snapshot::diff_saved).
pub struct DiffReport<'r> {
    pub(super) path: FieldPath,
    pub(super) visit: &'r mut dyn FnMut(&Difference<'_>) -> ControlFlow<()>,
    pub(super) flow: ControlFlow<()>,
}

impl DiffReport<'_> {
    /// Reports that the whole value differs.
    #[inline]
    pub fn value(&mut self, left: &dyn fmt::Display, right: &dyn fmt::Display) {
        self.add(Part::Whole, [left, right]);
    }

    /// Reports that the bytes of a value of an unknown type differ, if they do.
    #[inline]
    pub(in crate::snapshot) fn unknown(&mut self, saved: [&[u8]; 2]) {
        if saved[0] != saved[1] {
            let [left, right] = Window::of(saved);
            self.value(&left, &right);
        }
    }

    /// Reports that the bytes of a value differ, if they do.
    #[inline]
    pub(in crate::snapshot) fn bytes(&mut self, saved: [&[u8]; 2], show: Show) {
        if saved[0] != saved[1] {
            let [left, right] = Shown::pair(saved, show);
            self.value(&left, &right);
        }
    }

    /// Reports what differs in the field `name` of the value.
    #[inline]
    pub(in crate::snapshot) fn field(
        &mut self,
        name: &'static str,
        report: impl FnOnce(&mut DiffReport<'_>),
    ) {
        self.at(self.path.field(name), report);
    }

    /// Reports which of these fields differ. Their bytes are one after the other.
    #[inline]
    pub(in crate::snapshot) fn fields(&mut self, saved: [&[u8]; 2], fields: &[ItemField]) {
        let mut start = 0;
        for field in fields {
            let end = start + field.bytes;
            let of_field = saved.map(|bytes| &bytes[start..end]);
            self.field(field.name, |report| report.bytes(of_field, field.show));
            start = end;
        }
    }

    /// Reports what differs in the element `index` of the value.
    #[inline]
    pub(in crate::snapshot) fn element(&mut self, index: usize, report: impl FnOnce(&mut DiffReport<'_>)) {
        self.at(self.path.element(index), report);
    }

    #[inline]
    fn at(&mut self, path: FieldPath, report: impl FnOnce(&mut DiffReport<'_>)) {
        let mut inner = DiffReport { path, visit: self.visit, flow: self.flow };
        report(&mut inner);
        self.flow = inner.flow;
    }

    /// Reports a difference of the images of a pool.
    #[inline]
    pub(in crate::snapshot) fn image(&mut self, difference: ImageDifference<'_>) -> ControlFlow<()> {
        match difference {
            ImageDifference::State { slot, states } => {
                let [left, right] = states.map(State);
                self.add(Part::Slot(slot), [&left, &right]);
            }
            ImageDifference::Field { object, field: None, values } => {
                let [left, right] = Window::of(values);
                self.add(Part::Object(object, ""), [&left, &right]);
            }
            ImageDifference::Field { object, field: Some(field), values } => {
                let [left, right] = Shown::pair(values, field.show);
                self.add(Part::Object(object, field.name), [&left, &right]);
            }
            ImageDifference::Order { name, position, slots } => {
                let [left, right] = slots.map(FreeSlot);
                self.add(Part::Order(name, position), [&left, &right]);
            }
            ImageDifference::Waiting { numbers: [left, right] } => {
                self.add(Part::Waiting, [&left, &right]);
            }
        }
        self.flow
    }

    /// Reports what differs under a key of a side table.
    #[inline]
    pub(in crate::snapshot) fn entry(&mut self, slot: usize, values: [&dyn fmt::Display; 2]) {
        self.add(Part::Slot(slot), values);
    }

    #[inline]
    fn add(&mut self, part: Part, values: [&dyn fmt::Display; 2]) {
        if self.flow.is_continue() {
            self.flow = (self.visit)(&Difference { place: Place { path: self.path, part }, values });
        }
    }
}

impl fmt::Debug for DiffReport<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiffReport").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Reports which fields of two plain structs differ. The fields are all bytes of the struct, or the whole is reported.
#[inline]
pub fn diff_plain(saved: [&[u8]; 2], fields: &[ItemField], report: &mut DiffReport<'_>) {
    let known: usize = fields.iter().map(|field| field.bytes).sum();
    if saved.iter().any(|bytes| bytes.len() != known) {
        return report.unknown(saved);
    }
    report.fields(saved, fields);
}
