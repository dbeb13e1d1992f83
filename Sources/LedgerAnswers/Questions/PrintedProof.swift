internal import EventLog
package import LedgerAudit
internal import LedgerBytes
package import LedgerSync

/// A proof as a line of JSON, in the form that `prove` prints.
///
/// A line is text from outside and is checked as such. Unknown keys are ignored.
package struct PrintedProof {
  package let proof: Proof
  /// The printed member of the event that differs from the hashed one, or `nil` if all are right.
  package let changedMember: String?
  /// The members of the line that no hash covers, in order. Anyone can have changed them.
  package let unhashedMembers: [String]

  /// The most hashes of a proof: one per bit of a size, and one more.
  private static let hashesMax = 64
  /// The members of an event that hold for one folder. They are not hashed, and anyone can change them.
  private static let localMembers: Set<String> = ["file", "position", "previous", "received", "version"]

  package static func read(_ line: [UInt8]) throws(EventLine.Fault) -> PrintedProof {
    let object = try PrintedMembers.object(line)
    let members = PrintedMembers(object)
    let kind = try members.text("proof")
    let checkpoint = try self.checkpoint("checkpoint", members)
    let hashes = try self.hashes(members)
    switch kind {
    case "inclusion":
      let document = try members.object("event")
      let (event, ledger) = try PrintedEvent.read(document)
      guard let ledger else { throw PrintedMembers(document).wrong("ledger", "an id") }
      let proof = InclusionProof(event: event, ledger: ledger, checkpoint: checkpoint, hashes: hashes)
      return PrintedProof(
        proof: .inclusion(proof), changedMember: changedMember(of: document, event, in: ledger),
        unhashedMembers: others(object, ["checkpoint", "event", "hashes", "proof"])
          + unhashedMembers(of: document, event, in: ledger))
    case "consistency":
      let since = try self.checkpoint("since", members)
      let proof = ConsistencyProof(since: since, checkpoint: checkpoint, hashes: hashes)
      return PrintedProof(
        proof: .consistency(proof), changedMember: nil,
        unhashedMembers: others(object, ["checkpoint", "hashes", "proof", "since"]))
    default: throw members.wrong("proof", "“inclusion” or “consistency”")
    }
  }

  private static func checkpoint(_ key: String, _ members: PrintedMembers) throws(EventLine.Fault) -> Checkpoint
  {
    let checkpoint = PrintedMembers(try members.object(key))
    guard let origin = Checkpoint.Origin(try checkpoint.text("origin")) else {
      throw checkpoint.wrong("origin", "events/LEDGER/DEVICE")
    }
    let size = UInt64(try checkpoint.integer("size", 1...Int64.max))
    guard let root = Checkpoint.digest(try checkpoint.text("root")) else {
      throw checkpoint.wrong("root", "32 bytes in base64")
    }
    return Checkpoint(origin: origin, size: size, root: root)
  }

  private static func hashes(_ members: PrintedMembers) throws(EventLine.Fault) -> [SHA256Digest] {
    let texts = try members.texts("hashes")
    guard texts.count <= hashesMax else { throw members.wrong("hashes", "a list of at most \(hashesMax)") }
    var hashes: [SHA256Digest] = []
    for text in texts {
      guard let hash = Checkpoint.digest(text) else {
        throw members.wrong("hashes", "a list of 32 bytes each, in base64")
      }
      hashes.append(hash)
    }
    return hashes
  }

  /// Returns the keys of an object that are not among those of a proof.
  private static func others(_ object: JSONValue, _ known: Set<String>) -> [String] {
    guard case .object(let members) = object else { return [] }
    return members.keys.filter { !known.contains($0) }.sorted()
  }

  /// Returns the members of a printed event that are not hashed: those of one folder, and unknown ones.
  private static func unhashedMembers(
    of document: JSONValue, _ event: ForeignEvent, in ledger: UniqueID
  ) -> [String] {
    guard case .object(let hashed) = event.stored(at: 1).json(in: ledger, after: event.previousLeaf) else {
      return []
    }
    return others(document, Set(hashed.keys).subtracting(localMembers))
  }

  /// Returns a member that a person or a program would read, and that is not the one that was hashed.
  ///
  /// Some parts are printed twice, such as a payload that is also printed in base64.
  private static func changedMember(
    of document: JSONValue, _ event: ForeignEvent, in ledger: UniqueID
  ) -> String? {
    guard case .object(let printed) = document,
      case .object(let hashed) = event.stored(at: 1).json(in: ledger, after: event.previousLeaf)
    else { return nil }
    return hashed.keys.sorted().first { key in
      guard let value = printed[key], !localMembers.contains(key) else { return false }
      return value != hashed[key]
    }
  }
}
