import BankFiles
import Testing

@Suite("Numbers of accounts")
struct AccountNumberTests {
  @Test(
    "One account is recognized in the ways that formats write it",
    arguments: [
      ("DE02 1203 0000 0000 2020 51", "de02120300000000202051"),
      ("DE02120300000004202051", "12030000/0004202051"), ("GB29NWBK60161331926819", "0031926819"),
      ("Giro", "GIRO"),
    ])
  func same(_ one: String, _ other: String) {
    #expect(AccountNumber.areSame(one, other) && AccountNumber.areSame(other, one))
  }

  @Test(
    "Short ends, names and other numbers are other accounts",
    arguments: [
      ("DE02120300000000202051", "202051"), ("DE02120300000000202051", "DE02120300000000202052"),
      ("My Giro account", "Giro account"), ("", ""), ("Giro", ""), ("1234567", "7654321"),
    ])
  func different(_ one: String, _ other: String) {
    #expect(!AccountNumber.areSame(one, other) && !AccountNumber.areSame(other, one))
  }
}
