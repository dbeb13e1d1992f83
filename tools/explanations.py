#!/usr/bin/env python3
"""Compares what the tool explains with a model that shares no code with it.

    tools/explanations.py EVENTS [--histories N] [--seed S]

Each history is recorded by two or three devices with the tool EVENTS: amounts in several currencies, corrections that did
not know of each other, undo, deletions, and exchanges of events. Then blame and audit of every receipt on every device are
compared with a naive model, which folds every prefix of the events again. The random choices follow the seed; identifiers
and times are the tool's own.
"""
import argparse, json, os, random, shutil, subprocess, sys, tempfile

DIGITS = {"EUR": 2, "USD": 2, "JPY": 0, "KWD": 3, "CHF": 2}
FIELDS = ["vendor", "date", "total", "currency", "category", "payment", "note", "kind", "group", "state"]
SETTING = {
    "FieldCorrected", "AlternatePicked", "ProposalAccepted", "FieldReverted", "FieldConfirmed", "TransactionFiled",
    "TransactionRecorded"}


class Tool:
    def __init__(self, program, folder):
        self.program, self.folder, self.runs = program, folder, 0

    def run(self, device, *arguments, text=None):
        self.runs += 1
        environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "USER": device, "TZ": "UTC",
            "EVENTS_LEDGER": f"{self.folder}/{device}"}
        done = subprocess.run(
            [self.program, *arguments], env=environment, input=text or "", capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def lines(self, device, *arguments):
        code, output, errors = self.run(device, *arguments)
        assert code == 0, (arguments, code, errors)
        return [json.loads(line) for line in output.splitlines()]


# MARK: - Histories

def record(tool, choose):
    """Records a random history. Returns the devices and the receipts."""
    devices = ["anna", "ben", "cleo"][: choose.choice([2, 2, 3])]
    tool.run("anna", "init", "--device", "anna", "--currency", "EUR")
    tool.run("anna", "group", "create", "Rome")
    receipts = []
    for _ in range(choose.choice([1, 1, 2])):
        if choose.random() < 0.5:
            amount = choose.choice(["77 JPY", "12.50 EUR", "8 USD", "1.250 KWD"])
            arguments = ["add", "--amount", amount, "--date", "2026-06-12", "--category", "food", "--payment", "cash"]
            text = None
        else:
            arguments = ["capture", "--text", "-"]
            text = "REWE City\nBerlin\nSUMME EUR 77,00\nZU ZAHLEN EUR 79,50\n14.06.2026\nKartenzahlung\n"
        code, output, errors = tool.run("anna", *arguments, "--json", text=text)
        assert code == 0, errors
        receipts.append(json.loads(output)["transaction"])
    exchange(tool, "anna", devices)
    for _ in range(choose.randint(8, 14)):
        device, receipt = choose.choice(devices), choose.choice(receipts)
        act(tool, choose, device, receipt)
        if choose.random() < 0.15:
            exchange(tool, device, devices)
    # Two that do not know of each other, and an undo, are in every history.
    for device in devices[:2]:
        tool.run(device, "correct", receipts[0], "total", choose.choice(["81 USD", "80 EUR", "7720 JPY"]))
        tool.run(device, "correct", receipts[0], "vendor", choose.choice(["EDEKA", "ALDI"]))
    tool.run(devices[0], "undo", "HEAD", "--yes")
    # The last one has everything then.
    for device in devices:
        exchange(tool, device, [devices[-1]])
    exchange(tool, devices[-1], devices)
    if choose.random() < 0.5:
        tool.run("anna", "correct", receipts[0], "vendor", choose.choice(["EDEKA", "ALDI"]))
        exchange(tool, "anna", devices)
    return devices, receipts


def act(tool, choose, device, receipt):
    """One random command. Those that the ledger refuses change nothing."""
    what = choose.random()
    if what < 0.25:
        tool.run(device, "correct", receipt, "total", choose.choice(["81 USD", "80 EUR", "77 EUR", "7720 JPY", "77 JPY"]))
    elif what < 0.40:
        tool.run(device, "correct", receipt, "currency", choose.choice(list(DIGITS)))
    elif what < 0.55:
        tool.run(device, "correct", receipt, "vendor", choose.choice(["EDEKA", "ALDI", "REWE City"]))
    elif what < 0.62:
        tool.run(device, "correct", receipt, "category", choose.choice(["food", "taxi"]))
    elif what < 0.68:
        tool.run(device, "confirm", receipt)
    elif what < 0.72:
        tool.run(device, "pick", receipt, "total", choose.choice("12"))
    elif what < 0.76:
        tool.run(device, "save", receipt)
    elif what < 0.80:
        tool.run(device, "file", receipt, *choose.choice([["Rome"], ["--unfiled"]]))
    elif what < 0.84:
        tool.run(device, choose.choice(["delete", "restore"]), receipt, "--yes")
    else:
        tool.run(device, "undo", f"HEAD~{choose.randint(0, 3)}", "--yes")


def exchange(tool, giver, devices):
    """All other devices take in what one has."""
    code, text, errors = tool.run(giver, "tail", "-n", "1000000", "--json")
    assert code == 0, errors
    for device in devices:
        if device != giver:
            code, _, errors = tool.run(device, "import", "--format", "ndjson", "-", text=text)
            assert code == 0, errors


# MARK: - The model

def person(actor):
    return actor == "user" or actor.startswith("user/")


def saw(event, other):
    """Whether the author of an event had seen another one."""
    if event["device"] == other["device"]:
        return other["deviceSequence"] < event["deviceSequence"]
    return any(s["device"] == other["device"] and other["deviceSequence"] <= s["sequence"] for s in event["seen"])


def amount(value):
    return None if value is None else (value["currency"], value.get("minorUnits"))


def units(decimal, currency):
    """The minor units of a decimal, or None if it has too many digits."""
    whole, _, fraction = decimal.partition(".")
    digits = DIGITS[currency]
    if len(fraction.rstrip("0")) > digits:
        return None
    return int(whole + fraction.rstrip("0").ljust(digits, "0"))


class Fold:
    """The fold of some events, naively: per place a list of writes."""

    def __init__(self, events):
        self.heads = {place: [] for place in ["vendor", "date", "amount", "category", "payment", "note", "kind", "group"]}
        self.saved, self.deletion, self.begun, self.events = [], [], False, events
        for event in events:
            self.apply(event)

    def write(self, heads, event, value, by_person=None):
        by_person = person(event["actor"]) if by_person is None else by_person
        mine = person(event["actor"])
        kept = [h for h in heads if not ((mine or not h[2]) and saw(event, h[0]))]
        heads[:] = kept + [(event, value, by_person)]

    def apply(self, event):
        kind, payload = event["type"], event["payload"]
        if kind == "TransactionRecorded":
            self.begun = True
            self.write(self.saved, event, True)
            for place in ["vendor", "date", "category", "payment", "note", "kind"]:
                if payload.get(place) is not None:
                    self.write(self.heads[place], event, payload[place])
            self.write(self.heads["amount"], event, amount(payload["amount"]))
        elif kind == "ReceiptCaptured":
            self.begun = True
        elif kind == "ExtractionCompleted":
            self.extract(event, payload)
        elif kind in ("FieldCorrected", "AlternatePicked", "ProposalAccepted"):
            self.set(event, payload["field"], payload.get("to"))
        elif kind == "FieldConfirmed":
            self.set(event, payload["field"], payload["value"])
        elif kind == "FieldReverted":
            heads = self.heads[place_of(payload["field"])]
            heads[:] = [h for h in heads if not saw(event, h[0])]
            if payload.get("origin") and payload.get("actor"):
                heads.append((event, typed(payload["field"], payload.get("to")), person(payload["actor"])))
        elif kind == "TransactionFiled":
            self.write(self.heads["group"], event, payload.get("to"))
        elif kind == "ReceiptSaved":
            self.write(self.saved, event, True)
        elif kind == "ReceiptReopened":
            self.write(self.saved, event, False)
        elif kind in ("TransactionDeleted", "ReceiptDiscarded"):
            self.write(self.deletion, event, True)
        elif kind == "TransactionRestored":
            self.write(self.deletion, event, False)

    def set(self, event, field, value):
        self.write(self.heads[place_of(field)], event, typed(field, value))

    def extract(self, event, payload):
        def first(field):
            readings = payload.get("fields", payload).get(field, {}).get("readings", [])
            return readings[0]["value"] if readings else None

        for place in ["vendor", "date", "category", "payment"]:
            if first(place) is not None:
                self.write(self.heads[place], event, first(place))
        currency = first("currency") or payload.get("assumedCurrency")
        if currency is not None:
            number = units(first("total"), currency) if first("total") else None
            now = self.value_of("amount")
            if number is not None or now is None or now[1] is None:
                self.write(self.heads["amount"], event, (currency, number))

    def standing(self, place):
        heads = self.heads[place]
        persons = [h for h in heads if h[2]]
        return persons[-1] if persons else heads[-1] if heads else None

    def value_of(self, place):
        standing = self.standing(place)
        return standing[1] if standing else None

    def contested(self, deletion):
        """A deletion waits where a person changed the record, neither author knowing of the other's event."""
        return any(
            person(e["actor"]) and e["type"] not in ("TransactionDeleted", "ReceiptDiscarded")
            and not saw(e, deletion) and not saw(deletion, e) for e in self.events if e is not deletion)

    def state(self):
        if not self.begun:
            return None
        if self.deletion and self.deletion[-1][1] and any(h[1] and not self.contested(h[0]) for h in self.deletion):
            return "deleted"
        return "saved" if any(h[1] for h in self.saved) else "draft"

    def shown(self, field):
        if field == "state":
            return self.state()
        if not self.begun:
            return None
        value = self.value_of(place_of(field))
        if field == "kind":
            return value or "expense"
        return part(field, value)

    def writes(self, field):
        """The writes that count: event, value, whether by a person."""
        if field != "state":
            return [(h[0], part(field, h[1]), h[2]) for h in self.heads[place_of(field)]]
        state = self.state()
        if state == "deleted":
            return [(h[0], state, True) for h in self.deletion if h[1] and not self.contested(h[0])]
        wanted = state == "saved"
        return [(h[0], state, True) for h in self.saved if h[1] == wanted] + [
            (h[0], state, True) for h in self.deletion if not h[1]]


def place_of(field):
    return "amount" if field in ("total", "currency") else field


def typed(field, value):
    return amount(value) if place_of(field) == "amount" else value


def part(field, value):
    """What a field shows of the value of its place: a total with its currency."""
    if value is None:
        return None
    if field == "total":
        return value if value[1] is not None else None
    return value[0] if field == "currency" else value


def giver(field, events):
    """The event that gave the field its value, by the rule and not by a course."""
    folds = [Fold(events[:count]) for count in range(len(events) + 1)]
    values = [fold.shown(field) for fold in folds]
    last = max((i for i in range(1, len(values)) if values[i] != values[i - 1]), default=None)
    if last is None:
        return None
    present = values[-1]
    # Which events a final write carries on: it repeated their value while the shown value remained.
    carried = {}
    for count in range(1, len(folds)):
        event = events[count - 1]
        before = {key(w[0]): w for w in folds[count - 1].writes(field)}
        after = {key(w[0]): w for w in folds[count].writes(field)}
        if key(event) not in after:
            continue
        carried[key(event)] = {count}
        own = after[key(event)]
        for other, write in before.items():
            if other not in after and values[count] == values[count - 1] and write[1] == own[1]:
                carried[key(event)] |= carried.get(other, set())
    final = [w for w in folds[-1].writes(field) if w[1] == present]
    own = {key(w[0]) for w in folds[last].writes(field)}
    if not final or key(events[last - 1]) not in own and not any(
            w[1] == present for w in folds[last].writes(field)):
        return events[last - 1]
    supported = sorted(set().union(*(carried.get(key(w[0]), set()) for w in final)))
    if last in supported:
        return events[last - 1]
    if key(events[last - 1]) not in own or [
            w for w in folds[last].writes(field) if w[0] is events[last - 1]][0][1] != present:
        # The event took a value back and uncovered another.
        place = folds[last].writes(field)
        persons = [w for w in place if w[2]]
        standing = (persons or place)[-1]
        early = [n for n in supported if n in carried.get(key(standing[0]), set())]
        if early:
            return events[early[0] - 1]
    later = [n for n in supported if n > last]
    return events[(later or supported or [last])[0] - 1]


def conflicts(field, events):
    """The other values that may have been the field's."""
    writes = Fold(events).writes(field)
    if not writes or field == "state":
        return set()
    persons = [w for w in writes if w[2]]
    standing = (persons or writes)[-1]
    return {w[1] for w in writes if w[2] == standing[2] and w[1] != standing[1]}


def key(event):
    return (event["device"], event["deviceSequence"])


# MARK: - Comparing

def compare(tool, device, receipt, log, found):
    events = [e for e in log if e["stream"]["id"] == receipt]
    events.sort(key=lambda e: (e["time"], e["counter"], e["device"], e["deviceSequence"]))
    by_key = {key(e): e for e in events}

    def check(what, told, expected):
        found["compared"] += 1
        if told != expected:
            found["different"].append(f"{device} {receipt} {what}: told {told}, expected {expected}")

    def value(line):
        told = line["value"]
        return (told["currency"], told["minorUnits"]) if isinstance(told, dict) else told

    lines = tool.lines(device, "blame", receipt, "--history", "--json")
    final = Fold(events)
    for field in FIELDS:
        stands = [l for l in lines if l["field"] == field and l["standing"] == "stands"]
        shown = final.shown(field)
        blamed = giver(field, events)
        if shown is None and not stands:
            check(f"blame {field}", None, None)
        else:
            check(f"blame {field} value", [value(l) for l in stands], [shown])
            check(
                f"blame {field} event", [(l["device"], l["deviceSequence"]) for l in stands],
                [key(blamed)] if blamed else [])
        told = {value(l) for l in lines if l["field"] == field and l["standing"] == "conflicts"}
        check(f"blame {field} conflicts", told, conflicts(field, events))
        for line in (l for l in lines if l["field"] == field and l["replacedBy"] is not None):
            by = by_key[(line["replacedBy"]["device"], line["replacedBy"]["sequence"])]
            knew = saw(by, by_key[(line["device"], line["deviceSequence"])])
            check(f"blame {field} {line['standing']}", line["standing"] == "overtaken", not knew)

    audit = tool.lines(device, "audit", receipt, "--json")[0]
    for told in audit["fields"]:
        field = told["field"]
        if field not in FIELDS:
            continue
        expected = []
        for event in events:
            expected += steps(field, event)
        # What gave only a total may be in conflict with its currency.
        known = {key(event) for event, _, _ in expected}
        disputing = [(e, *text_and_currency(field, v)) for e, v in raw_conflicts(field, events)]
        order = {key(event): place for place, event in enumerate(events)}
        whole = expected + [d for d in disputing if key(d[0]) not in known and d[1] is not None]
        whole.sort(key=lambda step: order[key(step[0])])
        check(
            f"audit {field} steps",
            [(s["event"]["device"], s["event"]["sequence"], s["value"], s.get("currency")) for s in told["steps"]],
            [(*key(event), text, currency) for event, text, currency in whole])
        check(f"audit {field} value", told["value"], text_of(field, final.value_of(place_of(field))))
        disputed = {
            (text, currency) for event, text, currency in disputing if key(event) in known or text is not None}
        check(
            f"audit {field} conflicts",
            {(s["value"], s.get("currency")) for s in told["steps"] if s.get("conflict")}, disputed)
        set_by = told["setBy"] and (told["setBy"]["device"], told["setBy"]["sequence"])
        check(f"audit {field} event", set_by, expected_setter(field, events, expected))
    conflicting = [p for p in ["vendor", "date", "amount", "category", "payment", "note", "kind", "group"]
                   if place_conflicts(p, events)]
    check("audit sentence", "in conflict" in audit["sentence"], bool(conflicting))


def decimal(value):
    currency, number = value
    digits = DIGITS[currency]
    text = str(abs(number)).rjust(digits + 1, "0")
    text = text[:-digits] + "." + text[-digits:] if digits else text
    return ("-" if number < 0 else "") + text


def text_of(field, value):
    if value is None:
        return None
    if field == "total":
        return decimal(value) if value[1] is not None else None
    return value[0] if field == "currency" else value


def text_and_currency(field, value):
    return text_of(field, value), value[0] if field == "total" and value else None


def place_conflicts(place, events):
    fold = Fold(events)
    standing = fold.standing(place)
    return [h for h in fold.heads[place] if standing and h[2] == standing[2] and h[1] != standing[1]]


def raw_conflicts(field, events):
    standing = Fold(events).standing(place_of(field))
    return [
        (h[0], h[1]) for h in place_conflicts(place_of(field), events) if part(field, h[1]) != part(field, standing[1])]


def steps(field, event):
    """What an event adds to the history of a field: the text, and the currency that a total had then."""
    kind, payload = event["type"], event["payload"]

    def one(value):
        value = typed(field, value)
        return [(event, *text_and_currency(field, value))]

    if kind in ("FieldCorrected", "AlternatePicked", "ProposalAccepted", "FieldReverted"):
        if payload["field"] == field:
            return one(payload.get("to"))
        if place_of(field) == "amount" == place_of(payload["field"]):
            old, new = amount(payload.get("from")), amount(payload.get("to"))
            if field == "currency":
                changed = (old and old[0]) != (new and new[0])
            else:
                changed = part("total", old) != part("total", new)
            return one(payload.get("to")) if changed else []
    elif kind == "FieldConfirmed" and payload["field"] == field:
        return one(payload["value"])
    elif kind == "TransactionFiled" and field == "group":
        return one(payload.get("to"))
    elif kind == "TransactionRecorded":
        given = payload["amount"] if place_of(field) == "amount" else payload.get(field)
        return one(given) if given is not None else []
    elif kind == "ExtractionCompleted" and field in ("vendor", "date", "total", "currency", "category", "payment"):
        fields = payload.get("fields", payload)
        money = fields.get("currency", {}).get("readings", [])
        currency = money[0]["value"] if money else payload.get("assumedCurrency")
        return [
            (event, r["value"], currency if field == "total" else None)
            for r in fields.get(field, {}).get("readings", [])]
    return []


def expected_setter(field, events, expected):
    final = Fold(events)
    present = text_of(field, final.value_of(place_of(field)))
    disputed = {key(h[0]) for h in place_conflicts(place_of(field), events)
                if part(field, h[1]) != part(field, final.value_of(place_of(field)))}
    setting = [e for e, text, _ in expected
               if e["type"] in SETTING and key(e) not in disputed and text == present]
    if setting:
        return key(setting[-1])
    standing = final.standing(place_of(field))
    return key(standing[0]) if standing else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("events")
    parser.add_argument("--histories", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    arguments = parser.parse_args()
    found = {"compared": 0, "different": []}
    counts = {}
    for number in range(arguments.histories):
        folder = tempfile.mkdtemp(prefix="events-oracle-")
        try:
            tool = Tool(os.path.abspath(arguments.events), folder)
            choose = random.Random(arguments.seed * 1_000_003 + number)
            devices, receipts = record(tool, choose)
            for event in tool.lines(devices[0], "tail", "-n", "1000000", "--json"):
                counts[event["type"]] = counts.get(event["type"], 0) + 1
            before = len(found["different"])
            for device in devices:
                log = tool.lines(device, "tail", "-n", "1000000", "--json")
                for receipt in receipts:
                    compare(tool, device, receipt, log, found)
            for line in found["different"][before:]:
                print(f"history {number}: {line}", file=sys.stderr)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    told = ", ".join(f"{counts.get(t, 0)} {t}" for t in ["FieldCorrected", "FieldReverted", "TransactionDeleted"])
    print(f"{arguments.histories} histories ({told}): {found['compared']} answers compared, "
          f"{len(found['different'])} different")
    return 1 if found["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
