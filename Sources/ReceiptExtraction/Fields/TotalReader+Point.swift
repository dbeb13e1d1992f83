extension TotalReader {
  /// Proposes `9280` after the label of a total as `92.80`, if the other amounts have decimals.
  ///
  /// Engines lose points. A total that has its point comes first.
  func propose(withoutPoint candidates: inout [Candidate]) {
    guard !candidates.contains(where: { $0.isTotal && $0.points > 0 && $0.digits.contains(".") }),
      page.numbers.count(where: { $0.isMoney && $0.decimals == 2 }) >= Self.decimalsMin
    else { return }
    for line in page.lines.indices {
      let tokens = page.lines[line]
      guard let last = tokens.last(where: { page.tokens[$0].kind == .number }),
        let (role, label) = LabelRules.role(page, line, from: tokens.lowerBound, to: last),
        LabelRules.isTotal(role)
      else { continue }
      let number = page.numbers[page.tokens[last].index]
      guard number.decimals == 0, (3...5).contains(number.digits.utf8.count), !number.isIdentity,
        !number.isPercent, !number.isFactor, !number.isNegative, number.thousandths > 0
      else { continue }
      let value = number.thousandths / 100
      let digits = "\(number.digits.dropLast(2)).\(number.digits.suffix(2))"
      if let index = candidates.firstIndex(where: { $0.value == value }) {
        candidates[index].points = max(candidates[index].points, 0) + Self.pointlessPoints
        candidates[index].isLabelled = true
      } else {
        candidates.append(
          Candidate(
            value: value, points: Self.pointlessPoints, digits: digits, reason: "line \(page.quote(label))",
            line: line, isLabelled: true))
      }
    }
  }

  private static let decimalsMin = 3
  private static let pointlessPoints = 30
}
