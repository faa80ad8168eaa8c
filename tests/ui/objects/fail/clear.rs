use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, objects = Packet(0), clear)]
struct Packet(u32);

#[derive(Pool)]
#[pool(capacity = 64, objects = Page(0), clear = Page::reset)]
struct Page(u32);

impl Page {
    fn reset(&mut self) {}
}

#[derive(Pool)]
#[pool(capacity = 64, objects = Frame(0), clear = |frame| frame.0 = 0)]
struct Frame(u32);

pool! {
    Numbers: [u32; 4], objects, clear = reset;
    Words: [String; 4], objects = String::new(), clear = truncate;
}

#[derive(Pool)]
#[pool(capacity = 64, objects = Line(0), clear = reset)]
struct Line(u32);

impl Line {
    fn reset(self) {}
}

fn main() {
    let page = PageObject::acquire().unwrap();
    assert_eq!(page.0, 0);
}
