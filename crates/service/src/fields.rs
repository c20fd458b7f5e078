//! The fields of a request, taken one after the other: what is left at the end is unknown.

use std::slice;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};
use yomikiri_shogi::quote;

use crate::request::BadRequest;
use crate::task::carried;

/// The fields of a request that were not taken yet. The names are those of the command line's options, with `-` or `_`.
#[derive(Debug)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of a JSON object. Those that are null count as missing.
    ///
    /// # Errors
    ///
    /// If the text is not such an object.
    pub fn from_json(text: &[u8]) -> Result<Fields, BadRequest> {
        let value: Value = serde_json::from_slice(text).map_err(|error| {
            BadRequest::new(format!("not JSON: {error}"), format!("JSONではありません（{error}）"))
        })?;
        let Value::Object(object) = value else {
            return Err(BadRequest::new("expected a JSON object", "JSONのオブジェクトが必要です"));
        };
        let mut fields = Map::new();
        for (name, value) in object {
            let name = name.replace('-', "_");
            if !value.is_null() && fields.insert(name.clone(), value).is_some() {
                return Err(BadRequest::new(
                    format!("`{name}` is there twice"),
                    format!("`{name}` が二度あります"),
                ));
            }
        }
        Ok(Fields(fields))
    }

    /// Whether a field is there.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Takes a field, if it is there.
    ///
    /// # Errors
    ///
    /// If it is of another kind.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, BadRequest> {
        let Some(value) = self.remove(name) else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|error| wrong_value(name, &error))
    }

    fn remove(&mut self, name: &str) -> Option<Value> {
        // The fields that are left keep their order.
        self.0.shift_remove(name)
    }

    /// Takes the options of a group: exactly the fields of this struct.
    ///
    /// # Errors
    ///
    /// If the value of an option is wrong.
    pub fn group<G: DeserializeOwned>(&mut self) -> Result<G, BadRequest> {
        let mut name = "";
        G::deserialize(GroupFields { fields: self, name: &mut name })
            .map_err(|error| wrong_value(name, &error))
    }

    /// Takes a text that stands for something else, if it is there.
    ///
    /// # Errors
    ///
    /// If the text cannot be parsed.
    pub fn parse<T>(&mut self, name: &str) -> Result<Option<T>, BadRequest>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        let Some(text) = self.take::<String>(name)? else { return Ok(None) };
        text.parse().map(Some).map_err(|error| {
            let japanese = format!("`{name}`：「{}」という指定はありません", quote(&text));
            BadRequest::new(format!("`{name}`: {error}"), japanese)
        })
    }

    /// Takes a switch, which is off if it is missing.
    ///
    /// # Errors
    ///
    /// If it is of another kind.
    pub fn flag(&mut self, name: &str) -> Result<bool, BadRequest> {
        Ok(self.take(name)?.unwrap_or(false))
    }

    /// Takes a number within a range, if it is there.
    ///
    /// # Errors
    ///
    /// If it is no number, or outside the range.
    pub fn number<T>(
        &mut self,
        name: &str,
        range: std::ops::RangeInclusive<T>,
    ) -> Result<Option<T>, BadRequest>
    where
        T: DeserializeOwned + PartialOrd + std::fmt::Display,
    {
        match self.take::<T>(name)? {
            Some(number) if !range.contains(&number) => {
                let (first, last) = (range.start(), range.end());
                Err(BadRequest::new(
                    format!("`{name}`: expected a number from {first} to {last}"),
                    format!("`{name}`：{first}から{last}までの数が必要です"),
                ))
            }
            number => Ok(number),
        }
    }

    /// Ends the reading.
    ///
    /// # Errors
    ///
    /// If the request has a field that the command does not know.
    pub fn finish(self, command: &str) -> Result<(), BadRequest> {
        match self.0.keys().next() {
            Some(name) => Err(BadRequest::new(
                format!("`{name}` is not an option of {command}"),
                format!("{command} に `{name}` という指定はありません"),
            )),
            None => Ok(()),
        }
    }
}

/// The error of an option that has a wrong value.
fn wrong_value(name: &str, error: &Error) -> BadRequest {
    let error = error.to_string();
    match carried(&error) {
        Some(fault) => BadRequest::option(name, fault),
        None => BadRequest::new(
            format!("`{name}`: {error}"),
            format!("`{name}`：値が正しくありません（{error}）"),
        ),
    }
}

/// Gives a struct the fields that it names. `name` is that of the last one, which is to blame for
/// an error.
struct GroupFields<'a> {
    fields: &'a mut Fields,
    name: &'a mut &'static str,
}

impl<'de> Deserializer<'de> for GroupFields<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(GroupMembers { group: self, names: names.iter(), value: None })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("a group of options is a struct"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The fields of a group that are there, with the value of the last one.
struct GroupMembers<'a> {
    group: GroupFields<'a>,
    names: slice::Iter<'static, &'static str>,
    value: Option<Value>,
}

impl<'de> MapAccess<'de> for GroupMembers<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let GroupFields { fields, name } = &mut self.group;
        for &next in self.names.by_ref() {
            self.value = fields.remove(next);
            if self.value.is_some() {
                **name = next;
                return seed.deserialize(StrDeserializer::new(next)).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(self.value.take().unwrap_or_default())
    }
}
