import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createClient, type Contact } from "../../client/index.ts";
import type { CrmRecord } from "./crm-sync.ts";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { operate, start, type Program } from "../support/process.ts";
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
  key,
  version: 0,
  name: key,
  email: `${key}@crm.example`,
  phone: "",
  company: "",
  isDeleted: false,
  synced: null,
});

/** The values that both sides must agree on. */
const comparable = ({ email, name, phone, company }: Contact | CrmRecord) =>
  [email, name, phone, company].join();

/** A CRM and a workspace, the program that keeps both in step, and a second writer. */
async function startWorld() {
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
  const crm = await startCrm();
  const folder = temporaryFolder();
  const startProgram = () =>
    start("test/resilience/crm-sync.ts", [join(folder, "cursor")], {
      CONTACTS_API_KEY: apiKey,
      CONTACTS_BASE_URL: service.address,
      CRM_URL: crm.url,
      INTERVAL: full ? "500" : "20",
    });
  let program: Program | undefined;
  const other = createClient({ ...options, apiKey: otherKey });
  return {
    crm,
    /** The records of the CRM that the API can hold. */
    records: () =>
      [...crm.records.values()].filter(({ key }) => key !== "large"),
    /** The client of the second writer. */
    other,
    contacts: () =>
      other.contacts.list({ limit: 100 }).toArray({ limit: 10 * people }),
    /** The id of the program's key. */
    programId: async () =>
      (await createClient({ ...options, apiKey }).me.get()).id,
    startProgram: () => void (program = startProgram()),
    killProgram: async () => {
      await program?.end("SIGKILL");
      program = startProgram();
    },
    killServer: async () => {
      await service.program.end("SIGKILL");
      service = await launch(settings, keys);
    },
    expectThatProgramRuns: () =>
      expect(program?.child.exitCode, program?.output()).toBeNull(),
  };
}
type World = Awaited<ReturnType<typeof startWorld>>;

/** Puts half of the people into the CRM, half into the workspace, and some into both. */
async function fillBoth({ crm, other }: World): Promise<void> {
  const emails = Array.from(
    { length: people / 2 },
    (_, n) => `p${n}@crm.example`,
  );
  for (const email of emails) crm.edit(email.split("@")[0] ?? "", { email });
  crm.edit("large", { company: "x".repeat(300_000) }); // which no request takes
  for (let from = 0; from < people / 2; from += 100) {
    const contacts = emails.slice(from, from + 100).map((email, n) => ({
      name: "x",
      email: n % 10 === 0 ? email.toUpperCase() : `a${from + n}@api.example`,
    }));
    await other.contacts.batch({ contacts });
  }
}

/** The values that the last edits wrote. */
interface Edits {
  /** Key of a record → its phone. */
  phones: Map<string, string>;
  /** Id of a contact → its company. */
  companies: Map<string, string>;
  /** The ids of erased contacts. */
  deleted: Set<string>;
}

/** The `edit`-th edit of a user of the CRM. */
function editCrm({ crm }: World, inForce: CrmRecord[], edit: number) {
  const record = inForce[(edit * 7919) % inForce.length];
  if (record) crm.edit(record.key, { phone: `+${edit}` });
  if (edit % 25 === 0) crm.edit(`n${edit}`, { name: `Nueva ${edit}` });
  if (edit % 40 === 0 && record) crm.edit(record.key, { isDeleted: true });
  return record;
}

/** The `edit`-th edit of the second writer: another field of the same people. It erases some. */
async function editWorkspace(
  { other }: World,
  inForce: CrmRecord[],
  edit: number,
  { companies, deleted }: Edits,
): Promise<void> {
  const ids = inForce.flatMap(({ synced }) => (synced ? [synced.id] : []));
  const id = ids[(edit * 104_729) % ids.length];
  if (id !== undefined) {
    const company = `S${edit}`;
    const { ok, error } = await other.contacts.update(id, { company }).result();
    if (ok) companies.set(id, company);
    else if (error.status !== 404) throw error;
  }
  if (edit % 30 === 0)
    await other.contacts.create({
      name: "Otra",
      email: `b${edit}@api.example`,
    });
  if (edit % 50 === 0 && id !== undefined) {
    const { ok, error } = await other.contacts.delete(id).result();
    if (!ok && error.status !== 404) throw error;
    deleted.add(id);
  }
}

