//! Two editions of the suite, or the newest and a proposed one: changes, games, cases, and where an engine stands.

use super::Args;
use crate::cli::{CliError, Exit, output};
use crate::coverage;
use crate::editions::clause_changes;
use crate::impact::{self, CaseChange, CaseFate, Change, Game, Played, Search, Stands, Told, tell};
use crate::reference;
use crate::report::paint::{BAD, BOLD, DIM, GOOD, OPEN, pad, paint};
use crate::report::{words, wrap};
use outofphase_adapter::{About, Date};
use outofphase_cases::registry::{Clause, Lang, Registry};
use outofphase_reference_engine::{NEWEST, OLDEST, Rulebook};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// What is compared.
struct Question {
    from: Date,
    to: Date,
    older: Rulebook,
    newer: Rulebook,
    changes: Vec<Change>,
    proposed: bool,
}

/// A change with what was found out about it.
struct Row {
    change: Change,
    game: Option<(Game, Told)>,
    played: Played,
    telling: Vec<String>,
    stands: Option<Stands>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let asked = question(args)?;
    let cases = args.cases.of_any_edition(&args.cases.all()?.cases);
    let touched = impact::cases(&cases, (asked.from, &asked.older), (asked.to, &asked.newer));
    let mut engine =
        if args.engine.is_external() { Some(args.engine.source(asked.to)?.open().map_err(CliError::NeverWorked)?) } else { None };
    let about = engine.as_ref().map(|e| e.adapter.about());
    let how = Search { config: outofphase_generators::Config::default(), seed: args.seed, count: args.count };
    let mut rows = Vec::new();
    for change in &asked.changes {
        let near = impact::seeds(&cases, change);
        let (game, played) = impact::search(change, &asked.newer, asked.to, &how, &near);
        let stands = engine.as_mut().map(|opened| {
            let games = game.iter().map(|g| &g.scenario).chain(near.iter().flatten());
            impact::stands(&mut *opened.adapter, change, &asked.newer, games)
        });
        if let (Some(folder), Some(game)) = (&args.write, &game) {
            write(folder, change, game)?;
        }
        // Of a proposal the cases know nothing: those that fail by it tell it apart.
        let wrong = if asked.proposed { asked.newer } else { change.undone(&asked.newer) };
        let telling = coverage::failing(&cases, asked.to, wrong, change.clause, usize::MAX);
        let game = game.map(|g| (g.clone(), tell(&g)));
        rows.push(Row { change: change.clone(), game, played, telling, stands });
    }
    output::print(if args.ndjson {
        records(args, &asked, &rows, &touched, about.as_ref())
    } else {
        told(args, &asked, &rows, &touched, about.as_ref())
    });
    let behind = |r: &Row| matches!(r.stands, Some(Stands::Before | Stands::Neither));
    let clean = if engine.is_some() { !rows.iter().any(behind) } else { rows.is_empty() && touched.is_empty() };
    Ok(if clean { Exit::Clean } else { Exit::Failed })
}

fn question(args: &Args) -> Result<Question, CliError> {
    if !args.what_if.is_empty() {
        let newer = reference::rulebook(NEWEST, &args.what_if).map_err(CliError::Mistake)?;
        let changes = impact::what_if(&newer);
        return Ok(Question { from: NEWEST, to: NEWEST, older: Rulebook::newest(), newer, changes, proposed: true });
    }
    if args.from.is_none() && args.to.is_none() && !args.engine.is_external() {
        return Err(CliError::mistake("which change? give --from DATE, or --old FILE --new FILE, or --what-if QUESTION=READING"));
    }
    let (from, to) = (args.from.unwrap_or(OLDEST), args.to.unwrap_or(NEWEST));
    if from > to {
        return Err(CliError::mistake(format!("--from {from} is later than --to {to}; swap them")));
    }
    let changes = impact::changes(from, to);
    Ok(Question { from, to, older: Rulebook::edition(from), newer: Rulebook::edition(to), changes, proposed: false })
}

