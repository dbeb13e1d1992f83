import EventLog
import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@Suite("Cutting out the events of a bug")
struct ReproTests {
  /// A ledger of its own, of what was cut out.
  private func taken(_ reproduction: Reproduction, of ledger: UniqueID) throws -> (Book, String) {
    let folder = NSTemporaryDirectory() + "ledger-repro-" + UUID().uuidString
    let log = try LedgerLog.create(at: folder, ledger: ledger, device: .random())
    _ = try log.takeIn(reproduction.items.map(\.event), receivedAtMilliseconds: 2_000_000_000_000)
    try log.close()
    return (
      try Book.open(Book.Settings(folder: folder, actor: .person("x"), deviceName: "x")), folder
    )
  }

  @Test("An excerpt is a whole ledger with the same fold of the record and nothing else")
  func whole() throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(500, "Not this one")
    let group = try #require(try ledger.book.createGroup(name: "Rome").group)
    let text = "ALDI\nSUMME EUR 12,00\nZU ZAHLEN EUR 11,00\n14.06.2026"
    let id = try ledger.capture(text)
    try ledger.book.perform(.file(group), on: id)
    try ledger.book.perform(.correct(.vendor, .text("ALDI Süd")), on: id)
    if (try ledger.book.transaction(id).extraction?.readings.total.readings.count ?? 0) > 1 {
      try ledger.book.perform(.pick(.total, number: 2), on: id)
    }
    let before = try ledger.book.transaction(id)
    let reproduction = try Reproduction.of([.record(id.stream)], in: ledger.book)
    let (book, folder) = try taken(reproduction, of: ledger.book.log.ledgerID)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let after = try book.transaction(id)
    #expect(after.row.isSame(as: before.row))
    #expect(after.groupName == "Rome")
    #expect(try book.groups().map(\.count).reduce(0, +) == 0)
    var transactions = 0
    try book.forEachTransaction { _ in transactions += 1 }
    #expect(transactions == 1)
    #expect(try book.verify().log.isSound)
    let numbers = reproduction.items.map(\.event.reference.sequence)
    #expect(numbers == Array(1...UInt64(numbers.count)))
    // The reading that was picked is still found in the extraction it came from.
    let provenance = after.provenance.map(\.status)
    #expect(provenance == before.provenance.map(\.status))
    try book.close()
  }

  @Test("A position takes its record up to there")
  func upTo() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(500, "REWE")
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    let position = try ledger.last(.fieldCorrected).position
    try ledger.book.perform(.correct(.vendor, .text("LIDL")), on: id)
    let positions = try Reproduction.of([.event(at: position)], in: ledger.book).items.map(\.position)
    #expect(positions.contains(position))
    #expect(!positions.contains(position + 1))
    #expect(throws: BookError.self) { _ = try Reproduction.of([.event(at: 1_000)], in: ledger.book) }
  }

  @Test("With the figures come the transactions that are added up with it, and no others")
  func figures() throws {
    let ledger = try AuditLedger()
    let one = try ledger.record(500, "REWE")
    let same = try ledger.record(700, "EDEKA")
    let other = try ledger.record(900, "LIDL", currency: .usd)
    func streams(_ figures: Bool) throws -> Set<UniqueID> {
      Set(
        try Reproduction.of([.record(one.stream)], in: ledger.book, sharesFigures: figures).items
          .map(\.event.stream).filter { $0.kind == "transaction" }.map(\.id))
    }
    #expect(try streams(false) == [one.id])
    #expect(try streams(true) == [one.id, same.id])
    #expect(!(try streams(true)).contains(other.id))
  }

  @Test("A receipt of a deleted group counts in Unfiled's figure and is in its excerpt")
  func figuresOfDeletedGroup() throws {
    let ledger = try AuditLedger()
    let group = try #require(try ledger.book.createGroup(name: "Rome").group)
    let other = try AuditLedger(joining: ledger)
    let orphan = try other.record(700, "EDEKA")
    try other.book.perform(.file(group), on: orphan)
    _ = try ledger.book.deleteGroup(group, .keep)
    try ledger.takeIn(from: other)
    let plain = try ledger.record(500, "REWE")
    let dollars = try ledger.record(900, "LIDL", currency: .usd)
    let detail = try ledger.book.transaction(orphan)
    #expect(detail.row.group == group && detail.groupName == nil && detail.listed.group == nil)
    for asked in [plain, orphan] {
      let reproduction = try Reproduction.of([.record(asked.stream)], in: ledger.book, sharesFigures: true)
      let streams = reproduction.items.map(\.event.stream).filter { $0.kind == "transaction" }.map(\.id)
      #expect(Set(streams) == [plain.id, orphan.id])
      #expect(!streams.contains(dollars.id))
      let (book, folder) = try taken(reproduction, of: ledger.book.log.ledgerID)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      #expect(try book.groups().map { $0.totals.map(\.minorUnits) } == [[1_200]])
      try book.close()
    }
  }

  @Test("An excerpt keeps what each device had seen, so a conflict remains a conflict")
  func conflict() throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(100)
    let id = try ledger.record(1_000, "REWE")
    let other = try AuditLedger(joining: ledger)
    _ = try other.record(300)
    other.clock.advance(3_600_000)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try other.book.perform(.correct(.vendor, .text("ALDI")), on: id)
    try ledger.takeIn(from: other)
    let before = try ledger.book.transaction(id).row
    #expect(before.conflictCount == 1)
    let reproduction = try Reproduction.of([.record(id.stream)], in: ledger.book)
    let recorded = try #require(reproduction.items.first { $0.event.type == "TransactionRecorded" }).event
    let theirs = try #require(
      reproduction.items.last { $0.event.reference.device != recorded.reference.device })
    #expect(theirs.event.seen == [recorded.reference])
    let (book, folder) = try taken(reproduction, of: ledger.book.log.ledgerID)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try book.transaction(id).row.isSame(as: before))
    try book.close()
  }

  @Test("Stand-ins keep shape, dates and kinds, and hide every text and amount")
  func standIns() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    try ledger.book.perform(.correct(.note, .text("Mit Frau Krüger, Tisch 12")), on: id)
    try ledger.book.perform(.correct(.vendor, .text("Zum Goldenen Löwen")), on: id)
    let secret = [UInt8](repeating: 7, count: 16)
    let reproduction = try Reproduction.of(
      [.record(id.stream)], in: ledger.book, standIns: StandIns(secret: secret))
    let payloads = reproduction.items.map { String(decoding: $0.event.payload ?? [], as: UTF8.self) }
    let all = payloads.joined(separator: "\n") + reproduction.items.map(\.event.actor).joined()
    for word in ["Krüger", "Goldenen", "REWE", "Milch", "3,68", "368", "anna", "laptop", "SUMME"] {
      #expect(!all.contains(word), "\(word)")
    }
    #expect(all.contains("14.06.2026"))
    let (book, folder) = try taken(reproduction, of: ledger.book.log.ledgerID)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (before, after) = (try ledger.book.transaction(id), try book.transaction(id))
    #expect(after.row.date == before.row.date)
    #expect(after.row.category == before.row.category)
    #expect(after.row.money?.minorUnits != before.row.money?.minorUnits)
    #expect(String(after.row.money?.minorUnits ?? 0).count == 3)
    #expect(after.row.vendor?.count == "Zum Goldenen Löwen".count)
    #expect(after.provenance.map(\.status) == before.provenance.map(\.status))
    try book.close()
  }

  @Test("Stand-ins leave nothing that can be guessed: no derived id, emoji, or hash of a page")
  func guesses() throws {
    let ledger = try AuditLedger()
    let key = "therapy"
    _ = try ledger.book.addCategory(name: "Therapy", key: key, emoji: "🧠")
    _ = try ledger.book.deactivateCategory(key: key)
    let stream = CategoryStream.of(key: key)
    let fixed = CategoryStream.of(key: "food")
    let standIns = StandIns(secret: [UInt8](repeating: 7, count: 16))
    let reproduction = try Reproduction.of(
      [.record(stream), .record(fixed)], in: ledger.book, standIns: standIns)
    #expect(reproduction.items.allSatisfy { $0.event.stream != stream })
    let others = reproduction.items.map(\.event.stream).filter { $0.kind == "category" && $0 != fixed }
    #expect(others.count == 2 && Set(others).count == 1)
    #expect(reproduction.items.contains { $0.event.stream == fixed })
    let payloads = reproduction.items.map { String(decoding: $0.event.payload ?? [], as: UTF8.self) }.joined()
    #expect(!payloads.contains("🧠") && !payloads.contains(key) && !payloads.contains("Therapy"))

    let digest = SHA256.hash(Array("a page".utf8))
    let page: JSONValue = ["sha256": .string(digest.description), "bytes": .integer(48_213)]
    let replaced = standIns.replace(page)
    #expect(replaced == standIns.replace(page))
    #expect(replaced["sha256"] != .string(digest.description) && replaced["bytes"] != .integer(48_213))
    guard case .string(let text)? = replaced["sha256"] else { throw Missing() }
    #expect(SHA256Digest(hexadecimal: text) != nil)
    let command = UniqueID.derived(kind: "capture-batch", parts: ["invoice-17"])
    #expect(standIns.replace(derived: command) != command)
    let random = UniqueID.random()
    #expect(standIns.replace(derived: random) == random)
  }

  @Test("The same amount in two writings, and the same word, have the same stand-in; another secret another")
  func consistency() {
    let one = StandIns(secret: [1])
    #expect(one.replace(minorUnits: 8_450) == one.replace(minorUnits: 845) * 10)
    #expect(one.replace(minorUnits: -8_450) == -one.replace(minorUnits: 8_450))
    #expect(one.replace(minorUnits: 0) == 0)
    let units = one.replace(minorUnits: 8_450)
    #expect(one.replace(words: "84,50").filter(\.isNumber) == String(units))
    #expect(one.replace(words: "Rewe REWE").lowercased().split(separator: " ").count == 2)
    let words = one.replace(words: "Rewe REWE").split(separator: " ").map { $0.lowercased() }
    #expect(words[0] == words[1])
    #expect(one.replace(words: "Rewe") != StandIns(secret: [2]).replace(words: "Rewe"))
    #expect(one.replace(words: "14.06.2026 2026-06-14") == "14.06.2026 2026-06-14")
    for number in ["03-5550-0142", "2-7-1", "14.56.2026", "1.284.500"] {
      #expect(one.replace(words: number) != number)
    }
    #expect(one.replace(words: "レシート") == "語語語語")
  }

  @Test("No digit of an amount maps to itself, whatever the secret", arguments: UInt8(0)..<50)
  func digits(_ secret: UInt8) {
    for digit in Int64(1)...9 {
      let amount = (0..<15).reduce(Int64(0)) { amount, _ in amount * 10 + digit }
      let replaced = Array(String(StandIns(secret: [secret]).replace(minorUnits: amount)))
      #expect(
        replaced.count == 15 && !replaced.contains(Character(String(digit))), "\(amount): \(String(replaced))")
    }
  }
}
