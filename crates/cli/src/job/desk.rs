//! Where jobs are done, in a worker or in this very process.

use std::path::Path;
use std::time::Instant;

use budget::Canceller;

use super::clerk::Clerk;
use super::{Done, Job, Listener, Listing, Wanted};
use crate::diagnostics::Complaint;
use crate::evidence_file::Stored;
use crate::file::{Asked, File};
use crate::subject::Subject;
use crate::texts::Texts;

/// Files that are open, and the claim that was asked about last.
#[derive(Debug)]
pub(super) struct Open {
    subject: Subject,
    file: File,
    asked: Option<(usize, Asked)>,
}

impl Open {
    /// Whether a claim is still what it was when somebody began to ask about it.
    fn is(&self, wanted: &Wanted) -> bool {
        let claim = self.file.module().claims.get(wanted.claim);
        claim.is_some_and(|claim| claim.name.as_str() == wanted.name)
            && (wanted.inputs.as_ref()).is_none_or(|inputs| self.file.digest() == *inputs)
    }

    /// The claim at a position, as engines are asked about it. To find that out may take long.
    pub(super) fn asked(&mut self, claim: usize) -> (&File, &Asked) {
        if self.asked.as_ref().is_none_or(|(own, _)| *own != claim) {
            self.asked = None;
        }
        let (_, asked) = self
            .asked
            .get_or_insert_with(|| (claim, self.file.asked(claim)));
        (&self.file, asked)
    }
}

/// Where jobs are done: the files that were read last stay open for their claims.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    open: Option<Open>,
}

impl Desk {
    /// Does a job. `listener` hears how far it has come.
    pub(crate) fn answer(&mut self, job: &Job, canceller: &Canceller, listener: Listener) -> Done {
        let clerk = Clerk {
            start: Instant::now(),
            canceller,
            listener,
        };
        let done = match job {
            Job::Read(subject) => Ok(Done::Read(match self.read(subject) {
                Ok(open) => Listing::of(&open.file),
                Err(complaint) => Listing::unusable(complaint),
            })),
            Job::Search {
                subject,
                wanted,
                how,
                folder,
            } => self
                .claim(subject, wanted)
                .map(|(file, asked)| clerk.search(file, asked, wanted, how, Path::new(folder))),
            Job::Recall {
                subject,
                wanted,
                keep,
            } => self
                .claim(subject, wanted)
                .map(|(file, asked)| clerk.recall(file, asked, wanted, keep)),
            Job::Check {
                subject,
                wanted,
                found,
                folder,
                keep,
            } => self.claim(subject, wanted).and_then(|(file, asked)| {
                let evidence = found.evidence(Path::new(folder))?;
                clerk.check(file, asked, wanted, (found, evidence), keep)
            }),
            Job::Verify {
                subject,
                wanted,
                keep,
            } => self
                .claim(subject, wanted)
                .map(drop)
                .and_then(|()| self.take_stored())
                .and_then(|(open, stored)| clerk.verify(open, stored, wanted, keep)),
        };
        logic::collect_garbage();
        done.unwrap_or_else(|complaint| Done::Refused(complaint.message().to_owned()))
    }

    /// The files of a subject, read anew.
    fn read(&mut self, subject: &Subject) -> Result<&mut Open, Complaint> {
        let open = Open {
            subject: subject.clone(),
            file: File::read(subject, Texts::disk())?,
            asked: None,
        };
        Ok(self.open.insert(open))
    }

    /// A claim of files that may be open, and the claim as engines are asked about it.
    fn claim(&mut self, subject: &Subject, wanted: &Wanted) -> Result<(&File, &Asked), Complaint> {
        let is_open = self.open.as_ref().is_some_and(|it| it.subject == *subject);
        if !is_open {
            self.read(subject)?;
        }
        let open = self.open.as_mut().filter(|open| open.is(wanted));
        match open {
            Some(open) => Ok(open.asked(wanted.claim)),
            None => {
                let name = subject.name();
                Err(Complaint::new(format!(
                    "{name} was changed while it was checked"
                )))
            }
        }
    }

    /// The file of evidence that is open, and the evidence that came with it.
    fn take_stored(&mut self) -> Result<(Open, Stored), Complaint> {
        let open = self.open.take();
        let taken = open.and_then(|mut open| open.file.take_stored().map(|it| (open, it)));
        taken.ok_or_else(|| Complaint::new("there is no evidence"))
    }
}
