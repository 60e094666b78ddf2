//! Evening out what differs between copies of one text: quotes, dashes, accents, trade marks, emphasis.

/// Quotes and dashes in their plain forms, for showing two copies side by side.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        plain_char(c, &mut plain);
    }
    plain
}

fn plain_char(c: char, plain: &mut String) {
    match c {
        '‘' | '’' | '`' | '´' => plain.push('\''),
        '“' | '”' | '„' | '«' | '»' => plain.push('"'),
        '–' | '‒' | '‐' | '‑' | '−' | '—' | '―' => plain.push('-'),
        '…' => plain.push_str("..."),
        '®' | '™' | '©' | '_' => {}
        _ => plain.push(c),
    }
}

/// Plain, lower-case and without accents, for comparing two copies.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '_' => {}
            '\n' | ' '..='~' => folded.push(if c == '`' { '\'' } else { c.to_ascii_lowercase() }),
            _ => fold_other(c, &mut folded),
        }
    }
    for mark in ["(r)", "(tm)", "(c)", "--"] {
        if folded.contains(mark) {
            folded = folded.replace(mark, if mark == "--" { "-" } else { "" });
        }
    }
    folded
}

fn fold_other(c: char, folded: &mut String) {
    let lower = c.to_lowercase().next().unwrap_or(c);
    match lower {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => folded.push('a'),
        'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
        'í' | 'ì' | 'î' | 'ï' => folded.push('i'),
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => folded.push('o'),
        'ú' | 'ù' | 'û' | 'ü' => folded.push('u'),
        'ñ' => folded.push('n'),
        'ç' => folded.push('c'),
        'æ' => folded.push_str("ae"),
        c if c.is_whitespace() => folded.push(' '),
        c => plain_char(c, folded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_one_text_fold_to_the_same() {
        let folded = "a game(\"one - two\") it's dandan, aether\nnext";
        assert_eq!(fold("A _Game_®(“One — Two”) it’s Dandân, Æther\nNext"), folded);
        assert_eq!(fold("A Game(TM)(\"One -- Two\") it's Dandan, Aether\nNext"), folded);
    }
}
