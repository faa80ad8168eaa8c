//! What a program has without a pool: an array of options. Without generations, a stale index finds a newer object.

/// An array whose first empty place is searched for.
pub struct Search<T, const N: usize> {
    places: [Option<T>; N],
}

impl<T, const N: usize> Search<T, N> {
    fn insert(&mut self, item: T) -> Option<u8> {
        let index = self.places.iter().position(Option::is_none)?;
        self.places[index] = Some(item);
        Some(index as u8)
    }

    fn remove(&mut self, index: u8) -> Option<T> {
        self.places.get_mut(usize::from(index))?.take()
    }

    fn get(&self, index: u8) -> Option<&T> {
        self.places.get(usize::from(index))?.as_ref()
    }
}

/// An array with a stack of the indices of its empty places. The program fills the stack before its first use.
pub struct Stack<T, const N: usize> {
    places: [Option<T>; N],
    free: [u8; N],
    free_count: u8,
}

impl<T, const N: usize> Stack<T, N> {
    fn insert(&mut self, item: T) -> Option<u8> {
        let top = self.free_count.checked_sub(1)?;
        let index = *self.free.get(usize::from(top))?;
        *self.places.get_mut(usize::from(index))? = Some(item);
        self.free_count = top;
        Some(index)
    }

    fn remove(&mut self, index: u8) -> Option<T> {
        let item = self.places.get_mut(usize::from(index))?.take()?;
        *self.free.get_mut(usize::from(self.free_count))? = index;
        self.free_count += 1;
        Some(item)
    }

    fn get(&self, index: u8) -> Option<&T> {
        self.places.get(usize::from(index))?.as_ref()
    }
}

/// An array with a bit per place. This is the least that a program can do: the items are plain data.
pub struct Bitmap<T, const N: usize> {
    places: [T; N],
    taken: [u32; 7],
}

impl<T: Copy, const N: usize> Bitmap<T, N> {
    fn insert(&mut self, item: T) -> Option<u8> {
        let (word, bits) = self.taken.iter_mut().enumerate().find(|(_, bits)| **bits != u32::MAX)?;
        let index = 32 * word + bits.trailing_ones() as usize;
        *self.places.get_mut(index)? = item;
        *bits |= *bits + 1;
        Some(index as u8)
    }

    fn remove(&mut self, index: u8) -> Option<T> {
        let (bits, bit) = (self.taken.get_mut(usize::from(index / 32))?, 1 << (index % 32));
        if *bits & bit == 0 {
            return None;
        }
        *bits &= !bit;
        self.places.get(usize::from(index)).copied()
    }

    fn get(&self, index: u8) -> Option<&T> {
        let bits = self.taken.get(usize::from(index / 32))?;
        if bits >> (index % 32) & 1 == 0 { None } else { self.places.get(usize::from(index)) }
    }
}

/// The operations of an array of 200 items of `$words` words.
macro_rules! operations {
    ($group:literal, $row:ident: $array:ident<[u32; $words:literal]>) => {
        mod $row {
            type Item = [u32; $words];
            type Items = super::super::$array<Item, 200>;

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".insert"))]
            fn insert(items: &mut Items, item: Item) -> Option<u8> {
                items.insert(item)
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".remove"))]
            fn remove(items: &mut Items, index: u8) -> bool {
                items.remove(index).is_some()
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".get"))]
            fn get(items: &Items, index: u8) -> Option<&Item> {
                items.get(index)
            }
        }
    };
}

mod of_16_bytes {
    operations!("pool16", array_with_search: Search<[u32; 4]>);
    operations!("pool16", array_with_stack: Stack<[u32; 4]>);
    operations!("pool16", array_with_bitmap: Bitmap<[u32; 4]>);
}

mod of_64_bytes {
    operations!("pool64", array_with_search: Search<[u32; 16]>);
    operations!("pool64", array_with_stack: Stack<[u32; 16]>);
    operations!("pool64", array_with_bitmap: Bitmap<[u32; 16]>);
}
