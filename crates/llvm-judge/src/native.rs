//! Functions as native code: many of them compiled into one program, by every installed version of
//! LLVM with and without optimisation, and run one by one.

mod glue;
mod names;
mod outcome;
mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::case::{Case, Inputs};

pub use outcome::{Call, GlobalSeen, Memory, NativeEnd, Outcome};
pub(crate) use outcome::{ELSEWHERE, is_handed};
pub use tools::{Tools, Version};

/// A way to compile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Variant {
    /// By which version.
    pub version: Version,
    /// Whether it is optimised, so that only defined results are those of the text.
    pub optimised: bool,
}

impl Variant {
    /// Whether what it makes of a text can be trusted: LLVM 14 knows opaque pointers only as an
    /// experiment, and its optimiser confuses steps of different sizes behind one pointer. It also takes
    /// `fshr` of vectors by nothing in one lane for `fshl`, which gives the other operand.
    fn is_sound_for(self, case: &Case) -> bool {
        let is_misread = case.text.contains("ptr") || case.text.contains("@llvm.fshr.v");
        !(self.optimised && self.version == Version::Fourteen && is_misread)
    }
}

impl std::fmt::Display for Variant {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let level = if self.optimised { "-O2" } else { "-O0" };
        write!(out, "LLVM {} {level}", self.version.number())
    }
}

/// A program with many functions.
#[derive(Debug)]
pub struct Program {
    /// Keeps the files until the program is dropped.
    _folder: tempfile::TempDir,
    binary: PathBuf,
    entries: BTreeMap<(usize, Variant), usize>,
    /// The cases that a version could not compile, with what it said.
    pub failed: Vec<(usize, Version, String)>,
}

/// One module for each version, and what the driver needs.
struct Sources<'c> {
    tools: &'c Tools,
    cases: &'c [Case],
    folder: &'c Path,
}

impl Program {
    /// Compiles cases.
    ///
    /// # Errors
    /// What a tool said where the program as a whole could not be made.
    pub fn new(tools: &Tools, cases: &[Case]) -> Result<Program, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let sources = Sources {
            tools,
            cases,
            folder: folder.path(),
        };
        let mut entries = BTreeMap::new();
        let mut failed = Vec::new();
        let (mut declarations, mut lines) = (String::new(), String::new());
        let mut files = Vec::new();
        for version in tools.versions() {
            let readable: Vec<usize> = (0..cases.len())
                .filter(|case| version.reads(cases[*case].syntax))
                .collect();
            let good = sources.compile(*version, readable, &mut failed, &mut files)?;
            for optimised in [false, true] {
                let variant = Variant {
                    version: *version,
                    optimised,
                };
                for case in good.iter().filter(|it| variant.is_sound_for(&cases[**it])) {
                    let (declared, line) = glue::entry(&cases[*case], &suffix(*case, variant));
                    declarations.push_str(&declared);
                    lines.push_str(&line);
                    entries.insert((*case, variant), entries.len());
                }
            }
        }
        let table = format!(
            "{}{declarations}static const struct entry table[] = {{\n{lines}{{0}}}};\n",
            glue::TABLE
        );
        write(&folder.path().join("table.h"), &table)?;
        let driver = folder.path().join("driver.c");
        write(&driver, include_str!("native/driver.c"))?;
        files.push(driver);
        let binary = folder.path().join("program");
        tools.link(folder.path(), &files, &binary)?;
        Ok(Program {
            _folder: folder,
            binary,
            entries,
            failed,
        })
    }

    /// The ways in which a case was compiled.
    #[must_use]
    pub fn variants(&self, case: usize) -> Vec<Variant> {
        let keys = self.entries.keys().filter(|(number, _)| *number == case);
        keys.map(|(_, variant)| *variant).collect()
    }

    /// Runs cases, each compiled in one way, on inputs.
    ///
    /// # Errors
    /// Where the program does not answer all requests.
    pub fn run(
        &self,
        cases: &[Case],
        requests: &[(usize, Variant, &Inputs)],
    ) -> Result<Vec<Outcome>, String> {
        let mut text = String::new();
        for (case, variant, inputs) in requests {
            let entry = self.entries[&(*case, *variant)];
            let _ = write!(text, "{entry} {} ", inputs.fill);
            let scalars = inputs.arguments.iter().flat_map(|it| it.scalars());
            let bytes: Vec<u8> = scalars.flat_map(u128::to_le_bytes).collect();
            text.push_str(&hex(&bytes));
            for object in &inputs.objects {
                text.push(' ');
                text.push_str(&hex(object));
            }
            text.push('\n');
        }
        let mut child = Command::new(&self.binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut input = child.stdin.take().ok_or("the program has no input")?;
        // The program answers while it is asked; neither side may wait for the other.
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = child
            .wait_with_output()
            .map_err(|error| error.to_string())?;
        let _ = writer.join();
        let output = String::from_utf8_lossy(&output.stdout);
        let outcomes = outcome::outcomes(&output, cases, requests);
        match outcomes.len() == requests.len() {
            true => Ok(outcomes),
            false => Err(format!("{} of {} runs", outcomes.len(), requests.len())),
        }
    }
}

