package import LedgerBook
package import LedgerBytes
package import LedgerSync

extension SyncStatus {
  /// The waits without lost events, which a note of the ledger's status names.
  var otherWaits: [SyncWait] { waits.filter { $0.reason != .eventsLost } }

  /// Returns what waits, as a part of a document.
  ///
  /// - Parameters:
  ///   - name: Returns the name of a device.
  ///   - wording: Returns the text of a step.
  package func waitsJSON(_ name: (UniqueID) -> String, _ wording: (Remedy) -> String) -> JSONValue {
    [
      "upToDate": .boolean(isComplete),
      "waits": .array(
        waits.map { wait in
          [
            "advice": .string(wait.step.replacingSteps(wording).text), "count": .count(wait.count),
            "device": .optional(wait.device?.description),
            "first": wait.sequences.map { .integer(Int64(clamping: $0.lowerBound)) } ?? .null,
            "folder": .optional(wait.folder),
            "last": wait.sequences.map { .integer(Int64(clamping: $0.upperBound)) } ?? .null,
            "reason": .string(wait.words(name)), "reasonCode": .string(wait.reason.rawValue),
            "since": wait.sinceMilliseconds.map { .string(isoTime(milliseconds: $0)) } ?? .null,
            "waitsHere": .boolean(wait.waitsHere),
          ]
        }),
    ]
  }
}

extension SyncWait {
  var step: Line { "\(advice): \(remedy: remedy)" }
}
