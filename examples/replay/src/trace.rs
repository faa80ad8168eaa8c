//! Allocation traces: the format, and its parser.
//!
//! One event per line: `+` allocates object k, where k counts the allocations from 0; `-k` frees object k. Any other
//! line, and a line that frees an object that is not allocated, is an error with the number of the line.

use std::error::Error;
use std::fmt;

/// What a program did with the objects of one size class. It is checked: only allocated objects are freed, and each
/// once.
#[derive(Debug, PartialEq)]
pub(crate) struct Trace {
    events: Vec<Event>,
    allocations: u32,
    peak: u32,
}

/// One event in 4 bytes: the object that is freed, or [`Event::ALLOCATE`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Event(u32);

/// An [`Event`], unpacked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Action {
    /// The next object, counted from 0, comes alive.
    Allocate,
    /// The object with this number is freed.
    Free(u32),
}

impl Event {
    /// No object has this number: a trace has fewer events.
    const ALLOCATE: Event = Event(u32::MAX);

    #[inline]
    pub(crate) fn action(self) -> Action {
        if self == Self::ALLOCATE { Action::Allocate } else { Action::Free(self.0) }
    }
}

impl Trace {
    /// The most events that a trace can have: each object has a number below this one.
    const MAX_EVENTS: u32 = u32::MAX;

    /// Reads a trace. Lines end as on Unix or on Windows; the last line needs no line end.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, TraceError> {
        Self::parse_up_to(Self::MAX_EVENTS, text)
    }

    fn parse_up_to(max_events: u32, text: &[u8]) -> Result<Self, TraceError> {
        if text.is_empty() {
            return Err(TraceError::Empty);
        }
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let mut events = Vec::new();
        let mut objects = Objects::default();
        for (i, line) in text.split(|&byte| byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let event = if i < max_events as usize {
                parse_event(line).and_then(|event| objects.apply(event))
            } else {
                Err(Mistake::TooManyEvents(max_events))
            };
            match event {
                Ok(event) => events.push(event),
                Err(mistake) => return Err(TraceError::line(i + 1, line, mistake)),
            }
        }
        Ok(Trace { events, allocations: objects.allocations(), peak: objects.peak })
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// The number of objects in the whole trace.
    pub(crate) fn allocations(&self) -> u32 {
        self.allocations
    }

    /// The most objects that are alive at once.
    pub(crate) fn peak(&self) -> u32 {
        self.peak
    }
}

/// The event in a line, whether it is possible or not.
fn parse_event(line: &[u8]) -> Result<Action, Mistake> {
    match line {
        b"+" => Ok(Action::Allocate),
        [b'-', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            let number = digits.iter().try_fold(0_u32, |number, digit| {
                number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
            });
            number.map(Action::Free).ok_or(Mistake::NumberTooLarge)
        }
        _ => Err(Mistake::Malformed),
    }
}

/// The objects so far: which ones are alive, and how many at once.
#[derive(Default)]
struct Objects {
    is_alive: Vec<bool>,
    alive: u32,
    peak: u32,
}

impl Objects {
    fn allocations(&self) -> u32 {
        self.is_alive.len() as u32
    }

    fn apply(&mut self, action: Action) -> Result<Event, Mistake> {
        match action {
            Action::Allocate => {
                self.is_alive.push(true);
                self.alive += 1;
                self.peak = self.peak.max(self.alive);
                Ok(Event::ALLOCATE)
            }
            Action::Free(object) => match self.is_alive.get_mut(object as usize) {
                Some(is_alive @ true) => {
                    *is_alive = false;
                    self.alive -= 1;
                    Ok(Event(object))
                }
                Some(false) => Err(Mistake::FreedAlready(object)),
                None => Err(Mistake::NotAllocated { object, allocations: self.allocations() }),
            },
        }
    }
}

/// Why a file is not a trace.
#[derive(Debug, PartialEq)]
pub(crate) enum TraceError {
    Empty,
    Line { number: usize, text: String, mistake: Mistake },
}

/// What is wrong with a line.
#[derive(Debug, PartialEq)]
pub(crate) enum Mistake {
    Malformed,
    NumberTooLarge,
    NotAllocated { object: u32, allocations: u32 },
    FreedAlready(u32),
    TooManyEvents(u32),
}

impl TraceError {
    /// Longer lines are cut in messages, because a file that is not a trace may be one long line.
    const MAX_CHARS: usize = 40;

