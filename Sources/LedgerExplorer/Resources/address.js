// The address of a view: `#at=1234&view=group&group=…`. It can be shared, and the browser goes back through it.
import { ledger, positionOf, showRecorded, showsRecorded, stepOf } from "./data.js";

/** The parameters of the current view. Moments are steps here, and positions in the address. */
export const place = { at: 0, view: "home" };

/** Whether no moment was chosen yet, so that nothing is shown as changed. Addresses name no moment then. */
export let isFresh = true;

/** Reads the address of the page. An unknown position is the last one. */
export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  for (const name of Object.keys(place)) delete place[name];
  Object.assign(place, { view: "home" }, Object.fromEntries(parameters));
  showRecorded(place.as === "recorded");
  const { last } = ledger.header;
  const step = (position) => stepOf(Math.min(Math.max(position, 0), last));
  const [at, from] = ["at", "from"].map((name) => Number.parseInt(parameters.get(name) ?? "", 10));
  isFresh = Number.isNaN(at);
  place.at = isFresh ? last : step(at);
  if (place.from !== undefined) place.from = Number.isNaN(from) ? 0 : Math.min(step(from), place.at);
}

/** The address of a view at the current moment, or at another one. */
export function addressOf(view, parameters = {}) {
  const all = { at: isFresh ? undefined : place.at, view, as: place.as, ...parameters };
  for (const name of ["at", "from"]) if (all[name] !== undefined) all[name] = positionOf(all[name]);
  return written(all);
}

function written(parameters) {
  return `#${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ""))}`;
}

/** The address of the current view and event in the other view of time. The end stays the end. */
export function addressOfOtherTime() {
  const { last } = ledger.header;
  const { rank } = ledger.tables.events;
  const { from, ...others } = place;
  const isEnd = place.at === last;
  if (showsRecorded()) return written({ ...others, at: isFresh ? undefined : isEnd ? last : positionOf(place.at), as: undefined });
  return written({ ...others, at: isFresh ? undefined : isEnd ? rank.indexOf(last) + 1 : place.at, as: "recorded" });
}

/** The address of the current view at another moment. */
export function addressAt(position) {
  const { view, ...others } = place;
  return addressOf(view, { ...others, at: position });
}

/** Changes parameters of the current view without a step in the browser's history. */
export function replaceAddress(parameters) {
  Object.assign(place, parameters);
  if (parameters.at !== undefined) isFresh = false;
  const { view, at, ...others } = place;
  history.replaceState(null, "", addressOf(view, others));
}
