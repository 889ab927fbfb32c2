//! The examples of the LLVM Language Reference: what it calls safe is a refinement, what it calls
//! unsafe is none.

use langref::{Behaviour, End, Program, Value, Verdict, World, refines, run};

/// Parameters may be `undef` as well here: the reference makes no assumption.
const WORLD: World = World {
    gives_undef: true,
    calls_return: true,
    fresh: langref::Fresh::Undef,
};

/// Whether the second module refines the first, in a world.
fn decides_in(world: World, [before, after]: [&str; 2]) -> Verdict {
    let modules = [before, after].map(|text| frontend_llvm::read(text).expect("it is well formed"));
    let [specification, implementation] =
        [&modules[0], &modules[1]].map(|it| Program::new(it, world).expect("bodies can be read"));
    match refines(&specification, &implementation, "f") {
        Ok(verdict) => verdict,
        Err(refusal) => panic!("{refusal}\n{before}\n{after}"),
    }
}

/// A function of `%X` and `%Y` with this body.
fn function(head: &str, body: &str) -> String {
    format!("define {head} {{\n{body}\n}}\n")
}

fn refined(head: &str, before: &str, after: &str) -> Verdict {
    let texts = [before, after].map(|body| function(head, body));
    decides_in(WORLD, [&texts[0], &texts[1]])
}

#[track_caller]
fn safe(head: &str, before: &str, after: &str) {
    if let Verdict::Differs(difference) = refined(head, before, after) {
        panic!("{before}\n=>\n{after}\n{difference}");
    }
}

#[track_caller]
fn not_safe(head: &str, before: &str, after: &str) {
    let verdict = refined(head, before, after);
    assert_ne!(verdict, Verdict::Refines, "{before}\n=>\n{after}");
}

const TWO: &str = "i2 @f(i2 %X, i2 %Y)";
/// For what holds of parameters that are numbers, and is said of these only.
const DEFINED: &str = "i2 @f(i2 noundef %X, i2 noundef %Y)";

#[test]
fn arithmetic_with_undef_is_undef() {
    for operation in ["add", "sub", "xor"] {
        let before = format!("%A = {operation} i2 %X, undef\nret i2 %A");
        safe(TWO, &before, "ret i2 undef");
        // The other way round poison for %X would be lost only in one direction.
        not_safe(TWO, "ret i2 undef", &before);
        safe(DEFINED, "ret i2 undef", &before);
    }
}

#[test]
fn logic_with_undef_is_not_undef() {
    for (operation, constant) in [("or", -1), ("and", 0)] {
        let before = format!("%A = {operation} i2 %X, undef\nret i2 %A");
        safe(TWO, &before, &format!("ret i2 {constant}"));
        safe(TWO, &before, "ret i2 %X");
        not_safe(TWO, &before, "ret i2 undef");
    }
}

#[test]
fn an_undefined_selection_comes_from_an_operand() {
    let both = "%A = select i1 undef, i2 %X, i2 %Y\nret i2 %A";
    safe(TWO, both, "ret i2 %X");
    safe(TWO, both, "ret i2 %Y");
    not_safe(TWO, both, "ret i2 undef");
    let one = "%A = select i1 undef, i2 1, i2 %Y\nret i2 %A";
    safe(TWO, one, "ret i2 1");
    not_safe(TWO, one, "ret i2 undef");
    let head = "i2 @f(i1 %X, i2 %Y)";
    let arm = "%C = select i1 %X, i2 %Y, i2 undef\nret i2 %C";
    // "(if %Y is provably not poison; unsafe otherwise)"
    not_safe(head, arm, "ret i2 %Y");
    safe("i2 @f(i1 %X, i2 noundef %Y)", arm, "ret i2 %Y");
    not_safe(head, arm, "ret i2 undef");
}

