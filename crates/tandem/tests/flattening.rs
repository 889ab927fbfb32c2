//! The flat control-flow graph of a program means what the program means: each is simulated by the
//! other.

use evidence::VerdictKind;
use program::{Cfg, GraphBuilder, Location, Program};
use random_programs::{Pair, Rng, Shape};
use tandem::{Options, check};

/// The program whose graph is the flat control-flow graph.
fn flattened(program: &Program) -> Program {
    let cfg = Cfg::of(&program.body).expect("the product is small");
    let mut builder = GraphBuilder::new();
    // The builder's entry is its location 0; every location of the graph gets the next number.
    let place = |location: Location| Location::at(location.index() + 1);
    for _ in cfg.locations() {
        builder.location();
    }
    builder.command(
        builder.entry(),
        program::Command::skip(),
        place(cfg.entry()),
        program::Origin::default(),
    );
    for edge in cfg.edges() {
        builder.command(
            place(edge.from),
            edge.command.clone(),
            place(edge.to),
            edge.origin,
        );
    }
    Program {
        name: "b".into(),
        body: builder.finish(place(cfg.exit())),
        ..program.clone()
    }
}

#[test]
fn a_program_and_its_flat_graph_simulate_each_other() {
    let mut rng = Rng(21);
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: true,
    };
    for _ in 0..300 {
        let mut pair = Pair::random(&mut rng, shape);
        pair.ensures = vec![(0, 0), (1, 1), (2, 2)];
        pair.requires = vec![(0, 0), (1, 1), (2, 2)];
        for claim in ["a simulated by b", "b simulated by a"] {
            let text = pair.text(claim);
            let mut module = language::analyze(&text).module;
            module.programs[1] = flattened(&module.programs[0]);
            let claims: Vec<_> = module.claims.iter().collect();
            let reports = check(&module, &claims, &Options::default());
            assert_eq!(reports[0].verdict(), Some(VerdictKind::Proved), "{text}");
        }
    }
}
