import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

/// A goal as the naive model sees it.
struct NaiveGoal {
  let stream: StreamID
  private var createdOn: String?
  private var names = NaivePlace<NaiveText>()
  private var emojis = NaivePlace<NaiveText>()
  private var targets = NaivePlace<JSONValue>()
  private var dates = NaivePlace<NaiveText>()
  private var completed = NaivePlace<Bool>()
  private var deletion = NaiveDeletion()
  private var contributions: [String: NaivePlace<JSONValue>] = [:]

  init(_ stream: StreamID, _ facts: [NaiveFact]) {
    self.stream = stream
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown {
      let payload = fact.payload
      switch fact.type {
      case "GoalCreated":
        createdOn = createdOn ?? payload["on"]?.text
        names.write(payload["name"]?.text.map(NaiveText.init), "set", fact)
        targets.write(payload["target"], "set", fact)
        if let emoji = payload["emoji"]?.text { emojis.write(NaiveText(emoji), "set", fact) }
        if let by = payload["by"]?.text { dates.write(NaiveText(by), "set", fact) }
      case "GoalChanged":
        if let change = payload["name"] { names.write(change["to"]?.text.map(NaiveText.init), "set", fact) }
        if let change = payload["emoji"] { emojis.write(change["to"]?.text.map(NaiveText.init), "set", fact) }
        if let change = payload["by"] { dates.write(change["to"]?.text.map(NaiveText.init), "set", fact) }
        if let change = payload["target"] { targets.write(change["to"], "set", fact) }
      case "GoalContributed", "GoalContributionRemoved":
        let id = payload["contribution"]?.text ?? ""
        contributions[id, default: NaivePlace()].write(
          fact.type == "GoalContributed" ? payload : nil, "set", fact)
      case "GoalCompleted": completed.write(true, "set", fact)
      case "GoalReopened": completed.write(false, "set", fact)
      case "GoalDeleted": deletion.delete(fact)
      case "GoalRestored": deletion.restore(fact)
      default: break
      }
      if fact.type != "GoalDeleted", fact.type != "GoalRestored" { deletion.change(fact) }
    }
  }

  var isDeleted: Bool { deletion.isDeleted }
  var isCompleted: Bool { completed.value == true }
  var currency: String { targets.value?["currency"]?.text ?? "" }
  var target: Int64 { targets.value?["minorUnits"]?.number ?? 0 }
  var name: NaiveText? { names.value }
  var isKnown: Bool { createdOn != nil && names.value != nil && targets.value != nil }

  /// The contributions that count, in no order.
  var present: [JSONValue] { contributions.values.compactMap(\.value) }

  private static func day(_ text: String?) -> String { text.flatMap(NaiveDate.day).map(String.init) ?? "NULL" }

  var row: [String: String]? {
    guard let createdOn, let name, isKnown else { return nil }
    return [
      "id": NaiveTransaction.blob(stream.id), "name": name.quoted, "emoji": emojis.value?.quoted ?? "NULL",
      "currency": NaiveText(currency).quoted, "target": String(target),
      "by_date": Self.day(dates.value?.description), "created_on": Self.day(createdOn),
      "completed": isCompleted ? "1" : "0", "deleted": isDeleted ? "1" : "0",
      "pending": deletion.isPending ? "1" : "0",
    ]
  }

  var contributionRows: [[String: String]] {
    present.map { payload in
      [
        "id": NaiveTransaction.blob(stream.id),
        "contribution": payload["contribution"]?.text.flatMap { UniqueID($0) }.map(NaiveTransaction.blob)
          ?? "NULL",
        "date": Self.day(payload["on"]?.text),
        "currency": payload["amount"]?["currency"]?.text.map { NaiveText($0).quoted } ?? "NULL",
        "units": payload["amount"]?["minorUnits"]?.number.map { String($0) } ?? "NULL",
        "transaction_id": payload["transaction"]?.text.flatMap { UniqueID($0) }.map(NaiveTransaction.blob)
          ?? "NULL",
      ]
    }
  }
}

