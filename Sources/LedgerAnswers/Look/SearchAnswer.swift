internal import LedgerDomain
package import LedgerProjections

/// Receipts found by words, each with an excerpt of the text that has them.
package struct SearchAnswer: Answer {
  let hits: [SearchHit]
  let limit: Int
  let filters: [String]
  /// The reason why nothing was found, which is read only if nothing was.
  let emptiness: () throws -> String

  package init(_ hits: [SearchHit], limit: Int, filters: [String], emptiness: @escaping () throws -> String) {
    (self.hits, self.limit, self.filters, self.emptiness) = (hits, limit, filters, emptiness)
  }

  package var remarks: [Remark] {
    guard hits.count == limit else { return [] }
    return [.text("There may be more than \(counted(limit, "receipt")): --limit N shows them")]
  }

  package func document(_ notation: Notation) throws -> Document { .lines(try hits.map { try $0.json() }) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let head = Block.filters(filters)
    guard !hits.isEmpty else { return head + [.paragraph(Line(try emptiness()))] }
    var table = AnswerTable([.left(), .left(), .left(), .name(), .name(shrinksTo: 8), .right(minimum: 12)])
    for hit in hits {
      let row = hit.transaction.row
      table.row([
        .init(try notation.short(row.id), .quiet),
        .init(row.stage == .saved ? "" : row.stage.rawValue, .attention),
        .init(notation.words(row.date ?? row.on)), .init(notation.vendor(row)),
        .init(hit.transaction.groupName ?? "", .quiet), .init(notation.listedAmount(row)),
      ])
      table.span(Self.excerpt(hit))
    }
    return head + [.table(table)]
  }

  /// Returns the excerpt, `paper: … SUMME EUR 84,50 …`, with the match emphasized.
  private static func excerpt(_ hit: SearchHit) -> Line {
    let bytes = Array(hit.snippet.utf8)
    var line: Line = hit.place == "several" ? "  " : Line("  ") + Line("\(hit.place): ", .quiet)
    func add(_ range: Range<Int>, _ emphasis: Emphasis) {
      guard !range.isEmpty else { return }
      line.parts += Line(squeezed(String(decoding: bytes[range], as: UTF8.self)), emphasis).parts
    }
    var end = 0
    for match in hit.matches {
      add(end..<match.lowerBound, .plain)
      add(match, .strong)
      end = match.upperBound
    }
    add(end..<bytes.count, .plain)
    return line
  }

  /// Replaces several blanks by one, because the columns of the paper are lost here.
  private static func squeezed(_ text: String) -> String {
    var result = ""
    for character in text where character != " " || result.last != " " { result.append(character) }
    return result
  }
}
