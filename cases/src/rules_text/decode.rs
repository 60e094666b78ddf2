//! Bytes to text: byte order marks, UTF-16, Windows-1252, line ends, and what is no text at all.

use std::borrow::Cow;

/// Why bytes are no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotText {
    /// What the bytes seem to be.
    pub(super) what: &'static str,
}

/// File formats that are offered for the rules or end up under their name, by their first bytes.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or a Word document (DOCX)"),
    (b"\xD0\xCF\x11\xE0", "an old Word document (DOC)"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"{\\rtf", "a Rich Text document (RTF)"),
    (b"\x89PNG", "a picture"),
    (b"\x7FELF", "a program"),
];

/// Decodes a rules text and evens out its line ends to `\n`.
pub(super) fn decode(bytes: &[u8]) -> Result<String, NotText> {
    if let Some((_, what)) = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(NotText { what });
    }
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_windows(rest),
        _ => utf8_or_windows(bytes),
    };
    let control = text.chars().filter(|c| c.is_control() && !c.is_whitespace()).count();
    if text.contains('\0') || control * 50 > text.len() {
        return Err(NotText { what: "binary data" });
    }
    Ok(even_out(&text))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn utf8_or_windows(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| windows_1252(*byte)).collect()),
    }
}

fn windows_1252(byte: u8) -> char {
    const FROM_80_TO_9F: [char; 32] = [
        '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž', '\u{FFFD}', //
        '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{FFFD}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => FROM_80_TO_9F[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn even_out(text: &str) -> String {
    let mut even = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                if chars.peek() != Some(&'\n') {
                    even.push('\n');
                }
            }
            '\u{2028}' | '\u{2029}' | '\u{0C}' | '\u{0B}' | '\u{85}' => even.push('\n'),
            // Soft hyphens and zero-width marks come in from web pages and mean nothing.
            '\u{AD}' | '\u{200B}' | '\u{FEFF}' => {}
            '\u{A0}' | '\u{2007}' | '\u{202F}' | '\t' => even.push(' '),
            _ => even.push(c),
        }
    }
    even
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_read_from_every_encoding() {
        let text = "“Phase out” – Dandân’s\n";
        let utf16 =
            |unit: fn(u16) -> [u8; 2], mark: [u8; 2]| -> Vec<u8> { mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect() };
        let windows = b"\x93Phase out\x94 \x96 Dand\xE2n\x92s\r\n".to_vec();
        for bytes in [
            text.as_bytes().to_vec(),
            [&b"\xEF\xBB\xBF"[..], text.as_bytes()].concat(),
            utf16(u16::to_le_bytes, [0xFF, 0xFE]),
            utf16(u16::to_be_bytes, [0xFE, 0xFF]),
            windows,
        ] {
            assert_eq!(decode(&bytes).as_deref(), Ok(text));
        }
    }

    #[test]
    fn line_ends_of_every_system_become_one() {
        assert_eq!(decode(b"a\r\nb\rc\nd\x0Ce").as_deref(), Ok("a\nb\nc\nd\ne"));
    }

    #[test]
    fn documents_and_binaries_are_named() {
        for (bytes, what) in [(&b"%PDF-1.7 ..."[..], "PDF"), (b"PK\x03\x04....", "DOCX"), (b"ab\0cd", "binary")] {
            assert!(decode(bytes).expect_err("no text").what.contains(what));
        }
    }
}
