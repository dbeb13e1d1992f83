/// A country that is recognized by the words on its receipts.
enum Country: String, CaseIterable {
  case germany = "DE"
  case austria = "AT"
  case switzerland = "CH"
  case france = "FR"
  case belgium = "BE"
  case netherlands = "NL"
  case italy = "IT"
  case spain = "ES"
  case portugal = "PT"
  case ireland = "IE"
  case unitedKingdom = "GB"
  case unitedStates = "US"
  case canada = "CA"
  case australia = "AU"
  case newZealand = "NZ"
  case singapore = "SG"
  case malaysia = "MY"
  case hongKong = "HK"
  case japan = "JP"
  case china = "CN"
  case brazil = "BR"
  case mexico = "MX"
  case poland = "PL"
  case czechia = "CZ"
  case hungary = "HU"
  case sweden = "SE"
  case norway = "NO"
  case denmark = "DK"
  case india = "IN"
  case turkey = "TR"
  case southAfrica = "ZA"
  case thailand = "TH"
  case indonesia = "ID"

  /// The currency of its prices (ISO 4217).
  var currency: String {
    switch self {
    case .germany, .austria, .france, .belgium, .netherlands, .italy, .spain, .portugal, .ireland: "EUR"
    case .switzerland: "CHF"
    case .unitedKingdom: "GBP"
    case .unitedStates: "USD"
    case .canada: "CAD"
    case .australia: "AUD"
    case .newZealand: "NZD"
    case .singapore: "SGD"
    case .malaysia: "MYR"
    case .hongKong: "HKD"
    case .japan: "JPY"
    case .china: "CNY"
    case .brazil: "BRL"
    case .mexico: "MXN"
    case .poland: "PLN"
    case .czechia: "CZK"
    case .hungary: "HUF"
    case .sweden: "SEK"
    case .norway: "NOK"
    case .denmark: "DKK"
    case .india: "INR"
    case .turkey: "TRY"
    case .southAfrica: "ZAR"
    case .thailand: "THB"
    case .indonesia: "IDR"
    }
  }

  /// The language of most of its receipts (ISO 639-3), or `nil` if several are common.
  var language: String? {
    switch self {
    case .germany, .austria: "deu"
    case .france: "fra"
    case .italy: "ita"
    case .spain, .mexico: "spa"
    case .portugal, .brazil: "por"
    case .japan: "jpn"
    case .ireland, .unitedKingdom, .unitedStates, .australia, .newZealand, .singapore, .malaysia, .india,
      .southAfrica:
      "eng"
    case .switzerland, .belgium, .netherlands, .canada, .hongKong, .china, .poland, .czechia, .hungary, .sweden,
      .norway, .denmark, .turkey, .thailand, .indonesia:
      nil
    }
  }

  /// The order of day, month and year that its people write.
  var dateOrder: CountryDateOrder {
    switch self {
    case .unitedStates: .monthFirst
    case .japan, .china, .hungary, .sweden, .canada: .yearFirst
    case .germany, .austria, .switzerland, .france, .belgium, .netherlands, .italy, .spain, .portugal, .ireland,
      .unitedKingdom, .australia, .newZealand, .singapore, .malaysia, .hongKong, .brazil, .mexico, .poland,
      .czechia, .norway, .denmark, .india, .turkey, .southAfrica, .thailand, .indonesia:
      .dayFirst
    }
  }
}

/// The order of day, month and year in numbers.
enum CountryDateOrder { case dayFirst, monthFirst, yearFirst }
