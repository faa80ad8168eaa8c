//! Types without named fields, under `#[derive(Pool)]`. The uses cause no further errors.

use stackpool::{ColumnPool, Full, Pool};

#[derive(Pool)]
#[pool(capacity = 10, columns)]
enum Shape {
    Circle(f32),
    Square,
}

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Pair(u8, u8);

#[derive(Pool)]
#[pool(capacity = 10, columns, guard = live)]
struct Unit;

#[derive(Pool)]
#[pool(capacity = 0, columns)]
pub struct Empty {}

#[derive(Pool)]
#[pool(capacity = 10, columns)]
union Bits {
    float: f32,
    bits: u32,
}

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Node<'a, T: Clone> {
    text: &'a str,
    value: T,
}

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Both<const N: usize>([u8; N]);

fn shapes(pool: &mut ShapePool, shape: Shape) -> Result<ShapeRef<'_>, Full<Shape>> {
    let handle: ShapeHandle = pool.insert(shape)?;
    Shape::take_pool().ok();
    Ok(pool.get(handle).unwrap())
}

fn nodes<'a>(pool: &mut NodePool<'a, u8>, columns: NodeColumnsMut<'_>) -> usize {
    columns.text.len() + pool.insert(Node { text: "a", value: 1 }).unwrap().index()
}

fn main() {
    let mut pairs = PairPool::new();
    pairs.insert(Pair(1, 2)).unwrap();
    let units: ColumnPool<Unit> = UnitPool::from_iter([Unit]);
    let _ = (units, Bits { bits: 1 }, EmptyPool::new(), BothPool::<3>::new());
}
