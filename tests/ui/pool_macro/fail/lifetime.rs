use stackpool::pool;

pool! {
    Words: [std::borrow::Cow<'a, str>; 64];
}

fn main() {
    let mut words = WordsPool::new();
    let word = words.insert("word".into()).unwrap();
    assert_eq!(words[word].len(), 4);
}
