//! What is served.

use crate::program;
use crate::serve::{Request, Response};
use std::error::Error;

/// Files in the order of the first look at the page.
const FILES: [(&str, &str, &[u8]); 9] = [
    ("/", "text/html; charset=utf-8", include_bytes!("../site/index.html")),
    ("/page.css", "text/css; charset=utf-8", include_bytes!("../site/page.css")),
    ("/page.js", JAVASCRIPT, include_bytes!("../site/page.js")),
    ("/program.js", JAVASCRIPT, include_bytes!("../site/program.js")),
    ("/instances.js", JAVASCRIPT, include_bytes!("../site/instances.js")),
    ("/sky.js", JAVASCRIPT, include_bytes!("../site/sky.js")),
    ("/memory.js", JAVASCRIPT, include_bytes!("../site/memory.js")),
    ("/wood.js", JAVASCRIPT, include_bytes!("../site/wood.js")),
    ("/planner.js", JAVASCRIPT, include_bytes!("../site/planner.js")),
];

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// The page and its program.
#[derive(Debug)]
pub struct Site {
    program: Vec<u8>,
}

impl Site {
    /// Builds the program for WebAssembly.
    ///
    /// # Errors
    ///
    /// If the target is not installed, or cargo cannot be started.
    pub fn build() -> Result<Self, Box<dyn Error>> {
        Ok(Site { program: program::build()? })
    }

    /// The bytes of everything that a browser loads.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.program.len() + FILES.iter().map(|(_, _, content)| content.len()).sum::<usize>()
    }

    /// Answers a request.
    #[must_use]
    pub fn answer(&self, request: &Request) -> Response {
        if request.path == "/page.wasm" {
            return Response::ok("application/wasm", self.program.clone());
        }
        match FILES.iter().find(|(path, _, _)| *path == request.path) {
            Some((_, kind, content)) => Response::ok(kind, content.to_vec()),
            None => Response::not_found(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_the_page_names_is_served() {
        let site = Site { program: vec![0] };
        for (_, _, content) in FILES {
            let text = std::str::from_utf8(content).unwrap();
            let named = text.split(['"', '\'']).filter(|text| text.starts_with("./"));
            for path in named.map(|text| &text[1..]) {
                let request = Request { path: path.into(), body: Vec::new() };
                assert_eq!(site.answer(&request).status, "200 OK", "{path}");
            }
        }
        let other = Request { path: "/../Cargo.toml".into(), body: Vec::new() };
        assert_eq!(site.answer(&other).status, "404 Not Found");
    }
}
