internal import LedgerAudit
internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain
public import LedgerSync

/// The values that two devices have set without knowing of each other.
package struct ConflictsAnswer: Answer {
  let conflicts: [Conflict]

  package init(_ conflicts: [Conflict]) { self.conflicts = conflicts }

  package var verdict: Verdict { conflicts.isEmpty ? .yes : .no }

  package func document(_ notation: Notation) -> Document { .lines(conflicts.map(\.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    if conflicts.isEmpty { return [.line("There are no conflicts")] }
    let names = try DeviceNames(notation.book)
    var blocks: [Block] = []
    for conflict in conflicts {
      blocks.append(.title(Line(try title(conflict, notation), .strong)))
      for (index, value) in conflict.values.enumerated() {
        blocks.append(
          .line(Line("  \(index + 1)  " + (try words(value, isShown: index == 0, names, notation)))))
      }
    }
    let first = conflicts[0]
    let example = Step.settleConflict(try Self.word(first, notation.book), first.fieldName, value: 1)
    return blocks + [.gap, .line("Choose a value: \(step: example)")]
  }

  private func title(_ conflict: Conflict, _ notation: Notation) throws -> String {
    let kind = conflict.transaction == nil ? "\(conflict.record.kind) " : ""
    let name = try conflict.name ?? Self.word(conflict, notation.book)
    return "\(kind)\(name)  \(conflict.fieldName)"
  }

  /// Returns the word that names the record of a conflict.
  private static func word(_ conflict: Conflict, _ book: Book) throws -> String {
    let short = { try book.shortID(conflict.record.id, kind: $0) }
    return switch StreamKind(rawValue: conflict.record.kind) {
    case .transaction, .group, .rule, .goal:
      try short(StreamKind(rawValue: conflict.record.kind) ?? .transaction)
    case .account, .category, .ledger, .budget, .copy, nil: "\(conflict.record.kind)/\(conflict.record.id)"
    }
  }

  private func words(
    _ value: Conflict.Value, isShown: Bool, _ names: DeviceNames, _ notation: Notation
  ) throws -> String {
    let event = "\(names.words(value.event.device)):\(value.event.sequence)"
    let before = try value.basedOn.map { ", instead of \(try notation.words($0, of: .vendor))" } ?? ""
    let words = try value.value.map { try notation.words($0, of: .vendor) } ?? "nothing"
    let with = try value.with.map { with in
      let isDay = if case .date = with { true } else { false }
      return "\(isDay ? "on" : "with") \(try notation.words(with, of: .vendor))"
    }
    let changes = [value.change, with].compactMap { $0 }
    let change = changes.isEmpty ? "" : " (\(changes.joined(separator: ", ")))"
    return
      "\(words)\(change)  \(value.actor), \(localTime(milliseconds: value.atMilliseconds)) on \(event)\(before)"
      + (isShown ? "  (shown)" : "")
  }
}

extension Conflict {
  /// The name of the field, with the part that has it: `total`, `food budgeted`, `deletion`.
  public var fieldName: String {
    let field = field?.rawValue ?? "deletion"
    return switch part {
    case nil: field
    case .item(_, let name): "\(name) \(field)"
    case .category(let key): "\(key) \(field)"
    }
  }

  /// The values of a field of a record that is in conflict.
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "field": .string(field?.rawValue ?? "deletion"), record.kind: .string(record.id.description),
      "values": .array(values.map(\.json)),
    ]
    if transaction == nil { members["name"] = .optional(name) }
    switch part {
    case nil: break
    case .item(let id, let name): (members["item"], members["name"]) = (.string(id.description), .string(name))
    case .category(let key): members["category"] = .string(key)
    }
    return .object(members)
  }

  /// Returns the line that `events conflicts --json` prints for the conflict.
  public func jsonLines() -> String { json.line }
}

extension Conflict.Value {
  fileprivate var json: JSONValue {
    let document: JSONValue = [
      "at": .string(isoTime(milliseconds: atMilliseconds)), "basedOn": basedOn?.json ?? .null,
      "by": .string(actor), "event": event.json, "value": value?.json ?? .null,
    ]
    return document.adding(change.map { ["change": .string($0)] } ?? [:])
      .adding(with.map { ["with": $0.json] } ?? [:])
  }
}
