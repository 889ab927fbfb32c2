//! Reading: what texts of LLVM 13 to 22 say, and that no text crashes the reader.

use frontend_llvm::read;
use frontend_llvm::syntax::{Kind, Name, Type, Word};

/// A module with something of everything that is only passed over.
const MODULE: &str = r#"; ModuleID = 'x.c'
source_filename = "x.c"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
module asm ".globl x"

$tmpl = comdat any
%struct.node = type { i32, %struct.node*, [4 x i8] }
%opaque = type opaque
%"quoted name" = type <{ i8, i32 }>

@counter = internal unnamed_addr global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [6 x i8] c"a\22;{\0A\00", align 1
@table = dso_local local_unnamed_addr constant [2 x { i8, i32 }] [{ i8, i32 } { i8 1, i32 -2 }, { i8, i32 } zeroinitializer], section "data", comdat($tmpl), align 8
@handler = external thread_local(initialexec) global ptr
@pointer = global i32* getelementptr inbounds ([4 x i32], [4 x i32]* @cells, i64 0, i64 1)
@cells = common dso_local global [4 x i32] zeroinitializer, align 16
@alias = alias i32, ptr @counter

; Function Attrs: nounwind
define dso_local zeroext i1 @old(i32* noalias nocapture noundef readonly align 4 dereferenceable(8) %p, %struct.node* byval(%struct.node) align 8 %n) local_unnamed_addr #0 comdat($tmpl) !dbg !7 {
entry:
  %v = load volatile i32, i32* %p, align 4, !tbaa !5, !range !6
  %c = icmp samesign ult i32 %v, 7
  %f = fcmp fast olt double 1.0e+00, 0x4000000000000000
  call void @llvm.dbg.value(metadata i32 %v, metadata !9, metadata !DIExpression(DW_OP_plus_uconst, 1)), !dbg !10
  %r = tail call fastcc noundef i32 (i8*, ...) @printf(i8* noundef nonnull getelementptr inbounds ([6 x i8], [6 x i8]* @.str, i64 0, i64 0), i32 %v) #1, !dbg !11
  br i1 %c, label %entry2, label %"strange; label", !llvm.loop !12

entry2:                                           ; preds = %entry
  switch i32 %v, label %"strange; label" [
    i32 -1, label %done
    i32 5, label %done
  ]

"strange; label":
  invoke void @callee(i32 5)
          to label %done unwind label %pad

pad:
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %lp

done:
  ret i1 %c
}

define i64 @new(ptr captures(none) initializes((0, 4)) %0, i64 range(i64 0, 10) %1) #2 personality ptr @callee {
    #dbg_declare(ptr %0, !13, !DIExpression(), !14)
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = trunc nuw nsw i64 %1 to i32
  %5 = zext nneg i32 %4 to i64
  %6 = atomicrmw add ptr %3, i64 1 syncscope("agent") seq_cst, align 8
  %7 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %5, i64 1) [ "deopt"(i32 1) ]
  %8 = extractvalue { i64, i1 } %7, 0
  %9 = or disjoint i64 %8, 1
  store atomic i64 %9, ptr %3 release, align 8
  ret i64 %9
}

declare i32 @printf(ptr noundef, ...) local_unnamed_addr #1
declare void @callee(i32) memory(argmem: read) nounwind
declare i32 @pure(i32) #3

attributes #0 = { noinline nounwind uwtable(sync) "frame-pointer"="all" }
attributes #1 = { nounwind }
attributes #2 = { mustprogress willreturn memory(read) allocsize(0) vscale_range(1,16) }
attributes #3 = { nounwind willreturn memory(none) }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar } size", i32 4}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "clang (x) {")
!5 = !{}
"#;

fn name(text: &str) -> Name<'_> {
    Name::Text(text)
}

