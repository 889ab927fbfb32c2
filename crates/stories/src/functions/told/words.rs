//! Values in the user's words: numbers with their sign, pointers as objects and offsets, memory with its
//! owner.

use frontend_llvm::meaning::{InputMeaning, Memory, Owner, Part};
use logic::{ArrayValue, BitVec, Integer, Value};

/// The bits of an address within a page; pointers from elsewhere point into an object of their page.
const PAGE: u32 = 12;

/// The bits of an address.
const ADDRESS: u32 = 64;

/// What is known of where things are.
#[derive(Default)]
pub(super) struct Words {
    /// The parameters that are pointers.
    pointers: Vec<PointerInput>,
    /// The globals whose addresses are inputs: name, address, bytes.
    globals: Vec<(String, Integer, Integer)>,
    /// How large the objects of pages are.
    ends: Option<ArrayValue>,
    /// Which objects cannot be written.
    fixed: Option<ArrayValue>,
}

/// A parameter that is a pointer.
struct PointerInput {
    name: String,
    address: Integer,
    low: Integer,
    high: Integer,
    poison: bool,
}

impl PointerInput {
    /// The bytes of the object.
    fn size(&self) -> Integer {
        let size = &(&self.high - &self.low) - &Integer::from(1);
        match size.is_positive() {
            true => size,
            false => Integer::from(0),
        }
    }

    fn start(&self) -> Integer {
        &self.low + &Integer::from(1)
    }

    fn holds(&self, address: &Integer) -> bool {
        !self.poison && self.low < *address && *address < self.high
    }
}

/// A place of memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    /// What it is in.
    base: String,
    /// How many bytes it is behind the start of that.
    offset: Integer,
}

/// A value as a number without a sign.
fn plain_number(value: &Value) -> Option<Integer> {
    match value {
        Value::BitVec(bits) => Some(bits.unsigned().clone()),
        Value::Int(number) => Some(number.clone()),
        _ => None,
    }
}

/// A number with its sign.
pub(super) fn number(value: &Value) -> String {
    match value {
        Value::BitVec(bits) => bits.signed().to_string(),
        value => value.to_string(),
    }
}

/// Whether a number is another one without its sign, and neither is too long to be read.
pub(super) fn has_short_forms(bits: &BitVec) -> bool {
    bits.width() <= 64 && bits.signed() != *bits.unsigned()
}

/// An address in digits.
pub(super) fn address(value: &Value) -> String {
    plain_number(value).map_or_else(|| value.to_string(), |number| hexadecimal(&number))
}

/// A number with its sign, and without it where that is another one.
fn number_both(value: &Value) -> String {
    match value {
        Value::BitVec(bits) if has_short_forms(bits) => {
            format!("{} (unsigned {})", bits.signed(), bits.unsigned())
        }
        value => number(value),
    }
}

/// The type of LLVM that values are of which are no pointers.
pub(super) fn integer_type(value: &Value) -> Option<String> {
    match value {
        Value::Bool(_) => Some("i1".to_owned()),
        Value::BitVec(bits) => Some(format!("i{}", bits.width())),
        _ => None,
    }
}

fn bytes(count: &Integer) -> String {
    match count.is_one() {
        true => "1 byte".to_owned(),
        false => format!("{count} bytes"),
    }
}

fn hexadecimal(number: &Integer) -> String {
    match number.to_u64() {
        Some(number) => format!("{number:#x}"),
        None => number.to_string(),
    }
}

/// How far an address is behind another one: a number of 64 bits with its sign.
fn distance(address: &Integer, start: &Integer) -> Integer {
    let half = Integer::power_of_two(63);
    let whole = Integer::power_of_two(64);
    let distance = address - start;
    if distance >= half {
        return &distance - &whole;
    }
    match distance < -&half {
        true => &distance + &whole,
        false => distance,
    }
}

/// A name with an offset in bytes.
fn moved(name: &str, offset: &Integer) -> String {
    match (offset.is_zero(), offset.is_negative()) {
        (true, _) => name.to_owned(),
        (false, true) => format!("{name}-{}", offset.abs()),
        (false, false) => format!("{name}+{offset}"),
    }
}

