use bytemuck::Zeroable;
use stackpool::{HandleArray, HandleMap, handle_array, pool};
use std::sync::Mutex;

pool! {
    Units: [u32; 255];
}

static NAMES: Mutex<HandleMap<Units, &str>> = Mutex::new(HandleMap::new());

struct Squad {
    members: handle_array![Option<UnitsHandle>; 12],
}

pub fn main() {
    let mut units = UnitsPool::new();
    let mut squad = Squad { members: HandleArray::new() };
    let unit = units.insert(10).unwrap();
    squad.members.set(11, Some(unit));
    let mut names = NAMES.lock().unwrap();
    names.insert(unit, "Robin");
    let leader: Option<UnitsHandle> = Zeroable::zeroed();
    assert_eq!(leader, squad.members.get(0).unwrap());
    for (_unit, health, name) in units.join_mut(&*names) {
        *health -= name.len() as u32;
    }
    assert_eq!(units[unit], 5);
}