#[test]
fn each_use_of_undef_may_see_another_value() {
    safe(TWO, "%A = xor i2 undef, undef\nret i2 %A", "ret i2 undef");
    let same = "%B = add i2 undef, 0\n%C = xor i2 %B, %B\nret i2 %C";
    safe(TWO, same, "ret i2 undef");
    safe(TWO, "ret i2 undef", same);
    for predicate in ["slt", "sge"] {
        let compared = format!("%E = icmp {predicate} i2 undef, 1\nret i2 0");
        safe(TWO, &compared, "ret i2 0");
        let compared = format!("%E = icmp {predicate} i2 undef, 1\nret i1 %E");
        safe("i1 @f()", &compared, "ret i1 undef");
    }
    // A parameter may be undefined too: "X^X" is not zero then.
    not_safe(
        TWO,
        "%Z = and i2 %X, 0\nret i2 %Z",
        "%Z = xor i2 %X, %X\nret i2 %Z",
    );
    safe(
        TWO,
        "%Z = xor i2 %X, %X\nret i2 %Z",
        "%Z = and i2 %X, 0\nret i2 %Z",
    );
}

#[test]
fn a_frozen_value_is_the_same_for_all_uses() {
    let frozen = "%B = freeze i2 undef\n%C = xor i2 %B, %B\nret i2 %C";
    safe(TWO, frozen, "ret i2 0");
    not_safe(TWO, frozen, "ret i2 1");
    // Different instructions freeze for themselves.
    let twice = "%B = freeze i2 undef\n%C = freeze i2 undef\n%D = xor i2 %B, %C\nret i2 %D";
    safe(TWO, twice, "ret i2 1");
    safe(TWO, "ret i2 undef", twice);
    not_safe(TWO, twice, "ret i2 undef");
    // Only bits that are undefined are chosen.
    let part = "%A = and i2 undef, 1\n%B = freeze i2 %A\nret i2 %B";
    safe(TWO, part, "ret i2 1");
    not_safe(TWO, part, "ret i2 2");
    safe(TWO, "%A = freeze i2 poison\nret i2 %A", "ret i2 3");
}

#[test]
fn division_of_and_by_undef() {
    for operation in ["udiv", "sdiv"] {
        let of = format!("%A = {operation} i2 undef, %X\nret i2 %A");
        safe(TWO, &of, "ret i2 0");
        let by = format!("%B = {operation} i2 %X, undef\nret i2 %B");
        safe(TWO, &by, "unreachable");
        let poisoned = format!("%B = {operation} i2 %X, poison\nret i2 %B");
        safe(TWO, &poisoned, "unreachable");
    }
    // The dividend may be the smallest number.
    safe(TWO, "%A = sdiv i2 poison, -1\nret i2 %A", "unreachable");
    not_safe(TWO, "%A = sdiv i2 poison, 1\nret i2 %A", "unreachable");
    not_safe(TWO, "%A = udiv i2 poison, -1\nret i2 %A", "unreachable");
}

#[test]
fn branching_on_what_is_undefined_is_undefined() {
    let branch = |condition: &str| {
        format!("{condition}\nbr i1 %c, label %a, label %b\na:\nret i2 0\nb:\nret i2 0")
    };
    safe(TWO, &branch("%c = xor i1 undef, false"), "unreachable");
    safe(TWO, &branch("%c = icmp slt i2 poison, 0"), "unreachable");
    not_safe(TWO, &branch("%c = freeze i1 undef"), "unreachable");
    let switch =
        |value: &str| format!("{value}\nswitch i2 %v, label %a [ i2 1, label %a ]\na:\nret i2 0");
    safe(TWO, &switch("%v = and i2 undef, 1"), "unreachable");
    not_safe(TWO, &switch("%v = or i2 undef, 3"), "unreachable");
    safe(TWO, &switch("%v = or i2 undef, 3"), "ret i2 0");
}

