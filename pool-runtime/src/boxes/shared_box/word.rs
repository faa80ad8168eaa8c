//! The word of a slot: how many pointers share its object, and which weak pointers are of that object.
//!
//! ```text
//!  bit 31                  21     20       19                       0
//!  +------------------------+-----------+----------------------------+
//!  | generation             | weak      | count of owners            |
//!  +------------------------+-----------+----------------------------+
//! ```
//!
//! A count of 0 means that nothing is shared: the slot is free, a `PoolBox` owns its object, or its object is being
//! made and has weak pointers already. The bit `weak` says that weak pointers of this generation may exist. Zero bytes
//! are the word of a slot that was never shared.
//!
//! Invariant: a weak pointer gives a new owner only if `weak` is set. So an owner that finds a count of 1 and no `weak`
//! is alone until it lends itself, whatever weak pointers are left from former objects.

/// The word of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Word(pub(crate) u32);

impl Word {
    const WEAK: u32 = 1 << 20;
    const FIRST_GENERATION: u32 = Word::WEAK << 1;

    /// The bits of the count.
    const COUNT: u32 = Word::WEAK - 1;

    /// Pointers that can share one object at the same time. Above it is as much room again, for additions that are
    /// taken back.
    pub(crate) const MOST_OWNERS: u32 = Word::WEAK / 2;

    /// The number of generations.
    pub(crate) const GENERATIONS: u32 = 1 << Word::FIRST_GENERATION.leading_zeros() << 1;

    #[inline]
    pub(crate) fn owners(self) -> u32 {
        self.0 & Word::COUNT
    }

    #[inline]
    pub(crate) fn is_weak(self) -> bool {
        self.0 & Word::WEAK != 0
    }

    /// Whether there is one owner, and no weak pointer can give another one.
    #[inline]
    pub(crate) fn is_alone(self) -> bool {
        self.owners() == 1 && !self.is_weak()
    }

    #[inline]
    pub(crate) fn generation(self) -> u16 {
        (self.0 / Word::FIRST_GENERATION) as u16
    }

    /// Whether there is room for another owner.
    #[inline]
    pub(crate) fn has_room(self) -> bool {
        self.owners() < Word::MOST_OWNERS
    }

    /// The word with one owner more. `None` if there is no owner, or no room for another one.
    #[inline]
    pub(crate) fn one_more(self) -> Option<Word> {
        (self.owners() != 0 && self.has_room()).then_some(Word(self.0 + 1))
    }

    /// The word with one owner less.
    #[inline]
    pub(crate) fn one_less(self) -> Word {
        invariant!(self.owners() != 0, "an object without an owner lost one");
        Word(self.0.wrapping_sub(1))
    }

    /// The word with weak pointers of this generation.
    #[inline]
    pub(crate) fn with_weak(self) -> Word {
        Word(self.0 | Word::WEAK)
    }

    /// The word without weak pointers: those that exist are of an earlier generation. The generation stays if there are
    /// none.
    #[inline]
    pub(crate) fn without_weak(self) -> Word {
        if self.is_weak() {
            // The last generation is followed by 0.
            Word((self.0 & !Word::WEAK).wrapping_add(Word::FIRST_GENERATION))
        } else {
            self
        }
    }

    /// The word of a new object of one owner, in a slot that is not shared.
    #[inline]
    pub(crate) fn first_owner(self) -> Word {
        invariant!(self.owners() == 0, "an object is shared in a slot that is shared already");
        Word(self.without_weak().0 | 1)
    }

    /// The word of a slot that is not shared, and whose next object has weak pointers before it is made.
    #[inline]
    pub(crate) fn first_weak(self) -> Word {
        invariant!(self.owners() == 0, "an object is made in a slot that is shared already");
        self.without_weak().with_weak()
    }

    /// The word of the object that was made, with its one owner.
    #[inline]
    pub(crate) fn made(self) -> Word {
        invariant!(self.owners() == 0 && self.is_weak(), "an object was made twice");
        Word(self.0 | 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    const NEW: Word = Word(0);

    #[test]
    fn the_parts_fill_the_word() {
        assert_eq!((Word::COUNT, Word::MOST_OWNERS, Word::GENERATIONS), (1_048_575, 524_288, 2_048));
        let full = Word(u32::MAX);
        assert_eq!((full.owners(), full.is_weak(), full.generation()), (Word::COUNT, true, 2_047));
    }

    #[test]
    fn the_count_stops_at_its_limit() {
        assert_eq!(NEW.one_more(), None);
        let most = Word(NEW.first_owner().with_weak().0 + Word::MOST_OWNERS - 1);
        assert_eq!((most.owners(), most.is_weak(), most.generation()), (Word::MOST_OWNERS, true, 0));
        assert_eq!(most.one_more(), None);
        assert_eq!(most.one_less().one_more(), Some(most));
    }

    #[test]
    fn generations_pass_only_with_weak_pointers_and_wrap() {
        let mut word = NEW.first_owner();
        assert_eq!(word.one_less().first_owner(), word);
        for generation in 0..Word::GENERATIONS {
            assert_eq!((word.owners(), u32::from(word.generation())), (1, generation));
            word = word.with_weak().one_less().first_owner();
        }
        assert_eq!(word, NEW.first_owner());
    }

    #[test]
    fn no_weak_pointer_is_left_without_the_bit() {
        let word = NEW.first_owner().with_weak().one_more().unwrap();
        let revoked = word.without_weak();
        assert_eq!((revoked.owners(), revoked.is_weak(), revoked.generation()), (2, false, 1));
        assert_eq!(revoked.without_weak(), revoked);
    }
}
