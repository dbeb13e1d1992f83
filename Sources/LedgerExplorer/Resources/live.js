// A page that `events explore --serve` serves: it follows the ledger, and records what a person enters.
import { place } from "./address.js";
import { ledger } from "./data.js";
import { empty } from "./dom.js";
import { showEditor } from "./edit.js";
import { entryForm, showsEnd } from "./entry.js";
import { renew, start } from "./main.js";
import { drawPapers, paperForm, showReadings, takePaper } from "./papers.js";
import { get } from "./request.js";

/** How often the page asks for new events, in milliseconds. */
const pause = 400;
/** The longest pause while the program does not answer, in milliseconds. */
const longestPause = 10_000;

const shownPage = document.getElementById("page");
let records = false;

const isEnd = () => place.at === ledger.header.last;

/** Shows the forms at the end of the log. Its past is only looked at. */
function showForms() {
  showsEnd(isEnd());
  if (place.view !== "transaction" || !isEnd()) document.body.classList.remove("reviews");
  paperForm.hidden = !isEnd();
  drawPapers();
  if (isEnd() && records && place.view === "transaction") showEditor(shownPage, place.id);
}

/** Gets facts, or throws if the program refuses them. */
async function facts(path) {
  const answer = await get(path);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/** Loads the ledger again if an event was recorded. What a person types stays, with the focus. */
async function loadAgain() {
  const { papers, position } = await (await facts("state")).json();
  showReadings(papers);
  const focused = document.activeElement;
  if (position <= ledger.header.last || (shownPage.contains(focused) && focused.matches("input:not([id^=edit-]), select"))) return;
  await renew(await (await facts("data")).text());
  if (focused?.isConnected && focused !== document.activeElement) focused.focus();
}

/** What is shown while the program does not answer. */
const notice = empty("This page does not follow the ledger now", "The program that serves it does not answer, and is asked again. If it has ended, start it again, and open the link that it prints.");

/** Asks for new events, less often while there is no answer. After a command it asks at once. */
async function followLedger() {
  let wake;
  let failures = 0;
  document.addEventListener("recorded", () => wake?.());
  while (true) {
    await new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, Math.min(pause * 2 ** failures, longestPause));
    });
    try {
      await loadAgain();
      failures = 0;
      notice.remove();
    } catch {
      failures += 1;
      if (failures > 1 && !notice.isConnected) shownPage.prepend(notice);
    }
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
  if (records) {
    entryForm.append(paperForm);
    shownPage.before(entryForm);
    takePaper(isEnd);
  }
  followLedger();
}

await startLive();
