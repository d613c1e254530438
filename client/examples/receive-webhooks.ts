import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from "../webhooks/index.ts";

/**
 * Receives the events of a webhook and prints them, one a line:
 * `WEBHOOK_SECRET=whsec_… node --import tsx client/examples/receive-webhooks.ts 4000`
 *
 * The response to the webhook's creation has its secret. While it is being rotated give both, separated by a comma.
 */
const { WEBHOOK_SECRET = "" } = process.env;
const [port = "4000"] = process.argv.slice(2);
const secrets = WEBHOOK_SECRET.split(",");
/** What has been received; a service of yours keeps it in its database, in the transaction of the work itself. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const event = await verified(request.headers, body);
  response.writeHead(event ? 204 : 400).end(); // respond first, work then
  if (!event || seen.has(event.id)) return;
  seen.add(event.id);
  console.log(`${event.created_at} ${event.type} ${event.data.id}`);
});
server.listen(Number(port), "127.0.0.1", () => console.log(`waiting for events on http://127.0.0.1:${port}`));

async function verified(headers: IncomingHttpHeaders, body: Uint8Array): Promise<WebhookEvent | undefined> {
  try {
    return await verifyWebhook(headers, body, secrets);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined;
    throw error;
  }
}
