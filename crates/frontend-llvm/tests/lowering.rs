//! What functions mean once they are lowered.

use frontend_llvm::{Options, Pair, pair, read};
use logic::{Value, Var};
use program::Function;
use program::function::{Environment, Keep, RunEnd, Step};

/// Chooses the default value everywhere.
struct Defaults;

impl Environment for Defaults {
    fn choose(&mut self, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }

    fn result(&mut self, _: usize, _: usize, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }
}

fn lower(text: &str) -> Pair {
    let module = read(text).expect("the text is a module");
    let name = module.function_names().pop().expect("there is a function");
    pair(&module, &module, &name, &Options::default()).expect("the function is supported")
}

fn run(function: &Function, inputs: &[Value]) -> String {
    let run = function.run(inputs, &mut Defaults, 10_000, Keep::Outcome);
    match run.expect("the inputs fit").end {
        RunEnd::Returned(values) => match &values[..] {
            [Some(value), ..] => value.to_string(),
            [None, ..] => "poison".to_owned(),
            [] => "nothing".to_owned(),
        },
        RunEnd::Undefined => "undefined".to_owned(),
        other => format!("{other:?}"),
    }
}

fn number(width: u32, value: i64) -> Value {
    Value::BitVec(logic::BitVec::new(width, &value.into()))
}

/// Runs a function of two `i8` parameters.
#[track_caller]
fn check(body: &str, inputs: [i64; 2], expected: &str) {
    let text = format!("define i8 @f(i8 noundef %x, i8 noundef %y) {{\n{body}\n}}\n");
    let inputs = inputs.map(|value| number(8, value));
    assert_eq!(run(&lower(&text).functions.0, &inputs), expected, "{body}");
}

#[test]
fn arithmetic_wraps_unless_it_says_otherwise() {
    check("  %r = add i8 %x, %y\n  ret i8 %r", [127, 1], "128bv8");
    check("  %r = add nsw i8 %x, %y\n  ret i8 %r", [127, 1], "poison");
    check("  %r = add nuw i8 %x, %y\n  ret i8 %r", [127, 1], "128bv8");
    check("  %r = add nuw i8 %x, %y\n  ret i8 %r", [255, 1], "poison");
    check("  %r = sub nsw i8 %x, %y\n  ret i8 %r", [-128, 1], "poison");
    check("  %r = mul nsw i8 %x, %y\n  ret i8 %r", [16, 8], "poison");
    check("  %r = mul nuw i8 %x, %y\n  ret i8 %r", [16, 8], "128bv8");
    check("  %r = shl i8 %x, %y\n  ret i8 %r", [1, 8], "poison");
    check("  %r = shl nsw i8 %x, %y\n  ret i8 %r", [64, 1], "poison");
    check("  %r = lshr exact i8 %x, %y\n  ret i8 %r", [3, 1], "poison");
    check("  %r = ashr i8 %x, %y\n  ret i8 %r", [-8, 1], "252bv8");
    check(
        "  %r = or disjoint i8 %x, %y\n  ret i8 %r",
        [1, 3],
        "poison",
    );
}

#[test]
fn overflow_by_a_literal_is_overflow() {
    // Each literal against each operand, on both sides and for every flag.
    for literal in [-128i64, -127, -3, -1, 0, 1, 2, 126, 127] {
        for operation in ["add nsw", "add nuw", "sub nsw", "sub nuw"] {
            for swapped in [false, true] {
                let operands = match swapped {
                    false => format!("%x, {literal}"),
                    true => format!("{literal}, %x"),
                };
                let body = format!("  %r = {operation} i8 {operands}\n  ret i8 %r");
                let text = format!("define i8 @f(i8 noundef %x) {{\n{body}\n}}\n");
                let function = lower(&text).functions.0;
                for x in -128i64..128 {
                    let view = |n: i64| {
                        if operation.ends_with("nuw") {
                            n & 255
                        } else {
                            n
                        }
                    };
                    let (a, b) = match swapped {
                        false => (view(x), view(literal)),
                        true => (view(literal), view(x)),
                    };
                    let exact = if operation.starts_with("add") {
                        a + b
                    } else {
                        a - b
                    };
                    let fits = match operation.ends_with("nuw") {
                        true => (0..256).contains(&exact),
                        false => (-128..128).contains(&exact),
                    };
                    let expected = match fits {
                        true => format!("{}bv8", exact & 255),
                        false => "poison".to_owned(),
                    };
                    assert_eq!(run(&function, &[number(8, x)]), expected, "{body} for {x}");
                }
            }
        }
    }
}

