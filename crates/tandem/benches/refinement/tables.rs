//! The report, in Markdown.

use std::fmt::Write as _;

use crate::Settings;
use crate::mutants::Mutants;
use crate::pairs::{Class, Group};

pub(crate) fn report(groups: &[Group], mutants: &[Mutants], settings: &Settings) -> String {
    let mut text = format!(
        "{} functions, at most {} s by the clock for one question, {} s for -O2. Times are processor times of search and check together.\n\n",
        settings.names.len(),
        settings.limit.as_secs_f64(),
        settings.long_limit().as_secs_f64()
    );
    passes(groups, &mut text);
    text.push_str("\n![how comparisons ended](refinement-classes.svg)\n\n![times of comparisons](refinement-times.svg)\n\n");
    killed(mutants, &mut text);
    text
}

fn passes(groups: &[Group], text: &mut String) {
    text.push_str("| question | compared |");
    for class in Class::ALL {
        let _ = write!(text, " {} |", class.name());
    }
    text.push_str(" proved | median | slowest |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for group in groups {
        let all = group.comparisons.len();
        let _ = write!(text, "| {} | {all} |", group.title());
        for class in Class::ALL {
            let _ = write!(text, " {} |", group.count(class));
        }
        let times = group.times();
        let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
        let share = 100 * group.proved() / all.max(1);
        let slowest = group
            .comparisons
            .iter()
            .filter(|comparison| comparison.class.is_proved())
            .max_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let slowest = slowest.map_or_else(String::new, |slowest| {
            format!("{} {:.2} s", slowest.name, slowest.seconds)
        });
        let _ = writeln!(text, " {share} % | {median:.3} s | {slowest} |");
    }
}

fn killed(mutants: &[Mutants], text: &mut String) {
    text.push_str(
        "| function | mutants | killed | equivalent | refines | unknown | rejected | time |\n|---|---|---|---|---|---|---|---|\n",
    );
    let mut sum = Mutants {
        name: "all".to_owned(),
        ..Mutants::default()
    };
    for row in mutants {
        line(row, text);
        sum.all += row.all;
        sum.killed += row.killed;
        sum.equivalent += row.equivalent;
        sum.refines += row.refines;
        sum.unknown += row.unknown;
        sum.rejected += row.rejected;
        sum.seconds += row.seconds;
    }
    line(&sum, text);
}

fn line(row: &Mutants, text: &mut String) {
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} | {} | {} | {:.1} s |",
        row.name,
        row.all,
        row.killed,
        row.equivalent,
        row.refines,
        row.unknown,
        row.rejected,
        row.seconds
    );
}
