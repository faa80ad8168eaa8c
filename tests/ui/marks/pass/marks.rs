#![forbid(unsafe_code)]
#![deny(warnings)]

use stackpool::{Mark, Pool, pool};

const LEVELS: u8 = 3;

#[derive(Pool)]
#[pool(marks, capacity = 64)]
pub struct Monster(u32);

#[derive(Pool)]
#[pool(capacity = 64, marks = LEVELS + 1, on_wrap = wrap)]
#[pool(max_bytes = 1_000)]
pub struct Bullet(u32);

pool! {
    pub Words: [String; 64], marks;
    Numbers: [u32; 64], guard = live, marks = 255, layout = u16;
}

struct Level {
    monsters: Mark<Monster>,
    words: Option<Mark<Words>>,
}

fn main() {
    let mut monsters = MonsterPool::new();
    let mut words = WordsPool::new();
    let level = Level { monsters: monsters.mark().unwrap(), words: words.mark().ok() };
    monsters.insert(Monster(3)).unwrap();
    assert_eq!(monsters.release_since(level.monsters), Ok(1));
    assert_eq!(words.keep_since(level.words.unwrap()), Ok(()));

    assert!(NumbersPool::new().mark().is_ok());
    let mut bullets = BulletPool::new();
    let marks: Vec<_> = std::iter::from_fn(|| bullets.mark().ok()).collect();
    assert_eq!(marks.len(), 4);
    assert_eq!(bullets.insert(Bullet(1)).map(|bullet| bullets[bullet].0).ok(), Some(1));
}
