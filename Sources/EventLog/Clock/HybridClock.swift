internal import LedgerBytes

extension HybridTime {
  /// Returns the time of the next event: the wall clock's, or just after `last`, whichever is later.
  ///
  /// Never held back: who has seen an event sorts after it, also when its author's clock was years ahead. The
  /// counter carries into the milliseconds. A wall clock before 1970 counts as 1970, one past 2150 as 2150.
  static func next(wallMilliseconds: Int64, after last: HybridTime) -> HybridTime {
    let wall = min(max(wallMilliseconds, 0), EventLimits.latestWallMilliseconds)
    return max(HybridTime(milliseconds: UInt64(wall)), HybridTime(rawValue: last.rawValue &+ 1))
  }
}
