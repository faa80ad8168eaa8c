//! Numbers as types: `Class<18>` stands for the number 18 where the type system has to choose.

/// A number by which traits choose an implementation.
#[derive(Debug)]
pub struct Class<const NUMBER: u8>;
