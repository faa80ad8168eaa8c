//! One machine: a session of `ggrs`, the world, and the frames that it keeps.

use crate::film::Film;
use crate::keepers::Keeper;
use crate::pilots::{self, Input};
use crate::wire::{End, Wire};
use crate::world::{Storage, World};
use ggrs::{
    Config, DesyncDetection, GgrsEvent, GgrsRequest, P2PSession, PlayerType, SessionBuilder, SessionState,
};
use std::cell::RefCell;
use std::error::Error;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The most frames that a machine is ahead of the inputs of the other one.
pub(crate) const PREDICTION: usize = 8;

/// The frames from one checksum that the machines compare to the next.
pub(crate) const INTERVAL: u32 = 10;

/// The types of the session. Its cells are empty: a [`Keeper`] has the states.
struct Types;

impl Config for Types {
    type Input = Input;
    type State = ();
    type Address = SocketAddr;
}

/// How long something took, each time.
#[derive(Clone, Default, Debug)]
pub(crate) struct Timed(Vec<Duration>);

impl Timed {
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push(start.elapsed());
        result
    }

    /// The median in microseconds.
    pub(crate) fn median(&self) -> f64 {
        let mut times = self.0.clone();
        times.sort_unstable();
        times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
    }
}

/// The times of what the session asked for.
#[derive(Clone, Default, Debug)]
pub(crate) struct Times {
    pub(crate) save: Timed,
    pub(crate) load: Timed,
    pub(crate) sum: Timed,
    pub(crate) advance: Timed,
}

/// What the session asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Asked {
    pub(crate) ticks: u32,
    /// The frames in which the machine waited for the other one.
    pub(crate) waits: u32,
    /// The rollbacks of 0, 1 and more frames.
    pub(crate) rollbacks: [u32; PREDICTION + 1],
    pub(crate) saves: u64,
    pub(crate) saved_bytes: u64,
}

impl Asked {
    pub(crate) fn rollback_count(&self) -> u32 {
        self.rollbacks.iter().sum()
    }

    /// The frames that were played again.
    pub(crate) fn again(&self) -> u32 {
        (0..).zip(self.rollbacks).map(|(depth, count)| depth * count).sum()
    }

    pub(crate) fn deepest(&self) -> usize {
        self.rollbacks.iter().rposition(|count| *count > 0).unwrap_or(0)
    }
}

pub(crate) struct Peer<S: Storage, K> {
    session: P2PSession<Types>,
    pub(crate) wire: Rc<RefCell<Wire>>,
    player: usize,
    pub(crate) world: World<S>,
    pub(crate) keeper: K,
    /// The frame that was saved last, and its checksum.
    pub(crate) newest: Option<(u32, u64)>,
    pub(crate) asked: Asked,
    pub(crate) times: Times,
    /// The inputs of each frame that were used last.
    pub(crate) inputs: Vec<[Input; 2]>,
    pub(crate) film: Film,
    /// The frame in which this machine plays by wrong rules.
    wind: Option<u32>,
    /// The frame of the first checksum that was not that of the other machine.
    pub(crate) desync: Option<u32>,
}

impl<S: Storage, K: Keeper<S>> Peer<S, K> {
    pub(crate) fn new(
        wire: Rc<RefCell<Wire>>,
        player: usize,
        seed: u64,
        input_delay: usize,
        wind: Option<u32>,
    ) -> Result<Self, Box<dyn Error>> {
        let remote = wire.borrow().remote();
        let types = [PlayerType::Local, PlayerType::Remote(remote)];
        let session = SessionBuilder::<Types>::new()
            .with_num_players(2)
            .with_max_prediction_window(PREDICTION)
            .with_input_delay(input_delay)
            .with_desync_detection_mode(DesyncDetection::On { interval: INTERVAL })
            // Nobody leaves, however long the machine is busy with something else.
            .with_disconnect_timeout(Duration::from_secs(3_600))
            .with_disconnect_notify_delay(Duration::from_secs(1_800))
            .add_player(types[player], 0)?
            .add_player(types[1 - player], 1)?
            .start_p2p_session(End(wire.clone()))?;
        Ok(Peer {
            session,
            wire,
            player,
            world: World::new(seed),
            keeper: K::new(),
            newest: None,
            asked: Asked::default(),
            times: Times::default(),
            inputs: Vec::new(),
            film: Film::default(),
            wind,
            desync: None,
        })
    }

