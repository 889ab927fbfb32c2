//! Candidates for invariants, from what runs have shown.
//!
//! A candidate is tried, never trusted: the search drops what it cannot show. So it is enough that
//! candidates hold in all samples, and that the simple ones are there beside those that a few
//! samples suggest by chance.

mod hull;
mod modes;
mod ranges;
mod slots;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use logic::{Integer, Model, Node, Op, Rational, Sort, Term, Value, Var};

use crate::state::Context;
pub(crate) use slots::Slots;

/// The most columns for which affine relations are sought at once.
const WIDEST: usize = 40;

/// How many candidates are tried: each costs time, and most proofs need only the plain ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wealth {
    /// Conjunctions of relations.
    Plain,
    /// Also relations of variables that nobody reads any more, what holds in some modes of the processes and not in others, and elements of arrays at
    /// counters.
    Rich,
    /// Also squares of numbers, such as what a loop sums up, and what loops have written to arrays.
    Richest,
}

/// Formulas over the slots and the inputs that hold at all points, among them those of `more` that
/// do.
pub(crate) fn candidates(
    context: &Context<'_>,
    slots: &Slots<'_>,
    points: &[(Vec<Value>, Model)],
    more: Vec<Term>,
    wealth: Wealth,
) -> Vec<Term> {
    let mut found = Candidates {
        models: models(slots.all, points),
        formulas: Vec::new(),
        seen: BTreeSet::new(),
    };
    for process in &context.system.processes {
        for (_, annotation) in process.graph.annotations() {
            found.extend(annotation.invariant.iter().flat_map(Term::conjuncts));
        }
    }
    found.extend(more);
    if points.is_empty() {
        return found.formulas;
    }
    let slots = &slots.told[..];
    let columns = columns(context, slots, &found.models, wealth);
    let (distinct, equalities) = classes(&columns);
    found.extend(equalities);
    found.extend(relations_of(context));
    let slot_columns = || {
        distinct
            .iter()
            .filter(|column| column.is_number() && column.term.as_var().is_some())
    };
    found.extend(slot_columns().flat_map(bounds));
    found.extend(residues(context, &distinct));
    for group in groups(context, &distinct) {
        found.extend(hull::equalities(&group));
    }
    let compared: Vec<&Column> = slot_columns().collect();
    found.extend(comparisons(&compared));
    found.extend(ranges::candidates(context, slots, &found.models));
    if wealth == Wealth::Richest {
        let models = found.models.clone();
        found.extend(written::candidates(context, slots, &models));
    }
    if wealth != Wealth::Plain {
        let known: BTreeSet<Term> = found.formulas.iter().cloned().collect();
        found.extend(modes::candidates(&distinct, &known));
    }
    found.formulas
}

/// The terms over the inputs that slots have had in all samples.
pub(crate) fn confirmed(
    known: Vec<Option<Term>>,
    points: &[(Vec<Value>, Model)],
) -> Vec<Option<Term>> {
    let holds = |position: usize, term: &Term| {
        points
            .iter()
            .all(|(values, inputs)| inputs.eval(term).ok().as_ref() == values.get(position))
    };
    let slots = known.into_iter().enumerate();
    slots
        .map(|(position, term)| term.filter(|term| holds(position, term)))
        .collect()
}

/// Candidates without repetition, each of which holds in all models.
struct Candidates {
    models: Vec<Model>,
    formulas: Vec<Term>,
    seen: BTreeSet<Term>,
}

impl Candidates {
    fn extend(&mut self, formulas: impl IntoIterator<Item = Term>) {
        for formula in formulas {
            // What cannot be evaluated, such as a quantifier, gets its chance.
            let violated = |model: &Model| model.holds(&formula) == Ok(false);
            let is_new = formula.as_value().is_none() && self.seen.insert(formula.clone());
            if is_new && !self.models.iter().any(violated) {
                self.formulas.push(formula);
            }
        }
    }
}

fn models(slots: &[Var], points: &[(Vec<Value>, Model)]) -> Vec<Model> {
    let model = |(values, inputs): &(Vec<Value>, Model)| {
        let mut model = inputs.clone();
        for (slot, value) in slots.iter().zip(values) {
            model.set(slot.clone(), value.clone());
        }
        model
    };
    points.iter().map(model).collect()
}

