//! Visibilities in order, as far as their tokens show.

use quote::ToTokens;
use syn::Visibility;

/// Whether everyone who sees `than` sees `this` too.
pub(crate) fn is_as_visible(this: &Visibility, than: &Visibility) -> bool {
    match (rank(this), rank(than)) {
        // Only rustc can compare other paths.
        (Rank::In, Rank::In) => text(this) == text(than),
        (this, than) => this >= than,
    }
}

/// What everyone sees who sees all of `all`.
pub(crate) fn narrowest<'a>(all: impl Iterator<Item = &'a Visibility>) -> Visibility {
    all.fold(None, |narrowest: Option<Visibility>, vis| match narrowest {
        None => Some(vis.clone()),
        Some(other) if is_as_visible(vis, &other) => Some(other),
        Some(other) if is_as_visible(&other, vis) => Some(vis.clone()),
        Some(_) => Some(Visibility::Inherited),
    })
    .unwrap_or(Visibility::Inherited)
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The module of the struct.
    Private,
    /// `pub(super)` or `pub(in ..)`.
    In,
    Crate,
    Public,
}

fn rank(vis: &Visibility) -> Rank {
    match vis {
        Visibility::Public(_) => Rank::Public,
        Visibility::Inherited => Rank::Private,
        Visibility::Restricted(within) if within.path.is_ident("crate") => Rank::Crate,
        Visibility::Restricted(within) if within.path.is_ident("self") => Rank::Private,
        Visibility::Restricted(_) => Rank::In,
    }
}

/// `pub(in super)` is `pub(super)`.
fn text(vis: &Visibility) -> String {
    match vis {
        Visibility::Restricted(within) => within.path.to_token_stream().to_string(),
        other => other.to_token_stream().to_string(),
    }
}

#[cfg(test)]
mod tests;
