import Testing

@testable import LedgerBook
@testable import LedgerSync

@Suite("The names that erasing removes")
struct EraseNameTests {
  private let digest = String(repeating: "a4", count: 32)
  private let device = "6266702f-77f9-4398-9bb1-a1a92f2e972a"

  private func isOwn(_ path: String, _ test: ([String], Bool) -> Bool) -> Bool {
    let isFolder = path.hasSuffix("/")
    return test(path.split(separator: "/").map(String.init), isFolder)
  }

  @Test("A ledger's folder: its files and what a killed process leaves of them")
  func local() {
    let own = [
      "log.sqlite", "log.sqlite-wal", "log.sqlite-wal.before-recovery", "log.head", "device", "erasing",
      "device.\(device).tmp", "log.\(device).tmp", ".log.head.1f2e.tmp", ".new-\(device)/",
      ".new-\(device)/log.sqlite",
      "attachments/", "attachments/a4/", "attachments/a4/\(digest)", "attachments/a4/.\(digest).1f.tmp",
      "pictures/a4/\(digest)-400.jpg", "pictures/a4/\(digest).pdf", "cursors/nightly-2", "sync/state.json",
      "sync/.known.ab12.tmp", "models/d04561c15d2128b2-1.sqlite",
      "models/history-d04561c15d2128b2-12.sqlite-wal",
      "models/d04561c15d2128b2.stopped", "models/probe", "models/bisect", "models/aside-\(device).sqlite",
      "models/verify/", "models/verify/d04561c15d2128b2-1.sqlite", "models/cursor-old", "backup/",
      "backup/settings.json", "backup/.state.json.1f.tmp", "backup/lock", "incomplete",
    ]
    for path in own { #expect(isOwn(path) { LedgerNames.isOwn($0, isFolder: $1) }, "\(path)") }
    let others = [
      "notes.txt", "log.sqlite/", "attachments", "Log.sqlite", "log.sqlite.bak", "device.tmp", "log.mine.tmp",
      ".notes.txt.1f.tmp", "shared/", "attachments/\(digest)", "attachments/a4/\(digest).jpg",
      "attachments/A4/",
      "attachments/a4/deeper/", "cursors/Mine", "cursors/a.txt", "sync/mine", "models/mine.sqlite",
      "models/d04561c15d2128b2-1.txt", "models/mine/", "models/verify/mine", "pictures/a4/cat.jpg",
      "exports/x.csv", "backup/mine",
      "attachments/a4/.\(digest).xyz.tmp", ".new-\(device)/notes.txt",
    ]
    for path in others { #expect(!isOwn(path) { LedgerNames.isOwn($0, isFolder: $1) }, "\(path)") }
  }

  @Test("A shared folder: the files of every device, also as drives rename them")
  func shared() {
    let segment = "1-10-\(digest).segment"
    let own = [
      "dataset.json", "devices/", "devices/\(device)/", "devices/\(device)/\(segment)",
      "devices/\(device)/pages/",
      "devices/\(device)/1-10-\(digest) (1).segment", "devices/\(device)/\(device)/",
      "devices/\(device)/\(device)/\(segment)", "devices/\(device)/pages/\(digest)", ".dataset.json.1f.tmp",
      "devices/\(device)/.\(segment.prefix(60)).1f2e.tmp",
      "devices/\(device)/pages/.\(digest.prefix(60)).1f.tmp",
    ]
    for path in own { #expect(isOwn(path) { SharedNames.isOwn($0, isFolder: $1) }, "\(path)") }
    let others = [
      "notes.txt", "dataset.json/", "other/", "devices/notes.txt", "devices/other/",
      "devices/\(device)/mine.txt",
      "devices/\(device)/mine/", "devices/\(device)/pages/cat.jpg", "devices/\(device)/pages/\(digest).icloud",
      "devices/\(device)/\(segment)/", "devices/\(device)/.mine.1f.tmp", "other/\(device)/\(segment)",
      "devices/\(device)/pages/deep/er",
    ]
    for path in others { #expect(!isOwn(path) { SharedNames.isOwn($0, isFolder: $1) }, "\(path)") }
  }

  @Test("Events that a device has not imported count once, however many files have them")
  func counting() {
    #expect(SharedCopies.count([], except: []) == 0)
    #expect(SharedCopies.count([1...10], except: []) == 10)
    #expect(SharedCopies.count([1...10, 5...12], except: [1...4]) == 8)
    #expect(SharedCopies.count([1...10], except: [1...20]) == 0)
    #expect(SharedCopies.count([21...30], except: [1...4]) == 10)
  }
}
