internal import LedgerBook
package import LedgerProjections

/// The groups with their dates and totals.
package struct GroupsAnswer: NamesInDocument {
  let groups: [GroupSummary]
  let names: FigureNames?

  /// Creates the answer.
  ///
  /// - Parameters:
  ///   - groups: The groups. Those that hold nothing are left out.
  ///   - names: The names of the totals, or `nil` if nobody asked for them.
  package init(_ groups: [GroupSummary], names: FigureNames? = nil) {
    self.groups = groups
    self.names = names
  }

  package func document(_ notation: Notation) throws -> Document {
    .lines(try groups.map { try names?.adding(to: $0.json, $0) ?? $0.json })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard !groups.isEmpty else {
      return [.remedy("There are no groups yet. Begin one", .create(.group))]
    }
    var table = AnswerTable([.left(), .name(shrinksTo: 16), .left(), .right(), .right()])
    for group in groups {
      let id = try group.id.map { try notation.short($0) } ?? ""
      let count = group.id == nil && group.count == 0 ? "" : counted(group.count, "receipt")
      for (index, total) in notation.netTotals(group.totals, group.tooLarge).enumerated() {
        table.row(
          index == 0
            ? [
              .init(id, .quiet), .init(group.name, .strong), .init(notation.range(group.first, group.last)),
              .init(count), .init(total),
            ] : ["", "", "", "", .init(total)])
      }
      // The kinds of expenses, without numbers.
      let mix = group.categories.compactMap(\.category).map { notation.categoryName($0) }
      if !mix.isEmpty { table.span(.init("  " + mix.joined(separator: ", "), .quiet)) }
      if let upcoming = notation.added(group.upcoming) { table.span("", .init(upcoming, .quiet)) }
      if group.hasPendingDeletion { table.row(["", .init("a deletion waits", .attention), "", "", ""]) }
    }
    return [.table(table)]
  }

  package func figures(_ notation: Notation) throws -> [ShownFigure] {
    guard let names else { return [] }
    return names.figures(try groups.map { (label: $0.name, scope: try names.scope($0.id), $0.totals) })
  }
}
