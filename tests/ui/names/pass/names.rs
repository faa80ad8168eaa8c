use stackpool::Pool;

#[derive(stackpool::Pool)]
#[pool(capacity = 64, handle = r#struct)]
#[expect(non_camel_case_types, reason = "raw names are keywords")]
struct r#type;

mod inner {
    #[derive(super::Pool)]
    #[pool(capacity = 64, pool = Words, handle = WordId)]
    pub(super) struct Word(pub(in crate::inner) u8);

    impl Word {
        pub(super) fn new(letter: u8) -> Self {
            Word(letter)
        }
    }
}

fn main() {
    let handle: r#struct = typePool::new().insert(r#type).ok().expect("room");
    assert_eq!(format!("{handle:?}").split('#').next(), Some("type"));
    let words: &'static mut inner::Words = inner::Word::take_pool().expect("the first call");
    let _: inner::WordId = words.insert(inner::Word::new(b'a')).ok().expect("room");
}
