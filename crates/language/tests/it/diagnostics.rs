//! What is wrong with a text, with the expected diagnostics written beside it.

use crate::common::check;
use crate::examples;

#[test]
fn the_examples_are_right() {
    examples::ALL.iter().for_each(|text| check(text));
    for text in [
        "",
        "\u{feff}",
        " \r\n",
        "// nothing",
        "program p { }",
        "\u{feff}program p {}\r\n",
    ] {
        check(text);
    }
}

#[test]
fn names() {
    check(
        "
        const count: int;
        const count: int; //~ ERROR the name `count` is declared twice
        enum Color { red, red } //~ ERROR `red` is declared twice
        enum Light { red, amber } //~ ERROR `red` is declared twice
        enum Color { blue } //~ ERROR `Color` is declared twice
        fn amber(int) -> int; //~ ERROR `amber` is declared twice
        program p {
            var x: int;
            var x: bool; //~ ERROR `x` is declared twice
            var red: int; //~ ERROR `red` is declared twice
            x = cuont; //~ ERROR there is no variable or constant called `cuont` //~ HINT did you mean `count`?
            y = 1; //~ ERROR there is no variable called `y`
            elephant = 1; //~ ERROR no variable called `elephant` //~ HINT declare it: `var elephant: int;`
            { var x: int; } //~ ERROR `x` is declared twice
            { var t: int; t = 1; }
            t = 2; //~ ERROR there is no variable called `t`
            { var t: int = t; } //~ ERROR `t` has no value yet
            parfor x in 0..=1 { } //~ ERROR `x` is declared twice
            assume forall x: int :: true; //~ ERROR `x` is declared twice
            observe z; //~ ERROR there is no variable called `z`
        }
        program p { } //~ ERROR `p` is declared twice
        ",
    );
}

#[test]
fn types() {
    check(
        "
        enum Color { red, green }
        enum Empty { } //~ ERROR the enumeration `Empty` has no variants
        fn f(int, bool) -> int;
        fn floor(real) -> int; //~ ERROR the function `floor` is built in
        fn none() -> int; //~ ERROR the function `none` has no parameters //~ HINT const none
        fn odd(integer) -> int; //~ ERROR there is no type `integer` //~ HINT did you mean `int`?
        program p {
            var x: int; var b: bool; var r: real; var c: Color; var a: array<int, bool>;
            var k: 0..=3;
            x = b; //~ ERROR expected an integer (int), found a truth value (bool)
            b = x; //~ ERROR expected a truth value (bool), found an integer (int) //~ HINT compare it
            x = r; //~ ERROR expected an integer (int), found a real number (real) //~ HINT floor
            r = x; r = x + 1.5; r = k / 2; b = x < r; r = b ? x : r;
            x = floor(r); b = is_int(r); b = distinct(x, k, 3);
            x = k + 1;
            c = red; c = Color::green;
            c = 1; //~ ERROR expected a value of `Color`, found an integer (int)
            c = Color::blue; //~ ERROR `Color` has no variant `blue`
            c = Colour::red; //~ ERROR there is no enumeration called `Colour` //~ HINT did you mean `Color`?
            b = c < red; //~ ERROR `<` compares numbers //~ HINT have no order
            b = c == x; //~ ERROR the two sides have different types: a value of `Color` and an integer (int)
            b = a == a; b = b == true;
            x = a[0]; //~ ERROR expected an integer (int), found a truth value
            b = x[0]; //~ ERROR only an array has elements
            b = a[b]; //~ ERROR expected an integer (int), found a truth value
            a = constant(false); a = constant(true)[0 := false];
            b = constant(true) == a;
            x = constant(0)[1]; //~ ERROR it is not clear here which type of array is meant
            x[1] = 2; //~ ERROR only an array has elements
            x = f(1); //~ ERROR `f` takes 2 arguments, found 1
            x = f(1, 2); //~ ERROR expected a truth value (bool)
            x = f; //~ ERROR `f` is a function and needs its arguments //~ HINT write `f(…, …)`
            x = ff(1); //~ ERROR there is no function called `ff` //~ HINT did you mean `f`?
            x = x(1); //~ ERROR `x` is not a function
            x = r % 2; //~ ERROR `%` works on integers only
            x = -b; //~ ERROR expected a number
            b = !x; //~ ERROR expected a truth value
            if (x) { } //~ ERROR expected a truth value
            x = b + 1 + c; //~ ERROR found a truth value //~ ERROR found a value of `Color`
            b = x && c; //~ ERROR found an integer //~ ERROR found a value of `Color`
        }
        ",
    );
}

