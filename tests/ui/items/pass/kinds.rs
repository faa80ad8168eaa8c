use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Unit;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Tuple(u8, String);

#[derive(Pool, Debug, PartialEq)]
#[pool(capacity = 64)]
enum Shape {
    Circle { radius: f32 },
    Square(f32),
}

#[derive(Pool)]
#[pool(capacity = 64)]
enum Never {}

pub fn main() {
    let shapes = Shape::take_pool().expect("the first call");
    let circle = shapes.insert(Shape::Circle { radius: 1.0 }).expect("room");
    let square = shapes.insert(Shape::Square(2.0)).expect("room");
    assert_eq!(shapes[square], Shape::Square(2.0));
    assert_eq!(shapes.remove(circle), Some(Shape::Circle { radius: 1.0 }));
    assert_eq!(format!("{square:?}").split('#').next(), Some("Shape"));
    assert!(Shape::take_pool().is_err());
    assert_eq!((UnitPool::CAPACITY, TuplePool::CAPACITY, NeverPool::CAPACITY), (64, 64, 64));
}
