import { startServer } from "../../support/server.ts";

/** A list of contacts with these headers alone. */
export const read = (...headers: string[]): string =>
  `${["GET /v1/contacts HTTP/1.1", ...headers].join("\r\n")}\r\n\r\n`;

/** A request with this method and target. */
export const line = (line: string): string =>
  `${line} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** The headers `Connection` of all responses in a text. */
export const connectionsIn = (text: string): (string | undefined)[] =>
  [...text.matchAll(/^Connection: ([\w-]+)/gm)].map(([, value]) => value);

/** Starts a server, and returns it with requests to it as bytes. */
export async function startServerForBytes() {
  const server = await startServer();
  const key = await server.key(["*"]);

  const get = `GET /v1/contacts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

  /** A creation with headers of its own, and its body. */
  const post = (headers: string[], body = "") =>
    [
      "POST /v1/contacts HTTP/1.1",
      "Host: a",
      "Content-Type: application/json",
      `Authorization: Bearer ${key}`,
      ...headers,
      "",
      body,
    ].join("\r\n");

  /** The creation of a contact with this email. */
  const creation = (email: string) => {
    const body = JSON.stringify({ name: "Ana", email });
    return post([`Content-Length: ${body.length}`], body);
  };

  /** True when a contact has this email. */
  const isThere = async (email: string) => {
    const { body } = await server.call(
      `/v1/contacts?q=${encodeURIComponent(email)}`,
      { key },
    );
    return body.data.length === 1;
  };

  return { server, key, get, post, creation, isThere };
}
