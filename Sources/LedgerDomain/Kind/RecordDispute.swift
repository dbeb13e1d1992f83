package import LedgerBytes

/// A part of a record that has fields of its own.
public enum RecordPart: Hashable, Sendable {
  /// A line item of a receipt.
  case item(LineItemID, name: String)
  /// A category of a budget, by its key.
  case category(String)

  /// Whether it is the same part, under whichever name.
  package func isSame(as other: RecordPart) -> Bool {
    switch (self, other) {
    case (.item(let left, _), .item(let right, _)): left == right
    case (.category(let left), .category(let right)): left.utf8.elementsEqual(right.utf8)
    case (.item, _), (.category, _): false
    }
  }

  /// The text that orders the parts of a record in the same way on all devices.
  fileprivate var order: String {
    switch self {
    case .item(let id, _): id.description
    case .category(let key): key
    }
  }
}

/// A field that devices set without knowing of each other, or a deletion that waits.
package struct RecordDispute {
  /// The part that has the field, or `nil` for the record itself.
  package let part: RecordPart?
  /// The field, or `nil` for a deletion.
  package let field: RecordField?
  /// The winning write first, then those that dispute it in the order of the fold. Empty for a deletion.
  package let writes: [RecordWrite]
  /// The deletion that waits.
  package let deletion: EventReference?

  /// Whether another dispute is about the same field of the same part.
  package func isAbout(_ other: RecordDispute) -> Bool {
    guard field == other.field else { return false }
    guard let part, let otherPart = other.part else { return part == nil && other.part == nil }
    return part.isSame(as: otherPart)
  }
}

extension RecordState {
  /// The fields that devices disagree about and the deletions that wait, in the same order everywhere.
  ///
  /// - Complexity: O(fields).
  package var disputes: [RecordDispute] {
    let writes = base.writes
    var isReceipt = false
    if case .transaction = self { isReceipt = true }
    var disputes = Self.disputes(of: nil, writes.byField, isReceipt: isReceipt)
    if let deletion = writes.pending {
      disputes.append(RecordDispute(part: nil, field: nil, writes: [], deletion: deletion))
    }
    for part in writes.parts.sorted(by: { $0.part.order.utf8.lexicographicallyPrecedes($1.part.order.utf8) }) {
      disputes += Self.disputes(of: part.part, part.byField, isReceipt: false)
      if let deletion = part.pending {
        disputes.append(RecordDispute(part: part.part, field: nil, writes: [], deletion: deletion))
      }
    }
    return disputes
  }

  private static func disputes(
    of part: RecordPart?, _ byField: [RecordField: [RecordWrite]], isReceipt: Bool
  ) -> [RecordDispute] {
    RecordField.allCases.compactMap { field in
      guard let writes = byField[field], writes.count > 1, let winner = writes.winner else { return nil }
      // A currency is part of its amount. What people only mark a receipt with is not shown as disputed.
      let isPart = field == .currency && [.total, .target, .opening].contains { byField[$0] != nil }
      if isPart || isReceipt && [.paid, .reimbursed, .cleared, .rule, .state].contains(field) { return nil }
      let others = writes.filter { $0.byPerson == winner.byPerson && !$0.isSame(as: winner) }
      return others.isEmpty
        ? nil : RecordDispute(part: part, field: field, writes: [winner] + others, deletion: nil)
    }
  }

  /// Returns the value of a field of the record or of a part, or `nil` if it has no value.
  package func value(of field: RecordField, in part: RecordPart?) -> TypedValue? {
    let writes = base.writes
    let byField = part.map { part in writes.parts.first { $0.part.isSame(as: part) }?.byField ?? [:] }
    return (byField ?? writes.byField)[field]?.winner?.value
  }
}

extension [RecordWrite] {
  /// The winning write: the last one of a person, else the last one.
  fileprivate var winner: RecordWrite? { last(where: \.byPerson) ?? last }
}
