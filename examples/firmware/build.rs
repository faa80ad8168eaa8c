//! Links for the memory of the boards, wherever cargo was started.

fn main() {
    let package = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    println!("cargo:rustc-link-search={package}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
