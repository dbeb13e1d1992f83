package import EventLog
package import LedgerBook
package import LedgerBytes
package import LedgerDomain

extension StoredEvent {
  /// The summary of the event, or its type in words if there is no summary of it.
  package var line: String { words.line(ofType: type) }
}

extension EventWords {
  /// Returns the summary, or the type of the event in words if there is no summary of it.
  fileprivate func line(ofType type: String) -> String {
    if !summary.isEmpty { return summary }
    var words = ""
    for letter in type {
      words += letter.isUppercase && !words.isEmpty ? " \(letter.lowercased())" : letter.lowercased()
    }
    return words
  }
}

extension Done {
  /// A line for each appended event.
  package var lines: [Block] { events.map { .fitted("  \($0.words.line(ofType: $0.type.rawValue))") } }

  /// The way back from the command, if it recorded something.
  package var undo: [Block] { positions.first.map { [.remedy("Undo", .undo($0))] } ?? [] }

  /// Returns a transaction as it is after the command. It is read only after very many events.
  package func receipt(_ id: TransactionID, _ book: Book) throws -> (
    row: TransactionRow, state: TransactionState
  ) {
    if let row, let receipt { return (row, receipt) }
    let detail = try book.transaction(id)
    return (detail.row, detail.state)
  }
}

extension Notation {
  /// Returns the short id of a record that a command has changed.
  ///
  /// It is the whole id if it cannot be shortened: the events are on record, so that an answer must not fail.
  package func shown(_ id: TransactionID) -> String { (try? short(id)) ?? id.description }
  package func shown(_ id: RuleID) -> String { (try? short(id)) ?? id.description }
  package func shown(_ id: GroupID) -> String { (try? short(id)) ?? id.description }

  /// Returns the line of a receipt with its short id.
  package func line(_ id: TransactionID, _ row: TransactionRow) -> Block {
    .fitted("\(shown(id))  \(summary(row))")
  }

  /// Returns a warning if the bank's row has another amount than the receipt.
  fileprivate func bankWarning(_ row: TransactionRow, _ state: TransactionState) -> [Block] {
    let key = row.account.map { AccountState.key(of: $0) }
    guard let key, let found = row.bankAmount(of: state.linkedRows, onAccount: key) else { return [] }
    let (bank, difference) = (words(found.bank), words(found.difference))
    return [
      .indented("Note: the bank has \(bank), a difference of \(difference). The account will not agree.")
    ]
  }

  /// Returns a warning if the items of a receipt add up to something else than its total.
  fileprivate func itemsWarning(_ row: TransactionRow, _ state: TransactionState) -> [Block] {
    guard let total = row.money, row.kind != .transfer else { return [] }
    let items = state.lineItems.compactMap(\.content?.money)
    let prices = items.filter { $0.currency == total.currency }
    if prices.count < items.count {
      let count = counted(items.count - prices.count, "item")
      return [.indented("Note: \(count) in another currency than the total. Their prices do not count.")]
    }
    let sum = prices.reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
    guard !prices.isEmpty, sum != Int128(total.minorUnits), let units = Int64(exactly: sum) else { return [] }
    let words = words(Money(minorUnits: units, currency: total.currency))
    return [.indented("Note: its items add up to \(words). The rest counts in the receipt’s own category.")]
  }

  /// Returns the fields that a draft still needs, and proposals that wait.
  package func nextStep(_ transaction: TransactionID, _ state: TransactionState) -> [Block] {
    let id = shown(transaction)
    let waiting = waitingProposals(id, state)
    guard state.stage == .draft else { return waiting }
    let open = state.provenance.filter(\.needsALook).map(\.field.rawValue)
    if open.isEmpty { return waiting + [.step("Nothing needs a look. Save it", .save(id))] }
    let need = open.count == 1 ? "needs" : "need"
    let fields = open.joined(separator: ", ")
    return waiting + [
      .line("\(counted(open.count, "field")) \(need) a look: \(fields). See \(step: .review(id))")
    ]
  }
}

extension CommandAnswer {
  /// Returns the result of a command on a receipt: the receipt, the recorded events and the next step.
  ///
  /// - Parameters:
  ///   - done: The result of the command.
  ///   - id: The receipt.
  ///   - unchanged: The words if nothing had to change.
  ///   - last: The result of the last command on the receipt, if `done` is of an earlier one.
  ///   - withDuplicates: Whether possible duplicates of it are shown.
  ///   - facts: More members for programs.
  ///   - undo: The way back, which is shown last.
  package static func receipt(
    _ done: Done, _ id: TransactionID, unchanged: String, after last: Done? = nil, withDuplicates: Bool = false,
    _ facts: [String: JSONValue] = [:], undo: Remedy? = nil
  ) -> CommandAnswer {
    CommandAnswer(
      facts: { document(done, id, withDuplicates, facts, $0) },
      text: { notation in
        let (row, state) = try (last ?? done).receipt(id, notation.book)
        return [notation.line(id, row)] + (done.isUnchanged ? [.fitted("  \(unchanged)")] : done.lines)
          + (done.events.contains { $0.type == .fieldCorrected }
            ? notation.bankWarning(row, state) + notation.itemsWarning(row, state) : [])
          + notation.nextStep(id, state) + (withDuplicates ? try notation.duplicates(of: id) : [])
          + (undo.map { [.remedy("Undo", $0)] } ?? [])
      })
  }

  /// Returns the result of a command on a receipt in a line of the command's own.
  package static func receipt(_ done: Done, _ id: TransactionID, _ words: String) -> CommandAnswer {
    CommandAnswer(
      facts: { document(done, id, false, [:], $0) },
      text: { notation in
        [notation.line(id, try done.receipt(id, notation.book).row), .fitted("  \(words)")]
      })
  }

  static func document(
    _ done: Done, _ id: TransactionID, _ withDuplicates: Bool, _ facts: [String: JSONValue],
    _ notation: Notation
  ) -> JSONValue {
    var members = facts
    members["transaction"] = .string(id.description)
    let duplicates = withDuplicates ? notation.book.possibleDuplicates(of: id) : []
    if !duplicates.isEmpty { members["duplicates"] = .array(duplicates.map(\.json)) }
    return done.document(members)
  }

  package static func group(_ done: Done, _ id: GroupID, _ words: String, undo: Remedy? = nil) -> CommandAnswer
  {
    CommandAnswer(done.document(["group": .string(id.description)])) { notation in
      [.fitted("\(notation.shown(id))  \(words)")] + (undo.map { [.remedy("Undo", $0)] } ?? [])
    }
  }
}
