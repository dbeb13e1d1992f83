internal import LedgerBook

/// The options for how far a change of a receipt of a rule reaches (FF-14).
enum ReachOptions {
  static let this = Option.flag("this", "Change only this receipt of the rule")
  static let future = Option.flag("future", "Change this and future receipts: split the rule")
  static let rule = Option.flag("rule", "Change the whole rule, and its unedited receipts")
  static let futureDeleted = Option.flag("future", "Delete this and future receipts: end the rule before it")

  /// Returns the reach that the options name, or `nil` if there is no such option.
  static func reach(_ arguments: Arguments, command: String) throws(Failure) -> Reach? {
    let given = Reach.allCases.filter { reach in
      switch reach {
      case .this: arguments.has(this)
      case .future: arguments.has(future)
      // `delete` has a filter with this name instead.
      case .rule: command == "correct" && arguments.has(rule)
      }
    }
    guard given.count > 1 else { return given.first }
    let names = command == "correct" ? "--this, --future and --rule" : "--this and --future"
    throw Failure.usage("\(names) exclude one another", command: command)
  }
}
