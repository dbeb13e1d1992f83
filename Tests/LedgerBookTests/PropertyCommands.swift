import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport

/// What a command is about: the device where it is given, and what is known there.
struct PropertyScene {
  let device: PropertyDevice
  let transactions: [TransactionID]
  let groups: [GroupID]
}

// What the people of a random history do, one command at a time.
extension PropertyWorld {
  /// One random command on one device. It may be refused.
  mutating func command(on index: Int) throws {
    let device = devices[index]
    moveClock(of: device)
    var transactions = try device.book.log.streams(kind: "transaction").map { TransactionID($0.id) }
    var groups = try device.book.log.streams(kind: "group").map { GroupID($0.id) }
    // A few of what there is come up again and again, so that devices meet; and now and then something nobody knows.
    if transactions.count > 3, random.chance(70) { transactions = Array(transactions.suffix(3)) }
    if random.chance(3) { transactions.append(TransactionID(UniqueID.random(using: &random))) }
    if random.chance(3) { groups.append(GroupID(UniqueID.random(using: &random))) }
    let scene = PropertyScene(device: device, transactions: transactions, groups: groups)
    let isCompared = random.chance(10)
    // A rule that a device knows only in part is completed first, and so not after the command.
    if isCompared { _ = try device.book.generate() }
    let before = isCompared ? try PropertyScreens(device.book) : nil
    let position = try device.book.log.lastPosition()
    do {
      let words = try perform(in: scene)
      journal.append("\(device.name): \(words)")
      if let before { try checkUndo(after: position, before: before, on: device) }
      try takeBackDismissal(after: position, on: device)
    } catch let rejection as Rejection {
      counts.reject(rejection)
      journal.append("\(device.name): refused, \(rejection)")
    } catch BookError.changedMeanwhile(let field) {
      journal.append("\(device.name): refused, \(field) was changed since the version that was looked at")
    }
    counts.commands += 1
    try device.book.checkRecords(after: position)
  }

  private mutating func perform(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let isEmpty = scene.transactions.isEmpty
    let kind = random.weighted([
      (isEmpty ? 60 : 10, 0), (isEmpty ? 20 : 5, 1), (isEmpty ? 0 : 80, 2), (6, 3),
      (scene.groups.isEmpty ? 0 : 14, 4),
      (18, 5), (3, 6), (isEmpty ? 0 : 20, 7), (isEmpty ? 0 : 40, 8), (26, 9), (24, 10), (12, 11),
      (14, 12), (isEmpty ? 0 : 12, 13),
    ])
    switch kind {
    case 0: return try capture(in: scene)
    case 1:
      let request = random.record(into: scene.groups)
      let id = TransactionID(UniqueID.random(using: &random))
      if random.chance(50) {
        let done = try book.record(request, opensAccounts: true)
        return "record \(try done.checked(book).positions)"
      }
      return try perform(.record(request), on: id, book)
    case 2:
      let id = random.one(of: scene.transactions)
      let detail = try? book.transaction(id)
      let row = detail?.row
      if let detail, random.chance(detail.state.items.isEmpty ? 30 : 65) {
        return try perform(later(detail, in: scene), on: id, book)
      }
      if let row, row.stage == .draft, random.chance(40) { return try finish(row, book) }
      return try perform(change(row, in: scene), on: id, book)
    case 3:
      return
        "create group \(try book.createGroup(name: random.one(of: PropertyValues.groupNames)).checked(book).positions)"
    case 4: return try changeGroup(in: scene)
    case 5: return try changeCategory(in: scene)
    case 7: return try undoSomething(in: scene)
    case 9: return try changeAccount(in: scene)
    case 10: return try changeBudget(in: scene)
    case 11: return try moveMoney(in: scene)
    case 12: return try changeGoal(in: scene)
    case 13: return try changeCopy(in: scene)
    case 8: return try "rule: \(changeRules(in: scene))"
    default:
      let outcome = try book.changeDefaults(
        currency: random.chance(50) ? random.currency() : nil,
        payment: random.maybe(50, PaymentMethod.allCases),
        group: random.edit(40, scene.groups), account: random.edit(40, PropertyValues.accounts))
      return "defaults \(try outcome.checked(book).positions)"
    }
  }

  private mutating func capture(in scene: PropertyScene) throws -> String {
    if random.chance(20) {
      let files: [AttachmentSource] = random.chance(30) ? [.bytes([UInt8(random.number(0...3))])] : []
      let input = CaptureInput(
        files: files, text: random.maybe(80, PropertyValues.texts),
        source: random.one(of: CaptureSource.allCases),
        group: random.maybe(40, scene.groups))
      return "capture \(try scene.device.book.capture(input).checked(scene.device.book).positions)"
    }
    let request = CaptureRequest(
      source: random.one(of: CaptureSource.allCases),
      attachments: random.some(30, of: [1, 2, 3]).enumerated().map {
        PropertyValues.attachment($0.element, page: $0.offset + 1)
      },
      name: random.maybe(20, ["scan.jpg", "caf\u{e9}.pdf"]),
      recognition: random.chance(80) ? random.recognition() : nil, group: random.maybe(40, scene.groups))
    return try perform(.capture(request), on: TransactionID(UniqueID.random(using: &random)), scene.device.book)
  }

