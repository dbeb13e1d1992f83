import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

/// A copy in a remote budget as the naive model sees it.
struct NaiveCopy {
  private let stream: StreamID
  private var request: JSONValue?
  private var detached = NaivePlace<Bool>()
  private var importID: String?
  private var remote: String?
  private var sentOn: String?
  private var isPending = false
  private var answer: String?
  private var waiting: Set<String> = []
  private var isDeletedThere = false

  init(_ stream: StreamID, _ facts: [NaiveFact]) {
    self.stream = stream
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown {
      let payload = fact.payload
      switch fact.type {
      case "CopyRequested":
        if request == nil || detached.value == true {
          request = payload
          (importID, remote, answer, isPending, isDeletedThere) = (nil, nil, nil, false, false)
          waiting = []
        } else if remote == nil, !isPending {
          request = payload
        }
        detached.write(false, "set", fact)
      case "CopyAttempted":
        importID = payload["importID"]?.text
        (isPending, answer) = (true, nil)
      case "CopyAcknowledged":
        remote = payload["remote"]?.text
        sentOn = sentOn ?? payload["on"]?.text
        (isPending, answer) = (false, nil)
      case "CopyRefused": (isPending, answer) = (false, "refused")
      case "CopyDeferred": answer = answer == "refused" ? "refused" : "deferred"
      case "RemoteChangeObserved":
        if payload["isDeleted"] == true { isDeletedThere = true }
        for change in payload["changes"]?.elements ?? [] {
          let (base, ours, theirs) = (change["base"], change["ours"], change["theirs"])
          if ours != base, theirs != base, ours != theirs { waiting.insert(Self.key(change)) }
        }
      case "CopyMerged": for field in payload["fields"]?.elements ?? [] { waiting.remove(Self.key(field)) }
      case "CopyDetached": detached.write(true, "set", fact)
      default: break
      }
    }
  }

  private static func key(_ value: JSONValue) -> String {
    "\(value["field"]?.text ?? "") \(value["item"]?.text ?? "")"
  }

  private var phase: String {
    if detached.value == true { return "detached" }
    return answer ?? (isPending ? "sending" : remote == nil ? "requested" : "copied")
  }

  var row: [String: String]? {
    guard let request else { return nil }
    func text(_ text: String?) -> String { text.map { NaiveText($0).quoted } ?? "NULL" }
    func day(_ text: String?) -> String { text.flatMap(NaiveDate.day).map(String.init) ?? "NULL" }
    return [
      "id": NaiveTransaction.blob(stream.id),
      "transaction_id": request["transaction"]?.text.flatMap { UniqueID($0) }.map(NaiveTransaction.blob)
        ?? "NULL",
      "plan": text(request["plan"]?.text), "account": text(request["account"]?.text),
      "with_items": request["withItems"] == true ? "1" : "0", "phase": text(phase), "remote": text(remote),
      "import_id": text(importID), "conflicts": String(waiting.count),
      "deleted_there": isDeletedThere ? "1" : "0", "requested_on": day(request["on"]?.text),
      "sent_on": day(sentOn),
    ]
  }
}

// What the people of a random history do with copies, and what a remote budget answers.
extension PropertyWorld {
  /// Requests a copy, or lets one go on.
  mutating func changeCopy(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let today = random.date()
    let copies = try book.copies()
    guard random.chance(75), let row = random.maybe(100, copies) else {
      let known = try book.log.streams(kind: "transaction").map { TransactionID($0.id) }
      let transaction = random.maybe(95, known) ?? TransactionID(.zero)
      let account = random.one(of: ["a1", "a2"])
      let request = CopyEvent.Requested(
        transaction: transaction, plan: "p1", account: account, withItems: random.chance(50), on: today)
      let outcome = try book.perform([(CopyID(transaction, plan: "p1", account: account), .request(request))])
      return "request copy \(outcome.positions)"
    }
    let memo = CopyEvent.Key(.memo)
    let command: CopyCommand =
      switch random.number(0...7) {
      case 0:
        .attempt(
          CopyEvent.Attempted(
            importID: "i\(random.number(0...9))", body: "{}", values: [CopyEvent.Value(memo, "a")], on: today))
      case 1:
        .acknowledge(
          CopyEvent.Acknowledged(
            remote: "r\(random.number(0...9))", values: [CopyEvent.Value(memo, "a")], on: today))
      case 2: .refuse(CopyEvent.Refused(status: 400, reason: "no", on: today))
      case 3: .postpone(CopyEvent.Deferred(status: nil, reason: "later", on: today))
      case 4:
        .observe(
          CopyEvent.RemoteChangeObserved(
            changes: [CopyEvent.Change(memo, base: "a", ours: "b", theirs: "c\(random.number(0...3))")],
            isDeleted: random.chance(10), on: today))
      case 5: .settle(memo, random.chance(50) ? .ours : .theirs, on: today)
      case 6: .merge(CopyEvent.Merged(fields: [CopyEvent.Merge(memo, side: .theirs, remote: "d")], on: today))
      default: .detach(on: today)
      }
    return "copy \(row.id) \(command) \(try book.perform([(row.id, command)]).positions)"
  }
}
