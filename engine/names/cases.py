"""The case forms of a Russian word, by its ending (V4). Every class that the ending allows is given; the
plural of names that are plurals themselves (Котики).

A form too many costs nothing unless another player's name has it, and then the host is asked.
"""

from __future__ import annotations

from functools import lru_cache

from engine.names.normal import has_cyrillic
from engine.names.sounds import VOWELS

_HISSING = frozenset("жшчщц")
_BACK = frozenset("гкхжшчщ")
CASES = ("nom", "gen", "dat", "acc", "ins", "pre")
Forms = dict[str, frozenset[str]]


#: The two words that grow a syllable in their cases.
_LONGER = {"мат": ("матер",), "доч": ("дочер",)}

#: Endings of adjectives: the nominative's, after which letters it is (any where none is named), those of the cases.
_ADJECTIVES = (
    ("ый", "", ("ого", "ому", "ого", "ым", "ом")),
    ("ой", "", ("ого", "ому", "ого", "ым|им", "ом")),
    ("ий", _BACK, ("ого", "ому", "ого", "им", "ом")),
    ("ий", "", ("его|ьего", "ему|ьему", "его|ьего", "им|ьим", "ем|ьем")),
    ("ая", "", ("ой", "ой", "ую", "ой", "ой")),
    ("ая", _HISSING, ("ей", "ей", "ую", "ей", "ей")),
    ("яя", "", ("ей", "ей", "юю", "ей", "ей")),
    ("ья", "", ("ьей", "ьей", "ью", "ьей", "ьей")),
    ("ое", "", ("ого", "ому", "ое", "ым|им", "ом")),
    ("ее", "", ("его", "ему", "ее", "им", "ем")),
    ("ье", "", ("ьего", "ьему", "ье", "ьим", "ьем")),
    ("ые", "", ("ых", "ым", "ых", "ыми", "ых")),
    ("ие", "", ("их", "им", "их", "ими", "их")),
    ("ьи", "", ("ьих", "ьим", "ьих", "ьими", "ьих")),
)


def _table(stem: str, gen: str, dat: str, acc: str, ins: str, pre: str) -> dict[str, set[str]]:
    ends = {"gen": gen, "dat": dat, "acc": acc, "ins": ins, "pre": pre}
    return {case: {stem + end for end in text.split("|")} for case, text in ends.items()}


def _alike(cases: tuple[str, ...], *forms: str) -> dict[str, set[str]]:
    return {case: set(forms) for case in cases}


def _fleeting(word: str) -> list[str]:
    """The stem without its fleeting vowel: огурец -> огурц, заяц -> зайц, лев -> льв, ветер -> ветр."""
    if len(word) < 3:
        return []
    vowel, last = word[-2], word[-1]
    if vowel not in "еоя":
        return []
    before = word[-3]
    if last not in "кцнлрсвдт" and len(word) > 3 and before not in VOWELS:
        return []  # лоб -> лба, but Олег -> Олега
    if before in VOWELS:
        return [word[:-2] + "й" + last]
    stems = [word[:-2] + last]
    if before == "л" or (vowel == "е" and before in "нрс"):
        stems.append(word[:-2] + "ь" + last)
    return stems


def _hard(stem: str) -> dict[str, set[str]]:
    ins = "ем|ом" if stem[-1] in _HISSING else "ом"
    return _table(stem, "а", "у", "а", ins, "е")


def _soft(stem: str, pre: str = "е") -> dict[str, set[str]]:
    return _table(stem, "я", "ю", "я", "ем", pre)


def _consonant(word: str) -> list[dict[str, set[str]]]:
    tables = [_hard(stem) for stem in (word, *_fleeting(word))]
    if word.endswith(("ов", "ев")):
        tables.append({"ins": {word + "ым"}})
    if word.endswith(("ин", "ын")):  # мамин -> маминого
        tables.append(_table(word, "ого", "ому", "ого", "ым", "ом"))
    return tables


def _soft_sign(word: str) -> list[dict[str, set[str]]]:
    stem = word[:-1]
    short = _fleeting(stem)
    feminine = [_table(root, "и", "и", "ь", "ью", "и") for root in (stem, *_LONGER.get(stem, ()))]
    # любовь -> любви, рожь -> ржи: the vowel flees in three cases.
    feminine += [_alike(("gen", "dat", "pre"), root + "и") for root in short if stem[-2] == "о"]
    return [*feminine, *(_soft(root) for root in (stem, *short))]


def _short_i(word: str) -> list[dict[str, set[str]]]:
    stem = word[:-1]
    tables = [_soft(stem, "е|и" if stem.endswith("и") else "е")]
    if word.endswith("ей") and len(word) > 3:
        tables.append(_soft(word[:-2] + "ь"))
    return tables


def _adjective(word: str) -> list[dict[str, set[str]]]:
    """The forms of an adjective; no word of three letters is one: «кого» is no case of Кий."""
    root = word[:-2]
    return [
        _table(root, *ends)
        for nominative, after, ends in _ADJECTIVES
        if len(word) > 3 and word.endswith(nominative) and (not after or root[-1] in after)
    ]


def _ending_in_a(word: str) -> list[dict[str, set[str]]]:
    stem = word[:-1]
    gen = "и" if stem[-1:] in _BACK else "ы"
    tables = [_table(stem, gen, "е", "у", "ой|ою|ей|ею" if stem[-1:] in _HISSING else "ой|ою", "е")]
    if word.endswith(("ова", "ева", "ина", "ына")):
        tables.append(_alike(("gen", "dat", "pre"), stem + "ой"))
    return tables


