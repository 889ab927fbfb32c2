//! What stands between compiled functions and the driver, in LLVM IR, so that the same compiler
//! decides how values are passed on both sides.

use std::fmt::Write as _;

use crate::case::{Callee, Case, Parameter};
use crate::types::Type;

/// The bytes of a scalar on its way to or from the driver.
const SLOT: u64 = 16;

/// The functions of a case that the driver knows, for a version of its names.
pub(super) fn glue(case: &Case, suffix: &str) -> String {
    let mut text = String::new();
    let parameters: Vec<String> = case
        .parameters
        .iter()
        .map(|p| format!("{} {}", p.ty, p.abi))
        .collect();
    let result = result_type(case.result.as_ref());
    let _ = writeln!(
        text,
        "declare {} {result} @f{suffix}({})",
        case.result_abi,
        parameters.join(", ")
    );
    text.push_str(&caller(case, suffix, &result));
    for global in case.globals.iter().filter(|global| global.is_external) {
        let _ = writeln!(
            text,
            "@{}{suffix} = global {} zeroinitializer, align 16",
            global.name, global.ty
        );
    }
    for (number, callee) in case.callees.iter().enumerate() {
        text.push_str(&answering(callee, number, suffix));
    }
    text
}

/// What all glue declares.
pub(super) const PROLOGUE: &str = "declare void @judge_call(i64, ptr, i64, ptr, i64)\n";

/// Functions inside of the module itself that tell where its globals are and how large.
pub(super) fn peeks(case: &Case, suffix: &str) -> String {
    let mut text = String::new();
    for (number, global) in case.globals.iter().enumerate() {
        let (name, ty) = (&global.name, &global.ty);
        let _ = writeln!(
            text,
            "define ptr @peek{number}{suffix}() {{\n  ret ptr @{name}{suffix}\n}}\n\
             define i64 @size{number}{suffix}() {{\n  \
             ret i64 ptrtoint (ptr getelementptr ({ty}, ptr null, i64 1) to i64)\n}}"
        );
    }
    text
}

/// The lines of the driver's table for a case.
pub(super) fn entry(case: &Case, suffix: &str) -> (String, String) {
    let mut declarations = format!("void w{suffix}(void *, void *);\n");
    let mut globals = String::new();
    for (number, global) in case.globals.iter().enumerate() {
        let _ = writeln!(
            declarations,
            "void *peek{number}{suffix}(void); unsigned long size{number}{suffix}(void);"
        );
        let external = u8::from(global.is_external);
        let constant = u8::from(global.is_constant);
        let _ = write!(
            globals,
            "{{peek{number}{suffix}, size{number}{suffix}, {external}, {constant}}}, "
        );
    }
    let _ = writeln!(
        declarations,
        "static const struct global g{suffix}[] = {{{globals}{{0}}}};"
    );
    let results = case.result.as_ref().map_or(0, |ty| ty.leaves().len());
    let count = case.globals.len();
    let line = format!("{{w{suffix}, {results}, {count}, g{suffix}}},\n");
    (declarations, line)
}

/// The types of the driver's table.
pub(super) const TABLE: &str = "struct global { void *(*address)(void); unsigned long (*size)(void); int is_external; int is_constant; };
struct entry { void (*call)(void *, void *); int results; int globals; const struct global *global; };
";

fn result_type(result: Option<&Type>) -> String {
    result.map_or_else(|| "void".to_owned(), Type::to_string)
}

/// A function that takes arguments from a buffer, calls `@f` and leaves its result in another one.
fn caller(case: &Case, suffix: &str, result: &str) -> String {
    let mut body = Lines::default();
    let mut slot = 0;
    let mut arguments = Vec::new();
    for Parameter { ty, abi, .. } in &case.parameters {
        let value = body.loaded(ty, "%in", &mut slot);
        arguments.push(format!("{ty} {abi} {value}"));
    }
    let call = format!(
        "call {} {result} @f{suffix}({})",
        case.result_abi,
        arguments.join(", ")
    );
    match &case.result {
        None => body.line(&call),
        Some(ty) => {
            let value = body.value(&call);
            body.stored(ty, &value, "%out", &mut 0);
        }
    }
    format!(
        "define void @w{suffix}(ptr %in, ptr %out) {{\n{}  ret void\n}}\n",
        body.text
    )
}

