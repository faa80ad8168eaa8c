//! What such an item holds is a `Link`.

use bytemuck::Pod;
use stackpool::Handle;

stackpool::pool! {
    Numbers: [u8; 100];
}

fn is_plain_data<T: Pod>() {}

fn main() {
    is_plain_data::<Handle<Numbers>>();
}