#[test]
fn ranges() {
    check(
        "
        const N: int;
        program p(n: 1..=0) { //~ ERROR the range 1..=0 is empty
            var a: -3..=-1; var b: 0..=2*3-1; var c: (1)..=(2 + 2);
            var d: 0..=N; //~ ERROR the bound of a range cannot be the constant `N`
            var e: 0..=m; //~ ERROR the bound of a range must be a number, not `m`
            var f: 0..=9223372036854775807; var g: -9223372036854775808..=0;
            var h: 0..=9223372036854775808; //~ ERROR must fit into 64 bits
            var i: 0..=3 = 4; //~ ERROR the value `4` is not in the range 0..=3
            var j: N..=3; //~ ERROR the bound of a range cannot be the constant `N`
            var k: 0..=true; //~ ERROR expected an integer (int), found a truth value
            b = 6; //~ WARNING the value `6` is not in the range 0..=5 //~ HINT never enabled
            { var l: 0..=1 = 2; } //~ WARNING the value `2` is not in the range 0..=1
        }
        ",
    );
}

#[test]
fn numbers_may_be_long() {
    let digits = "7".repeat(1_000);
    check(&format!(
        "program p {{ var x: int = {digits}; var r: real = {digits}.{digits}; }}"
    ));
    let digits = "7".repeat(10_001);
    check(&format!(
        "program p {{ var x: int = {digits}; }} //~ ERROR a number of more than 10000 digits"
    ));
    check(
        "program p { var x: int;
        x = 2x; //~ ERROR `2x` is neither a number nor a name //~ HINT for a product write `2*x`
        x = 1_000; //~ ERROR `1_000` is neither a number nor a name //~ HINT digits only
        }",
    );
}

#[test]
fn what_cannot_be_written() {
    check(
        "
        enum Color { red }
        const N: int; //~ ALSO declared here
        fn f(int) -> int;
        program p(n: int) { //~ ALSO declared here
            n = 1; //~ ERROR `n` is a parameter and cannot be written
            N = 1; //~ ERROR `N` is a constant and cannot be written
            red = 1; //~ ERROR `red` is a variant and cannot be written
            f = 1; //~ ERROR `f` is a function and cannot be written
            parfor i in 1..=n { havoc i; } //~ ERROR `i` is the number of a copy and cannot be written
        }
        ",
    );
}

#[test]
fn initial_values() {
    check(
        "
        const N: int where N > M;
        const M: int where x > 0; //~ ERROR there is no constant called `x`
        const L: int = 3; //~ ERROR expected `where` or `;`, found `=` //~ HINT where L == …
        program p(n: int) {
            var x: int = n + N;
            var y: int = x; //~ ERROR an initial value cannot depend on the variable `x`
            var z: bool = 1; //~ ERROR expected a truth value
        }
        ",
    );
}

#[test]
fn communication() {
    check(
        "
        enum Color { red }
        program p {
            var x: int; var b: bool; var r: real; var c: Color; var a: array<int, int>;
            send x on 1; send b on 1; send r on x; send c on x + 1; receive c on x;
            send a on 1; //~ ERROR a message cannot be an array<int, int> //~ HINT one by one
            receive a on 1; //~ ERROR a message cannot be an array<int, int>
            send 1 on b; //~ ERROR expected an integer (int), found a truth value
            receive x on x + 1; //~ ERROR the channel depends on `x` //~ HINT copy the channel
            receive a[0] on 1; //~ ERROR `receive` writes a variable
        }
        ",
    );
}

