internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let deleteReceipts = Option.flag("delete-receipts", "Also delete its receipts")
}

extension Command {
  static let group = Command(
    path: ["group"], section: .record, summary: "Create, rename, show, delete or restore groups of receipts",
    subcommands: [
      Command(
        path: ["group", "create"], section: .record, summary: "Create a group, such as a trip or a project",
        operands: [Operand("NAME", "The name, such as “Berlin — June 2026”")],
        shared: Option.reading + [.yes],
        run: onLedger { ledger in
          let name = ledger.arguments.operands[0]
          try ledger.checkIsNewGroup(name)
          let outcome = try ledger.book.createGroup(name: name)
          guard let id = outcome.group else { return .ok }
          return try ledger.show(.group(outcome, id, "A new group: \(name)"))
        }),
      Command(
        path: ["group", "rename"], section: .record, summary: "Rename a group",
        operands: [.group, Operand("NAME", "The new name")], shared: Option.reading + [.yes],
        run: onLedger { ledger in
          let id = try ledger.namedGroup()
          let name = ledger.arguments.operands[1]
          try ledger.checkIsNewGroup(name, except: id)
          let outcome = try ledger.book.renameGroup(id, to: name)
          let words = outcome.isUnchanged ? "That is its name already" : "Renamed"
          let now = outcome.groupRow?.name ?? name
          return try ledger.show(.group(outcome, id, "\(words): \(now)"))
        }),
      Command(
        path: ["group", "show"], section: .look,
        summary: "Show a group with its totals, categories and receipts",
        operands: [.group], options: Filters.listed.filter { $0 != Filters.group } + [.names, .ids],
        shared: Option.looking,
        run: onLedger { try showGroup($0.throughDay()) }),
      Command(
        path: ["group", "delete"], section: .record, summary: "Delete a group; its receipts move to Unfiled",
        operands: [.group], options: [Options.deleteReceipts], shared: Option.destroying,
        run: onLedger { ledger in
          let alsoReceipts = ledger.arguments.has(Options.deleteReceipts)
          let plan = try ledger.book.plan(deleting: try ledger.namedGroup(), alsoReceipts ? .delete : nil)
          return try ledger.perform(choosing: plan)
        }),
      Command(
        path: ["group", "restore"], section: .record, summary: "Undo a group's deletion",
        operands: [.group],
        run: onLedger { ledger in
          let id = try ledger.namedGroup()
          let outcome = try ledger.book.restoreGroup(id)
          let group = try ledger.book.group(id)
          return try ledger.show(
            .group(outcome, id, "Restored: \(group.name), \(counted(group.count, "receipt"))"))
        }),
    ])

  private static func showGroup(_ ledger: OpenLedger) throws -> ExitCode {
    let text = ledger.arguments.operands[0]
    let id = try ledger.livingGroup(orUnfiled: text)
    var filter = try ledger.filterOfFigures()
    filter.limit(to: [id])
    let isFiltered = Filters.areGiven(ledger.arguments)
    let group = try isFiltered ? ledger.book.group(id, matching: filter) : ledger.book.group(id)
    return try ledger.show(
      GroupAnswer(
        id, group, filter, filters: isFiltered ? ledger.activeFilters() : nil, typed: text,
        names: try ledger.figureNames()))
  }
}

extension OpenLedger {
  /// Asks about a second group of one name, which is refused if nobody can be asked.
  fileprivate func checkIsNewGroup(_ name: String, except renamed: GroupID? = nil) throws {
    try confirm(book.doubt(aboutGroupNamed: name, of: renamed))
  }

  func namedGroup() throws -> GroupID { try book.resolveGroup(arguments.operands[0]) }
}
