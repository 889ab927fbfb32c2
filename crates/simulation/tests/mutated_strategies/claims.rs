//! Claims that differ in one place from a claim for which the opposite is true.

/// A text with a hole, what makes the claim true, and what makes it false.
pub(crate) const CLAIMS: [(&str, &str, &str); 14] = [
    (
        "program a { var i: int; var n: int; var x: int;
            havoc n where n >= 0; receive x on 2*n;
            while (i < n) { send x on i; i = i + 1; } }
         program b { var j: int; var m: int; var y: int;
            havoc m; receive y on m;
            while (j < m) { send y on j/2; j = j + @; } }
         claim c: a simulated by b requires a.i == 0 && b.j == 0 ensures a.x == b.y;",
        "2",
        "3",
    ),
    (
        "program a { var x: int; var w: int;
            receive x on 0; w = 0; while (w @ x) { w = w + 1; } send w on 1; }
         program b { var y: int; var v: int;
            receive y on 0; v = y; while (v < 0) { v = v + 1; } send v on 1; }
         claim c: a simulated by b;",
        "<",
        "<=",
    ),
    (
        "program a { var x: int; var w: int;
            receive x on 0; w = 0; while (w < x) { w = w + 1; } send w on 1; }
         program b { var y: int; var z: int;
            receive y on 0; havoc z where y <= z && @ <= z; send z on 1; }
         claim c: a simulated by b;",
        "0",
        "1",
    ),
    (
        "program a { var x: int; var y: int;
            while (*) { receive x on 0; choose { y = x + 1; } or { y = x + 2; } send y on 1; } }
         program b { var a: int; var b: int;
            while (*) { receive a on 0; havoc b where a + 1 <= b && b <= a + @; send b on 1; } }
         claim c: a simulated by b;",
        "2",
        "1",
    ),
    (
        "program a { var k: int; var x: int;
            while (*) { receive x on 0; choose { k = k + x; } or { k = k - x; } send k on 1; } }
         program b { var l: int; var a: int; var b: int;
            while (*) { receive a on 0; havoc b where b == a || b == @; l = l + b; send l on 1; } }
         claim c: a simulated by b requires a.k == b.l;",
        "-a",
        "a",
    ),
    (
        "program a { var x: int; var w: int;
            receive x on 0; w = 0; while (w @ x) { w = w + 1; } send x on 1; }
         program b { var y: int; receive y on 0; send y on 1; }
         claim c: a simulated by b;",
        "<",
        "!=",
    ),
    (
        "program a { var x: int; while (x > 0) { x = x - 1; } }
         program b { skip; }
         claim c: a simulated by b requires a.x >= @ ensures a.x == 0;",
        "0",
        "-1",
    ),
    (
        "program a { var x: int; var y: int; receive x on 0; y = x + 1; assert y > 0; send y on 1; }
         program b { var x: int; receive x on 0; assert x >= @; send x + 1 on 1; }
         claim c: a simulated by b;",
        "0",
        "1",
    ),
    (
        "program a { var x: int; receive x on 0; choose { send x on 1; send 0 on 2; } or { send 0 on 2; send x on 1; } }
         program b { var y: int; receive y on 0; par { send @ on 1; } || { send 0 on 2; } }
         claim c: a simulated by b;",
        "y",
        "y + 1",
    ),
    (
        "program a { var x: int; var y: int; var s: int = 0; receive x on 0; receive y on 0; send x + y on 1; s = x; }
         program b { var g: int; var u: int; var v: int;
            receive u on 0; receive v on 0; havoc g where g >= 2*v @; send g - v + u - v on 1; }
         claim c: a simulated by b requires true ensures a.s == b.u;",
        "|| g <= 2*v",
        "&& g <= 2*v",
    ),
    (
        "program a { var r: 0..=3; var n: int; havoc r; send r on 0; while (n > 0) { n = n - 1; havoc r where r > 0; } send r on 1; }
         program b { var q: 0..=@; var n: int; havoc q; send q on 0; while (n > 0) { n = n - 2; } havoc q; send q on 1; }
         claim c: a simulated by b requires a.n == b.n && a.n >= 1;",
        "3",
        "2",
    ),
    (
        "program a { var x: real; var i: int; receive i on 0; havoc x where x >= 0.0; i = i + 1; send i on 1; }
         program b { var y: real; var j: int; receive j on 0; havoc y where y @ 0.0; j = j + 1; send j on 1; }
         claim c: a simulated by b ensures a.x == b.y;",
        ">=",
        ">",
    ),
    (
        "program a { var n: int; var i: int; receive n on 0; i = 0;
            while (i < n) { i = i + 1; send i on 1; } send -1 on 2; }
         program b { var m: int; var left: int; receive m on 0; left = m;
            while (left > @) { send m - left + 1 on 1; left = left - 1; } send -1 on 2; }
         claim c: a simulated by b ensures a.n == b.m;",
        "0",
        "1",
    ),
    (
        "program a { var x: int; receive x on 0; while (x > 0) { x = x - 1; } }
         program b { var y: int; receive y on 0; if (y > 0) { y = 0; } }
         claim c: a simulated by b ensures a.x == b.y@;",
        "",
        " + 1",
    ),
];
