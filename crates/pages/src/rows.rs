//! A counterexample as rows of a table: who does what, beside whom.

use std::collections::HashMap;

use report::{Binding, Event};

use crate::pairing::{Pairing, is_quiet};

/// What one actor does, with the variables that this changes.
#[derive(Clone, Debug)]
pub(crate) struct Step<'a> {
    pub(crate) event: &'a Event,
    pub(crate) changed: Vec<&'a Binding>,
    /// Variables that the event speaks of, with the values that they already had.
    pub(crate) as_before: Vec<&'a Binding>,
}

/// Steps beside each other.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    /// The lane of each step, and the step; by lane.
    pub(crate) steps: Vec<(usize, Step<'a>)>,
    /// Whether all of them are one action.
    pub(crate) is_matched: bool,
}

/// The rows of a counterexample, and the actors whose lanes they have.
#[derive(Clone, Debug)]
pub(crate) struct Rows<'a> {
    /// The start of all processes together, which belongs to no lane.
    pub(crate) start: Option<Step<'a>>,
    /// The actors in the order in which they first appear.
    pub(crate) actors: Vec<&'a str>,
    pub(crate) rows: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(events: &'a [Event], pairing: Pairing) -> Self {
        let (start, events) = match pairing {
            Pairing::Moments => common_start(events),
            Pairing::Answers | Pairing::Abreast => (None, events),
        };
        let mut actors = Vec::new();
        let mut lane_of: HashMap<&str, usize> = HashMap::new();
        let mut lanes = Vec::with_capacity(events.len());
        for event in events {
            let lane = *lane_of.entry(&event.actor).or_insert_with(|| {
                actors.push(event.actor.as_str());
                actors.len() - 1
            });
            lanes.push(lane);
        }
        let groups = match pairing {
            Pairing::Abreast => abreast(&lanes, actors.len()),
            Pairing::Answers | Pairing::Moments => in_time(events, &lanes, pairing),
        };
        let mut steps: Vec<Option<Step<'a>>> =
            steps(events, &lanes).into_iter().map(Some).collect();
        let rows = groups.into_iter().map(|mut group| {
            group.sort_by_key(|position| lanes[*position]);
            let is_matched = group.len() > 1 && pairing != Pairing::Abreast;
            let steps = group.into_iter().filter_map(|position| {
                let step = steps[position].take();
                step.map(|step| (lanes[position], step))
            });
            Row {
                steps: steps.collect(),
                is_matched,
            }
        });
        let rows = rows.collect();
        Rows {
            start,
            actors,
            rows,
        }
    }
}

/// The first event, where it is of the whole program, which does nothing later, and the other events.
fn common_start(events: &[Event]) -> (Option<Step<'_>>, &[Event]) {
    match events {
        [first, rest @ ..]
            if !rest.is_empty()
                && first.place.is_none()
                && rest.iter().all(|event| event.actor != first.actor) =>
        {
            let start = Step {
                event: first,
                changed: first.values.iter().collect(),
                as_before: Vec::new(),
            };
            (Some(start), rest)
        }
        _ => (None, events),
    }
}

/// The positions of events that stand in one row each: the first of each lane, the second of each, …
fn abreast(lanes: &[usize], number: usize) -> Vec<Vec<usize>> {
    let mut length = vec![0; number];
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (position, &lane) in lanes.iter().enumerate() {
        if length[lane] == rows.len() {
            rows.push(Vec::new());
        }
        rows[length[lane]].push(position);
        length[lane] += 1;
    }
    rows
}

/// The positions of events that stand in one row each, in the order of time.
fn in_time(events: &[Event], lanes: &[usize], pairing: Pairing) -> Vec<Vec<usize>> {
    let mut rows = Vec::with_capacity(events.len());
    let mut is_placed = vec![false; events.len()];
    for position in 0..events.len() {
        if is_placed[position] {
            continue;
        }
        let (before, together) = partners(events, lanes, position, pairing);
        for &position in before.iter().chain(&together) {
            is_placed[position] = true;
        }
        rows.extend(before.into_iter().map(|position| vec![position]));
        rows.push(together);
    }
    rows
}

