public import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Returns the values offered for the next purchase at a vendor, or `nil` if nothing is known of it.
  ///
  /// Imports, quick entry and reviews all ask this. Names are compared as `VendorName.short` has them, without regard to
  /// case and accents. Saved receipts count, but for the instances of rules.
  ///
  /// - Complexity: Look-ups in indexes, however many receipts there are.
  public func vendorHabit(of vendor: String, _ kind: TransactionKind = .expense) throws -> VendorHabit? {
    let offered = try offeredCategories()
    return try models.read { reader in
      var memory = VendorMemory(reader, offered: offered)
      return try memory.habit(of: vendor, kind)
    }
  }

  /// Returns the keys of the active categories.
  func offeredCategories() throws -> Set<String> {
    Set(try models.categoriesByKey().values.filter(\.isActive).map(\.key))
  }
}
