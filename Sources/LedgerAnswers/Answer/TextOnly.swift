/// Blocks for people that programs do not get.
///
/// An example is the head of a list whose rows are shown as they are read.
package struct TextOnly: Answer {
  private let blocks: (Notation) throws -> [Block]

  package init(_ blocks: @escaping (Notation) throws -> [Block]) { self.blocks = blocks }

  package func document(_ notation: Notation) -> Document { .none }
  package func blocks(_ notation: Notation) throws -> [Block] { try blocks(notation) }
}
