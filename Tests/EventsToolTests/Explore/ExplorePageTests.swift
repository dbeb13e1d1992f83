import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// The page in a browser: moments, keys, limits of its content, and hostile texts.
@Suite("The page in a browser", .enabled(if: Browser.program != nil, "\(Browser.need)"))
struct ExplorePageTests {
  private func page(of ledger: Ledger, _ options: String...) throws -> String {
    let path = ledger.folder + "/page-\(options.joined()).html".replacingOccurrences(of: " ", with: "")
    let outcome = ledger.run(["explore", "-o", path] + options)
    try #require(outcome.code == .ok, "\(outcome.errors)")
    return path
  }

  /// The text of the page as a person who scrolls reads it. Rows that are out of view are drawn for it.
  private func text(_ browser: Browser) throws -> String {
    let script = """
      document.styleSheets[0].insertRule("* { content-visibility: visible !important }");
      document.body.innerText
      """
    return try browser.evaluate(script) as? String ?? ""
  }

  /// The words of that text with a space between them.
  private func words(_ browser: Browser) throws -> String {
    try text(browser).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func position(_ browser: Browser) throws -> String {
    try browser.evaluate("document.getElementById('slider').value") as? String ?? ""
  }

  @Test("A ledger without receipts has a page that explains each empty view")
  func emptyLedger() throws {
    let ledger = try Ledger()
    let browser = try Browser()
    try browser.open(try page(of: ledger))
    #expect(try text(browser).contains("Nothing here yet"))
    for view in [
      "transactions", "accounts", "analysis", "changes", "log", "group&group=unfiled", "transaction&id=x",
    ] {
      try browser.go("view=\(view)")
      #expect(try text(browser).count > 60, "\(view)")
    }
    #expect(browser.complaints == [])
  }

  @Test("A correction shows the old value and the new one at its step, and only the old one before")
  func correction() throws {
    let ledger = try Ledger()
    let id = try ledger.add("84.50", "--vendor", "REWE")
    ledger.run("correct", id, "total", "79.50")
    let browser = try Browser()
    try browser.open(try page(of: ledger), "view=transaction&id=\(id)")
    let struck = "document.querySelectorAll('main del').length"
    #expect(try browser.evaluate(struck) as? Int == 0)
    let tab = "document.querySelector('nav a[href*=transactions]').href.includes('at=')"
    #expect(try browser.evaluate(tab) as? Bool == false)
    try browser.go("at=8&view=transaction&id=\(id)")
    let after = try text(browser)
    #expect(after.contains("€84.50 → €79.50") && after.contains("Changed by this step"))
    try browser.press("ArrowLeft")
    let before = try text(browser)
    #expect(before.contains("€84.50") && !before.contains("€79.50 "))
    #expect(try browser.evaluate("location.hash") as? String == "#at=7&view=transaction&id=\(id)")
  }

  @Test("Home has income apart from spending and no zeros of transfers, and an account opens with its balance")
  func home() throws {
    let ledger = try Ledger(begun: true, "--locale", "de_DE")
    ledger.run("account", "open", "Giro", "--opening", "1200", "--date", "2026-01-01")
    ledger.run("account", "open", "Dollars", "--opening", "10 USD", "--date", "2026-01-01")
    _ = try ledger.add("38.00", "--account", "Giro")
    _ = try ledger.add("900.00", "--kind", "income", "--account", "Giro")
    ledger.run("transfer", "10", "Dollars", "Giro", "--received", "9", "--date", "2026-06-13")
    let browser = try Browser()
    try browser.open(try page(of: ledger))
    let home = try words(browser)
    #expect(home.contains("Spending 38,00 €") && home.contains("Income 900,00 €") && !home.contains("$"))
    #expect(home.contains("2 receipts"))
    try browser.go("view=transactions&account=giro")
    let account = try words(browser)
    #expect(account.contains("Balance of Giro 2.071,00 €"))
    #expect(account.contains("3 receipts · opened on 1 Jan 2026 with 1.200,00 €"))
    try browser.go("view=transactions&account=giro&kind=income")
    #expect(try browser.evaluate("document.getElementById('filter-account').value") as? String == "giro")
    #expect(try text(browser).contains("Giro") && !(try text(browser).contains("Balance of")))
    #expect(browser.complaints == [])
  }

  @Test("The keyboard alone reaches a receipt and every moment")
  func keyboard() throws {
    let ledger = try Ledger()
    for amount in ["1.00", "2.00", "3.00"] { _ = try ledger.add(amount) }
    let browser = try Browser()
    try browser.open(try page(of: ledger), "view=transactions")
    let last = try position(browser)
    try browser.press("ArrowLeft")
    #expect(try position(browser) == String((Int(last) ?? 0) - 1))
    try browser.press("ArrowRight")
    #expect(try position(browser) == last)
    try browser.press("ArrowLeft", shift: true)
    #expect(try position(browser) == "0")
    try browser.press("ArrowRight", shift: true)
    #expect(try position(browser) == last)
    for _ in 0..<40 {
      try browser.press("Tab")
      let isReceipt = "document.activeElement.getAttribute('href')?.includes('view=transaction&') ?? false"
      guard try browser.evaluate(isReceipt) as? Bool == true else { continue }
      #expect(
        try browser.evaluate("getComputedStyle(document.activeElement).outlineStyle") as? String == "solid")
      try browser.press("Enter")
      break
    }
    let view = "document.getElementById('page').dataset.view"
    for _ in 0..<3_000 where try browser.evaluate(view) as? String != "transaction" { usleep(20_000) }
    #expect(try browser.evaluate(view) as? String == "transaction")
    let nameless = """
      [...document.querySelectorAll('a, button, input, select')].filter((each) => !each.hidden
        && !(each.textContent.trim() || each.getAttribute('aria-label'))).length
      """
    #expect(try browser.evaluate(nameless) as? Int == 0)
  }

