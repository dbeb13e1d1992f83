import Testing

@testable import events

// What the forms do while an answer is late or lost, and what one entry leaves to the next.
extension ExploreEntryTests {
  /// Lets a script decide about the requests to one path. It has the request as `send`, and returns the answer.
  private func intercept(_ path: String, _ script: String) throws {
    try browser.evaluate(
      """
      window.fetchBefore ??= window.fetch;
      window.fetch = async (...given) => {
        const send = () => window.fetchBefore(...given);
        if (String(given[0]) !== "\(path)") return send();
        \(script)
      };
      0
      """)
  }

  private func record(_ line: String) throws {
    try type(line, into: "entry")
    try browser.press("Enter")
  }

  private func value(of id: String) throws -> String? {
    try browser.evaluate("document.getElementById('\(id)').value") as? String
  }

  @Test("What is typed while a command is under way stays")
  func typedMeanwhile() throws {
    let server = try LiveServer(ledger)
    try browser.open(server.link)
    try intercept("command", "await new Promise((resolve) => { window.release = resolve; }); return send();")
    try record("11 food cash First")
    try browser.wait(until: "window.release")
    try type("22 food cash Second", into: "entry")
    try browser.evaluate("window.release()")
    try browser.wait(until: "document.querySelector('.result .undo')")
    #expect(try value(of: "entry") == "22 food cash Second" && value(of: "entry-date")?.isEmpty == true)
    try intercept("command", "return send();")
    try browser.press("Enter")
    try browser.wait(until: "document.getElementById('entry').value === ''")
    #expect(try Set(receipts().compactMap { $0["vendor"] as? String }) == ["First", "Second"])
    #expect(browser.complaints == [])
  }

  @Test(
    "An entry with an unknown outcome is recorded once, however often it is sent again",
    arguments: [
      "throw new TypeError('lost');",
      """
      return new Response('{"refusal":{"code":"busy","message":"Busy. Not known.","remedies":[]}}',
        { status: 409, headers: { "Content-Type": "application/json" } });
      """,
    ])
  func unknownOutcome(_ answer: String) throws {
    let server = try LiveServer(ledger)
    try browser.open(server.link)
    try intercept("command", "await send(); " + answer)
    try record("77 food cash Zanzibar")
    try browser.wait(until: "document.querySelector('.result [role=alert]')?.innerText.match(/[Nn]ot known/)")
    #expect(try value(of: "entry") == "77 food cash Zanzibar")
    try intercept("command", "return send();")
    try browser.press("Enter")
    try browser.wait(until: "document.querySelector('.result')?.innerText.includes('recorded before')")
    #expect(try receipts().count == 1)
  }

  @Test("A choice holds for its vendor, a date only if it was given, and a refusal until the next try")
  func nextEntry() throws {
    let server = try LiveServer(ledger)
    try browser.open(server.link)
    try type("12 cash Corner", into: "entry")
    try browser.wait(until: "document.getElementById('missing-category')")
    try browser.evaluate(
      """
      const list = document.getElementById("missing-category");
      list.value = "hotel";
      list.dispatchEvent(new Event("change"));
      """)
    try browser.wait(until: "document.getElementById('understood').innerText.includes('as you chose')")
    try type("12 cash Zanzibar", into: "entry")
    try browser.wait(until: "document.getElementById('missing-category')")
    try record("12 food cash @Giro")
    try browser.wait(until: "document.querySelector('.result [role=alert]')?.innerText.includes('Giro')")
    #expect(ledger.run("account", "open", "Giro", "--currency", "EUR").code == .ok)
    try browser.press("Enter")
    try browser.wait(until: "document.querySelector('.result .undo')")
    #expect(try value(of: "entry-date")?.isEmpty == true && receipts().count == 1)
    #expect(browser.complaints == [])
  }

  @Test("A page without an answer for a while tells it, and follows the ledger again")
  func followsAgain() throws {
    let server = try LiveServer(ledger)
    try browser.open(server.link, "view=transactions")
    try intercept("state", "return window.isBack ? send() : new Response('', { status: 500 });")
    try browser.wait(until: contains("does not follow the ledger now"))
    _ = try ledger.add("21.00", "--vendor", "Quixote")
    try browser.evaluate("window.isBack = true")
    try browser.wait(until: contains("Quixote"))
    try browser.wait(until: "!(\(contains("does not follow the ledger now")))")
  }

  @Test("A second change of a field is no conflict with the first one, and a date far from today is doubted")
  func ownChanges() throws {
    let receipt = try ledger.add("38.00", "--vendor", "Zanzibar")
    let server = try LiveServer(ledger)
    try browser.open(server.link, "view=transaction&id=\(receipt)")
    try browser.wait(until: "document.getElementById('edit-vendor')")
    // A note that is not sent keeps the form as it is.
    try type("a note", into: "edit-note")
    try browser.wait(until: "document.querySelector('[data-edited] #edit-note')")
    for vendor in ["Quixote", "Ulysses"] {
      try type(vendor, into: "edit-vendor")
      try browser.press("Enter")
      try browser.wait(until: "document.querySelector('h1').innerText === '\(vendor)'")
    }
    try type("2010-01-01", into: "edit-date")
    try browser.press("Enter")
    try browser.wait(until: contains("more than 10 years back"))
    let date = try receipts().first?["date"] as? String
    #expect(date != "2010-01-01" && date != nil)
    try browser.press("Enter")
    try browser.wait(until: "!document.querySelector('[data-edited] #edit-date')")
    #expect(try receipts().first?["date"] as? String == "2010-01-01")
    #expect(try value(of: "edit-note") == "a note" && browser.complaints == [])
  }
}
