import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const path = "/.well-known/security.txt";

test("a person who finds a vulnerability reads where to report it, and the text expires 30 days after each request", async () => {
  const server = await startServer({
    securityContact: "mailto:security@example.com",
  });
  const read = async () => {
    const response = await fetch(server.address + path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(
      "text/plain; charset=utf-8",
    );
    return (await response.text()).split("\n");
  };
  const expiryOf = ([, expires = ""]: string[]) =>
    Date.parse(expires.replace("Expires: ", ""));
  const days = 24 * 60 * 60 * 1000;
  const before = Date.now();
  const first = await read();
  expect(first[0]).toBe("Contact: mailto:security@example.com");
  expect(expiryOf(first)).toBeGreaterThanOrEqual(before + 30 * days);
  expect(expiryOf(first)).toBeLessThanOrEqual(Date.now() + 30 * days);
  await expect
    .poll(async () => expiryOf(await read()))
    .toBeGreaterThan(expiryOf(first));
});

test("there is no such text without a contact", async () => {
  const server = await startServer();
  const response = await server.call(path, { key: await server.key([]) });
  expect(response.status).toBe(404);
});
