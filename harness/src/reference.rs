//! The reference engine as a source of engines: an edition's rulebook, and perhaps a wrong page in it.

use crate::engine::{EngineSource, InProcess};
use outofphase_adapter::Date;
use outofphase_reference_engine::{QUESTIONS, ReferenceEngine, Rulebook};
use std::sync::Arc;

/// The rulebook of an edition with some questions answered otherwise, each written `QUESTION=READING`.
///
/// # Errors
/// What is wrong with a page, and what could be said instead.
pub fn rulebook(edition: Date, pages: &[String]) -> Result<Rulebook, String> {
    let mut rules = Rulebook::edition(edition);
    for page in pages {
        let (question, reading) = page.split_once('=').ok_or_else(|| {
            format!("`{page}` is no page of a rulebook; write QUESTION=READING, such as `{}={}`", QUESTIONS[0].name, reading_of(0, 1))
        })?;
        let (question, reading) = (question.trim(), reading.trim());
        rules.set(question, reading).map_err(|e| format!("{e}{}", hint(question)))?;
    }
    Ok(rules)
}

fn reading_of(question: usize, reading: usize) -> &'static str {
    QUESTIONS[question].readings.get(reading).map_or("", |r| r.name)
}

/// The questions whose name is like this one.
fn hint(question: &str) -> String {
    if QUESTIONS.iter().any(|q| q.name == question) {
        return String::new();
    }
    let mut ranked: Vec<(f64, &str)> = QUESTIONS.iter().map(|q| (strsim::jaro_winkler(question, q.name), q.name)).collect();
    ranked.retain(|(like, _)| *like > 0.75);
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let close: Vec<&str> = ranked.into_iter().take(3).map(|(_, name)| name).collect();
    if close.is_empty() { String::new() } else { format!("\n  did you mean {}?", close.join(", ")) }
}

/// The reference engine, playing by such a rulebook.
///
/// # Errors
/// What is wrong with a page.
pub fn source(edition: Date, pages: &[String]) -> Result<Arc<dyn EngineSource>, String> {
    let rules = rulebook(edition, pages)?;
    Ok(Arc::new(InProcess(move || ReferenceEngine::new(rules))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outofphase_reference_engine::NEWEST;

    #[test]
    fn a_page_answers_one_question_otherwise() {
        let page = format!("{}={}", QUESTIONS[0].name, reading_of(0, 1));
        let rules = rulebook(NEWEST, &[page]).expect("a page");
        assert_eq!(rules.differences(&Rulebook::newest()).count(), 1);
    }

    #[test]
    fn a_wrong_page_is_answered_with_what_could_be_said() {
        let wrong = |page: &str| rulebook(NEWEST, &[page.to_owned()]).expect_err("a wrong page");
        assert!(wrong("nonsense").contains("QUESTION=READING"));
        assert!(wrong("phase_in_undr=x").contains("did you mean phase_in_under"));
        assert!(wrong("phase_in_under=x").contains("its owner"));
    }
}
