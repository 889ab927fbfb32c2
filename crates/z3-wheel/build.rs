//! Fetches the pinned wheel, or takes the folder that `TANDEM_Z3_DIR` names, and tells Cargo where
//! the library is.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "src/checksum.rs"]
mod checksum;
#[path = "src/folder.rs"]
mod folder;
#[path = "src/platform.rs"]
mod platform;

use platform::Wheel;

/// What went wrong and what to do about it, in lines for the user.
type Failure = String;

fn main() {
    if let Err(failure) = run() {
        for line in failure.lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
}

fn run() -> Result<(), Failure> {
    for file in [
        "build.rs",
        "src/checksum.rs",
        "src/folder.rs",
        "src/platform.rs",
    ] {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-env-changed=TANDEM_Z3_DIR");

    let os = cargo_variable("CARGO_CFG_TARGET_OS");
    let libraries = platform::library_names(&os);
    let library_folder = match env::var_os("TANDEM_Z3_DIR").filter(|named| !named.is_empty()) {
        Some(named) => named_library(Path::new(&named), &libraries)?,
        None => fetched_library(&os)?,
    };
    for library in libraries {
        println!(
            "cargo::rerun-if-changed={}",
            library_folder.join(library).display()
        );
    }

    let search = PathBuf::from(cargo_variable("OUT_DIR")).join("lib");
    link_libraries(&library_folder, &search, &libraries)
        .map_err(|error| format!("cannot link Z3 into {}: {error}", search.display()))?;
    println!("cargo::rustc-link-search=native={}", search.display());
    println!("cargo::metadata=libdir={}", library_folder.display());
    println!(
        "cargo::rustc-env=Z3_WHEEL_LIBRARY_FOLDER={}",
        library_folder.display()
    );
    Ok(())
}

/// A variable that Cargo always sets for build scripts.
fn cargo_variable(name: &str) -> String {
    // `CARGO_CFG_TARGET_ENV` is empty on some targets, and then Cargo may leave it out.
    env::var(name).unwrap_or_default()
}

/// The folder with the library inside the folder that `TANDEM_Z3_DIR` names.
fn named_library(named: &Path, libraries: &[&str]) -> Result<PathBuf, Failure> {
    let named = fs::canonicalize(named)
        .map_err(|error| format!("TANDEM_Z3_DIR names {}: {error}", named.display()))?;
    folder::library_folder(&named, libraries).ok_or_else(|| {
        format!(
            "TANDEM_Z3_DIR names {}, but there is no {} in it nor in its lib/ or bin/.\n\
             Give the folder of a Z3 5.4 with its shared library, or unset TANDEM_Z3_DIR to have \
             one fetched.",
            named.display(),
            libraries[0]
        )
    })
}

/// The folder with the library of the pinned wheel, which is fetched if it is not there yet.
fn fetched_library(os: &str) -> Result<PathBuf, Failure> {
    let (arch, abi) = (
        cargo_variable("CARGO_CFG_TARGET_ARCH"),
        cargo_variable("CARGO_CFG_TARGET_ENV"),
    );
    let wheel = platform::wheel(os, &arch, &abi).ok_or_else(|| {
        format!(
            "no Z3 is pinned for {os} on {arch} {abi}.\n\
             Build or install Z3 5.4 and set TANDEM_Z3_DIR to its folder (the one with lib/)."
        )
    })?;
    let libraries = platform::library_names(os);
    let folders = stores().map(|store| store.join(format!("{}-{}", platform::VERSION, wheel.name)));
    let sound = |folder: &PathBuf| folder::is_sound(folder, wheel.sha256, &libraries);
    if let Some(folder) = folders.iter().find(|folder| sound(folder)) {
        return Ok(folder.join("lib"));
    }
    // The process id keeps concurrent builds apart; whoever renames first wins.
    let work = |folder: &PathBuf| folder.with_file_name(format!("work-{}", std::process::id()));
    let folder = folders
        .iter()
        .find(|folder| fs::create_dir_all(work(folder)).is_ok())
        .ok_or_else(|| format!("cannot write to {}", folders[0].display()))?;
    let result = fetch(wheel, &work(folder))
        .and_then(|unpacked| install(&unpacked, folder, wheel, &libraries));
    // A leftover would only cost space.
    let _ = fs::remove_dir_all(work(folder));
    result?;
    Ok(folder.join("lib"))
}

/// Where unpacked wheels are kept: in the workspace, for all profiles and target folders, or else
/// in `OUT_DIR`, for a workspace that cannot be written.
fn stores() -> [PathBuf; 2] {
    let own = PathBuf::from(cargo_variable("OUT_DIR")).join("z3");
    let manifest = PathBuf::from(cargo_variable("CARGO_MANIFEST_DIR"));
    match manifest.ancestors().nth(2) {
        Some(root) if root.join("Cargo.lock").is_file() => [root.join(".z3"), own],
        _ => [own.clone(), own],
    }
}

/// Downloads the wheel into `work`, checks it, and returns the folder with `lib/` and `include/`.
fn fetch(wheel: &Wheel, work: &Path) -> Result<PathBuf, Failure> {
    let package = format!("z3-solver=={}", platform::VERSION);
    let otherwise = format!(
        "Otherwise install Z3 5.4 and set TANDEM_Z3_DIR to its folder, or unpack the wheel\n\
         {package} ({}) elsewhere and set TANDEM_Z3_DIR to its folder z3/.",
        wheel.tag
    );
    let python = python().ok_or_else(|| {
        format!(
            "Z3 is fetched with pip, but there is no `python3 -m pip` on this machine.\n\
             Install Python 3 with pip (Debian and Ubuntu: apt install python3-pip).\n{otherwise}"
        )
    })?;

    let download = Command::new(python)
        .args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
        ])
        .args([
            "--no-deps",
            "--only-binary=:all:",
            "--platform",
            wheel.tag,
            "-d",
        ])
        .arg(work)
        .arg(&package)
        .output();
    if let (false, reason) = succeeded(&download) {
        return Err(format!(
            "pip could not download {package}:\n{reason}\n\
             Check the network, a proxy or the package index of pip, and build again.\n{otherwise}"
        ));
    }
    let file = wheel_file(work)
        .ok_or_else(|| format!("pip downloaded no wheel of {package}.\n{otherwise}"))?;
    let hash = checksum::sha256(&file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    if hash != wheel.sha256 {
        return Err(format!(
            "the wheel of {package} for {} has the wrong checksum and was not used.\n\
             expected {}\n\
             received {hash}\n\
             The package index of pip gives another file than PyPI: check its configuration.\n\
             {otherwise}",
            wheel.tag, wheel.sha256
        ));
    }

    let unpacked = work.join("unpacked");
    let unpack = Command::new(python)
        .args(["-m", "zipfile", "-e"])
        .args([&file, &unpacked])
        .output();
    match succeeded(&unpack) {
        (true, _) => Ok(unpacked.join("z3")),
        (false, reason) => Err(format!("cannot unpack {}:\n{reason}", file.display())),
    }
}

/// The first Python that has pip.
fn python() -> Option<&'static str> {
    ["python3", "python"].into_iter().find(|python| {
        let version = Command::new(python)
            .args(["-m", "pip", "--version"])
            .output();
        succeeded(&version).0
    })
}

