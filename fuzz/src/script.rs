//! The bytes of the fuzzer.

use crate::model::Record;

/// The bytes of the fuzzer, read from the front. After the end come zeros.
pub(crate) struct Script<'a>(&'a [u8]);

impl<'a> Script<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Script(data)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `limit`, from two bytes.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::from(self.pick()) % limit
    }

    /// A number that selects one of a list.
    pub(crate) fn pick(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// The remaining bytes as records of 8 bytes each. The last record is filled with zeros.
    pub(crate) fn records(&mut self) -> impl Iterator<Item = Record> {
        std::mem::take(&mut self.0).chunks(8).map(|bytes| {
            let mut record = [0; 8];
            record[..bytes.len()].copy_from_slice(bytes);
            Record::new(u64::from_be_bytes(record))
        })
    }

    /// Changes these bytes with the rest of the script: in some modes only the bytes after a label of `label` bytes,
    /// in others all.
    pub(crate) fn change(&mut self, bytes: &mut Vec<u8>, label: usize) {
        match self.byte() % 5 {
            // Flip bits anywhere.
            0 => {
                while !self.0.is_empty() && !bytes.is_empty() {
                    let at = self.below(bytes.len());
                    bytes[at] ^= self.byte();
                }
            }
            // Replace the bytes after the label.
            1 => {
                for byte in bytes.iter_mut().skip(label) {
                    if self.0.is_empty() {
                        break;
                    }
                    *byte = self.byte();
                }
            }
            // Copy a few bytes to another place.
            2 => {
                while !self.0.is_empty() && !bytes.is_empty() {
                    let (from, to) = (self.below(bytes.len()), self.below(bytes.len()));
                    let len = usize::from(self.byte() % 4 + 1).min(bytes.len() - from.max(to));
                    bytes.copy_within(from..from + len, to);
                    // Usually only once, so that the other bytes stay valid.
                    if self.byte() < 192 {
                        break;
                    }
                }
            }
            // Change the length.
            3 => bytes.resize(self.below(1 << 16), 0),
            // Replace everything with the fuzzer's bytes.
            _ => *bytes = self.0.to_vec(),
        }
    }
}
