#!/usr/bin/env python3
"""Makes Fixtures/recurrence.tsv: random rules and what python-dateutil's rrule says of them, with the rule of short
months applied (clamp: the last of 28 … the anchor's day that the month has). An oracle: the program never runs this.

    pip install python-dateutil==2.9.0 ; tools/make-recurrence-fixture.py [COUNT] > Fixtures/recurrence.tsv

Columns: frequency, interval, anchor, end or -, policy, first and last day of the stretch, dates as offsets in days
from the first day of the stretch, run together with commas.
"""
import datetime
import random
import sys

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule

random.seed(20261121)
FREQUENCIES = {"daily": DAILY, "weekly": WEEKLY, "monthly": MONTHLY, "yearly": YEARLY}


def dates(frequency, interval, anchor, end, policy, first, last):
    options = {}
    if frequency in ("monthly", "yearly"):
        day = anchor.day
        if policy == "clamp":
            options = {"bymonthday": list(range(28, day + 1)), "bysetpos": -1} if day > 28 else {"bymonthday": day}
        elif policy == "skip":
            options = {"bymonthday": day}
        else:
            options = {"bymonthday": -1}
        if frequency == "yearly":
            options["bymonth"] = anchor.month
    start = datetime.datetime(anchor.year, anchor.month, 1) if options else datetime.datetime.combine(anchor, datetime.time())
    until = min(last, end) if end else last
    rule = rrule(FREQUENCIES[frequency], interval=interval, dtstart=start,
                 until=datetime.datetime.combine(until, datetime.time()), **options)
    found = [when.date() for when in rule]
    return [when for when in found if when >= max(first, anchor) and when <= until]


def random_day(low, high):
    return datetime.date(low, 1, 1) + datetime.timedelta(days=random.randrange((high - low) * 365))


for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10000):
    frequency = random.choice(list(FREQUENCIES))
    interval = random.choice([1, 1, 1, 2, 3, 4, 6, 12, random.randrange(1, 40)])
    anchor = random_day(2015, 2030)
    if random.random() < 0.4:
        month_end = (anchor.replace(day=28) + datetime.timedelta(days=4)).replace(day=1) - datetime.timedelta(days=1)
        anchor = month_end - datetime.timedelta(days=random.choice([0, 0, 1, 2]))
    if random.random() < 0.05:
        anchor = datetime.date(random.choice([2016, 2020, 2024, 2028]), 2, 29)
    end = anchor + datetime.timedelta(days=random.randrange(2000)) if random.random() < 0.3 else None
    policy = random.choice(["clamp", "clamp", "skip", "last-day"])
    first = random_day(2014, 2034)
    days = {"daily": 40, "weekly": 200, "monthly": 900, "yearly": 4000}[frequency]
    last = first + datetime.timedelta(days=random.randrange(days))
    offsets = [str((when - first).days) for when in dates(frequency, interval, anchor, end, policy, first, last)]
    print(frequency, interval, anchor, end or "-", policy, first, last, ",".join(offsets) or "-", sep="\t")
