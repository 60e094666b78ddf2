//! The phrases of the case format: one table from which errors, schema and docs take what can be said.

/// What kind of thing a phrase is about.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A card or token.
    Object,
    /// A player.
    Player,
    /// Whose turn and which step.
    Turn,
    /// The game.
    Game,
    /// The event log.
    Happened,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [Kind::Object, Kind::Player, Kind::Turn, Kind::Game, Kind::Happened];

    /// What a message calls it.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Kind::Object => "a card or token",
            Kind::Player => "a player",
            Kind::Turn => "the turn",
            Kind::Game => "the game",
            Kind::Happened => "what happened",
        }
    }

    /// The phrases that can be said of it.
    pub fn phrases(self) -> impl Iterator<Item = &'static Phrase> + Clone {
        PHRASES.iter().filter(move |p| p.kind == self)
    }
}

/// A phrase by example, and what it means. `bear`, `wall`, `sword`, `plot` and `saga` stand for any card or token, `A`, `B` and `C` for any player, a
/// number for any number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// What it is said of.
    pub kind: Kind,
    /// The phrase.
    pub says: &'static str,
    /// What it means.
    pub means: &'static str,
}

const fn object(says: &'static str, means: &'static str) -> Phrase {
    Phrase { kind: Kind::Object, says, means }
}

const fn player(says: &'static str, means: &'static str) -> Phrase {
    Phrase { kind: Kind::Player, says, means }
}

const fn game(says: &'static str, means: &'static str) -> Phrase {
    Phrase { kind: Kind::Game, says, means }
}

const fn happened(says: &'static str, means: &'static str) -> Phrase {
    Phrase { kind: Kind::Happened, says, means }
}

