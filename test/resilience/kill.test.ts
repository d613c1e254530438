import { expect, test } from "vitest";
import { emptyStore, stores } from "../support/store.ts";
import { full, scaled } from "./scale.ts";
import { launch, makeKeys, nextKey, readAll } from "./service.ts";

const wanted = scaled(10_000);
const kills = full ? 5 : 2;
const writers = 8;

/** What a writer does in turn: contact, conversation with its message, message, ticket. */
type CreatePath = `/v1/${"contacts" | "conversations" | "tickets"}` | `/v1/conversations/${string}/messages`;

interface Acknowledged {
  contacts: string[];
  conversations: string[];
  messages: string[];
  tickets: string[];
}

test.each(stores)(
  "%s: kill -9 loses nothing that was acknowledged, and repeating creates nothing twice",
  { timeout: 600_000 },
  async (store) => {
    const settings = await emptyStore(store);
    const keys = await makeKeys(settings, 60);
    let service = await launch(settings, keys);
    const done: Acknowledged = { contacts: [], conversations: [], messages: [], tickets: [] };
    const count = () => Object.values(done).reduce((sum, ids) => sum + ids.length, 0);
    let repeated = 0;
    let noticed = () => {};
    let up = Promise.resolve();

    /** Sends until there is a response, as a client does that knows how to repeat. */
    const create = async (path: CreatePath, json: object, key: string): Promise<string> => {
      // An Idempotency-Key belongs to the key that it was first sent with.
      const options = { json, headers: idempotency(path, key), key: nextKey() };
      for (;;) {
        await up;
        const response = await service.call(path, options).catch(() => undefined);
        if (response?.status === 201) return response.body.data.id;
        if (response?.status === 409 && response.body.error.contact_id) return response.body.error.contact_id;
        repeated++;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const write = async (writer: number) => {
      for (let n = 0; count() < wanted; n++) {
        const name = `${writer}-${n}`;
        const note = (kind: keyof Acknowledged, id: string) => {
          done[kind].push(id);
          noticed();
          return id;
        };
        const contact_id = note(
          "contacts",
          await create("/v1/contacts", { name, email: `${name}@example.com` }, name),
        );
        const first = { contact_id, subject: name, body: "Hola" };
        const conversation = note("conversations", await create("/v1/conversations", first, name));
        note("messages", await create(`/v1/conversations/${conversation}/messages`, { body: name }, name));
        note("tickets", await create("/v1/tickets", { contact_id, subject: name, description: "…" }, name));
      }
    };
    const writes = Array.from({ length: writers }, (_, writer) => write(writer));
    for (let kill = 1; kill <= kills; kill++) {
      const goal = (wanted * kill) / (kills + 1);
      await new Promise<void>((resolve) => (noticed = () => count() >= goal && resolve()));
      service.program.child.kill("SIGKILL");
      let isUp = () => {};
      up = new Promise((resolve) => (isUp = resolve));
      await service.program.ended;
      service = await launch(settings, keys);
      isUp();
    }
    await Promise.all(writes);

    const [contacts, conversations, tickets, events] = await Promise.all([
      readAll(service, "/v1/contacts"),
      readAll(service, "/v1/conversations"),
      readAll(service, "/v1/tickets"),
      readAll(service, "/v1/events"),
    ]);
    const messages = events.filter(({ type }) => type === "message.created").map(({ data }) => data);
    const found = { contacts, conversations, messages, tickets };
    for (const [kind, ids] of Object.entries(done)) {
      const there = new Set(found[kind as keyof Acknowledged]?.map(({ id }) => id));
      expect(
        ids.filter((id: string) => !there.has(id)),
        `${kind} that are missing`,
      ).toEqual([]);
      expect(there.size, `${kind} that are there twice`).toBe(
        new Set(ids).size + (kind === "messages" ? done.conversations.length : 0),
      );
    }
    const reported = events.filter(({ type }) => type.endsWith(".created")).map(({ data }) => data.id);
    expect(new Set(reported).size).toBe(reported.length);
    for (const ids of Object.values(done)) {
      const known = new Set(reported);
      expect(
        ids.filter((id: string) => !known.has(id)),
        "without their event",
      ).toEqual([]);
    }
    console.log(
      `kill -9: ${count()} writes acknowledged, ${kills} kills, ${repeated} requests repeated, 0 lost, 0 twice`,
    );
  },
);

const idempotency = (path: string, key: string): Record<string, string> =>
  path === "/v1/contacts" ? {} : { "Idempotency-Key": key };