/** Edits both sides, and kills the program and the server in turn meanwhile. */
async function editBoth(world: World): Promise<Edits> {
  const { crm, records, killProgram, killServer } = world;
  const done: Edits = {
    phones: new Map(),
    companies: new Map(),
    deleted: new Set(),
  };
  for (let edit = 1; edit <= edits; edit++) {
    const inForce = records().filter(({ isDeleted }) => !isDeleted);
    const record = editCrm(world, inForce, edit);
    if (record) done.phones.set(record.key, `+${edit}`);
    await editWorkspace(world, inForce, edit, done);
    const kill = edit / Math.ceil(edits / (kills + 1));
    if (kill % 2 === 1) await killProgram();
    else if (kill % 2 === 0) await killServer();
    const round = crm.rounds();
    if (edit % 10 === 0) await crm.until(() => crm.rounds() > round);
  }
  return done;
}

/** True when both sides have the same people with the same values. */
async function isInStep({ records, contacts }: World): Promise<boolean> {
  const isAgreed = ({ isDeleted, synced, phone }: CrmRecord) =>
    !isDeleted && synced?.phone === phone;
  if (!records().every(isAgreed)) return false;
  const inWorkspace = (await contacts()).map(comparable).sort();
  const inCrm = records().map(comparable).sort();
  return inWorkspace.join("\n") === inCrm.join("\n");
}

/** Expects that nobody is there twice, and that nothing that was written or erased is lost. */
function expectNothingLost(
  contacts: Contact[],
  records: CrmRecord[],
  { phones, companies, deleted }: Edits,
): void {
  const emails = new Set(contacts.map(({ email }) => email.toLowerCase()));
  expect(emails.size, "doubled").toBe(contacts.length);
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
}

/** Expects that the program, when both are in step, writes nothing more to either side. */
async function expectSilence({ crm, other }: World): Promise<void> {
  const newestEvent = async () =>
    (await other.events.list({ cursor: "newest" })).next_cursor;
  const event = await newestEvent();
  const writes = crm.writes();
  const round = crm.rounds();
  await crm.until(() => crm.rounds() >= round + 6);
  expect(await newestEvent()).toBe(event);
  expect(crm.writes()).toBe(writes);
}

/** Counts the changes that the program sent to the workspace. */
async function countUpdates({ other, programId }: World): Promise<number> {
  const feed = await other.events
    .list({ limit: 100 })
    .toArray({ limit: 100 * edits });
  const id = await programId();
  return feed.filter(
    ({ type, request }) =>
      type === "contact.updated" && request?.api_key_id === id,
  ).length;
}

test(
  "a two-way sync loses, doubles and echoes nothing, under kills, erasures and a second writer",
  { timeout: full ? 1_800_000 : 180_000 },
  async () => {
    const world = await startWorld();
    await fillBoth(world);
    world.startProgram();

    const done = await editBoth(world);

    await world.crm.until(() => isInStep(world));
    const contacts = await world.contacts();
    expectNothingLost(contacts, world.records(), done);
    await expectSilence(world);
    world.expectThatProgramRuns();
    const updates = await countUpdates(world);
    console.log(
      `sync: ${contacts.length} contacts in step after ${edits} edits in the CRM and as many in the workspace, ${kills} kills, ` +
        `${done.deleted.size} erasures; ${updates} changes sent, 0 lost, 0 twice, 0 echoed`,
    );
    expect(updates).toBeLessThanOrEqual(edits + people / 2);
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
      "keys",
      "rotate",
      id,
      "--overlap",
      "1h",
    );
    startSync("sales", rotated.key);
    await rounds(8);

    // Then the newest value is everywhere, and each change was one event.
    expect(await phones()).toEqual(["+222", "+222", "+222"]);
    await rounds(4);
    const changes = (await events.list({ limit: 100 })).data;
    expect(changes.map(({ data }) => "phone" in data && data.phone)).toEqual([
      ..."+1 +2 +111 +222".split(" "),
    ]);
    expect(shop.child.exitCode, shop.output()).toBeNull();
  },
);
