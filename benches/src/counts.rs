//! Counts of instructions: those in `counts.txt`, those that callgrind wrote, and the differences.

use crate::valgrind;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;

/// Counts that differ by at most this many percent of the earlier one are treated as equal.
const TOLERANCE: u64 = 2;

/// The name of a count: a group such as `containers`, an operation, and a contender.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The group of counts.
    pub group: String,
    /// The operation.
    pub operation: String,
    /// The contender.
    pub row: String,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.group, self.operation, self.row)
    }
}

/// The number of instructions for each name, and the compiler and machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    compiler: String,
    system: String,
    counts: BTreeMap<Name, u64>,
}

impl Counts {
    fn new(compiler: &str, system: &str) -> Self {
        Counts { compiler: compiler.to_owned(), system: system.to_owned(), counts: BTreeMap::new() }
    }

    /// No counts yet, of code by the compiler of this program.
    #[must_use]
    pub fn of_this_compiler() -> Self {
        let system = format!("{}, {}", std::env::consts::OS, std::env::consts::ARCH);
        Counts::new(env!("COMPILER"), &system)
    }

    /// Adds a count.
    pub fn insert(&mut self, name: Name, count: u64) {
        self.counts.insert(name, count);
    }

    /// Writes the counts to a file, after these first lines of comment, or prints them beside those of the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written or read, or has other counts of the same compiler.
    pub fn write_or_compare(&self, file: &Path, head: &str, write: bool) -> Result<(), Box<dyn Error>> {
        let path = file.display();
        if write {
            fs::write(file, format!("{head}\n{self}"))?;
            println!("wrote {path}: {} counts", self.len());
            return Ok(());
        }
        let before = Counts::parse(&fs::read_to_string(file)?)?;
        print!("{}", self.beside(&before));
        if !self.is_comparable(&before) {
            println!("not compared: {path} is of {}", before.made_by());
            return Ok(());
        }
        match self.differences(&before) {
            0 => Ok(()),
            differences => {
                Err(format!("{differences} counts are not those of {path}: see what changed, then `--write`")
                    .into())
            }
        }
    }

    /// Reads the counts that callgrind wrote into a folder, in files such as
    /// `containers/insert.u16/callgrind.insert.u16.out`.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or has no counts.
    pub fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut counts = Counts::of_this_compiler();
        counts.read_folder(folder)?;
        if counts.counts.is_empty() { Err("nothing was counted".into()) } else { Ok(counts) }
    }

    fn read_folder(&mut self, folder: &Path) -> Result<(), Box<dyn Error>> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.read_folder(&path)?;
            } else if path.extension().is_some_and(|end| end == "out") {
                let name = name_of(&path).ok_or_else(|| format!("{}: a strange name", path.display()))?;
                let total = valgrind::total(&fs::read_to_string(&path)?);
                let total = total.ok_or_else(|| format!("{}: no line of totals", path.display()))?;
                self.counts.insert(name, total);
            }
        }
        Ok(())
    }

    /// Reads the file that [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    ///
    /// If the text is not such a file.
    pub fn parse(text: &str) -> Result<Self, Box<dyn Error>> {
        let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut field =
            |name| lines.next().and_then(|line| line.strip_prefix(name)).ok_or(format!("no {name}"));
        let mut counts = Counts::new(field("compiler: ")?, field("system: ")?);
        for line in lines {
            let words: Vec<_> = line.split_whitespace().collect();
            let [group, operation, row, count] = words[..] else {
                return Err(format!("not a count: {line:?}").into());
            };
            let [group, operation, row] = [group, operation, row].map(str::to_owned);
            counts.counts.insert(Name { group, operation, row }, count.parse()?);
        }
        Ok(counts)
    }

    /// The number of counts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no counts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// All counts by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, u64)> {
        self.counts.iter().map(|(name, &count)| (name, count))
    }

    /// The compiler and the system.
    #[must_use]
    pub fn made_by(&self) -> String {
        format!("{}, {}", self.compiler, self.system)
    }

    /// Whether the same compiler made the code, for the same kind of machine.
    #[must_use]
    pub fn is_comparable(&self, before: &Counts) -> bool {
        (&self.compiler, &self.system) == (&before.compiler, &before.system)
    }

    /// The number of differences: another count, a new name, or a name that no longer exists.
    #[must_use]
    pub fn differences(&self, before: &Counts) -> usize {
        let gone = before.counts.keys().filter(|name| !self.counts.contains_key(name)).count();
        gone + self.iter().filter(|&(name, count)| !before.has(name, count)).count()
    }

    /// Whether there is this count, or nearly.
    fn has(&self, name: &Name, count: u64) -> bool {
        self.counts.get(name).is_some_and(|&before| before.abs_diff(count) * 100 <= before * TOLERANCE)
    }

    /// One line per count, with the change if there is one.
    #[must_use]
    pub fn beside(&self, before: &Counts) -> String {
        let mut text = String::new();
        for (name, count) in self.iter() {
            let change = match before.counts.get(name) {
                _ if before.has(name, count) => String::new(),
                Some(&number) => format!("  {:+.1} % of {number}", percent(number, count)),
                None => "  new".to_owned(),
            };
            text += &format!("{:<36}{count:>9}{change}\n", name.to_string());
        }
        for name in before.counts.keys().filter(|name| !self.counts.contains_key(name)) {
            text += &format!("{name}: no more\n");
        }
        text
    }
}

