package import LedgerAudit
internal import LedgerBook
package import LedgerBytes
package import LedgerSync

/// Writes what came from other devices, in the ledger's terms.
package enum ArrivalText {
  package static func lines(_ arrivals: ArrivalSummary, _ names: DeviceNames) -> [Line] {
    var lines = arrivals.devices.map { Line(words($0, names)) }
    if arrivals.conflicts > 0 {
      lines.append("\(counted(arrivals.conflicts, "conflict")): see them with \(step: .conflicts)")
    }
    for (device, ahead) in arrivals.aheadMilliseconds.sorted(by: { $0.key < $1.key }) {
      lines.append("The clock of \(names.words(device)) was \(EventText.span(ahead)) ahead")
    }
    if arrivals.unknownTypes > 0 {
      lines.append(
        "\(counted(arrivals.unknownTypes, "event")) of types that only a newer version knows; they are kept")
    }
    if !arrivals.skippedInVain.isEmpty { lines.append(Line(words(skippedInVain: arrivals.skippedInVain))) }
    return lines
  }

  /// Returns a sentence about requests to skip events that this program can read.
  package static func words(skippedInVain positions: [Position]) -> String {
    let list = positions.prefix(5).map { grouped($0.rawValue) }.joined(separator: ", ")
    let events = positions.count == 1 ? "event \(list)" : "events \(list)" + (positions.count > 5 ? " …" : "")
    return "Another device asks to skip \(events), which this version can read. The request has no effect."
  }

  /// Returns the numbers of events: `event 5`, `events 5 to 8`.
  package static func range(_ sequences: ClosedRange<UInt64>) -> String {
    let (first, last) = (sequences.lowerBound, sequences.upperBound)
    return first == last ? "event \(first)" : "events \(first) to \(last)"
  }

  private static func words(_ device: ArrivalSummary.Device, _ names: DeviceNames) -> String {
    let meanings = ArrivalSummary.Meaning.allCases.compactMap { meaning -> String? in
      device.meanings[meaning].map { counted($0, meaning.rawValue, meaning == .category ? "categories" : nil) }
    }
    let from = "\(counted(device.events, "event")) from \(names.words(device.device))"
    return meanings.isEmpty ? from : from + ": " + meanings.joined(separator: ", ")
  }
}
