package import LedgerBook
package import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

extension CommandAnswer {
  /// Returns the result of a new entry, with the values that were filled in.
  ///
  /// - Parameters:
  ///   - done: The result of the command.
  ///   - id: The receipt.
  ///   - group: The group that it was filed into, or `nil` for Unfiled.
  ///   - offers: The values that nobody gave.
  package static func entry(
    _ done: Done, _ id: TransactionID, in group: GroupRow?, offers: [EntryOffer]
  ) -> CommandAnswer {
    entry(done, id, offers) { notation in
      let row = try done.receipt(id, notation.book).row
      let category = row.category.map { notation.categoryName($0) }
      var words = [row.kind.rawValue, category, row.payment?.rawValue].compactMap { $0 }
      if let group, !group.isDeleted { words.append("in \(group.name)") }
      return [notation.line(id, row), .fitted("  \(words.joined(separator: ", "))")]
    }
  }

  /// Returns the result of one of many entries, in a line.
  package static func line(
    _ done: Done, _ id: TransactionID, _ words: String, offers: [EntryOffer]
  ) -> CommandAnswer {
    entry(done, id, offers) { [.line("\($0.shown(id))  \(words)")] }
  }

  private static func entry(
    _ done: Done, _ id: TransactionID, _ offers: [EntryOffer], _ head: @escaping (Notation) throws -> [Block]
  ) -> CommandAnswer {
    CommandAnswer(
      facts: { notation in
        var facts: [String: JSONValue] = offers.isEmpty ? [:] : ["offers": .array(offers.map(\.json))]
        if let account = openedLater(done, id, notation) {
          facts["openedLater"] = [
            "account": .string(account.key), "on": .string(account.terms.on.iso),
            "opening": account.terms.opening.json,
          ]
        }
        return document(done, id, true, facts, notation)
      },
      text: { notation in
        let note = openedLater(done, id, notation).map { account in
          let (day, opening) = (
            notation.locale.date(account.terms.on), notation.locale.money(account.terms.opening)
          )
          return Block.paragraph(
            Line(
              "\(account.name) opened on \(day) with \(opening). If that balance includes this entry, it counts twice.",
              .attention))
        }
        return try head(notation) + [note].compactMap { $0 } + notation.duplicates(of: id)
      })
  }

  /// Returns the account of an entry that was opened after its day, or `nil` if there is no such account.
  private static func openedLater(_ done: Done, _ id: TransactionID, _ notation: Notation) -> AccountRow? {
    guard let row = try? done.receipt(id, notation.book).row, let date = row.date,
      let accounts = try? notation.book.openedAccounts()
    else { return nil }
    let keys = [row.account, row.toAccount].compactMap { $0.map(AccountState.key) }
    return accounts.first {
      date < $0.terms.on && (keys.contains($0.key) || keys.contains(AccountState.key(of: $0.name)))
    }
  }

  /// Returns the entry that would be recorded. People have read the words of it before.
  package static func dryRun(
    _ request: RecordRequest, items: [LineItem], every cadence: Cadence?, offers: [EntryOffer]
  ) -> CommandAnswer {
    var facts: [String: JSONValue] = [
      "account": .optional(request.account), "amount": request.money.json,
      "category": .optional(request.category), "date": .string(request.date.iso), "dryRun": true,
      "expression": .optional(request.expression), "flags": .strings(request.flags.map(\.rawValue)),
      "group": .optional(request.group?.description), "kind": .string(request.kind.rawValue),
      "note": .optional(request.note), "offered": .strings(offers.map(\.words)),
      "offers": .array(offers.map(\.json)), "payment": .optional(request.payment?.rawValue),
      "tags": .strings(request.tags), "vendor": .optional(request.vendor),
    ]
    if !items.isEmpty { facts["items"] = items.parts }
    if let cadence {
      facts["every"] = .string(cadence.word)
      facts["end"] = .optional(cadence.end?.iso)
    }
    return CommandAnswer(.object(facts)) { _ in [.line("Nothing was recorded.")] }
  }

  /// Returns the split of a receipt that would be recorded.
  package static func split(_ split: EntrySplit, _ items: [LineItem], of id: TransactionID) -> CommandAnswer {
    let facts: JSONValue = [
      "category": .string(split.category), "dryRun": true, "items": items.parts,
      "transaction": .string("\(id)"),
    ]
    return CommandAnswer(facts) { notation in
      [
        .line(
          "\(notation.shown(id))  \(notation.parts(items) ?? ""), rest \(notation.categoryName(split.category))"
        ),
        .line("Nothing was recorded."),
      ]
    }
  }

  /// Returns the defaults of new entries.
  ///
  /// - Parameters:
  ///   - row: The ledger's settings.
  ///   - group: The default group.
  ///   - recent: The group that was used last.
  ///   - engine: The program that was set to read images on this machine.
  ///   - done: The result of the command that changed them, or `nil` if they are only shown.
  package static func defaults(
    _ row: LedgerRow, group: GroupRow?, mostRecent recent: GroupRow?, engine: String?, after done: Done? = nil
  ) -> CommandAnswer {
    let facts: JSONValue = [
      "account": .optional(row.account), "currency": .string(row.currency.code),
      "group": .optional(row.group?.description), "locale": .string(row.locale.id),
      "mostRecentGroup": .optional(recent?.id.description), "ocr": .optional(engine),
      "payment": .optional(row.payment?.rawValue), "weeks": .string(row.weeks.rawValue),
    ]
    return CommandAnswer(done?.document([:]) ?? facts) { notation in
      try notation.readAccountNames()
      var table = AnswerTable([.left(), .name(shrinksTo: 16)], indent: 2)
      for (name, value) in [
        ("currency", row.currency.code), ("payment", row.payment?.rawValue ?? "–"),
        ("group", group.map { $0.name + ($0.isDeleted ? " (deleted: not used)" : "") } ?? "–"),
        ("account", row.account.map { notation.accountName($0) } ?? "–"),
        ("locale", row.locale.id), ("weeks", row.weeks.rawValue), ("ocr", engine ?? "–"),
      ] {
        table.row([.init(name, .quiet), .init(value)])
      }
      return (done?.isUnchanged == true ? [.line("It is so already")] : []) + [.table(table)]
        + (recent.map { [.line("Most recent group: \($0.name)")] } ?? [])
    }
  }
}

extension [LineItem] {
  /// The parts of a split, for programs.
  fileprivate var parts: JSONValue {
    .array(map { ["amount": $0.money.json, "category": .optional($0.category), "name": .string($0.name)] })
  }
}

extension Notation {
  /// Returns the parts of a split in words, or `nil` if there is no part.
  package func parts(_ items: [LineItem]) -> String? {
    items.isEmpty ? nil : "of it " + items.map { "\($0.name) \(words($0.money))" }.joined(separator: ", ")
  }
}

extension TransactionDetail {
  /// The members of the dry run of its deletion.
  package var factsOfDeletion: [String: JSONValue] {
    [
      "group": .optional(listed.group?.description), "items": .count(state.lineItems.count),
      "pages": .count(row.attachments.count), "state": .string(row.stage.rawValue),
      "totals": .array(row.stage == .saved ? row.money.map { [$0.json] } ?? [] : []),
      "transaction": .string("\(row.id)"),
    ]
  }
}
