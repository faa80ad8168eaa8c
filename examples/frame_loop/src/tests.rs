//! Tests of the whole program: the scene that ships with the example, and wrong scenes.

use super::*;
use crate::draw::Drawn;
use crate::play::{PlayError, Played, Shot};
use crate::world::Counts;

use example_support::{allocations, checksum};
use std::hint::black_box;

/// The checksums of every 25th frame, and the checksum of the checksums of all 300 frames.
const EVERY_25TH: [&str; 12] = [
    "97a58d6a8e5f489a",
    "7dd3dccecb639655",
    "04dcceb88adecaa1",
    "5776488bf5ed5dd7",
    "9dfe3bb6a3e71749",
    "2c6e0c8cf39517a2",
    "b85f79fd8288d781",
    "9b09109d8af5555e",
    "d6869bf466af2ec0",
    "5fab637280ad79fc",
    "268c097aab3f0ba1",
    "de292f85df6f4e6e",
];
const ALL: &str = "24321cbb53c3b4cb";

/// What was drawn in each level.
const DRAWN: [Drawn; 2] = [
    Drawn {
        items: 41_226,
        visible: 24_714,
        batches: 2_001,
        triangles: 2_996_914,
        filled: 2_495_964,
        covered: 1_353_400,
        sprites: 20_794,
    },
    Drawn {
        items: 26_205,
        visible: 12_714,
        batches: 1_406,
        triangles: 2_199_791,
        filled: 2_514_715,
        covered: 1_879_439,
        sprites: 21_751,
    },
];

/// What happened in its pools.
const COUNTS: [Counts; 2] = [
    Counts { emitted: 517, refused: 0, most_particles: 205, orphans: 2 },
    Counts { emitted: 1_815, refused: 0, most_particles: 274, orphans: 2 },
];

/// The height of the pictures in tests.
const HEIGHT: usize = 90;

fn scene() -> String {
    fs::read_to_string(DEFAULT_SCENE).unwrap()
}

fn game() -> Game {
    Game::new(HEIGHT, LEVEL_BYTES, FRAME_BYTES)
}

/// Plays a scene, and computes a checksum per frame.
fn sums(game: &mut Game, text: &str, culling: Culling) -> (Vec<Played>, Vec<u64>) {
    let mut sums = Vec::new();
    let played = play(game, text, culling, |shot| {
        sums.push(checksum(&shot.canvas.pixels));
        Ok(())
    });
    (played.unwrap(), sums)
}

/// The error message of a scene.
fn mistake(text: &str) -> String {
    let played = play(&mut game(), text, Culling::On, |_| Ok(()));
    played.map(|played| format!("{} levels", played.len())).unwrap_or_else(|error| error.to_string())
}

/// The scene with fewer frames, so that tests take less time.
fn short() -> String {
    scene().replace("frames 150", "frames 9")
}

#[test]
fn this_program_counts_its_heap() {
    let before = allocations();
    drop(black_box(vec![0_u8; 9]));
    assert_eq!(allocations(), before + 1);
}

#[test]
fn the_scene_is_drawn_as_ever_and_without_the_heap() {
    let (played, sums) = sums(&mut game(), &scene(), Culling::On);
    let heap = |level: &Played| (level.loading_allocations, level.frame_allocations);
    assert_eq!(played.iter().map(heap).collect::<Vec<_>>(), [(0, 0); 2]);
    let every = sums.iter().step_by(25).map(|sum| format!("{sum:016x}")).collect::<Vec<_>>();
    let all = checksum(bytemuck::cast_slice(&sums));
    assert_eq!(every, EVERY_25TH);
    assert_eq!((sums.len(), format!("{all:016x}")), (300, ALL.to_owned()));
    assert_eq!([played[0].drawn, played[1].drawn], DRAWN);
    assert_eq!([played[0].counts, played[1].counts], COUNTS);
}

#[test]
fn what_is_out_of_sight_makes_no_difference() {
    let (culled, with) = sums(&mut game(), &short(), Culling::On);
    let (all, without) = sums(&mut game(), &short(), Culling::Off);
    assert_eq!(with, without);
    for (culled, all) in culled.iter().zip(all) {
        assert_eq!(all.drawn.visible, all.drawn.items);
        assert!(culled.drawn.visible * 10 < all.drawn.visible * 9, "{culled:?}");
        // None of the parts that were left out would have drawn a pixel. (Other orders hide other pixels.)
        assert_eq!(culled.drawn.covered, all.drawn.covered);
    }
}

