extension LedgerLog {
  /// Checks that every event kept of another branch has the parts that its leaf was computed from.
  func checkBranches(_ report: inout VerificationReport) {
    do {
      for branch in try branches() { _ = try events(of: branch) }
    } catch {
      report.add(.structure, "\(error)")
    }
  }
}
