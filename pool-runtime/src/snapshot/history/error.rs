//! The error of histories.

use crate::image::DeltaError;
use crate::snapshot::SnapshotError;
use core::error::Error;
use core::fmt;

/// Why steps were not taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum HistoryError {
    /// The history does not go back that far.
    TooFar {
        /// The steps that were asked for.
        asked: usize,
        /// The steps that can be taken back.
        depth: usize,
    },
    /// The history does not have this frame.
    NoFrame {
        /// The frame that was asked for.
        asked: i64,
        /// The oldest frame that the history has. `None` if it is empty.
        oldest: Option<i64>,
    },
    /// A delta could not be applied. This happens only if a `Snapshot` that was written by hand contradicts itself.
    Delta(SnapshotError<DeltaError>),
    /// A save could not be restored. This happens only if a `Snapshot` that was written by hand contradicts itself.
    Restore(SnapshotError),
}

impl fmt::Display for HistoryError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryError::TooFar { asked, depth: 0 } => {
                write!(f, "cannot go back {asked} steps: the history has none")
            }
            HistoryError::TooFar { asked, depth } => {
                write!(f, "cannot go back {asked} steps: the history has {depth}")
            }
            HistoryError::NoFrame { asked, oldest: None } => {
                write!(f, "cannot go back to frame {asked}: the history is empty")
            }
            HistoryError::NoFrame { asked, oldest: Some(oldest) } if asked < oldest => {
                write!(f, "cannot go back to frame {asked}: the oldest one that the history has is {oldest}")
            }
            HistoryError::NoFrame { asked, .. } => write!(f, "the history has no frame {asked}"),
            HistoryError::Delta(error) => error.fmt(f),
            HistoryError::Restore(error) => error.fmt(f),
        }
    }
}

impl Error for HistoryError {}