#[test]
fn everything_is_read_or_passed_over() {
    let module = read(MODULE).expect("the text is a module");
    assert_eq!(module.function_names(), ["old", "new"]);
    assert_eq!(module.functions.len(), 5);
    assert_eq!(module.globals.len(), 7);
    let old = module.function(name("old")).expect("it is there");
    assert!(old.parameters[0].attributes.has(Word::Noalias));
    assert!(old.parameters[1].attributes.has(Word::Byval));
    assert_eq!(old.parameters[0].attributes.dereferenceable, 8);
    assert_eq!(old.parameters[0].ty, Type::Pointer);
    let blocks = module.body(old).expect("the body is read");
    assert_eq!(blocks.len(), 5);
    assert_eq!(blocks[0].instructions.len(), 6);
    assert_eq!(blocks[2].name, name("strange; label"));
    assert_eq!(blocks[2].instructions[0].kind, Kind::Other("invoke"));
    assert_eq!(blocks[3].instructions.len(), 2);
    let new = module.function(name("new")).expect("it is there");
    assert_eq!(new.parameters[1].attributes.range, Some(("0", "10")));
    assert!(module.says(&new.attributes, Word::Mustprogress));
    let blocks = module.body(new).expect("the body is read");
    assert_eq!(blocks[0].name, Name::Number(2));
    assert_eq!(blocks[0].instructions.len(), 9);
    let pure = module.function(name("pure")).expect("it is there");
    assert!(module.resolved(&pure.attributes).effects.is_none());
    let callee = module.function(name("callee")).expect("it is there");
    assert!(!module.resolved(&callee.attributes).effects.is_none());
    assert!(module.global(name("table")).expect("it is there").constant);
    assert!(
        module
            .global(name("counter"))
            .expect("it is there")
            .linkage
            .is_local()
    );
    let cells = module.global(name("cells")).expect("it is there");
    assert!(cells.linkage.is_interposable() || !cells.starts_as_said);
}

/// The first problem of a text, its bodies included.
fn problem(text: &str) -> Option<String> {
    match read(text) {
        Err(problem) => Some(problem.to_string()),
        Ok(module) => module
            .functions
            .iter()
            .find_map(|function| module.body(function).err())
            .map(|problem| problem.to_string()),
    }
}

#[test]
fn a_name_has_one_spelling() {
    let of = |name: &str| problem(&format!("@\"{name}\" = global i32 1\n"));
    for name in ["g", "a b", "\\22", "\\5C", "\\00", "\\C3\\A9"] {
        assert_eq!(of(name), None, "{name}");
    }
    for name in ["\\67", "a\\20b", "\\5c", "é"] {
        let message = of(name).expect("it is another spelling");
        assert!(message.ends_with("as LLVM writes it"), "{message}");
    }
}

#[test]
fn problems_have_places() {
    let check = |text: &str, expected: &str| {
        assert_eq!(problem(text).as_deref(), Some(expected), "{text}");
    };
    check("define i32 @f( {", "1:17: a type is expected here");
    check("\n  what", "2:3: this begins no entity of a module");
    check(
        "define void @f() {\n  ret i32\n}",
        "3:1: a value is expected here",
    );
    check(
        "define void @f() {\n  %x = add i32 1\n  ret void\n}",
        "3:3: `,` is expected here",
    );
    check(
        "define void @f() {\nx:\n  call void @g()\n}",
        "4:1: the last block does not end with a terminator",
    );
    check("define void @f() {", "1:18: this bracket is never closed");
    check("@x = global i32 ü", "1:17: a value is expected here");
}

#[test]
fn nesting_is_bounded() {
    let deep = format!(
        "@x = global {}i8{} zeroinitializer",
        "{".repeat(5000),
        "}".repeat(5000)
    );
    let message = problem(&deep).expect("it is nested too deeply");
    assert!(message.ends_with("this is nested too deeply"), "{message}");
}

#[test]
fn no_text_crashes_the_reader() {
    for end in 0..MODULE.len() {
        if MODULE.is_char_boundary(end) {
            let _ = problem(&MODULE[..end]);
        }
    }
    // Each byte replaced by some others.
    for (place, sign) in (0..MODULE.len()).zip(b"\"{}()[]<>!%@,;=x0 \n".iter().cycle()) {
        let mut bytes = MODULE.as_bytes().to_vec();
        bytes[place] = *sign;
        if let Ok(text) = String::from_utf8(bytes) {
            let _ = problem(&text);
        }
    }
}

