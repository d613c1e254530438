/**
 * Sends what a stranger without a key might until it gets SIGTERM, 20 times a second: a process of its own. `ADDRESS`
 * is the server.
 */
import { connect } from "node:net";

const { hostname, port } = new URL(process.env["ADDRESS"] ?? "");
let sent = 0;
const tricks: (() => string)[] = [
  () => "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
  () => `POST /v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Type: a/${sent}\r\nContent-Length: 2\r\n\r\n{}`,
  () => "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20),
  () => "GET /docs/% HTTP/1.1\r\nHost: a\r\n\r\n",
  () => "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(10),
  () => `GET /v1/contacts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer contacts_live_${sent}\r\n\r\n`,
  () => "POST /v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf",
  () => "\0\0\0\0",
];

const timer = setInterval(() => {
  const trick = tricks[++sent % tricks.length];
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  socket.write(trick?.() ?? "");
  // Some read nothing, and all go away without a word.
  if (sent % 3 > 0) socket.resume();
  setTimeout(() => socket.resetAndDestroy(), 1500);
}, 50);
process.once("SIGTERM", () => {
  clearInterval(timer);
  console.log(`sent ${sent}`);
});
