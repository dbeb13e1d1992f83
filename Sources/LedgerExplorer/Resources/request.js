// Requests to the program that serves the page. It sends all words that an answer has.

/** The milliseconds before a request without an answer is sent once more. */
const waits = [200, 800, 2000];

/**
 * The token of the link, which lasts as long as the tab. It leaves the address, so that no bookmark has it. The history
 * of the browser may have the link, which opens nothing after the program has ended.
 */
const token = tokenOfAddress();

function tokenOfAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const given = parameters.get("token");
  if (given === null) return sessionStorage.getItem("token") ?? "";
  sessionStorage.setItem("token", given);
  parameters.delete("token");
  history.replaceState(null, "", `#${parameters}`);
  return given;
}

/** Gets facts. */
export function get(path) {
  return fetch(path, { headers: { "X-Ledger-Token": token }, cache: "no-store" });
}

/** Sends an object and returns the answer with its status. It has a refusal if the program refused the object. */
export async function post(path, content) {
  const answer = await fetch(path, {
    method: "POST", cache: "no-store", body: JSON.stringify(content),
    headers: { "Content-Type": "application/json", "X-Ledger-Token": token },
  });
  const { status } = answer;
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return { ...await answer.json(), status };
  return { status, refusal: { message: `The program answered: ${status} ${answer.statusText}.`, remedies: [] } };
}

const restart = { title: "If the program has ended, start it again, and open the link that it prints", command: null };

/** The refusal when there is no answer to a text that is typed. */
const unanswered = { refusal: { message: "The program that serves this page does not answer.", remedies: [restart] } };

/** The refusal when there is no answer to a command. One with the same id is recorded once, however often it is sent. */
const unknown = { status: 0, refusal: {
  message: "It is not known whether this was recorded, because the program that serves this page does not answer. Look in the list before you enter it again.",
  remedies: [{ title: "In this page, the same once more is recorded only once", command: null }, restart],
} };

/** The ids of commands without a definite answer. Each keeps its id when it is sent again. */
const openCommands = new Map();

/** Whether an answer tells for good what became of a command. */
export function isDefinite({ status, refusal }) {
  if (refusal === undefined) return true;
  return status > 0 && status < 500 && !["busy", "failed", "interrupted", "defect"].includes(refusal.code);
}

/** Sends an object with an id until there is an answer, after a pause each time. */
async function insist(path, content) {
  for (const wait of [...waits, undefined]) {
    try {
      const answer = await post(path, content);
      if (answer.refusal === undefined) document.dispatchEvent(new Event("recorded"));
      return answer;
    } catch {
      if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return unknown;
}

/** Sends a command until there is an answer. The answer comes after its events are on the disk. */
export async function command(content, basedOn) {
  const words = JSON.stringify([content, basedOn]);
  const id = openCommands.get(words) ?? crypto.randomUUID();
  openCommands.set(words, id);
  const answer = await insist("command", { id, command: content, basedOn });
  if (isDefinite(answer)) openCommands.delete(words);
  return answer;
}

/** Sends a file until there is an answer. The answer comes after the file is on the disk. */
export const keep = (content) => insist("keep", content);

/** Returns the answer to a text that is typed. Without an answer it is a refusal. */
export async function understand(content) {
  try {
    return await post("understand", content);
  } catch {
    return unanswered;
  }
}
