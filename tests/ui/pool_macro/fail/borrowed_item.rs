use std::borrow::Cow;

use stackpool::pool;

pool! {
    Words: [&str; 64];
    Pairs: [(Cow<'_, str>, [&u8; 2]); 64], guard = live;
    Notes: [Option<&str>; 64], boxed;
    Names: [&str = ["wolf", "bear"]];
}

fn main() {
    let mut words = WordsPool::new();
    let word: WordsHandle = words.insert("word").unwrap();
    assert_eq!(words[word].len(), 4);

    let mut pairs = PairsPool::new();
    pairs.insert((Cow::Borrowed("pair"), [&1, &2])).unwrap();

    let note = NotesBox::new(Some("note")).unwrap();
    assert_eq!(note.map(str::len), Some(4));

    let mut names = Names::new_pool();
    let name: Option<&str> = names.acquire();
    assert_eq!(name, Some("wolf"));
}
