print("events")
