//! Reads the Worker's source, expanded by the compiler, from standard input and prints its SQL as
//! JSON: each statement with its function, and the functions that compose statements at run time.
//!
//! Only expanded source has whole statements, since many are built by `concat!` and macros. It is
//! read as tokens because the standard library's macros expand to syntax that only the compiler
//! parses.

use std::error::Error;
use std::io::{Write, read_to_string, stdin, stdout};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde_json::{Value, json};
use syn::Lit;

/// First words of SQL statements.
const VERBS: [&str; 8] = ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES", "PRAGMA"];

#[derive(Default)]
struct Collected {
    statements: Vec<Value>,
    composing: Vec<String>,
}

impl Collected {
    /// `place` is the path of the enclosing modules and functions.
    fn read(&mut self, tokens: TokenStream, place: &str) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // Name of a module or function whose body follows.
        let mut inner: Option<String> = None;
        for (at, token) in tokens.iter().enumerate() {
            let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at)).map(ToString::to_string);
            match token {
                TokenTree::Ident(name) => match before(1).as_deref() {
                    Some("mod" | "fn") => inner = Some(format!("{place}::{name}").trim_start_matches(':').to_owned()),
                    Some(":") if name == "from_sql" && before(3).as_deref() == Some("Query") => {
                        self.composing.push(place.to_owned());
                    }
                    _ => {}
                },
                TokenTree::Group(group) => {
                    // A macro definition holds only fragments of statements.
                    let is_definition =
                        before(2).as_deref() == Some("!") && before(3).as_deref() == Some("macro_rules");
                    if !is_definition {
                        self.read(group.stream(), inner.as_deref().unwrap_or(place));
                    }
                    if group.delimiter() == Delimiter::Brace {
                        inner = None;
                    }
                }
                TokenTree::Literal(literal) => {
                    if let Lit::Str(text) = Lit::new(literal.clone()) {
                        self.record(&text.value(), place);
                    }
                }
                TokenTree::Punct(_) => {}
            }
        }
    }

    fn record(&mut self, text: &str, place: &str) {
        let mut words = text.split_whitespace();
        // A verb alone is an HTTP method.
        if words.next().is_some_and(|first| VERBS.contains(&first)) && words.next().is_some() {
            self.statements.push(json!({ "place": place, "sql": text }));
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut found = Collected::default();
    found.read(read_to_string(stdin())?.parse()?, "");
    let answer = json!({ "statements": found.statements, "composing": found.composing });
    writeln!(stdout(), "{answer}")?;
    Ok(())
}
