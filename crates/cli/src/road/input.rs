//! The files and claims of a run, and everything that is wrong with them.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use budget::Canceller;
use supervisor::{Ended, Limits};

use super::Workers;
use crate::diagnostics::{self, Complaint};
use crate::job::{Done, Heard, Job, ListedClaim, Listener, Listing};
use crate::source::Source;
use crate::subject::{Form, Subject};
use crate::suggest::did_you_mean;
use report::{Diagnostic, Relation, Report, Severity};

/// What a run works on.
#[derive(Debug)]
pub(crate) struct Input {
    /// The files.
    pub(crate) files: Vec<Listed>,
    /// The claims to check: the position of the file, and that of the claim in it.
    selected: Vec<(usize, usize)>,
    /// What is wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Files that were read together.
#[derive(Debug)]
pub(crate) struct Listed {
    /// What is asked about.
    pub(crate) subject: Subject,
    /// The text in which places are.
    pub(crate) source: Source,
    /// What it says.
    pub(crate) listing: Listing,
    /// How long it took to read it, which every claim of it has to pay for.
    pub(crate) time: Duration,
    /// Why it was not read. Then it has one claim, of which nothing is known.
    pub(crate) ended: Option<Ended>,
}

impl Listed {
    /// Whether something is wrong with it, so that its claims cannot be decided.
    fn is_wrong(&self) -> bool {
        !self.listing.is_partial && diagnostics::has_errors(&self.listing.diagnostics)
    }
}

/// What the user has named: files that are asked about one by one, or together.
#[derive(Debug)]
pub(crate) struct Argument {
    /// How the user called it.
    pub(crate) name: String,
    /// What is asked about.
    pub(crate) subjects: Vec<Subject>,
}

impl Input {
    /// Reads all files, whatever is wrong with some of them.
    pub(crate) fn read(
        arguments: &[Argument],
        wrong: Vec<String>,
        workers: &Workers,
        limits: Limits,
        canceller: &Canceller,
    ) -> Self {
        let wrong = wrong.into_iter();
        let mut input = Input {
            files: Vec::new(),
            selected: Vec::new(),
            diagnostics: wrong
                .map(|sentence| Complaint::new(sentence).into())
                .collect(),
        };
        for argument in arguments {
            let mut is_usable = true;
            let mut has_claims = argument.subjects.is_empty();
            for subject in &argument.subjects {
                let listing = input.add(subject, workers, limits, canceller);
                is_usable &= !diagnostics::has_errors(&listing.diagnostics);
                has_claims |= !listing.claims.is_empty();
            }
            if is_usable && !has_claims {
                let complaint = Complaint::new(format!("{} contains no claim", argument.name));
                let has = |ending: &str| {
                    let mut names = argument.subjects.iter().map(Subject::name);
                    names.any(|name| name.ends_with(ending))
                };
                let hint = if has(".ll") {
                    Some(
                        "functions of one module are compared where they are called `src` and `tgt`; \
                         `tandem refine` compares those of two modules",
                    )
                } else if has(".c") {
                    Some("C is checked from the function `main` on, which is not there")
                } else {
                    None
                };
                let hint = hint.map(str::to_owned);
                input.diagnostics.push(complaint.hint(hint).into());
            }
        }
        input
    }

    /// Reads the files of a subject.
    fn add(
        &mut self,
        subject: &Subject,
        workers: &Workers,
        limits: Limits,
        canceller: &Canceller,
    ) -> Listing {
        let start = Instant::now();
        let silent: Listener = Arc::new(|_: Heard| {});
        let job = Job::Read(subject.clone());
        let (listing, ended) = match workers.ask(&job, limits, canceller, &silent) {
            Ok(Done::Read(listing)) => (listing, None),
            Ok(Done::Refused(sentence)) => (Listing::unusable(Complaint::new(sentence)), None),
            Ok(_) => {
                let complaint = Complaint::new("a worker answered another question");
                (Listing::unusable(complaint), None)
            }
            Err(ended) => (Listing::unread(subject), Some(ended)),
        };
        self.diagnostics.extend(listing.diagnostics.iter().cloned());
        let source = listing.source.clone().map(|path| match &listing.text {
            Some(text) => Ok(Source::new(path, text.clone())),
            // Who could not read it within the limits may have met with a file that has no end.
            None if ended.is_some() => Ok(Source::new(path, String::new())),
            None => Source::read(Path::new(&path)),
        });
        // Of a file that cannot be opened there is nothing but the complaint.
        if let Some(Ok(source)) = source {
            self.files.push(Listed {
                subject: subject.clone(),
                source,
                listing: listing.clone(),
                time: start.elapsed(),
                ended,
            });
        }
        listing
    }

    /// The texts of files in which diagnostics are, beside those that were read.
    pub(crate) fn others(&self) -> Vec<Source> {
        self.beside(self.diagnostics.iter().filter_map(|it| it.file.as_deref()))
    }

