use stackpool::{HandleMap, Heap, Pool, Snapshot, pool};
#[derive(Pool, Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[pool(capacity = 1_000)]
#[repr(C)]
struct Unit {
    position: [f32; 2],
    health: u32,
}
pool! { Bullets: [[f32; 4]; 4_096]; }
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::NoUninit, bytemuck::CheckedBitPattern)]
#[repr(u8)]
enum Phase {
    Menu,
    Match,
}
#[derive(Snapshot)]
struct Team {
    units: Heap<UnitPool>,
    score: u32,
    boss: Option<UnitHandle>,
}
#[derive(Snapshot)]
struct World<T> {
    teams: [Team; 2],
    bullets: Heap<BulletsPool>,
    speeds: HandleMap<Unit, f32>,
    #[snapshot(plain)]
    phase: Phase,
    extra: T,
    pair: (u8, u64),
    #[snapshot(skip)]
    name: String,
}
#[derive(Snapshot)]
struct Nothing;
#[derive(Snapshot)]
struct Two(u8, #[snapshot(skip)] u8, bool);
fn team() -> Team {
    Team { units: UnitPool::on_heap(), score: 0, boss: None }
}
#[test]
fn it_works() {
    let mut w = World {
        teams: [team(), team()],
        bullets: BulletsPool::on_heap(),
        speeds: HandleMap::new(),
        phase: Phase::Menu,
        extra: Two(1, 2, true),
        pair: (1, 2),
        name: "x".into(),
    };
    let base = w.save();
    assert!(base.len() <= World::<Two>::SAVED_BYTES);
    let u = w.teams[1].units.insert(Unit { position: [1.0, 2.0], health: 3 }).unwrap();
    w.teams[1].boss = Some(u);
    w.speeds.insert(u, 1.5);
    w.phase = Phase::Match;
    w.extra.0 = 7;
    let later = w.save();
    let delta = w.delta(&base).unwrap();
    println!("{} {} {}", base.len(), later.len(), delta.len());
    assert_eq!(World::<Two>::patched(&base, &delta).unwrap(), later);
    w.restore(&base).unwrap();
    assert_eq!(w.save(), base);
    w.restore(&later).unwrap();
    assert_eq!(w.save(), later);
    assert_eq!(w.teams[1].units[u].health, 3);
    for bit in 0..later.len() * 8 {
        let mut bad = later.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        match w.restore(&bad) {
            Ok(()) => {
                assert_eq!(w.save(), bad);
            }
            Err(e) => {
                if bit % 777 == 0 {
                    println!("{bit}: {e}");
                }
            }
        }
        w.restore(&later).unwrap();
    }
    let mut n = Nothing;
    let s = n.save();
    n.restore(&s).unwrap();
}
