//! The files and claims of a run, and everything that is wrong with them.

use question::{Claim, Module};

use crate::args::CheckArgs;
use crate::diagnostics::{self, Complaint};
use crate::file::File;
use crate::json::{Diagnostic, Severity};
use crate::source;
use crate::suggest::did_you_mean;

/// What a run works on.
#[derive(Debug)]
pub(crate) struct Input {
    /// The files that could be read.
    pub(crate) files: Vec<File>,
    /// The claims to check: the position of the file, and that of the claim in its module.
    selected: Vec<(usize, usize)>,
    /// What is wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Input {
    /// Reads all files, whatever is wrong with some of them.
    pub(crate) fn read(args: &CheckArgs) -> Self {
        let found = source::find(&args.files);
        let mut diagnostics: Vec<Diagnostic> = found
            .errors
            .into_iter()
            .map(|sentence| Complaint::new(sentence).into())
            .collect();
        let mut files: Vec<File> = Vec::new();
        let mut has_claims = vec![false; args.files.len()];
        let mut is_usable = vec![true; args.files.len()];
        for file in &found.files {
            match File::read(&file.path, &args.reading) {
                Err(unreadable) => {
                    is_usable[file.argument] = false;
                    diagnostics.push(unreadable.into());
                }
                Ok(read) => {
                    diagnostics.extend(read.diagnostics());
                    is_usable[file.argument] &= !read.has_errors();
                    has_claims[file.argument] |= !read.module().claims.is_empty();
                    files.push(read);
                }
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
        let files = self.files.iter().filter(|file| file.is_partial());
        let unread: usize = files.map(|file| count(&file.diagnostics())).sum();
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

    /// The claims to check, each with its module.
    pub(crate) fn selected(&self) -> impl Iterator<Item = (&Module, &Claim)> {
        self.selected.iter().map(|(file, claim)| {
            let module = self.files[*file].module();
            (module, &module.claims[*claim])
        })
    }

    /// The file of a selected claim, and the claim.
    pub(crate) fn at(&self, position: usize) -> (&File, &Claim) {
        let (file, claim) = self.selected[position];
        let file = &self.files[file];
        (file, &file.module().claims[claim])
    }

    /// Selects the claims with these names, or all where no name is given.
    fn select(&mut self, names: &[String]) {
        let claims = |files: &[File]| -> Vec<(usize, usize, String)> {
            let of_file = |(position, file): (usize, &File)| {
                let claims = file.module().claims.iter().enumerate();
                claims
                    .map(move |(claim, it)| (position, claim, it.name.to_string()))
                    .collect()
            };
            files
                .iter()
                .enumerate()
                .flat_map::<Vec<_>, _>(of_file)
                .collect()
        };
        let claims = claims(&self.files);
        // In a file with errors the claim may be written but not understood.
        if !self.has_errors() {
            for name in names {
                if !claims.iter().any(|(_, _, own)| own == name) {
                    let candidates = claims.iter().map(|(_, _, own)| own.as_str());
                    let complaint = Complaint::new(format!("there is no claim named `{name}`"));
                    let complaint = complaint.hint(did_you_mean(name, candidates));
                    self.diagnostics.push(complaint.into());
                }
            }
        }
        self.selected = claims
            .iter()
            .filter(|(_, _, own)| names.is_empty() || names.contains(own))
            .map(|(file, claim, _)| (*file, *claim))
            .collect();
    }
}
