import LedgerDomain
import Testing

@Suite("The fields that a transaction needs before it counts")
struct DecideSaveTests {
  @Test(
    "IE-14: saving names what is missing, in the order of a review",
    arguments: [
      (TransactionKind.expense, [TransactionField.date, .total, .category, .payment]),
      (.income, [.date, .total, .category]), (.transfer, [.date, .total]),
    ])
  func missing(kind: TransactionKind, fields: [TransactionField]) {
    var scene = Sample.unread
    scene.add(Sample.corrected(.kind, from: nil, to: .text(kind.rawValue)))
    #expect(scene.decide(.save) == .rejection(.missingToSave(fields)))
    let values: [(TransactionField, FieldValue)] = [
      (.date, .date(Sample.today)), (.total, .amount(Sample.euros(1))), (.category, .text("food")),
      (.payment, .text("cash")),
    ]
    for (index, (field, value)) in values.enumerated() where fields.contains(field) {
      let left = values[index...].map(\.0).filter { fields.contains($0) }
      #expect(scene.decide(.save) == .rejection(.missingToSave(left)))
      scene.perform(.correct(field, value))
    }
    #expect(scene.decide(.save) == .events([.receiptSaved]))
  }

  @Test("IE-14: vendor, group and note are not needed, and a currency alone is no total")
  func notNeeded() {
    #expect(Sample.draft(Sample.readings(vendor: [])).decide(.save) == .events([.receiptSaved]))
    #expect(Sample.draft(Sample.readings(total: [])).decide(.save) == .rejection(.missingToSave([.total])))
  }

  @Test("Zero is refused on save, not before; a refund is negative")
  func zero() {
    var scene = Sample.draft()
    scene.perform(.correct(.total, .amount(Sample.euros(0))))
    #expect(scene.state.amount.value?.minorUnits == 0)
    #expect(scene.decide(.save) == .rejection(.zeroAmount))
    #expect(Sample.saved.decide(.correct(.total, .amount(Sample.euros(0)))) == .rejection(.zeroAmount))
    #expect(Sample.contested.decide(.correct(.total, .amount(Sample.euros(0)))) == .rejection(.zeroAmount))
    scene.perform(.correct(.total, .amount(Sample.euros(-500))))
    #expect(scene.decide(.save) == .events([.receiptSaved]))
    #expect(Sample.draft(Sample.readings(total: ["0.00"])).decide(.save) == .rejection(.zeroAmount))
  }

  @Test("A saved transaction cannot change to a kind for which a field is missing")
  func kindAfterwards() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded(kind: .transfer, category: nil, payment: nil))
    let toExpense = TransactionCommand.correct(.kind, .text("expense"))
    #expect(scene.decide(toExpense) == .rejection(.missingToSave([.category, .payment])))
    #expect(
      scene.decide(.correct(.kind, .text("income"))) == .rejection(.missingToSave([.category])))
    scene.perform(.correct(.category, .text("taxi")))
    scene.perform(.correct(.payment, .text("cash")))
    #expect(
      scene.decide(toExpense)
        == .events([Sample.corrected(.kind, from: .text("transfer"), to: .text("expense"))]))
  }

  @Test("A transaction becomes a transfer only with both accounts, and is not recorded as one without them")
  func oneSidedTransfer() {
    let scene = Sample.saved
    let toTransfer = TransactionCommand.correct(.kind, .text("transfer"))
    #expect(scene.decide(toTransfer) == .rejection(.required(.toAccount)))
    #expect(
      Scene<TransactionEvent>().decide(Self.request { $0.kind = .transfer })
        == .rejection(.required(.toAccount)))
    var edit = TransferEdit(account: "Giro", toAccount: "Spar")
    edit.changesKind = true
    guard case .events(let events) = scene.decide(.correctTransfer(edit)) else {
      Issue.record("both accounts make it a transfer")
      return
    }
    #expect(
      events.contains {
        if case .fieldCorrected(let corrected) = $0 { corrected.field == .kind } else { false }
      })
    #expect(events.contains { if case .transferChanged = $0 { true } else { false } })
  }

  static func request(_ change: (inout RecordRequest) -> Void) -> TransactionCommand {
    var request = RecordRequest(
      money: Money(minorUnits: 3800, currency: .eur), date: Sample.date("2026-06-12"), category: "taxi",
      payment: .cash)
    change(&request)
    return .record(request)
  }

  @Test("IE-14: recording by hand needs amount, date, category and payment, as far as its kind does")
  func recording() {
    let nothing = Scene<TransactionEvent>()
    let bare: [(TransactionKind, [TransactionField])] = [
      (.expense, [.category, .payment]), (.income, [.category]),
    ]
    for (kind, missing) in bare {
      let command = Self.request {
        $0.kind = kind
        $0.category = nil
        $0.payment = nil
      }
      #expect(nothing.decide(command) == .rejection(.missingToSave(missing, recording: true)))
    }
    #expect(
      nothing.decide(Self.request { $0.payment = nil })
        == .rejection(.missingToSave([.payment], recording: true)))
    #expect(
      nothing.decide(Self.request { $0.category = nil })
        == .rejection(.missingToSave([.category], recording: true)))
  }

  @Test("ET-03: recording keeps everything that was given, normalized, in one event")
  func recordsAll() {
    let command = Self.request {
      $0.kind = .income
      $0.vendor = " Cafe\u{301} "
      $0.note = "Two\nlines "
      $0.account = " Giro"
      $0.tags = ["B", " a ", "b"]
      $0.flags = [.paid, .unreimbursed]
      $0.group = Sample.group
      $0.origin = .imported
    }
    let recorded = TransactionEvent.Recorded(
      origin: .imported, on: Sample.today, kind: .income, money: Money(minorUnits: 3800, currency: .eur),
      date: Sample.date("2026-06-12"), vendor: "Café", category: "taxi", payment: .cash, note: "Two\nlines",
      account: "Giro", tags: ["a", "b"], flags: TransactionFlags(paid: true, reimbursed: false))
    #expect(
      Scene<TransactionEvent>().decide(command)
        == .events([.transactionRecorded(recorded), Sample.filed(Sample.group)]))
  }

  @Test("Recording refuses what cannot be kept")
  func recordsNot() {
    let nothing = Scene<TransactionEvent>()
    func rejects(_ rejection: Rejection, _ change: (inout RecordRequest) -> Void) {
      #expect(nothing.decide(Self.request(change)) == .rejection(rejection))
    }
    rejects(.zeroAmount) { $0.money = Money(minorUnits: 0, currency: .eur) }
    rejects(.unknownCurrency(Sample.unknownCurrency)) {
      $0.money = Money(minorUnits: 1, currency: Sample.unknownCurrency)
    }
    rejects(.inactiveCategory("old")) { $0.category = "old" }
    rejects(.unknownCategory(key: "X", known: Sample.offered)) { $0.category = "X" }
    rejects(.invalidTag("a,b")) { $0.tags = ["a,b"] }
    rejects(.unknownGroup(Sample.unknownGroup)) { $0.group = Sample.unknownGroup }
    rejects(.isDeleted(what: "group")) { $0.group = Sample.deletedGroup }
    rejects(.tooLong(what: "note", limit: 16_384)) { $0.note = String(repeating: "é", count: 8_193) }
  }
}
