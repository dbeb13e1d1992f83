internal import EventLog
internal import LedgerAudit
internal import LedgerBook
package import LedgerBytes
package import LedgerSync

/// Writes the results of syncs, for people and for programs.
package struct SyncText {
  let book: Book
  let names: DeviceNames

  // MARK: A sync

  func lines(_ report: SyncReport) throws -> [Line] {
    var lines: [Line] = []
    if let arrivals = try book.arrivals(of: report) { lines += ArrivalText.lines(arrivals, names) }
    if report.pagesReceived > 0 { lines.append("\(counted(report.pagesReceived, "scan")) came") }
    if report.healed > 0 { lines.append("\(counted(report.healed, "event")) whole again") }
    if report.erased > 0 {
      lines.append("The content of \(counted(report.erased, "event")) was erased, as another device had asked")
    }
    if report.sent > 0 { lines.append("\(counted(report.sent, "event")) sent") }
    if report.pagesSent > 0 { lines.append("\(counted(report.pagesSent, "scan")) sent") }
    lines += report.remains.map(\.words)
    lines += holders(report.holders)
    lines += report.readable.map(self.lines) ?? []
    lines += try problems(report)
    let status = book.syncStatus()
    if status.isComplete { return lines + ["Up to date"] }
    if !report.lost.isEmpty { lines += self.lines(status.waits.filter { $0.reason == .eventsLost }) }
    return lines.isEmpty ? self.lines(status.waits) : lines
  }

  /// Returns the devices whose files have content that was erased here.
  package func holders(_ holders: [UniqueID: Int]) -> [Line] {
    holders.sorted { $0.key < $1.key }.map { device, count in
      "Erased content was still in \(counted(count, "file")) of \(names.words(device)) at the last sync. The next sync "
        + "there replaces \(count == 1 ? "it" : "them")"
    }
  }

  private func lines(_ copy: SyncReport.ReadableCopy) -> [Line] {
    if let problem = copy.problem { return ["Readable copy: not written: \(problem)"] }
    var changes: [String] = []
    if copy.tablesWritten > 0 { changes.append("\(counted(copy.tablesWritten, "table")) written") }
    if copy.scansWritten > 0 { changes.append("\(counted(copy.scansWritten, "scan")) written") }
    if copy.scansRemoved > 0 { changes.append("\(counted(copy.scansRemoved, "scan")) removed") }
    if copy.scansMissing > 0 { changes.append("\(counted(copy.scansMissing, "scan")) missing") }
    let state = changes.isEmpty ? "nothing has changed" : changes.joined(separator: ", ")
    return ["Readable copy: \(state)"]
      + copy.left.map { "  No scan that an event names, so it stays: Receipts/\($0)" }
  }

  /// Returns the scans that have not come, by the devices that have them.
  private func awaitedScans() throws -> [Line] {
    let devices = try book.awaitedScans().sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return devices.map { "Waiting for \(counted($1, "scan")) from \(names.words($0))" }
  }

  private func problems(_ report: SyncReport) throws -> [Line] {
    var lines: [Line] = []
    for waiting in report.waiting {
      let held = "\(counted(waiting.held, "event")) from \(names.words(waiting.missing.device))"
      let areMissing = waiting.missing.sequences.count == 1 ? "is missing" : "are missing"
      lines.append(
        "\(held) \(waiting.held == 1 ? "waits" : "wait"): \(range(waiting.missing)) \(areMissing) before "
          + "\(waiting.held == 1 ? "it" : "them")")
    }
    if !report.missingPages.isEmpty { lines += try awaitedScans() }
    if report.placeholders > 0 {
      lines.append("Waiting for your drive to download \(counted(report.placeholders, "file"))")
    }
    for file in report.quarantined where !file.isBranch {
      lines.append("Not imported: \(file.file): \(file.reason)")
    }
    let branches = report.quarantined.filter(\.isBranch).count
    if branches > 0, report.forks.isEmpty, !book.syncStatus().branches.isEmpty {
      lines.append("\(counted(branches, "file")) of a branch, which is kept aside: see \(step: .branches)")
    }
    for name in report.differingCopies {
      lines.append("A copy with other content, which is not read: \(name)")
    }
    for name in report.strangers { lines.append("Does not belong here: \(name)") }
    for fork in report.forks {
      lines.append(
        "\(names.words(fork.device)) has recorded two different events \(fork.sequence). Both branches are kept; "
          + "\(step: .topic("sync-trouble")) tells what to do")
    }
    for range in report.unwitnessed {
      lines.append(
        "\(names.words(range.device)) \(self.range(range)) came in a file of another device, and no other device has "
          + "seen \(range.sequences.count == 1 ? "it" : "them"). Sync there, and look at what was recorded")
    }
    if report.isRestored {
      lines.append(
        "This folder was restored from an older copy, or its shared folder has events in this device's name. With its "
          + "next change it goes on as a new device")
    }
    if !report.missingInFolder.isEmpty {
      lines.append("Needs repair: the folder lacks events that are here:")
      for missing in report.missingInFolder {
        lines.append("  \(names.words(missing.device)) \(range(missing))")
      }
      lines.append("  Write them again: \(step: .repairFolder)")
    }
    return lines
  }

  private func range(_ range: SyncReport.DeviceRange) -> String { ArrivalText.range(range.sequences) }

  func json(_ report: SyncReport) throws -> JSONValue {
    let arrivals = try book.arrivals(of: report)
    var received: [String: JSONValue] = [:]
    for (device, count) in report.received { received[device.description] = .count(count) }
    return [
      "conflicts": .count(arrivals?.conflicts ?? 0), "devices": .object(received),
      "differingCopies": .strings(report.differingCopies),
      "erased": .count(report.erased), "forks": .array(report.forks.map(\.json)),
      "holders": .object(
        Dictionary(report.holders.map { ($0.description, JSONValue.count($1)) }) { first, _ in first }),
      "remains": .strings(report.remains.map(\.code)),
      "ledger": .string(report.dataset.ledger.description),
      "lost": .array(report.lost.map(\.json)),
      "missingInFolder": .array(report.missingInFolder.map(json)),
      "missingScans": .strings(report.missingPages.map(\.description)),
      "quarantined": .array(
        report.quarantined.map {
          [
            "branch": .boolean($0.isBranch), "file": .string($0.file), "reason": .string($0.reason),
            "reasonCode": .optional($0.reasonCode),
          ]
        }),
      "readable": report.readable.map { copy in
        [
          "left": .strings(copy.left), "problem": .optional(copy.problem),
          "scansMissing": .count(copy.scansMissing),
          "scansRemoved": .count(copy.scansRemoved), "scansWritten": .count(copy.scansWritten),
          "tablesWritten": .count(copy.tablesWritten),
        ]
      } ?? .null,
      "received": .count(report.receivedCount), "restored": .boolean(report.isRestored),
      "sent": .count(report.sent), "skippedInVain": .count(arrivals?.skippedInVain.count ?? 0),
      "strangers": .strings(report.strangers), "unwitnessed": .array(report.unwitnessed.map(json)),
      "unknownTypes": .count(arrivals?.unknownTypes ?? 0),
      "waiting": .array(report.waiting.map { ["held": .count($0.held), "missing": json($0.missing)] }),
      "waitingForDrive": .count(report.placeholders),
    ]
  }

  private func json(_ range: SyncReport.DeviceRange) -> JSONValue {
    [
      "device": .string(range.device.description),
      "first": .integer(Int64(clamping: range.sequences.lowerBound)),
      "last": .integer(Int64(clamping: range.sequences.upperBound)),
    ]
  }

  // MARK: The state

  func lines(_ status: SyncStatus) throws -> [Line] {
    var lines: [Line] = []
    let last = status.lastFolder
    for folder in status.folders {
      let isLast = folder.folder == last?.folder
      let waits = isLast ? status.waits : folder.waits
      lines.append(
        "\(folder.folder): \(waits.isEmpty ? "Up to date, " : "")\(synced(folder))"
          + (isLast ? "" : " (not the folder of the last sync)"))
      lines += self.lines(waits).map { "  \($0)" }
      for file in folder.quarantined where !file.isBranch {
        lines.append("  Not imported: \(file.file): \(file.reason)")
      }
      lines += holders(folder.holders).map { "  \($0)" }
    }
    if status.folders.isEmpty { lines += self.lines(status.waits) }
    if status.missingPages > 0 { lines += try awaitedScans() }
    for device in status.devices {
      let name = names.words(device.device)
      let mark = device.isOwn ? " (this device)" : ""
      lines.append(
        "\(name)\(mark): last seen \(localTime(milliseconds: device.lastRecordedMilliseconds)) at event "
          + "\(device.size)"
          + (device.awaited > device.size ? "; events up to \(device.awaited) are known of" : ""))
    }
    return lines
  }

  /// Returns the state in a few words: `up to date, synced 2 min ago`.
  package func summary(_ status: SyncStatus) -> String {
    guard let folder = status.lastFolder else { return "never synced" }
    return (status.isComplete ? "up to date, " : "not complete, see below, ") + synced(folder)
  }

  /// Returns what waits in sentences, with what to do.
  package func lines(_ waits: [SyncWait]) -> [Line] {
    guard !waits.isEmpty else { return [] }
    var lines: [Line] = waits.contains(where: \.waitsHere) ? ["Your data is safe on this device."] : []
    for wait in waits {
      let words = wait.words { names.words($0) }
      let since = wait.sinceMilliseconds.map { ", since \(localTime(milliseconds: $0))" } ?? ""
      lines.append("\(words.capitalizedFirst)\(since). \(wait.step)")
    }
    return lines
  }

  private func synced(_ folder: SyncStatus.Folder) -> String {
    folder.syncedAtMilliseconds.map { "synced \(Self.ago(book.settings.clock().milliseconds - $0))" }
      ?? "never synced"
  }

  func json(_ status: SyncStatus, _ wording: (Remedy) -> String) -> JSONValue {
    status.waitsJSON({ names.words($0) }, wording).adding([
      "devices": .array(
        status.devices.map { device in
          [
            "awaited": .integer(Int64(clamping: device.awaited)), "device": .string(device.device.description),
            "lastRecorded": .string(isoTime(milliseconds: device.lastRecordedMilliseconds)),
            "name": .optional(names[device.device]), "own": .boolean(device.isOwn),
            "size": .integer(Int64(clamping: device.size)),
          ]
        }),
      "folders": .array(
        status.folders.map { folder in
          [
            "folder": .string(folder.folder),
            "quarantined": .array(
              folder.quarantined.map {
                [
                  "file": .string($0.file), "reason": .string($0.reason),
                  "reasonCode": .optional($0.reasonCode),
                ]
              }),
            "synced": folder.syncedAtMilliseconds.map { .string(isoTime(milliseconds: $0)) } ?? .null,
          ]
        }),
      "missingScans": .count(status.missingPages),
    ])
  }

  /// Returns a span of time as `2 min ago`.
  private static func ago(_ milliseconds: Int64) -> String {
    let minutes = max(0, milliseconds) / 60_000
    if minutes < 1 { return "just now" }
    if minutes < 120 { return "\(minutes) min ago" }
    return minutes < 48 * 60 ? "\(minutes / 60) hours ago" : "\(minutes / 1_440) days ago"
  }
}
