package import LedgerDomain

/// The categories and groups whose names contain a text that a filter asks for.
///
/// Their names are in streams of their own, so that a filter by text carries what was found there.
package struct NamedByText: Hashable, Sendable {
  /// The keys of the categories.
  package internal(set) var categories: Set<String> = []
  /// The groups, none of which is deleted.
  package internal(set) var groups: Set<GroupID> = []
}

extension ModelReader {
  /// Returns the categories and the groups that are not deleted whose names contain a text.
  ///
  /// - Complexity: O(categories + groups).
  package func named(by text: String) throws -> NamedByText {
    let wanted = NFC.foldedForComparison(text)
    var named = NamedByText()
    if wanted.isEmpty { return named }
    named.categories = Set(try categories().filter { NFC.contains($0.name, folded: wanted) }.map(\.key))
    named.groups = Set(
      try groupRows().filter { !$0.isDeleted && NFC.contains($0.name, folded: wanted) }.map(\.id))
    return named
  }
}
