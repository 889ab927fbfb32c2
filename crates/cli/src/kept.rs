//! What was proved or refuted before, in the user's cache folder. Nothing that is found there is believed:
//! it is evidence, to be checked like any other.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use evidence::Evidence;
use question::Question;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::Store;

use crate::evidence_file::FORMAT_VERSION;
use crate::job::Found;
use crate::texts::{hexadecimal, sha256};

/// How many bytes are kept at most.
pub(crate) const LIMIT: u64 = 1 << 30;

/// The folder that is used where nobody names one: as the XDG base directory specification says.
pub(crate) fn default_folder() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let caches = absolute("XDG_CACHE_HOME");
    let caches = caches.or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    caches.map(|caches| caches.join("tandem"))
}

/// The store in a folder.
pub(crate) fn store(folder: &Path) -> Store {
    Store::new(folder, LIMIT)
}

/// What stands in front of evidence that is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The SHA-256 of the evidence, by which a torn file is known.
    sha256: String,
}

/// The key of a question: all that is asked, by whom it was answered, and how it is written. What an
/// option changes of the programs is a part of the question.
pub(crate) fn key(question: &Question) -> String {
    let mut hasher = Sum(Sha256::new());
    (FORMAT_VERSION, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    question.hash(&mut hasher);
    hexadecimal(&hasher.0.finalize())
}

/// The evidence that is kept under a key.
pub(crate) fn recall(store: &Store, key: &str) -> Option<Evidence> {
    let found = read(&store.get(key)?);
    if found.is_none() {
        store.forget(key);
    }
    found
}

fn read(bytes: &[u8]) -> Option<Evidence> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (header, evidence) = (&bytes[..end], &bytes[end + 1..]);
    let header: Header = serde_json::from_slice(header).ok()?;
    let is_whole = sha256(evidence) == header.sha256;
    is_whole.then(|| serde_json::from_slice(evidence).ok())?
}

/// Keeps evidence that was accepted. Where that fails it is searched for again. Nobody could check a warning
/// that was kept, so that a search which warns is made each time.
pub(crate) fn keep(store: &Store, key: &str, found: &Found, evidence: &Evidence) {
    if !found.warnings.is_empty() {
        return;
    }
    let Ok(text) = serde_json::to_vec(evidence) else {
        return;
    };
    let header = Header {
        sha256: sha256(&text),
    };
    let Ok(mut bytes) = serde_json::to_vec(&header) else {
        return;
    };
    bytes.push(b'\n');
    bytes.extend(text);
    // A full disk or a folder without permission costs a search, not a verdict.
    let _ = store.put(key, &bytes);
}

/// Hashes whatever can be hashed by SHA-256.
struct Sum(Sha256);

impl Hasher for Sum {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let digest = self.0.clone().finalize();
        u64::from_le_bytes(std::array::from_fn(|position| digest[position]))
    }
}