/// What a global is called; constants that are known by what they hold have no name.
pub(super) fn global_name(name: &str) -> String {
    match name.strip_prefix("@\"") {
        Some(content) if content.starts_with("c\"") => format!("the constant {content}"),
        Some(_) => "a constant without a name".to_owned(),
        None => name.to_owned(),
    }
}

impl Words {
    /// What the inputs say.
    pub(super) fn of(inputs: &[(&InputMeaning, Value)]) -> Words {
        let mut words = Words::default();
        let zero = || Integer::from(0);
        for (meaning, value) in inputs {
            let number = plain_number(value).unwrap_or_else(zero);
            let last = words.pointers.last_mut();
            match (meaning, last) {
                (InputMeaning::Pointer(part), _) => words.pointers.push(PointerInput {
                    name: part.name.clone(),
                    address: number,
                    low: zero(),
                    high: zero(),
                    poison: false,
                }),
                (InputMeaning::Low(_), Some(last)) => last.low = number,
                (InputMeaning::High(_), Some(last)) => last.high = number,
                (InputMeaning::Poison(part), Some(last)) if part.name == last.name => {
                    last.poison = *value == Value::Bool(true);
                }
                (InputMeaning::Address { global, bytes }, _) => {
                    let size = Integer::from(*bytes);
                    words.globals.push((global.clone(), number, size));
                }
                (InputMeaning::Size { global }, _) => {
                    for own in words.globals.iter_mut().filter(|own| own.0 == *global) {
                        own.2 = number.clone();
                    }
                }
                (InputMeaning::Ends, _) => words.ends = array(value),
                (InputMeaning::Fixed, _) => words.fixed = array(value),
                _ => {}
            }
        }
        words
    }

    /// What a pointer parameter points to, and the sign between its name and that.
    pub(super) fn pointer_input(&self, part: &Part) -> Option<(&'static str, String)> {
        let position = self.pointers.iter().position(|it| it.name == part.name)?;
        let pointer = &self.pointers[position];
        if pointer.poison {
            return Some(("=", "poison".to_owned()));
        }
        if pointer.address.is_zero() {
            return Some(("=", "null".to_owned()));
        }
        let size = pointer.size();
        if size.is_zero() {
            let address = hexadecimal(&pointer.address);
            let text = format!("no object, so that it cannot be accessed (address {address})");
            return Some(("→", text));
        }
        let is_same = |other: &&PointerInput| {
            !other.poison
                && !other.address.is_zero()
                && other.low == pointer.low
                && other.high == pointer.high
        };
        let start = pointer.start();
        let offset = distance(&pointer.address, &start);
        let global = self
            .globals
            .iter()
            .find(|(_, address, _)| *address == start);
        let mut object = match (self.pointers[..position].iter().find(is_same), global) {
            (Some(other), _) => format!("the same object as {}", other.name),
            (None, Some((name, _, _))) => global_name(name),
            (None, None) => format!("an object of {}", bytes(&size)),
        };
        if self.is_fixed(&pointer.low) {
            object.push_str(" that cannot be written");
        }
        let wrong = match offset.is_negative() || offset > size {
            true => ", outside of it",
            false => "",
        };
        Some(("→", format!("{object}, at offset {offset}{wrong}")))
    }

    fn is_fixed(&self, low: &Integer) -> bool {
        let fixed = self.fixed.as_ref();
        fixed.is_some_and(|fixed| {
            let mut entries = fixed.entries();
            let own = entries.find(|(place, _)| plain_number(place).as_ref() == Some(low));
            own.map_or(fixed.default(), |(_, value)| value) == &Value::Bool(true)
        })
    }

