/// How often each area of the repository may break each rule, because the text is older than the rule.
///
/// The counts can only shrink. They belong to areas and not to files, because files are moved.
struct Ratchet: Equatable {
  struct Key: Hashable, Comparable {
    let area: String
    let rule: Rule

    static func < (one: Key, other: Key) -> Bool { (one.area, one.rule) < (other.area, other.rule) }
  }

  var counts: [Key: Int]

  init(counts: [Key: Int]) { self.counts = counts.filter { $0.value > 0 } }

  init(_ violations: [Violation], areas: [String: String]) {
    var counts: [Key: Int] = [:]
    for violation in violations {
      counts[Key(area: areas[violation.path] ?? violation.path, rule: violation.rule), default: 0] += 1
    }
    self.init(counts: counts)
  }

  /// Reads the table. A line that is neither a comment nor an area, a rule and a count is returned as wrong.
  static func parse(_ text: String) -> (ratchet: Ratchet, wrong: [String]) {
    var counts: [Key: Int] = [:]
    var wrong: [String] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      if parts.count == 3, let rule = Rule(rawValue: String(parts[1])), let count = Int(parts[2]), count > 0 {
        counts[Key(area: String(parts[0]), rule: rule)] = count
      } else {
        wrong.append(String(line))
      }
    }
    return (Ratchet(counts: counts), wrong)
  }

  var text: String {
    let width = counts.keys.map(\.area.count).max() ?? 0
    let ruleWidth = Rule.allCases.map(\.rawValue.count).max() ?? 0
    let lines = counts.sorted { $0.key < $1.key }.map { key, count in
      key.area.padded(to: width) + "  " + key.rule.rawValue.padded(to: ruleWidth) + "  \(count)\n"
    }
    return Self.heading + lines.joined()
  }

  private static let heading = """
    # How often each area may break each rule of style. The one reason for all: the text is older than the rule.
    # The counts only shrink. After mending texts, write the lower counts with
    #   EVENTS_UPDATE_STYLE=1 swift test --filter StyleTests
    # which raises no count. EVENTS_UPDATE_STYLE=moved also follows files that moved between targets: a count may
    # then grow where the rule's total over all areas does not.

    """

  /// The keys whose counts differ from those found, with both numbers.
  func differences(from found: Ratchet) -> [(key: Key, listed: Int, found: Int)] {
    Set(counts.keys).union(found.counts.keys).sorted()
      .map { ($0, counts[$0] ?? 0, found.counts[$0] ?? 0) }
      .filter { $0.listed != $0.found }
  }

  /// The table after mending: each count is the lower one of those listed and found.
  func tightened(to found: Ratchet) -> Ratchet {
    Ratchet(
      counts: counts.merging(found.counts, uniquingKeysWith: min).filter {
        counts[$0.key] != nil && found.counts[$0.key] != nil
      })
  }

  /// The table after files moved: the counts found, for every rule whose total did not grow.
  func moved(to found: Ratchet) -> Ratchet {
    var result = tightened(to: found)
    for rule in Rule.allCases where found.total(of: rule) <= total(of: rule) {
      for (key, count) in found.counts where key.rule == rule { result.counts[key] = count }
    }
    return result
  }

  func total(of rule: Rule) -> Int { counts.reduce(0) { $0 + ($1.key.rule == rule ? $1.value : 0) } }
}

extension String {
  /// The text with spaces after it up to a width in characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
