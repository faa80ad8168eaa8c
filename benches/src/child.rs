//! Programs that are run: how long they take, and how much memory.

use std::error::Error;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

/// What a program took.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// From its start to its end.
    pub seconds: f64,
    /// Bytes of memory that it, or one of the programs that it ran, had at most; `None` where the system does not say.
    pub memory: Option<u64>,
}

/// Runs a program to its end.
///
/// # Errors
///
/// When it cannot be started, or fails: then with what it wrote to its standard error.
pub fn run(command: &mut Command) -> Result<Taken, Box<dyn Error>> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut said = String::new();
    if let Some(stderr) = &mut child.stderr {
        stderr.read_to_string(&mut said)?;
    }
    let (status, memory) = wait(&mut child)?;
    let seconds = start.elapsed().as_secs_f64();
    if !status.success() {
        return Err(format!("{:?}: {status}\n{said}", command.get_program()).into());
    }
    Ok(Taken { seconds, memory })
}

/// Waits until it has ended.
#[cfg(unix)]
fn wait(child: &mut Child) -> io::Result<(ExitStatus, Option<u64>)> {
    use std::os::unix::process::ExitStatusExt;
    /// What the system counts memory in: KiB but on those of Apple.
    const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1 << 10 };

    let mut status = 0;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: the two pointers are to what the call fills in. The child was not waited for: its number is its own.
        let ended = unsafe { libc::wait4(child.id() as libc::pid_t, &raw mut status, 0, usage.as_mut_ptr()) };
        if ended >= 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: all of it are numbers, which were zeroed, and then filled in.
    let usage = unsafe { usage.assume_init() };
    Ok((ExitStatus::from_raw(status), Some(usage.ru_maxrss as u64 * UNIT)))
}

/// Waits until it has ended.
#[cfg(not(unix))]
fn wait(child: &mut Child) -> io::Result<(ExitStatus, Option<u64>)> {
    Ok((child.wait()?, None))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_takes_time_and_memory() {
        let taken = run(Command::new("sh").args(["-c", "sleep 0.1"])).unwrap();
        assert!(taken.seconds >= 0.1, "{taken:?}");
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