#[test]
fn erroneous_operations_give_poison() {
    let poisons = [
        "%p = sub nuw i2 0, 1",
        "%p = sub i2 poison, 1",
        "%q = sub nuw i2 0, 1\n%p = and i2 %q, 0",
        "%p = add nsw i2 1, 1",
        "%p = add nuw i2 3, 1",
        "%p = mul nsw i2 -2, -1",
        "%p = mul nuw i2 2, 2",
        "%p = shl i2 1, 2",
        "%p = shl nsw i2 1, 1",
        "%p = shl nuw i2 2, 1",
        "%p = lshr i2 1, 3",
        "%p = lshr exact i2 1, 1",
        "%p = ashr exact i2 1, 1",
        "%p = udiv exact i2 3, 2",
        "%p = sdiv exact i2 1, -2",
        "%p = or disjoint i2 1, 3",
        "%p = zext nneg i1 true to i2",
        "%p = trunc nuw i3 4 to i2",
        "%p = trunc nsw i3 2 to i2",
        "%p = trunc nsw nuw i3 3 to i2",
        "%p = extractelement <2 x i2> zeroinitializer, i2 2",
        "%p = call i2 @llvm.abs.i2(i2 -2, i1 true)",
        "%p = call i2 @llvm.ctlz.i2(i2 0, i1 true)",
    ];
    let declared = "declare i2 @llvm.abs.i2(i2, i1)\ndeclare i2 @llvm.ctlz.i2(i2, i1)\n";
    let of = |body: &str| format!("{declared}define i2 @f() {{\n{body}\nret i2 %p\n}}\n");
    for poison in poisons {
        let any = of("%p = add i2 poison, 0");
        assert_eq!(
            decides_in(WORLD, [&of(poison), &any]),
            Verdict::Refines,
            "{poison}"
        );
    }
    let samesign = "%p = icmp samesign ult i2 -1, 1\nret i1 %p";
    safe("i1 @f()", samesign, "ret i1 poison");
}

#[test]
fn numbers_are_what_the_reference_says() {
    let results = [
        ("%r = trunc i32 257 to i8", 1),
        ("%r = srem i8 -7, 3", 255),
        ("%r = sdiv i8 -7, 2", 253),
        ("%r = ashr i8 -2, 1", 255),
        ("%r = lshr i8 -2, 1", 127),
        ("%r = sext i1 true to i8", 255),
        ("%r = zext i1 true to i8", 1),
        ("%r = call i8 @llvm.fshl.i8(i8 255, i8 0, i8 15)", 128),
        ("%r = call i8 @llvm.fshl.i8(i8 15, i8 15, i8 11)", 120),
        ("%r = call i8 @llvm.fshl.i8(i8 0, i8 255, i8 8)", 0),
        ("%r = call i8 @llvm.fshr.i8(i8 255, i8 0, i8 15)", 254),
        ("%r = call i8 @llvm.fshr.i8(i8 15, i8 15, i8 11)", 225),
        ("%r = call i8 @llvm.fshr.i8(i8 0, i8 255, i8 8)", 255),
        ("%r = call i8 @llvm.uadd.sat.i8(i8 200, i8 100)", 255),
        ("%r = call i8 @llvm.sadd.sat.i8(i8 -100, i8 -100)", 128),
        ("%r = call i8 @llvm.ushl.sat.i8(i8 64, i8 2)", 255),
        ("%r = call i8 @llvm.sshl.sat.i8(i8 -64, i8 2)", 128),
        ("%r = call i8 @llvm.ctpop.i8(i8 7)", 3),
        ("%r = call i8 @llvm.ctlz.i8(i8 7, i1 true)", 5),
        ("%r = call i8 @llvm.cttz.i8(i8 0, i1 false)", 8),
        ("%r = call i8 @llvm.bitreverse.i8(i8 1)", 128),
        ("%r = call i8 @llvm.scmp.i8.i8(i8 -1, i8 1)", 255),
        ("%r = call i8 @llvm.ucmp.i8.i8(i8 -1, i8 1)", 1),
    ];
    for (body, expected) in results {
        let declared = "declare i8 @llvm.fshl.i8(i8, i8, i8)\ndeclare i8 @llvm.fshr.i8(i8, i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)\ndeclare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)\ndeclare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ctpop.i8(i8)\ndeclare i8 @llvm.ctlz.i8(i8, i1)\ndeclare i8 @llvm.cttz.i8(i8, i1)
declare i8 @llvm.bitreverse.i8(i8)\ndeclare i8 @llvm.scmp.i8.i8(i8, i8)
declare i8 @llvm.ucmp.i8.i8(i8, i8)\n";
        let text = format!("{declared}define i8 @f() {{\n{body}\nret i8 %r\n}}\n");
        let module = frontend_llvm::read(&text).expect("it is well formed");
        let all = run(&module, "f", &[], WORLD).unwrap_or_else(|it| panic!("{body}: {it}"));
        let ends: Vec<&End> = all.iter().map(|it: &Behaviour| &it.end).collect();
        assert_eq!(
            ends,
            [&End::Returns(Some(Value::integer(expected)))],
            "{body}"
        );
    }
}

