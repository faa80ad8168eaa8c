//! Two ways to fill a slice in a region with values that can fail.

use stackpool::region::Scope;

/// Makes a slice of the values of the iterator, up to its first error. Returns `full` if there is no room.
pub(crate) fn collect<'a, T: Copy, E>(
    scope: &Scope<'a>,
    values: impl Iterator<Item = Result<T, E>>,
    full: E,
) -> Result<&'a mut [T], E> {
    let mut error = None;
    let good = values.map_while(|value| value.map_err(|mistake| error = Some(mistake)).ok());
    let slice = scope.alloc_iter(good).map_err(|_| full)?;
    error.map_or(Ok(slice), Err)
}

/// Makes a slice of one value for each of `sources`. Making a value can allocate from the same scope, so the slice is
/// allocated first and filled with `blank`. `sources` is called twice.
pub(crate) fn make<'a, S: Iterator, T: Copy, E>(
    scope: &Scope<'a>,
    sources: impl Fn() -> S,
    blank: T,
    full: E,
    mut value: impl FnMut(S::Item) -> Result<T, E>,
) -> Result<&'a [T], E> {
    let slice = scope.alloc_slice_fill_with(sources().count(), |_| blank).map_err(|_| full)?;
    for (slot, source) in slice.iter_mut().zip(sources()) {
        *slot = value(source)?;
    }
    Ok(slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stackpool::region::{Inline, Linear};

    #[test]
    fn values_or_the_first_error() {
        let mut memory = Linear::<Inline<8>>::new();
        let scope = memory.enter();
        assert_eq!(collect(&scope, [Ok(1_u8), Err("odd"), Err("even")].into_iter(), "full"), Err("odd"));
        assert_eq!(collect(&scope, [1_u32, 2, 3].map(Ok).into_iter(), "full"), Err("full"));
        let mut memory = Linear::<Inline<8>>::new();
        assert_eq!(collect(&memory.enter(), [1_u32, 2].map(Ok).into_iter(), "full"), Ok(&mut [1, 2][..]));
    }

    #[test]
    fn values_that_take_memory() {
        let mut memory = Linear::<Inline<96>>::new();
        let scope = memory.enter();
        let words = ["a", "level"];
        let copy = |word: &str| scope.alloc_str(word).map(|copy| &*copy).map_err(|_| "full");
        let copies = make(&scope, || words.iter(), "", "full", |word| copy(word));
        assert_eq!(copies, Ok(&words[..]));
        let copies = make(&scope, || words.iter(), "", "full", |_| Err("none"));
        assert_eq!(copies, Err("none"));
        let many = [words; 9];
        let copies = make(&scope, || many.iter(), "", "full", |_| Ok(""));
        assert_eq!(copies, Err("full"));
    }
}