    /// The texts of files of which a report speaks, beside those that were read.
    pub(crate) fn named(&self, report: &Report) -> Vec<Source> {
        self.beside(pages::named(report).into_iter())
    }

    /// The texts of these files, without those that were read. Evidence has its texts inside: what else it
    /// names is not opened.
    fn beside<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Vec<Source> {
        let is_evidence = |file: &Listed| matches!(file.subject.form, Form::Evidence { .. });
        if self.files.iter().any(is_evidence) {
            return Vec::new();
        }
        let known = |path: &str| self.files.iter().any(|file| file.source.path == path);
        let mut others: Vec<Source> = Vec::new();
        for path in paths {
            if !known(path) && !others.iter().any(|other| other.path == path) {
                others.extend(Source::read(Path::new(path)));
            }
        }
        others
    }

    /// What is wrong, in files that are read in part, or in all others. Of the former it is known only in
    /// the end whether that mattered.
    pub(crate) fn diagnostics(&self, of_partial: bool) -> Vec<Diagnostic> {
        let is_of_partial = |diagnostic: &&Diagnostic| {
            let file = diagnostic.file.as_ref();
            let mut partial = self.files.iter().filter(|file| file.listing.is_partial);
            partial.any(|own| file == Some(&own.source.path)) == of_partial
        };
        self.diagnostics
            .iter()
            .filter(is_of_partial)
            .cloned()
            .collect()
    }

    /// Says of what was not read that it did not matter: these claims were refuted all the same.
    pub(crate) fn excuse(&mut self, claims: &[report::Claim]) {
        for diagnostic in &mut self.diagnostics {
            let is_decided = |claim: &report::Claim| Some(&claim.file) == diagnostic.file.as_ref();
            let mut partial = self.files.iter().filter(|file| file.listing.is_partial);
            if partial.any(|own| Some(&own.source.path) == diagnostic.file.as_ref())
                && claims.iter().any(is_decided)
            {
                diagnostic.severity = Severity::Warning;
            }
        }
    }

    /// Leaves nothing selected but the only claim, if it is one with strategies.
    pub(crate) fn one_with_strategy(&mut self) {
        let claims = (0..self.count()).map(|position| self.at(position).1);
        let names: Vec<&str> = claims.map(|claim| claim.name.as_str()).collect();
        let complaint = match names.as_slice() {
            [] => return,
            [name] if self.at(0).1.relation != Some(Relation::Simulated) => {
                let hint = "strategies exist for claims of the form `A simulated by B`";
                let message = format!("the claim `{name}` has no strategy");
                Complaint::new(message).hint(Some(hint.to_owned()))
            }
            [_] => return,
            names => {
                let message = format!("{} contains several claims", self.at(0).0.source.path);
                let hint = format!("name one of them: {}", names.join(", "));
                Complaint::new(message).hint(Some(hint))
            }
        };
        self.selected.clear();
        self.diagnostics.push(complaint.into());
    }

    /// Decides nothing, for a reason.
    pub(crate) fn deselect(&mut self, sentence: String) {
        self.selected.clear();
        self.diagnostics.push(Complaint::new(sentence).into());
    }

    /// Whether an error was found.
    pub(crate) fn has_errors(&self) -> bool {
        diagnostics::has_errors(&self.diagnostics)
    }

    /// How many claims are selected.
    pub(crate) fn count(&self) -> usize {
        self.selected.len()
    }

    /// The file of a selected claim, the claim, and its position in the file.
    pub(crate) fn at(&self, position: usize) -> (&Listed, &ListedClaim, usize) {
        let (file, claim) = self.selected[position];
        let file = &self.files[file];
        (file, &file.listing.claims[claim], claim)
    }

    /// Selects the claims with these names, or all where no name is given.
    pub(crate) fn select(&mut self, names: &[String]) {
        let mut claims: Vec<(usize, usize, &str)> = Vec::new();
        let usable = self.files.iter().enumerate();
        for (position, file) in usable.filter(|(_, file)| !file.is_wrong()) {
            let own = file.listing.claims.iter().enumerate();
            let own = own.filter(|(_, claim)| !claim.is_behind);
            claims.extend(own.map(|(claim, it)| (position, claim, it.name.as_str())));
        }
        let mut missing: Vec<Diagnostic> = Vec::new();
        // In a file with errors the claim may be written but not understood.
        if !self.files.iter().any(Listed::is_wrong) {
            for name in names {
                if !claims.iter().any(|(_, _, own)| own == name) {
                    let candidates = claims.iter().map(|(_, _, own)| *own);
                    let complaint = Complaint::new(format!("there is no claim named `{name}`"));
                    missing.push(complaint.hint(did_you_mean(name, candidates)).into());
                }
            }
        }
        let is_wanted = |own: &str| names.is_empty() || names.iter().any(|name| name == own);
        self.selected = claims
            .iter()
            .filter(|(_, _, own)| is_wanted(own))
            .map(|(file, claim, _)| (*file, *claim))
            .collect();
        self.diagnostics.extend(missing);
    }
}