#[test]
fn lanes_have_poison_of_their_own() {
    let head = "i2 @f(<2 x i2> %v, i1 %i)";
    let before = "%w = insertelement <2 x i2> %v, i2 poison, i1 0\n\
                  %e = extractelement <2 x i2> %w, i1 1\nret i2 %e";
    let after = "%e = extractelement <2 x i2> %v, i1 1\nret i2 %e";
    safe(head, before, after);
    safe(head, after, before);
    // An index of one bit that is all ones is lane 1, not lane -1.
    let narrow = "%e = extractelement <2 x i2> %v, i1 true\nret i2 %e";
    safe(head, after, narrow);
    safe(head, narrow, after);
    let outside = "%w = insertelement <2 x i2> %v, i2 0, i2 2\n\
                   %e = extractelement <2 x i2> %w, i1 0\nret i2 %e";
    safe(head, outside, "ret i2 poison");
    let shuffled = "%w = shufflevector <2 x i2> %v, <2 x i2> poison, <2 x i32> <i32 poison, i32 0>\n\
                    %e = extractelement <2 x i2> %w, i1 1\nret i2 %e";
    let first = "%e = extractelement <2 x i2> %v, i1 0\nret i2 %e";
    safe(head, shuffled, first);
    safe(head, first, shuffled);
    let divided = "%w = udiv <2 x i2> %v, <i2 1, i2 0>\nret i2 0";
    safe(head, divided, "unreachable");
}

#[test]
fn attributes_make_poison_or_undefined_behaviour() {
    let of = |head: &str| function(head, "ret i2 %X");
    let plain = of("i2 @f(i2 %X)");
    for (stronger, is_safe) in [
        ("i2 @f(i2 noundef %X)", false),
        ("noundef i2 @f(i2 %X)", false),
        ("i2 @f(i2 range(i2 0, 2) %X)", false),
        ("i2 @f(i2 zeroext %X)", true),
        ("i2 @f(i2 returned %X)", true),
        ("i2 @f(i2 %X) noreturn", false),
        ("i2 @f(i2 %X) willreturn", true),
    ] {
        let stronger = of(stronger);
        let verdict = decides_in(WORLD, [&plain, &stronger]);
        assert_eq!(verdict == Verdict::Refines, is_safe, "{stronger}");
        // Promises may be dropped.
        assert_eq!(
            decides_in(WORLD, [&stronger, &plain]),
            Verdict::Refines,
            "{stronger}"
        );
    }
    // "The range is allowed to wrap."
    let wraps = function("i2 @f(i2 range(i2 3, 1) %X)", "ret i2 %X");
    let masks = "%c = icmp eq i2 %X, 1\n%d = icmp eq i2 %X, 2\n%e = or i1 %c, %d\n\
                 %r = select i1 %e, i2 poison, i2 %X\nret i2 %r";
    let world = World {
        gives_undef: false,
        ..WORLD
    };
    let masks = function("i2 @f(i2 %X)", masks);
    assert_eq!(decides_in(world, [&wraps, &masks]), Verdict::Refines);
    assert_eq!(decides_in(world, [&masks, &wraps]), Verdict::Refines);
    let returned = function(
        "i2 @f(i2 noundef returned %X)",
        "%Y = add i2 %X, 1\nret i2 %Y",
    );
    let unreachable = function("i2 @f(i2 %X)", "unreachable");
    assert_eq!(
        decides_in(world, [&returned, &unreachable]),
        Verdict::Refines
    );
}

