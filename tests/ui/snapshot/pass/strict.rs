//! What strict lints and other names have to say about the generated code.
#![no_std]
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    private_bounds,
    private_interfaces,
    single_use_lifetimes,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]

extern crate stackpool as other;

/// A prelude with other meanings.
mod names {
    #![expect(non_camel_case_types, reason = "names that generated code must not use")]

    pub(crate) struct Result;
    pub(crate) struct Ok;
    pub(crate) struct usize;
    pub(crate) struct u8;
    pub(crate) struct u64;
    pub(crate) struct str;
}

use names::{Ok, Result, str, u8, u64, usize};
use other::Snapshot;

#[derive(Snapshot, Clone, Copy)]
#[snapshot(crate = other)]
struct Private<T>(T);

/// A world.
#[derive(Snapshot, Clone, Copy)]
#[snapshot(crate = other)]
pub struct World<'a, T: 'a, const N: ::core::primitive::usize> {
    /// A field.
    pub r#type: T,
    #[snapshot(skip)]
    name: &'a ::core::primitive::str,
    private: Private<T>,
    list: [T; N],
}

/// Data of functions without a result.
#[derive(Snapshot)]
#[snapshot(crate = other)]
pub struct Functions<T: 'static> {
    /// A pointer to one.
    #[snapshot(plain)]
    pub pointer: *const fn(T),
    /// A reference to one.
    #[snapshot(plain)]
    pub reference: &'static fn(T),
}

/// An enum.
#[derive(Snapshot, Clone, Copy)]
#[snapshot(crate = other)]
#[non_exhaustive]
pub enum Phase<T> {
    /// A variant.
    Menu,
    /// A variant with fields.
    Match {
        /// A field.
        r#type: T,
        /// A field.
        number: ::core::primitive::u8,
    },
    /// A variant with a field.
    Over(T),
}

/// A struct that is going away, with a field that was to go before.
#[derive(Snapshot)]
#[snapshot(crate = other)]
#[deprecated]
pub struct OldWorld<T> {
    /// That field.
    #[deprecated]
    pub first: T,
    /// Another one.
    #[deprecated]
    #[snapshot(plain)]
    pub second: T,
}

/// A tuple with a field that is going away.
#[derive(Snapshot)]
#[snapshot(crate = other)]
pub struct Pair(#[deprecated] pub ::core::primitive::u8, pub ::core::primitive::u8);

/// An item that is going away.
#[derive(Snapshot, Clone, Copy)]
#[snapshot(crate = other, item)]
#[deprecated]
pub struct OldItem {
    /// A field that was to go before.
    #[deprecated]
    pub number: ::core::primitive::u32,
}

/// Bytes that are going away.
#[derive(Snapshot, Clone, Copy)]
#[snapshot(crate = other, plain)]
#[deprecated]
pub struct OldBytes<T> {
    /// A field that was to go before.
    #[deprecated]
    pub number: T,
}

/// An enum that is going away.
#[derive(Snapshot, Clone, Copy)]
#[snapshot(crate = other)]
#[deprecated]
pub enum OldPhase {
    /// A variant that was to go before.
    #[deprecated]
    Menu,
    /// A variant with fields that were.
    Match {
        /// The field.
        #[deprecated]
        number: ::core::primitive::u8,
    },
    /// Another one.
    Over(#[deprecated] ::core::primitive::u8),
}

fn main() {
    let _ = (Ok, Result, usize, u8, u64, str);
    let mut world = World { r#type: 1_u32, name: "", private: Private(2), list: [3; 2] };
    let mut buffer = [0; 200];
    let length = Snapshot::write_saved(&world, &mut buffer);
    let _ = Snapshot::restore(&mut world, &buffer[..length]);
    let _ = (world.name, world.private.0);
    let mut phase = Phase::Over(1_u32);
    let length = Snapshot::write_saved(&phase, &mut buffer);
    let _ = Snapshot::restore(&mut phase, &buffer[..length]);
    for other in [Phase::Menu, Phase::Match { r#type: 2, number: 3 }] {
        phase = other;
    }
    let _ = phase;
}
