import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { verifyWebhook } from "../webhooks/index.ts";

/**
 * Receives webhooks, on your own machine too: `npx contacts-listen --forward
 * http://localhost:4000/hooks` brings the events of the workspace here, and prints the secret that
 * they are signed with. Then, in another terminal: `WEBHOOK_SECRET=whsec_… node --import tsx
 * client/examples/receive-webhooks.ts`
 */
const { WEBHOOK_SECRET = "", PORT = "4000" } = process.env;

/** Ends the program with a message that says what to change. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

// With a wrong secret each delivery would be refused later.
if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(WEBHOOK_SECRET))
  refuse("Set WEBHOOK_SECRET to the whole secret of the webhook, whsec_…");
if (!/^\d+$/.test(PORT) || Number(PORT) > 65_535)
  refuse(`PORT must be a number up to 65535, not "${PORT}".`);

/** The ids of the events that were worked on: the same event may come twice. */
const done = new Set<string>();

const server = createServer(async (request, response) => {
  let event;
  try {
    const body = await text(request);
    event = await verifyWebhook(request.headers, body, WEBHOOK_SECRET);
  } catch (error) {
    console.error(String(error)); // also when the sender has left
    return response.writeHead(400).end();
  }
  response.writeHead(204).end(); // respond first, then work
  if (done.has(event.id)) return;
  done.add(event.id);
  if (event.type === "contact.created")
    console.log(`Welcome, ${event.data.name}`);
});

server.on("error", ({ message }) =>
  refuse(`${message}. Set PORT to another port.`),
);
server.listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
