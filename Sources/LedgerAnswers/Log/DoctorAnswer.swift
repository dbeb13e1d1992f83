internal import EventLog
internal import LedgerAudit
package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSync

/// The first look at a ledger in trouble: what is wrong, unsettled or late, with the next steps.
///
/// It finds nothing itself. It lists what `verify`, `status`, `sync status`, `conflicts` and the redactions know.
package struct DoctorAnswer: Answer {
  /// The weight of a finding, the gravest first. The names are a promise to programs.
  package enum Severity: String, CaseIterable, Sendable {
    /// Something is lost or wrong.
    case damage
    /// Devices disagree, and a person has to choose.
    case disagreement
    /// Something has to come, or to go, from one device to another.
    case waiting
    /// Something that explains what a person sees.
    case notice

    fileprivate var title: String {
      switch self {
      case .damage: "Damaged"
      case .disagreement: "Undecided"
      case .waiting: "Waiting"
      case .notice: "To know"
      }
    }
  }

  /// Something that was found, with the step that helps.
  private struct Finding {
    let kind: String
    let severity: Severity
    let about: Line
    var sinceMilliseconds: Int64?
    var remedy: Remedy?

    /// The step that helps: its own, or the first one in the sentence.
    var step: Remedy? { remedy ?? about.firstStep }
  }

  private let status: LedgerStatus
  private let sync: SyncStatus
  private let report: IntegrityReport
  private let findings: [Finding]

  /// Looks at everything.
  ///
  /// - Complexity: O(events).
  package init(_ book: Book, progress: @escaping (Int64, Int64) -> Void) throws {
    status = try book.status()
    sync = book.syncStatus()
    report = try book.verify(progress: progress)
    let names = try DeviceNames(book)
    var findings = report.found.map {
      Finding(kind: $0.kind, severity: .damage, about: Line($0.line), remedy: .recover)
    }
    // The meaning of a damaged log is not reliable.
    if report.log.isSound { findings += Self.findings(try Health.of(book, progress: progress)) }
    findings += status.notes.map { note in
      Finding(kind: note.code.rawValue, severity: note.code.severity, about: note.words)
    }
    findings += Self.findings(status.models)
    findings += sync.otherWaits.map { wait in
      Finding(
        kind: wait.reason.rawValue, severity: .waiting, about: "\(wait.words(names.words)). \(wait.advice)",
        sinceMilliseconds: wait.sinceMilliseconds, remedy: wait.remedy)
    }
    findings += try book.conflicts().map { conflict in
      let name = try conflict.name ?? book.shortID(conflict.record.id)
      let people = conflict.values.map { "\($0.actor) on \(names.words($0.event.device))" }
      return Finding(
        kind: "conflict", severity: .disagreement,
        about: "\(conflict.record.kind) \(name), \(conflict.fieldName): \(listed(people))",
        sinceMilliseconds: conflict.values.map(\.atMilliseconds).max(), remedy: .next(.conflicts))
    }
    // A sum that is too large is a finding of the checks, and no reason to end here.
    let accounts = (try? book.through(.last).accounts()) ?? []
    let locale = (try? book.ledgerRow())?.locale ?? .default
    findings += Self.findings(accounts, locale)
    findings += (try? Self.duplicates(book)) ?? []
    findings += (try? Self.exceeded(book, locale)) ?? []
    findings += try RedactionNotes(book).erased.map { erased in
      Finding(
        kind: "redacted", severity: .notice,
        about: "event \(erased.event.position), \(erased.event.type), was redacted: \(erased.why)",
        sinceMilliseconds: erased.request.recordedAtMilliseconds, remedy: .look(at: erased.request.position))
    }
    findings += sync.devices.filter { $0.aheadMilliseconds > 60_000 }.map { device in
      Finding(
        kind: "clockAhead", severity: .notice,
        about: "the clock of \(names.words(device.device)) was \(device.aheadMilliseconds / 60_000) min ahead",
        sinceMilliseconds: device.lastRecordedMilliseconds,
        remedy: .enter("Set the clock of that device"))
    }
    self.findings = Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
  }

  package var verdict: Verdict { findings.isEmpty ? .yes : .no }

  package func document(_ notation: Notation) -> Document {
    .lines(
      findings.map { finding in
        [
          "about": .string(finding.about.replacingSteps(notation.wording).text),
          "command": .optional(finding.step.map(notation.wording)), "kind": .string(finding.kind),
          "severity": .string(finding.severity.rawValue),
          "since": finding.sinceMilliseconds.map { .string(isoTime(milliseconds: $0)) } ?? .null,
        ]
      })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let read = "\(counted(Int(clamping: status.events), "event")) of \(counted(status.devices.count, "device"))"
    let text = SyncText(book: notation.book, names: try DeviceNames(notation.book))
    let facts = AnswerTable.facts(
      [
        ("folder", status.folder), ("read", "\(read), \(counted(report.attachmentsChecked, "page"))"),
        ("sync", text.summary(sync)), ("backup", status.automaticBackup?.words ?? "not automatic"),
        (
          "devices",
          status.devices.map { $0.name ?? String($0.device.description.prefix(8)) }.joined(separator: ", ")
        ),
      ], indent: 0)
    guard !findings.isEmpty else { return [.table(facts), .gap, .line("Nothing is wrong.")] }
    return [.table(facts)]
      + Severity.allCases.flatMap { severity -> [Block] in
        let own = findings.filter { $0.severity == severity }
        guard !own.isEmpty else { return [] }
        return [.gap, .title(Line(severity.title, .strong))]
          + own.map { finding in
            guard let remedy = finding.remedy else { return .paragraph(finding.about) }
            return .paragraph(finding.about + ": \(remedy: remedy)")
          }
      }
  }

  private static func findings(_ health: Health) -> [Finding] {
    health.findings.map { finding in
      let isOfModels = finding.invariant == .totalsMatch || finding.invariant == .modelsMatch
      let remedy: Remedy =
        finding.position.map { .look(at: $0) } ?? (isOfModels ? .rebuild : .next(.findWrongTotal))
      return Finding(
        kind: finding.invariant.rawValue, severity: .damage, about: Line(finding.words), remedy: remedy)
    }
  }

  /// Returns what devices made of accounts together that one device would have refused.
  private static func findings(_ accounts: [AccountSummary], _ locale: LedgerLocale) -> [Finding] {
    let closed = accounts.compactMap { account -> Finding? in
      let left = account.balances.map(\.balance).filter { $0.minorUnits != 0 }
      guard account.isClosed, !left.isEmpty else { return nil }
      let amounts = left.map { locale.money($0) }.joined(separator: " + ")
      return Finding(
        kind: "closedWithMoney", severity: .disagreement,
        about: "the account \(account.name) is closed and has \(amounts)",
        remedy: .reopen(.account, named: account.name))
    }
    let mixed = accounts.filter { $0.row != nil }.flatMap { account in
      account.balances.map(\.balance).filter { $0.currency != account.currency && $0.minorUnits != 0 }.map {
        Finding(
          kind: "otherCurrency", severity: .notice,
          about: "the account \(account.name) is in \(account.currency) and has \(locale.money($0))",
          remedy: .enter("Move these receipts to an account in their currency"))
      }
    }
    let named = Dictionary(grouping: accounts.filter { !$0.isClosed }) { AccountState.key(of: $0.name) }
    // The key of the others is not the name, so that it means only one of them.
    let renamed = named.filter { $0.value.count > 1 }.compactMap { name, accounts in
      accounts.first { $0.key != name }
    }
    return closed + mixed
      + renamed.sorted { $0.key < $1.key }.map { account in
        Finding(
          kind: "sameName", severity: .disagreement,
          about: "several accounts are named \(account.name), one of them with the key \(account.key)",
          remedy: .rename(.account, named: account.key))
      }
  }

  /// Returns the pairs of transactions that may be one, and that two devices have recorded.
  private static func duplicates(_ book: Book) throws -> [Finding] {
    var (count, cursor) = (0, String?.none)
    func device(_ listed: ListedTransaction) throws -> UniqueID? {
      try book.events(of: listed.row.id.stream).first?.reference.device
    }
    repeat {
      let page = try book.duplicates(after: cursor, limit: 1_000)
      count += try page.pairs.count { try device($0.transaction) != device($0.duplicate.other) }
      cursor = page.next
    } while cursor != nil
    guard count > 0 else { return [] }
    return [
      Finding(
        kind: "duplicates", severity: .disagreement,
        about: "\(counted(count, "pair")) of receipts from two devices may be one receipt each",
        remedy: .next(.moreDuplicates()))
    ]
  }

  /// Returns the receipts whose parts in other categories exceed a total that another device set.
  private static func exceeded(_ book: Book, _ locale: LedgerLocale) throws -> [Finding] {
    var found: [TransactionRow] = []
    try book.forEachTransaction { listed in
      let rest = listed.row.parts.first { $0.category == listed.row.category }
      if let rest, rest.minorUnits < 0, (listed.row.money?.minorUnits ?? 0) > 0 { found.append(listed.row) }
    }
    let changes = [EventType.lineItemAdded, .lineItemChanged].map(\.rawValue)
    return try found.compactMap { row in
      let (events, state) = try (book.events(of: row.id.stream), book.transaction(row.id).state)
      guard let money = row.money,
        let total = events.first(where: { $0.reference == state.amount.winner?.reference }),
        events.contains(where: { item in
          changes.contains(item.type) && !total.context.saw(item.reference)
            && !item.context.saw(total.reference)
        })
      else { return nil }
      let others = row.parts.filter { $0.category != row.category }.reduce(0) { $0 &+ $1.minorUnits }
      let words = locale.money(Money(minorUnits: others, currency: money.currency))
      let id = try book.shortID(row.id.id)
      return Finding(
        kind: "partsExceedTotal", severity: .notice,
        about: "receipt \(id): \(words) of its \(locale.money(money)) are in other categories",
        remedy: .next(.correct(id, .total)))
    }
  }

  private static func findings(_ models: ModelsState) -> [Finding] {
    switch models {
    case .stale(let why):
      [
        Finding(
          kind: "modelsStale", severity: .notice, about: "the read models are to be rebuilt: \(why.words)",
          remedy: .rebuild)
      ]
    case .broken(let position, let type, let reason):
      [
        Finding(
          kind: "modelsBroken", severity: .damage, about: "the last rebuild stopped at \(type): \(reason)",
          remedy: .look(at: position))
      ]
    case .current, .behind, .building, .absent, .inMemory: []
    }
  }
}

extension LedgerStatus.NoteCode {
  /// The weight of a note.
  fileprivate var severity: DoctorAnswer.Severity {
    switch self {
    case .eventsLost, .modelsProblem: .damage
    case .restored, .erasedRemains, .backupFails: .waiting
    case .copiedFolder, .headMissing, .headUnreadable, .marksImpossible, .marksNotKept, .skippedInVain: .notice
    }
  }
}
