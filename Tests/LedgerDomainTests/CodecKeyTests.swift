import LedgerBytes
import LedgerDomain
import Testing

/// Required keys, and duplicate keys.
struct CodecKeyTests {
  /// The required keys of each type.
  static let required: [EventType: Set<String>] = [
    .receiptCaptured: ["source", "on"], .attachmentAdded: ["attachment", "on"], .attachmentRemoved: ["sha256"],
    .textRecognized: ["engine", "text"], .extractionCompleted: ["extractor", "version", "method"],
    .extractionFailed: ["engine", "reason"], .extractionCancelled: ["engine"],
    .fieldConfirmed: ["field", "value"],
    .alternatePicked: ["field", "to", "reading", "extraction"], .fieldCorrected: ["field"],
    .lineItemAdded: ["item", "name", "amount"], .lineItemChanged: ["item"], .lineItemRemoved: ["item"],
    .duplicateDismissed: ["of"], .duplicateReopened: ["of"],
    .extractionProposed: ["extractor", "version", "method", "fields"],
    .proposalAccepted: ["field", "to", "reading", "proposal"],
    .proposalRejected: ["field", "value", "proposal"],
    .fieldReverted: ["event", "field"],
    .transactionRecorded: ["origin", "on", "kind", "amount", "date"], .groupCreated: ["name", "on"],
    .groupRenamed: ["from", "to"], .groupDeleted: ["disposition", "receipts"], .categoryAdded: ["key", "name"],
    .transactionLinkedToRule: ["date", "rule", "series"],
    .transactionUnlinkedFromRule: ["date", "rule", "series"],
    .bankRowLinked: ["amount", "booked", "date", "file", "line", "row"], .bankRowUnlinked: ["row"],
    .transactionMerged: ["into"],
    .transferRecorded: ["account", "amount", "date", "on", "origin", "toAccount"],
    .statementImported: ["file", "format", "known", "matched", "new", "on", "refused", "sha256"],
    .importProfileChanged: ["shape"], .vendorRenamed: ["vendor"],
    .ruleCreated: ["amount", "enabled", "frequency", "interval", "kind", "monthEnd", "on", "series", "start"],
    .ruleChanged: ["on"], .recurrenceGenerated: ["from", "through", "revision", "on"],
    .ruleSplit: ["date", "rule", "on"], .ruleDeleted: ["scope", "transactions", "on"],
    .ledgerCreated: ["device", "currency", "locale", "weeks", "on"], .deviceJoined: ["name"],
    .eventRedacted: ["event", "why"], .eventSkipped: ["event", "why"],
    .groupExported: ["bytes", "filter", "format", "heads", "name", "on", "receipts", "sha256"],
    .accountOpened: ["key", "kind", "name", "on", "opening", "rank"],
    .categoryBudgeted: ["category", "month", "origin", "to"],
    .categoryCarriesOver: ["category", "currency", "month"],
    .goalCreated: ["name", "on", "target"], .goalContributed: ["contribution", "on"],
    .goalContributionRemoved: ["contribution", "on"],
    .copyRequested: ["account", "on", "plan", "transaction", "withItems"],
    .copyAttempted: ["body", "importID", "on"],
    .copyAcknowledged: ["on", "remote", "wasThere"], .copyRefused: ["on", "reason", "status"],
    .copyDeferred: ["on", "reason"], .remoteChangeObserved: ["isDeleted", "on"], .copyMerged: ["on"],
    .copyDetached: ["on"],
    .accountRenamed: ["from", "to"], .accountMoved: ["from", "to"],
    .rangeExported: ["bytes", "filter", "format", "heads", "name", "on", "receipts", "sha256"],
  ]

