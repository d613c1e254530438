import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { diffIn, ok, vehicle } from "./fleet.ts";

const folder = temporaryFolder(afterAll);

describe("x-stability-level", () => {
  const levelled = (level: string | undefined, required: string[]) => {
    const { paths } = vehicle({ type: "object", required });
    const { post } = paths["/vehicles"];
    const operation = { ...post, "x-stability-level": level };
    return { paths: { "/vehicles": { post: operation } } };
  };
  test.each([
    ["draft", 0],
    ["alpha", 0],
    ["beta", 1],
    ["stable", 1],
    [undefined, 1],
    ["a word of another tool", 1],
  ])("a break of an operation that is %s ends with %i", (level, code) => {
    const ended = diffIn(
      folder,
      levelled(level, []),
      levelled(level, ["wheels"]),
    );
    expect(ended.code).toBe(code);
    expect(ended.text).toContain("wheels");
  });
  test("a break that a draft shares with another operation is one", () => {
    const shared = (required: string[]) => {
      const vehicles = { type: "object", required };
      const { post } = vehicle({ $ref: "#/components/schemas/Vehicle" }).paths[
        "/vehicles"
      ];
      const draft = { ...post, "x-stability-level": "draft" };
      return {
        paths: { "/drafts": { post: draft }, "/vehicles": { post } },
        components: { schemas: { Vehicle: vehicles } },
      };
    };
    const { code, text } = diffIn(folder, shared([]), shared(["wheels"]));
    expect(text).toContain("POST /drafts, POST /vehicles");
    expect(code).toBe(1);
  });
  test("the level of an operation counts before that of its path", () => {
    const inPath = (own: string | undefined, required: string[]) => {
      const { paths } = levelled(own, required);
      const item = { "x-stability-level": "draft", ...paths["/vehicles"] };
      return { paths: { "/vehicles": item } };
    };
    const codeOf = (own: string | undefined) =>
      diffIn(folder, inPath(own, []), inPath(own, ["wheels"])).code;
    expect([codeOf(undefined), codeOf("stable")]).toEqual([0, 1]);
  });
  test("a draft may be removed", () => {
    const other = { "/a": { get: { responses: { "200": ok } } } };
    const before = { paths: { ...levelled("draft", []).paths, ...other } };
    expect(diffIn(folder, before, { paths: other }).code).toBe(0);
  });
  test("what was stable becomes no draft, and a draft may become stable", () => {
    const draft = levelled("draft", []);
    const stable = levelled(undefined, []);
    const { code, text } = diffIn(folder, stable, draft);
    expect([code, text]).toEqual([1, expect.stringContaining("is draft")]);
    expect(diffIn(folder, draft, stable).code).toBe(0);
  });
});
