//! The programs of `benchmarks/simulation` are fit to be measured, and complete.

mod common;

use std::collections::BTreeSet;

use common::{GROUPS, Row, files, paper};

/// The names of all claims of a group, each of them once in all groups.
fn claims(group: &str) -> Vec<String> {
    let names = |file: common::File| -> Vec<String> {
        let claims = file.analysis().module.claims;
        claims
            .iter()
            .map(|claim| claim.name.as_str().to_owned())
            .collect()
    };
    files(group).into_iter().flat_map(names).collect()
}

#[test]
fn every_file_is_without_errors_and_warnings_and_claims_something() {
    for (group, _) in GROUPS {
        for file in files(group) {
            let analysis = file.analysis();
            let found = &analysis.diagnostics;
            assert!(found.is_empty(), "{group}/{}: {found:?}", file.name);
            let claims = &analysis.module.claims;
            assert!(!claims.is_empty(), "{group}/{}", file.name);
        }
    }
}

#[test]
fn every_file_is_laid_out_as_the_formatter_does() {
    for (group, _) in GROUPS {
        for file in files(group) {
            let laid_out = language::format(&file.text).expect("the file has no errors");
            assert!(laid_out == file.text, "tandem fmt {group}/{}", file.name);
        }
    }
}

#[test]
fn every_name_is_given_to_one_claim() {
    let mut seen = BTreeSet::new();
    for (group, _) in GROUPS {
        for name in claims(group) {
            assert!(seen.insert(name.clone()), "two claims are called {name}");
        }
    }
}

#[test]
fn every_claim_of_a_table_has_figures_or_is_marked_as_ours() {
    let listed: BTreeSet<String> = paper().into_keys().collect();
    let tables = GROUPS.iter().filter(|(group, _)| *group != "own");
    let found: BTreeSet<String> = tables.flat_map(|(group, _)| claims(group)).collect();
    assert_eq!(listed, found);
}

#[test]
fn every_row_of_the_tables_is_there() {
    let paper = paper();
    for (table, rows, unsolved) in [("table1", 8, 0), ("table2", 8, 0), ("table3", 12, 3)] {
        let claims = claims(table);
        let found: Vec<&Row> = claims
            .iter()
            .filter_map(|name| paper.get(name)?.as_ref())
            .collect();
        let names: BTreeSet<&str> = found.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names.len(), rows, "{table}: {names:?}");
        assert_eq!(found.len(), rows, "{table}");
        let open = found.iter().filter(|row| row.seconds.is_none()).count();
        assert_eq!(open, unsolved, "{table}");
        let solved = found.iter().filter(|row| row.seconds.is_some());
        assert!(
            solved.clone().all(|row| row.goal <= 5.0),
            "the goals of {table} are those of its rows"
        );
        assert!(
            solved.clone().any(|row| row.nodes.is_some()),
            "{table} has sizes of strategies"
        );
    }
}

#[test]
fn the_comments_have_the_figures_of_the_table() {
    let paper = paper();
    for (group, _) in GROUPS {
        for file in files(group) {
            let claims = file.analysis().module.claims;
            let names = claims.iter().map(|claim| claim.name);
            for row in names.filter_map(|name| paper.get(name.as_str())?.as_ref()) {
                let time = row.seconds.map(|seconds| seconds.to_string());
                let nodes = row.nodes.map(|nodes| format!("{nodes}"));
                for figure in time.into_iter().chain(nodes) {
                    assert!(file.text.contains(&figure), "{}: {figure}", row.name);
                }
            }
        }
    }
}

#[test]
fn there_are_forty_programs_of_our_own_valid_and_not() {
    let mut programs = 0;
    let (mut valid, mut invalid) = (0, 0);
    for file in files("own") {
        let module = file.analysis().module;
        programs += module.programs.len();
        for claim in &module.claims {
            match claim.expect {
                Some(question::Expectation::Refuted) => invalid += 1,
                _ => valid += 1,
            }
        }
    }
    assert!(programs >= 40, "{programs} programs");
    assert!(valid >= 15 && invalid >= 15, "{valid} valid, {invalid} not");
}
