//! Generates the app's API client: a typed function for each route, in files by access. Written by
//! `cargo xtask gen`.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;

use ts_rs::{Config, TS, TypeVisitor};

use crate::api::{
    admin, affiliate, auth, billing, client, clips, commission, drive, functions, health, operations, payments, payout,
    public, search, site, stripe_setup, transcripts, walls,
};
use crate::routes::Access;

/// Returns the generated files by name. Each has the functions for one kind of caller, so that no
/// page loads another's.
#[must_use]
pub fn files() -> BTreeMap<&'static str, String> {
    let config = Config::default();
    let mut groups: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for row in rows(&config) {
        if let Some(group) = row.group() {
            groups.entry(group).or_default().push(row);
        }
    }
    groups.into_iter().map(|(group, rows)| (group, file(&rows))).collect()
}

/// A TypeScript type, and the declared types in it by file.
struct TypeText {
    name: String,
    imports: BTreeSet<(String, String)>,
}

impl TypeText {
    fn of<T: TS + 'static>(config: &Config) -> Self {
        let mut imports = Imports { config, found: BTreeSet::new(), seen: HashSet::new() };
        imports.visit::<T>();
        Self { name: T::name(config), imports: imports.found }
    }
}

struct Imports<'a> {
    config: &'a Config,
    found: BTreeSet<(String, String)>,
    seen: HashSet<TypeId>,
}

impl TypeVisitor for Imports<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        match T::output_path() {
            Some(path) => {
                let file = path.with_extension("").display().to_string();
                self.found.insert((file, T::ident(self.config)));
            }
            None => T::visit_generics(self),
        }
    }
}

enum Body {
    None,
    Json(TypeText),
    Form,
    Bytes,
}

enum Answer {
    Json(TypeText),
    Empty,
    /// A file or another protocol; only its URL is used.
    Other,
}

struct Row {
    method: &'static str,
    /// Literal text, or the name of a parameter.
    segments: &'static [Result<&'static str, &'static str>],
    area: &'static str,
    module: &'static str,
    handler: &'static str,
    access: Access,
    query: &'static [&'static str],
    body: Body,
    answer: Answer,
    summary: &'static str,
}

macro_rules! segment {
    ($literal:literal) => {
        Ok($literal)
    };
    ($name:ident) => {
        Err(stringify!($name))
    };
}

macro_rules! body_of {
    ($config:ident, json $type:ty) => {
        Body::Json(TypeText::of::<$type>($config))
    };
    ($config:ident, none) => {
        Body::None
    };
    ($config:ident, form $($field:literal),*) => {
        Body::Form
    };
    ($config:ident, client_form $($field:literal),*) => {
        Body::Form
    };
    ($config:ident, bytes $media_type:literal) => {
        Body::Bytes
    };
}

macro_rules! answer_of {
    ($config:ident, json $type:ty) => {
        Answer::Json(TypeText::of::<$type>($config))
    };
    ($config:ident, empty) => {
        Answer::Empty
    };
    ($config:ident, $other:ident) => {
        Answer::Other
    };
}

macro_rules! rows {
    ($($method:literal [$($segment:tt),*] $area:ident::$module:ident::$handler:ident($($argument:ident),*)
        $access:ident query[$($query:literal),*] body($($body:tt)*) answer($($answer:tt)*) $summary:literal;)*) => {
        fn rows(config: &Config) -> Vec<Row> {
            vec![$(Row {
                method: $method,
                segments: &[$(segment!($segment)),*],
                area: stringify!($area),
                module: stringify!($module),
                handler: stringify!($handler),
                access: Access::$access,
                query: &[$($query),*],
                body: body_of!(config, $($body)*),
                answer: answer_of!(config, $($answer)*),
                summary: $summary,
            }),*]
        }
    };
}
routes!(rows);

