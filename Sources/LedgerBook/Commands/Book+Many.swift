public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The refusal of one of several commands, so that nothing was carried out.
public struct RefusedCommand: Error, Hashable, Sendable {
  /// The transaction that the command is about.
  public let transaction: TransactionID
  /// Why it is refused.
  public let rejection: Rejection
}

extension Book {
  /// Carries out commands on several transactions as one action, which a single undo reverts.
  ///
  /// - Parameters:
  ///   - commands: Each transaction with its command, in order. Commands on one transaction do not see each other.
  ///   - id: The caller's id of the action, for a try that may come twice.
  /// - Throws: `RefusedCommand` for the first command that is refused. Then nothing was appended.
  @discardableResult
  public func perform(
    _ commands: [(transaction: TransactionID, command: TransactionCommand)], id: UniqueID? = nil
  ) throws -> Done {
    let content = commands.map { $0.command.content(on: $0.transaction) }
    return try execute(id: id, content: ["command": "several", "commands": .array(content)]) { batch in
      let context = try self.decisionContext(
        groups: commands.flatMap(\.command.groups),
        namesAccount: commands.contains(where: \.command.mayConcernAccount))
      for (transaction, command) in commands {
        let state = try self.fold(transaction.stream).transaction
        let frozen = try self.frozen(command, on: transaction)
        do throws(Rejection) {
          if let frozen { throw frozen }
          for event in try state.decide(command, id: transaction, context) {
            batch.append(event, to: transaction)
          }
        } catch {
          throw RefusedCommand(transaction: transaction, rejection: error)
        }
      }
    }
  }
}
