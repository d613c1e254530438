import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { idOf, readSources } from "../../../openapi/dev/snapshot.ts";
import { startDev } from "./start-dev.ts";

/** What an edit makes of the contract, and what `npm run dev` may then do with it. */
const edits: [replace: [from: string, to: string], state: "served" | "uncompilable" | "broken"][] = [
  [["summary: List contacts", "summary: List contacts #"], "served"],
  [["summary: List tickets", "summary: List tickets #"], "served"],
  [["errorPathName: ", "errorPathNames#: "], "uncompilable"],
  [["operationId: listContacts", "operationId: list_contacts # #"], "broken"],
  [["components/parameters/Limit", "components/parameters/Limt#"], "broken"],
  [["info:\n", "<<<<<<< #\ninfo:\n"], "broken"],
  [["paths:\n", "paths: [#\n"], "broken"],
];

test("of 8 edits at random no request is refused, and each line is true", async () => {
  const { folder, run } = startDev();
  const file = join(folder, "openapi/openapi.yaml");
  const text = readFileSync(file, "utf8");
  const idNow = () => idOf(readSources(folder));
  const states = new Map([[idNow(), "served"]]);
  const dev = run();
  const api = (await dev.printed(/API and docs: ([^\s,]+)/))[1] ?? "";
  await dev.printed(/server .* serves \w+/);
  await dev.printed(/docs .* show \w+/);

  const failed: unknown[] = [];
  const probing = new AbortController();
  const probes = (async () => {
    while (!probing.signal.aborted) {
      const response = await fetch(`${api}/livez`).catch((error: unknown) => void failed.push(error));
      // The rate limit is a response of the server as well.
      if (response && response.status !== 200 && response.status !== 429) failed.push(response.status);
      await setTimeout(50);
    }
  })();

  const serve = (content: string, state: string) => {
    writeFileSync(file, content);
    states.set(idNow(), state);
  };
  // The numbers of a linear congruential generator: the same edits in each run.
  let seed = 31;
  const below = (limit: number) => (seed = (seed * 16807) % 2147483647) % limit;
  for (let i = 0; i < 8; i++) {
    const [[from, to], state] = edits[below(edits.length)] ?? [["", ""], "broken"];
    serve(text.replace(from, to.replaceAll(/#(?!.*#)/g, String(i))), state);
    if (i % 4 === 3) await dev.printed(new RegExp(`lint .* ${idNow()} is`));
    else await setTimeout(below(500));
  }
  const last = text.replace("summary: List contacts", "summary: The last one");
  serve(last, "served");
  await dev.printed(new RegExp(`server .* serves ${idNow()}`));
  await dev.printed(new RegExp(`docs .* show ${idNow()}`));
  probing.abort();
  await probes;

  expect(failed).toEqual([]);
  expect((await fetch(`${api}/openapi.json`)).headers.get("X-Contract")).toBe(idNow());
  expect(await (await fetch(`${api}/openapi.json`)).text()).toContain("The last one");
  const said = (pattern: RegExp) => [...dev.output().matchAll(pattern)].map(([, id = ""]) => states.get(id));
  expect(new Set(said(/^lint .* (\w+) is broken/gm))).toEqual(new Set(["broken"]));
  expect(said(/^lint .* (\w+) is clean/gm)).not.toContain("broken");
  expect(said(/the last good contract is (\w+)/gm)).not.toContain("broken");
  expect(new Set(said(/serves (\w+)/gm))).toEqual(new Set(["served"]));
  expect(said(/^docs .* show (\w+)/gm)).not.toContain("broken");
  expect(dev.output()).not.toMatch(/MaxListeners|could not be compared|failed/);
}, 600_000);
