//! The methods of `Columns` reach all fields, so code that does not see them cannot call these.

mod ids {
    #[derive(stackpool::Columns)]
    pub struct Id {
        index: usize,
    }

    impl Id {
        pub fn index(&self) -> usize {
            self.index
        }
    }
}

fn main() {
    let id = <ids::Id as stackpool::Columns>::join(99);
    let _ = id.index();
    let _index: usize = stackpool::Columns::split(id);
}
