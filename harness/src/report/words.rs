//! Wording that all renderings share: clause headings, counts, explanations of a result.

use super::record::{CaseResult, Footer, Run};
use crate::verdict::{Counts, Verdict};
use outofphase_adapter::Date;
use outofphase_cases::registry::{Clause, Kind, Lang, Registry};

/// What happened to a clause in a run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum ClauseState {
    /// Cases passed, none failed, and they are not mostly skipped.
    Holds,
    /// A case failed, broke or hung.
    Broken,
    /// All that failed was expected to.
    KnownBroken,
    /// Most cases were skipped: no statement.
    Open,
}

impl ClauseState {
    /// The state that counts add up to.
    #[must_use]
    pub(crate) const fn of(counts: &Counts) -> ClauseState {
        if counts.failing() > 0 {
            ClauseState::Broken
        } else if counts.xfail > 0 {
            ClauseState::KnownBroken
        } else if counts.mostly_skipped() || counts.total() == 0 {
            ClauseState::Open
        } else {
            ClauseState::Holds
        }
    }

    /// A sign for it that reads without colour.
    #[must_use]
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            ClauseState::Holds => "✓",
            ClauseState::Broken => "✗",
            ClauseState::KnownBroken => "≈",
            ClauseState::Open => "○",
        }
    }

    /// A word for it.
    #[must_use]
    pub(crate) const fn word(self) -> &'static str {
        match self {
            ClauseState::Holds => "holds",
            ClauseState::Broken => "broken",
            ClauseState::KnownBroken => "known broken",
            ClauseState::Open => "no statement",
        }
    }
}

/// A clause as a report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClauseRow {
    /// Its slug.
    pub(crate) slug: String,
    /// Its number in the run's edition, or `-`.
    pub(crate) number: String,
    /// What it demands, in the report's language.
    pub(crate) summary: String,
    /// The section it is listed under.
    pub(crate) section: Section,
    /// Its cases by verdict.
    pub(crate) counts: Counts,
}

/// The parts of the rules by which clauses are listed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Section {
    /// 702.26.
    Phasing,
    /// 603.6.
    ZoneChange,
    /// 603.10.
    LookBack,
    /// 703.4.
    TurnBased,
    /// Rules elsewhere that decide how those play out.
    Neighbours,
}

impl Section {
    /// All of them, in the order of a report.
    pub(crate) const ALL: [Section; 5] =
        [Section::Phasing, Section::ZoneChange, Section::LookBack, Section::TurnBased, Section::Neighbours];

    /// The section of a clause.
    #[must_use]
    pub(crate) fn of(clause: &Clause) -> Section {
        match (clause.kind(), clause.slug().split('.').next()) {
            (Kind::Neighbour, _) => Section::Neighbours,
            (Kind::Core, Some("phasing")) => Section::Phasing,
            (Kind::Core, Some("zone-change")) => Section::ZoneChange,
            (Kind::Core, Some("look-back")) => Section::LookBack,
            (Kind::Core, Some("turn-based")) => Section::TurnBased,
            (Kind::Core, _) => Section::Neighbours,
        }
    }

    /// The heading.
    #[must_use]
    pub(crate) const fn title(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Section::Phasing, Lang::En) => "Phasing",
            (Section::Phasing, Lang::Es) => "Cambio de fase",
            (Section::Phasing, Lang::Fr) => "Déphasage",
            (Section::ZoneChange, Lang::En) => "Zone-change triggers",
            (Section::ZoneChange, Lang::Es) => "Disparos por cambio de zona",
            (Section::ZoneChange, Lang::Fr) => "Déclenchements par changement de zone",
            (Section::LookBack, Lang::En) => "Triggers that look back",
            (Section::LookBack, Lang::Es) => "Disparos que miran atrás",
            (Section::LookBack, Lang::Fr) => "Déclenchements qui regardent en arrière",
            (Section::TurnBased, Lang::En) => "Turn-based actions",
            (Section::TurnBased, Lang::Es) => "Acciones basadas en el turno",
            (Section::TurnBased, Lang::Fr) => "Actions de tour",
            (Section::Neighbours, Lang::En) => "Neighbouring rules",
            (Section::Neighbours, Lang::Es) => "Reglas vecinas",
            (Section::Neighbours, Lang::Fr) => "Règles voisines",
        }
    }
}