    /// Exchanges the messages of the handshake. Returns whether it is over.
    pub(crate) fn shake_hands(&mut self) -> Result<bool, Box<dyn Error>> {
        self.session.poll_remote_clients();
        self.wire.borrow_mut().flush()?;
        Ok(self.session.current_state() == SessionState::Running)
    }

    /// Plays a frame, or waits for inputs of the other machine.
    pub(crate) fn tick(&mut self) -> Result<(), Box<dyn Error>> {
        self.asked.ticks += 1;
        self.wire.borrow_mut().tick();
        self.film.tick();
        self.session.add_local_input(self.player, pilots::input(&self.world, self.player))?;
        let before = self.session.current_frame();
        for request in self.session.advance_frame()? {
            self.answer(request)?;
        }
        if self.session.current_frame() == before {
            self.asked.waits += 1;
            self.film.waits();
        }
        for event in self.session.events() {
            if let GgrsEvent::DesyncDetected { frame, .. } = event {
                self.desync.get_or_insert(frame as u32);
            }
        }
        let lost = self.wire.borrow().traffic.lost;
        self.wire.borrow_mut().flush()?;
        self.film.lost((self.wire.borrow().traffic.lost - lost) as u32);
        Ok(())
    }

    fn answer(&mut self, request: GgrsRequest<Types>) -> Result<(), Box<dyn Error>> {
        match request {
            GgrsRequest::SaveGameState { cell, frame } => {
                let sum = self.save(frame as u32)?;
                cell.save(frame, None, Some(sum.into()));
            }
            GgrsRequest::LoadGameState { frame, .. } => self.load(frame as u32)?,
            GgrsRequest::AdvanceFrame { inputs } => self.advance([inputs[0].0, inputs[1].0]),
        }
        Ok(())
    }

    /// Saves the frame, and returns its checksum. While the machine waits, it is asked for the same frame again.
    fn save(&mut self, frame: u32) -> Result<u64, Box<dyn Error>> {
        if let Some((_, sum)) = self.newest.filter(|(newest, _)| *newest == frame) {
            return Ok(sum);
        }
        self.times.save.time(|| self.keeper.push(&self.world));
        let sum = self.times.sum.time(|| self.keeper.sum(&self.world))?;
        self.newest = Some((frame, sum));
        self.asked.saves += 1;
        self.asked.saved_bytes = self.keeper.bytes();
        Ok(sum)
    }

    fn load(&mut self, frame: u32) -> Result<(), Box<dyn Error>> {
        let depth = self.world.round.frame - frame;
        self.asked.rollbacks[depth as usize] += 1;
        self.film.rolls_back(frame, depth);
        self.go_back(frame)
    }

    /// Restores a frame.
    pub(crate) fn go_back(&mut self, frame: u32) -> Result<(), Box<dyn Error>> {
        self.times.load.time(|| self.keeper.rewind_to(frame, &mut self.world))?;
        let sum = self.keeper.sum(&self.world)?;
        self.newest = Some((frame, sum));
        Ok(())
    }

    fn advance(&mut self, inputs: [Input; 2]) {
        let frame = self.world.round.frame;
        self.inputs.truncate(frame as usize);
        self.inputs.push(inputs);
        self.times.advance.time(|| self.world.advance(inputs));
        if self.wind == Some(frame) {
            self.world.blow();
        }
        self.film.shoot(&self.world);
    }

    /// The last frame that this machine has saved, and that no rollback will change.
    pub(crate) fn confirmed(&self) -> u32 {
        let saved = self.newest.map_or(0, |(newest, _)| newest);
        saved.min(self.session.confirmed_frame().max(0) as u32)
    }
}
