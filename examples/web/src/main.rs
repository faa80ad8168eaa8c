//! A page that shows pools at work, in the browser.
//!
//! ```text
//! cargo run --release -p web                  builds the page, serves it and prints its address
//! cargo run --release -p web -- --port 9000   at another port than 8080
//! ```

use example_support::{command, grouped, number};
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::net::TcpListener;
use std::process::ExitCode;
use web::{Site, serve};

const HELP: &str = "Builds a page for WebAssembly, serves it on this machine and prints its address.

  --port <number>   the port; without it 8080, or any that is free
";

/// The port, if the user asks for one.
struct Arguments {
    port: Option<u16>,
}

impl Arguments {
    fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut arguments = arguments.into_iter();
        let mut port = None;
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--port") => port = Some(number(&mut arguments, "--port", 1..=65_535)? as u16),
                Some("--help" | "-h") => return Ok(None),
                _ => return Err(format!("unknown argument: {}", argument.to_string_lossy())),
            }
        }
        Ok(Some(Arguments { port }))
    }
}

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let site = Site::build()?;
    let listener = listen(arguments.port)?;
    let bytes = grouped(site.bytes());
    writeln!(out, "http://{}/ ({bytes} bytes; Ctrl+C ends it)", listener.local_addr()?)?;
    serve(&listener, move |request| site.answer(request))?;
    Ok(())
}

fn listen(port: Option<u16>) -> io::Result<TcpListener> {
    match port {
        Some(port) => TcpListener::bind(("127.0.0.1", port)),
        None => TcpListener::bind(("127.0.0.1", 8080)).or_else(|_| TcpListener::bind(("127.0.0.1", 0))),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    #[test]
    fn arguments_are_read() {
        let parse = |words: &[&str]| Arguments::parse(words.iter().map(Into::into));
        assert_eq!(parse(&["--port", "9000"]).unwrap().unwrap().port, Some(9_000));
        assert_eq!(parse(&[]).unwrap().unwrap().port, None);
        assert!(parse(&["--help"]).unwrap().is_none());
        assert!(parse(&["--port", "0"]).is_err() && parse(&["x"]).is_err());
    }
}
