//! A page of `rustdoc`, as text: the declaration of an item, and its impls.

use std::collections::{BTreeMap, BTreeSet};

/// The traits that the compiler implements automatically and that users rely on. Others are left out: their bounds
/// follow from private fields, and name private types.
const AUTO_TRAITS: [&str; 2] = ["Send", "Sync"];

/// This trait comes with a derived `PartialEq`, and users cannot name it.
const UNSTABLE: &str = "StructuralPartialEq";

/// The content of each impl, by its head. The flag says whether the impl is of a trait: inherent impls come first.
type Impls = BTreeMap<(bool, String), BTreeSet<String>>;

/// A public item.
#[derive(PartialEq, Debug)]
pub(crate) struct Item {
    /// `struct`, `trait` and so on.
    kind: String,
    /// The path inside the crate.
    path: String,
    declaration: String,
    impls: Impls,
}

impl Item {
    /// Reads the page of an item. `link` is its link in the list of all items, such as `region/struct.Stack.html`.
    pub(crate) fn read(link: &str, page: &str) -> Self {
        let (folder, file) = link.rsplit_once('/').unwrap_or(("", link));
        let mut parts = file.split('.');
        let (kind, name) = (parts.next().unwrap(), parts.next().unwrap());
        let path = if folder.is_empty() {
            name.to_owned()
        } else {
            format!("{}::{name}", folder.replace('/', "::"))
        };
        let declaration = between(page, "<pre class=\"rust item-decl\">", "</pre>");
        let declaration =
            declaration.unwrap_or_else(|| panic!("no declaration in {link}: rustdoc changed its pages"));
        Item { kind: kind.to_owned(), path, declaration: plain(declaration), impls: impls(page) }
    }

    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.kind, self.path)
    }

    /// Items of the root come first.
    pub(crate) fn order(&self) -> (bool, &str, &str) {
        (self.path.contains("::"), &self.path, &self.kind)
    }

    /// Whether both are the same item under two paths.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        let name = |item: &Self| item.path.rsplit("::").next().unwrap().to_owned();
        (name(self), &self.kind, &self.declaration, &self.impls)
            == (name(other), &other.kind, &other.declaration, &other.impls)
    }

    /// The item as text. Its declarations and impls are indented lines.
    pub(crate) fn lines(&self) -> String {
        let mut lines = String::new();
        for line in self.declaration.lines().filter(|line| !line.trim().is_empty()) {
            let line = if line.trim_start().starts_with("#[") { line.trim() } else { line.trim_end() };
            lines += &format!("    {line}\n");
        }
        for ((_, head), items) in &self.impls {
            lines += &format!("    {head}\n");
            lines.extend(items.iter().map(|item| format!("        {item}\n")));
        }
        lines
    }
}

/// The pages to which the list of all items links.
pub(crate) fn links(list: &str) -> impl Iterator<Item = &str> {
    let items = list.split("class=\"all-items\"").skip(1);
    items.flat_map(|part| part.split("<li><a href=\"").skip(1)).filter_map(|link| link.split('"').next())
}

/// The impls on a page: inherent impls with their items, trait impls with their types and constants, and automatic
/// traits. Impls for all types are left out, and so are the methods of what the type dereferences to: they are on the
/// page of that.
fn impls(page: &str) -> Impls {
    let page = before(before(page, "id=\"blanket-implementations\""), "id=\"aliased-type\"");
    let (page, auto) = page.split_once("id=\"synthetic-implementations\"").unwrap_or((page, ""));
    let (own, rest) = page.split_once("id=\"deref-methods-").unwrap_or((page, ""));
    let rest = rest.find("id=\"trait-implementations\"").map_or("", |start| &rest[start..]);
    let mut impls = Impls::new();
    for part in [own, rest].into_iter().flat_map(|page| page.split("<h3 class=\"code-header\">").skip(1)) {
        let Some(head) = head_of_impl(part) else { continue };
        let implemented = trait_of(&head);
        if implemented == Some(UNSTABLE) {
            continue;
        }
        let is_inherent = implemented.is_none();
        let items = part.split("<h4 class=\"code-header\">").skip(1).map(|item| line(before(item, "</h4>")));
        let shown =
            items.filter(|item| is_inherent || item.starts_with("type ") || item.starts_with("const "));
        impls.entry((!is_inherent, head)).or_default().extend(shown);
    }
    for part in auto.split("<h3 class=\"code-header\">").skip(1) {
        if let Some(head) = head_of_impl(part) {
            if trait_of(&head).is_some_and(|name| AUTO_TRAITS.contains(&name)) {
                impls.entry((true, head)).or_default();
            }
        }
    }
    impls
}

