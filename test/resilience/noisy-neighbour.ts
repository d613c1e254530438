/**
 * Sends requests of one kind from 16 callers until it gets SIGTERM, and prints how many responses
 * it got a second, and how many of each status: a process of its own, so that it takes nothing of
 * the time of the one that measures. `ADDRESS` is the server, `KEYS` are keys with a space between.
 */
const { ADDRESS = "", KEYS = "", CALLERS = "16" } = process.env;
const keys = KEYS.split(" ");
let sent = 0;
const kinds: Record<string, () => [path: string, body?: object]> = {
  searches: () => ["/v1/contacts?q=b%C3%A1rbara%20xyz&limit=100"],
  pages: () => ["/v1/contacts?limit=100"],
  creations: () => [
    "/v1/contacts",
    { name: "Ana", email: `new${process.pid}.${sent}@example.com` },
  ],
};
const [make] = process.argv.slice(2).map((kind) => kinds[kind]);
if (!make)
  throw new Error(`Say what to send: ${Object.keys(kinds).join(", ")}.`);

const statuses: Record<string, number> = {};
async function call(): Promise<void> {
  const [path, body] = make?.() ?? [""];
  const response = await fetch(ADDRESS + path, {
    headers: {
      Authorization: `Bearer ${keys[sent++ % keys.length]}`,
      "Content-Type": "application/json",
    },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  if (sent === 50) console.log("running");
}

const began = performance.now();
let running = true;
process.once("SIGTERM", () => (running = false));
const callers = Array.from({ length: Number(CALLERS) }, async () => {
  while (running) await call();
});
await Promise.all(callers);
const seconds = (performance.now() - began) / 1000;
const pace = Object.values(statuses).reduce((sum, n) => sum + n, 0) / seconds;
console.log(`got ${pace.toFixed(1)} a second: ${JSON.stringify(statuses)}`);