#[test]
fn division_is_undefined_where_it_has_no_result() {
    check("  %r = udiv i8 %x, %y\n  ret i8 %r", [7, 0], "undefined");
    check(
        "  %r = sdiv i8 %x, %y\n  ret i8 %r",
        [-128, -1],
        "undefined",
    );
    check("  %r = sdiv i8 %x, %y\n  ret i8 %r", [-7, 2], "253bv8");
    check("  %r = srem i8 %x, %y\n  ret i8 %r", [-7, 2], "255bv8");
    check("  %r = udiv exact i8 %x, %y\n  ret i8 %r", [7, 2], "poison");
}

#[test]
fn poison_spreads_and_a_branch_on_it_is_undefined() {
    let overflow = "  %p = add nsw i8 %x, %y\n";
    check(
        &format!("{overflow}  %r = and i8 %p, 0\n  ret i8 %r"),
        [127, 1],
        "poison",
    );
    check(
        &format!(
            "{overflow}  %c = icmp eq i8 %x, 127\n  %r = select i1 %c, i8 %y, i8 %p\n  ret i8 %r"
        ),
        [127, 1],
        "1bv8",
    );
    check(
        &format!("{overflow}  %r = freeze i8 %p\n  ret i8 %r"),
        [127, 1],
        "0bv8",
    );
    let branch = "  %c = icmp eq i8 %p, 0\n  br i1 %c, label %a, label %a\na:\n  ret i8 1";
    check(&format!("{overflow}{branch}"), [127, 1], "undefined");
    check(&format!("{overflow}{branch}"), [1, 1], "1bv8");
}

#[test]
fn loops_and_phis() {
    let text = "  br label %h
h:
  %i = phi i8 [ 0, %0 ], [ %j, %b ]
  %s = phi i8 [ 0, %0 ], [ %t, %b ]
  %c = icmp ult i8 %i, %x
  br i1 %c, label %b, label %e
b:
  %t = add i8 %s, %i
  %j = add nuw nsw i8 %i, 1
  br label %h
e:
  ret i8 %s";
    check(text, [5, 0], "10bv8");
}

#[test]
fn intrinsics() {
    check(
        "  %r = call i8 @llvm.smax.i8(i8 %x, i8 %y)\n  ret i8 %r",
        [-1, 1],
        "1bv8",
    );
    check(
        "  %r = call i8 @llvm.umax.i8(i8 %x, i8 %y)\n  ret i8 %r",
        [-1, 1],
        "255bv8",
    );
    check(
        "  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)\n  ret i8 %r",
        [-128, 1],
        "poison",
    );
    check(
        "  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)\n  ret i8 %r",
        [-3, 1],
        "3bv8",
    );
    check(
        "  %r = call i8 @llvm.ctpop.i8(i8 %x)\n  ret i8 %r",
        [-3, 1],
        "7bv8",
    );
    check(
        "  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 true)\n  ret i8 %r",
        [3, 1],
        "6bv8",
    );
    check(
        "  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 true)\n  ret i8 %r",
        [0, 1],
        "poison",
    );
    check(
        "  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)\n  ret i8 %r",
        [24, 1],
        "3bv8",
    );
    check(
        "  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)\n  ret i8 %r",
        [0, 1],
        "8bv8",
    );
    check(
        "  %r = call i8 @llvm.sadd.sat.i8(i8 %x, i8 %y)\n  ret i8 %r",
        [127, 1],
        "127bv8",
    );
    check(
        "  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)\n  ret i8 %r",
        [1, 2],
        "0bv8",
    );
    check(
        "  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 9)\n  ret i8 %r",
        [1, 128],
        "3bv8",
    );
    let pair = "  %p = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 %y)
  %o = extractvalue { i8, i1 } %p, 1
  %r = zext i1 %o to i8
  ret i8 %r";
    check(pair, [16, 16], "1bv8");
    check(pair, [16, 15], "0bv8");
    check(
        "  %c = icmp eq i8 %x, 0\n  call void @llvm.assume(i1 %c)\n  ret i8 1",
        [3, 1],
        "undefined",
    );
}

