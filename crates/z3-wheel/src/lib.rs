//! The Z3 library, fetched by the build.
//!
//! The build script of this crate downloads the pinned wheel `z3-solver` from PyPI with pip,
//! checks its SHA-256, and unpacks it once into `.z3/` at the root of the workspace, where all
//! profiles and target folders share it. Nothing has to be installed by hand except Python with
//! pip. `TANDEM_Z3_DIR` names a folder with another Z3 (`lib/` or `bin/` with the shared
//! library); then nothing is downloaded.
//!
//! # What this crate does not know
//! Any function of Z3. Those are the business of `z3-sys` and of the crate `smt`.
//!
//! # How the library is found
//! - By the linker and by everything that Cargo starts (`cargo run`, `cargo test`, doc tests,
//!   benches): the build script links the library into its `OUT_DIR` and gives that folder as
//!   a native search path. Cargo puts search paths below the target folder on the library path of
//!   the programs it starts.
//! - By a binary that is started by hand or installed: through its run path. A crate with a binary
//!   depends on this crate and has this build script:
//!
//! ```no_run
//! println!("cargo::rerun-if-changed=build.rs");
//! let origin = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
//!     Ok("macos") => "@loader_path",
//!     _ => "$ORIGIN",
//! };
//! // A package puts the library beside the binary; that copy wins over the one of the build.
//! println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{origin}/../lib");
//! let library = std::env::var("DEP_Z3WHEEL_LIBDIR").expect("z3-wheel says where the library is");
//! println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{library}");
//! ```

#![forbid(unsafe_code)]

#[cfg(test)]
mod checksum;
#[cfg(test)]
mod folder;
#[cfg(test)]
mod platform;

/// The folder with the shared library that this build is linked against. A package copies the
/// library from here.
pub const LIBRARY_FOLDER: &str = env!("Z3_WHEEL_LIBRARY_FOLDER");
