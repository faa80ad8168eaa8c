//! The page in a browser: `check.js` uses it as a reader would, and what the planner answers is compiled.
//!
//! It needs the target wasm32-unknown-unknown, and Chromium: the program `chromium`, or the one that the variable
//! `CHROMIUM` names.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, thread};
use web::{Response, Site, serve};

/// The most bytes that a browser loads.
const MOST_BYTES: usize = 300_000;

/// How long the check may say nothing: the longest part takes some seconds where nothing else runs.
const SILENCE: Duration = Duration::from_secs(180);

const CHECK: &str = r#"<!doctype html><meta charset="utf-8"><title>check</title><link rel="icon" href="data:,">
<style>body { margin: 0 } iframe { height: 900px; border: 0 }</style>
<iframe></iframe><script type="module" src="/check.js"></script>"#;

/// Ends the browser.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Serves the page and the check. The lines of its report come through the receiver.
fn serve_page() -> (SocketAddr, Receiver<String>) {
    let site = Site::build().unwrap();
    assert!(site.bytes() < MOST_BYTES, "the page has {} bytes", site.bytes());
    println!("the page has {} bytes", site.bytes());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, reports) = channel();
    thread::spawn(move || {
        serve(&listener, move |request| match request.path.as_str() {
            "/check" => Response::ok("text/html", CHECK.into()),
            "/check.js" => Response::ok("text/javascript", include_bytes!("check.js").to_vec()),
            "/report" => {
                sender.send(String::from_utf8_lossy(&request.body).into_owned()).unwrap();
                Response::ok("text/plain", Vec::new())
            }
            _ => site.answer(request),
        })
    });
    (address, reports)
}

/// The lines that the check reports, and what the console of the browser says.
fn check(address: SocketAddr, reports: &Receiver<String>, query: &str, options: &[&str]) -> Vec<String> {
    let profile = folder("profile");
    let log = profile.join("log.txt");
    let browser =
        env::var_os("CHROMIUM").filter(|name| !name.is_empty()).unwrap_or_else(|| "chromium".into());
    let browser = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader"])
        .args([
            "--enable-unsafe-swiftshader",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-extensions",
        ])
        .args(["--enable-logging=stderr", "--window-size=1400,1000", "--force-device-scale-factor=1"])
        .args(options)
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("http://{address}/check{query}"))
        .stdout(Stdio::null())
        .stderr(File::create(&log).unwrap())
        .spawn();
    let browser =
        Browser(browser.expect("Chromium starts: install it, or name it in the variable `CHROMIUM`"));
    let mut lines = Vec::new();
    let ended = loop {
        match reports.recv_timeout(SILENCE) {
            Ok(line) if line == "end" => break true,
            Ok(line) => {
                println!("{line}");
                lines.push(line);
            }
            Err(_) => break false,
        }
    };
    drop(browser);
    let log = fs::read_to_string(&log).unwrap();
    assert!(ended, "after {:?}, silence of {SILENCE:?}; the log of the browser:\n{log}", lines.last());
    let console: Vec<&str> = log.lines().filter(|line| line.contains(":CONSOLE")).collect();
    assert!(console.is_empty(), "the console is not empty: {console:#?}");
    let failed: Vec<&String> = lines.iter().filter(|line| line.starts_with("FAILED")).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    lines
}

/// A program of the attributes that the planner answers, in which constants compare the figures.
fn program(report: &[String]) -> String {
    let mut program = String::from("//! What the planner answers.\n\nuse stackpool::Pool;\n\n");
    let (mut total, mut plans) = (String::from("0"), 0);
    for line in report.iter().filter_map(|line| line.strip_prefix("plan ")) {
        let parts: Vec<&str> = line.splitn(4, ' ').collect();
        let [handle, generations, bytes, text] = parts[..] else { panic!("no plan: {line}") };
        let (head, size) = text.split_once(" { /* ").unwrap();
        let name = head.rsplit(' ').next().unwrap();
        let (size, rest) = size.split_once(' ').unwrap();
        let align = rest.rsplit_once(" aligned to ").unwrap().1.trim_end_matches(" */ }");
        let item = format!("#[repr(C, align({align}))]\npub struct {name} {{ pub bytes: [u8; {size}] }}");
        let head = head.replace(&format!("struct {name}"), "");
        writeln!(
            program,
            "{head}\n{item}\n\nconst _: () = assert!(size_of::<{name}Handle>() == {handle});\n\
             const _: () = assert!({name}Pool::GENERATIONS == {generations});\n\
             const _: () = assert!(size_of::<{name}Pool>() == {bytes});\n"
        )
        .unwrap();
        write!(total, " + size_of::<{name}Pool>() + 1").unwrap();
        plans += 1;
    }
    assert_eq!(plans, 8);
    let sum = report.iter().find_map(|line| line.strip_prefix("total ")).unwrap();
    writeln!(program, "// Each static has a flag of one byte.\nconst _: () = assert!({total} == {sum});")
        .unwrap();
    program
}

/// Compiles the program of the planner's answers, in a package of its own.
fn compile(program: &str) {
    let package = folder("planned");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let manifest = format!(
        "[package]\nname = \"planned\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         stackpool = {{ path = {root:?} }}\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    fs::create_dir(package.join("src")).unwrap();
    fs::write(package.join("src/lib.rs"), program).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("planned-target"))
        .current_dir(&package)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}\n{errors}");
}

#[test]
#[ignore = "needs Chromium and the target wasm32-unknown-unknown: `.ci/run web` installs them"]
fn the_page_works_in_a_browser() {
    let (address, reports) = serve_page();
    let report = check(address, &reports, "", &["--blink-settings=preferredColorScheme=1"]);
    assert!(report.iter().any(|line| line == "scheme light"));
    compile(&program(&report));
    let options = ["--blink-settings=preferredColorScheme=0", "--force-prefers-reduced-motion"];
    let report = check(address, &reports, "?still", &options);
    assert!(report.iter().any(|line| line == "scheme dark"));
}
