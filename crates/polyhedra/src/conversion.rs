//! Chernikova's algorithm: from one description of a cone to the other.
//!
//! Constraints are added one by one to a system of generators that never has a redundant row
//! (N. V. Chernikova 1968, with the improvements of H. Le Verge 1992). By duality the same code
//! adds generators to a system of constraints.

use std::cmp::Ordering;

use logic::Integer;

use crate::bits::Bits;
use crate::row::{Row, coprime};
use crate::system::System;

/// There are more rays than the limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooMany;

/// What is added to the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Equality,
    Inequality,
}

/// The generators of a cone whose constraints are still coming.
///
/// Invariant: the lines are independent, and no ray is a combination of the others.
#[derive(Clone, Debug)]
pub(crate) struct Conversion {
    columns: usize,
    limit: usize,
    lines: Vec<Row>,
    rays: Vec<Ray>,
    /// The number of independent equalities so far.
    equalities: usize,
    /// The inequalities so far, by which the saturated sets count.
    inequalities: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Ray {
    row: Row,
    /// The inequalities that hold with equality.
    saturated: Bits,
}

impl Conversion {
    /// The whole space.
    pub(crate) fn universe(columns: usize, limit: usize) -> Conversion {
        Conversion {
            columns,
            limit,
            lines: (0..columns)
                .map(|column| Row::unit(columns, column))
                .collect(),
            rays: Vec::new(),
            equalities: 0,
            inequalities: Vec::new(),
        }
    }

    /// Goes on from a cone of which both descriptions are known and free of redundancy.
    pub(crate) fn resume(
        columns: usize,
        limit: usize,
        constraints: &System,
        generators: &System,
    ) -> Conversion {
        let ray = |row: &Row| {
            let mut saturated = Bits::default();
            for (number, inequality) in constraints.rays.iter().enumerate() {
                if row.dot(inequality).is_zero() {
                    saturated.insert(number);
                }
            }
            Ray {
                row: row.clone(),
                saturated,
            }
        };
        Conversion {
            columns,
            limit,
            lines: generators.lines.clone(),
            rays: generators.rays.iter().map(ray).collect(),
            equalities: constraints.lines.len(),
            inequalities: constraints.rays.clone(),
        }
    }

    /// Adds all rows of a system of constraints, the equalities first because they make the rest
    /// smaller.
    pub(crate) fn add_all(&mut self, constraints: &System) -> Result<(), TooMany> {
        for row in &constraints.lines {
            self.add(row, Kind::Equality)?;
        }
        for row in &constraints.rays {
            self.add(row, Kind::Inequality)?;
        }
        Ok(())
    }

    /// Adds one constraint.
    pub(crate) fn add(&mut self, row: &Row, kind: Kind) -> Result<(), TooMany> {
        match self.lines.iter().position(|line| !line.dot(row).is_zero()) {
            Some(position) => self.cut_lines(position, row, kind),
            None => self.cut_rays(row, kind)?,
        }
        if kind == Kind::Inequality {
            self.inequalities.push(row.clone());
        }
        if self.rays.len() > self.limit {
            return Err(TooMany);
        }
        Ok(())
    }

    /// A line leaves the hyperplane of the constraint: everything else is moved into it along that
    /// line, which is left as a ray or not at all.
    fn cut_lines(&mut self, position: usize, row: &Row, kind: Kind) {
        let mut line = self.lines.remove(position);
        let mut height = line.dot(row);
        if height.is_negative() {
            (line, height) = (line.negated(), -height);
        }
        let into_hyperplane = |other: &Row| {
            let above = other.dot(row);
            (!above.is_zero()).then(|| {
                let (a, b) = coprime(height.clone(), -above);
                Row::combine(&a, other, &b, &line)
            })
        };
        for other in &mut self.lines {
            if let Some(moved) = into_hyperplane(other) {
                *other = moved;
            }
        }
        let number = self.inequalities.len();
        for ray in &mut self.rays {
            if let Some(moved) = into_hyperplane(&ray.row) {
                ray.row = moved;
            }
            if kind == Kind::Inequality {
                ray.saturated.insert(number);
            }
        }
        match kind {
            Kind::Equality => self.equalities += 1,
            Kind::Inequality => self.rays.push(Ray {
                row: line,
                saturated: Bits::below(number),
            }),
        }
    }

