//! Automata on infinite words.

use frontend_automata::{Matching, PairError, Source as Automaton, pair, read};
use logic::Symbol;
use question::automaton::{Acceptance, Automaton as Numbered};
use question::{Question, Relation, Words};

use super::{File, asks, error_at, short, stem};
use crate::source::Source;
use report::Diagnostic;

/// Is every infinite word of the first automaton a word of the second?
pub(super) fn between(first: Source, second: Source, by_position: bool) -> File {
    let automata = automaton(&first).and_then(|one| Ok([one, automaton(&second)?]));
    let [one, other] = match automata {
        Ok(automata) => automata,
        Err(problem) => return File::wrong(first, *problem),
    };
    let matching = match by_position {
        true => Matching::ByPosition,
        false => Matching::ByName,
    };
    let both = match pair(&one, &other, matching) {
        Ok(both) => both,
        Err(error) => return unfit(first, &error),
    };
    let summary = format!("{} included in {}", short(&first), short(&second));
    let question = Question::from(Words {
        names: [&first, &second].map(|source| Symbol::new(short(source))),
        automata: [both.first, both.second],
        letters: both.letters,
        states: both.states,
    });
    let mut file = File::empty(first);
    let mut claim = asks(stem(&file.source), Relation::Words, summary, Ok(question));
    claim.expect = None;
    file.module.claims.push(claim);
    if !both.unmatched.is_empty() {
        let names = both.unmatched.join(", ");
        file.notes.push(format!(
            "only one of the automata speaks of {names}; `--by-position` matches propositions by their \
             order instead of their names"
        ));
    }
    file
}

/// Has the automaton no word at all? That is what can be asked of one alone.
pub(super) fn alone(source: Source) -> File {
    let both = automaton(&source).map(|own| pair(&own, &own, Matching::ByName));
    let both = match both {
        Ok(Ok(both)) => both,
        Ok(Err(error)) => return unfit(source, &error),
        Err(problem) => return File::wrong(source, *problem),
    };
    let letters = both.first.letters();
    let Ok(nothing) = Numbered::new(letters, 1, vec![0], Vec::new(), Acceptance::Any(Vec::new()))
    else {
        unreachable!("an automaton without transitions is one")
    };
    let summary = format!("{} has no word", short(&source));
    let question = Question::from(Words {
        names: [Symbol::new(short(&source)), Symbol::new("nothing")],
        automata: [both.first, nothing],
        letters: both.letters,
        states: both.states,
    });
    let mut file = File::empty(source);
    let claim = asks(stem(&file.source), Relation::Words, summary, Ok(question));
    file.module.claims.push(claim);
    file
}

fn automaton(source: &Source) -> Result<Automaton, Box<Diagnostic>> {
    read(&source.text).map_err(|error| error_at(source, (error.line, 1), error.message, None))
}

/// Automata that cannot be put together.
fn unfit(source: Source, error: &PairError) -> File {
    let problem = error_at(&source, (1, 1), error.to_string(), None);
    File::wrong(source, *problem)
}