  @Test(
    "A payload without a required key is unreadable and names the key; all other keys may be missing",
    arguments: EventType.allCases)
  func missing(_ type: EventType) throws {
    let required = Self.required[type] ?? []
    var found: Set<String> = []
    for seed in 1...CodecRoundTripTests.rounds {
      var events = CodecEvents(seed: seed)
      let members = try CodecRoundTripTests.members(EventCodec.current.encode(events.event(type)))
      for key in members.keys {
        var others = members
        others[key] = nil
        let decoded = EventCodec.current.decode(type, JSONValue.object(others).encoded())
        switch decoded {
        case .event: #expect(!required.contains(key), "seed \(seed): \(key) was not missed")
        case .unreadable(let error):
          #expect(
            required.contains(key) && error.reason.contains("“\(key)”"), "seed \(seed): \(key), \(error.reason)"
          )
          found.insert(key)
        case .unknown, .redacted: Issue.record("seed \(seed): \(decoded) without \(key)")
        }
      }
    }
    #expect(found == required)
  }

  /// Inside the payloads: where, and what must be there.
  static let inner: [(EventType, [String], Set<String>)] = [
    (.attachmentAdded, ["attachment"], ["sha256", "bytes", "mediaType", "page"]),
    (.receiptCaptured, ["attachments"], ["sha256", "bytes", "mediaType", "page"]),
    (.transactionRecorded, ["amount"], ["currency", "minorUnits"]),
    (.transactionRecorded, ["recurrence"], ["date", "revision", "rule", "series"]),
    (
      .transactionRecorded, ["recurrence", "revision"],
      ["counter", "device", "milliseconds", "number", "sequence"]
    ),
    (.ruleCreated, ["template"], ["date", "transaction"]),
    (.ruleChanged, ["enabled"], ["from", "since", "to"]),
    (.ruleChanged, ["rejoined"], ["date", "rule"]), (.recurrenceGenerated, ["made"], ["date", "transaction"]),
    (.alternatePicked, ["extraction"], ["device", "sequence"]),
    (.lineItemAdded, ["amount"], ["currency", "minorUnits"]),
    (.lineItemRemoved, ["from"], ["name", "amount"]),
    (.extractionProposed, ["fields", "vendor"], ["to"]),
    (.extractionProposed, ["fields", "total", "readings"], ["value", "reason", "confidence"]),
    (.proposalAccepted, ["proposal"], ["device", "sequence"]),
    (.categoryChanged, ["kinds"], ["to"]),
    (.transferRecorded, ["amount"], ["currency", "minorUnits"]),
    (.transferRecorded, ["received"], ["currency", "minorUnits"]),
    (.transferChanged, ["received", "to"], ["currency"]),
    (.accountOpened, ["opening"], ["currency", "minorUnits"]),
    (.fieldReverted, ["event"], ["device", "sequence"]),
    (.deviceJoined, ["continues"], ["device", "sequence"]),
    (.eventRedacted, ["event"], ["device", "sequence"]), (.eventSkipped, ["event"], ["device", "sequence"]),
    (.groupExported, ["filter"], ["name", "values"]), (.rangeExported, ["heads"], ["device", "root", "size"]),
    (.extractionCompleted, ["fields", "vendor", "readings"], ["value", "reason", "confidence"]),
    (.extractionCompleted, ["fields", "total", "readings"], ["value", "reason", "confidence"]),
    (.importProfileChanged, ["to"], ["name"]),
    (.importProfileChanged, ["to", "answers"], ["option", "value"]),
    (.vendorRenamed, ["to"], ["name", "printed"]),
    (.extractionCompleted, ["items"], ["name", "price"]),
    (.extractionCompleted, ["confidence"], ["name", "weight", "score"]),
  ]

  @Test("A part of a payload without a required key makes it unreadable", arguments: inner)
  func missingInside(_ type: EventType, _ path: [String], _ keys: Set<String>) throws {
    var found: Set<String> = []
    for seed in 1...CodecRoundTripTests.rounds {
      var events = CodecEvents(seed: seed)
      let whole = try JSONValue(parsing: EventCodec.current.encode(events.event(type)), as: .payload)
      for key in keys {
        guard let spoiled = whole.removing(key, at: path[...]) else { continue }
        guard case .unreadable(let error) = EventCodec.current.decode(type, spoiled.encoded()) else {
          Issue.record("seed \(seed): \(key) was not missed in \(path)")
          continue
        }
        #expect(error.reason.contains("“\(key)”"), "seed \(seed): \(error.reason)")
        found.insert(key)
      }
    }
    #expect(found == keys)
  }

  @Test("A repeated key makes a payload unreadable, at any depth", arguments: EventType.allCases)
  func twice(_ type: EventType) throws {
    for seed in 1...CodecRoundTripTests.rounds {
      var events = CodecEvents(seed: seed)
      let whole = try JSONValue(parsing: EventCodec.current.encode(events.event(type)), as: .payload)
      for text in whole.textsWithAKeyTwice {
        let decoded = EventCodec.current.decode(type, Array(text.utf8))
        guard case .unreadable(let error) = decoded else {
          Issue.record("seed \(seed): was read, \(text)")
          return
        }
        #expect(error.reason.contains("twice"), "seed \(seed): \(error.reason)")
      }
    }
  }
}

extension JSONValue {
  /// The value without a key of the object at a path, or of the first object of an array there. `nil` if there is no
  /// such key.
  fileprivate func removing(_ key: String, at path: ArraySlice<String>) -> JSONValue? {
    switch self {
    case .object(var members):
      guard let step = path.first else {
        return members.removeValue(forKey: key) == nil ? nil : .object(members)
      }
      guard let inner = members[step]?.removing(key, at: path.dropFirst()) else { return nil }
      members[step] = inner
      return .object(members)
    case .array(var elements):
      guard let inner = elements.first?.removing(key, at: path) else { return nil }
      elements[0] = inner
      return .array(elements)
    case .string, .integer, .fraction, .boolean, .null: return nil
    }
  }

  /// For every member of every object within: the whole value's text with that member twice.
  fileprivate var textsWithAKeyTwice: [String] {
    func text(_ value: JSONValue) -> String { String(decoding: value.encoded(), as: UTF8.self) }
    switch self {
    case .object(let members):
      var texts: [String] = []
      let sorted = members.sorted { $0.key < $1.key }.map { (key: text(.string($0.key)), value: $0.value) }
      for member in sorted {
        let others = sorted.map { "\($0.key):\(text($0.value))" }
        texts.append("{\((others + ["\(member.key):\(text(member.value))"]).joined(separator: ","))}")
        for inner in member.value.textsWithAKeyTwice {
          let replaced = sorted.map { "\($0.key):\($0.key == member.key ? inner : text($0.value))" }
          texts.append("{\(replaced.joined(separator: ","))}")
        }
      }
      return texts
    case .array(let elements):
      return elements.enumerated().flatMap { index, element in
        element.textsWithAKeyTwice.map { inner in
          let replaced = elements.enumerated().map { $0.offset == index ? inner : text($0.element) }
          return "[\(replaced.joined(separator: ","))]"
        }
      }
    case .string, .integer, .fraction, .boolean, .null: return []
    }
  }
}
