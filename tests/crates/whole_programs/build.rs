//! Links for the memory of the boards, wherever cargo was started.

fn main() {
    let package = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    println!("cargo:rustc-link-search={package}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    if std::env::var_os("CARGO_FEATURE_LOG").is_some() {
        println!("cargo:rustc-link-arg-bin=log=-Tdefmt.x");
    }
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
