//! The sections of a program file.

use object::{Object, ObjectSection, SectionKind};
use std::error::Error;
use std::fs;
use std::path::Path;

/// The bytes of [`Self::PARTS`].
pub(super) struct Sizes(pub(super) [u64; 5]);

impl Sizes {
    pub(super) const PARTS: [&str; 5] = ["file", "code", "constants", "data", "zeroed (.bss)"];

    pub(super) fn read(program: &Path) -> Result<Self, Box<dyn Error>> {
        let bytes = fs::read(program)?;
        let file = object::File::parse(&*bytes)?;
        let mut sizes = [bytes.len() as u64, 0, 0, 0, 0];
        // Some linkers put padding between sections, which is in neither part.
        for section in file.sections().filter(|section| section.name() != Ok(".relro_padding")) {
            let part = match section.kind() {
                SectionKind::Text => 1,
                SectionKind::ReadOnlyData
                | SectionKind::ReadOnlyDataWithRel
                | SectionKind::ReadOnlyString => 2,
                SectionKind::Data | SectionKind::Tls => 3,
                SectionKind::UninitializedData | SectionKind::UninitializedTls => 4,
                _ => continue,
            };
            sizes[part] += section.size();
        }
        Ok(Sizes(sizes))
    }
}
