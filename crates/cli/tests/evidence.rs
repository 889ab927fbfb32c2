//! Evidence goes to files and comes back, and only right evidence is accepted.

mod common;

use std::fs;
use std::path::Path;

use common::{cases, tandem};
use serde_json::Value;

/// A folder with a program and the evidence for its claims.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let program = cases("check.in").join("vote.tdm");
    fs::copy(program, folder.path().join("vote.tdm")).expect("a copy");
    let checked = tandem(folder.path(), ["check", "vote.tdm", "--evidence", "out"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    folder
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

#[test]
fn what_check_writes_verify_accepts() {
    let folder = folder();
    let verified = tandem(folder.path(), ["verify", "out"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    assert!(
        verified
            .out
            .contains("2 claims: 1 proved, 1 refuted (all evidence accepted)")
    );
    // Everything is inside: neither the program nor the place matters.
    let text = fs::read_to_string(folder.path().join("vote.tdm")).expect("a file");
    fs::remove_file(folder.path().join("vote.tdm")).expect("removed");
    let out = folder.path().join("out");
    let elsewhere = tandem(&cases("input.in"), ["verify".as_ref(), out.as_os_str()]);
    assert_eq!(elsewhere.code, Some(0), "{elsewhere:?}");
    // Whoever asks about another program gets an answer about that one.
    let other = text.replace("claim forgets", "claim misses");
    for (text, code) in [(text, Some(0)), (other, Some(3))] {
        fs::write(folder.path().join("other.tdm"), text).expect("a file");
        let given = ["verify", "out/vote.forgets.json", "--program", "other.tdm"];
        assert_eq!(tandem(folder.path(), given).code, code);
    }
}

#[test]
fn evidence_whose_texts_were_changed_is_no_evidence() {
    let folder = folder();
    let mut wrong = read(&folder.path().join("out/vote.forgets.json"));
    let text = wrong["inputs"][0]["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    wrong["inputs"][0]["text"] = (text + " ").into();
    fs::write(folder.path().join("wrong.json"), wrong.to_string()).expect("a file");
    let outcome = tandem(folder.path(), ["verify", "wrong.json"]);
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    assert!(
        outcome.err.contains("is not what its hash says"),
        "{outcome:?}"
    );
}

#[test]
fn evidence_opens_no_file_that_it_names() {
    let folder = folder();
    let mut wrong = read(&folder.path().join("out/vote.forgets.json"));
    // The text is taken away; the file under the same name is still there.
    wrong["inputs"] = Value::Array(Vec::new());
    fs::write(folder.path().join("wrong.json"), wrong.to_string()).expect("a file");
    let outcome = tandem(folder.path(), ["verify", "wrong.json"]);
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    assert!(
        outcome.err.contains("is not part of the evidence"),
        "{outcome:?}"
    );
}

#[test]
fn evidence_for_another_claim_or_verdict_is_rejected() {
    let folder = folder();
    let right = read(&folder.path().join("out/vote.forgets.json"));
    let tampered = |field: &str, value: &str| {
        let mut wrong = right.clone();
        wrong[field] = value.into();
        let path = folder.path().join("wrong.json");
        fs::write(&path, wrong.to_string()).expect("a file");
        tandem(folder.path(), ["verify", "wrong.json"])
    };
    assert_eq!(tampered("claim", "forgets").code, Some(0));
    assert_eq!(tampered("claim", "itself").code, Some(1));
    assert_eq!(tampered("verdict", "proved").code, Some(1));
    for (field, value) in [
        ("claim", "nothing"),
        ("verdict", "unknown!"),
        ("inputs", "missing.tdm"),
    ] {
        let outcome = tampered(field, value);
        assert_eq!(outcome.code, Some(3), "{outcome:?}");
    }
}

/// Every place in a document, as a JSON pointer, at which a number stands.
fn numbers(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(here.to_owned()),
        Value::Array(parts) => {
            for (position, part) in parts.iter().enumerate() {
                numbers(part, &format!("{here}/{position}"), found);
            }
        }
        Value::Object(parts) => {
            for (name, part) in parts {
                numbers(part, &format!("{here}/{name}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn no_number_in_evidence_brings_the_checker_down() {
    let folder = folder();
    let hostile = folder.path().join("hostile");
    fs::create_dir(&hostile).expect("a folder");
    let mut count = 0;
    for name in ["itself", "forgets"] {
        let right = read(&folder.path().join(format!("out/vote.{name}.json")));
        let mut places = Vec::new();
        numbers(&right["evidence"], "/evidence", &mut places);
        for place in places.iter().step_by(1 + places.len() / 60) {
            for value in [
                "0",
                "1",
                "4294967295",
                "-1",
                "1e400",
                "99999999999999999999",
                "0.5",
            ] {
                let mut wrong = right.clone();
                *wrong.pointer_mut(place).expect("the place exists") = Value::Null;
                let text = wrong.to_string().replacen("null", value, 1);
                fs::write(hostile.join(format!("{count}.json")), text).expect("a file");
                count += 1;
            }
        }
    }
    let outcome = tandem(folder.path(), ["verify", "hostile"]);
    assert_eq!(outcome.code, Some(3), "{}", outcome.err);
    assert!(
        outcome.out.contains("rejected"),
        "some were understood and rejected"
    );
    assert!(!outcome.err.contains("internal error"), "{}", outcome.err);
}

#[test]
fn files_that_are_no_evidence_are_bad_input() {
    let folder = folder();
    let text = fs::read_to_string(folder.path().join("out/vote.itself.json")).expect("a file");
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let par = r#"{"par":[0,["#.repeat(100_000);
    let nested = text.replacen(r#"{"location":0}"#, &par, 1);
    assert_ne!(nested, text);
    let version = text.replacen("\"format_version\":2", "\"format_version\":3", 1);
    let extra = text.replacen('{', "{\"more\":1,", 1);
    let cut = &text[..text.len() / 2];
    for wrong in ["", "{}", "\u{0}", cut, &deep, &nested, &version, &extra] {
        fs::write(folder.path().join("wrong.json"), wrong).expect("a file");
        let outcome = tandem(folder.path(), ["verify", "wrong.json"]);
        assert_eq!(outcome.code, Some(3), "{outcome:?}");
        assert!(outcome.err.starts_with("error: wrong.json "), "{outcome:?}");
    }
    assert_eq!(
        tandem(folder.path(), ["verify", "missing.json"]).code,
        Some(3)
    );
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    assert_eq!(tandem(folder.path(), ["verify", "empty"]).code, Some(3));
}

#[test]
fn files_of_the_same_name_keep_their_evidence_apart() {
    let folder = folder();
    for name in ["a", "b"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        let copy = folder.path().join(name).join("vote.tdm");
        fs::copy(folder.path().join("vote.tdm"), copy).expect("a copy");
    }
    let checked = tandem(folder.path(), ["check", "a", "b", "--evidence", "both"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let files = fs::read_dir(folder.path().join("both"))
        .expect("a folder")
        .count();
    assert_eq!(files, 4);
    let verified = tandem(folder.path(), ["verify", "both"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    assert!(verified.out.contains("4 claims"), "{verified:?}");
}

#[test]
fn evidence_on_imported_functions_is_about_the_functions_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in ["claims.tdm", "s.ll", "t.ll"] {
        let from = cases("import.in").join(file);
        fs::copy(from, folder.path().join(file)).expect("a copy");
    }
    let checked = tandem(folder.path(), ["check", "claims.tdm", "--evidence", "out"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let verified = tandem(folder.path(), ["verify", "out"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    assert!(verified.out.contains("4 claims"), "{verified:?}");
    // Integers without bounds are other functions.
    let mut other = read(&folder.path().join("out/claims.halved.json"));
    other["subject"]["reading"]["llvm"]["integers"] = "mathematical".into();
    fs::write(folder.path().join("other.json"), other.to_string()).expect("a file");
    let verified = tandem(folder.path(), ["verify", "other.json"]);
    assert_eq!(verified.code, Some(1), "{verified:?}");
    // With another implementation, what refuted the old one refutes nothing.
    fs::copy(folder.path().join("s.ll"), folder.path().join("t.ll")).expect("a copy");
    let given = ["verify", "out/claims.halved.json", "--program", "t.ll"];
    let verified = tandem(folder.path(), given);
    assert_eq!(verified.code, Some(1), "{verified:?}");
}

#[test]
fn a_proof_that_rests_on_another_function_does_not_stand_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = |change: &str| {
        format!(
            "define i32 @g(i32 %x) {{\n  %c = icmp sgt i32 %x, 100\n  br i1 %c, label %a, label %b\n\
             a:\n  ret i32 %x\nb:\n  %y = {change}\n  %r = call i32 @g(i32 %y)\n  ret i32 %r\n}}\n\
             define i32 @f(i32 %x) {{\n  %r = call i32 @g(i32 %x)\n  ret i32 %r\n}}\n"
        )
    };
    let at = |name: &str| folder.path().join(name);
    fs::write(at("s.ll"), module("add nsw i32 %x, 1")).expect("a file");
    fs::write(at("t.ll"), module("sub nsw i32 %x, -1")).expect("a file");
    let refined = tandem(
        folder.path(),
        ["refine", "s.ll", "t.ll", "--evidence", "out"],
    );
    assert_eq!(refined.code, Some(0), "{refined:?}");
    assert_eq!(read(&at("out/t.f.json"))["rests_on"][0], "g");
    assert_eq!(tandem(folder.path(), ["verify", "out"]).code, Some(0));
    let alone = tandem(folder.path(), ["verify", "out/t.f.json"]);
    assert_eq!(alone.code, Some(2), "{alone:?}");
    assert!(
        alone
            .out
            .contains("this holds if g refines its counterpart"),
        "{alone:?}"
    );
    // The other function of other texts, or read in another way, is another one.
    fs::create_dir(at("mixed")).expect("a folder");
    fs::copy(at("out/t.f.json"), at("mixed/f.json")).expect("a copy");
    for (file, integers) in [("t.ll", "mathematical"), ("s.ll", "bits")] {
        let arguments = [
            "refine",
            "s.ll",
            file,
            "--integers",
            integers,
            "--function",
            "g",
            "--evidence",
            "other",
        ];
        assert_eq!(tandem(folder.path(), arguments).code, Some(0));
        let stem = file.trim_end_matches(".ll");
        fs::copy(at(&format!("other/{stem}.g.json")), at("mixed/g.json")).expect("a copy");
        let mixed = tandem(folder.path(), ["verify", "mixed"]);
        assert_eq!(mixed.code, Some(2), "{file}: {mixed:?}");
    }
}
