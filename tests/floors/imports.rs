//! The imports of a source file from its own crate: the paths in its `use` lines, and all other paths that begin with
//! `crate`, `self` or `super`.
//!
//! This reads tokens, not syntax trees. That is enough to skip comments, strings and tests, and to know the inline
//! module of a line. Paths after `$crate` are not read, because they are expanded in other crates.

/// A path from the root of the crate, without `crate`, and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Import {
    pub(crate) line: usize,
    pub(crate) path: Vec<String>,
}

/// The imports of a file that is the module `module`. Modules inside the file with the name `tests` are left out.
pub(crate) fn imports(source: &str, module: &[&str]) -> Vec<Import> {
    let tokens = tokens(source);
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        module: module.iter().map(|&segment| segment.to_owned()).collect(),
        children: children(&tokens),
        found: Vec::new(),
    };
    reader.read_module();
    reader.found
}

/// A token and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Token {
    line: usize,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Word(String),
    /// `::`.
    Colons,
    Other(char),
}

/// The modules that have a file of their own.
fn children(tokens: &[Token]) -> Vec<String> {
    let child = |window: &[Token]| match window {
        [
            Token { kind: Kind::Word(keyword), .. },
            Token { kind: Kind::Word(name), .. },
            Token { kind: Kind::Other(';'), .. },
        ] if keyword == "mod" => Some(name.clone()),
        _ => None,
    };
    tokens.windows(3).filter_map(child).collect()
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    module: Vec<String>,
    children: Vec<String>,
    found: Vec<Import>,
}

