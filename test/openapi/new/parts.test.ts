import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readResource } from "../../../openapi/new/resource-options.ts";
import { insertResource } from "../../../openapi/new/template.ts";
import { copyTracked } from "./tracked-copy.ts";

const { read, run, git, edited, lint } = copyTracked();

test("without arguments it says what it can do", async () => {
  const stdout = expect.stringContaining("--name company");
  expect(await run("openapi/new/main.ts")).toMatchObject({ code: 0, stdout });
});

test("the plural is the regular one", () => {
  const plurals = ["company", "box", "survey", "branch"].map(
    (name) => readResource({ name, prefix: "lh", fields: "name" }).names,
  );
  expect(plurals).toEqual(["companies", "boxes", "surveys", "branches"]);
});

test("a resource is inserted at the end of a section, and everything else stays as it is written", () => {
  const contract =
    "openapi: 3.1.1\npaths:\n  /v1/notes: {} # ours\n\ncomponents: {}\n";
  const template = "## paths\n  /v1/lighthouses: {}\n";
  expect(insertResource(contract, template)).toBe(
    "openapi: 3.1.1\npaths:\n  /v1/notes: {} # ours\n  /v1/lighthouses: {}\n\ncomponents: {}\n",
  );
});

describe("what it adds to the contract is whole but for texts that a person writes", () => {
  /** Returns the messages of lint after a command, without those about texts. */
  const problemsAfter = async (...args: string[]) => {
    expect(await run("openapi/new/main.ts", ...args)).toMatchObject({
      code: 0,
      stderr: "",
    });
    return (await lint()).filter((message) => !message.includes("TODO: "));
  };
  const written = () => {
    const files = edited();
    git("reset", "--hard", "--quiet", "HEAD~1");
    return files;
  };

  test("a field of a resource that exists, in its requests, its object and an example", async () => {
    const fields = "severity?=enum(minor,major)";
    expect(
      await problemsAfter("field", "--name", "ticket", "--fields", fields),
    ).toEqual([]);
    expect(read("openapi/openapi.yaml").match(/^ {8}severity:/gm)).toHaveLength(
      3,
    );
    expect(
      read("openapi/examples/tickets.yaml").match(/^ +severity: minor$/gm),
    ).toHaveLength(2);
    expect(written()).toEqual([
      "openapi/examples/tickets.yaml",
      "openapi/openapi.yaml",
    ]);
  });

  const filters = [
    {
      name: "ticket",
      field: "priority",
      schema: "enum: &ticket-priorities [low, normal, high, urgent]",
    },
    { name: "ticket", field: "conversation_id", schema: "schemas/Reference" },
    {
      name: "webhook",
      field: "status",
      schema: "enum: &webhook-statuses [enabled, disabled]",
    },
    { name: "contact", field: "created_at", schema: "schemas/Timestamp" },
  ] as const;
  test.each(filters)(
    "a filter by $field of the list of $name",
    async ({ name, field, schema }) => {
      const args = ["--name", name, "--fields", field];
      expect(await problemsAfter("filter", ...args)).toEqual([]);
      const added = git("diff", "--", "openapi/openapi.yaml");
      expect(added).toContain(`+        - name: ${field}\n`);
      expect(added).toContain(schema);
      expect(written()).toEqual(["openapi/openapi.yaml"]);
    },
  );

  test("a filter that the list has is refused", async () => {
    const args = ["filter", "--name", "ticket", "--fields", "status"];
    expect(await run("openapi/new/main.ts", ...args)).toMatchObject({
      code: 1,
      stderr: "listTickets has a filter status already.\n",
    });
  });

  test("a resource that refers to another and can be deleted compiles, with its handlers", async () => {
    const fields = "name=Faro,article_id=ref(article),other_id?=ref(article)";
    expect(
      await problemsAfter(
        "resource",
        "--name",
        "lighthouse",
        "--prefix",
        "lh",
        "--delete",
        "--fields",
        fields,
      ),
    ).toEqual([]);
    const compiler = resolve("node_modules/typescript-7/bin/tsc");
    const { stdout } = await run(compiler);
    expect(stdout).toBe("");
    written();
  });
});
