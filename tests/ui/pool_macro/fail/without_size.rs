//! All objects of a pool have one size.
stackpool::pool! {
    Callbacks: [dyn Fn(); 100];
    Steps: [(dyn FnMut(u32) -> bool + Send); 100];
    Texts: [[u8]; 100], boxed;
}

fn main() {
    let callbacks = CallbacksPool::new();
    assert!(callbacks.is_empty() && TextsBox::len() == 0);
}
