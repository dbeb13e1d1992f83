extension HelpTopic {
  static let papers = HelpTopic(
    name: "papers", title: "Papers and duplicates",
    summary: "Capture and review scans, add pages later, tell duplicates apart",
    text: """
      A captured receipt is a draft. Its pages are kept first, before anything is read from them, so that no failure loses a
      scan. Then its text is read: vendor, date, total, currency, category and payment, each with a reason and a confidence.

          events capture scan.jpg --text scan.txt --group Berlin
          events drafts

      ## Review

      `review` shows what was read and which fields need a look. Where two readings are possible, both are shown with their
      reasons, and you pick one by its number.

          events review 3f2a1b9c
          events pick 3f2a1b9c total 2
          events correct 3f2a1b9c vendor "Café Spree"
          events confirm 3f2a1b9c
          events save 3f2a1b9c

      `save` is refused until category and payment are set, and it lists everything that is missing. Every field can be
      corrected afterwards, always. `audit` then counts a field as corrected, confirmed or filled in. Line items that were
      read are offered, and `item take` records them.

          events audit 3f2a1b9c
          events audit --all
          events item take 3f2a1b9c

      ## Paper that comes later

      A page can be added to a receipt at any time. Where the page disagrees with a value that exists, the page's value is
      proposed and nothing changes. `review` shows the proposal, and you accept or reject it.

          events page add 3f2a1b9c receipt.jpg --text receipt.txt
          events accept 3f2a1b9c total
          events reject 3f2a1b9c date

      An extractor of a later version can read all papers again. Its readings are compared with yours, or offered:

          events replay --extractor
          events replay --propose

      ## Duplicates

      Receipts that may be one are shown and never blocked. They are certain if they share a page, and exact if vendor, date
      and amount are equal. They are likely if they are a day and a minor unit apart.

          events duplicates
          events dismiss 3f2a1b9c

      Receipts in different currencies are never compared, and neither are deleted ones. `dismiss` is remembered for both, and
      `undo` takes it back. Of many equal receipts each is shown with one other. Answering that shows the next.
      """)
}
