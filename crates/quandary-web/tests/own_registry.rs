//! A family that is only in a registry of one's own is served like any other.

#[path = "../../quandary/tests/dummy/mod.rs"]
mod dummy;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;

use quandary::Cancel;
use quandary_web::server::{Settings, serve};
use serde_json::{Value, json};

/// Sends a request; gives the body of the answer.
fn send(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

#[test]
fn the_page_and_the_json_interface_know_it() {
    let stop = Cancel::default();
    let (flag, (tell, ready)) = (stop.clone(), mpsc::channel());
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let settings = Settings { families: dummy::REGISTRY, listen, ..Settings::default() };
    let server = thread::spawn(move || serve(settings, &flag, |address| tell.send(address).unwrap()).unwrap());
    let address = ready.recv().unwrap();
    let post = |action: &str, question: Value| -> Value {
        let body = question.to_string();
        let head = format!("POST /api/{action} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        let head = format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
        serde_json::from_str(&send(address, &(head + &body))).unwrap()
    };
    assert!(send(address, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").contains("<html"));
    assert_eq!(post("families", json!({}))["families"][0]["title"], "Row");
    assert_eq!(post("solve", json!({ "puzzle": "row:3.12" }))["solutions"], json!([["3412"]]));
    assert_eq!(post("hint", json!({ "puzzle": "row:3.12", "options": { "state": "?4??" } }))["ending"], "complete");
    let made = post("generate", json!({ "family": "row", "options": { "grade": "easy", "seed": 3 } }));
    assert_eq!(made["puzzles"][0]["grade"]["word"], "easy", "{made}");
    stop.cancel();
    server.join().unwrap();
}
