//! The traits of `Heap`: those of its value, in place.

use crate::on_a_small_stack;
#[cfg(feature = "regions")]
use stackpool::region::{Inline, Linear};
use stackpool::{HandleMap, Heap, Pool, ValuePool, pool};
use std::borrow::{Borrow, BorrowMut};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::rc::Rc;
use std::sync::OnceLock;

pool! {
    Words: [u32; 100];
    Names: [String; 100];
    Letters: [char; 'a'..='z'];
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Four pools of 20 MB each, on a stack of 2 MB: a clone, a default or a move of one of them by value would end the
/// program.
#[test]
#[cfg_attr(miri, ignore = "160 MB")]
fn a_derived_clone_never_crosses_the_stack() {
    const COUNT: usize = 20_000;
    pool! {
        Checked: [[u64; 128]; COUNT];
        Flagged: [[u64; 128]; COUNT], guard = live;
        Listed: [[u64; 128]; COUNT], bookkeeping = free_list;
        Bare: [[u64; 128]; COUNT], guard = none;
        Ports: [u32; 0..5_000_000];
    }

    #[derive(Clone, Default)]
    struct World {
        checked: Heap<CheckedPool>,
        flagged: Heap<FlaggedPool>,
        listed: Heap<ListedPool>,
        bare: Heap<BarePool>,
        names: Heap<HandleMap<Checked, [u64; 128]>>,
        ports: Heap<PortsPool>,
    }
    const { assert!(CheckedPool::TOTAL_BYTES > 20_000_000 && PortsPool::TOTAL_BYTES > 15_000_000) };

    let work = || {
        let mut world = World::default();
        let handle = world.checked.insert([1; 128]).unwrap();
        let other = world.flagged.insert([2; 128]).unwrap();
        let listed = world.listed.insert([3; 128]).unwrap();
        let bare = world.bare.insert([4; 128]).unwrap();
        world.names.insert(handle, [5; 128]);
        world.ports.acquire_exact(7).unwrap();

        let mut earlier = world.clone();
        world.checked.clear();
        world.clone_from(&earlier);
        for world in [&world, &earlier] {
            assert_eq!((world.checked[handle], world.flagged[other]), ([1; 128], [2; 128]));
            assert_eq!((world.listed[listed], world.bare[bare]), ([3; 128], [4; 128]));
            assert_eq!((world.names[handle], world.ports.contains(7)), ([5; 128], true));
        }
        earlier.checked = std::iter::repeat_n([6; 128], COUNT).collect();
        assert!(earlier.checked.into_iter().all(|(_, item)| item == [6; 128]));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_loop_visits_what_the_value_has() {
    let mut words: Heap<WordsPool> = (0..7).collect();
    let mut sum = 0;
    for (_, word) in &words {
        sum += *word;
    }
    for (_, word) in &mut words {
        *word *= 2;
    }
    assert!(words.iter().eq(&words));
    assert_eq!((sum, words.values().sum::<u32>()), (21, 42));

    let mut squares = HandleMap::<Words, u64>::on_heap();
    squares.extend(words.iter().map(|(handle, &word)| (handle, u64::from(word) * u64::from(word))));
    for (_, square) in &mut squares {
        *square += 1;
    }
    assert!((&squares).into_iter().eq(squares.iter()));
    assert_eq!(squares.values().sum::<u64>(), 4 * (1 + 4 + 9 + 16 + 25 + 36) + 7);

    let mut letters = LettersPool::on_heap();
    letters.acquire_exact('x').unwrap();
    assert!((&letters).into_iter().eq(['x']));
}

/// While its quarantine is full, a pool notes by one comparison that nothing is to be noted.
#[test]
fn a_clone_counts_anew_with_a_full_quarantine() {
    pool! {
        Ports: [u16; 0..100], quarantine = 8;
        Sockets: [u32; 100], quarantine = 8;
    }
    let mut ports = PortsPool::on_heap();
    let mut sockets = SocketsPool::on_heap();
    for _ in 0..2 {
        let out: Vec<_> = std::iter::from_fn(|| ports.acquire()).collect();
        out.into_iter().for_each(|port| ports.release(port).unwrap());
        let handles: Vec<_> = (0..100).map(|socket| sockets.insert(socket).unwrap()).collect();
        assert!(handles.into_iter().all(|handle| sockets.remove(handle).is_some()));
    }
    let (mut ports, mut sockets) = (ports.clone(), sockets.clone());
    for _ in 0..3 {
        let port = ports.acquire().unwrap();
        ports.release(port).unwrap();
        let socket = sockets.insert(1).unwrap();
        sockets.remove(socket).unwrap();
    }
    assert_eq!((ports.high_water_mark(), sockets.high_water_mark()), (1, 1));
}

#[test]
fn a_join_takes_tables_wherever_they_live() {
    let mut words = WordsPool::on_heap();
    let mut lengths = HandleMap::<Words, usize>::on_heap();
    let mut names = HandleMap::<Words, String>::new();
    for (bits, name) in ["a", "bc", "def"].into_iter().enumerate() {
        let word = words.insert(bits as u32).unwrap();
        names.insert(word, name.to_owned());
        lengths.insert(word, 0);
    }
    for (_, length, name) in lengths.join_mut(&names) {
        *length = name.len();
    }
    for (_, (_, word), length) in names.join(&mut words).join(&lengths) {
        *word += *length as u32;
    }
    for (_, name, length) in names.join(&mut lengths) {
        *length += name.len();
    }
    assert!(words.join(&lengths).map(|(_, word, length)| (*word, *length)).eq([(1, 2), (3, 4), (5, 6)]));
}

#[test]
fn a_loop_by_value_owns_the_memory_and_what_is_left_in_it() {
    let token = Rc::new(());
    pool! { Tokens: [Rc<()>; 100]; }
    let fill = || std::iter::repeat_n(&token, 70).cloned();

    let mut tokens = fill().collect::<Heap<TokensPool>>().into_iter();
    let handles: Vec<_> = (0..3).map(|_| tokens.next().unwrap().0.index()).collect();
    assert_eq!((handles, tokens.next_back().unwrap().0.index(), tokens.len()), (vec![0, 1, 2], 69, 66));
    assert_eq!(Rc::strong_count(&token), 1 + 66);
    assert_eq!(format!("{tokens:?}"), "IntoIter { remaining: 66, .. }");
    drop(tokens);
    assert_eq!(Rc::strong_count(&token), 1);

    let pool: Heap<TokensPool> = fill().collect();
    let map: Heap<HandleMap<Tokens, Rc<()>>> =
        pool.iter().map(|(handle, token)| (handle, token.clone())).collect();
    assert_eq!(Rc::strong_count(&token), 1 + 140);
    let mut values = map.into_iter();
    assert_eq!((values.nth(4).unwrap().0.index(), values.next_back().unwrap().0.index()), (4, 69));
    assert_eq!((values.len(), Rc::strong_count(&token)), (64, 1 + 70 + 64));
    assert_eq!((values.count(), Rc::strong_count(&token)), (64, 1 + 70));
    assert_eq!((pool.into_iter().count(), Rc::strong_count(&token)), (70, 1));
}

#[test]
fn it_is_compared_hashed_and_shown_as_its_value() {
    let names: Heap<NamesPool> = ["a", "b"].map(str::to_owned).into_iter().collect();
    let mut clone = names.clone();
    assert_eq!((names == clone, hash(&names)), (true, hash(&*clone)));
    assert_eq!(format!("{names:?} {names:#?}"), format!("{0:?} {0:#?}", *clone));
    clone.insert("c".to_owned()).unwrap();
    assert!(names != clone && hash(&names) != hash(&clone));

    // `Borrow` promises equal hashes, so that a set of such pools can be searched for a pool.
    let set = HashSet::from([names, clone]);
    let other: NamesPool = ["a", "b"].map(str::to_owned).into_iter().collect();
    assert!(set.contains(&other) && !set.contains(&NamesPool::new()));
}

#[test]
fn it_is_made_of_a_box_and_gives_it_back() {
    let mut pool = Box::new(WordsPool::new());
    let handle = pool.insert(7).unwrap();
    let address = &raw const *pool;
    let mut heap = Heap::from_box(pool);
    assert_eq!((heap[handle], &raw const *heap), (7, address));
    assert_eq!(Borrow::<WordsPool>::borrow(&heap)[handle], 7);
    BorrowMut::<WordsPool>::borrow_mut(&mut heap)[handle] += 1;
    AsMut::<WordsPool>::as_mut(&mut heap)[handle] += 1;
    assert_eq!(AsRef::<WordsPool>::as_ref(&heap)[handle], 9);
    let boxed = Heap::into_box(heap);
    assert_eq!(&raw const *boxed, address);

    let leaked: &'static mut WordsPool = Heap::leak(boxed.into());
    assert_eq!((leaked.remove(handle), &raw const *leaked), (Some(9), address));
    // A static keeps it, so that Miri does not report a leak.
    static KEPT: OnceLock<&WordsPool> = OnceLock::new();
    assert!(KEPT.set(leaked).is_ok());
}

#[test]
fn a_clone_of_what_is_not_on_the_heap_is_made_there() {
    let mut names = NamesPool::new();
    let handle = names.insert("a".to_owned()).unwrap();
    let copy = Heap::from(&names);
    names[handle].push('!');
    assert_eq!((&*copy[handle], &*names[handle], copy.next_handle()), ("a", "a!", names.next_handle()));
    let mut letters = LettersPool::new();
    assert_eq!(letters.acquire(), Some('a'));
    assert!(*Heap::from(&letters) == letters);
    let map: HandleMap<Names, u8> = [(handle, 1)].into();
    assert!(*Heap::from(&map) == map);
}

/// Without a `clone` of its own, `Heap` would take the one of its value, by `Deref`.
#[test]
fn a_clone_is_a_heap() {
    fn same_type<T>(_: &T, _: &T) {}
    let map = HandleMap::<Words, u32>::on_heap();
    same_type(&map, &map.clone());
    let words = WordsPool::on_heap();
    same_type(&words, &words.clone());
    let letters = LettersPool::on_heap();
    same_type(&letters, &letters.clone());
}

#[test]
fn it_is_sent_shared_and_unpinned_as_a_box() {
    fn is_as_a_box<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    is_as_a_box::<Heap<WordsPool>>();
    is_as_a_box::<Heap<HandleMap<Words, String>>>();
    is_as_a_box::<Heap<ValuePool<Letters>>>();
    #[cfg(feature = "regions")]
    is_as_a_box::<Heap<Linear<Inline<100>>>>();
    fn is_unpin<T: Unpin>() {}
    is_unpin::<Heap<HandleMap<Words, std::marker::PhantomPinned>>>();
    assert_eq!(size_of::<Option<Heap<WordsPool>>>(), size_of::<usize>());
}

#[test]
fn an_item_may_be_borrowed() {
    let text = String::from("a b");
    let mut map = HandleMap::<Words, &str>::on_heap();
    let mut words = WordsPool::on_heap();
    for word in text.split(' ') {
        map.insert(words.insert(1).unwrap(), word);
    }
    assert!(map.clone().into_iter().map(|(_, word)| word).eq(["a", "b"]));
}

#[test]
fn what_is_full_panics_as_the_value_does() {
    on_a_small_stack(|| {
        let panic = std::panic::catch_unwind(|| (0..101).collect::<Heap<WordsPool>>()).unwrap_err();
        let message = panic.downcast::<String>().unwrap();
        assert!(message.starts_with("the pool of `Words` is full"), "{message}");
    });
    let _ = Pool::<Words>::on_heap();
}
