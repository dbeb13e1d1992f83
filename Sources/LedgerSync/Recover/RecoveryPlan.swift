public import EventLog
public import LedgerBytes
public import LedgerDomain

/// The events and pages of a damaged ledger that can be recovered, and those that are lost.
public struct RecoveryPlan: Hashable, Sendable {
  /// The ledger's folder.
  public let folder: String
  /// The folders in which something was found. The ledger's own folder comes first.
  public internal(set) var sources: [RecoveredPart] = []
  /// The events that nobody has.
  public let lost: [EventRange]
  /// The events that can be read, and that a ledger cannot count before it has the lost ones before them.
  ///
  /// They stay in the damaged folder, where a later recovery finds them.
  public let waiting: [EventRange]
  /// The number of lost events of devices that are not known.
  public let lostOfUnknownDevices: Int64
  /// The pages that nobody has, with their transactions.
  public internal(set) var lostPages: [LostPage] = []
  /// Whether nobody has the ledger's beginning, so that it begins again with EUR and the usual settings.
  public internal(set) var beginsAgain = true
  /// The device as which the ledger goes on, or `nil` if it becomes a new device.
  public let device: UniqueID?
  /// The number of events that the recovered ledger has.
  public let events: Int

  /// Whether no event is lost, no event has to wait, and the ledger's beginning is there.
  public var isComplete: Bool { lost.isEmpty && waiting.isEmpty && lostOfUnknownDevices == 0 && !beginsAgain }

  init(folder: String, _ plan: SalvagePlan) {
    self.folder = folder
    (lost, waiting, lostOfUnknownDevices) = (plan.lost, plan.waiting, plan.unassigned)
    (device, events) = (plan.device, plan.steps.count)
  }
}

/// The part of a ledger that was found in one folder.
public struct RecoveredPart: Hashable, Sendable {
  /// The folder.
  public let folder: String
  /// The events that are taken from there.
  public let events: [EventRange]
  /// The number of pages that are taken from there.
  public let pages: Int

  /// The number of events.
  public var eventCount: Int { events.reduce(0) { $0 + $1.count } }
}

/// A page that nobody has.
public struct LostPage: Hashable, Sendable {
  /// Its name: 64 digits.
  public let sha256: String
  /// The transaction that it belongs to.
  public let transaction: TransactionID
}
