//! Types that were renamed, so that two versions of them are in one program: saves know them by the name of before.

use super::*;
use stackpool::Handle;

/// What an earlier version saved.
mod shipped {
    use stackpool::{Handle, Link, Pool, Snapshot, pool};

    #[derive(Pool, Snapshot)]
    #[pool(capacity = 60)]
    #[snapshot(item)]
    pub(super) struct Ship {
        pub(super) fuel: u32,
        pub(super) next: Option<ShipHandle>,
        pub(super) link: Link<Ship>,
        pub(super) gun: Option<GunHandle>,
        pub(super) state: State,
    }

    #[derive(Snapshot, Clone, Copy)]
    pub(super) enum State {
        Idle,
        Hunts(Handle<Ship>),
        Docks { at: ShipHandle },
    }

    #[derive(Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    #[pool(capacity = 30)]
    #[repr(C)]
    pub(super) struct Gun {
        pub(super) shots: u16,
        pub(super) of: Link<Ship>,
        pub(super) next: Link<Gun>,
    }

    #[derive(Pool, Clone, Copy)]
    #[pool(capacity = 20, columns)]
    pub(super) struct Crate {
        pub(super) weight: f32,
        pub(super) on: Link<Ship>,
        pub(super) below: Link<Crate>,
    }

    #[derive(Snapshot)]
    pub(super) struct World {
        pub(super) ships: ShipPool,
        pub(super) guns: GunPool,
        pub(super) crates: CratePool,
        pub(super) flagship: Option<ShipHandle>,
        #[snapshot(plain)]
        pub(super) last: Link<Gun>,
        pub(super) score: u32,
    }

    pool! { pub(super) Sparks: [[u16; 4]; 10]; }
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 60)]
#[snapshot(item, name = "Ship")]
struct ShipV1 {
    fuel: u32,
    next: Option<ShipV1Handle>,
    link: Link<ShipV1>,
    #[snapshot(type = "Option<GunHandle>")]
    gun: Option<GunV1Handle>,
    #[snapshot(type = "State")]
    state: StateV1,
}

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
#[snapshot(name = "State")]
enum StateV1 {
    #[snapshot(name = "Idle")]
    Waits,
    Hunts(#[snapshot(type = "Handle<Ship>")] Handle<ShipV1>),
    Docks {
        #[snapshot(name = "at", type = "ShipHandle")]
        port: ShipV1Handle,
    },
}

#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 30)]
#[snapshot(name = "Gun")]
#[repr(C)]
struct GunV1 {
    shots: u16,
    #[snapshot(type = "Link<Ship>")]
    of: Link<ShipV1>,
    next: Link<GunV1>,
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 20, columns)]
#[snapshot(name = "Crate")]
struct CrateV1 {
    #[snapshot(name = "weight")]
    mass: f32,
    #[snapshot(type = "Link<Ship>")]
    on: Link<ShipV1>,
    below: Link<CrateV1>,
}

#[derive(Snapshot)]
struct WorldV1 {
    ships: ShipV1Pool,
    #[snapshot(name = "guns")]
    weapons: GunV1Pool,
    crates: CrateV1Pool,
    flagship: Option<ShipV1Handle>,
    #[snapshot(plain, type = "Link<Gun>")]
    last: Link<GunV1>,
    #[snapshot(name = "score")]
    points: u32,
}

