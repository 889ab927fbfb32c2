//! Whatever the input: a sentence and an exit code, never a panic.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use common::{Outcome, cases, root, tandem, tandem_with_input};

/// Checks a file with this content.
fn check(content: &[u8]) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.tdm"), content).expect("a file");
    tandem(folder.path(), ["check", "f.tdm"])
}

/// Asserts that the content is refused with an error that says this, in a few lines.
fn refused(content: &[u8], expected: &str) {
    let outcome = check(content);
    assert_eq!(outcome.code, Some(3), "{expected}: {}", outcome.err);
    assert!(
        outcome.err.contains(expected),
        "{expected}: {}",
        outcome.err
    );
    assert!(
        outcome.err.len() < 20_000,
        "{expected}: {} bytes",
        outcome.err.len()
    );
    assert!(outcome.err.ends_with("nothing was checked\n"));
    assert_eq!(outcome.out, "");
}

/// A program whose only statement has this expression.
fn with_expression(expression: &str) -> Vec<u8> {
    let text = format!(
        "program p {{ var x: int = 0; x = {expression}; }}\nclaim c: a = p simulated by b = p;\n"
    );
    text.into_bytes()
}

#[test]
fn deep_nesting_is_refused() {
    let deep =
        |open: &str, close: &str| format!("{}1{}", open.repeat(10_000), close.repeat(10_000));
    refused(&with_expression(&deep("(", ")")), "nested");
    refused(&with_expression(&deep("(", "")), "nested");
    refused(&with_expression(&deep("-", "")), "nested");
    let blocks = format!(
        "program p {{ {} {} }}",
        "{".repeat(10_000),
        "}".repeat(10_000)
    );
    refused(blocks.as_bytes(), "nested");
}

#[test]
fn what_is_no_text_is_refused() {
    refused(
        &[0xff, 0xfe, 0x00, 0x01],
        "f.tdm is not a text file: byte 0 is not UTF-8",
    );
    refused(b"\0\0\0\0", "f.tdm:1:1");
    refused(b"", "f.tdm contains no claim");
}

#[test]
fn long_lines_are_not_shown() {
    refused(&b"@".repeat(10_000_000), "f.tdm:1:1");
    let name = format!("program {}", "a".repeat(10_000_000));
    refused(name.as_bytes(), "f.tdm:1:");
    let wide = format!("program p {{ skip; }} /*{}*/ nonsense", "ä".repeat(1000));
    refused(wide.as_bytes(), "f.tdm:1:");
}

#[test]
fn many_errors_are_counted_rather_than_shown() {
    let content = "program p { x = 1; }\n".repeat(1000);
    let outcome = check(content.as_bytes());
    assert_eq!(outcome.code, Some(3));
    assert_eq!(outcome.err.matches("-->").count(), 50);
    assert!(outcome.err.contains(" more in f.tdm"), "{}", outcome.err);
}

#[test]
fn long_numbers_are_numbers() {
    let outcome = check(&with_expression(&"7".repeat(1000)));
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
}

#[test]
fn long_sums_are_sums() {
    let sum = vec!["1"; 50_000].join(" + ");
    assert_eq!(check(&with_expression(&sum)).code, Some(0));
}

/// That `p` always comes to its message is Collatz's conjecture: no engine decides it, however
/// fast it gets.
const NOBODY_DECIDES: &str = "
    program q(n: int) { assume (n > 0); send 1 on 1; }
    program p(n: int) { var a: int = n; assume (a > 0);
        while (a != 1) { if (a % 2 == 0) { a = a / 2; } else { a = 3 * a + 1; } }
        send 1 on 1; }
    claim hard: x = q simulated by y = p requires x.n == y.n expect unknown;";

#[test]
fn a_claim_that_takes_too_long_is_unknown() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.tdm"), NOBODY_DECIDES).expect("a file");
    let outcome = tandem(folder.path(), ["check", "f.tdm", "--timeout", "0.2"]);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(outcome.out.contains("timeout"), "{outcome:?}");
}

