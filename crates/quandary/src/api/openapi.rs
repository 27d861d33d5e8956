//! The OpenAPI document, generated from the types of the interface.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::request::Text;
use super::{ErrorResponse, all_actions};

/// The schemas of an action's options and of its answer.
pub(super) struct Schemas {
    options: Schema,
    answer: Schema,
}

/// The schemas of what is read and of what is written: options may be left out, parts of an answer are always there.
pub(super) fn schemas<O: JsonSchema, A: JsonSchema>(
    requests: &mut SchemaGenerator,
    answers: &mut SchemaGenerator,
) -> Schemas {
    Schemas { options: requests.subschema_for::<O>(), answer: answers.subschema_for::<A>() }
}

/// The OpenAPI document of `POST /api/ACTION`.
pub fn openapi() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut answers = settings.clone().for_serialize().into_generator();
    let mut requests = settings.for_deserialize().into_generator();
    let error = answers.subschema_for::<ErrorResponse>();
    let text = requests.subschema_for::<Text>();
    let (mut paths, mut all_options) = (Map::new(), Vec::new());
    for action in all_actions() {
        let Schemas { options, answer } = (action.schemas)(&mut requests, &mut answers);
        all_options.extend(options.get("$ref").and_then(Value::as_str).map(str::to_owned));
        let body = json!({
            "type": "object",
            "properties": {
                "puzzle": text,
                "family": { "type": ["string", "null"], "description": "The family, where it cannot be told from the text." },
                "from": { "type": ["string", "null"], "description": "The notation, where it cannot be detected." },
                "rule": { "type": ["string", "null"], "description": "The rule to play by; overrides the one in the puzzle." },
                "options": {
                    "allOf": [options],
                    "properties": { "time_limit": { "type": "number", "description": "Seconds; can only shorten the server's limit." } },
                    "unevaluatedProperties": false,
                },
            },
            "additionalProperties": false,
        });
        let response = |description: &str, schema: &Schema| json!({ "description": description, "content": { "application/json": { "schema": schema } } });
        let post = json!({
            "operationId": action.name,
            "summary": action.summary,
            "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
            "responses": {
                "200": response("The answer.", &answer),
                "400": response("The request is wrong.", &error),
                "413": response("The request is too long.", &error),
                "422": response("The puzzle cannot be read, or does not support this action.", &error),
                "429": response("Too many requests at once from one address.", &error),
                "503": response("No answer in time, or the server is busy.", &error),
            },
        });
        paths.insert(format!("/api/{}", action.name), json!({ "post": post }));
    }
    // What is in both may lack the same parts in an answer as in a request.
    let mut schemas = answers.take_definitions(true);
    schemas.extend(requests.take_definitions(true));
    // Beside its own options every action takes a time limit, so they alone do not say what is unknown.
    for path in all_options {
        let name = path.rsplit('/').next().unwrap_or_default();
        if let Some(Value::Object(options)) = schemas.get_mut(name)
            && options.get("additionalProperties") == Some(&Value::Bool(false))
        {
            options.remove("additionalProperties");
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quandary",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Solves puzzles, proves what it says, and explains it.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}
