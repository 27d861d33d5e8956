//! `quandary serve` as a person starts and stops it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

const QUANDARY: &str = env!("CARGO_BIN_EXE_quandary");

#[test]
fn the_server_prints_its_address_brings_the_page_and_stops_when_asked() {
    let mut server =
        Command::new(QUANDARY).args(["serve", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Quandary</title>"), "{page}");
    let asked = Command::new("kill").arg(server.id().to_string()).status();
    if asked.is_ok_and(|asked| asked.success()) {
        assert_eq!(server.wait().unwrap().code(), Some(0));
    } else {
        server.kill().unwrap();
        server.wait().unwrap();
    }
}

#[test]
fn a_port_that_is_taken_is_named_with_a_way_out() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = Command::new(QUANDARY).args(["serve", "--listen", &address]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains(&address) && said.contains("--listen"), "{said}");
}
