//! A folder in which things are kept under keys, until they are too many: plain files, which appear whole or
//! not at all, so that any number of processes may use one folder at the same time.
//!
//! Whatever goes wrong is a miss: a folder that cannot be read, a file that is torn or of somebody else,
//! a disk that is full. Nobody should believe what is found here before having checked it.
//!
//! # What this crate does not know
//! What is kept, and what its keys mean.
//!
//! # Where to start
//! [`Store`].

#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The extension of files that hold something.
const KEPT: &str = "kept";

/// How files begin that are being written.
const BEGUN: &str = ".begun-";

/// How many characters a key has, and how many of them name the folder.
const KEY: usize = 64;
const FOLDER: usize = 2;

/// How old a file that is being written may become before it counts as left behind by a process that was
/// ended.
const LONGEST_WRITE: Duration = Duration::from_secs(3600);

/// The part of an upper limit down to which is pruned, so that not every new file prunes again.
const PRUNED_TO_PERCENT: u64 = 80;

/// The part of the upper limit that a single thing may take.
const LARGEST_PERCENT: u64 = 25;

/// A folder with what is kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// How many bytes all files together may take.
    limit: u64,
}

/// What is in a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// How many things are kept.
    pub count: u64,
    /// How many bytes they take.
    pub bytes: u64,
}

/// A file of the store.
struct Kept {
    path: PathBuf,
    bytes: u64,
    /// When it was last of use.
    used: SystemTime,
}

impl Store {
    /// The store in a folder, which need not exist yet.
    #[must_use]
    pub fn new(folder: &Path, limit: u64) -> Self {
        Store {
            folder: folder.to_owned(),
            limit,
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file for a key, which is a hash in hexadecimal digits; none where it is something else.
    fn path(&self, key: &str) -> Option<PathBuf> {
        let is_key = is_hexadecimal(key, KEY);
        is_key.then(|| {
            self.folder
                .join(&key[..FOLDER])
                .join(format!("{}.{KEPT}", &key[FOLDER..]))
        })
    }

    /// What is kept under a key. It counts as used now.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        let path = self.path(key)?;
        // A device or a pipe in this place may have no end.
        let metadata = fs::symlink_metadata(&path).ok()?;
        if !metadata.is_file() || metadata.len() > self.largest() {
            return None;
        }
        let file = File::open(&path).ok()?;
        let mut bytes = Vec::new();
        (&file)
            .take(self.largest() + 1)
            .read_to_end(&mut bytes)
            .ok()?;
        // Where the time cannot be noted, it is pruned sooner than it should be.
        let _ = file.set_modified(SystemTime::now());
        Some(bytes)
    }

    /// Keeps something under a key, in the place of what was kept there.
    ///
    /// # Errors
    /// Why it is not kept.
    pub fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        let refused = |why: &str| io::Error::new(io::ErrorKind::InvalidInput, why.to_owned());
        let path = self.path(key).ok_or_else(|| refused("this is no key"))?;
        if bytes.len() as u64 > self.largest() {
            return Err(refused("it takes too much of the store"));
        }
        let folder = path.parent().unwrap_or(&self.folder);
        make_private(&self.folder)?;
        fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(BEGUN).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Forgets what is kept under a key.
    pub fn forget(&self, key: &str) {
        if let Some(path) = self.path(key) {
            // Somebody else may have been faster.
            let _ = fs::remove_file(path);
        }
    }

    /// The most bytes that one thing may take.
    fn largest(&self) -> u64 {
        self.limit / 100 * LARGEST_PERCENT
    }

    /// What is in the store.
    #[must_use]
    pub fn contents(&self) -> Contents {
        let mut contents = Contents::default();
        for kept in self.files().0 {
            contents.count += 1;
            contents.bytes += kept.bytes;
        }
        contents
    }

    /// Forgets what was not used for longest, where the store has become too large. Says what is gone.
    pub fn prune(&self) -> Contents {
        self.prune_to(self.limit)
    }

    /// The same with another limit.
    pub fn prune_to(&self, limit: u64) -> Contents {
        let (mut files, abandoned) = self.files();
        for path in abandoned {
            let _ = fs::remove_file(path);
        }
        let mut bytes: u64 = files.iter().map(|kept| kept.bytes).sum();
        let mut gone = Contents::default();
        if bytes <= limit {
            return gone;
        }
        files.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
        for kept in files {
            if bytes <= limit / 100 * PRUNED_TO_PERCENT {
                break;
            }
            if fs::remove_file(&kept.path).is_ok() {
                gone.count += 1;
                gone.bytes += kept.bytes;
            }
            bytes -= kept.bytes;
        }
        gone
    }

    /// Forgets everything. Says what is gone. Files that are not of the store stay.
    pub fn clear(&self) -> Contents {
        let (files, abandoned) = self.files();
        let folders: BTreeSet<PathBuf> = files
            .iter()
            .filter_map(|kept| Some(kept.path.parent()?.to_owned()))
            .collect();
        let mut gone = Contents::default();
        for kept in files {
            if fs::remove_file(&kept.path).is_ok() {
                gone.count += 1;
                gone.bytes += kept.bytes;
            }
        }
        for path in abandoned {
            let _ = fs::remove_file(path);
        }
        for folder in folders {
            // One with files of others is not empty.
            let _ = fs::remove_dir(folder);
        }
        gone
    }

    /// The folders in which files of the store are.
    fn folders(&self) -> Vec<PathBuf> {
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            is_hexadecimal(&name, FOLDER) && fs::symlink_metadata(path).is_ok_and(|it| it.is_dir())
        };
        let entries = fs::read_dir(&self.folder).into_iter().flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths.filter(is_ours).collect()
    }

    /// All that is kept, and files that somebody began to write long ago.
    fn files(&self) -> (Vec<Kept>, Vec<PathBuf>) {
        let (mut files, mut abandoned) = (Vec::new(), Vec::new());
        let now = SystemTime::now();
        for folder in self.folders() {
            let entries = fs::read_dir(&folder).into_iter().flatten();
            for entry in entries.filter_map(Result::ok) {
                let path = entry.path();
                let Ok(metadata) = fs::symlink_metadata(&path) else {
                    continue;
                };
                let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                if !metadata.is_file() {
                    continue;
                }
                if is_kept(&path) {
                    let bytes = metadata.len();
                    files.push(Kept { path, bytes, used });
                } else if is_being_written(&path)
                    && now
                        .duration_since(used)
                        .is_ok_and(|age| age > LONGEST_WRITE)
                {
                    abandoned.push(path);
                }
            }
        }
        (files, abandoned)
    }
}

/// Whether a file has a name as those have that are being written.
fn is_being_written(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with(BEGUN)
}

/// Whether a file has a name as those have that hold something. Files of others stay, whatever they are.
fn is_kept(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let rest = name.strip_suffix(KEPT);
    let rest = rest.and_then(|rest| rest.strip_suffix('.'));
    rest.is_some_and(|rest| is_hexadecimal(rest, KEY - FOLDER))
}

/// Whether a text is so many hexadecimal digits, as hashes are written.
fn is_hexadecimal(text: &str, digits: usize) -> bool {
    text.len() == digits
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Makes a folder that only its owner can read: what is kept in it may quote files that are private.
fn make_private(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}
