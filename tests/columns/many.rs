//! A struct of more columns than one chain of its list has, with columns and fields that are not saved.

use stackpool::{Columns, pool};

/// Declares a struct with the same attribute before each of its fields, and a function that makes one from a number.
macro_rules! many {
    (#$key:tt $name:ident, $pool:ident, $make:ident: $($field:ident)*) => {
        #[derive(Columns, Clone, Copy, Debug, Default, PartialEq)]
        struct $name {
            $(#$key $field: u16,)*
            #[pool(skip)]
            last: u8,
        }

        pool! { $pool: [$name; 70], columns, changes; }

        /// The field at position `p` is `100 * number + p`.
        fn $make(number: u16) -> $name {
            let mut value = 100 * number;
            let mut object = $name::default();
            $(
                object.$field = value;
                value += 1;
            )*
            object.last = number as u8;
            object
        }

        impl $name {
            fn fields(&self) -> Vec<u16> {
                [$(self.$field),*].into()
            }
        }
    };
}

many!(#[doc = "A number."] Wide, Wides, wide: a b c d e f g h i j k l m n o p q r s t u v w x y);
many!(#[pool(group = all)] Rows, AllRows, rows: a b c d e f g h i j k l m n o p q r s t u v w x y);

const FIELDS: usize = 25;

/// The numbers of the objects after some were removed: those of the first word of slots, and those of the second.
fn live() -> [Vec<u16>; 2] {
    [(0..64).filter(|number| number % 9 != 2).collect(), (64..67).filter(|number| *number != 65).collect()]
}

/// Has as many bytes in a row, once.
fn has(image: &[u8], wanted: &[u16]) -> bool {
    let bytes: Vec<u8> = wanted.iter().flat_map(|value| value.to_ne_bytes()).collect();
    image.windows(bytes.len()).filter(|window| *window == bytes).count() == 1
}

#[test]
fn all_columns_have_their_values_and_their_order() {
    let mut pool = WidesPool::from_iter((0..67).map(wide));
    let removed = (0..67).filter(|number| !live().concat().contains(number));
    for number in removed {
        let handle = pool.handle_at(number.into()).unwrap();
        assert_eq!(pool.remove(handle), Some(wide(number)));
    }
    for (number, (handle, object)) in live().concat().into_iter().zip(pool.iter()) {
        assert_eq!((handle.index(), object.to_owned()), (number.into(), wide(number)));
    }
    // Each column begins where the one before it ends, at the next multiple of its alignment.
    let columns = pool.slot_columns();
    let starts: Vec<usize> = [columns.a, columns.b, columns.h, columns.i, columns.m, columns.n, columns.y]
        .map(|column| column.as_ptr().addr())
        .into();
    let distance = starts[1] - starts[0];
    assert_eq!(distance, (70 * size_of::<u16>()).next_multiple_of(stackpool::__private::COLUMN_ALIGN));
    let positions = [0, 1, 7, 8, 12, 13, 24];
    assert!(starts.iter().zip(positions).all(|(start, position)| *start == starts[0] + position * distance));
    assert_eq!(columns.last.as_ptr().addr(), starts[0] + FIELDS * distance);
    // Column by column in each word of 64 slots.
    let image = pool.save();
    let wanted = live().map(|word| {
        (0..FIELDS as u16).flat_map(|at| word.iter().map(move |number| 100 * number + at)).collect::<Vec<_>>()
    });
    assert!(has(&image, &wanted.concat()));
    let mut restored = WidesPool::from_iter((0..70).map(|_| wide(1)));
    restored.restore(&image).unwrap();
    for (number, (_, object)) in live().concat().into_iter().zip(restored.iter()) {
        assert_eq!(object.to_owned().fields(), wide(number).fields());
        assert_eq!(*object.last, 1);
    }
    assert_eq!(restored.save(), image);
}

#[test]
fn all_fields_of_a_group_have_their_values_and_their_order() {
    let pool = AllRowsPool::from_iter((0..3).map(rows));
    let image = pool.save();
    assert!(has(&image, &[rows(0).fields(), rows(1).fields(), rows(2).fields()].concat()));
    let mut restored = AllRowsPool::from_iter((0..70).map(|_| rows(1)));
    restored.restore(&image).unwrap();
    for (number, (_, object)) in restored.iter().enumerate() {
        assert_eq!(object.to_owned(), Rows { last: 1, ..rows(number as u16) });
    }
}

#[test]
fn a_restore_finds_a_difference_in_each_column() {
    let mut pool = WidesPool::from_iter((0..67).map(wide));
    let image = pool.save();
    let handle = pool.handle_at(66).unwrap();
    let fields: [fn(&mut Wide) -> &mut u16; 7] = [
        |wide| &mut wide.a,
        |wide| &mut wide.g,
        |wide| &mut wide.h,
        |wide| &mut wide.m,
        |wide| &mut wide.n,
        |wide| &mut wide.o,
        |wide| &mut wide.y,
    ];
    for field in fields {
        let mut object = wide(66);
        *field(&mut object) += 1;
        pool.get_mut(handle).unwrap().set(object);
        drop(pool.take_changed());
        pool.restore(&image).unwrap();
        assert!(pool.changed().map(|change| change.index()).eq([66]));
        assert_eq!(pool.copy_of(handle), Some(wide(66)));
    }
}
