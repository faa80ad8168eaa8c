//! Rounds: all contenders in turn, again and again, so that whatever else the machine does meets all of them.

/// A kind of box at work.
pub(crate) struct Contender<'a> {
    pub(crate) name: &'static str,
    pub(crate) goals: Goals,
    /// Brings it into its first state.
    reset: Box<dyn Fn() + 'a>,
    /// Does the work once: nanoseconds a step, or `None` where something came in between.
    run: Box<dyn FnMut() -> Option<f64> + 'a>,
}

/// What it may take at most, as a share of what another takes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Goals {
    /// Of `Box` on mimalloc.
    pub(crate) of_box: Option<f64>,
    /// Of the pool of `heapless`.
    pub(crate) of_heapless: Option<f64>,
}

impl<'a> Contender<'a> {
    pub(crate) fn new(name: &'static str, mut run: impl FnMut() -> f64 + 'a) -> Self {
        Self::disturbed(name, move || Some(run()))
    }

    /// One whose work may be disturbed: then the round does not count for it.
    pub(crate) fn disturbed(name: &'static str, run: impl FnMut() -> Option<f64> + 'a) -> Self {
        Contender { name, goals: Goals::default(), reset: Box::new(|| ()), run: Box::new(run) }
    }

    pub(crate) fn goals(self, of_box: f64, of_heapless: f64) -> Self {
        Contender { goals: Goals { of_box: Some(of_box), of_heapless: Some(of_heapless) }, ..self }
    }

    pub(crate) fn goal(self, of_box: f64) -> Self {
        Contender { goals: Goals { of_box: Some(of_box), of_heapless: None }, ..self }
    }

    pub(crate) fn reset(self, reset: impl Fn() + 'a) -> Self {
        Contender { reset: Box::new(reset), ..self }
    }
}

/// A kind of box, measured.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    pub(crate) goals: Goals,
    /// Nanoseconds a step in every round that counts, the fastest first.
    times: Vec<f64>,
}

impl Measured {
    /// Rounds that count.
    pub(crate) fn rounds(&self) -> usize {
        self.times.len()
    }

    pub(crate) fn median(&self) -> f64 {
        self.times[self.times.len() / 2]
    }

    /// Between these two were half of the rounds.
    pub(crate) fn quartiles(&self) -> [f64; 2] {
        let rounds = self.times.len();
        [self.times[rounds / 4], self.times[rounds - 1 - rounds / 4]]
    }
}

/// Does the work once without a clock, which brings the memory in, then `rounds` times. Who had no round that counts is left
/// out.
pub(crate) fn measure(rounds: usize, mut contenders: Vec<Contender<'_>>) -> Vec<Measured> {
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..=rounds {
        // All at first, so that no contender has its memory in the caches because it was reset a moment ago.
        for contender in &contenders {
            (contender.reset)();
        }
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let time = (contender.run)();
            if round > 0 {
                times.extend(time);
            }
        }
    }
    let rows = contenders.iter().zip(times).filter(|(_, times)| !times.is_empty());
    rows.map(|(contender, mut times)| {
        times.sort_unstable_by(f64::total_cmp);
        Measured { name: contender.name, goals: contender.goals, times }
    })
    .collect()
}
