//! Who was asked about a claim, for how long, and how far each came: heard from outside, so that it is
//! known of those as well that were ended.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use report::{Attempt, News};

use crate::job::{Heard, Listener};
use crate::progress::Progress;

/// What was heard about one claim.
#[derive(Clone, Debug)]
pub(super) struct Attempts {
    file: String,
    claim: String,
    progress: Progress,
    engines: Arc<Mutex<Vec<Engine>>>,
}

#[derive(Debug)]
struct Engine {
    since: Instant,
    until: Instant,
    attempt: Attempt,
}

impl Attempts {
    pub(super) fn new(file: &str, claim: &str, progress: Progress) -> Self {
        Attempts {
            file: file.to_owned(),
            claim: claim.to_owned(),
            progress,
            engines: Arc::default(),
        }
    }

    /// Whom workers tell.
    pub(super) fn listener(&self) -> Listener {
        let own = self.clone();
        Arc::new(move |heard: Heard| own.hear(heard))
    }

    fn hear(&self, heard: Heard) {
        let Heard { engine, news } = heard;
        self.progress
            .say(&self.file, &self.claim, &engine, news.as_ref());
        let Ok(mut engines) = self.engines.lock() else {
            return;
        };
        let now = Instant::now();
        let position = engines.iter().rposition(|it| it.attempt.engine == engine);
        let position = position.unwrap_or_else(|| {
            engines.push(Engine {
                since: now,
                until: now,
                attempt: Attempt {
                    engine,
                    seconds: None,
                    reached: String::new(),
                    covered: String::new(),
                    open: None,
                },
            });
            engines.len() - 1
        });
        let known = &mut engines[position];
        known.until = now;
        match news {
            Some(News::Reached(text)) => known.attempt.reached = text,
            Some(News::Covered(text)) => known.attempt.covered = text,
            Some(News::Open(open)) => known.attempt.open = Some(open),
            None => {}
        }
    }

    /// What was heard, in the order in which engines were asked first. Who was asked last, worked until
    /// now.
    pub(super) fn finish(&self, with_times: bool) -> Vec<Attempt> {
        let Ok(mut engines) = self.engines.lock() else {
            return Vec::new();
        };
        if let Some(last) = engines.iter_mut().max_by_key(|it| it.until) {
            last.until = Instant::now();
        }
        let searching = engines.iter().filter(|it| it.attempt.engine != "checker");
        searching
            .map(|it| Attempt {
                seconds: with_times.then(|| (it.until - it.since).as_secs_f64()),
                ..it.attempt.clone()
            })
            .collect()
    }
}
