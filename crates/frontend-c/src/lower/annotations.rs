//! Formulas of annotations, which may speak of other processes and of another program.

use logic::{Quantifier, Sort, Symbol, Term, Var};
use program::Origin;

use crate::effects;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Declaration, Expression, ExpressionKind, Role, Scalar, Shape, Unit};

use super::places::{Place, array_sort};
use super::scope::{Array, Binding, Layout, Memory, Pointer};
use super::value::{self, Value};
use super::{Lowering, Said};

/// The name of the variable that says at which collective assertion a process is.
const LABEL: &str = "label$";

impl Lowering<'_, '_> {
    /// The formula of an annotation.
    pub(super) fn annotation(
        &mut self,
        formula: &Expression,
        label: Option<Symbol>,
    ) -> Reads<Term> {
        if !self.context.analysis.expression(formula).is_pure() {
            let message = "an annotation must not change anything";
            return Err(Problem::wrong(&formula.span, message));
        }
        self.is_annotation = true;
        let result = self.truth(formula);
        self.is_annotation = false;
        let term = result?;
        self.annotations.push(Said {
            formula: term.clone(),
            span: formula.span.clone(),
            label,
        });
        Ok(term)
    }

    /// That all processes are at collective assertions of the same label, where there are several: it is
    /// an error to reach them in different orders.
    pub(super) fn same_label(&mut self, label: Symbol, origin: Origin) -> Reads<Term> {
        let Some(number) = self.context.number_of_label(label) else {
            return Ok(Term::top());
        };
        let number = Term::int(i64::try_from(number).unwrap_or(i64::MAX));
        let own = self.label_var(origin);
        self.assign(&own, number.clone(), origin)?;
        let others = (0..self.context.size).map(|rank| {
            let name = format!("p[{rank}].{LABEL}");
            Term::eq(Var::new(name.as_str(), Sort::Int).term(), number.clone())
        });
        Ok(Term::and(others))
    }

    /// The variable that says at which collective assertion the process is.
    pub(super) fn label_var(&mut self, origin: Origin) -> Var {
        self.declare(LABEL, Sort::Int, Some(Term::int(-1)), origin)
    }

