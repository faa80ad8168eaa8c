//! Worlds as bytes: saves, deltas between them, and saves of a smaller version.

use crate::model::Abilities;
use crate::saved::{pool_of, works};
use crate::script::Script;
use crate::values::{self, Cell, List, list_of, list_works};
use stackpool::{
    Handle, HandleMap, Pool, Snapshot, SparseHandleMap, ValuePool, checksum, handle_array, pool,
};

pool! {
    Units: [u32; 60], generation_bits = 2, quarantine = 4;
    Bits: [u32; 40], guard = live, quarantine = 4;
    /// Items and values some of whose bytes are none.
    Flags: [bool; 30], guard = live, bookkeeping = free_list;
    /// The same with more room.
    MoreUnits: [u32; 64], generation_bits = 9, quarantine = 8;
    MoreBits: [u32; 300], generation_bits = 4, quarantine = 8;
    MoreFlags: [bool; 31], guard = live;
}

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
enum Order {
    Wait,
    Attack(Handle<Units>, bool),
    Move { place: [u16; 2], letter: char },
}

/// The bytes of the label of a struct.
pub(crate) const LABEL: usize = 24;

macro_rules! worlds {
    ($($world:ident, $team:ident, $units:ident, $bits:ident, $flags:ident;)*) => {$(
        #[derive(Snapshot)]
        pub(crate) struct $world {
            frame: u16,
            teams: [$team; 2],
            cells: ValuePool<Cell>,
            list: List,
            speeds: HandleMap<$bits, u16>,
            routes: SparseHandleMap<$bits, char, 12>,
            pair: (bool, Option<char>),
            flags: Pool<$flags>,
            orders: [Order; 2],
        }

        #[derive(Snapshot)]
        pub(crate) struct $team {
            units: Box<Pool<$units>>,
            bits: Pool<$bits>,
            scores: [u8; 3],
        }

        impl $world {
            pub(crate) fn new() -> Self {
                let team = || $team { units: Box::new(Pool::new()), bits: Pool::new(), scores: [0; 3] };
                $world {
                    frame: 0,
                    teams: [team(), team()],
                    cells: ValuePool::new(),
                    list: List::new(std::array::from_fn(|index| index as u16)),
                    speeds: HandleMap::new(),
                    routes: SparseHandleMap::new(),
                    pair: (false, None),
                    flags: Pool::new(),
                    orders: [Order::Wait; 2],
                }
            }

            /// Every slot and every value is handed out once.
            pub(crate) fn works(&mut self) {
                for team in &mut self.teams {
                    works(&mut team.units);
                    works(&mut team.bits);
                }
                values::works(&mut self.cells);
                list_works(&mut self.list);
                let handles: Vec<_> = self.speeds.keys().collect();
                assert!(handles.is_sorted_by_key(|handle| handle.index()));
                assert!(handles.into_iter().all(|handle| self.speeds.remove(handle).is_some()));
                assert!(self.speeds.is_empty());
                while let Some(&handle) = self.routes.keys().first() {
                    assert!(self.routes.remove(handle).is_some());
                }
                assert!(self.routes.is_empty());
                assert!(self.flags.values().all(|flag| bytemuck::bytes_of(flag)[0] <= 1), "a byte that is no `bool`");
                self.flags.extend((self.flags.len()..Pool::<$flags>::CAPACITY).map(|_| true));
                assert!(self.flags.is_full());
            }
        }
    )*};
}

worlds! {
    World, Team, Units, Bits, Flags;
    MoreWorld, MoreTeam, MoreUnits, MoreBits, MoreFlags;
}

/// Restores bytes that are, or once were, a saved world, one of a smaller version, or a delta. Either there is an error
/// that changes nothing, or the world works and is saved as the same bytes.
///
/// # Panics
///
/// Panics if neither is true.
pub fn world(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 4 {
        0 => restore(script),
        1 => resize(script),
        2 => delta(script),
        _ => plain(script),
    }
}

