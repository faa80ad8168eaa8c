//! 64-bit atomics: a stack whose head has a tag.

pub(super) mod shared;
pub(super) mod stack_head;
