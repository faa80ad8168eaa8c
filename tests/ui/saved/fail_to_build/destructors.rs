//! A restore replaces objects and values while no code of a user runs.

use stackpool::{HandleMap, Pool, Snapshot, SparseHandleMap, pool};

#[derive(Snapshot)]
#[snapshot(item)]
struct Token(u16);

impl Drop for Token {
    fn drop(&mut self) {
        println!("{}", self.0);
    }
}

pool! {
    Tokens: [Token; 8];
    Units: [u32; 8];
}

#[derive(Snapshot)]
struct World {
    one: Token,
    two: [Token; 2],
    maybe: Option<Token>,
}

fn main() {
    let mut tokens = TokensPool::new();
    let _ = tokens.restore(&[]);
    let mut map = HandleMap::<Units, Token>::new();
    let _ = map.restore(&[]);
    let mut sparse = SparseHandleMap::<Units, Token, 4>::new();
    let _ = sparse.restore(&[]);
    let mut world = World { one: Token(0), two: [Token(1), Token(2)], maybe: None };
    let _ = world.restore(&[]);
    let _ = Pool::<Units>::new().len();
}
