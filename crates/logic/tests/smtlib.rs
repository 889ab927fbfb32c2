//! What is printed is read back.

use logic::smtlib::{
    Declarations, parse_script, parse_script_with, parse_term, print_script, print_term,
    print_term_with,
};
use logic::testing::{Fragment, any_terms, deterministic, formulas, models};
use proptest::prelude::*;

proptest! {
    #![proptest_config(deterministic(3000))]

    #[test]
    fn terms_come_back(term in any_terms(Fragment::ALL)) {
        let text = print_term(&term);
        let declarations = Declarations::of([&term]);
        prop_assert_eq!(parse_term(&text, &declarations), Ok(term), "{}", text);
    }

    #[test]
    fn terms_share_their_declarations(a in any_terms(Fragment::ALL), b in any_terms(Fragment::ALL)) {
        let mut declarations = Declarations::new();
        let texts = [&a, &b].map(|term| print_term_with(term, &mut declarations));
        prop_assert_eq!(parse_term(&texts[0], &declarations), Ok(a), "{}", &texts[0]);
        prop_assert_eq!(parse_term(&texts[1], &declarations), Ok(b), "{}", &texts[1]);
    }

    #[test]
    fn scripts_come_back(
        first in formulas(Fragment::ALL),
        second in formulas(Fragment::ALL),
    ) {
        let formulas = [first, second];
        let text = print_script(None, &formulas);
        let script = parse_script_with(&text, Declarations::of(&formulas));
        let script = script.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        let read: Vec<_> = script.assertions.into_iter().map(|a| a.formula).collect();
        prop_assert!(read.ends_with(&formulas), "{}", text);
    }

    /// Without the declarations ranges are integers, and the script means the same.
    #[test]
    fn scripts_stand_alone(
        formula in formulas(Fragment { quantifiers: false, ..Fragment::ALL }),
        model in models(),
    ) {
        let text = print_script(None, std::slice::from_ref(&formula));
        let script = parse_script(&text);
        let script = script.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        let read = &script.assertions.last().expect("there is an assertion").formula;
        let mut carried = model.clone();
        for (var, value) in model.vars() {
            carried.set(logic::Var::new(var.name, var.sort.carrier()), value.clone());
        }
        for (function, table) in model.functions() {
            let parameters = function.parameters().iter().map(logic::Sort::carrier).collect();
            let function = logic::Function::new(function.name(), parameters, function.result().carrier());
            carried.set_function(function, table.clone());
        }
        // The names of variables of the same name at two sorts differ in the text.
        let clash = formula.free_vars().iter().any(|var| script.declarations.var_name(&logic::Var::new(var.name, var.sort.carrier())).is_none());
        if !clash {
            prop_assert_eq!(carried.eval(read), model.eval(&formula), "{}", text);
        }
    }

    /// No text makes the reader panic.
    #[test]
    fn any_text_is_read_or_refused(tokens in prop::collection::vec(0usize..TOKENS.len(), 0..40)) {
        let text: Vec<&str> = tokens.iter().map(|token| TOKENS[*token]).collect();
        let _ = parse_script(&format!("(declare-const x Int)(declare-const b (_ BitVec 8)){}", text.join(" ")));
        let _ = parse_script(&format!("(assert ({}))", text.join(" ")));
        let _ = parse_term(&text.concat(), &Declarations::new());
    }

    #[test]
    fn any_characters_are_read_or_refused(text in "\\PC*") {
        let _ = parse_script(&text);
        let _ = parse_script(&format!("(assert {text})"));
    }
}

const TOKENS: [&str; 60] = [
    "(",
    "(",
    "(",
    ")",
    ")",
    ")",
    "x",
    "b",
    "true",
    "1",
    "0",
    "2.5",
    "#b01",
    "#xff",
    "(_ bv5 8)",
    "and",
    "or",
    "not",
    "=",
    "<",
    "+",
    "-",
    "*",
    "/",
    "div",
    "mod",
    "ite",
    "=>",
    "xor",
    "distinct",
    "let",
    "((y 1))",
    "((y Int))",
    "forall",
    "exists",
    "_",
    "as",
    "const",
    "(Array Int Int)",
    "select",
    "store",
    "extract",
    "repeat",
    "zero_extend",
    "rotate_left",
    "divisible",
    "concat",
    "bvadd",
    "bvslt",
    "bvnot",
    "abs",
    "to_real",
    "to_int",
    "is_int",
    "!",
    ":named",
    "\"s\"",
    "|q|",
    "(assert",
    "(check-sat)",
];
