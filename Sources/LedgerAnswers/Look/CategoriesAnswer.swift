internal import LedgerBook
internal import LedgerBytes
package import LedgerDomain
package import LedgerProjections

/// The categories in their order.
package struct CategoriesAnswer: PlainAnswer {
  let categories: [CategoryRow]

  package init(_ categories: [CategoryRow]) { self.categories = categories }

  package var document: Document {
    .lines(
      categories.map { category in
        [
          "active": .boolean(category.isActive), "color": .optional(category.color),
          "emoji": .optional(category.emoji), "header": .optional(category.header),
          "key": .string(category.key), "kinds": .strings(category.kinds.map(\.rawValue)),
          "name": .string(category.name),
        ]
      })
  }

  package var blocks: [Block] {
    var table = AnswerTable([
      .left("key"), .left(), .name("name"), .left("header"), .left("kinds"), .left("colour"), .left(),
    ])
    for category in categories {
      table.row([
        .init(category.key), .init(category.emoji ?? ""), .init(category.name),
        .init(category.header ?? "", .quiet),
        .init(category.kinds.map(\.rawValue).joined(separator: ", "), .quiet),
        .init(category.color ?? "", .quiet), .init(category.isActive ? "" : "not active", .quiet),
      ])
    }
    return [.table(table)]
  }
}

/// The vendors of a bank's files that have another name here.
package struct VendorsAnswer: PlainAnswer {
  let vendors: [(printed: String, name: String)]

  package init(_ vendors: [(printed: String, name: String)]) { self.vendors = vendors }

  package var document: Document {
    .lines(vendors.map { ["name": .string($0.name), "printed": .string($0.printed)] })
  }

  package var blocks: [Block] {
    guard !vendors.isEmpty else {
      return [.step("No vendor is renamed. Rename one", .renameVendor)]
    }
    var table = AnswerTable([.name(shrinksTo: 16), .name(shrinksTo: 16)])
    for vendor in vendors { table.row([.init(vendor.name), .init(vendor.printed, .quiet)]) }
    return [.table(table)]
  }
}

/// Tags with the number of saved receipts that have each (ET-05).
package struct TagUsesAnswer: PlainAnswer {
  let uses: [TagUse]

  package init(_ uses: [TagUse]) { self.uses = uses }

  package var document: Document {
    .lines(uses.map { ["count": .count($0.count), "tag": .string($0.tag)] })
  }

  package var blocks: [Block] {
    var table = AnswerTable([.right(), .left()])
    for use in uses { table.row([.init(grouped(Int64(use.count))), .init(use.tag)]) }
    return [.table(table)]
  }
}
