//! Lets the binary find the Z3 library when it is started by hand or installed.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let origin = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => "@loader_path",
        _ => "$ORIGIN",
    };
    // A package puts the library beside the binary; that copy wins over the one of the build.
    println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{origin}/../lib");
    let library = std::env::var("DEP_Z3WHEEL_LIBDIR").expect("z3-wheel says where the library is");
    println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{library}");
}