#[test]
fn parallel_parts() {
    check(
        "
        program p {
            var x: int; var y: int; var z: int; shared var s: int;
            par {
                x = 1; //~ ERROR parallel parts cannot share the variable `x` //~ HINT shared var x: int;
                s = 1;
                z = z + 1;
            } || {
                y = x; //~ ALSO another part uses it here //~ ERROR cannot share the variable `y`
                s = 2;
            } || {
                parfor i in 0..=1 {
                    send y on i; //~ ALSO another part uses it here
                }
            }
            par { y = 1; } || { }
            atomic {
                x = 1;
                par { skip; } || { skip; } //~ ERROR an atomic block cannot have parallel parts
                parfor i in 0..=1 { } //~ ERROR an atomic block cannot have parallel parts
            }
            { shared var t: int; } //~ ERROR a shared variable belongs to the program as a whole
            { justice x > 0; } //~ ERROR this declaration belongs to the program as a whole
        }
        ",
    );
}

#[test]
fn claims() {
    check(
        "
        const N: int;
        program source(n: int, k: 0..=3) { var x: int; var y: int; { var t: int; } }
        program target { var y: int; send y on 1; } //~ ERROR a program in a `safe for` claim cannot communicate
        claim a: source simulated by target requires source.x == target.y && source.n > N;
        claim a: source safe; //~ ERROR the name `a` is declared twice
        claim b: source simulated by tagret; //~ ERROR there is no program called `tagret` //~ HINT `target`
        claim c: source simulated by source; //~ ERROR the claim calls two programs `source` //~ HINT `a = source simulated by b = source`
        claim d: safe for source, source; //~ ERROR calls two programs `source` //~ HINT `safe for a = source, b = source`
        claim e: source simulated by target requires x == 0; //~ ERROR must say whose variable `x` //~ HINT did you mean `source.x`?
        claim f: source simulated by target ensures y == 0; //~ ERROR whose variable `y` //~ HINT did you mean `source.y` or `target.y`?
        claim g: source simulated by target ensures surce.x == 0; //~ ERROR the claim names no program `surce` //~ HINT did you mean `source`?
        claim h: source simulated by target ensures source.z == 0; //~ ERROR `source` has no variable `z`
        claim i: source simulated by target ensures source.t == 0; //~ ERROR `source` has no variable `t` //~ HINT inner block
        claim j: source simulated by target requires source.x; //~ ERROR expected a truth value
        claim k: source simulated by target requires q == 0; //~ ERROR there is no constant called `q`
        claim l: safe for s = source, t = target; //~ ALSO because of this claim
        claim m: source(1, 2) safe;
        claim n: source(k = 1, n = N + 1) safe;
        claim o: source(1, 2, 3) safe; //~ ERROR `source` has 2 parameters
        claim p: source(1, n = 2) safe; //~ ERROR the parameter `n` is given twice
        claim q: source(m = 2) safe; //~ ERROR `source` has no parameter `m`
        claim r: source(k = 4) safe; //~ ERROR the value `4` is not in the range 0..=3
        claim s: source(true) safe; //~ ERROR expected an integer
        claim t: source safe expect proved expect refuted; //~ ERROR a claim expects one verdict
        claim u: source safe expect prooved; //~ ERROR expected `proved`, `refuted` or `unknown` //~ HINT did you mean `proved`?
        claim v: source simulate by target; //~ ERROR expected `simulated by` //~ HINT did you mean `simulated`?
        claim w: source safe require true; //~ ERROR expected `requires`, `ensures`, `expect` or `;` //~ HINT did you mean `requires`?
        claim x: source abstracted by target requires true requires N > 0 ensures false expect unknown;
        program user { var x: int; x = source.x; } //~ ERROR only a claim can speak of a program's variables
        ",
    );
}

