//! Whether two modules have a function in the same words, and all that it calls and uses.
//!
//! A function that is the same in both modules need not be compared. Names of functions, globals and
//! types count, and so does what stands behind them. Groups of attributes and nodes of metadata are
//! numbered anew in each module, so that only what they say counts.

use rustc_hash::{FxHashMap, FxHashSet};

use super::metadata::{MetadataClass, class_of};
use crate::lexer::{Lexer, Token};
use crate::syntax::{Module, Name, Type};

/// Whether two modules have a function in the same words, and all that it calls and uses.
pub(super) fn is_same(one: &Module<'_>, other: &Module<'_>, name: &str) -> bool {
    let is_there = |name: &Name<'_>| one.entity(*name).is_some() || other.entity(*name).is_some();
    let names = [Name::Text(name), Name::bare(name)];
    let found: Vec<Name<'_>> = names.into_iter().filter(is_there).collect();
    !found.is_empty() && Comparison::of(one, other, &found, Followed::All).holds()
}

/// Whether two modules have a global or an alias in the same words, and all globals that it mentions;
/// functions count by their names. An implementation may align it better.
pub(super) fn is_same_global<'m>(
    specification: &'m Module<'m>,
    implementation: &'m Module<'m>,
    name: Name<'m>,
) -> bool {
    Comparison::of(specification, implementation, &[name], Followed::Globals).holds()
}

/// What is compared of all that is mentioned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Followed {
    All,
    /// All but functions.
    Globals,
}

/// What stands under a name: the same name in both modules, but for nodes of metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Named<'t> {
    /// A function or a global.
    Entity(Name<'t>),
    /// A type.
    Type(Name<'t>),
    /// A node of metadata.
    Node(&'t str, &'t str),
}

/// Two modules that are being compared. What has been seen once counts as the same when it is met
/// again, since all of it is compared.
struct Comparison<'m> {
    one: &'m Module<'m>,
    other: &'m Module<'m>,
    open: Vec<Named<'m>>,
    seen: FxHashSet<Named<'m>>,
    followed: Followed,
    /// The counterparts of nodes that are `distinct`: each has only one.
    distinct: (FxHashMap<&'m str, &'m str>, FxHashMap<&'m str, &'m str>),
}

impl<'m> Comparison<'m> {
    fn of(
        one: &'m Module<'m>,
        other: &'m Module<'m>,
        names: &[Name<'m>],
        followed: Followed,
    ) -> Self {
        Comparison {
            one,
            other,
            open: names.iter().map(|name| Named::Entity(*name)).collect(),
            seen: FxHashSet::default(),
            followed,
            distinct: (FxHashMap::default(), FxHashMap::default()),
        }
    }

    fn holds(&mut self) -> bool {
        while let Some(named) = self.open.pop() {
            if self.seen.insert(named) && !self.is_alike(named) {
                return false;
            }
        }
        true
    }

    fn is_alike(&mut self, named: Named<'m>) -> bool {
        match named {
            // LLVM itself says what an intrinsic does.
            Named::Entity(name) if self.is_intrinsic(name) => true,
            Named::Entity(name) if self.followed == Followed::Globals && self.is_function(name) => {
                true
            }
            Named::Entity(name) => match (self.one.entity(name), self.other.entity(name)) {
                (Some(one), Some(other)) => self.are_texts_alike(one, other),
                _ => false,
            },
            Named::Type(name) => match (self.one.named_type(name), self.other.named_type(name)) {
                (Some(one), Some(other)) => self.are_types_alike(one, other),
                (one, other) => one.is_none() && other.is_none(),
            },
            Named::Node(a, b) => match (self.one.nodes.get(a), self.other.nodes.get(b)) {
                (Some(one), Some(other)) => {
                    let is_paired = !one.starts_with("distinct")
                        || *self.distinct.0.entry(a).or_insert(b) == b
                            && *self.distinct.1.entry(b).or_insert(a) == a;
                    is_paired && self.are_texts_alike(one, other)
                }
                _ => false,
            },
        }
    }

    fn is_function(&self, name: Name<'_>) -> bool {
        let kinds = [self.one, self.other].map(|module| {
            let function = module.function(name);
            function.map(|it| (it.is_defined(), it.linkage.is_local()))
        });
        kinds[0].is_some() && kinds[0] == kinds[1]
    }

    fn is_intrinsic(&self, name: Name<'_>) -> bool {
        let is_declared = |module: &Module<'_>| {
            let function = module.function(name);
            function.is_some_and(|function| !function.is_defined())
        };
        let is_named = name.text().is_some_and(|name| name.starts_with("llvm."));
        is_named && is_declared(self.one) && is_declared(self.other)
    }

