import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import events

/// `rebuild --model history` as people run it: as a process, twice, interrupted, where nothing may be written.
@Suite("rebuild --model history, on the built tool", .serialized)
struct HistoryProcessTests {
  /// So many transactions, every third of them with a change.
  private static func filled(_ transactions: Int) throws -> Ledger {
    let ledger = try Ledger()
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let codec = EventCodec.current
    func draft(_ event: TransactionEvent, _ id: UniqueID) -> EventDraft {
      EventDraft(
        stream: StreamID(kind: "transaction", id: id), type: LedgerEvent.transaction(event).type.rawValue,
        schema: codec.schema(of: LedgerEvent.transaction(event).type),
        payload: codec.encode(.transaction(event)),
        actor: "user/test")
    }
    var drafts: [EventDraft] = []
    for number in 0..<transactions {
      let id = UniqueID.random()
      let recorded = TransactionEvent.Recorded(
        origin: .imported, on: .first, kind: .expense, money: Money(minorUnits: Int64(number), currency: .eur),
        date: CivilDate(dayNumber: Int32(20_000 + number % 90)), vendor: "Shop \(number % 50)",
        category: "food", payment: .cash)
      drafts.append(draft(.transactionRecorded(recorded), id))
      if number % 3 == 0 { drafts.append(draft(.transactionCleared, id)) }
    }
    _ = try log.write { writer in
      try writer.append(
        drafts, correlation: UniqueID.random(),
        clock: WallClock(milliseconds: 1_781_438_300_000, offsetMinutes: 0), salts: LedgerLog.randomSalt)
    }
    try log.close()
    return ledger
  }

  private static func histories(_ ledger: Ledger) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
      .filter { $0.hasPrefix("history-") && ($0.hasSuffix(".sqlite") || $0.hasSuffix(".building")) }.sorted()
  }

  private static func shell(_ ledger: Ledger, _ script: String) throws -> BuiltTool.Outcome {
    try BuiltTool.shell(script, environment: ["EVENTS_LEDGER": ledger.path])
  }

  @Test("A second run builds it again: one is in use, with the same screens and texts")
  func twice() throws {
    let ledger = try Self.filled(30)
    let outcome = try Self.shell(
      ledger,
      """
      $events receipts --at 20 --all --json > "$EVENTS_LEDGER/../folded"
      $events rebuild --model history || echo "first $?"
      $events receipts --at 20 --all --json --verbose 2>&1 > "$EVENTS_LEDGER/../built"
      cmp "$EVENTS_LEDGER/../folded" "$EVENTS_LEDGER/../built" && echo same
      $events rebuild --model history --jobs 2 || echo "second $?"
      $events receipts --at 20 --all --json | cmp - "$EVENTS_LEDGER/../folded" && echo same
      $events rebuild --model history --json
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(lines.count == 6, "\(lines)")
    #expect(lines.first?.hasPrefix("Built the history of 46 events: ") == true, "\(lines)")
    #expect(lines[1] == "As of event 20, looked up in the history" && lines[2] == "same", "\(lines)")
    #expect(lines[3] == lines[0] && lines[4] == "same", "\(lines)")
    #expect(lines[5].hasSuffix(#""events":46,"model":"history"}"#), "\(lines)")
    // The one in service. Those before it went when nobody had them open.
    let left = try Self.histories(ledger)
    #expect(left.map { $0.suffix(9) } == ["-3.sqlite"], "\(left)")
  }

  @Test("Interrupted while it builds, it ends with 130; screens fold as before, and the next run builds it")
  func interrupted() throws {
    let ledger = try Self.filled(3_000)
    let outcome = try Self.shell(
      ledger,
      """
      set -m; cd "$EVENTS_LEDGER"; $events groups --at 3000 > ../before
      for attempt in {1..20}; do
        $events rebuild --model history --jobs 1 > ../out & build=$!
        # As soon as it is at it; one that was faster is taken away again.
        while kill -0 $build 2>/dev/null && ! ls models/history-*.building >/dev/null 2>&1; do :; done
        kill -INT $build 2>/dev/null; wait $build; code=$?
        [[ $code == 0 ]] || break
        rm models/history-*
      done
      echo "$code"; cat ../out
      $events groups --at 3000 --verbose 2>&1 > ../after; cmp ../before ../after && echo same
      $events status --json | grep -o '"history":{[^}]*}'
      $events rebuild --model history
      $events groups --at 3000 --verbose 2>&1 > ../after; cmp ../before ../after && echo same
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "130", "\(lines) \(outcome.errors)")
    #expect(lines.count == 8, "\(lines) \(outcome.errors)")
    #expect(lines.dropFirst().first?.hasPrefix("Folded from the log: there is no history") == true, "\(lines)")
    #expect(lines.count { $0 == "same" } == 2, "\(lines)")
    #expect(lines.contains { $0.contains(#""state":"absent""#) }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Built the history of 4,006 events") }, "\(lines)")
    let left = try Self.histories(ledger)
    #expect(left.allSatisfy { $0.hasSuffix(".sqlite") } && left.count == 1, "\(left)")
  }

  @Test("An unknown model is refused with 64 and the list of models, and nothing is built")
  func unknown() throws {
    let ledger = try Self.filled(3)
    let outcome = try Self.shell(ledger, "$events rebuild --model histories")
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("events: ") && outcome.errors.contains("histories"), "\(outcome.errors)")
    for name in ["models", "search", "history"] { #expect(outcome.errors.contains(name), "\(outcome.errors)") }
    #expect(try Self.histories(ledger).isEmpty)
    let none = try Self.shell(ledger, "$events rebuild --model")
    #expect(none.code == 64 && none.errors.contains("--model"), "\(none.errors)")
  }

  @Test(
    "Where the folder cannot be written it is refused with 73, in words; one that is there is not looked at",
    .enabled(
      if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      "needs setpriv(1) as root"))
  func readOnlyFolder() throws {
    let ledger = try Self.filled(5)
    let outcome = try Self.shell(
      ledger,
      """
      $events groups --at 10 > "$EVENTS_LEDGER/../before"; $events rebuild --model history > /dev/null
      ls "$EVENTS_LEDGER/models" > "$EVENTS_LEDGER/../listed"
      chmod -R a+rX,a-w "$EVENTS_LEDGER"; chmod a+rX "$EVENTS_LEDGER/.."
      run() { if [[ $(id -u) == 0 ]]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$events" "$@"; else "$events" "$@"; fi; }
      run rebuild --model history; echo "$?"
      run groups --at 10 | cmp - "$EVENTS_LEDGER/../before" && echo same
      ls "$EVENTS_LEDGER/models" | cmp - "$EVENTS_LEDGER/../listed" && echo untouched
      chmod -R u+w "$EVENTS_LEDGER"
      """)
    #expect(outcome.output == "73\nsame\nuntouched\n", "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix(
        "events: no history can be kept, because nothing may be written in this ledger's folder"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("--at works without it"), "\(outcome.errors)")
  }
}
