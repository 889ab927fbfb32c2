//! Functions that programs call, and types that they use.

use random_programs::Rng;

use super::expressions::{INTEGERS, Names};
use super::{Declared, Place};

/// Types and functions that are always the same, with the names by which they are used.
const FIXED: &[(&str, &str)] = &[
    ("word", "typedef unsigned int word;\n"),
    (
        "colour RED GREEN BLUE",
        "enum colour { RED, GREEN = 5, BLUE };\n",
    ),
    ("pair", "struct pair { int x; unsigned char y; };\n"),
    (
        "point",
        "struct point { short x; struct pair in; long many[3]; double d; };\n",
    ),
    (
        "put",
        "static void put(int *into, int count, int value) {
    for (int k = 0; k < count; k++)
        into[k] = value + k;
}
",
    ),
    (
        "total",
        "static long total(const int *from, int count) {
    long sum = 0;
    while (count-- > 0)
        sum += *from++;
    return sum;
}
",
    ),
    (
        "moved",
        "static struct pair moved(struct pair p, int by) {
    p.x += by % 100;
    p.y += by % 100;
    return p;
}
",
    ),
    (
        "pick",
        "static int *pick(int *a, int *b, int first) {
    return first ? a : b;
}
",
    ),
    (
        "next",
        "static int next(void) {
    static int n = 3;
    n += 2;
    return n;
}
",
    ),
    (
        "half",
        "static double half(float of, int times) {
    double d = of;
    for (; times > 0; times--)
        d /= 2;
    return d;
}
",
    ),
    (
        "swap",
        "static void swap(struct pair *a, struct pair *b) {
    struct pair t = *a;
    *a = *b;
    *b = t;
}
",
    ),
];

/// The calls that programs make, with `#` where an integer goes.
pub(super) const CALLS: &[&str] = &["f0(#, #)", "f1(#, #)", "f2(#)", "total(g2, 3)"];

/// What may stand before `main`.
pub(super) fn outside(rng: &mut Rng) -> Vec<Declared> {
    let fixed = |(names, text): &(&str, &str)| Declared::new(Place::Outside, names, *text);
    let mut all: Vec<Declared> = FIXED.iter().map(fixed).collect();
    let mut add = |name: &str, text: String| all.push(Declared::new(Place::Outside, name, text));
    let ty = |rng: &mut Rng| Names::one_of(rng, INTEGERS);
    for name in ["n0", "n1"] {
        let value = match rng.below(3) {
            0 => rng.below(200).to_string(),
            1 => format!("-{}", 1 + rng.below(40)),
            _ => rng.below(9).to_string(),
        };
        let ty = Names::one_of(rng, &["int", "long", "short", "int"]);
        // Tandem is told of the value by an assumption, so that it is a number that it does not know.
        add(
            name,
            format!(
                "#pragma TASS input {{{name} == {value}}}\n{ty} {name}\n#ifndef __TANDEM__\n    \
                 = {value}\n#endif\n;\n"
            ),
        );
    }
    let (g0, g1) = (ty(rng), ty(rng));
    add("g0", format!("{g0} g0 = {};\n", rng.below(2)));
    add("g1", format!("static {g1} g1;\n"));
    add("g2", "static int g2[4] = {1, -2, 3};\n".to_owned());
    let names = Names {
        integers: ["a", "b", "a", "g0", "n0"].map(str::to_owned).to_vec(),
        ..Names::default()
    };
    for name in ["f0", "f1"] {
        let (result, first, second) = (ty(rng), ty(rng), ty(rng));
        let condition = names.truth(rng, 1);
        let (early, late) = (names.integer(rng, 1), names.integer(rng, 2));
        add(
            name,
            format!(
                "static {result} {name}({first} a, {second} b) {{\n    if ({condition})\n        \
                 return V({early});\n    return V({late});\n}}\n"
            ),
        );
    }
    let (result, first) = (ty(rng), ty(rng));
    let value = names.integer(rng, 1);
    add(
        "f2",
        format!(
            "static {result} f2({first} a) {{\n    int b = 0;\n    switch (a % 3) {{\n    \
             case 0: b = 1;\n    case 1: b += 2; break;\n    case -1: return V({value});\n    \
             default: b -= a % 7;\n    }}\n    return b;\n}}\n"
        ),
    );
    all
}