    /// `forall {int i | range} body` and its dual.
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        name: Symbol,
        range: &Expression,
        body: &Expression,
        span: &Span,
    ) -> Reads<Value> {
        if !self.is_annotation {
            return Err(Problem::wrong(span, "this belongs into an annotation"));
        }
        // No variable of C has a name with this sign.
        let bound = Var::new(format!("{name}!").as_str(), Sort::Int);
        self.scope.open();
        self.scope
            .bind(name, Binding::Value(bound.term(), Scalar::INT));
        let parts = self
            .truth(range)
            .and_then(|range| Ok((range, self.truth(body)?)));
        self.scope.close();
        let (range, body) = parts?;
        Ok(Value::of_int(match quantifier {
            Quantifier::Forall => Term::forall([bound], Term::implies(range, body)),
            Quantifier::Exists => Term::exists([bound], Term::and([range, body])),
        }))
    }

    /// `PROC[e]@main.x`: the variable of another process.
    pub(super) fn remote(
        &mut self,
        program: Option<Symbol>,
        process: &Expression,
        (function, name): (Option<Symbol>, Symbol),
        span: &Span,
    ) -> Reads<Place> {
        let unit = match program {
            None => self.context.unit,
            Some(program) => match self.context.other {
                Some((alias, unit)) if alias == program.as_str() => unit,
                _ => return Err(no_program(program, span)),
            },
        };
        let rank = self.value(process)?;
        let Some(rank) = rank.literal().and_then(|rank| usize::try_from(rank).ok()) else {
            let problem = Problem::unsupported(span, "a process whose rank is not known here");
            return Err(problem.hint("the rank must follow from the own rank and literals"));
        };
        let prefix = match program {
            None => format!("p[{rank}]."),
            Some(program) => format!("{program}.p[{rank}]."),
        };
        let is_main = function.is_none_or(|function| function.as_str() == "main");
        if program.is_none()
            && let Some(place) = self.seen_elsewhere(&prefix, function, name, span)?
        {
            return Ok(place);
        }
        if !is_main {
            let what = "a variable of another function than `main` here";
            return Err(Problem::unsupported(span, what));
        }
        self.foreign(unit, &prefix, name, span)
    }

    /// What a name stands for here, in a function that is being read or wherever it is found.
    fn standing_for(
        &self,
        function: Option<Symbol>,
        name: Symbol,
        span: &Span,
    ) -> Reads<Option<&Binding>> {
        let Some(function) = function else {
            return Ok(self.scope.find(name));
        };
        let mut frames = self.scope.frames.iter().rev();
        let Some(frame) = frames.find(|frame| frame.function == function) else {
            return Ok(None);
        };
        if function.as_str() != "main" && self.context.call_count(function) > 1 {
            let what = "a variable of a function that is called at several places";
            return Err(Problem::unsupported(span, what));
        }
        let mut blocks = frame.blocks.iter().rev();
        let local = blocks.find_map(|block| block.get(&name));
        Ok(local.or_else(|| self.scope.globals.get(&name)))
    }

    /// The variable of another process that a name stands for here: the one that it stands for in this
    /// process, which is at the same place of the text when it takes part.
    fn seen_elsewhere(
        &self,
        prefix: &str,
        function: Option<Symbol>,
        name: Symbol,
        span: &Span,
    ) -> Reads<Option<Place>> {
        let own = format!("p[{}].", self.rank);
        let theirs = |var: &Var| {
            let rest = var.name.as_str().strip_prefix(own.as_str())?;
            Some(Var::new(
                format!("{prefix}{rest}").as_str(),
                var.sort.clone(),
            ))
        };
        let found = self.standing_for(function, name, span)?;
        Ok(found.and_then(|binding| match binding {
            Binding::Scalar(var, scalar) => Some(Place::Variable(theirs(var)?, *scalar)),
            Binding::Array(array) | Binding::Pointer(Pointer::Element { array, .. })
                if array.memory == Memory::Declared || !self.context.is_moved(name) =>
            {
                Some(Place::Element {
                    array: Array {
                        var: theirs(&array.var)?,
                        // Annotations claim nothing about indices.
                        sizes: vec![Term::int(0); array.sizes.len()],
                        is_writable: false,
                        ..array.clone()
                    },
                    indices: Vec::new(),
                })
            }
            _ => None,
        }))
    }

    /// `spec.x`: the variable of the first process of the other program.
    pub(super) fn joint(
        &mut self,
        program: &Expression,
        name: Symbol,
        span: &Span,
    ) -> Reads<Option<Place>> {
        let ExpressionKind::Name(program) = program.kind else {
            return Ok(None);
        };
        if !self.is_annotation || self.scope.find(program).is_some() {
            return Ok(None);
        }
        match self.context.other {
            Some((alias, unit)) if alias == program.as_str() => {
                let prefix = format!("{alias}.p[0].");
                Ok(Some(self.foreign(unit, &prefix, name, span)?))
            }
            _ if matches!(program.as_str(), "spec" | "impl") => Err(no_program(program, span)),
            _ => Ok(None),
        }
    }

    fn foreign(&self, unit: &Unit, prefix: &str, name: Symbol, span: &Span) -> Reads<Place> {
        let (declaration, shown) = match visible(unit, name) {
            Visible::One(declaration, shown) => (declaration, shown),
            Visible::Several => {
                let what = format!("the name `{name}`, which is that of several variables there,");
                return Err(Problem::unsupported(span, what));
            }
            Visible::None => {
                let message = format!("there is no variable `{name}` in that `main`");
                return Err(Problem::wrong(span, message));
            }
        };
        let scalar = declaration.scalar;
        let is_input = matches!(declaration.role, Role::Input(_));
        let prefix = if is_input { "" } else { prefix };
        let var = |sort| Var::new(format!("{prefix}{shown}").as_str(), sort);
        match &declaration.shape {
            Shape::Single if scalar.is_number() => {
                Ok(Place::Variable(var(value::sort(scalar)), scalar))
            }
            Shape::Array(sizes) if scalar.is_number() => {
                let sort = array_sort(scalar, sizes.len());
                Ok(Place::Element {
                    array: Array {
                        var: var(sort),
                        scalar,
                        // Annotations claim nothing about indices.
                        sizes: vec![Term::int(0); sizes.len()],
                        is_writable: false,
                        memory: Memory::Declared,
                        layout: Layout::Packed,
                    },
                    indices: Vec::new(),
                })
            }
            _ => Err(Problem::unsupported(span, "a variable of this type here")),
        }
    }
}

/// What a name stands for in `main` of another program, or of a process that is elsewhere.
enum Visible<'u> {
    None,
    /// This variable, and its name in terms.
    One(&'u Declaration, String),
    Several,
}

/// The variable of `main` with a name, or the one outside of functions.
fn visible(unit: &Unit, name: Symbol) -> Visible<'_> {
    let Some(main) = unit.function(Symbol::new("main")) else {
        return Visible::None;
    };
    let mut declared = Vec::new();
    effects::declarations(&main.body, &mut declared);
    let global = unit.globals.iter().find(|it| it.name == name);
    let mut locals = declared.into_iter().filter(|it| it.name == name);
    match (locals.next(), locals.next(), global) {
        (_, Some(_), _) => Visible::Several,
        (Some(local), None, Some(_)) => Visible::One(local, format!("{name}#2")),
        (Some(local), None, None) => Visible::One(local, name.to_string()),
        (None, _, Some(global)) => Visible::One(global, name.to_string()),
        (None, _, None) => Visible::None,
    }
}

fn no_program(program: Symbol, span: &Span) -> Problem {
    let problem = Problem::wrong(span, format!("there is no other program `{program}` here"));
    problem.hint("joint invariants are for comparisons: tandem check a.c --against spec.c")
}
