//! Refutations of LLVM functions are told in the words of their files.

use budget::Budget;
use stories::functions::{Meaning, Story, Untold, story};
use tandem::refinement::{
    Difference, Options, Refinement, comparison, decide, pair, question, read, sample,
};

/// A refutation of a pair of functions `f`, changed before it is told.
fn told_of(
    specification: &str,
    implementation: &str,
    change: impl Fn(&mut Difference),
) -> Result<Story, Untold> {
    let [s, t] = [specification, implementation].map(|text| read(text).expect("a module"));
    let lowered = pair(&s, &t, "f", &Options::default()).expect("both are understood");
    let subject = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
    let inputs = |number: u64| sample(&subject.0, number);
    let question = question(&lowered, &inputs);
    let decided = decide(&question, &Budget::unlimited()).expect("an answer");
    let Refinement::Difference(mut difference) = decided.evidence else {
        panic!("it is refuted");
    };
    change(&mut difference);
    let comparison = comparison(lowered);
    let meaning = comparison.meaning.downcast_ref::<Meaning>();
    story(
        comparison.refutation(),
        meaning.expect("what it means"),
        &difference,
    )
}

/// The lines of the story of a pair: the difference, the inputs, and what both do.
fn lines(specification: &str, implementation: &str) -> Vec<String> {
    let story = told_of(specification, implementation, |_| ()).expect("a story");
    let mut lines = vec![story.difference];
    lines.extend(story.inputs.into_iter().map(|given| given.text));
    let accounts = [("S", story.specification), ("T", story.implementation)];
    for (who, deeds) in accounts {
        lines.extend(deeds.into_iter().map(|deed| format!("{who} {deed}")));
    }
    lines
}

fn check(specification: &str, implementation: &str, expected: &[&str]) {
    assert_eq!(lines(specification, implementation), expected);
}

#[test]
fn a_removed_call() {
    check(
        "declare void @g(i32)
define i32 @f() {
  call void @g(i32 7)
  ret i32 0
}",
        "declare void @g(i32)
define i32 @f() {
  ret i32 0
}",
        &[
            "the implementation does not make the call of @g (line 3 of the specification)",
            "S calls @g(7) at line 3",
            "S returns 0 at line 4",
            "T returns 0 at line 3",
        ],
    );
}

#[test]
fn a_call_that_is_removed_between_others() {
    let start = "declare void @g(i32)
define void @f() {
  call void @g(i32 1)
";
    let end = "  call void @g(i32 3)
  ret void
}";
    check(
        &format!("{start}  call void @g(i32 2)\n{end}"),
        &format!("{start}{end}"),
        &[
            "the implementation does not make the call of @g (line 4 of the specification)",
            "S calls @g(1) at line 3",
            "S calls @g(2) at line 4",
            "S makes 1 more call",
            "S returns at line 6",
            "T calls @g(1) at line 3",
            "T calls @g(3) at line 4",
            "T returns at line 5",
        ],
    );
}

#[test]
fn an_added_call() {
    check(
        "declare void @h()
define void @f() {
  ret void
}",
        "declare void @h()
define void @f() {
  call void @h()
  ret void
}",
        &[
            "the implementation makes a call of @h (line 3) that the specification does not make",
            "S returns at line 3",
            "T calls @h() at line 3",
            "T returns at line 4",
        ],
    );
}

#[test]
fn another_argument() {
    let text = |number: &str| {
        format!(
            "declare void @g(i1, i32)
define void @f() {{
  call void @g(i1 true, i32 {number})
  ret void
}}"
        )
    };
    check(
        &text("5"),
        &text("-3"),
        &[
            "the implementation calls @g (line 3) with -3 instead of 5 as argument 2",
            "S calls @g(true, 5) at line 3",
            "S returns at line 4",
            "T calls @g(true, -3) at line 3",
            "T returns at line 4",
        ],
    );
}

#[test]
fn another_type_of_argument() {
    let text = |ty: &str| {
        format!(
            "declare void @g(i32, ...)
define void @f() {{
  call void (i32, ...) @g(i32 1, {ty} 5)
  ret void
}}"
        )
    };
    let told = lines(&text("i32"), &text("i64"));
    assert_eq!(
        told[0],
        "the implementation calls @g as `void (i32, ..., i64)` instead of `void (i32, ..., i32)`"
    );
}

#[test]
fn a_result_that_is_poison() {
    check(
        "define i8 @f(i1 noundef %x) {
  ret i8 -1
}",
        "define i8 @f(i1 noundef %x) {
  ret i8 poison
}",
        &[
            "the implementation returns poison instead of -1",
            "%x = false",
            "S returns -1 (unsigned 255) at line 2",
            "T returns poison at line 2",
        ],
    );
}

#[test]
fn numbers_have_their_sign_and_their_type() {
    check(
        "define i1 @f(i8 noundef %x) {
  %c = icmp eq i8 %x, -56
  ret i1 %c
}",
        "define i1 @f(i8 noundef %x) {
  ret i1 false
}",
        &[
            "the implementation returns false instead of true",
            "%x = -56 (i8, unsigned 200)",
            "S returns true at line 3",
            "T returns false at line 2",
        ],
    );
}