impl Sources<'_> {
    /// Compiles cases by one version, without those that it does not accept.
    fn compile(
        &self,
        version: Version,
        mut cases: Vec<usize>,
        failed: &mut Vec<(usize, Version, String)>,
        files: &mut Vec<PathBuf>,
    ) -> Result<Vec<usize>, String> {
        if cases.is_empty() {
            return Ok(cases);
        }
        let made = match self.objects(version, &cases) {
            Ok(made) => made,
            Err(_) => {
                cases = self.good(version, &cases, failed);
                match self.objects(version, &cases) {
                    Ok(made) if !cases.is_empty() => made,
                    Ok(_) => return Ok(cases),
                    // Together they take too long; the other version judges them.
                    Err(why) => {
                        failed.extend(cases.iter().map(|case| (*case, version, why.clone())));
                        return Ok(Vec::new());
                    }
                }
            }
        };
        files.extend(made);
        Ok(cases)
    }

    /// The cases that can be compiled: where one is to blame, it must not take the others with it.
    fn good(
        &self,
        version: Version,
        cases: &[usize],
        failed: &mut Vec<(usize, Version, String)>,
    ) -> Vec<usize> {
        match (self.objects(version, cases), cases) {
            (Ok(_), _) => cases.to_vec(),
            (Err(why), [case]) => {
                failed.push((*case, version, why));
                Vec::new()
            }
            (Err(_), _) => {
                let (first, second) = cases.split_at(cases.len() / 2);
                let mut good = self.good(version, first, failed);
                good.extend(self.good(version, second, failed));
                good
            }
        }
    }

    /// The object files of some cases by one version, optimised and not.
    fn objects(&self, version: Version, cases: &[usize]) -> Result<Vec<PathBuf>, String> {
        let mut made = Vec::new();
        for optimised in [false, true] {
            let variant = Variant { version, optimised };
            let (mut shared, mut text) = (BTreeSet::new(), String::new());
            let mut around = String::new();
            for number in cases {
                let case = &self.cases[*number];
                if !variant.is_sound_for(case) {
                    continue;
                }
                let suffix = suffix(*number, variant);
                text.push_str(&names::renamed(&case.text, *number, &suffix, &mut shared));
                text.push_str(&glue::peeks(case, &suffix));
                around.push_str(&glue::glue(case, &suffix));
            }
            // The target comes before everything else.
            let lines = |is_target: bool| -> String {
                let lines = shared
                    .iter()
                    .filter(|it| it.starts_with("target") == is_target);
                lines.map(|line| format!("{line}\n")).collect()
            };
            let (target, declared) = (lines(true), lines(false));
            let stem = format!("{}{}", version.number(), if optimised { "b" } else { "a" });
            let path = |name: &str| self.folder.join(format!("{name}{stem}"));
            let mut source = path("functions");
            write(&source, &format!("{target}{declared}{text}"))?;
            if optimised {
                let better = path("better");
                self.tools
                    .transform(version, "default<O2>", &source, &better)?;
                source = better;
            }
            let level = if optimised { "-O2" } else { "-O0" };
            let object = path("functions.o");
            self.tools.compile(version, level, &source, &object)?;
            let glue = path("glue");
            write(&glue, &format!("{target}{}{around}", glue::PROLOGUE))?;
            let glue_object = path("glue.o");
            self.tools.compile(version, "-O0", &glue, &glue_object)?;
            made.extend([object, glue_object]);
        }
        Ok(made)
    }
}

fn suffix(case: usize, variant: Variant) -> String {
    let level = if variant.optimised { "b" } else { "a" };
    format!("_{case}_{}{level}", variant.version.number())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| error.to_string())
}

fn hex(bytes: &[u8]) -> String {
    match bytes {
        [] => "-".to_owned(),
        _ => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
