//! Plays the inputs that the fuzzer found, each of which reaches code that the others do not.

/// Plays the lines of a file in `seeds/`.
fn play(target: fn(&[u8]), inputs: &str) {
    for input in inputs.lines() {
        let digits =
            input.as_bytes().chunks(2).map(|digits| std::str::from_utf8(digits).expect("hexadecimal digits"));
        let bytes: Vec<u8> =
            digits.map(|digits| u8::from_str_radix(digits, 16).expect("hexadecimal digits")).collect();
        target(&bytes);
    }
}

macro_rules! seeds {
    ($($target:ident)*) => {$(
        #[test]
        fn $target() {
            play(stackpool_fuzz::$target, include_str!(concat!("../seeds/", stringify!($target), ".txt")));
        }
    )*};
}

seeds! { boxes columns data delta diff history packet pools regions relink restore structures values world }
