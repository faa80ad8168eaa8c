//! Definitions with `objects`.

use stackpool::{Full, Handle, ObjectBox, Pool, pool};

/// A packet that is cleared when its box is dropped.
#[derive(Pool, Debug)]
#[pool(capacity = 300, objects = Self::EMPTY, clear, sync = local, max_bytes = 32 * 1024)]
pub struct Packet {
    used: usize,
    data: [u8; 90],
}

impl Packet {
    const EMPTY: Packet = Packet { used: 0, data: [0; 90] };

    fn clear(&mut self) {
        self.used = 0;
    }
}

mod names {
    /// What an expression and a method name is looked up where the user wrote it.
    pub const FIRST: [u32; 2] = [1, 2];
}

const SLOTS: [u32; 2] = names::FIRST;
static STATE: u8 = 7;

pool! {
    /// With names of the user.
    pub Buffers: [[u8; 64]; 16], objects, exact, box = Buffer, handle = BufferName, align = 64;
    /// Of a length for which `Default` is not implemented.
    Odd: [[u8; 251]; 4], objects;
    Pairs: [[u32; 2]; 4], objects = SLOTS;
    Lists: [Vec<u8>; 2], objects = { let empty = Vec::new(); empty }, clear = clear;
    Borrowed: [&'static u8; 2], objects = &STATE;
}

fn accepts<T: Send + Sync>(_: &T) {}

/// Makes all of them.
pub fn main() -> Result<(), Full> {
    let mut packet = PacketObject::acquire()?;
    packet.used = 3;
    drop(packet);
    assert_eq!(PacketObject::acquire()?.used, 0);
    let buffer: Buffer = Buffer::acquire()?;
    let name: BufferName = ObjectBox::handle(&buffer);
    accepts(&buffer);
    accepts(&name);
    let _: Handle<Buffers> = name;
    assert_eq!(*buffer, [0; 64]);
    assert_eq!(*OddObject::acquire()?, [0; 251]);
    assert_eq!(*PairsObject::acquire()?, [1, 2]);
    ListsObject::acquire()?.push(7);
    assert_eq!(**BorrowedObject::acquire()?, 7);
    Ok(())
}