/// The events that are one action together with the one at a position, that one first; before them what
/// others do in silence until they take part.
fn partners(
    events: &[Event],
    lanes: &[usize],
    position: usize,
    pairing: Pairing,
) -> (Vec<usize>, Vec<usize>) {
    let action = &events[position].action;
    let (mut before, mut together) = (Vec::new(), vec![position]);
    if !pairing.is_shared(action) {
        return (before, together);
    }
    let mut silent = Vec::new();
    for next in position + 1..events.len() {
        if together
            .iter()
            .any(|partner| lanes[*partner] == lanes[next])
        {
            break;
        }
        if events[next].action == *action {
            before.append(&mut silent);
            together.push(next);
        } else if pairing == Pairing::Answers && is_quiet(&events[next].action) {
            silent.push(next);
        } else {
            break;
        }
    }
    (before, together)
}

/// Each event with the variables that it changes.
fn steps<'a>(events: &'a [Event], lanes: &[usize]) -> Vec<Step<'a>> {
    let mut known: HashMap<(usize, &str), &str> = HashMap::new();
    let steps = events.iter().zip(lanes).map(|(event, &lane)| {
        let mut often: HashMap<&str, usize> = HashMap::new();
        for binding in &event.values {
            *often.entry(&binding.name).or_default() += 1;
        }
        let has_value = |binding: &&Binding| {
            // A name that stands for several variables says of none that it has kept its value.
            let is_one = often[binding.name.as_str()] == 1;
            is_one && known.get(&(lane, binding.name.as_str())) == Some(&binding.value.as_str())
        };
        let (as_before, changed) = event.values.iter().partition(has_value);
        for binding in &event.values {
            match often[binding.name.as_str()] {
                1 => known.insert((lane, &binding.name), &binding.value),
                _ => known.remove(&(lane, binding.name.as_str())),
            };
        }
        Step {
            event,
            changed,
            as_before,
        }
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use crate::pairing::Pairing;
    use report::{Binding, Event, Relation};

    /// Events of the form `actor: action x=1 y=2`.
    fn events(lines: &[&str]) -> Vec<Event> {
        let event = |line: &&str| {
            let (actor, rest) = line.split_once(": ").expect("an actor");
            let is_value = |word: &&str| word.contains('=');
            let (values, words): (Vec<&str>, Vec<&str>) = rest.split(' ').partition(is_value);
            let binding = |word: &&str| {
                let (name, value) = word.split_once('=').expect("a value");
                let (name, value) = (name.to_owned(), value.to_owned());
                Binding { name, value }
            };
            Event {
                actor: actor.to_owned(),
                action: words.join(" "),
                values: values.iter().map(binding).collect(),
                place: None,
                file: None,
            }
        };
        lines.iter().map(event).collect()
    }

    /// The rows as text: `lane action x=1 (y=2)`, with what is as before in brackets.
    fn rows(lines: &[&str], relation: Relation) -> Vec<String> {
        let events = events(lines);
        let rows = Rows::new(&events, Pairing::of(Some(relation)));
        let shown = rows.rows.iter().map(|row| {
            let steps = row.steps.iter().map(|(lane, step)| {
                let mut text = format!("{lane} {}", step.event.action);
                for binding in &step.changed {
                    text.push_str(&format!(" {}={}", binding.name, binding.value));
                }
                for binding in &step.as_before {
                    text.push_str(&format!(" ({}={})", binding.name, binding.value));
                }
                text
            });
            let steps: Vec<String> = steps.collect();
            steps.join(if row.is_matched { " = " } else { " | " })
        });
        shown.collect()
    }

    #[test]
    fn an_answer_stands_beside_what_it_answers() {
        let lines = [
            "a: receives 1 on 0",
            "b: receives 1 on 0",
            "a: takes a silent step",
            "a: sends 1 on 0",
            "b: sends 2 on 0",
        ];
        let expected = [
            "0 receives 1 on 0 = 1 receives 1 on 0",
            "0 takes a silent step",
            "0 sends 1 on 0",
            "1 sends 2 on 0",
        ];
        assert_eq!(rows(&lines, Relation::Simulated), expected);
    }

    #[test]
    fn silence_before_an_answer_comes_first() {
        let lines = [
            "a: sends 1 on 0",
            "b: takes a silent step",
            "b: sends 1 on 0",
            "a: sends 2 on 0",
            "b: takes a silent step",
            "b: sends 3 on 0",
        ];
        let expected = [
            "1 takes a silent step",
            "0 sends 1 on 0 = 1 sends 1 on 0",
            "0 sends 2 on 0",
            "1 takes a silent step",
            "1 sends 3 on 0",
        ];
        assert_eq!(rows(&lines, Relation::Simulated), expected);
    }

    #[test]
    fn silence_is_nobodys_answer() {
        let lines = ["a: takes a silent step", "b: takes a silent step"];
        let expected = ["0 takes a silent step", "1 takes a silent step"];
        assert_eq!(rows(&lines, Relation::Included), expected);
    }

    #[test]
    fn nobody_answers_himself() {
        let lines = ["a: sends 1 on 0", "a: sends 1 on 0", "b: sends 1 on 0"];
        let expected = ["0 sends 1 on 0", "0 sends 1 on 0 = 1 sends 1 on 0"];
        assert_eq!(rows(&lines, Relation::Simulated), expected);
    }

    #[test]
    fn processes_send_one_after_the_other() {
        let lines = [
            "p: sends to r",
            "q: sends to r",
            "p: leaves MPI_Barrier",
            "q: leaves MPI_Barrier",
            "p: is here",
            "q: is here",
        ];
        let expected = [
            "0 sends to r",
            "1 sends to r",
            "0 leaves MPI_Barrier = 1 leaves MPI_Barrier",
            "0 is here = 1 is here",
        ];
        assert_eq!(rows(&lines, Relation::Safe), expected);
    }

    #[test]
    fn what_starts_all_processes_has_no_lane() {
        let told = events(&["ring: starts n=2", "p: assigns x=1", "q: is here x=1"]);
        let rows = Rows::new(&told, Pairing::of(Some(Relation::Safe)));
        assert_eq!(rows.actors, ["p", "q"]);
        assert_eq!(rows.start.expect("a start").changed.len(), 1);
        let told = events(&["p: starts n=2", "p: assigns x=1"]);
        let rows = Rows::new(&told, Pairing::of(Some(Relation::Safe)));
        assert_eq!(rows.actors, ["p"]);
        assert!(rows.start.is_none());
    }

    #[test]
    fn separate_runs_go_side_by_side() {
        let lines = ["a: starts", "a: steps", "a: ends", "b: starts", "b: ends"];
        let expected = ["0 starts | 1 starts", "0 steps | 1 ends", "0 ends"];
        assert_eq!(rows(&lines, Relation::SafeFor), expected);
    }

    #[test]
    fn values_that_are_kept_are_told_apart() {
        let lines = [
            "a: starts x=0 y=0",
            "b: starts x=1",
            "a: steps x=1 y=0",
            "b: steps x=1",
            "a: steps y=0 y=0",
            "a: steps y=0",
        ];
        let expected = [
            "0 starts x=0 y=0 = 1 starts x=1",
            "0 steps x=1 (y=0)",
            "1 steps (x=1)",
            "0 steps y=0 y=0",
            "0 steps y=0",
        ];
        assert_eq!(rows(&lines, Relation::Simulated), expected);
    }
}