/// A term and its values at the points.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) term: Term,
    pub(crate) values: Vec<Value>,
    /// The values of numbers, modulo a prime.
    residues: Option<Vec<u64>>,
    /// The processes that it speaks of; none for inputs.
    processes: BTreeSet<usize>,
}

impl Column {
    fn new(term: Term, values: Vec<Value>, processes: BTreeSet<usize>) -> Column {
        Column {
            residues: values.iter().map(|v| hull::residue(&number(v)?)).collect(),
            term,
            values,
            processes,
        }
    }

    fn is_number(&self) -> bool {
        self.residues.is_some()
    }
}

/// Inputs, slots, and the terms of the program that are not linear, as far as they have values.
fn columns(context: &Context<'_>, slots: &[Var], models: &[Model], wealth: Wealth) -> Vec<Column> {
    let mut owner_of: BTreeMap<Var, usize> = BTreeMap::new();
    for (position, process) in context.system.processes.iter().enumerate() {
        for variable in &process.variables {
            owner_of.insert(variable.var.clone(), position);
        }
    }
    let inputs = context.system.inputs.iter().map(Var::term);
    let terms = inputs.chain(slots.iter().map(Var::term));
    let nonlinear = nonlinear(context);
    let products = partial_products(context, slots, &nonlinear);
    let elements = elements(context, slots);
    let more = match wealth {
        Wealth::Plain => Vec::new(),
        Wealth::Rich => elements_at_counters(context, slots),
        Wealth::Richest => squares(slots),
    };
    let terms = terms
        .chain(nonlinear)
        .chain(products)
        .chain(elements)
        .chain(more);
    let mut columns = Vec::new();
    for term in terms {
        let values: Result<Vec<Value>, _> = models.iter().map(|m| m.eval(&term)).collect();
        let Ok(values) = values else {
            continue;
        };
        let owners = term.free_vars().into_iter();
        let processes = owners.filter_map(|v| owner_of.get(&v).copied()).collect();
        columns.push(Column::new(term, values, processes));
    }
    columns
}

fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Int(number) => Some(Rational::from(number.clone())),
        Value::Real(number) => Some(number.clone()),
        _ => None,
    }
}

/// The terms of the program that are not linear: products, quotients, elements of arrays.
fn nonlinear(context: &Context<'_>) -> Vec<Term> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<Term> = context
        .system
        .telling_terms()
        .into_iter()
        .cloned()
        .collect();
    while let Some(term) = open.pop() {
        if !seen.insert(term.clone()) || term.has_quantifier() {
            continue;
        }
        open.extend(term.children().iter().cloned());
        let literal = |t: &Term| t.as_value().is_some();
        let is_nonlinear = match term.node() {
            Node::App(Op::Mul, factors) => factors.iter().filter(|f| !literal(f)).count() > 1,
            Node::App(Op::Div | Op::Mod | Op::RealDiv | Op::Select, _) => true,
            _ => false,
        };
        let is_number = matches!(term.sort(), Sort::Int | Sort::Real | Sort::Range(_));
        if is_nonlinear && is_number {
            found.insert(term);
        }
    }
    found.into_iter().collect()
}

/// Where the program multiplies inputs, the products of its counters with these inputs: what a loop
/// has come to of such a product. Where it multiplies an input with itself, also the squares of its
/// counters.
fn partial_products(context: &Context<'_>, slots: &[Var], nonlinear: &[Term]) -> Vec<Term> {
    const MOST: usize = 40;
    let inputs = &context.system.inputs;
    let mut factors: BTreeSet<Var> = BTreeSet::new();
    let mut has_square = false;
    for product in nonlinear {
        if let Node::App(Op::Mul, of) = product.node() {
            let numbers = |factor: &Term| -> BTreeSet<Var> {
                let vars = factor.free_vars().into_iter();
                vars.filter(|var| inputs.contains(var) && var.sort == Sort::Int)
                    .collect()
            };
            let known = of.iter().map(numbers).filter(|vars| !vars.is_empty());
            let known: Vec<BTreeSet<Var>> = known.collect();
            if known.len() > 1 {
                has_square |= known[1..].iter().any(|vars| !vars.is_disjoint(&known[0]));
                factors.extend(known.into_iter().flatten());
            }
        }
    }
    let numbers = slots.iter().filter(|slot| slot.sort == Sort::Int);
    let products = numbers.flat_map(|slot| {
        let of_slot = |factor: &Var| Term::mul([slot.term(), factor.term()]);
        let square = has_square.then(|| of_slot(slot));
        factors
            .iter()
            .map(of_slot)
            .chain(square)
            .collect::<Vec<_>>()
    });
    products.take(MOST).collect()
}

