//! Which parts of a term are printed once and named.
//!
//! A part that occurs several times is bound by a `let`. It is bound as far outside as its
//! variables allow: outside a quantifier whose variables it does not mention, otherwise right
//! inside. So no part is printed twice because it occurs under two quantifiers.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Node, Term, Var, recursion};

/// Parts at these depths are named even if they occur once, so that deep terms nest little as
/// text. Terms that are not deep are left alone.
const DEPTH_STEP: u32 = 500;

/// The number of a scope. The first one is the term's, each other one a quantifier's body.
pub(super) type ScopeId = usize;

pub(super) struct Scope {
    parent: Option<ScopeId>,
    vars: FxHashSet<Var>,
    uses: FxHashMap<Term, usize>,
    /// The parts that belong here, each after its own parts.
    order: Vec<Term>,
    bodies: FxHashMap<Term, ScopeId>,
}

pub(super) struct Sharing {
    scopes: Vec<Scope>,
    /// The free variables of parts, of those that some quantifier binds.
    free: FxHashMap<Term, Rc<FxHashSet<Var>>>,
    none: Rc<FxHashSet<Var>>,
    has_quantifier: bool,
}

impl Sharing {
    pub(super) const ROOT: ScopeId = 0;

    pub(super) fn of(term: &Term) -> Self {
        let mut sharing = Sharing {
            scopes: vec![Scope::new(None, FxHashSet::default())],
            free: FxHashMap::default(),
            none: Rc::default(),
            has_quantifier: term.has_quantifier(),
        };
        sharing.visit(Sharing::ROOT, term);
        sharing
    }

    /// The scope that a part which occurs in `scope` belongs to.
    pub(super) fn home(&mut self, scope: ScopeId, term: &Term) -> ScopeId {
        if !self.has_quantifier {
            return scope;
        }
        let free = self.free_of(term);
        let mut home = scope;
        while let Some(parent) = self.scopes[home].parent
            && self.scopes[home].vars.is_disjoint(&free)
        {
            home = parent;
        }
        home
    }

    /// The scope of the body of a quantifier that belongs to `home`.
    pub(super) fn body(&self, home: ScopeId, quantified: &Term) -> ScopeId {
        self.scopes[home].bodies[quantified]
    }

    /// The parts of a scope that are bound by `let`, each after those that it uses.
    pub(super) fn shared(&self, scope: ScopeId) -> Vec<Term> {
        let scope = &self.scopes[scope];
        let is_shared = |term: &&Term| {
            scope.uses[*term] > 1 || term.depth() > 0 && term.depth().is_multiple_of(DEPTH_STEP)
        };
        scope.order.iter().filter(is_shared).cloned().collect()
    }

    fn visit(&mut self, scope: ScopeId, term: &Term) {
        if is_leaf(term) {
            return;
        }
        let home = self.home(scope, term);
        let uses = self.scopes[home].uses.entry(term.clone()).or_default();
        *uses += 1;
        if *uses > 1 {
            return;
        }
        recursion::guard(|| match term.node() {
            Node::Quantified(_, vars, body) => {
                let vars: FxHashSet<Var> = vars.iter().cloned().collect();
                let inner = self.scopes.len();
                self.scopes.push(Scope::new(Some(home), vars));
                self.scopes[home].bodies.insert(term.clone(), inner);
                self.visit(inner, body);
            }
            _ => {
                for part in term.children() {
                    self.visit(home, part);
                }
            }
        });
        self.scopes[home].order.push(term.clone());
    }

    fn free_of(&mut self, term: &Term) -> Rc<FxHashSet<Var>> {
        if let Some(known) = self.free.get(term) {
            return known.clone();
        }
        let free = recursion::guard(|| match term.node() {
            Node::Const(_) => self.none.clone(),
            Node::Var(var) => Rc::new(FxHashSet::from_iter([var.clone()])),
            Node::App(_, arguments) => {
                let mut union = self.none.clone();
                for argument in arguments {
                    let more = self.free_of(argument);
                    if union.is_empty() {
                        union = more;
                    } else if !more.is_subset(&union) {
                        Rc::make_mut(&mut union).extend(more.iter().cloned());
                    }
                }
                union
            }
            Node::Quantified(_, vars, body) => {
                let mut free = self.free_of(body);
                if vars.iter().any(|var| free.contains(var)) {
                    Rc::make_mut(&mut free).retain(|var| !vars.contains(var));
                }
                free
            }
        });
        self.free.insert(term.clone(), free.clone());
        free
    }
}

impl Scope {
    fn new(parent: Option<ScopeId>, vars: FxHashSet<Var>) -> Self {
        Scope {
            parent,
            vars,
            uses: FxHashMap::default(),
            order: Vec::new(),
            bodies: FxHashMap::default(),
        }
    }
}

/// Whether a part is always printed in place: naming it would save nothing.
pub(super) fn is_leaf(term: &Term) -> bool {
    term.children().is_empty()
}
