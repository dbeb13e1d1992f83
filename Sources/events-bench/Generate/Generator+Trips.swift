internal import EventLog
internal import LedgerDomain

// Trips to other cities, each with a group.
extension Generator {
  /// Lets a person leave or return.
  func travel(_ index: Int, _ day: CivilDate) throws {
    let person = people[index]
    if let trip = person.trip {
      if day > trip.lastDay {
        try comeHome(person, trip)
        people[index].trip = nil
      }
      return
    }
    guard random.chance(30), !isFull(for: 2) else { return }
    let place = random.pick(Place.abroad)
    let days = random.among(1...11)
    let group = GroupID(random.id())
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
      day.month - 1]
    let name = "\(place.city) \(month) \(day.year)"
    now = max(now, (Int64(day.dayNumber) * 1_440 + 360 - 60) * 60_000)
    let clock = tick(at: .home)
    let created = GroupEvent.Created(name: name, on: Self.day(of: clock))
    let reference = try sink.record(
      [Fact(event: .group(.groupCreated(created)), stream: group.stream)], by: person.device,
      actor: person.actor, at: clock)
    people[index].trip = Trip(
      group: group, place: place, name: name, lastDay: day.adding(days: days), reference: reference)
  }

  /// Ends a trip. Some trips get a better name, and a few are deleted, which moves their receipts to Unfiled.
  private func comeHome(_ person: Person, _ trip: Trip) throws {
    if random.chance(120), !isFull(for: 1) {
      let renamed = GroupEvent.Renamed(
        from: trip.name, to: trip.name + " – " + random.pick(["fair", "wedding", "customer"]))
      try sink.record(
        [Fact(event: .group(.groupRenamed(renamed)), stream: trip.group.stream)], by: person.device,
        actor: person.actor, at: tick(at: .home))
    } else if plan.devices == 1, random.chance(20), !isFull(for: trip.members.count + 1) {
      let deleted = GroupEvent.Deleted(disposition: .keep, receipts: trip.members.count)
      var facts = [Fact(event: .group(.groupDeleted(deleted)), stream: trip.group.stream)]
      for member in trip.members {
        let filed = TransactionEvent.Filed(from: trip.group, to: nil)
        facts.append(Fact(event: .transaction(.transactionFiled(filed)), stream: member, cause: .draft(0)))
      }
      try sink.record(facts, by: person.device, actor: person.actor, at: tick(at: .home))
    }
  }
}
