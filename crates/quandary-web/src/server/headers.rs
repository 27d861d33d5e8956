//! What a browser may do with what it gets, and whose requests are answered at all.
//!
//! The page runs its own scripts and styles and asks its own server; everything else is forbidden to it. A server on
//! this machine must not be used by other sites that the same browser visits: requests from another site are rejected,
//! and so are requests under another host name (DNS rebinding).

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use super::answers::{RequestContext, error_response};

/// Everything comes from here, nothing is written into the page as script or style; `wasm-unsafe-eval` lets the static
/// site's engine be compiled, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const ALWAYS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// Rejects cross-site requests, and sets the headers of every answer.
pub(super) async fn guarded(State(context): State<RequestContext>, request: Request, next: Next) -> Response {
    let loopback = context.app.settings.listen.ip().is_loopback();
    let mut response = match cross_site(request.headers(), loopback) {
        Some(why) => {
            error_response(StatusCode::FORBIDDEN, why, "open the page at the address that 'quandary serve' printed")
        }
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for &(name, value) in ALWAYS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Why a request is rejected as cross-site, if it is.
fn cross_site(headers: &HeaderMap, loopback: bool) -> Option<&'static str> {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(&HOST).unwrap_or_default();
    if loopback && !is_this_machine(host) {
        return Some("this server answers only under the names of this machine");
    }
    let elsewhere = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    let foreign = text(&ORIGIN).is_some_and(|origin| origin.split_once("://").is_none_or(|(_, name)| name != host));
    // A link on another site may open the page; its scripts may not ask the server.
    let navigates = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    ((elsewhere && !navigates) || foreign).then_some("this request comes from another site")
}

fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn this_machine_has_a_few_names() {
        for host in ["localhost", "localhost:7878", "127.0.0.1:7878", "127.0.0.2", "[::1]:7878", "LocalHost:1"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in ["", "example.org", "127.0.0.1.example.org", "localhost.example.org:7878", "10.0.0.1"] {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn another_site_may_link_here_but_not_ask() {
        let link = headers(&[("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]);
        assert_eq!(cross_site(&link, true), None);
        let script = headers(&[("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "cors")]);
        assert!(cross_site(&script, true).is_some());
        let form = headers(&[("host", "localhost:7878"), ("origin", "https://example.org")]);
        assert!(cross_site(&form, true).is_some());
    }

    #[test]
    fn the_page_itself_and_plain_programs_are_accepted() {
        let page = headers(&[
            ("host", "localhost:7878"),
            ("origin", "http://localhost:7878"),
            ("sec-fetch-site", "same-origin"),
        ]);
        assert_eq!(cross_site(&page, true), None);
        assert_eq!(cross_site(&headers(&[("host", "127.0.0.1:7878")]), true), None);
    }

    #[test]
    fn a_foreign_name_for_this_machine_is_refused_unless_it_was_opened_to_others() {
        let pretending = headers(&[("host", "rebound.example.org")]);
        assert!(cross_site(&pretending, true).is_some());
        assert_eq!(cross_site(&pretending, false), None);
    }
}
