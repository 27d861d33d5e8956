//! The same request gets the same answer from the command line, the HTTP server and the WebAssembly engine.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use quandary::{ALL, Cancel};
use quandary_web::server::{Settings, serve};
use serde_json::{Value, json};

/// A server of our own; it stops when it is dropped.
struct Server {
    address: SocketAddr,
    stop: Cancel,
}

impl Server {
    fn start() -> Self {
        let stop = Cancel::default();
        let (ready, address) = mpsc::channel();
        let seen = stop.clone();
        std::thread::spawn(move || {
            let settings =
                Settings { listen: SocketAddr::from(([127, 0, 0, 1], 0)), time_limit: LIMIT, ..Settings::default() };
            serve(settings, &seen, |address| ready.send(address).unwrap()).unwrap();
        });
        Server { address: address.recv().unwrap(), stop }
    }

    fn post(&self, action: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "POST /api/{action} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(!head.to_lowercase().contains("chunked"), "{head}");
        body.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Long enough that no answer depends on it.
const LIMIT: std::time::Duration = std::time::Duration::from_secs(60);

/// What the command prints for a puzzle on standard input.
fn command(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quandary"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// The same answer without the CPU time, which differs from run to run.
fn settled(answer: &str) -> String {
    const FIELD: &str = "\"time_us\":";
    let mut parts = answer.split(FIELD);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+'));
        kept += FIELD;
        kept += rest;
    }
    kept
}

/// Sends a request through all three, and compares the bytes.
fn assert_same(server: &Server, name: &str, action: &str, request: &Value, printed: Option<&str>) -> Value {
    let body = request.to_string();
    let (over_http, in_wasm) = (server.post(action, &body), quandary_wasm::answer(action, &body));
    assert_eq!(settled(&over_http), settled(&in_wasm), "{name}: {action} over HTTP and in WebAssembly");
    if let Some(printed) = printed {
        assert_eq!(settled(printed), settled(&over_http), "{name}: {action} at the command line and over HTTP");
    }
    serde_json::from_str(&over_http).unwrap()
}

#[test]
fn every_action_on_every_example_gets_one_answer() {
    let server = Server::start();
    for family in ALL {
        for example in family.examples() {
            let (name, text) = (example.name, example.text);
            let about = |options: Value| json!({ "puzzle": text, "family": family.name(), "options": options });
            let cli = |args: &[&str]| command(&[args, &["--json", "--family", family.name()]].concat(), text);
            let same = |action: &str, options: Value, printed: Option<&str>| {
                assert_same(&server, name, action, &about(options), printed)
            };
            let solved = same("solve", json!({}), Some(&cli(&["solve"])));
            assert_eq!(solved["verdict"], example.verdict, "{name}");
            same("hint", json!({}), Some(&cli(&["hint"])));
            same("hint", json!({ "depth": "where", "svg": true }), None);
            same("convert", json!({ "to": "json" }), Some(&cli(&["convert", "--to", "json"])));
            same("convert", json!({}), None);
            same("draw", json!({}), Some(&cli(&["draw"])));
            same("board", json!({}), None);
            let nodes = json!({ "node_limit": 500 });
            same("compare", nodes, Some(&cli(&["compare", "--node-limit", "500"])));
            same("replay", json!({ "events": 50 }), None);
            if let Some(solution) = solved["solutions"].get(0) {
                let file = tempfile::NamedTempFile::new().unwrap();
                std::fs::write(file.path(), solution.as_str().map_or(solution.to_string(), str::to_owned)).unwrap();
                let printed = cli(&["check", "-", file.path().to_str().unwrap()]);
                same("check", json!({ "solution": solution }), Some(&printed));
            }
            // Explaining the largest boards takes long in a debug build, and says nothing new here.
            if text.len() < 1000 {
                same("explain", json!({}), Some(&cli(&["explain"])));
                same("grade", json!({}), Some(&cli(&["grade"])));
                same("print", json!({ "worked": true }), None);
            }
        }
        let printed = command(&["generate", family.name(), "--seed", "11", "--count", "2", "--json"], "");
        let request = json!({ "family": family.name(), "options": { "seed": 11, "count": 2 } });
        let made = assert_same(&server, family.name(), "generate", &request, None);
        let made: Vec<String> = made["puzzles"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(made, printed.lines().collect::<Vec<_>>());
        let request = json!({ "family": family.name() });
        let answer = assert_same(&server, family.name(), "families", &request, None);
        let printed: Value = serde_json::from_str(&command(&["families", family.name(), "--json"], "")).unwrap();
        assert_eq!(answer["families"][0], printed);
    }
}

#[test]
fn errors_are_the_same_but_for_the_options_that_they_name() {
    let server = Server::start();
    let request = json!({ "puzzle": "12..\n..x.\n....\n..43" });
    let error = assert_same(&server, "a wrong letter", "solve", &request, None);
    let printed: Value = serde_json::from_str(&command(&["solve", "--json"], "12..\n..x.\n....\n..43")).unwrap();
    for field in ["message", "line", "column"] {
        assert_eq!(error["error"][field], printed["error"][field]);
    }
    assert_eq!(error["source"], printed["source"]);
}