/// The change from one count to the other.
fn percent(before: u64, now: u64) -> f64 {
    (now as f64 / before as f64 - 1.0) * 100.0
}

/// The name of a count, from the names of the two folders above its file.
fn name_of(path: &Path) -> Option<Name> {
    let folder = path.parent()?;
    let (operation, row) = folder.file_name()?.to_str()?.split_once('.')?;
    let group = folder.parent()?.file_name()?.to_str()?;
    Some(Name { group: group.to_owned(), operation: operation.to_owned(), row: row.to_owned() })
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "compiler: {}\nsystem: {}\n", self.compiler, self.system)?;
        self.iter().try_for_each(|(name, count)| writeln!(f, "{name} {count}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(lines: &str) -> Counts {
        Counts::parse(&format!("# words\n\ncompiler: rustc 1.95.0\nsystem: linux\n{lines}")).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let counts = counts("a insert u16 1000\na remove slab 7\n");
        assert_eq!(counts.len(), 2);
        assert_eq!(Counts::parse(&counts.to_string()).unwrap(), counts);
        assert!(Counts::parse("compiler: rustc 1\n").is_err());
        assert!(Counts::parse("compiler: c\nsystem: s\na insert 1000\n").is_err());
    }

    #[test]
    fn two_percent_are_the_same() {
        let before = counts("a insert u16 1000\na remove u16 1000\n");
        let same = counts("a insert u16 1020\na remove u16 980\n");
        assert_eq!((same.differences(&before), before.differences(&before)), (0, 0));
        let other = counts("a insert u16 1021\na get u16 1000\n");
        assert_eq!(other.differences(&before), 3);
        let text = other.beside(&before);
        assert!(
            text.contains("1021  +2.1 % of 1000\n") && text.contains("new\n") && text.contains("no more\n"),
            "{text}"
        );
    }

    #[test]
    fn counts_of_another_compiler_are_not_comparable() {
        let before = counts("");
        let other = Counts::parse("compiler: rustc 1.96.0\nsystem: linux\n").unwrap();
        assert!(before.is_comparable(&before) && !other.is_comparable(&before));
    }

    #[test]
    fn names_come_from_folders() {
        let name = name_of(Path::new("home/p/counts/groups/containers/insert.u16/callgrind.insert.u16.out"))
            .unwrap();
        assert_eq!(name.to_string(), "containers insert u16");
    }
}