/// The head of the impl at the start of this part of a page. Variants also have heads, so there may be no impl.
fn head_of_impl(part: &str) -> Option<String> {
    let head = line(before(part, "</h3>"));
    (head.starts_with("impl") || head.starts_with("unsafe impl")).then_some(head)
}

/// The trait in the head of an impl, without its arguments.
fn trait_of(head: &str) -> Option<&str> {
    let (before_type, _) = head.split_once(" for ").filter(|(before, _)| !before.contains(" where "))?;
    let name = before_type.rsplit(' ').next()?;
    Some(before(name, "<").trim_start_matches('!'))
}

/// The text between two marks.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start).map(|(_, rest)| before(rest, end))
}

/// The text before a mark, or the whole text if there is no mark.
fn before<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or(text, |(before, _)| before)
}

/// A piece of HTML as one line of text.
fn line(html: &str) -> String {
    // The § sign links to the implemented item.
    let text = plain(html).replace('ⓘ', "");
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace("( ", "(").replace(", )", ")").trim_end_matches(',').to_owned()
}

/// A piece of HTML as text: without tags, and with a line break after each block.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for part in html.replace("</div>", "\n").replace("<div", " <div").split('<') {
        text += part.split_once('>').map_or(part, |(_, text)| text);
    }
    let escapes =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    escapes.iter().fold(text, |text, (escape, character)| text.replace(escape, character))
}

#[test]
fn a_page_is_read() {
    let page = r##"<h1>Struct</h1><pre class="rust item-decl"><code><div class="code-attribute">#[non_exhaustive]</div>
        pub struct Row&lt;'a, T&gt; { <span class="comment">/* private fields */</span> }</code></pre>
        <h3 class="code-header">impl&lt;T&gt; <a href="x">Row</a>&lt;'_, T&gt;<div class="where">where
            T: <a href="y">Clone</a>,</div></h3>
        <h4 class="code-header">pub fn <a href="#f" class="fn">second</a>(
                &amp;self,
            ) -&gt; T <a href="#">ⓘ</a></h4>
        <h4 class="code-header">pub fn first()</h4>
        <h2 id="deref-methods-Vec">Methods from Deref</h2><h4 class="code-header">pub fn len(&amp;self)</h4>
        <h2 id="trait-implementations"></h2>
        <h3 class="code-header">impl&lt;T&gt; Iterator for Row&lt;'_, T&gt;</h3>
        <h4 class="code-header">type Item = T</h4><h4 class="code-header">fn next(&amp;mut self)</h4>
        <h2 id="synthetic-implementations"></h2>
        <h3 class="code-header">impl&lt;'a, T&gt; !Send for Row&lt;'a, T&gt;</h3>
        <h3 class="code-header">impl&lt;'a, T&gt; Freeze for Row&lt;'a, T&gt;</h3>
        <h2 id="blanket-implementations"></h2><h3 class="code-header">impl&lt;T&gt; Any for T</h3>"##;
    let item = Item::read("table/struct.Row.html", page);
    assert_eq!(item.title(), "struct table::Row");
    let lines: Vec<_> = item.lines().lines().map(|line| line.trim_start().to_owned()).collect();
    let expected = [
        "#[non_exhaustive]",
        "pub struct Row<'a, T> { /* private fields */ }",
        "impl<T> Row<'_, T> where T: Clone",
        "pub fn first()",
        "pub fn second(&self) -> T",
        "impl<'a, T> !Send for Row<'a, T>",
        "impl<T> Iterator for Row<'_, T>",
        "type Item = T",
    ];
    assert_eq!(lines, expected);
}
