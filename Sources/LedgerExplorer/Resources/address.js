// The address of a view: `#at=1234&view=group&group=…`. It can be shared, and the browser goes back through it.
import { ledger } from "./data.js";

/** The parameters of the current view. */
export const place = { at: 0, view: "home" };

/** Reads the address of the page. An unknown position is the last one. */
export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const at = Number.parseInt(parameters.get("at") ?? "", 10);
  for (const name of Object.keys(place)) delete place[name];
  Object.assign(place, { view: "home" }, Object.fromEntries(parameters));
  place.at = Number.isNaN(at) ? ledger.header.last : Math.min(Math.max(at, 0), ledger.header.last);
}

/** The address of a view at the current moment, or at another one. */
export function addressOf(view, parameters = {}) {
  const all = { at: place.at, view, ...parameters };
  return `#${new URLSearchParams(Object.entries(all).filter(([, value]) => value !== undefined && value !== ""))}`;
}

/** The address of the current view at another moment. */
export function addressAt(position) {
  const { view, ...others } = place;
  return addressOf(view, { ...others, at: position });
}

/** Changes parameters of the current view without a step in the browser's history. */
export function replaceAddress(parameters) {
  Object.assign(place, parameters);
  const { view, ...others } = place;
  history.replaceState(null, "", addressOf(view, others));
}
