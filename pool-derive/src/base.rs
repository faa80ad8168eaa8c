//! Types that every stage uses: text, places in the user's source, and mistakes.

pub(crate) mod errors;
pub(crate) mod generics;
pub(crate) mod joined;
pub(crate) mod self_type;
pub(crate) mod span_range;
pub(crate) mod text;
