use stackpool::{Pool, pool};

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 64, objects = Packet { len: 0 }, clear = reset)]
struct Packet {
    len: u8,
}

impl Packet {
    fn reset(mut self) {
        self.len = 0;
    }
}

pool! {
    Pairs: [[u8; 2]; 4], objects, clear = into_iter;
}

fn main() {
    let packet = PacketObject::acquire().unwrap();
    assert_eq!(packet.len, 0);
}