    fn are_texts_alike(&mut self, one: &'m str, other: &'m str) -> bool {
        let mut lexers = (Lexer::at(one, 0), Lexer::at(other, 0));
        // Whether the node that follows is one that no behaviour depends on.
        let mut is_hint = false;
        let mut is_alignment = false;
        // Only the module itself cares whether its address matters within it, and where it is found.
        let is_private =
            |token: &Token<'_>| matches!(token, Token::Word("local_unnamed_addr" | "dso_local"));
        let next = |lexer: &mut Lexer<'m>, followed: Followed| loop {
            let (token, _) = lexer.next();
            if followed == Followed::All || !is_private(&token) {
                return token;
            }
        };
        loop {
            let a = next(&mut lexers.0, self.followed);
            let b = next(&mut lexers.1, self.followed);
            let was_hint = std::mem::take(&mut is_hint);
            let was_alignment = std::mem::take(&mut is_alignment);
            is_alignment = self.followed == Followed::Globals && a == Token::Word("align");
            match (a, b) {
                (Token::Integer(a), Token::Integer(b)) if was_alignment => {
                    let [a, b] = [a, b].map(|digits| digits.parse::<u64>().ok());
                    if b < a {
                        return false;
                    }
                }
                (Token::End, Token::End) => return true,
                (Token::Hash(a), Token::Hash(b)) => {
                    if self.one.group_words(a) != self.other.group_words(b) {
                        return false;
                    }
                }
                (Token::Metadata(a), Token::Metadata(b)) if is_number(a) && is_number(b) => {
                    if !was_hint {
                        self.open.push(Named::Node(a, b));
                    }
                }
                (Token::Metadata(a), Token::Metadata(b)) if a == b => {
                    is_hint = class_of(a) == MetadataClass::Hint;
                }
                (Token::Global(a), Token::Global(b)) if a == b => self.open.push(Named::Entity(a)),
                (Token::Local(a), Token::Local(b)) if a == b => self.open.push(Named::Type(a)),
                (a, b) if a == b && a != Token::Bad => {}
                _ => return false,
            }
        }
    }

    fn are_types_alike(&mut self, one: &Type<'m>, other: &Type<'m>) -> bool {
        let mut all = |one: &[Type<'m>], other: &[Type<'m>]| {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(a, b)| self.are_types_alike(a, b))
        };
        match (one, other) {
            (Type::Array(a, one), Type::Array(b, other))
            | (Type::Vector(a, one), Type::Vector(b, other)) => {
                a == b && self.are_types_alike(one, other)
            }
            (
                Type::Struct { fields, packed },
                Type::Struct {
                    fields: others,
                    packed: is_packed,
                },
            ) => packed == is_packed && all(fields, others),
            (Type::Function(one), Type::Function(other)) => {
                one.variadic == other.variadic
                    && all(&one.parameters, &other.parameters)
                    && self.are_types_alike(&one.result, &other.result)
            }
            (Type::Named(a), Type::Named(b)) if a == b => {
                self.open.push(Named::Type(*a));
                true
            }
            (one, other) => one == other,
        }
    }
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_same;

    /// Whether two modules have the same `@g`: each is made of this and of its own text.
    fn check(shared: &str, one: &str, other: &str, expected: bool) {
        let texts = [one, other].map(|own| format!("{shared}\n{own}\n"));
        let modules = texts
            .each_ref()
            .map(|text| crate::read(text).expect("the modules are in order"));
        let found = is_same(&modules[0], &modules[1], "g");
        assert_eq!(found, expected, "{one}\n{other}");
        for module in &modules {
            assert!(is_same(module, module, "g"));
        }
    }

    #[test]
    fn declarations_count() {
        let shared = "define i32 @g() {\n %x = call i32 @h(ptr null)\n ret i32 %x\n}";
        let plain = "declare i32 @h(ptr)";
        check(shared, plain, plain, true);
        check(shared, plain, "declare i32 @h(ptr) noreturn", false);
        check(shared, plain, "declare noundef i32 @h(ptr)", false);
        check(shared, plain, "declare i32 @h(ptr nocapture)", false);
        check(
            shared,
            "declare i32 @h(ptr) #1\nattributes #1 = { nounwind }",
            "declare i32 @h(ptr) #2\nattributes #2 = { nounwind }",
            true,
        );
        check(
            shared,
            "declare i32 @h(ptr) #1\nattributes #1 = { nounwind }",
            "declare i32 @h(ptr) #1\nattributes #1 = { nounwind memory(none) }",
            false,
        );
        check(
            shared,
            "declare i32 @h(ptr) #1\nattributes #1 = { \"denormal-fp-math\"=\"ieee\" }",
            "declare i32 @h(ptr) #1\nattributes #1 = { \"denormal-fp-math\"=\"dynamic\" }",
            false,
        );
    }

    #[test]
    fn intrinsics_are_what_llvm_says() {
        check(
            "define i32 @g(i32 %x) {\n %y = call i32 @llvm.abs.i32(i32 %x, i1 false)\n ret i32 %y\n}",
            "declare i32 @llvm.abs.i32(i32, i1)",
            "declare i32 @llvm.abs.i32(i32, i1 immarg) nounwind",
            true,
        );
    }

    #[test]
    fn nodes_count_by_what_they_say() {
        let of = |node: &str, rest: &str| {
            format!(
                "define i32 @g(ptr %p) {{\n %x = load i32, ptr %p, !range !{node}, !dbg !9\n ret i32 %x\n}}\n{rest}"
            )
        };
        let one = of("1", "!1 = !{i32 0, i32 2}\n!9 = !{i32 1}");
        check(
            "",
            &one,
            &of("3", "!3 = !{i32 0, i32 2}\n!9 = !{i32 2}"),
            true,
        );
        check(
            "",
            &one,
            &of("1", "!1 = !{i32 0, i32 3}\n!9 = !{i32 1}"),
            false,
        );
        let nested = of("1", "!1 = !{!2}\n!2 = !{i32 0}\n!9 = !{}");
        check(
            "",
            &nested,
            &of("1", "!1 = !{!2}\n!2 = !{i32 1}\n!9 = !{}"),
            false,
        );
    }

    #[test]
    fn distinct_nodes_stay_apart() {
        let of = |first: u32, second: u32| {
            format!(
                "define i32 @g(ptr %p, ptr %q) {{\n %x = load i32, ptr %p, !alias.scope !{first}\n store i32 1, ptr %q, !noalias !{second}\n ret i32 %x\n}}"
            )
        };
        let nodes = "!1 = distinct !{!1}\n!2 = distinct !{!2}";
        check(nodes, &of(1, 2), &of(2, 1), true);
        check(nodes, &of(1, 2), &of(1, 1), false);
        check(nodes, &of(1, 1), &of(1, 2), false);
    }

    #[test]
    fn types_count_all_the_way_down() {
        let shared = "define void @g() {\n %p = alloca %A\n ret void\n}\n%A = type { %B, i8 }";
        check(shared, "%B = type { i32 }", "%B = type { i32 }", true);
        check(shared, "%B = type { i32 }", "%B = type { i64 }", false);
        check(shared, "%B = type [2 x i8]", "%B = type [3 x i8]", false);
    }

    #[test]
    fn globals_count_to_their_ends() {
        let shared = "define ptr @g() {\n ret ptr @tab\n}";
        check(
            shared,
            "@tab = constant [2 x i8] [\n i8 1,\n i8 2 ]",
            "@tab = constant [2 x i8] [\n i8 1,\n i8 3 ]",
            false,
        );
        check(
            shared,
            "@tab = global i8 1",
            "@tab = weak global i8 1",
            false,
        );
    }

    #[test]
    fn functions_that_call_each_other_are_compared_once() {
        let shared = "define void @g() {\n call void @h()\n ret void\n}";
        let calls = "define void @h() {\n call void @g()\n ret void\n}";
        check(shared, calls, calls, true);
        check(shared, calls, "define void @h() {\n ret void\n}", false);
    }

    #[test]
    fn what_is_not_there_is_not_the_same() {
        let texts = ["define void @g() {\n ret void\n}"; 2];
        let modules = texts.map(|text| crate::read(text).expect("the modules are in order"));
        assert!(!is_same(&modules[0], &modules[1], "12"));
    }
}
