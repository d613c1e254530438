import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createSender } from "../../../server/webhooks/send.ts";
import { listenLocally } from "../../support/raw.ts";

/** A receiver that takes so many requests of a connection, and then closes it. */
async function startReceiver(requestsOfConnection: number) {
  const requests = new Map<Socket, number>();
  const receiver = createServer(({ socket }, response) => {
    const count = (requests.get(socket) ?? 0) + 1;
    requests.set(socket, count);
    if (count > requestsOfConnection) socket.resetAndDestroy();
    else response.writeHead(204).end();
  });
  const url = `http://${await listenLocally(receiver)}/`;
  const sender = createSender(true);
  onTestFinished(sender.close);
  return { requests, send: () => sender.send(url, {}, "{}") };
}

test("a request that meets the end of a kept connection is sent once more, over another one", async () => {
  const { requests, send } = await startReceiver(1);
  expect(await send()).toMatchObject({ response_status: 204, error: null });
  expect(await send()).toMatchObject({ response_status: 204, error: null });
  expect([...requests.values()]).toEqual([2, 1]);
});

test("a request that ends a new connection is sent no more", async () => {
  const { requests, send } = await startReceiver(0);
  expect(await send()).toMatchObject({
    response_status: null,
    error: "connection_error",
  });
  expect([...requests.values()]).toEqual([1]);
});

test("four connections to a receiver are kept for its next deliveries", async () => {
  const { requests, send } = await startReceiver(2);
  const sixAtOnce = () => Promise.all(Array.from({ length: 6 }, send));
  await sixAtOnce();
  await setImmediate(); // the agent now has the connections back

  await sixAtOnce();

  // Four of the second requests use a kept connection, and two a new one.
  expect([...requests.values()].toSorted()).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
});
