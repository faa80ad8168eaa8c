//! Rows of a group are `Pod` if their fields are, whatever a hidden trait, a path or the name of a type says.
#![forbid(unsafe_code)]

use stackpool::Columns;

/// What `crate = fake` makes of the paths that are printed.
mod fake {
    pub use stackpool::*;

    pub mod __private {
        pub use stackpool::__private::*;

        pub trait PodField {}
        impl<T> PodField for T {}
        pub trait NoPadding {}
        impl<T> NoPadding for T {}
    }
}

#[derive(Clone, Copy)]
struct Name(&'static str);

impl stackpool::__private::PodField for &Name {}

#[derive(Clone, Copy)]
struct Title(&'static str);

#[derive(Columns)]
struct Ship {
    #[pool(group = hot)]
    name: Name,
}

#[derive(Columns)]
#[pool(crate = fake)]
struct Boat {
    #[pool(group = hot)]
    title: Title,
}

#[derive(Columns)]
#[pool(crate = fake)]
struct Raft {
    #[pool(group = hot)]
    logs: u32,
    #[pool(group = hot)]
    width: u8,
}

macro_rules! byte {
    () => {
        u8
    };
}

#[derive(Columns)]
struct Flags {
    #[pool(group = hot)]
    one: byte!(),
    #[pool(group = hot)]
    other: bool,
}

fn is_pod<T: bytemuck::Pod>() {}

fn main() {
    is_pod::<ShipHot>();
    is_pod::<BoatHot>();
    is_pod::<RaftHot>();
    is_pod::<FlagsHot>();
}
