//! Handles of slots in a row, which are one element in text.

use super::Text;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// Handles of slots in a row, ascending or descending, all of one generation. In text, those of three slots or more are
/// one element: `"3v1 to 9v1"`. Other formats have one handle after the other.
pub(crate) struct HandleRun<P: PoolSpec> {
    first: Handle<P>,
    last: Handle<P>,
}

impl<P: PoolSpec> HandleRun<P> {
    /// The slots of the handles, in their order.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> + use<P> {
        let (first, last) = (self.first.index(), self.last.index());
        (0..=first.abs_diff(last)).map(move |step| if first < last { first + step } else { first - step })
    }

    /// The generation of the handles.
    pub(crate) fn generation(&self) -> u32 {
        self.first.generation()
    }
}

/// Writes handles in their order. In text, slots in a row are one element. Both iterators yield the same handles: a
/// format may need to know how many elements there are.
///
/// They are `dyn`, so that the lists of a pool share the code.
pub(crate) fn serialize_runs<P: PoolSpec, S: Serializer>(
    serializer: S,
    counted: &mut dyn Iterator<Item = Handle<P>>,
    handles: &mut dyn Iterator<Item = Handle<P>>,
) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        let mut elements = serializer.serialize_seq(Some(counted.count()))?;
        for handle in handles {
            elements.serialize_element(&handle)?;
        }
        return elements.end();
    }
    let mut elements = serializer.serialize_seq(Some(runs(counted).count()))?;
    for run in runs(handles) {
        elements.serialize_element(&run)?;
    }
    elements.end()
}

/// Splits handles into runs of one slot, or of three and more.
fn runs<P: PoolSpec>(handles: &mut dyn Iterator<Item = Handle<P>>) -> impl Iterator<Item = HandleRun<P>> {
    let (mut handles, mut second) = (handles.peekable(), None);
    core::iter::from_fn(move || {
        let first: Handle<P> = second.take().or_else(|| handles.next())?;
        let (mut last, mut count) = (first, 1);
        let second_of = handles.peek().map(|next| next.index());
        let is_ascending = second_of.is_some_and(|second| second > first.index());
        let follows = |last: Handle<P>, next: &Handle<P>| {
            let (low, high) = if is_ascending { (last, *next) } else { (*next, last) };
            high.index() == low.index() + 1 && high.generation() == low.generation()
        };
        while let Some(next) = handles.next_if(|next| follows(last, next)) {
            (last, count) = (next, count + 1);
        }
        if count == 2 {
            second = Some(last);
            last = first;
        }
        Some(HandleRun { first, last })
    })
}

impl<P: PoolSpec> Serialize for HandleRun<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.first == self.last {
            return self.first.serialize(serializer);
        }
        serializer.collect_str(&format_args!("{} to {}", self.first, self.last))
    }
}

impl<'de, P: PoolSpec> Deserialize<'de> for HandleRun<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(RunText(PhantomData));
        }
        let handle = Handle::deserialize(deserializer)?;
        Ok(HandleRun { first: handle, last: handle })
    }
}

struct RunText<P>(PhantomData<P>);

impl<P: PoolSpec> Visitor<'_> for RunText<P> {
    type Value = HandleRun<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::<P>(PhantomData).expecting(f)?;
        f.write_str(", or those of the first and the last slot of several, such as \"3v1 to 9v1\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<HandleRun<P>, E> {
        let (first, last) = text.split_once(" to ").unwrap_or((text, text));
        let run = first.parse().ok().zip(last.parse().ok()).map(|(first, last)| HandleRun { first, last });
        let run = run.filter(|run| run.last.generation() == run.generation());
        run.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}
