use stackpool::pool;

pool! {
    #[unsafe(link_section = ".bss.boxes")]
    Far: [u32; 64], boxed;
    #[unsafe(link_section = ".stackpool_boxes")]
    Retained: [u32; 64], boxed, sync = local;
    #[unsafe(export_name = "stackpool_boxed_words")]
    #[used]
    pub Words: [u16; 64], boxed, exact;
}

unsafe extern "C" {
    #[link_name = "stackpool_boxed_words"]
    static WORDS: [u16; 64];
}

pub fn main() {
    let far = FarBox::new(1).expect("room");
    let retained = RetainedBox::new(2).expect("room");
    let word = WordsBox::new(3).expect("room");
    assert_eq!((*far, *retained, *word), (1, 2, 3));
    assert!((&raw const WORDS).cast::<u16>() <= &raw const *word);
}