#[test]
fn loops_end_or_do_not() {
    let spin = "br label %l\nl:\nbr label %l";
    let plain = function("void @f()", spin);
    let must = function("void @f() mustprogress", spin);
    let returns = function("void @f()", "ret void");
    assert_ne!(decides_in(WORLD, [&plain, &returns]), Verdict::Refines);
    assert_ne!(decides_in(WORLD, [&returns, &plain]), Verdict::Refines);
    assert_eq!(decides_in(WORLD, [&must, &returns]), Verdict::Refines);
    let counts = "br label %l\nl:\n%i = phi i2 [ 0, %0 ], [ %j, %l ]\n%j = add i2 %i, 1\n\
                  %c = icmp ne i2 %j, 3\nbr i1 %c, label %l, label %x\nx:\nret void";
    let counts = function("void @f()", counts);
    assert_eq!(decides_in(WORLD, [&counts, &returns]), Verdict::Refines);
    assert_eq!(decides_in(WORLD, [&returns, &counts]), Verdict::Refines);
    // A run that chooses to go on every time is one of the runs.
    let may = "br label %l\nl:\n%c = freeze i1 poison\nbr i1 %c, label %l, label %x\nx:\nret void";
    let may = function("void @f()", may);
    assert_eq!(decides_in(WORLD, [&may, &plain]), Verdict::Refines);
    assert_eq!(decides_in(WORLD, [&may, &returns]), Verdict::Refines);
    assert_ne!(decides_in(WORLD, [&returns, &may]), Verdict::Refines);
}

#[test]
fn calls_are_seen_and_answered() {
    let of = |body: &str| {
        let head = "declare i1 @g(i1)\ndeclare void @stop() noreturn\ndefine i1 @f(i1 %x)";
        format!("{head} {{\n{body}\n}}\n")
    };
    let once = of("%r = call i1 @g(i1 %x)\nret i1 %r");
    let twice = of("%r = call i1 @g(i1 %x)\n%s = call i1 @g(i1 %x)\nret i1 %s");
    let other = of("%r = call i1 @g(i1 true)\nret i1 %r");
    let frozen = of("%y = freeze i1 %x\n%r = call i1 @g(i1 %y)\nret i1 %r");
    let checked = of("%r = call noundef i1 @g(i1 %x)\nret i1 %r");
    for (before, after, expected) in [
        (&once, &twice, false),
        (&twice, &once, false),
        (&once, &other, false),
        (&once, &frozen, true),
        (&frozen, &once, false),
        (&once, &checked, false),
        (&checked, &once, true),
    ] {
        let verdict = decides_in(WORLD, [before, after]);
        assert_eq!(verdict == Verdict::Refines, expected, "{before}{after}");
    }
    // What follows a call that does not return is undefined, but not the call.
    let stops = of("call void @stop()\nret i1 0");
    let stops_too = of("call void @stop()\nunreachable");
    assert_eq!(decides_in(WORLD, [&stops, &stops_too]), Verdict::Refines);
    assert_ne!(
        decides_in(WORLD, [&stops_too, &of("unreachable")]),
        Verdict::Refines
    );
    // Undefined behaviour behind a call allows another answer, but no other call.
    let then = of("%r = call i1 @g(i1 true)\nunreachable");
    assert_eq!(decides_in(WORLD, [&then, &other]), Verdict::Refines);
    let careful = World {
        calls_return: false,
        ..WORLD
    };
    assert_ne!(
        decides_in(WORLD, [&then, &of("ret i1 0")]),
        Verdict::Refines
    );
    assert_ne!(
        decides_in(careful, [&then, &of("unreachable")]),
        Verdict::Refines
    );
    // A function that is defined is run.
    let inlined = "define i1 @h(i1 noundef %y) {\n  %z = xor i1 %y, true\n  ret i1 %z\n}\n\
                   define i1 @f(i1 %x) {\n  %r = call i1 @h(i1 %x)\n  ret i1 %r\n}\n";
    let direct = "define i1 @f(i1 noundef %x) {\n  %z = xor i1 %x, true\n  ret i1 %z\n}\n";
    assert_eq!(decides_in(WORLD, [inlined, direct]), Verdict::Refines);
    assert_eq!(decides_in(WORLD, [direct, inlined]), Verdict::Refines);
}