/// The squares of numbers.
fn squares(slots: &[Var]) -> Vec<Term> {
    const MOST: usize = 8;
    let numbers = slots.iter().filter(|slot| slot.sort == Sort::Int);
    let squares = numbers.map(|slot| Term::mul([slot.term(), slot.term()]));
    squares.take(MOST).collect()
}

/// The elements of arrays of numbers at the places that counters are at.
fn elements_at_counters(context: &Context<'_>, slots: &[Var]) -> Vec<Term> {
    const MOST: usize = 24;
    let counters = slots.iter().filter(|slot| slot.sort == Sort::Int);
    let element = |array: &Var, counter: &Var| Term::select(array.term(), counter.term());
    let arrays = arrays_of_numbers(context, slots);
    let all = arrays.flat_map(|array| {
        counters
            .clone()
            .map(|c| element(array, c))
            .collect::<Vec<_>>()
    });
    all.take(MOST).collect()
}

fn arrays_of_numbers<'v>(
    context: &'v Context<'_>,
    slots: &'v [Var],
) -> impl Iterator<Item = &'v Var> {
    let vars = slots.iter().chain(&context.system.inputs);
    vars.filter(|var| match &var.sort {
        Sort::Array(array) => array.index == Sort::Int && array.element.is_arithmetic(),
        _ => false,
    })
}

/// The elements of arrays of numbers at the places that the program names by a number.
fn elements(context: &Context<'_>, slots: &[Var]) -> Vec<Term> {
    const FURTHEST: i64 = 64;
    let mut places: BTreeSet<i64> = BTreeSet::new();
    let mut open: Vec<Term> = context
        .system
        .telling_terms()
        .into_iter()
        .cloned()
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(term) = open.pop() {
        if seen.insert(term.clone()) {
            open.extend(term.children().iter().cloned());
            if let Some(Value::Int(number)) = term.as_value() {
                places.extend(number.to_i64().filter(|n| (0..=FURTHEST).contains(n)));
            }
        }
    }
    let arrays = arrays_of_numbers(context, slots);
    let element = |array: &Var, place: &i64| Term::select(array.term(), Term::int(*place));
    let of_array = |array| places.iter().map(move |place| element(array, place));
    arrays.flat_map(of_array).collect()
}

/// One column of each class of equal ones, and equations for the others.
fn classes(columns: &[Column]) -> (Vec<Column>, Vec<Term>) {
    let mut first: BTreeMap<(Sort, &Vec<Value>), &Column> = BTreeMap::new();
    let mut distinct = Vec::new();
    let mut equalities = Vec::new();
    for column in columns {
        let sort = column.term.sort().carrier();
        match first.get(&(sort.clone(), &column.values)) {
            Some(other) => equalities.push(Term::eq(column.term.clone(), other.term.clone())),
            None => {
                first.insert((sort, &column.values), column);
                distinct.push(column.clone());
                // A column that never changes is a constant.
                let value = &column.values[0];
                let scalar = !matches!(value, Value::Array(_));
                if scalar && column.values.iter().all(|other| other == value) {
                    equalities.push(Term::eq(column.term.clone(), Term::value(value.clone())));
                }
            }
        }
    }
    (distinct, equalities)
}

