internal import LedgerBytes
package import LedgerDomain

/// The answers that import keeps for files of banks, by the shape of the files.
package struct ProfilesAnswer: PlainAnswer {
  let profiles: [(shape: String, profile: ImportProfile)]

  package init(_ profiles: [(shape: String, profile: ImportProfile)]) { self.profiles = profiles }

  package var document: Document {
    .lines(
      profiles.map { shape, profile in
        [
          "answers": .object(
            Dictionary(profile.answers.map { ($0.option, .string($0.value)) }) { first, _ in first }),
          "name": .string(profile.name), "profile": .string(shape),
        ]
      })
  }

  package var blocks: [Block] {
    guard !profiles.isEmpty else {
      return [.line("There are no profiles. An import keeps the answers that you give it.")]
    }
    return profiles.flatMap { shape, profile in
      [.fitted("\(shape)  \(profile.name)")]
        + profile.answers.map { .fitted("  \($0.option): \($0.value)") }
    }
  }
}
