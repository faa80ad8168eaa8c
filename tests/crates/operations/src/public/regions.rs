//! Regions.

use super::seen;
use crate::operations;
use core::alloc::Layout;
use core::hint::black_box;
use stackpool::region::{self, DropScope, FrameId, FrameScope, Inline, Marker, Scope, Static, Undropped};

type Bytes = Inline<4096>;
type Linear = region::Linear<Bytes>;
type DropLinear = region::DropLinear<Bytes>;
type Frame = region::Frame<Bytes>;
type DoubleFrame = region::DoubleFrame<Bytes>;
type Stack = region::Stack<Bytes>;
type DoubleStack = region::DoubleStack<Bytes>;

/// The methods that all regions share.
macro_rules! of_all_regions {
    ($row:literal as $module:ident of $region:ident) => {
        operations! {
            $row as $module {
                fn capacity(region: &$region) -> usize { region.capacity() }
                fn high_water_mark(region: &$region) -> usize { region.high_water_mark() }
                fn padding(region: &$region) -> usize { region.padding() }
                fn remaining_capacity(region: &$region) -> usize { region.remaining_capacity() }
                fn reset(region: &mut $region) { region.reset() }
                fn stats(region: &$region) { seen(region.stats()); }
                fn used(region: &$region) -> usize { region.used() }
            }
        }
    };
}

/// The methods that frames share.
macro_rules! of_both_frames {
    ($row:literal as $module:ident of $region:ident) => {
        operations! {
            $row as $module {
                fn begin(frame: &mut $region) { seen(frame.begin()); }
                fn enter(frame: &mut $region) { seen(frame.enter()); }
                fn get(frame: &$region, id: FrameId<u32>) -> Option<&u32> { frame.get(id) }
                fn get_mut(frame: &mut $region, id: FrameId<u32>) -> Option<&mut u32> { frame.get_mut(id) }
                fn store(frame: &mut $region, value: u32) -> bool { frame.store(value).is_ok() }
                fn store_slice_copy(frame: &mut $region, values: &[u32]) -> bool {
                    frame.store_slice_copy(values).is_ok()
                }
            }
        }
    };
}

/// The methods that a stack and the ends of a double one share. What comes last makes an end of a double stack.
macro_rules! of_stacks {
    ($row:literal as $module:ident of $region:ty $(, $($end:tt)+)?) => {
        operations! {
            $row as $module {
                fn alloc_marked(stack: &mut $region, value: u32) -> bool {
                    black_box(stack $($($end)+)? .alloc_marked(value)).is_ok()
                }
                fn enter(stack: &mut $region) { seen(stack $($($end)+)? .enter()); }
                fn marker(stack: &mut $region) -> bool { black_box(stack $($($end)+)? .marker()).is_ok() }
                fn padding(stack: &mut $region) -> usize { stack $($($end)+)? .padding() }
                fn remaining_capacity(stack: &mut $region) -> usize { stack $($($end)+)? .remaining_capacity() }
                fn reset(stack: &mut $region) { stack $($($end)+)? .reset() }
                fn rollback(stack: &mut $region, marker: Marker) -> bool {
                    stack $($($end)+)? .rollback(marker).is_ok()
                }
                fn scope(stack: &mut $region) -> bool {
                    stack $($($end)+)? .scope(|scope| scope.alloc(1_u32).is_ok())
                }
                fn used(stack: &mut $region) -> usize { stack $($($end)+)? .used() }
            }
        }
    };
}

of_all_regions!("public.region::Linear" as all_of_linear of Linear);
of_all_regions!("public.region::DropLinear" as all_of_drop_linear of DropLinear);
of_all_regions!("public.region::Frame" as all_of_frame of Frame);
of_all_regions!("public.region::DoubleFrame" as all_of_double_frame of DoubleFrame);
of_all_regions!("public.region::DoubleStack" as all_of_double_stack of DoubleStack);
of_both_frames!("public.region::Frame" as frame of Frame);
of_both_frames!("public.region::DoubleFrame" as double_frame of DoubleFrame);
of_stacks!("public.region::Stack" as stack of Stack);
of_stacks!("public.region::StackEnd" as stack_end of DoubleStack, .split().1);

