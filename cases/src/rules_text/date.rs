//! Finding out which edition a text is.

use jiff::civil::Date;

const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// The date in a sentence such as "... effective as of August 7, 2026".
pub(super) fn stated(text: &str) -> Option<Date> {
    const MARK: &str = "effective as of";
    let lower = text.to_ascii_lowercase();
    lower.match_indices(MARK).find_map(|(at, _)| written_out(&lower[at + MARK.len()..]))
}

/// A date written as month, day, year at the start of a text, whatever stands between them.
fn written_out(text: &str) -> Option<Date> {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let month = words.next()?;
    let month = MONTHS.iter().position(|name| *name == month || (month.len() == 3 && name.starts_with(month)))?;
    let day = words.next()?.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?;
    let year = words.next()?.parse().ok()?;
    Date::new(year, i8::try_from(month + 1).ok()?, day).ok()
}

/// A date in a file name: `cr-2018-04-27.txt`, `MagicCompRules 20260819.txt`.
pub(super) fn in_name(name: &str) -> Option<Date> {
    let runs: Vec<&str> = name.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    let date = |y: &str, m: &str, d: &str| {
        (y.len() == 4 && y > "1993").then(|| Date::new(y.parse().ok()?, m.parse().ok()?, d.parse().ok()?).ok())?
    };
    let solid = runs.iter().filter(|run| run.len() == 8).find_map(|run| date(&run[..4], &run[4..6], &run[6..]));
    solid.or_else(|| runs.windows(3).find_map(|run| date(run[0], run[1], run[2])))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn stated_dates_are_read_whatever_the_wrapping() {
        for text in [
            "This text is effective as of August 7, 2026.",
            "EFFECTIVE AS OF\n  August 7,\n2026",
            "Nothing is effective as of today. All is effective as of Aug 7th 2026",
        ] {
            assert_eq!(stated(text), Some(date(2026, 8, 7)), "{text}");
        }
        assert_eq!(stated("effective as of February 30, 2026"), None);
        assert_eq!(stated("August 7, 2026"), None);
    }

    #[test]
    fn names_carry_dates_in_two_forms() {
        assert_eq!(in_name("cr-2018-04-27.txt"), Some(date(2018, 4, 27)));
        assert_eq!(in_name("MagicCompRules 20260819.txt"), Some(date(2026, 8, 19)));
        assert_eq!(in_name("rules-702-26-1.txt"), None);
        assert_eq!(in_name("cr-2009.txt"), None);
    }
}
