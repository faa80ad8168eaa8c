//! Values of every kind.

#![deny(warnings)]

use stackpool::{Pool, ValuePool, pool};

const SIDE: u8 = 8;

mod limits {
    pub(crate) const PAGES: usize = 4;
}

#[derive(Pool, Clone, Copy)]
#[pool(values, guard = none, layout = u16, max_bytes = 4096, pool = Tiles)]
struct Tile {
    #[pool(range = 0..SIDE)]
    x: u8,
    #[pool(range = (0..=(SIDE - 1)))]
    y: u8,
    #[pool(range = -(2)..limits::PAGES)]
    page: i64,
}

#[derive(Pool, Clone, Copy)]
#[pool(values)]
enum Suit {
    Hearts = 40,
    Spades = 2,
}

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Nothing;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
#[repr(C, packed)]
struct r#Card {
    suit: Suit,
    #[pool(range = 1..=13)]
    r#type: u32,
    joker: bool,
    nothing: Nothing,
}

pool! {
    Cards: [Card { suit, r#type: 1..=13, joker, nothing }];
    Pairs: [Pair { 0: 0..3, 1: [0..3, 5..6] }], guard = none;
    Words: [char; 'a'..='z'];
}

#[derive(Clone, Copy)]
struct Pair(u8, i8);

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Port(#[pool(range = [Self::FIRST..=Self::FIRST, 100..Self::LAST + 1])] u16);

impl Port {
    const FIRST: u8 = 80;
    const LAST: u16 = 102;
}

fn main() {
    let capacities = [Tiles::CAPACITY, CardPool::CAPACITY, CardsPool::CAPACITY, PairsPool::CAPACITY];
    assert_eq!(capacities, [8 * 8 * 6, 2 * 13 * 2, 2 * 13 * 2, 3 * 4]);
    let mut tiles = Tiles::new();
    let tile: Tile = tiles.acquire().unwrap();
    assert_eq!((tile.x, tile.y, tile.page), (0, 0, -2));
    let card = CardPool::new().acquire().unwrap();
    let (kind, suit) = (card.r#type, card.suit as u8);
    assert_eq!((kind, suit, card.joker), (1, 40, false));
    let pair = Pairs::take_pool().unwrap().acquire_many(12).unwrap().last().unwrap();
    assert_eq!((pair.0, pair.1), (2, 5));
    assert_eq!((ValuePool::<Nothing>::CAPACITY, PortPool::CAPACITY), (1, 4));
    assert_eq!(PortPool::new().acquire().unwrap().0, 80);
    let _ = (WordsPool::new(), card.nothing);
}
