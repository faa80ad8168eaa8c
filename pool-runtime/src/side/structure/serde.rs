//! Lists, trees and queues through `serde`: sequences of their handles, in their order. Whatever a sequence has, the
//! structure is made by insertions.

use super::super::handle_list::HandleList;
use super::super::handle_lists::HandleLists;
use super::super::handle_queue::HandleQueue;
use super::super::handle_tree::HandleTree;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// A structure that is read as a sequence.
trait Sequence {
    /// A member, with the data that says where it is.
    type Entry;

    /// The pool of the members.
    const POOL: &'static str;

    /// Adds the next member. Returns `false` if its slot was there already, or if it has no place.
    fn add(&mut self, entry: Self::Entry) -> bool;
}

impl<P: PoolSpec> Sequence for HandleList<P> {
    type Entry = Handle<P>;
    const POOL: &'static str = P::NAME;

    fn add(&mut self, member: Handle<P>) -> bool {
        let len = self.len();
        self.push_back(member);
        self.len() > len
    }
}

impl<Owner: PoolSpec, P: PoolSpec> Sequence for HandleLists<Owner, P> {
    type Entry = (Handle<Owner>, Handle<P>);
    const POOL: &'static str = P::NAME;

    fn add(&mut self, (owner, member): Self::Entry) -> bool {
        let len = self.len();
        self.push_back(owner, member);
        self.len() > len
    }
}

impl<P: PoolSpec> Sequence for HandleTree<P> {
    /// A node and its parent.
    type Entry = (Handle<P>, Option<Handle<P>>);
    const POOL: &'static str = P::NAME;

    fn add(&mut self, (node, parent): Self::Entry) -> bool {
        let len = self.len();
        match parent {
            Some(parent) if self.append(parent, node).is_err() => return false,
            Some(_) => {}
            None => {
                self.append_root(node);
            }
        }
        self.len() > len
    }
}

impl<P: PoolSpec, K: Ord> Sequence for HandleQueue<P, K> {
    type Entry = (Handle<P>, K);
    const POOL: &'static str = P::NAME;

    fn add(&mut self, (member, key): Self::Entry) -> bool {
        let len = self.len();
        self.push(member, key);
        self.len() > len
    }
}

/// Reads the entries of a structure.
struct Entries<'a, S>(&'a mut S);

impl<'de, S: Sequence<Entry: Deserialize<'de>>> Visitor<'de> for Entries<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "handles of `{}` in the order of a list, a tree or a queue", S::POOL)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut number = 0_u32;
        while let Some(entry) = entries.next_element()? {
            if !self.0.add(entry) {
                return Err(A::Error::custom(format_args!(
                    "entry {number} is of a slot that occurs twice, or has no parent"
                )));
            }
            number += 1;
        }
        Ok(())
    }
}

macro_rules! structures {
    ($($Structure:ident<$($P:ident),+ $(; $K:ident)?>, |$structure:ident| $entries:expr;)*) => {$(
        impl<$($P: PoolSpec),+ $(, $K: Serialize)?> Serialize for $Structure<$($P),+ $(, $K)?> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut sequence = serializer.serialize_seq(Some(self.len()))?;
                let $structure = self;
                $entries.try_for_each(|entry| sequence.serialize_element(&entry))?;
                sequence.end()
            }
        }

        /// # Deserialization in place
        impl<$($P: PoolSpec),+ $(, $K: Ord)?> $Structure<$($P),+ $(, $K)?> {
            /// Deserializes into this one, in place. Its old content is removed first.
            ///
            /// # Errors
            ///
            /// Returns the errors of the deserializer, and an error if a number is not a handle of this pool
            /// definition, if a slot occurs twice, or if a parent does not come before its children. This one is then
            /// empty.
            pub fn deserialize_from<'de, D: Deserializer<'de>>(&mut self, deserializer: D) -> Result<(), D::Error>
            $(
                where
                    $K: Deserialize<'de>,
            )?
            {
                self.clear();
                let result = deserializer.deserialize_seq(Entries(self));
                if result.is_err() {
                    self.clear();
                }
                result
            }
        }

        deserialize_in_place!(
            [$($P: PoolSpec),+ $(, $K: Ord)?] $Structure<$($P),+ $(, $K)?>
                where $($P: PoolSpec),+ $(, $K: Deserialize<'de>)?
        );
    )*};
}

structures! {
    HandleList<P>, |list| list.iter();
    HandleLists<Owner, P>,
        |lists| lists.iter_owners().flat_map(|owner| lists.iter(owner).map(move |member| (owner, member)));
    HandleTree<P>, |tree| tree.iter().map(|node| (node, tree.parent(node)));
    HandleQueue<P; K>, |queue| queue.iter();
}
