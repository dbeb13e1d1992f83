import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// The speed of a page in a browser, printed. `EVENTS_PAGE` names the page, which `events explore -o` has written.
@Suite(
  "The speed of a page",
  .enabled(
    if: Browser.program != nil && ProcessInfo.processInfo.environment["EVENTS_PAGE"] != nil,
    "EVENTS_PAGE is not set"))
struct ExploreMeasurement {
  @Test("The first view, and a step of the slider in every view")
  func speed() throws {
    let page = try #require(ProcessInfo.processInfo.environment["EVENTS_PAGE"])
    let browser = try Browser()
    var times: [Double] = []
    for _ in 0..<5 {
      try browser.open(page, "view=home")
      times.append(try milliseconds(browser, "performance.now()"))
    }
    tell("first view", times)
    let memory = try milliseconds(browser, "performance.memory.usedJSHeapSize / 1048576")
    print("memory of the script: \(Int(memory)) MiB")
    let last = Int(try milliseconds(browser, "Number(document.getElementById('slider').max)"))
    var random = SeededGenerator(seed: 1)
    for view in [
      "home", "transactions", "accounts", "analysis", "budget", "goals", "reports", "changes", "log",
    ] {
      try browser.go("view=\(view)")
      var times: [Double] = []
      for _ in 0..<40 {
        let position = random.number(last / 10...last)
        try browser.evaluate(
          "(() => { const slider = document.getElementById('slider'); slider.value = \(position); })()")
        times.append(
          try milliseconds(
            browser,
            """
            new Promise((done) => { const begun = performance.now();
              document.getElementById('slider').dispatchEvent(new Event('input', { bubbles: true }));
              requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun))); })
            """))
      }
      tell("a jump of the slider in \(view)", times)
      times = []
      for _ in 0..<40 {
        times.append(
          try milliseconds(
            browser,
            """
            new Promise((done) => { const begun = performance.now();
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
              requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun))); })
            """))
      }
      tell("a step back in \(view)", times)
    }
  }

  private func milliseconds(_ browser: Browser, _ expression: String) throws -> Double {
    try #require(try browser.evaluate(expression) as? NSNumber).doubleValue
  }

  private func tell(_ what: String, _ times: [Double]) {
    let sorted = times.sorted()
    let (median, last) = (Int(sorted[sorted.count / 2]), Int(sorted[sorted.count - 1]))
    print("\(what): \(median) ms at the median, \(last) at most")
  }
}
