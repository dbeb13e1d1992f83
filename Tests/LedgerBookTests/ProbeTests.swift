import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// The small history whose rows are part of the fingerprint.
@Suite("The probe of the fingerprint")
struct ProbeTests {
  @Test(
    "Every type of event occurs in it: a new one needs a line in Probe+History", arguments: EventType.allCases)
  func everyType(type: EventType) { #expect(Probe.history.contains { $0.type == type }) }

  @Test("Every line can be read, and belongs to its stream")
  func readable() {
    let rows = Probe.rows(of: Probe.history).rows
    #expect(rows[.problems].isEmpty)
    #expect(rows[.transactions].count == 9 && rows[.groups].count == 3 && rows[.participants].count == 2)
    #expect(rows[.provenance].count == 9 && rows[.categories].count == 1 && rows[.settings].count == 1)
  }

  @Test("Where a fold makes something else of an event, the digest is another")
  func digests() {
    let digest = Probe.digest
    #expect(digest.utf8.count == 16)
    // Lines of which no row says anything.
    let silent: Set<EventType> = [
      .eventRedacted, .eventSkipped, .extractionFailed, .extractionCancelled, .textRecognized,
      .attachmentAdded,
    ]
    var shown = 0
    for index in Probe.history.indices {
      var history = Probe.history
      let line = history.remove(at: index)
      if Probe.digest(of: history) != digest {
        shown += 1
      } else {
        #expect(silent.contains(line.type) || index > 0)
      }
    }
    #expect(shown > Probe.history.count / 2)
  }
}