operations! {
    "public.region::Linear" as linear {
        fn enter(region: &mut Linear) { seen(region.enter()); }
        fn scope(region: &mut Linear) -> bool { region.scope(|scope| scope.alloc(1_u32).is_ok()) }
    }
    "public.region::DropLinear" as drop_linear {
        fn enter(region: &mut DropLinear) { seen(region.enter()); }
        fn scope(region: &mut DropLinear) -> bool { region.scope(|scope| scope.alloc(1_u32).is_ok()) }
    }
    "public.region::DoubleFrame" as further_of_double_frame {
        fn flip(frame: &mut DoubleFrame) { frame.flip() }
        fn previous_used(frame: &DoubleFrame) -> usize { frame.previous_used() }
    }
    "public.region::Stack" as further_of_stack {
        fn capacity(stack: &Stack) -> usize { stack.capacity() }
        fn high_water_mark(stack: &Stack) -> usize { stack.high_water_mark() }
        fn stats(stack: &Stack) { seen(stack.stats()); }
    }
    "public.region::DoubleStack" as double_stack {
        fn split(stack: &mut DoubleStack) { seen(stack.split()); }
    }
    "public.region::Scope" as scope {
        fn alloc(scope: &Scope<'_>, value: u32) -> bool { black_box(scope.alloc(value)).is_ok() }
        fn alloc_fmt(scope: &Scope<'_>, value: u32) -> bool {
            black_box(scope.alloc_fmt(format_args!("{value}"))).is_ok()
        }
        fn alloc_iter(scope: &Scope<'_>, values: &[u32]) -> bool {
            black_box(scope.alloc_iter(values.iter().copied())).is_ok()
        }
        fn alloc_layout(scope: &Scope<'_>, layout: Layout) -> bool { black_box(scope.alloc_layout(layout)).is_ok() }
        fn alloc_slice_clone(scope: &Scope<'_>, values: &[u32]) -> bool {
            black_box(scope.alloc_slice_clone(values)).is_ok()
        }
        fn alloc_slice_copy(scope: &Scope<'_>, values: &[u32]) -> bool {
            black_box(scope.alloc_slice_copy(values)).is_ok()
        }
        fn alloc_slice_fill_copy(scope: &Scope<'_>, len: usize) -> bool {
            black_box(scope.alloc_slice_fill_copy(len, 1_u32)).is_ok()
        }
        fn alloc_slice_fill_with(scope: &Scope<'_>, len: usize) -> bool {
            black_box(scope.alloc_slice_fill_with(len, |index| index)).is_ok()
        }
        fn alloc_slice_try_fill_with(scope: &Scope<'_>, len: usize) -> bool {
            black_box(scope.alloc_slice_try_fill_with(len, |index| (index < 9).then_some(index).ok_or(()))).is_ok()
        }
        fn alloc_str(scope: &Scope<'_>, text: &str) -> bool { black_box(scope.alloc_str(text)).is_ok() }
        fn alloc_try_with(scope: &Scope<'_>, value: Result<u32, ()>) -> bool {
            black_box(scope.alloc_try_with(|| value)).is_ok()
        }
        fn alloc_with(scope: &Scope<'_>, value: u32) -> bool { black_box(scope.alloc_with(|| value)).is_ok() }
        fn padding(scope: &Scope<'_>) -> usize { scope.padding() }
        fn remaining_capacity(scope: &Scope<'_>) -> usize { scope.remaining_capacity() }
        fn scope(scope: &mut Scope<'_>) -> bool { scope.scope(|inner| inner.alloc(1_u32).is_ok()) }
        fn used(scope: &Scope<'_>) -> usize { scope.used() }
    }
    "public.region::DropScope" as drop_scope {
        fn alloc(scope: &DropScope<'_, Bytes>, value: Dropped) -> bool { black_box(scope.alloc(value)).is_ok() }
        fn alloc_iter(scope: &DropScope<'_, Bytes>, values: [Dropped; 4]) -> bool {
            black_box(scope.alloc_iter(values)).is_ok()
        }
        fn alloc_slice_clone(scope: &DropScope<'_, Bytes>, values: &[Dropped]) -> bool {
            black_box(scope.alloc_slice_clone(values)).is_ok()
        }
        fn alloc_slice_fill_with(scope: &DropScope<'_, Bytes>, len: usize) -> bool {
            black_box(scope.alloc_slice_fill_with(len, |_| Dropped(1))).is_ok()
        }
        fn alloc_slice_try_fill_with(scope: &DropScope<'_, Bytes>, len: usize) -> bool {
            black_box(scope.alloc_slice_try_fill_with(len, |index| (index < 9).then_some(Dropped(1)).ok_or(()))).is_ok()
        }
        fn alloc_try_with(scope: &DropScope<'_, Bytes>, value: Result<Dropped, ()>) -> bool {
            black_box(scope.alloc_try_with(|| value)).is_ok()
        }
        fn alloc_with(scope: &DropScope<'_, Bytes>, value: Dropped) -> bool {
            black_box(scope.alloc_with(|| value)).is_ok()
        }
        fn padding(scope: &DropScope<'_, Bytes>) -> usize { scope.padding() }
        fn plain(scope: &DropScope<'_, Bytes>) -> bool { black_box(scope.plain().alloc(1_u32)).is_ok() }
        fn remaining_capacity(scope: &DropScope<'_, Bytes>) -> usize { scope.remaining_capacity() }
        fn scope(scope: &mut DropScope<'_, Bytes>) -> bool { scope.scope(|inner| inner.alloc(Dropped(1)).is_ok()) }
        fn used(scope: &DropScope<'_, Bytes>) -> usize { scope.used() }
    }
    "public.region::FrameScope" as frame_scope {
        fn get(scope: &FrameScope<'_, Bytes>, id: FrameId<u32>) -> bool { black_box(scope.get(id)).is_some() }
        fn get_mut(scope: &mut FrameScope<'_, Bytes>, id: FrameId<u32>) -> bool {
            black_box(scope.get_mut(id)).is_some()
        }
        fn scope(scope: &mut FrameScope<'_, Bytes>) { scope.scope(|inner| seen(inner)) }
        fn store(scope: &FrameScope<'_, Bytes>, value: u32) -> bool { scope.store(value).is_ok() }
        fn store_iter(scope: &FrameScope<'_, Bytes>, values: &[u32]) -> bool {
            scope.store_iter(values.iter().copied()).is_ok()
        }
        fn store_slice_copy(scope: &FrameScope<'_, Bytes>, values: &[u32]) -> bool {
            scope.store_slice_copy(values).is_ok()
        }
    }
    "public.region::FrameId" as frame_id {
        fn is_empty(id: FrameId<[u32]>) -> bool { id.is_empty() }
        fn len(id: FrameId<[u32]>) -> usize { id.len() }
    }
    "public.region::Static" as static_region {
        fn take(region: &'static Static<Linear>) -> bool { region.take().is_ok() }
    }
    "public.region::Undropped" as undropped {
        fn into_inner(value: Undropped<Dropped>) -> Dropped { value.into_inner() }
    }
    "public.region" as functions {
        fn scratch() -> bool { region::scratch::<64, _>(|scope| scope.alloc(1_u32).is_ok()) }
    }
}

/// A value with a destructor.
#[derive(Clone)]
pub(crate) struct Dropped(pub(crate) u32);

impl Drop for Dropped {
    fn drop(&mut self) {
        seen(self.0);
    }
}
