//! The files and claims of a run, and everything that is wrong with them.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use budget::Canceller;
use supervisor::{Ended, Limits};

use crate::args::CheckArgs;
use crate::diagnostics::{self, Complaint};
use crate::job::{Done, Job, ListedClaim, Listing, What};
use crate::road::Road;
use crate::source::{self, Source};
use crate::suggest::did_you_mean;
use report::{Diagnostic, Severity};

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

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Listed {
    /// The path, as jobs name it.
    pub(crate) path: String,
    /// The text in which places are.
    pub(crate) source: Source,
    /// What it says.
    pub(crate) listing: Listing,
    /// How long it took to read it, which every claim of it has to pay for.
    pub(crate) time: Duration,
    /// Why it was not read. Then it has one claim, of which nothing is known.
    pub(crate) ended: Option<Ended>,
}

impl Input {
    /// Reads all files, whatever is wrong with some of them.
    pub(crate) fn read(
        args: &CheckArgs,
        road: &Road,
        arguments: &[String],
        limits: Limits,
        canceller: &Canceller,
    ) -> Self {
        let found = source::find(&args.files);
        let mut diagnostics: Vec<Diagnostic> = found
            .errors
            .into_iter()
            .map(|sentence| Complaint::new(sentence).into())
            .collect();
        let mut files: Vec<Listed> = Vec::new();
        let mut has_claims = vec![false; args.files.len()];
        let mut is_usable = vec![true; args.files.len()];
        for file in &found.files {
            let start = Instant::now();
            let job = Job {
                arguments: arguments.to_vec(),
                file: name(&file.path),
                what: What::Read,
            };
            let silent: tandem::Progress = Arc::new(|_: &str, _: &str| {});
            let (listing, ended) = match road.ask(&job, limits, canceller, &silent) {
                Ok(Done::Read(listing)) => (listing, None),
                Ok(Done::Refused(sentence)) => (Listing::unusable(Complaint::new(sentence)), None),
                Ok(Done::Decided(_)) => {
                    let complaint = Complaint::new("a worker answered another question");
                    (Listing::unusable(complaint), None)
                }
                Err(ended) => (Listing::unread(&file.path), Some(ended)),
            };
            let text = listing
                .source
                .as_deref()
                .map(|path| Source::read(Path::new(path)));
            let text = text.and_then(Result::ok);
            is_usable[file.argument] &= !diagnostics::has_errors(&listing.diagnostics);
            has_claims[file.argument] |= !listing.claims.is_empty();
            diagnostics.extend(listing.diagnostics.iter().cloned());
            // Of a file that cannot be opened there is nothing but the complaint.
            if let Some(source) = text {
                files.push(Listed {
                    path: job.file,
                    source,
                    listing,
                    time: start.elapsed(),
                    ended,
                });
            }
        }
        for (argument, path) in args.files.iter().enumerate() {
            let was_found = found.files.iter().any(|file| file.argument == argument);
            if was_found && is_usable[argument] && !has_claims[argument] {
                let message = format!("{} contains no claim", path.display());
                diagnostics.push(Complaint::new(message).into());
            }
        }
        let mut input = Input {
            files,
            selected: Vec::new(),
            diagnostics,
        };
        input.select(&args.claims);
        input
    }

    /// Whether all that is wrong is that parts of some files are not read: what is left of these can
    /// still be refuted.
    pub(crate) fn is_partial(&self) -> bool {
        let count = |diagnostics: &[Diagnostic]| {
            let errors = diagnostics.iter();
            errors.filter(|it| it.severity == Severity::Error).count()
        };
        let files = self.files.iter().filter(|file| file.listing.is_partial);
        let unread: usize = files.map(|file| count(&file.listing.diagnostics)).sum();
        unread > 0 && unread == count(&self.diagnostics)
    }

    /// Says of what was not read that it did not matter, in the files of these paths.
    pub(crate) fn excuse(&mut self, paths: &[String]) {
        for diagnostic in &mut self.diagnostics {
            if (diagnostic.file.as_ref()).is_some_and(|file| paths.contains(file)) {
                diagnostic.severity = Severity::Warning;
            }
        }
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
    fn select(&mut self, names: &[String]) {
        let mut claims: Vec<(usize, usize, &str)> = Vec::new();
        for (position, file) in self.files.iter().enumerate() {
            let own = file.listing.claims.iter().enumerate();
            claims.extend(own.map(|(claim, it)| (position, claim, it.name.as_str())));
        }
        let mut missing: Vec<Diagnostic> = Vec::new();
        // In a file with errors the claim may be written but not understood.
        if !self.has_errors() {
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

/// A path as jobs name it.
fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The command line of this run as jobs carry it; none where it is no text.
pub(crate) fn arguments() -> Option<Vec<String>> {
    let all = std::env::args_os().skip(1);
    all.map(OsString::into_string)
        .collect::<Result<_, _>>()
        .ok()
}
