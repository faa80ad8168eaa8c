//! Boxes as buffers of DMA transfers, by the traits of `embedded-dma`. The engine is a thread that reads and writes
//! through the addresses alone, as the hardware does.
#![expect(unsafe_code, reason = "a driver hands addresses to an engine")]

use embedded_dma::{ReadBuffer, ReadTarget, WriteBuffer, WriteTarget};
use stackpool::{Pool, PoolBox, pool};
use std::thread::{JoinHandle, spawn};

/// A word of the engine's registers, which go to its thread.
struct Registers<T>(T, usize);

// SAFETY: the buffer belongs to the transfer until the thread has ended.
unsafe impl<T> Send for Registers<T> {}

/// A transfer in the background, which has its buffer.
struct Transfer<B, R> {
    buffer: B,
    engine: JoinHandle<R>,
}

impl<B, R> Transfer<B, R> {
    /// Waits for the end of the transfer, and returns the buffer.
    fn wait(self) -> (B, R) {
        let result = self.engine.join().unwrap();
        (self.buffer, result)
    }
}

/// Receives bytes: each is the one before plus 1.
fn receive<B: WriteBuffer<Word = u8> + 'static>(mut buffer: B, first: u8) -> Transfer<B, ()> {
    // SAFETY: the buffer is moved into the transfer, which does nothing with it before the engine is done.
    let (start, len) = unsafe { buffer.write_buffer() };
    let registers = Registers(start, len);
    let engine = spawn(move || {
        let Registers(start, len) = { registers };
        for at in 0..len {
            // SAFETY: the buffer has `len` words, and belongs to the transfer until this thread has ended.
            unsafe { start.wrapping_add(at).write(first.wrapping_add(at as u8)) };
        }
    });
    Transfer { buffer, engine }
}

/// Sends words, and returns them as they were on the wire.
fn send<B: ReadBuffer<Word: Copy + Send + 'static> + 'static>(buffer: B) -> Transfer<B, Vec<B::Word>> {
    // SAFETY: as in `receive`.
    let (start, len) = unsafe { buffer.read_buffer() };
    let registers = Registers(start, len);
    let engine = spawn(move || {
        let Registers(start, len) = { registers };
        // SAFETY: as in `receive`.
        (0..len).map(|at| unsafe { start.wrapping_add(at).read() }).collect()
    });
    Transfer { buffer, engine }
}

/// A frame with names for its parts.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 4, boxed, align = 32)]
#[repr(C)]
struct Frame {
    kind: u8,
    payload: [u8; 61],
    checksum: [u8; 2],
}

// SAFETY: the struct is `repr(C)`, of bytes alone and without padding, so it is 64 initialised words.
unsafe impl ReadTarget for Frame {
    type Word = u8;
}

// SAFETY: as above, and any bytes are a `Frame`.
unsafe impl WriteTarget for Frame {
    type Word = u8;
}

const EMPTY: Frame = Frame { kind: 0, payload: [0; 61], checksum: [0; 2] };

#[test]
fn a_derived_struct_is_received_and_sent() {
    let frame = FrameBox::new(EMPTY).unwrap();
    let slot = PoolBox::as_ptr(&frame);
    assert_eq!(slot.addr() % 32, 0);
    let (frame, ()) = receive(frame, 7).wait();
    assert_eq!((frame.kind, frame.payload[0], frame.checksum), (7, 8, [69, 70]));
    let (frame, wire) = send(frame).wait();
    assert!(wire.into_iter().eq(7..71));
    assert_eq!(PoolBox::as_ptr(&frame), slot, "the object stays where it is");
    drop(frame);
    assert_eq!(FrameBox::len(), 0);
}

pool! {
    /// Buffers that stay, filled by the engine.
    Buffers: [[u8; 64]; 2], objects;
    /// Words of a converter.
    Samples: [[u16; 8]; 2], boxed;
}

#[test]
fn an_array_needs_no_impl() {
    let (buffer, ()) = receive(BuffersObject::acquire().unwrap(), 200).wait();
    assert!(buffer.iter().copied().eq((0..64).map(|at| 200_u8.wrapping_add(at))));
    let samples = SamplesBox::new([1, 2, 3, 4, 5, 6, 7, 500]).unwrap();
    assert_eq!(send(samples).wait().1, [1, 2, 3, 4, 5, 6, 7, 500]);
}

#[test]
fn two_transfers_at_once_have_two_buffers() {
    pool! {
        Two: [[u8; 16]; 2], boxed;
    }
    let transfers = [1, 101].map(|first| receive(TwoBox::new([0; 16]).unwrap(), first));
    assert!(TwoBox::new([0; 16]).is_err());
    assert_eq!(transfers.map(|transfer| transfer.wait().0[15]), [16, 116]);
    assert_eq!(TwoBox::len(), 0);
}
