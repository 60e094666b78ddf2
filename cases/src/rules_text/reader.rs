//! The walk through the lines of a rules text: front matter, numbered rules, glossary, credits.

use super::join::Vocabulary;
use super::lines::{Line, awaits_number, classify};
use super::{ClauseNumber, GlossaryEntry, Oddity, RulesClause};

/// Lines longer than this mean that a file gives every paragraph its own line.
const WRAP_WIDTH: usize = 160;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Front,
    Rules,
    Glossary,
    Credits,
}

/// What a walk gathered.
#[derive(Debug)]
pub(super) struct Reader {
    part: Part,
    wrapped: bool,
    vocabulary: Vocabulary,
    /// The sections named before the first rule: the table of contents.
    pub(super) contents: Vec<u16>,
    pub(super) sections: Vec<(u16, String)>,
    pub(super) clauses: Vec<RulesClause>,
    pub(super) oddities: Vec<Oddity>,
    pub(super) credits: bool,
    glossary: Vec<Vec<String>>,
    chapter: u16,
    in_example: bool,
    after_blank: bool,
    previous: String,
}

impl Reader {
    pub(super) fn read(text: &str) -> Self {
        let wrapped = text.lines().all(|line| line.chars().count() <= WRAP_WIDTH);
        let mut reader = Reader {
            part: Part::Front,
            wrapped,
            vocabulary: if wrapped { Vocabulary::of(text) } else { Vocabulary::default() },
            contents: Vec::new(),
            sections: Vec::new(),
            clauses: Vec::new(),
            oddities: Vec::new(),
            credits: false,
            glossary: Vec::new(),
            chapter: 0,
            in_example: false,
            after_blank: true,
            previous: String::new(),
        };
        for (index, line) in text.lines().enumerate() {
            reader.line(line, index + 1);
        }
        reader
    }

    fn line(&mut self, raw: &str, at: usize) {
        let line = classify(raw);
        if line == Line::Blank {
            self.after_blank = true;
            if self.part == Part::Glossary && self.glossary.last().is_none_or(|block| !block.is_empty()) {
                self.glossary.push(Vec::new());
            }
            return;
        }
        if line == Line::Stray {
            return;
        }
        match line {
            Line::Numbered { number, rest } if self.opens_clause(number, rest) => {
                self.open(number, rest, at);
            }
            Line::Section { number, title } if self.opens_section(number) => {
                self.section(number, title);
            }
            Line::Chapter { number } if self.opens_chapter(number) => self.chapter = number,
            Line::Contents if self.part == Part::Front => {}
            Line::Glossary if self.part == Part::Rules => self.part = Part::Glossary,
            Line::Credits if self.part == Part::Glossary && self.glossary.iter().any(|block| !block.is_empty()) => {
                self.part = Part::Credits;
                self.credits = true;
            }
            Line::Example(text) if self.part == Part::Rules => self.example(text),
            _ => self.text(raw.trim()),
        }
        self.after_blank = false;
        raw.trim_end().clone_into(&mut self.previous);
    }

    /// Whether a line that starts with a number opens that clause, or is the rest of a sentence that a wrapped file
    /// broke off before a cross-reference.
    fn opens_clause(&self, number: ClauseNumber, rest: &str) -> bool {
        let opens_text = rest.is_empty() || !rest.starts_with(char::is_lowercase) && !rest.starts_with(['.', ',', ')', ';']);
        let Some(last) = self.clauses.last().map(|clause| clause.number) else {
            return opens_text && !awaits_number(&self.previous);
        };
        if self.starts_over(number) {
            return true;
        }
        if matches!(self.part, Part::Glossary | Part::Credits) || !opens_text {
            return false;
        }
        let own_paragraph = self.after_blank || !self.wrapped;
        if own_paragraph {
            return number > last || number.section() == last.section();
        }
        !awaits_number(&self.previous) && (number.follows(last) || self.is_first_of_section(number))
    }

