//! The planner: items with their sizes and counts in, attributes and bytes out.
//!
//! A question is a line per item: its name, size, alignment, count, guard (`generation`, `8`, `14` or `live`; the
//! numbers are bits of generation) and `dense` or `in place`, with a tab between them. The answer is JSON.

use crate::json::Json;
use crate::keys::{Guard, Keys, Widths};

/// An item of which a program needs a number.
struct Item<'a> {
    name: &'a str,
    size: u32,
    align: u32,
    keys: Keys,
}

/// The largest static, in bytes.
const LARGEST_STATIC: u64 = 1 << 30;

/// The largest item that is planned, in bytes.
const LARGEST_ITEM: u32 = 1 << 20;

/// Answers a question.
pub(crate) fn answer(question: &str) -> String {
    let mut json = Json::new();
    let mut total = 0;
    json.object(|json| {
        json.list("items", |json| {
            for line in question.lines() {
                json.object(|json| match Item::read(line) {
                    Ok(item) => total += item.describe(json),
                    Err(mistake) => json.text("mistake", &mistake),
                });
            }
        });
        json.number("bss", total);
    });
    json.into_text()
}

impl<'a> Item<'a> {
    fn read(line: &'a str) -> Result<Self, String> {
        let mut parts = line.split('\t');
        let mut part = || parts.next().unwrap_or_default();
        let name = part();
        if !is_name(name) {
            return Err("A name is letters, digits and `_`, and begins with a capital letter.".into());
        }
        let size = number(part(), "The size", 1, LARGEST_ITEM)?;
        let align = number(part(), "The alignment", 1, 64)?;
        if !align.is_power_of_two() {
            return Err("The alignment is a power of two: 1, 2, 4, 8, 16, 32 or 64 bytes.".into());
        }
        if size % align != 0 {
            return Err(format!("The size of a type is a multiple of its alignment, here of {align}."));
        }
        let mut keys = Keys::new(number(part(), "The count", 1, u32::MAX)?);
        match part() {
            "live" => keys.guard = Guard::Live,
            bits => keys.generation_bits = bits.parse().ok(),
        }
        keys.dense = part() == "dense";
        keys.check()?;
        Ok(Item { name, size, align, keys })
    }

    /// Writes the answer. Returns the bytes of `.bss`.
    fn describe(&self, json: &mut Json) -> u64 {
        let Item { name, size, align, keys } = *self;
        let bytes = self.bytes_of(keys);
        let is_static = bytes <= LARGEST_STATIC;
        json.text("name", name);
        json.text("attribute", &format!("#[pool({keys})]"));
        json.number("size", size.into());
        json.number("align", align.into());
        json.number("slots", u64::from(keys.capacity) * u64::from(size));
        json.number("bookkeeping", keys.bookkeeping_bytes());
        json.flag("static", is_static);
        json.list("steps", |json| {
            self.step("as asked", keys.capacity, json);
            if self.one_fewer_is_better() {
                self.step("one fewer", keys.capacity - 1, json);
            }
            if let Some(capacity) = self.most_at_these_widths() {
                self.step("the most with these widths", capacity, json);
            }
            if let Some(capacity) = one_more_power_of_two(keys.capacity) {
                self.step("one more power of two", capacity, json);
            }
        });
        if is_static { bytes + FLAG } else { 0 }
    }

    fn bytes_of(&self, keys: Keys) -> u64 {
        keys.pool_bytes(self.size, self.align)
    }

    fn step(&self, name: &str, capacity: u32, json: &mut Json) {
        let keys = Keys { capacity, ..self.keys };
        json.object(|json| {
            json.text("name", name);
            json.number("capacity", capacity.into());
            if let Err(mistake) = keys.check() {
                return json.text("mistake", &mistake);
            }
            widths(keys.widths(), json);
            json.number("bytes", self.bytes_of(keys));
        });
    }

    /// Whether the last slot costs generations, or the pattern for `None`.
    fn one_fewer_is_better(&self) -> bool {
        let Some(capacity) = self.keys.capacity.checked_sub(1).filter(|&capacity| capacity > 0) else {
            return false;
        };
        let [fewer, asked] = [Keys { capacity, ..self.keys }, self.keys].map(|keys| keys.widths());
        fewer.generations > asked.generations || fewer.option_bytes < asked.option_bytes
    }

