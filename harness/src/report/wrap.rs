//! Breaking prose into lines.

/// Breaks `text` at spaces into lines of at most `width` characters; a longer word stands alone.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut length = 0;
        for word in paragraph.split_whitespace() {
            let n = word.chars().count();
            if length > 0 && length + 1 + n > width {
                lines.push(std::mem::take(&mut line));
                length = 0;
            }
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.push_str(word);
            length += n;
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_keep_to_the_width() {
        assert_eq!(wrap("a bear and a sword", 6), ["a bear", "and a", "sword"]);
    }

    #[test]
    fn a_word_that_is_too_long_stands_alone() {
        assert_eq!(wrap("an indestructible bear", 5), ["an", "indestructible", "bear"]);
    }

    #[test]
    fn characters_count_and_not_bytes() {
        assert_eq!(wrap("éé éé", 5), ["éé éé"]);
    }
}
