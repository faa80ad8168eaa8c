use bytemuck::Zeroable;
use stackpool::pool;

pool! {
    Units: [u32; 256];
}

fn main() {
    let none: Option<UnitsHandle> = Zeroable::zeroed();
    assert_eq!(none, None);
}