def _ending_in_ya(word: str) -> list[dict[str, set[str]]]:
    stem = word[:-1]
    tables = [_table(stem, "и", "е|и", "ю", "ей|ею|ёй", "е|и")]
    if word.endswith("мя"):
        tables.append({"ins": {stem + "енем"}} | _alike(("gen", "dat", "pre"), stem + "ени"))
    if word.endswith("ья"):  # a plural: братья -> братьев, друзья -> друзей
        tables.append(_table(stem, "ев", "ям", "ев", "ями", "ях"))
        tables.append(_alike(("gen", "acc"), stem[:-1] + "ей"))
    return tables


def _neuter(word: str) -> list[dict[str, set[str]]]:
    stem = word[:-1]
    if word.endswith("о"):
        return [_table(stem, "а", "у", "о", "ом", "е")]
    tables = [_table(stem, "я|а", "ю|у", "е", "ем", "е|и")]
    if word.endswith("не"):  # a plural: горожане -> горожан
        tables.append(_table(stem, "", "ам", "", "ами", "ах"))
    return tables


def _plural(word: str) -> list[dict[str, set[str]]]:
    """A nick that is a plural (Котики) has the plural's forms."""
    stem = word[:-1]
    soft = word.endswith("и") and stem[-1:] not in _BACK
    if soft:
        tables = [_table(stem, "ей|ев|ь|й", "ям", "ей|ев|ь|й", "ями", "ях")]
        if stem.endswith("ь"):  # судьи -> судей, певуньи -> певуний
            tables.append(_alike(("gen", "acc"), stem[:-1] + "ей", stem[:-1] + "ий"))
        return tables
    bare = "|".join(_zero_endings(stem))
    many = "ов|ев" if stem.endswith("ц") else "ов|ей"
    return [_table("", bare, "", bare, "", ""), _table(stem, many, "ам", many, "ами", "ах")]


def _zero_endings(stem: str) -> list[str]:
    """The genitive plural without an ending: рыбы -> рыб, белки -> белок, кошки -> кошек."""
    if len(stem) < 3 or stem[-1] not in "кн" or stem[-2] in VOWELS:
        return [stem]
    before = stem[:-2] if stem[-2] in "ьй" else stem[:-1]
    return [before + vowel + stem[-1] for vowel in "ео"]


@lru_cache(maxsize=4096)
def plural_forms(word: str) -> Forms:
    """By case, the forms of a word in -а or -я that may be a plural (Глаза, Окна, Учителя); none of any other.

    Most words with these endings are none, so what has such a form is looked at beside all that begins so.
    """
    stem = word[:-1]
    if len(word) < 4 or word[-1] not in "ая" or stem[-1] in "ьи" or not has_cyrillic(word):
        return {}
    if word[-1] == "я":
        genitive, tails = [stem + ("ев" if stem[-1] in VOWELS else "ей")], ("ям", "ями", "ях")
    else:
        many = "ей" if stem[-1] in _HISSING else "ов"
        genitive, tails = [stem, *_with_fleeting(stem), stem + many], ("ам", "ами", "ах")
    forms = dict(zip(("dat", "ins", "pre"), (frozenset((stem + tail,)) for tail in tails), strict=True))
    return {"gen": frozenset(genitive), "acc": frozenset(genitive), **forms}


def _with_fleeting(stem: str) -> list[str]:
    """окна -> окон, письма -> писем."""
    if VOWELS.isdisjoint(stem[-2:]):
        return [stem[:-1].removesuffix("ь") + vowel + stem[-1] for vowel in "ео"]
    return []


@lru_cache(maxsize=4096)
def case_forms(word: str) -> Forms:
    """Every case form of a folded Russian word, by case; the word itself for words that do not decline here."""
    found: dict[str, set[str]] = {case: set() for case in CASES}
    found["nom"].add(word)
    for table in (*_tables(word), *_adjective(word)):
        for case, forms in table.items():
            found[case] |= {form.replace("ё", "е") for form in forms if form}
    return {case: frozenset(forms or {word}) for case, forms in found.items()}


def _tables(word: str) -> list[dict[str, set[str]]]:
    if len(word) < 2 or not has_cyrillic(word):
        return []
    last = word[-1]
    if last == "ь":
        return _soft_sign(word)
    if last == "й":
        return _short_i(word)
    if last == "а":
        return _ending_in_a(word)
    if last == "я":
        return _ending_in_ya(word)
    if last in "ое":
        return _neuter(word)
    if last in "иы":
        return _plural(word)
    return _consonant(word) if last not in VOWELS else []


_LATIN_TAILS = {
    "": ("a", "u", "om", "em", "e"),
    "a": ("u", "y", "i", "e", "oy", "oi", "ey", "ei", "yu", "oyu"),
    "y": ("ya", "yu", "em", "e", "i"),
}


@lru_cache(maxsize=4096)
def latin_case_forms(word: str) -> frozenset[str]:
    """A Latin word with Russian endings in Latin letters: cartmana, cartmanom, Kenyu."""
    if len(word) < 3 or not word[-1].isalpha():
        return frozenset()
    last = word[-1]
    if last in ("a", "y"):
        stem = word[:-1]
        return frozenset(stem + tail for tail in _LATIN_TAILS[last] if tail[0] != stem[-1])
    return frozenset(word + tail for tail in _LATIN_TAILS[""]) if last not in "eiou" else frozenset()
