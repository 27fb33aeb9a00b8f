//! Generates the API description (`OpenAPI` 3.1) from the routes and the types' JSON schemas.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::api::public::SubmitReply;
use crate::api::{
    admin, affiliate, auth, billing, client, clips, commission, drive, functions, health, operations, payments, payout,
    public, search, site, stripe_setup, transcripts, walls,
};
use crate::client_form::create_fields;
use crate::route_pattern;
use crate::routes::Access;

/// Returns the whole document.
#[must_use]
pub fn openapi() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut schemas = settings.into_generator();
    let mut paths = Map::new();
    for operation in described(&mut schemas) {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        if let Value::Object(methods) = path {
            methods.insert(operation.method.to_lowercase(), operation.value);
        }
    }
    let error = schemas.subschema_for::<SubmitReply>();
    let error = json!({
        "description": "A refusal: `error` is a sentence for a person, `code` a stable word, `fields` what is wrong with single fields.",
        "content": { "application/json": { "schema": error } },
    });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sayso",
            "version": "1",
            "description": "The HTTP API of Sayso. `x-access` says who may call an operation. Changes that stand on the session's cookie need an `Origin` of the product's own.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "responses": { "Error": error },
            "securitySchemes": { "session": { "type": "apiKey", "in": "cookie", "name": "__Host-session" } },
        },
    })
}

struct Operation {
    path: String,
    method: &'static str,
    value: Value,
}

macro_rules! body_of {
    ($schemas:ident, none) => {
        None
    };
    ($schemas:ident, json $type:ty) => {
        Some(content("application/json", json!($schemas.subschema_for::<$type>())))
    };
    ($schemas:ident, form $($field:literal),*) => {
        Some(content("multipart/form-data", form([$($field),*])))
    };
    ($schemas:ident, client_form $($field:literal),*) => {
        Some(content("multipart/form-data", form(create_fields().map(|field| field.form_name).chain([$($field),*]))))
    };
    ($schemas:ident, bytes $media_type:literal) => {
        Some(content($media_type, json!({})))
    };
}

macro_rules! answer_of {
    ($schemas:ident, json $type:ty) => {
        ("200", Some(content("application/json", json!($schemas.subschema_for::<$type>()))))
    };
    ($schemas:ident, empty) => {
        ("200", Some(content("application/json", json!({ "type": "object", "additionalProperties": false }))))
    };
    ($schemas:ident, csv) => {
        ("200", Some(content("text/csv", json!({ "type": "string" }))))
    };
    ($schemas:ident, file) => {
        ("200", Some(content("*/*", json!({}))))
    };
    ($schemas:ident, tus) => {
        ("2XX", None)
    };
}

macro_rules! describe {
    ($($method:literal [$($segment:tt),*] $area:ident::$module:ident::$handler:ident($($argument:ident),*)
        $access:ident query[$($query:literal),*] body($($body:tt)*) answer($($answer:tt)*) $summary:literal;)*) => {
        fn described(schemas: &mut SchemaGenerator) -> Vec<Operation> {
            vec![$(operation(&Row {
                method: $method,
                path: route_pattern!($($segment),*),
                id: concat!(stringify!($area), "_", stringify!($module), "_", stringify!($handler)),
                tag: stringify!($area),
                access: Access::$access,
                arguments: &[$(stringify!($argument)),*],
                query: &[$($query),*],
                body: body_of!(schemas, $($body)*),
                answer: answer_of!(schemas, $($answer)*),
                summary: $summary,
            }),)*].into_iter().filter(|row| is_api(&row.path)).collect()
        }
    };
}
routes!(describe);

/// Files and pages are not part of the API.
fn is_api(path: &str) -> bool {
    ["/api/", "/functions/", "/webhooks/"].iter().any(|prefix| path.starts_with(prefix))
}

struct Row {
    method: &'static str,
    path: &'static str,
    id: &'static str,
    tag: &'static str,
    access: Access,
    arguments: &'static [&'static str],
    query: &'static [&'static str],
    body: Option<Value>,
    answer: (&'static str, Option<Value>),
    summary: &'static str,
}

fn operation(row: &Row) -> Operation {
    let parameter = |place: &'static str| move |name: &&str| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } });
    let parameters: Vec<Value> = row
        .arguments
        .iter()
        .filter(|name| **name != "request")
        .map(parameter("path"))
        .chain(row.query.iter().map(parameter("query")))
        .collect();
    let (status, content) = &row.answer;
    let mut success = json!({ "description": "Success." });
    let mut value = json!({
        "operationId": row.id,
        "tags": [row.tag],
        "summary": row.summary,
        "x-access": row.access.as_str(),
        "parameters": parameters,
    });
    if let (Value::Object(success), Some(content)) = (&mut success, content) {
        success.insert("content".into(), content.clone());
    }
    if let Value::Object(fields) = &mut value {
        fields.insert(
            "responses".into(),
            json!({ (*status): success, "default": { "$ref": "#/components/responses/Error" } }),
        );
        if let Some(body) = &row.body {
            fields.insert("requestBody".into(), json!({ "required": true, "content": body }));
        }
        if !matches!(row.access, Access::Anyone | Access::Published | Access::PublishedWall) {
            fields.insert("security".into(), json!([{ "session": [] }]));
        }
    }
    Operation { path: row.path.to_owned(), method: row.method, value }
}

#[allow(clippy::needless_pass_by_value)] // the schemas are made for this call
fn content(media_type: &str, schema: Value) -> Value {
    json!({ media_type: { "schema": schema } })
}

fn form(fields: impl IntoIterator<Item = &'static str>) -> Value {
    let is_file =
        |field: &str| matches!(field, "video" | "posterStill" | "posterCard" | "logo" | "logoFile" | "qrFile" | "file");
    let property = |field: &str| {
        let schema = if is_file(field) { json!({}) } else { json!({ "type": "string" }) };
        (field.to_owned(), schema)
    };
    json!({ "type": "object", "properties": Value::Object(fields.into_iter().map(property).collect()) })
}
