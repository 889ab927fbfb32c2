//! Memory, by the examples and sentences of the LLVM Language Reference.

use langref::{Fresh, Program, Refusal, Verdict, World, refines};

const WORLD: World = World {
    gives_undef: false,
    calls_return: true,
    fresh: Fresh::Undef,
};

fn decided(shared: &str, head: &str, bodies: [&str; 2]) -> Result<Verdict, Refusal> {
    let texts = bodies.map(|body| format!("{shared}\ndefine {head} {{\n{body}\n}}\n"));
    let modules = [&texts[0], &texts[1]].map(|it| frontend_llvm::read(it).expect("well formed"));
    let [before, after] = [&modules[0], &modules[1]].map(|it| Program::new(it, WORLD));
    refines(&before?, &after?, "f")
}

#[track_caller]
fn check(head: &str, before: &str, after: &str, expected: bool) {
    match decided("", head, [before, after]) {
        Ok(verdict) => assert_eq!(
            !matches!(verdict, Verdict::Differs(_)),
            expected,
            "{before}\n=>\n{after}\n{verdict:?}"
        ),
        Err(refusal) => panic!("{refusal}\n{before}\n=>\n{after}"),
    }
}

#[track_caller]
fn same(head: &str, before: &str, after: &str) {
    check(head, before, after, true);
    check(head, after, before, true);
}

const I8: &str = "i8 @f(i8 noundef %x)";

#[test]
fn what_was_stored_is_loaded() {
    same(
        I8,
        "%a = alloca i8\nstore i8 %x, ptr %a\n%y = load i8, ptr %a\nret i8 %y",
        "ret i8 %x",
    );
    // The lowest byte comes first.
    let wide = "%a = alloca i16\nstore i16 258, ptr %a\n%y = load i8, ptr %a\nret i8 %y";
    same(I8, wide, "ret i8 2");
    let narrow = "%a = alloca i16\nstore i16 258, ptr %a\n%b = getelementptr i8, ptr %a, i64 1\n\
                  %y = load i8, ptr %b\nret i8 %y";
    same(I8, narrow, "ret i8 1");
    // "storing an i24 writes at most three bytes".
    let three = "%a = alloca i32\nstore i32 0, ptr %a\nstore i24 -1, ptr %a, align 1\n\
                 %b = getelementptr i8, ptr %a, i64 3\n%y = load i8, ptr %b\nret i8 %y";
    same(I8, three, "ret i8 0");
}

#[test]
fn memory_that_was_not_written_is_undefined() {
    let fresh = "%a = alloca i8\n%y = load i8, ptr %a\nret i8 %y";
    same(I8, fresh, "ret i8 undef");
    check(I8, fresh, "ret i8 poison", false);
    // Each use of what was loaded may be another one, and each load.
    let twice = "%a = alloca i8\n%y = load i8, ptr %a\n%z = load i8, ptr %a\n\
                 %w = xor i8 %y, %z\nret i8 %w";
    same("i8 @f()", twice, "ret i8 undef");
}

#[test]
fn poison_in_memory() {
    let stored = |load: &str| {
        format!(
            "%a = alloca i32\nstore i16 poison, ptr %a\n%b = getelementptr i8, ptr %a, i64 2\n\
                 store i16 0, ptr %b\n{load}"
        )
    };
    same(
        I8,
        &stored("%y = load i8, ptr %a\nret i8 %y"),
        "ret i8 poison",
    );
    same(I8, &stored("%y = load i8, ptr %b\nret i8 %y"), "ret i8 0");
    let whole = stored("%y = load i32, ptr %a\n%z = trunc i32 %y to i8\nret i8 %z");
    same(I8, &whole, "ret i8 poison");
}

#[test]
fn accesses_that_are_undefined() {
    for body in [
        "%y = load i8, ptr null\nret i8 %y",
        "%y = load i8, ptr undef\nret i8 %y",
        "store i8 0, ptr poison\nret i8 0",
        "%a = alloca i8\n%y = load i16, ptr %a, align 1\nret i8 0",
        "%a = alloca i8\n%b = getelementptr i8, ptr %a, i64 1\nstore i8 0, ptr %b\nret i8 0",
        "%a = alloca i32\n%b = getelementptr i8, ptr %a, i64 1\n%y = load i16, ptr %b\nret i8 0",
        "store i8 1, ptr @c\nret i8 0",
    ] {
        let shared = "@c = private constant [2 x i8] c\"\\01b\"";
        let verdict = decided(shared, I8, [body, "unreachable"]);
        assert_eq!(verdict, Ok(Verdict::Refines), "{body}");
    }
    let read = "%p = getelementptr inbounds [2 x i8], ptr @c, i64 0, i64 1\n\
                %y = load i8, ptr %p\nret i8 %y";
    let shared = "@c = private constant [2 x i8] c\"\\01b\"";
    assert_eq!(
        decided(shared, I8, [read, "ret i8 98"]),
        Ok(Verdict::Refines)
    );
}

