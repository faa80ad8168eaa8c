use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, sync = single_threaded)]
struct Node;

pool! {
    Words: [&'static str; 64], boxed, sync = irq;
    Numbers: [u32; 64], boxed, sync = rayon;
    Letters: [char; 64], boxed, sync = "local";
}

fn main() {
    let word = WordsBox::new("word").unwrap();
    std::thread::spawn(move || assert_eq!(*word, "word"));
}
