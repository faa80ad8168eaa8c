//! A virtual-texture cache: a camera moves over a picture that is larger than the memory for it. The tiles that it
//! sees are streamed to places that a value pool hands out.
//!
//! ```text
//! cargo run --release -p tile_cache                  the map that ships with this example
//! cargo run --release -p tile_cache -- picture.png   any PNG
//! cargo run --release -p tile_cache -- --tiles 300   less memory: more tiles come and go
//! ```
//!
//! It writes the pages in their last state, and the picture that the camera saw, put together from all frames. The
//! example compares that picture and every frame with the source: one pixel that differs is an error.
//!
//! The example shows:
//!
//! - `#[pool(values)]`, which hands out each place of a page once;
//! - that a value pool is the free list of memory that it does not own and cannot reach;
//! - that a full pool is a normal case (`None`), in which the oldest tile is evicted;
//! - that the same calls return the same places again.
//!
//! Its modules:
//!
//! - `picture` reads and writes PNG, `tile` cuts the picture into tiles, and `camera` is the path over the picture;
//! - `pages` has the pool and the memory, `cache` knows which tile is where, and `stream` draws the frames;
//! - `calls` measures the pool, and `table` prints the result.

mod cache;
mod calls;
mod camera;
mod pages;
mod picture;
mod stream;
mod table;
mod tile;

use example_support::{command, number};
use pages::TileCoordPool;
use picture::Picture;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stream::Stream;
use table::Table;

const HELP: &str = "\
usage: tile_cache [--tiles N] [--out DIRECTORY] [PNG]

PNG              the picture (default: the map of this example)
--tiles N        how many tiles can be resident, 1 to 4,096 (default: 4,096, which fill one page)
--out DIRECTORY  where to write page-0.png and seen.png (default: tile_cache in the directory for temporary files)
";

/// The map that ships with the example.
const DEFAULT_PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/map.png");

/// How often the calls to the pool are timed.
const ROUNDS: usize = 101;

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let source = read(&arguments.picture)?;
    let views = camera::views(&source);
    let mut stream = Stream::new(&source, arguments.tiles);
    for &view in &views {
        stream.frame(view)?;
    }
    let files = write_pictures(&stream, &arguments.out)?;
    // Checked after the pictures are written, because they show the error.
    stream.check()?;
    let nanoseconds = calls::nanoseconds(&stream.cache.calls, ROUNDS)?;
    let name = arguments.picture.file_name().unwrap_or(arguments.picture.as_os_str()).to_string_lossy();
    let table = Table { name: &name, source: &source, views: &views, cache: &stream.cache, nanoseconds };
    writeln!(out, "{table}")?;
    for file in files {
        writeln!(out, "wrote {}", file.display())?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Picture, String> {
    let file = File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Picture::read(BufReader::new(file)).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes the pages and the picture that the camera saw, and returns the files.
fn write_pictures(stream: &Stream<'_>, directory: &Path) -> Result<Vec<PathBuf>, String> {
    fs::create_dir_all(directory).map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    let mut files = Vec::new();
    for (i, page) in stream.cache.pages.pictures.iter().enumerate() {
        files.push(write_picture(page, directory.join(format!("page-{i}.png")))?);
    }
    files.push(write_picture(&stream.seen, directory.join("seen.png"))?);
    Ok(files)
}

fn write_picture(picture: &Picture, path: PathBuf) -> Result<PathBuf, String> {
    let write = || -> Result<(), Box<dyn Error>> {
        let mut file = BufWriter::new(File::create(&path)?);
        picture.write(&mut file)?;
        Ok(file.flush()?)
    };
    write().map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(path)
}

/// The command line.
#[derive(Debug, PartialEq)]
struct Arguments {
    picture: PathBuf,
    tiles: usize,
    out: PathBuf,
}

impl Arguments {
    /// `None` if the user asked for help.
    fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let (mut picture, mut tiles, mut out) = (None, TileCoordPool::CAPACITY, None);
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--tiles") => {
                    tiles = number(&mut arguments, "--tiles", 1..=TileCoordPool::CAPACITY)?;
                }
                Some("--out") => out = Some(arguments.next().ok_or("--out needs a directory")?.into()),
                Some(option) if option.starts_with('-') => return Err(format!("unknown option {option}")),
                _ if picture.is_some() => return Err("one picture at a time".to_owned()),
                _ => picture = Some(argument.into()),
            }
        }
        let picture = picture.unwrap_or_else(|| DEFAULT_PICTURE.into());
        let out = out.unwrap_or_else(|| std::env::temp_dir().join("tile_cache"));
        Ok(Some(Arguments { picture, tiles, out }))
    }
}

