import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { applyRetention } from "../../../server/boot/retention.ts";
import { scrape } from "../../resilience/alerts.ts";
import { launch, makeKeys } from "../../resilience/service.ts";
import { call, type Call, type TestResponse } from "../../support/call.ts";
import { startDelivery, startReceiver } from "../../support/delivery.ts";
import { startServer } from "../../support/server.ts";
import { publishArticle, runCommand } from "../../support/world.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { operate } from "../../support/process.ts";
import { emptyStore, stores } from "../../support/store.ts";

const origin = "https://shop.example";
const suspended = "403 workspace_suspended";

/**
 * Two workspaces, acme and quiet, with all servers that their store can have: two processes on
 * PostgreSQL, one on the embedded store.
 */
async function startWorkspaces(kind = stores[0]) {
  const env = {
    ...(await emptyStore(kind)),
    LOCAL_WEBHOOKS: "true",
    METRICS_PORT: "0",
    REDIS_URL: "",
  };
  const operator = (...line: string[]) => operate(env, "operator", ...line);
  const keys = (...line: string[]) => operate(env, "keys", ...line);
  const newKey = async (workspace: string, scopes = "*") => {
    const created = await keys(
      "create",
      "--workspace",
      workspace,
      "--scopes",
      scopes,
    );
    return created.key as string;
  };
  const [acme = ""] = await makeKeys(env, 1, "acme");
  const [quiet = ""] = await makeKeys(env, 1, "quiet");
  const reader = await newKey("acme", "contacts:read");
  const website = await keys(
    "create",
    "--messenger",
    "--workspace",
    "acme",
    "--origins",
    origin,
  );
  const servers = [await launch(env, [acme])];
  if (kind === "postgres") servers.push(await launch(env, [acme]));
  const calls = servers.map(
    ({ address }): Call =>
      (path, options) =>
        call(address, path, options),
  );
  const [first = expect.unreachable()] = calls;
  const metrics = await Promise.all(
    servers.map(
      async ({ program }) => (await program.printed(/Metrics +(\S+)/))[1] ?? "",
    ),
  );
  return {
    env,
    operator,
    newKey,
    acme,
    reader,
    quiet,
    website,
    calls,
    first,
    metrics,
  };
}

/** The status of a response, and the code of an error. */
const outcome = ({ status, body }: TestResponse) =>
  "error" in body ? `${status} ${body.error.code}` : `${status}`;

describe.each(stores)("on the store %s", (kind) => {
  test("each request of a suspended workspace is a 403 in every process, until it is resumed", async () => {
    const { operator, acme, reader, quiet, website, calls, first } =
      await startWorkspaces(kind);
    const session = (
      await first("/v1/messenger/sessions", {
        key: website.token,
        json: {},
        headers: { Origin: origin },
      })
    ).body.data.secret;
    const create = (at: Call) =>
      at("/v1/contacts", {
        key: acme,
        json: { name: "Ana", email: "ana@example.com" },
        headers: { "Idempotency-Key": "once" },
      });
    const requests: ((at: Call) => Promise<TestResponse>)[] = [
      (at) => at("/v1/contacts", { key: acme }),
      (at) => at("/v1/me", { key: reader }),
      create,
      (at) =>
        at("/v1/messenger/conversations", {
          key: session,
          headers: { Origin: origin },
        }),
      (at) =>
        at("/v1/messenger/sessions", {
          key: website.token,
          json: {},
          headers: { Origin: origin },
        }),
    ];
    const outcomes = async () => {
      const found: string[] = [];
      for (const at of calls)
        for (const request of requests) found.push(outcome(await request(at)));
      return found;
    };
    const forEach = <T>(values: T[]) => calls.flatMap(() => values);
    expect(outcome(await create(first))).toBe("201");
    expect(await outcomes()).toEqual(
      forEach(["200", "200", "201", "200", "200"]),
    );

    await operator("suspend", "--workspace", "acme", "--reason", "A loop");

    expect(await outcomes()).toEqual(forEach(requests.map(() => suspended)));
    for (const at of calls) {
      // The key and the path are checked earlier; the scope and the body later.
      const unknown = await at("/v1/contacts", { key: `${acme}x` });
      expect(outcome(unknown)).toBe("401 unauthorized");
      const nowhere = await at("/v1/nothing", { key: acme });
      expect(outcome(nowhere)).toBe("404 path_not_found");
      const unscoped = await at("/v1/webhooks", { key: reader });
      expect(outcome(unscoped)).toBe(suspended);
      const noJson = await at("/v1/contacts", { key: acme, body: "{" });
      expect(outcome(noJson)).toBe(suspended);
      const nobody = await at("/v1/contacts/ct_0", { key: acme });
      expect(outcome(nobody)).toBe(suspended);
      const other = await at("/v1/contacts", { key: quiet });
      expect(outcome(other)).toBe("200");
    }
    const headers = { Origin: origin, "Accept-Language": "en" };
    const ofPages = [
      await first("/v1/messenger/conversations", { key: session, headers }),
      await first("/v1/messenger/sessions", {
        key: website.token,
        json: {},
        headers,
      }),
    ];
    // A page of another origin can read why.
    for (const ofPage of ofPages) {
      expect(ofPage.headers.get("access-control-allow-origin")).toBe("*");
      expect(ofPage.body.error.message).toBe(
        "The operator of the server has suspended the workspace.",
      );
    }

    await operator("resume", "--workspace", "acme");

    expect(await outcomes()).toEqual(
      forEach(["200", "200", "201", "200", "200"]),
    );
    const repeated = await create(first);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  });

  test("due deliveries of a suspended workspace wait, and are sent when it is resumed", async () => {
    const { operator, acme, quiet, first, metrics } =
      await startWorkspaces(kind);
    const receiver = await startReceiver();
    for (const [name, key] of Object.entries({ acme, quiet })) {
      const url = `${receiver.address}/${name}`;
      const hook = { url, events: ["*"] };
      await first("/v1/webhooks", { key, json: hook });
    }
    /** Publishes an article, so that a delivery is due at once. */
    const publish = async (workspace: string) => {
      const { id } = await operator(
        "article",
        "--workspace",
        workspace,
        "--title",
        "T",
        "--body",
        "B",
      );
      await operator("publish", id, "--workspace", workspace);
    };
    const arrived = () => receiver.received.map(({ path }) => path);
    await operator("suspend", "--workspace", "acme", "--reason", "A loop");

    await publish("acme");
    await publish("quiet");
    await receiver.arrived(1);

    // The delivery of acme was due before.
    expect(arrived()).toEqual(["/quiet"]);
    for (const at of metrics) {
      const metric = async (name: string) =>
        (await scrape(at)).samples.get(name);
      expect(await metric("contacts_api_workspaces_suspended")).toBe(1);
      // The delivery of quiet may be noted later, and a count is reported for five seconds.
      await expect
        .poll(() => metric("contacts_api_deliveries_overdue_seconds"), {
          timeout: 15_000,
        })
        .toBe(0);
    }

    await operator("resume", "--workspace", "acme");

    await receiver.arrived(2);
    expect(arrived()).toEqual(["/quiet", "/acme"]);
    const feed = await first("/v1/events", { key: acme });
    expect(feed.body.data.map(({ type }) => type)).toEqual([
      "article.published",
    ]);
  });
});

