import EventLog
import LedgerBytes
import Testing

@Suite struct TreeTests {
  static let leaves: [SHA256Digest] = [
    [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43], Array(0x50...0x57),
    Array(0x60...0x6f),
  ].map { MerkleTree.leaf($0) }

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

  @Test("roots are those of Certificate Transparency's reference", arguments: zip(0...8, roots))
  func reference(size: Int, root: String) {
    #expect(MerkleTree.root(of: Self.leaves.prefix(size)).description == root)
  }

  /// Section 2.1 word by word, to compare with.
  private func plainRoot(_ leaves: ArraySlice<SHA256Digest>) -> SHA256Digest {
    if leaves.isEmpty { return SHA256.hash([]) }
    guard leaves.count > 1, let first = leaves.first else { return leaves[leaves.startIndex] }
    _ = first
    var split = 1
    while split * 2 < leaves.count { split *= 2 }
    return MerkleTree.node(plainRoot(leaves.prefix(split)), plainRoot(leaves.dropFirst(split)))
  }

  @Test("the right edge gives the root of the definition at every size, and survives being stored")
  func edges() throws {
    let leaves = (0..<130).map { MerkleTree.leaf([UInt8($0)]) }
    var edge = RightEdge()
    for (count, leaf) in leaves.enumerated() {
      #expect(edge.root == plainRoot(leaves.prefix(count)))
      edge = try #require(RightEdge(size: edge.size, bytes: edge.bytes))
      edge.append(leaf)
      #expect(edge.size == UInt64(count) + 1 && edge.peaks.count == edge.size.nonzeroBitCount)
    }
    #expect(RightEdge(size: 3, bytes: [UInt8](repeating: 0, count: 32)) == nil)
    #expect(RightEdge(size: 1, bytes: []) == nil)
  }

  @Test("every leaf of every tree up to 20 is proven, and no other leaf, index, size or root is")
  func inclusion() {
    let leaves = (0..<20).map { MerkleTree.leaf([UInt8($0)]) }
    for size in 1...20 {
      let tree = leaves.prefix(size)
      let root = plainRoot(tree)
      for index in 0..<size {
        let proof = MerkleTree.inclusionProof(of: index, in: tree)
        func holds(
          _ leaf: SHA256Digest, _ index: Int, _ size: Int, _ root: SHA256Digest, _ proof: [SHA256Digest]
        ) -> Bool {
          MerkleTree.verifyInclusion(
            of: leaf, at: UInt64(index), size: UInt64(size), root: root, proof: proof)
        }
        #expect(holds(leaves[index], index, size, root, proof))
        #expect(!holds(MerkleTree.leaf([99]), index, size, root, proof))
        #expect(!holds(leaves[index], index, size, MerkleTree.emptyRoot, proof))
        #expect(!holds(leaves[index], size, size, root, proof))
        #expect(!holds(leaves[index], index, size, root, proof + [root]))
        if !proof.isEmpty { #expect(!holds(leaves[index], index, size, root, Array(proof.dropLast()))) }
        if size > 1 { #expect(!holds(leaves[index], (index + 1) % size, size, root, proof)) }
      }
    }
  }

  @Test("every growth up to 20 is proven, and no other beginning is")
  func consistency() {
    let leaves = (0..<20).map { MerkleTree.leaf([UInt8($0)]) }
    func holds(
      _ size1: Int, _ root1: SHA256Digest, _ size2: Int, _ root2: SHA256Digest, _ proof: [SHA256Digest]
    ) -> Bool {
      MerkleTree.verifyConsistency(
        size1: UInt64(size1), root1: root1, size2: UInt64(size2), root2: root2, proof: proof)
    }
    for size2 in 1...20 {
      let root2 = plainRoot(leaves.prefix(size2))
      for size1 in 1...size2 {
        let root1 = plainRoot(leaves.prefix(size1))
        let proof = MerkleTree.consistencyProof(from: size1, in: leaves.prefix(size2))
        #expect(holds(size1, root1, size2, root2, proof))
        #expect(!holds(size1, MerkleTree.leaf([99]), size2, root2, proof))
        #expect(!holds(size1, root1, size2, MerkleTree.leaf([99]), proof))
        #expect(!holds(size1, root1, size2, root2, proof + [root1]))
        if !proof.isEmpty { #expect(!holds(size1, root1, size2, root2, Array(proof.dropLast()))) }
        #expect(!holds(size2 + 1, root1, size2, root2, proof))
      }
      #expect(!holds(0, MerkleTree.emptyRoot, size2, root2, []))
    }
  }

  @Test("hashes that are not 32 bytes are no proof") func lengths() {
    #expect(MerkleTree.digests([[UInt8](repeating: 1, count: 32)])?.count == 1)
    for count in [0, 31, 33, 64] { #expect(MerkleTree.digests([[UInt8](repeating: 1, count: count)]) == nil) }
  }
}