/// Every phrase that a case can say.
pub const PHRASES: &[Phrase] = &[
    object("phased in", "on the battlefield and phased in"),
    object("phased out", "on the battlefield and phased out, in whatever way"),
    object("phased out directly", "phased out by itself (702.26g)"),
    object("phased out indirectly", "phased out along with what it is attached to (702.26g)"),
    object("on the battlefield", "there, phased in or phased out"),
    object("not on the battlefield", "in whatever other place"),
    object("in graveyard", "in its owner's graveyard"),
    object("in exile", "exiled"),
    object("in hand", "in its owner's hand"),
    object("in library", "in its owner's library"),
    object("in command", "in the command zone, as schemes are"),
    object("on the stack", "on the stack"),
    object("outside", "not in the game yet: a token before it is created"),
    object("gone", "no more in the game: a token that ceased to exist, a card whose owner left"),
    object("on bear", "attached to that permanent, or with `on A` to that player; `attached to bear` says the same"),
    object("unattached", "attached to nothing"),
    object("tapped", "tapped"),
    object("untapped", "untapped"),
    object("controlled by B", "that player controls it"),
    object("2/2", "its power and toughness"),
    object("2 damage", "so much damage is marked on it"),
    object("undamaged", "no damage is marked on it"),
    object("2 +1/+1 counters", "so many counters of that kind"),
    object("1 lore counter", "one of them"),
    object("no lore counters", "none of that kind"),
    object("no counters", "none of any kind"),
    object("attacking", "it attacks, whatever it attacks"),
    object("attacking B", "it attacks that player, planeswalker or battle"),
    object("attacking nothing any more", "it still attacks, but what it attacked left combat (506.4c)"),
    object("not attacking", "it does not attack"),
    object("blocking", "it blocks, whatever it blocks"),
    object("blocking bear", "it blocks that attacker"),
    object("not blocking", "it does not block"),
    object("is a creature", "it has that supertype, card type or subtype"),
    object("is no creature", "it does not have it"),
    object("front face up", "its front face is up"),
    object("back face up", "its back face is up"),
    object("protected by C", "that player is the protector of this battle"),
    object("triggered", "its triggered abilities have resolved once or more often since the game started"),
    object("triggered once", "once, no more and no less"),
    object("triggered twice", "twice"),
    object("triggered 3 times", "so often"),
    object("not triggered", "never"),
    object("ability 2 triggered once", "the same, of the second of its triggered abilities alone"),
    object("triggered once for A", "the same, counted only where this player controlled the ability"),
    player("life 20", "the life total, without what triggered abilities of the case gained"),
    player("hand 3", "so many cards in hand"),
    player("library 11", "so many cards in the library"),
    player("graveyard 2", "so many cards in the graveyard"),
    player("mana 3", "so much unspent mana, all colours together"),
    player("no mana", "none"),
    player("in the game", "still plays"),
    player("out of the game", "left or lost"),
    Phrase { kind: Kind::Turn, says: "upkeep of B", means: "it is that step of that player's turn" },
    game("day", "it is day"),
    game("night", "it is night"),
    game("neither day nor night", "it has become neither"),
    game("stack empty", "nothing waits on the stack"),
    game("2 on the stack", "so many spells and abilities wait there"),
    happened("bear phases out", "directly or indirectly"),
    happened("bear phases in", "it becomes phased in"),
    happened("bear untaps", "it was tapped and becomes untapped"),
    happened("bear taps", "it was untapped and becomes tapped"),
    happened("saga gets a lore counter", "by the turn-based action of the main phase"),
    happened("bear attacks", "it is declared as an attacker"),
    happened("wall blocks", "it is declared as a blocker"),
    happened("bear deals damage", "to whatever"),
    happened("damage wears off bear", "in the cleanup step"),
    happened("bear goes to graveyard", "from whatever zone; also to `exile`, `hand`, `library`, `battlefield`"),
    happened("bear ceases", "a token ceases to exist, or a card leaves the game with its owner"),
    happened("bear triggers", "one of its abilities triggers"),
    happened("bear's trigger goes on the stack", "what triggered is put on the stack"),
    happened("bear's trigger resolves", "it resolves, with or without effect"),
    happened("bear is removed from combat", "it attacks or blocks no longer"),
    happened("sword becomes attached", "to whatever; phasing in attached is no such event"),
    happened("sword becomes unattached", "phasing out is no such event"),
    happened("state-based action on bear", "one was performed on it, of whatever kind"),
    happened("plot is set in motion", "a scheme"),
    happened("bear transforms", "it turns to its other face"),
    happened("A draws", "a card"),
    happened("A discards", "a card"),
    happened("A rolls", "to visit Attractions"),
    happened("A's mana empties", "unspent mana is lost"),
    happened("A gets priority", "the player may act"),
    happened("A leaves", "the game"),
    happened("A's turn begins", "before the untap step begins"),
    happened("defending player is B", "chosen as combat begins"),
    happened("it becomes night", "or `it becomes day`"),
    happened("turn effects end", "those that last until end of turn, in the cleanup step"),
    happened("upkeep begins", "the step begins, in whoever's turn"),
    happened("untap ends", "the step ends"),
    happened("damage wears off bear and turn effects end", "both at the same instant"),
];

/// The answer to a phrase that means nothing: what was nearest, and on the lines after the first all that can be said.
#[must_use]
pub(crate) fn unknown(kind: Kind, phrase: &str) -> String {
    let near = nearest(phrase, kind.phrases().map(|p| p.says));
    let hint = near.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
    format!("`{phrase}` can't be said of {}{hint}\n{}", kind.noun(), help(kind))
}

/// All phrases of a kind, in one line.
pub(crate) fn help(kind: Kind) -> String {
    let which = match kind {
        Kind::Turn => "a step and a player, such as ",
        _ => "phrases that can be: ",
    };
    format!("{which}{}", list(kind))
}

/// The phrases themselves.
pub(crate) fn list(kind: Kind) -> String {
    let all: Vec<String> = kind.phrases().map(|p| format!("`{}`", p.says)).collect();
    all.join(", ")
}

/// The candidate that is most like a word, if one is like it at all.
pub(crate) fn nearest<'a>(word: &str, all: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let like = |c: &str| strsim::normalized_damerau_levenshtein(word, c);
    all.into_iter().map(|c| (like(c), c)).filter(|(l, _)| *l >= 0.6).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, c)| c)
}