/// The number of a clause on a day, or a dash where it has none.
#[must_use]
pub(crate) fn number(slug: &str, day: Date) -> String {
    Registry::builtin().clause(slug).and_then(|c| c.number_on(day)).unwrap_or("-").to_owned()
}

/// A clause in one line: `702.26g phasing.indirect`.
#[must_use]
pub(crate) fn clause_line(slug: &str, day: Date) -> String {
    format!("{} {slug}", number(slug, day))
}

/// What a clause demands, or nothing if nobody knows it.
#[must_use]
pub(crate) fn summary(slug: &str, lang: Lang) -> &'static str {
    Registry::builtin().clause(slug).map_or("", |c| c.summary(lang))
}

/// One row a clause that the run has cases for, section by section in the order of the rules.
#[must_use]
pub(crate) fn clause_rows(footer: &Footer, edition: Date, lang: Lang) -> Vec<ClauseRow> {
    let registry = Registry::builtin();
    let mut rows: Vec<ClauseRow> = registry
        .iter()
        .filter_map(|c| {
            let counts = *footer.by_clause.get(c.slug())?;
            let (slug, number) = (c.slug().to_owned(), c.number_on(edition).unwrap_or("-").to_owned());
            Some(ClauseRow { slug, number, summary: c.summary(lang).to_owned(), section: Section::of(c), counts })
        })
        .collect();
    // Records of a newer suite may name clauses that this one does not know.
    rows.extend(footer.by_clause.iter().filter(|(slug, _)| registry.clause(slug).is_none()).map(|(slug, counts)| ClauseRow {
        slug: slug.clone(),
        number: "-".to_owned(),
        summary: String::new(),
        section: Section::Neighbours,
        counts: *counts,
    }));
    rows.sort_by_key(|r| r.section);
    rows
}

/// `1 case`, `2 cases`.
#[must_use]
pub(crate) fn cases(n: usize) -> String {
    format!("{n} case{}", if n == 1 { "" } else { "s" })
}

/// The counts in words: `312 cases: 310 passed, 2 failed`. What is zero is left out, but for passed and failed.
#[must_use]
pub(crate) fn counts(run: &Run) -> String {
    let c = &run.footer.counts;
    let mut parts = vec![format!("{} passed", c.pass), format!("{} failed", c.fail)];
    for verdict in Verdict::ALL {
        let n = c.of(verdict);
        let words = match verdict {
            Verdict::Pass | Verdict::Fail => continue,
            Verdict::Skip => "skipped",
            Verdict::Error => "broke",
            Verdict::Timeout => "timed out",
            Verdict::Xfail => "failed as expected",
            Verdict::Xpass => "passed against expectation",
        };
        if n > 0 {
            parts.push(format!("{n} {words}"));
        }
    }
    if run.footer.not_run > 0 {
        parts.push(format!("{} not run", run.footer.not_run));
    }
    format!("{}: {}", cases(c.total()), parts.join(", "))
}

/// What a result says in one line, for listings.
#[must_use]
pub(crate) fn headline(r: &CaseResult) -> String {
    match (r.verdict, r.mismatches.first(), &r.message) {
        (Verdict::Pass, ..) => "passed".to_owned(),
        (Verdict::Xpass, ..) => {
            format!("passed, but was expected to fail: {}", r.reason.as_deref().unwrap_or("no reason given"))
        }
        (Verdict::Skip, ..) => format!("skipped: needs {}", needs(r)),
        (_, Some(m), _) => format!("{}: expected {}, seen {}", m.subject, m.expected, m.seen),
        (_, None, Some(message)) => message.lines().next().unwrap_or_default().to_owned(),
        (_, None, None) => r.verdict.to_string(),
    }
}

/// What a result needs, in words.
#[must_use]
pub(crate) fn needs(r: &CaseResult) -> String {
    r.needs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
