import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
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
  const socket = await connectTo(server.address);
  socket.resume().write("GARBAGE\r\n\r\n");
  await once(socket, "end");
  const refusedAt = performance.now();
  // Our side stays open; a reset shows that theirs is closed.
  const probing = setInterval(() => socket.write("x"), 100);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(probing);
  // Two seconds, and what a busy machine adds.
  expect(performance.now() - refusedAt).toBeLessThan(10_000);
});
