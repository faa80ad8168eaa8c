//! The functions of a static library and what each of them calls, read from the relocations of its objects.

use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionIndex, SectionKind};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// What the panic handler of the packages calls. It is defined nowhere.
fn panic() -> Target {
    Target::Symbol("panic_handler_was_reached".to_owned())
}

/// The functions and constants of a library. The compiler puts each of them in a section of its own.
pub(crate) struct CallGraph {
    sections: Vec<Section>,
    /// The places in `sections` of the symbols that other objects see.
    exported: BTreeMap<String, usize>,
}

/// A function or a constant.
struct Section {
    /// One of its symbols; empty for constants without a name.
    name: String,
    bytes: u64,
    is_code: bool,
    targets: BTreeSet<Target>,
}

/// What a section refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// A section of the same object, by its place in the list.
    Section(usize),
    /// A symbol that its object does not define.
    Symbol(String),
}

/// The code of a function.
#[derive(Debug)]
pub(crate) struct Code {
    /// The bytes of the function itself, with the constants that its instructions read.
    pub(crate) own: u64,
    /// The bytes of the functions that it calls, directly or not. Each is counted once.
    pub(crate) callees: u64,
    /// The functions on a way from it to the panic handler; `None` if there is no way.
    pub(crate) panic_path: Option<Vec<String>>,
    /// The symbols it can reach that are not defined in the library, or that belong to the compiler, such as `memcpy`.
    pub(crate) outside: BTreeSet<String>,
}

impl CallGraph {
    /// Reads an archive of ELF objects.
    pub(crate) fn parse(archive: &[u8]) -> Result<Self, object::Error> {
        let mut graph = CallGraph { sections: Vec::new(), exported: BTreeMap::new() };
        for member in ArchiveFile::parse(archive)?.members() {
            let member = member?;
            // The compiler's own functions, such as `memcpy`, are the same for all who call them.
            if !member.name().starts_with(b"compiler_builtins") {
                graph.add(&File::parse(member.data(archive)?)?)?;
            }
        }
        Ok(graph)
    }

    /// Adds an object.
    fn add(&mut self, object: &File<'_>) -> Result<(), object::Error> {
        let places = self.add_sections(object);
        for symbol in object.symbols() {
            let place = symbol.section_index().and_then(|index| places.get(&index));
            let (Some(&place), name) = (place, symbol.name()?) else { continue };
            // On ARM, names that begin so say where the instructions of a function end.
            if name.is_empty() || name.starts_with('$') {
                continue;
            }
            name.clone_into(&mut self.sections[place].name);
            if symbol.is_global() {
                self.exported.insert(name.to_owned(), place);
            }
        }
        for section in object.sections() {
            let Some(&place) = places.get(&section.index()) else { continue };
            for (_, relocation) in section.relocations() {
                let RelocationTarget::Symbol(index) = relocation.target() else { continue };
                let symbol = object.symbol_by_index(index)?;
                let target = match symbol.section_index() {
                    Some(index) => places.get(&index).copied().map(Target::Section),
                    None => Some(Target::Symbol(symbol.name()?.to_owned())),
                };
                self.sections[place].targets.extend(target);
            }
        }
        Ok(())
    }

    /// Adds the sections of an object that are in memory when it runs. Returns their places in the list.
    fn add_sections(&mut self, object: &File<'_>) -> HashMap<SectionIndex, usize> {
        let mut places = HashMap::new();
        for section in object.sections() {
            let is_code = section.kind() == SectionKind::Text;
            // Tables for unwinding name the functions that they are about, and nobody calls through them.
            let is_data = matches!(
                section.kind(),
                SectionKind::Data | SectionKind::ReadOnlyData | SectionKind::ReadOnlyDataWithRel
            ) && section
                .name()
                .is_ok_and(|name| name.starts_with(".data") || name.starts_with(".rodata"));
            if is_code || is_data {
                places.insert(section.index(), self.sections.len());
                let (name, targets) = (String::new(), BTreeSet::new());
                self.sections.push(Section { name, bytes: section.size(), is_code, targets });
            }
        }
        places
    }

    /// The names of the operations: `<group>.<row>.<operation>`.
    pub(crate) fn operations(&self) -> impl Iterator<Item = &str> {
        self.exported.keys().map(String::as_str).filter(|name| name.split('.').count() == 3)
    }

    /// The code of an operation.
    ///
    /// Functions of `core` that end in a panic are in a program once, whoever calls them, so their bytes are not
    /// counted.
    pub(crate) fn code(&self, operation: &str) -> Code {
        let start = self.exported[operation];
        let reached = self.reached_from(start);
        let mut code = Code {
            own: self.sections[start].bytes,
            callees: 0,
            panic_path: reached.get(&panic()).map(|&from| self.path(&reached, from)),
            outside: BTreeSet::new(),
        };
        for target in reached.into_keys() {
            match target {
                Target::Section(place) if self.counts(place) => code.callees += self.sections[place].bytes,
                Target::Section(_) => {}
                Target::Symbol(name) => drop(code.outside.insert(name)),
            }
        }
        code
    }

    /// Whether the bytes of a section count as code of whoever calls it.
    fn counts(&self, place: usize) -> bool {
        let section = &self.sections[place];
        let is_of_core = section.name.contains("4core");
        section.is_code && !(is_of_core && self.reached_from(place).contains_key(&panic()))
    }

    /// The names of the functions from the one where a search started to this one.
    fn path(&self, reached: &BTreeMap<Target, usize>, last: usize) -> Vec<String> {
        let before = |&place: &usize| reached.get(&Target::Section(place)).copied();
        let mut path: Vec<_> = std::iter::successors(Some(last), before)
            .map(|place| self.sections[place].name.clone())
            .collect();
        path.reverse();
        path
    }

    /// Everything that a section refers to, directly or not, except itself. Each with the section that refers to it.
    fn reached_from(&self, start: usize) -> BTreeMap<Target, usize> {
        let mut reached = BTreeMap::new();
        let mut next = VecDeque::from([start]);
        while let Some(place) = next.pop_front() {
            for target in &self.sections[place].targets {
                let target = self.resolved(target);
                if target == Target::Section(start) || reached.contains_key(&target) {
                    continue;
                }
                if let Target::Section(place) = target {
                    next.push_back(place);
                }
                reached.insert(target, place);
            }
        }
        reached
    }

    /// The section of a symbol of another object, if there is one.
    fn resolved(&self, target: &Target) -> Target {
        match target {
            Target::Symbol(name) => match self.exported.get(name) {
                Some(&place) => Target::Section(place),
                None => target.clone(),
            },
            Target::Section(_) => target.clone(),
        }
    }
}
