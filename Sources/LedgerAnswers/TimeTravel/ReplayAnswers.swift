internal import LedgerAudit
internal import LedgerBytes
internal import LedgerDomain

extension Replay: Answer {
  /// The number of records that are shown to people.
  private static let recordsMax = 20

  /// Returns the differences for programs.
  package func document(_ notation: Notation) throws -> Document { .value(try json(notation.groupName)) }

  /// Returns the differences for people.
  package func blocks(_ notation: Notation) throws -> [Block] {
    var blocks: [Block] = left.isEmpty ? [] : [.line("Without:"), try EventText(notation).block(left), .gap]
    guard recordCount > 0 || !groups.isNothing else {
      return blocks + [.line("Nothing would be different.")]
    }
    for record in records.prefix(Self.recordsMax) {
      var table = AnswerTable([.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12)], indent: 2)
      for change in notation.told(record.changes) {
        table.row([
          .init(change.field.rawValue, .quiet), .init(try notation.words(change.from, of: change.field)), "→",
          .init(try notation.words(change.to, of: change.field)),
        ])
      }
      blocks += [.line(Line(try Self.title(record, notation), .strong)), .table(table)]
    }
    if recordCount > Self.recordsMax {
      blocks.append(.line("… and \(counted(recordCount - Self.recordsMax, "record")) more."))
    }
    return try blocks + [.gap] + notation.effect(totals, categories, groups, "does") + [
      .line("Nothing was written.")
    ]
  }

  private static func title(_ record: Record, _ notation: Notation) throws -> String {
    if let row = record.before ?? record.after {
      return "\(try notation.short(row.id))  \(notation.summary(row))"
    }
    return "\(record.stream.kind) \(record.stream.id.description.prefix(8))"
  }
}

extension ExtractorReplay: Answer {
  /// Returns the comparison for programs.
  package func document(_ notation: Notation) -> Document { .value(json) }

  /// Returns the comparison for people.
  package func blocks(_ notation: Notation) -> [Block] {
    guard receipts > 0 else { return [.line("There is no text on record to read again.")] }
    let (spared, new) = fields.values.reduce((0, 0)) { ($0.0 + $1.spared, $0.1 + $1.new) }
    var fieldTable = table("field")
    for field in TransactionField.extracted {
      if let tally = fields[field] { fieldTable.row(row(field.rawValue, tally)) }
    }
    var vendorTable = table("vendor")
    for (name, tally) in vendors(limit: 20) {
      vendorTable.row(row(name.isEmpty ? "(no vendor)" : name, tally))
    }
    return [
      .paragraph(
        Line(
          "\(counted(receipts, "text")) read again by \(extractor)-\(version): "
            + "\(counted(spared, "correction")) would not have been needed, \(grouped(Int64(new))) would be new."
        )),
      .gap, .table(fieldTable),
    ] + (vendorTable.isEmpty ? [] : [.gap, .table(vendorTable)]) + [.line("Nothing was written.")]
  }

  private func table(_ heading: String) -> AnswerTable {
    AnswerTable(
      [
        .name(heading, shrinksTo: 12), .right("still right"), .right("spared"), .right("new"),
        .right("still wrong"),
      ], indent: 2)
  }

  private func row(_ name: String, _ tally: ExtractorReplay.Tally) -> [AnswerTable.Cell] {
    [name].map { AnswerTable.Cell($0) }
      + [tally.stillRight, tally.spared, tally.new, tally.stillWrong].map {
        AnswerTable.Cell(grouped(Int64($0)))
      }
  }
}
