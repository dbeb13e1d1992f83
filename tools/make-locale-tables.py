"""Takes the nine locales' formats out of ICU (CLDR), through PyICU: an oracle, no part of the program.

The twelve currencies of the golden file are those where CLDR's digits are ISO 4217's; ours differ from CLDR's on purpose
for others (IQD, AFN, CZK and more), which have tests of their own.

    python3 tools/make-locale-tables.py swift > Sources/LedgerDomain/Locale/LocaleTables.swift
    python3 tools/make-locale-tables.py money > Fixtures/locale-money.tsv
    python3 tools/make-locale-tables.py dates > Fixtures/locale-dates.tsv

The tables and the golden files were made with ICU 72 (CLDR 42). Another version differs here and there (CLDR 48 writes
14 Jun 2026 for en_IN and 1284,50 for it_IT): move both together, or tests fail. The golden files are written by ICU's formatters, not from the patterns that go into the Swift file.
"""

import datetime
import decimal
import pathlib
import re
import sys

import icu

LOCALES = "en_GB en_US en_IN de_DE de_CH fr_FR it_IT pt_PT ja_JP".split()
CURRENCIES = "EUR USD GBP JPY CHF INR KWD SEK CAD AUD BRL CNY".split()
DIGITS = {"JPY": 0, "KWD": 3}
MINOR_UNITS = [0, 1, -1, 99, 1234, -8450, 100000, 128450, -128450, 1234567, 123456789, -123456789, 123456789012345]
REGION_CURRENCY = {
    "GB": "GBP", "US": "USD", "IN": "INR", "DE": "EUR", "CH": "CHF", "FR": "EUR", "IT": "EUR", "PT": "EUR", "JP": "JPY"
}
CLDR = {"72": "42", "73": "43", "74": "44"}
VERSION = f"ICU {icu.ICU_VERSION}, CLDR {CLDR[icu.ICU_VERSION.split('.')[0]]}"


def swift(text):
    """A Swift literal; spaces that can't be told apart, and what can't be seen, are escaped."""
    special = {"\u00a0", "\u2009", "\u202f", "\u200b", "\u200e", "\u200f"}
    return '"' + "".join(f"\\u{{{ord(c):x}}}" if c in special else c for c in text) + '"'


def table_currencies():
    source = pathlib.Path(__file__).parent.parent / "Sources/LedgerDomain/Money/Currency+Table.swift"
    table = source.read_text(encoding="utf-8").split("MARK: - The table")[1]
    return sorted(set(re.findall(r"\b[A-Z]{3}\b", table)))


def symbols(locale):
    found = []
    for code in table_currencies():
        formatter = icu.NumberFormat.createCurrencyInstance(locale)
        formatter.setCurrency(code)
        symbol = formatter.getDecimalFormatSymbols().getSymbol(icu.DecimalFormatSymbols.kCurrencySymbol)
        if symbol not in (code, "\u200b"):  # CLDR hides the Portuguese escudo's, whose point is written as "$"
            found.append(f"{code}={symbol}")
    return " ".join(found)


def template(pattern):
    """`¤#,##0.00` as `¤n`."""
    return re.sub(r"[#0,.]+", "n", pattern)


def checked(pattern):
    fields = re.sub(r"'[^']*'", "", pattern)
    assert set(re.findall(r"[A-Za-z]+", fields)) <= {"y", "d", "dd", "MM", "M", "MMM", "MMMM", "EEEE"}, pattern
    return swift(pattern)


