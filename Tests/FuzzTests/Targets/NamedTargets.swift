import EventLog
import LedgerAnswers
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerSync
import PaperReading

@testable import events

/// Names of things of the ledger that people type, and files of text that programs hand on.
extension FuzzTarget {
  private static let ledger = FuzzLedger()

  /// The name of a figure, as `why` takes it, and the words of a condition of `bisect`; the name of an event.
  static let figure = FuzzTarget(name: "figure") { input in
    let text = String(decoding: input, as: UTF8.self)
    if let words = FigureWords.split(text) {
      let written = words.map { FigureWords.quoted($0) }.joined(separator: " ")
      guard FigureWords.split(written) == words else {
        fuzzFinding("\(words) are others when they are written and read: \(written.debugDescription)")
      }
    }
    if let week = PeriodWords.week(text), let span = week.span(.iso), span.lowerBound > span.upperBound {
      fuzzFinding("\(text) ends before it begins")
    }
    ledger.withLock { ledger in
      check {
        let words = (FigureWords.split(text) ?? []).prefix { !FigureWords.comparisons.contains($0) }
        let reader = FigureReader(ledger.book, ledger.settings)
        _ = try reader.figure(Array(words))
        _ = try reader.record(Array(words))
      }
      check { _ = try ledger.event(text) }
    }
  }

  /// Whatever is wrong has words that a person can read, and a code of its own.
  private static func check(_ body: () throws -> Void) {
    do { try body() } catch {
      let failure = explanation(of: error)
      guard [.usage, .dataError, .noInput].contains(failure.code) else {
        fuzzFinding("a wrong name is called \(failure.code): \(error)")
      }
      for line in failure.lines where line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
        fuzzFinding("a control character is printed: \(line.debugDescription)")
      }
    }
  }

  /// A line of `import` and of `replay --patch`: printing it as `tail --json` does results in the same event.
  static let event = FuzzTarget(name: "event") { input in
    do throws(EventLine.Fault) {
      let event = try PrintedEvent.event(input)
      let line = ledger.withLock {
        event.stored(at: 1).json(in: $0.book.log.ledgerID, after: event.previousLeaf).encoded()
      }
      guard let again = try? PrintedEvent.event(line), again == event else {
        fuzzFinding("an event is another when it is written and read: \(String(decoding: line, as: UTF8.self))")
      }
      _ = event.computedLeaf
    } catch {
      if error.reason.isEmpty { fuzzFinding("a bad line has no reason") }
    }
  }

  /// The words that an engine read off an image, as a table and as JSON lines.
  static let paper = FuzzTarget(name: "paper") { input in
    for page in [PrintedPage(tesseract: input), try? PrintedPage(lines: input)].compactMap(\.self) {
      _ = page.text
      let confidence = page.confidence
      if let confidence, !(0...100).contains(confidence) { fuzzFinding("a confidence of \(confidence)") }
    }
  }

  /// The state of a manual search.
  static let notes = FuzzTarget(name: "notes") { input in
    guard let (notes, end) = try? BisectNotes.read(input) else { return }
    guard let again = try? BisectNotes.read(notes.bytes(end)), again.notes == notes, again.end == end else {
      fuzzFinding("notes are others when they are written and read")
    }
    guard let bisection = notes.bisection else { return }
    if let next = bisection.next, next <= bisection.good || next >= bisection.bad {
      fuzzFinding("the next to look at is \(next)")
    }
    _ = bisection.stepsLeft
  }
}
