//! The rounds: all kinds of links take turns, again and again, so that other load on the machine affects all of them.

use crate::contender::{Answers, Contender, PHASES, Work};
use crate::order::Order;
use std::error::Error;

/// A kind of link, measured.
pub(crate) struct Measured<O: Order> {
    pub(crate) contender: Contender<O>,
    /// Bytes from a node to the next one in memory, in the first round.
    pub(crate) stride: Option<usize>,
    /// Nanoseconds per key: the medians of all rounds.
    pub(crate) times: [f64; PHASES.len()],
}

/// All kinds of links, and the answers of the sets on them.
pub(crate) struct Measurement<O: Order> {
    pub(crate) answers: Answers,
    pub(crate) rows: Vec<Measured<O>>,
}

/// Does the work once on every kind of link to get the answers, which also loads the memory. Then does it `rounds`
/// times and measures.
pub(crate) fn measure<O: Order>(
    work: &Work<O>,
    contenders: Vec<Contender<O>>,
    rounds: usize,
) -> Result<Measurement<O>, Box<dyn Error>> {
    let mut rows = Vec::new();
    let mut expected = None;
    for contender in contenders {
        let round = (contender.round)(work)?;
        agree(&contender, expected.get_or_insert(round.answers), &round.answers)?;
        rows.push(Measured { contender, stride: round.stride, times: round.times });
    }
    let answers = expected.ok_or("there is nothing to measure")?;
    let mut times = vec![Vec::with_capacity(rounds); rows.len()];
    for _ in 0..rounds {
        for (row, times) in rows.iter().zip(&mut times) {
            let round = (row.contender.round)(work)?;
            agree(&row.contender, &answers, &round.answers)?;
            times.push(round.times);
        }
    }
    for (row, times) in rows.iter_mut().zip(&times) {
        row.times = std::array::from_fn(|phase| median(times.iter().map(|times| times[phase]).collect()));
    }
    Ok(Measurement { answers, rows })
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Checks that a set holds its keys and nothing else.
fn agree<O: Order>(contender: &Contender<O>, expected: &Answers, answers: &Answers) -> Result<(), String> {
    if answers == expected && answers.found == [answers.len, 0] {
        return Ok(());
    }
    Err(format!("the set on links of {} is wrong: {answers:?}, expected {expected:?}", contender.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::contender;
    use crate::links::{Boxes, Node};
    use crate::order::{Key, Numbers};
    use stackpool::pool;

    pool! {
        Small: [Node<Small>; 1_000], boxed;
        Large: [Node<Large>; 100_000], boxed;
    }

    fn measured(keys: u32, misses: &[Key]) -> Result<Measurement<Numbers>, String> {
        let keys: Vec<_> = (0..keys).collect();
        let contenders = vec![
            contender::<Boxes, _>("Box", None),
            contender::<Large, _>("Large", None),
            contender::<Small, _>("Small", None),
        ];
        measure(&Work::new(Numbers, &keys, misses), contenders, 1).map_err(|error| error.to_string())
    }

    /// One test, because the pools are statics: a second test would take slots from the first.
    #[test]
    fn all_links_answer_the_same_or_there_is_an_error() {
        let Measurement { answers, rows } = measured(1_000, &[1_000]).unwrap();
        assert_eq!((answers.len, answers.first, answers.last), (1_000, 0, 999));
        let sizes: Vec<_> = rows.iter().map(|row| (row.contender.link_bytes, row.stride)).collect();
        assert_eq!(sizes[1..], [(3, Some(12)), (2, Some(8))]);

        // A key that is listed as missing is there.
        let message = measured(100, &[50]).err().unwrap();
        assert!(message.starts_with("the set on links of Box is wrong: "), "{message}");
        assert!(message.contains("found: [100, 100]"), "{message}");

        let full = "the pool of `Small` has no room: its capacity is 1,000, and each thread keeps up to 15 free slots";
        assert_eq!(measured(1_001, &[2_000]).err().unwrap(), full);
    }
}
