extension HelpTopic {
  static let entry = HelpTopic(
    name: "entry", title: "Quick entry", summary: "How amounts, dates and lines are typed",
    text: """
      Amounts are typed as the ledger's locale writes them, with their currency or without.

      - `84.50`: an amount in the ledger's currency
      - `84 JPY`: an amount in another currency
      - `15.00 + 5.00`: a sum; so are `15+5` and `20 - 2.50`
      - `90/3`, `3 * 4.50`: a share and a product; `84 +10%`: with a tip
      - `1536p`: digits from the right, which is 15.36

      A text that can be read in two ways is refused, and the message names both. The same holds for dates: `2026-06-12`,
      `today`, `yesterday`, a weekday, `-3d`, `14 jun`, `14.06.`, or the ledger's own order. A day without a year is the last
      that was, or one of the next 31 days. A date more than 10 years back or 2 years ahead needs `--yes` or an answer.

      ## One line

          events add "taxi 23.90 cash yesterday"
          events add "rewe 84.50 food card #berlin"

          events add 'Level 42 other 55 EUR card 14 jun in:Berlin note: two'

      `#berlin` is a tag, `@Giro` an account, `in:Berlin` a group. `--new-account` opens the account if it is new. `note:`
      takes a word or, with a blank after it, the rest of the line. What has no other meaning is the vendor. An amount with its currency wins over other numbers. Without one, two
      numbers are refused, and so are two dates, two categories and two payments. Quotes make a text part of the vendor
      whatever it looks like: `"Level 42"`. Capitalised words inside a name stay in it: `TGI Friday`. `--dry-run` shows what
      was understood and records nothing.

      `add` shows what it understood before it records. It records today's date if no date is given. On a
      terminal, or with `--last`, the payment and the account of the last entry take the place of those you leave out. `add`
      then prints that it used them.

      ## Many lines

          events add --repeat

      Each line is an entry, from a person or from a pipe. The date is kept for the next entry. Everything else begins empty. A
      bad line is reported with its number, the others are recorded, and the exit code is 65.

      ## Tags

          events tag --suggest be

      lists the tags that begin so, the most used first. The completions of the shells ask it.
      """)
}
