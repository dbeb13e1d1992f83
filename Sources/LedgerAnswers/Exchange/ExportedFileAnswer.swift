internal import LedgerAudit
internal import LedgerBytes
internal import LedgerDomain
package import LedgerExchange

/// An exported file and what has changed in its receipts since.
package struct ExportedFileAnswer: Answer {
  let recorded: RecordedSeal
  let amendments: [RecordedSeal]

  /// The number of changes that people see.
  private static let changesMax = 200

  package init(_ recorded: RecordedSeal, _ amendments: [RecordedSeal]) {
    (self.recorded, self.amendments) = (recorded, amendments)
  }

  private func changes(_ notation: Notation) throws -> ExportChanges? {
    try ExportChanges(notation.book, since: recorded.seal, amendedBy: amendments.map(\.seal))
  }

  package func document(_ notation: Notation) throws -> Document {
    let seal = recorded.seal
    let changes = try changes(notation)
    var changed: [JSONValue] = []
    try changes?.forEachChange { changed.append(.string($0.stream.id.description)) }
    return .value([
      "amendments": .strings(amendments.map(\.seal.digest.description)), "bytes": .integer(seal.byteCount),
      "changed": changes == nil ? .null : .array(changed), "event": .integer(recorded.position),
      "exported": true, "format": .string(seal.format), "name": .string(seal.name), "on": .string(seal.on.iso),
      "receipts": .count(seal.receipts), "sha256": .string(seal.digest.description),
    ])
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let seal = recorded.seal
    var parts = ["", notation.locale.date(seal.on), seal.format, counted(seal.receipts, "receipt")]
    if !amendments.isEmpty { parts.append("amended \(counted(amendments.count, "time"))") }
    var blocks: [Block] = [.title(Line(seal.name, .strong) + Line(parts.joined(separator: " · ")))]
    guard let changes = try changes(notation) else {
      return blocks + [.line("  It was exported with a filter that this version does not know.")]
    }
    var count = 0
    try changes.forEachChange { record in
      count += 1
      if count <= Self.changesMax { blocks += try RecordDifferenceAnswer(record).blocks(notation) }
    }
    if count == 0 { blocks.append(.line("  Nothing in it has changed.")) }
    if count > Self.changesMax {
      blocks.append(.line("… and \(counted(count - Self.changesMax, "receipt")) more: --json"))
    }
    return blocks
  }
}
