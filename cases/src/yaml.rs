//! Writing a case as YAML that reads as if written by hand.

use crate::{Case, CaseStep, ExpectSubject, Expectation};
use outofphase_adapter::PlayerSpec;
use serde_json::Value;
use std::fmt::Write as _;

impl Case {
    /// The case as a file of its own, in the format that [`CaseSet::load`](crate::CaseSet::load) reads: objects and steps a line each, words
    /// as phrases.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        self.in_scope(|| self.write())
    }

    fn write(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "group: {}", scalar(&self.group));
        let _ = writeln!(out, "cases:");
        let _ = writeln!(out, "  - id: {}", self.id);
        let slugs: Vec<String> = self.clauses.iter().map(|c| scalar(c)).collect();
        let _ = writeln!(out, "    clauses: [{}]", slugs.join(", "));
        if let Some(source) = &self.source {
            let _ = writeln!(out, "    source: {}", scalar(source));
        }
        let _ = writeln!(out, "    why: {}", scalar(&self.why));
        if let Some(d) = self.since {
            let _ = writeln!(out, "    since: {d}");
        }
        if let Some(d) = self.until {
            let _ = writeln!(out, "    until: {d}");
        }
        if self.control {
            let _ = writeln!(out, "    control: true");
        }
        let _ = writeln!(out, "    players: {}", self.players());
        let options = json(&self.setup.options);
        if options.as_object().is_some_and(|o| o.values().any(|v| !v.is_null())) {
            let _ = writeln!(out, "    options: {}", flow(&options));
        }
        if self.setup.objects.is_empty() {
            let _ = writeln!(out, "    board: {{}}");
        } else {
            let _ = writeln!(out, "    board:");
            for o in &self.setup.objects {
                let _ = writeln!(out, "      {}: {}", o.name, flow(&without_gains(json(o))));
            }
        }
        let _ = writeln!(out, "    play:");
        for step in &self.steps {
            match step {
                CaseStep::Do { action, illegal } => {
                    let mut value = without_gains(json(action));
                    if let (true, Some(map)) = (illegal, value.as_object_mut()) {
                        map.insert("illegal".into(), true.into());
                    }
                    let _ = writeln!(out, "      - {}", flow(&value));
                }
                CaseStep::Expect(all) => write_expectations(&mut out, all),
            }
        }
        out
    }

    fn players(&self) -> String {
        let seats = outofphase_adapter::Seat::first(self.setup.seats());
        if self.setup.players.iter().all(|p| *p == PlayerSpec::default()) {
            let letters: Vec<String> = seats.map(|s| s.to_string()).collect();
            return format!("[{}]", letters.join(", "));
        }
        let all: Vec<String> = seats
            .zip(&self.setup.players)
            .map(|(s, p)| {
                let (d, mut parts) = (PlayerSpec::default(), Vec::new());
                if p.life != d.life {
                    parts.push(format!("life: {}", p.life));
                }
                if p.hand != d.hand {
                    parts.push(format!("hand: {}", p.hand));
                }
                if p.library != d.library {
                    parts.push(format!("library: {}", p.library));
                }
                format!("{s}: {{{}}}", parts.join(", "))
            })
            .collect();
        format!("{{{}}}", all.join(", "))
    }
}

fn write_expectations(out: &mut String, all: &[Expectation]) {
    let told = |e: &Expectation| e.facts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let board: Vec<String> = all
        .iter()
        .filter(|e| e.subject != ExpectSubject::Happened)
        .map(|e| {
            let phrases = told(e);
            format!("{}: {}", e.subject, scalar(&phrases.join(", ")))
        })
        .collect();
    if !board.is_empty() {
        let _ = writeln!(out, "      - expect: {{{}}}", board.join(", "));
    }
    for e in all.iter().filter(|e| e.subject == ExpectSubject::Happened) {
        let phrases: Vec<String> = told(e).iter().map(|p| scalar(p)).collect();
        let _ = writeln!(out, "      - happened: [{}]", phrases.join(", "));
    }
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// The loader numbers triggers itself.
fn without_gains(mut value: Value) -> Value {
    match &mut value {
        Value::Object(map) => {
            if map.contains_key("when") {
                map.shift_remove("gain");
            }
            map.values_mut().for_each(|v| *v = without_gains(v.take()));
        }
        Value::Array(list) => list.iter_mut().for_each(|v| *v = without_gains(v.take())),
        _ => {}
    }
    value
}

/// A value in flow style, as on one line of a hand-written case.
fn flow(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(s) => scalar(s),
        Value::Array(list) => format!("[{}]", list.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let entries: Vec<String> =
                map.iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| format!("{}: {}", scalar(k), flow(v))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// Text as a plain scalar where YAML takes it as that, else in double quotes, which are written as in JSON.
fn scalar(text: &str) -> String {
    let special = |c: char| {
        matches!(c, ':' | '{' | '}' | '[' | ']' | ',' | '#' | '&' | '*' | '!' | '|' | '>' | '"' | '%' | '@' | '`' | '\\') || c.is_control()
    };
    let plain = !text.is_empty()
        && !text.contains(special)
        && !text.starts_with(['-', '?', '\'', '=', ' ', '~'])
        && !text.ends_with(' ')
        && text.parse::<f64>().is_err()
        && !matches!(text, "true" | "false" | "null" | "True" | "False" | "Null" | "TRUE" | "FALSE" | "NULL");
    if plain { text.to_owned() } else { Value::String(text.to_owned()).to_string() }
}

#[cfg(test)]
mod tests {
    use crate::CaseSet;

    #[test]
    fn a_case_reads_back_as_it_was_written() {
        for case in &CaseSet::builtin().cases {
            let text = case.to_yaml();
            let back = CaseSet::read([("written.yaml", text.as_str())]).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
            let mut one = back.cases.into_iter().next().unwrap_or_else(|| panic!("{text}"));
            let mut case = case.clone();
            for c in [&mut case, &mut one] {
                (c.file, c.line) = (String::new(), 0);
                for step in &mut c.steps {
                    if let crate::CaseStep::Expect(all) = step {
                        all.iter_mut().for_each(|e| e.line = 0);
                    }
                }
            }
            assert_eq!(one, case, "{text}");
        }
    }
}
