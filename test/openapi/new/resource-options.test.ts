import { expect, test } from "vitest";
import { readResource } from "../../../openapi/new/resource-options.ts";

const valid = { name: "lighthouse", prefix: "lh", fields: "name" };
test.each([
  {
    options: { name: "Company" },
    reason: "--name must be one thing in snake_case",
  },
  { options: { plural: "staff" }, reason: "--plural must be several of them" },
  {
    options: { name: "lighthouses" },
    reason: "--name must be one thing, and lighthouses seem to be several",
  },
  { options: { prefix: "c" }, reason: "--prefix must be two or three letters" },
  { options: { fields: "" }, reason: "--fields must be names in snake_case" },
  {
    options: { fields: "workspace_id" },
    reason: "Every resource has the field workspace_id.",
  },
  { options: { fields: "name,name?" }, reason: "--fields has name twice." },
  {
    options: { fields: "plan=enum(Free)" },
    reason: "enum(Free) is no type of a field: write enum(free,team)",
  },
  {
    options: { fields: "seats=integer(9,1)" },
    reason: "integer(9,1) is no type of a field",
  },
  {
    options: { fields: "seats=integer(5,5)" },
    reason: "integer(5,5) is no type of a field",
  },
  {
    options: { fields: "seats=integer(1,9000000000)" },
    reason: "integer(1,500) with two whole numbers of 32 bits",
  },
  {
    options: { fields: "depth=integer(-9000000000,1)" },
    reason: "integer(1,500) with two whole numbers of 32 bits",
  },
  {
    options: { fields: "seats=integer(1.5,9)" },
    reason: "integer(1.5,9) is no type",
  },
  {
    options: { fields: "plan=enum(free,free)" },
    reason: "enum(free,team) with each value once",
  },
  {
    options: { fields: "open=boolean()" },
    reason: "boolean() is no type of a field",
  },
  {
    options: { fields: "seats=integer" },
    reason: "integer is no type of a field",
  },
  {
    options: { fields: "name,response" },
    reason:
      "No field is called response, as LighthouseResponse is another schema",
  },
  {
    options: { fields: "parent_id=ref(lighthouse)" },
    reason: "parent_id refers to lighthouse itself: write the resource first",
  },
  {
    options: { name: "record" },
    reason: "Record is a type of TypeScript itself",
  },
  {
    options: { name: "series", plural: "series" },
    reason: "--plural must be another word",
  },
])("a resource with $options is refused", ({ options, reason }) => {
  expect(() => readResource({ ...valid, ...options })).toThrow(reason);
});
