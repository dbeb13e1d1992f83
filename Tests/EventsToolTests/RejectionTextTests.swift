import EventLog
import LedgerBytes
import LedgerDomain
import Testing

@testable import events

/// A refusal has a reason and advice (Design, section 2, and FF-26).
@Suite("The words of a refusal")
struct RejectionTextTests {
  private static let id = UniqueID.derived(kind: "test", parts: ["refusals"])
  private static let transaction = TransactionID(id)
  private static let group = GroupID(id)
  private static let rule = RuleID(id)
  private static let item = LineItemID(id)

  private static func day(_ text: String) -> CivilDate { CivilDate(iso: text) ?? CivilDate(dayNumber: 0) }

  static let words: [(Rejection, String)] = [
    (.unknownTransaction(transaction), "there is no transaction \(transaction) in this ledger"),
    (.unknownGroup(group), "there is no group \(group) in this ledger"),
    (.alreadyExists("the category “coffee”"), "the category “coffee” exists already"),
    (.isDeleted(what: "group"), "this group is deleted; restore it first"),
    (.isNotDeleted(what: "group"), "this group is not deleted, so there is nothing to restore"),
    (.isNotDraft(.saved), "this receipt is saved already; use `correct` to change it, or `delete`"),
    (.isNotDraft(.deleted), "this receipt is deleted; restore it first"),
    (
      .missingToSave([.category]),
      "this receipt cannot be saved yet: category is missing; set it with `correct`, e.g. `correct R category food`"
    ),
    (
      .missingToSave([.date, .total, .payment]),
      "this receipt cannot be saved yet: date, total and payment are missing; set them with `correct`, "
        + "e.g. `correct R date 2026-06-14`"
    ),
    (
      .missingToSave([.category, .payment], recording: true),
      "a transaction cannot be recorded without category and payment; give them, e.g. `--category food`"
    ),
    (
      .missingToSave([.payment], recording: true),
      "a transaction cannot be recorded without payment; give it, e.g. `--payment card`"
    ),
    (.zeroAmount, "an amount of zero cannot be saved; give the amount that was paid"),
    (
      .noReading(field: .date, number: 2, available: 0),
      "nothing was read for date, so there is no reading 2; set it with `correct`"
    ),
    (
      .noReading(field: .date, number: 2, available: 1),
      "date has one reading only; there is no reading 2"
    ),
    (
      .noReading(field: .date, number: 3, available: 2),
      "date has 2 readings, numbered from 1; there is no reading 3"
    ),
    (
      .readingIsNoValue(field: .date, reading: "14 June", why: "it is not a date"),
      "the reading “14 June” cannot be the date: it is not a date; set it with `correct`"
    ),
    (.nothingToConfirm(.total), "total has no value to confirm; set it with `correct`"),
    (.setOtherwise(.group), "group is set with `file`"),
    (.required(.payment), "payment cannot be empty; give it a value, e.g. card"),
    (
      .unknownCategory(key: "tea", known: ["food", "hotel", "taxi"]),
      "there is no category “tea”; there are food, hotel and taxi, or add one with `category add`"
    ),
    (.unknownCategory(key: "tea", known: []), "there is no category “tea”; add it with `category add`"),
    (
      .inactiveCategory("tea"),
      "the category “tea” is not active; reactivate it with `category reactivate`, or take another"
    ),
    (.invalidColor("red"), "“red” is not a colour; expected six hexadecimal digits, such as #c0392b"),
    (.invalidQuantity("1,5"), "“1,5” is not a quantity; expected a number above zero such as 2 or 0.792"),
    (.unknownItem(item), "this receipt has no item \(item)"),
    (
      .itemCurrency(item: .jpy, total: .eur),
      "an item in JPY cannot be part of a receipt in EUR; give its amount in EUR"
    ),
    (.nothingProposed(.total), "nothing is proposed for total; set it with `correct`"),
    (
      .unknownRule(rule), "there is no rule \(rule) in this ledger"
    ),
    (.invalidInterval(0), "“every 0” is no interval; give a whole number from 1 to 10,000"),
    (
      .endsBeforeStart(start: day("2026-06-14"), end: day("2026-06-13")),
      "a rule that starts on 2026-06-14 cannot end on 2026-06-13; give an end that is not before its start"
    ),
    (.draftAsTemplate, "a draft cannot be made recurring; save it first"),
    (
      .alreadyRecurring,
      "this transaction belongs to a rule already; change that rule, or detach the transaction first"
    ),
    (.notRecurring, "this transaction belongs to no rule"),
    (
      .alreadySplit(day("2026-06-14")),
      "the series was split on 2026-06-14 already; change the rule that begins there, restored first if it is deleted"
    ),
    (
      .splitOutside(date: day("2026-06-14"), first: day("2026-07-01"), last: nil),
      "the rule cannot be split on 2026-06-14: it governs from 2026-07-01 on; give a later date within that, or "
        + "change the whole rule"
    ),
    (
      .splitOutside(
        date: day("2026-06-14"), first: day("2026-01-01"), last: day("2026-05-31")),
      "the rule cannot be split on 2026-06-14: it governs from 2026-01-01 to 2026-05-31; give a later date within "
        + "that, or change the whole rule"
    ),
    (
      .resumesBeforePause(day("2026-06-14")),
      "the rule pauses from 2026-06-14 on; it cannot resume before that"
    ),
    (.nothingToUndo([]), "nothing of it is left to undo"),
    (
      .nothingToUndo([
        PlacedRemark(.overwritten(what: "vendor", by: EventReference(device: id, sequence: 7)), position: 77),
        PlacedRemark(.notUndoable(.exported), position: nil),
      ]),
      "nothing of it is left to undo: vendor was changed again by event 77, it stays; an exported file cannot be "
        + "taken back"
    ),
    (
      .nothingToUndo(
        [.exported, .redaction, .deviceJoined, .beginning, .unreadable].map {
          PlacedRemark(.notUndoable($0), position: nil)
        }),
      "nothing of it is left to undo: an exported file cannot be taken back; what was redacted is gone for good; "
        + "a device that joined stays: what it recorded carries its name; and 2 more like these"
    ),
    (.notAlike, "these two do not look like one receipt, so there is nothing to dismiss"),
    (
      .fixedCategory("food"),
      "“food” is one of the five categories that every ledger keeps; give it another name, if you like"
    ),
    (
      .invalid(field: .payment, value: "bitcoin", expected: "card or cash"),
      "“bitcoin” is not a payment; expected card or cash"
    ),
    (
      .fewerDigits(amount: Money(minorUnits: 8_450, currency: .eur), currency: .jpy),
      "84.50 EUR cannot be in JPY, which has no decimals; correct the total and its currency together, "
        + "e.g. `correct R total \"84 JPY\"`"
    ),
    (
      .fewerDigits(amount: Money(minorUnits: 84_505, currency: CurrencyCode("KWD") ?? .eur), currency: .eur),
      "84.505 KWD cannot be in EUR, which has 2 decimals; correct the total and its currency together, "
        + "e.g. `correct R total \"84 EUR\"`"
    ),
    (
      .unknownCurrency(CurrencyCode("QQQ") ?? .eur),
      "QQQ is not a currency this program knows; give one of ISO 4217, such as EUR"
    ),
    (
      .amountTooLarge(Money(minorUnits: 1 << 53, currency: .jpy), limitedIn: .eur),
      "9007199254740992 JPY is too large; give at most 90071992547409.91 EUR"
    ),
    (.emptyName, "a name cannot be empty; give at least one character"),
    (.emptyReason, "a reason is needed, which stays on record; give it with --why"),
    (
      .notRedactable(type: "LedgerCreated"),
      "the content of a LedgerCreated cannot be erased, because the ledger rests on it"
    ),
    (.reservedName("unfiled"), "“unfiled” is reserved for what is in no group; choose another name"),
    (.tooLong(what: "note", limit: 16_384), "this note is too long; 16384 bytes at most"),
    (
      .invalidTag("a,b"),
      "“a,b” cannot be a tag; a tag has at least one character, and no comma, line break or other control character"
    ),
  ]

