import Foundation
import Testing

@testable import events

@Suite("Items, pages, proposals, duplicates and categories, at the command line")
struct LaterCommandTests {
  private static let rewe = """
    REWE City
    Musterstr. 1
    Brot 3,50
    Milch 1,20
    SUMME EUR 4,70
    Geg. BAR EUR 5,00
    14.06.2026 12:31
    """

  private func items(_ ledger: Ledger, _ id: String) throws -> [[String: Any]] {
    try #require(try ledger.json("receipt", id)["items"] as? [[String: Any]])
  }

  @Test("RY-02: items are added, changed by number or name, removed and restored, and shown with their sum")
  func itemLife() throws {
    let ledger = try Ledger()
    let id = try ledger.add("10.00", "--vendor", "Kiosk")
    #expect(ledger.run("item", "list", id).output.contains("No item is recorded"))
    #expect(ledger.run("item", "add", id, "Bread", "3.50", "--quantity", "2", "--category", "food").code == .ok)
    #expect(ledger.run("item", "add", id, "Milk \u{1b}[31m", "1.20").code == .ok)
    #expect(ledger.run("item", "change", id, "2", "--amount", "1.50", "--name", "Milk").code == .ok)
    let shown = ledger.run("receipt", id).output
    #expect(
      shown.contains("Bread") && shown.contains("× 2") && shown.contains("2 items, €5.00 of €10.00"), "\(shown)"
    )
    #expect(!shown.contains("\u{1b}"))
    let dry = ledger.run("item", "remove", id, "bread", "--dry-run")
    #expect(dry.output.contains("1 item is left") && dry.output.contains("Nothing was done"), "\(dry.output)")
    #expect(try items(ledger, id).count == 2)
    #expect(ledger.run("item", "remove", id, "bread").code == .ok)
    let left = try items(ledger, id)
    #expect(left.count == 1 && left[0]["name"] as? String == "Milk")
    #expect((left[0]["amount"] as? [String: Any])?["minorUnits"] as? Int == 150)
    #expect(ledger.run("item", "remove", id, "bread").code == .noInput)
    #expect(ledger.run("item", "restore", id, "bread").code == .ok)
    #expect(try items(ledger, id).map { $0["name"] as? String } == ["Bread", "Milk"])
    #expect(ledger.run("item", "change", id, "1").code == .usage)
    #expect(ledger.run("item", "add", id, "Tea", "3 USD").code == .no)
    #expect(ledger.run("item", "add", id, "Tea", "3.00", "--quantity", "none").code == .dataError)
    #expect(ledger.run("item", "add", id, "Tea", "3.00", "--category", "yachts").code == .noInput)
  }

  @Test("RY-01: what was read as items is offered and recorded only when it is taken, once")
  func taking() throws {
    let ledger = try Ledger()
    let id = try ledger.capture(Self.rewe)
    #expect(try items(ledger, id).isEmpty, "nothing is recorded silently")
    let list = ledger.run("item", "list", id).output
    #expect(list.contains("2 items were read") && list.contains("Brot"), "\(list)")
    #expect(ledger.run("item", "take", id, "2").code == .ok)
    #expect(try items(ledger, id).map { $0["name"] as? String } == ["Milch"])
    #expect(ledger.run("item", "take", id).code == .ok)
    #expect(try items(ledger, id).map { $0["name"] as? String } == ["Milch", "Brot"])
    let events = try ledger.json("status")["events"] as? Int
    let again = ledger.run("item", "take", id)
    #expect(again.code == .ok && again.output.contains("recorded already"), "\(again.output)")
    #expect(try ledger.json("status")["events"] as? Int == events)
    #expect(ledger.run("item", "take", id, "7").code == .usage)
    #expect(ledger.run("item", "take", try ledger.add("1.00")).code == .no)
  }

  @Test(
    "IE-30: paper added to what was typed is compared, never written over it; each field is answered for itself"
  )
  func paperLater() throws {
    let ledger = try Ledger()
    let id = try ledger.add("4.50", "--vendor", "REWE CITY")
    let page = try ledger.file("scan.txt", Self.rewe)
    let added = ledger.run("page", "add", id, page)
    #expect(added.code == .ok && added.output.contains("3 proposals wait: date, total and payment"), "\(added)")
    var row = try ledger.json("receipt", id)
    #expect(
      (row["amount"] as? [String: Any])?["minorUnits"] as? Int == 450 && row["date"] as? String == "2026-06-12")
    #expect((row["attachments"] as? [Any])?.count == 1 && (row["proposals"] as? [Any])?.count == 3)
    let review = ledger.run("review", id).output
    for words in ["€4.50", "→", "€4.70", "14 Jun 2026", "events accept", "events reject"] {
      #expect(review.contains(words), "\(words): \(review)")
    }
    #expect(review.split(separator: "\n").allSatisfy { columnWidth(String($0)) <= 80 }, "\(review)")
    #expect(ledger.run("drafts").output.contains("proposals"))
    #expect(ledger.run().output.contains("1 receipt has proposals to answer"))
    #expect(ledger.run("accept", id, "total").code == .ok)
    #expect(ledger.run("reject", id, "date").code == .ok)
    #expect(ledger.run("accept", id, "colour").code == .usage)
    #expect(ledger.run("accept", id, "vendor").code == .no)
    row = try ledger.json("receipt", id)
    #expect(
      (row["amount"] as? [String: Any])?["minorUnits"] as? Int == 470 && row["date"] as? String == "2026-06-12")
    #expect((row["proposals"] as? [[String: Any]])?.map { $0["field"] as? String } == ["payment"])
    #expect(ledger.run("accept", id).code == .ok)
    let none = ledger.run("accept", id)
    #expect(none.code == .ok && none.output.contains("no proposal waits"), "\(none.output)")
    #expect(ledger.run("drafts").output.contains("There are no drafts"))
    let sentence = try ledger.json("audit", id)["sentence"] as? String ?? ""
    #expect(
      sentence.contains("paper added later was read") && sentence.contains("you confirmed 2 fields"),
      "\(sentence)")
  }

  @Test("IE-16, ET-10: pages are added and taken away; the file stays, and has-photo follows")
  func pages() throws {
    let ledger = try Ledger()
    let id = try ledger.add("4.50")
    let first = Repository.receipt("rewe-city-berlin.png")
    let second = Repository.receipt("taxi-new-york.png")
    let text = try ledger.file("none.txt", "nothing here\n")
    #expect(ledger.run("receipts", "--has-photo", "yes").output.contains("No "))
    #expect(ledger.run("page", "add", id, first, second, "--text", text).code == .ok)
    #expect(
      try (ledger.json("receipt", id)["attachments"] as? [[String: Any]])?.map { $0["page"] as? Int } == [1, 2])
    let again = ledger.run("page", "add", id, first, "--text", text)
    #expect(again.code == .ok)
    #expect(try (ledger.json("receipt", id)["attachments"] as? [Any])?.count == 2)
    #expect(ledger.run("page", "remove", id, "9").code == .noInput)
    let dry = ledger.run("page", "remove", id, "2", "--dry-run").output.split(separator: "\n")
      .joined(separator: " ")
    #expect(dry.contains("1 page is left") && dry.contains("the file stays"), "\(dry)")
    #expect(
      ledger.run("page", "remove", id, "2").code == .ok && ledger.run("page", "remove", id, "1").code == .ok)
    #expect(try (ledger.json("receipt", id)["attachments"] as? [Any])?.isEmpty == true)
    #expect(!ledger.run("receipts", "--has-photo", "yes").output.contains(id.prefix(8)))
    #expect(ledger.run("page", "restore", id, "1").code == .ok)
    #expect(ledger.run("receipts", "--has-photo", "yes").output.contains("4.50"))
    #expect(ledger.run("verify").code == .ok, "every file is there")
    #expect(ledger.run("page", "add", id, ledger.folder + "/missing.png").code == .noInput)
  }

  @Test("IE-26: a duplicate is shown with its reason and a look at the other, can be dismissed, and stays so")
  func duplicates() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin — June 2026")
    let first = try ledger.add("84.50", "--vendor", "REWE City", "--group", "Berlin — June 2026")
    #expect(ledger.run("duplicates").output.contains("No receipt looks like another"))
    let second = ledger.run(
      "add", "--amount", "84.50", "--date", "2026-06-12", "--category", "food", "--payment", "card", "--vendor",
      "rewe city")
    #expect(
      second.code == .ok && second.output.contains("Probably a duplicate, the same vendor, date and amount"))
    let words = second.output.split(separator: "\n").joined(separator: " ")
    #expect(words.contains("REWE City · 12 Jun 2026 · €84.50 already in Berlin — June 2026"), "\(words)")
    let pairs = ledger.run("duplicates", "--json").lines
    #expect(pairs.count == 1 && pairs[0].contains(#""tier":"exact""#) && pairs[0].contains(first), "\(pairs)")
    #expect(ledger.run("review", first).output.contains("events dismiss"))
    #expect((try ledger.json("receipt", first)["duplicates"] as? [Any])?.count == 1)
    #expect(ledger.run("dismiss", first).code == .ok)
    for id in [first, String(second.output.prefix(8))] {
      #expect((try ledger.json("receipt", id)["duplicates"] as? [Any])?.isEmpty == true, "\(id)")
    }
    #expect(ledger.run("duplicates", "--json").output.isEmpty)
    #expect(ledger.run("dismiss", String(second.output.prefix(8)), first).output.contains("told apart already"))
    let other = try ledger.add("1.00", "--vendor", "Kiosk")
    #expect(ledger.run("dismiss", first, other).code == .no)
    #expect(ledger.run("duplicates", "--after", "nonsense").code == .dataError)
  }

  @Test("IE-26: the same paper captured twice is certainly a duplicate, whatever was read off it")
  func samePaper() throws {
    let ledger = try Ledger()
    let scan = Repository.receipt("rewe-city-berlin.png")
    let text = try ledger.file("scan.txt", Self.rewe)
    #expect(!ledger.run("capture", scan, "--text", text).output.contains("duplicate"))
    let other = try ledger.file("other.txt", "nothing\n")
    let again = ledger.run("capture", scan, "--text", other)
    #expect(again.output.contains("Certainly a duplicate, the same page of paper"), "\(again.output)")
    #expect(again.output.contains("already a draft"), "\(again.output)")
    let json = ledger.run("capture", scan, "--text", other, "--json").output
    #expect(json.contains(#""tier":"certain""#), "\(json)")
    #expect(ledger.run("discard", String(again.output.prefix(8))).code == .ok)
    #expect(ledger.run("duplicates", "--json").lines.count == 1, "what is deleted is not offered")
  }

  @Test("ET-07, ET-08: a category's name, emoji, colour and kinds change; deactivating it breaks nothing")
  func categories() throws {
    let ledger = try Ledger()
    #expect(ledger.run("category", "add", "Coffee shop", "--emoji", "☕", "--kind", "expense").code == .ok)
    let id = try ledger.add("3.00")
    #expect(ledger.run("correct", id, "category", "coffee shop").code == .ok)
    let changed = ledger.run(
      "category", "change", "Coffee shop", "--name", "Cafés", "--color", "#c0392b", "--kind", "income",
      "--emoji", "")
    #expect(changed.code == .ok && changed.output.contains("Changed"), "\(changed)")
    let row = try #require(ledger.run("category", "list", "--json").lines.first { $0.contains("coffee shop") })
    #expect(
      row
        == ##"{"active":true,"color":"#c0392b","emoji":null,"header":null,"key":"coffee shop","kinds":["income"],"name":"Cafés"}"##
    )
    #expect(ledger.run("category", "change", "cafés", "--all-kinds").code == .ok, "by its name, too")
    #expect(ledger.run("category", "change", "coffee shop").code == .usage)
    #expect(ledger.run("category", "change", "yachts", "--name", "X").code == .noInput)
    #expect(ledger.run("category", "change", "coffee shop", "--color", "red").code == .dataError)
    let before = ledger.run("analysis", "--kind", "expense", "--all", "--json").output
    let dry = ledger.run("category", "deactivate", "coffee shop", "--dry-run").output
    #expect(dry.contains("the 1 receipt under it keeps it"), "\(dry)")
    #expect(ledger.run("category", "deactivate", "coffee shop").code == .ok)
    #expect(ledger.run("analysis", "--kind", "expense", "--all", "--json").output == before)
    #expect(ledger.run("receipts", "--category", "coffee shop").output.contains("€3.00"))
    #expect(ledger.run("correct", id, "note", "still mine").code == .ok)
    #expect(ledger.run("category", "list").output.contains("not active"))
    #expect(!ledger.run("category", "list", "--active").output.contains("coffee"))
    let refused = ledger.run(
      "add", "--amount", "1", "--date", "2026-06-12", "--category", "coffee shop", "--payment", "card")
    #expect(refused.code == .no && refused.errors.contains("category reactivate"), "\(refused.errors)")
    #expect(ledger.run("category", "reactivate", "coffee shop").code == .ok)
    #expect(ledger.run("correct", try ledger.add("1.00"), "category", "coffee shop").code == .ok)
    for key in ["food", "hotel", "flight", "taxi", "other"] {
      #expect(ledger.run("category", "deactivate", key).code == .no)
      #expect(ledger.run("category", "deactivate", key, "--dry-run").code == .no)
    }
  }

  @Test("FF-21: what destroys names its consequences in words and counts: zero, one, many")
  func consequences() throws {
    let ledger = try Ledger()
    func dry(_ arguments: String...) -> String {
      ledger.run(arguments + ["--dry-run"]).output.split(separator: "\n").joined(separator: " ")
    }
    ledger.run("group", "create", "Trip")
    #expect(dry("group", "delete", "Trip").contains("the group Trip, which is empty; nothing else changes"))
    let first = try ledger.add("10.00", "--vendor", "A", "--group", "Trip")
    #expect(
      dry("group", "delete", "Trip").contains(
        "its 1 receipt moves to Unfiled, and its €10.00 leaves the groups"))
    #expect(dry("delete", first).contains("it leaves Trip, which is empty then. Its history stays."))
    let second = try ledger.add("2.00", "--vendor", "B", "--group", "Trip", "--currency", "USD")
    let draft = try ledger.capture("nothing\n", "--group", "Trip")
    #expect(
      dry("group", "delete", "Trip").contains(
        "its 2 receipts and 1 draft move to Unfiled, and its €10.00 + US$2.00 leave the groups"))
    #expect(
      dry("group", "delete", "Trip", "--delete-receipts").contains(
        "the group Trip and its 2 receipts and 1 draft: €10.00 + US$2.00 leave every total"))
    #expect(
      dry("delete", second).contains("it leaves Trip, which keeps 1 receipt, 1 draft and €10.00. Its history"))
    #expect(dry("discard", draft).contains("no total changes. Its history stays."))
    #expect(dry("delete", try ledger.add("1.00")).contains("its amount leaves every total"))
    let done = ledger.run("group", "delete", "Trip").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      done.contains("its 2 receipts and 1 draft moved to Unfiled, and its €10.00 + US$2.00 left the groups"))
  }

  @Test("FF-21: what a deletion leaves is counted with its sign, and what stays is named")
  func remains() throws {
    let ledger = try Ledger()
    func dry(_ arguments: String...) -> String {
      ledger.run(arguments + ["--dry-run"]).output.split(separator: "\n").joined(separator: " ")
    }
    ledger.run("group", "create", "Trip")
    let draft = try ledger.capture("nothing\n", "--group", "Trip")
    #expect(dry("group", "delete", "Trip").contains("its 1 draft moves to Unfiled, and no total changes"))
    #expect(dry("delete", draft).contains("it is a draft, so no total changes"))
    #expect(ledger.run("correct", draft, "vendor", "Kiosk").code == .ok)
    #expect(dry("discard", draft).contains("with 1 field that you set"))
    let expense = try ledger.add("10.00", "--vendor", "A", "--group", "Trip")
    #expect(dry("delete", expense).contains("it leaves Trip, which keeps 1 draft. Its history stays"))
    let income = try ledger.add("3.00", "--vendor", "B", "--kind", "income", "--group", "Trip")
    ledger.run("transfer", "5.00", "Giro", "Spar", "--new-account")
    let transfer = try #require(
      try objects(ledger.run("receipts", "--kind", "transfer", "--json").output).first?["transaction"]
        as? String)
    #expect(ledger.run("file", transfer, "Trip").code == .ok)
    #expect(dry("delete", income).contains("keeps 2 receipts, 1 draft and €10.00. Its"))
    #expect(dry("delete", transfer).contains("keeps 2 receipts, 1 draft and €7.00. Its"))
    let other = try ledger.add("2.00", "--vendor", "D", "--group", "Trip")
    #expect(dry("delete", other).contains("keeps 3 receipts, 1 draft and €7.00. Its"))
    #expect(ledger.run("page", "add", expense, try ledger.file("scan.txt", "nothing\n")).code == .ok)
    for name in ["Bread", "Milk"] {
      #expect(ledger.run("item", "add", expense, name, "1.00").code == .ok)
    }
    let words = dry("delete", expense)
    #expect(words.contains("Its page, its 2 items and its history stay."), "\(words)")
  }

  @Test("A category takes no name that another one has, and a refund that becomes income is positive")
  func namesAndSigns() throws {
    let ledger = try Ledger()
    ledger.run("category", "add", "Household")
    #expect(ledger.run("category", "change", "food", "--name", "household ").code == .no)
    #expect(ledger.run("category", "change", "food", "--name", "Groceries").code == .ok)
    #expect(ledger.run("category", "add", "groceries").code == .no)
    #expect(ledger.run("category", "change", "food", "--name", "groceries").code == .ok, "its own name")
    let id = try ledger.add("-20", "--vendor", "zara")
    #expect(ledger.run("correct", id, "kind", "income").code == .ok)
    #expect(ledger.run("receipts", "--json").output.contains("\"minorUnits\":2000"))
    #expect(ledger.run("month", "2026-06").output.contains("€20.00"))
  }
}
