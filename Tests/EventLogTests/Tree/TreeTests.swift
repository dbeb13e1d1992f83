import EventLog
import LedgerBytes
import Testing

@Suite("Tree") struct TreeTests {
  /// The leaves of the Certificate Transparency reference tests, and the roots of their first 0, 1 … 8.
  static let reference = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
  ]
  static let roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  @Test("the reference leaves give the reference roots", arguments: 0...8)
  func referenceRoots(size: Int) {
    let leaves = Self.reference.prefix(size).map { MerkleTree.leaf(hex($0)) }
    #expect(MerkleTree.root(of: leaves).description == Self.roots[size])
  }

  @Test("the right edge has the root of the definition, and comes back from its bytes", arguments: 0...64)
  func rightEdge(size: Int) throws {
    var edge = RightEdge()
    for leaf in Brute.leaves(size) { edge.append(leaf) }
    #expect(edge.root == Brute.root(Brute.leaves(size)))
    #expect(edge.size == UInt64(size) && edge.peaks.count == size.nonzeroBitCount)
    let stored = try #require(RightEdge(size: edge.size, bytes: edge.bytes))
    #expect(stored == edge)
    #expect(RightEdge(size: edge.size, bytes: edge.bytes + [0]) == nil)
    #expect(RightEdge(size: edge.size << 1 | 1, bytes: edge.bytes) == nil)
  }

  @Test("every leaf of every tree of up to 64 is proven, and no other leaf, place, size or root is")
  func inclusion() {
    for size in 1...64 {
      let leaves = Brute.leaves(size)
      let root = Brute.root(leaves)
      for index in 0..<size {
        let proof = MerkleTree.inclusionProof(of: index, in: leaves[...])
        #expect(proof == Brute.inclusion(index, leaves))
        func verifies(
          _ leaf: SHA256Digest, _ index: Int, _ size: Int, _ root: SHA256Digest, _ proof: [SHA256Digest]
        ) -> Bool {
          MerkleTree.verifyInclusion(of: leaf, at: UInt64(index), size: UInt64(size), root: root, proof: proof)
        }
        #expect(verifies(leaves[index], index, size, root, proof))
        #expect(!verifies(Brute.other, index, size, root, proof))
        #expect(!verifies(leaves[index], index, size, Brute.other, proof))
        #expect(!verifies(leaves[index], size, size, root, proof))
        #expect(!verifies(leaves[index], (index + 1) % size, size, root, proof) || size == 1)
        #expect(!verifies(leaves[index], index, size, root, proof + [Brute.other]))
        if !proof.isEmpty { #expect(!verifies(leaves[index], index, size, root, proof.dropLast())) }
        for place in proof.indices {
          var forged = proof
          forged[place] = Brute.other
          #expect(!verifies(leaves[index], index, size, root, forged))
        }
      }
    }
  }

  @Test("every tree of up to 64 is proven to be the beginning of every later one, and nothing else is")
  func consistency() {
    for size in 1...64 {
      let leaves = Brute.leaves(size)
      let root = Brute.root(leaves)
      for first in 1...size {
        let start = Brute.root(Array(leaves.prefix(first)))
        let proof = MerkleTree.consistencyProof(from: first, in: leaves[...])
        #expect(proof == Brute.consistency(first, leaves))
        func verifies(
          _ first: Int, _ start: SHA256Digest, _ size: Int, _ root: SHA256Digest, _ proof: [SHA256Digest]
        ) -> Bool {
          MerkleTree.verifyConsistency(
            size1: UInt64(first), root1: start, size2: UInt64(size), root2: root, proof: proof)
        }
        #expect(verifies(first, start, size, root, proof))
        #expect(!verifies(first, Brute.other, size, root, proof))
        #expect(!verifies(first, start, size, Brute.other, proof))
        #expect(!verifies(0, start, size, root, proof))
        #expect(!verifies(0, MerkleTree.emptyRoot, size, root, []))
        #expect(!verifies(first, start, size, root, proof + [Brute.other]))
        #expect(!verifies(size + 1, start, size, root, proof))
        if first < size { #expect(!verifies(first, start, size, root, proof.dropLast())) }
        for place in proof.indices {
          var forged = proof
          forged[place] = Brute.other
          #expect(!verifies(first, start, size, root, forged))
        }
      }
    }
  }

  @Test("the empty tree proves nothing, not even itself")
  func empty() {
    let none = MerkleTree.emptyRoot
    #expect(!MerkleTree.verifyConsistency(size1: 0, root1: none, size2: 0, root2: none, proof: []))
    #expect(!MerkleTree.verifyInclusion(of: none, at: 0, size: 0, root: none, proof: []))
  }

  @Test("a hash of other than 32 bytes is no hash")
  func lengths() throws {
    let whole = MerkleTree.leaf([]).bytes
    #expect(MerkleTree.digests([whole, whole])?.count == 2)
    for count in [0, 1, 31] { #expect(MerkleTree.digests([whole, Array(whole.prefix(count))]) == nil) }
    #expect(MerkleTree.digests([whole + [0]]) == nil)
    #expect(MerkleTree.digests([]) == [])
  }

  @Test("sizes near the largest number don't go round", arguments: [UInt64.max, UInt64.max - 1, 1 << 63])
  func hugeSizes(size: UInt64) {
    let proof = [SHA256Digest](repeating: Brute.other, count: 64)
    for index in [0, 1, size - 1] {
      #expect(
        !MerkleTree.verifyInclusion(
          of: Brute.other, at: index, size: size, root: MerkleTree.emptyRoot, proof: proof))
      #expect(
        !MerkleTree.verifyConsistency(
          size1: max(index, 1), root1: Brute.other, size2: size, root2: MerkleTree.emptyRoot, proof: proof))
    }
  }
}

/// RFC 6962, word for word and slowly.
enum Brute {
  static let other = MerkleTree.leaf(Array("another".utf8))

  static func leaves(_ count: Int) -> [SHA256Digest] { (0..<count).map { MerkleTree.leaf([UInt8($0)]) } }

  /// 2.1: MTH.
  static func root(_ leaves: [SHA256Digest]) -> SHA256Digest {
    if leaves.isEmpty { return SHA256.hash([]) }
    if leaves.count == 1 { return leaves[0] }
    let split = largestPowerOfTwo(below: leaves.count)
    return SHA256.hash([1] + root(Array(leaves[..<split])).bytes + root(Array(leaves[split...])).bytes)
  }

  /// 2.1.1: PATH.
  static func inclusion(_ index: Int, _ leaves: [SHA256Digest]) -> [SHA256Digest] {
    if leaves.count == 1 { return [] }
    let split = largestPowerOfTwo(below: leaves.count)
    let (left, right) = (Array(leaves[..<split]), Array(leaves[split...]))
    return index < split
      ? inclusion(index, left) + [root(right)] : inclusion(index - split, right) + [root(left)]
  }

  /// 2.1.2: PROOF, and SUBPROOF for what is not the whole first tree.
  static func consistency(_ size: Int, _ leaves: [SHA256Digest], isWhole: Bool = true) -> [SHA256Digest] {
    if size == leaves.count { return isWhole ? [] : [root(leaves)] }
    let split = largestPowerOfTwo(below: leaves.count)
    let (left, right) = (Array(leaves[..<split]), Array(leaves[split...]))
    return size <= split
      ? consistency(size, left, isWhole: isWhole) + [root(right)]
      : consistency(size - split, right, isWhole: false) + [root(left)]
  }

  private static func largestPowerOfTwo(below count: Int) -> Int {
    var power = 1
    while power * 2 < count { power *= 2 }
    return power
  }
}