  @Test("Amounts in a refusal are written as the ledger's locale writes them")
  func notation() throws {
    let german = try #require(LedgerLocale("de_DE"))
    let (twenty, large) = (Money(minorUnits: 2_000, currency: .eur), Money(minorUnits: 1 << 53, currency: .eur))
    let refusals: [(Rejection, [String])] = [
      (.fewerDigits(amount: twenty, currency: .jpy), ["20,00"]),
      (.amountTooLarge(large, limitedIn: .eur), ["90.071.992.547.409,92", "90.071.992.547.409,91"]),
      (.accountHoldsMoney("Giro", [twenty]), ["20,00"]), (.budgetTooLarge(large), ["90.071.992.547.409,92"]),
      (.notPositive(twenty), ["20,00"]),
      (.notAvailable(category: "a", available: twenty, wanted: twenty), ["20,00"]),
      (.notOverspent(category: "a", available: twenty), ["20,00"]),
      (.tooLittleToBudget(twenty, wanted: twenty), ["20,00"]),
    ]
    for (rejection, numbers) in refusals {
      let words = rejection.text(in: german)
      for number in numbers { #expect(words.contains("\(number)\u{a0}€"), "\(words)") }
      #expect(!words.contains("EUR") || words.contains("total \\\"84 EUR"), "\(words)")
      #expect(rejection.text().contains(" EUR"), "canonical without a locale")
    }
  }

  @Test("FF-26: sentences that a person can act on, without codes", arguments: 0..<words.count)
  func message(index: Int) {
    let (rejection, expected) = Self.words[index]
    #expect(rejection.text() == expected)
    #expect(!expected.hasSuffix("."))
    #expect(!expected.contains("Optional") && !expected.contains("  "))
  }

  @Test(
    "IE-14: every field that can be missing has an example of its own", arguments: TransactionField.allCases)
  func examples(field: TransactionField) {
    #expect(
      Rejection.required(field).text().hasPrefix(
        "\(field.rawValue) cannot be empty; give it a value, e.g. "))
  }
}
