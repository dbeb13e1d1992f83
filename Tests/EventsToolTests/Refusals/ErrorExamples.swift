import Foundation
import LedgerBytes
import LedgerDomain
import LedgerExchange
import LedgerMirror
import LedgerPlatform
import LedgerYNAB

@testable import BankFiles
@testable import EventLog
@testable import LedgerAudit
@testable import LedgerBook
@testable import LedgerProjections
@testable import LedgerSQLite
@testable import LedgerSync
@testable import events

/// An example of every case of every error type.
enum ErrorExamples {
  static let id = UniqueID.derived(kind: "test", parts: ["words"])
  static let reference = EventReference(device: id, sequence: 7)
  static let digest = SHA256.hash([])
  static let euros = Money(minorUnits: 123_450, currency: .eur)
  static func day(_ text: String) -> CivilDate { CivilDate(iso: text) ?? .first }

  static let rejections: [Rejection] = [
    .unknownTransaction(TransactionID(id)), .unknownGroup(GroupID(id)), .alreadyExists("the group “Berlin”"),
    .isDeleted(what: "group"), .isDeleted(what: "receipt"), .isDeleted(what: "item"), .isDeleted(what: "rule"),
    .isDeleted(what: "goal"), .isNotDeleted(what: "group"), .isNotDraft(.saved), .isNotDraft(.deleted),
    .missingToSave([.category]), .missingToSave([.total, .category, .payment]),
    .missingToSave(TransactionField.allCases.filter { $0 != .group }),
    .missingToSave([.date, .payment], recording: true),
    .missingToSave(TransactionField.allCases.filter { $0 != .toAccount && $0 != .received }, recording: true),
    .zeroAmount, .noReading(field: .total, number: 3, available: 0),
    .noReading(field: .total, number: 3, available: 1), .noReading(field: .total, number: 3, available: 2),
    .readingIsNoValue(field: .date, reading: "31.02.2026", why: "there is no such day"),
    .nothingToConfirm(.vendor), .setOtherwise(.group), .setOtherwise(.toAccount), .required(.category),
    .unknownCategory(key: "Rock 'n' Roll", known: ["Rock & Roll"]),
    .unknownCategory(key: "fod", known: ["food"]),
    .ambiguousName(what: "account", "Giro", keys: ["giro", "main"]),
    .inactiveCategory("books"), .fixedCategory("food"),
    .invalid(field: .date, value: "soon; or `later`", expected: "a date such as 2026-06-14"),
    .fewerDigits(amount: euros, currency: .jpy), .unknownCurrency(.eur), .emptyName, .emptyReason,
    .notRedactable(type: "LedgerCreated"), .amountTooLarge(euros, limitedIn: .eur), .reservedName("Unfiled"),
    .tooLong(what: "note", limit: 100), .invalidTag("a,b"), .invalidColor("red"), .invalidQuantity("1,5"),
    .unknownItem(LineItemID(id)), .itemCurrency(item: .jpy, total: .eur), .nothingProposed(.total), .notAlike,
    .unknownRule(RuleID(id)), .invalidInterval(0),
    .endsBeforeStart(start: day("2026-07-01"), end: day("2026-06-14")), .draftAsTemplate, .alreadyRecurring,
    .notRecurring, .alreadySplit(day("2026-06-14")),
    .splitOutside(date: day("2026-06-14"), first: day("2026-01-01"), last: nil),
    .splitOutside(date: day("2026-06-14"), first: day("2026-01-01"), last: day("2026-05-31")),
    .resumesBeforePause(day("2026-06-14")), .nothingToUndo([]), .unknownAccount("R&D costs"),
    .accountIsClosed("Giro"), .accountHoldsMoney("Giro", [euros]), .accountHasUpcoming("Giro", count: 2),
    .accountHasUpcoming("Giro", count: 0), .closesLater("Giro", day("2026-12-10")),
    .accountCurrency(account: "Giro", currency: .eur, given: .jpy), .sameAccount("Giro"), .sameCurrency(.eur),
    .receivedIsMissing(account: "Giro", currency: .eur), .transferNeedsCategory(from: "Giro", to: "Box"),
    .backwardsTransfer, .notATransfer, .unknownHeader("Travel"), .budgetCurrency(.eur, given: .jpy),
    .budgetTooLarge(euros), .incomeCategory("pay"), .sameCategory("food"), .notPositive(euros),
    .notAvailable(category: "food", available: euros, wanted: euros),
    .notOverspent(category: "food", available: euros), .tooLittleToBudget(euros, wanted: euros),
    .nothingToFill(category: "food", CivilMonth(index: 2_026 * 12 + 5)), .unknownGoal("Boat"),
    .unknownContribution("x"), .goalTarget(euros), .goalCurrency(.eur, given: .jpy), .goalIsCompleted("Boat"),
    .goalHoldsLess("Boat", saved: euros), .unknownCopy, .noCopyConflict("memo"), .copyIsFrozen("total"),
    .notCopyable("transfers are not sent to YNAB"),
  ]
  static let plainRemarks: [UndoRemark] = [
    .overwritten(what: "vendor", by: reference), .disputed(what: "vendor", by: reference),
    .undone(by: reference),
    .broughtBack(by: reference), .isDeleted(what: "transaction", by: reference), .needed(.date),
    .groupIsGone(GroupID(id)), .touched(by: reference), .staysDeleted, .followsRule(reference),
    .generatedAfter(reference), .generated(by: reference), .followed(by: reference), .holds(receipts: 1),
    .inUse(transactions: 2),
  ]
  static var remarks: [UndoRemark] { plainRemarks + obstacles.map { UndoRemark.notUndoable($0) } }
  static let obstacles: [UndoObstacle] = [
    .wasThereBefore, .itemWasThereBefore, .followsRule, .readByMachine, .proposedByMachine, .declined,
    .settledDeletion, .beginning, .deviceJoined, .redaction, .skipping, .exported, .sentElsewhere,
    .changedNoPause,
    .fixedCategory("food"), .unknownRecord, .redacted, .skipped, .unknownShape, .unreadable,
  ]
  static let log: [EventLogError] = [
    .noLedger(folder: "/a/b c"), .ledgerExists(folder: "/a/b"), .notALedger(path: "/a/b"),
    .logMissing(folder: "/a", found: ["models"]), .logMissing(folder: "/a", found: [LedgerLog.erasingMark]),
    .logMissing(folder: "/a", found: [".log.sqlite.icloud"]), .secondName(path: "/a/log.sqlite"),
    .otherWriteAheadLog(path: "/a/log.sqlite-wal"), .displaced(path: "/a/log.sqlite", isWritten: true),
    .displaced(path: "/a/log.sqlite", isWritten: false), .damagedCopy(VerificationReport()),
    .newerVersion(found: 9, known: 1), .damaged("page 7"), .readOnly(folder: "/a/b"),
    .inSnapshot, .busy(milliseconds: 5_000),
    .lostEvents([LostEvents(device: id, expected: 3, found: 1)]), .otherLedger(expected: id, found: id),
    .foreignFolder(previous: id), .deviceExists(id),
    .wrongVersion(stream: StreamID(kind: "group", id: id), expected: 1, actual: 2),
    .invalidPayload(draft: 0, offset: 7, reason: "x"), .tooLarge(what: "a text", bytes: 9, limit: 8),
    .invalidDraft(draft: 0, reason: "x"), .commandReused(id), .noSuchEvent(reference),
    .alreadyRedacted(reference),
    .gap(reference, expected: 3), .fork(reference, here: digest, other: digest),
    .invalidEvent(reference, reason: "x"), .timeTooLate(reference, milliseconds: 1),
  ]
  static let book: [BookError] =
    [
      .unknown(what: "group", text: id.description), .unknown(what: "group", text: "Berlin"),
      .unknown(what: "creation event", text: "x"), .past, .closed,
      .readable(position: 3), .changedMeanwhile(.date), .versionAhead(given: 3, newest: 2),
      .otherLog(position: 3),
      .ambiguous(
        what: "group", text: "B", candidates: [BookError.Candidate(id: id, key: "3f2a1b9c", name: "Berlin")]),
    ] + BackupPlace.allCases.map { .backupFolder("F", $0) }
  static let values: [any Explained] = [
    AmountError.empty, AmountError.notANumber("x y"), AmountError.overflow, AmountError.unknownSign("pts"),
    AmountError.ambiguous("1.500", readings: ["1.500", "1,500"], instead: "1500", digits: 2),
    AmountError.tooManyDigits(.eur, digits: 2), AmountError.tooManyDigits(.jpy, digits: 0),
    AmountError.unknownCurrency(.eur), AmountError.ambiguousSign("$", candidates: [.eur, .jpy, .eur, .jpy]),
    AmountError.otherCurrency("$", expected: .eur), DateError.notADate("x"), DateError.noDay("2026"),
    DateError.noSuchDay("31.02.2026"),
    DateError.ambiguous("1/2", readings: ["1 Feb", "2 Jan"], instead: ["1 feb", "2 jan"]),
    EntryProblem.several(.category, values: ["food", "taxi"]), EntryProblem.unclear(readings: ["a", "b"]),
    EntryProblem.amount(.empty), EntryProblem.date(.notADate("x")), EntryProblem.repeated(.note),
    EntryProblem.notUnderstood("x"), EntryProblem.openQuote, EntryProblem.oneSidedTransfer,
    EntryProblem.split(sum: euros, total: euros), EntryProblem.endWithoutCadence(.first), EntryProblem.tooLong,
    BankFileError.empty,
    BankFileError.tooLarge(bytesMax: 1 << 26),
    BankFileError.notRecognized(reason: "x"), BankFileError.truncated(line: 3, reason: "x"),
    BankFileError.malformed(line: 3, reason: "x"),
    BankFileError.undecided([
      BankFileQuestion(
        topic: .dateOrder, line: 2, text: "it can be 1 Feb or 2 Jan",
        choices: [BankFileQuestion.Choice(value: "dmy", example: "01/02/2026 is 2026-02-01")])
    ]), CursorError(), QueryError.writes, QueryError.wrong("no such table: x"),
    JSONError(offset: 3, reason: "x"),
    ModelError.damaged("row 3"), ModelError.unreadable(position: 3, type: "X", reason: "y"),
    ModelError.overflow("EUR"), ModelError.removed, MatchRefusal.notARow, MatchRefusal.isARow,
    MatchRefusal.otherAmount, MatchRefusal.notMatched, MatchRefusal.hasRow, MatchRefusal.isDeleted,
    RestoreError.noFolder("/a"), RestoreError.noBackup("/a"), RestoreError.ledgerExists("/a"),
    RestoreError.damaged("/a", finding: "event 3", good: nil),
    RefusedCommand(transaction: TransactionID(id), rejection: .zeroAmount),
    PlanError.ruleIsDeleted(rule: "3f2a1b9c"), PlanError.oneReceiptOnly(.date, rule: "3f2a1b9c"),
    PlanError.isFirstOfRule(rule: "3f2a1b9c"), PlanError.changed(.total, of: TransactionID(id)),
    PlanError.ruleChanged(RuleID(id)), PlanError.recordChanged(.goal, "\(id)"),
    GenerationStopped(
      report: GenerationReport(through: .first), reason: EventLogError.busy(milliseconds: 5_000)),
  ]
  static var files: [any Explained] {
    var errors: [any Explained] = [
      FileError(operation: "read", path: "/a/log.sqlite", code: EPERM, heldAs: "/a/log.sqlite"),
      SystemError(code: ENOSPC),
    ]
    for code in [ENOSPC, ENOENT, EEXIST, EACCES, EIO] {
      errors.append(FileError(operation: "open", path: "/private/a", code: code))
    }
    for code in Int32(1)...28 {
      errors.append(SQLiteError(extendedCode: code | 5 << 8, message: "database disk image", action: "step"))
    }
    return errors
  }
  static let others: [any Explained] = [
    SyncError.noFolder("/a"), SyncError.ownFolder("/a"),
    SyncError.losesMuch(erased: 3, deleted: 21),
    SyncError.otherLedger(
      folder: "/a", found: Dataset(ledger: id, name: "laptop"), own: Dataset(ledger: id, name: "phone")),
    SyncError.datasetUnreadable(folder: "/a", reason: "x"),
    SyncError.foreignEvents(folder: "/a", file: "x", ledger: id), SyncError.datasetMissing(folder: "/a"),
    SyncError.newerDataset(folder: "/a", format: "ledger-dataset-2"), SyncError.noDataset(folder: "/a"),
    SyncError.noBeginning(folder: "/a", waiting: 2, reason: "x"), SyncError.busy, SyncError.readOnly,
    EraseError.logIsLink(folder: "/a"), EventLine.Fault(reason: "x"), YNABError.notConnected,
    YNABError.forbidden("x"), YNABError.notFound("the plan"), YNABError.refused(status: 400, reason: "x"),
    YNABError.duplicate, YNABError.unavailable(status: 429, reason: "x"),
    YNABError.unavailable(status: nil, reason: "x"), YNABError.invalidAnswer("x"),
    YNABError.redirected(status: 302),
    YNABError.invalidAddress("ftp://x"), YNABError.otherAddress("https://x"),
    YNABError.missing(program: "curl"),
    YNABError.interrupted, YNABError.unknown(what: "plan", text: nil, known: ["Home"]),
    YNABError.unknown(what: "plan", text: "x", known: []), TransportError.unreachable("x"),
    TransportError.invalidAnswer("x"), TransportError.missing(program: "curl"), TransportError.interrupted,
    MirrorError.address(reason: "x"), MirrorError.passwordInArgument, MirrorError.noProgram,
    MirrorError.connection(reason: "x"), MirrorError.server(reason: "x"), MirrorError.oldServer(version: "12"),
    MirrorError.encoding("LATIN1"), MirrorError.newerSchema(number: 9), MirrorError.changedSchema(["a", "b"]),
    MirrorError.fork(reference), MirrorError.otherRoot(device: id), MirrorError.noLedger("x"),
    MirrorError.ambiguous("x"), MirrorError.damaged(reference, reason: "x"),
    ProofRefusal.younger(reference, checkpoint), ProofRefusal.otherLedger(checkpoint, here: id),
    ProofRefusal.shorter(checkpoint, count: 0), ProofRefusal.rewritten(checkpoint),
    Checkpoint.NoteError(line: 3, reason: "the root is not 32 bytes in base64"),
    OtherLedgerError(here: id, there: id), NoEventToBlame(words: "x"),
    ExportFailure.changedWhileRead(path: "/a"), ExportFailure.pageMissing("x"), ExportFailure.interrupted,
    ExportFailure.notPrinted("chromium made no PDF"),
    ExportFailure.tooManyRows(max: 9), PartlyDone(reason: SyncError.busy, advice: "Go on"),
    OutputFailure.closed, OutputFailure.failed(name: "standard output", reason: "No space left on device"),
    UnreadableText(name: "a.txt"),
  ]
  private static let checkpoint = Checkpoint(
    origin: Checkpoint.Origin(ledger: id, device: id), size: 3, root: digest)

  static var all: [any Explained] {
    var errors: [any Explained] = values + files + others + [BisectNotes.OtherLog(), BisectNotes.Unreadable()]
    errors.append(contentsOf: rejections)
    errors.append(contentsOf: log)
    errors.append(contentsOf: book)
    for remark in remarks { errors.append(Rejection.nothingToUndo([PlacedRemark(remark, position: 77)])) }
    return errors
  }
}