/// The comparisons of the program, and what they become when a loop has gone one step too far.
fn relations_of(context: &Context<'_>) -> Vec<Term> {
    let mut atoms = BTreeSet::new();
    for term in context.system.telling_terms() {
        if *term.sort() == Sort::Bool {
            atoms.extend(term.atoms());
        }
    }
    let mut relations = Vec::new();
    for atom in atoms {
        if atom.has_quantifier() {
            continue;
        }
        relations.push(atom.clone());
        relations.push(Term::not(atom.clone()));
        if let Node::App(Op::Lt | Op::Le, sides) = atom.node() {
            let (a, b) = (sides[0].clone(), sides[1].clone());
            relations.push(Term::le(a.clone(), b.clone()));
            if *a.sort() != Sort::Real {
                let one_more = Term::add([b.clone(), Term::int(1)]);
                relations.push(Term::le(a.clone(), one_more));
            }
            relations.push(Term::eq(a, b));
        }
    }
    relations
}

/// The bounds of a column that do not look like chance.
fn bounds(column: &Column) -> Vec<Term> {
    let sort = column.term.sort().carrier();
    let literal = |value: i64| Term::number(&sort, value);
    let mut bounds = vec![
        Term::lt(literal(0), column.term.clone()),
        Term::le(literal(0), column.term.clone()),
    ];
    if sort == Sort::Int {
        bounds.push(Term::le(literal(1), column.term.clone()));
        bounds.push(Term::le(column.term.clone(), literal(1)));
        bounds.push(Term::le(literal(-1), column.term.clone()));
    }
    bounds
}

/// Remainders by the divisors that the program uses.
fn residues(context: &Context<'_>, columns: &[Column]) -> Vec<Term> {
    let mut divisors: BTreeSet<Integer> = BTreeSet::new();
    for term in nonlinear(context) {
        if let Node::App(Op::Div | Op::Mod, sides) = term.node()
            && let Some(Value::Int(divisor)) = sides[1].as_value()
            && *divisor > Integer::from(1)
        {
            divisors.insert(divisor.clone());
        }
    }
    let mut residues = Vec::new();
    for column in columns {
        if *column.term.sort() != Sort::Int || column.term.as_var().is_none() {
            continue;
        }
        for divisor in &divisors {
            let Some(Value::Int(value)) = column.values.first() else {
                continue;
            };
            if let Some((_, residue)) = value.div_mod(divisor) {
                let remainder = Term::modulo(column.term.clone(), Term::int(divisor.clone()));
                residues.push(Term::eq(remainder, Term::int(residue)));
            }
        }
    }
    residues
}

/// Sets of columns among which affine relations are sought: all, if they are few; else those of
/// each process, and those of each process and the first one.
fn groups(context: &Context<'_>, columns: &[Column]) -> Vec<Vec<Column>> {
    let mut groups = Vec::new();
    for sort in [Sort::Int, Sort::Real] {
        let of_sort = |column: &&Column| column.is_number() && column.term.sort().carrier() == sort;
        let all: Vec<Column> = columns.iter().filter(of_sort).cloned().collect();
        let within = |allowed: &[usize]| -> Vec<Column> {
            let inside = |column: &&Column| column.processes.iter().all(|p| allowed.contains(p));
            all.iter().filter(inside).cloned().collect()
        };
        if all.len() <= WIDEST {
            groups.push(all.clone());
        }
        if context.size() > 1 {
            for process in 0..context.size() {
                groups.push(within(&[process]));
                let next = (process + 1) % context.size();
                groups.push(within(&[process, next]));
                groups.push(within(&[0, process]));
            }
        }
    }
    groups.retain(|group| group.len() > 1 && group.len() <= WIDEST);
    groups
}

/// Comparisons between columns of one sort. Where there are many, only those within a process and
/// with inputs.
fn comparisons(columns: &[&Column]) -> Vec<Term> {
    const MANY: usize = 16;
    let few = columns.len() <= MANY;
    let mut comparisons = Vec::new();
    for (position, a) in columns.iter().enumerate() {
        for b in &columns[position + 1..] {
            let related = few
                || a.processes == b.processes
                || a.processes.is_empty()
                || b.processes.is_empty();
            if a.term.sort().carrier() != b.term.sort().carrier() || !related {
                continue;
            }
            comparisons.push(Term::le(a.term.clone(), b.term.clone()));
            comparisons.push(Term::le(b.term.clone(), a.term.clone()));
            if *a.term.sort() == Sort::Int {
                comparisons.push(Term::lt(a.term.clone(), b.term.clone()));
                comparisons.push(Term::lt(b.term.clone(), a.term.clone()));
            }
        }
    }
    comparisons
}