impl Row {
    /// Returns the file it belongs to; `None` if no page calls it.
    fn group(&self) -> Option<&'static str> {
        let is_api = matches!(self.segments.first(), Some(Ok("api" | "functions" | "webhooks")));
        match self.access {
            _ if !is_api || self.method == "OPTIONS" || self.method == "HEAD" => None,
            Access::Admin | Access::Operator => Some("admin"),
            Access::Owner => Some("client"),
            Access::Partner | Access::PartnerAlone => Some("affiliate"),
            Access::Session | Access::SecondFactor | Access::SignedIn => Some("auth"),
            Access::Anyone if self.area == "auth" => Some("auth"),
            Access::Anyone if self.is_of_record_pages() => Some("record"),
            Access::Anyone => Some("public"),
            Access::LinkHolder | Access::Published | Access::PublishedWall | Access::Nobody => None,
        }
    }

    /// Whether record pages call it; they send requests themselves and need URLs only.
    fn is_of_record_pages(&self) -> bool {
        matches!(self.module, "client" | "upload" | "submit_testimonial" | "testimonial")
    }

    /// Returns the function's name, such as `clientEdit`; server functions and modules with one
    /// handler keep their names.
    fn name(&self) -> String {
        let is_whole = self.area == "functions" || self.module == self.handler;
        camel_case(&if is_whole { self.module.to_owned() } else { format!("{}_{}", self.module, self.handler) })
    }

    fn parameters(&self) -> Vec<String> {
        let path = self.segments.iter().filter_map(|segment| segment.err());
        let mut parameters: Vec<String> = path.map(|name| format!("{}: string", camel_case(name))).collect();
        if !self.query.is_empty() {
            let names: Vec<String> = self.query.iter().map(|name| format!("\"{name}\"")).collect();
            parameters.push(format!("query: Query<{}>", names.join(" | ")));
        }
        parameters
    }

    fn address(&self) -> String {
        let part = |segment: &Result<&str, &str>| match segment {
            Ok(text) => format!("/{text}"),
            Err(name) => format!("/${{{}}}", camel_case(name)),
        };
        let path: String = self.segments.iter().map(part).collect();
        let path = if path.contains('$') { format!("path`{path}`") } else { format!("\"{path}\"") };
        if self.query.is_empty() { path } else { format!("withQuery({path}, query)") }
    }

    fn functions(&self, out: &mut String) -> Result<(), std::fmt::Error> {
        let (name, address) = (self.name(), self.address());
        let mut parameters = self.parameters();
        let is_of_record_pages = self.group() == Some("record");
        writeln!(out, "\n/** {} */", self.summary)?;
        let is_stream = matches!(self.answer, Answer::Other) || matches!(self.body, Body::Bytes);
        // Forms are also sent by requests that report progress, and exports are links.
        if is_stream || matches!(self.body, Body::Form) || self.handler == "export" || is_of_record_pages {
            if parameters.is_empty() {
                writeln!(out, "export const {name}Address = {address};")?;
            } else {
                writeln!(out, "export const {name}Address = ({}) => {address};", parameters.join(", "))?;
            }
        }
        let answer = match &self.answer {
            _ if is_of_record_pages => return Ok(()),
            Answer::Json(answer) => answer.name.as_str(),
            Answer::Empty => "object",
            Answer::Other => return Ok(()),
        };
        let body = match &self.body {
            Body::Bytes => return Ok(()),
            Body::None => "undefined",
            Body::Form => {
                parameters.push("body: FormData".to_owned());
                "body"
            }
            Body::Json(body) => {
                parameters.push(format!("body: {}", body.name));
                "body"
            }
        };
        parameters.push("signal?: AbortSignal".to_owned());
        writeln!(out, "export const {name} = ({}) =>", parameters.join(", "))?;
        writeln!(out, "  call<{answer}>(\"{}\", {address}, {body}, signal);", self.method)
    }
}

fn file(rows: &[Row]) -> String {
    let mut functions = String::new();
    for row in rows {
        // Writing to a string never fails.
        let _ = row.functions(&mut functions);
    }
    let has_calls = functions.contains("call<");
    let mut types: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows.iter().filter(|_| has_calls) {
        let body = if let Body::Json(body) = &row.body { Some(body) } else { None };
        let answer = if let Answer::Json(answer) = &row.answer { Some(answer) } else { None };
        for (file, name) in body.into_iter().chain(answer).flat_map(|text| text.imports.clone()) {
            types.entry(file).or_default().insert(name);
        }
    }
    let mut text =
        "// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.\n".to_owned();
    let helpers = [("path", "path`"), ("withQuery", "withQuery("), ("type Query", "Query<")];
    let helpers: Vec<&str> =
        helpers.iter().filter(|(_, used)| functions.contains(used)).map(|(name, _)| *name).collect();
    if !helpers.is_empty() {
        let _ = writeln!(text, "import {{ {} }} from \"../../address.ts\";", helpers.join(", "));
    }
    if has_calls {
        text.push_str("import { call } from \"../../http.ts\";\n");
    }
    for (file, names) in types {
        let names: Vec<String> = names.into_iter().collect();
        let _ = writeln!(text, "import type {{ {} }} from \"../{file}.ts\";", names.join(", "));
    }
    text + &functions
}

fn camel_case(words: &str) -> String {
    let mut parts = words.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let mut letters = part.chars();
        let head = letters.next().map(|letter| letter.to_ascii_uppercase());
        text + &head.into_iter().chain(letters).collect::<String>()
    })
}
