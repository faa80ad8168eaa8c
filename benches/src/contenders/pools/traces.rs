//! Pools with little more room than a trace needs, as a program would declare them.

use super::{Visitor, names, visit, visit_boxes};
use crate::Item;
use crate::container::{Boxes, Payload};
use crate::figures::Role;
use stackpool::{Heap, Pool, pool};

/// Objects of 96 bytes.
pub type Wide = [u64; 12];

pool! {
    Short: [Item; 20_000];
    ShortStack: [Item; 20_000], quarantine = 0;
    Short64: [Item; 20_000], quarantine = 64;
    Short512: [Item; 20_000], quarantine = 512;
    ShortLive: [Item; 20_000], guard = live;
    ShortNone: [Item; 20_000], guard = none;
    ShortLinks: [Item; 20_000], bookkeeping = free_list;
    ShortBox: [Item; 20_000], boxed, sync = local;
    ShortPacked18: [Item; 20_000], layout = packed18;
    ShortSplit24: [Item; 20_000], layout = split24;
    ShortU32: [Item; 20_000], layout = u32;

    WideShort: [Wide; 10_000];
    WideShortStack: [Wide; 10_000], quarantine = 0;
    WideShort64: [Wide; 10_000], quarantine = 64;
    WideShort512: [Wide; 10_000], quarantine = 512;
    WideShortLive: [Wide; 10_000], guard = live;
    WideShortNone: [Wide; 10_000], guard = none;
    WideShortLinks: [Wide; 10_000], bookkeeping = free_list;
    WideShortBox: [Wide; 10_000], boxed, sync = local;
    WideShortPacked18: [Wide; 10_000], layout = packed18;
    WideShortSplit24: [Wide; 10_000], layout = split24;
    WideShortU32: [Wide; 10_000], layout = u32;
}

/// The payloads of traces.
pub trait Traced: Payload {
    /// Passes the pools with room for this many objects to the visitor, and returns the name of the default table.
    /// `None` if there are no such pools.
    fn visit(count: usize, visitor: &mut impl Visitor<Self>) -> Option<&'static str>;
}

impl Traced for Item {
    fn visit(count: usize, visitor: &mut impl Visitor<Item>) -> Option<&'static str> {
        match count {
            ..=20_000 => {
                visit!(visitor; DEFAULT: Short, WAIT_512: Short512, WAIT_64: Short64);
                visit!(visitor; STACK: ShortStack, LIVE: ShortLive);
                visit!(visitor; NONE: ShortNone, FREE_LIST: ShortLinks);
                visit_boxes!(visitor; ShortBox);
                visit!(visitor; PACKED18: ShortPacked18, SPLIT24: ShortSplit24, U32: ShortU32);
                Some("u16")
            }
            20_001..=262_144 => {
                super::visit_large(visitor);
                Some("packed 18")
            }
            _ => None,
        }
    }
}

impl Traced for Wide {
    fn visit(count: usize, visitor: &mut impl Visitor<Wide>) -> Option<&'static str> {
        if count > 10_000 {
            return None;
        }
        visit!(visitor; DEFAULT: WideShort, WAIT_512: WideShort512, WAIT_64: WideShort64);
        visit!(visitor; STACK: WideShortStack, LIVE: WideShortLive);
        visit!(visitor; NONE: WideShortNone, FREE_LIST: WideShortLinks);
        visit_boxes!(visitor; WideShortBox);
        visit!(visitor; PACKED18: WideShortPacked18, SPLIT24: WideShortSplit24, U32: WideShortU32);
        Some("u16")
    }
}