    /// A pointer that is not a parameter, with the addresses before and behind its object where they are
    /// known.
    pub(super) fn pointer(&self, address: &Value, bounds: Option<(&Value, &Value)>) -> String {
        let Some(address) = plain_number(address) else {
            return address.to_string();
        };
        if address.is_zero() {
            return "null".to_owned();
        }
        let bounds = bounds.and_then(|(low, high)| plain_number(low).zip(plain_number(high)));
        if let Some((low, high)) = bounds {
            let is_own = |it: &&PointerInput| !it.poison && it.low == low && it.high == high;
            if let Some(own) = self.pointers.iter().find(is_own) {
                return moved(&own.name, &distance(&address, &own.address));
            }
            let start = &low + &Integer::from(1);
            if let Some(own) = self
                .globals
                .iter()
                .find(|(_, address, _)| *address == start)
            {
                return moved(&global_name(&own.0), &distance(&address, &start));
            }
            let size = &high - &start;
            return match size.is_positive() {
                true => {
                    let (size, offset) = (bytes(&size), distance(&address, &start));
                    let place = hexadecimal(&start);
                    format!(
                        "a pointer into the object of {size} at address {place}, at offset {offset}"
                    )
                }
                false => format!("the address {}", hexadecimal(&address)),
            };
        }
        if let Some(spot) = self.inside(&address) {
            return moved(&spot.base, &spot.offset);
        }
        let equal = self
            .pointers
            .iter()
            .find(|it| !it.poison && it.address == address);
        if let Some(equal) = equal {
            return equal.name.clone();
        }
        let behind = self
            .pointers
            .iter()
            .find(|it| !it.poison && it.high == address);
        if let Some(behind) = behind.filter(|it| it.size().is_positive()) {
            return moved(&behind.name, &distance(&address, &behind.address));
        }
        format!("the address {}", hexadecimal(&address))
    }

    /// A number with its sign, and what it is the address of.
    pub(super) fn number(&self, value: &Value) -> String {
        self.or_address(number(value), value)
    }

    /// The same, and without its sign where that is another number.
    pub(super) fn number_both(&self, value: &Value) -> String {
        self.or_address(number_both(value), value)
    }

    /// What a cell holds, and what that is the address of.
    pub(super) fn cell(&self, memory: &Memory, value: &Value) -> String {
        let held = cell(memory, value);
        match memory.bytes == 8 && held != "poison" {
            true => self.or_address(held, value),
            false => held,
        }
    }

    /// A number of the size of an address, told as what has that address.
    fn or_address(&self, text: String, value: &Value) -> String {
        let is_wide = matches!(value, Value::BitVec(bits) if bits.width() >= ADDRESS);
        let Some(number) = plain_number(value).filter(|number| is_wide && !number.is_zero()) else {
            return text;
        };
        let mut pointers = self.pointers.iter();
        let mut globals = self.globals.iter();
        let named = globals.find(|(_, address, _)| *address == number);
        let named = named.map(|(name, _, _)| global_name(name));
        let named = named.or_else(|| {
            let pointer = pointers.find(|it| !it.poison && it.address == number);
            pointer.map(|it| it.name.clone())
        });
        match named {
            Some(name) => format!("{text} (the address of {name})"),
            None => text,
        }
    }

    /// The object at an address, and where in it that is.
    fn inside(&self, address: &Integer) -> Option<Spot> {
        if let Some(pointer) = self.pointers.iter().find(|it| it.holds(address)) {
            return Some(Spot {
                base: pointer.name.clone(),
                offset: distance(address, &pointer.address),
            });
        }
        let global = self
            .globals
            .iter()
            .find(|(_, start, size)| start <= address && *address < start + size);
        let (name, start, _) = global?;
        Some(Spot {
            base: global_name(name),
            offset: address - start,
        })
    }

    /// The place of a cell.
    pub(super) fn spot(&self, memory: &Memory, place: &Value) -> Spot {
        let place = plain_number(place).unwrap_or_else(|| Integer::from(0));
        let place = &place * &Integer::from(memory.bytes);
        if let Owner::Global(name) | Owner::Local(name) = &memory.owner {
            return Spot {
                base: global_name(name),
                offset: place,
            };
        }
        self.inside(&place).unwrap_or_else(|| {
            let page = Integer::power_of_two(PAGE);
            let start = place.div_mod(&page).map(|(quotient, _)| &quotient * &page);
            match (&self.ends, start) {
                // Pointers from elsewhere point into objects that start where a page does.
                (Some(_), Some(start)) => Spot {
                    base: format!("the object at address {}", hexadecimal(&start)),
                    offset: &place - &start,
                },
                _ => Spot {
                    base: format!("address {}", hexadecimal(&place)),
                    offset: Integer::from(0),
                },
            }
        })
    }

