//! Pools of the same capacity and guard, with tables of every kind and with free lists, with marks and without: the same
//! operations give the same handles and the same objects.

mod group;
mod marking;
mod tested;

use crate::script::Script;
use group::Group;
use marking::{Held, Without};
use stackpool::pool;
use tested::{Tested, at_once, one_by_one};

pool! {
    Stacked: [u32; 200];
    Listed: [u32; 200], bookkeeping = free_list;
    Nine: [u32; 200], layout = packed(9);
    Eighteen: [u32; 200], layout = packed18;
    StackedMarked: [u32; 200], marks = 3;
    ListedMarked: [u32; 200], bookkeeping = free_list, marks = 3;
    NineMarked: [u32; 200], layout = packed(9), marks = 3;

    LiveStacked: [u32; 600], guard = live, marks = 3;
    LiveListed: [u32; 600], guard = live, bookkeeping = free_list, marks = 3;
    LiveTen: [u32; 600], guard = live, layout = packed(10);
    LiveTwelve: [u32; 600], guard = live, layout = packed(12), marks = 3;
    LiveTwenty: [u32; 600], guard = live, layout = packed(20);
    LiveWide: [u32; 600], guard = live, layout = split24;

    FewStacked: [u32; 33], generation_bits = 1, marks = 3;
    FewListed: [u32; 33], generation_bits = 1, bookkeeping = free_list, marks = 3;
    FewNine: [u32; 33], generation_bits = 1, layout = packed(9), marks = 3;
    FewSeventeen: [u32; 33], generation_bits = 1, layout = packed(17);
}

/// Does with several pools what the bytes say: they are alike.
///
/// # Panics
///
/// When that does not hold.
pub fn pools(data: &[u8]) {
    let mut script = Script::new(data);
    let mut group = match script.byte() % 3 {
        0 => Group::new([
            Tested::<Stacked, Without>::boxed(at_once),
            Tested::<Listed, Without>::boxed(one_by_one),
            Tested::<Nine, Without>::boxed(at_once),
            Tested::<Eighteen, Without>::boxed(at_once),
            Tested::<StackedMarked, Held<_>>::boxed(at_once),
            Tested::<ListedMarked, Held<_>>::boxed(one_by_one),
            Tested::<NineMarked, Held<_>>::boxed(at_once),
        ]),
        1 => Group::new([
            Tested::<LiveStacked, Held<_>>::boxed(at_once),
            Tested::<LiveListed, Held<_>>::boxed(one_by_one),
            Tested::<LiveTen, Without>::boxed(at_once),
            Tested::<LiveTwelve, Held<_>>::boxed(at_once),
            Tested::<LiveTwenty, Without>::boxed(at_once),
            Tested::<LiveWide, Without>::boxed(at_once),
        ]),
        _ => Group::new([
            Tested::<FewStacked, Held<_>>::boxed(at_once),
            Tested::<FewListed, Held<_>>::boxed(one_by_one),
            Tested::<FewNine, Held<_>>::boxed(at_once),
            Tested::<FewSeventeen, Without>::boxed(at_once),
        ]),
    };
    group.play(&mut script);
}
