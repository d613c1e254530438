import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectTo, statusesIn } from "../../support/raw.ts";
import { line, startServerForBytes } from "./request-bytes.ts";

const { server, post } = await startServerForBytes();

test.each([
  {
    name: "what is no HTTP",
    head: "GARBAGE\r\n\r\n",
    status: 400,
  },
  { name: "CONNECT", head: line("CONNECT a:1"), status: 501 },
  {
    name: "two Hosts",
    head: post(["Host: b", `Content-Length: ${2 ** 24}`]),
    status: 400,
  },
  {
    name: "a body in another coding",
    head: post(["Transfer-Encoding: gzip, chunked"], "1000000\r\n"),
    status: 501,
  },
])(
  "a client that is refused for $name reads the response also when it first sends 16 MiB more",
  async ({ head, status }) => {
    const socket = await connectTo(server.address);
    socket.pause().write(head, "latin1");

    const error = await new Promise((sent) =>
      socket.write(Buffer.alloc(2 ** 24, "a"), sent),
    );

    expect(error ?? undefined).toBeUndefined();
    expect(statusesIn(await text(socket))).toEqual([status]);
  },
);

test("a refused client that never closes its side is cut off", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = await connectTo(server.address);
  socket.resume().write("GARBAGE\r\n\r\n");
  await once(socket, "end");
  /** Our side stays open; a reset shows that theirs is closed. */
  const probe = async () => {
    socket.write("x");
    await setTimeout(20);
  };

  vi.advanceTimersByTime(1999);
  for (let n = 0; n < 5; n++) await probe();
  expect(socket.closed).toBe(false);
  vi.advanceTimersByTime(1);
  while (!socket.closed) await probe();
});
