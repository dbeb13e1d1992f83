public import Foundation

// The ledger's errors in the alerts of an app. The sentences are English. `errorKey` names the reason for an app that
// has sentences of its own, such as `rejection.missingToSave`.

extension LocalizedError where Self: Explained {
  /// A sentence about what is wrong.
  public var errorDescription: String? { Refusal(self).message }
  /// A sentence about what to do.
  public var recoverySuggestion: String? { Refusal(self).suggestion }
}

extension Refusal: LocalizedError {}

extension Rejection: LocalizedError {
  /// The name of the reason: `rejection.` and the name of its case.
  public var errorKey: String { "rejection." + caseName(of: self) }
}

extension BookError: LocalizedError {
  /// The name of the reason: `book.` and the name of its case.
  public var errorKey: String { "book." + caseName(of: self) }
}

extension PlanError: LocalizedError {
  /// The name of the reason: `plan.` and the name of its case.
  public var errorKey: String { "plan." + caseName(of: self) }
}

extension StorageError: LocalizedError {
  /// The name of the reason: `storage.` and the name of its reason.
  public var errorKey: String { "storage." + reason.rawValue }
}

extension ModelError: LocalizedError {
  /// The name of the reason: `figures.` and the name of its case.
  public var errorKey: String { "figures." + caseName(of: self) }
}

/// Returns the name of a case without its values.
private func caseName(of value: some Error) -> String {
  Mirror(reflecting: value).children.first?.label ?? String(describing: value)
}