extension NaiveBook {
  /// Each goal that is not deleted with what is saved for it, added up contribution by contribution.
  var goalLines: [String] {
    goals.filter { $0.isKnown && !$0.isDeleted }.map { goal in
      var saved: Int64 = 0
      for payload in goal.present {
        if let amount = payload["amount"] {
          let on = payload["on"]?.text.flatMap(NaiveDate.day) ?? 0
          if on <= day, amount["currency"]?.text == goal.currency { saved += amount["minorUnits"]?.number ?? 0 }
          continue
        }
        let id = payload["transaction"]?.text
        guard let transaction = self.saved.first(where: { $0.stream.id.description == id }),
          transaction.text("date") != nil
        else { continue }
        let halves = [transaction.money, transaction.toAccount == nil ? nil : transaction.arrival]
        saved += halves.compactMap { $0 }.first { $0.currency == goal.currency }?.units ?? 0
      }
      return
        "\(goal.stream.id) \(goal.name ?? NaiveText("")) \(saved) of \(goal.target) \(goal.currency) \(goal.isCompleted)"
    }.sorted()
  }
}

extension Book {
  func goalLines() throws -> [String] {
    try goals().map { goal in
      """
      \(goal.id) \(goal.row.name) \(goal.progress.saved.minorUnits) of \(goal.row.target.minorUnits) \
      \(goal.row.target.currency.code) \(goal.row.isCompleted)
      """
    }.sorted()
  }
}

// What the people of a random history do with goals.
extension PropertyWorld {
  /// Begins, changes, completes, deletes a goal, or puts something towards one.
  mutating func changeGoal(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let goals = try book.goals(withDeleted: true)
    func money(_ currency: CurrencyCode) -> Money {
      Money(minorUnits: Int64(random.number(-900...4_000)), currency: currency)
    }
    guard random.chance(80), let goal = random.maybe(97, goals) else {
      if random.chance(3) { return "restore goal \(try book.restoreGoal(GoalID(.zero)).positions)" }
      let outcome = try book.createGoal(
        name: random.one(of: PropertyValues.groupNames), emoji: random.maybe(30, ["🎁", ""]),
        target: random.chance(80) ? Money(minorUnits: 5_000, currency: random.currency()) : money(.eur),
        by: random.maybe(50, [random.date()]))
      return "create goal \(outcome.positions)"
    }
    let id = goal.id
    switch random.weighted([(20, 0), (34, 1), (20, 2), (24, 3), (60, 4), (6, 5), (8, 6)]) {
    case 0:
      let edit = GoalEdit(
        name: random.maybe(40, PropertyValues.groupNames), emoji: random.chance(30) ? .remove : .keep,
        target: random.maybe(50, [money(goal.row.target.currency), money(random.currency())]),
        by: random.chance(40) ? random.maybe(50, [random.date()]).map { .set($0) } ?? .remove : .keep)
      return "change goal \(id) \(try book.changeGoal(id, edit).positions)"
    case 1:
      let amount = money(random.chance(85) ? goal.row.target.currency : random.currency())
      return "contribute \(amount) \(id) \(try book.contribute(amount, to: id, on: random.date()).positions)"
    case 2:
      let known = try book.log.streams(kind: "transaction").map { TransactionID($0.id) }
      let transaction = random.maybe(95, known) ?? TransactionID(.zero)
      return "contribute \(transaction) \(id) \(try book.contribute(transaction, to: id).positions)"
    case 3:
      // Mostly from a goal that has one.
      let other = goals.first { !$0.parts.isEmpty && !$0.row.isDeleted && random.chance(60) } ?? goal
      let part = random.maybe(95, other.parts)?.contribution.id ?? .zero
      return "remove contribution \(part) \(other.id) "
        + "\(try book.removeContribution(part, from: other.id).positions)"
    case 4:
      // Mostly one that is completed, if there is one.
      let completed = goals.first { $0.row.isCompleted && !$0.row.isDeleted && random.chance(80) }
      guard let reopened = completed?.id ?? (random.chance(20) ? id : nil) else {
        return "complete goal \(id) \(try book.completeGoal(id).positions)"
      }
      return "reopen goal \(reopened) \(try book.reopenGoal(reopened).positions)"
    case 5: return "delete goal \(id) \(try book.deleteGoal(id).positions)"
    default: return "restore goal \(id) \(try book.restoreGoal(id).positions)"
    }
  }
}
