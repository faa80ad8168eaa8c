//! The macros of [`stackpool`](https://docs.rs/stackpool), which re-exports them: [`#[derive(Pool)]`](derive@Pool),
//! [`#[derive(Columns)]`](derive@Columns), [`#[derive(Snapshot)]`](derive@Snapshot),
//! [`#[derive(SideTables)]`](derive@SideTables) and [`pool!`]. Their pages are in `docs/`.
//!
//! Each macro reads a definition into the same `spec`. The later stages are shared:
//!
//! ```text
//! read::derive_input --+
//! read::columns_input -+--> spec --> check --> plan --> print
//! read::pool_input ----+               |
//!                                      +--> errors, and a fallback plan --> print
//! ```
//!
//! `#[derive(Snapshot)]` has a spec of its own: `read::snapshot_input`, `spec::snapshot`, `print::snapshot`. So has
//! `#[derive(SideTables)]`: `read::side_tables_input`, `spec::side_tables`, `print::side_tables`.
//!
//! The columns of a struct have a plan of their own, beside that of the pool: `plan::columns`, `print::columns`.
//!
//! Each stage is a folder, and imports only the stages before it: `base`, `spec`, `read`, `check`, `plan`, `print`. A
//! test of the repository (`tests/floors`) checks this.
//!
//! The macros do not compute widths. The widths follow from the value of `capacity`, which only rustc can compute. So
//! the generated code asks the runtime's `Plan`, in const evaluation.

mod base;
mod check;
mod plan;
mod print;
mod read;
mod spec;

use base::errors::Errors;
use base::joined::joined;
use plan::{Plan, fallback};
use print::{barred, columns, expand, missing_keys, side_tables, snapshot};
use proc_macro2::TokenStream;
use read::lengths::Lengths;
use read::{columns_input, derive_input, pool_input, side_tables_input, snapshot_input};
use spec::Spec;
use syn::DeriveInput;

#[doc = include_str!("docs/derive.md")]
#[proc_macro_derive(Pool, attributes(pool, snapshot))]
pub fn derive_pool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    of_type(input.into(), derive).into()
}

#[doc = include_str!("docs/columns.md")]
#[proc_macro_derive(Columns, attributes(pool, snapshot))]
pub fn derive_columns(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    of_type(input.into(), columns_of).into()
}

#[doc = include_str!("docs/snapshot.md")]
#[proc_macro_derive(Snapshot, attributes(snapshot))]
pub fn derive_snapshot(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    of_type(input.into(), snapshot_of).into()
}

#[doc = include_str!("docs/side_tables.md")]
#[proc_macro_derive(SideTables, attributes(tables))]
pub fn derive_side_tables(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    of_type(input.into(), side_tables_of).into()
}

#[doc = include_str!("docs/pool.md")]
#[proc_macro]
pub fn pool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    entries(input.into()).into()
}

/// Reads a type, and prints what it derives.
fn of_type(input: TokenStream, derive: fn(DeriveInput) -> TokenStream) -> TokenStream {
    let error = match syn::parse2(input.clone()) {
        Ok(input) => return derive(input),
        Err(error) => error,
    };
    let mut lengths = Lengths::default();
    match syn::parse2(lengths.hide(input)) {
        Ok(input) => lengths.show(derive(input)),
        Err(_) => error.to_compile_error(),
    }
}

fn derive(input: DeriveInput) -> TokenStream {
    let (mut errors, mut of_saves) = (Errors::new(), Errors::new());
    snapshot_input::check_keys(&input, &mut of_saves);
    let spec = derive_input::read(input, &mut errors);
    joined([print(&spec, errors, false), missing_keys::print(&spec), of_saves.finish()])
}

fn columns_of(input: DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    snapshot_input::check_keys(&input, &mut errors);
    let spec = columns_input::read(input, &mut errors);
    check::check_columns(&spec, &mut errors);
    let tokens = match &spec.barred {
        // `#[derive(Pool)]` prints the columns.
        _ if !spec.keys.columns.is_empty() => TokenStream::new(),
        Some(mistake) => columns::barred::print(&spec, mistake),
        None => joined([columns::pool_check(&spec), print_columns(&spec)]),
    };
    joined([errors.finish(), tokens])
}

fn snapshot_of(input: DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let tokens = snapshot::print(&snapshot_input::read(input, &mut errors));
    joined([errors.finish(), tokens])
}

fn side_tables_of(input: DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let tokens = side_tables::print(&side_tables_input::read(input, &mut errors));
    joined([errors.finish(), tokens])
}

fn entries(input: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let mut entries = pool_input::read(input, &mut errors);
    check::entries::check(&mut entries);
    let mut tokens = errors.finish();
    for entry in entries {
        tokens.extend(match entry.spec {
            Some(spec) => print(&spec, entry.errors, entry.is_named_twice),
            None => entry.errors.finish(),
        });
    }
    tokens
}

/// Prints one pool. If the definition has mistakes, prints all of them instead, with a fallback and with checks of the
/// values that have no mistake. If another entry declares the names of this pool, prints no fallback.
fn print(spec: &Spec, mut errors: Errors, is_named_twice: bool) -> TokenStream {
    check::check(spec, &mut errors);
    let mut tokens = print_columns(spec);
    if errors.is_empty() && spec.barred.is_none() {
        errors.finish();
        tokens.extend(expand::expand(&Plan::new(spec)));
        return tokens;
    }
    match &spec.barred {
        Some((span, message)) if is_named_twice => errors.add(*span, message),
        Some(mistake) => tokens.extend(barred::expand(spec, mistake)),
        None if is_named_twice => {}
        None => tokens.extend(expand::expand(&fallback::plan(spec, &mut errors))),
    }
    if let Some(trial) = plan::trial::trial(spec) {
        tokens.extend(print::trial::print(&trial));
    }
    joined([errors.finish(), tokens])
}

/// Prints the columns of a struct, if it has columns, without the settings that are in conflict.
fn print_columns(spec: &Spec) -> TokenStream {
    let Some(set) = &spec.columns else { return TokenStream::new() };
    let conflicts = check::columns::conflicts(spec, set);
    columns::print(&plan::columns::Columns::new(spec, set, &conflicts))
}

#[cfg(test)]
mod tests;
