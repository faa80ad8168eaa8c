//! The documentation of the types that the macros generate for a struct of columns.

use crate::plan::krate::link;
use crate::spec::Spec;

/// What the texts are about.
pub(crate) struct ColumnDocs {
    /// The path for links, if links can be written.
    krate: Option<String>,
    /// A link to the struct.
    subject: String,
}

impl ColumnDocs {
    pub(crate) fn new(spec: &Spec) -> Self {
        ColumnDocs {
            krate: match spec.keys.krate.value() {
                Some(path) => link(path),
                None => Some("::stackpool".to_owned()),
            },
            subject: format!("[`{}`](type@{})", spec.plain_name(), spec.name),
        }
    }

    /// A link to a method of pools.
    fn method(&self, name: &str) -> String {
        match &self.krate {
            Some(krate) => format!("[`{name}`]({krate}::ColumnPool::{name})"),
            None => format!("`ColumnPool::{name}`"),
        }
    }

    pub(crate) fn by_ref(&self) -> String {
        format!("References to the fields of one {}, from {}.", self.subject, self.method("get"))
    }

    pub(crate) fn by_mut(&self) -> String {
        let get_mut = self.method("get_mut");
        format!("References to the fields of one {}, for writing, from {get_mut}.", self.subject)
    }

    pub(crate) fn slices(&self) -> String {
        let (columns, of_slots) = (self.method("columns"), self.method("slot_columns"));
        format!(
            "A slice of each column of a pool of {}: from {columns} of a dense pool, or from {of_slots}, where slot \
             `i` is at position `i` of each.",
            self.subject
        )
    }

    pub(crate) fn slices_mut(&self) -> String {
        let (columns, of_slots) = (self.method("columns_mut"), self.method("slot_columns_mut"));
        format!(
            "A slice of each column of a pool of {}, for writing: from {columns} of a dense pool, or from {of_slots}, \
             where slot `i` is at position `i` of each.",
            self.subject
        )
    }

    pub(crate) fn row(&self, group: &str) -> String {
        format!(
            "A row of the column `{group}`: the fields of the group `{group}` of a {}, side by side, in their order \
             (`repr(C)`). It is `Copy`. It is `bytemuck::Pod` if all fields are and leave no padding between them.",
            self.subject
        )
    }

    pub(crate) fn methods(&self, missing: &[String]) -> String {
        let [columns, columns_mut, slot_columns, slot_columns_mut] =
            ["columns", "columns_mut", "slot_columns", "slot_columns_mut"].map(|name| self.method(name));
        let mut docs = format!(
            "The columns of a pool of {}, each as four methods. Those whose names begin with `slot_` are for pools \
             without `dense`, and lend free slots too.\n\n\
             {columns} and {columns_mut}, or {slot_columns} and {slot_columns_mut}, lend all columns at once.",
            self.subject
        );
        if !missing.is_empty() {
            docs.push_str(&format!(
                " These have no methods here, because a pool has methods of the same names: {}. Use the fields of \
                 {columns}.",
                missing.join(", ")
            ));
        }
        docs
    }

    pub(crate) fn to_owned(&self) -> String {
        format!("Makes a {} of copies of the fields.", self.subject)
    }

    pub(crate) fn field(&self, name: &str) -> String {
        format!("`{name}` of the {}.", self.subject)
    }

    pub(crate) fn column(&self, name: &str, is_mut: bool) -> String {
        let for_writing = if is_mut { ", for writing" } else { "" };
        format!("`{name}` of each object or slot{for_writing}.")
    }
}
