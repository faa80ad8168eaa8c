//! The objects of column pools under test.

use stackpool::Columns;

/// An object with a column of each kind. All fields follow from the first.
#[derive(Columns, Clone, Copy, PartialEq, Debug)]
pub(crate) struct Row {
    pub(crate) id: u32,
    #[pool(group = pair)]
    pub(crate) low: u16,
    pub(crate) wide: [u64; 2],
    #[pool(skip)]
    pub(crate) note: bool,
    #[pool(group = pair)]
    pub(crate) high: u8,
    #[pool(align = 16)]
    pub(crate) byte: u8,
}

impl Row {
    pub(crate) fn made(id: u32) -> Row {
        let [low, .., high] = id.to_le_bytes();
        Row {
            id,
            low: u16::from(low) << 8 | u16::from(high),
            wide: [u64::from(id) << 32, !u64::from(id)],
            note: id % 2 == 0,
            high,
            byte: low,
        }
    }

    /// The number of the object, if its fields are those of one object. What is not saved is not compared.
    pub(crate) fn stamp(self) -> u32 {
        assert_eq!(self, Row { note: self.note, ..Row::made(self.id) }, "fields of several objects");
        self.id
    }
}
