internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// `audit --all`: how right the extractors were.
struct AccuracyText {
  private let ledger: OpenLedger

  init(_ ledger: OpenLedger) { self.ledger = ledger }

  func run() throws -> ExitCode {
    let progress = ledger.invocation.progress("Auditing: event")
    let accuracy = try Accuracy.of(ledger.book) { progress.update($0, of: $1) }
    progress.finish()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: accuracy.json)
    } else {
      try print(accuracy)
    }
    return .ok
  }

  // MARK: For people

  private func print(_ accuracy: Accuracy) throws {
    let invocation = ledger.invocation
    guard accuracy.receipts > 0 else {
      return try invocation.print("Nothing was read from paper and looked at yet.")
    }
    let share = percent(accuracy.receiptsChanged, of: accuracy.receipts)
    try invocation.print(
      paragraph: "\(counted(accuracy.receipts, "receipt")) read by an extractor and looked at by a person; "
        + "in \(grouped(Int64(accuracy.receiptsChanged))) of them (\(share)) something was corrected.")
    let extractors = accuracy.extractors.sorted { $0.key < $1.key }
    if extractors.count > 1 {
      try section(
        "By field", tallies(TransactionField.extracted.map { ($0.rawValue, accuracy.fields[$0] ?? .init()) }))
    }
    for (key, fields) in extractors {
      let title = "By field, \(key.extractor)-\(key.version), \(key.method.rawValue)"
      try section(
        visible(title), tallies(TransactionField.extracted.map { ($0.rawValue, fields[$0] ?? .init()) }))
    }
    try section("By confidence", bands(accuracy))
    try section("By vendor, the most corrected first", vendors(accuracy))
    try invocation.print()
    try invocation.print(paragraph: weights(accuracy.weights))
  }

  private func section(_ title: String, _ table: TextTable) throws {
    guard !table.isEmpty else { return }
    try ledger.invocation.print()
    try ledger.invocation.print(Line(title, .strong))
    try ledger.invocation.print(table)
  }

  private func tallies(_ rows: [(String, Accuracy.Tally)]) -> TextTable {
    var table = TextTable(
      [.left("field"), .right("read"), .right("right"), .right("corrected"), .right("filled in")], indent: 2)
    for (name, tally) in rows where tally.judged + tally.filledIn > 0 {
      table.row([
        .init(name), .init(grouped(Int64(tally.judged))), .init(percent(tally.right, of: tally.judged)),
        .init(grouped(Int64(tally.corrected))), .init(grouped(Int64(tally.filledIn))),
      ])
    }
    return table
  }

  private func bands(_ accuracy: Accuracy) -> TextTable {
    var table = TextTable([.right("sure"), .right("read"), .right("right"), .right("corrected")], indent: 2)
    for (index, tally) in accuracy.bands.enumerated().reversed() where tally.judged > 0 {
      table.row([
        .init("\(index * 10)–\(Accuracy.end(ofBand: index))%"), .init(grouped(Int64(tally.judged))),
        .init(percent(tally.right, of: tally.judged)), .init(grouped(Int64(tally.corrected))),
      ])
    }
    return table
  }

  private func vendors(_ accuracy: Accuracy) -> TextTable {
    var table = TextTable(
      [
        .name("vendor", shrinksTo: 12), .right("receipts"), .right("corrected"), .right("filled in"),
        .name("fields", shrinksTo: 10),
      ], indent: 2)
    for vendor in accuracy.vendors(limit: 20) {
      let fields = TransactionField.extracted.compactMap { field in
        vendor.fields[field].map { "\(field.rawValue) \($0)" }
      }
      table.row([
        .init(vendor.name.isEmpty ? "(no vendor)" : visible(vendor.name)),
        .init(grouped(Int64(vendor.receipts))), .init(grouped(Int64(vendor.tally.corrected))),
        .init(grouped(Int64(vendor.tally.filledIn))), .init(fields.joined(separator: ", "), .quiet),
      ])
    }
    return table
  }

  private func weights(_ weights: ConfidenceWeights) -> String {
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
      ? "No weights for a receipt's confidence would have said it much better than \(today)."
      : "Too little was corrected to say whether other weights than \(today) would be better for a receipt's "
        + "confidence."
  }

  private static func words(_ weights: [Int]) -> String { weights.map(String.init).joined(separator: "/") }

  private func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "–" : "\((part * 200 + whole) / (2 * whole))%"
  }
}