    fn line(number: usize, line: &[u8], mistake: Mistake) -> Self {
        // A character has at most 4 bytes.
        let text = String::from_utf8_lossy(&line[..line.len().min(4 * Self::MAX_CHARS + 4)]).into_owned();
        let text = match text.char_indices().nth(Self::MAX_CHARS) {
            Some((cut, _)) => format!("{}...", &text[..cut]),
            None => text,
        };
        TraceError::Line { number, text, mistake }
    }
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Empty => f.write_str("the file is empty"),
            TraceError::Line { number, text, mistake } => write!(f, "line {number}: {text:?}: {mistake}"),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Mistake::Malformed => f.write_str("expected `+`, or `-` and the number of an object"),
            Mistake::NumberTooLarge => f.write_str("the number of an object must be below 4,294,967,295"),
            Mistake::NotAllocated { object, allocations: 0 } => {
                write!(f, "object {object} is not allocated yet: no object is")
            }
            Mistake::NotAllocated { object, allocations } => {
                write!(f, "object {object} is not allocated yet: the last one is {}", allocations - 1)
            }
            Mistake::FreedAlready(object) => write!(f, "object {object} is already freed"),
            Mistake::TooManyEvents(max) => write!(f, "a trace can have at most {max} events"),
        }
    }
}

impl Error for TraceError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (usize, Mistake) {
        match Trace::parse(text.as_bytes()) {
            Err(TraceError::Line { number, mistake, .. }) => (number, mistake),
            other => panic!("{text:?} gave {other:?}"),
        }
    }

    #[test]
    fn events_objects_and_peak_are_counted() {
        let trace = Trace::parse(b"+\n+\n-1\n+\n-0\n-2\n+\n").unwrap();
        let actions: Vec<_> = trace.events().iter().map(|event| event.action()).collect();
        use Action::{Allocate, Free};
        assert_eq!(actions, [Allocate, Allocate, Free(1), Allocate, Free(0), Free(2), Allocate]);
        assert_eq!((trace.allocations(), trace.peak()), (4, 2));
    }

    #[test]
    fn line_ends_of_either_system_are_accepted() {
        let unix = Trace::parse(b"+\n-0\n");
        assert!(unix.is_ok());
        assert_eq!(Trace::parse(b"+\r\n-0\r\n"), unix);
        assert_eq!(Trace::parse(b"+\n-0"), unix);
        assert_eq!(Trace::parse(b"+\r\n-0"), unix);
    }

    #[test]
    fn other_lines_are_malformed() {
        for line in [
            "",
            " ",
            "+ ",
            " +",
            "++",
            "+1",
            "-",
            "--0",
            "-+0",
            "- 0",
            "-0 ",
            "-0x",
            "-0\r\r",
            "0",
            "\u{FEFF}+",
            "-\u{665}",
        ] {
            assert_eq!(error(&format!("+\n{line}\n+\n")), (2, Mistake::Malformed), "{line:?}");
        }
        assert_eq!(error("\n"), (1, Mistake::Malformed));
        assert_eq!(error("+\n\n"), (2, Mistake::Malformed));
        assert!(matches!(Trace::parse(b"+\n-\xFF\n"), Err(TraceError::Line { number: 2, .. })));
    }

    #[test]
    fn numbers_that_overflow_are_errors() {
        assert_eq!(error("+\n-4294967296\n"), (2, Mistake::NumberTooLarge));
        assert_eq!(error("+\n-99999999999999999999999999\n"), (2, Mistake::NumberTooLarge));
        let last = Mistake::NotAllocated { object: u32::MAX, allocations: 1 };
        assert_eq!(error("+\n-4294967295\n"), (2, last));
    }

    #[test]
    fn only_what_is_alive_is_freed() {
        assert_eq!(error("-0\n"), (1, Mistake::NotAllocated { object: 0, allocations: 0 }));
        assert_eq!(error("+\n+\n-2\n+\n"), (3, Mistake::NotAllocated { object: 2, allocations: 2 }));
        assert_eq!(error("+\n-0\n+\n-0\n"), (4, Mistake::FreedAlready(0)));
    }

    #[test]
    fn a_trace_can_be_too_long() {
        assert!(Trace::parse_up_to(3, b"+\n+\n-0\n").is_ok());
        let too_long = Trace::parse_up_to(3, b"+\n+\n-0\n+\n");
        assert_eq!(too_long, Err(TraceError::line(4, b"+", Mistake::TooManyEvents(3))));
    }

    #[test]
    fn an_empty_file_is_no_trace() {
        assert_eq!(Trace::parse(b""), Err(TraceError::Empty));
    }

    #[test]
    fn messages_name_the_line_and_its_text() {
        let message = |text: &[u8]| Trace::parse(text).unwrap_err().to_string();
        assert_eq!(message(b"+\n-7\n"), "line 2: \"-7\": object 7 is not allocated yet: the last one is 0");
        assert!(message(b"+\n\tmalloc(32)\n").starts_with("line 2: \"\\tmalloc(32)\": expected `+`"));
        let binary = message(&[0xE2; 1_000_000]);
        assert!(binary.len() < 300, "{binary}");
    }
}
