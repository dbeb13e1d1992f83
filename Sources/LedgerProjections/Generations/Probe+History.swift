internal import LedgerDomain

extension Probe {
  /// The history of all kinds but goals, in the order of the fold.
  ///
  /// Append lines, but never change existing ones: their rows reveal a changed fold.
  static let others: [Line] = [
    Line(
      .ledger, 0, .ledgerCreated, "user/a", 1,
      #"{"currency":"EUR","device":"one","locale":"en_GB","on":"2026-01-01","weeks":"iso"}"#),
    Line(.ledger, 0, .deviceJoined, "user/b", 2, #"{"name":"two"}"#),
    Line(
      .ledger, 0, .defaultsChanged, "user/a", 1,
      #"{"account":{"to":"Giro"},"currency":{"from":"EUR","to":"CHF"},"#
        + #""group":{"to":"00000000-0000-0000-0000-000000000009"},"payment":{"to":"card"}}"#),
    Line(
      .ledger, 0, .eventRedacted, "user/a", 1,
      #"{"event":{"device":"00000000-0000-0000-0000-000000000001","sequence":900},"why":"asked"}"#),
    Line(
      .ledger, 0, .eventSkipped, "user/a", 1,
      #"{"event":{"device":"00000000-0000-0000-0000-000000000001","sequence":901},"why":"unreadable"}"#),
    Line(
      .category, 1, .categoryAdded, "rule", 1, #"{"emoji":"🍽️","key":"food","kinds":["expense"],"name":"Food"}"#),
    Line(
      .category, 1, .categoryChanged, "user/a", 1,
      #"{"color":{"to":"red"},"name":{"from":"Food","to":"Meals"}}"#),
    Line(.category, 1, .categoryDeactivated, "user/a", 1, #"{}"#),
    Line(.category, 1, .categoryReactivated, "user/b", 2, #"{}"#),
    Line(.group, 1, .groupCreated, "user/a", 1, #"{"name":"Trip","on":"2026-01-02"}"#),
    Line(.group, 1, .groupRenamed, "user/b", 2, #"{"from":"Trip","to":"Berlin"}"#),
    Line(.group, 2, .groupCreated, "user/a", 1, #"{"name":"Old","on":"2026-01-02"}"#),
    Line(.group, 2, .groupDeleted, "user/a", 1, #"{"disposition":"keep","receipts":0}"#),
    Line(.group, 2, .groupRestored, "user/b", 2, #"{}"#),
    Line(.group, 3, .groupCreated, "user/a", 1, #"{"name":"Gone","on":"2026-01-03"}"#),
    Line(.group, 3, .groupDeleted, "user/a", 1, #"{"disposition":"delete","receipts":2}"#),
    Line(
      .transaction, 1, .receiptCaptured, "user/a", 1,
      #"{"attachments":[{"bytes":850,"mediaType":"image/jpeg","page":1,"sha256":"78e658a8538cd8aa5059c76e5bf8329d78bec8de0e1ded68ab1d7d7111815a11"}],"name":"scan.jpg","on":"2026-02-03","source":"photo"}"#
    ),
    Line(
      .transaction, 1, .attachmentAdded, "user/a", 1,
      #"{"attachment":{"bytes":9,"mediaType":"application/pdf","page":2,"sha256":"18e658a8538cd8aa5059c76e5bf8329d78bec8de0e1ded68ab1d7d7111815a11"},"on":"2026-02-03"}"#
    ),
    Line(
      .transaction, 1, .attachmentRemoved, "user/a", 1,
      #"{"sha256":"18e658a8538cd8aa5059c76e5bf8329d78bec8de0e1ded68ab1d7d7111815a11"}"#),
    Line(
      .transaction, 1, .textRecognized, "engine/x-1", 1,
      #"{"confidence":86,"engine":"x-1","text":"POOL\nSUMME 14,07"}"#),
    Line(.transaction, 1, .extractionFailed, "engine/x-1", 1, #"{"engine":"x-1","reason":"too dark"}"#),
    Line(.transaction, 1, .extractionCancelled, "user/a", 1, #"{"engine":"x-1"}"#),
    Line(
      .transaction, 1, .extractionCompleted, "extractor/rules-1", 1,
      #"{"extractor":"rules","fields":{"category":{"readings":[{"confidence":90,"reason":"words","value":"food"}]},"currency":{"readings":[{"confidence":95,"reason":"sign","value":"EUR"}]},"date":{"readings":[{"confidence":60,"reason":"top","value":"2026-02-03"},{"confidence":40,"reason":"below","value":"2026-03-02"}]},"payment":{"readings":[{"confidence":77,"reason":"line","value":"cash"}]},"total":{"readings":[{"confidence":93,"reason":"bottom","value":"14.07"}]},"vendor":{"readings":[{"confidence":73,"reason":"top line","value":"POOL"}]}},"method":"deterministic","version":1}"#
    ),
    Line(
      .transaction, 1, .fieldConfirmed, "user/a", 1,
      #"{"field":"total","value":{"currency":"EUR","minorUnits":1407}}"#),
    Line(
      .transaction, 1, .alternatePicked, "user/a", 1,
      #"{"extraction":{"device":"00000000-0000-0000-0000-000000000001","sequence":23},"field":"date","from":"2026-02-03","reading":"2026-03-02","to":"2026-03-02"}"#
    ),
    Line(
      .transaction, 1, .fieldCorrected, "user/a", 1, #"{"field":"vendor","from":"POOL","to":"Pool am Park"}"#),
    Line(.transaction, 1, .fieldCorrected, "user/b", 2, #"{"field":"vendor","from":"POOL","to":"Pool"}"#),
    Line(.transaction, 1, .fieldCorrected, "user/a", 1, #"{"field":"note","to":"with Ben"}"#),
    Line(.transaction, 1, .transactionFiled, "user/a", 1, #"{"to":"00000000-0000-0002-0000-000000000001"}"#),
    Line(.transaction, 1, .tagsChanged, "user/a", 1, #"{"added":["b","a"],"removed":[]}"#),
    Line(.transaction, 1, .flagsChanged, "user/a", 1, #"{"paid":{"to":true},"reimbursed":{"to":false}}"#),
    Line(.transaction, 1, .receiptSaved, "user/a", 1, #"{}"#),
    Line(.transaction, 1, .transactionCleared, "user/a", 1, #"{}"#),
    Line(
      .transaction, 2, .transactionRecorded, "user/b", 2,
      #"{"account":"purse","amount":{"currency":"JPY","minorUnits":435},"category":"food","date":"2026-04-05","flags":{},"kind":"income","note":"n","on":"2026-04-06","origin":"manual","payment":"cash","tags":["x"],"vendor":"Kiosk"}"#
    ),
    Line(.transaction, 2, .transactionCleared, "user/b", 2, #"{}"#),
    Line(.transaction, 2, .transactionUncleared, "user/a", 1, #"{}"#),
    Line(.transaction, 2, .transactionDeleted, "user/b", 2, #"{}"#),
    Line(.transaction, 2, .transactionRestored, "user/b", 2, #"{}"#),
    Line(.transaction, 2, .transactionDeleted, "user/a", 1, #"{}"#),
    Line(
      .transaction, 3, .transactionRecorded, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":-500},"category":"food","date":"2026-04-05","kind":"expense","on":"2026-04-05","origin":"imported","payment":"card","tags":[]}"#
    ),
    Line(.transaction, 3, .transactionDeleted, "user/a", 1, #"{}"#),
    Line(
      .transaction, 4, .receiptCaptured, "user/a", 1, #"{"attachments":[],"on":"2026-02-04","source":"scan"}"#),
    Line(
      .transaction, 4, .extractionCompleted, "extractor/model-2", 1,
      #"{"assumedCurrency":"EUR","extractor":"model","fields":{"total":{"readings":[{"confidence":51,"reason":"x","value":"3.00"},{"confidence":50,"reason":"y","value":"5.00"}]}},"method":"smart","version":2}"#
    ),
    Line(
      .transaction, 5, .receiptCaptured, "user/a", 1, #"{"attachments":[],"on":"2026-02-05","source":"file"}"#),
    Line(.transaction, 5, .receiptDiscarded, "user/a", 1, #"{}"#),
    Line(
      .transaction, 6, .receiptCaptured, "user/a", 1, #"{"attachments":[],"on":"2026-02-05","source":"file"}"#),
    Line(.transaction, 6, .receiptSaved, "user/a", 1, "{}"),
    Line(.transaction, 6, .receiptReopened, "user/a", 1, "{}"),
    Line(
      .transaction, 7, .receiptCaptured, "user/a", 1, #"{"attachments":[],"on":"2026-02-05","source":"file"}"#),
    Line(.transaction, 7, .fieldCorrected, "user/a", 1, #"{"field":"note","to":"twice"}"#),
    Line(
      .transaction, 7, .fieldReverted, "user/a", 1,
      #"{"event":{"device":"00000000-0000-0000-0000-000000000001","sequence":50},"field":"note","from":"twice","settled":[]}"#
    ),
    Line(
      .rule, 1, .ruleCreated, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":900},"category":"food","enabled":true,"frequency":"monthly","interval":1,"kind":"expense","monthEnd":"clamp","on":"2026-01-05","paid":true,"payment":"card","series":"00000000-0000-0004-0000-000000000001","start":"2026-01-31","tags":["rent"],"vendor":"Landlord"}"#
    ),
    Line(
      .rule, 1, .ruleChanged, "user/a", 1,
      #"{"amount":{"from":{"currency":"EUR","minorUnits":900},"to":{"currency":"EUR","minorUnits":950}},"on":"2026-02-01"}"#
    ),
    Line(
      .rule, 1, .recurrenceGenerated, "user/a", 1,
      #"{"from":"2026-02-01","made":[{"date":"2026-02-28","transaction":"00000000-0000-0003-0000-000000000003"}],"on":"2026-02-28","revision":{"counter":0,"device":"00000000-0000-0000-0000-000000000001","milliseconds":60,"number":2,"sequence":60},"through":"2026-02-28"}"#
    ),
    Line(
      .rule, 1, .ruleSplit, "user/a", 1,
      #"{"date":"2026-06-30","on":"2026-03-01","rule":"00000000-0000-0004-0000-000000000002"}"#),
    Line(
      .rule, 2, .ruleCreated, "user/a", 1,
      #"{"account":"a","amount":{"currency":"CHF","minorUnits":5},"category":"food","enabled":false,"end":"2027-01-01","frequency":"weekly","interval":2,"kind":"expense","monthEnd":"skip","note":"n","on":"2026-01-05","payment":"cash","series":"00000000-0000-0004-0000-000000000001","since":"2026-06-30","start":"2026-01-31","tags":[]}"#
    ),
    Line(
      .rule, 2, .ruleDeleted, "user/a", 1,
      #"{"on":"2026-03-01","scope":"rule","transactions":0}"#),
    Line(
      .rule, 2, .ruleRestored, "user/a", 1,
      #"{}"#),
    Line(
      .rule, 3, .ruleCreated, "user/a", 1,
      #"{"account":"giro","amount":{"currency":"EUR","minorUnits":7},"category":"food","enabled":true,"frequency":"daily","interval":1,"kind":"transfer","monthEnd":"clamp","on":"2026-01-05","payment":"cash","received":{"currency":"CHF","minorUnits":8},"series":"00000000-0000-0004-0000-000000000003","start":"2026-01-31","tags":[],"toAccount":"purse"}"#
    ),
    Line(
      .rule, 3, .ruleDeleted, "user/a", 1,
      #"{"on":"2026-03-01","scope":"future","transactions":2}"#),
    Line(
      .transaction, 2, .transactionLinkedToRule, "user/a", 1,
      #"{"date":"2026-04-05","rule":"00000000-0000-0004-0000-000000000001","series":"00000000-0000-0004-0000-000000000001"}"#
    ),
    Line(
      .transaction, 3, .transactionLinkedToRule, "user/a", 1,
      #"{"date":"2026-04-05","rule":"00000000-0000-0004-0000-000000000001","series":"00000000-0000-0004-0000-000000000001"}"#
    ),
    Line(
      .transaction, 3, .transactionUnlinkedFromRule, "user/a", 1,
      #"{"date":"2026-04-05","rule":"00000000-0000-0004-0000-000000000001","series":"00000000-0000-0004-0000-000000000001"}"#
    ),
    Line(
      .transaction, 8, .transactionRecorded, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":500},"category":"food","date":"2026-04-05","kind":"expense","on":"2026-04-05","origin":"manual","payment":"card","tags":[]}"#
    ),
    Line(
      .transaction, 8, .lineItemAdded, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":350},"item":"00000000-0000-0005-0000-000000000001","name":"Rye","quantity":"2"}"#
    ),
    Line(
      .transaction, 8, .lineItemChanged, "user/b", 2,
      #"{"item":"00000000-0000-0005-0000-000000000001","name":{"from":"Rye","to":"Spelt"}}"#),
    Line(
      .transaction, 8, .lineItemChanged, "user/a", 1,
      #"{"item":"00000000-0000-0005-0000-000000000001","name":{"from":"Rye","to":"Oat"}}"#),
    Line(
      .transaction, 9, .transactionRecorded, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":500},"category":"food","date":"2026-04-05","kind":"expense","on":"2026-04-05","origin":"manual","payment":"card","tags":[]}"#
    ),
    Line(
      .transaction, 9, .lineItemRemoved, "user/a", 1, #"{"item":"00000000-0000-0005-0000-000000000002"}"#),
    Line(
      .transaction, 9, .duplicateDismissed, "user/a", 1, #"{"of":"00000000-0000-0003-0000-000000000008"}"#),
    Line(
      .transaction, 9, .duplicateDismissed, "user/a", 1, #"{"of":"00000000-0000-0003-0000-000000000007"}"#),
    Line(
      .transaction, 9, .duplicateReopened, "user/a", 1, #"{"of":"00000000-0000-0003-0000-000000000007"}"#),
    Line(
      .transaction, 9, .extractionProposed, "extractor/rules-2", 1,
      #"{"extractor":"rules","fields":{"payment":{"readings":[],"to":"cash"},"total":{"readings":[{"confidence":90,"reason":"x","value":"6.00"}],"to":{"currency":"EUR","minorUnits":600}},"vendor":{"readings":[],"to":"Kiosk"}},"method":"deterministic","version":2}"#
    ),
    Line(
      .transaction, 9, .proposalAccepted, "user/a", 1,
      #"{"field":"total","from":{"currency":"EUR","minorUnits":500},"proposal":{"device":"00000000-0000-0000-0000-000000000001","sequence":1},"reading":"6.00","to":{"currency":"EUR","minorUnits":600}}"#
    ),
    Line(
      .transaction, 9, .proposalRejected, "user/a", 1,
      #"{"field":"payment","proposal":{"device":"00000000-0000-0000-0000-000000000001","sequence":1},"value":"cash"}"#
    ),
    // One stream for each event type that can be a stream's last.
    Line(
      .transaction, 10, .transactionRecorded, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":700},"category":"food","date":"2026-04-07","kind":"expense","on":"2026-04-07","origin":"manual","payment":"card","tags":[]}"#
    ),
    Line(.transaction, 10, .transactionDeleted, "user/a", 1, #"{}"#),
    Line(.transaction, 10, .transactionRestored, "user/a", 1, #"{}"#),
    Line(
      .transaction, 11, .transactionRecorded, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":800},"category":"food","date":"2026-04-07","kind":"expense","on":"2026-04-07","origin":"manual","payment":"card","tags":[]}"#
    ),
    Line(
      .transaction, 11, .lineItemAdded, "user/b", 2,
      #"{"amount":{"currency":"EUR","minorUnits":350},"item":"00000000-0000-0005-0000-000000000003","name":"Rye"}"#
    ),
    Line(
      .transaction, 11, .lineItemRemoved, "user/a", 1, #"{"item":"00000000-0000-0005-0000-000000000003"}"#),
    Line(
      .transaction, 12, .receiptCaptured, "user/a", 1, #"{"attachments":[],"on":"2026-02-04","source":"scan"}"#),
    Line(
      .transaction, 12, .attachmentAdded, "user/a", 1,
      #"{"attachment":{"bytes":9,"mediaType":"application/pdf","page":1,"sha256":"28e658a8538cd8aa5059c76e5bf8329d78bec8de0e1ded68ab1d7d7111815a11"},"on":"2026-02-04"}"#
    ),
    Line(
      .category, 2, .categoryAdded, "rule", 1, #"{"key":"rent","kinds":["expense"],"name":"Rent"}"#),
    Line(.category, 2, .categoryDeactivated, "user/a", 1, #"{}"#),
    Line(
      .group, 1, .groupExported, "user/a", 1,
      #"{"bytes":9,"filter":[],"format":"csv","heads":[],"name":"a.csv","on":"2026-06-30","receipts":1,"sha256":"28e658a8538cd8aa5059c76e5bf8329d78bec8de0e1ded68ab1d7d7111815a11"}"#
    ),
    Line(
      .transaction, 11, .bankRowLinked, "import/csv", 1,
      #"{"amount":{"currency":"EUR","minorUnits":-800},"booked":true,"date":"2026-04-08","file":"a.csv","line":2,"row":"00000000-0000-0009-0000-000000000001"}"#
    ),
    Line(
      .transaction, 11, .bankRowUnlinked, "user/a", 1, #"{"row":"00000000-0000-0009-0000-000000000001"}"#),
    Line(
      .transaction, 13, .transactionRecorded, "import/csv", 1,
      #"{"account":"giro","amount":{"currency":"EUR","minorUnits":900},"date":"2026-04-09","kind":"expense","on":"2026-04-09","origin":"imported","tags":[],"vendor":"Kiosk"}"#
    ),
    Line(
      .transaction, 13, .transactionMerged, "import/csv", 2,
      #"{"into":"00000000-0000-0003-0000-00000000000b"}"#),
    Line(
      .ledger, 0, .statementImported, "user/a", 1,
      #"{"file":"a.csv","format":"csv","known":0,"matched":1,"new":1,"on":"2026-06-30","refused":0,"sha256":"28e658a8538cd8aa5059c76e5bf8329d78bec8de0e1ded68ab1d7d7111815a11"}"#
    ),
    Line(
      .ledger, 0, .importProfileChanged, "user/a", 1,
      #"{"shape":"28e658a8538cd8aa","to":{"answers":[{"option":"currency","value":"EUR"}],"name":"a.csv"}}"#
    ),
    Line(
      .ledger, 0, .vendorRenamed, "user/a", 1,
      #"{"to":{"name":"Café Mauve","printed":"SumUp *CAFE MAUVE 4411 BERLIN DE"},"vendor":"cafe mauve"}"#),
    Line(
      .ledger, 0, .rangeExported, "user/a", 1,
      #"{"bytes":9,"filter":[],"format":"csv","heads":[],"name":"a.csv","on":"2026-06-30","receipts":1,"sha256":"28e658a8538cd8aa5059c76e5bf8329d78bec8de0e1ded68ab1d7d7111815a11"}"#
    ),
    Line(
      .account, 1, .accountOpened, "user/a", 1,
      #"{"key":"giro","kind":"budget","name":"Giro","on":"2026-01-01","opening":{"currency":"EUR","minorUnits":10000},"rank":0}"#
    ),
    Line(.account, 1, .accountRenamed, "user/a", 1, #"{"from":"Giro","to":"Current"}"#),
    Line(.account, 1, .accountMoved, "user/a", 1, #"{"from":0,"to":7}"#),
    Line(.account, 1, .accountClosed, "user/a", 1, #"{}"#),
    Line(.account, 1, .accountReopened, "user/b", 2, #"{}"#),
    Line(
      .account, 2, .accountOpened, "user/a", 1,
      #"{"key":"purse","kind":"tracking","name":"Purse","on":"2026-01-02","opening":{"currency":"JPY","minorUnits":-5},"rank":1}"#
    ),
    Line(.account, 2, .accountClosed, "user/a", 1, #"{}"#),
    Line(
      .account, 3, .accountOpened, "user/a", 1,
      #"{"key":"box","kind":"budget","name":"Box","on":"2026-01-02","opening":{"currency":"EUR","minorUnits":0},"rank":1}"#
    ),
    Line(.account, 3, .accountWithdrawn, "user/a", 1, #"{}"#),
    Line(
      .budget, 1, .categoryBudgeted, "user/a", 1,
      #"{"category":"food","expression":"300 - 20","month":"2026-01","origin":"typed","to":{"currency":"EUR","minorUnits":28000}}"#
    ),
    Line(
      .budget, 1, .categoryBudgeted, "user/a", 2,
      #"{"category":"taxi","month":"2026-01","origin":"move","other":"food","to":{"currency":"EUR","minorUnits":-5}}"#
    ),
    Line(
      .budget, 2, .categoryCarriesOver, "user/a", 1,
      #"{"category":"food","currency":"EUR","month":"2026-02","to":true}"#
    ),
    Line(
      .transaction, 14, .transferRecorded, "user/a", 1,
      #"{"account":"giro","amount":{"currency":"EUR","minorUnits":1500},"category":"food","date":"2026-04-10","note":"yen","on":"2026-04-10","origin":"manual","received":{"currency":"JPY","minorUnits":2400},"tags":["trip"],"toAccount":"purse","vendor":"Exchange"}"#
    ),
    Line(
      .transaction, 14, .transferChanged, "user/b", 2,
      #"{"received":{"from":{"currency":"JPY","minorUnits":2400},"to":{"currency":"JPY","minorUnits":2450}}}"#),
    Line(
      .transaction, 15, .transferRecorded, "import/csv", 1,
      #"{"account":"giro","amount":{"currency":"EUR","minorUnits":700},"date":"2026-04-11","on":"2026-04-11","origin":"imported","tags":[],"toAccount":"box"}"#
    ),
    Line(
      .transaction, 15, .transferChanged, "user/a", 1,
      #"{"received":{},"toAccount":{"from":"box","to":"purse"}}"#),
  ]
}
