internal import LedgerDomain

/// A printed receipt: its text and its true values.
struct Paper {
  var text: String
  var items: [ReceiptReadings.Item]
  var money: Money
  /// The sum of taxes, which a bad extractor reads as the total.
  var tax: Money
}

/// Prints receipts. One printer is used for a whole run, so that printing allocates little.
struct Printer {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(8_192) }

  /// Prints the receipt of a vendor at a place on a day.
  mutating func print(
    _ vendor: Vendor, at place: Place, on day: CivilDate, minute: Int, byCard: Bool, random: inout Seeded
  ) -> Paper {
    bytes.removeAll(keepingCapacity: true)
    let currency = CurrencyCode(place.currency) ?? .eur
    let digits = currency.minorUnitDigits ?? 2
    var lines = random.among(vendor.lines)
    if vendor.canBeLong, random.chance(90) { lines = random.among(50...140) }
    line(vendor.name)
    write(place.street)
    write(" ")
    write(random.among(1...180))
    end()
    write(place.postcode)
    write(" ")
    line(place.city)
    write("Tel. ")
    write(random.among(2_000_000...99_999_999))
    end()
    end()
    let inflation = 1_000 + (day.year - 2016) * 22
    var total = 0
    var items: [ReceiptReadings.Item] = []
    let keepsItems = random.chance(200)
    for _ in 0..<lines {
      let item = random.pick(vendor.items)
      var price = item.cents * place.scale / 1_000 * inflation / 1_000
      price = max(1, price + price * (random.below(21) - 10) / 100)
      total += price
      write(item.name)
      pad(to: 30, after: item.name.utf8.count)
      let start = bytes.count
      write(price, digits: digits, comma: place.hasComma)
      if keepsItems, items.count < 8 {
        let decimal = String(decoding: bytes[start...], as: UTF8.self)
        items.append(
          ReceiptReadings.Item(
            name: item.name, quantity: nil, price: place.hasComma ? decimal.withPoint : decimal))
      }
      write(random.chance(700) ? " A" : " B")
      end()
    }
    line("----------------------------------")
    let money = Money(minorUnits: Int64(total), currency: currency)
    write(place.total)
    write(" ")
    write(place.currency)
    write("  ")
    write(total, digits: digits, comma: place.hasComma)
    end()
    write(byCard ? place.card : place.cash)
    write("  ")
    let given = byCard ? total : total + random.below(10) * 50
    write(given, digits: digits, comma: place.hasComma)
    end()
    write(place.tax)
    write("  ")
    let tax = total * 19 / 119
    write(tax, digits: digits, comma: place.hasComma)
    end()
    write(day, place.date)
    write(" ")
    write(minute / 60, atLeastTwo: true)
    write(":")
    write(minute % 60, atLeastTwo: true)
    write("  Bon ")
    write(random.among(1...9_999))
    end()
    if byCard { slip(random: &random) }
    line(place.thanks)
    return Paper(
      text: String(decoding: bytes, as: UTF8.self), items: items, money: money,
      tax: Money(minorUnits: Int64(tax), currency: currency))
  }

  /// Prints the slip of a card terminal.
  private mutating func slip(random: inout Seeded) {
    line("")
    line("* *  " + (random.chance(600) ? "girocard" : "VISA credit") + " contactless  * *")
    write("Terminal-ID ")
    write(random.among(50_000_000...69_999_999))
    end()
    write("TA-Nr ")
    write(random.among(100_000...999_999))
    write("  BNr ")
    write(random.among(1...9_999))
    end()
    write("################")
    write(random.among(1_000...9_999))
    line(" 0")
    write("VU-Nr 4556")
    write(random.among(100_000...999_999))
    write("  Auth ")
    write(random.among(100_000...999_999))
    end()
    line("AID A0000003591010028001")
    line("Zahlung erfolgt / approved")
  }

  // MARK: Bytes

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func line(_ text: String) {
    write(text)
    end()
  }

  private mutating func end() { bytes.append(10) }

  private mutating func pad(to width: Int, after count: Int) {
    for _ in count..<max(width, count + 1) { bytes.append(32) }
  }

  private mutating func write(_ number: Int, atLeastTwo: Bool = false) {
    if atLeastTwo, number < 10 { bytes.append(48) }
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(48 + rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func write(_ units: Int, digits: Int, comma: Bool) {
    guard digits > 0 else { return write(units) }
    write(units / 100)
    bytes.append(comma ? 44 : 46)
    write(units % 100, atLeastTwo: true)
  }

  private mutating func write(_ day: CivilDate, _ order: Place.DateOrder) {
    let (year, month, number) = day.parts
    func join(_ parts: [Int], _ separator: String) {
      for (index, part) in parts.enumerated() {
        if index > 0 { write(separator) }
        write(part, atLeastTwo: true)
      }
    }
    switch order {
    case .dayDots: join([number, month, year], ".")
    case .daySlashes: join([number, month, year], "/")
    case .monthSlashes: join([month, number, year], "/")
    case .yearFirst: join([year, month, number], "-")
    }
  }
}

extension String {
  /// The decimal with a point instead of a comma.
  fileprivate var withPoint: String {
    String(decoding: utf8.map { $0 == 44 ? 46 : $0 }, as: UTF8.self)
  }
}