  @Test("Bisecting a figure in the page finds the event that the tool finds")
  func bisect() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let id = try ledger.add("38.00", "--group", "Berlin")
    for amount in ["12.50", "7.00", "1.00"] { _ = try ledger.add(amount, "--group", "Berlin") }
    ledger.run("correct", id, "total", "40.00")
    let condition = ["group Berlin EUR", "<=", "50.50"].joined(separator: " ")
    let outcome = ledger.run("bisect", condition, "--open")
    let link = try #require(
      outcome.errors.split(separator: " ").first { $0.hasPrefix("file://") }?
        .trimmingCharacters(in: .whitespacesAndNewlines))
    let position = try #require(try ledger.json("bisect", condition)["position"] as? Int)
    #expect(link.hasSuffix("/pictures/ledger.html#at=\(position)&view=changes"))
    let browser = try Browser()
    try browser.open(String(link.dropFirst("file://".count).prefix { $0 != "#" }))
    let group = try #require(try ledger.json("groups")["group"] as? String)
    try browser.go("view=why&group=\(group)&currency=EUR")
    try browser.evaluate(
      """
      document.getElementById("bisect-operator").value = "≤";
      document.getElementById("bisect-amount").value = "50.50";
      document.getElementById("bisect-find").click();
      """)
    let found = "document.querySelector('[data-figure=bisect]').dataset.count"
    #expect(try browser.evaluate(found) as? String == "\(position)")
    #expect(try text(browser).contains("€50.50 → €57.50"))
    #expect(browser.complaints == [])
  }

  @Test("why --open leads to the figure, and two moments are shown next to each other")
  func links() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    _ = try ledger.add("38.00", "--group", "Berlin", "--vendor", "Zanzibar")
    ledger.run("budget", "set", "food", "300", "--month", "2026-06")
    let browser = try Browser()
    func follow(_ words: String...) throws -> String {
      let outcome = ledger.run(["why"] + words + ["--open"])
      let link = try #require(outcome.errors.firstRange(of: "file://")).upperBound
      let parts = outcome.errors[link...].trimmingCharacters(in: .whitespacesAndNewlines).split(separator: "#")
      try browser.open(String(parts[0]), String(parts[1]))
      return try text(browser)
    }
    let why = try follow("group Berlin EUR")
    #expect(why.contains("Why") && why.contains("€38.00") && why.contains("Zanzibar"))
    let past = try follow("receipts 2026-06 EUR", "--at", "9")
    #expect(past.contains("Why") && past.contains("event 9"))
    #expect(try follow("budget 2026-06 food EUR available").contains("€300.00"))
    try browser.go("at=9&view=changes&from=7")
    let changes = try text(browser)
    #expect(changes.contains("event 7") && changes.contains("event 9") && changes.contains("Zanzibar"))
    #expect(browser.complaints == [])
  }

  @Test("--at ends the page there, and --group, --from and --stand-ins keep other texts out of the file")
  func limits() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    _ = try ledger.add("38.00", "--group", "Berlin", "--vendor", "Zanzibar", "--note", "Secretive")
    _ = try ledger.add("21.00", "--vendor", "Quixote")
    let browser = try Browser()
    func content(_ options: [String]) throws -> String {
      let path = ledger.folder + "/limits-\(UUID().uuidString).html"
      let outcome = ledger.run(["explore", "-o", path] + options)
      try #require(outcome.code == .ok, "\(outcome.errors)")
      try browser.open(path)
      return try browser.evaluate("JSON.stringify(ledgerPage.ledger.texts)") as? String ?? ""
    }
    let all = try content([])
    for word in ["Zanzibar", "Quixote", "Berlin", "Secretive"] { #expect(all.contains(word), "\(word)") }
    let group = try content(["--group", "Berlin"])
    #expect(group.contains("Zanzibar") && !group.contains("Quixote"))
    let later = try content(["--from", "2026-06-13"])
    #expect(!later.contains("Zanzibar") && !later.contains("Quixote"))
    let replaced = try content(["--stand-ins"])
    for word in ["Zanzibar", "Quixote", "Berlin", "Secretive", "anna", "38.00"] {
      #expect(!replaced.contains(word), "\(word)")
    }
    let past = try content(["--at", "8"])
    #expect(!past.contains("Quixote"))
    #expect(try browser.evaluate("ledgerPage.ledger.header.last") as? Int == 8)
  }

  @Test(
    "axe-core finds nothing in any view, light and wide or dark and narrow",
    .enabled(if: Browser.axe != nil, "needs the path of axe.min.js in EVENTS_AXE"))
  func axe() throws {
    var past = try RandomLedger(steps: 60, seed: SeededGenerator())
    let id = past.shared
    let path = try page(of: past.ledger)
    let browser = try Browser()
    try browser.open(path)
    try browser.evaluate(try String(contentsOfFile: try #require(Browser.axe), encoding: .utf8) + ";true")
    let groups = past.ledger.run("groups", "--json").lines
    let group = past.one(groups)
    let object = try JSONSerialization.jsonObject(with: Data(group.utf8)) as? [String: Any]
    for view in [
      "home", "group&group=\(object?["group"] as? String ?? "unfiled")", "transactions", "transaction&id=\(id)",
      "budget", "budget&category=food&currency=EUR", "accounts", "goals", "analysis", "reports",
      "reports&report=net-worth", "changes&from=7", "log", "why&currency=EUR",
    ] {
      for isNarrow in [false, true] {
        try browser.resize(width: isNarrow ? 360 : 1_000, height: 800, isPhone: isNarrow)
        try browser.showDark(isNarrow)
        try browser.go("view=\(view)&narrow=\(isNarrow)")
        let found = try browser.evaluate(
          "axe.run().then((found) => JSON.stringify(found.violations.map((each) => [each.id, each.nodes[0].html])))"
        )
        #expect(found as? String == "[]", "\(view)")
      }
    }
  }

  @Test("500 hostile texts run nothing, and break no layout")
  func hostileTexts() throws {
    let ledger = try Ledger()
    let texts = Self.hostileTexts
    #expect(texts.count == 500)
    for start in stride(from: 0, to: texts.count, by: 4) {
      let (vendor, note, tag) = (texts[start], texts[start + 1], texts[start + 2])
      let id = try ledger.add(
        "1.00", "--vendor", vendor, "--note", note, "--tags", String(tag.filter { $0 != "," }.prefix(60)))
      ledger.run("group", "create", texts[start + 3])
      if start % 40 == 0 { ledger.run("file", id, texts[start + 3]) }
    }
    let path = try page(of: ledger)
    let browser = try Browser()
    try browser.open(path)
    try browser.resize(width: 360, height: 740, isPhone: true)
    let id = try #require(
      try browser.evaluate("ledgerPage.ledger.texts[ledgerPage.ledger.tables.ids.id[0]]") as? String)
    for view in [
      "home", "transactions", "analysis", "changes&from=0", "log", "accounts", "transaction&id=\(id)",
    ] {
      try browser.go("view=\(view)")
      try browser.evaluate("new Promise((resolve) => { scrollTo(0, 1e6); setTimeout(resolve, 100); })")
      #expect(try browser.evaluate("globalThis.hacked ?? false") as? Bool == false, "\(view)")
      #expect(try browser.evaluate("document.scripts.length") as? Int == 2, "\(view)")
      let isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
      #expect(try browser.evaluate(isTooWide) as? Bool == false, "\(view)")
      let foreign =
        "document.querySelectorAll('main :is(script, iframe, object, embed, svg, img, form, style, base, meta)').length"
      #expect(try browser.evaluate(foreign) as? Int == 0, "\(view)")
    }
    #expect(browser.complaints == [])
  }

  /// Texts that a page without care would run, load or be broken by.
  private static let hostileTexts: [String] = {
    let attacks = [
      "<script>globalThis.hacked=true</script>", "</script><script>globalThis.hacked=true</script>",
      "<img src=x onerror=globalThis.hacked=true>", "\"><svg onload=globalThis.hacked=true>",
      "javascript:globalThis.hacked=true", "'-globalThis.hacked=true-'", "${globalThis.hacked=true}",
      "{{constructor.constructor('globalThis.hacked=true')()}}", "<!--", "]]>",
      "<style>*{display:none}</style>",
      "<base href=//evil>", "<meta http-equiv=refresh content=0>", "__proto__", "constructor", "&lt;b&gt;",
      "\u{202e}gnisrever", "\u{200f}\u{2067}rtl", String(repeating: "W", count: 300), "%00%0a#at=0&view=log",
    ]
    return (0..<500).map { "\(attacks[$0 % attacks.count]) \($0)" }
  }()
}