    /// Cells of memory, those side by side together.
    pub(super) fn cells(&self, memory: &Memory, cells: &[(Value, Value)]) -> Vec<String> {
        let spots = cells
            .iter()
            .map(|(place, cell)| (self.spot(memory, place), cell));
        let mut spots: Vec<(Spot, &Value)> = spots.collect();
        spots.sort();
        if memory.bytes > 1 {
            let each = spots.iter();
            let each = each
                .map(|(spot, value)| format!("{} = {}", spot.of(memory), self.cell(memory, value)));
            let each: Vec<String> = each.collect();
            return match each.is_empty() {
                true => each,
                false => vec![format!(
                    "{} (cells of {} bytes)",
                    each.join(", "),
                    memory.bytes
                )],
            };
        }
        let mut lines: Vec<String> = Vec::new();
        let mut group: Vec<(Spot, &Value)> = Vec::new();
        for (spot, value) in spots {
            let joins = group.last().is_some_and(|(last, _)| {
                last.base == spot.base && &last.offset + &Integer::from(1) == spot.offset
            });
            if !joins {
                lines.extend(byte_group(memory, &std::mem::take(&mut group)));
            }
            group.push((spot, value));
        }
        lines.extend(byte_group(memory, &group));
        lines
    }
}

impl Spot {
    /// The place of a cell in words.
    pub(super) fn of(&self, memory: &Memory) -> String {
        if memory.bytes == 1 {
            return format!("the byte at {}", moved(&self.base, &self.offset));
        }
        if self.base.contains(' ') {
            return moved(&self.base, &self.offset);
        }
        let width = Integer::from(memory.bytes);
        match self.offset.div_mod(&width) {
            Some((index, rest)) if rest.is_zero() && !index.is_negative() => {
                format!("{}[{index}]", self.base)
            }
            _ => moved(&self.base, &self.offset),
        }
    }
}

fn byte_group(memory: &Memory, group: &[(Spot, &Value)]) -> Option<String> {
    let (first, _) = group.first()?;
    let digits = |value: &Value| cell(memory, value).replacen("0x", "", 1);
    let values: Vec<String> = group.iter().map(|(_, value)| digits(value)).collect();
    let what = match group.len() {
        1 => "the byte".to_owned(),
        count => format!("the {count} bytes"),
    };
    let place = moved(&first.base, &first.offset);
    Some(format!("{what} at {place}: {}", values.join(" ")))
}

/// What a cell holds: a number, or for a byte its two digits.
fn cell(memory: &Memory, value: &Value) -> String {
    let Value::BitVec(bits) = value else {
        return number(value);
    };
    let width = u32::try_from(8 * memory.bytes).unwrap_or(8);
    let limit = Integer::power_of_two(width);
    let held = bits.unsigned();
    if memory.poison && *held >= limit {
        return "poison".to_owned();
    }
    if memory.bytes == 1 {
        return match held.to_u64() {
            Some(byte) => format!("0x{byte:02x}"),
            None => held.to_string(),
        };
    }
    let half = Integer::power_of_two(width - 1);
    match *held < half {
        true => held.to_string(),
        false => (held - &limit).to_string(),
    }
}

fn array(value: &Value) -> Option<ArrayValue> {
    match value {
        Value::Array(array) => Some(ArrayValue::clone(array)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_have_64_bits_and_a_sign() {
        let number = |power: u32| Integer::power_of_two(power);
        let check = |address: Integer, start: Integer, expected: Integer| {
            assert_eq!(distance(&address, &start), expected);
        };
        let largest = &number(64) - &Integer::from(1);
        check(Integer::from(8), Integer::from(4), Integer::from(4));
        check(Integer::from(4), Integer::from(8), Integer::from(-4));
        check(Integer::from(0), largest.clone(), Integer::from(1));
        check(largest, Integer::from(0), Integer::from(-1));
        check(number(63), Integer::from(0), -&number(63));
    }
}
