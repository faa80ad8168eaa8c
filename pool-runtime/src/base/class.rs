//! Numbers as types: `Class<18>` stands for the number 18 where the type system has to choose.

/// A number that traits choose an implementation by.
#[derive(Debug)]
pub struct Class<const NUMBER: u8>;