#[test]
fn a_claim_that_takes_too_much_memory_is_unknown() {
    let text = "program p { var a: 0..=2000 = 0; var b: 0..=2000 = 0;
        while (*) { choose { a = a + 1; } or { b = b + 1; } } }
        claim c: x = p simulated by y = p;";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.tdm"), text).expect("a file");
    let outcome = tandem(folder.path(), ["check", "f.tdm", "--memory", "1K"]);
    assert_eq!(outcome.code, Some(2), "{outcome:?}");
    assert!(outcome.out.contains("memory"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_with_what_is_known() {
    let text = format!(
        "program e {{ send 1 on 1; }} claim easy: x = e simulated by y = e; {NOBODY_DECIDES}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.tdm"), text).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .env("TANDEM_CACHE", "")
        .args(["check", "f.tdm", "--timeout", "0"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut out = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let mut line = String::new();
    out.read_line(&mut line)
        .expect("the easy claim is shown at once");
    assert!(line.starts_with("easy  proved"), "{line}");
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("the signal is sent").success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the run ends");
    assert!(rest.contains("interrupted"), "{rest}");
    assert!(
        rest.ends_with("2 claims: 1 proved, 1 unknown (1 not as expected)\n"),
        "{rest}"
    );
    assert_eq!(child.wait().expect("the command ends").code(), Some(2));
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let run = |jobs: &str, format: &str| {
        let args = ["--no-times", "--jobs", jobs, "--format", format];
        tandem(&cases("check.in"), ["check", "."].iter().chain(&args))
    };
    for format in ["text", "json"] {
        let one = run("1", format);
        assert_eq!(one.code, Some(1), "{one:?}");
        assert_eq!(one, run("2", format));
        assert_eq!(one, run("7", format));
    }
}

#[test]
fn nobody_needs_to_read_the_output() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .env("TANDEM_CACHE", "")
        .args(["run", "server.tdm", "server", "--steps", "3000"])
        .current_dir(cases("run.in"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(
        output.status.code().is_some_and(|code| code < 3),
        "{output:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_internal_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .env("TANDEM_CACHE", "")
        .args(["check", "vote.tdm"])
        .current_dir(cases("check.in"))
        .stdout(full)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn formatting_writes_only_what_changes_and_only_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["tidy.tdm", "untidy.tdm"] {
        fs::copy(cases("fmt.in").join(name), folder.path().join(name)).expect("a copy");
    }
    assert_eq!(tandem(folder.path(), ["fmt", "--check", "."]).code, Some(1));
    let formatted = tandem(folder.path(), ["fmt", "."]);
    assert_eq!(
        (formatted.code, formatted.out.as_str()),
        (Some(0), "./untidy.tdm\n")
    );
    let again = tandem(folder.path(), ["fmt", "."]);
    assert_eq!((again.code, again.out.as_str()), (Some(0), ""));
    let names = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 2, "no temporary file is left");
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let here = cases("fmt.in");
    let outcome = tandem_with_input(&here, ["fmt", "-"], b"program   p{skip ;}\n");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let tidy = fs::read_to_string(here.join("tidy.tdm")).expect("a file");
    assert_eq!(outcome.out, tidy);
    assert_eq!(
        tandem_with_input(&here, ["fmt", "-", "--check"], b"program  p{}").code,
        Some(1)
    );
    assert_eq!(
        tandem_with_input(&here, ["fmt", "-"], b"program").code,
        Some(3)
    );
    assert_eq!(
        tandem_with_input(&here, ["fmt", "-"], &[0xff]).code,
        Some(3)
    );
}

#[test]
fn a_person_can_decide() {
    let args = [
        "run",
        "server.tdm",
        "server",
        "--ask",
        "--set",
        "k=0",
        "--set",
        "LIMIT=2",
    ];
    let outcome = tandem_with_input(&cases("run.in"), args, b"\nfive\n5\n3\n2\n99\n11\n");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(
        outcome.out.ends_with("the program has ended\n"),
        "{outcome:?}"
    );
    assert!(outcome.err.contains("which step? [1-2]"), "{outcome:?}");
    let stopped = tandem_with_input(&cases("run.in"), args, b"q\nq\n");
    assert!(
        stopped.out.ends_with("stopped: as you wished\n"),
        "{stopped:?}"
    );
}

#[test]
fn examples_can_be_formatted_and_formatted_text_stays() {
    let examples = root().join("examples");
    let files: Vec<_> = fs::read_dir(examples)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "tdm"))
        .collect();
    for path in files {
        let text = fs::read(&path).expect("a file");
        let once = tandem_with_input(&root(), ["fmt", "-"], &text);
        assert_eq!(once.code, Some(0), "{}: {}", path.display(), once.err);
        let twice = tandem_with_input(&root(), ["fmt", "-"], once.out.as_bytes());
        assert_eq!(once, twice, "{}", path.display());
    }
}

#[test]
fn no_terminal_escape_of_an_input_reaches_the_terminal() {
    const EVIL: &str = "\u{1b}[31mevil\u{9b}2J";
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: String| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    write("one.ba", format!("[0]\n{EVIL},[0]->[0]\n[0]\n"));
    write("other.ba", "[0]\nb,[0]->[0]\n[0]\n".to_owned());
    write(
        "f.smt2",
        format!("(declare-const |{EVIL}| Int)(assert (> |{EVIL}| 0))"),
    );
    write("open.smt2", format!("(assert |{EVIL}|)"));
    write(
        "h.smt2",
        format!(
            "(set-logic HORN)(declare-fun |{EVIL}| (Int) Bool)\
             (assert (forall ((x Int)) (=> (= x 0) (|{EVIL}| x))))"
        ),
    );
    let function =
        |result: u8| format!("define i8 @\"\\1B[31mevil\"() {{\n  ret i8 {result}\n}}\n");
    write("s.ll", function(1));
    write("t.ll", function(2));
    write(
        "p.tdm",
        format!("// {EVIL}\nprogram p {{ var x: int = {EVIL}; }}"),
    );
    write(&format!("{EVIL}.tdm"), "program p {".to_owned());
    let envelope = serde_json::json!({"format_version": 2, EVIL: 1});
    write("e.json", envelope.to_string());
    let named = format!("{EVIL}.tdm");
    let commands: [&[&str]; 13] = [
        &["include", "one.ba", "other.ba"],
        &["include", "one.ba", "other.ba", "--format", "json"],
        &["solve", "f.smt2", "--strategy"],
        &["solve", "f.smt2", "--strategy", "--color", "always"],
        &["check", "open.smt2"],
        &["horn", "h.smt2", "--model"],
        &["refine", "s.ll", "t.ll"],
        &["refine", "s.ll", "t.ll", "--format", "json"],
        &["mutate", "s.ll"],
        &["check", "p.tdm"],
        &["check", &named],
        &["check", EVIL],
        &["verify", "e.json"],
    ];
    for command in commands {
        let outcome = tandem(folder.path(), command);
        let all = outcome.out.clone() + &outcome.err;
        assert!(all.contains("evil"), "{command:?} says it: {all}");
        assert!(
            !all.contains("\u{1b}[31m") && !all.contains('\u{9b}'),
            "{command:?}: {all:?}"
        );
    }
    // What is wrong with the command line itself.
    let outcome = tandem(folder.path(), ["check", "--timeout", EVIL]);
    assert!(
        !outcome.err.contains('\u{1b}') && outcome.err.contains("evil"),
        "{outcome:?}"
    );
}

#[test]
fn long_programs_are_decided() {
    let repeated = |statement: &str, count: usize| statement.repeat(count);
    let straight = repeated("x = x + 1;\n", 3_000);
    let doubled = repeated("x = x + x;\n", 45);
    let branches = format!(
        "if (x == 0) {{ x = 1; }} {}",
        repeated("else if (x == 2) { x = 3; }\n", 3_000)
    );
    for body in [straight, doubled, branches] {
        let text = format!(
            "program p {{ var x: int = 0; {body} send x on 1; }}\nclaim c: a = p simulated by b = p;\n"
        );
        let outcome = check(text.as_bytes());
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_neither_read_nor_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let made = Command::new("mkfifo").arg(at("pipe.tdm")).status();
    assert!(made.is_ok_and(|status| status.success()), "there is a pipe");
    // Nobody writes to it, and nobody waits for that.
    for command in [
        &["check", "pipe.tdm"][..],
        &["verify", "pipe.tdm"],
        &["fmt", "pipe.tdm"],
    ] {
        let outcome = tandem(folder.path(), command);
        assert_eq!(outcome.code, Some(3), "{command:?}: {outcome:?}");
        assert!(
            outcome.err.contains("is no regular file"),
            "{command:?}: {outcome:?}"
        );
    }
    fs::copy(cases("check.in").join("vote.tdm"), at("vote.tdm")).expect("a copy");
    fs::create_dir(at("out")).expect("a folder");
    fs::write(at("precious"), "mine").expect("a file");
    symlink(at("precious"), at("out/vote.itself.json")).expect("a link");
    let outcome = tandem(folder.path(), ["check", "vote.tdm", "--evidence", "out"]);
    assert_eq!(outcome.code, Some(4), "{outcome:?}");
    assert_eq!(fs::read_to_string(at("precious")).expect("a file"), "mine");
    let outcome = tandem(
        folder.path(),
        ["check", "vote.tdm", "--evidence", "pipe.tdm"],
    );
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    let kind = fs::metadata(at("pipe.tdm"))
        .expect("it is there")
        .file_type();
    assert!(kind.is_fifo());
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let full = || {
        fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full device")
    };
    for arguments in [&["--help"][..], &["--version"], &["schema"]] {
        let status = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(arguments)
            .stdout(full())
            .stderr(Stdio::null())
            .status()
            .expect("the command ends");
        assert_eq!(status.code(), Some(4), "{arguments:?}");
    }
}
