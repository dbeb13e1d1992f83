internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Book {
  /// Answers what differs between two positions: a title, each record that differs, and the sums.
  ///
  /// - Parameter limit: The number of records that people see, or `nil` to leave all records out.
  func difference(
    _ from: Position, _ through: Position, _ selection: StateDifference.Selection, _ limit: Int?,
    _ progress: (Int64, Int64) -> Void, _ show: (any Answer) throws -> Void
  ) throws {
    let title = try titleOfDifference(from, through)
    try show(CommandAnswer(nil) { _ in [.line(Line(title))] })
    var shown = 0
    let difference = try StateDifference.of(
      self, from: from, through: through, selection, progress: progress
    ) { record in
      guard let limit else { return }
      try show(RecordDifferenceAnswer(record, isLeftOut: shown >= limit))
      shown += 1
    }
    let redactions = try RedactionNotes(
      self, of: selection.stream, after: min(from, through), through: max(from, through))
    try show(
      DifferenceAnswer(difference: difference, redactions: redactions, shown: shown, limit: limit ?? 0))
  }

  private func titleOfDifference(_ from: Position, _ through: Position) throws -> String {
    func words(_ position: Position) throws -> String {
      guard let event = try event(at: position) else { return "the beginning" }
      return "\(position) (\(localTime(milliseconds: event.recordedAtMilliseconds).dropLast(3)))"
    }
    let count = counted(Int(clamping: abs(from.distance(to: through))), "event")
    return "From \(try words(from)) to \(try words(through)): \(count)"
  }
}
