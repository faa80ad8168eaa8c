//! The relays that the radio hears: a table that is full most of the time. A task and an interrupt handler share it,
//! and a page of flash keeps it over a reset.

use crate::counters;
use core::cell::RefCell;
use embassy_sync::blocking_mutex::CriticalSectionMutex;
use stackpool::{Pool, Snapshot, checksum};

/// Relays in the table. A relay that is heard when it is full takes the place of the one that was heard first.
pub const RELAYS: usize = 6;

/// A relay. Frames in the air have its handle, which may be stale when they were sent.
///
/// The table is full, so its slots are used again at once, and only generations tell an old handle from a new one. A
/// later version of this program may have up to 20 relays, and reads the saves of this one.
#[derive(Pool, Snapshot)]
#[pool(capacity = RELAYS, marks, generations = 500, grows_to = 20)]
#[snapshot(item)]
pub struct Relay {
    address: u16,
    sent: u16,
    lost: u16,
}

/// What a page of flash keeps.
#[derive(Snapshot)]
struct Routes {
    relays: RelayPool,
    /// The relays that were heard so far. The frames go through them in turn.
    heard: u32,
    turn: u32,
}

impl Routes {
    const EMPTY: Routes = Routes { relays: RelayPool::new(), heard: 0, turn: 0 };
}

static ROUTES: CriticalSectionMutex<RefCell<Routes>> = CriticalSectionMutex::new(RefCell::new(Routes::EMPTY));

/// Adds a relay that the radio hears.
pub fn hear(address: u16) {
    ROUTES.lock(|routes| {
        let Routes { relays, heard, .. } = &mut *routes.borrow_mut();
        if relays.is_full() {
            relays.oldest().and_then(|oldest| relays.remove(oldest));
            counters::REPLACED.add();
        }
        *heard += u32::from(relays.insert(Relay { address, sent: 0, lost: 0 }).is_ok());
    });
}

/// The relay for the next frame, if there is one.
pub fn next() -> Option<RelayHandle> {
    ROUTES.lock(|routes| {
        let Routes { relays, turn, .. } = &mut *routes.borrow_mut();
        *turn += 1;
        let place = *turn as usize % relays.len().max(1);
        relays.handles().nth(place)
    })
}

/// Notes that a frame was sent by way of a relay, if the table still has it.
pub fn note(relay: Option<RelayHandle>, is_lost: bool) {
    let Some(relay) = relay else { return };
    ROUTES.lock(|routes| match routes.borrow_mut().relays.get_mut(relay) {
        Some(relay) => {
            relay.sent = relay.sent.saturating_add(1);
            relay.lost = relay.lost.saturating_add(is_lost.into());
        }
        None => {
            counters::GONE.add();
        }
    });
}

/// The relays in their order, with what they have done, and the number of those that were heard.
pub fn list() -> ([Option<(RelayHandle, [u16; 3])>; RELAYS], u32) {
    ROUTES.lock(|routes| {
        let routes = routes.borrow();
        let mut list = [None; RELAYS];
        for (place, (handle, relay)) in list.iter_mut().zip(routes.relays.iter_in_order()) {
            *place = Some((handle, [relay.address, relay.sent, relay.lost]));
        }
        (list, routes.heard)
    })
}

/// Forgets all relays, as a reset does.
pub fn forget() {
    ROUTES.lock(|routes| *routes.borrow_mut() = Routes::EMPTY);
}

/// A page of flash: how long the save is, its checksum, and the save.
struct Page([u8; HEADER + Routes::SAVED_BYTES]);

const HEADER: usize = 4 + 8;

/// Flash keeps it over a reset. Here it is RAM, and what is erased is zero.
static PAGE: CriticalSectionMutex<RefCell<Page>> =
    CriticalSectionMutex::new(RefCell::new(Page([0; HEADER + Routes::SAVED_BYTES])));

/// Writes the table to the page.
pub fn save() {
    PAGE.lock(|page| {
        let mut page = page.borrow_mut();
        let (header, rest) = page.0.split_at_mut(HEADER);
        let saved = ROUTES.lock(|routes| routes.borrow().save_into(rest).map(|saved| &*saved));
        let Ok(saved) = saved else { return };
        header[..4].copy_from_slice(&(saved.len() as u32).to_le_bytes());
        header[4..].copy_from_slice(&checksum(saved).to_le_bytes());
        counters::SAVES.add();
    });
}

/// Reads the table from the page. Returns whether it has one.
pub fn load() -> bool {
    PAGE.lock(|page| {
        let page = page.borrow();
        let (header, rest) = page.0.split_at(HEADER);
        let length = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
        let Some(saved) = rest.get(..length) else { return false };
        header[4..] == checksum(saved).to_le_bytes()
            && ROUTES.lock(|routes| routes.borrow_mut().restore(saved).is_ok())
    })
}
