// A page that `events explore --serve` serves: it follows the ledger, and records what a person enters.
import { place } from "./address.js";
import { ledger } from "./data.js";
import { empty } from "./dom.js";
import { showEditor } from "./edit.js";
import { entryForm, showsEnd } from "./entry.js";
import { renew, start } from "./main.js";
import { get } from "./request.js";

/** How often the page asks for new events, in milliseconds. */
const pause = 400;

const shownPage = document.getElementById("page");
let records = false;

/** Shows the forms at the end of the log. Its past is only looked at. */
function showForms() {
  const isEnd = place.at === ledger.header.last;
  showsEnd(isEnd);
  if (isEnd && records && place.view === "transaction") showEditor(shownPage, place.id);
}

/** Loads the ledger again if an event was recorded. What a person types stays, with the focus. */
async function loadAgain() {
  const { position } = await (await get("state")).json();
  const focused = document.activeElement;
  if (position <= ledger.header.last || (shownPage.contains(focused) && focused.matches("input:not([id^=edit-]), select"))) return;
  await renew(await (await get("data")).text());
  if (focused?.isConnected && focused !== document.activeElement) focused.focus();
}

/** Asks for new events until the program that serves the page has ended. After a command it asks at once. */
async function followLedger() {
  let wake;
  document.addEventListener("recorded", () => wake?.());
  try {
    while (true) {
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
      });
      await loadAgain();
    }
  } catch {
    shownPage.prepend(empty("This page no longer follows the ledger", "The program that serves it has ended. Start it again, and open the link that it prints."));
  }
}

async function startLive() {
  const state = await get("state");
  if (!state.ok) {
    shownPage.replaceChildren(empty("This page cannot be opened", "Open the link that the program printed. It has a key for this page."));
    return;
  }
  records = (await state.json()).records;
  shownPage.addEventListener("shown", showForms);
  await start(await (await get("data")).text());
  if (records) shownPage.before(entryForm);
  followLedger();
}

await startLive();
