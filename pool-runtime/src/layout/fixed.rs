//! The one layout: its groups of parameters, and the types that follow from them.

mod check;

use crate::free::{FreeSlots, FreeTable};
use crate::guard::Guard;
use crate::layout::code::Code;
use crate::layout::groups::{
    ChangeGroup, DenseSeats, FreeGroup, GuardGroup, GuardHolds, GuardTracks, HandleGroup, HasChanges,
    HasMarks, HasTable, MarkGroup, QuarantineGroup, SeatGroup, SlotGroup, Waiting,
};
use crate::layout::plan::{self, capacity_out_of_range};
use crate::layout::spec::Brand;
use crate::layout::{Dense, Holds, InPlace, Layout, Marked, Reach, Tabled, Tracked, Watched, sealed};
use crate::table::Table;

/// The layout with these groups of parameters. The macros choose a group by the keys of a pool, and read its numbers
/// off a `Plan`.
///
/// | group | is |
/// |---|---|
/// | `S` | `SlotCount`: how many slots there are, and where they begin |
/// | `F` | `TableBits` or `LinkBits`: where the indices of free slots are |
/// | `G` | `Unguarded`, `LiveWords`, `Cells` or `Owned`: what handles are checked against |
/// | `H` | `HandleBits`: the stored form of a handle |
/// | `Q` | `Waiting`: the quarantine |
/// | `M` | `MarksAtMost`, or `()` for no marks |
/// | `C` | `ChangeWords`, or `()` for no changes |
/// | `D` | `WithoutHoles`, or `()` for objects in their slots |
#[derive(Debug)]
#[expect(clippy::type_complexity, reason = "it is a list of parameters")]
pub struct Fixed<S, F, G, H, Q = Waiting<0, 0>, M = (), C = (), D = ()>(Brand<(S, F, G, H, Q, M, C, D)>);

#[doc(hidden)]
impl<S, F, G, H, Q, M, C, D> Layout for Fixed<S, F, G, H, Q, M, C, D>
where
    S: SlotGroup,
    F: FreeGroup,
    G: GuardGroup,
    H: HandleGroup,
    Q: QuarantineGroup,
    M: MarkGroup,
    C: ChangeGroup,
    D: SeatGroup,
{
    const CAPACITY: u32 = {
        if S::SLOTS == 0 || S::SLOTS as u64 > u32::MAX as u64 {
            capacity_out_of_range(S::SLOTS, F::BITS);
        }
        S::SLOTS as u32
    };
    const INDEX_BITS: u32 = {
        // A wrong capacity is reported first.
        let _: u32 = Self::CAPACITY;
        plan::index_bits(Self::Reach::SLOTS)
    };
    const GENERATIONS: u32 = check::generations(G::GENERATIONS, G::RETIRING);
    const CHECK: () = {
        if plan::index_bits(Self::CAPACITY) > F::BITS as u32 {
            capacity_out_of_range(S::SLOTS, F::BITS);
        }
        let generations = Self::GENERATIONS;
        let is_list = Self::FreeSlots::IN_SLOTS;
        check::guard_for("a free list", is_list, G::TRACKS);
        if !is_list {
            check::table_words(S::SLOTS, F::BITS, F::WORDS);
        }
        check::bit_words("live", S::SLOTS, G::LIVE_WORDS);
        check::shared_words(S::SLOTS, G::SHARED_WORDS);
        check::cell(G::GENERATIONS, G::CELL);
        check::handle(Self::Reach::SLOTS, G::GENERATIONS, H::BITS, Self::Code::LARGEST);
        check::guard_for("a list of marks", M::MARKS_AND_LINK.is_some(), G::TRACKS);
        check::marks(S::SLOTS, M::MARKS_AND_LINK);
        check::guard_for("a quarantine", Q::SLOTS > 0, G::TRACKS);
        check::quarantine(S::SLOTS, F::BITS, Q::SLOTS, Q::BITS);
        check::strict(S::SLOTS, Q::SLOTS, Q::IS_STRICT);
        check::guard_for("a set of changed slots", C::WORDS.is_some(), G::TRACKS);
        check::bit_words("changed", S::SLOTS, C::WORDS);
        check::guard_for("a pool without holes", D::ARE_DENSE, G::TRACKS);
        check::dense(D::ARE_DENSE, is_list, F::BITS, S::ALIGN);
        // The types below are made of the parameters that were checked above.
        assert!(is_list || Self::Table::CAPACITY == S::SLOTS && Self::Table::BITS == F::BITS as u32);
        assert!(Self::FreeSlots::CAPACITY == Self::CAPACITY);
        assert!(Self::FreeSlots::QUARANTINE as usize == Q::SLOTS);
        assert!(Self::FreeSlots::IS_STRICT == (Q::IS_STRICT && Q::SLOTS > 0));
        assert!(Self::Guard::CAPACITY == S::SLOTS && Self::Guard::GENERATIONS == G::GENERATIONS);
        assert!(Self::Guard::TRACKS == G::TRACKS);
        assert!(
            Self::Keys::TRACKS && Self::Keys::CAPACITY == S::SLOTS && Self::Keys::GENERATIONS >= generations
        );
    };
    type Table = S::Table<F>;
    type FreeSlots = Q::Behind<S::FreeSlots<F>>;
    type Seats = D::Seats<Self::FreeSlots, Self::Table>;
    type Index = F::Index;
    type LinkBytes = F::LinkBytes;
    type Guard = S::Guard<G>;
    type Code = H::Code;
    type Reach = RoomFor<S, H>;
    type Align = S::Align;
    type Start = S::Start;
    #[cfg(target_has_atomic = "32")]
    type Links = S::Links<F>;
    #[cfg(all(any(target_has_atomic = "32", feature = "portable-atomic"), not(target_has_atomic = "64")))]
    type Bits = S::Bits<G>;
    type Slots<T> = S::Slots<T, F::LinkBytes>;
    type Array<T> = S::Array<T>;
    type Keys = S::Keys<G>;
    type Marks = S::Marks<M>;
    type Changes = C::Changes;
    type Moved = D::Moved<C::Changes>;
    const OWNED: bool = G::OWNED;
}

