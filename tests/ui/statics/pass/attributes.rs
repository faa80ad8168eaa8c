use stackpool::pool;

pool! {
    #[unsafe(link_section = ".bss.far")]
    Far: [u32; 64];
    #[unsafe(export_name = "stackpool_words")]
    #[used]
    pub Words: [u16; 64], guard = live;
}

mod inner {
    #[derive(stackpool::Pool)]
    #[pool(capacity = 1 << 24)]
    pub(super) struct Large(#[expect(dead_code)] u32);
}

pub fn main() {
    let far = Far::take_pool().expect("the first call");
    let handle = far.insert(1).expect("room");
    assert_eq!(far[handle], 1);
    assert!(Words::take_pool().is_ok() && Words::take_pool().is_err());
    assert!(inner::Large::take_pool().is_ok_and(|pool| pool.is_empty()));
}
