import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerProjections
import LedgerSQLite
import Testing

@Suite("Error messages for a screen")
struct ScreenWordsTests {
  private static let id = UniqueID.derived(kind: "test", parts: ["words"])
  private static let reference = EventReference(device: id, sequence: 7)

  static let rejections: [Rejection] = [
    .unknownTransaction(TransactionID(id)), .unknownGroup(GroupID(id)), .alreadyExists("the group “Berlin”"),
    .isDeleted(what: "group"), .isNotDeleted(what: "group"), .isNotDraft(.saved), .isNotDraft(.deleted),
    .missingToSave([.category]), .missingToSave([.total, .category, .payment]),
    .missingToSave([.date, .payment], recording: true), .zeroAmount,
    .noReading(field: .total, number: 3, available: 0), .noReading(field: .total, number: 3, available: 2),
    .readingIsNoValue(field: .date, reading: "31.02.2026", why: "there is no such day"),
    .nothingToConfirm(.vendor), .setOtherwise(.group), .required(.category),
    .unknownCategory(key: "x", known: ["food"]), .inactiveCategory("books"), .fixedCategory("food"),
    .invalid(field: .date, value: "soon; or `later`", expected: "a date such as 2026-06-14"),
    .fewerDigits(amount: Money(minorUnits: 8_450, currency: .eur), currency: .jpy), .unknownCurrency(.eur),
    .emptyName, .emptyReason, .notRedactable(type: "LedgerCreated"),
    .amountTooLarge(Money(minorUnits: 1 << 53, currency: .eur), limitedIn: .eur),
    .reservedName("Unfiled"), .tooLong(what: "note", limit: 100), .invalidTag("a,b"),
    .invalidColor("red"), .invalidQuantity("1,5"), .unknownItem(LineItemID(id)),
    .itemCurrency(item: .jpy, total: .eur), .nothingProposed(.total), .notAlike, .unknownRule(RuleID(id)),
    .invalidInterval(0), .endsBeforeStart(start: screenDay("2026-06-14"), end: screenDay("2026-06-13")),
    .draftAsTemplate, .alreadyRecurring, .notRecurring, .alreadySplit(screenDay("2026-06-14")),
    .splitOutside(date: screenDay("2026-06-14"), first: screenDay("2026-01-01"), last: nil),
    .splitOutside(
      date: screenDay("2026-06-14"), first: screenDay("2026-01-01"), last: screenDay("2026-05-31")),
    .resumesBeforePause(screenDay("2026-06-14")),
    .nothingToUndo([PlacedRemark(.overwritten(what: "vendor", by: reference), position: 7)]),
    .nothingToUndo([PlacedRemark(.notUndoable(.exported), position: nil)]), .nothingToUndo([]),
    .unknownAccount("Giro"), .accountIsClosed("Giro"), .accountHoldsMoney("Giro", [.largest(in: .eur)]),
    .accountCurrency(account: "Giro", currency: .eur, given: .jpy), .sameAccount("Giro"), .sameCurrency(.eur),
    .receivedIsMissing(account: "Giro", currency: .eur), .transferNeedsCategory(from: "Giro", to: "Box"),
    .backwardsTransfer, .notATransfer, .unknownHeader("Travel"), .budgetCurrency(.eur, given: .jpy),
    .budgetTooLarge(.largest(in: .eur)), .incomeCategory("pay"), .sameCategory("food"),
    .notPositive(.largest(in: .eur)),
    .notAvailable(category: "food", available: .largest(in: .eur), wanted: .largest(in: .eur)),
    .notOverspent(category: "food", available: .largest(in: .eur)),
    .tooLittleToBudget(.largest(in: .eur), wanted: .largest(in: .eur)),
    .nothingToFill(category: "food", CivilMonth(index: 2_026 * 12 + 5)), .unknownGoal("Boat"),
    .unknownContribution("x"), .goalTarget(.largest(in: .eur)), .goalCurrency(.eur, given: .jpy),
    .goalIsCompleted("Boat"), .goalHoldsLess("Boat", saved: .largest(in: .eur)), .unknownCopy,
    .noCopyConflict("memo"), .copyIsFrozen("total"), .notCopyable("transfers are not sent to YNAB"),
  ]
  static let log: [EventLogError] = [
    .noLedger(folder: "/a/b"), .ledgerExists(folder: "/a/b"), .notALedger(path: "/a/b"),
    .newerVersion(found: 9, known: 1), .damaged("page 7"), .readOnly(folder: "/a/b"),
    .busy(milliseconds: 5_000),
    .lostEvents([LostEvents(device: id, expected: 3, found: 1)]), .otherLedger(expected: id, found: id),
    .foreignFolder(previous: id), .deviceExists(id),
    .wrongVersion(stream: StreamID(kind: "group", id: id), expected: 1, actual: 2),
    .invalidPayload(draft: 0, offset: 7, reason: "x"), .tooLarge(what: "a text", bytes: 9, limit: 8),
    .invalidDraft(draft: 0, reason: "x"), .commandReused(id), .noSuchEvent(reference),
    .alreadyRedacted(reference),
    .gap(reference, expected: 3), .fork(reference, here: SHA256.hash([]), other: SHA256.hash([1])),
    .invalidEvent(reference, reason: "x"),
    .timeTooLate(reference, milliseconds: 1),
  ]
  static let others: [any Error] = [
    BookError.unknown(what: "group", text: id.description), BookError.unknown(what: "group", text: "Berlin"),
    BookError.notAName(what: "group", text: "?"), BookError.past, BookError.closed,
    BookError.backupFolder("F", .insideLedger), BookError.backupFolder("F", .inUse),
    BookError.ambiguous(what: "group", text: "B", candidates: []),
    ModelError.damaged("row 3"), ModelError.unreadable(position: 3, type: "X", reason: "y"),
    ModelError.overflow("EUR"),
    ModelError.removed, CancellationError(), AmountError.empty, AmountError.overflow,
    AmountError.notANumber("x y"), AmountError.unknownSign("pts"),
    JSONError(offset: 3, reason: "x"), NSError(domain: "NSPOSIXErrorDomain", code: 28),
  ]
  static let files = [ENOSPC, ENOENT, EEXIST, EACCES, EIO].map {
    FileError(operation: "open", path: "/private/a", code: $0)
  }
  // The primary codes that SQLite has.
  static let sqlite = (Int32(1)...28).map {
    SQLiteError(extendedCode: $0 | 5 << 8, message: "database disk image", sql: "SELECT 1", action: "step")
  }

