//! Prints what a firmware image logged: `stackpool-decode IMAGE < LOG`. The image has the texts, the log the figures.

use defmt_decoder::{DecodeError, Table};
use std::error::Error;
use std::io::Read;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: stackpool-decode IMAGE < LOG")?;
    let table = Table::parse(&std::fs::read(path)?)?.ok_or("the image has no texts of defmt")?;
    let mut log = Vec::new();
    std::io::stdin().read_to_end(&mut log)?;
    let mut decoder = table.new_stream_decoder();
    decoder.received(&log);
    loop {
        match decoder.decode() {
            Ok(frame) => println!("{}", frame.display_message()),
            Err(DecodeError::UnexpectedEof) => return Ok(()),
            Err(DecodeError::Malformed) => return Err("these bytes are no log of that image".into()),
        }
    }
}
