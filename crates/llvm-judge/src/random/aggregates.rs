//! Structures and arrays as values.

use super::maker::Maker;
use crate::types::Type;

impl Maker {
    fn aggregate_type(&mut self) -> Type {
        if let Some((_, ty)) = self.known(|ty| matches!(ty, Type::Struct { .. } | Type::Array(..)))
            && self.rng.chance(60)
        {
            return ty;
        }
        let mut part = || match self.rng.below(4) {
            0 => Type::lanes(2, 8),
            _ => Type::Int(self.width()),
        };
        let fields = vec![part(), part(), part()];
        match self.rng.below(4) {
            0 => Type::Array(2, Box::new(fields[0].clone())),
            1 => Type::Struct {
                fields: vec![
                    fields[0].clone(),
                    Type::Struct {
                        fields: fields[1..].to_vec(),
                        packed: false,
                    },
                ],
                packed: false,
            },
            _ => Type::Struct {
                fields,
                packed: self.rng.chance(30),
            },
        }
    }

    /// An operand that is a structure or an array: every part has a value.
    pub(super) fn aggregate(&mut self, ty: &Type) -> String {
        let wanted = ty.clone();
        if self.rng.chance(80)
            && let Some((name, _)) = self.known(|ty| *ty == wanted)
        {
            return name;
        }
        let mut whole = self.one_of(&["zeroinitializer", "undef"]).to_owned();
        for (path, part) in parts(ty) {
            let value = self.operand(&part);
            let path: Vec<String> = path.iter().map(u32::to_string).collect();
            let path = path.join(", ");
            whole = self.hidden(&format!("insertvalue {ty} {whole}, {part} {value}, {path}"));
        }
        whole
    }

    pub(super) fn aggregates(&mut self) {
        let ty = self.aggregate_type();
        let whole = self.aggregate(&ty);
        let parts = parts(&ty);
        let (path, part) = parts[self.rng.below(parts.len() as u32) as usize].clone();
        let path: Vec<String> = path.iter().map(u32::to_string).collect();
        let path = path.join(", ");
        if self.rng.chance(50) {
            self.value(part, &format!("extractvalue {ty} {whole}, {path}"));
        } else {
            let value = self.operand(&part);
            self.value(
                ty.clone(),
                &format!("insertvalue {ty} {whole}, {part} {value}, {path}"),
            );
        }
    }
}

/// The parts of a structure or an array that are integers or vectors, with the ways to them.
fn parts(ty: &Type) -> Vec<(Vec<u32>, Type)> {
    let below = |position: u32, part: &Type| {
        parts(part).into_iter().map(move |(mut path, leaf)| {
            path.insert(0, position);
            (path, leaf)
        })
    };
    match ty {
        Type::Array(count, part) => (0..*count).flat_map(|at| below(at, part)).collect(),
        Type::Struct { fields, .. } => {
            let fields = fields.iter().enumerate();
            fields
                .flat_map(|(at, field)| below(at as u32, field))
                .collect()
        }
        _ => vec![(Vec::new(), ty.clone())],
    }
}
