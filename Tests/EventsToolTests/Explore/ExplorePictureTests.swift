import Foundation
import Testing

@testable import events

/// The font that the browser takes.
private enum PageFont {
  /// The name of its family, or `nil` if that cannot be found out.
  static let family: String? = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/fc-match")
    process.arguments = ["--format=%{family}", "system-ui"]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }()
}

/// Compares pictures of the views with those in `Fixtures/explorer/views`, which a person has looked at.
///
/// `EVENTS_UPDATE_GOLDEN=1` writes them again, at a quarter of the size. Small differences are tolerated: a view that
/// lacks a card or a column, or has another colour, is not. With another font every line would differ.
@Suite(
  "Pictures of the page",
  .enabled(
    if: Browser.program != nil && PageFont.family == "DejaVu Sans",
    "needs Chromium and DejaVu Sans as its font"))
struct ExplorePictureTests {
  private static let folder = "\(Repository.path)/Fixtures/explorer/views"
  /// The percent of squares of 8 × 8 points that may differ from the picture.
  private static let differencePercentMax = 4.0

  private struct View {
    let name: String
    let address: String
    var isDark = false
    var isPhone = false
  }

  @Test("Each view looks like its picture: light and dark, on a screen and on a phone")
  func pictures() throws {
    let ledger = try Ledger()
    let receipt = try household(ledger)
    let page = ledger.folder + "/page.html"
    try #require(ledger.run("explore", "-o", page).code == .ok)
    let browser = try Browser()
    for view in views(receipt: receipt) {
      try browser.resize(
        width: view.isPhone ? 400 : 1_000, height: view.isPhone ? 800 : 900, isPhone: view.isPhone)
      try browser.showDark(view.isDark)
      try browser.open(page, view.address)
      let difference = try compare(try browser.screenshot(), view.name, in: browser)
      #expect(difference <= Self.differencePercentMax, "\(view.name): \(difference) %")
    }
    #expect(browser.complaints == [])
  }

  private func views(receipt: String) -> [View] {
    let addresses = [
      ("home", "view=home"), ("transactions", "view=transactions"), ("budget", "view=budget"),
      ("accounts", "view=accounts"), ("goals", "view=goals"), ("analysis", "view=analysis"),
      ("reports", "view=reports"), ("changes", "view=changes"), ("log", "view=log"),
      ("transaction", "view=transaction&id=\(receipt)"), ("why", "view=why&group=unfiled&currency=EUR"),
    ]
    return addresses.map { View(name: $0, address: $1) } + [
      View(name: "home-dark", address: "view=home", isDark: true),
      View(name: "analysis-dark", address: "view=analysis", isDark: true),
      View(name: "home-phone", address: "view=home", isPhone: true),
      View(
        name: "transaction-phone-dark", address: "view=transaction&id=\(receipt)", isDark: true, isPhone: true),
      View(name: "home-past", address: "at=12&view=home"),
    ]
  }

  /// Records what a household would, and returns the receipt that was corrected.
  private func household(_ ledger: Ledger) throws -> String {
    func perform(_ words: String...) throws {
      let outcome = ledger.run(words)
      try #require(outcome.code == .ok, "\(words): \(outcome.errors)")
    }
    try perform("group", "create", "Berlin")
    try perform("account", "open", "Giro", "--opening", "1200")
    try perform("account", "open", "Savings", "--opening", "5000")
    let receipt = try ledger.add("84.50", "--vendor", "REWE", "--account", "Giro")
    for month in 1...6 {
      for (vendor, amount, category) in [("Taxi Berlin", "61.20", "taxi"), ("Café Mauve", "12.80", "food")] {
        try perform(
          "add", "--amount", "\(month)\(amount)", "--vendor", vendor, "--date", "2026-0\(month)-1\(month)",
          "--category", category, "--payment", "card", "--account", "Giro")
      }
    }
    let hotel = try ledger.add("310.00", "--vendor", "Hotel Adler", "--group", "Berlin")
    try perform("file", hotel, "Berlin")
    _ = try ledger.add("98.33", "--currency", "USD", "--group", "Berlin")
    try perform("budget", "set", "food", "300", "--month", "2026-06")
    try perform("budget", "set", "taxi", "80", "--month", "2026-06")
    try perform("goal", "add", "Bicycle", "900")
    try perform("goal", "contribute", "Bicycle", "250")
    try perform("transfer", "200", "Giro", "Savings")
    try perform("correct", receipt, "total", "79.50")
    return receipt
  }

  // MARK: Comparing

  /// The percent of squares in which a screenshot differs from the picture. The browser itself decodes both.
  private func compare(_ screenshot: Data, _ name: String, in browser: Browser) throws -> Double {
    let path = "\(Self.folder)/\(name).webp"
    let scripts = """
      const load = async (data, width) => {
        const image = await createImageBitmap(await (await fetch(data)).blob());
        const canvas = document.createElement("canvas");
        canvas.width = width || Math.round(image.width / 2);
        canvas.height = Math.round(image.height * canvas.width / image.width);
        const context = canvas.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return { canvas, context };
      };
      """
    let drawn = "data:image/png;base64,\(screenshot.base64EncodedString())"
    try browser.openEmpty()
    if ProcessInfo.processInfo.environment["EVENTS_UPDATE_GOLDEN"] == "1" {
      let written = try browser.evaluate(
        "(async () => { \(scripts) return (await load('\(drawn)')).canvas.toDataURL('image/webp', 0.7); })()")
      let text = try #require((written as? String)?.split(separator: ",").last)
      try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
      try #require(Data(base64Encoded: String(text))).write(to: URL(fileURLWithPath: path))
    }
    let golden = try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString()
    let percent = try browser.evaluate(
      """
      (async () => {
        \(scripts)
        const golden = await load("data:image/webp;base64,\(golden)", 63);
        const drawn = await load("\(drawn)", 63);
        if (golden.canvas.height !== drawn.canvas.height) return 100;
        const [one, other] = [golden, drawn].map(({ canvas, context }) =>
          context.getImageData(0, 0, canvas.width, canvas.height).data);
        let differing = 0;
        for (let index = 0; index < one.length; index += 4) {
          const most = Math.max(...[0, 1, 2].map((place) => Math.abs(one[index + place] - other[index + place])));
          if (most > 24) differing++;
        }
        return differing * 400 / one.length;
      })()
      """)
    return try #require(percent as? Double ?? (percent as? Int).map(Double.init))
  }
}