#[test]
fn a_renamed_world_reads_the_saves_of_before() {
    let mut ships = shipped::ShipPool::new();
    let first =
        shipped::Ship { fuel: 1, next: None, link: Link::NONE, gun: None, state: shipped::State::Idle };
    let first = ships.insert(first).ok().unwrap();
    let mut guns = shipped::GunPool::new();
    let gun = shipped::Gun { shots: 9, of: first.into(), next: Link::NONE };
    let gun = guns.insert(gun).ok().unwrap();
    for state in [shipped::State::Hunts(first), shipped::State::Docks { at: first }] {
        let ship = shipped::Ship { fuel: 2, next: Some(first), link: first.into(), gun: Some(gun), state };
        ships.insert(ship).ok().unwrap();
    }
    let mut crates = shipped::CratePool::new();
    crates.insert(shipped::Crate { weight: 1.5, on: first.into(), below: Link::NONE }).ok().unwrap();
    let world = shipped::World { ships, guns, crates, flagship: Some(first), last: gun.into(), score: 7 };
    let saved = world.save();

    let mut old = WorldV1 {
        ships: Pool::new(),
        weapons: Pool::new(),
        crates: CrateV1Pool::new(),
        flagship: None,
        last: Link::NONE,
        points: 0,
    };
    old.restore(&saved).unwrap();
    assert!(old.save() == saved);
    let ships: Vec<_> = old.ships.iter().collect();
    let first = ships[0].0;
    let gun = old.weapons.handles().next().unwrap();
    assert_eq!(old.flagship, Some(first));
    assert_eq!((old.points, old.last.get(), old.weapons[gun].of.get()), (7, Some(gun), Some(first)));
    assert_eq!((old.weapons[gun].shots, old.weapons[gun].next), (9, Link::NONE));
    assert_eq!((ships[0].1.fuel, ships[0].1.next, ships[0].1.state), (1, None, StateV1::Waits));
    assert_eq!(
        (ships[1].1.next, ships[1].1.link.get(), ships[1].1.gun),
        (Some(first), Some(first), Some(gun))
    );
    assert_eq!(ships[1].1.state, StateV1::Hunts(first));
    assert_eq!(ships[2].1.state, StateV1::Docks { port: first });
    let crates: Vec<_> =
        old.crates.iter().map(|(_, row)| (*row.mass, row.on.get(), row.below.get())).collect();
    assert_eq!(crates, [(1.5, Some(first), None)]);
}

/// Errors have the name that the source has.
#[test]
fn errors_name_the_field_of_the_source() {
    let world = WorldV1 {
        ships: Pool::new(),
        weapons: Pool::new(),
        crates: CrateV1Pool::new(),
        flagship: None,
        last: Link::NONE,
        points: 0,
    };
    let mut saved = world.save();
    let guns = fields_of(&saved)[1].start;
    saved[guns] ^= 1;
    assert!(WorldV1::check_saved(&saved).unwrap_err().to_string().starts_with("weapons: "));
}

