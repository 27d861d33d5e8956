//! Requests in, answers out.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use quandary::api::{self, Error};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::lanes::Refused;
use super::peer::Peer;
use super::{AppState, REQUEST_TIMEOUT};
use crate::assets::asset;

/// The state of the server, and the client of this request.
#[derive(Clone)]
pub(super) struct RequestContext {
    pub(super) app: AppState,
    pub(super) from: IpAddr,
    pub(super) peer: Peer,
}

/// An action of the interface.
pub(super) async fn action(
    State(context): State<RequestContext>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    let actions = api::actions();
    if !actions.contains(&&*name) {
        let help = format!("choose one of: {}", actions.join(", "));
        return error_response(StatusCode::NOT_FOUND, &format!("there is no action called '{name}'"), &help);
    }
    // Every browser sends this header.
    let is_browser = request.headers().contains_key("sec-fetch-site");
    let body = match whole(request.into_body(), context.app.settings.body).await {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let families = context.app.settings.families;
    let work = move |budget: &quandary::Budget| -> Result<String, Error> {
        let text =
            std::str::from_utf8(&body).map_err(|_| Error::bad_request("invalid request: the text is not UTF-8"))?;
        api::answer(families, &name, text, budget)
    };
    let answered = tokio::select! {
        answered = context.app.lanes.run(context.from, work) => answered,
        // The client has gone; dropping the future cancels the work.
        () = context.peer.gone(), if is_browser => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    match answered {
        Ok(Ok(answer)) => json_text(StatusCode::OK, answer),
        Ok(Err(error)) => {
            let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            json_text(status, serde_json::to_string(&error.response()).unwrap_or_default())
        }
        Err(Refused::Busy(seconds)) => {
            let message = "the server is busy";
            retry_after(error_response(StatusCode::SERVICE_UNAVAILABLE, message, "try again in a moment"), seconds)
        }
        Err(Refused::TooMany) => {
            let message = "too many requests at once from one address";
            retry_after(error_response(StatusCode::TOO_MANY_REQUESTS, message, "wait for the answers"), 1)
        }
        Err(Refused::Failed) => error_response(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the request failed: this is a bug",
            "please report the puzzle",
        ),
    }
}

/// The whole body, if it is not too long and arrives in time.
async fn whole(body: Body, limit: usize) -> Result<Arc<Bytes>, Response> {
    match timeout(REQUEST_TIMEOUT, to_bytes(body, limit)).await {
        Ok(Ok(bytes)) => Ok(Arc::new(bytes)),
        Ok(Err(_)) => Err(error_response(
            StatusCode::PAYLOAD_TOO_LARGE,
            &format!("requests are limited to {limit} bytes"),
            "for many puzzles use the command line, which reads files of any length",
        )),
        Err(_) => {
            Err(error_response(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time", "send it again"))
        }
    }
}

/// The description of the interface.
pub(super) async fn openapi() -> Response {
    json_text(StatusCode::OK, crate::OPENAPI.to_owned())
}

/// Only POST is allowed here.
pub(super) async fn wrong_method() -> Response {
    let mut response =
        error_response(StatusCode::METHOD_NOT_ALLOWED, "this address takes POST", "see /api/openapi.json");
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}

/// A file of the page.
pub(super) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let Some(found) = asset(path) else {
        return error_response(StatusCode::NOT_FOUND, "there is nothing at this address", "the page is at /");
    };
    if method != Method::GET && method != Method::HEAD {
        return error_response(StatusCode::METHOD_NOT_ALLOWED, "the page is read-only", "use GET");
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
pub(super) fn error_response(status: StatusCode, message: &str, help: &str) -> Response {
    let error: Value = json!({ "error": { "message": message, "line": null, "column": null, "help": help } });
    json_text(status, error.to_string())
}

fn json_text(status: StatusCode, text: String) -> Response {
    let about = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    (status, about, text).into_response()
}

fn retry_after(mut response: Response, seconds: u32) -> Response {
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}
