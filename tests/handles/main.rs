//! Handles and links as bytes.

mod bytes;
mod links;
