//! The tools of LLVM that are installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Syntax;

/// The seconds that a tool may take for a module.
const PATIENCE: &str = "10";

/// A version of LLVM whose `opt` and `llc` are installed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Version {
    /// LLVM 14, asked to read opaque pointers.
    Fourteen,
    /// LLVM 19.
    Nineteen,
}

impl Version {
    /// All versions.
    pub const ALL: [Version; 2] = [Version::Fourteen, Version::Nineteen];

    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Version::Fourteen => 14,
            Version::Nineteen => 19,
        }
    }

    /// Whether it reads a text.
    #[must_use]
    pub fn reads(self, syntax: Syntax) -> bool {
        self == Version::Nineteen || syntax == Syntax::Old
    }

    /// A tool that is ended where it takes too long: some types of vectors keep LLVM 14 busy for ever.
    fn tool(self, name: &str) -> Command {
        let mut command = Command::new("timeout");
        command.arg(PATIENCE);
        command.arg(format!("{name}-{}", self.number()));
        if self == Version::Fourteen {
            command.arg("-opaque-pointers");
        }
        command.stdin(Stdio::null());
        command
    }
}

/// The tools, found once.
#[derive(Clone, Debug)]
pub struct Tools {
    versions: Vec<Version>,
    compiler: String,
}

impl Tools {
    /// The tools that are installed; `None` where a test cannot be made, which is then said.
    #[must_use]
    pub fn find() -> Option<Tools> {
        let works = |program: &str| {
            let mut command = Command::new(program);
            command.arg("--version").stdout(Stdio::null());
            command
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|it| it.success())
        };
        let complete = |version: &Version| {
            let tools = ["opt", "llc"].map(|tool| format!("{tool}-{}", version.number()));
            tools.iter().all(|tool| works(tool))
        };
        let versions: Vec<Version> = Version::ALL.into_iter().filter(complete).collect();
        let compilers = ["clang-19", "clang-14", "cc"];
        let compiler = compilers.into_iter().find(|compiler| works(compiler))?;
        (!versions.is_empty()).then(|| Tools {
            versions,
            compiler: compiler.to_owned(),
        })
    }

    /// The versions that are installed.
    #[must_use]
    pub fn versions(&self) -> &[Version] {
        &self.versions
    }

    /// What a version makes of a module with some passes, as text.
    ///
    /// # Errors
    /// What the tool says where it fails.
    pub fn transform(
        &self,
        version: Version,
        passes: &str,
        from: &Path,
        to: &Path,
    ) -> Result<(), String> {
        let mut command = version.tool("opt");
        let passes = format!("-passes={passes}");
        command.arg("-S").arg(passes).arg(from).arg("-o").arg(to);
        finish(command)
    }

    /// Compiles a module to an object file.
    ///
    /// # Errors
    /// What the tool says where it fails.
    pub fn compile(
        &self,
        version: Version,
        level: &str,
        from: &Path,
        to: &Path,
    ) -> Result<(), String> {
        let mut command = version.tool("llc");
        command.args([level, "-filetype=obj", "-relocation-model=static"]);
        command.arg(from).arg("-o").arg(to);
        finish(command)
    }

    /// Makes a program of C files and object files.
    ///
    /// # Errors
    /// What the tool says where it fails.
    pub fn link(&self, folder: &Path, files: &[PathBuf], to: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.compiler);
        command.args(["-O1", "-no-pie", "-w", "-I"]).arg(folder);
        command.args(files).arg("-o").arg(to);
        finish(command)
    }
}

fn finish(mut command: Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false if output.status.code() == Some(124) => Err("it does not end".to_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
