//! The shapes of random functions: straight, branching, repeating.

use crate::generate::Writer;
use crate::sketch::{Block, Inst, Op, Operand, Phi, Term, Ty};

impl Writer<'_> {
    pub(crate) fn ret(&mut self, ty: Ty) -> Term {
        match self.random.percent(2) {
            true => Term::Unreachable,
            false => Term::Ret(self.late_operand(ty)),
        }
    }

    pub(crate) fn block(
        &mut self,
        label: &str,
        most: usize,
        end: impl FnOnce(&mut Self) -> Term,
    ) -> Block {
        let insts = self.insts(most);
        Block {
            label: label.to_owned(),
            phis: Vec::new(),
            insts,
            term: end(self),
        }
    }

    /// Two ways that part and meet again.
    pub(crate) fn diamond(&mut self, result: Ty) -> Vec<Block> {
        let [then, otherwise] = ["a", "b"].map(str::to_owned);
        let entry = self.block("entry", 4, |it| match it.random.percent(25) {
            true => {
                let value = it.late_operand(Ty::Int(2));
                let case = (*it.random.pick(&["0", "1", "-1"])).to_owned();
                Term::Switch(value, otherwise, vec![(case, then)])
            }
            false => Term::Cond(it.late_operand(Ty::Int(1)).text, then, otherwise),
        });
        let outer = self.scope.clone();
        let ty = match self.random.percent(60) {
            true => result,
            false => self.known_type(),
        };
        let mut blocks = vec![entry];
        let mut incoming = Vec::new();
        for label in ["a", "b"] {
            self.scope.clone_from(&outer);
            blocks.push(self.block(label, 2, |_| Term::Br("join".to_owned())));
            incoming.push((self.late_operand(ty).text, label.to_owned()));
        }
        self.scope = outer;
        let name = self.fresh();
        self.scope.push(Operand {
            ty,
            text: name.clone(),
        });
        let mut join = self.block("join", 2, |it| it.ret(result));
        join.phis.push(Phi { name, ty, incoming });
        blocks.push(join);
        blocks
    }

    /// A loop with a counter and one more value that is carried round.
    pub(crate) fn repeated(&mut self, result: Ty) -> Vec<Block> {
        let entry = self.block("entry", 2, |_| Term::Br("head".to_owned()));
        let types = [Ty::Int(2), result];
        let mut phis: Vec<Phi> = Vec::new();
        for ty in types {
            let first = self.operand(ty).text;
            let name = self.fresh();
            phis.push(Phi {
                name,
                ty,
                incoming: vec![(first, "entry".to_owned())],
            });
        }
        for phi in &phis {
            self.scope.push(Operand {
                ty: phi.ty,
                text: phi.name.clone(),
            });
        }
        let mut head = self.block("head", 3, |_| Term::Unreachable);
        let counter = phis[0].name.clone();
        let step = self.fresh();
        let flags = ["nsw", "nuw"]
            .into_iter()
            .filter(|_| self.random.percent(20));
        head.insts.push(Inst {
            name: step.clone(),
            ty: Ty::Int(2),
            op: Op::Binary("add"),
            flags: flags.collect(),
            operands: [counter, "1".to_owned()]
                .map(|text| Operand {
                    ty: Ty::Int(2),
                    text,
                })
                .to_vec(),
        });
        let compared = self.fresh();
        let against = match self.random.percent(40) {
            true => self.operand(Ty::Int(2)),
            false => Operand {
                ty: Ty::Int(2),
                text: (*self.random.pick(&["0", "1", "-1"])).to_owned(),
            },
        };
        let step = Operand {
            ty: Ty::Int(2),
            text: step,
        };
        let predicate = *self.random.pick(&["ne", "ne", "slt", "ult"]);
        head.insts.push(Inst {
            name: compared.clone(),
            ty: Ty::Int(1),
            op: Op::Icmp(predicate),
            flags: Vec::new(),
            operands: vec![step.clone(), against],
        });
        phis[0]
            .incoming
            .push((step.text.clone(), "head".to_owned()));
        let carried = self.late_operand(result).text;
        phis[1].incoming.push((carried, "head".to_owned()));
        head.term = Term::Cond(compared, "head".to_owned(), "exit".to_owned());
        head.phis = phis;
        let exit = self.block("exit", 2, |it| it.ret(result));
        vec![entry, head, exit]
    }
}