  static var all: [any Error] {
    rejections as [any Error] + (log as [any Error]) + others + (files as [any Error]) + (sqlite as [any Error])
  }

  @Test("Every error is a sentence or two, without a code, a path or a command of the tool")
  func words() {
    for error in Self.all {
      let words = ScreenWords(error)
      let sentences = [words.message] + [words.suggestion].compactMap { $0 }
      for sentence in sentences {
        #expect(sentence.hasSuffix("."), "\(error): \(sentence)")
        #expect(sentence.first?.isLowercase != true && sentence.utf8.count > 6, "\(error): \(sentence)")
      }
      let text = words.description
      #expect(words.message != "This is not possible.", "\(error) has no text of its own")
      // What a person typed may hold anything.
      if case Rejection.invalid = error { continue }
      for part in [
        "`", "--", "/a", "SQL", "errno", "code", "database", "step", "nil", "stream", "draft 0", "events ",
      ] {
        #expect(!text.contains(part), "\(error): \(text)")
      }
      #expect(!text.contains(Self.id.description) && !text.contains("; "), "\(error): \(text)")
    }
  }

  @Test("The words of each storage failure are its own, and tell whether something was recorded")
  func kinds() {
    #expect(ScreenWords(FileError(operation: "write", path: "x", code: ENOSPC)).message == "The disk is full.")
    #expect(
      ScreenWords(SQLiteError(extendedCode: 13, message: "", action: "step"))
        == ScreenWords(FileError(operation: "write", path: "x", code: EDQUOT)))
    #expect(
      ScreenWords(SQLiteError(extendedCode: 5, message: "", action: "step"))
        == ScreenWords(EventLogError.busy(milliseconds: 1)))
    #expect(
      ScreenWords(EventLogError.busy(milliseconds: 1)).suggestion == "Nothing was recorded. Try again.")
    #expect(
      ScreenWords(EventLogError.damaged("x"))
        == ScreenWords(SQLiteError(extendedCode: 11, message: "", action: "")))
    #expect(Set(Self.log.map { ScreenWords($0).message }).count >= 17)
  }

  @Test("A message keeps the typed text unchanged and separate from the suggestion")
  func sentences() {
    let invalid = ScreenWords(Rejection.invalid(field: .date, value: "soon; or `later`", expected: "a date"))
    #expect(invalid.message == "“soon; or `later`” is not a date." && invalid.suggestion == "Expected a date.")
    #expect(
      ScreenWords(Rejection.emptyName).description == "A name cannot be empty. Give at least one character.")
    #expect(ScreenWords(AmountError.overflow).suggestion == nil)
    #expect(
      ScreenWords(Rejection.missingToSave([.total, .category, .payment])).description
        == "This receipt cannot be saved without total, category and payment. Fill in these fields.")
  }

  @Test("Amounts and dates are in the ledger's notation, everywhere")
  func notation() throws {
    let german = try #require(LedgerLocale("de_DE"))
    let money = Money(minorUnits: 123_450, currency: .eur)
    let (day, later) = (try #require(CivilDate(iso: "2026-06-14")), try #require(CivilDate(iso: "2026-07-01")))
    let amounts: [any Error] = [
      Rejection.fewerDigits(amount: money, currency: .jpy), Rejection.tooLittleToBudget(money, wanted: money),
      Rejection.amountTooLarge(money, limitedIn: .eur), Rejection.budgetTooLarge(money),
      Rejection.notPositive(money),
      Rejection.notAvailable(category: "a", available: money, wanted: money),
    ]
    for error in amounts {
      #expect(ScreenWords(error, in: german).message.contains("1.234,50\u{a0}€"), "\(error)")
      #expect(ScreenWords(error).message.contains("1234.50 EUR"), "\(error)")
    }
    let dates: [Rejection] = [
      .endsBeforeStart(start: later, end: day), .alreadySplit(day),
      .splitOutside(date: day, first: later, last: nil), .resumesBeforePause(day),
    ]
    for error in dates {
      #expect(ScreenWords(error, in: german).message.contains(german.date(day)), "\(error)")
      #expect(ScreenWords(error).message.contains("2026-06-14"), "\(error)")
    }
  }
}
