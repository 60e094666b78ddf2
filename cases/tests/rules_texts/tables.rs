//! Where the clauses of phasing, zone changes and turn-based actions stood in each edition, worked out by hand.
//!
//! The registry and the comparison both have to agree with this; neither made it.

use jiff::civil::{Date, date};

/// A clause by its number in the newest edition, or by a word if it is deleted, and its numbers by era.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    numbers: Vec<Option<String>>,
}

/// A table of clauses over a number of eras.
pub(crate) struct Table {
    starts: Vec<Date>,
    pub(crate) rows: Vec<Row>,
}

impl Table {
    /// The number of a row's clause in an edition, if the table knows that edition and the clause was there.
    pub(crate) fn number_on(&self, row: &Row, edition: Date) -> Option<String> {
        let era = self.starts.iter().rposition(|start| *start <= edition)?;
        row.numbers[era].clone()
    }

    pub(crate) fn covers(&self, edition: Date) -> bool {
        self.starts.first().is_some_and(|start| *start <= edition)
    }
}

/// Each line is a name and one column for each era; a dash where the clause is not there.
fn table(starts: &[Date], rules: &[&str], lines: &'static str) -> Table {
    let row = |line: &'static str| {
        let mut columns = line.split_whitespace();
        let name = columns.next().expect("a name");
        let numbers: Vec<Option<String>> =
            columns.zip(rules).map(|(column, rule)| (column != "-").then(|| format!("{rule}{}", column.trim_start_matches('=')))).collect();
        assert_eq!(numbers.len(), starts.len(), "{line}");
        Row { name, numbers }
    };
    Table { starts: starts.to_vec(), rows: lines.lines().filter(|line| !line.trim().is_empty()).map(row).collect() }
}

pub(crate) fn phasing() -> Table {
    table(
        &[
            date(2009, 7, 10),
            date(2011, 2, 4),
            date(2011, 7, 15),
            date(2015, 1, 23),
            date(2017, 8, 25),
            date(2018, 4, 27),
            date(2020, 8, 7),
            date(2021, 4, 22),
        ],
        &["702.23", "702.23", "702.24", "702.25", "702.25", "702.25", "702.25", "702.26"],
        "
        702.26  = = = = = = = =
        702.26a a a a a a a a a
        702.26b b b b b b b b b
        702.26c c c c c c c c c
        702.26d d d d d d d d d
        702.26e - - - - - - e e
        702.26f e e e e e e f f
        702.26g f f f f f f g g
        702.26h g g g g g g h h
        702.26i h h h h h h i i
        702.26j - i i i i i j j
        702.26k i j j j j j k k
        tokens  j k k k - - - -
        702.26m k m m m k k m m
        702.26n - - - - - m n n
        702.26p m n n n m n p p
        ",
    )
}

pub(crate) fn zone_changes() -> Table {
    table(
        &[date(2011, 2, 4), date(2016, 11, 11)],
        &["603.", "603."],
        "
        603.6   6   6
        603.6a  6a  6a
        603.6b  6b  6b
        603.6c  6c  6c
        603.6d  6e  6d
        603.6e  6f  6e
        603.10  6d  10
        603.10a -   10a
        603.10b -   10b
        603.10c -   10c
        603.10d -   10d
        603.10e -   10e
        603.10f -   10f
        603.10g -   10g
        603.11  10  11
        ",
    )
}

pub(crate) fn turn_based_actions() -> Table {
    table(
        &[date(2011, 2, 4), date(2018, 4, 27), date(2021, 11, 19), date(2022, 10, 7), date(2024, 11, 8)],
        &["703.4"; 5],
        "
        703.4a    a a a a a
        703.4b    - - b b b
        703.4c    b b c c c
        703.4d    c c d d d
        703.4e    d d e e e
        703.4f    - e f f f
        703.4g    - - - g g
        703.4h    e f g h h
        703.4i    f g h i i
        703.4j    g h i j j
        attackers h i j k -
        blockers  i j k m -
        703.4k    j k m n k
        703.4m    k m n p m
        703.4n    m n p q n
        703.4p    n p q r p
        703.4q    p q r s q
        ",
    )
}

/// The editions in which a phasing clause was reworded. All others have only moved it, or its cross-references.
pub(crate) fn phasing_rewordings(name: &str) -> &'static [Date] {
    const COMBAT: Date = date(2016, 7, 22);
    const TOKENS: Date = date(2017, 8, 25);
    const STICKERS: Date = date(2022, 10, 7);
    const ABILITIES: Date = date(2025, 2, 7);
    match name {
        "702.26b" => &[COMBAT],
        "702.26d" => &[TOKENS, STICKERS],
        "702.26k" => &[ABILITIES],
        _ => &[],
    }
}