#[test]
fn an_undefined_access_with_its_line() {
    let told = lines(
        "define i32 @f(ptr noundef %p) {
  %x = load i32, ptr %p
  ret i32 %x
}",
        "define i32 @f(ptr noundef %p) {
  %q = getelementptr i8, ptr %p, i64 1048576

  %y = load i32, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
}",
    );
    assert_eq!(
        told[0],
        "the implementation has undefined behaviour, the specification returns"
    );
    assert_eq!(
        told.last().map(String::as_str),
        Some("T has undefined behaviour at line 4: it accesses memory outside of the object")
    );
}

#[test]
fn a_division_by_zero() {
    let told = lines(
        "define i32 @f(i32 noundef %x) {
  ret i32 0
}",
        "define i32 @f(i32 noundef %x) {
  %y = udiv i32 0, %x
  ret i32 %y
}",
    );
    assert_eq!(told[1], "%x = 0 (i32)");
    assert_eq!(
        told[3],
        "T has undefined behaviour at line 2: it divides by zero"
    );
}

#[test]
fn another_content_of_memory() {
    let text = |number: &str| {
        format!(
            "define void @f(ptr noundef %p) {{
  %q = getelementptr i32, ptr %p, i64 2
  store i32 {number}, ptr %q
  ret void
}}"
        )
    };
    let told = lines(&text("-1"), &text("5"));
    assert_eq!(
        told[0],
        "the implementation leaves 5 instead of -1 in %p[2]"
    );
    assert!(told[1].starts_with("%p → an object of "), "{told:?}");
    assert_eq!(told[2], "S returns at line 4 and leaves -1 in %p[2]");
    assert_eq!(told[3], "T returns at line 4 and leaves 5 in %p[2]");
}

#[test]
fn a_null_pointer() {
    check(
        "define i1 @f(ptr noundef %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}",
        "define i1 @f(ptr noundef %p) {
  ret i1 false
}",
        &[
            "the implementation returns false instead of true",
            "%p = null",
            "S returns true at line 3",
            "T returns false at line 2",
        ],
    );
}

#[test]
fn pointers_to_one_object() {
    let told = lines(
        "define i32 @f(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
}",
        "define i32 @f(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  ret i32 1
}",
    );
    assert_eq!(told[0], "the implementation returns 1 instead of 2");
    assert!(told[1].starts_with("%p → an object of "), "{told:?}");
    assert!(
        told[2].starts_with("%q → the same object as %p, at offset "),
        "{told:?}"
    );
}

#[test]
fn memory_that_is_not_told_to_the_end() {
    let one = |result: &str| {
        format!(
            "define i8 @f(ptr %p) {{
  %v = load i256, ptr %p, align 1
  %w = lshr i256 %v, 248
  %r = trunc i256 %w to i8
  %o = xor i8 %r, 1
  ret i8 {result}
}}"
        )
    };
    let lines = lines(&one("%r"), &one("%o"));
    let more = "… and 20 more bytes that are read";
    assert!(lines.iter().any(|line| line == more), "{lines:?}");
}

#[test]
fn a_number_that_is_an_address() {
    let one = |name: &str| {
        format!(
            "@a = global i32 1
@b = global i32 1
define i64 @f() {{
  %x = ptrtoint ptr @a to i64
  %y = ptrtoint ptr @b to i64
  ret i64 %{name}
}}"
        )
    };
    let difference = &lines(&one("x"), &one("y"))[0];
    assert!(
        difference.contains("(the address of @b) instead of ")
            && difference.ends_with("(the address of @a)"),
        "{difference}"
    );
}

#[test]
fn an_address_is_told_once() {
    let one = |predicate: &str| {
        format!(
            "define i1 @f(ptr noundef %p, ptr noundef %q) {{
  %c = icmp {predicate} ptr %p, %q
  ret i1 %c
}}"
        )
    };
    let lines = lines(&one("ult"), &one("ule"));
    assert!(
        lines.iter().any(|line| line.contains("(address ")),
        "{lines:?}"
    );
    let once = |line: &String| line.matches("(address ").count() <= 1;
    assert!(lines.iter().all(once), "{lines:?}");
}

#[test]
fn what_a_call_answers_and_changes() {
    let told = lines(
        "declare i32 @g()
define i32 @f(ptr noundef %p) {
  %a = call i32 @g()
  %x = load i32, ptr %p
  ret i32 %x
}",
        "declare i32 @g()
define i32 @f(ptr noundef %p) {
  %x = load i32, ptr %p
  %a = call i32 @g()
  ret i32 %x
}",
    );
    assert!(told[2].starts_with("%p[0] = "), "{told:?}");
    let call = &told[3];
    assert!(
        call.starts_with("S calls @g() at line 3, which returns "),
        "{call}"
    );
    assert!(call.contains(" and sets %p[0] = "), "{call}");
}

#[test]
fn a_loop_without_end() {
    check(
        "define void @f() {
  ret void
}",
        "define void @f() {
  br label %loop
loop:
  br label %loop
}",
        &[
            "the implementation never returns, the specification returns",
            "S returns at line 2",
            "T loops for ever at line 4",
        ],
    );
}

/// Inputs on which both do the same make no story.
#[test]
fn a_story_without_a_difference_is_none() {
    let told = told_of(
        "define i1 @f(i8 noundef %x) {
  %c = icmp eq i8 %x, 5
  ret i1 %c
}",
        "define i1 @f(i8 noundef %x) {
  ret i1 false
}",
        |difference| difference.inputs[0] = evidence::Datum::Small(6),
    );
    assert_eq!(told, Err(Untold::Difference));
}
