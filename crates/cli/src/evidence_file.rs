//! Evidence in files: an envelope that says what the evidence is about.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use checker::{Accepted, Established};
use evidence::{Evidence, VerdictKind};
use question::{Question, Unreadable};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::console::Console;
use crate::diagnostics::Complaint;
use crate::file::{Arguments, File};
use crate::source::cannot_read;
use crate::suggest::did_you_mean;

/// The version of the format. A change that readers notice raises it.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// Evidence for one verdict, with everything that is needed to check it again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Envelope<E = Evidence> {
    /// The version of this format.
    pub(crate) format_version: u32,
    /// The version of Tandem that wrote the file.
    pub(crate) tandem_version: String,
    /// The program file, as it was given to Tandem.
    pub(crate) file: String,
    /// The name of the claim.
    pub(crate) claim: String,
    /// The verdict.
    pub(crate) verdict: VerdictKind,
    /// What the verdict rests on beyond what the input language guarantees, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) assumptions: Vec<String>,
    /// Why it is right.
    pub(crate) evidence: E,
}

impl<E> Envelope<E> {
    /// Evidence of this Tandem.
    pub(crate) fn new(file: String, claim: String, verdict: VerdictKind, evidence: E) -> Self {
        Envelope {
            format_version: FORMAT_VERSION,
            tandem_version: env!("CARGO_PKG_VERSION").to_owned(),
            file,
            claim,
            verdict,
            assumptions: Vec::new(),
            evidence,
        }
    }

    /// The same, with what the verdict rests on.
    pub(crate) fn assuming(self, assumptions: Vec<String>) -> Self {
        Envelope {
            assumptions,
            ..self
        }
    }
}

impl<E: Serialize> Envelope<E> {
    /// Writes the file, all of it or nothing.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut out = tempfile::NamedTempFile::new_in(folder)?;
        let mut buffer = io::BufWriter::new(out.as_file_mut());
        serde_json::to_writer(&mut buffer, self)?;
        buffer.write_all(b"\n")?;
        buffer.flush()?;
        drop(buffer);
        persist(out, path)
    }
}

impl<E: DeserializeOwned> Envelope<E> {
    /// Reads a file.
    ///
    /// # Errors
    /// A sentence that says why it is no evidence of this kind.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let bytes = fs::read(path).map_err(|error| cannot_read(path, &error))?;
        let envelope: Self = serde_json::from_slice(&bytes)
            .map_err(|error| format!("{shown} is not an evidence file: {error}"))?;
        if envelope.format_version != FORMAT_VERSION {
            return Err(format!(
                "{shown} has format {}, but this Tandem reads format {FORMAT_VERSION}",
                envelope.format_version
            ));
        }
        Ok(envelope)
    }
}

/// The word for what the checker has established.
pub(crate) fn verdict(accepted: &Accepted) -> VerdictKind {
    match accepted.verdict() {
        Established::Proved => VerdictKind::Proved,
        Established::Refuted => VerdictKind::Refuted,
    }
}

/// A folder in which evidence is put, a file for each claim.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    taken: BTreeSet<String>,
}

impl Folder {
    /// Makes the folder where it does not exist.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Ok(Folder {
            path: path.to_owned(),
            taken: BTreeSet::new(),
        })
    }

    /// Where the evidence for a claim is to be written.
    pub(crate) fn place(&mut self, file: &str, claim: &str) -> PathBuf {
        let name = self.name(file, claim);
        self.path.join(name)
    }

    /// A name that no other claim of this run has: `file.claim.json`, numbered where files in
    /// different folders have the same name.
    fn name(&mut self, file: &str, claim: &str) -> String {
        const LONGEST: usize = 80;
        let stem = Path::new(file)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let part = |text: &str| -> String { text.chars().take(LONGEST).collect() };
        let base = format!("{}.{}", part(&stem), part(claim));
        let mut name = format!("{base}.json");
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}-{number}.json");
        }
        name
    }
}

/// Moves a finished temporary file to its place, readable as files usually are.
pub(crate) fn persist(file: tempfile::NamedTempFile, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary file is private; one that takes the place of another keeps its permissions.
        let permissions = match fs::metadata(path) {
            Ok(metadata) => metadata.permissions(),
            Err(_) => fs::Permissions::from_mode(0o644),
        };
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Evidence in a file, with the claim that it is about.
#[derive(Debug)]
pub(crate) struct Stored {
    /// What the file says.
    pub(crate) envelope: Envelope,
    /// The programs.
    pub(crate) file: File,
    /// The position of the claim in its module.
    pub(crate) claim: usize,
    /// The question that the evidence answers, if it is one.
    pub(crate) question: Result<Question, Unreadable>,
}

impl Stored {
    /// Reads evidence and the programs that it is about, or those in another file, and complains
    /// about what is wrong with either; `None` where they cannot be used.
    pub(crate) fn open(
        path: &Path,
        program: Option<&Path>,
        arguments: &Arguments,
        console: &mut Console,
    ) -> Option<Self> {
        let shown = path.display();
        let envelope = match Envelope::read(path) {
            Ok(envelope) => envelope,
            Err(sentence) => {
                console.complain(&sentence);
                return None;
            }
        };
        let program = match program {
            Some(program) => program.to_owned(),
            None => locate(&envelope.file, path),
        };
        // What is read of a program only in part can be refuted.
        let file = match File::read(&program, arguments) {
            Ok(file) if file.is_partial() && envelope.verdict == VerdictKind::Refuted => Some(file),
            _ => File::read_valid_with(&program, arguments, console),
        };
        let Some(file) = file else {
            console.note(&format!("{shown} cannot be used without it\n"));
            return None;
        };
        let claims = &file.module().claims;
        let names = || claims.iter().map(|claim| claim.name.as_str());
        let Some(claim) = names().position(|name| name == envelope.claim) else {
            let message = format!(
                "{shown} is about a claim named `{}`, which {} does not contain",
                envelope.claim, file.source.path
            );
            Complaint::new(message)
                .hint(did_you_mean(&envelope.claim, names()))
                .show(console);
            return None;
        };
        let module = file.module();
        let question = module.question(&module.claims[claim]);
        Some(Stored {
            envelope,
            file,
            claim,
            question,
        })
    }

    /// What the verdict rests on beside the text. That is found out anew, not believed.
    pub(crate) fn notes(&self) -> Vec<String> {
        let claim = &self.file.module().claims[self.claim];
        self.file.notes(claim, Some(&self.envelope.evidence))
    }
}

/// The program file that evidence names: as seen from here, otherwise as seen from where the
/// evidence lies.
fn locate(named: &str, evidence: &Path) -> PathBuf {
    let here = PathBuf::from(named);
    if here.exists() {
        return here;
    }
    let there = evidence.parent().unwrap_or(Path::new("")).join(named);
    if there.exists() { there } else { here }
}
