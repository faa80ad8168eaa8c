//! References to one object, and slices of all.

use stackpool::Pool;

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 1_000, columns)]
struct Particle {
    position: [f32; 2],
    ttl: f32,
    kind: u8,
}

fn spark(ttl: f32) -> Particle {
    Particle { position: [1.0, 2.0], ttl, kind: 3 }
}

#[test]
fn an_object_goes_in_and_comes_out() {
    let mut particles = ParticlePool::new();
    let handle: ParticleHandle = particles.insert(spark(2.0)).unwrap();
    assert_eq!(size_of::<Option<ParticleHandle>>(), 2);
    for ttl in particles.slot_ttl_mut() {
        *ttl -= 0.5;
    }
    assert_eq!(particles.slot_ttl(), [1.5]);
    assert_eq!(particles.get(handle).unwrap().to_owned(), spark(1.5));
    *particles.get_mut(handle).unwrap().kind = 9;
    assert_eq!(particles.slot_columns().kind, [9]);
    assert_eq!(particles.remove(handle), Some(Particle { kind: 9, ..spark(1.5) }));
    assert!(particles.get(handle).is_none());
    assert!(particles.get_mut(handle).is_none());
}

#[test]
fn references_are_replaced_and_reborrowed() {
    let mut particles = ParticlePool::from_iter([spark(1.0), spark(2.0)]);
    let first = particles.handle_at(0).unwrap();
    let mut object = particles.get_mut(first).unwrap();
    object.set(Particle { position: [5.0, 6.0], ttl: 7.0, kind: 8 });
    assert_eq!(object.as_ref().ttl, &7.0);
    assert_eq!(object.to_owned(), Particle { position: [5.0, 6.0], ttl: 7.0, kind: 8 });
    object.position[0] += 1.0;
    assert_eq!(particles.slot_position(), [[6.0, 6.0], [1.0, 2.0]]);
    assert_eq!((particles.slot_ttl(), particles.slot_kind()), (&[7.0, 2.0][..], &[8, 3][..]));
}

/// References that are copied outlive the value that they were copied from, but not the pool.
#[test]
fn shared_references_are_copy() {
    let particles = ParticlePool::from_iter([spark(1.0)]);
    let (copy, columns): (ParticleRef<'_>, ParticleColumns<'_>) = {
        let object = particles.get(particles.handle_at(0).unwrap()).unwrap();
        let columns = particles.slot_columns();
        (object, columns)
    };
    let again = copy;
    assert_eq!(copy, again);
    assert_eq!(columns.ttl[0], *again.ttl);
}

#[test]
fn references_are_equal_if_their_fields_are() {
    let mut particles = ParticlePool::from_iter([spark(1.0), spark(1.0), spark(2.0)]);
    let handles: Vec<_> = particles.handles().collect();
    let get = |index: usize| particles.get(handles[index]).unwrap();
    assert_eq!(get(0), get(1));
    assert_ne!(get(0), get(2));
    for change in [
        |object: ParticleMut<'_>| object.position[1] = 9.0,
        |object: ParticleMut<'_>| *object.ttl = 9.0,
        |object: ParticleMut<'_>| *object.kind = 9,
    ] {
        let mut other = particles.clone();
        change(other.get_mut(handles[1]).unwrap());
        let [first, second] = other.get_disjoint_mut([handles[0], handles[1]]).unwrap();
        assert_ne!(first, second);
        assert_ne!(first.as_ref(), second.as_ref());
    }
    let [first, second] = particles.get_disjoint_mut([handles[0], handles[1]]).unwrap();
    assert_eq!(first, second);
}

#[test]
fn debug_shows_all_fields() {
    let mut particles = ParticlePool::from_iter([spark(1.0)]);
    let handle = particles.handle_at(0).unwrap();
    let fields = "{ position: [1.0, 2.0], ttl: 1.0, kind: 3 }";
    assert_eq!(format!("{:?}", particles.get(handle).unwrap()), format!("ParticleRef {fields}"));
    assert_eq!(format!("{:?}", particles.get_mut(handle).unwrap()), format!("ParticleMut {fields}"));
    let columns = "{ position: [[1.0, 2.0]], ttl: [1.0], kind: [3] }";
    assert_eq!(format!("{:?}", particles.slot_columns()), format!("ParticleColumns {columns}"));
    assert_eq!(format!("{:?}", particles.slot_columns_mut()), format!("ParticleColumnsMut {columns}"));
}

#[test]
fn columns_are_borrowed_apart_from_each_other() {
    let mut particles = ParticlePool::from_iter([spark(1.0), spark(2.0)]);
    let ParticleColumnsMut { position, ttl, kind } = particles.slot_columns_mut();
    for ((position, ttl), kind) in position.iter_mut().zip(ttl).zip(kind) {
        position[0] += *ttl;
        *ttl = 0.0;
        *kind += 1;
    }
    assert_eq!(particles.slot_position(), [[2.0, 2.0], [3.0, 2.0]]);
    assert_eq!((particles.slot_ttl(), particles.slot_kind()), (&[0.0; 2][..], &[4; 2][..]));
}

/// The references have these traits only if the fields have them, so a field without them is no error.
#[test]
fn fields_need_no_traits() {
    #[derive(Clone, Copy)]
    struct Bare(u8);

    #[derive(Pool)]
    #[pool(capacity = 4, columns)]
    struct Item {
        bare: Bare,
        #[pool(group = both)]
        other: Bare,
        #[pool(group = both)]
        number: u8,
    }

    let pool = ItemPool::from_iter([Item { bare: Bare(1), other: Bare(2), number: 3 }]);
    let item = pool.get(pool.handle_at(0).unwrap()).unwrap().to_owned();
    assert_eq!((item.bare.0, item.other.0, item.number), (1, 2, 3));
}