/// Texts that are nearly right reach far into the lowering.
#[test]
fn no_change_of_a_word_crashes_the_lowering() {
    let words = [
        "i1", "i8", "i64", "ptr", "0", "-1", "true", "undef", "poison", "null", "%0", "%1", "@f",
        "[",
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benchmarks/llvm/ll");
    for name in [
        "days_in_year.s",
        "histogram.t4",
        "call_outside.t4",
        "xor_fold.t4",
    ] {
        let text = std::fs::read_to_string(format!("{folder}/{name}.ll")).expect("it is there");
        let function = name.split('.').next().expect("a name");
        let places: Vec<usize> = text.match_indices(' ').map(|(place, _)| place).collect();
        for (turn, place) in places.iter().enumerate().step_by(3) {
            let word = words[turn % words.len()];
            let rest = text[place + 1..].find([' ', ',', '\n']).unwrap_or(0);
            let mutated = format!("{} {word}{}", &text[..*place], &text[place + 1 + rest..]);
            if let Ok(module) = read(&mutated) {
                let options = frontend_llvm::Options::default();
                let _ = frontend_llvm::pair(&module, &module, function, &options);
            }
        }
    }
}

/// What LLVM 18 to 22 print and older ones do not.
const NEW: &str = r#"
@t = private unnamed_addr constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @s to i64), i64 ptrtoint (ptr @t to i64)) to i32), i32 0], align 4, code_model "small"
@s = internal constant <4 x i8> splat (i8 7), no_sanitize_address, align 4
define noundef range(i32 -1, 2) i32 @f(ptr noundef captures(none) dead_on_unwind initializes((0, 4), (8, 12)) %p, i32 noundef range(i32 0, 10) %x, ptr captures(address, read_provenance) %q) local_unnamed_addr #0 !dbg !3 {
    #dbg_value(i32 %x, !4, !DIExpression(), !5)
    #dbg_assign(i32 %x, !4, !DIExpression(), !6, ptr %p, !DIExpression(), !5)
  %a = trunc nuw nsw i32 %x to i8
  %b = zext nneg i8 %a to i32
  %c = icmp samesign ult i32 %b, 9
  %d = getelementptr inbounds nuw { i32, i32 }, ptr %p, i64 0, i32 1
  %e = getelementptr nusw i8, ptr %p, i64 4
  %g = or disjoint i32 %b, 16
  %h = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %g, i32 1)
  %i = ptrtoaddr ptr %q to i64
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %q) ]
  call void @llvm.lifetime.start.p0(ptr %p)
  %j = call range(i32 0, 5) i32 @llvm.ucmp.i32.i32(i32 %b, i32 3), !annotation !7
  store i32 %j, ptr %d, align 4, !captures !7, !DIAssignID !6
  %k = insertelement <4 x i32> poison, i32 %j, i64 0
  %l = shufflevector <4 x i32> %k, <4 x i32> poison, <4 x i32> zeroinitializer
  %m = add <4 x i32> %l, splat (i32 3)
  %n = extractelement <4 x i32> %m, i64 2
  %o = load <vscale x 4 x i32>, ptr %p, align 16
  ret i32 %n
}
attributes #0 = { memory(argmem: readwrite, inaccessiblemem: none, errnomem: write) denormal_fpenv(ieee|ieee) nofpclass(nan) "x"="y" }
"#;

#[test]
fn what_newer_versions_print_is_read() {
    let module = read(NEW).expect("the text is a module");
    let function = module.function(name("f")).expect("it is there");
    let blocks = module.body(function).expect("the body is read");
    let kinds: Vec<&Kind<'_>> = blocks[0].instructions.iter().map(|i| &i.kind).collect();
    assert_eq!(kinds.len(), 18);
    let [trunc, zext, compare, inbounds, nusw, or, ..] = kinds[..] else {
        panic!("there are enough instructions");
    };
    assert!(matches!(trunc, Kind::Cast { flags, .. } if flags.nuw && flags.nsw));
    assert!(matches!(zext, Kind::Cast { flags, .. } if flags.nneg));
    assert!(matches!(compare, Kind::Compare { flags, .. } if flags.samesign));
    assert!(matches!(inbounds, Kind::Pointer { flags, .. } if flags.inbounds && flags.nuw));
    assert!(matches!(nusw, Kind::Pointer { flags, .. } if flags.nusw && !flags.inbounds));
    assert!(matches!(or, Kind::Binary { flags, .. } if flags.disjoint));
    let Kind::Call(assume) = kinds[8] else {
        panic!("it is a call");
    };
    let tags: Vec<&str> = assume.bundles.iter().map(|(tag, _)| *tag).collect();
    assert_eq!(tags, ["align", "nonnull"]);
    assert_eq!(function.result_attributes.range, Some(("-1", "2")));
    assert!(matches!(kinds[12], Kind::InsertElement { .. }));
    assert!(matches!(kinds[13], Kind::Shuffle { .. }));
    // How long a scalable vector is nobody knows; that is said once it is lowered.
    assert!(matches!(
        kinds[16],
        Kind::Load {
            ty: Type::Other("vscale"),
            ..
        }
    ));
}
