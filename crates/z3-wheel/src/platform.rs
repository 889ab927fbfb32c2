//! Which wheel belongs to which platform.

/// The version of the package `z3-solver` that everything is built against.
pub(crate) const VERSION: &str = "5.4.0.0";

/// A wheel that can be fetched: for whom it was built, and what it must hash to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wheel {
    /// The platform as the folder of the unpacked wheel is named.
    pub(crate) name: &'static str,
    /// The platform as pip names it.
    pub(crate) tag: &'static str,
    /// The SHA-256 of the wheel file, in hexadecimal digits.
    pub(crate) sha256: &'static str,
}

const WHEELS: [Wheel; 4] = [
    Wheel {
        name: "linux-x86_64",
        tag: "manylinux_2_27_x86_64",
        sha256: "0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b",
    },
    Wheel {
        name: "linux-aarch64",
        tag: "manylinux_2_38_aarch64",
        sha256: "fffb36861d4da1f9584d0fd4a80dbf247fdfbebb04b5c31a90b460b14c86cab0",
    },
    Wheel {
        name: "macos-x86_64",
        tag: "macosx_13_0_x86_64",
        sha256: "407522390c4d11696b10d43c76d22d4e60b7f11d75d9defe6f064e073edd904f",
    },
    Wheel {
        name: "macos-aarch64",
        tag: "macosx_13_0_arm64",
        sha256: "a1b36f0dd038c030d88711474c93b95e863c30a22e9def53ad5965c6092c92a7",
    },
];

/// The wheel for a target, named as Cargo names operating systems, architectures and C libraries.
pub(crate) fn wheel(os: &str, arch: &str, env: &str) -> Option<&'static Wheel> {
    // The wheels for Linux are built against glibc.
    if os == "linux" && env != "gnu" {
        return None;
    }
    WHEELS.iter().find(|wheel| {
        wheel
            .name
            .split_once('-')
            .is_some_and(|name| name == (os, arch))
    })
}

/// The names of the library on an operating system: first the one that the linker looks for, then
/// the one with the version, which the dynamic loader looks for on Linux.
pub(crate) fn library_names(os: &str) -> [&'static str; 2] {
    if os == "macos" {
        ["libz3.dylib", "libz3.5.4.dylib"]
    } else {
        ["libz3.so", "libz3.so.5.4"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_supported_target_has_its_wheel() {
        for (os, arch, env, tag) in [
            ("linux", "x86_64", "gnu", Some("manylinux_2_27_x86_64")),
            ("linux", "aarch64", "gnu", Some("manylinux_2_38_aarch64")),
            ("macos", "x86_64", "", Some("macosx_13_0_x86_64")),
            ("macos", "aarch64", "", Some("macosx_13_0_arm64")),
            ("linux", "x86_64", "musl", None),
            ("linux", "riscv64", "gnu", None),
            ("windows", "x86_64", "msvc", None),
        ] {
            assert_eq!(
                wheel(os, arch, env).map(|wheel| wheel.tag),
                tag,
                "{os} {arch} {env}"
            );
        }
    }

    #[test]
    fn one_version_is_named_everywhere() {
        let configured = env!("Z3_SYS_Z3_VERSION");
        assert!(VERSION.starts_with(configured), "{VERSION} {configured}");
        for os in ["linux", "macos"] {
            assert!(library_names(os)[1].contains(&VERSION[..3]), "{os}");
        }
    }

    #[test]
    fn the_pinned_hashes_are_hashes() {
        for wheel in &WHEELS {
            assert_eq!(wheel.sha256.len(), 64, "{}", wheel.name);
            assert!(
                wheel
                    .sha256
                    .chars()
                    .all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c)),
                "{}",
                wheel.name
            );
        }
    }
}