/// A function that tells the driver of its arguments and answers what that says.
fn answering(callee: &Callee, number: usize, suffix: &str) -> String {
    let mut body = Lines::default();
    let count = callee.parameters.len();
    let log = body.value(&format!(
        "alloca [{} x i8], align 16",
        SLOT * count.max(1) as u64
    ));
    let answer = body.value("alloca [16 x i8], align 16");
    let mut slot = 0;
    let mut parameters = Vec::new();
    for (at, (ty, abi)) in callee.parameters.iter().zip(&callee.abi).enumerate() {
        parameters.push(format!("{ty} {abi} %a{at}"));
        body.stored(ty, &format!("%a{at}"), &log, &mut slot);
    }
    let is_pointer = u8::from(callee.result == Some(Type::Pointer));
    body.line(&format!(
        "call void @judge_call(i64 {number}, ptr {log}, i64 {count}, ptr {answer}, i64 {is_pointer})"
    ));
    let end = match &callee.result {
        None => "ret void".to_owned(),
        Some(ty) => {
            let value = body.loaded(ty, &answer, &mut 0);
            format!("ret {ty} {value}")
        }
    };
    let result = result_type(callee.result.as_ref());
    format!(
        "define {result} @{}{suffix}({}) {{\n{}  {end}\n}}\n",
        callee.name,
        parameters.join(", "),
        body.text
    )
}

/// Instructions one after the other.
#[derive(Default)]
struct Lines {
    text: String,
    fresh: u32,
}

impl Lines {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn value(&mut self, text: &str) -> String {
        self.fresh += 1;
        let name = format!("%t{}", self.fresh);
        let _ = writeln!(self.text, "  {name} = {text}");
        name
    }

    fn slot(&mut self, buffer: &str, slot: &mut u64) -> String {
        let place = self.value(&format!(
            "getelementptr i8, ptr {buffer}, i64 {}",
            *slot * SLOT
        ));
        *slot += 1;
        place
    }

    /// A value whose scalars are in the slots of a buffer.
    fn loaded(&mut self, ty: &Type, buffer: &str, slot: &mut u64) -> String {
        let mut whole = "undef".to_owned();
        for (at, part) in parts(ty).into_iter().enumerate() {
            let value = self.loaded(part, buffer, slot);
            whole = self.value(&match ty {
                Type::Vector(..) => {
                    format!("insertelement {ty} {whole}, {part} {value}, i32 {at}")
                }
                _ => format!("insertvalue {ty} {whole}, {part} {value}, {at}"),
            });
        }
        if !matches!(ty, Type::Int(_) | Type::Pointer) {
            return whole;
        }
        let place = self.slot(buffer, slot);
        let wide = self.value(&format!("load i128, ptr {place}, align 1"));
        match ty {
            Type::Int(128) => wide,
            Type::Int(_) => self.value(&format!("trunc i128 {wide} to {ty}")),
            _ => {
                let number = self.value(&format!("trunc i128 {wide} to i64"));
                self.value(&format!("inttoptr i64 {number} to ptr"))
            }
        }
    }

    /// Puts the scalars of a value into the slots of a buffer.
    fn stored(&mut self, ty: &Type, value: &str, buffer: &str, slot: &mut u64) {
        for (at, part) in parts(ty).into_iter().enumerate() {
            let value = self.value(&match ty {
                Type::Vector(..) => format!("extractelement {ty} {value}, i32 {at}"),
                _ => format!("extractvalue {ty} {value}, {at}"),
            });
            self.stored(part, &value, buffer, slot);
        }
        let wide = match ty {
            Type::Int(128) => value.to_owned(),
            Type::Int(_) => self.value(&format!("zext {ty} {value} to i128")),
            Type::Pointer => {
                let number = self.value(&format!("ptrtoint ptr {value} to i64"));
                self.value(&format!("zext i64 {number} to i128"))
            }
            _ => return,
        };
        let place = self.slot(buffer, slot);
        self.line(&format!("store i128 {wide}, ptr {place}, align 1"));
    }
}

/// The parts of a value, in order.
fn parts(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Int(_) | Type::Pointer => Vec::new(),
        Type::Vector(count, part) | Type::Array(count, part) => vec![part; *count as usize],
        Type::Struct { fields, .. } => fields.iter().collect(),
    }
}
