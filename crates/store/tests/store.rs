//! A store keeps what fits, forgets what nobody used, and takes all that is wrong with its folder for a miss.

use std::fs::{self, FileTimes};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use store::{Contents, Store};

const LIMIT: u64 = 10_000;

const ABC: &str = "abc0000000000000000000000000000000000000000000000000000000000000";

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::new(&folder.path().join("store"), LIMIT);
    (folder, store)
}

fn key(number: usize) -> String {
    format!("{number:02}{:062}", 7)
}

/// The only file behind a key.
fn file(store: &Store, key: &str) -> PathBuf {
    store
        .folder()
        .join(&key[..2])
        .join(format!("{}.kept", &key[2..]))
}

/// Makes a file look as if it had been used so many seconds ago.
fn age(path: &Path, seconds: u64) {
    let used = SystemTime::now() - Duration::from_secs(seconds);
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_times(FileTimes::new().set_modified(used))
        .expect("a time");
}

#[test]
fn what_is_put_is_found_until_it_is_replaced_or_forgotten() {
    let (_folder, store) = store();
    assert_eq!(store.get(ABC), None);
    store.put(ABC, b"one").expect("kept");
    assert_eq!(store.get(ABC).as_deref(), Some(&b"one"[..]));
    store.put(ABC, b"two").expect("kept");
    assert_eq!(store.get(ABC).as_deref(), Some(&b"two"[..]));
    assert_eq!(store.contents(), Contents { count: 1, bytes: 3 });
    store.forget(ABC);
    assert_eq!(store.get(ABC), None);
}

#[test]
fn keys_name_nothing_outside_of_the_folder() {
    let (folder, store) = store();
    fs::write(folder.path().join("secret.kept"), "secret").expect("a file");
    for key in [
        "",
        "a",
        "ab",
        "../secret",
        "..secret",
        "ab/../../secret",
        "ab\u{e4}c",
    ] {
        assert_eq!(store.get(key), None, "{key:?}");
        assert!(store.put(key, b"x").is_err(), "{key:?}");
    }
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let (_folder, store) = store();
    let part = vec![0; 2000];
    for number in 0..6 {
        store.put(&key(number), &part).expect("kept");
        age(&file(&store, &key(number)), 1000 - number as u64);
    }
    // The oldest is of use.
    assert!(store.get(&key(0)).is_some());
    assert_eq!(
        store.prune(),
        Contents {
            count: 2,
            bytes: 4000
        }
    );
    let left: Vec<bool> = (0..6)
        .map(|number| store.get(&key(number)).is_some())
        .collect();
    assert_eq!(left, [true, false, false, true, true, true]);
    assert_eq!(store.prune(), Contents::default());
}

#[test]
fn what_is_too_large_is_neither_kept_nor_read() {
    let (_folder, store) = store();
    assert!(store.put(ABC, &[0; 2501]).is_err());
    store.put(ABC, &[0; 2500]).expect("kept");
    fs::write(file(&store, ABC), vec![0; 2501]).expect("a file");
    assert_eq!(store.get(ABC), None);
}

#[test]
fn whatever_stands_in_the_place_of_a_file_is_a_miss() {
    let (folder, store) = store();
    store.put(ABC, b"one").expect("kept");
    let path = file(&store, ABC);
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("a folder");
    assert_eq!(store.get(ABC), None);
    assert!(store.put(ABC, b"two").is_err());
    fs::remove_dir(&path).expect("removed");
    #[cfg(unix)]
    {
        let secret = folder.path().join("secret");
        fs::write(&secret, "secret").expect("a file");
        std::os::unix::fs::symlink(&secret, &path).expect("a link");
        assert_eq!(store.get(ABC), None);
        // A link is replaced, and what it leads to stays as it is.
        store.put(ABC, b"two").expect("kept");
        assert_eq!(fs::read(&secret).expect("a file"), b"secret");
    }
    // A file in the place of the folder itself.
    let blocked = Store::new(&folder.path().join("file"), LIMIT);
    fs::write(folder.path().join("file"), "").expect("a file");
    assert_eq!(blocked.get(ABC), None);
    assert!(blocked.put(ABC, b"x").is_err());
    assert_eq!(blocked.prune(), Contents::default());
}

#[test]
fn clearing_leaves_what_is_of_others() {
    let (_folder, store) = store();
    store.put(ABC, b"one").expect("kept");
    store.put(&key(11), b"one").expect("kept");
    fs::write(store.folder().join("README"), "mine").expect("a file");
    let others = ["11/notes.txt", "11/notes.kept", "11/.tmp0"];
    for other in others {
        fs::write(store.folder().join(other), "mine").expect("a file");
        age(&store.folder().join(other), 2 * 3600);
    }
    fs::write(store.folder().join("11/.begun-0"), "half").expect("a file");
    age(&store.folder().join("11/.begun-0"), 2 * 3600);
    fs::create_dir(store.folder().join("fe")).expect("a folder");
    assert_eq!(store.clear(), Contents { count: 2, bytes: 6 });
    let left = |name: &str| store.folder().join(name).exists();
    assert!(left("README") && left("fe") && others.iter().all(|other| left(other)));
    assert!(!left("ab") && !left("11/.begun-0"));
}

#[test]
fn many_at_once_see_whole_files_only() {
    let (_folder, store) = store();
    std::thread::scope(|scope| {
        for writer in 0..4u8 {
            let store = &store;
            scope.spawn(move || {
                for _ in 0..100 {
                    store.put(ABC, &[writer; 2000]).expect("kept");
                    if let Some(found) = store.get(ABC) {
                        assert!(found.len() == 2000 && found.iter().all(|byte| *byte == found[0]));
                    }
                    store.prune_to(1000);
                }
            });
        }
    });
}