impl Reader<'_> {
    /// Reads up to the brace that ends the module, or to the end of the file.
    fn read_module(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.tokens.get(self.at) {
            match &token.kind {
                Kind::Other('{') => depth += 1,
                Kind::Other('}') if depth == 0 => return,
                Kind::Other('}') => depth -= 1,
                Kind::Word(word) if word == "mod" => {
                    self.read_inline_module();
                    continue;
                }
                Kind::Word(word) if word == "use" && !self.follows('<') => {
                    self.at += 1;
                    self.read_tree(&[]);
                    continue;
                }
                // `pub(in crate::module)` is a visibility and imports nothing.
                Kind::Word(word) if is_start(word) && self.is_path() && !self.follows_word("in") => {
                    self.read_path();
                    continue;
                }
                Kind::Word(_) | Kind::Colons | Kind::Other(_) => {}
            }
            self.at += 1;
        }
    }

    /// Reads `mod name { .. }`, or `mod name;`.
    fn read_inline_module(&mut self) {
        let name = match self.kind(1) {
            Some(Kind::Word(name)) => name.clone(),
            _ => return self.at += 1,
        };
        self.at += 2;
        if self.kind(0) != Some(&Kind::Other('{')) {
            return;
        }
        self.at += 1;
        let before = self.found.len();
        let is_test = name == "tests";
        self.module.push(name);
        self.read_module();
        self.module.pop();
        self.at += 1;
        if is_test {
            self.found.truncate(before);
        }
    }

    /// Reads a `use` tree after `prefix`: `a::b`, `a::{b, c as d}`, `a::*`.
    fn read_tree(&mut self, prefix: &[String]) {
        let line = self.tokens.get(self.at).map_or(0, |token| token.line);
        let mut path = prefix.to_vec();
        loop {
            match self.kind(0) {
                Some(Kind::Word(word)) if word == "as" => self.at += 1,
                // `self` in braces is the module before the braces.
                Some(Kind::Word(word)) if word == "self" && !path.is_empty() => {}
                Some(Kind::Word(word)) => path.push(word.clone()),
                Some(Kind::Colons | Kind::Other('*')) => {}
                Some(Kind::Other('{')) => return self.read_group(&path),
                _ => break,
            }
            self.at += 1;
        }
        self.add(line, &path);
    }

    /// Reads `{b, c}` after `prefix`.
    fn read_group(&mut self, prefix: &[String]) {
        self.at += 1;
        while !matches!(self.kind(0), Some(Kind::Other('}')) | None) {
            let before = self.at;
            self.read_tree(prefix);
            if self.kind(0) == Some(&Kind::Other(',')) || self.at == before {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    /// Reads a path that begins with `crate`, `self` or `super`.
    fn read_path(&mut self) {
        let line = self.tokens[self.at].line;
        let mut path = Vec::new();
        while let Some(Kind::Word(word)) = self.kind(0) {
            path.push(word.clone());
            self.at += 1;
            if self.kind(0) != Some(&Kind::Colons) {
                break;
            }
            self.at += 1;
        }
        self.add(line, &path);
    }

    /// Adds a path if it is a path of this crate.
    fn add(&mut self, line: usize, path: &[String]) {
        let Some(first) = path.first() else { return };
        let mut from_root = match first.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => self.module.clone(),
            _ if self.children.contains(first) => {
                let child = [self.module.as_slice(), path].concat();
                return self.found.push(Import { line, path: child });
            }
            _ => return,
        };
        for segment in path {
            match segment.as_str() {
                "crate" | "self" => {}
                "super" => drop(from_root.pop()),
                segment => from_root.push(segment.to_owned()),
            }
        }
        self.found.push(Import { line, path: from_root });
    }

    fn kind(&self, ahead: usize) -> Option<&Kind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    /// Whether `::` follows. Otherwise `crate` is a visibility and `self` is a value.
    fn is_path(&self) -> bool {
        self.kind(1) == Some(&Kind::Colons)
    }

    fn follows(&self, character: char) -> bool {
        self.before() == Some(&Kind::Other(character))
    }

    fn follows_word(&self, word: &str) -> bool {
        matches!(self.before(), Some(Kind::Word(before)) if before == word)
    }

    fn before(&self) -> Option<&Kind> {
        Some(&self.tokens[self.at.checked_sub(1)?].kind)
    }
}

fn is_start(word: &str) -> bool {
    matches!(word, "crate" | "self" | "super")
}

/// The tokens of a source without comments, literals and lifetimes. `$crate` is left out too.
fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            'r' | 'b' | 'c' if raw_string(rest).is_some() => raw_string(rest).unwrap_or(1),
            '\'' => character(rest),
            '$' => 1 + word(&rest[1..]),
            _ if first.is_alphanumeric() || first == '_' => word(rest),
            ':' if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        let text = &rest[..length];
        let kind = match first {
            _ if first.is_alphabetic() || first == '_' => is_word(text).then(|| Kind::Word(text.to_owned())),
            _ if first.is_numeric() => None,
            ':' if length == 2 => Some(Kind::Colons),
            _ if length == first.len_utf8() && !first.is_whitespace() => Some(Kind::Other(first)),
            _ => None,
        };
        tokens.extend(kind.map(|kind| Token { line, kind }));
        line += text.matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// Whether this is one word, and not a string with a prefix.
fn is_word(text: &str) -> bool {
    text.chars().all(|character| character.is_alphanumeric() || character == '_')
}

fn word(text: &str) -> usize {
    text.find(|character: char| !(character.is_alphanumeric() || character == '_')).unwrap_or(text.len())
}

/// The length of a comment, which may contain other comments.
fn block_comment(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        at += if rest.starts_with("/*") {
            depth += 1;
            2
        } else if rest.starts_with("*/") {
            depth -= 1;
            2
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string that begins with `"`.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a string with a prefix: `r".."`, `r#".."#`, `b".."`, `br".."`, `c".."`, `b'x'`. `None` if there is
/// no such string here.
fn raw_string(text: &str) -> Option<usize> {
    let prefix = text.find(|character: char| !character.is_ascii_lowercase())?;
    let rest = &text[prefix..];
    if !matches!(&text[..prefix], "r" | "b" | "c" | "br" | "cr") {
        return None;
    }
    if text[..prefix].ends_with('r') {
        let hashes = rest.find(|character| character != '#')?;
        let inside = rest[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(prefix + hashes + 1 + inside.find(&end)? + end.len());
    }
    match rest.chars().next()? {
        '"' => Some(prefix + string(rest)),
        '\'' => Some(prefix + character(rest)),
        _ => None,
    }
}

/// The length of a character literal that begins with `'`, or of a lifetime.
fn character(text: &str) -> usize {
    let mut inside = text.char_indices().skip(1);
    match (inside.next(), inside.next()) {
        // An escape: skip to the closing quote.
        (Some((_, '\\')), Some((escaped, _))) => {
            let rest = &text[escaped + 1..];
            rest.find('\'').map_or(text.len(), |end| escaped + 1 + end + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1 + word(&text[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::{imports, tokens};

    /// The imports of `source` in the module `a::b`, as text.
    fn found(source: &str) -> Vec<String> {
        imports(source, &["a", "b"]).into_iter().map(|import| import.path.join("::")).collect()
    }

    #[test]
    fn use_lines_are_read() {
        assert_eq!(found("use crate::c::D;"), ["c::D"]);
        assert_eq!(
            found("pub(crate) use super::c::{D, e::{F as G, self}, H};"),
            ["a::c::D", "a::c::e::F", "a::c::e", "a::c::H"]
        );
        assert_eq!(found("use self::c::*; use super::super::d;"), ["a::b::c", "d"]);
        assert_eq!(found("use crate::{c, d::{self, e}};"), ["c", "d", "d::e"]);
        assert_eq!(found("mod c; use c::D; use core::fmt;"), ["a::b::c::D"]);
    }

    #[test]
    fn paths_in_code_are_read() {
        assert_eq!(
            found("fn f() -> crate::c::D<super::E> { self::g(crate::H {}) }"),
            ["c::D", "a::E", "a::b::g", "H"]
        );
        assert_eq!(found("pub(crate) fn f(self) { self.g(); }"), [""; 0]);
        assert_eq!(found("pub(in crate::a) struct S;"), [""; 0]);
        assert_eq!(found("macro_rules! m { () => { $crate::c::D } }"), [""; 0]);
    }

    #[test]
    fn text_that_is_not_code_is_left_out() {
        let source = r##"
            // use crate::comment;
            /* use crate::block; /* nested */ use crate::block; */
            /// [`crate::docs`]
            const S: &str = "use crate::string; \" crate::string";
            const R: &str = r#"" use crate::raw;"#;
            const B: &[u8] = b"crate::bytes";
            const C: [char; 3] = ['"', '\'', '\u{41}'];
            fn f<'a>(x: &'a u8) -> impl Sized + use<'a> { crate::real(x) }
        "##;
        assert_eq!(found(source), ["real"]);
    }

    #[test]
    fn modules_in_the_file_are_modules() {
        let source = "mod c { use super::D; fn f() { if x { super::E } } } use super::F; \
                      mod tests { use crate::test; }";
        assert_eq!(found(source), ["a::b::D", "a::b::E", "a::F"]);
    }

    #[test]
    fn lines_are_counted() {
        let source = "/* \n\n */ const S: &str = \"\n\";\nuse crate::{\n    a,\n    b,\n};";
        let lines: Vec<_> = imports(source, &[]).into_iter().map(|import| import.line).collect();
        assert_eq!(lines, [6, 7]);
        assert_eq!(tokens("r#fn b'x' 'a 12..2").len(), 5);
    }
}