/// A world after some operations.
pub(crate) fn world_of(script: &mut Script<'_>) -> World {
    let mut world = World::new();
    let fields = script.byte();
    if fields & 1 != 0 {
        world.teams[1].units = pool_of(script, Abilities::new());
    }
    if fields & 2 != 0 {
        world.teams[0].bits = *pool_of(script, Abilities::new());
    }
    if fields & 4 != 0 {
        world.cells = values::pool_of(script);
    }
    if fields & 8 != 0 {
        world.list = list_of(script);
    }
    if fields & 16 != 0 {
        for _ in 0..script.byte() % 32 {
            let (bits, speed) = (script.byte().into(), script.byte().into());
            if let Some(handle) = Handle::from_bits(bits) {
                world.speeds.insert(handle, speed);
                let _ = world.routes.insert(handle, char::from(speed as u8));
            }
            let _ = world.flags.insert(bits % 3 == 0);
            if let (true, Some(handle)) = (speed % 8 == 0, world.flags.handle_at(usize::from(speed) / 8)) {
                world.flags.remove(handle);
            }
        }
    }
    if let (true, Some(handle)) = (fields & 64 != 0, Handle::from_bits(script.byte().into())) {
        world.orders[0] = Order::Attack(handle, fields & 1 != 0);
        world.orders[1] = Order::Move { place: [fields.into(), 7], letter: fields.into() };
    }
    world.frame = fields.into();
    world.pair = (fields & 32 != 0, char::from_u32(script.byte().into()));
    world
}

fn restore(mut script: Script<'_>) {
    let mut saved = world_of(&mut script).save();
    script.change(&mut saved, LABEL);
    restores_or_refuses(&saved);
}

fn restores_or_refuses(saved: &[u8]) {
    let mut world = World::new();
    world.teams[1].bits.extend([1, 2, 3]);
    let before = world.save();
    let checked = World::check_saved(saved);
    let restored = world.restore(saved);
    assert_eq!(checked, restored);
    if restored.is_err() {
        assert!(world.save() == before, "an error changed the world");
    } else {
        assert!(world.save() == saved, "the world is saved as other bytes");
    }
    world.works();
}

fn resize(mut script: Script<'_>) {
    let small = world_of(&mut script);
    let mut saved = small.save();
    let mut world = MoreWorld::new();
    world.restore_resized(&saved).expect("the larger world has room");
    for (small, large) in small.teams.iter().zip(&world.teams) {
        let bits = |handle: u32, item: &u32| (handle, *item);
        assert!(
            small
                .units
                .iter()
                .map(|(handle, item)| bits(handle.to_bits(), item))
                .eq(large.units.iter().map(|(handle, item)| bits(handle.to_bits(), item)))
        );
        assert!(
            small
                .bits
                .iter()
                .map(|(handle, item)| bits(handle.to_bits(), item))
                .eq(large.bits.iter().map(|(handle, item)| bits(handle.to_bits(), item)))
        );
    }
    script.change(&mut saved, LABEL);
    let before = world.save();
    if world.restore_resized(&saved).is_err() {
        assert!(world.save() == before, "an error changed the world");
    } else {
        assert_eq!(MoreWorld::check_saved(&world.save()), Ok(()));
    }
    world.works();
}

fn delta(mut script: Script<'_>) {
    let base = world_of(&mut script).save();
    let now = world_of(&mut script);
    let mut delta = now.delta(&base).expect("a base that was just saved");
    assert!(World::patch(&base, &delta).expect("a delta of this base") == now.save());
    script.change(&mut delta, LABEL);
    sign(&mut delta, 9);
    if let Ok(saved) = World::patch(&base, &delta) {
        restores_or_refuses(&saved);
    }
}

/// Sets the checksum of a delta of a struct with this many fields to match its bytes, like somebody who forges one.
pub(crate) fn sign(delta: &mut [u8], fields: usize) {
    let checksums = LABEL + (fields + 1) * 8;
    if delta.len() >= checksums + 16 {
        let sum = checksum(&delta[..checksums]).rotate_left(1) ^ checksum(&delta[checksums + 16..]);
        delta[checksums + 8..checksums + 16].copy_from_slice(&sum.to_ne_bytes());
    }
}

/// Values without a label: any bytes, against a base of any bytes.
fn plain(mut script: Script<'_>) {
    type Plain = ([u16; 2], Option<bool>, handle_array![Option<Handle<Units>>; 16]);
    let (mut base, mut delta) = (vec![0; script.byte().into()], vec![0; script.byte().into()]);
    base.iter_mut().chain(&mut delta).for_each(|byte| *byte = script.byte());
    macro_rules! any_bytes {
        ($($ty:ty)*) => {$(
            let _ = <$ty>::patch(&base, &delta);
            if <$ty>::check_saved(&base).is_ok() {
                let mut value: $ty = Default::default();
                assert_eq!(value.restore(&base), Ok(()));
                assert!(value.save() == base, "the value is saved as other bytes");
            }
        )*};
    }
    any_bytes! { u8 bool char [char; 2] Option<u32> Plain [(u8, bool); 2] }
}