    /// The largest capacity with handles and generations as those of this one, if there is a larger one.
    fn most_at_these_widths(&self) -> Option<u32> {
        let widths = |capacity| {
            let Widths { index_bits, handle_bytes, option_bytes, generations, .. } =
                Keys { capacity, ..self.keys }.widths();
            (index_bits, handle_bytes, option_bytes, generations)
        };
        let asked = self.keys.capacity;
        // As the index gets no wider, a larger capacity has as many generations or fewer.
        let (mut same, mut beyond) = (u64::from(asked), u64::from(asked).next_power_of_two() + 1);
        while beyond - same > 1 {
            let middle = same.midpoint(beyond);
            match u32::try_from(middle) {
                Ok(capacity) if widths(capacity) == widths(asked) => same = middle,
                _ => beyond = middle,
            }
        }
        (same > asked.into()).then_some(same as u32)
    }
}

/// The byte that says whether a static was taken.
const FLAG: u64 = 1;

/// The largest capacity with one more bit of index. The last index would be that of a handle of all ones, and cost the
/// pattern for `None` or generations.
fn one_more_power_of_two(capacity: u32) -> Option<u32> {
    u32::try_from(u64::from(capacity).next_power_of_two() * 2 - 1).ok()
}

/// Writes the widths.
pub(crate) fn widths(widths: Widths, json: &mut Json) {
    json.number("index_bits", widths.index_bits.into());
    json.number("handle", widths.handle_bytes.into());
    json.number("option", widths.option_bytes.into());
    json.number("generations", widths.generations.into());
    json.number("quarantine", widths.quarantine.into());
}

/// Whether a struct can have this name.
fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text != "Self"
}

fn number(text: &str, what: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{what} is a whole number from {least} to {most}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_the_attribute_and_what_more_would_cost() {
        let answer = answer("Particle\t20\t4\t10000\tgeneration\tin place\n");
        let has = |text: &str| assert!(answer.contains(text), "{text} is not in {answer}");
        has(r##""attribute":"#[pool(capacity = 10_000)]""##);
        has(r#""name":"as asked","capacity":10000,"index_bits":14,"handle":2,"option":2,"generations":4"#);
        has(r#""name":"the most with these widths","capacity":16383,"index_bits":14,"handle":2"#);
        has(
            r#""name":"one more power of two","capacity":32767,"index_bits":15,"handle":2,"option":2,"generations":2"#,
        );
    }

    #[test]
    fn the_last_slot_of_a_power_of_two_is_named() {
        for (count, is_better) in
            [(32_768, true), (32_767, false), (65_536, true), (10_000, false), (1, false)]
        {
            let answer = answer(&format!("Bullet\t16\t4\t{count}\tgeneration\tin place"));
            assert_eq!(answer.contains("one fewer"), is_better, "{count}: {answer}");
        }
    }

    #[test]
    fn the_bytes_of_all_pools_are_added_up() {
        let one = Keys::new(100).pool_bytes(8, 8) + 1;
        let answer = answer("One\t8\t8\t100\tgeneration\tin place\nTwo\t8\t8\t100\tgeneration\tin place\n");
        assert!(answer.ends_with(&format!("\"bss\":{}}}", 2 * one)), "{answer}");
    }

    #[test]
    fn mistakes_are_sentences() {
        for (line, mistake) in [
            ("particle\t4\t4\t10", "begins with a capital letter"),
            ("A\"\t4\t4\t10", "letters, digits"),
            ("A\t0\t4\t10", "The size is a whole number from 1"),
            ("A\t4\t3\t10", "a power of two"),
            ("A\t6\t4\t10", "a multiple of its alignment, here of 4"),
            ("A\t4\t4\t-1", "The count is a whole number from 1"),
            ("A\t4\t4\t4294967296", "The count is a whole number from 1"),
            ("A\t4\t4\t4000000000\t8", "room for 0 bits of generation"),
        ] {
            let answer = answer(line);
            assert!(answer.contains("\"mistake\":") && answer.contains(mistake), "{line:?}: {answer}");
        }
    }

    #[test]
    fn the_largest_pools_have_no_static() {
        let answer = answer("Huge\t64\t64\t4294967295\tlive\tin place");
        assert!(answer.contains(r#""static":false"#) && answer.ends_with(r#""bss":0}"#), "{answer}");
    }
}
