internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
public import LedgerDomain

/// A figure of an answer with the name that `why`, `bisect`, `blame` and `diff` take.
public struct ShownFigure: Hashable, Sendable {
  /// The label next to the figure.
  public let label: String
  /// The amount, as the answer shows it. Activity of a budget is negative for spending.
  public let money: Money
  /// The name, which `Book.figure(named:)` reads.
  public let name: String

  package init(_ label: String, _ money: Money, _ words: [String]) {
    self.label = label
    self.money = money
    name = words.map(FigureWords.quoted).joined(separator: " ")
  }
}

/// An answer whose document has the names of its figures inside.
package protocol NamesInDocument: Answer {}

/// The figures of an answer with their names.
package struct FigureList: Answer {
  let figures: [ShownFigure]

  package init(_ figures: [ShownFigure]) { self.figures = figures }

  package func document(_ notation: Notation) -> Document {
    .lines(figures.map { ["figure": .string($0.name), "label": .string($0.label), "shown": $0.money.json] })
  }

  package func blocks(_ notation: Notation) -> [Block] {
    if figures.isEmpty { return [] }
    var table = AnswerTable([.name(shrinksTo: 16), .right(), .copied()], indent: 2)
    var label: String?
    for figure in figures {
      table.row([
        .init(figure.label == label ? "" : figure.label, .quiet), .init(notation.words(figure.money)),
        .init(figure.name),
      ])
      label = figure.label
    }
    return [.gap, .line("For \(step: .why):"), .table(table)]
  }
}
