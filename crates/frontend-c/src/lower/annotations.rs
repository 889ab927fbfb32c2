//! Formulas of annotations, which may speak of other processes and of another program.

use logic::{Quantifier, Sort, Symbol, Term, Var};

use crate::effects;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Declaration, Expression, ExpressionKind, Role, Scalar, Shape, Unit};

use super::Lowering;
use super::places::{Place, array_sort};
use super::scope::{Array, Binding, Layout, Memory};
use super::value::{self, Value};

impl Lowering<'_, '_> {
    /// The formula of an annotation.
    pub(super) fn annotation(&mut self, formula: &Expression) -> Reads<Term> {
        if !self.context.analysis.expression(formula).is_pure() {
            let message = "an annotation must not change anything";
            return Err(Problem::wrong(&formula.span, message));
        }
        self.is_annotation = true;
        let result = self.truth(formula);
        self.is_annotation = false;
        let term = result?;
        self.annotations.push((term.clone(), formula.span.clone()));
        Ok(term)
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
        name: Symbol,
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
        self.foreign(unit, &prefix, name, span)
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
        let Some((declaration, shown)) = visible(unit, name) else {
            let message = format!("there is no variable `{name}` in that `main`");
            return Err(Problem::wrong(span, message));
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

/// The variable of `main` with a name, or the one outside of functions, and its name in terms.
fn visible(unit: &Unit, name: Symbol) -> Option<(&Declaration, String)> {
    let main = unit.function(Symbol::new("main"))?;
    let mut declared = Vec::new();
    effects::declarations(&main.body, &mut declared);
    let global = unit.globals.iter().find(|it| it.name == name);
    match declared.into_iter().find(|it| it.name == name) {
        Some(local) if global.is_some() => Some((local, format!("{name}#2"))),
        Some(local) => Some((local, name.to_string())),
        None => Some((global?, name.to_string())),
    }
}

fn no_program(program: Symbol, span: &Span) -> Problem {
    let problem = Problem::wrong(span, format!("there is no other program `{program}` here"));
    problem.hint("joint invariants are for comparisons: tandem check a.c --against spec.c")
}
