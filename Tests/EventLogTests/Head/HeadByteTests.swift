import Foundation
import LedgerBytes
import Testing

@testable import EventLog

/// `log.head`: what the log was, kept outside the database.
@Suite("Head, byte by byte") struct HeadByteTests {
  static func head(of log: TestLog) throws -> LogHead {
    try #require(LogHead(try bytes(of: log.head), ledger: TestLog.ledger))
  }

  @Test("a write that fails or appends nothing leaves it as it is")
  func unchanged() throws {
    struct Stop: Error {}
    let log = try TestLog()
    try log.append(draft())
    let before = try bytes(of: log.head)
    #expect(throws: Stop.self) {
      try log.log.write { writer in
        _ = try log.append([draft()], with: writer)
        throw Stop()
      }
    }
    try log.log.write { _ in }
    #expect(try bytes(of: log.head) == before)
  }

  @Test("comes back from its bytes, and from nothing else: not from any part of them, nor with any bit another")
  func bytesOfHead() throws {
    let ledger = TestLog.ledger
    // In whatever order they are known.
    let trees = [2, 3, 1].map { number in
      LogHead.Trees.Entry(
        device: id(UInt64(number)),
        tree: LogHead.Tree(size: UInt64(number) << 40, root: MerkleTree.leaf([UInt8(number)])))
    }
    let head = LogHead(ledger: ledger, devices: LogHead.Trees(trees))
    #expect(head.devices.entries.map(\.device) == [id(1), id(2), id(3)])
    for tree in trees { #expect(head.devices[tree.device] == tree.tree) }
    #expect(head.devices[id(4)] == nil && head.devices[id(0)] == nil)
    let whole = head.bytes
    #expect(LogHead(whole, ledger: ledger) == head)
    #expect(LogHead(whole, ledger: id(1)) == nil)
    for count in 0..<(whole.count - 1) { #expect(LogHead(Array(whole.prefix(count)), ledger: ledger) == nil) }
    for index in 0..<(whole.count - 1) {
      for bit in 0..<8 {
        var torn = whole
        torn[index] ^= 1 << bit
        // Hexadecimal digits are read in either case.
        guard let read = LogHead(torn, ledger: ledger) else { continue }
        #expect(read == head && index >= whole.count - 65, "byte \(index), bit \(bit)")
      }
    }
    // The remains of a longer head are ignored.
    #expect(LogHead(whole + Array("more".utf8), ledger: ledger) == head)
    let none = LogHead(ledger: ledger, devices: LogHead.Trees())
    #expect(LogHead(none.bytes, ledger: ledger) == none)
    // A device that occurs twice: such a head is invalid.
    var text = String(decoding: head.bytes, as: UTF8.self).split(separator: "\n").dropLast().map(String.init)
    text[2] = text[1]
    let twice = Array((text.joined(separator: "\n") + "\n").utf8)
    #expect(
      LogHead(twice + Array(SHA256.hash(twice).description.utf8) + Array("\n".utf8), ledger: ledger) == nil)
    text = String(decoding: head.bytes, as: UTF8.self).split(separator: "\n").dropLast().map(String.init)
    let once = Array((text.joined(separator: "\n") + "\n").utf8)
    #expect(
      LogHead(once + Array(SHA256.hash(once).description.utf8) + Array("\n".utf8), ledger: ledger) == head)
  }

  @Test(
    "a missing, an empty, a torn or another ledger's head is ignored, reported, and rewritten by the next write"
  )
  func unreadable() throws {
    let log = try TestLog()
    try log.append(draft())
    let good = try bytes(of: log.head)
    let tree = LogHead.Tree(size: 99, root: MerkleTree.emptyRoot)
    let entry = LogHead.Trees.Entry(device: log.device, tree: tree)
    let foreign = LogHead(ledger: id(1), devices: LogHead.Trees([entry])).bytes
    let cases: [([UInt8]?, HeadState)] = [
      (nil, .missing), ([], .missing), (Array(good.prefix(80)), .unreadable),
      (Array("rubbish\n".utf8), .unreadable),
      (foreign, .unreadable), ([UInt8](repeating: 0, count: good.count), .unreadable),
    ]
    for (bytes, state) in cases {
      if let bytes { try write(bytes, to: log.head) } else { try remove(log.head) }
      #expect(try log.reopened(.readOnly).headAtOpening == state)
      let opened = try log.reopened()
      #expect(opened.headAtOpening == state)
      _ = try opened.write {
        try $0.append([draft()], correlation: id(1), clock: log.clock, salts: LedgerLog.randomSalt)
      }
      #expect(try log.reopened().headAtOpening == .current)
    }
    #expect(try log.log.verify().isSound)
  }

  @Test("a head that cannot be opened stops writing and not reading, and verify reports it")
  func notAFile() throws {
    let log = try TestLog()
    try log.append(draft())
    let copy = log.temporary.file("copy")
    try EventLogTests.copy(log.folder, to: copy)
    try remove(copy + "/log.head")
    try FileManager.default.createDirectory(atPath: copy + "/log.head", withIntermediateDirectories: false)
    #expect(throws: (any Error).self) { try LedgerLog.open(copy, mode: .readWrite) }
    let reader = try LedgerLog.open(copy, mode: .readOnly)
    #expect(try reader.verify().findings.map(\.kind) == [.anchor])
  }
}
