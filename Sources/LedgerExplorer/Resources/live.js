// A page that `events explore --serve` serves follows the ledger: it is loaded again when an event was recorded.
import { place, replaceAddress } from "./address.js";
import { ledger } from "./data.js";

/** How often it asks for the last position, in milliseconds. */
const pause = 1000;

/** Asks for new events until the program that serves the page has ended. A file asks nobody. */
export async function followLedger() {
  while (location.protocol.startsWith("http")) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const last = await lastPosition();
    if (last === undefined) return;
    // Nothing is taken from under the hands of a person who types.
    if (last <= ledger.header.last || document.activeElement?.matches("input, select")) continue;
    // Who is at the end stays at the end.
    if (place.at === ledger.header.last) replaceAddress({ at: undefined });
    location.reload();
    return;
  }
}

async function lastPosition() {
  try {
    const answer = await fetch("position", { cache: "no-store" });
    return answer.ok ? Number(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}
