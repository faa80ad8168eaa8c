//! An attribute macro whose path begins like a built-in attribute replaces the struct of a row, about which the macro
//! of rows says afterwards that it is plain data. When this was not yet an error, any bytes were a reference.
#![forbid(unsafe_code)]

mod doc {
    pub use attribute_macros::instead;
}

mod deprecated {
    pub use attribute_macros::and;
}

stackpool::__private::row! {
    []
    #[doc::instead(struct Row(&'static u64);)] //~ no rules expected
    pub struct Row { pub a: usize = 0, }
}

stackpool::__private::row! {
    []
    #[deprecated::and(struct Other;)] //~ no rules expected
    pub struct Another { pub a: usize = 0, }
}

stackpool::__private::row! {
    []
    pub struct Field {
        #[doc::instead(b: bool)] //~ no rules expected
        pub a: usize = 0,
    }
}

fn main() {}
