import Foundation
import Testing

@testable import events

/// The forms of the page in a browser, with the keyboard alone.
@Suite("The page records", .enabled(if: Browser.program != nil, "\(Browser.need)"))
struct ExploreEntryTests {
  let ledger: Ledger
  let browser: Browser

  init() throws {
    ledger = try Ledger()
    browser = try Browser()
  }

  func type(_ text: String, into id: String) throws {
    try browser.evaluate("document.getElementById('\(id)').focus()")
    try browser.evaluate("document.getElementById('\(id)').select?.()")
    try browser.type(text)
  }

  func receipts() throws -> [[String: Any]] {
    try ledger.run("receipts", "--all", "--json").lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  func contains(_ text: String) -> String { "document.body.innerText.includes('\(text)')" }

  @Test(
    "A line is understood while it is typed, recorded with Enter, shown at once, and undone with a button that names it"
  )
  func entry() throws {
    let server = try LiveServer(ledger)
    try browser.open(server.link, "view=transactions")
    #expect(try browser.evaluate("location.href.includes('token')") as? Bool == false)
    try type("23.90 taxi cash \"Zanzibar\"", into: "entry")
    try browser.wait(until: "document.querySelector('#understood')?.innerText.includes('€23.90')")
    #expect(try receipts().isEmpty)
    try browser.press("Enter")
    try browser.wait(until: "document.querySelector('.result .undo')")
    try browser.wait(until: "document.querySelector('#page .rows')?.innerText.includes('Zanzibar')")
    #expect(try receipts().count == 1)
    let title = try browser.evaluate("document.querySelector('.result .undo').textContent") as? String
    #expect(title?.hasPrefix("Undo: ") == true && title?.contains("23.90") == true, "\(title ?? "")")
    #expect(try browser.evaluate("document.activeElement.id") as? String == "entry")
    #expect(try browser.evaluate("document.activeElement.value") as? String == "")
    for _ in 0..<8 where try browser.evaluate("document.activeElement.className") as? String != "undo" {
      try browser.press("Tab")
    }
    try browser.press("Enter")
    try browser.wait(until: "document.querySelector('.result')?.innerText.includes('Undone')")
    try browser.wait(until: "!(document.querySelector('#page .rows')?.innerText ?? '').includes('Zanzibar')")
    #expect(try receipts().first?["state"] as? String == "deleted")
    #expect(browser.complaints == [])
  }

  @Test("Missing fields are asked for, a date holds for the next entries, and a refusal keeps the line")
  func asked() throws {
    let server = try LiveServer(ledger)
    try browser.open(server.link)
    try type("12.00 2026-06-12 Corner", into: "entry")
    try browser.press("Enter")
    try browser.wait(until: "document.activeElement.id === 'missing-category'")
    try browser.evaluate(
      """
      for (const [field, value] of [["category", "food"], ["payment", "cash"]]) {
        const list = document.getElementById("missing-" + field);
        if (list === null) continue;
        list.value = value;
        list.dispatchEvent(new Event("change"));
      }
      """)
    try browser.wait(until: "document.querySelector('#missing-payment, #missing-category') === null")
    try browser.press("Enter")
    try browser.wait(until: "document.querySelector('.result .undo')")
    #expect(try browser.evaluate("document.getElementById('entry-date').value") as? String == "2026-06-12")
    try type("13.00 14.00 food cash", into: "entry")
    try browser.press("Enter")
    try browser.wait(until: "document.querySelector('.result [role=alert]')?.innerText.includes('two amounts')")
    #expect(
      try browser.evaluate("document.getElementById('entry').value") as? String == "13.00 14.00 food cash")
    try type("13.00 food cash", into: "entry")
    try browser.press("Enter")
    try browser.wait(until: "document.getElementById('entry').value === ''")
    #expect(try receipts().compactMap { $0["date"] as? String } == ["2026-06-12", "2026-06-12"])
    #expect(browser.complaints == [])
  }

