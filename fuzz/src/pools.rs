//! Compares pools of the same capacity and guard with the model of `tests/common/model`: pools with tables of every
//! kind and with free lists, with and without marks. They run side by side, so that equal pools must give equal
//! bytes.

use crate::model::{Abilities, Run, Subject, Tested};
use crate::script::Script;
use stackpool::layout::Tracked;
use stackpool::{Pool, PoolSpec, pool};

pool! {
    Stacked: [u32; 200];
    Listed: [u32; 200], bookkeeping = free_list;
    Nine: [u32; 200], layout = packed(9);
    Eighteen: [u32; 200], layout = packed18;
    StackedMarked: [u32; 200], marks = 3;
    ListedMarked: [u32; 200], bookkeeping = free_list, marks = 3;
    NineMarked: [u32; 200], layout = packed(9), marks = 3;
    Watched: [u32; 200], changes;

    LiveStacked: [u32; 600], guard = live, marks = 3;
    LiveListed: [u32; 600], guard = live, bookkeeping = free_list, marks = 3;
    LiveTen: [u32; 600], guard = live, layout = packed(10);
    LiveTwelve: [u32; 600], guard = live, layout = packed(12), marks = 3;
    LiveTwenty: [u32; 600], guard = live, layout = packed(20);
    LiveWide: [u32; 600], guard = live, layout = split24;
    LiveWatched: [u32; 600], guard = live, bookkeeping = free_list, changes, marks = 3;

    // Indices that need more than the first 8 bits of an entry.
    Shorts: [u32; 300], generation_bits = 1, marks = 3;
    ShortsNine: [u32; 300], generation_bits = 1, layout = packed(9), marks = 3;
    ShortsTen: [u32; 300], generation_bits = 1, layout = packed(10);

    // All slots wait, one slot, or half of them.
    AllWait: [u32; 12], quarantine = 12;
    AllWaitListed: [u32; 12], quarantine = 12, bookkeeping = free_list;
    OneWaits: [u32; 40], quarantine = 1, guard = live;
    OneWaitsListed: [u32; 40], quarantine = 1, guard = live, bookkeeping = free_list;
    HalfWait: [u32; 300], quarantine = 150, layout = packed18, marks = 3;
    HalfWaitListed: [u32; 300], quarantine = 150, bookkeeping = free_list, marks = 3;
    HalfWaitNine: [u32; 300], quarantine = 150, layout = packed(9);
    NoneWait: [u32; 300], quarantine = 0;
    NoneWaitListed: [u32; 300], quarantine = 0, bookkeeping = free_list;

    // None is used early.
    Strict: [u32; 12], quarantine = 8, strict;
    StrictListed: [u32; 12], quarantine = 8, strict, bookkeeping = free_list;

    Retiring: [u32; 4], generation_bits = 14, on_wrap = retire;
    RetiringListed: [u32; 4], generation_bits = 14, on_wrap = retire, bookkeeping = free_list;

    // Without holes.
    Dense: [u32; 200], dense, changes;
    DenseWords: [u32; 200], dense, layout = u32;
    DenseMarked: [u32; 200], dense, marks = 3;
    DenseRetiring: [u32; 4], dense, generation_bits = 14, on_wrap = retire;
    DenseWaiting: [u32; 12], dense, guard = live, quarantine = 12, changes;
}

/// Plays the script on several pools and compares them with the model.
///
/// # Panics
///
/// Panics if a pool differs from the model.
pub fn pools(data: &[u8]) {
    let mut script = Script::new(data);
    let mut run = Run::new(match script.byte() % 10 {
        0 => vec![
            tested(saved::<Stacked>().table()),
            tested(saved::<Listed>()),
            tested(saved::<Nine>().table()),
            tested(saved::<Eighteen>().table()),
            tested(saved::<StackedMarked>().table().marks(3)),
            tested(saved::<ListedMarked>().marks(3)),
            tested(saved::<NineMarked>().table().marks(3)),
            tested(saved::<Watched>().table().changes()),
        ],
        1 => vec![
            tested(saved::<LiveStacked>().table().marks(3)),
            tested(saved::<LiveListed>().marks(3)),
            tested(saved::<LiveTen>().table()),
            tested(saved::<LiveTwelve>().table().marks(3)),
            tested(saved::<LiveTwenty>().table()),
            tested(saved::<LiveWide>().table()),
            tested(saved::<LiveWatched>().marks(3).changes()),
        ],
        // All of these have a table, and so `insert_at`.
        2 => vec![
            tested(saved::<Shorts>().table().marks(3)),
            tested(saved::<ShortsNine>().table().marks(3)),
            tested(saved::<ShortsTen>().table()),
        ],
        3 => vec![tested(saved::<AllWait>().table()), tested(saved::<AllWaitListed>())],
        4 => vec![tested(saved::<OneWaits>().table()), tested(saved::<OneWaitsListed>())],
        5 => vec![
            tested(saved::<HalfWait>().table().marks(3)),
            tested(saved::<HalfWaitListed>().marks(3)),
            tested(saved::<HalfWaitNine>().table()),
        ],
        6 => vec![tested(saved::<NoneWait>().table()), tested(saved::<NoneWaitListed>())],
        7 => vec![tested(saved::<Retiring>().table().retires()), tested(saved::<RetiringListed>().retires())],
        8 => vec![
            tested(saved::<Dense>().dense_table().deltas()),
            tested(saved::<DenseWords>().dense_table()),
            tested(saved::<DenseMarked>().dense_table().marks(3)),
        ],
        _ => match script.byte() % 3 {
            0 => vec![tested(saved::<DenseRetiring>().dense_table().retires())],
            1 => vec![tested(saved::<DenseWaiting>().dense_table().deltas())],
            _ => vec![tested(saved::<Strict>().table().strict()), tested(saved::<StrictListed>().strict())],
        },
    });
    run.play(script.records());
    run.finish();
}

/// Adds the formats: the image, and the bytes of `postcard`.
fn saved<P: PoolSpec<Item = u32, Layout: Tracked>>() -> Abilities<P> {
    let write = |pool: &Pool<P>| postcard::to_allocvec(pool).expect("it is serialized");
    Abilities::new().image().bytes("postcard", write, |pool, bytes| {
        pool.deserialize_from(&mut postcard::Deserializer::from_bytes(bytes)).expect("a serialized pool");
    })
}

fn tested<P>(abilities: Abilities<P>) -> Box<dyn Subject>
where
    P: PoolSpec<Item = u32, Layout: Tracked> + 'static,
{
    Box::new(Tested::new(abilities))
}
