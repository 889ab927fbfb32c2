//! Folders that hold a Z3: the unpacked wheel with its stamp, and the one that the user names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::checksum::sha256;

/// The file that is written last. It says from which wheel the folder was unpacked and what its
/// libraries hash to, so that a half-unpacked or damaged folder is told from a good one.
const STAMP: &str = "stamp";

/// What the stamp of an unpacked wheel says.
fn stamp(folder: &Path, wheel_sha256: &str, libraries: &[&str]) -> io::Result<String> {
    let mut text = format!("wheel {wheel_sha256}\n");
    for library in libraries {
        let hash = sha256(&folder.join("lib").join(library))?;
        text.push_str(&format!("lib/{library} {hash}\n"));
    }
    Ok(text)
}

/// Declares that a folder is complete.
pub(crate) fn seal(folder: &Path, wheel_sha256: &str, libraries: &[&str]) -> io::Result<()> {
    fs::write(folder.join(STAMP), stamp(folder, wheel_sha256, libraries)?)
}

/// Whether a folder holds the whole, undamaged wheel.
pub(crate) fn is_sound(folder: &Path, wheel_sha256: &str, libraries: &[&str]) -> bool {
    let Ok(found) = fs::read_to_string(folder.join(STAMP)) else {
        return false;
    };
    folder.join("include").join("z3_api.h").is_file()
        && stamp(folder, wheel_sha256, libraries).is_ok_and(|expected| expected == found)
}

/// The folder with the library inside a folder that the user named.
pub(crate) fn library_folder(named: &Path, libraries: &[&str]) -> Option<PathBuf> {
    [named.join("lib"), named.join("bin"), named.to_path_buf()]
        .into_iter()
        .find(|folder| {
            libraries
                .iter()
                .any(|library| folder.join(library).is_file())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARIES: [&str; 2] = ["libz3.so", "libz3.so.5.4"];

    fn unpacked() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for inner in ["lib", "include"] {
            fs::create_dir(folder.path().join(inner)).unwrap();
        }
        fs::write(folder.path().join("include/z3_api.h"), "header").unwrap();
        for library in LIBRARIES {
            fs::write(folder.path().join("lib").join(library), "library").unwrap();
        }
        folder
    }

    /// Whether a sealed folder is still taken for sound after the damage.
    fn sound_after(damage: impl FnOnce(&Path)) -> bool {
        let folder = unpacked();
        seal(folder.path(), "wheel", &LIBRARIES).unwrap();
        damage(folder.path());
        is_sound(folder.path(), "wheel", &LIBRARIES)
    }

    #[test]
    fn damage_is_noticed() {
        assert!(sound_after(|_| ()));
        assert!(!sound_after(|f| fs::remove_file(f.join("stamp")).unwrap()));
        assert!(!sound_after(
            |f| fs::remove_dir_all(f.join("include")).unwrap()
        ));
        assert!(!sound_after(
            |f| fs::remove_file(f.join("lib/libz3.so")).unwrap()
        ));
        assert!(!sound_after(|f| fs::write(
            f.join("lib/libz3.so.5.4"),
            "lib"
        )
        .unwrap()));
        assert!(!sound_after(|f| fs::write(
            f.join("lib/libz3.so.5.4"),
            "Library"
        )
        .unwrap()));
    }

    #[test]
    fn another_wheel_is_noticed() {
        let folder = unpacked();
        seal(folder.path(), "wheel", &LIBRARIES).unwrap();
        assert!(!is_sound(folder.path(), "newer wheel", &LIBRARIES));
    }

    #[test]
    fn the_named_folder_must_hold_the_library() {
        let folder = tempfile::tempdir().unwrap();
        let named = folder.path();
        assert_eq!(library_folder(named, &LIBRARIES), None);
        fs::create_dir(named.join("lib")).unwrap();
        assert_eq!(library_folder(named, &LIBRARIES), None);
        fs::create_dir(named.join("bin")).unwrap();
        fs::write(named.join("bin/libz3.so.5.4"), "").unwrap();
        assert_eq!(library_folder(named, &LIBRARIES), Some(named.join("bin")));
        fs::write(named.join("lib/libz3.so"), "").unwrap();
        assert_eq!(library_folder(named, &LIBRARIES), Some(named.join("lib")));
    }
}
