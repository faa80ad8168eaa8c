//! The operations of cells that are not an atomic integer: each operation is done in one turn, which the cell chooses.

/// Implements [`Counter`] for a word in a cell. The macro `$in_turn` does its argument while nobody else reaches the
/// cell.
macro_rules! counter_in_a_cell {
    ($counter:ident, $in_turn:ident) => {
        impl Counter for $counter {
            #[inline]
            unsafe fn get(&self) -> Word {
                $in_turn!(Word(self.0.get()))
            }

            #[inline]
            unsafe fn start(&self, word: Word) {
                $in_turn!(self.0.set(word.0));
            }

            #[inline]
            unsafe fn update(
                &self,
                _: Ordering,
                change: impl Fn(Word) -> Option<Word>,
            ) -> Result<Word, Word> {
                $in_turn!({
                    let old = Word(self.0.get());
                    let new = change(old).ok_or(old)?;
                    self.0.set(new.0);
                    Ok(old)
                })
            }

            #[inline]
            unsafe fn join(&self) -> bool {
                $in_turn!({
                    let word = Word(self.0.get());
                    invariant!(word.owners() != 0, "an object without an owner gets one");
                    if word.has_room() {
                        self.0.set(word.0 + 1);
                    }
                    word.has_room()
                })
            }

            #[inline]
            unsafe fn leave(&self) -> bool {
                $in_turn!({
                    let left = Word(self.0.get()).one_less();
                    self.0.set(left.0);
                    left.owners() == 0
                })
            }
        }
    };
}
pub(super) use counter_in_a_cell;
