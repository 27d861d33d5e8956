//! The server as seen by a browser or a hostile client, over real connections.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quandary::Cancel;
use quandary::api::actions;
use serde_json::Value;

use super::{Settings, serve};

/// A server for one test.
struct Server {
    address: SocketAddr,
    stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start(settings: Settings) -> Self {
        let stop = Cancel::default();
        let (tell, ready) = mpsc::channel();
        let flag = stop.clone();
        let settings = Settings { listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..settings };
        let thread = thread::spawn(move || serve(settings, &flag, |address| tell.send(address).unwrap()).unwrap());
        Server { address: ready.recv().unwrap(), stop, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes as they are; gives the whole answer.
    fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    fn post(&self, action: &str, body: &str) -> (u16, Value) {
        let answer = self.raw(&posted(action, body));
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let json = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(json).unwrap_or(Value::Null))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn posted(action: &str, body: &str) -> String {
    format!(
        "POST /api/{action} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

const EASY: &str = r#"{"puzzle": "12..\n....\n....\n..43"}"#;

/// Counting all the ways to fill an empty 16×16 board takes far longer than the limit.
fn endless() -> String {
    let rows = vec![".".repeat(16); 16].join("\\n");
    format!("{{\"puzzle\": \"{rows}\", \"options\": {{\"count\": true}}}}")
}

#[test]
fn the_page_comes_with_strict_headers_and_is_kept_until_it_changes() {
    let server = Server::start(Settings::default());
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let head = page.to_lowercase();
    for needed in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(needed), "{needed}");
    }
    assert!(!head.contains("unsafe-inline"));
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().trim().to_owned();
    let again =
        server.raw(&format!("GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n"));
    assert!(again.starts_with("HTTP/1.1 304"), "{again}");
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start(Settings::default());
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/controls/../../lib.rs"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn questions_are_answered_and_mistakes_in_them_are_named() {
    let server = Server::start(Settings::default());
    let (status, answer) = server.post("solve", EASY);
    assert_eq!((status, &answer["family"]), (200, &Value::from("sudoku")));
    let (status, answer) = server.post("solve", r#"{"puzzle": "12..\n..x.\n....\n..43"}"#);
    assert_eq!((status, &answer["error"]["line"]), (422, &Value::from(2)));
    assert_eq!(server.post("solve", "{").0, 400);
    assert_eq!(server.post("solve", r#"{"puzzle": "", "colour": 1}"#).0, 400);
    assert_eq!(server.post("conquer", EASY).0, 404);
    assert_eq!(server.post("solve", "\u{0}\u{1}").0, 400);
    assert!(server.get("/api/solve").starts_with("HTTP/1.1 405"));
}

#[test]
fn a_request_that_is_too_long_is_refused() {
    let server = Server::start(Settings { body: 1000, ..Settings::default() });
    let (status, answer) = server.post("solve", &format!("{{\"puzzle\": \"{}\"}}", ".".repeat(2000)));
    assert_eq!(status, 413);
    assert!(answer["error"]["message"].as_str().unwrap().contains("1000 bytes"));
}

#[test]
fn time_ends_every_question() {
    let server = Server::start(Settings { time_limit: Duration::from_millis(300), ..Settings::default() });
    let began = Instant::now();
    let (status, answer) = server.post("solve", &endless());
    assert_eq!((status, answer["count_is_exact"].as_bool()), (200, Some(false)), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn easy_questions_are_answered_while_hard_ones_run() {
    let settings = Settings { workers: 1, time_limit: Duration::from_secs(5), ..Settings::default() };
    let server = Server::start(settings);
    let mut hard = server.connect();
    hard.write_all(posted("solve", &endless()).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(300));
    for _ in 0..5 {
        assert_eq!(server.post("solve", EASY).0, 200);
    }
    // The hard one is still at work: it was not pushed out, either.
    hard.set_nonblocking(true).unwrap();
    assert_eq!(hard.read(&mut [0; 1]).unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn who_would_wait_too_long_is_told_when_to_come_back() {
    let settings = Settings { workers: 1, waiting: 0, time_limit: Duration::from_secs(5), ..Settings::default() };
    let server = Server::start(settings);
    let answer = server.raw(&posted("solve", EASY));
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.to_lowercase().contains("retry-after: "), "{answer}");
}

#[test]
fn one_address_cannot_take_all_the_room() {
    let settings = Settings { per_address: 1, time_limit: Duration::from_secs(5), ..Settings::default() };
    let server = Server::start(settings);
    let mut first = server.connect();
    first.write_all(posted("solve", &endless()).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(300));
    let answer = server.raw(&posted("solve", EASY));
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    assert!(answer.to_lowercase().contains("retry-after: "), "{answer}");
}

#[test]
fn who_stops_sending_after_a_whole_request_still_gets_the_answer() {
    let server = Server::start(Settings { time_limit: Duration::from_millis(700), ..Settings::default() });
    let page = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned();
    for request in [posted("solve", EASY), posted("solve", &endless()), page] {
        // Also without the promise to close: the connection ends once there is nothing more to answer.
        for request in [request.clone(), request.replace("Connection: close\r\n", "")] {
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{request}\n{answer}");
        }
    }
    // Half a request gets nothing, and does not keep the connection.
    let mut stream = server.connect();
    stream.write_all(&posted("solve", EASY).as_bytes()[..100]).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    assert!(!matches!(stream.read_to_string(&mut String::new()), Err(error) if error.kind() == ErrorKind::WouldBlock));
}

#[test]
fn work_ends_when_the_page_has_gone() {
    let settings = Settings { per_address: 1, time_limit: Duration::from_secs(600), ..Settings::default() };
    let server = Server::start(settings);
    let mut first = server.connect();
    let asked = posted("solve", &endless()).replace("\r\nConnection", "\r\nSec-Fetch-Site: same-origin\r\nConnection");
    first.write_all(asked.as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(300));
    drop(first);
    // The only place of this address is free again long before the limit of ten minutes.
    let freed = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(50));
        server.post("solve", EASY).0 == 200
    });
    assert!(freed);
}

#[test]
fn other_sites_may_not_ask() {
    let server = Server::start(Settings::default());
    let ask = |more: &str| server.raw(&posted("solve", EASY).replace("Host: localhost\r\n", more));
    assert!(ask("Host: example.org\r\n").starts_with("HTTP/1.1 403"));
    assert!(ask("Host: localhost\r\nOrigin: https://example.org\r\n").starts_with("HTTP/1.1 403"));
    assert!(ask("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n").starts_with("HTTP/1.1 403"));
    assert!(ask("Host: localhost\r\nOrigin: http://localhost\r\n").starts_with("HTTP/1.1 200"));
}

#[test]
fn the_interface_is_described_as_it_is() {
    let server = Server::start(Settings::default());
    let answer = server.get("/api/openapi.json");
    let document: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let described: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    for action in actions() {
        assert!(described.contains(&&format!("/api/{action}")), "{action} is not described");
    }
    assert_eq!(described.len(), actions().len(), "{described:?}");
}

#[test]
fn stopping_lets_the_running_answer_finish_and_takes_no_more() {
    let mut server = Server::start(Settings { time_limit: Duration::from_millis(800), ..Settings::default() });
    let mut running = server.connect();
    running.write_all(posted("solve", &endless()).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    server.stop.cancel();
    let mut answer = String::new();
    running.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    server.thread.take().unwrap().join().unwrap();
    assert!(TcpStream::connect(server.address).is_err());
}
