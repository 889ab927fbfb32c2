//! Horn clauses give invariants that no candidate covers.

use question::Question;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use budget::{Budget, News};
use evidence::Verdict;

#[test]
fn clauses_give_what_candidates_lack() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("benchmarks/collective/clauses.tdm");
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let mut wrong = Vec::new();
    for claim in &analysis.module.claims {
        let question = analysis
            .module
            .question(claim)
            .ok()
            .and_then(Question::safe)
            .expect("the claim is about a system");
        let asked = Arc::new(AtomicBool::new(false));
        let heard = asked.clone();
        let listener = move |news: News| {
            if matches!(news, News::Reached(text) if text.starts_with("solving clauses")) {
                heard.store(true, Ordering::Relaxed);
            }
        };
        let budget = Budget::unlimited().with_listener(Arc::new(listener));
        match collective::decide(&question, &budget).verdict {
            Verdict::Proved(evidence) => {
                let accepted = checker::check_safe(&question, &evidence, &budget);
                assert!(accepted.is_ok(), "{}: {accepted:?}", claim.name);
            }
            other => wrong.push(format!("{}: {other:?}", claim.name)),
        }
        if !asked.load(Ordering::Relaxed) {
            wrong.push(format!("{}: candidates suffice", claim.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
