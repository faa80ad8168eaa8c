//! That a layout tracks its slots is not for the user to say.

use stackpool::__private::{Fixed, HandleBits, SlotCount, TableBits, Unguarded};

impl stackpool::layout::Tracked for Fixed<SlotCount<4>, TableBits<8>, Unguarded, HandleBits<8>> {}

fn main() {}
