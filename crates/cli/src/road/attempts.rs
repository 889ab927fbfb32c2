//! Who was asked about a claim, for how long, and how far each came: heard from outside, so that it is
//! known of those as well that were ended.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use report::Attempt;

use crate::progress::Progress;

/// What was heard about one claim.
#[derive(Clone, Debug)]
pub(super) struct Attempts {
    claim: String,
    progress: Progress,
    heard: Arc<Mutex<Vec<Heard>>>,
}

#[derive(Debug)]
struct Heard {
    engine: String,
    since: Instant,
    until: Instant,
    text: String,
}

/// What an engine says when it is asked.
const BEGINS: &str = "begins";

impl Attempts {
    pub(super) fn new(claim: &str, progress: Progress) -> Self {
        Attempts {
            claim: claim.to_owned(),
            progress,
            heard: Arc::default(),
        }
    }

    /// Whom workers tell.
    pub(super) fn listener(&self) -> tandem::Progress {
        let own = self.clone();
        Arc::new(move |engine: &str, text: &str| own.hear(engine, text))
    }

    fn hear(&self, engine: &str, text: &str) {
        self.progress.say(&self.claim, engine, text);
        let Ok(mut heard) = self.heard.lock() else {
            return;
        };
        let now = Instant::now();
        let known = heard.iter_mut().rev().find(|it| it.engine == engine);
        match known {
            Some(known) => {
                known.until = now;
                if text != BEGINS {
                    text.clone_into(&mut known.text);
                }
            }
            None => heard.push(Heard {
                engine: engine.to_owned(),
                since: now,
                until: now,
                text: if text == BEGINS {
                    String::new()
                } else {
                    text.to_owned()
                },
            }),
        }
    }

    /// What was heard, in the order in which engines were asked first. Who was asked last, worked until
    /// now.
    pub(super) fn finish(&self, with_times: bool) -> Vec<Attempt> {
        let Ok(mut heard) = self.heard.lock() else {
            return Vec::new();
        };
        if let Some(last) = heard.iter_mut().max_by_key(|it| it.until) {
            last.until = Instant::now();
        }
        let attempts = heard.iter().filter(|it| it.engine != "checker");
        attempts
            .map(|it| Attempt {
                engine: it.engine.clone(),
                seconds: with_times.then(|| (it.until - it.since).as_secs_f64()),
                reached: it.text.clone(),
            })
            .collect()
    }
}
