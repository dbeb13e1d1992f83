// A page that is one file has its data in it.
import { start } from "./main.js";

await start(document.getElementById("data").textContent);
