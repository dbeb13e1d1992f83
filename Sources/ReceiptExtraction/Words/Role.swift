/// The meaning of a word or a phrase for the line that it is on.
enum Role: UInt8, CaseIterable {
  // Amounts.
  case grandTotal, total, inclusiveTotal, amount, subtotal, net, tax, discount, rounding, change, tendered,
    cash, card
  case tip, service, savings, loyalty, count, balance, deposit, capital, unitPrice, taxTable, fee
  // Dates.
  case date, otherDate, time
  // Names and addresses.
  case companyForm, strongForm, address, phone, identity, title, customer, web, greeting, notVendor, vendorWord
  // Noise next to an amount.
  case weight, item
}
