import { expect, test } from "vitest";
import { compileIn, makeOut } from "./compiled.ts";

// Schemas of other contracts that are a part of themselves.

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const contract = (schemas: object) => ({
  paths: {
    "/parcels": {
      get: {
        operationId: "listParcels",
        tags: ["parcels"],
        responses: {
          "200": {
            description: "Done.",
            content: { "application/json": { schema: ref("Parcel") } },
          },
        },
      },
    },
  },
  components: { schemas },
});

test("a field that refers to its own schema beside a description keeps the reference", async () => {
  const outer = { allOf: [ref("Parcel")], description: "The outer one." };
  const parcel = {
    type: "object",
    properties: { weight: { type: "number" }, outer },
  };
  const { out } = await makeOut(contract({ Parcel: parcel }));
  const program = `
import type { Parcel } from "./types.ts";
export const weight = (parcel: Parcel): number | undefined => parcel.outer?.outer?.weight;
`;
  expect(await compileIn(out, program)).toBe("");
});

test("a part of a schema that adds to this schema itself stays an allOf", async () => {
  const label = { type: "object", properties: { label: { type: "string" } } };
  const parcel = {
    type: "object",
    properties: {
      weight: { type: "number" },
      outer: { allOf: [ref("Parcel"), label] },
    },
  };
  const { out } = await makeOut(contract({ Parcel: parcel }));
  const program = `
import type { Parcel } from "./types.ts";
export const label = (parcel: Parcel): string | undefined => parcel.outer?.outer?.label;
`;
  expect(await compileIn(out, program)).toBe("");
});

test("parts of two schemas that add to each other stay an allOf", async () => {
  const label = { type: "object", properties: { label: { type: "string" } } };
  const holding = (field: string, name: string) => ({
    type: "object",
    properties: { [field]: { allOf: [ref(name), label] } },
  });
  const { out } = await makeOut(
    contract({
      Parcel: holding("crate", "Crate"),
      Crate: holding("parcel", "Parcel"),
    }),
  );
  const program = `
import type { Parcel } from "./types.ts";
export const label = (parcel: Parcel): string | undefined => parcel.crate?.parcel?.label;
`;
  expect(await compileIn(out, program)).toBe("");
});

test("a value that holds values of its own kind compiles when no type can have its name", async () => {
  const value = ref("25%25");
  const { out } = await makeOut(
    contract({
      Parcel: { type: "object", properties: { label: value } },
      "25%": {
        oneOf: [{ type: "string" }, { type: "array", items: ref("a b") }],
      },
      "a b": { anyOf: [{ type: "number" }, value] },
    }),
  );
  const program = `
import type { Parcel } from "./types.ts";
export const parcel: Parcel = { label: ["a", 1, ["b"]] };
// @ts-expect-error a label has no boolean
parcel.label = [true];
`;
  expect(await compileIn(out, program)).toBe("");
});

test("a value that holds values of its own kind compiles, also through another schema", async () => {
  const { out } = await makeOut(
    contract({
      Parcel: {
        oneOf: [
          { type: "string" },
          { type: "array", items: ref("Parcel") },
          { type: "object", additionalProperties: ref("Parcel") },
          ref("Crate"),
        ],
      },
      Crate: { type: "array", items: ref("Parcel") },
    }),
  );
  const program = `
import type { Crate, Parcel } from "./types.ts";
export const parcel: Parcel = ["a", { b: ["c"] }];
export const crate: Crate = [parcel];
// @ts-expect-error a number is none
export const wrong: Parcel = ["a", { b: [3] }];
`;
  expect(await compileIn(out, program)).toBe("");
});
