//! A server for one page on this machine: one request a connection, a thread for each.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A request.
#[derive(Debug)]
pub struct Request {
    /// The path, without a query.
    pub path: String,
    /// What was sent.
    pub body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    pub(crate) status: &'static str,
    kind: &'static str,
    content: Vec<u8>,
}

impl Response {
    /// A file of this media type.
    #[must_use]
    pub fn ok(kind: &'static str, content: Vec<u8>) -> Self {
        Response { status: "200 OK", kind, content }
    }

    pub(crate) fn not_found() -> Self {
        let content = b"There is no such file.\n".to_vec();
        Response { status: "404 Not Found", kind: "text/plain; charset=utf-8", content }
    }
}

/// The most bytes of a body, and of the lines before it.
const MOST: u64 = 1 << 20;

/// Answers all connections.
///
/// # Errors
///
/// If the listener fails.
pub fn serve<A>(listener: &TcpListener, answer: A) -> io::Result<()>
where
    A: Fn(&Request) -> Response + Send + Sync + 'static,
{
    let answer = Arc::new(answer);
    for stream in listener.incoming() {
        let (stream, answer) = (stream?, Arc::clone(&answer));
        // A browser that goes away in the middle of an answer is no mistake of the server.
        thread::spawn(move || drop(talk(&stream, &*answer)));
    }
    Ok(())
}

fn talk(mut stream: &TcpStream, answer: &dyn Fn(&Request) -> Response) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let response = match read(stream)? {
        Some(request) => answer(&request),
        None => Response::not_found(),
    };
    let Response { status, kind, content } = response;
    // With these two policies a page is alone in its process, and its clock shows 5 us and not 100 us.
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\
         Connection: close\r\n\r\n",
        content.len()
    )?;
    stream.write_all(&content)?;
    stream.flush()
}

/// Reads a request. `None`: this is none.
fn read(stream: impl Read) -> io::Result<Option<Request>> {
    let mut lines = BufReader::new(stream.take(MOST));
    let mut line = String::new();
    lines.read_line(&mut line)?;
    let mut words = line.split(' ');
    let (Some("GET" | "POST"), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
    let path = target.split('?').next().unwrap_or_default().to_string();
    let mut length = 0;
    loop {
        line.clear();
        if lines.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
    }
    let mut body = Vec::new();
    lines.take(length).read_to_end(&mut body)?;
    Ok(Some(Request { path, body }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_its_path_and_its_body() {
        let sent = "POST /report?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello, and more";
        let request = read(sent.as_bytes()).unwrap().unwrap();
        assert_eq!((request.path.as_str(), request.body.as_slice()), ("/report", &b"hello"[..]));
        assert!(read(&b"\x16\x03\x01"[..]).is_err() || read(&b"nonsense\r\n"[..]).unwrap().is_none());
        assert!(read(&b""[..]).unwrap().is_none());
    }

    #[test]
    fn a_file_is_served() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            serve(&listener, |request| Response::ok("text/plain", request.path.clone().into()))
        });
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /a HTTP/1.1\r\nHost: b\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\n/a"), "{answer}");
    }
}
