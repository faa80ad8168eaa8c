//! The last two seconds of the game as player 1 saw them, and what the machine predicted wrongly.

use crate::canvas::{Canvas, Light};
use crate::duel::PoolDuel;
use crate::film::{Film, Frame, Kind, Spot, Tick};
use crate::peer::PREDICTION;
use crate::rules::radius;
use crate::space::{PIXEL, SIDES, TURN};
use crate::walls::ARMOUR;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use std::collections::HashMap;
use std::error::Error;
use std::f32::consts::TAU;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The frames that are shown.
const FRAMES: usize = 120;

/// The width of a frame in the strip below the arena, and the height of a rollback of one frame there.
const COLUMN: usize = 4;
const STEP: usize = 4;
const GAP: usize = 6;
const LANE: usize = PREDICTION * STEP + GAP;

const PLAYERS: [Light; 2] = [[0.15, 0.75, 1.0], [1.0, 0.62, 0.12]];
const WRONG: Light = [1.0, 0.05, 0.35];
const NIGHT: Light = [0.008, 0.012, 0.035];
const BRICK: Light = [0.07, 0.17, 0.22];
const ROCK: Light = [0.30, 0.29, 0.33];
const SPARK: Light = [0.55, 0.30, 0.12];

/// Writes the picture to a file.
pub(crate) fn write_to(path: &Path, duel: &PoolDuel) -> Result<(), Box<dyn Error>> {
    let write = || -> Result<(), Box<dyn Error>> {
        let mut file = BufWriter::new(File::create(path)?);
        write(&mut file, duel)?;
        Ok(file.flush()?)
    };
    write().map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

fn write(out: impl Write, duel: &PoolDuel) -> Result<(), Box<dyn Error>> {
    let canvas = draw(duel);
    let mut encoder = Encoder::new(out, canvas.width as u32, canvas.height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.bytes())?;
    Ok(writer.finish()?)
}

fn draw(duel: &PoolDuel) -> Canvas {
    let [width, height] = SIDES.map(|side| (side / PIXEL) as usize);
    let mut canvas = Canvas::new(width, height + GAP + 2 * LANE);
    canvas.fill([0, 0], [width, height], NIGHT);
    let film = &duel.peers[0].film;
    let start = film.frames.len().saturating_sub(FRAMES);
    let frames: Vec<&Frame> = film.frames.iter().skip(start).collect();
    walls(&mut canvas, &frames);
    rocks(&mut canvas, &frames);
    trails(&mut canvas, &frames);
    mistakes(&mut canvas, film, &frames);
    ships(&mut canvas, &frames);
    for (lane, peer) in duel.peers.iter().enumerate() {
        strip(&mut canvas, height + GAP + lane * LANE, &peer.film.ticks, PLAYERS[lane]);
    }
    canvas
}

fn on_canvas(at: [i32; 2]) -> [f32; 2] {
    at.map(|axis| axis as f32 / PIXEL as f32)
}

/// What is left of the walls.
fn walls(canvas: &mut Canvas, frames: &[&Frame]) {
    for brick in frames.last().into_iter().flat_map(|frame| &frame.spots) {
        if brick.kind == Kind::Brick {
            let part = f32::from(brick.look) / f32::from(ARMOUR);
            canvas.cut(on_canvas(brick.at), 8.0, |x, y| {
                let edge = x.abs().max(y.abs());
                let lit = if x < -6.0 || y < -6.0 { 1.9 } else { 1.0 };
                (edge < 7.5).then(|| BRICK.map(|light| light * part * lit))
            });
        }
    }
}

/// Rocks where they are at the end, behind everything else.
fn rocks(canvas: &mut Canvas, frames: &[&Frame]) {
    let Some(last) = frames.last() else { return };
    for rock in last.spots.iter().filter(|spot| spot.kind == Kind::Rock) {
        let size = radius(rock.look) as f32;
        let bumps = [rock.id as f32 * 1.7, rock.id as f32 * 0.9];
        canvas.cut(on_canvas(rock.at), size + 3.0, |x, y| {
            let angle = y.atan2(x);
            let edge =
                size * (1.0 + 0.10 * (3.0 * angle + bumps[0]).sin() + 0.07 * (5.0 * angle + bumps[1]).sin());
            let away = x.hypot(y) / edge;
            let light = (0.55 - 0.45 * (x + y) / size).clamp(0.15, 1.1);
            let steps = (light * 5.0).round() / 5.0;
            (away <= 1.0).then(|| ROCK.map(|part| part * if away > 0.9 { 1.5 } else { steps }))
        });
    }
}

/// The ways of shots, missiles and ships, which fade, and the sparks of the end.
fn trails(canvas: &mut Canvas, frames: &[&Frame]) {
    for (age, pair) in frames.windows(2).rev().enumerate() {
        let bright = 1.0 - age as f32 / FRAMES as f32;
        let before = by_id(pair[0]);
        for spot in &pair[1].spots {
            let Some(earlier) = before.get(&(spot.kind, spot.id)) else { continue };
            let light = match spot.kind {
                Kind::Ship(player) => PLAYERS[usize::from(player)].map(|part| 1.6 * part * bright),
                Kind::Shot if age < 40 => [0.9, 0.9, 0.7].map(|part| part * (1.0 - age as f32 / 40.0)),
                Kind::Missile => [0.4, 0.8, 0.3].map(|part| part * bright),
                _ => continue,
            };
            stroke(canvas, earlier, spot, light);
        }
    }
    let sparks = frames.last().into_iter().flat_map(|frame| &frame.spots);
    for spark in sparks.filter(|spot| spot.kind == Kind::Spark) {
        let heat = 0.6 + f32::from(spark.look) / 150.0;
        canvas.point(on_canvas(spark.at), SPARK.map(|part| part * heat));
    }
}

/// The ways that were shown and turned out to be wrong, and the ships at their ends.
fn mistakes(canvas: &mut Canvas, film: &Film, frames: &[&Frame]) {
    let truth: HashMap<u32, Places<'_>> = frames.iter().map(|frame| (frame.number, by_id(frame))).collect();
    let wrong: Vec<&Frame> = film.wrong.iter().collect();
    for (i, shown) in wrong.iter().enumerate() {
        let (Some(right), Some(earlier)) = (truth.get(&shown.number), truth.get(&(shown.number - 1))) else {
            continue;
        };
        let before = wrong[..i].last().filter(|before| before.number + 1 == shown.number);
        let before = before.map(|before| by_id(before));
        let is_last = wrong.get(i + 1).is_none_or(|next| next.number != shown.number + 1);
        for spot in &shown.spots {
            let key = (spot.kind, spot.id);
            let is_right = right.get(&key).is_some_and(|right| right.at == spot.at);
            if is_right || matches!(spot.kind, Kind::Spark | Kind::Rock | Kind::Brick) {
                continue;
            }
            if let Some(from) = before.as_ref().and_then(|before| before.get(&key)).or(earlier.get(&key)) {
                stroke(canvas, from, spot, WRONG);
            }
            if is_last && matches!(spot.kind, Kind::Ship(_)) {
                outline(canvas, spot, WRONG.map(|part| part * 0.35));
            }
        }
    }
}

/// The ships at the end.
fn ships(canvas: &mut Canvas, frames: &[&Frame]) {
    let Some(last) = frames.last() else { return };
    for ship in &last.spots {
        if let Kind::Ship(player) = ship.kind {
            outline(canvas, ship, PLAYERS[usize::from(player)].map(|part| 2.5 * part));
        }
    }
}

/// The outline of a ship.
fn outline(canvas: &mut Canvas, ship: &Spot, light: Light) {
    let [x, y] = on_canvas(ship.at);
    let corner = |turn: f32, length: f32| {
        let angle = TAU * (f32::from(ship.look) / f32::from(TURN) + turn);
        [x + length * angle.cos(), y + length * angle.sin()]
    };
    let corners = [corner(0.0, 15.0), corner(0.39, 12.0), corner(0.5, 5.0), corner(0.61, 12.0)];
    for (i, from) in corners.iter().enumerate() {
        canvas.line(*from, corners[(i + 1) % corners.len()], light);
    }
}

/// The rollbacks of a machine: a bar for each frame, as high as the rollback was deep. A dot above is a lost packet, a
/// pale bar is a frame in which the machine waited.
fn strip(canvas: &mut Canvas, top: usize, ticks: &[Tick], light: Light) {
    let columns = canvas.width / COLUMN;
    let bottom = top + PREDICTION * STEP;
    canvas.fill([0, bottom], [canvas.width, 1], [0.12; 3]);
    let start = ticks.len().saturating_sub(columns);
    for (column, tick) in ticks[start..].iter().enumerate() {
        let x = column * COLUMN;
        if tick.has_waited {
            canvas.fill([x, top], [COLUMN - 1, PREDICTION * STEP], [0.10; 3]);
        }
        let height = tick.depth as usize * STEP;
        canvas.fill([x, bottom - height], [COLUMN - 1, height], light.map(|part| part * 0.8));
        if tick.lost > 0 {
            canvas.fill([x, bottom + 2], [COLUMN - 1, 2], WRONG);
        }
    }
}

/// Where each object is in a frame.
type Places<'f> = HashMap<(Kind, u32), &'f Spot>;

fn by_id(frame: &Frame) -> Places<'_> {
    frame.spots.iter().map(|spot| ((spot.kind, spot.id), spot)).collect()
}

/// A line from one place of an object to the next one, unless it crossed the edge of the arena.
fn stroke(canvas: &mut Canvas, from: &Spot, to: &Spot, light: Light) {
    let [start, end] = [from, to].map(|spot| on_canvas(spot.at));
    if (0..2).all(|axis| (start[axis] - end[axis]).abs() < 60.0) {
        canvas.line(start, end, light);
    }
}