def write_swift():
    print(f"// Made by tools/make-locale-tables.py from {VERSION}. Do not edit.\n")
    print("extension LocaleData {")
    for position, name in enumerate(LOCALES):
        locale = icu.Locale(name)
        money = icu.NumberFormat.createCurrencyInstance(locale)
        positive, _, negative = money.toPattern().partition(";")
        marks = money.getDecimalFormatSymbols()
        names = icu.DateFormatSymbols(locale)
        calendar = icu.Calendar.createInstance(icu.TimeZone.getGMT(), locale)
        generator = icu.DateTimePatternGenerator.createInstance(locale)
        intervals = icu.DateIntervalInfo(locale)
        weekdays = names.getWeekdays(names.FORMAT, names.WIDE)
        grouping = "indian" if "#,##,##0" in positive else "thousands"
        assert name in ("en_IN",) or grouping == "thousands"
        rows = [
            ("decimalSeparator", swift(marks.getSymbol(icu.DecimalFormatSymbols.kDecimalSeparatorSymbol))),
            ("groupingSeparator", swift(marks.getSymbol(icu.DecimalFormatSymbols.kGroupingSeparatorSymbol))),
            ("grouping", f".{grouping}"),
            ("money", swift(template(positive))),
            ("negativeMoney", swift(template(negative) if negative else "-" + template(positive))),
            ("mediumDate", checked(icu.DateFormat.createDateInstance(icu.DateFormat.kMedium, locale).toPattern())),
            ("fullDate", checked(icu.DateFormat.createDateInstance(icu.DateFormat.kFull, locale).toPattern())),
            ("month", checked(generator.getBestPattern("yMMMM"))),
            ("rangeOfOneDay", checked(generator.getBestPattern("yMMMd"))),
            ("rangeInMonth", checked(intervals.getIntervalPattern("yMMMd", 5))),
            ("rangeInYear", checked(intervals.getIntervalPattern("yMMMd", 2))),
            ("rangeOfYears", checked(intervals.getIntervalPattern("yMMMd", 1))),
            ("monthNames", swift(" ".join(names.getMonths(names.FORMAT, names.WIDE)))),
            ("shortMonthNames", swift(" ".join(names.getMonths(names.FORMAT, names.ABBREVIATED)))),
            ("weekdayNames", swift(" ".join([*weekdays[2:], weekdays[1]]))),
            ("firstWeekday", str((calendar.getFirstDayOfWeek() + 5) % 7 + 1)),
            ("minimalDays", str(calendar.getMinimalDaysInFirstWeek())),
            ("currency", "." + REGION_CURRENCY[name[-2:]].lower()),
            ("symbols", wrapped(symbols(locale))),
        ]
        if position:
            print()
        print(f"  static let {name.replace('_', '')} = LocaleData(")
        print(",\n".join(f"    {label}: {value}" for label, value in rows) + ")")
    print("}")


def wrapped(text):
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) > 96:
            lines.append("")
        lines[-1] += word + " "
    lines[-1] = lines[-1].rstrip(" ")
    literal = "\\\n".join("      " + swift(line)[1:-1] for line in lines)
    return f'"""\n{literal}\n      """'


def write_money():
    print(f"# locale, currency, minor units, what it is shown as; {VERSION}")
    for name in LOCALES:
        for code in CURRENCIES:
            formatter = icu.NumberFormat.createCurrencyInstance(icu.Locale(name))
            formatter.setCurrency(code)
            digits = DIGITS.get(code, 2)
            assert formatter.getMaximumFractionDigits() == digits
            for units in MINOR_UNITS:
                shown = formatter.format(float(decimal.Decimal(units).scaleb(-digits)))
                print(name, code, units, shown, sep="\t")


def write_dates():
    print(f"# locale, form, first day, last day, what it is shown as; {VERSION}")
    utc = datetime.timezone.utc

    def noon(text):
        return datetime.datetime.fromisoformat(text).replace(hour=12, tzinfo=utc).timestamp()

    days = [f"2026-{month:02d}-{day:02d}" for month in range(1, 13) for day in (1, 14, 28)]
    days += ["2024-02-29", "1999-12-31", "2000-01-01", "2026-06-15", "2026-06-16", "2026-06-17", "2026-06-18"]
    ranges = [
        ("2026-06-12", "2026-06-18"), ("2026-06-01", "2026-06-05"), ("2026-06-29", "2026-07-05"),
        ("2026-12-28", "2027-01-03"), ("2026-06-14", "2026-06-14"), ("2025-06-14", "2026-06-14"),
        ("2026-01-01", "2026-12-31"), ("2024-02-28", "2024-03-01"), ("2026-09-08", "2026-09-09"),
        ("2026-08-31", "2026-09-01"), ("2026-10-10", "2026-11-01"), ("2026-05-31", "2026-05-31"),
    ]
    gmt = icu.TimeZone.getGMT()
    icu.TimeZone.setDefault(gmt)
    for name in LOCALES:
        locale = icu.Locale(name)
        forms = {
            "date": icu.DateFormat.createDateInstance(icu.DateFormat.kMedium, locale),
            "longDate": icu.DateFormat.createDateInstance(icu.DateFormat.kFull, locale),
            "month": icu.SimpleDateFormat(
                icu.DateTimePatternGenerator.createInstance(locale).getBestPattern("yMMMM"), locale),
        }
        for form, formatter in forms.items():
            formatter.setTimeZone(gmt)
            for day in days:
                print(name, form, day, day, formatter.format(noon(day)), sep="\t")
        interval = icu.DateIntervalFormat.createInstance("yMMMd", locale)
        for first, last in ranges:
            shown = interval.format(icu.DateInterval(noon(first), noon(last)))
            print(name, "dateRange", first, last, shown, sep="\t")


{"swift": write_swift, "money": write_money, "dates": write_dates}[sys.argv[1]]()