let now = Date.now();
const aging = await startServer({
  clock: () => new Date(now),
  localWebhooks: true,
});
await startDelivery(aging);

test("a delivery whose event has expired before the resume is not sent, and a later one is", async () => {
  const call = await aging.as("acme");
  const receiver = await startReceiver();
  const operator = (...line: string[]) =>
    runCommand(aging.store, ["operator", ...line, "--workspace", "acme"]);
  const hook = { url: receiver.address, events: ["*"] };
  const { id } = (await call("/v1/webhooks", hook)).body.data;
  await operator("suspend", "--reason", "A loop");
  await publishArticle(aging.store, "acme", ["Old"], "");
  now += (limits.eventDays * 24 * 60 * 60 + 1) * 1000;
  await applyRetention(aging.store);
  await publishArticle(aging.store, "acme", ["New"], "");

  await operator("resume");

  const [delivery = expect.unreachable()] = await receiver.arrived(1);
  expect(JSON.parse(delivery.body).data).toMatchObject({ title: "New" });
  const { body } = await call(`/v1/webhooks/${id}/deliveries`);
  expect(body.data).toHaveLength(1);
  expect(receiver.received).toHaveLength(1);
});

test("a suspension is listed with its reason, and is in the audit log and in an export", async () => {
  const { env, operator, newKey, calls } = await startWorkspaces();
  const { workspaces } = await operator("workspaces");
  const { id } = workspaces.find(
    ({ name }: { name: string }) => name === "acme",
  );
  const listed = async (settings: NodeJS.ProcessEnv = env) => {
    const { workspaces } = await operate(settings, "operator", "workspaces");
    return workspaces.find((each: { id: string }) => each.id === id);
  };
  expect(await listed()).toMatchObject({
    suspended_at: null,
    suspended_because: null,
  });

  const first = await operator(
    "suspend",
    "--workspace",
    "acme",
    "--reason",
    "A loop",
  );
  // By its id this time: only the reason changes.
  const second = await operator(
    "suspend",
    "--workspace",
    id,
    "--reason",
    "They asked for it",
  );

  expect(first).toEqual({
    id,
    workspace: "acme",
    suspended_at: expect.stringMatching(/^\d{4}-.*Z$/),
    suspended_because: "A loop",
  });
  expect(second).toEqual({ ...first, suspended_because: "They asked for it" });
  const { workspace: _, id: __, ...suspension } = second;
  expect(await listed()).toMatchObject(suspension);

  // What the operator does goes on.
  const key = await newKey("acme");
  const file = join(temporaryFolder(), "acme.jsonl");
  await operator("export", "acme", file);
  expect(readFileSync(file, "utf8")).not.toContain(key);
  const elsewhere = await emptyStore();
  await operate(elsewhere, "operator", "import", file);
  expect(await listed(elsewhere)).toMatchObject(suspension);

  expect(await operator("resume", "--workspace", id)).toEqual({
    id,
    workspace: "acme",
    suspended_at: null,
    suspended_because: null,
  });
  for (const at of calls)
    expect((await at("/v1/me", { key })).status).toBe(200);
  const { entries } = await operator("audit", "--workspace", "acme");
  const commands = entries.map(({ command }: { command: string }) => command);
  expect(
    commands.filter((command: string) => /suspend|resume/.test(command)),
  ).toEqual(["operator suspend", "operator suspend", "operator resume"]);
});

test.each([
  {
    line: "suspend --workspace acme",
    says: "--reason is missing. See: npm run -s operator -- suspend --help",
  },
  {
    line: "suspend --workspace nobody --reason x",
    says: "There is no workspace nobody. To list them: npm run -s operator -- workspaces --all",
  },
  {
    line: "resume --workspace nobody",
    says: "There is no workspace nobody. To list them: npm run -s operator -- workspaces --all",
  },
  {
    line: "resume --workspace acme",
    says: "The workspace acme is not suspended.",
  },
])("operator $line: $says", async ({ line, says }) => {
  const operator = (...words: string[]) =>
    runCommand(aging.store, ["operator", ...words]);
  await expect(operator(...line.split(" "))).rejects.toThrow(says);
});
