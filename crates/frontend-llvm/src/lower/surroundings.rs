//! What others find in a module beside its functions: globals, aliases, what runs before the program
//! starts, assembly.

use super::same::is_same_global;
use crate::syntax::Module;

/// Something that others find in a module and that is not the same in another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surrounding {
    /// What it is called.
    pub name: String,
    /// Why it counts as different, as a sentence without its end.
    pub reason: &'static str,
}

/// What is not the same in two modules beside their functions. Whoever uses the one in the place of the
/// other may find a difference there that no function shows.
#[must_use]
pub fn surroundings<'m>(
    specification: &'m Module<'m>,
    implementation: &'m Module<'m>,
) -> Vec<Surrounding> {
    let mut found = Vec::new();
    for global in &specification.globals {
        let is_alias = global.ty.is_none();
        let is_defined = is_alias || global.initial.is_some();
        if global.linkage.is_local() || global.linkage.is_discardable() || !is_defined {
            continue;
        }
        let reason = match implementation.global(global.name) {
            None => "the implementation does not define it",
            Some(_) if is_same_global(specification, implementation, global.name) => continue,
            Some(_) => "it is not written in the same way in both modules, and was not compared",
        };
        found.push(Surrounding {
            name: format!("@{}", global.name),
            reason,
        });
    }
    // What is said to be elsewhere is not here.
    for global in &implementation.globals {
        let is_defined = global.ty.is_none() || global.initial.is_some();
        let declared = specification.global(global.name);
        let is_declared = declared.is_some_and(|it| it.ty.is_some() && it.initial.is_none());
        if is_defined && is_declared && !global.linkage.is_discardable() {
            found.push(Surrounding {
                name: format!("@{}", global.name),
                reason: "the specification only declares it",
            });
        }
    }
    for function in &implementation.functions {
        let declared = specification.function(function.name);
        let is_declared = declared.is_some_and(|it| !it.is_defined());
        if function.is_defined() && is_declared && !function.linkage.is_discardable() {
            found.push(Surrounding {
                name: format!("@{}", function.name),
                reason: "the specification only declares it",
            });
        }
    }
    // What runs before and after the program, and what the linker is told.
    for global in &implementation.globals {
        let name = global.name.text().unwrap_or_default();
        if name.starts_with("llvm.") && specification.global(global.name).is_none() {
            found.push(Surrounding {
                name: format!("@{name}"),
                reason: "the specification does not define it",
            });
        }
    }
    if specification.assembly != implementation.assembly {
        found.push(Surrounding {
            name: "module asm".to_owned(),
            reason: "the modules have different assembly",
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::surroundings;

    fn names(specification: &str, implementation: &str) -> Vec<String> {
        let [one, other] = [specification, implementation]
            .map(|text| crate::read(text).expect("the modules are in order"));
        let found = surroundings(&one, &other);
        found.into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn what_others_find_is_compared() {
        let same: [&str; 0] = [];
        assert_eq!(
            names("@g = global i32 5, align 4", "@g = global i32 5, align 4"),
            same
        );
        assert_eq!(names("@g = global i32 5", ""), ["@g"]);
        assert_eq!(names("@g = global i32 5", "@g = global i32 6"), ["@g"]);
        assert_eq!(names("@g = external global i32", ""), same);
        assert_eq!(names("@g = internal global i32 5", ""), same);
        assert_eq!(
            names("@g = external global i32", "@g = global i32 5"),
            ["@g"]
        );
        let body = "define void @f() {\n ret void\n}";
        assert_eq!(names("declare void @f()", body), ["@f"]);
        assert_eq!(names("", body), same);
        let function = "define void @f() {\n ret void\n}\ndefine void @h() {\n ret void\n}\n";
        let alias = |of: &str| format!("{function}@a = alias void (), ptr @{of}\n");
        assert_eq!(names(&alias("f"), &alias("f")), same);
        assert_eq!(names(&alias("f"), &alias("h")), ["@a"]);
        assert_eq!(names(&alias("f"), function), ["@a"]);
        let table = "@t = global ptr @s\n";
        let string =
            |text: &str| format!("{table}@s = private constant [2 x i8] c\"{text}\\00\"\n");
        assert_eq!(names(&string("a"), &string("a")), same);
        assert_eq!(names(&string("a"), &string("b")), ["@t"]);
    }

    #[test]
    fn what_only_the_module_sees_may_differ() {
        let same: [&str; 0] = [];
        assert_eq!(
            names(
                "@g = global i32 5, align 4",
                "@g = local_unnamed_addr global i32 5, align 16"
            ),
            same
        );
        assert_eq!(
            names("@g = global i32 5, align 16", "@g = global i32 5, align 4"),
            ["@g"]
        );
        assert_eq!(
            names("@g = global i32 5", "@g = unnamed_addr global i32 5"),
            ["@g"]
        );
    }

    #[test]
    fn what_runs_before_the_program_is_compared() {
        let constructor = "define void @i() {\n ret void\n}\n@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @i, ptr null }]\n";
        assert_eq!(names("", constructor), ["@llvm.global_ctors"]);
        assert_eq!(names(constructor, ""), ["@llvm.global_ctors"]);
        let assembly = |text: &str| format!("module  asm \"\n{text}\"");
        assert_eq!(names(&assembly("a"), &assembly("b")), ["module asm"]);
    }

    #[test]
    fn entities_need_not_be_lines() {
        let behind = |first: &str, value: u32| format!("{first} @g = global i32 {value}");
        for first in [
            "@x = internal global i32 0\n@a = internal alias i32, ptr @x",
            "$a = comdat any",
            "module asm \"\"",
        ] {
            assert_eq!(
                names(&behind(first, 5), &behind(first, 6)),
                ["@g"],
                "{first}"
            );
        }
        let comdats = "$a = comdat any\n$b = comdat any\n";
        let of = |comdat: &str| format!("{comdats}@g = global i32 5, comdat(${comdat})");
        assert_eq!(names(&of("a"), &of("b")), ["@g"]);
    }
}