#[test]
fn memory_keeps_what_is_stored() {
    let text = "  %m = alloca [4 x i8], align 4
  %p = getelementptr inbounds [4 x i8], ptr %m, i64 0, i64 1
  store i8 %x, ptr %p
  %w = load i16, ptr %m, align 2
  %i = zext i8 %y to i64
  %q = getelementptr i8, ptr %m, i64 %i
  %r = load i8, ptr %q
  ret i8 %r";
    check(text, [7, 1], "7bv8");
    check(text, [7, 4], "undefined");
    // What was never stored is `undef`: it is shown as no value, and yet not as poison.
    check(text, [7, 2], "poison");
    let text = format!("define i8 @f(i8 noundef %x, i8 noundef %y) {{\n{text}\n}}\n");
    let inputs = [number(8, 7), number(8, 2)];
    let specification = lower(&text).functions.0;
    let run = specification.run(&inputs, &mut Defaults, 10_000, Keep::Outcome);
    let end = run.expect("the inputs fit").end;
    assert_eq!(end, RunEnd::Returned(vec![None, Some(Value::Bool(false))]));
}

#[test]
fn calls_of_functions_in_the_module_are_inlined() {
    let text = "define internal i8 @g(i8 %a) {
  %c = icmp slt i8 %a, 0
  br i1 %c, label %n, label %p
n:
  %m = sub i8 0, %a
  br label %p
p:
  %r = phi i8 [ %a, %0 ], [ %m, %n ]
  ret i8 %r
}
define i8 @f(i8 noundef %x, i8 noundef %y) {
  %a = call i8 @g(i8 %x)
  %b = call i8 @g(i8 %y)
  %r = add i8 %a, %b
  ret i8 %r
}";
    let inputs = [number(8, -3), number(8, -4)];
    assert_eq!(run(&lower(text).functions.0, &inputs), "7bv8");
}

#[test]
fn undef_is_chosen_on_one_side_and_poison_on_the_other() {
    let pair = lower("define i8 @f() {\n  %r = and i8 undef, 1\n  ret i8 %r\n}\n");
    assert_eq!(run(&pair.functions.0, &[]), "0bv8");
    assert_eq!(run(&pair.functions.1, &[]), "poison");
    let (specification, implementation) = pair.refutation.expect("undef is not exact");
    assert_eq!(run(&specification, &[]), "poison");
    assert_eq!(run(&implementation, &[]), "0bv8");
}

/// What is said of a function that is not supported.
#[track_caller]
fn objects(text: &str, expected: &str) {
    let module = read(text).expect("the text is a module");
    let problem = pair(&module, &module, "f", &Options::default()).expect_err("it is unsupported");
    assert_eq!(problem.to_string(), expected);
}

#[test]
fn what_is_not_supported_is_said_at_its_line() {
    objects(
        "define double @f(double %x) {\n  ret double %x\n}\n",
        "1:1: a value of type `double` is not supported",
    );
    objects(
        "define i8 @f(ptr %p) {\n  %r = atomicrmw add ptr %p, i8 1 seq_cst\n  ret i8 %r\n}\n",
        "2:3: `atomicrmw` is not supported",
    );
    objects("declare i8 @f()\n", "1:1: no function `f` is defined here");
}

