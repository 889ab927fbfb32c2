//! The programs that the design is explained with.

use std::fs;
use std::path::{Path, PathBuf};

/// The running example of the paper, and two claims about it.
pub(crate) const RUNNING: &str = "\
program source {
    var i: int;
    var n: int;
    var x: int;
    havoc n;
    receive x on 2*n; // channels are integers
    while (i < n) {
        if (x < 0) {
            send -x on 2*n;
        } else {
            send x on 2*n;
        }
        i = i + 1;
    }
}
program target {
    var j: int;
    var m: int;
    var y: int;
    var z: int;
    havoc m;
    receive y on m;
    havoc z where 0 <= z;
    while (j < m) {
        send z on m;
        j = j + 2;
    }
}
claim running: source simulated by target
    requires 2*source.i == target.j
    ensures source.x == target.y;
claim wrong_step: source simulated by target requires 3*source.i == target.j expect refuted;
";

/// Every construct at least once.
pub(crate) const EVERYTHING: &str = "\
// Everything that the language has.
enum Color { red, green }
enum Mode {
    idle, // nothing to do
    busy,
}

const N: int where N >= 1;
fn f(int, real) -> int;
fn g(Color) -> bool;

/* a block
   comment */
program everything(n: int, k: -1..=3) {
    var x: int = 2*N - n;
    var c: Color = red;
    var r: real = 1.50;
    var a: array<int, array<int, bool>>;
    shared var s: 0..=2*3;
    justice x > 0;
    compassion c == Color::red, s == 0;
    observe x, s;

    x = f(x, 1 / 3) / (x - 1) % 7;
    a[x][k] = !g(c) ==> (x < 0 ? true : r >= 0.5);
    a = a[1 := a[0][2 := false]];
    havoc x where forall i: int, j: 0..=1 :: i + j <= x || (exists d: Color :: d != c);
    send -x on 2*n;
    receive c on n;
    assume true && x != 3;
    assert -(-x) == x;
    if (*) {
        skip;
    } else if (c == green) {
        var t: int;
        t = t + 1;
    } else {}
    while (x > 0) {
        x = x - 1;
    }
    while (*) {
        atomic {
            x = 1;
            x = 2;
        }
    }
    choose {
        x = 1;
    } or {
        x = 2;
    } or {
        x = 3;
    }
    par {
        s = 1; // one
    } || {
        s = 2;
        /* and */
        parfor id in 0..=N - 1 {
            send id on id;
        }
    }
    {
        var t: bool = false;
        assume t == false;
    }
    loop {}
}

program closed {
    var z: int;
    z = 1;
}

claim one: everything(3, k = 2) simulated by b = everything(n = N)
    requires everything.x == b.x && everything.c == b.c
    requires N < 100
    ensures everything.x <= b.x
    expect unknown;
claim two: safe for a = closed, b = closed requires a.z == b.z ensures a.z == b.z expect proved;
claim three: closed safe;
claim four: closed abstracted by c = closed;
claim five: closed included in d = closed;
";

/// All examples.
pub(crate) const ALL: [&str; 2] = [RUNNING, EVERYTHING];

/// The texts of the folder `examples` with their names.
pub(crate) fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the examples are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tdm"))
        .collect();
    paths.sort();
    let text = |path: &PathBuf| fs::read_to_string(path).expect("an example can be read");
    paths
        .iter()
        .map(|path| (path.display().to_string(), text(path)))
        .collect()
}