  private mutating func change(_ row: TransactionRow?, in scene: PropertyScene) -> TransactionCommand {
    let choice = random.weighted([
      (8, 0), (8, 1), (10, 2), (22, 3), (10, 4), (2, 5), (8, 6), (6, 7), (5, 8), (14, 9), (4, 10), (4, 11),
      (5, 12), (4, 13),
      (1, 14),
    ])
    switch choice {
    case 0: return .recognize(random.recognition(), again: random.chance(30))
    case 1: return .confirm(random.chance(60) ? [] : random.some(25, of: TransactionField.allCases))
    case 2: return .pick(random.one(of: TransactionField.review), number: random.number(1...3))
    case 3:
      let field = random.one(of: TransactionField.allCases)
      return .correct(field, random.value(of: field))
    case 4: return .save
    case 5: return .discard
    case 6: return .file(random.maybe(80, scene.groups))
    case 7:
      return .tag(
        add: random.some(25, of: PropertyValues.tags), remove: random.some(25, of: PropertyValues.tags))
    case 8: return .flag(random.flags())
    case 9: return .clear(row?.isCleared != true || random.chance(20))
    case 10: return .attach(PropertyValues.attachment(random.number(1...3), page: random.number(1...2)))
    case 11: return .detach(PropertyValues.digest(random.number(1...3)))
    case 12: return .delete
    case 13: return random.chance(25) ? .unlink : .restore
    default: return .record(random.record(into: scene.groups))
    }
  }

  /// Gives a draft what it lacks, and saves it.
  private mutating func finish(_ row: TransactionRow, _ book: Book) throws -> String {
    var words: [String] = []
    for field in [TransactionField.date, .total, .category, .payment] {
      let value: FieldValue
      switch field {
      case .date where row.date == nil: value = .date(random.date())
      case .total where row.money == nil: value = .amount(Amount(Money(minorUnits: 1_250, currency: .eur)))
      case .category where row.category == nil: value = .text("food")
      case .payment where row.payment == nil: value = .text("card")
      default: continue
      }
      words.append(try perform(.correct(field, value), on: row.id, book))
    }
    words.append(try perform(.save, on: row.id, book))
    return words.joined(separator: "; ")
  }

  /// Gives a command as a person does: sometimes from an older screen, sometimes twice with one id.
  private mutating func perform(
    _ command: TransactionCommand, on id: TransactionID, _ book: Book
  ) throws -> String {
    var version: StreamVersion?
    if random.chance(15) {
      let last = try book.log.version(of: id.stream)
      if last > 0 { version = StreamVersion(random.number(1...last.rawValue)) }
    }
    guard random.chance(4) else {
      let outcome = try book.perform(command, on: id, basedOn: version)
      return
        "\(Self.words(command)) on \(id)\(version.map { " as of version \($0)" } ?? "") \(try outcome.checked(book).positions)"
    }
    let given = UniqueID.random(using: &random)
    let first = try book.perform(command, on: id, id: given, basedOn: version).checked(book)
    let last = try book.log.lastPosition()
    if !first.isUnchanged {
      let again = try book.perform(command, on: id, id: given).checked(book)
      guard again.repeated, again.positions == first.positions, try book.log.lastPosition() == last else {
        throw PropertyFailure("a command given twice was carried out twice: \(command)")
      }
    }
    return "\(Self.words(command)) on \(id), given twice \(first.positions)"
  }

  /// A command in few words, for the journal.
  private static func words(_ command: TransactionCommand) -> String {
    func words(_ outcome: RecognitionOutcome?) -> String {
      guard case .read(_, let completed, _) = outcome else { return outcome.map { "\($0)" } ?? "no readings" }
      let readings = completed.readings
      let fields = [
        readings.vendor, readings.date, readings.total, readings.currency, readings.category, readings.payment,
      ]
      return "\(fields.map { $0.readings.map(\.value) }), else \(completed.assumedCurrency?.code ?? "none")"
    }
    switch command {
    case .capture(let request):
      return "capture \(request.attachments.count) pages, \(words(request.recognition))"
    case .recognize(let outcome, let isAgain):
      return "recognize \(isAgain ? "again " : "")\(words(outcome))"
    default: return "\(command)".replacingOccurrences(of: "LedgerDomain.", with: "")
    }
  }
}
