// The page: unpacks the data, shows the view of the address, and listens to keys.
import { addressAt, addressOf, addressOfOtherTime, isFresh, place, readAddress, replaceAddress } from "./address.js";
import { analysisView } from "./analysis.js";
import { budgetView } from "./budget.js";
import { changedIdentifiers } from "./changes.js";
import { ledger, showsRecorded, unpack } from "./data.js";
import { empty, h, link } from "./dom.js";
import { dayStep, eventAt } from "./events.js";
import { goalsView } from "./goals.js";
import { accountsView, groupView, homeView } from "./home.js";
import { changesView, logView } from "./log.js";
import { momentAt } from "./moment.js";
import { integerText } from "./money.js";
import { reportView } from "./report.js";
import { timeBar } from "./timebar.js";
import { transactionView } from "./transaction.js";
import { transactionsView } from "./transactions.js";
import { whyView } from "./why.js";

const views = {
  home: homeView, group: groupView, transactions: transactionsView, transaction: transactionView,
  accounts: accountsView, budget: budgetView, goals: goalsView, reports: reportView, analysis: analysisView, changes: changesView, log: logView, why: whyView,
};
const tabs = [
  ["home", "Home"], ["transactions", "Transactions"], ["budget", "Budget"], ["accounts", "Accounts"],
  ["goals", "Goals"], ["analysis", "Analysis"], ["reports", "Reports"], ["changes", "Changes"], ["log", "Log"],
];
/** The views whose figures count every transaction. */
const wholeViews = ["budget", "accounts", "goals"];
const parents = { group: "home", transaction: "transactions" };

const page = document.getElementById("page");
const navigation = h("nav", { class: "tabs", "aria-label": "Views" });
let bar;

/** Shows the view of the address. */
function show() {
  const moment = momentAt(place.at);
  const last = momentAt(Math.max(0, place.at - 1));
  const before = isFresh ? moment : last;
  const changed = changedIdentifiers(before, moment);
  const view = views[place.view] ?? homeView;
  const from = place.from === undefined ? last : momentAt(Math.min(place.from, place.at));
  const focused = document.activeElement?.id;
  const content = view(moment, before, changed, from);
  page.replaceChildren(...notices(), ...content.filter(Boolean));
  page.dataset.view = place.view;
  if (focused) document.getElementById(focused)?.focus();
  drawTabs();
  bar.update();
  page.dispatchEvent(new Event("shown"));
}

/** What the page leaves out, whether it shows the past, and in which view of time. */
function notices() {
  const { last, leftOut, isReordered } = ledger.header;
  const notices = leftOut.map((sentence) => h("p", { class: "notice" }, sentence));
  const isPast = place.at < last;
  if (isPast || isReordered) {
    const event = place.at === 0 ? undefined : eventAt(place.at);
    const moment = event === undefined ? "before the first event" : `${event.time}, event ${integerText(event.position)}`;
    const words = showsRecorded() ? "As its authors had recorded it by then" : "As this device knew it";
    notices.push(h("p", { class: "notice past" }, h("span", {}, `${words}: ${isPast ? moment : "the end"}.`),
      isReordered ? link(addressOfOtherTime(), {}, showsRecorded() ? "As this device knew it" : "As its authors had recorded it")
        : undefined,
      isPast ? link(addressAt(last), {}, "Go to the end") : undefined));
  }
  return notices;
}

function drawTabs() {
  const current = parents[place.view] ?? place.view;
  const shown = tabs.filter(([view]) => ledger.header.isWhole || !wholeViews.includes(view));
  navigation.replaceChildren(...shown.map(([view, name]) =>
    link(location.href.split("#")[0] + addressOf(view), { "aria-current": view === current ? "page" : undefined }, name)));
  const chosen = navigation.querySelector("[aria-current]");
  if (chosen !== null) navigation.scrollLeft = chosen.offsetLeft - (navigation.clientWidth - chosen.clientWidth) / 2;
}

/** Shows another position in the same view. */
function go(position) {
  replaceAddress({ at: Math.min(Math.max(position, 0), ledger.header.last) });
  show();
}

/** Arrow keys step by event, with Shift by day. Home and End go to the ends. Texts and lists keep their keys. */
function listenToKey(event) {
  const target = event.target;
  const isSlider = target.id === "slider";
  const isTyped = !isSlider && target.matches?.("input, select, textarea");
  if (event.altKey || event.ctrlKey || event.metaKey || isTyped) return;
  const { last } = ledger.header;
  const steps = {
    ArrowLeft: () => (event.shiftKey ? dayStep(place.at, -1) : place.at - 1),
    ArrowRight: () => (event.shiftKey ? dayStep(place.at, 1) : place.at + 1),
    Home: () => (isSlider ? 0 : undefined),
    End: () => (isSlider ? last : undefined),
  };
  const position = steps[event.key]?.();
  if (position === undefined) return;
  event.preventDefault();
  bar.pause();
  go(position);
}

/**
 * The figures that the view has drawn, for tests: read from the elements, not computed.
 * Each has its name, its count, and its amounts as currency, minor units and text.
 */
export function drawnFigures() {
  return [...document.querySelectorAll("[data-figure]")].map((element) => ({
    figure: element.dataset.figure,
    count: element.dataset.count === undefined ? undefined : Number(element.dataset.count),
    details: { ...element.dataset },
    amounts: [...element.querySelectorAll(".amount")].map((drawn) =>
      [drawn.dataset.currency, drawn.dataset.units, drawn.textContent]),
  }));
}

/** Shows other data than before in the same view. At the end it stays at the end. */
export async function renew(text) {
  // A link that was followed a moment ago is already in the address.
  readAddress();
  if (place.at === ledger.header.last) replaceAddress({ at: undefined });
  await unpack(text);
  readAddress();
  const old = bar.element;
  bar.pause();
  bar = timeBar(go);
  old.replaceWith(bar.element);
  show();
}

/** Shows the data for the first time. */
export async function start(text) {
  try {
    await unpack(text);
  } catch (error) {
    page.replaceChildren(empty("This page cannot be read", "The file is damaged, or the browser is too old."));
    throw error;
  }
  readAddress();
  bar = timeBar(go);
  document.body.prepend(h("header", { class: "top" }, h("a", { class: "skip", href: "#page", onclick: (event) => {
    event.preventDefault();
    page.focus();
  } }, "Skip to the content"), navigation));
  document.body.append(bar.element);
  show();
  addEventListener("hashchange", () => {
    readAddress();
    show();
    scrollTo(0, 0);
  });
  addEventListener("keydown", listenToKey);
  globalThis.ledgerPage = { drawnFigures, go, ledger };
  document.documentElement.dataset.ready = "true";
}
