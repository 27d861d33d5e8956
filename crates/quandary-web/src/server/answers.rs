//! Requests in, answers out.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use quandary::contract::{self, ContractError};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::lanes::Refused;
use super::peer::Peer;
use super::{House, PATIENCE};
use crate::assets::asset;

/// A request, with what the house has and who asks.
#[derive(Clone)]
pub(super) struct Visit {
    pub(super) house: House,
    pub(super) from: IpAddr,
    pub(super) peer: Peer,
}

/// One question about a puzzle.
pub(super) async fn action(State(visit): State<Visit>, Path(name): Path<String>, request: Request) -> Response {
    if !contract::ACTIONS.iter().any(|(action, _)| *action == name) {
        let known: Vec<&str> = contract::ACTIONS.iter().map(|(action, _)| *action).collect();
        let help = format!("choose one of: {}", known.join(", "));
        return refusal(StatusCode::NOT_FOUND, &format!("there is no action called '{name}'"), &help);
    }
    // Every browser sends this header.
    let is_browser = request.headers().contains_key("sec-fetch-site");
    let body = match whole(request.into_body(), visit.house.settings.body).await {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let families = visit.house.families;
    let question = move |budget: &quandary::Budget| -> Result<String, ContractError> {
        let text = std::str::from_utf8(&body)
            .map_err(|_| ContractError::bad_request("this is no request: the text is not UTF-8"))?;
        // Written on the thread that found it: long answers take time, too.
        contract::answer_with(families, &name, text, budget).map(|answer| answer.to_string())
    };
    let answered = tokio::select! {
        answered = visit.house.lanes.run(visit.from, question) => answered,
        // Nobody reads this; dropping the question ends the work on it.
        () = visit.peer.gone(), if is_browser => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    match answered {
        Ok(Ok(answer)) => json_text(StatusCode::OK, answer),
        Ok(Err(error)) => {
            let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            json_text(status, error.json().to_string())
        }
        Err(Refused::Busy(seconds)) => {
            let message = "the server is busy with other questions";
            come_back(refusal(StatusCode::SERVICE_UNAVAILABLE, message, "ask again in a moment"), seconds)
        }
        Err(Refused::Greedy) => {
            let message = "too many questions at once from one address";
            come_back(refusal(StatusCode::TOO_MANY_REQUESTS, message, "wait for the answers to come"), 1)
        }
        Err(Refused::Broken) => {
            refusal(StatusCode::INTERNAL_SERVER_ERROR, "the answer was lost: this is a bug", "please report the puzzle")
        }
    }
}

/// The whole body, if it is not too long and comes in time.
async fn whole(body: Body, limit: usize) -> Result<Arc<Bytes>, Response> {
    match timeout(PATIENCE, to_bytes(body, limit)).await {
        Ok(Ok(bytes)) => Ok(Arc::new(bytes)),
        Ok(Err(_)) => Err(refusal(
            StatusCode::PAYLOAD_TOO_LARGE,
            &format!("a request has at most {limit} bytes"),
            "for many puzzles use the command line, which reads files of any length",
        )),
        Err(_) => Err(refusal(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time", "send it again")),
    }
}

/// The description of the interface.
pub(super) async fn openapi() -> Response {
    json_text(StatusCode::OK, crate::OPENAPI.to_owned())
}

/// Questions are posted.
pub(super) async fn wrong_method() -> Response {
    let mut response =
        refusal(StatusCode::METHOD_NOT_ALLOWED, "questions are asked with POST", "see /api/openapi.json");
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}

/// A file of the page.
pub(super) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let Some(found) = asset(path) else {
        return refusal(StatusCode::NOT_FOUND, "there is nothing at this address", "the page is at /");
    };
    if method != Method::GET && method != Method::HEAD {
        return refusal(StatusCode::METHOD_NOT_ALLOWED, "the page can only be read", "use GET");
    }
    let tag = found.tag();
    // Kept by the browser, and asked about each time: a new program has a new page.
    let about = [
        (CONTENT_TYPE, HeaderValue::from_static(found.content_type())),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (ETAG, HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""))),
    ];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (StatusCode::OK, about, found.bytes).into_response()
}

/// An error in the form that all errors have.
pub(super) fn refusal(status: StatusCode, message: &str, help: &str) -> Response {
    let error: Value = json!({ "error": { "message": message, "line": null, "column": null, "help": help } });
    json_text(status, error.to_string())
}

fn json_text(status: StatusCode, text: String) -> Response {
    let about = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    (status, about, text).into_response()
}

fn come_back(mut response: Response, seconds: u32) -> Response {
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}
