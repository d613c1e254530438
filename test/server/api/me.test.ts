import { describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createKey } from "../../../server/auth/keys.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const reader = { workspace: "w", scopes: ["contacts:read" as const] };

describe("a key reads itself by getMe", () => {
  test("as the command for keys shows it, without what concerns its owner alone", async () => {
    const created = await createKey(server.store, {
      ...reader,
      name: "CRM",
      expires: { seconds: 7200 },
    });
    const { key, revoked_at: _, last_used_at: __, ...shown } = created;
    expect((await server.call("/v1/me", { key })).body.data).toEqual({
      ...shown,
      object: "api_key",
      rate_limit: {
        requests: limits.requestsPerWindow,
        window_seconds: limits.windowSeconds,
      },
    });
    const unnamed = await createKey(server.store, reader);
    expect(
      (await server.call("/v1/me", { key: unnamed.key })).body.data.name,
    ).toBe("");
  });

  test("with the beginning of a name that is longer than the contract allows", async () => {
    const name = "ñ😀".repeat(200);
    const { key } = await createKey(server.store, {
      workspace: name,
      scopes: ["*"],
      name,
    });
    const start = [...name].slice(0, limits.keyName).join("");
    expect((await server.call("/v1/me", { key })).body.data).toMatchObject({
      name: start,
      workspace: start,
    });
    const call = server.caller(() => key);
    const contact_id = (
      await call("/v1/contacts", { name: "Ana", email: "ana@example.com" })
    ).body.data.id;
    const { id } = (
      await call("/v1/conversations", { contact_id, body: "Hola" })
    ).body.data;
    const messages = await call(`/v1/conversations/${id}/messages`);
    expect(messages.body.data).toMatchObject([
      { author: { type: "team", name: start } },
    ]);
  });
});
