use stackpool::{BoxSpec, PoolBox, pool};

pool! {
    Handed: [u32; 4], boxed, on_free = with_handle;
    Future: [u32; 4], boxed, on_free = later;
    Missing: [u32; 4], boxed, on_free = radio::wake;
    Plain: [u32; 4], boxed;
}

fn with_handle(_: HandedHandle) {}

async fn later() {}

async fn any<P: BoxSpec<Item = u32>>() -> PoolBox<P> {
    PoolBox::new_async(7).await
}

async fn plain() -> PlainBox {
    PlainBox::new_async(7).await
}

fn main() {}
