//! A send and a receive.

use super::{Pair, TYPES, Type};

struct Sent {
    ty: Type,
    count: usize,
    tag: usize,
    text: String,
}

struct Received {
    ty: Type,
    /// How many elements there is room for.
    room: usize,
    /// The tag that is asked for, if it is not any.
    tag: Option<usize>,
    text: String,
}

impl Sent {
    /// Whether a receive takes the message (3.2.4, 3.3.1): the tag is the one that was asked for, the type
    /// signatures match, and there is room.
    fn is_taken_by(&self, by: &Received) -> bool {
        by.tag.is_none_or(|tag| tag == self.tag)
            // Nothing has no type.
            && (self.count == 0 || by.ty == self.ty)
            && self.count <= by.room
    }
}

fn sends() -> Vec<Sent> {
    let mut all = Vec::new();
    for ty in TYPES {
        for (count, tag) in [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)] {
            let given = format!("{}, {count}, {}, 1, {tag}, W", ty.from, ty.mpi);
            for text in [
                format!("MPI_Send({given});"),
                format!("MPI_Ssend({given});"),
                format!("MPI_Isend({given}, &q); MPI_Wait(&q, &s);"),
            ] {
                all.push(Sent {
                    ty,
                    count,
                    tag,
                    text,
                });
            }
        }
    }
    all
}

fn receives() -> Vec<Received> {
    let mut all = Vec::new();
    for ty in TYPES {
        for room in [0, 1, 2] {
            for tag in [Some(0), Some(1), None] {
                let wanted = tag.map_or("MPI_ANY_TAG".to_owned(), |tag| tag.to_string());
                for source in ["0", "MPI_ANY_SOURCE"] {
                    let given = |source: &str, tag: &str| {
                        format!("{}, {room}, {}, {source}, {tag}, W", ty.into, ty.mpi)
                    };
                    let plain = given(source, &wanted);
                    let probed = given("s.MPI_SOURCE", "s.MPI_TAG");
                    for text in [
                        format!("MPI_Recv({plain}, MPI_STATUS_IGNORE);"),
                        format!("MPI_Irecv({plain}, &q); MPI_Wait(&q, &s);"),
                        format!("MPI_Probe({source}, {wanted}, W, &s); MPI_Recv({probed}, &s);"),
                    ] {
                        all.push(Received {
                            ty,
                            room,
                            tag,
                            text,
                        });
                    }
                }
            }
        }
    }
    all
}

/// All pairs of a send and a receive.
#[must_use]
pub fn messages() -> Vec<Pair> {
    let receives = receives();
    let mut pairs = Vec::new();
    for sent in sends() {
        for received in &receives {
            pairs.push(Pair {
                codes: [sent.text.clone(), received.text.clone()],
                is_allowed: sent.is_taken_by(received),
            });
        }
    }
    pairs
}
