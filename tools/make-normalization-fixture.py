"""Writes Fixtures/normalization.tsv: random sequences of letters, marks and Korean letters with their forms C and D.

An oracle for the tests that shares no code with them: ICU, through PyICU. (Foundation on Linux composes some
Korean letters wrongly, so it can't judge those.)

    python3 tools/make-normalization-fixture.py > Fixtures/normalization.tsv
"""

import random

import icu

ROWS = 400
composed = icu.Normalizer2.getNFCInstance()
decomposed = icu.Normalizer2.getNFDInstance()
known = [
    chr(value)
    for value in range(0xA0, 0x20000)
    if not 0xAC00 <= value <= 0xD7FF
    and not 0xE000 <= value <= 0xF8FF
    and icu.Char.isdefined(value)
    and (icu.Char.getCombiningClass(chr(value)) or decomposed.normalize(chr(value)) != chr(value))
]
groups = [
    known,
    [mark for mark in known if ord(mark) < 0x370],
    [chr(value) for value in range(0x1100, 0x1200)],
    [chr(value) for value in [*range(0x1100, 0x1114), *range(0x1160, 0x1177), *range(0x11A7, 0x11C4)]],
    [chr(value) for value in range(0xAC00, 0xD7A4, 7)],
    list("aeiouAEIOUcnsyzαωи"),
]
generator = random.Random(4217)


def scalars(text):
    return " ".join(f"{ord(character):x}" for character in text)


print(f"# source, form C, form D; ICU {icu.ICU_VERSION}, Unicode {icu.UNICODE_VERSION}")
for _ in range(ROWS):
    text = "".join(generator.choice(generator.choice(groups)) for _ in range(generator.randint(2, 9)))
    print(scalars(text), scalars(composed.normalize(text)), scalars(decomposed.normalize(text)), sep="\t")
