//! The tools that judge, and programs that they made.

pub mod calculator;
pub mod launch;
mod process;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use process::finished;

/// How long a compiler may take.
const COMPILE: Duration = Duration::from_secs(120);

/// A real MPI: a compiler for it and a command that starts its programs.
#[derive(Clone, Debug)]
pub struct Mpi {
    compiler: PathBuf,
    launcher: PathBuf,
}

impl Mpi {
    /// MPICH, if it is installed.
    #[must_use]
    pub fn find() -> Option<Mpi> {
        let compiler = in_path(&["mpicc.mpich", "mpicc"])?;
        let launcher = in_path(&["mpiexec.mpich", "mpiexec.hydra"])?;
        Some(Mpi { compiler, launcher })
    }

    /// Compiles a file.
    ///
    /// # Errors
    /// What the compiler says.
    fn compile(&self, source: &Path, program: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.compiler);
        command.args(["-w", "-O0", "-rdynamic", "-o"]);
        command.arg(program).arg(source).args(["-ldl", "-lm"]);
        compiled(&mut command)
    }
}

/// A C compiler whose programs notice what C leaves undefined.
#[derive(Clone, Debug)]
pub struct Sanitizer {
    compiler: PathBuf,
    arguments: &'static [&'static str],
}

/// GCC complains and ends.
const GCC: &[&str] = &[
    "-fsanitize=undefined,address",
    "-fsanitize=float-divide-by-zero,float-cast-overflow",
    "-fno-sanitize-recover=all",
];

/// Clang needs no library for its checks where a failing one only ends the program.
const CLANG: &[&str] = &[
    "-fsanitize=undefined",
    "-fsanitize=float-divide-by-zero,float-cast-overflow",
    "-fsanitize-trap=all",
];

impl Sanitizer {
    /// GCC with its sanitizers, if it is installed.
    #[must_use]
    pub fn find() -> Option<Sanitizer> {
        Sanitizer::of(&["gcc"], GCC)
    }

    /// Clang, if it is installed. It looks at operations as they are written, where GCC folds some away
    /// before it looks, as in `!(a - b)`.
    #[must_use]
    pub fn second() -> Option<Sanitizer> {
        Sanitizer::of(&["clang-14", "clang-19", "clang"], CLANG)
    }

    fn of(names: &[&str], arguments: &'static [&'static str]) -> Option<Sanitizer> {
        let compiler = in_path(names)?;
        let found = Sanitizer {
            compiler,
            arguments,
        };
        let folder = tempfile::tempdir().ok()?;
        let source = folder.path().join("empty.c");
        std::fs::write(&source, "int main(void) { return 0; }\n").ok()?;
        found.compile(&source, &folder.path().join("empty")).ok()?;
        Some(found)
    }

    /// Compiles a file.
    ///
    /// # Errors
    /// What the compiler says.
    fn compile(&self, source: &Path, program: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.compiler);
        command.args(["-w", "-O0"]).args(self.arguments);
        command.args(["-ffp-contract=off", "-o"]);
        command.arg(program).arg(source).arg("-lm");
        compiled(&mut command)
    }
}

fn compiled(command: &mut Command) -> Result<(), String> {
    let end = finished(command, COMPILE)?;
    if end.is_success {
        return Ok(());
    }
    Err(end.errors)
}

/// The first of these commands that can be found.
fn in_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|file| file.is_file())
}
