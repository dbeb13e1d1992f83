import EventLog
import LedgerBytes
import Testing

@Suite("The events that this device knew at an instant")
struct KnownByTests {
  @Test("Own events count from when they were recorded, those of others from when they were received")
  func knownBy() throws {
    let folder = TemporaryFolder()
    let here = try log(folder)
    let there = try log(folder, "b", device: deviceB)
    #expect(try here.position(knownBy: .max) == nil)
    let start = june.milliseconds
    func clock(_ milliseconds: Int64) -> WallClock { WallClock(milliseconds: milliseconds, offsetMinutes: 0) }
    let foreign = try there.append([draft(1)], clock: clock(start + 10))
    try here.append([draft(2)], clock: clock(start + 100))
    _ = try here.takeIn(foreign.map(\.envelope), receivedAtMilliseconds: start + 500)
    try here.append([draft(3)], clock: clock(start + 600))
    // A clock that was set back: the time of the log goes on, the author's clock counts.
    try here.append([draft(4)], clock: clock(start + 550))
    let expected: [(Int64, Position?)] = [
      (99, nil), (100, 1), (499, 1), (500, 2), (549, 2), (550, 4), (600, 4),
    ]
    for (after, position) in expected {
      #expect(try here.position(knownBy: start + after) == position, "after \(after) ms")
    }
  }
}
