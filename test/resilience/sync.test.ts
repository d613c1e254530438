import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createClient, type Contact } from "../../client/index.ts";
import type { CrmRecord } from "./crm-sync.ts";
import { reservePort } from "../../openapi/mock/main.ts";
import { operate, start } from "../support/process.ts";
import { listenLocally } from "../support/raw.ts";
import { emptyStore } from "../support/store.ts";
import { full, launch, makeKeys } from "./service.ts";
import { temporaryFolder } from "../support/folder.ts";

const people = full ? 5000 : 200;
const edits = full ? 3000 : 200;
const kills = full ? 10 : 2;

/** A CRM: it replaces no version that the writer has not read. */
async function startCrm() {
  const records = new Map<string, CrmRecord>();
  let rounds = 0;
  let writes = 0;
  let heard = () => {};
  let held: (() => void) | undefined;
  const server = createServer(async (request, response) => {
    const key = request.url?.split("/")[2] ?? "";
    const stored = records.get(key);
    const send = (status: number, body?: unknown) =>
      response.writeHead(status).end(JSON.stringify(body));
    if (request.method === "GET") {
      rounds++;
      send(200, [...records.values()]);
    } else if (request.method === "DELETE") {
      records.delete(key);
      send(204);
    } else {
      const record = (await json(request)) as CrmRecord;
      if (held) return held();
      if (record.version !== (stored?.version ?? 0))
        send(stored ? 409 : 404, stored);
      else {
        writes++;
        records.set(key, { ...record, version: record.version + 1 });
        send(200);
      }
    }
    heard();
  });
  return {
    url: `http://${await listenLocally(server)}`,
    records,
    rounds: () => rounds,
    writes: () => writes,
    /** An edit of a user of the CRM. */
    edit: (key: string, change: Partial<CrmRecord>) => {
      const record = records.get(key) ?? emptyRecord(key);
      records.set(key, { ...record, ...change, version: record.version + 1 });
    },
    /**
     * Waits for the next write. It is never made and never answered, nor are those after it until
     * `release`.
     */
    holdWrite: () => new Promise<void>((resolve) => (held = resolve)),
    release: () => (held = undefined),
    /** Waits until it is so, and looks after each request. */
    until: async (isSo: () => Promise<boolean> | boolean) => {
      do await new Promise<void>((resolve) => (heard = resolve));
      while (!(await isSo()));
    },
  };
}

const emptyRecord = (key: string): CrmRecord => ({
  ...{
    key,
    version: 0,
    name: key,
    email: `${key}@crm.example`,
    phone: "",
    company: "",
  },
  ...{ isDeleted: false, synced: null },
});

/** The values that both sides must agree on. */
const comparable = ({ email, name, phone, company }: Contact | CrmRecord) =>
  [email, name, phone, company].join();

test(
  "a two-way sync loses, doubles and echoes nothing, under kills, erasures and a second writer",
  { timeout: full ? 1_800_000 : 180_000 },
  async () => {
    const settings = {
      ...(await emptyStore()),
      PORT: String(await reservePort(0)),
    };
    const keys = await makeKeys(settings, 2);
    const [apiKey = "", otherKey = ""] = keys;
    let service = await launch(settings, keys);
    const options = {
      baseUrl: service.address,
      retries: 20,
      totalTimeout: 120_000,
    };
    const other = createClient({ ...options, apiKey: otherKey });
    const crm = await startCrm();
    const folder = temporaryFolder();
    const startSync = () =>
      start("test/resilience/crm-sync.ts", [join(folder, "cursor")], {
        ...{
          CONTACTS_API_KEY: apiKey,
          CONTACTS_BASE_URL: service.address,
          CRM_URL: crm.url,
          INTERVAL: full ? "500" : "20",
        },
      });

    // Half of the people are in the CRM, half in the workspace, and some in both.
    const emails = Array.from(
      { length: people / 2 },
      (_, n) => `p${n}@crm.example`,
    );
    for (const email of emails) crm.edit(email.split("@")[0] ?? "", { email });
    crm.edit("large", { company: "x".repeat(300_000) }); // which no request takes
    const inCrm = () =>
      [...crm.records.values()].filter(({ key }) => key !== "large");
    for (let from = 0; from < people / 2; from += 100) {
      const contacts = emails.slice(from, from + 100).map((email, n) => ({
        ...{
          name: "x",
          email:
            n % 10 === 0 ? email.toUpperCase() : `a${from + n}@api.example`,
        },
      }));
      await other.contacts.batch({ contacts });
    }

    let sync = startSync();
    const stored = async () =>
      other.contacts.list({ limit: 100 }).toArray({ limit: 10 * people });
    const phones = new Map<string, string>();
    const companies = new Map<string, string>();
    const deleted = new Set<string>();
    for (let edit = 1; edit <= edits; edit++) {
      const inStep = inCrm().filter(({ isDeleted }) => !isDeleted);
      const record = inStep[(edit * 7919) % inStep.length];
      if (record) crm.edit(record.key, { phone: `+${edit}` });
      if (record) phones.set(record.key, `+${edit}`);
      if (edit % 25 === 0) crm.edit(`n${edit}`, { name: `Nueva ${edit}` });
      if (edit % 40 === 0 && record) crm.edit(record.key, { isDeleted: true });
      // The second writer works with another field of the same people, and erases some.
      const expected = inStep.flatMap(({ synced, key }) =>
        synced ? [{ id: synced.id, key }] : [],
      );
      const one = expected[(edit * 104_729) % expected.length];
      if (one) {
        const { ok, error } = await other.contacts
          .update(one.id, { company: `S${edit}` })
          .result();
        if (ok) companies.set(one.id, `S${edit}`);
        else if (error.status !== 404) throw error;
      }
      if (edit % 30 === 0)
        await other.contacts.create({
          name: "Otra",
          email: `b${edit}@api.example`,
        });
      if (edit % 50 === 0 && one) {
        const { ok, error } = await other.contacts.delete(one.id).result();
        if (!ok && error.status !== 404) throw error;
        deleted.add(one.id);
      }
      const kill = edit / Math.ceil(edits / (kills + 1));
      if (kill % 2 === 1) {
        await sync.end("SIGKILL");
        sync = startSync();
      } else if (kill % 2 === 0) {
        await service.program.end("SIGKILL");
        service = await launch(settings, keys);
      }
      const round = crm.rounds();
      if (edit % 10 === 0) await crm.until(() => crm.rounds() > round);
    }

    const isInStep = async () => {
      const isAgreed = ({ isDeleted, synced, phone }: CrmRecord) =>
        !isDeleted && synced?.phone === phone;
      if (!inCrm().every(isAgreed)) return false;
      const contacts = await stored();
      const [here, there] = [
        contacts.map(comparable).sort(),
        inCrm().map(comparable).sort(),
      ];
      return here.join("\n") === there.join("\n");
    };
    await crm.until(isInStep);
    const contacts = await stored();
    const records = inCrm();
    expect(
      new Set(contacts.map(({ email }) => email.toLowerCase())).size,
      "doubled",
    ).toBe(contacts.length);
    expect(records.map(({ synced }) => synced?.id).sort()).toEqual(
      contacts.map(({ id }) => id).sort(),
    );
    expect(contacts.filter(({ id }) => deleted.has(id))).toEqual([]);
    expect(
      records.filter(({ key, phone }) => phone !== (phones.get(key) ?? phone)),
    ).toEqual([]);
    expect(
      contacts.filter(
        ({ id, company }) => company !== (companies.get(id) ?? company),
      ),
    ).toEqual([]);

    // In step, it says nothing more: not to the workspace, and not to the CRM.
    const newest = async () =>
      (await other.events.list({ cursor: "newest" })).next_cursor;
    const [event, writes, round] = [await newest(), crm.writes(), crm.rounds()];
    await crm.until(() => crm.rounds() >= round + 6);
    expect([await newest(), crm.writes()]).toEqual([event, writes]);
    expect(sync.child.exitCode, sync.output()).toBeNull();
    const feed = await other.events
      .list({ limit: 100 })
      .toArray({ limit: 100 * edits });
    const me = (await createClient({ ...options, apiKey }).me.get()).id;
    const ownUpdates = feed.filter(
      ({ type, request }) =>
        type === "contact.updated" && request?.api_key_id === me,
    );
    console.log(
      `sync: ${contacts.length} contacts in step after ${edits} edits in the CRM and as many in the workspace, ${kills} kills, ` +
        `${deleted.size} erasures; ${ownUpdates.length} changes sent, 0 lost, 0 twice, 0 echoed`,
    );
    expect(ownUpdates.length).toBeLessThanOrEqual(edits + people / 2);
  },
);

