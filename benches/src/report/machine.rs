//! The machine of the measurement.

use std::fs;

/// The machine, as far as the system describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    pub(super) lines: Vec<(String, String)>,
}

/// The other crates, by the names of their packages.
const PEERS: &[&str] = &[
    "slab",
    "slotmap",
    "thunderdome",
    "generational-arena",
    "heapless",
    "mimalloc",
    "bumpalo",
    "indextree",
    "lru",
    "hashlink",
    "priority-queue",
    "tokio-util",
];

impl Machine {
    /// Describes the current machine. Called before all else, so that it reports how busy the machine was before.
    #[must_use]
    pub fn now() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut lines: Vec<(&str, String)> = vec![("processor", format!("{}, {cores} cores", processor()))];
        lines.extend(caches().map(|caches| ("caches", caches)));
        lines.extend(huge_pages().map(|pages| ("huge pages", pages)));
        let system = format!("{}, {}", std::env::consts::OS, std::env::consts::ARCH);
        lines.push(("system", system));
        lines.extend(load().map(|load| ("load before the run", load)));
        lines.push(("compiler", env!("COMPILER").to_owned()));
        lines.push(("peers", peers()));
        Machine { lines: lines.into_iter().map(|(name, value)| (name.to_owned(), value)).collect() }
    }

    /// The value of a property, or nothing.
    pub(super) fn property(&self, name: &str) -> &str {
        self.lines.iter().find(|(candidate, _)| candidate == name).map_or("", |(_, value)| value)
    }
}

/// The free memory in bytes, if the system reports it.
#[must_use]
pub fn available_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |name| text.lines().find_map(|line| Some(line.strip_prefix(name)?.split_once(": ")?.1));
    let name = value("model name").unwrap_or("unknown");
    match (value("cpu family"), value("model\t")) {
        (Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        _ => name.to_owned(),
    }
}

/// The sizes of the caches of the first core: `L1 48K, L2 2048K, L3 32768K`.
fn caches() -> Option<String> {
    let caches = (0..8).filter_map(|i| {
        let read = |file| {
            let text = fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{i}/{file}"));
            text.ok().map(|text| text.trim().to_owned())
        };
        let is_for_data = read("type")? != "Instruction";
        is_for_data.then(|| Some(format!("L{} {}", read("level")?, read("size")?)))?
    });
    let caches: Vec<_> = caches.collect();
    (!caches.is_empty()).then(|| caches.join(", "))
}

/// When the system uses huge pages: the choice in brackets.
fn huge_pages() -> Option<String> {
    let text = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").ok()?;
    Some(text.split_once('[')?.1.split_once(']')?.0.to_owned())
}

/// The average number of programs that wanted to run in the last minute.
fn load() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next().map(str::to_owned)
}

/// The names and versions of those crates among the dependencies.
fn peers() -> String {
    let lock = include_str!("../../Cargo.lock");
    let versions = PEERS.iter().filter_map(|name| {
        let package = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1;
        Some(format!("{name} {}", package.split_once('"')?.0))
    });
    versions.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_have_versions() {
        let peers = peers();
        assert!(peers.starts_with("slab 0.4."), "{peers}");
        assert!(peers.contains(", slotmap 1."), "{peers}");
    }
}
