//! Workers that do what no worker should: each costs its own job, and nothing else.

use std::time::{Duration, Instant};

use budget::Canceller;
use serde_json::{Value, json};
use supervisor::{Ended, Limits, Program, Role, Supervisor};

const ROLE: Role = Role("any");

const HELLO: &str = r#"echo '{"hello":{"protocol":1,"version":"test"}}'; read -r job;"#;

/// A supervisor of workers that run a script.
fn workers(script: &str) -> Supervisor {
    let program = Program {
        path: "/bin/sh".into(),
        arguments: vec!["-c".into(), script.into()],
    };
    Supervisor::new(program, "test")
}

/// What comes of one job that such a worker is given.
fn ask(script: &str, limits: Limits) -> Result<Value, Ended> {
    let mut nothing = |_| {};
    workers(script).ask(ROLE, &json!({}), limits, &Canceller::new(), &mut nothing)
}

fn after_hello(script: &str) -> Result<Value, Ended> {
    ask(&format!("{HELLO} {script}"), limits(Some(10.0), None))
}

fn limits(seconds: Option<f64>, memory: Option<u64>) -> Limits {
    Limits {
        time: seconds.map(Duration::from_secs_f64),
        memory,
    }
}

#[test]
fn a_worker_does_one_job_after_the_other() {
    let script = format!(
        "{HELLO} n=1; while true; do
            echo \"{{\\\"said\\\":{{\\\"id\\\":$n,\\\"what\\\":\\\"working\\\"}}}}\";
            echo \"{{\\\"answer\\\":{{\\\"id\\\":$n,\\\"answer\\\":$$}}}}\";
            n=$((n + 1)); read -r job || exit;
        done"
    );
    let workers = workers(&script);
    let mut heard = Vec::new();
    let mut answers = Vec::new();
    for _ in 0..3 {
        let answer = workers.ask(
            ROLE,
            &json!({"what": "ever"}),
            limits(Some(10.0), None),
            &Canceller::new(),
            &mut |what| heard.push(what),
        );
        answers.push(answer.expect("the worker answers"));
    }
    assert_eq!(heard, vec![json!("working"); 3]);
    // It was one process all the time.
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn workers_that_are_over_their_limits_are_ended() {
    let start = Instant::now();
    assert_eq!(ask("sleep 60", limits(Some(0.2), None)), Err(Ended::Time));
    let chatter =
        format!("{HELLO} while true; do echo '{{\"said\":{{\"id\":1,\"what\":0}}}}'; done");
    assert_eq!(ask(&chatter, limits(Some(0.2), None)), Err(Ended::Time));
    let hoard = "x=aaaaaaaaaaaaaaaa; while true; do x=$x$x; done";
    let ended = ask(
        &format!("{HELLO} {hoard}"),
        limits(Some(30.0), Some(50 << 20)),
    );
    assert_eq!(ended, Err(Ended::Memory));
    // Nobody waited for the sleep.
    assert!(start.elapsed() < Duration::from_secs(50));
}

#[test]
fn what_is_no_message_is_told() {
    for rubbish in [
        "echo rubbish",
        "echo '{}'",
        "echo '{\"answer\":{\"id\":7,\"answer\":0}}'",
        "head -c 300000000 /dev/zero",
        "printf '\\377\\n'",
    ] {
        let ended = after_hello(rubbish);
        assert!(
            matches!(ended, Err(Ended::Misspoke(_))),
            "{rubbish}: {ended:?}"
        );
    }
    let silent = ask(
        "read -r job; echo '{\"answer\":{\"id\":1,\"answer\":0}}'",
        limits(Some(10.0), None),
    );
    assert!(matches!(silent, Err(Ended::Misspoke(_))), "{silent:?}");
    let other = ask(
        "echo '{\"hello\":{\"protocol\":1,\"version\":\"other\"}}'; sleep 60",
        limits(Some(10.0), None),
    );
    assert!(matches!(other, Err(Ended::NotStarted(_))), "{other:?}");
}

#[test]
fn how_a_worker_ends_is_told() {
    let ended = after_hello("echo goodbye >&2; exit 7");
    let Err(Ended::Crashed(how)) = ended else {
        panic!("{ended:?}");
    };
    assert!(how.contains('7') && how.contains("goodbye"), "{how}");
    let ended = after_hello("kill -SEGV $$");
    assert!(matches!(ended, Err(Ended::Crashed(_))), "{ended:?}");
    let ended = after_hello("printf '{\"answer\":{\"id\":1,'");
    let Err(Ended::Crashed(how)) = ended else {
        panic!("{ended:?}");
    };
    assert!(how.contains("middle of a line"), "{how}");
    let ended = after_hello("echo 'memory allocation of 8 bytes failed' >&2; kill -ABRT $$");
    assert_eq!(ended, Err(Ended::Memory));
    // One that says much on standard error need not wait.
    let ended =
        after_hello("head -c 1000000 /dev/zero >&2; echo '{\"answer\":{\"id\":1,\"answer\":1}}'");
    assert_eq!(ended, Ok(json!(1)));
}

#[test]
fn a_worker_that_cannot_be_started_is_told() {
    let program = Program {
        path: "/nowhere/to/be/found".into(),
        arguments: Vec::new(),
    };
    let workers = Supervisor::new(program, "test");
    workers.prepare(ROLE);
    let ended = workers.ask(
        ROLE,
        &json!({}),
        limits(None, None),
        &Canceller::new(),
        &mut |_| {},
    );
    assert!(matches!(ended, Err(Ended::NotStarted(_))), "{ended:?}");
}

#[test]
fn large_jobs_do_not_block() {
    let job = json!("x".repeat(10_000_000));
    let workers = workers("sleep 60");
    let ended = workers.ask(
        ROLE,
        &job,
        limits(Some(0.2), None),
        &Canceller::new(),
        &mut |_| {},
    );
    assert_eq!(ended, Err(Ended::Time));
}

#[test]
fn whoever_cancels_ends_the_worker_with_its_children() {
    let canceller = Canceller::new();
    let folder = std::env::temp_dir().join(format!("tandem-supervisor-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("child");
    let script = format!("{HELLO} sleep 60 & echo $! > {}; wait", file.display());
    let workers = workers(&script);
    let ended = std::thread::scope(|scope| {
        let asked = scope.spawn(|| {
            workers.ask(
                ROLE,
                &json!({}),
                limits(None, None),
                &canceller,
                &mut |_| {},
            )
        });
        while std::fs::read_to_string(&file).map_or(true, |text| text.trim().is_empty()) {
            std::thread::sleep(Duration::from_millis(5));
        }
        canceller.cancel();
        asked.join().expect("asking does not panic")
    });
    assert_eq!(ended, Err(Ended::Cancelled));
    let child = std::fs::read_to_string(&file).expect("the child was named");
    let process = std::path::PathBuf::from(format!("/proc/{}/stat", child.trim()));
    let is_alive = || match std::fs::read_to_string(&process) {
        // What has ended may be still listed.
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    };
    let end = Instant::now() + Duration::from_secs(20);
    while is_alive() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!is_alive(), "the child of the worker goes on");
    let _ = std::fs::remove_dir_all(folder);
}