fn write(folder: &Path, change: &Change, game: &Game) -> Result<(), CliError> {
    let failed = |e: std::io::Error| CliError::mistake(format!("{}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::write(folder.join(format!("{}.yaml", game.after.id)), yaml(change, game)).map_err(failed)
}

/// The game as a case of the newer rules and, if the older ones said anything, one of those.
fn yaml(change: &Change, game: &Game) -> String {
    let after = game.after.to_yaml();
    if change.since.is_none() || !change.stated_before {
        return after;
    }
    let before = game.before.to_yaml();
    let (_, before) = before.split_once("cases:\n").expect("a file of cases has them");
    format!("{after}\n{before}")
}

/// The number of a clause on a day or, if it has none then, the last it had.
fn number(slug: &str, day: Date) -> String {
    let clause = Registry::builtin().clause(slug);
    clause.map_or_else(String::new, |c| c.number_on(day).unwrap_or(c.latest_number()).to_owned())
}

/// The number just before a change of the clause that settled the question then; if none did, of the one that does now.
fn number_before(asked: &Question, change: &Change) -> String {
    let eve = change.since.and_then(|d| d.yesterday().ok()).unwrap_or(asked.from);
    let then = Registry::builtin().clause(change.clause_before).and_then(|c| c.number_on(eve));
    then.map_or_else(|| number(change.clause, asked.to), str::to_owned)
}

fn told(args: &Args, asked: &Question, rows: &[Row], touched: &[CaseChange], about: Option<&About>) -> String {
    let mut out = String::new();
    let what = if asked.proposed {
        format!("what if {}?", args.what_if.join(", "))
    } else {
        format!("rules of {} to rules of {}", asked.from, asked.to)
    };
    let changes = format!("{} change{}", rows.len(), if rows.len() == 1 { "" } else { "s" });
    let _ = writeln!(out, "{}  {changes} of outcome, {} touched", paint(BOLD, what), words::cases(touched.len()));
    clauses(&mut out, asked);
    if let Some(about) = about {
        standing(&mut out, asked, rows, about);
    }
    for row in rows {
        change(&mut out, args, asked, row);
    }
    for (fate, heading) in [
        (CaseFate::ChangesVerdict, "cases that come out otherwise"),
        (CaseFate::HoldsSince, "cases that hold only since"),
        (CaseFate::HoldsUntil, "cases that held only before"),
    ] {
        let these: Vec<&CaseChange> = touched.iter().filter(|c| c.what == fate).collect();
        if these.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n{}", paint(BOLD, format_args!("{} {heading}", these.len())));
        let width = these.iter().map(|c| c.id.len()).max().unwrap_or(0).min(60);
        for c in these {
            let _ = writeln!(out, "  {:width$}  {}", c.id, paint(DIM, c.clauses.join(", ")));
        }
    }
    out
}

/// What happened to the clauses themselves, as the registry knows it.
fn clauses(out: &mut String, asked: &Question) {
    let changes = clause_changes(asked.from, asked.to);
    let (then, now) = (asked.from, asked.to);
    for (word, clauses, day) in [
        ("new", &changes.added, now),
        ("deleted", &changes.deleted, then),
        ("reworded", &changes.reworded, now),
        ("renumbered", &changes.renumbered, now),
    ] {
        if clauses.is_empty() {
            continue;
        }
        let name = |c: &&Clause| match (word, c.number_on(then)) {
            ("renumbered", Some(old)) => format!("{old} → {}", words::clause_line(c.slug(), day)),
            _ => words::clause_line(c.slug(), day),
        };
        let names = clauses.iter().take(6).map(name).collect::<Vec<_>>().join(", ");
        let more = if clauses.len() > 6 { format!(" and {} more", clauses.len() - 6) } else { String::new() };
        let _ = writeln!(out, "  {} {word}: {}", clauses.len(), paint(DIM, names + &more));
    }
}

/// One line a change: on which side of it the engine stands.
fn standing(out: &mut String, asked: &Question, rows: &[Row], about: &About) {
    let _ = writeln!(out, "\n{} {} plays", paint(BOLD, &about.engine), about.version);
    for row in rows {
        let Some(stands) = &row.stands else { continue };
        let day = row.change.since.map_or_else(|| "the proposal".to_owned(), |d| d.to_string());
        let (sign, style, number, text) = match stands {
            Stands::After => ("✓", GOOD, number(row.change.clause, asked.to), format!("as since {day}")),
            Stands::Before => ("✗", BAD, number_before(asked, &row.change), format!("as before {day}")),
            Stands::Neither => ("✗", BAD, number(row.change.clause, asked.to), format!("in a way that fits neither side of {day}")),
            Stands::CantTell(why) => ("○", OPEN, number(row.change.clause, asked.to), format!("can't be told: {why}")),
        };
        let _ = writeln!(out, "  {} {} {text}  {}", paint(style, sign), pad(BOLD, &number, 8), paint(DIM, row.change.asks));
    }
}

fn change(out: &mut String, args: &Args, asked: &Question, row: &Row) {
    let c = &row.change;
    let (before, after) = (number_before(asked, c), number(c.clause, asked.to));
    let _ = if c.clause == c.clause_before && before == after {
        writeln!(out, "\n{}", paint(BOLD, format_args!("{after} {}", c.clause)))
    } else {
        writeln!(out, "\n{}", paint(BOLD, format_args!("{before} {} -> {after} {}", c.clause_before, c.clause)))
    };
    summary(out, c.clause, args.lang);
    let _ = writeln!(out, "  {} {}", c.asks, paint(DIM, format_args!("[{}]", c.question)));
    let (then, now) = match c.since {
        Some(day) => (format!("before {day}"), format!("since {day}")),
        None => ("now".to_owned(), "if so".to_owned()),
    };
    let width = then.len().max(now.len());
    let open = if c.stated_before { "" } else { ", or so it may be read: it was not stated" };
    let side = |reading: &str, says: &str, open: &str| format!("{reading}{open}. {}", paint(DIM, says));
    let _ = writeln!(out, "  {then:width$}  {}", paint(BAD, side(c.before, c.before_says, open)));
    let _ = writeln!(out, "  {now:width$}  {}", paint(GOOD, side(c.after, c.after_says, "")));
    match &row.game {
        Some((game, told)) => {
            let _ = writeln!(out, "\n  a game that comes out otherwise");
            for line in &told.board {
                let _ = writeln!(out, "    {line}");
            }
            for (i, line) in told.play.iter().enumerate() {
                let _ = writeln!(out, "    {}. {line}", i + 1);
            }
            let _ = writeln!(out, "    {then:width$}  {}", paint(BAD, &told.before));
            let _ = writeln!(out, "    {now:width$}  {}\n", paint(GOOD, &told.after));
            for line in yaml(c, game).lines() {
                let _ = if line.is_empty() { writeln!(out) } else { writeln!(out, "    {}", paint(DIM, line)) };
            }
        }
        None => {
            let _ = writeln!(out, "  {}", paint(OPEN, "no game was found that comes out otherwise; a larger --count may find one"));
        }
    }
    let p = &row.played;
    let _ = writeln!(out, "\n  {} of {} generated games come out otherwise", p.otherwise, p.scenarios);
    let some = row.telling.iter().take(4).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if row.telling.len() > 4 { format!(" and {} more", row.telling.len() - 4) } else { String::new() };
    let _ = writeln!(out, "  {} tell it apart: {some}{more}", words::cases(row.telling.len()));
}

pub(super) fn summary(out: &mut String, slug: &str, lang: Lang) {
    for line in wrap(words::summary(slug, lang), 96) {
        let _ = writeln!(out, "  {}", paint(DIM, line));
    }
}

fn records(args: &Args, asked: &Question, rows: &[Row], touched: &[CaseChange], about: Option<&About>) -> String {
    let mut out = String::new();
    let mut add = |record: serde_json::Value| {
        let _ = writeln!(out, "{record}");
    };
    add(
        json!({"type": "header", "from": asked.from, "to": asked.to, "what_if": args.what_if, "engine": about.map(|a| json!({"engine": a.engine, "version": a.version}))}),
    );
    for row in rows {
        let c = &row.change;
        let numbers = json!({"before": number_before(asked, c), "after": number(c.clause, asked.to)});
        let game = row
            .game
            .as_ref()
            .map(|(game, told)| json!({"permanents": game.permanents(), "actions": game.actions(), "words": told, "yaml": yaml(c, game)}));
        let played =
            json!({"scenarios": row.played.scenarios, "seed": args.seed, "otherwise": row.played.otherwise, "first": row.played.first});
        let summary = words::summary(c.clause, args.lang);
        add(
            json!({"type": "change", "change": c, "numbers": numbers, "summary": summary, "game": game, "generated": played, "cases": row.telling, "engine": row.stands}),
        );
    }
    for c in touched {
        add(json!({"type": "case", "id": c.id, "clauses": c.clauses, "what": c.what}));
    }
    add(json!({"type": "footer", "changes": rows.len(), "cases": touched.len()}));
    out
}
