//! The mistakes in a plan: one check for each, whose call carries the span of the mistake.

use super::{
    MAX_CAPACITY, MAX_MARKS, MAX_QUARANTINE, MIN_RETIRE_BITS, MIN_RETIRE_GENERATIONS, Plan, align_is_valid,
    bits_of_whole_bytes, generation_bits, generations_in, index_bits,
};
use crate::base::link_bytes::link_bytes;
use crate::base::message::text;

/// Fails to compile: a capacity that was not read off a plan is out of range. `bits` are those of an
/// entry of the table, or of a link of the free list.
#[track_caller]
#[inline]
pub(crate) const fn capacity_out_of_range(capacity: usize, bits: u8) -> ! {
    /// The largest capacities of `Sized16` and `Sized24`.
    const LARGEST: [i128; 2] = [1 << 16, 1 << 24];
    let most = if bits < 32 { 1 << bits } else { MAX_CAPACITY };
    let message = text("the capacity of this pool must be 1 to ")
        .number(most)
        .text("; it is ")
        .number(capacity as i128);
    if most == LARGEST[0] && most < capacity as i128 && capacity as i128 <= LARGEST[1] {
        message.text(": `Sized24` has room for up to ").number(LARGEST[1]).text(" objects").panic();
    }
    message.panic()
}

/// Fails to compile: the nodes of the list of marks cannot be numbered.
#[track_caller]
#[inline]
pub(crate) const fn too_many_to_number(capacity: i128, marks: i128) -> ! {
    text("slots and marks together can be at most 4,294,967,295 (2^32 - 1); they are ")
        .number(capacity)
        .text(" and ")
        .number(marks)
        .panic()
}

/// The macros call these in constants, so a panic is an error of the compiler.
impl Plan {
    /// Panics unless the capacity is 1 to 4,294,967,295 and this target can address it.
    #[track_caller]
    #[inline]
    pub const fn check_capacity(self) {
        if self.capacity < 1 {
            text("`capacity` must be at least 1: this pool would hold ")
                .number(self.capacity)
                .text(" objects")
                .panic();
        }
        if self.capacity > MAX_CAPACITY {
            text("`capacity` can be at most 4,294,967,295 (2^32 - 1); it is ").number(self.capacity).panic();
        }
        if self.capacity > usize::MAX as i128 {
            text("this target cannot address a `capacity` of ").number(self.capacity).panic();
        }
    }

    /// Panics unless `grows_to` is the capacity or more, and at most 4,294,967,295.
    #[track_caller]
    #[inline]
    pub const fn check_grows_to(self) {
        let Some(slots) = self.grows_to else { return };
        if self.capacity_is_valid() && !self.grows_to_is_valid() {
            let message = text("`grows_to` is ").number(slots);
            if slots > MAX_CAPACITY {
                message.text(": a pool can have at most 4,294,967,295 (2^32 - 1) slots").panic();
            }
            message
                .text(": it is the largest number of slots that this pool will ever have, and `capacity` is already ")
                .number(self.capacity)
                .panic();
        }
    }

    #[inline]
    pub(super) const fn grows_to_is_valid(self) -> bool {
        let Some(slots) = self.grows_to else { return true };
        self.capacity <= slots && slots <= MAX_CAPACITY
    }

    /// Panics unless the declared table is wide enough for every index of the pool.
    #[track_caller]
    #[inline]
    pub const fn check_layout(self) {
        match self.table_bits {
            Some(bits) if self.capacity_is_valid() && bits < index_bits(self.valid_capacity()) => {
                text("this `layout` is too narrow: ")
                    .number(bits as i128)
                    .text(" bits per entry hold at most ")
                    .number(1 << bits)
                    .text(" indices, `capacity` is ")
                    .number(self.capacity)
                    .text("; leave `layout` out for the smallest table that fits")
                    .panic()
            }
            _ => {}
        }
    }

    /// Panics unless an item of `item_bytes` bytes has room for a link of the free list. Otherwise slots would be
    /// larger than items.
    #[track_caller]
    #[inline]
    pub const fn check_free_list(self, item_bytes: usize) {
        let link_bytes = link_bytes(self.valid_capacity());
        if self.capacity_is_valid() && item_bytes < link_bytes {
            text("`bookkeeping = free_list` keeps an index of ")
                .count(link_bytes as i128, "byte")
                .text(" in each free slot, and an object of this pool has ")
                .count(item_bytes as i128, "byte")
                .text(": leave `bookkeeping` out for a table of free slots")
                .panic();
        }
    }