// The tests read files, which Miri does not allow.
#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::cache::Counts;
    use crate::picture::Format;
    use crate::picture::tests::noise;
    use png::{BitDepth, ColorType};

    fn parse(arguments: &[&str]) -> Result<Option<Arguments>, String> {
        Arguments::parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn picture_tiles_and_directory_are_read() {
        let expected = Arguments { picture: "a.png".into(), tiles: 300, out: "o".into() };
        assert_eq!(parse(&["--tiles", "300", "a.png", "--out", "o"]), Ok(Some(expected)));
        let default = parse(&[]).unwrap().unwrap();
        assert_eq!((default.picture, default.tiles), (DEFAULT_PICTURE.into(), 4_096));
        assert!(default.out.starts_with(std::env::temp_dir()));
        assert_eq!(parse(&["a.png", "-h"]), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        for tiles in [&["--tiles"][..], &["--tiles", "0"], &["--tiles", "4097"], &["--tiles", "few"]] {
            assert_eq!(parse(tiles), Err("--tiles needs a number from 1 to 4,096".to_owned()), "{tiles:?}");
        }
        assert_eq!(parse(&["--out"]), Err("--out needs a directory".to_owned()));
        assert_eq!(parse(&["--page", "3"]), Err("unknown option --page".to_owned()));
        assert_eq!(parse(&["a.png", "b.png"]), Err("one picture at a time".to_owned()));
    }

    #[test]
    fn files_that_are_no_pictures_are_named() {
        let message = read(Path::new("no/such.png")).unwrap_err();
        assert!(message.starts_with("cannot read no/such.png: "), "{message}");
        let program = std::env::current_exe().unwrap();
        let message = read(&program).unwrap_err();
        assert!(message.contains(": not a valid PNG file: "), "{message}");
        let message = read(&std::env::temp_dir()).unwrap_err();
        assert!(!message.contains("PNG") && message.contains("cannot "), "{message}");
    }

    #[test]
    fn the_map_is_larger_than_a_page_and_is_seen_as_it_is() {
        let source = read(Path::new(DEFAULT_PICTURE)).unwrap();
        let mut stream = Stream::new(&source, TileCoordPool::CAPACITY);
        for view in camera::views(&source) {
            stream.frame(view).unwrap();
        }
        assert_eq!(stream.check(), Ok(()));
        let expected = Counts { streamed: 6_736, hits: 125_687, evictions: 2_640, most_resident: 4_096 };
        assert_eq!(stream.cache.counts, expected);
    }

    #[test]
    fn what_is_written_is_the_page_and_the_picture() {
        let out = std::env::temp_dir().join(format!("tile_cache-{}", std::process::id()));
        let format = Format { color: ColorType::Grayscale, depth: BitDepth::Eight };
        let source = noise(1_500, 800, format);
        fs::create_dir_all(&out).unwrap();
        let picture = write_picture(&source, out.join("source.png")).unwrap();
        let arguments = Arguments { picture, tiles: 290, out: out.join("deep/er") };
        let mut printed = Vec::new();
        let result = run(&arguments, &mut printed).map_err(|error| error.to_string());
        let seen = read(&arguments.out.join("seen.png"));
        let page = read(&arguments.out.join("page-0.png"));
        fs::remove_dir_all(&out).unwrap();

        assert_eq!(result, Ok(()));
        assert!(seen.unwrap() == source, "the picture that was written differs");
        let page = page.unwrap();
        assert_eq!((page.width, page.height, page.format), (4_096, 4_096, format));
        // The last frames see the first tile again, and 290 tiles are four and a half rows.
        let corner = source.row(0, 0, 64);
        let mut places = (0..5).flat_map(|y| (0..64).map(move |x| (x * 64, y * 64)));
        assert!(places.any(|(x, y)| page.row(x, y, 64) == corner), "the first tile is in no place");
        assert!((320..4_096).all(|y| page.row(0, y, 4_096).iter().all(|&byte| byte == 0)));
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.contains("\nmost resident       290 of 290\n"), "{printed}");
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let source = noise(10, 10, picture::tests::RGB);
        let stream = Stream::new(&source, 1);
        // A file is no directory.
        let message = write_pictures(&stream, Path::new(DEFAULT_PICTURE)).unwrap_err();
        assert!(message.starts_with("cannot make ") && message.contains("map.png: "), "{message}");
        let message = write_picture(&source, Path::new(DEFAULT_PICTURE).join("seen.png")).unwrap_err();
        assert!(message.starts_with("cannot write "), "{message}");
    }
}
