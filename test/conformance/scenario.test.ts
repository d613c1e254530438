import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { createMessengerToken } from "../../server/auth/messenger-tokens.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/folder.ts";

const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const server = await startServer();
const actor = { by: "test", command: "keys create" };

/** What one request of the import may hold. */
const part = 100;
/** What the shop imports: enough for several requests and pages. */
const contacts = Array.from({ length: 250 }, (_, n) => ({
  name: `Cliente ${n}`,
  email: `cliente-${n}@example.com`,
  custom_fields: { shop_id: String(n) },
}));

interface Step {
  stepId: string;
  "x-split"?: "contacts";
  parameters?: object[];
  requestBody?: { payload: object };
  successCriteria: { condition: string }[];
}
interface Scenario {
  sourceDescriptions: { url: string }[];
  workflows: { steps: Step[] }[];
}

/** A copy of a scenario in which a step with `x-split` is there once for each part of the list. */
function withParts(file: string): string {
  const scenario = parse(readFileSync(file, "utf8")) as Scenario;
  for (const source of scenario.sourceDescriptions) source.url = resolve("openapi/scenarios", source.url);
  for (const workflow of scenario.workflows) workflow.steps = workflow.steps.flatMap(parts);
  const folder = temporaryFolder();
  const copy = join(folder, "scenario.arazzo.yaml");
  writeFileSync(copy, stringify(scenario, { aliasDuplicateObjects: false }));
  return copy;
}

function parts({ "x-split": input, ...step }: Step): Step[] {
  if (input === undefined) return [step];
  const count = Math.ceil(contacts.length / part);
  return Array.from({ length: count }, (_, n) => {
    const stepId = `${step.stepId}${n + 1}`;
    if (step.requestBody) {
      const payload = { [input]: contacts.slice(n * part, (n + 1) * part) };
      return { ...step, stepId, requestBody: { payload } };
    }
    const value = `$steps.${step.stepId}${n}.outputs.cursor`;
    const cursor = n === 0 ? [] : [{ in: "query", name: "cursor", value }];
    const condition = `$response.body#/has_more == ${n + 1 < count}`;
    return {
      ...step,
      stepId,
      parameters: [...(step.parameters ?? []), ...cursor],
      successCriteria: [...step.successCriteria, { condition }],
    };
  });
}

test.each(readdirSync("openapi/scenarios"))(
  "%s works, step by step",
  async (file) => {
    const website = { workspace: file, origins: ["https://shop.example"] };
    const { token } = await createMessengerToken(server.store, server.cipher, website, actor);
    const inputs = {
      messenger_token: token,
      api_key: await server.key(["*"], file),
      email: "barbara.nunez@example.com",
      contacts: contacts.slice(0, part),
      since: new Date(Date.now() - 60_000).toISOString(),
    };
    const options = ["--input", JSON.stringify(inputs), "--server", `api=${server.address}`];
    const scenario = withParts(`openapi/scenarios/${file}`);
    const program = ["--import", "tsx", redocly, "respect", scenario, ...options];
    const respect = promisify(execFile)(process.execPath, program, { maxBuffer: 2 ** 26 });
    const { stdout } = await respect.catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/Workflows: 1 passed, 1 total/);
  },
  300_000,
);