/// Every wrong word is another type.
#[test]
fn the_name_counts() {
    macro_rules! ships {
        ($($module:ident { $(#[$key:meta])* $item:ident($($(#[$of_field:meta])* $ty:ty),*); })*) => {$(
            mod $module {
                #[derive(stackpool::Pool, stackpool::Snapshot)]
                #[pool(capacity = 60, pool = Ships, handle = ShipHandle)]
                #[snapshot(item)]
                $(#[$key])*
                pub(super) struct $item($($(#[$of_field])* $ty),*);
            }
        )*};
    }
    ships! {
        before { Ship(u8, stackpool::Link<Ship>); }
        renamed { #[snapshot(name = "Ship")] Boat(u8, stackpool::Link<Boat>); }
        not_named { Boat(u8, stackpool::Link<Boat>); }
        other_name { #[snapshot(name = "Yacht")] Boat(u8, stackpool::Link<Boat>); }
        typed { Boat(u8, #[snapshot(type = "::stackpool::Link<m::Ship>")] stackpool::Link<Boat>); }
        wrong_type { Boat(u8, #[snapshot(type = "Handle<Ship>")] stackpool::Link<Boat>); }
    }
    let saved = before::Ships::new().save();
    assert!(renamed::Ships::new().restore(&saved).is_ok());
    assert!(typed::Ships::new().restore(&saved).is_ok());
    for refused in [
        not_named::Ships::new().restore(&saved),
        other_name::Ships::new().restore(&saved),
        wrong_type::Ships::new().restore(&saved),
    ] {
        assert!(matches!(refused.as_ref().unwrap_err().error(), RestoreError::Item(_)));
    }
}

/// A new name on a type counts in every type that names it: in links, by value, in lists, and in aliases of handles.
#[test]
fn the_name_of_a_type_counts_where_others_name_it() {
    macro_rules! versions {
        ($($module:ident { $(#[$name:meta])* $foe:ident $foe_handle:ident,
            $(#[$of_mood:meta])* $mood:ident })*) => {$(
            mod $module {
                use stackpool::{Handle, Link, Pool, Snapshot, WideLink, pool};

                #[derive(Pool, Snapshot, Clone, Copy)]
                #[pool(capacity = 60)]
                #[snapshot(item)]
                $(#[$name])*
                pub(super) struct $foe(u32, Option<Handle<$foe>>);

                #[derive(Snapshot, Clone, Copy)]
                $(#[$of_mood])*
                pub(super) enum $mood {
                    Calm,
                    Hunts($foe_handle),
                }

                /// An enum of which a variant has the name of a type.
                #[derive(Snapshot, Clone, Copy)]
                pub(super) enum Target {
                    Foe(Handle<$foe>),
                    Enemy(u8, $mood),
                }

                #[derive(Pool, Snapshot)]
                #[pool(capacity = 30, pool = Items)]
                #[snapshot(item)]
                pub(super) struct Item {
                    links: ([Link<$foe>; 2], Option<$foe_handle>),
                    wide: WideLink<$foe>,
                    mood: Option<$mood>,
                    target: Target,
                    body: $foe,
                }

                #[derive(Pool, Snapshot, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
                #[pool(capacity = 30, pool = Bullets)]
                #[snapshot(plain)]
                #[repr(C)]
                pub(super) struct Bullet {
                    pos: [u8; 2],
                    owner: Link<$foe>,
                }

                #[derive(Pool, Clone, Copy)]
                #[pool(capacity = 30, columns, pool = Rows)]
                pub(super) struct Row {
                    pub(super) weight: f32,
                    pub(super) on: Link<$foe>,
                }

                pool! { pub(super) Foes: [$foe; 20]; }

                #[cfg(feature = "heapless")]
                #[derive(Pool, Snapshot)]
                #[pool(capacity = 30, pool = Lists)]
                #[snapshot(item)]
                pub(super) struct List(stackpool::__private::heapless::Vec<Link<$foe>, 3>);
            }
        )*};
    }
    versions! {
        before { Enemy EnemyHandle, Mood }
        renamed { #[snapshot(name = "Enemy")] Foe FoeHandle, #[snapshot(name = "Mood")] Temper }
        not_named { Foe FoeHandle, Mood }
        other_name { #[snapshot(name = "Fiend")] Foe FoeHandle, Mood }
    }
    macro_rules! compared {
        ($($pool:ident)*) => {$(
            let saved = before::$pool::new().save();
            assert!(renamed::$pool::new().restore(&saved).is_ok(), stringify!($pool));
            for refused in [not_named::$pool::new().restore(&saved), other_name::$pool::new().restore(&saved)] {
                let error = refused.unwrap_err();
                assert!(matches!(error.error(), RestoreError::Item(_)), "{error}");
            }
        )*};
    }
    compared! { Items Bullets Rows FoesPool }
    #[cfg(feature = "heapless")]
    compared! { Lists }

    let error = not_named::Bullets::new().restore(&before::Bullets::new().save()).unwrap_err().to_string();
    assert!(error.contains("#[snapshot(name = \"..\")]"), "{error}");
    // A save that differs in a field as well is still told apart.
    let mut saved = before::Items::new().save();
    assert!(renamed::Items::new().restore(&saved[..saved.len() - 1]).is_err());
    saved.push(0);
    assert!(renamed::Items::new().restore(&saved).is_err());
}
