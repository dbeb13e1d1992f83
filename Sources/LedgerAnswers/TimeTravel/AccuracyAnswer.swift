internal import LedgerAudit
internal import LedgerDomain

extension Accuracy: Answer {
  /// Returns the corrections for programs.
  package func document(_ notation: Notation) -> Document { .value(json) }

  /// Returns the corrections for people.
  package func blocks(_ notation: Notation) -> [Block] {
    guard receipts > 0 else { return [.line("Nothing was read from paper and looked at yet.")] }
    let share = percent(receiptsChanged, of: receipts)
    var blocks: [Block] = [
      .paragraph(
        Line(
          "\(counted(receipts, "receipt")) read by an extractor and looked at by a person; "
            + "in \(grouped(Int64(receiptsChanged))) of them (\(share)) something was corrected."))
    ]
    let extractors = extractors.sorted { $0.key < $1.key }
    if extractors.count > 1 { blocks += section("By field", tallies(fields)) }
    for (key, fields) in extractors {
      let title = "By field, \(key.extractor)-\(key.version), \(key.method.rawValue)"
      blocks += section(title, tallies(fields))
    }
    blocks += section("By confidence", bandTable)
    blocks += section("By vendor, the most corrected first", vendorTable)
    return blocks + [.gap, .paragraph(Line(weightWords))]
  }

  private func section(_ title: String, _ table: AnswerTable) -> [Block] {
    table.isEmpty ? [] : [.gap, .line(Line(title, .strong)), .table(table)]
  }

  private func tallies(_ fields: [TransactionField: Tally]) -> AnswerTable {
    var table = AnswerTable(
      [.left("field"), .right("read"), .right("right"), .right("corrected"), .right("filled in")], indent: 2)
    for field in TransactionField.extracted {
      guard let tally = fields[field], tally.judged + tally.filledIn > 0 else { continue }
      table.row([
        .init(field.rawValue), .init(grouped(Int64(tally.judged))),
        .init(percent(tally.right, of: tally.judged)),
        .init(grouped(Int64(tally.corrected))), .init(grouped(Int64(tally.filledIn))),
      ])
    }
    return table
  }

  private var bandTable: AnswerTable {
    var table = AnswerTable([.right("sure"), .right("read"), .right("right"), .right("corrected")], indent: 2)
    for (index, tally) in bands.enumerated().reversed() where tally.judged > 0 {
      table.row([
        .init("\(index * 10)–\(Accuracy.end(ofBand: index))%"), .init(grouped(Int64(tally.judged))),
        .init(percent(tally.right, of: tally.judged)), .init(grouped(Int64(tally.corrected))),
      ])
    }
    return table
  }

  private var vendorTable: AnswerTable {
    var table = AnswerTable(
      [
        .name("vendor", shrinksTo: 12), .right("receipts"), .right("corrected"), .right("filled in"),
        .name("fields", shrinksTo: 10),
      ], indent: 2)
    for vendor in vendors(limit: 20) {
      let fields = TransactionField.extracted.compactMap { field in
        vendor.fields[field].map { "\(field.rawValue) \($0)" }
      }
      table.row([
        .init(vendor.name.isEmpty ? "(no vendor)" : vendor.name),
        .init(grouped(Int64(vendor.receipts))), .init(grouped(Int64(vendor.tally.corrected))),
        .init(grouped(Int64(vendor.tally.filledIn))), .init(fields.joined(separator: ", "), .quiet),
      ])
    }
    return table
  }

  private var weightWords: String {
    let today = Self.words(ConfidenceWeights.today)
    if let better = weights.better {
      return
        "A receipt's confidence, weighted \(today) (\(ConfidenceWeights.parts.joined(separator: ", "))), was "
        + "off by \(better.errorToday) points; weighted \(Self.words(better.weights)) it would have been off by "
        + "\(better.error)."
    }
    let isEnough =
      weights.right >= ConfidenceWeights.receiptsMin
      && weights.receipts - weights.right >= ConfidenceWeights.receiptsMin
    return isEnough
      ? "No weights for a receipt's confidence would have been much better than \(today)."
      : "Too little was corrected to know whether other weights than \(today) would be better for a receipt's "
        + "confidence."
  }

  private static func words(_ weights: [Int]) -> String { weights.map(String.init).joined(separator: "/") }

  private func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "–" : "\((part * 200 + whole) / (2 * whole))%"
  }
}