#[test]
fn a_game_is_played_again_from_the_beginning() {
    let mut game = game();
    let first = sums(&mut game, &short(), Culling::On).1;
    assert_eq!(game.levels.used(), 0);
    assert_eq!(sums(&mut game, &short(), Culling::On).1, first);
    assert!(game.levels.high_water_mark() > 1_000_000);
}

#[test]
fn memory_that_is_too_small_is_an_error() {
    let text = scene();
    let mut game = Game::new(HEIGHT, LEVEL_BYTES, 300_000);
    let error = play(&mut game, &text, Culling::On, |_| Ok(())).unwrap_err();
    assert_eq!(error.to_string(), "frame 0 of `harbour` needs more memory than a frame has");
    assert_eq!(game.levels.used(), 0, "the level is still there");

    let mut game = Game::new(HEIGHT, LEVEL_BYTES, 1_000);
    let error = play(&mut game, &text, Culling::On, |_| Ok(())).unwrap_err();
    assert_eq!(error.to_string(), "line 1: the memory for frames is full");

    let mut game = Game::new(HEIGHT, 500_000, FRAME_BYTES);
    let error = play(&mut game, &text, Culling::On, |_| Ok(())).unwrap_err();
    let line = 1 + text.lines().position(|line| line == "level harbour").unwrap();
    assert_eq!(error.to_string(), format!("line {line}: the memory for levels is full"));
    assert_eq!(game.levels.used(), 0, "a part of the level is still there");
}

/// The shortest scene that can be played.
const LEAST: &str = "\
material oak matte 1 1 1
mesh hut
box oak 0 0 0 1 1 1
level one
frames 2
sky 0 0 0 1 1 1
sun 0 1 0 1 1 1
fog 50
camera 0 1 9 look 0 0 0
camera 0 2 9 look 0 0 0
place hut 0 0 0
";

#[test]
fn mistakes_in_scenes_are_named() {
    assert_eq!(mistake(""), "0 levels");
    assert_eq!(mistake(LEAST), "1 levels");
    for (from, to, message) in [
        ("place hut", "place barn", "line 11: there is no mesh `barn`"),
        ("box oak", "box ash", "line 3: there is no material `ash`"),
        ("fog 50", "fog 0.5", "line 8: expected a distance from 1 to 10000, found `0.5`"),
        ("fog 50", "fog", "line 8: the line ends where a distance is expected"),
        ("fog 50", "fog 50 m", "line 8: unexpected `m` at the end of the line"),
        ("fog 50", "mist 50", "line 8: there is no statement `mist`"),
        ("fog 50", "fog 50\nframes 3", "line 9: `one` already has a `frames` statement"),
        ("fog 50", "row 123", "line 8: this statement belongs to a terrain"),
        ("fog 50\n", "", "line 4: `one` needs fog"),
        ("sky 0", "# ", "line 4: `one` needs sky"),
        ("camera 0 2", "# ", "line 4: `one` needs two cameras"),
        ("look 0 0 0", "at 0 0 0", "line 9: expected `look`, found `at`"),
        ("place hut", "light on cart 0 0 0 1 1 1 9 #", "line 11: there is no rider `cart`"),
        ("place hut", "rider hut cart 9 #", "line 11: `cart` needs two `via` places"),
        ("place hut", "terrain 1 1 1 #", "line 11: `terrain` needs two rows of two heights"),
        (
            "place hut",
            "terrain 1 1 1\nrow 12\nrow 123 #",
            "line 13: the row `123` is not as long as the first one",
        ),
        (
            "place hut",
            "terrain 1 1 1\nrow 12\nrow 1A #",
            "line 13: `A` in the row `1A` is not a height: 0 to 9 or a to z",
        ),
        (
            "place hut",
            "terrain 1 1 1\nrow 12\nrow 1é #",
            "line 13: `é` in the row `1é` is not a height: 0 to 9 or a to z",
        ),
        ("place hut", "terrain 1 1 1\nrow 12\nrow 12 #", "line 11: `terrain` needs a band"),
    ] {
        let text = LEAST.replacen(from, to, 1);
        assert_ne!(text, LEAST, "{from}");
        assert_eq!(mistake(&text), message);
    }
}

