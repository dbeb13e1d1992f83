import LedgerBytes
import LedgerDomain

@testable import LedgerBook

/// An example of every step that an answer names.
enum StepExamples {
  private static let id = "3f2a1b9c"

  static let all: [Step] = [
    .capture, .correct(id, .total, to: "84"), .pick(id, .total), .accept(), .accept(id), .reject(), .save(id),
    .delete(.transaction), .delete(.group, id), .dismiss(), .dismiss(id, other: "77"), .detachCopy(id),
    .addItem(to: id), .takeItems(of: id), .addRule, .generate(), .generate(rule: id), .openAccount,
    .checkAccount("R&D", Money(minorUnits: -500, currency: .eur), on: CivilDate(dayNumber: 20_000)),
    .renameVendor,
    .settle(id, field: "amount"), .undoLast, .redo, .fill(category: "R&D"),
    .budgetLess(category: "food", Money(minorUnits: 500, currency: .eur), nil, .eur),
    .cover(category: "-food", CivilMonth(iso: "2026-06"), .usd), .status, .drafts, .review(), .review(id),
    .moreDuplicates(after: "9"), .moreReceipts(group: "a;b", after: "9"), .groups(at: 7), .conflicts,
    .settleConflict("3f2a", "food budgeted", value: 2),
    .copyConflicts,
    .branches, .redactions, .changes(since: 7), .why, .topic("sync-trouble"), .findWrongTotal, .markGood,
    .markBad,
    .endSearch, .rebuildModel("history"), .scheduleBackup, .backUpNow, .clearPictures, .sync(),
    .sync(folder: "/a b"), .repairFolder, .joinAgain(folder: "-a"), .sendToAccount, .linkCategories,
    .match("3f2a1b9c", with: "4e1b2c3d"),
    .importIntoNew,
    .exportEvents, .answer(ImportQuestion(accountOf: "a.csv")),
  ]
}
