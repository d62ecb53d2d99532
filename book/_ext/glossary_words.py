"""Which words of a text are terms of the glossary: plurals and capitals are, parts of words and false friends not."""

import re

# False friends: verbs ("to round"), and phrases in which a word means something else. %s is the word.
BEFORE_A_VERB = ("to", "[Ww]e", "[Yy]ou", "[Tt]hey", "not", "can", "may", "must", "will")
NO_VERB = "".join(rf"(?<!\b{word} )" for word in BEFORE_A_VERB) + "%s"
FRIENDS = {
    **dict.fromkeys(("arm", "index", "regret", "reward", "structure", "context"), NO_VERB),
    "gap": rf"(?<!closes the ){NO_VERB}(?! between\b)",
    "instance": r"(?<!\b[Ff]or )%s",
    "round": rf"(?<!\bround by )(?<!\bway ){NO_VERB}(?! (?:by round|robin|off|up|down)\b)",
}


def pattern_of(terms):
    """One pattern for all terms, the longest first."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(form_of(term) for term in longest_first(terms))})")


def form_of(term, friends=True):
    """A term in the singular or plural, perhaps with a capital; `friends` says whether false friends are left out."""
    first = f"[{term[0].upper()}{term[0]}]" if term[0].islower() else re.escape(term[0])
    rest = re.escape(term[1:-1]) + "(?:y|ies)" if term.endswith("y") else re.escape(term[1:]) + "(?:s|es)?"
    word = rf"{first}{rest}(?![\w-])"
    return FRIENDS.get(term, "%s") % word if friends else word


def singular(word, terms):
    """The term of which a word of the text is a form."""
    return next(term for term in longest_first(terms) if re.fullmatch(form_of(term, friends=False), word))


def longest_first(terms):
    return sorted(terms, key=len, reverse=True)
