//! Evidence in files: an envelope with all that is needed to check it again.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use evidence::{Evidence, VerdictKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostics::Complaint;
use crate::file::File;
use crate::source::Source;
use crate::subject::{Form, Subject};
use crate::suggest::did_you_mean;
use crate::texts::{Input, Texts};

/// The version of the format. A change that readers notice raises it.
pub(crate) const FORMAT_VERSION: u32 = 2;

/// Evidence for one verdict, with everything that is needed to check it again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Envelope<E = Evidence> {
    /// The version of this format.
    pub(crate) format_version: u32,
    /// The version of Tandem that wrote the file.
    pub(crate) tandem_version: String,
    /// The files, as what they were read and with which options.
    pub(crate) subject: Subject,
    /// Every text that was read.
    pub(crate) inputs: Vec<Input>,
    /// The name of the claim.
    pub(crate) claim: String,
    /// The claim in a line.
    pub(crate) summary: String,
    /// The verdict.
    pub(crate) verdict: VerdictKind,
    /// What the verdict rests on beyond what the input language guarantees, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) assumptions: Vec<String>,
    /// Other functions of the same files that the verdict rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rests_on: Vec<String>,
    /// Why it is right.
    pub(crate) evidence: E,
}

/// What every version of the format says of itself.
#[derive(Deserialize)]
struct Version {
    format_version: u32,
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

impl Envelope {
    /// Reads a file.
    ///
    /// # Errors
    /// A sentence that says why it is no evidence.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = Source::read(path)?.text;
        let wrong = |error: serde_json::Error| format!("{shown} is not an evidence file: {error}");
        let Version { format_version } = serde_json::from_str(&text).map_err(wrong)?;
        if format_version != FORMAT_VERSION {
            return Err(format!(
                "{shown} has format {format_version}, but this Tandem reads format {FORMAT_VERSION}; \
                 decide the claim again with `--evidence`"
            ));
        }
        serde_json::from_str(&text).map_err(wrong)
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
        // Names of files have at most 255 bytes, of which two parts, a number and an ending need room.
        const LONGEST: usize = 100;
        let stem = Path::new(file)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        // Names of functions and mutants may have any signs.
        let plain = |c: char| {
            if c.is_alphanumeric() || "_.-".contains(c) {
                c
            } else {
                '-'
            }
        };
        let part = |text: &str| -> String {
            let fits = |(at, c): &(usize, char)| at + c.len_utf8() <= LONGEST;
            let kept = text.char_indices().take_while(fits);
            kept.map(|(_, c)| plain(c)).collect()
        };
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

/// Moves a finished temporary file to its place, readable as files usually are. A device, a pipe or a link
/// is not replaced: somebody else relies on it.
pub(crate) fn persist(file: tempfile::NamedTempFile, path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::other("it exists and is no regular file"));
    }
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
    /// The path of the file.
    pub(crate) path: String,
    /// The verdict, as the file says it.
    pub(crate) verdict: VerdictKind,
    /// Why it is right.
    pub(crate) evidence: Evidence,
    /// The position of the claim in its module.
    pub(crate) position: usize,
}

impl Stored {
    /// Reads evidence, and the programs in it; `program` is a file whose text takes the place of the one
    /// in it with the same name, or of the first. Everything is inside: no file is opened that the evidence names.
    ///
    /// # Errors
    /// What is wrong with either.
    pub(crate) fn open(path: &Path, program: Option<&Path>) -> Result<(Self, File), Complaint> {
        let Envelope {
            subject,
            mut inputs,
            claim: name,
            verdict,
            evidence,
            ..
        } = Envelope::read(path).map_err(Complaint::new)?;
        if let Some(program) = program {
            let source = Source::read(program).map_err(Complaint::new)?;
            let is_namesake =
                |input: &Input| Path::new(&input.path).file_name() == program.file_name();
            let place = inputs.iter().position(is_namesake).unwrap_or(0);
            if let Some(input) = inputs.get_mut(place) {
                input.set_text(source.text);
            }
        }
        let shown = path.display();
        let inside = |sentence: String| Complaint::new(format!("{shown}: {sentence}"));
        if let Form::Evidence { .. } = subject.form {
            return Err(inside("it is about another file of evidence".to_owned()));
        }
        let texts = Texts::given(inputs).map_err(inside)?;
        let file = File::read(&subject, texts).map_err(|it| inside(it.message().to_owned()))?;
        // What is read of a program only in part can be refuted.
        let is_usable = !file.has_errors() || file.is_partial() && verdict == VerdictKind::Refuted;
        if !is_usable {
            let first = file.diagnostics().first();
            let why = first.map_or_else(String::new, |it| format!(": {}", it.message));
            return Err(inside(format!("its program cannot be used{why}")));
        }
        let claims = file.module().claims.iter();
        let names = || claims.clone().map(|claim| claim.name.as_str());
        let Some(position) = names().position(|own| own == name) else {
            let message = format!(
                "{shown} is about a claim named `{name}`, which {} does not contain",
                file.source.path
            );
            return Err(Complaint::new(message).hint(did_you_mean(&name, names())));
        };
        let stored = Stored {
            path: shown.to_string(),
            verdict,
            evidence,
            position,
        };
        Ok((stored, file))
    }
}
