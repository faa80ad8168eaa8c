//! A binary format that tags its values, as CBOR and MessagePack do: fields have names or numbers, and integers have
//! the sign that their writer gave them. Values of JSON stand for it. Text that begins with `#` is a number without a
//! sign, and with `+` one with a sign.

use super::*;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, Visitor};
use serde_json::Value;

struct Tagged<'a>(&'a Value);

impl<'de> Deserializer<'de> for Tagged<'_> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Number(number) => match number.as_u64() {
                Some(number) => visitor.visit_u64(number),
                None => visitor.visit_i64(number.as_i64().unwrap()),
            },
            Value::String(text) => match text.split_at(1) {
                ("#", number) => visitor.visit_u64(number.parse().map_err(Error::custom)?),
                ("+", number) => visitor.visit_i64(number.parse().map_err(Error::custom)?),
                _ => visitor.visit_bytes(text.as_bytes()),
            },
            Value::Array(elements) => visitor.visit_seq(SeqDeserializer::new(elements.iter().map(Tagged))),
            Value::Object(fields) => {
                let names = fields.keys().cloned().map(Value::String).collect::<Vec<_>>();
                let fields = names.iter().map(Tagged).zip(fields.values().map(Tagged));
                visitor.visit_map(MapDeserializer::new(fields))
            }
            Value::Bool(_) | Value::Null => visitor.visit_unit(),
        }
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, serde_json::Error> for Tagged<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

pool! {
    Units: [u8; 10], quarantine = 0;
}

/// What `text` is read as, or the error.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    T::deserialize(Tagged(&serde_json::from_str(text).unwrap())).map_err(|error| error.to_string())
}

#[test]
fn handles_are_bits_of_either_sign() {
    assert_eq!(read::<Handle<Units>>("3"), Ok(Handle::from_bits(3).unwrap()));
    for (text, why) in [
        ("10", "invalid value: integer `10`, expected the bits of a handle of `Units`"),
        ("4294967296", "invalid value: integer `4294967296`, expected the bits of a handle of `Units`"),
        ("-3", "invalid value: integer `-3`, expected the bits of a handle of `Units`"),
        ("[3]", "invalid type: sequence, expected the bits of a handle of `Units`"),
    ] {
        assert_eq!(read::<Handle<Units>>(text), Err(why.to_owned()));
    }
    let signed = |bits: &str| read::<Handle<Units>>(&format!("\"+{bits}\"")).ok();
    assert_eq!(signed("9"), Handle::from_bits(9));
    assert!(["-1", "10", "9223372036854775807"].map(signed).iter().all(Option::is_none));
}

#[test]
fn fields_have_names_or_numbers() {
    let pool = UnitsPool::from_iter([7, 8]);
    for text in [
        r#"{"capacity":10,"entries":[[0,7],[1,8]],"free":[],"retired":[]}"#,
        r##"{"#0":10,"#1":[[0,7],[1,8]],"#2":[],"#3":[]}"##,
        "[10,[[0,7],[1,8]],[],[],[],[]]",
    ] {
        assert_eq!(read::<UnitsPool>(text).as_ref(), Ok(&pool), "{text}");
    }
    for (text, why) in [
        (r##"{"#0":10,"#6":[]}"##, "there is no field 6"),
        (r#"{"capacity":10,"others":[]}"#, "unknown field `others`"),
        (r#"{"+0":10}"#, "expected the name of a field"),
        (
            r#"{"capacity":5}"#,
            "handles in the data have 3 bits of index, those of this pool have 4, so they would name other objects",
        ),
    ] {
        let error = read::<UnitsPool>(text).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
}
