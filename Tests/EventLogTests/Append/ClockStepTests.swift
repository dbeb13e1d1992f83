import LedgerBytes
import Testing

@testable import EventLog

@Suite("Clock, step by step") struct ClockStepTests {
  typealias Step = (wall: Int64, last: HybridTime, expected: HybridTime)

  static let steps: [Step] = [
    (1_000, HybridTime(milliseconds: 0), HybridTime(milliseconds: 1_000)),
    (1_000, HybridTime(milliseconds: 999, counter: 65_535), HybridTime(milliseconds: 1_000)),
    (1_000, HybridTime(milliseconds: 1_000), HybridTime(milliseconds: 1_000, counter: 1)),
    (1_000, HybridTime(milliseconds: 5_000, counter: 7), HybridTime(milliseconds: 5_000, counter: 8)),
    // The counter carries into the milliseconds.
    (1_000, HybridTime(milliseconds: 1_000, counter: 65_535), HybridTime(milliseconds: 1_001)),
    // Before 1970 is 1970, after 2150 is 2150.
    (-1, HybridTime(rawValue: 0), HybridTime(rawValue: 1)),
    (.min, HybridTime(rawValue: 0), HybridTime(rawValue: 1)),
    (.max, HybridTime(milliseconds: 1_000), HybridTime(milliseconds: 5_680_281_600_000)),
    (5_680_281_600_001, HybridTime(milliseconds: 1_000), HybridTime(milliseconds: 5_680_281_600_000)),
    // Never held back after an event from the future, past 2150 too.
    (
      1_000, HybridTime(milliseconds: 7_258_118_399_999),
      HybridTime(milliseconds: 7_258_118_399_999, counter: 1)
    ),
  ]

  @Test("the next time is the wall clock's, or just after the last", arguments: steps)
  func next(wall: Int64, last: HybridTime, expected: HybridTime) {
    #expect(HybridTime.next(wallMilliseconds: wall, after: last) == expected)
  }

  @Test("times only grow while the wall clock goes anywhere, and the clock's own time is kept")
  func anywhere() throws {
    let log = try TestLog()
    var walls: [Int64] = []
    var offsets: [Int16] = []
    for wall in [noon, noon - 86_400_000, noon, noon + 1, 0, -86_400_001, 6_000_000_000_000, .min, .max, noon] {
      log.clock = WallClock(milliseconds: wall, offsetMinutes: Int16(walls.count * 60 - 300))
      walls += [wall, wall]
      offsets += [log.clock.offsetMinutes, log.clock.offsetMinutes]
      try log.append(draft(), draft())
    }
    let events = try log.reopened().backwards().reversed()
    for (earlier, later) in zip(events, events.dropFirst()) { #expect(earlier.time < later.time) }
    #expect(events.map(\.recordedAtMilliseconds) == walls)
    #expect(events.map(\.offsetMinutes) == offsets)
    #expect(events.last?.time.milliseconds == 5_680_281_600_000)
    #expect(try log.log.verify().isSound)
  }

  @Test("who has seen an event sorts after it, however far ahead its author's clock was")
  func future() throws {
    let one = try TestLog()
    let two = try TestLog(device: 2)
    let latest = EventLimits.latestForeignMilliseconds - 1
    try two.append(draft())
    let ahead = try two.envelopes()[0].changed(time: HybridTime(milliseconds: latest, counter: 9))
    try one.append(draft())
    try one.takeIn([ahead])
    let after = try #require(try one.append(draft(stream(2))).first)
    #expect(after.time == HybridTime(milliseconds: latest, counter: 10))
    #expect(after.recordedAtMilliseconds == noon)
    // Read from the log, not remembered.
    let reopened = try one.reopened()
    let later = try reopened.write {
      try $0.append([draft()], correlation: id(1), clock: one.clock, salts: LedgerLog.randomSalt)
    }
    #expect(later[0].time == HybridTime(milliseconds: latest, counter: 11))
  }

  @Test("a batch longer than the counter goes on in the next milliseconds")
  func carry() throws {
    let log = try TestLog()
    let two = try TestLog(device: 2)
    try two.append(draft())
    let last = HybridTime(milliseconds: UInt64(noon) + 5, counter: 65_533)
    try log.takeIn([try two.envelopes()[0].changed(time: last)])
    let times = try log.append((0..<5).map { _ in draft() }).map(\.time)
    #expect(times == (1...5).map { HybridTime(rawValue: last.rawValue + $0) })
    #expect(times.map(\.milliseconds) == [5, 5, 6, 6, 6].map { UInt64(noon) + $0 })
    #expect(try log.log.verify().isSound)
  }

  @Test("the next event is later than another program's events, too")
  func otherConnection() throws {
    let log = try TestLog()
    let other = try log.reopened()
    let ahead = WallClock(milliseconds: noon + 1_000_000, offsetMinutes: 0)
    let theirs = try other.write {
      try $0.append([draft()], correlation: id(1), clock: ahead, salts: LedgerLog.randomSalt)
    }
    #expect(try log.append(draft())[0].time > theirs[0].time)
  }

  @Test("events of a stream fold by time, then device, then number")
  func folding() throws {
    let one = try TestLog()
    let events = try one.append(draft(), draft())
    #expect(events[0].foldsBefore(events[1]) && !events[1].foldsBefore(events[0]))
    #expect(!events[0].foldsBefore(events[0]))
    let two = try TestLog(device: 2)
    let theirs = try two.append(draft())[0]
    #expect(theirs.time == events[0].time)
    #expect(events[0].foldsBefore(theirs) && !theirs.foldsBefore(events[0]))
  }
}
