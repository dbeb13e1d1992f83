public import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections
internal import LedgerSQLite

/// Whether what a ledger holds is what was written.
///
///     let report = try book.verify()
///     let problems = report.log.findings.map(\.description)
///     let damagedPages = report.attachments.map(\.words)
public struct IntegrityReport: Hashable, Sendable {
  /// The findings about the log.
  public let log: VerificationReport
  /// Pages that events name and that are missing or changed.
  public let attachments: [IntegrityReport.AttachmentFinding]
  /// Pages looked at.
  public let attachmentsChecked: Int

  /// Whether nothing is damaged.
  public var isSound: Bool { log.isSound && attachments.isEmpty }

  /// A page that events name and that is not as it was.
  public struct AttachmentFinding: Hashable, Sendable {
    /// Its name: 64 digits.
    public let sha256: String
    /// The problem, for a person.
    public let words: String
    /// The transaction that it belongs to.
    public let transaction: TransactionID
  }
}

extension Book {
  /// Reads everything and compares it with its hashes.
  ///
  /// That is the log's bytes, leaves, trees and head, and every page that an event names.
  ///
  /// - Parameter progress: Called with the number of events done and of all events. An error that it throws ends it.
  /// - Complexity: O(bytes of the log and of the attachments).
  public func verify(progress: ((Int64, Int64) throws -> Void)? = nil) throws -> IntegrityReport {
    let report = try log.verify { done, all in try progress?(done, all) }
    let (findings, checked) = try pageFindings(stopsAtDamage: !report.isSound)
    return IntegrityReport(log: report, attachments: findings, attachmentsChecked: checked)
  }

  /// Returns the pages that events name and that are missing or changed.
  ///
  /// - Complexity: O(bytes of the attachments).
  package func verifyPages() throws -> [IntegrityReport.AttachmentFinding] { try pageFindings().findings }

  /// Looks at the pages that events name. Of a damaged log, it looks at those of the events before the damage.
  private func pageFindings(stopsAtDamage: Bool = false) throws -> (
    findings: [IntegrityReport.AttachmentFinding], checked: Int
  ) {
    var found: [(finding: IntegrityReport.AttachmentFinding, event: EventReference)] = []
    var checked = 0
    // Every page that an event ever named: one that was taken away from its transaction is kept all the same.
    var seen: Set<SHA256Digest> = []
    do {
      try log.forEachNamingEvent { event in
        for attachment in event.envelope.namedAttachments where seen.insert(attachment.digest).inserted {
          checked += 1
          try Interruption.check()
          guard let words = self.attachments.problem(with: attachment) else { continue }
          let finding = IntegrityReport.AttachmentFinding(
            sha256: attachment.digest.description, words: words, transaction: TransactionID(event.stream.id))
          found.append((finding, event.reference))
        }
      }
      // A page whose event was redacted meanwhile is not damaged.
      found = try found.filter { try !log.isRedacted($0.event) }
    } catch let error as SQLiteError where stopsAtDamage && error.kind == .corrupt {
      // The report of the log names the damage.
    }
    return (found.map(\.finding), checked)
  }

  /// Whether a damaged file of read models is built again by itself. Otherwise, reading it throws an error.
  package var mendsModels: Bool {
    get { models.mendsDamage }
    set { models.mendsDamage = newValue }
  }

  /// Returns the file of the read models as it is, even if it is damaged, or `nil` if they are in memory.
  package func modelsFile() throws -> String? { try models.fileAsItIs() }
}

extension AttachmentStore {
  /// Returns the problem with a page, or `nil` if it is sound.
  func problem(with attachment: ReceiptPage) -> String? {
    do throws(FileError) {
      let bytes = try read(attachment.digest)
      if Int64(bytes.count) != attachment.byteCount {
        return "it has \(bytes.count) bytes where \(attachment.byteCount) were stored"
      }
      return SHA256.hash(bytes) == attachment.digest ? nil : "its bytes have changed"
    } catch {
      return error.isMissing ? "it is not there" : "it cannot be read"
    }
  }
}
