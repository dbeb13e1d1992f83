/// The amounts of one category in all months.
struct BudgetCourse: Sendable {
  let category: String
  private var activities: [Activity] = []
  private var choices: [Choice] = []

  private struct Activity: Sendable {
    let month: CivilMonth
    var units: Int128
  }

  private struct Choice: Sendable {
    let month: CivilMonth
    var budgeted: Int128
    var carriesOver: Bool?
  }

  init(category: String) { self.category = category }

  mutating func add(activity units: Int128, in month: CivilMonth) {
    let place = activities.place { $0.month < month }
    precondition(
      (place == 0 || activities[place - 1].month < month)
        && (place == activities.count || month <= activities[place].month),
      "activities are in the order of months")
    if place < activities.count, activities[place].month == month {
      activities[place].units += units
    } else {
      activities.insert(Activity(month: month, units: units), at: place)
    }
  }

  mutating func add(budgeted: Int64, carriesOver: Bool?, in month: CivilMonth) {
    let place = choices.place { $0.month < month }
    precondition(
      (place == 0 || choices[place - 1].month < month)
        && (place == choices.count || month <= choices[place].month), "choices are in the order of months")
    choices.insert(Choice(month: month, budgeted: Int128(budgeted), carriesOver: carriesOver), at: place)
  }

  /// Calls `body` with the figures of each month in which something happened, and of the last month.
  func forEachStep(through last: CivilMonth, _ body: (BudgetStep) -> Void) {
    var step: BudgetStep?
    var (nextActivity, nextChoice) = (0, 0)
    while true {
      let activity = nextActivity < activities.count ? activities[nextActivity] : nil
      let choice = nextChoice < choices.count ? choices[nextChoice] : nil
      let month = min(activity?.month ?? last, choice?.month ?? last, last)
      var next = step.map { $0.following(month) } ?? BudgetStep(month: month)
      if let activity, activity.month == month {
        next.activity = activity.units
        nextActivity += 1
      }
      if let choice, choice.month == month {
        next.budgeted = choice.budgeted
        next.carriesOver = choice.carriesOver ?? next.carriesOver
        nextChoice += 1
      }
      body(next)
      if month == last { return }
      step = next
    }
  }

  /// The first month in which money was budgeted, or else the first in which any was spent.
  var firstMonth: CivilMonth? {
    choices.first { $0.budgeted != 0 }?.month ?? activities.first { $0.units != 0 }?.month
  }

  /// The latest month in which an amount was budgeted or spent, or a choice was made.
  var lastMonth: CivilMonth? { [activities.last?.month, choices.last?.month].compactMap { $0 }.max() }

  /// Returns the sums of what was budgeted and of what was spent, from a month on and before another one.
  func sums(from first: CivilMonth, before end: CivilMonth) -> (budgeted: Int128, activity: Int128) {
    var sums = (budgeted: Int128(0), activity: Int128(0))
    for choice in choices where choice.month >= first && choice.month < end { sums.budgeted += choice.budgeted }
    for activity in activities where activity.month >= first && activity.month < end {
      sums.activity += activity.units
    }
    return sums
  }
}

/// The figures of one category in one month.
struct BudgetStep: Sendable {
  let month: CivilMonth
  var carriedIn: Int128 = 0
  var budgeted: Int128 = 0
  var activity: Int128 = 0
  var carriesOver = false

  init(month: CivilMonth) { self.month = month }

  var available: Int128 { carriedIn + budgeted + activity }

  /// The overspending that leaves the category: the next month's To Budget is less by it.
  var uncovered: Int128 { carriesOver || available > 0 ? 0 : 0 - available }

  /// Returns a later month before anything happens in it. Nothing happened in the months between.
  func following(_ month: CivilMonth) -> BudgetStep {
    var step = BudgetStep(month: month)
    step.carriedIn = available + uncovered
    step.carriesOver = carriesOver
    return step
  }
}

extension Array {
  /// Returns the index of the first element of a sorted array that does not precede another one.
  fileprivate func place(_ precedes: (Element) -> Bool) -> Int {
    // Most often it is the last.
    guard let last, !precedes(last) else { return count }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
