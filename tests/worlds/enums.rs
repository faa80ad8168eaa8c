//! Enums: the variant and its fields are saved, checked, restored and compared.

use super::kinds::keeps_its_promises;
use super::*;
use stackpool::Handle;

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
enum Order {
    Wait,
    Move([f32; 2]),
    Attack { target: Handle<Unit>, r#type: bool, then: Link<Unit> },
    Done(),
    Away {},
}

/// The longest variant is `Move`, on all targets.
const ORDER_BYTES: usize = 1 + 8;

fn attack() -> Order {
    let mut units = UnitPool::new();
    let [first, second] = [1, 2].map(|health| units.insert(unit(health)).ok().unwrap());
    Order::Attack { target: first, r#type: true, then: second.into() }
}

#[test]
fn every_variant_comes_back() {
    let orders = [Order::Wait, Order::Move([1.0, f32::MIN]), attack(), Order::Done(), Order::Away {}];
    for (number, mut order) in orders.into_iter().enumerate() {
        let saved = order.save();
        assert_eq!((saved.len(), usize::from(saved[0])), (ORDER_BYTES, number));
        for other in orders.into_iter().filter(move |&other| other != order) {
            keeps_its_promises(&mut order, |order| *order = other);
        }
    }
    assert_eq!(Order::SAVED_BYTES, ORDER_BYTES);
    let fields = [&[1_u8][..], &1.0_f32.to_ne_bytes(), &f32::MIN.to_ne_bytes()].concat();
    assert_eq!(orders[1].save(), fields);
}

#[test]
fn only_what_a_save_can_write_is_accepted() {
    let value = SnapshotError::from(RestoreError::Value);
    assert_eq!(error_of(&Order::Wait, |saved| saved[0] = 5), value);
    assert_eq!(error_of(&Order::Wait, |saved| saved[0] = 255), value);
    assert_eq!(
        error_of(&Order::Done(), |saved| saved[ORDER_BYTES - 1] = 1),
        value,
        "zeros behind the fields"
    );
    let wrong = error_of(&attack(), |saved| saved[1 + size_of::<Handle<Unit>>()] = 2);
    assert_eq!(wrong, value.within("type"));
    for saved in [&[][..], &[0], &[0; ORDER_BYTES - 1], &[0; ORDER_BYTES + 1]] {
        let length = RestoreError::Length { expected: ORDER_BYTES, found: saved.len() };
        assert_eq!(Order::check_saved(saved), Err(length.into()));
    }
}

#[derive(Snapshot, Debug, PartialEq)]
struct Squad {
    orders: [Order; 3],
    /// Saved as its fields, though it has no `Clone` and no `Default`.
    mode: Mode<u16, 2>,
    pair: (Order, u8),
}

#[derive(Snapshot, Debug, PartialEq)]
enum Mode<T, const N: usize> {
    Off,
    On([T; N]),
}

fn squad() -> Squad {
    Squad { orders: [Order::Wait; 3], mode: Mode::Off, pair: (Order::Wait, 0) }
}

#[test]
fn enums_are_parts_of_other_values() {
    let mut world = squad();
    keeps_its_promises(&mut world, |world| {
        world.orders[2] = attack();
        world.mode = Mode::On([1, 2]);
        world.pair.0 = Order::Done();
    });
    assert_eq!(<[Order; 3]>::SAVED_BYTES, 3 * ORDER_BYTES, "elements need no lengths");

    let mut saved = world.save();
    let mode = fields_of(&saved)[1].start;
    saved[mode] = 7;
    let error = world.restore(&saved).unwrap_err();
    assert_eq!((error.path().to_string(), error.error()), ("mode".into(), &RestoreError::Value));
}

#[test]
fn reports_name_variants_and_fields() {
    let report = |first: &Squad, second: &Squad| {
        let (first, second) = (first.save(), second.save());
        let diff = Squad::diff(&first, &second).unwrap();
        let lines: Vec<String> = diff
            .to_string()
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        lines
    };
    let (mut first, mut second) = (squad(), squad());
    second.orders[1] = Order::Move([1.0, 2.0]);
    second.pair.0 = attack();
    first.pair.0 = attack();
    if let Order::Attack { r#type, .. } = &mut second.pair.0 {
        *r#type = false;
    }
    let lines = report(&first, &second);
    assert!(lines.contains(&"orders[1] Wait Move([1.0, 2.0])".into()), "{lines:#?}");
    assert!(lines.contains(&"pair.0.type true false".into()), "{lines:#?}");
    assert_eq!(report(&second, &second), [""; 0], "nothing differs");
}

#[test]
fn the_declaration_identifies_the_bytes() {
    mod before {
        use super::*;
        #[derive(Snapshot)]
        pub(super) enum Mode {
            Off,
            On { level: u8 },
        }
    }
    mod documented {
        use super::*;
        #[derive(Snapshot)]
        pub(super) enum Mode {
            /// Attributes do not matter.
            Off,
            On {
                /// Nor do these.
                level: u8,
            },
        }
    }
    mod swapped {
        use super::*;
        #[derive(Snapshot)]
        pub(super) enum Mode {
            On { level: u8 },
            Off,
        }
    }
    #[derive(Snapshot)]
    struct World<M: Snapshot> {
        mode: M,
    }
    let saved = World { mode: before::Mode::On { level: 3 } }.save();
    let mut documented = World { mode: documented::Mode::Off };
    documented.restore(&saved).unwrap();
    assert!(matches!(documented.mode, documented::Mode::On { level: 3 }));
    let _ = before::Mode::Off;
    assert_eq!(
        World::<swapped::Mode>::check_saved(&saved),
        Err(SnapshotError::new(RestoreError::FieldType { others: 0 }).within("mode"))
    );
}
