//! The checks of the values that a region takes, which its methods call in constants.

use super::no_drop::NoDrop;
use super::storage::{Inline, check_align};
use super::{drop_scope, frame_scope, no_drop};
use crate::base::complaint::complaint;
use core::mem::MaybeUninit;
use std::string::String;

/// Memory in the region, which moves with it.
type Moves = Inline<64, 4>;
/// Memory that stays in place.
type Stays<'a> = &'a mut [MaybeUninit<u8>];

/// Says that it needs no dropping, and does.
struct Liar(#[expect(dead_code, reason = "it is dropped")] String);

impl NoDrop for Liar {}

/// The message for a value of 8 bytes in a region of 4.
fn misaligned(values: &str) -> Option<String> {
    Some(std::format!(
        "{values} needs an alignment of 8 bytes, but its region is aligned to 4: if the region moved, the value could \
         be misaligned; use `Inline<BYTES, 8>` as its storage, or storage that does not move: `&mut \
         [MaybeUninit<u8>]` or `Boxed` (feature `alloc`)"
    ))
}

#[repr(align(8))]
#[derive(Clone, Copy)]
struct Aligned;

struct Dropped(#[expect(dead_code, reason = "a destructor and an alignment")] String, Aligned);

#[test]
fn a_value_that_could_be_misaligned_is_refused() {
    assert_eq!(complaint(|| check_align::<Aligned, Moves>("a value")), misaligned("a value"));
    assert_eq!(complaint(|| check_align::<u32, Moves>("a value")), None);
    assert_eq!(complaint(|| check_align::<Aligned, Inline<64, 8>>("a value")), None);
    assert_eq!(complaint(|| check_align::<Aligned, Stays<'_>>("a value")), None);
}

#[test]
fn a_value_with_a_destructor_stays_aligned() {
    assert_eq!(complaint(drop_scope::check::<Dropped, Moves>), misaligned("a value with a destructor"));
    assert_eq!(complaint(drop_scope::check::<Dropped, Stays<'_>>), None);
    // Nothing happens to the others when the region is reset.
    assert_eq!(complaint(drop_scope::check::<Aligned, Moves>), None);
}

#[test]
fn a_value_with_an_id_stays_aligned_and_needs_no_dropping() {
    assert_eq!(complaint(frame_scope::check::<Aligned, Moves>), misaligned("a value that is stored by id"));
    assert_eq!(complaint(frame_scope::check::<u32, Moves>), None);
    let expected = "a type implements `NoDrop` but needs to be dropped: remove the impl, and use `DropLinear` or \
                    `Undropped`";
    assert_eq!(complaint(no_drop::check::<Liar>).as_deref(), Some(expected));
    assert_eq!(complaint(frame_scope::check::<Liar, Stays<'_>>).as_deref(), Some(expected));
    assert_eq!(complaint(no_drop::check::<&String>), None);
}