#[test]
fn more_than_the_pools_take_is_an_error() {
    let light = "light at 0 0 0 1 1 1 9\n";
    assert_eq!(mistake(&(LEAST.to_owned() + &light.repeat(48))), "1 levels");
    let message = mistake(&(LEAST.to_owned() + &light.repeat(49)));
    assert_eq!(message, "line 4: a level can have at most 48 lights");
    let riders = (0..17).map(|number| format!("rider hut r{number} 9\nvia 0 0 0\nvia 1 0 0\n"));
    let message = mistake(&(LEAST.to_owned() + &riders.collect::<String>()));
    assert_eq!(message, "line 4: a level can have at most 16 riders");
    // There are many particles, and the pool may refuse some without an error.
    let text = LEAST.replace("frames 2", "frames 9") + "emitter smoke at 0 0 0 10000\n";
    let played = sums(&mut game(), &text, Culling::On).0;
    assert_eq!((played[0].counts.most_particles, played[0].counts.refused), (2_000, 1_000));
}

#[test]
fn frames_are_written_as_they_are_and_figures_printed() {
    let out = std::env::temp_dir().join(format!("frame_loop-{}", std::process::id()));
    fs::create_dir_all(&out).unwrap();
    let scene = out.join("least.scene");
    fs::write(&scene, LEAST).unwrap();
    let arguments = Arguments { scene, height: 90, every: 2, out: out.join("frames") };
    let mut printed = Vec::new();
    let result = run(&arguments, &mut printed).map_err(|error| error.to_string());
    let files =
        fs::read_dir(&arguments.out).unwrap().map(|file| file.unwrap().file_name()).collect::<Vec<_>>();
    let file = fs::read(arguments.out.join("one-000.png"));
    fs::remove_dir_all(&out).unwrap();

    assert_eq!((result, files), (Ok(()), vec!["one-000.png".into()]));
    let mut reader = png::Decoder::new(std::io::Cursor::new(file.unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let mut drawn = Vec::new();
    let show = |shot: &Shot<'_>| {
        drawn.push(shot.canvas.pixels.clone());
        Ok(())
    };
    play(&mut game(), LEAST, Culling::On, show).unwrap();
    assert!(pixels == drawn[0] && pixels != drawn[1], "the file does not show the first frame");
    let printed = String::from_utf8(printed).unwrap();
    assert!(printed.contains("\nheap allocations, frames                     0\n"), "{printed}");
    assert!(printed.contains("\nwrote 1 frames to "), "{printed}");
}

#[test]
fn what_a_picture_is_refused_for_is_told() {
    let error = play(&mut game(), LEAST, Culling::On, |_| Err("no paper".into())).unwrap_err();
    assert!(matches!(error, PlayError::Show(_)) && error.to_string() == "no paper", "{error:?}");
    // A file is no directory.
    let arguments = Arguments { out: DEFAULT_SCENE.into(), ..arguments(&[]).unwrap().unwrap() };
    let message = run(&arguments, &mut Vec::new()).unwrap_err().to_string();
    assert!(message.starts_with("cannot make "), "{message}");
    let arguments = Arguments { scene: "no/such.scene".into(), ..arguments };
    let message = run(&arguments, &mut Vec::new()).unwrap_err().to_string();
    assert!(message.starts_with("cannot read no/such.scene: "), "{message}");
}

fn arguments(arguments: &[&str]) -> Result<Option<Arguments>, String> {
    Arguments::parse(arguments.iter().map(OsString::from))
}

#[test]
fn arguments_are_read_and_mistakes_are_named() {
    let expected = Arguments { scene: "a.scene".into(), height: 720, every: 30, out: "o".into() };
    let words = ["--height", "720", "a.scene", "--every", "30", "--out", "o"];
    assert_eq!(arguments(&words), Ok(Some(expected)));
    assert_eq!(arguments(&["a.scene", "-h"]), Ok(None));
    let message = "--height needs a number from 90 to 1,080".to_owned();
    for height in [&["--height"][..], &["--height", "89"], &["--height", "1081"], &["--height", "tall"]] {
        assert_eq!(arguments(height), Err(message.clone()), "{height:?}");
    }
    assert_eq!(arguments(&["--every", "0"]), Err("--every needs a number from 1 to 9,999".to_owned()));
    assert_eq!(arguments(&["--out"]), Err("--out needs a directory".to_owned()));
    assert_eq!(arguments(&["--fast"]), Err("unknown option --fast".to_owned()));
    assert_eq!(arguments(&["a.scene", "b.scene"]), Err("one scene at a time".to_owned()));
}
