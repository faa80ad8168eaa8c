//! What the items of a saved pool are.

use bytemuck::Pod;

/// Items that a pool can be saved with: every [`bytemuck::Pod`] type, and no other.
///
/// A struct derives it: `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` with `#[repr(C)]`, under feature
/// `derive` of `bytemuck`. Its fields are plain data too, without padding between them. A handle is kept as a
/// [`Link`](crate::Link), a `bool` or an enum as an integer.
///
/// ```compile_fail,E0277
/// # use stackpool::Pool;
/// #[derive(Pool)]
/// #[pool(capacity = 64)]
/// struct Player {
///     name: String,
/// }
///
/// PlayerPool::new().restore(&[]); // the bytes of the name are not in the pool
/// ```
#[diagnostic::on_unimplemented(
    message = "saving a pool needs items that are plain data: `{Self}` is not `bytemuck::Pod`",
    label = "`{Self}` may hold more than plain data",
    note = "a struct of plain data has `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` (feature `derive` of `bytemuck`) \
            and `#[repr(C)]`",
    note = "in place of a handle it holds a `stackpool::Link`, in place of a `bool` or an enum an integer"
)]
pub trait PlainData: Pod {}

#[diagnostic::do_not_recommend]
impl<T: Pod> PlainData for T {}
