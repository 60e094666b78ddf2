//! The dated editions of the Comprehensive Rules that the suite knows.

use jiff::civil::{Date, date};

/// The days on which the known editions came into force, oldest first.
///
/// The list starts with the edition that made phased out a status. Between 2009-07-10 and 2011-02-04, and between
/// 2012-10-01 and 2015-01-23, there were further editions whose text was not at hand: a change that happened there is
/// dated to the first known edition that has it.
pub const EDITIONS: [Date; 75] = [
    date(2009, 7, 10),
    date(2011, 2, 4),
    date(2011, 5, 1),
    date(2011, 7, 15),
    date(2011, 9, 30),
    date(2012, 6, 1),
    date(2012, 10, 1),
    date(2015, 1, 23),
    date(2016, 7, 22),
    date(2016, 8, 26),
    date(2016, 9, 30),
    date(2016, 11, 11),
    date(2017, 1, 20),
    date(2017, 4, 28),
    date(2017, 6, 5),
    date(2017, 7, 8),
    date(2017, 8, 25),
    date(2017, 9, 29),
    date(2018, 1, 19),
    date(2018, 4, 27),
    date(2018, 6, 8),
    date(2018, 7, 13),
    date(2018, 8, 10),
    date(2018, 10, 5),
    date(2019, 1, 25),
    date(2019, 5, 3),
    date(2019, 6, 14),
    date(2019, 7, 12),
    date(2019, 8, 23),
    date(2019, 10, 4),
    date(2020, 1, 24),
    date(2020, 4, 17),
    date(2020, 6, 1),
    date(2020, 7, 3),
    date(2020, 8, 7),
    date(2020, 9, 25),
    date(2020, 11, 20),
    date(2021, 2, 5),
    date(2021, 2, 15),
    date(2021, 4, 22),
    date(2021, 6, 18),
    date(2021, 7, 23),
    date(2021, 9, 24),
    date(2021, 11, 19),
    date(2022, 2, 18),
    date(2022, 4, 29),
    date(2022, 6, 10),
    date(2022, 7, 8),
    date(2022, 9, 8),
    date(2022, 10, 7),
    date(2022, 11, 18),
    date(2023, 2, 3),
    date(2023, 4, 14),
    date(2023, 6, 16),
    date(2023, 9, 1),
    date(2023, 10, 13),
    date(2023, 11, 17),
    date(2024, 2, 2),
    date(2024, 3, 8),
    date(2024, 4, 12),
    date(2024, 6, 7),
    date(2024, 7, 30),
    date(2024, 9, 20),
    date(2024, 11, 8),
    date(2025, 2, 7),
    date(2025, 4, 4),
    date(2025, 6, 6),
    date(2025, 7, 25),
    date(2025, 9, 19),
    date(2025, 11, 14),
    date(2026, 1, 16),
    date(2026, 2, 27),
    date(2026, 4, 17),
    date(2026, 6, 19),
    date(2026, 8, 7),
];

/// The newest edition.
pub const NEWEST: Date = EDITIONS[EDITIONS.len() - 1];

/// The known edition in force on a day: the last one that is not later. `None` before the first.
///
/// ```
/// use jiff::civil::date;
/// use outofphase_cases::registry::edition_in_force;
///
/// assert_eq!(edition_in_force(date(2017, 8, 24)), Some(date(2017, 7, 8)));
/// assert_eq!(edition_in_force(date(2017, 8, 25)), Some(date(2017, 8, 25)));
/// assert_eq!(edition_in_force(date(2009, 7, 9)), None);
/// ```
pub fn edition_in_force(day: Date) -> Option<Date> {
    EDITIONS[..EDITIONS.partition_point(|edition| *edition <= day)].last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_are_listed_once_and_in_order() {
        assert!(EDITIONS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
