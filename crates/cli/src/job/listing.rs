//! What files claim, as a supervisor hears it.

use evidence::VerdictKind;
use report::{Diagnostic, ReasonKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Found;
use super::found::Outcome;
use crate::diagnostics::Complaint;
use crate::file::File;
use crate::road::outcome;
use crate::source::Source;
use crate::subject::Subject;

/// Files as they were read.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    /// The file that is looked at, and of which its claims are. None where it cannot be opened.
    pub(crate) source: Option<String>,
    /// What that file says, where it is inside of evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// The SHA-256 of all texts that were read.
    pub(crate) inputs: String,
    /// What it has in common with others of the same texts that are understood in the same way.
    pub(crate) group: String,
    /// What is wrong with it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Its claims in the order in which they are written.
    pub(crate) claims: Vec<ListedClaim>,
    /// Whether only a part of it is read. Claims about it may be refuted and never proved.
    pub(crate) is_partial: bool,
}

/// A claim of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListedClaim {
    /// The name.
    pub(crate) name: String,
    /// The claim in a line.
    pub(crate) summary: String,
    /// What is claimed; none where the file was not read.
    pub(crate) relation: Option<report::Relation>,
    /// Where it is written.
    pub(crate) place: report::Place,
    /// The verdict that its author expects; none where one is as good as the other.
    pub(crate) expected: Option<VerdictKind>,
    /// The claim that is asked as well where this one is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) back: Option<usize>,
    /// Whether it is only asked behind another one.
    #[serde(default)]
    pub(crate) is_behind: bool,
}

impl Listing {
    /// Files of which nothing is known but why they cannot be used.
    pub(crate) fn unusable(complaint: Complaint) -> Self {
        Listing {
            diagnostics: vec![complaint.into()],
            ..Listing::default()
        }
    }

    /// Files that were not read within the limits: what they claim is one claim, which has their name.
    pub(crate) fn unread(subject: &Subject) -> Self {
        let path = subject.name();
        let stem = std::path::Path::new(path).file_stem().unwrap_or_default();
        let claim = ListedClaim {
            name: stem.to_string_lossy().into_owned(),
            summary: "the file was not read".to_owned(),
            relation: None,
            place: Source::new(String::new(), String::new()).place(language::Span::default()),
            expected: Some(VerdictKind::Proved),
            back: None,
            is_behind: false,
        };
        Listing {
            source: Some(path.to_owned()),
            claims: vec![claim],
            ..Listing::default()
        }
    }

    pub(super) fn of(file: &File) -> Self {
        let claims = file.module().claims.iter().enumerate();
        let claims = claims.map(|(position, claim)| ListedClaim {
            name: claim.name.to_string(),
            summary: claim.summary(),
            relation: Some(outcome::relation(claim.relation())),
            place: outcome::place(file, claim.origin),
            expected: match file.stored() {
                Some(_) => None,
                None => tandem::expected(claim),
            },
            back: file.back(position),
            is_behind: file.is_behind(position),
        });
        Listing {
            source: Some(file.source.path.clone()),
            text: file.stored().map(|_| file.source.text.clone()),
            inputs: file.digest(),
            group: file.group(),
            diagnostics: file.diagnostics().to_vec(),
            claims: claims.collect(),
            is_partial: file.is_partial(),
        }
    }
}

impl ListedClaim {
    /// What is shown of a claim of which nothing came.
    pub(crate) fn open(&self, file: String, found: Found) -> report::Claim {
        let reason = match found.outcome {
            Outcome::Nothing(reason) => Some(reason),
            Outcome::Evidence(_) => None,
        };
        let is_over = reason.as_ref().is_some_and(|reason| {
            matches!(reason.kind, ReasonKind::Interrupted | ReasonKind::Crashed)
        });
        report::Claim {
            name: self.name.clone(),
            file,
            place: self.place,
            relation: self.relation,
            summary: self.summary.clone(),
            verdict: Some(VerdictKind::Unknown),
            answer: None,
            rejected: None,
            reason,
            expected: self.expected,
            // Whoever expects `unknown` does not expect that the user loses patience.
            as_expected: self.expected == Some(VerdictKind::Unknown) && !is_over,
            engine: found.engine,
            from_store: false,
            tried: Vec::new(),
            effort: found.effort,
            evidence: None,
            abstraction: None,
            found: Vec::new(),
            rests_on: Vec::new(),
            obligations: None,
            evidence_file: None,
            warnings: found.warnings,
            notes: Vec::new(),
            story: None,
            time: None,
        }
    }
}
