/// What a word or a phrase on a receipt says about the line it stands on.
enum Role: UInt8, CaseIterable {
  // Amounts.
  case grandTotal, total, inclusiveTotal, amount, subtotal, net, tax, discount, rounding, change, tendered,
    cash, card
  case tip, service, savings, loyalty, count, balance, deposit, capital, unitPrice, taxTable, fee
  // Dates.
  case date, otherDate, time
  // Who and where.
  case companyForm, strongForm, address, phone, identity, title, customer, web, greeting, notVendor, vendorWord
  // Everything else that is only noise near an amount.
  case weight, item
}