test(
  "two programs with one key, a rotation and a kill between a batch and its note end with the newest value everywhere",
  { timeout: 120_000 },
  async () => {
    // Given two CRMs, each with a program that keeps it in step, and one key for both.
    const settings = {
      ...(await emptyStore()),
      PORT: String(await reservePort(0)),
    };
    const keys = await makeKeys(settings, 1);
    const [apiKey = ""] = keys;
    const service = await launch(settings, keys);
    const baseUrl = service.address;
    const { contacts, events, me } = createClient({ apiKey, baseUrl });
    const folder = temporaryFolder();
    const crms = { sales: await startCrm(), shop: await startCrm() };
    const startSync = (name: keyof typeof crms, key: string) =>
      start("test/resilience/crm-sync.ts", [join(folder, name)], {
        CONTACTS_API_KEY: key,
        CONTACTS_BASE_URL: baseUrl,
        CRM_URL: crms[name].url,
        INTERVAL: "50",
      });
    const rounds = async (count: number) => {
      for (const crm of Object.values(crms)) {
        const from = crm.rounds();
        await crm.until(() => crm.rounds() > from + 2 * count);
      }
    };
    const phones = async () => [
      ...(await contacts.list()).data.map(({ phone }) => phone),
      ...Object.values(crms).flatMap(({ records }) =>
        [...records.values()].map(({ phone }) => phone),
      ),
    ];
    const sales = startSync("sales", apiKey);
    const shop = startSync("shop", apiKey);
    crms.sales.edit("eva", { phone: "+1" });
    await rounds(6);
    expect(await phones()).toEqual(["+1", "+1", "+1"]);

    // When one CRM changes a value, the other one takes it.
    crms.sales.edit("eva", { phone: "+2" });
    await rounds(6);
    expect(await phones()).toEqual(["+2", "+2", "+2"]);

    // When a program is killed after its batch, the value changes again, and its key is another one
    // at the next start.
    const written = crms.sales.holdWrite();
    crms.sales.edit("eva", { phone: "+111" });
    await written;
    await sales.end("SIGKILL");
    crms.sales.release();
    crms.sales.edit("eva", { phone: "+222" });
    const { id } = await me.get();
    const rotated = await operate(
      settings,
      ...["keys", "rotate", id, "--overlap", "1h"],
    );
    startSync("sales", rotated.key);
    await rounds(8);

    // Then the newest value is everywhere, and each change was one event.
    expect(await phones()).toEqual(["+222", "+222", "+222"]);
    await rounds(4);
    const told = (await events.list({ limit: 100 })).data;
    expect(told.map(({ data }) => "phone" in data && data.phone)).toEqual([
      ..."+1 +2 +111 +222".split(" "),
    ]);
    expect(shop.child.exitCode, shop.output()).toBeNull();
  },
);