/// A parameter may point to a global, so that a store through it changes what the global holds.
#[test]
fn a_parameter_may_point_to_a_global() {
    let text = "@g = global i8 0
define i8 @f(ptr noundef %p) {
  store i8 1, ptr @g
  store i8 2, ptr %p
  %r = load i8, ptr @g
  ret i8 %r
}
";
    let function = lower(text).functions.0;
    let address = |n: i64| number(64, n);
    let names: Vec<&str> = function.inputs.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(
        names,
        ["p", "p~low", "p~high", "@g~address", "mem~fixed", "mem"]
    );
    let at = |pointer: i64, low: i64, high: i64| {
        let [fixed, memory] = [4, 5].map(|it| Value::default_of(&function.inputs[it].sort));
        let inputs = [
            address(pointer),
            address(low),
            address(high),
            address(32),
            fixed,
            memory,
        ];
        run(&function, &inputs)
    };
    assert_eq!(at(32, 31, 33), "2bv8");
    assert_eq!(at(33, 32, 64), "1bv8");
    assert_eq!(at(8, 31, 33), "undefined");
    // No object overlaps another without being the same.
    assert_eq!(at(33, 15, 64), "Dropped");
}

/// What is learnt of a cell does not outlive a store to it.
#[test]
fn a_load_after_a_store_may_be_poison_again() {
    let text = "  %m = alloca i8
  store i8 %x, ptr %m
  %a = load i8, ptr %m, !noundef !0
  %p = add nsw i8 %x, %y
  store i8 %p, ptr %m
  %b = load i8, ptr %m
  ret i8 %b";
    check(text, [127, 1], "poison");
    check(text, [1, 1], "2bv8");
}

/// Calls have the same answers on both sides, even where only one promises something of the result.
#[test]
fn what_a_call_promises_does_not_change_its_event() {
    let text = |promise: &str| {
        format!(
            "declare i8 @g()
define i8 @f() {{
  %r = call {promise} i8 @g()
  ret i8 %r
}}
"
        )
    };
    let (plain, promising) = (text(""), text("noundef"));
    let (plain, promising) = (read(&plain), read(&promising));
    let (plain, promising) = (plain.expect("a module"), promising.expect("a module"));
    let pair = pair(&plain, &promising, "f", &Options::default()).expect("it is supported");
    let results = |function: &Function| {
        let steps = function.blocks[0].steps.iter();
        steps
            .filter_map(|(step, _)| match step {
                Step::Event(event) => Some(event.results.clone()),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(results(&pair.functions.0), results(&pair.functions.1));
    assert_eq!(results(&pair.functions.0)[0].len(), 2);
}

/// A loop that counts in 64 bits, with this condition for going on.
fn counting(condition: &str) -> String {
    format!(
        "entry:\n  br label %loop\nloop:\n  %n = phi i64 [ 0, %entry ], [ %m, %loop ]\n  \
         %m = add i64 %n, 3\n  %c = {condition}\n  br i1 %c, label %loop, label %end\nend:\n  \
         ret i8 %x"
    )
}

#[test]
fn a_loop_never_ends_where_nothing_that_it_depends_on_changes() {
    check(&counting("icmp eq i8 %x, %y"), [1, 1], "Diverges");
    check(&counting("icmp eq i8 %x, %y"), [1, 2], "1bv8");
    check(&counting("icmp ult i64 %n, 60"), [1, 2], "1bv8");
    // It would end, though not for a long time.
    check(&counting("icmp ult i64 %n, 6000000"), [1, 2], "Stopped");
    check(&counting("icmp ne i64 %n, 1"), [1, 2], "Stopped");
}
