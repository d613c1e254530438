import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { diffIn, vehicle } from "./fleet.ts";

const folder = temporaryFolder(afterAll);

describe("levels", () => {
  const tagged = (tag: string) => {
    const { paths } = vehicle({});
    const post = { ...paths["/vehicles"].post, tags: [tag] };
    return { paths: { "/vehicles": { post } } };
  };
  const config = (text: string) => {
    const file = join(folder, "config.yaml");
    writeFileSync(file, text);
    return ["--config", file];
  };
  const renamed = [tagged("Cars"), tagged("Vans")] as const;
  const kept = (eventDays: number) => ({
    ...vehicle({}),
    "x-limits": { eventDays },
  });

  test("a renamed tag is a note, unless the configuration says more", () => {
    expect(diffIn(folder, ...renamed)).toEqual({
      code: 0,
      text: expect.stringContaining("The tag was `Cars` and is `Vans`."),
    });
    for (const text of [
      "rules: { diff/tag-changed: breaking }",
      "categories: { source: breaking }",
    ])
      expect(diffIn(folder, ...renamed, ...config(text))).toMatchObject({
        code: 1,
      });
  });
  test("a limit that falls is a warning, and one that rises an addition", () => {
    expect(diffIn(folder, kept(30), kept(7))).toEqual({
      code: 1,
      text: expect.stringContaining(
        "WARNING   The limit of event days (`x-limits.eventDays`) was 30 and is 7.",
      ),
    });
    expect(diffIn(folder, kept(7), kept(30))).toMatchObject({ code: 0 });
    const calm = config("categories: { behaviour: addition }");
    expect(diffIn(folder, kept(30), kept(7), ...calm)).toMatchObject({
      code: 0,
    });
  });
  test("a category does not make what harms nobody a break", () => {
    const { paths } = vehicle({});
    const grown = { paths: { ...paths, "/vans": paths["/vehicles"] } };
    for (const category of ["wire", "source", "documentation", "behaviour"])
      expect(
        diffIn(
          folder,
          vehicle({}),
          grown,
          ...config(`categories: { ${category}: breaking }`),
        ),
      ).toEqual({ code: 0, text: expect.stringContaining("1 addition") });
  });
  test.each([
    ["rules: { diff/no-such: breaking }", "`rules.diff/no-such` means nothing"],
    ["rules: { diff/tag-changed: fatal }", "breaking, warning, addition"],
    ["rules: { diff/cannot-tell: addition }", "breaking, warning"],
  ])("%s is refused in one line", (text, says) => {
    const ended = diffIn(folder, ...renamed, ...config(text));
    expect(ended).toEqual({ code: 2, text: expect.stringContaining(says) });
    expect(ended.text.trim().split("\n")).toHaveLength(1);
  });
  test("what cannot be decided has an exit code of its own on request", () => {
    const [from, to] = ["^a", "^b"].map((pattern) =>
      vehicle({ type: "string", pattern }),
    );
    expect(diffIn(folder, from ?? "", to ?? "", "--undecided")).toMatchObject({
      code: 4,
    });
  });
  test("a break beside what cannot be decided ends with the code of breaks", () => {
    const [from, to] = ["^a", "^b"].map((pattern, required) =>
      vehicle({
        type: "object",
        properties: { name: { type: "string", pattern } },
        required: required ? ["name"] : [],
      }),
    );
    const ended = diffIn(folder, from ?? "", to ?? "", "--undecided");
    expect(ended.text).toContain("CANNOT TELL");
    expect(ended.code).toBe(1);
  });
  test("SARIF has each finding with its place", () => {
    const { text } = diffIn(folder, kept(30), kept(7), "--format", "sarif");
    expect(JSON.parse(text)).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          results: [
            {
              ruleId: "diff/limit-lowered",
              level: "warning",
              locations: [
                {
                  physicalLocation: {
                    region: { startLine: expect.any(Number) },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });
});