/// Whether a command ran and succeeded, and otherwise what it complained of.
fn succeeded(result: &io::Result<Output>) -> (bool, String) {
    match result {
        Ok(output) if output.status.success() => (true, String::new()),
        Ok(output) => {
            let complaint = String::from_utf8_lossy(&output.stderr);
            (false, complaint.trim_end().to_owned())
        }
        Err(error) => (false, error.to_string()),
    }
}

fn wheel_file(work: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(work)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()));
    entries.find(|path| path.extension().is_some_and(|extension| extension == "whl"))
}

/// Moves a freshly unpacked wheel to its place in one step, so that no other build ever sees half
/// of it.
fn install(
    unpacked: &Path,
    folder: &Path,
    wheel: &Wheel,
    libraries: &[&str],
) -> Result<(), Failure> {
    let cannot = |error: io::Error| format!("cannot install Z3 in {}: {error}", folder.display());
    folder::seal(unpacked, wheel.sha256, libraries)
        .map_err(|error| format!("the wheel of Z3 does not hold the library it should: {error}"))?;
    if !folder::is_sound(unpacked, wheel.sha256, libraries) {
        return Err("the wheel of Z3 does not hold the headers it should".to_owned());
    }
    if folder.exists() {
        if folder::is_sound(folder, wheel.sha256, libraries) {
            // Another build was faster.
            return Ok(());
        }
        fs::rename(folder, unpacked.with_file_name("damaged")).map_err(cannot)?;
    }
    match fs::rename(unpacked, folder) {
        Ok(()) => Ok(()),
        Err(_) if folder::is_sound(folder, wheel.sha256, libraries) => Ok(()),
        Err(error) => Err(cannot(error)),
    }
}

/// Makes the library available in `search` under the linker's and the loader's names.
fn link_libraries(library_folder: &Path, search: &Path, libraries: &[&str]) -> io::Result<()> {
    if search.exists() {
        fs::remove_dir_all(search)?;
    }
    fs::create_dir_all(search)?;
    let present = libraries
        .iter()
        .map(|library| library_folder.join(library))
        .find(|library| library.is_file())
        .ok_or(io::ErrorKind::NotFound)?;
    // A Z3 of another version has another name for the loader: all its names are linked.
    for entry in fs::read_dir(library_folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("libz3.") {
            symlink(&entry.path(), &search.join(entry.file_name()))?;
        }
    }
    for library in libraries {
        let link = search.join(library);
        if !link.exists() {
            symlink(&present, &link)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn symlink(original: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(original, link)
}

#[cfg(not(unix))]
fn symlink(original: &Path, link: &Path) -> io::Result<()> {
    fs::copy(original, link).map(|_| ())
}
