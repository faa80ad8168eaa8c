//! Answers to the page, as JSON.

use std::fmt::Write;

/// A text to which values are added.
pub(crate) struct Json(String);

impl Json {
    pub(crate) fn new() -> Self {
        Json(String::new())
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }

    /// Adds a comma, unless this is the first of its list or object.
    fn next(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with(['{', '[', ':']) {
            self.0.push(',');
        }
    }

    fn key(&mut self, key: &str) {
        self.next();
        self.quoted(key);
        self.0.push(':');
    }

    fn quoted(&mut self, text: &str) {
        self.0.push('"');
        for letter in text.chars() {
            if matches!(letter, '"' | '\\') {
                self.0.push('\\');
            }
            self.0.push(letter);
        }
        self.0.push('"');
    }

    /// Adds an object to a list, or begins with one.
    pub(crate) fn object<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.next();
        self.0.push('{');
        let result = write(self);
        self.0.push('}');
        result
    }

    pub(crate) fn list(&mut self, key: &str, write: impl FnOnce(&mut Self)) {
        self.key(key);
        self.0.push('[');
        write(self);
        self.0.push(']');
    }

    /// Adds a text without control characters.
    pub(crate) fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        self.quoted(text);
    }

    pub(crate) fn number(&mut self, key: &str, number: u64) {
        self.key(key);
        write!(self.0, "{number}").expect("a `String` takes everything");
    }

    pub(crate) fn flag(&mut self, key: &str, flag: bool) {
        self.key(key);
        self.0.push_str(if flag { "true" } else { "false" });
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn values_are_separated_and_quotes_escaped() {
        let mut json = Json::new();
        json.object(|json| {
            json.list("a", |json| {
                json.object(|json| json.number("b", 1));
                json.object(|json| json.flag("c", true));
            });
            json.list("none", |_| {});
            json.text("d", "\"\\`");
        });
        assert_eq!(json.into_text(), r#"{"a":[{"b":1},{"c":true}],"none":[],"d":"\"\\`"}"#);
    }
}
