//! Numbers in run-time messages, with commas, as in 5,000.

use crate::base::message::Message;
use core::fmt;

/// Shows its number in groups of three digits.
pub(crate) struct Figure(pub(crate) usize);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Message::new().number(self.0 as i128).as_str())
    }
}
