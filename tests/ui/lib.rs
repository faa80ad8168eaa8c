//! Nothing: `trybuild` turns the features of this package on in the cases that it builds.
