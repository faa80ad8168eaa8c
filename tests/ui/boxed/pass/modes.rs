use stackpool::{Full, Pool, PoolBox};

#[derive(Pool, Debug)]
#[pool(capacity = 300, boxed)]
struct Any(u32);

#[derive(Pool, Debug)]
#[pool(capacity = 300, boxed, sync = threads)]
struct Threads(u32);

#[derive(Pool, Debug)]
#[pool(capacity = 4, boxed, sync = threads, exact)]
struct Exact(u32);

#[derive(Pool, Debug)]
#[pool(capacity = MAX, exact, boxed, align = 64)]
struct Aligned(u32);

#[derive(Pool, Debug)]
#[pool(capacity = 200, sync = local, boxed, layout = packed(9), max_bytes = 4096)]
struct Local(u32);

const MAX: u8 = 5;

/// What an interrupt handler may do.
#[cfg(feature = "critical-section")]
mod interrupts {
    #[derive(stackpool::Pool)]
    #[pool(capacity = 16, boxed, sync = critical_section, layout = u32)]
    pub(super) struct Message(pub(super) u8);

    // Never called, so that it needs no implementation of the sections.
    #[expect(dead_code, reason = "it is compiled, and not linked")]
    fn send() -> Option<MessageBox> {
        MessageBox::new(Message(7)).ok().filter(|message| message.0 == 7)
    }
}

#[derive(Pool)]
#[pool(capacity = 4, boxed)]
struct Link {
    next: Option<LinkBox>,
}

fn is_send<T: Send + Sync>(_: &T) {}

fn is_sync<T: Sync>(_: &T) {}

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (any, threads, exact) =
        (AnyBox::new(Any(1))?, ThreadsBox::new(Threads(2))?, ExactBox::new(Exact(3))?);
    is_send(&(&any, &threads, &exact));
    let sent = std::thread::spawn(move || any.0 + threads.0 + exact.0);
    assert_eq!(sent.join().expect("no panic"), 6);

    let link = LinkBox::new(Link { next: None })?;
    is_send(&link);
    assert!(link.next.is_none());

    let local = LocalBox::new(Local(4))?;
    is_sync(&local);
    let aligned: PoolBox<Aligned> = AlignedBox::new(Aligned(5))?;
    assert_eq!((local.0, aligned.0, &raw const *aligned as usize % 64), (4, 5, 0));
    assert_eq!((AlignedBox::CAPACITY, size_of::<Option<AlignedBox>>()), (5, 1));

    let all: Vec<_> = (0..4).map_while(|number| ExactBox::new(Exact(number)).ok()).collect();
    let full: Full<Exact> = ExactBox::new(Exact(9)).expect_err("four are in use");
    assert_eq!((all.len(), full.into_inner().0), (4, 9));
    Ok(())
}
