import EventLog
import LedgerBytes
import Testing

@Suite struct ClockTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  private func times(_ walls: [Int64]) throws -> [StoredEvent] {
    let log = try log(folder)
    for (number, wall) in walls.enumerated() {
      try log.append([draft(UInt64(number))], clock: WallClock(milliseconds: wall, offsetMinutes: -90))
    }
    return try log.all()
  }

  @Test("time never goes back, whatever the wall clock does; what people see does")
  func backwards() throws {
    let walls: [Int64] = [1_000_000, 999_000, 1_000_000, 1_000_001]
    let events = try times(walls)
    #expect(events.map(\.time.milliseconds) == [1_000_000, 1_000_000, 1_000_000, 1_000_001])
    #expect(events.map(\.time.counter) == [0, 1, 2, 0])
    #expect(events.map(\.recordedAtMilliseconds) == walls)
    #expect(events.allSatisfy { $0.offsetMinutes == -90 })
  }

  @Test(
    "a wall clock before 1970 counts as 1970, one past 2150 as 2150, and is shown as it was",
    arguments: [
      (Int64(-1), UInt64(0)), (.min, 0), (5_680_281_600_000, 5_680_281_600_000),
      (5_680_281_600_001, 5_680_281_600_000), (.max, 5_680_281_600_000),
    ])
  func extremes(wall: Int64, milliseconds: UInt64) throws {
    let event = try times([wall])[0]
    #expect(event.time.milliseconds == milliseconds)
    #expect(event.recordedAtMilliseconds == wall)
    #expect(event.envelope.computedLeaf == event.leaf)
  }

  @Test("the counter carries into the milliseconds")
  func carry() throws {
    let log = try log(folder)
    let drafts = (0..<65_537).map { _ in draft(1, payload: "{}") }
    let stored = try log.append(drafts)
    let start = UInt64(june.milliseconds)
    #expect(stored[65_535].time == HybridTime(milliseconds: start, counter: 65_535))
    #expect(stored[65_536].time == HybridTime(milliseconds: start + 1, counter: 0))
    #expect(stored[65_536].recordedAtMilliseconds == june.milliseconds)
  }

  @Test("who has seen an event of years ahead sorts after it")
  func ahead() throws {
    let future = WallClock(milliseconds: june.milliseconds + 40 * 365 * 86_400_000, offsetMinutes: 0)
    let one = try log(folder, "a")
    let two = try log(folder, "b", device: deviceB)
    let theirs = try two.append([draft(1)], clock: future)
    _ = try one.takeIn(theirs)
    let mine = try one.append([draft(1)])[0]
    #expect(mine.time.rawValue == theirs[0].time.rawValue + 1)
    #expect(mine.recordedAtMilliseconds == june.milliseconds)
    #expect(theirs[0].foldsBefore(mine) && !mine.foldsBefore(theirs[0]))
  }
}
