//! Runs other programs, and measures their time and memory.

use std::env;
use std::error::Error;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

/// The time and memory of a program.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The time from its start to its end.
    pub seconds: f64,
    /// The processor time of it and of its children; `None` if the system does not report it.
    pub processor_seconds: Option<f64>,
    /// The most memory in bytes of the program or one of its children; `None` if the system does not report it.
    pub memory: Option<u64>,
}

/// Runs a program to its end.
///
/// # Errors
///
/// If the program cannot be started or fails. The error then contains what it wrote to its standard error.
pub fn run(command: &mut Command) -> Result<Taken, Box<dyn Error>> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut said = String::new();
    if let Some(stderr) = &mut child.stderr {
        stderr.read_to_string(&mut said)?;
    }
    let (status, processor_seconds, memory) = wait(&mut child)?;
    let seconds = start.elapsed().as_secs_f64();
    if !status.success() {
        return Err(format!("{:?}: {status}\n{said}", command.get_program()).into());
    }
    Ok(Taken { seconds, processor_seconds, memory })
}

/// The argument with which this program is started to run another one, whose command line follows.
const ARGUMENT: &str = "--started-by-a-small-program";

/// Does [`run`] in a new, small program: on Linux the memory of a parent counts as memory of the program that it
/// starts.
///
/// # Errors
///
/// As [`run`].
pub fn run_apart(command: &Command) -> Result<Taken, Box<dyn Error>> {
    let mut small = Command::new(env::current_exe()?);
    small.arg(ARGUMENT).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        small.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => small.env(name, value),
            None => small.env_remove(name),
        };
    }
    let output = small.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let said = String::from_utf8(output.stdout)?;
    let [seconds, processor_seconds, memory] = said.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err("a small program says three numbers".into());
    };
    Ok(Taken {
        seconds: seconds.parse()?,
        processor_seconds: processor_seconds.parse().ok(),
        memory: memory.parse().ok(),
    })
}

/// In a program that was started to run another one: returns the output. What the system does not report is "unknown".
#[must_use]
pub fn apart() -> Option<Result<String, Box<dyn Error>>> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let mut command = Command::new(arguments.next()?);
    let taken = run(command.args(arguments));
    let said = |taken: Taken| {
        let unknown = || "unknown".to_owned();
        let processor = taken.processor_seconds.map_or_else(unknown, |seconds| seconds.to_string());
        let memory = taken.memory.map_or_else(unknown, |bytes| bytes.to_string());
        format!("{} {processor} {memory}", taken.seconds)
    };
    Some(taken.map(said))
}

/// Starts this program with these arguments, and returns the number of bytes that it says. `None` if it says nothing,
/// since the system does not report its memory.
///
/// # Errors
///
/// If the program cannot be started or fails.
pub fn grown(arguments: &[&str]) -> Result<Option<f64>, Box<dyn Error>> {
    // Huge pages count as a whole, whatever is used of them.
    let mut small = Command::new(env::current_exe()?);
    let output = small.args(arguments).env("MIMALLOC_ALLOW_THP", "0").output()?;
    if !output.status.success() {
        return Err(format!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().parse().ok())
}

/// The bytes by which this program grows while it builds something. Measure in a new program, whose allocators have no
/// memory left from other work.
pub fn grows<T>(build: impl FnOnce() -> T) -> Option<f64> {
    // Memory that the first reading allocates is not part of what is built.
    let _ = resident();
    let before = resident();
    let built = std::hint::black_box(build());
    let after = resident();
    drop(built);
    before.zip(after).map(|(before, after)| after - before)
}

/// The bytes of this program in memory, if the system reports them.
#[must_use]
pub fn resident() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}

/// Waits until the program has ended.
#[cfg(unix)]
fn wait(child: &mut Child) -> io::Result<(ExitStatus, Option<f64>, Option<u64>)> {
    use std::os::unix::process::ExitStatusExt;
    /// The unit in which the system counts memory: bytes on systems of Apple, KiB on others.
    const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1 << 10 };

    let mut status = 0;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: both pointers are to variables that the call may write. Nobody waited for the child yet, so its id
        // is still valid.
        let ended = unsafe { libc::wait4(child.id() as libc::pid_t, &raw mut status, 0, usage.as_mut_ptr()) };
        if ended >= 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: all fields are numbers. They were zeroed, and then written by the call.
    let usage = unsafe { usage.assume_init() };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    let processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    Ok((ExitStatus::from_raw(status), Some(processor), Some(usage.ru_maxrss as u64 * UNIT)))
}

/// Waits until the program has ended.
#[cfg(not(unix))]
fn wait(child: &mut Child) -> io::Result<(ExitStatus, Option<f64>, Option<u64>)> {
    Ok((child.wait()?, None, None))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_takes_time_and_memory() {
        let taken = run(Command::new("sh").args(["-c", "sleep 0.1"])).unwrap();
        assert!(taken.seconds >= 0.1, "{taken:?}");
        assert!(taken.processor_seconds.unwrap() < 0.1, "{taken:?}");
        let memory = taken.memory.unwrap();
        assert!((100 << 10..1 << 30).contains(&memory), "{taken:?}");
    }

    #[test]
    fn a_program_that_fails_says_why() {
        let error = run(Command::new("sh").args(["-c", "echo because >&2; exit 3"])).unwrap_err();
        let said = error.to_string();
        assert!(said.contains("exit status: 3") && said.ends_with("because\n"), "{said}");
    }
}