    /// A table of contents may list rules as well as sections; then the rules proper start over.
    fn starts_over(&self, number: ClauseNumber) -> bool {
        self.part != Part::Credits && self.after_blank && self.clauses.first().is_some_and(|first| number <= first.number)
    }

    fn is_first_of_section(&self, number: ClauseNumber) -> bool {
        number.is_rule() && number.rule() == 1 && self.sections.last().is_some_and(|(section, _)| *section == number.section())
    }

    fn open(&mut self, number: ClauseNumber, rest: &str, at: usize) {
        if self.starts_over(number) {
            self.contents.extend(self.sections.drain(..).map(|(section, _)| section));
            self.clauses.clear();
            self.oddities.clear();
            self.glossary.clear();
        }
        if self.clauses.last().is_some_and(|last| number <= last.number) {
            self.oddities.push(Oddity::OutOfOrder { number, line: at });
        }
        self.part = Part::Rules;
        self.in_example = false;
        self.clauses.push(RulesClause { number, text: rest.to_owned(), examples: Vec::new(), line: at });
    }

    fn opens_section(&self, number: u16) -> bool {
        let Some(first) = self.clauses.first().map(|clause| clause.number.section()) else {
            return true;
        };
        let last = self.clauses.last().map_or(first, |clause| clause.number.section());
        let starts_over = self.after_blank && number <= first;
        match self.part {
            Part::Front => true,
            Part::Rules => starts_over || number > last && (self.after_blank || !awaits_number(&self.previous)),
            Part::Glossary => starts_over,
            Part::Credits => false,
        }
    }

    fn section(&mut self, number: u16, title: &str) {
        if self.sections.iter().any(|(section, _)| *section >= number) {
            // The list starts over: what came before was the table of contents.
            self.contents.extend(self.sections.drain(..).map(|(section, _)| section));
        }
        self.sections.push((number, title.to_owned()));
    }

    fn opens_chapter(&self, number: u16) -> bool {
        match self.part {
            Part::Front => true,
            Part::Rules => self.after_blank && number > self.chapter,
            Part::Glossary | Part::Credits => false,
        }
    }

    fn example(&mut self, text: &str) {
        if let Some(clause) = self.clauses.last_mut() {
            clause.examples.push(text.to_owned());
            self.in_example = true;
        }
    }

    fn text(&mut self, line: &str) {
        match self.part {
            Part::Front | Part::Credits => {}
            Part::Rules => {
                let continues = self.wrapped && !self.after_blank;
                let Some(clause) = self.clauses.last_mut() else {
                    return;
                };
                match clause.examples.last_mut() {
                    Some(example) if self.in_example && !self.after_blank => {
                        self.vocabulary.append(example, line, continues);
                    }
                    _ => {
                        self.in_example = false;
                        self.vocabulary.append(&mut clause.text, line, continues);
                    }
                }
            }
            Part::Glossary => match self.glossary.last_mut() {
                Some(block) => block.push(line.to_owned()),
                None => self.glossary.push(vec![line.to_owned()]),
            },
        }
    }

    /// The glossary's entries, from blocks of a term and its definition, or from one line for each entry.
    pub(super) fn glossary(&self) -> Vec<GlossaryEntry> {
        let lines: usize = self.glossary.iter().map(Vec::len).sum();
        if lines > 20 * self.glossary.len() {
            let whole = |line: &&String| line.split(' ').count() > 2;
            let entry = |line: &String| GlossaryEntry { term: None, text: line.clone() };
            return self.glossary.iter().flatten().filter(whole).map(entry).collect();
        }
        let entry = |block: &Vec<String>| {
            let (term, definition) = block.split_first()?;
            let mut text = String::new();
            for line in definition {
                self.vocabulary.append(&mut text, line, self.wrapped);
            }
            (!text.is_empty()).then(|| GlossaryEntry { term: Some(term.clone()), text })
        };
        self.glossary.iter().filter_map(entry).collect()
    }
}
