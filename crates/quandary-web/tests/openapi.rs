//! The committed description of the interface is the one that the types give.

use std::path::Path;

use serde_json::Value;

/// Run with `QUANDARY_WRITE_DOCS=1` to rewrite it.
#[test]
fn the_openapi_document_is_generated_from_the_types() {
    let now = serde_json::to_string_pretty(&quandary::api::openapi()).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os("QUANDARY_WRITE_DOCS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    assert!(committed == now, "openapi.json is out of date: run this test with QUANDARY_WRITE_DOCS=1");
}

/// Every reference in the document leads somewhere.
#[test]
fn every_reference_is_defined() {
    let document = quandary::api::openapi();
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 20);
    for reference in references {
        let at = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference}"));
        assert!(document.pointer(at).is_some(), "{reference} leads nowhere");
    }
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            references.extend(object.get("$ref").and_then(Value::as_str).map(str::to_owned));
            object.values().for_each(|value| collect(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}