    /// Panics unless a handle, of the declared bytes or of 4, has room for the declared generations.
    #[track_caller]
    #[inline]
    pub const fn check_generations(self) {
        let Some(count) = self.generations else { return };
        if !self.capacity_is_valid() || !self.handle_bytes_are_valid() || self.generations_are_valid() {
            return;
        }
        let message = text("`generations` is ").number(count);
        if count < 1 {
            message.text(": a handle is told apart from at least 1 generation of its slot").panic();
        }
        let of_any_width = Plan { handle_bytes: None, ..self };
        let message = match self.handle_bytes {
            Some(bytes) => message
                .text(": with `handle_bytes = ")
                .number(bytes)
                .text("`, a handle has room for at most "),
            None => message.text(": a handle of 32 bits has room for at most "),
        };
        let message = message
            .number(self.most_generations())
            .text(" beside the ")
            .number(self.index_bits() as i128)
            .text(self.bits_of_an_index());
        if self.handle_bytes.is_some() && of_any_width.generations_are_valid() {
            let bits = of_any_width.code_bits_for(count as u32 + self.retire as u32);
            message.text(": write `handle_bytes = ").number(bits as i128 / 8).text("`, or remove it").panic();
        }
        message.panic();
    }

    /// The most generations that `generations` can ask for.
    #[inline]
    const fn most_generations(self) -> i128 {
        let bits = match self.handle_bytes {
            Some(bytes) if self.handle_bytes_are_valid() => 8 * bytes as u32,
            _ => 32,
        };
        // The cell of the guard keeps one of its 32 bits for the live flag.
        let most = generations_in(self.reach(), bits, 1 << 31) as i128 - self.retire as i128;
        if most < 1 { 1 } else { most }
    }

    #[inline]
    pub(super) const fn generations_are_valid(self) -> bool {
        let Some(count) = self.generations else { return true };
        1 <= count && count <= self.most_generations()
    }

