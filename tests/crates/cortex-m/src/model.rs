//! A simple model of a pool: a stack of free slots.

/// The free slots of a pool of `N`, as plain indices.
pub struct Model<const N: usize> {
    free: [u16; N],
    used: usize,
}

impl<const N: usize> Model<N> {
    /// The constant is in flash, so that it takes no additional stack.
    const ALL: [u16; N] = {
        let mut free = [0; N];
        let mut index = 0;
        while index < N {
            free[index] = index as u16;
            index += 1;
        }
        free
    };

    /// All slots are free, and slot 0 is the first.
    pub fn new() -> Self {
        Model { free: Self::ALL, used: 0 }
    }

    /// Takes the slot that the next insertion uses.
    pub fn take(&mut self) -> Option<usize> {
        let index = *self.free.get(self.used)?;
        self.used += 1;
        Some(index.into())
    }

    /// Makes a slot free again.
    pub fn give_back(&mut self, index: usize) {
        self.used -= 1;
        self.free[self.used] = index as u16;
    }

    /// The number of slots in use.
    pub fn used(&self) -> usize {
        self.used
    }
}

/// Pseudo-random numbers (xorshift).
pub struct Numbers(u32);

impl Numbers {
    /// Starts the sequence, which is the same in every run.
    pub fn new() -> Self {
        Numbers(0x9E37_79B9)
    }

    /// The next number.
    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}