    /// All lines lie in the hyperplane of the constraint: rays beyond it are replaced by the points
    /// where the edges to their neighbours meet it.
    fn cut_rays(&mut self, row: &Row, kind: Kind) -> Result<(), TooMany> {
        let number = self.inequalities.len();
        let heights: Vec<Integer> = self.rays.iter().map(|ray| ray.row.dot(row)).collect();
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (position, height) in heights.iter().enumerate() {
            match height.cmp(&Integer::ZERO) {
                Ordering::Greater => above.push(position),
                Ordering::Less => below.push(position),
                Ordering::Equal => {}
            }
        }
        let mut edges = Vec::new();
        for &p in &above {
            for &q in &below {
                if let Some(mut saturated) = self.common_face(p, q) {
                    let (a, b) = coprime(heights[p].clone(), -&heights[q]);
                    let row = Row::combine(&a, &self.rays[q].row, &b, &self.rays[p].row);
                    if kind == Kind::Inequality {
                        saturated.insert(number);
                    }
                    edges.push(Ray { row, saturated });
                    if edges.len() > self.limit {
                        return Err(TooMany);
                    }
                }
            }
        }
        if kind == Kind::Equality && !(above.is_empty() && below.is_empty()) {
            self.equalities += 1;
        }
        let mut heights = heights.iter();
        self.rays.retain_mut(|ray| {
            let height = heights
                .next()
                .expect("every ray has a height")
                .cmp(&Integer::ZERO);
            if height.is_eq() && kind == Kind::Inequality {
                ray.saturated.insert(number);
            }
            height.is_eq() || (height.is_gt() && kind == Kind::Inequality)
        });
        self.rays.append(&mut edges);
        Ok(())
    }

    /// What two rays both saturate, if they are neighbours: if the least face that contains both
    /// contains no third ray. Such a face has dimension two, so it saturates enough constraints.
    fn common_face(&self, p: usize, q: usize) -> Option<Bits> {
        let (a, b) = (&self.rays[p].saturated, &self.rays[q].saturated);
        if a.common_len(b) + 2 + self.lines.len() + self.equalities < self.columns {
            return None;
        }
        let mut others = self.rays.iter().enumerate();
        others
            .all(|(k, ray)| k == p || k == q || !ray.saturated.contains_common(a, b))
            .then(|| a.intersection(b))
    }

    /// Adds the constraint that the homogeneous coordinate is not negative.
    pub(crate) fn add_positivity(&mut self) {
        let row = Row::unit(self.columns, 0);
        if self.inequalities.is_empty() && self.rays.is_empty() {
            self.cut_lines(0, &row, Kind::Inequality);
        } else {
            // The generators satisfy it already.
            let number = self.inequalities.len();
            for ray in self.rays.iter_mut().filter(|ray| ray.row.is_zero_at(0)) {
                ray.saturated.insert(number);
            }
        }
        self.inequalities.push(row);
    }

    /// Whether a ray is a vertex.
    pub(crate) fn has_vertex(&self) -> bool {
        self.rays.iter().any(|ray| !ray.row.is_zero_at(0))
    }

    /// The constraints that are not redundant, and the generators.
    pub(crate) fn finish(self, equalities: Vec<Row>) -> (System, System) {
        let mut faces = vec![Bits::default(); self.inequalities.len()];
        let mut rays = Vec::with_capacity(self.rays.len());
        for (number, ray) in self.rays.into_iter().enumerate() {
            for (inequality, face) in faces.iter_mut().enumerate() {
                if ray.saturated.contains(inequality) {
                    face.insert(number);
                }
            }
            rays.push(ray.row);
        }
        let constraints = System {
            lines: equalities,
            rays: self.inequalities,
        };
        let constraints = irredundant(constraints, &faces, rays.len());
        let lines = self.lines;
        (constraints, System { lines, rays }.canonical())
    }
}

/// A system without its redundant rays, in canonical form. For each ray there is the set of those
/// of the `count` rays of the dual system that it saturates.
///
/// A ray that saturates all is a line; of the others those are not redundant whose set is a largest
/// one.
pub(crate) fn irredundant(system: System, saturated: &[Bits], count: usize) -> System {
    let mut result = System {
        lines: system.lines,
        rays: Vec::new(),
    };
    let sizes: Vec<usize> = saturated.iter().map(Bits::len).collect();
    for (number, row) in system.rays.into_iter().enumerate() {
        if sizes[number] == count {
            result.lines.push(row);
            continue;
        }
        let redundant = (0..saturated.len()).any(|other| {
            let larger =
                sizes[other] > sizes[number] || (sizes[other] == sizes[number] && other < number);
            larger && sizes[other] < count && saturated[number].is_subset(&saturated[other])
        });
        if !redundant {
            result.rays.push(row);
        }
    }
    result.canonical()
}
