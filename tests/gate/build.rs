//! Turns on what only the gate compiles, if the variable `GATE` is set.

fn main() {
    println!("cargo::rerun-if-env-changed=GATE");
    println!("cargo::rustc-check-cfg=cfg(gate)");
    if std::env::var_os("GATE").is_some() {
        println!("cargo::rustc-cfg=gate");
    }
}
