//! The printed tables.

use crate::measure::Measured;

/// The names of rows that others are compared with.
pub(crate) const BOX: &str = "Box, mimalloc";
pub(crate) const HEAPLESS: &str = "heapless";

/// What the columns mean, for below the last table.
pub(crate) const LEGEND: &str = "\
Box, system  what `Box` is on the system allocator
heapless     its box pool, on a static as large as the pools of this crate
PoolBox      by its `sync`; u32 and split24 are wider tables than the default
median       of the rounds, in which all rows take turns; half of the rounds were between the two numbers beside it
of Box       the median divided by that of `Box` on mimalloc; goal: what it is to be at most, and whether it is
";

/// Prints what the rows took, by the steps that a nanosecond is of.
pub(crate) fn print(title: &str, step: &str, rows: &[Measured]) {
    let median_of = |name| rows.iter().find(|row| row.name == name).map(Measured::median);
    let (of_box, of_heapless) = (median_of(BOX), median_of(HEAPLESS));
    println!("{title}\n");
    line(["", "median", "half between", "of Box", "goal", "of heapless", "goal"]);
    line(["", &format!("ns/{step}"), &format!("ns/{step}"), "ratio", "", "ratio", ""]);
    for row in rows {
        let [low, high] = row.quartiles();
        let [of_box, box_goal] = ratio(row.median(), of_box, row.goals.of_box);
        let [of_heapless, heapless_goal] = ratio(row.median(), of_heapless, row.goals.of_heapless);
        line([
            row.name,
            &format!("{:.2}", row.median()),
            &format!("{low:.2} {high:.2}"),
            &of_box,
            &box_goal,
            &of_heapless,
            &heapless_goal,
        ]);
    }
    println!();
}

/// `a / b`, and what is said of the goal for it.
pub(crate) fn ratio(a: f64, b: Option<f64>, goal: Option<f64>) -> [String; 2] {
    let Some(b) = b else {
        return [String::new(), String::new()];
    };
    let goal = goal.map(|goal| format!("{goal:.2} {}", if a / b <= goal { "met" } else { "missed" }));
    [format!("{:.2}", a / b), goal.unwrap_or_default()]
}

/// One line: words to the left, numbers to the right.
fn line(columns: [&str; 7]) {
    let [name, median, quartiles, of_box, box_goal, of_heapless, heapless_goal] = columns;
    let line = format!(
        "{name:<26}{median:>9}{quartiles:>16}{of_box:>9}{box_goal:>14}{of_heapless:>13}{heapless_goal:>14}"
    );
    println!("{}", line.trim_end());
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
    rest.as_bytes().chunks(3).fold(first.to_owned(), |text, group| {
        let group = group.iter().map(|&digit| char::from(digit));
        text + "," + &group.collect::<String>()
    })
}
