use stackpool::{Pool, pool};

struct Plain(u32);

#[derive(Pool)]
#[pool(capacity = 64, objects)]
struct Packet {
    data: Option<Box<u8>>,
}

#[derive(Pool)]
#[pool(capacity = 64, objects = 0)]
struct Page {
    data: [u8; 64],
}

#[derive(Pool)]
#[pool(capacity = 64, objects = )]
struct Frame(u32);

fn make() -> Plain {
    Plain(7)
}

pool! {
    Plains: [Plain; 4], objects = make();
}

fn main() {
    let packet = PacketObject::acquire().unwrap();
    assert!(packet.data.is_none());
    let frame = FrameObject::acquire().unwrap();
    assert_eq!(frame.0, 0);
}
