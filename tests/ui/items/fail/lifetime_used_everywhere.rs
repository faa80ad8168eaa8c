use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 8)]
struct Word<'text> {
    text: &'text str,
    next: Option<WordHandle<'text>>,
}

#[derive(Pool)]
#[pool(capacity = 8)]
enum Token<'text> {
    Word(&'text str, Option<TokenHandle>),
    End,
}

struct Page<'text> {
    words: WordPool<'text>,
    first: WordHandle<'text>,
}

fn add<'text>(words: &mut WordPool<'text>, text: &'text str) -> Option<WordHandle<'text>> {
    words.insert(Word { text, next: None }).ok()
}

fn main() {
    let words = Word::take_pool().unwrap();
    let first = add(words, "first");
    assert_eq!(words[first.unwrap()].text, "first");
    let _ = Page { words: WordPool::new(), first: first.unwrap() };
    let mut tokens: TokenPool = TokenPool::new();
    let end = tokens.insert(Token::End).ok();
    let _: Option<TokenHandle> = tokens.insert(Token::Word("last", end)).ok();
}
