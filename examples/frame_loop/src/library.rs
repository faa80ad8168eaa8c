//! Reads materials and meshes into the memory of levels.

use crate::level::{Library, Material, Mesh, Part, Vertex};
use crate::memory::{collect, make};
use crate::shape::{self, Quad};
use crate::statement::{Finish, Says, Statement};
use crate::vector::{Bounds, Vec3};
use crate::words::{Mistake, SceneError};
use stackpool::region::Scope;

pub(crate) const NO_ROOM: Mistake<'static> = Mistake::NoRoom("levels");

/// Reads the statements before the first level.
pub(crate) fn load<'a, 't>(
    scope: &Scope<'a>,
    statements: &[Statement<'t>],
) -> Result<Library<'a>, SceneError<'t>> {
    let Some(first) = statements.first() else {
        return Ok(Library { materials: &[], meshes: &[] });
    };
    check_names(statements)?;
    let is_material = |statement: &&Statement<'_>| matches!(statement.says, Says::Material { .. });
    let blank = Material { name: "", finish: Finish::Matte, colour: Vec3::ZERO };
    let materials = || statements.iter().filter(is_material);
    let materials = make(scope, materials, blank, first.error(NO_ROOM), |statement| match statement.says {
        Says::Material { name, finish, colour } => {
            let name = scope.alloc_str(name).map_err(|_| statement.error(NO_ROOM))?;
            Ok(Material { name, finish, colour })
        }
        _ => Ok(blank),
    })?;
    let library = Library { materials, meshes: &[] };
    let meshes = || {
        let meshes = statements.chunk_by(|_, next| !matches!(next.says, Says::Mesh(_)));
        meshes.filter(|statements| matches!(statements[0].says, Says::Mesh(_)))
    };
    let blank = Mesh { name: "", parts: &[], bounds: Bounds::NOTHING };
    let meshes = make(scope, meshes, blank, first.error(NO_ROOM), |mesh| load_mesh(scope, mesh, &library))?;
    Ok(Library { materials, meshes })
}

fn check_names<'t>(statements: &[Statement<'t>]) -> Result<(), SceneError<'t>> {
    let name = |statement: &Statement<'t>| match statement.says {
        Says::Material { name, .. } => Some(("material", name)),
        Says::Mesh(name) => Some(("mesh", name)),
        _ => None,
    };
    for (index, statement) in statements.iter().enumerate() {
        let Some((kind, text)) = name(statement) else { continue };
        if statements[..index].iter().any(|earlier| name(earlier) == Some((kind, text))) {
            return Err(statement.error(Mistake::Twice(kind, text)));
        }
    }
    Ok(())
}

impl<'a> Library<'a> {
    /// The material of this name.
    pub(crate) fn material<'t>(&self, name: &'t str) -> Result<(u16, Finish), Mistake<'t>> {
        let found = (0..).zip(self.materials).find(|(_, material)| material.name == name);
        found.map(|(number, material)| (number, material.finish)).ok_or(Mistake::Unknown("material", name))
    }

    pub(crate) fn mesh<'t>(&self, name: &'t str) -> Result<Mesh<'a>, Mistake<'t>> {
        let found = self.meshes.iter().find(|mesh| mesh.name == name);
        found.copied().ok_or(Mistake::Unknown("mesh", name))
    }
}

/// Reads a mesh and its shapes. All shapes of one material become one part.
fn load_mesh<'a, 't>(
    scope: &Scope<'a>,
    statements: &[Statement<'t>],
    library: &Library<'a>,
) -> Result<Mesh<'a>, SceneError<'t>> {
    let mesh = statements[0];
    let Says::Mesh(name) = mesh.says else { return Err(mesh.error(Mistake::Missing("a mesh"))) };
    let full = mesh.error(NO_ROOM);
    for statement in &statements[1..] {
        if let Some(material) = material(statement) {
            library.material(material).map_err(|mistake| statement.error(mistake))?;
        }
    }
    let blank = Part { material: 0, finish: Finish::Matte, vertices: &[], triangles: &[] };
    // The first shape of each material begins a part.
    let firsts = statements.iter().enumerate().filter_map(|(index, statement)| {
        let name = material(statement)?;
        let is_first = statements[..index].iter().all(|earlier| material(earlier) != Some(name));
        is_first.then_some(name)
    });
    let parts = make(
        scope,
        || firsts.clone(),
        blank,
        full,
        |name| {
            let (material, finish) = library.material(name).map_err(|mistake| mesh.error(mistake))?;
            let colour = library.materials[usize::from(material)].colour;
            let quads = statements.iter().filter_map(|statement| shape_of(statement, name));
            let (vertices, triangles) = build(scope, quads.flat_map(shape::quads), colour, full)?;
            Ok(Part { material, finish, vertices, triangles })
        },
    )?;
    let bounds = Bounds::around(parts.iter().flat_map(|part| part.vertices).map(|vertex| vertex.position));
    let name = scope.alloc_str(name).map_err(|_| full)?;
    Ok(Mesh { name, parts, bounds })
}

fn material<'t>(statement: &Statement<'t>) -> Option<&'t str> {
    match statement.says {
        Says::Shape { material, .. } => Some(material),
        _ => None,
    }
}

