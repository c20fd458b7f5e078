//! The fields of a request, taken one after the other: what is left at the end is unknown.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use yomikiri_shogi::quote;

use crate::request::BadRequest;

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
        let Some(value) = self.0.remove(name) else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|error| {
            BadRequest::new(
                format!("`{name}`: {error}"),
                format!("`{name}`：値が正しくありません（{error}）"),
            )
        })
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
