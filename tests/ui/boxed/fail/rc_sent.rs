use std::rc::Rc;

stackpool::pool! {
    Shared: [Rc<u32>; 64], boxed;
}

fn main() {
    let shared = SharedBox::new(Rc::new(7)).ok().unwrap();
    std::thread::spawn(move || assert_eq!(**shared, 7));
}
