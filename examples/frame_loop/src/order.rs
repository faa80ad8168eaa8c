//! Checks which statement may follow which.
//!
//! ```text
//! material ..
//! mesh       box, roof, post ..
//! level      frames, sky, place, camera ..
//!   terrain    row, band, steep ..
//!   rider      via ..
//! ```

use crate::statement::{Says, Statement};
use crate::words::{Mistake, SceneError};

/// The part of a scene that the lines before belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Materials,
    Mesh,
    Level,
    Terrain,
    Rider,
}

/// Fails at the first statement that is in the wrong place, and at the second level with the same name.
pub(crate) fn check<'t>(statements: &[Statement<'t>]) -> Result<(), SceneError<'t>> {
    let mut within = Within::Materials;
    for (index, statement) in statements.iter().enumerate() {
        let misplaced = |word, place| Err(statement.error(Mistake::Misplaced(word, place)));
        let is_in_level = !matches!(within, Within::Materials | Within::Mesh);
        within = match statement.says {
            Says::Material { .. } if within != Within::Materials => {
                return misplaced("`material`", "before all meshes and levels");
            }
            Says::Material { .. } => Within::Materials,
            Says::Mesh(_) if is_in_level => return misplaced("`mesh`", "before all levels"),
            Says::Mesh(_) => Within::Mesh,
            Says::Shape { .. } if within != Within::Mesh => return misplaced("a shape", "to a mesh"),
            Says::Shape { .. } => Within::Mesh,
            Says::Level(name) => {
                if statements[..index].iter().any(|earlier| earlier.says == Says::Level(name)) {
                    return Err(statement.error(Mistake::Twice("level", name)));
                }
                Within::Level
            }
            _ if !is_in_level => return misplaced("this statement", "to a level"),
            Says::Terrain { .. } => Within::Terrain,
            Says::Row(_) | Says::Band { .. } | Says::Steep(_) if within != Within::Terrain => {
                return misplaced("this statement", "to a terrain");
            }
            Says::Row(_) | Says::Band { .. } | Says::Steep(_) => Within::Terrain,
            Says::Rider { .. } => Within::Rider,
            Says::Via(_) if within != Within::Rider => return misplaced("`via`", "to a rider"),
            Says::Via(_) => Within::Rider,
            _ => Within::Level,
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::lines;

    fn order(text: &str) -> Result<(), String> {
        let statements = lines(text).map(|line| Statement::parse(line).unwrap()).collect::<Vec<_>>();
        check(&statements).map_err(|error| error.to_string())
    }

    #[test]
    fn statements_stand_where_they_belong() {
        let text = "material oak matte 1 1 1\nmesh hut\nbox oak 0 0 0 1 1 1\nlevel one\nframes 3\nterrain 1 1 1\n\
                    row 12\nrider hut a 9\nvia 1 1 1\nlight at 0 0 0 1 1 1 1\nlevel two\nfog 3";
        assert_eq!(order(text), Ok(()));
        for (text, message) in [
            ("mesh hut\nmaterial oak matte 1 1 1", "line 2: `material` belongs before all meshes and levels"),
            ("level one\nmesh hut", "line 2: `mesh` belongs before all levels"),
            ("box oak 0 0 0 1 1 1", "line 1: a shape belongs to a mesh"),
            ("frames 3", "line 1: this statement belongs to a level"),
            ("level one\nlevel two\nlevel one", "line 3: there is already a level `one`"),
            ("level one\nrow 12", "line 2: this statement belongs to a terrain"),
            ("level one\nvia 1 1 1", "line 2: `via` belongs to a rider"),
        ] {
            assert_eq!(order(text), Err(message.to_owned()), "{text}");
        }
    }
}
