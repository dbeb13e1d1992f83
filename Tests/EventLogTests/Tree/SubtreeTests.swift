import EventLog
import LedgerBytes
import Testing

/// The ranges of leaves that proofs are computed from, and their roots.
@Suite("Subtrees") struct SubtreeTests {
  @Test("The ranges of a proof do not overlap, and with the leaf they are the whole tree")
  func inclusionRanges() {
    for size in UInt64(1)...130 {
      for index in 0..<size {
        let ranges = MerkleTree.inclusionRanges(of: index, size: size)
        let parts = (ranges + [index..<index + 1]).sorted { $0.lowerBound < $1.lowerBound }
        #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == size)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      }
    }
  }

  @Test("No range of a proof from a tree crosses its end")
  func consistencyRanges() {
    for size in UInt64(1)...130 {
      for first in 1...size {
        let ranges = MerkleTree.consistencyRanges(from: first, to: size)
        #expect(ranges.allSatisfy { $0.upperBound <= first || $0.lowerBound >= first })
        let isPerfect = first & (first - 1) == 0
        let start = first == size ? size : isPerfect ? first : 0
        #expect(ranges.reduce(0) { $0 + UInt64($1.count) } == size - start)
      }
    }
  }

  @Test("A proof in the largest tree has at most 64 ranges", arguments: [0, 1, 1 << 62, UInt64(Int64.max) - 1])
  func largest(index: UInt64) {
    let ranges = MerkleTree.inclusionRanges(of: index, size: UInt64(Int64.max))
    #expect(ranges.count <= 64)
    #expect(MerkleTree.consistencyRanges(from: index + 1, to: UInt64(Int64.max)).count <= 64)
  }

  @Test("Leaves outside the ranges count for nothing, and missing ones give no roots")
  func roots() {
    let leaves = Brute.leaves(20)
    var subtrees = SubtreeRoots([8..<12, 3..<5, 12..<13])
    #expect(subtrees.span == 3..<13)
    for (index, leaf) in leaves.enumerated() {
      #expect((subtrees.roots == nil) == (index < 13))
      subtrees.append(leaf, at: UInt64(index))
    }
    #expect(
      subtrees.roots == [
        Brute.root(Array(leaves[8..<12])), Brute.root(Array(leaves[3..<5])), leaves[12],
      ])
    #expect(SubtreeRoots([]).roots == [] && SubtreeRoots([]).span == nil)
  }

  @Test("A log whose devices take turns gives the roots of either device's leaves")
  func log() throws {
    let log = try TestLog()
    let other = try TestLog(device: 2)
    for _ in 1...7 {
      try log.append(draft(), draft())
      try log.takeIn(try other.append(draft()).map(\.envelope))
    }
    for device in [log.device, other.device] {
      let leaves = try log.log.leaves(of: device)
      let size = UInt64(leaves.count)
      var last: (UInt64, UInt64) = (0, 0)
      for index in 0..<size {
        let proof = try log.log.subtreeRoots(
          of: device, over: MerkleTree.inclusionRanges(of: index, size: size)
        ) { last = ($0, $1) }
        #expect(proof == Brute.inclusion(Int(index), leaves))
      }
      for first in 1...size {
        let ranges = MerkleTree.consistencyRanges(from: first, to: size)
        #expect(try log.log.subtreeRoots(of: device, over: ranges) == Brute.consistency(Int(first), leaves))
      }
      #expect(last == (0, 0), "progress is reported now and then")
      #expect(throws: EventLogError.self) { try log.log.subtreeRoots(of: device, over: [0..<size + 1]) }
    }
  }
}
