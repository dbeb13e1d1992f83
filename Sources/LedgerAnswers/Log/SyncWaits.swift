package import LedgerBytes
package import LedgerSync

extension SyncStatus {
  /// Returns what waits, as a part of a document.
  ///
  /// - Parameter name: Returns the name of a device.
  package func waitsJSON(_ name: (UniqueID) -> String) -> JSONValue {
    [
      "upToDate": .boolean(isComplete),
      "waits": .array(
        waits.map { wait in
          [
            "advice": .string(wait.advice), "count": .count(wait.count),
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
