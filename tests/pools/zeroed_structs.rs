//! A struct of pools, made where it stays: by `bytemuck::zeroed_box` on the heap, and as the initial value of a static.
//! The threads have stacks of which the structs are many times as large, in debug builds too.

use bytemuck::{Zeroable, zeroed_box};
use stackpool::{ColumnPool, HandleMap, Pool, pool};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// 64 KB of stack.
const STACK: usize = 64 << 10;

#[derive(Pool, Debug, PartialEq)]
#[pool(capacity = 10_000, changes)]
struct Enemy {
    position: [f32; 24],
    name: String,
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 20_000, columns, marks)]
struct Bullet {
    position: [f32; 4],
    ttl: u32,
}

pool! {
    Lights: [[u64; 8]; 1_000], guard = live, dense;
    Links: [[u64; 8]; 1_000], bookkeeping = free_list;
}

#[derive(Zeroable)]
struct Game {
    enemies: EnemyPool,
    bullets: BulletPool,
    lights: LightsPool,
    links: LinksPool,
    targets: HandleMap<Enemy, BulletHandle>,
    score: u32,
}

impl Game {
    const NEW: Game = Game {
        enemies: Pool::new(),
        bullets: ColumnPool::new(),
        lights: Pool::new(),
        links: Pool::new(),
        targets: HandleMap::new(),
        score: 0,
    };

    /// Fills each pool, and empties some of them.
    fn play(&mut self) {
        assert!(self.enemies.is_empty() && self.bullets.is_empty() && self.targets.is_empty());
        for number in 0..300_u16 {
            let name = format!("enemy {number}");
            let enemy = self.enemies.insert(Enemy { position: [0.5; 24], name }).unwrap();
            let bullet = self.bullets.insert(Bullet { position: [1.0; 4], ttl: number.into() }).ok().unwrap();
            assert_eq!(self.targets.insert(enemy, bullet), None);
            self.lights.insert([7; 8]).unwrap();
            self.links.insert([u64::from(number); 8]).unwrap();
        }
        let (first, _) = self.enemies.iter().next().unwrap();
        assert_eq!((first.index(), self.enemies[first].name.as_str()), (0, "enemy 0"));
        assert_eq!(self.bullets.get(self.targets[first]).map(|bullet| *bullet.ttl), Some(0));
        assert_eq!(self.lights.as_slice().len(), 300);
        assert!(self.links.values().map(|link| link[7]).eq(0..300));
        assert_eq!(self.enemies.remove(first).map(|enemy| enemy.name), Some("enemy 0".to_owned()));
        assert_eq!((self.enemies.len(), self.targets.len()), (299, 300));
        self.score += 1;
    }
}

/// Runs `play` on a thread with a small stack.
fn with_a_small_stack(play: impl FnOnce() + Send + 'static) {
    const { assert!(size_of::<Game>() > 20 * STACK) };
    Builder::new().stack_size(STACK).spawn(play).unwrap().join().unwrap();
}

#[test]
fn on_the_heap() {
    with_a_small_stack(|| {
        let mut game: Box<Game> = zeroed_box();
        game.play();
        assert_eq!(game.score, 1);
        // The names are freed with the box. Another one begins anew.
        drop(game);
        zeroed_box::<Game>().play();
    });
}

#[test]
fn in_a_static() {
    static GAME: Mutex<Game> = Mutex::new(Game::NEW);
    with_a_small_stack(|| GAME.lock().unwrap_or_else(PoisonError::into_inner).play());
    assert_eq!(GAME.lock().unwrap_or_else(PoisonError::into_inner).score, 1);
}

#[test]
fn zero_bytes_are_what_new_makes() {
    pool! {
        Few: [u32; 20];
    }
    let (mut zeroed, mut new) = (FewPool::zeroed(), FewPool::new());
    for number in 0..20 {
        assert_eq!(zeroed.insert(number), new.insert(number));
    }
    assert_eq!(zeroed, new);
    assert!(zeroed.insert(20).is_err());
}
