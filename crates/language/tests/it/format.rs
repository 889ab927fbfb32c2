//! The layout of texts.

use language::{format, parse};

use crate::common::dedent;
use crate::{examples, shape};

/// Checks what a text is formatted to, and that this is the end of it.
#[track_caller]
fn check(text: &str, expected: &str) {
    let formatted = format(text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(formatted, expected);
    assert_eq!(
        format(&formatted).unwrap(),
        expected,
        "formatting twice is formatting once"
    );
    let [before, after] = [text, &formatted].map(|text| shape::of(&parse(text).unwrap()));
    assert_eq!(before, after, "formatting changes no meaning");
}

#[track_caller]
fn check_body(body: &str, expected: &str) {
    let expected: String = dedent(expected)
        .lines()
        .map(|line| {
            if line.is_empty() {
                "\n".to_owned()
            } else {
                format!("    {line}\n")
            }
        })
        .collect();
    check(
        &format!("program p {{\n{body}}}"),
        &format!("program p {{\n{expected}}}\n"),
    );
}

#[test]
fn the_examples_are_formatted() {
    for text in examples::ALL {
        check(text, text);
    }
    check("", "");
    check("// only this", "// only this\n");
    check(
        "\u{feff}program p{}\r\n\r\n\r\nprogram q{}",
        "program p {}\n\nprogram q {}\n",
    );
}

#[test]
fn the_files_keep_their_meaning() {
    for (name, text) in examples::files() {
        let formatted = format(&text).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        check(&text, &formatted);
    }
}

#[test]
fn one_statement_stands_on_a_line() {
    check_body(
        "var x:int;var y : int=-1;;; x=x+1 ;{ x = - - y; ; } skip;",
        "
        var x: int;
        var y: int = -1;
        x = x + 1;
        {
            x = --y;
        }
        skip;
        ",
    );
}

#[test]
fn compound_statements_go_on_behind_their_braces() {
    check_body(
        "if(a){skip;}else if(*){}else{skip;} choose{skip;}or{skip;} par{skip;}||{skip;}
         while(a||b){} loop{atomic{skip;}} parfor i in 0 ..= n-1{}",
        "
        if (a) {
            skip;
        } else if (*) {} else {
            skip;
        }
        choose {
            skip;
        } or {
            skip;
        }
        par {
            skip;
        } || {
            skip;
        }
        while (a || b) {}
        loop {
            atomic {
                skip;
            }
        }
        parfor i in 0..=n - 1 {}
        ",
    );
}

#[test]
fn spaces_stand_around_operators() {
    check_body(
        "x=2 * ( y-1 )/ -3%n;b=! p&&q||r==>s;a [ i ]=a[ i:=v ] [ 0 ];x=f( x,y )?g(1):-h(2) ;
         var m:array < int,array<0 ..= 3 ,bool> > ; c=Color :: red;
         assume forall i : int , j:0..=1::i<j ? p : q ==> exists c:Color::Color::red!=c; send(x)on(1);
         r=real (x)+ 1.5; x=a.y;",
        "
        x = 2*(y - 1) / -3 % n;
        b = !p && q || r ==> s;
        a[i] = a[i := v][0];
        x = f(x, y) ? g(1) : -h(2);
        var m: array<int, array<0..=3, bool>>;
        c = Color::red;
        assume forall i: int, j: 0..=1 :: i < j ? p : q ==> exists c: Color :: Color::red != c;
        send (x) on (1);
        r = real(x) + 1.5;
        x = a.y;
        ",
    );
}

#[test]
fn items_stand_on_lines_of_their_own() {
    check(
        "enum E{a,b , } const N:int where N>=1;fn f(int,bool)->real;program p(n:int){}",
        "enum E { a, b }\nconst N: int where N >= 1;\nfn f(int, bool) -> real;\nprogram p(n: int) {}\n",
    );
    check("enum E {\na, b }", "enum E {\n    a,\n    b\n}\n");
    let names: Vec<String> = (0..40).map(|number| format!("variant{number}")).collect();
    check(
        &format!("enum Long {{ {} }}", names.join(", ")),
        &format!("enum Long {{\n    {}\n}}\n", names.join(",\n    ")),
    );
}

#[test]
fn claims_are_broken_where_they_are_long_or_were_broken() {
    let short = "claim c: a simulated by b requires a.x == b.x expect refuted;\n";
    check(short, short);
    check(
        "claim c: a simulated by b requires a.x == b.x\nensures true expect refuted ;",
        "claim c: a simulated by b\n    requires a.x == b.x\n    ensures true\n    expect refuted;\n",
    );
    check(
        "claim c: safe for a=p,b=p( n=1,2 ) requires a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w ensures a.x;",
        "claim c: safe for a = p, b = p(n = 1, 2)\n    requires a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w\n    ensures a.x;\n",
    );
}

#[test]
fn long_formulas_are_broken_at_their_weakest_operators() {
    let part = "(some_variable == 1 || another_variable == 2)";
    check_body(
        &format!("assume {part} && {part} && {part} && !b;"),
        &format!("assume {part}\n    && {part}\n    && {part}\n    && !b;"),
    );
}

#[test]
fn comments_stay_where_they_are() {
    check_body(
        "// first
        skip; // trailing
        // own line


        /* block */ skip; /* after */ skip; /* a */ /* b */
        if (x) { // open
            skip;
            // last
        } // close
        else { /* only */ }
        x = 1 + // one
            2 /* two */; // three
        // end
        ",
        "
        // first
        skip; // trailing
        // own line

        /* block */ skip; /* after */
        skip; /* a */ /* b */
        if (x) { // open
            skip;
            // last
        } // close
        else { /* only */
        }
        x = 1 + // one
            2 /* two */; // three
        // end
        ",
    );
    check(
        "enum E {\n  a, // first\n  b // second\n}\n\n\n// a claim\nclaim c: /* of */ p safe\n  // why\n  requires true; // done\n// end",
        "enum E {\n    a, // first\n    b // second\n}\n\n// a claim\nclaim c: /* of */ p safe\n    // why\n    requires true; // done\n// end\n",
    );
    check(
        "/* a\r\n   b */\r\nprogram p {}\r\n",
        "/* a\n   b */\nprogram p {}\n",
    );
}

#[test]
fn empty_lines_are_kept_one_at_a_time() {
    check_body("\n\n\nskip;\n\n\n\nskip;\n\n", "skip;\n\nskip;");
}

#[test]
fn what_cannot_be_read_is_not_formatted() {
    assert_eq!(format("program p { x = ; }").unwrap_err().len(), 1);
    assert!(format("program p { /* }").is_err());
}