/// The [reach](Reach) of the handles `H` of a pool with the slots `S`.
#[derive(Debug)]
pub struct RoomFor<S, H>(Brand<(S, H)>);

impl<S: SlotGroup, H: HandleGroup> Reach for RoomFor<S, H> {
    const SLOTS: u32 = if H::REACH as u64 > S::SLOTS as u64 { H::REACH } else { S::SLOTS as u32 };
    const IS_DECLARED: bool = H::REACH > 0;
}

// Users should not read about the bounds of these impls, but the messages on the traits. The documentation shows
// neither the types nor their impls. They are not hidden here: errors would then show their whole paths.

impl<S, F, G, H, Q, M, C, D> sealed::Sealed for Fixed<S, F, G, H, Q, M, C, D> {}

#[diagnostic::do_not_recommend]
impl<T: ?Sized, S, F, G: GuardHolds<T>, H, Q, M, C, D> sealed::Holds<T> for Fixed<S, F, G, H, Q, M, C, D> {}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<T: ?Sized, S, F, G: GuardHolds<T>, H, Q, M, C, D> Holds<T> for Fixed<S, F, G, H, Q, M, C, D> {}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<S, F: HasTable, G, H, Q, M, C, D> Tabled for Fixed<S, F, G, H, Q, M, C, D> where
    Self: Layout<FreeSlots: FreeTable>
{
}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<S, F, G: GuardTracks, H, Q, M, C, D> Tracked for Fixed<S, F, G, H, Q, M, C, D> where Self: Layout {}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<S, F, G, H, Q, M: HasMarks, C, D> Marked for Fixed<S, F, G, H, Q, M, C, D> where Self: Layout {}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<S, F, G, H, Q, M, C: HasChanges, D> Watched for Fixed<S, F, G, H, Q, M, C, D> where Self: Tracked {}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<S, F, G, H, Q, M, C, D: DenseSeats> Dense for Fixed<S, F, G, H, Q, M, C, D> where Self: Tracked + Tabled {}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<S, F, G, H, Q, M, C> InPlace for Fixed<S, F, G, H, Q, M, C, ()> where Self: Layout {}
