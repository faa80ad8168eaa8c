//! Rules across the fields of a struct of columns.

use crate::base::span_range::SpanRange;
use crate::spec::Spec;
use crate::spec::column_order::{ColumnNames, row_name};
use crate::spec::column_set::ColumnSet;
use syn::Ident;
use syn::ext::IdentExt;

/// Settings of fields that are not possible. The code that is printed beside the mistake leaves them out.
#[derive(Debug)]
pub(crate) struct FieldConflict {
    pub(crate) at: SpanRange,
    pub(crate) message: String,
    /// The fields, by their positions.
    pub(crate) fields: Vec<usize>,
    pub(crate) part: Part,
}

/// The part of a field that a conflict is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Group,
    Align,
    /// The methods of its column.
    Methods,
}

/// All conflicts between fields.
pub(crate) fn conflicts(spec: &Spec, set: &ColumnSet) -> Vec<FieldConflict> {
    let mut found = Vec::new();
    check_groups(spec, set, &mut found);
    check_alignments(set, &mut found);
    let grouped = |field: usize| {
        !found.iter().any(|conflict| conflict.part == Part::Group && conflict.fields.contains(&field))
    };
    let mut clashes = check_methods(spec, set, &grouped);
    found.append(&mut clashes);
    found
}

/// The column of a group has a name that no other field has, and its rows have a type of their own.
fn check_groups(spec: &Spec, set: &ColumnSet, found: &mut Vec<FieldConflict>) {
    let names = spec.names();
    let mut taken = vec![(spec.plain_name(), "the struct".to_owned())];
    if spec.is_of_columns() {
        taken.push((names.alias.unraw().to_string(), "the alias of the pool".to_owned()));
        taken.push((names.handle.unraw().to_string(), "the alias of the handle".to_owned()));
    }
    let of_macro = ColumnNames::new(spec);
    for (name, what) in of_macro.all() {
        taken.push((name.to_string(), what.to_owned()));
    }
    for column in set.columns(&|_| true) {
        let Some(group) = &column.group else { continue };
        let row = row_name(spec, group, group.span()).to_string();
        let is_field = |(position, name): (usize, &Ident)| {
            name.unraw() == group.unraw() && !column.fields.contains(&position)
        };
        let mut field_names = set.fields.iter().map(|field| &field.name).enumerate();
        let message = if field_names.any(is_field) {
            format!(
                "`{group}` is a field too, and the column of the group would have its name: rename one of the two"
            )
        } else if let Some((_, what)) = taken.iter().find(|(name, _)| *name == row) {
            format!(
                "the rows of the group `{group}` would have the type `{row}`, which is {what}: rename the group"
            )
        } else {
            taken.push((row, format!("the type of the rows of the group `{group}`")));
            continue;
        };
        found.push(FieldConflict {
            at: SpanRange::at(group.span()),
            message,
            fields: column.fields,
            part: Part::Group,
        });
    }
}

/// A group has one alignment.
fn check_alignments(set: &ColumnSet, found: &mut Vec<FieldConflict>) {
    for column in set.columns(&|_| true) {
        let mut given = column.fields.iter().filter_map(|field| {
            let of_field = &set.fields[*field];
            Some((*field, &of_field.name, of_field.keys.align.given()?))
        });
        let Some((_, first, align)) = given.next() else { continue };
        for (field, _, other) in given.filter(|(_, _, other)| other.text != align.text) {
            let message = format!(
                "the group `{}` is one column, which has one alignment: at `{first}` it is `align = {}`",
                column.name, align.text
            );
            found.push(FieldConflict { at: other.whole, message, fields: vec![field], part: Part::Align });
        }
    }
}

/// The methods of two columns have different names.
fn check_methods(spec: &Spec, set: &ColumnSet, grouped: &dyn Fn(usize) -> bool) -> Vec<FieldConflict> {
    let mut found = Vec::new();
    let mut taken: Vec<(String, Ident)> = Vec::new();
    for column in set.columns(grouped) {
        let Some(methods) = column.methods(spec) else { continue };
        let own = methods.all().map(|method| method.unraw().to_string());
        let name = &column.name;
        if let Some((method, first)) = taken.iter().find(|(method, _)| own.contains(method)) {
            let message = format!(
                "the columns `{first}` and `{name}` would both have a method `{method}`: rename one of the two fields"
            );
            found.push(FieldConflict {
                at: column.span(),
                message,
                fields: column.fields,
                part: Part::Methods,
            });
        } else {
            for method in own {
                taken.push((method, name.clone()));
            }
        }
    }
    found
}
