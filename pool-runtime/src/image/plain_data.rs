//! The bound on the items of a saved pool.

use bytemuck::Pod;

/// Items of pools that can be saved: every [`bytemuck::Pod`] type, and no other.
///
/// A struct derives it with `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` and `#[repr(C)]` (feature
/// `derive` of `bytemuck`). Its fields are plain data too, and it has no padding between them. Keep a handle as a
/// [`Link`](crate::Link), and a `bool` or an enum as an integer.
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
    note = "to a struct of plain data, add `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` (feature \
            `derive` of `bytemuck`) and `#[repr(C)]`",
    note = "keep a handle as a `stackpool::Link`, and a `bool` or an enum as an integer"
)]
pub trait PlainData: Pod {}

#[diagnostic::do_not_recommend]
impl<T: Pod> PlainData for T {}
