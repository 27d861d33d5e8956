//! The board of the day, of the week, of the month: the same for everyone, from the date alone.

use quandary_core::puzzle::{GenerateError, GenerateSpec};

/// How often a special board comes, and what it is.
struct Special {
    name: &'static str,
    class: &'static str,
    /// The number of the period, from that of the day: days, weeks and months are counted from the start of 1970.
    period: fn(Date) -> u64,
}

const SPECIALS: [Special; 3] = [
    Special { name: "daily", class: "20x20-daily", period: |date| date.day_number() },
    // The first day of 1970 was a Thursday; weeks begin on Mondays.
    Special { name: "weekly", class: "25x25-weekly", period: |date| (date.day_number() + 3) / 7 },
    Special { name: "monthly", class: "30x30-monthly", period: |date| (date.year - 1970) * 12 + date.month - 1 },
];

/// A day of the calendar.
#[derive(Clone, Copy, Debug)]
struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-').map(|part| part.parse::<u64>().ok());
        let date = Date { year: parts.next()??, month: parts.next()??, day: parts.next()?? };
        let is_real = (1970..=9999).contains(&date.year) && (1..=12).contains(&date.month);
        (is_real && (1..=date.days_in_month()).contains(&date.day)).then_some(date)
    }

    fn is_leap_year(self) -> bool {
        self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400))
    }

    fn days_in_month(self) -> u64 {
        match self.month {
            2 => 28 + u64::from(self.is_leap_year()),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    /// Days since the first of January 1970.
    fn day_number(self) -> u64 {
        let leap_days = |years: u64| years / 4 - years / 100 + years / 400;
        let before = self.year - 1;
        let years = (self.year - 1970) * 365 + leap_days(before) - leap_days(1969);
        let months: u64 = (1..self.month).map(|month| Date { month, ..self }.days_in_month()).sum();
        years + months + self.day - 1
    }
}

/// The class of the special board that is asked for, and the seed of its period; `None` when none is.
pub(super) fn special(spec: &GenerateSpec) -> Result<Option<(&'static str, u64)>, GenerateError> {
    let refuse = |name: &'static str, message: String| Err(GenerateError::Option { name, message });
    let (special, date) = match (spec.text("special"), spec.text("date")) {
        (None, None) => return Ok(None),
        (None, Some(_)) => {
            return refuse("date", "it goes with the option 'special': daily, weekly or monthly".to_owned());
        }
        (Some(_), None) => {
            return refuse("special", "say for which day with the option 'date', such as 2026-11-16".to_owned());
        }
        (Some(special), Some(date)) => (special, date),
    };
    let Some(found) = SPECIALS.iter().find(|known| known.name == special) else {
        return refuse("special", format!("'{special}' is not one of daily, weekly, monthly"));
    };
    let Some(date) = Date::parse(date) else {
        return refuse("date", format!("'{date}' is not a date such as 2026-11-16, from 1970 on"));
    };
    Ok(Some((found.class, (found.period)(date))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Option<u64> {
        Date::parse(text).map(Date::day_number)
    }

    #[test]
    fn days_are_counted_through_leap_years() {
        assert_eq!(day("1970-01-01"), Some(0));
        assert_eq!(day("1972-03-01"), Some(790));
        assert_eq!(day("2000-02-29"), Some(11_016));
        assert_eq!(day("2026-11-16"), Some(20_773));
        for wrong in ["2026-02-29", "1900-01-01", "2026-13-01", "2026-00-10", "16.11.2026", "2026-11"] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_week_goes_from_monday_to_sunday() {
        let week = |text: &str| (SPECIALS[1].period)(Date::parse(text).unwrap());
        assert_eq!(week("2026-11-16"), week("2026-11-22"));
        assert_eq!(week("2026-11-15") + 1, week("2026-11-16"));
    }
}