#[test]
fn mistakes_in_syntax() {
    check(
        "
        program p {
            var x: int; var y: int //~ ERROR expected `;`
            x = 1 //~ ERROR expected `;`
            y = 2;
            x += 1; //~ ERROR expected `=`, found `+` //~ HINT x = x + …
            x++; //~ ERROR expected `=` //~ HINT x = x + 1;
            foo(); //~ ERROR expected `=` //~ HINT no procedures
            if (x = 1) { skip; } //~ ERROR expected `)`, found `=` //~ HINT write `==` to compare
            if (0 <= x < 3) { } //~ ERROR comparisons cannot be chained //~ HINT write `0 <= x && x < 3`
            if x < 3 { y = ; } else { y = 4 +; } //~ ERROR expected `(`, found `x` //~ ERROR expected an expression, found `;` //~ ERROR expected an expression, found `;`
            while (x < ) { x = 1; } //~ ERROR expected an expression, found `)`
            skip;
            else { } //~ ERROR this `else` follows no `if`
            skip;
            or { } //~ ERROR this `or` joins nothing
            var on: int; //~ ERROR `on` is a word of the language
            var z int; //~ ERROR expected `:` and a type, found `int`
            z = 3;
            var u, v: int; //~ ERROR expected `:` and a type, found `,`
            v = u;
            x = y & 1; //~ ERROR the character `&` has no meaning here //~ HINT `&&` //~ ERROR expected `;`, found `1`
            assert ); //~ ERROR expected an expression, found `)`
            y = (1; //~ ERROR expected `)`, found `;`
            a[ = 1; //~ ERROR expected an expression, found `=`
            y = 1..2; //~ ERROR expected
        }
        } //~ ERROR this `}` closes nothing
        program s { }
        var g: int; //~ ERROR expected `import`, `enum`, `const`, `fn`, `program`, `system` or `claim` //~ HINT inside a `program
        program q( { skip } //~ ERROR expected the name of a parameter //~ ERROR expected `;`
        fn f(x: int) -> int; //~ ERROR expected a type //~ HINT types only
        enum E { a; b } //~ ERROR expected `,` or `}`, found `;`
        const c: int where; //~ ERROR expected an expression, found `;`
        claim d: ; //~ ERROR expected the name of a program
        program r { //~ ALSO closes this `{`
            skip; //~ ERROR expected `}`, found `claim`
        claim e: r safe;
        ",
    );
}

#[test]
fn errors_do_not_breed() {
    // What could not be read may declare what is missing elsewhere.
    check(
        "
        enum Color { red, green
        const N: itn; //~ ERROR expected `,` or `}`, found `const` //~ ERROR there is no type `itn` //~ HINT did you mean `int`?
        program p(n: int, m) { //~ ERROR expected `:` and a type, found `)`
            var c: Color;
            var x: nat; //~ ERROR there is no type `nat`
            c = red; x = N + n + m; x = true; N = 3;
            var y: int = x[; //~ ERROR expected an expression, found `;`
            y = y + 1;
        }
        claim e: p(1, 2) simulated by q = p requires p.m == q.n && p.x == q.c;
        program broken { x = 1 1; } //~ ERROR expected `;`, found `1`
        claim f: broken safe;
        ",
    );
}

#[test]
fn characters_and_comments() {
    check("program p { skip; § skip; } //~ ERROR the character `§` has no meaning here");
    check("program p { skip; §§§§ skip; } //~ ERROR the character `§` has no meaning here");
    check("\0 //~ ERROR the character U+0000 has no meaning here");
    let open = "program p { skip; } /* /* */";
    let diagnostics = language::analyze(open).diagnostics;
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].message, "this comment has no end");
    assert_eq!(diagnostics[0].primary.span.of(open), "/*");
}

#[test]
fn what_cannot_be_composed() {
    check(
        "
        program with(n: int) {
            var left: bool = true;
            var right: bool = true;
            observe left, right;
            open left, right;
            loop { skip; }
        }
        program many {
            var left: bool = true;
            var right: bool = true;
            var x: int = 0;
            observe left, right;
            open left, right;
            parfor i in 0..=2 { x = i; }
            loop { skip; }
        }
        program plain {
            var left: bool = true;
            var right: bool = true;
            observe left, right;
            open left, right;
            loop { skip; }
        }
        program a = plain o with; //~ ERROR `with` has parameters, and only programs without parameters can be composed
        program b = ring(many o plain); //~ ERROR `many` has a `parfor`, which cannot be composed
        program c = many || plain; //~ ERROR `many` has a `parfor`, which cannot be composed
        program d = plain ||| many; //~ ERROR `many` has a `parfor`, which cannot be composed
        program e = many^2; //~ ERROR `many` has a `parfor`, which cannot be composed
        claim f: ring(me = plain o many^n) satisfies always(me.left) for all n; //~ ERROR `many` has a `parfor`
        claim g: ring(me = plain o with^n) satisfies always(me.left) for all n; //~ ERROR `with` has parameters
        ",
    );
}