    /// The words for the bits of an index in messages.
    #[inline]
    const fn bits_of_an_index(self) -> &'static str {
        match self.grows_to {
            Some(_) => " bits of an index, which follow from `grows_to`",
            None => " bits of an index",
        }
    }

    /// Panics unless the declared bits of generation fit next to the index in a handle of 32 bits.
    #[track_caller]
    #[inline]
    pub const fn check_generation_bits(self) {
        match self.generation_bits {
            Some(bits) if self.capacity_is_valid() && !self.generation_bits_are_valid() => {
                text("`generation_bits` is ")
                    .number(bits)
                    .text(": a handle of 32 bits has room for 0 to ")
                    .number(self.most_generation_bits())
                    .text(" beside the ")
                    .number(self.index_bits() as i128)
                    .text(self.bits_of_an_index())
                    .panic()
            }
            _ => {}
        }
    }

    /// Panics unless handles of as many bytes have room for every index of the pool, and are at most 4 bytes.
    #[track_caller]
    #[inline]
    pub const fn check_handle_bytes(self) {
        let Some(bytes) = self.handle_bytes else { return };
        if self.capacity_is_valid() && !self.handle_bytes_are_valid() {
            let message = text("`handle_bytes` is ").number(bytes);
            if bytes > 4 {
                message.text(": a handle has at most 4 bytes").panic();
            }
            message
                .text(": a handle of this pool needs at least ")
                .count(self.least_handle_bytes(), "byte")
                .text(", for the ")
                .number(self.index_bits() as i128)
                .text(self.bits_of_an_index())
                .panic();
        }
    }

    /// The bytes of a handle that is an index alone.
    #[inline]
    const fn least_handle_bytes(self) -> i128 {
        (bits_of_whole_bytes(self.index_bits()) / 8) as i128
    }

    #[inline]
    pub(super) const fn handle_bytes_are_valid(self) -> bool {
        let Some(bytes) = self.handle_bytes else { return true };
        self.least_handle_bytes() <= bytes && bytes <= 4
    }

    /// Panics unless the pool has enough bits of generation for `on_wrap = retire`.
    #[track_caller]
    #[inline]
    pub const fn check_on_wrap(self) {
        let bits = match self.generation_bits {
            Some(bits) => bits,
            None => generation_bits(self.generations()) as i128,
        };
        if self.retire
            && self.capacity_is_valid()
            && bits < MIN_RETIRE_BITS
            && self.generation_bits_are_valid()
            && self.generations_are_valid()
            && self.handle_bytes_are_valid()
        {
            let message = text("`on_wrap = retire` needs at least 14 bits of generation, this pool has ")
                .number(bits)
                .text(": with fewer bits, most of its slots would soon be retired; ");
            let needed = self.index_bits() + MIN_RETIRE_BITS as u32;
            match self.handle_bytes {
                bytes if self.generations.is_some() && needed <= 32 => {
                    let message = message.text("write `generations = 8_192` or more");
                    let more = Plan { generations: Some(MIN_RETIRE_GENERATIONS as i128), ..self };
                    if bytes.is_none() || more.generations_are_valid() {
                        message.panic();
                    }
                    let bits = Plan { handle_bytes: None, ..more }.code_bits_for(MIN_RETIRE_GENERATIONS + 1);
                    message.text(", and `handle_bytes = ").number(bits as i128 / 8).text("`").panic()
                }
                Some(_) if needed <= 32 => message
                    .text("write `handle_bytes = ")
                    .number(needed.div_ceil(8) as i128)
                    .text("`")
                    .panic(),
                None if needed <= 32 => message.text("add `generation_bits = 14` or more").panic(),
                _ => message
                    .text("a handle of 32 bits has no room for 14 beside the ")
                    .number(self.index_bits() as i128)
                    .text(" bits of an index: remove `on_wrap`")
                    .panic(),
            }
        }
    }

    /// Panics unless the declared alignment is a power of two up to 65,536.
    #[track_caller]
    #[inline]
    pub const fn check_align(self) {
        match self.align {
            Some(bytes) if !align_is_valid(bytes) => {
                text("`align` must be a power of two from 1 to 65,536; it is ").number(bytes).panic()
            }
            _ => {}
        }
    }

    /// Panics unless the declared quarantine is 0 up to the capacity, below it if it is strict, and at most 16,777,216.
    #[track_caller]
    #[inline]
    pub const fn check_quarantine(self) {
        match self.quarantine {
            Some(slots) if self.capacity_is_valid() && !self.quarantine_is_valid() => {
                let message = text("`quarantine` is ").number(slots);
                if slots < 0 {
                    message
                        .text(": it is the number of slots that wait before they are used again, 0 for none")
                        .panic();
                }
                if slots > self.capacity {
                    message
                        .text(": no more slots can wait than the pool has, and `capacity` is ")
                        .number(self.capacity)
                        .panic();
                }
                if self.strict && slots == self.capacity {
                    message
                        .text(", the whole `capacity`: with `strict`, no slot would be used a second time; choose at \
                               most ")
                        .number(self.capacity - 1)
                        .panic();
                }
                message.text(": at most 16,777,216 slots can wait").panic();
            }
            _ => {}
        }
    }

    #[inline]
    pub(super) const fn quarantine_is_valid(self) -> bool {
        let Some(slots) = self.quarantine else { return true };
        0 <= slots && slots <= self.capacity - self.strict as i128 && slots <= MAX_QUARANTINE as i128
    }

    /// Panics unless 1 to 255 marks are declared, and the nodes of their list can be numbered.
    #[track_caller]
    #[inline]
    pub const fn check_marks(self) {
        let Some(count) = self.marks else { return };
        if count < 1 || count > MAX_MARKS as i128 {
            text("`marks` must be from 1 to 255, the most marks that can be out at once; it is ")
                .number(count)
                .text(": leave the number out for 8 marks, or leave `marks` out for none")
                .panic();
        }
        if self.capacity_is_valid() && self.capacity + count > MAX_CAPACITY {
            too_many_to_number(self.capacity, count);
        }
    }

    #[inline]
    pub(super) const fn marks_are_valid(self) -> bool {
        let Some(count) = self.marks else { return true };
        1 <= count && count <= MAX_MARKS as i128 && self.capacity + count <= MAX_CAPACITY
    }

    /// Panics if the pool is larger than `max_bytes`. `subject` says what takes the bytes: "`NodePool` takes".
    #[track_caller]
    #[inline]
    pub const fn check_max_bytes(self, subject: &str, total_bytes: usize, max_bytes: i128) {
        if self.is_valid() && total_bytes as i128 > max_bytes {
            text(subject)
                .text(" ")
                .number(total_bytes as i128)
                .text(" bytes, `max_bytes` allows ")
                .number(max_bytes)
                .panic();
        }
    }

    #[inline]
    pub(crate) const fn is_valid(self) -> bool {
        self.capacity_is_valid()
            && self.grows_to_is_valid()
            && !matches!(self.table_bits, Some(bits) if bits < index_bits(self.valid_capacity()))
            && !matches!(self.align, Some(bytes) if !align_is_valid(bytes))
            && self.generations_are_valid()
            && self.generation_bits_are_valid()
            && self.handle_bytes_are_valid()
            && self.quarantine_is_valid()
            && self.marks_are_valid()
    }

    #[inline]
    pub(super) const fn most_generation_bits(self) -> i128 {
        self.generation_bits_in(32) as i128
    }

    #[inline]
    pub(super) const fn generation_bits_are_valid(self) -> bool {
        let Some(bits) = self.generation_bits else { return true };
        0 <= bits && bits <= self.most_generation_bits()
    }
}
