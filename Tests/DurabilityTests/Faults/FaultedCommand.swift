import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain

/// What is done while an operation on the disk fails: always opening, one command, closing.
enum FaultedCommand: String, CaseIterable, Sendable {
  case create
  case capture
  case save
  case deleteGroup = "delete a group"
  case takeIn = "take in"
  case rebuild
  /// Over the -wal of a process that died.
  case recoverAndRead = "recover and read"
  case recoverAndCapture = "recover and capture"

  func template(_ scratch: Scratch) throws -> Template {
    switch self {
    case .create: .empty
    case .recoverAndRead, .recoverAndCapture: try Template.make(scratch, isCrashed: true)
    case .capture, .save, .deleteGroup, .takeIn, .rebuild: try Template.make(scratch, isCrashed: false)
    }
  }

  /// Runs the command and returns once it is acknowledged. It throws if it is not. Closing is allowed to fail.
  func run(_ template: Template, in folder: String) throws {
    let settings = Scenario.settings(folder, wait: 200)
    let book = try self == .create ? Book.create(settings, Scenario.new) : Book.open(settings)
    defer { try? book.close() }
    switch self {
    case .create:
      break
    case .capture, .recoverAndCapture:
      _ = try book.capture(Scenario.input(7, group: template.groups.last), id: Scenario.command(7))
    case .save:
      try book.perform(.save, on: template.transactions[1])
    case .deleteGroup:
      try book.deleteGroup(template.groups[0], .keep)
    case .takeIn:
      _ = try book.log.takeIn(Array(template.foreign.prefix(4)), receivedAtMilliseconds: 1_781_438_400_500)
    case .rebuild:
      _ = try book.rebuild()
    case .recoverAndRead:
      _ = try book.groups()
    }
  }
}
