internal import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// A filter as names and values: the form that manifests and events keep.
extension TransactionFilter {
  /// The value of the condition `group` for transactions without a group.
  private static let unfiled = "unfiled"

  /// The conditions, ordered by name, with sorted values. Stages are left out: an export has saved transactions only.
  public var conditions: [ExportSeal.Condition] {
    var conditions: [ExportSeal.Condition] = []
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { conditions.append(ExportSeal.Condition(name: name, values: values)) }
    }
    func add(_ name: String, _ values: Set<String>) {
      add(name, values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
    func words(_ bound: AmountBound?) -> [String] {
      guard let bound else { return [] }
      return [bound.amount.decimal, bound.amount.currency.code] + (bound.isOfItsCurrency ? ["only"] : [])
    }
    add("account", accounts)
    add("all-tags", tags)
    add("any-tag", otherTags)
    add("category", categories)
    add("cleared", isCleared.map { [$0 ? "yes" : "no"] } ?? [])
    add("flag", Set(flags.map(\.rawValue)))
    add("from", from.map { [$0.iso] } ?? [])
    add("group", Set(groups.map { $0?.description ?? Self.unfiled }))
    add("has-photo", hasPhoto.map { [$0 ? "yes" : "no"] } ?? [])
    add("kind", Set(kinds.map(\.rawValue)))
    add("max", words(maximum))
    add("min", words(minimum))
    add("payment", Set(payments.map(\.rawValue)))
    add("rule", Set(rules.map(\.description)))
    add("tag", anyTags)
    add("text", text.map { [$0] } ?? [])
    add("through", through.map { [$0.iso] } ?? [])
    add("vendor", vendors)
    return conditions
  }

  /// The filter of some conditions, or `nil` if this program does not know one of them.
  public init?(_ conditions: [ExportSeal.Condition]) {
    self.init()
    for condition in conditions where !add(condition) { return nil }
  }

  private mutating func add(_ condition: ExportSeal.Condition) -> Bool {
    let values = condition.values
    func isYes() -> Bool? { values == ["yes"] ? true : values == ["no"] ? false : nil }
    func all<Value: Hashable>(_ read: (String) -> Value?) -> Set<Value>? {
      let read = values.map(read)
      return read.contains { $0 == nil } ? nil : Set(read.compactMap { $0 })
    }
    func bound() -> AmountBound? {
      guard (2...3).contains(values.count), let currency = CurrencyCode(values[1]),
        let units = try? AmountParser.minorUnits(decimal: values[0], currency: currency),
        values.count == 2 || values[2] == "only"
      else { return nil }
      return AmountBound(Money(minorUnits: units, currency: currency), isOfItsCurrency: values.count == 3)
    }
    func set<Value>(_ target: inout Value, _ value: Value?) -> Bool {
      guard let value else { return false }
      target = value
      return true
    }
    func set<Value>(_ target: inout Value?, _ value: Value?) -> Bool {
      target = value
      return value != nil
    }
    switch condition.name {
    case "account": return set(&accounts, Set(values))
    case "all-tags": return set(&tags, Set(values))
    case "any-tag": return set(&otherTags, Set(values))
    case "category": return set(&categories, Set(values))
    case "cleared": return set(&isCleared, isYes())
    case "flag": return set(&flags, all(FlagSetting.init(rawValue:)))
    case "from": return set(&from, values.first.flatMap { CivilDate(iso: $0) })
    case "group":
      var groups: Set<GroupID?> = []
      for value in values {
        if value == Self.unfiled {
          groups.insert(nil)
        } else {
          guard let id = UniqueID(value) else { return false }
          groups.insert(GroupID(id))
        }
      }
      return set(&self.groups, groups)
    case "has-photo": return set(&hasPhoto, isYes())
    case "kind": return set(&kinds, all(TransactionKind.init(rawValue:)))
    case "max": return set(&maximum, bound())
    case "min": return set(&minimum, bound())
    case "payment": return set(&payments, all(PaymentMethod.init(rawValue:)))
    case "rule": return set(&rules, all { UniqueID($0).map(RuleID.init) })
    case "tag": return set(&anyTags, Set(values))
    case "text": return set(&text, values.first)
    case "through": return set(&through, values.first.flatMap { CivilDate(iso: $0) })
    case "vendor": return set(&vendors, Set(values))
    default: return false
    }
  }
}