/// The shape, if it is of this material.
fn shape_of(statement: &Statement<'_>, name: &str) -> Option<crate::statement::Shape> {
    match statement.says {
        Says::Shape { material, shape } if material == name => Some(shape),
        _ => None,
    }
}

type Built<'a> = (&'a [Vertex], &'a [[u16; 3]]);

/// Makes four vertices per quad, and the triangles between them.
fn build<'a, E: Copy>(
    scope: &Scope<'a>,
    quads: impl Iterator<Item = Quad> + Clone,
    colour: Vec3,
    full: E,
) -> Result<Built<'a>, E> {
    // The numbers of vertices have to fit in 16 bits.
    if quads.clone().count() > usize::from(u16::MAX) / 4 {
        return Err(full);
    }
    let corners = quads.clone().flat_map(|quad| {
        let normal = shape::normal(quad);
        quad.map(|position| Ok(Vertex { position, normal, colour, sun: 1.0 }))
    });
    let vertices = collect(scope, corners, full)?;
    let triangles = (0..).step_by(4).zip(quads).flat_map(|(first, quad): (u16, Quad)| {
        let both = [[first, first + 1, first + 2], [first, first + 2, first + 3]];
        let count = if quad[2] == quad[3] { 1 } else { 2 };
        both.into_iter().take(count).map(Ok)
    });
    Ok((vertices, collect(scope, triangles, full)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::lines;
    use stackpool::region::{Boxed, Linear};

    const HUT: &str = "material oak matte .3 .2 .1\nmaterial tile matte .5 .1 .1\n\
                       mesh hut\nbox oak 0 0 0 1 1 1\nroof tile 0 1 0 1 2 1\nbox oak 2 0 0 3 1 1";

    fn statements(text: &str) -> Vec<Statement<'_>> {
        lines(text).map(|line| Statement::parse(line).unwrap()).collect()
    }

    #[test]
    fn shapes_of_a_material_become_a_part() {
        let mut memory = Linear::from(Boxed::<16>::new(16_384));
        let library = load(&memory.enter(), &statements(HUT)).unwrap();
        let hut = library.mesh("hut").unwrap();
        let sizes = hut.parts.iter().map(|part| (part.material, part.vertices.len(), part.triangles.len()));
        // A roof has two gables.
        assert_eq!(sizes.collect::<Vec<_>>(), [(0, 48, 24), (1, 20, 8)]);
        assert_eq!(hut.bounds.centre, Vec3::new(1.5, 1.0, 0.5));
        assert_eq!(hut.bounds.half, Vec3::new(1.5, 1.0, 0.5));
    }

    #[test]
    fn mistakes_are_named() {
        let load = |text: &str, bytes| {
            let mut memory = Linear::from(Boxed::<16>::new(bytes));
            load(&memory.enter(), &statements(text)).map(drop).map_err(|error| error.to_string())
        };
        let text = format!("{HUT}\nbox brick 0 0 0 1 1 1");
        assert_eq!(load(&text, 16_384), Err("line 7: there is no material `brick`".to_owned()));
        let text = format!("{HUT}\nmesh hut");
        assert_eq!(load(&text, 16_384), Err("line 7: there is already a mesh `hut`".to_owned()));
        assert_eq!(load(HUT, 1_000), Err("line 3: the memory for levels is full".to_owned()));
    }
}