#[test]
fn addresses() {
    let to_null = |gep: &str| {
        format!(
            "%a = alloca [4 x i8], align 4\n%b = getelementptr inbounds i8, ptr %a, i64 1\n\
                 %c = {gep}\n%d = icmp eq ptr %c, null\nret i1 %d"
        )
    };
    let head = "i1 @f()";
    for poison in [
        "getelementptr inbounds i8, ptr %b, i64 -2",
        "getelementptr inbounds i8, ptr %b, i64 4",
        "getelementptr nuw i8, ptr %b, i64 -1",
        "getelementptr inbounds i8, ptr null, i64 1",
        "getelementptr nusw [4 x i8], ptr %b, i64 4611686018427387904",
        "getelementptr inbounds i8, ptr %b, i2 -2",
    ] {
        same(head, &to_null(poison), "ret i1 poison");
    }
    for fine in [
        "getelementptr inbounds i8, ptr %b, i64 -1",
        "getelementptr nusw i8, ptr %b, i64 -1",
        "getelementptr inbounds nuw i8, ptr %b, i64 2",
        // An index of two bits is extended with its sign.
        "getelementptr inbounds i8, ptr %b, i2 -1",
    ] {
        same(head, &to_null(fine), "ret i1 false");
    }
    same(
        head,
        &to_null("getelementptr inbounds i8, ptr null, i64 0"),
        "ret i1 true",
    );
    let two = "%a = alloca i8\n%b = alloca i8\n%d = icmp eq ptr %a, %b\nret i1 %d";
    same(head, two, "ret i1 false");
}

#[test]
fn structures_have_padding() {
    let padding = "%a = alloca { i8, i16 }\nstore i32 -1, ptr %a, align 1\n\
                   store { i8, i16 } zeroinitializer, ptr %a\n\
                   %b = getelementptr i8, ptr %a, i64 1\n%y = load i8, ptr %b\nret i8 %y";
    same(I8, padding, "ret i8 undef");
    let packed = "%a = alloca <{ i8, i16 }>\nstore <{ i8, i16 }> <{ i8 1, i16 515 }>, ptr %a\n\
                  %b = getelementptr i8, ptr %a, i64 1\n%y = load i8, ptr %b\nret i8 %y";
    same(I8, packed, "ret i8 3");
}

#[test]
fn memory_of_the_caller_is_seen_at_the_end() {
    let head = "void @f(ptr %p, ptr %q)";
    let store = "store i8 1, ptr %p\nret void";
    check(head, store, "ret void", false);
    check(head, "ret void", store, false);
    check(head, store, store, true);
    let both = |first: &str, second: &str| {
        format!("store i8 1, ptr {first}\nstore i8 2, ptr {second}\nret void")
    };
    // Both may point to the same byte.
    check(head, &both("%p", "%q"), &both("%q", "%p"), false);
    let twice = "store i8 7, ptr %p\nstore i8 1, ptr %p\nret void";
    same(head, twice, store);
}

#[test]
fn a_null_pointer_that_is_nonnull_is_poison() {
    let of = |head: &str| format!("define {head} {{\n%c = icmp eq ptr %p, null\nret i1 %c\n}}\n");
    let texts = [
        "i1 @f(ptr %p)",
        "i1 @f(ptr nonnull %p)",
        "i1 @f(ptr nonnull noundef %p)",
    ]
    .map(of);
    let modules = [0, 1, 2].map(|it| frontend_llvm::read(&texts[it]).expect("well formed"));
    let programs = [0, 1, 2].map(|it| Program::new(&modules[it], WORLD).expect("well formed"));
    for (before, after, expected) in [(0, 1, false), (1, 0, true), (1, 2, false), (2, 1, true)] {
        let verdict = refines(&programs[before], &programs[after], "f").expect("it is judged");
        let found = verdict == Verdict::NothingFound;
        assert_eq!(found, expected, "{}{}", texts[before], texts[after]);
    }
}
