// Requests to the program that serves the page. It sends all words that an answer has.

/** The milliseconds before a request without an answer is sent once more. */
const waits = [200, 800, 2000];

/** The token of the link. It leaves the address, so that no bookmark has it, and lasts as long as the tab. */
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

/** Sends an object and returns the answer, which has a refusal if the program refused it. */
export async function post(path, content) {
  const answer = await fetch(path, {
    method: "POST", cache: "no-store", body: JSON.stringify(content),
    headers: { "Content-Type": "application/json", "X-Ledger-Token": token },
  });
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return answer.json();
  return { refusal: { message: `The program answered: ${answer.status} ${answer.statusText}.`, remedies: [] } };
}

/** The refusal when there is no answer. A command with the same id is recorded once, however often it is sent. */
const unanswered = { refusal: {
  message: "The program that serves this page does not answer. It may have ended.",
  remedies: [{ title: "Start it again, and open the link that it prints", command: null }],
} };

/** The last command without an answer. It keeps its id when it is sent again. */
let open;

/** Sends a command until there is an answer. The answer comes after its events are on the disk. */
export async function command(content, basedOn) {
  const words = JSON.stringify([content, basedOn]);
  if (open?.words !== words) open = { words, id: crypto.randomUUID() };
  const { id } = open;
  for (const wait of [...waits, undefined]) {
    try {
      const answer = await post("command", { id, command: content, basedOn });
      open = undefined;
      if (answer.refusal === undefined) document.dispatchEvent(new Event("recorded"));
      return answer;
    } catch {
      if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return unanswered;
}

/** Returns the answer to a text that is typed. Without an answer it is a refusal. */
export async function understand(content) {
  try {
    return await post("understand", content);
  } catch {
    return unanswered;
  }
}
