import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import Synchronization

@testable import events

/// A small ledger, for parsers that look names up. It is for one thread at a time.
final class FuzzLedger: @unchecked Sendable {
  private let ledger: OpenLedger
  private let mutex = Mutex(())

  init() {
    let folder = NSTemporaryDirectory() + "events-fuzz-\(UUID().uuidString)"
    do {
      var settings = Book.Settings(
        folder: folder, actor: .person("anna"), deviceName: "phone",
        clock: { WallClock(milliseconds: 1_781_430_000_000, offsetMinutes: 120) })
      let new = NewLedger(device: "phone", currency: .eur, locale: .default)
      let book = try Book.create(settings, new)
      let berlin = try book.createGroup(name: "Berlin").group
      try book.createGroup(name: "Café \"two = one\"")
      try book.record(
        RecordRequest(
          money: Money(minorUnits: 8_450, currency: .eur), date: CivilDate(dayNumber: 20_618), vendor: "REWE",
          category: "food", payment: .card,
          group: berlin))
      try book.close()
      // The models are in memory, and the log's files stay open, so no file remains.
      settings.isReadOnly = true
      let reader = try Book.open(settings)
      _ = try reader.groups()
      try FileManager.default.removeItem(atPath: folder)
      ledger = OpenLedger(
        book: reader,
        invocation: Invocation(
          environment: Environment([:]), input: TextInput(descriptor: -1, name: "nothing"),
          output: TextOutput(descriptor: -1, name: "nothing"),
          errors: TextOutput(descriptor: -1, name: "nothing"),
          outputTerminal: .plain, errorTerminal: .plain, canAsk: false, clock: settings.clock))
    } catch {
      fatalError("no ledger to look names up in: \(error)")
    }
  }

  func withLock<Result>(_ body: (OpenLedger) throws -> Result) rethrows -> Result {
    try mutex.withLock { _ in try body(ledger) }
  }
}