  @Test("A field that another program changes meanwhile is not overwritten: the page shows both and asks")
  func conflict() throws {
    let receipt = try ledger.add("38.00", "--vendor", "Zanzibar")
    let server = try LiveServer(ledger)
    try browser.open(server.link, "view=transaction&id=\(receipt)")
    try browser.wait(until: "document.getElementById('edit-vendor')")
    try type("Quixote", into: "edit-vendor")
    try browser.wait(until: "document.querySelector('.editor output')?.innerText.includes('Quixote')")
    ledger.run("correct", receipt, "vendor", "Ulysses")
    try browser.wait(until: "document.querySelector('h1').innerText === 'Ulysses'")
    #expect(try browser.evaluate("document.getElementById('edit-vendor').value") as? String == "Quixote")
    #expect(try browser.evaluate("document.activeElement.id") as? String == "edit-vendor")
    try browser.press("Enter")
    try browser.wait(until: contains("Keep Ulysses"))
    #expect(try receipts().first?["vendor"] as? String == "Ulysses")
    // The button that keeps the other value has the focus.
    try browser.press("Enter")
    try browser.wait(until: "document.getElementById('edit-vendor').value === 'Ulysses'")
    try type("Quixote", into: "edit-vendor")
    ledger.run("correct", receipt, "vendor", "Penelope")
    try browser.wait(until: "document.querySelector('h1').innerText === 'Penelope'")
    try browser.press("Enter")
    try browser.wait(until: contains("Keep Penelope"))
    try browser.evaluate(
      "[...document.querySelectorAll('.editor button')].find((each) => each.innerText === 'Use Quixote').click()"
    )
    try browser.wait(until: "document.querySelector('h1').innerText === 'Quixote'")
    #expect(try receipts().first?["vendor"] as? String == "Quixote")
    // The browser tells of the status of the refusal.
    #expect(browser.complaints.allSatisfy { $0.contains("status of 409") })
  }

  @Test("The past is only looked at, and so is a ledger that is opened to read it")
  func looking() throws {
    let receipt = try ledger.add("38.00", "--vendor", "Zanzibar")
    let server = try LiveServer(ledger)
    try browser.open(server.link, "view=transaction&id=\(receipt)")
    try browser.wait(until: "document.getElementById('edit-vendor')")
    try browser.evaluate("ledgerPage.go(6)")
    #expect(try browser.evaluate("document.getElementById('entry').matches(':disabled')") as? Bool == true)
    #expect(try browser.evaluate("document.querySelector('.editor') === null") as? Bool == true)
    try browser.evaluate("ledgerPage.go(ledgerPage.ledger.header.last)")
    #expect(try browser.evaluate("document.getElementById('entry').matches(':disabled')") as? Bool == false)
    let reader = try LiveServer(ledger, "--read-only")
    try browser.open(reader.link, "view=transaction&id=\(receipt)")
    #expect(try browser.evaluate("document.querySelector('form') === null") as? Bool == true)
    #expect(browser.complaints == [])
  }

  @Test("A text that is being typed stays when another program records something at that moment")
  func redrawn() throws {
    let receipt = try ledger.add("38.00", "--vendor", "Zanzibar")
    let server = try LiveServer(ledger)
    try browser.open(server.link, "view=transaction&id=\(receipt)")
    try browser.wait(until: "document.getElementById('edit-note')")
    // The pause after typing never ends, so that the form is drawn again within it.
    try browser.evaluate(
      "{ const wait = setTimeout; globalThis.setTimeout = (each, time) => time === 120 ? 0 : wait(each, time); }"
    )
    try type("half a sen", into: "edit-note")
    #expect(ledger.run("correct", receipt, "vendor", "Quixote").code == .ok)
    try browser.wait(until: "document.querySelector('h1').innerText === 'Quixote'")
    // The new form needs one more answer of the program.
    try browser.evaluate("fetch('/').then((answer) => answer.text()).then(() => 0)")
    try browser.wait(until: "document.querySelector('.editor')")
    #expect(try browser.evaluate("document.getElementById('edit-note').value") as? String == "half a sen")
    #expect(browser.complaints == [])
  }

  @Test(
    "The forms have no fault that axe finds, in light, dark and on a phone", .enabled(if: Browser.axe != nil))
  func accessible() throws {
    let receipt = try ledger.add("38.00", "--vendor", "Zanzibar")
    let server = try LiveServer(ledger)
    let axe = try String(contentsOfFile: try #require(Browser.axe), encoding: .utf8)
    for (width, isDark) in [(1_000, false), (1_000, true), (390, false)] {
      try browser.resize(width: width, height: 900, isPhone: width == 390)
      try browser.showDark(isDark)
      try browser.open(server.link, "view=transaction&id=\(receipt)")
      try browser.wait(until: "document.getElementById('edit-vendor')")
      try type("23.90 Corner", into: "entry")
      try browser.wait(until: "document.getElementById('missing-category')")
      _ = try browser.evaluate(axe + "; 0")
      let faults = try browser.evaluate(
        "axe.run().then((result) => JSON.stringify(result.violations.map((each) => each.id)))")
      #expect(faults as? String == "[]")
    }
  }
}
