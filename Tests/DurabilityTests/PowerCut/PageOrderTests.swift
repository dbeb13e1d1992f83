import Foundation
import LedgerBytes
import Testing

/// A page is complete and found under its name before the event that names it can exist.
///
/// The order is a temporary name, the sync of its bytes, the rename, the sync of both folders, and only then the log.
@Suite(
  "The order in which a page reaches the disk",
  .enabled(
    if: WatchedFolder.seesAllFiles,
    "files that SQLite knows nothing of are seen on Linux alone, and not under a sanitizer"))
struct PageOrderTests {
  /// A ledger in which a page comes to a capture, and nothing after that makes good what was left out.
  private static let steps: [Scenario.Step] = [
    .create, .group("Berlin"), .capture(0), .addPage(0, isNew: true),
  ]
  private static let digest = SHA256.hash(Scenario.laterPage(0)).description
  private static let subfolder = "attachments/" + digest.prefix(2)
  private static let path = subfolder + "/" + digest

  private func record(_ scratch: Scratch) throws -> CutHistory {
    try CutHistory.record(Self.steps, in: scratch)
  }

  @Test(
    "IE-17: a page that is added is written aside, synced, renamed, and both folders synced, before its event")
  func order() throws {
    let scratch = try Scratch("page order")
    defer { scratch.remove() }
    let operations = try record(scratch).operations
    let place = try Places(operations)
    #expect(place.temporary.hasPrefix(Self.subfolder + "/.") && place.temporary.hasSuffix(".tmp"))
    let order = [
      place.makeFolder, place.syncParent, place.link, place.write, place.sync, place.rename, place.syncFolder,
      place.event, place.commit,
    ]
    #expect(order == order.sorted(), "\(order)")
    // The process that made the subfolder may have died before its name was on the disk.
    let again = operations[place.rename..<place.event].contains { $0.isSync(of: "attachments") }
    #expect(again, "the upper folder is not synced before the event")
  }

  @Test(
    "IE-17: a page that is there already is synced again, with both folders, before the event that names it")
  func already() throws {
    let scratch = try Scratch("page again")
    defer { scratch.remove() }
    let steps: [Scenario.Step] = [
      .create, .group("Berlin"), .capture(0), .capture(2), .addPage(2, isNew: false),
    ]
    let operations = try CutHistory.record(steps, in: scratch).operations
    let begin = try #require(operations.lastIndex { $0.isMark(3) })
    let step = operations[begin...]
    let event = try #require(step.firstIndex { $0.isWrite })
    let before = step[..<event]
    #expect(before.contains { if case .sync = $0 { true } else { false } })
    let folders = before.compactMap { if case .syncFolder(let path) = $0 { path } else { nil } }
    #expect(folders.count == 2 && folders[0].hasPrefix("attachments/") && folders[1] == "attachments")
  }

  @Test(
    "The harness notices each part that is left out, and an event that is there before its page",
    arguments: Wrong.allCases)
  func mutants(_ wrong: Wrong) async throws {
    let scratch = try Scratch("page mutant")
    defer { scratch.remove() }
    var history = try record(scratch)
    let place = try Places(history.operations)
    history.operations = wrong.applied(to: history.operations, place)
    // Each place from there on, each way that the power can go, is tried.
    let first = place.makeFolder
    let cuts = (history.operations.count - first) * CutPolicy.allCases.count
    let losses = try await PowerCutTests.losses(of: history, cuts: cuts, from: first, scratch)
    if wrong != .nothing { Tally.report(mutant: "a page, \(wrong)", tried: cuts, lost: losses.count) }
    let pages = losses.filter { $0.words.hasPrefix("a page that event") }
    #expect(wrong == .nothing ? losses.isEmpty : !pages.isEmpty, "\(losses.prefix(3))")
  }

  /// What is done wrong, in the record of what was done.
  enum Wrong: CaseIterable, Sendable {
    case nothing, bytesNotSynced, folderNotSynced, upperFolderNotSynced, syncedAfterTheEvent,
      namedByTheEventFirst

    func applied(to operations: [DiskOperation], _ place: Places) -> [DiskOperation] {
      func without(_ isLeftOut: (Int) -> Bool) -> [DiskOperation] {
        operations.enumerated().filter { !isLeftOut($0.offset) }.map(\.element)
      }
      /// The operations of `moved` after the commit of the event.
      func after(_ moved: (Int) -> Bool) -> [DiskOperation] {
        let late = operations.indices.filter { $0 < place.event && moved($0) }.map { operations[$0] }
        let rest = operations.enumerated().filter { $0.offset >= place.event || !moved($0.offset) }
        return rest.flatMap { $0.offset == place.commit ? [$0.element] + late : [$0.element] }
      }
      switch self {
      case .nothing: return operations
      case .bytesNotSynced: return without { $0 == place.sync }
      case .folderNotSynced:
        return without { $0 >= place.rename && operations[$0].isSync(of: PageOrderTests.subfolder) }
      case .upperFolderNotSynced:
        return without { $0 >= place.makeFolder && operations[$0].isSync(of: "attachments") }
      case .syncedAfterTheEvent: return after { $0 == place.sync }
      case .namedByTheEventFirst: return after { $0 >= place.makeFolder }
      }
    }
  }

  /// The place of each part in the record.
  struct Places {
    let temporary: String
    let makeFolder: Int
    let syncParent: Int
    let link: Int
    let write: Int
    let sync: Int
    let rename: Int
    let syncFolder: Int
    /// The first write into the log for the event, and the sync that ends its commit.
    let event: Int
    let commit: Int

    init(_ operations: [DiskOperation]) throws {
      func index(from: Int = 0, _ holds: (DiskOperation) -> Bool) throws -> Int {
        let found = operations[from...].firstIndex(where: holds)
        return try #require(found)
      }
      makeFolder = try index { if case .makeFolder(PageOrderTests.subfolder) = $0 { true } else { false } }
      syncParent = try index(from: makeFolder) { $0.isSync(of: "attachments") }
      let renamed = try index { if case .rename(_, PageOrderTests.path) = $0 { true } else { false } }
      rename = renamed
      guard case .rename(let temporary, _) = operations[renamed] else { throw CocoaError(.featureUnsupported) }
      self.temporary = temporary
      link = try index { if case .link(temporary, _) = $0 { true } else { false } }
      guard case .link(_, let page) = operations[link] else { throw CocoaError(.featureUnsupported) }
      write = try index { if case .write(page, _, _) = $0 { true } else { false } }
      sync = try index { if case .sync(page) = $0 { true } else { false } }
      syncFolder = try index(from: renamed) { $0.isSync(of: PageOrderTests.subfolder) }
      event = try index(from: renamed) { $0.isWrite }
      commit = try index(from: event) { if case .sync = $0 { true } else { false } }
    }
  }
}

extension DiskOperation {
  fileprivate func isSync(of folder: some StringProtocol) -> Bool {
    if case .syncFolder(let path) = self { path == folder } else { false }
  }

  fileprivate var isWrite: Bool { if case .write = self { true } else { false } }

  fileprivate func isMark(_ number: Int) -> Bool { if case .mark(number) = self { true } else { false } }
}
