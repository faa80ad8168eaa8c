//! Types without named fields, under `#[derive(Columns)]`. The uses cause no further errors.

use stackpool::{Columns, pool};

#[derive(Columns)]
enum Shape {
    Circle(f32),
    Square,
}

#[derive(Columns)]
struct Pair(u8, u8);

#[derive(Columns)]
struct Unit;

#[derive(Columns)]
union Bits {
    float: f32,
    bits: u32,
}

#[derive(Columns)]
struct Node<'a, T: Clone> {
    text: &'a str,
    value: T,
}

pool! {
    Shapes: [Shape; 10], columns;
    Pairs: [Pair; 10], columns;
    Units: [Unit; 10], columns, max_bytes = 1_000;
    AllBits: [Bits; 10], columns;
    Nodes: [Node<'static, f32>; 10], columns;
}

fn shapes(pool: &mut ShapesPool) -> Option<ShapeRef<'_>> {
    let handle = pool.insert(Shape::Square).ok()?;
    pool.slot_columns_mut().radius[0] += 1.0;
    pool.get(handle)
}

fn nodes(columns: NodeColumns<'_>, nodes: &mut NodesPool) -> usize {
    nodes.clear();
    columns.text.len()
}

fn main() {
    let _ = (ShapesPool::new(), PairsPool::new(), UnitsPool::new(), AllBitsPool::new(), Bits { bits: 1 });
}
