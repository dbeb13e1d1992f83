#!/usr/bin/env python3
"""Writes the tables of Sources/BankFiles/Text/Tables from Python's codecs.

    tools/make-encoding-tables.py

Every table is a text: a long string compiles at once where a long array does not. `!` is a code without a character.
The script checks that the rules which the decoders apply give what the codecs give, code by code.
"""
import pathlib

folder = pathlib.Path(__file__).parent.parent / "Sources/BankFiles/Text/Tables"
note = "// Made by tools/make-encoding-tables.py. Do not edit.\n\n"


def decode(codes, codec):
    try:
        text = bytes(codes).decode(codec)
    except UnicodeDecodeError:
        return "!"
    return text if len(text) == 1 and ord(text) > 0x7F and not 0xE000 <= ord(text) <= 0xF8FF else "!"


def write(name, text):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.swift").write_text(note + text)


def rows(lines):
    return "".join(f"    {line.rstrip('!')}\n" for line in lines)


def escaped(text):
    return "".join(f"\\u{{{ord(c):x}}}" if ord(c) in range(0x80, 0xA1) or ord(c) == 0xAD else c for c in text)


def single():
    text = "/// The characters of the upper 128 bytes of encodings with one byte for each character.\nenum SingleByteTables {\n"
    codecs = [("windows1250", "cp1250"), ("windows1251", "cp1251"), ("windows1252", "cp1252"),
              ("windows1253", "cp1253"),
              ("windows1254", "cp1254"), ("windows1255", "cp1255"), ("windows1257", "cp1257"), ("latin2", "iso8859-2"), ("latin9", "iso8859-15"), ("dos850", "cp850")]
    for name, codec in codecs:
        cells = [decode([b], codec) for b in range(0x80, 0x100)]
        lines = ["".join(escaped(c) for c in cells[start:start + 32]) for start in range(0, 128, 32)]
        text += f"  static let {name}: StaticString = \"\"\"\n" + "\\\n".join(f"    {line}" for line in lines)
        text += "\n    \"\"\"\n\n"
    write("SingleByteTables", text.rstrip("\n") + "\n}\n")


def shift_jis():
    lines = []
    for row in range(1, 121):
        lead = (row - 1) // 2 + 0x81
        if lead > 0x9F:
            lead += 0x40
        cells = ""
        for cell in range(94):
            trail = cell + 0x40 + (cell >= 63) if row % 2 else cell + 0x9F
            cells += decode([lead, trail], "cp932")
        if cells.strip("!"):
            lines.append(f"{row}={cells}")
    write("ShiftJISTable", "/// The characters of two bytes of Shift-JIS as Windows writes it (code page 932).\nenum ShiftJISTable {\n"
          "  /// A line is a row of JIS X 0208: its number from 1, `=`, up to 94 characters.\n"
          "  static let rows: StaticString = \"\"\"\n" + rows(lines) + "    \"\"\"\n}\n")


def gb18030():
    symbols, han = [], []
    for lead in range(0xA1, 0xF8):
        cells = "".join(decode([lead, t], "gb18030") for t in range(0xA1, 0xFF))
        if cells.strip("!"):
            (symbols if lead < 0xB0 else han).append(f"{lead:x}={cells}")
    for lead in (0xA8, 0xA9):
        trails = [t for t in range(0x40, 0xA1) if t != 0x7F]
        symbols.append(f"{lead:x}+=" + "".join(decode([lead, t], "gb18030") for t in trails))
    trails = [t for t in range(0x40, 0xFF) if t != 0x7F]
    order = [decode([lead, t], "gb18030") for lead in range(0x81, 0xA1) for t in trails]
    order += [decode([lead, t], "gb18030") for lead in range(0xAA, 0xFF) for t in trails if t < 0xA1]
    level = set("".join(line.split("=", 1)[1] for line in han))
    others = [chr(c) for c in range(0x4E00, 0x9FA6) if chr(c) not in level]
    assert order[:len(others)] == others
    extra = "".join(order[len(others):])
    ranges, last = [], None
    for index in range(39420):
        code = [0x81 + index // 12600, 0x30 + index // 1260 % 10, 0x81 + index // 10 % 126, 0x30 + index % 10]
        try:
            scalar = ord(bytes(code).decode("gb18030"))
        except UnicodeDecodeError:
            last = None
            continue
        if last is None or scalar != last + 1:
            ranges.append(f"{index:x}:{scalar:x}")
        last = scalar
    lines = [" ".join(ranges[start:start + 10]) for start in range(0, len(ranges), 10)]
    write("GB18030Table", "/// The characters of two and four bytes of GB 18030, but for those that a rule gives.\nenum GB18030Table {\n"
          "  /// A line is the first byte, `=`, and the characters from the second byte A1 on. After + they begin at 40.\n"
          "  static let rows: StaticString = \"\"\"\n" + rows(symbols + han) + "    \"\"\"\n\n"
          "  /// The last characters of the rows that hold the other Han characters in the order of Unicode.\n"
          f"  static let others: StaticString = \"\"\"\n    {extra[:60]}\\\n    {extra[60:]}\n    \"\"\"\n\n"
          "  /// The beginnings of runs of characters with four bytes: the number of the code, and the scalar.\n"
          "  static let runs: StaticString = \"\"\"\n" + " \\\n".join(f"    {line}" for line in lines) + "\n    \"\"\"\n}\n")


single()
shift_jis()
gb18030()
