//! The commands that decide something. Each says which files are read as what; then all go one road.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::args::{
    CheckArgs, DecideArgs, HornArgs, IncludeArgs, MutateArgs, RefineArgs, SearchArgs, ShowArgs,
    SolveArgs, VerifyArgs,
};
use crate::console::Console;
use crate::exit::Exit;
use crate::file::Arguments;
use crate::render::Evidence;
use crate::road::{self, Argument, Errand, PATIENCE, Style};
use crate::source;
use crate::subject::{Form, Subject};

/// How long is thought about a mutant, of which there are many.
const PATIENCE_WITH_MUTANTS: Duration = Duration::from_secs(10);

/// `tandem check`.
pub(crate) fn check(args: &CheckArgs, console: &mut Console) -> io::Result<Exit> {
    let found = source::find(&args.files, source::ALL);
    let arguments = args.files.iter().enumerate().map(|(position, path)| {
        let own = found.files.iter().filter(|file| file.argument == position);
        Argument {
            name: path.display().to_string(),
            subjects: own
                .map(|file| Subject::claims(&file.path, &args.reading))
                .collect(),
        }
    });
    let errand = Errand {
        arguments: arguments.collect(),
        wrong: found.errors,
        how: args.search.clone(),
        ..errand(Vec::new(), &args.decide)
    };
    road::travel(&errand, console)
}

/// `tandem refine`.
pub(crate) fn refine(args: &RefineArgs, console: &mut Console) -> io::Result<Exit> {
    let form = Form::Functions {
        names: args.functions.clone(),
    };
    let reading = Arguments {
        llvm: args.llvm.clone(),
        ..Arguments::default()
    };
    let files: [&Path; 2] = [&args.specification, &args.implementation];
    let mut errand = errand(road::one(Subject::new(form, files, &reading)), &args.decide);
    errand.explain |= args.decide.explain;
    road::travel(&errand, console)
}

/// `tandem include`.
pub(crate) fn include(args: &IncludeArgs, console: &mut Console) -> io::Result<Exit> {
    let form = Form::Words {
        by_position: args.by_position,
    };
    let files: [&Path; 2] = [&args.first, &args.second];
    let subject = Subject::new(form, files, &Arguments::default());
    road::travel(&errand(road::one(subject), &args.decide), console)
}

/// `tandem solve`.
pub(crate) fn solve(args: &SolveArgs, console: &mut Console) -> io::Result<Exit> {
    let files = [&args.file].into_iter().chain(&args.conclusion);
    let files = files.map(PathBuf::as_path);
    let subject = Subject::new(Form::Formulas, files, &Arguments::default());
    let errand = Errand {
        style: Style::Word,
        ..errand(road::one(subject), &args.decide)
    };
    road::travel(&errand, console)
}

/// `tandem horn`.
pub(crate) fn horn(args: &HornArgs, console: &mut Console) -> io::Result<Exit> {
    let files: [&Path; 1] = [&args.file];
    let subject = Subject::new(Form::Clauses, files, &Arguments::default());
    let errand = Errand {
        style: Style::Word,
        ..errand(road::one(subject), &args.decide)
    };
    road::travel(&errand, console)
}

/// `tandem mutate`.
pub(crate) fn mutate(args: &MutateArgs, console: &mut Console) -> io::Result<Exit> {
    let form = Form::Mutants {
        names: args.functions.clone(),
        most: args.most,
    };
    let reading = Arguments {
        llvm: args.llvm.clone(),
        ..Arguments::default()
    };
    let files: [&Path; 1] = [&args.file];
    let errand = Errand {
        patience: PATIENCE_WITH_MUTANTS,
        style: Style::Mutants,
        ..errand(road::one(Subject::new(form, files, &reading)), &args.decide)
    };
    road::travel(&errand, console)
}

/// `tandem verify`.
pub(crate) fn verify(args: &VerifyArgs, console: &mut Console) -> io::Result<Exit> {
    let program = args.program.as_ref();
    let form = Form::Evidence {
        program: program.map(|path| path.to_string_lossy().into_owned()),
    };
    let found = source::find(&args.files, &["json"]);
    let arguments = found.files.iter().map(|file| {
        let files: [&Path; 1] = [&file.path];
        road::one(Subject::new(form.clone(), files, &Arguments::default()))
    });
    let errand = Errand {
        evidence: Evidence::Anybodys,
        wrong: found.errors,
        ..errand(arguments.flatten().collect(), &args.decide)
    };
    road::travel(&errand, console)
}

/// `tandem show --strategy`.
pub(crate) fn strategy(args: &ShowArgs, console: &mut Console) -> io::Result<Exit> {
    let is_evidence = args.file.extension().is_some_and(|own| own == "json");
    let form = match is_evidence {
        true => Form::Evidence { program: None },
        false => Form::Claims,
    };
    let files: [&Path; 1] = [&args.file];
    let subject = Subject::new(form, files, &args.reading);
    let decide = DecideArgs::plain(args.claim.iter().cloned().collect(), args.timeout);
    let errand = Errand {
        style: Style::Strategy(args.format),
        evidence: match is_evidence {
            true => Evidence::Anybodys,
            false => Evidence::Ours,
        },
        ..errand(road::one(subject), &decide)
    };
    road::travel(&errand, console)
}

/// What most commands ask for.
fn errand(arguments: Vec<Argument>, decide: &DecideArgs) -> Errand<'_> {
    Errand {
        arguments,
        wrong: Vec::new(),
        decide,
        how: SearchArgs::default(),
        patience: PATIENCE,
        style: Style::Table,
        explain: decide.show_evidence,
        evidence: Evidence::Ours,
    }
}
